// SPDX-License-Identifier: MIT
/* expect.c: reading expectations and comparing them with a table. */
#include "scenario/expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/position.h"

static void *grow(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory) {
        fputs("holecard check: there is not enough memory\n", stderr);
        abort();
    }
    return memory;
}

void history_add(struct history *history, const char *line)
{
    size_t size = strlen(line) + 1;

    if (history->count == history->size) {
        history->size = history->size ? 2 * history->size : 64;
        history->line = grow(history->line, history->size * sizeof *history->line);
    }
    history->line[history->count] = grow(NULL, size);
    memcpy(history->line[history->count++], line, size);
}

void history_clear(struct history *history)
{
    while (history->count)
        free(history->line[--history->count]);
    free(history->line);
    *history = (struct history){0};
}

static const struct {
    const char *name;
    enum expectation_kind kind;
} keys[] = {
    {"hand", EXPECT_HAND}, {"holds", EXPECT_HOLDS}, {"sees", EXPECT_SEES},
    {"top", EXPECT_TOP},   {"phase", EXPECT_PHASE}, {"events", EXPECT_EVENTS},
};

void put_places(const struct hc_game *game, struct hc_text *out)
{
    for (unsigned p = 0; p < game->pile_count; p++)
        if (p == 0 || strcmp(game->piles[p].name, game->piles[p - 1].name) != 0) {
            hc_put_char(out, ' ');
            hc_put(out, game->piles[p].name);
        }
    for (unsigned f = 0; f < game->fact_count; f++) {
        hc_put_char(out, ' ');
        hc_put(out, game->facts[f].name);
    }
}

static bool no_such_key(struct reader *reader, struct word word)
{
    char what[800];
    struct hc_text out;

    hc_text_init(&out, what, sizeof what);
    hc_put(&out, "cannot be expected; allowed are");
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        hc_put_char(&out, ' ');
        hc_put(&out, keys[k].name);
    }
    hc_put(&out, " draw-count discard-count, and of this game");
    put_places(reader->game, &out);
    return reader_fails(reader, word, what);
}

/* Finds the key among the words of the format, the piles, their counts and the facts. */
static bool find_key(struct reader *reader, struct expectation *expectation)
{
    static const char count[] = "_count";
    struct word word = scenario_word(&reader->next, reader->end);
    const struct hc_game *game = reader->game;
    char name[32];
    size_t stem;

    scenario_copy(word, name, sizeof name);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (!strcmp(name, keys[k].name)) {
            expectation->kind = keys[k].kind;
            return true;
        }
    expectation->kind = EXPECT_PILE;
    for (unsigned seat = 0; seat <= HC_SEATS_MAX; seat++) {
        expectation->pile = hc_pile_find(game, name, seat < HC_SEATS_MAX ? seat : HC_NONE);
        if (expectation->pile != HC_NONE)
            return true;
    }
    expectation->kind = EXPECT_FACT;
    expectation->fact = hc_fact_find(game, name);
    if (expectation->fact)
        return true;
    expectation->kind = EXPECT_PILE_COUNT;
    stem = strlen(name) - (strlen(name) < sizeof count ? 0 : sizeof count - 1);
    if (strcmp(name + stem, count) != 0)
        return no_such_key(reader, word);
    name[stem] = '\0';
    expectation->pile = hc_pile_find(game, name, HC_NONE);
    return expectation->pile != HC_NONE || no_such_key(reader, word);
}

/* Cards that are compared as a multiset are put in the order of their faces. */
static void sort_faces(uint8_t *faces, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j && faces[j - 1] > faces[j]; j--) {
            uint8_t face = faces[j];

            faces[j] = faces[j - 1];
            faces[j - 1] = face;
        }
}

static bool read_cards(struct reader *reader, bool sorted, struct hc_text *out)
{
    uint8_t faces[HC_CARDS_MAX];
    unsigned count;

    if (!read_faces(reader, faces, &count))
        return false;
    if (sorted)
        sort_faces(faces, count);
    put_faces(reader->deck, faces, count, out);
    return true;
}

static bool read_count(struct reader *reader, struct hc_text *out)
{
    int64_t number;

    if (!read_number(reader, 0, HC_CARDS_MAX, &number) || !read_end(reader))
        return false;
    hc_put_number(out, number);
    return true;
}

static bool read_top(struct reader *reader, struct expectation *expectation, struct hc_text *out)
{
    struct word word = reader_peek(reader);
    uint8_t faces[HC_CARDS_MAX];
    unsigned count;

    expectation->pile = hc_pile_find(reader->game, "discard", HC_NONE);
    if (expectation->pile == HC_NONE)
        return reader_fails(reader, word, "cannot be on top: this game has no discard pile");
    if (!read_faces(reader, faces, &count))
        return false;
    if (count > 1)
        return reader_fails(reader, word, "is not alone: one card is on top, or none");
    put_faces(reader->deck, faces, count, out);
    return true;
}

static bool read_phase(struct reader *reader, struct hc_text *out)
{
    const struct hc_game *game = reader->game;
    struct word word = scenario_word(&reader->next, reader->end);
    char what[800];
    struct hc_text list;

    hc_text_init(&list, what, sizeof what);
    hc_put(&list, "is not a phase of this game; they are");
    for (unsigned p = 0; p < game->phase_count; p++) {
        if (word.length && hc_word_is(word.start, word.length, game->phases[p].name)) {
            hc_put(out, game->phases[p].name);
            return read_end(reader);
        }
        hc_put_char(&list, ' ');
        hc_put(&list, game->phases[p].name);
    }
    return reader_fails(reader, word, what);
}

/* A pile of a seat's own is written oldest card first, any other one with its top card first. */
static bool read_pile(struct reader *reader, struct expectation *expectation, struct hc_text *out)
{
    const struct hc_pile_kind *kind = &reader->game->piles[expectation->pile];

    if (kind->seat != HC_NONE) {
        if (!read_seat(reader, &expectation->seat))
            return false;
        expectation->pile = hc_pile_find(reader->game, kind->name, expectation->seat);
        if (expectation->pile == HC_NONE)
            return reader_fails(reader, reader_peek(reader), "is for a seat without such a pile");
    }
    return read_cards(reader, false, out);
}

static bool read_events(struct reader *reader, struct hc_text *out)
{
    const char *next = reader->next;

    for (;;) {
        const char *semicolon = memchr(next, ';', (size_t)(reader->end - next));
        const char *end = semicolon ? semicolon : reader->end;
        struct word word = scenario_word(&next, end);

        if (!word.length)
            return reader_fails(reader, word, "must be an event: events A; B; C");
        hc_put(out, out->length ? "; " : "");
        for (next = word.start; next < end; next++)
            hc_put_char(out, *next);
        if (!semicolon)
            return true;
        next = semicolon + 1;
    }
}

bool expect_read(struct reader *reader, struct expectation *expectation)
{
    struct hc_text out;
    int64_t value[HC_SEATS_MAX];

    *expectation = (struct expectation){.seat = HC_NONE, .viewer = HC_NONE};
    hc_text_init(&out, expectation->want, sizeof expectation->want);
    if (!find_key(reader, expectation))
        return false;
    expectation->reader = *reader;
    switch (expectation->kind) {
    case EXPECT_HAND:
        return read_seat(reader, &expectation->seat) && read_cards(reader, true, &out);
    case EXPECT_HOLDS:
        return read_seat(reader, &expectation->seat) && read_count(reader, &out);
    case EXPECT_SEES:
        return read_seat(reader, &expectation->viewer) && read_seat(reader, &expectation->seat) &&
               read_cards(reader, true, &out);
    case EXPECT_TOP:
        return read_top(reader, expectation, &out);
    case EXPECT_PHASE:
        return read_phase(reader, &out);
    case EXPECT_EVENTS:
        return read_events(reader, &out);
    case EXPECT_PILE:
        return read_pile(reader, expectation, &out);
    case EXPECT_PILE_COUNT:
        return read_count(reader, &out);
    case EXPECT_FACT:
        if (!read_fact(reader, expectation->fact, value))
            return false;
        put_fact(reader, expectation->fact, value, &out);
        return true;
    }
    return false;
}

static void got_hand(const struct hc_table *table, const struct hc_deck *deck, unsigned seat,
                     struct hc_text *out)
{
    struct hc_cards hand = table->box.hand[seat];
    uint8_t faces[HC_CARDS_MAX];
    unsigned count = 0;

    while (hc_any(hand))
        faces[count++] = deck->face_of[hc_take_lowest(&hand)];
    sort_faces(faces, count);
    put_faces(deck, faces, count, out);
}

static void got_sees(const struct hc_table *table, const struct hc_deck *deck, unsigned viewer,
                     unsigned seat, struct hc_text *out)
{
    struct hc_view view;
    uint8_t faces[HC_CARDS_MAX];
    unsigned count = 0;

    hc_view(table, viewer, 0, &view);
    for (unsigned i = 0; i < view.hand[seat].count; i++)
        if (view.face[view.hand[seat].start + i] != HC_HIDDEN)
            faces[count++] = view.face[view.hand[seat].start + i];
    sort_faces(faces, count);
    put_faces(deck, faces, count, out);
}

static void got_pile(const struct hc_table *table, const struct hc_deck *deck,
                     const struct expectation *expectation, struct hc_text *out)
{
    bool oldest_first = hc_game_of(table)->piles[expectation->pile].seat != HC_NONE;
    uint8_t cards[HC_CARDS_MAX], faces[HC_CARDS_MAX];
    unsigned count = hc_box_list(&table->box, expectation->pile, cards);

    for (unsigned i = 0; i < count; i++)
        faces[i] = deck->face_of[cards[oldest_first ? count - 1 - i : i]];
    put_faces(deck, faces, expectation->kind == EXPECT_TOP && count ? 1 : count, out);
}

static void got_fact(const struct hc_table *table, const struct expectation *expectation,
                     struct hc_text *out)
{
    const struct hc_fact *fact = expectation->fact;
    int64_t value[HC_SEATS_MAX];

    for (unsigned s = 0; s < (fact->per_seat ? table->seats : 1u); s++) {
        value[s] = hc_fact_get(fact, table->state, s);
        if (fact->type == HC_FACT_CARD && value[s] < HC_CARDS_MAX)
            value[s] = expectation->reader.deck->face_of[value[s]];
    }
    put_fact(&expectation->reader, fact, value, out);
}

/* Whether the words of an event begin with those that are wanted. */
static bool event_is(const char *line, const char *want, const char *want_end)
{
    const char *line_end = line + strlen(line);
    struct word wanted, there;

    while (wanted = scenario_word(&want, want_end), wanted.length) {
        there = scenario_word(&line, line_end);
        if (there.length != wanted.length || memcmp(there.start, wanted.start, there.length) != 0)
            return false;
    }
    return true;
}

static void got_events(const struct history *history, size_t from, const char *want,
                       const char *want_end, struct hc_text *out)
{
    hc_put(out, "no ");
    while (want < want_end && *want == ' ')
        want++;
    while (want < want_end)
        hc_put_char(out, *want++);
    hc_put(out, from ? " after " : ", but ");
    if (from) {
        hc_put(out, history->line[from - 1]);
        hc_put(out, ", but ");
    }
    if (from == history->count)
        hc_put(out, "nothing more");
    for (size_t i = from; i < history->count; i++) {
        hc_put(out, i > from ? "; " : "");
        hc_put(out, history->line[i]);
    }
}

/* The earliest event that fits is the best one to take: it leaves most for those that follow. */
static bool events_met(const struct reader *reader, const struct history *history,
                       struct hc_text *out)
{
    const char *place = reader->next;
    size_t next = 0;

    while (place < reader->end) {
        const char *end = memchr(place, ';', (size_t)(reader->end - place));
        size_t from = next;

        if (!end)
            end = reader->end;
        while (next < history->count && !event_is(history->line[next], place, end))
            next++;
        if (next++ == history->count) {
            got_events(history, from, place, end, out);
            return false;
        }
        place = end + 1;
    }
    return true;
}

bool expect_met(const struct expectation *expectation, const struct hc_table *table,
                const struct history *history, char *got, size_t size)
{
    const struct hc_deck *deck = expectation->reader.deck;
    struct hc_text out;

    hc_text_init(&out, got, size);
    switch (expectation->kind) {
    case EXPECT_HAND:
        got_hand(table, deck, expectation->seat, &out);
        break;
    case EXPECT_HOLDS:
        hc_put_number(&out, hc_count(table->box.hand[expectation->seat]));
        break;
    case EXPECT_SEES:
        got_sees(table, deck, expectation->viewer, expectation->seat, &out);
        break;
    case EXPECT_TOP:
    case EXPECT_PILE:
        got_pile(table, deck, expectation, &out);
        break;
    case EXPECT_PHASE:
        hc_put(&out, hc_table_phase(table, HC_DIALECT_OWN));
        break;
    case EXPECT_EVENTS:
        return events_met(&expectation->reader, history, &out);
    case EXPECT_PILE_COUNT:
        hc_put_number(&out, table->box.pile[expectation->pile].count);
        break;
    case EXPECT_FACT:
        got_fact(table, expectation, &out);
        break;
    }
    return !strcmp(got, expectation->want);
}
