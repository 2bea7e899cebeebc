// SPDX-License-Identifier: MIT
/*
 * values.h: cards, seats and facts of a game as words of a scenario.
 *
 * A reader takes one value after the other from a statement. The first one that is wrong is
 * explained, with what is allowed, and its place in the file is kept.
 */
#ifndef HC_SCENARIO_VALUES_H
#define HC_SCENARIO_VALUES_H

#include "games/game.h"
#include "scenario/scenario.h"

struct reader {
    const struct hc_game *game;
    const struct hc_deck *deck;
    unsigned seats;
    const char *text; /* of the whole file */
    const char *next, *end;
    struct mistake *why;
};

/* Makes a problem of a word and returns false: "R55" followed by the explanation. */
bool reader_fails(struct reader *reader, struct word word, const char *what);
/* The word that comes next, without taking it. */
struct word reader_peek(const struct reader *reader);
/* Takes the word "none" if it comes next and is the last one, or if there is no word. */
bool reader_takes_none(struct reader *reader);

bool read_seat(struct reader *reader, unsigned *seat);
bool read_number(struct reader *reader, int64_t min, int64_t max, int64_t *number);
bool read_face(struct reader *reader, unsigned *face);
/* All words that are left; `none` and no word at all are the same. */
bool read_faces(struct reader *reader, uint8_t faces[HC_CARDS_MAX], unsigned *count);
/* There must be nothing left. */
bool read_end(struct reader *reader);
/* All words that are left as the values of a fact; cards are given as faces. */
bool read_fact(struct reader *reader, const struct hc_fact *fact, int64_t value[HC_SEATS_MAX]);

/* The same values as text; words are separated by blanks, an empty list is "none". */
void put_faces(const struct hc_deck *deck, const uint8_t *faces, unsigned count,
               struct hc_text *out);
void put_fact(const struct reader *reader, const struct hc_fact *fact, const int64_t *value,
              struct hc_text *out);

#endif
