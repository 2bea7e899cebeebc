// SPDX-License-Identifier: MIT
/*
 * phrase.h: what the tables of a game say, as words for people, for line mode and full screen
 * alike.
 *
 * Everything is written from a view, so it is what the viewer may know. `names` are those of the
 * players, by seat. Nothing here knows a screen.
 */
#ifndef HC_DOORS_TERMINAL_PHRASE_H
#define HC_DOORS_TERMINAL_PHRASE_H

#include "core/text.h"
#include "games/game.h"
#include "core/template.h"

/* The language of whoever sits here, which the commands of this door settle first; NULL: English.
 */
void phrase_speak(const struct hc_language *language);
const struct hc_language *phrase_language(void);

/* A text of this door, with values for its places. */
#define PHRASE(out, word, ...) WORDS_FILL(phrase_language(), word, out, __VA_ARGS__)
/* One without places. */
const char *phrase_word(enum hc_word word);
/* Either as the reason of a failure; returns false. */
bool phrase_why(struct hc_problem *why, enum hc_word word);
bool phrase_why_fill(struct hc_problem *why, enum hc_word word, const struct words_value *values,
                     size_t count);
#define PHRASE_WHY(why, word, ...)                                                                 \
    phrase_why_fill(why, word, (const struct words_value[]){__VA_ARGS__},                          \
                    sizeof((const struct words_value[]){__VA_ARGS__}) /                            \
                        sizeof(struct words_value))
/* Names one after the other, as a list is spoken: before the name at `index` of `count`. */
void phrase_put_between(unsigned index, unsigned count, struct hc_text *out);

/* The name of a face or a pile. */
void phrase_put_face(const struct hc_view *view, unsigned face, struct hc_text *out);
const char *phrase_pile(const struct hc_game *game, unsigned pile);
/* "1 card", "2 cards". */
void phrase_put_count(unsigned count, struct hc_text *out);
/* The codes of the open cards of a hand or pile, each behind a blank; a pile from its bottom. */
void phrase_put_cards(const struct hc_view *view, struct hc_spot spot, bool from_bottom,
                      struct hc_text *out);
/* The cards of a pile whose owners are known, each with its owner: " 5C (You), 9C (Ann)". */
void phrase_put_laid(const struct hc_view *view, const char *const *names, unsigned pile,
                     struct hc_text *out);
/* The row of a face; NULL if it is hidden. */
const struct hc_face *phrase_face(const struct hc_view *view, unsigned face);

/* ---- Facts ---------------------------------------------------------------------------------- */

/* Whether the viewer may see it, and no pile tells it already. */
bool phrase_is_seen(const struct hc_view *view, const struct hc_fact *fact);
/* Whether it is a headline, and there is something to say. */
bool phrase_is_headline(const struct hc_view *view, const struct hc_fact *fact);
/* Whether a fact marks this seat. What is true of everybody need not be said. */
bool phrase_is_marked(const struct hc_view *view, const struct hc_fact *fact, unsigned seat);
/* What people call a fact; empty: it is not for them. */
const char *phrase_label(const struct hc_game *game, const struct hc_fact *fact);
void phrase_put_value(const struct hc_view *view, const char *const *names,
                      const struct hc_fact *fact, unsigned index, struct hc_text *out);
/* Whether a fact with a value for each seat is shown: points are not if one round decides. */
bool phrase_is_told(const struct hc_view *view, const struct hc_fact *fact);
/* "penalty 4": what it is called, and its value for a seat; of points, how far it is to the goal.
 */
void phrase_put_fact(const struct hc_view *view, const char *const *names,
                     const struct hc_fact *fact, unsigned index, struct hc_text *out);
/* The winners of a match that is over; returns how many they are. */
unsigned phrase_put_winners(const struct hc_view *view, const char *const *names,
                            struct hc_text *out);

/* ---- What can be done ----------------------------------------------------------------------- */

/* The cards that can be played now, as a set of faces. */
uint64_t phrase_playable(const struct hc_view *view);
bool phrase_is_playable(const struct hc_view *view, unsigned face);
bool phrase_is_offered(const struct hc_view *view, unsigned verb);
/* How a verb is typed: "play CARD [color=C] [uno]". */
void phrase_put_usage(const struct hc_verb *verb, struct hc_text *out);
/* All cards, colours or seats that a verb may be given with now, each behind a blank. If they are
 * to be typed, as what one types, with their names beside them unless that is too much. */
void phrase_put_choices(const struct hc_view *view, const char *const *names, unsigned verb,
                        bool typed, struct hc_text *out);
/* The name of a card that can be played, but would lose at once. False if there is none. */
bool phrase_put_losing_card(const struct hc_view *view, struct hc_text *out);

/* ---- Rules ---------------------------------------------------------------------------------- */

/* The value of an option as it is typed. */
void phrase_put_option(const struct hc_option *option, uint32_t value, struct hc_text *out);
/* The same in words. `scope` is the name of the game, or "room" for the settings of a table. */
void phrase_put_option_words(const char *scope, const struct hc_option *option, uint32_t value,
                             struct hc_text *out);
/* What people call a preset; a bot, or "person"; and a game. */
const char *phrase_preset(const char *scope, const char *name);
const char *phrase_bot(const char *name);
void phrase_put_game(const struct hc_game *game, struct hc_text *out);
/* "Shed, party rules". */
void phrase_put_title(const struct hc_view *view, struct hc_text *out);

#endif
