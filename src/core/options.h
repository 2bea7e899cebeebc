// SPDX-License-Identifier: MIT
/*
 * options.h: rules as data. A game lists its options and presets; everything that parses, checks,
 * prints or documents them works from those tables.
 */
#ifndef HC_CORE_OPTIONS_H
#define HC_CORE_OPTIONS_H

#include "core/text.h"
#include "holecard.h"

/* Names of other engines for our options. `on` and `off` are option texts for true and false; a
 * name with `same` passes its value on to that option, after setting `on`. */
struct hc_alias {
    const char *name, *on, *off, *same;
};

/* Narrow options have values below 256 and come first in the running numbers, wide ones after
 * them. */
struct hc_option_list {
    const struct hc_option *narrow, *wide;
    uint8_t narrow_count, wide_count;
    const struct hc_preset *presets;
    uint8_t preset_count;
    const struct hc_alias *aliases;
    uint8_t alias_count;
    bool is_settings; /* of a room, not rules of a game */
};

/* The option with that running number, narrow ones first; NULL past the last. */
const struct hc_option *hc_options_at(const struct hc_option_list *list, size_t index);
uint32_t hc_options_value(const struct hc_option_list *list, const struct hc_rules *rules,
                          size_t index);
void hc_options_defaults(const struct hc_option_list *list, struct hc_rules *rules);
/* `given` gets a bit for each option that the text names, by its running number. */
bool hc_options_parse(const struct hc_option_list *list, const char *text, struct hc_rules *rules,
                      uint64_t *given, const struct hc_language *language, struct hc_problem *why);
/* Where a text last names one of two options by itself, given by their running numbers; 0 if it
 * nowhere does. For complaints about two options that contradict each other. */
size_t hc_options_where(const struct hc_option_list *list, const char *text, size_t one,
                        size_t other);
void hc_options_print(const struct hc_option_list *list, const struct hc_rules *rules,
                      struct hc_text *out);
/* The same without those that have their default; read back it gives the same rules. */
void hc_options_print_changed(const struct hc_option_list *list, const struct hc_rules *rules,
                              struct hc_text *out);
/* The seed that was given with the rules; false if none was. */
bool hc_options_seed(const struct hc_rules *rules, uint64_t *seed);
/* A table that knows its key must not carry the seed about. */
void hc_options_forget_seed(struct hc_rules *rules);
/* A value of an option that has named ones, as people call it. `scope` is a game, or "room". */
const char *hc_option_value_words(const struct hc_option *option, const char *scope, uint32_t value,
                                  const struct hc_language *language);
/* An option as a JSON object, with a sentence about it; with its value, unless that is NULL. */
void hc_option_json(const struct hc_option *option, const char *scope,
                    const struct hc_language *language, const uint32_t *value, struct hc_text *out);
/* The allowed values of one option: "0 to 10", "true or false", "none, same or any". */
void hc_option_range(const struct hc_option *option, const struct hc_language *language,
                     struct hc_text *out);

#endif
