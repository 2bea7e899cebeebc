// SPDX-License-Identifier: MIT
/*
 * telegram_phrase.h: a table in words and emoji, from what a line was told of it.
 *
 * Everything is HTML, and whatever stands in it is what that line's guest may know.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_PHRASE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_PHRASE_H

#include "doors/telegram/telegram_inside.h"

/* What people call a game, without what its title adds; the preset that rules are, or NULL. */
void tg_put_game(const struct hc_game *game, const struct hc_language *language,
                 struct hc_text *out);
const struct hc_preset *tg_preset_of(const struct hc_game *game, const struct hc_rules *rules);
const char *tg_preset_name(const struct hc_game *game, const char *name,
                           const struct hc_language *language);
const char *tg_bot_name(unsigned bot, const struct hc_language *language);
/* The value of an option in words. */
void tg_put_option_value(const struct hc_game *game, const struct hc_option *option, uint32_t value,
                         const struct hc_language *language, struct hc_text *out);
/* A rule as it is, and what it is about, as HTML in a line of its own. */
void tg_put_option(const struct hc_game *game, const struct hc_rules *rules, size_t index,
                   const struct hc_language *language, struct hc_text *out);
/* A preset, or NAME=VALUE, in words. */
void tg_put_change(const struct hc_game *game, const char *change,
                   const struct hc_language *language, struct hc_text *out);

/* The names of the players, by seat. */
void tg_names(const struct hc_room_view *room, const char *names[HC_SEATS_MAX]);
/* Names one after the other, as a list is spoken. */
void tg_put_seats(const struct hc_room_view *room, unsigned mask,
                  const struct hc_language *language, struct hc_text *out);

/* The first line: the game, its rules, the code of the table. */
void tg_put_head(const struct hc_room_view *room, const struct hc_language *language,
                 struct hc_text *out);
/* People and bots before a match. */
void tg_put_lobby(const struct tg_seen *seen, const struct hc_language *language,
                  struct hc_text *out);
/* Piles, facts, players, and what the table waits for. */
void tg_put_match(const struct tg_seen *seen, const struct hc_language *language,
                  struct hc_text *out);
/* What happened last. */
void tg_put_story(const struct tg_story *story, struct hc_text *out);
/* "Game over", and who won. */
void tg_put_over(const struct tg_seen *seen, const struct hc_language *language,
                 struct hc_text *out);

#endif
