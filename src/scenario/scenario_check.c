// SPDX-License-Identifier: MIT
/*
 * scenario_check.c: runs scenarios, for `holecard check` and for tests.
 *
 * Every scenario is walked through twice. The first walk reads each statement and finds what cannot
 * be understood before the scenario runs; the second one gives the commands. Both begin by setting
 * up the position. Nothing here knows a game: cards, piles, facts, phases and
 * verbs are found by name in its tables.
 */
#include "scenario/scenario_check.h"

#include <stdlib.h>
#include <string.h>

#include "table/position.h"
#include "scenario/expect.h"

/* One scenario on its way. */
struct trial {
    const struct scenario_file *file;
    const struct scenario *scenario;
    const struct statement *statement; /* the one at work */
    struct reader reader;
    struct hc_rules rules;
    struct hc_table table;
    struct history history;
    const char *broken; /* what is wrong with the position */
    FILE *out;
    bool lobby, failed;
};

static bool fails_here(struct trial *trial, const char *what)
{
    return reader_fails(&trial->reader, trial->statement->name, what);
}

static void enter(struct trial *trial, const struct statement *statement)
{
    trial->statement = statement;
    trial->reader.next = statement->next;
    trial->reader.end = statement->end;
}

static const struct statement *statement_at(const struct trial *trial, size_t index)
{
    return index < trial->scenario->count ? &trial->file->statements[trial->scenario->first + index]
                                          : NULL;
}

static bool read_game(struct trial *trial)
{
    struct reader *reader = &trial->reader;
    struct word word = scenario_word(&reader->next, reader->end);
    char text[SCENARIO_LINE_CHARS + 1], what[800];
    struct word rest = {reader->next, (size_t)(reader->end - reader->next)};
    struct hc_problem why;

    if (reader->game)
        return fails_here(trial, "is given twice");
    scenario_copy(word, text, sizeof text);
    reader->game = hc_game_find(text);
    if (!reader->game) {
        struct hc_text out;

        hc_text_init(&out, what, sizeof what);
        hc_put(&out, "must be a game:");
        for (size_t g = 0; hc_game_at(g); g++) {
            hc_put_char(&out, ' ');
            hc_put(&out, hc_game_name(hc_game_at(g)));
        }
        return reader_fails(reader, word, what);
    }
    scenario_copy(rest, text, sizeof text);
    if (!hc_rules_parse(reader->game, text, &trial->rules, &why)) {
        reader->why->at = (size_t)(rest.start - reader->text) + why.at;
        snprintf(reader->why->text, sizeof reader->why->text, "%s", why.text);
        return false;
    }
    reader->deck = hc_deck_of(reader->game, &trial->rules);
    return true;
}

/* Finds the game and how many seats there are; their order among the statements is free. */
static bool read_setting(struct trial *trial)
{
    const struct statement *statement;
    unsigned hands = 0;
    int64_t seats = -1;

    for (size_t i = 0; (statement = statement_at(trial, i)); i++) {
        enter(trial, statement);
        if (statement->kind == STATEMENT_GAME && !read_game(trial))
            return false;
        hands += statement->kind == STATEMENT_HAND;
        if (statement->kind != STATEMENT_SEATS)
            continue;
        if (seats >= 0)
            return fails_here(trial, "is given twice");
        if (!read_number(&trial->reader, 0, HC_SEATS_MAX, &seats) || !read_end(&trial->reader))
            return false;
    }
    enter(trial, statement_at(trial, 0));
    if (!trial->reader.game)
        return fails_here(trial, "needs a line: game NAME [preset] [option=value]");
    if (hands && seats >= 0)
        return fails_here(trial, "has hands and seats; it needs one or the other");
    if (!hands && seats < 0)
        return fails_here(trial, "needs a hand for each seat, or: seats N");
    trial->lobby = !hands;
    trial->reader.seats = hands ? hands : (unsigned)seats;
    return true;
}

static bool open_table(struct trial *trial)
{
    struct reader *reader = &trial->reader;
    uint8_t seed[HC_SEED_BYTES];
    uint64_t number = 0;
    char what[80];

    hc_rules_seed(&trial->rules, &number);
    hc_seed_from_number(number, seed);
    if (!hc_table_open(&trial->table, reader->game, &trial->rules, reader->seats, seed))
        return true;
    snprintf(what, sizeof what, "has %u seats, and these rules allow at most %u", reader->seats,
             hc_seats_max(reader->game, &trial->rules));
    return fails_here(trial, what);
}

static bool lay_hand(struct trial *trial, struct hc_position *position, uint32_t *given)
{
    struct reader *reader = &trial->reader;
    struct word word = reader_peek(reader);
    unsigned seat, face;

    if (!read_seat(reader, &seat))
        return false;
    if (*given >> seat & 1)
        return reader_fails(reader, word, "has a hand already");
    *given |= 1u << seat;
    if (reader_takes_none(reader))
        return true;
    while (word = reader_peek(reader), word.length) {
        if (!read_face(reader, &face))
            return false;
        if (!hc_position_hand(position, seat, face))
            return reader_fails(reader, word, "occurs more often than in the full deck");
    }
    return true;
}

/* The words of a pile in the order in which cards are put under it. */
static bool lay_pile(struct trial *trial, struct hc_position *position, unsigned pile)
{
    struct reader *reader = &trial->reader;
    bool oldest_first = reader->game->piles[pile].seat != HC_NONE;
    struct word words[HC_CARDS_MAX], word;
    uint8_t faces[HC_CARDS_MAX];
    struct reader names = *reader;
    unsigned count;

    if (!read_faces(reader, faces, &count))
        return false;
    for (unsigned i = 0; i < count; i++)
        words[i] = scenario_word(&names.next, names.end);
    for (unsigned i = 0; i < count; i++) {
        unsigned next = oldest_first ? count - 1 - i : i;

        word = words[next];
        if (!hc_position_pile(position, pile, faces[next]))
            return reader_fails(reader, word, "occurs more often than in the full deck");
    }
    return true;
}

static bool no_such_place(struct trial *trial)
{
    static const char *const keywords[] = {
#define X(code, name) #name,
        SCENARIO_STATEMENTS(X)
#undef X
    };
    char what[800];
    struct hc_text out;

    hc_text_init(&out, what, sizeof what);
    hc_put(&out, "is not a statement; allowed are");
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
        hc_put_char(&out, ' ');
        hc_put(&out, keywords[k]);
    }
    hc_put(&out, ", and for a position of this game");
    put_places(trial->reader.game, &out);
    return fails_here(trial, what);
}

/* The pile that a statement names, with the seat behind its name if it is a seat's own;
 * *pile is HC_NONE if the name is not that of a pile. */
static bool find_pile(struct trial *trial, const char *name, unsigned *pile)
{
    const struct hc_game *game = trial->reader.game;
    struct word word = reader_peek(&trial->reader);
    unsigned seat;

    *pile = hc_pile_find(game, name, HC_NONE);
    if (*pile != HC_NONE || hc_pile_find(game, name, 0) == HC_NONE)
        return true;
    if (!read_seat(&trial->reader, &seat))
        return false;
    *pile = hc_pile_find(game, name, seat);
    return *pile != HC_NONE || reader_fails(&trial->reader, word, "has no such pile");
}

/* A statement that names a pile or a fact. Facts are set last, since cards may be named by them. */
static bool lay_place(struct trial *trial, struct hc_position *position, bool facts,
                      uint32_t *given)
{
    const struct hc_game *game = trial->reader.game;
    const struct hc_fact *fact;
    int64_t value[HC_SEATS_MAX];
    char name[32];
    unsigned pile;

    scenario_copy(trial->statement->name, name, sizeof name);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    if (!find_pile(trial, name, &pile))
        return false;
    if (pile != HC_NONE) {
        if (facts)
            return true;
        if (trial->lobby)
            return fails_here(trial, "cannot be given with seats: nothing is dealt in the lobby");
        if (*given >> pile & 1)
            return fails_here(trial, "is given twice");
        *given |= 1u << pile;
        return lay_pile(trial, position, pile);
    }
    fact = hc_fact_find(game, name);
    if (!fact)
        return no_such_place(trial);
    if (!facts)
        return true;
    if (position->given >> (fact - game->facts) & 1)
        return fails_here(trial, "is given twice");
    if (!read_fact(&trial->reader, fact, value))
        return false;
    for (unsigned s = 0; s < (fact->per_seat ? trial->reader.seats : 1u); s++)
        if (!hc_position_fact(position, fact, s, value[s]))
            return fails_here(trial, "names a card that lies nowhere");
    return true;
}

static bool is_position(enum statement_kind kind)
{
    return kind == STATEMENT_HAND || kind == STATEMENT_PLACE || kind == STATEMENT_SEATS ||
           kind == STATEMENT_GAME;
}

static bool lay_cards(struct trial *trial, struct hc_position *position, bool facts)
{
    const struct statement *statement;
    uint32_t hands = 0, piles = 0;
    bool begun = false;

    for (size_t i = 0; (statement = statement_at(trial, i)); i++) {
        enter(trial, statement);
        begun |= statement->kind == STATEMENT_DO || statement->kind == STATEMENT_REFUSE ||
                 statement->kind == STATEMENT_EXPECT;
        if (begun && is_position(statement->kind) && statement->kind != STATEMENT_PLACE)
            return fails_here(trial, "must stand before the first do, refuse or expect");
        if (statement->kind == STATEMENT_HAND && !facts && !lay_hand(trial, position, &hands))
            return false;
        if (statement->kind != STATEMENT_PLACE)
            continue;
        if (!lay_place(trial, position, facts, &piles))
            return false;
        if (begun)
            return fails_here(trial, "must stand before the first do, refuse or expect");
    }
    return true;
}

/* Opens the table and puts the position on it. */
static bool set_up(struct trial *trial)
{
    struct hc_position position;

    trial->reader = (struct reader){.text = trial->file->text, .why = trial->reader.why};
    if (!read_setting(trial) || !open_table(trial))
        return false;
    hc_position_begin(&position, &trial->table);
    if (!lay_cards(trial, &position, false) || !lay_cards(trial, &position, true))
        return false;
    trial->broken = trial->lobby ? hc_table_check_part(&trial->table) : hc_position_end(&position);
    return true;
}

/* A command as it stands in a statement. */
struct order {
    enum hc_refusal want;
    unsigned seat;     /* or HC_HOUSE */
    struct word whole; /* with the seat */
    struct word words; /* the command alone, without the cards of a deck */
    bool rigged;
    uint8_t deck[HC_CARDS_MAX];
    unsigned deck_count;
};

/* A verb of the house that takes nothing may be followed by the cards of the next deck. */
static bool read_rigged(struct reader *reader, struct order *order)
{
    const struct hc_grammar *grammar = &reader->game->grammar;
    const unsigned argument = HC_TAKES_CARD | HC_TAKES_COLOR | HC_TAKES_SEAT;
    struct hc_cards used = {{0, 0}}, left;
    const char *start = reader->next;
    struct word verb = scenario_word(&reader->next, reader->end), word;
    unsigned face, v = 0;

    while (v < grammar->verb_count && !hc_word_is(verb.start, verb.length, grammar->verbs[v].name))
        v++;
    if (v == grammar->verb_count || grammar->verbs[v].takes & argument ||
        !reader_peek(reader).length) {
        reader->next = start;
        return true;
    }
    order->rigged = true;
    order->words = verb;
    while (word = reader_peek(reader), word.length) {
        if (!read_face(reader, &face))
            return false;
        left = hc_but(hc_and(reader->deck->copies[face], reader->deck->cards), used);
        if (!hc_any(left))
            return reader_fails(reader, word, "occurs more often than in the full deck");
        order->deck[order->deck_count++] = (uint8_t)hc_lowest(left);
        used = hc_or(used, hc_card(hc_lowest(left)));
    }
    return true;
}

static bool read_refusal(struct reader *reader, enum hc_refusal *refusal)
{
    struct word word = scenario_word(&reader->next, reader->end);
    char text[40], what[800];
    struct hc_text out;

    scenario_copy(word, text, sizeof text);
    *refusal = hc_refusal_find(text);
    if (*refusal != HC_OK && *refusal != HC_REFUSALS_MAX)
        return true;
    hc_text_init(&out, what, sizeof what);
    hc_put(&out, "must be the code of a refusal:");
    for (unsigned r = HC_OK + 1; r < HC_REFUSALS_MAX; r++)
        if (hc_refusal_name((enum hc_refusal)r)) {
            hc_put_char(&out, ' ');
            hc_put(&out, hc_refusal_name((enum hc_refusal)r));
        }
    return reader_fails(reader, word, what);
}

/* How long a text is without the blanks at its end. */
static size_t trimmed(const char *start, const char *end)
{
    while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return (size_t)(end - start);
}

/* A first word that is a number is a seat; otherwise the house speaks. */
static bool read_order(struct trial *trial, struct order *order)
{
    struct reader *reader = &trial->reader;
    struct word word;
    int64_t seat;

    *order = (struct order){.seat = HC_HOUSE};
    if (trial->statement->kind == STATEMENT_REFUSE && !read_refusal(reader, &order->want))
        return false;
    word = reader_peek(reader);
    order->whole = (struct word){word.start, trimmed(word.start, reader->end)};
    if (word.length && *word.start >= '0' && *word.start <= '9') {
        /* Any seat may be named: that there is none is a refusal like others. */
        if (!read_number(reader, 0, 99, &seat))
            return false;
        order->seat = (unsigned)seat;
    }
    word = reader_peek(reader);
    if (!word.length)
        return reader_fails(reader, word, "must be a command");
    order->words = (struct word){word.start, trimmed(word.start, reader->end)};
    return order->seat != HC_HOUSE || read_rigged(reader, order);
}

static enum hc_refusal submit(struct trial *trial, const struct order *order,
                              struct hc_events *events, struct hc_problem *why)
{
    struct hc_table *table = &trial->table;
    char text[SCENARIO_LINE_CHARS + 1];
    struct hc_command command;
    enum hc_refusal refusal;

    events->used = events->count = 0;
    scenario_copy(order->words, text, sizeof text);
    refusal = hc_command_parse(trial->reader.game, &trial->rules, text, &command, why);
    if (refusal)
        return refusal;
    return order->rigged ? hc_submit_rigged(table, order->seat, &command, 0, events, order->deck,
                                            order->deck_count)
                         : hc_submit(table, order->seat, &command, 0, events);
}

/* Says what failed, with the file and the line; a scenario ends with its first failure. */
static void fail(struct trial *trial, struct word expected, const char *how, const char *got,
                 const char *got_more)
{
    const struct word id = trial->scenario->id;

    trial->failed = true;
    fprintf(trial->out, "%s:%u: scenario %.*s: expected %.*s%s, got %s%s%s\n", trial->file->path,
            trial->statement->line, (int)id.length, id.start, (int)expected.length, expected.start,
            how, got, *got_more ? ": " : "", got_more);
}

static void fail_plainly(struct trial *trial, const char *expected, const char *got)
{
    fail(trial, (struct word){expected, strlen(expected)}, "", got, "");
}

/* Folds the events into the table as it was, keeping each in its printed form, and compares. */
static void follow(struct trial *trial, struct hc_table *before, const struct hc_events *events)
{
    const char *broken;

    for (const struct hc_event *event = hc_event_first(events); event;
         event = hc_event_next(events, event)) {
        struct hc_seen seen;
        char line[256];

        hc_table_apply(before, event);
        hc_event_see(before, event, event->seat, &seen);
        hc_seen_print(hc_table_game(before), hc_table_rules(before), &seen, line, sizeof line);
        history_add(&trial->history, line);
    }
    broken = hc_table_check_part(&trial->table);
    if (broken)
        fail_plainly(trial, "a sound table", broken);
    else if (memcmp(before, &trial->table, sizeof *before) != 0)
        fail_plainly(trial, "the table that the events lead to", "another one");
}

static void give(struct trial *trial)
{
    struct hc_table before;
    struct hc_events events;
    struct hc_problem why = {0};
    struct order order;
    enum hc_refusal refusal;
    char how[80];

    if (!read_order(trial, &order)) {
        fail_plainly(trial, "a command", trial->reader.why->text);
        return;
    }
    memcpy(&before, &trial->table, sizeof before);
    refusal = submit(trial, &order, &events, &why);
    snprintf(how, sizeof how, order.want ? " to be refused with %s" : " to be accepted",
             hc_refusal_name(order.want));
    if (refusal != order.want)
        fail(trial, order.whole, how, refusal ? hc_refusal_name(refusal) : "it accepted",
             *why.text ? why.text
             : refusal ? hc_refusal_sentence(NULL, refusal, NULL)
                       : "");
    else if (!refusal)
        follow(trial, &before, &events);
    else if (events.count)
        fail_plainly(trial, "no events from a refused command", "some");
    else if (memcmp(&before, &trial->table, sizeof before) != 0)
        fail_plainly(trial, "every byte as it was before a refused command", "a change");
}

static void expect(struct trial *trial)
{
    struct expectation expectation;
    struct word key = reader_peek(&trial->reader);
    char wanted[SCENARIO_LINE_CHARS + 80], got[2000];
    struct hc_text out;

    if (!expect_read(&trial->reader, &expectation)) {
        fail_plainly(trial, "something to expect", trial->reader.why->text);
        return;
    }
    if (expect_met(&expectation, &trial->table, &trial->history, got, sizeof got))
        return;
    hc_text_init(&out, wanted, sizeof wanted);
    for (size_t i = 0; i < key.length; i++)
        hc_put_char(&out, key.start[i]);
    if (expectation.viewer != HC_NONE) {
        hc_put_char(&out, ' ');
        hc_put_number(&out, expectation.viewer);
    }
    if (expectation.seat != HC_NONE) {
        hc_put_char(&out, ' ');
        hc_put_number(&out, expectation.seat);
    }
    hc_put_char(&out, ' ');
    hc_put(&out, expectation.want);
    fail_plainly(trial, wanted, got);
}

static bool is_join(const struct reader *reader)
{
    struct word word = reader_peek(reader);

    return word.length && hc_word_is(word.start, word.length, "join");
}

/* The first walk: everything must be understood. Whoever joins adds a seat to what follows. */
static bool read_all(struct trial *trial)
{
    const struct statement *statement;
    struct expectation expectation;
    struct order order;

    if (trial->scenario->wrong) {
        trial->reader.why->at = (size_t)(trial->scenario->wrong_at - trial->file->text);
        snprintf(trial->reader.why->text, sizeof trial->reader.why->text, "%s",
                 trial->scenario->wrong);
        return false;
    }
    if (!set_up(trial))
        return false;
    for (size_t i = 0; (statement = statement_at(trial, i)); i++) {
        enter(trial, statement);
        if (statement->kind == STATEMENT_EXPECT && !expect_read(&trial->reader, &expectation))
            return false;
        if (statement->kind != STATEMENT_DO && statement->kind != STATEMENT_REFUSE)
            continue;
        if (statement->kind == STATEMENT_DO && is_join(&trial->reader) &&
            trial->reader.seats < HC_SEATS_MAX)
            trial->reader.seats++;
        if (!read_order(trial, &order))
            return false;
    }
    return true;
}

/* The second walk, which ends with the first failure. */
static void run(struct trial *trial)
{
    const struct statement *statement;

    trial->failed = false;
    set_up(trial);
    enter(trial, statement_at(trial, 0));
    if (trial->broken)
        fail_plainly(trial, "a position that can be played", trial->broken);
    for (size_t i = 0; !trial->failed && (statement = statement_at(trial, i)); i++) {
        enter(trial, statement);
        trial->reader.seats = trial->table.seats;
        if (statement->kind == STATEMENT_EXPECT)
            expect(trial);
        else if (statement->kind == STATEMENT_DO || statement->kind == STATEMENT_REFUSE)
            give(trial);
    }
    history_clear(&trial->history);
}

void check_scenario(const struct scenario_file *file, const struct scenario *scenario, FILE *out,
                    FILE *complaints, struct check_counts *counts)
{
    struct mistake why;
    struct trial trial = {.file = file, .scenario = scenario, .out = out, .reader.why = &why};
    unsigned line, column;

    trial.failed = !read_all(&trial);
    if (trial.failed) {
        scenario_place(file->text, why.at, &line, &column);
        fflush(out);
        fprintf(complaints, "%s:%u:%u: %s\n", file->path, line, column, why.text);
        counts->unclear++;
    } else {
        run(&trial);
    }
    counts->failed += trial.failed;
    counts->passed += !trial.failed;
}

void check_scenarios(const struct scenario_file *file, FILE *out, FILE *complaints,
                     struct check_counts *counts)
{
    for (size_t i = 0; i < file->scenario_count; i++)
        check_scenario(file, &file->scenarios[i], out, complaints, counts);
}
