// SPDX-License-Identifier: MIT
/*
 * test_damage_signature.c: numbers that change when what is damaged, forged or set up by hand is
 * judged otherwise.
 *
 * As test_signature.c does for what is lawful: matches are played with rules in which every pair of
 * options occurs; their tables and logs are then damaged and forged by dice, positions like theirs
 * are set up, and what is said of all that is folded into one number for each subject
 * (signatures.h).
 */
#include <stdio.h>

#include "covering_rules.h"
#include "signatures.h"
#include "table/position.h"
#include "table/uncover.h"
#include "ring/logged_match.h"

enum { TABLES = 4, TABLE_TRIALS = 300, LOG_TRIALS = 60, FORGERIES = 30, POSITIONS = 60 };

enum subject { SAVED_TABLES, DAMAGED_LOGS, FORGED_LOGS, POSITIONS_SET, UNCOVERED, SUBJECTS };

static const char *const subject_names[SUBJECTS] = {
    "saved tables", "damaged logs", "forged logs", "positions", "uncovered cards",
};

static const char *const games[] = {"null", "shed", "two"};

static uint64_t signature[SUBJECTS];
static struct hc_dice dice;
static char text[1 << 16];

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&dice, bound);
}

static void fold(enum subject subject, const void *bytes, size_t size)
{
    uint64_t sum = signature[subject];

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    signature[subject] = sum ^ sum >> 29;
}

static void fold_text(enum subject subject, const char *words)
{
    fold(subject, words ? words : "", words ? strlen(words) + 1 : 1);
}

static void fold_problem(enum subject subject, unsigned verdict, const struct hc_problem *why)
{
    const uint64_t numbers[] = {verdict, why->at};

    fold(subject, numbers, sizeof numbers);
    fold_text(subject, why->text);
}

/* Near what it was, or anything. */
static uint8_t some_byte(uint8_t was)
{
    switch (below(6)) {
    case 0:
        return (uint8_t)(was + 1);
    case 1:
        return (uint8_t)(was - 1);
    case 2:
        return (uint8_t)(was ^ 1u << below(8));
    case 3:
        return (uint8_t)below(12);
    case 4:
        return (uint8_t)(below(2) ? 0 : 255);
    default:
        return (uint8_t)below(256);
    }
}

/* ---- Saved tables ---------------------------------------------------------------------------- */

static void load_damaged(const uint8_t *bytes, size_t size)
{
    uint8_t again[2048];
    struct hc_table table;
    struct hc_problem why;
    bool good = hc_table_load(&table, bytes, size, &why);

    fold_problem(SAVED_TABLES, good, &why);
    if (good)
        fold(SAVED_TABLES, again, hc_table_save(&table, again, sizeof again));
}

/* A fact says something else: the game's own check must see it, and so must loading. */
static void damage_fact(struct hc_table table)
{
    static const int64_t values[] = {0, 1, 2, 3, 4, 5, 9, 10, 11, 127, 128, HC_HIDDEN, HC_NONE};
    const struct hc_game *game = hc_game_of(&table);
    const struct hc_fact *fact = &game->facts[below(game->fact_count)];
    unsigned seat = fact->per_seat ? below(HC_SEATS_MAX) : 0;
    int64_t value = hc_fact_get(fact, table.state, seat);
    uint8_t bytes[2048];

    switch (below(3)) {
    case 0:
        value += (int64_t)below(3) - 1;
        break;
    case 1:
        value ^= 1 << below(12);
        break;
    default:
        value = values[below(sizeof values / sizeof *values)];
        break;
    }
    hc_fact_set(fact, table.state, seat, value);
    fold_text(SAVED_TABLES, hc_table_check(&table));
    load_damaged(bytes, hc_table_save(&table, bytes, sizeof bytes));
}

static void damage_tables(void)
{
    for (unsigned i = 0; i < TABLES; i++) {
        uint8_t bytes[2048], was[2048];
        size_t size = hc_table_save(&match.after[below(match.commands)], was, sizeof was);

        assert_true(size <= sizeof was);
        for (unsigned trial = 0; trial < TABLE_TRIALS; trial++) {
            damage_fact(match.after[below(match.commands)]);
            memcpy(bytes, was, size);
            for (unsigned n = 1 + below(2); n; n--) {
                size_t at = below((uint32_t)size);

                bytes[at] = some_byte(bytes[at]);
            }
            load_damaged(bytes, size - (below(20) ? 0 : below((uint32_t)size)));
        }
    }
}

/* ---- Logs ------------------------------------------------------------------------------------ */

static void fold_log(enum subject subject, const uint8_t *bytes, size_t size)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_problem why = {.text = ""};
    struct hc_table table;
    unsigned seq = below(2) ? UINT32_MAX : below(40);
    int more = -1;
    bool good;

    if (hc_log_open(&reader, bytes, size))
        while ((more = hc_log_next(&reader, &record)) > 0)
            ;
    if (more < 0)
        fold_problem(subject, 0, &reader.problem);
    fold_problem(subject, hc_log_verify(bytes, size, &why), &why);
    good = hc_log_replay(bytes, size, seq, &table, NULL, NULL, &why);
    fold_problem(subject, good, &why);
    if (good)
        fold(subject, table.state, sizeof table.state);
}

static void damage_logs(void)
{
    uint8_t *bytes = match.log.bytes;

    for (unsigned trial = 0; trial < LOG_TRIALS; trial++) {
        size_t size = match.log.used - (below(8) ? 0 : below((uint32_t)match.log.used));
        size_t at = below((uint32_t)(below(2) || size < 100 ? size : 100));
        uint8_t was = bytes[at];

        bytes[at] = some_byte(was);
        fold_log(DAMAGED_LOGS, bytes, size);
        bytes[at] = was;
    }
}

static unsigned forged_number; /* of the command that is changed */

static void forge_event(struct hc_events *events)
{
    const struct hc_event *first = hc_event_first(events);
    struct hc_event *event;

    if (!first)
        return;
    for (unsigned skip = below(events->count); skip; skip--)
        first = hc_event_next(events, first);
    event = (struct hc_event *)(void *)(events->bytes +
                                        ((const uint8_t *)(const void *)first - events->bytes));
    switch (below(6)) {
    case 0:
        event->kind = (uint8_t)below(2) ? (uint8_t)below(64) : (uint8_t)(event->kind ^ 1);
        break;
    case 1:
        event->seat = (uint8_t)below(12);
        break;
    case 2:
        event->other = (uint8_t)(below(3) ? below(12) : HC_NONE);
        break;
    case 3:
        event->value = (int32_t)below(3) + event->value - 1;
        break;
    case 4:
        event->value = (int32_t)below(3) ? (int32_t)below(16) : (int32_t)below(5) * -7;
        break;
    default:
        if (event->count)
            event->cards[below(event->count)] = (uint8_t)below(HC_CARDS_MAX);
        break;
    }
}

static enum fate forge(struct hc_record *record, unsigned number)
{
    if (number != forged_number || record->kind != HC_RECORD_COMMAND)
        return KEEP;
    switch (below(10)) {
    case 0:
        return LEAVE_OUT;
    case 1:
        return TWICE;
    case 2:
        record->seat = (uint8_t)(below(4) ? below(HC_SEATS_MAX) : HC_HOUSE);
        break;
    case 3:
        record->command.target = (uint8_t)(below(4) ? below(HC_SEATS_MAX) : HC_NONE);
        break;
    case 4:
        record->time_ms += below(100000);
        break;
    default:
        forge_event(&record->events);
        break;
    }
    return KEEP;
}

static void forge_logs(const char *rules)
{
    for (unsigned i = 0; i < FORGERIES; i++) {
        size_t size;

        forged_number = 1 + below(match.commands);
        size = forge_with(rules, forge);
        fold_log(FORGED_LOGS, forged, size);
    }
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Hands and piles as they are on a table, but for some cards. */
static void lay_cards(struct hc_position *position, const struct hc_table *like)
{
    const struct hc_game *game = hc_game_of(like);
    const struct hc_deck *deck = hc_deck_of(game, &like->rules);
    unsigned left_out = below(3) ? 0 : 1 + below(8);
    uint8_t cards[HC_CARDS_MAX];

    for (unsigned s = 0; s < like->seats; s++)
        for (unsigned f = 0; f < deck->face_count; f++)
            for (unsigned n = hc_count(hc_and(like->box.hand[s], deck->copies[f])); n; n--)
                if (!left_out || below(left_out))
                    assert_true(hc_position_hand(position, s, f));
    for (unsigned p = 0; p < game->pile_count; p++) {
        unsigned count = below(8) ? hc_box_list(&like->box, p, cards) : 0;

        for (unsigned i = 0; i < count; i++)
            if (!left_out || below(left_out))
                assert_true(hc_position_pile(position, p, deck->face_of[cards[i]]));
    }
    /* Cards where they do not belong; what the deck has not got is not laid anywhere. */
    for (unsigned n = below(3) ? 0 : below(5); n; n--) {
        unsigned face = below(deck->face_count), pile = below(game->pile_count);

        if (below(2))
            fold(POSITIONS_SET, &(bool){hc_position_pile(position, pile, face)}, 1);
        else
            fold(POSITIONS_SET, &(bool){hc_position_hand(position, below(like->seats), face)}, 1);
    }
}

/* Some of the facts as they are on a table, some a little otherwise, some not at all. */
static void give_facts(struct hc_position *position, const struct hc_table *like)
{
    const struct hc_game *game = hc_game_of(like);
    const struct hc_deck *deck = hc_deck_of(game, &like->rules);
    unsigned give = 1 + below(4), change = 2 + below(20);

    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];

        if (below(4) >= give)
            continue;
        for (unsigned s = 0; s < (fact->per_seat ? like->seats : 1u); s++) {
            int64_t value = hc_fact_get(fact, like->state, s);

            if (fact->type == HC_FACT_CARD && value != HC_NONE)
                value = deck->face_of[value];
            else if (fact->type == HC_FACT_SEAT && below(change) == 0)
                value = below(like->seats);
            else if (fact->type == HC_FACT_SEATS && below(change) == 0)
                value = below(1u << like->seats);
            else if (fact->type == HC_FACT_NAME && below(change) == 0)
                value = below(fact->name_count);
            else if (fact->type == HC_FACT_BOOL && below(change) == 0)
                value = below(2);
            else if (fact->type == HC_FACT_NUMBER && below(change) == 0)
                value = below(8);
            fold(POSITIONS_SET, &(bool){hc_position_fact(position, fact, s, value)}, 1);
        }
    }
}

/* Whom a position waits for, and what everybody can do there. */
static void fold_choices(const struct hc_table *table)
{
    struct hc_actions actions;

    fold(POSITIONS_SET, &(uint8_t){(uint8_t)hc_table_awaits(table)}, 1);
    for (unsigned s = 0; s <= table->seats; s++) {
        hc_actions(table, s < table->seats ? s : HC_HOUSE, 0, &actions);
        fold(POSITIONS_SET, &actions.ways, sizeof actions.ways);
    }
}

static void set_up_positions(void)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        const struct hc_table *like = &match.after[below(match.commands)];
        struct hc_position position;
        struct hc_table table;
        const char *broken;

        assert_int_equal(
            hc_table_open(&table, hc_game_of(like), &like->rules, like->seats, match.seed), HC_OK);
        hc_position_begin(&position, &table);
        lay_cards(&position, like);
        give_facts(&position, like);
        broken = hc_position_end(&position);
        fold_text(POSITIONS_SET, broken);
        fold(POSITIONS_SET, table.state, sizeof table.state);
        if (!broken)
            fold_choices(&table);
    }
}

/* How many cards a deck must have that is given, to begin with it. */
static void rig_decks(void)
{
    const struct hc_game *game = hc_game_of(&match.table);
    const struct hc_deck *deck = hc_deck_of(game, &match.table.rules);
    struct hc_cards left = deck->cards;
    uint8_t cards[HC_CARDS_MAX];
    struct hc_command start;

    assert_true(hc_house_command(game, HC_HOUSE_START, HC_NONE, &start));
    for (unsigned count = 1; count <= deck->card_count; count++) {
        struct hc_table table;
        struct hc_events events;
        enum hc_refusal refusal;

        cards[count - 1] = (uint8_t)hc_take_lowest(&left);
        assert_int_equal(
            hc_table_open(&table, game, &match.table.rules, match.table.seats, match.seed), HC_OK);
        refusal = hc_submit_rigged(&table, HC_HOUSE, &start, 0, &events, cards, count);
        fold(POSITIONS_SET, &(uint8_t){(uint8_t)refusal}, 1);
        fold(POSITIONS_SET, &events.count, sizeof events.count);
    }
}

/* ---- Uncovered cards ------------------------------------------------------------------------- */

static void uncover_event(void *context, const struct hc_table *table,
                          const struct hc_record *record, const struct hc_event *event)
{
    struct hc_seen seen;

    (void)context;
    (void)record;
    hc_uncover_event(table, event, &seen);
    hc_seen_print(hc_game_of(table), &table->rules, &seen, text, sizeof text);
    fold_text(UNCOVERED, text);
}

static void uncover(void)
{
    struct hc_table table;
    struct hc_view view;
    struct hc_problem why;

    assert_true(hc_log_replay(match.log.bytes, match.log.used, UINT32_MAX, &table, uncover_event,
                              NULL, &why));
    for (unsigned i = 0; i < 2; i++) {
        table = i ? match.table : match.after[below(match.commands)];
        hc_view(&table, HC_SPECTATOR, 0, &view);
        hc_uncover_view(&table, &view);
        hc_view_json(&view, text, sizeof text);
        fold_text(UNCOVERED, text);
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void judge_match(const struct hc_game *game, const char *rules, unsigned seats,
                        uint64_t number)
{
    struct plan plan = {.game = game->name, .rules = rules, .seats = seats, .commands = 40};
    uint8_t bytes[HC_SEED_BYTES];

    hc_seed_from_number(number, bytes);
    hc_dice_open(&dice, bytes, 4, 0);
    plan.contributions = below(3);
    plan.commit_each = below(2);
    plan.reveal = below(4);
    play(&match, &plan, number);
    hc_rules_print(game, &match.table.rules, text, sizeof text);
    damage_tables();
    damage_logs();
    forge_logs(text);
    set_up_positions();
    rig_decks();
    uncover();
}

static void nothing_is_judged_otherwise(void **state)
{
    static struct covering_rules rules;
    char name[80];

    (void)state;
    signatures_open("test_damage_signature", subject_names, SUBJECTS);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        const struct hc_game *game = hc_game_find(games[g]);

        for (unsigned deck = 0; deck < covering_decks(game); deck++) {
            uint64_t number = 100 * deck;
            unsigned seats;

            covering_rules_begin(&rules, game, deck, number);
            while (covering_rules_next(&rules, &seats)) {
                memset(signature, 0, sizeof signature);
                judge_match(game, rules.rows.text, seats, ++number);
                snprintf(name, sizeof name, "%s, deck %u, seed %u", games[g], deck,
                         (unsigned)number);
                signatures_add(name, rules.rows.text, signature);
            }
        }
    }
    signatures_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_judged_otherwise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
