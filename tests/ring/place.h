// SPDX-License-Identifier: MIT
/*
 * place.h: positions of tables of tests, in the words of scenarios.
 *
 *   "hand 0 R5 B7; hand 1 Y2; discard R9; draw G1 G2; turn 0"
 *
 * Statements are separated by semicolons. A pile's cards are named top card first; a pile that is a
 * seat's own has the seat before its cards. Then come commands, each with its seat before it:
 * "0 play R5; 1 draw".
 */
#ifndef HC_TESTS_RING_PLACE_H
#define HC_TESTS_RING_PLACE_H

#include <stdlib.h>
#include <string.h>

#include "table/position.h"
#include "scenario/values.h"
#include "ring/words.h"

enum { PLACE_CHARS = 1000 };

static inline void place_cards(struct hc_position *position, struct reader *reader, unsigned seat,
                               unsigned pile)
{
    uint8_t faces[HC_CARDS_MAX];
    unsigned count;

    if (!read_faces(reader, faces, &count))
        fail_msg("%s", reader->why->text);
    for (unsigned i = 0; i < count; i++)
        assert_true(pile == HC_NONE ? hc_position_hand(position, seat, faces[i])
                                    : hc_position_pile(position, pile, faces[i]));
}

static inline void place_fact(struct hc_position *position, struct reader *reader, const char *name)
{
    const struct hc_fact *fact = hc_fact_find(reader->game, name);
    int64_t value[HC_SEATS_MAX];

    if (!fact || !read_fact(reader, fact, value))
        fail_msg("%s: %s", name, fact ? reader->why->text : "no such place");
    for (unsigned s = 0; s < (fact->per_seat ? reader->seats : 1u); s++)
        assert_true(hc_position_fact(position, fact, s, value[s]));
}

/* One statement. Facts are set after all cards, since they may name one. */
static inline void place_statement(struct hc_position *position, char *text, bool facts)
{
    const struct hc_game *game = hc_game_of(position->table);
    char *rest = text;
    const char *name = next_word(&rest, " ");
    struct mistake why = {0};
    struct reader reader = {.game = game,
                            .deck = hc_deck_of(game, &position->table->rules),
                            .seats = position->table->seats,
                            .text = rest,
                            .next = rest,
                            .end = rest + strlen(rest),
                            .why = &why};
    unsigned seat = HC_NONE, pile = hc_pile_find(game, name, HC_NONE);
    bool own = hc_pile_find(game, name, 0) != HC_NONE;

    if (!strcmp(name, "hand") || own)
        assert_true(read_seat(&reader, &seat));
    if (own)
        pile = hc_pile_find(game, name, seat);
    if (seat == HC_NONE && pile == HC_NONE) {
        if (facts)
            place_fact(position, &reader, name);
    } else if (!facts)
        place_cards(position, &reader, seat, pile);
}

/* Opens the table of a game and puts a position on it. */
static inline void place(struct hc_table *table, const char *game_name, const char *rules_text,
                         unsigned seats, const char *text)
{
    const struct hc_game *game = hc_game_find(game_name);
    uint8_t seed[HC_SEED_BYTES];
    struct hc_position position;
    struct hc_problem why;
    struct hc_rules rules;
    const char *broken;

    if (!hc_rules_parse(game, rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    hc_seed_from_number(1, seed);
    assert_int_equal(hc_table_open(table, game, &rules, seats, seed), HC_OK);
    hc_position_begin(&position, table);
    for (int facts = 0; facts < 2; facts++) {
        char copy[PLACE_CHARS], *rest = copy, *statement;

        assert_true(strlen(text) < sizeof copy);
        strcpy(copy, text);
        while ((statement = next_word(&rest, ";")))
            place_statement(&position, statement, facts);
    }
    broken = hc_position_end(&position);
    if (broken)
        fail_msg("\"%s\": %s", text, broken);
}

/* Gives commands; each must be accepted. */
static inline void give(struct hc_table *table, const char *commands)
{
    char copy[PLACE_CHARS], *rest = copy, *command;
    struct hc_events events;

    assert_true(strlen(commands) < sizeof copy);
    strcpy(copy, commands);
    while ((command = next_word(&rest, ";"))) {
        char *text = command;
        unsigned seat = (unsigned)strtoul(next_word(&text, " "), NULL, 10);
        enum hc_refusal refusal = hc_submit_text(table, seat, text, 0, &events);

        if (refusal)
            fail_msg("\"%s\" of \"%s\": %s", text, commands, hc_refusal_name(refusal));
    }
}

/* The faces that patterns name: "R* *5" are all reds and all fives. */
static inline uint64_t faces_like(const struct hc_table *table, const char *patterns)
{
    const struct hc_deck *deck = hc_deck_of(hc_game_of(table), &table->rules);
    char copy[PLACE_CHARS], *rest = copy, *pattern;
    uint64_t faces = 0;

    strcpy(copy, patterns);
    while ((pattern = next_word(&rest, " ")))
        for (unsigned f = 0; f < deck->face_count; f++) {
            const char *code = deck->faces[f].code;
            size_t i = 0;

            while (code[i] && (pattern[i] == '*' || pattern[i] == code[i]))
                i++;
            if (!code[i] && !pattern[i])
                faces |= 1ull << f;
        }
    return faces;
}

#endif
