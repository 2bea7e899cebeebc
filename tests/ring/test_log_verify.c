// SPDX-License-Identifier: MIT
/*
 * test_log_verify.c: honest logs are found honest, and no lie in one goes unnoticed: not a changed
 * byte, not a record that was changed and sealed again, not an event that cannot be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "table/log.h"
#include "ring/logged_match.h"

/* ---- Verification --------------------------------------------------------------------------- */

static void check_honest(const struct plan *plan)
{
    struct hc_problem why;
    enum hc_verdict verdict = hc_log_verify(match.log.bytes, match.log.used, &why);

    if (verdict != HC_HONEST)
        fail_msg("%s %s: %s", plan->game, plan->rules, why.text);
}

static void honest_matches_are_honest(void **state)
{
    (void)state;
    for_all_matches(check_honest);
}

static void no_secret_no_verdict(void **state)
{
    struct hc_problem why;

    (void)state;
    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        struct plan plan = small_plans[i];

        plan.reveal = false;
        play(&match, &plan, 7);
        assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_UNREVEALED);
    }
}

/* Where the digest record ends that is the last one before a byte: what is before is sealed. */
static size_t sealed_before(size_t at)
{
    struct hc_log_reader reader;
    struct hc_record record;
    size_t sealed = 0;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    while (hc_log_next(&reader, &record) > 0 && reader.at <= at)
        if (record.kind == HC_RECORD_DIGEST)
            sealed = reader.at;
    return sealed;
}

/* Where the digest record ends that is the second one behind a byte, or the last. */
static size_t sealed_behind(size_t at)
{
    struct hc_log_reader reader;
    struct hc_record record;
    unsigned digests = 0;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    while (digests < 2 && hc_log_next(&reader, &record) > 0)
        digests += record.kind == HC_RECORD_DIGEST && reader.at > at;
    return reader.at;
}

/* Every byte of a whole match, changed in several ways: each is noticed, and the place that is
 * named is not in what was sealed before it, nor far behind it. */
static void check_every_byte(const struct plan *plan)
{
    static const uint8_t changes[] = {0x01, 0x10, 0x80, 0xff};
    uint8_t *bytes = match.log.bytes;
    struct hc_problem why;

    check_honest(plan);
    for (size_t i = 0; i < match.log.used; i++) {
        size_t first = sealed_before(i), end = sealed_behind(i);

        for (size_t c = 0; c < sizeof changes; c++) {
            bytes[i] ^= changes[c];
            if (hc_log_verify(bytes, match.log.used, &why) < HC_DISHONEST)
                fail_msg("%s: byte %zu ^ %u is not noticed", plan->why, i, changes[c]);
            if (!strstr(why.text, " at byte ") || why.at < first || why.at >= end)
                fail_msg("%s: byte %zu ^ %u: %s", plan->why, i, changes[c], why.text);
            bytes[i] ^= changes[c];
        }
    }
}

static void every_changed_byte_is_noticed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        play(&match, &small_plans[i], 3);
        check_every_byte(&small_plans[i]);
    }
}

/* A log that was cut off is sound only where a digest ends it. Elsewhere it cannot be read, and
 * nobody is accused. */
static void cut_off_logs_are_noticed(void **state)
{
    struct hc_problem why;

    (void)state;
    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        size_t header;
        struct hc_log_reader reader;

        play(&match, &small_plans[i], 4);
        assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
        header = reader.at;
        for (size_t size = 0; size < match.log.used; size++) {
            bool whole = size == header || (size > header && sealed_before(size) == size);
            const char *says = !size ? "(empty)" : size < 4 ? "(no HCLG at byte 0)" : "cut short";

            assert_int_equal(hc_log_verify(match.log.bytes, size, &why),
                             whole ? HC_UNREVEALED : HC_UNREADABLE);
            if (!strstr(why.text, whole ? "" : says))
                fail_msg("%zu bytes: \"%s\" instead of \"%s\"", size, why.text, says);
        }
    }
}

/* ---- Lies that are sealed again ------------------------------------------------------------- */

static size_t forge(edit_record *edit)
{
    char rules[HC_LOG_RULES_MAX + 1];
    struct hc_log_reader reader;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    hc_log_rules(&reader, rules);
    return forge_with(rules, edit);
}

/* Event number n of a record, from 1. */
static struct hc_event *event_of(struct hc_record *record, unsigned n)
{
    const struct hc_event *event = hc_event_first(&record->events);

    while (--n)
        event = hc_event_next(&record->events, event);
    return (struct hc_event *)(uintptr_t)event;
}

static enum fate change_nothing(struct hc_record *record, unsigned number)
{
    (void)record;
    (void)number;
    return KEEP;
}

/* The first command of null deals: round_started, three times card_dealt, turn. */
static enum fate stack_the_deck(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND) {
        struct hc_event *event = event_of(record, 1);
        uint8_t last = event->cards[23];

        event->cards[23] = event->cards[22];
        event->cards[22] = last;
    }
    return KEEP;
}

static enum fate deal_another_card(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 3)->cards[0] ^= 1;
    return KEEP;
}

static enum fate number_the_round_two(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 1)->value = 2;
    return KEEP;
}

static enum fate begin_with_another(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 5)->seat = 1;
    return KEEP;
}

static enum fate tell_another_event(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 5)->kind = 3;
    return KEEP;
}

static enum fate name_a_second_seat(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 5)->other = 1;
    return KEEP;
}

static enum fate forget_an_event(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND) {
        record->events.count--;
        record->events.used -= (uint32_t)sizeof(struct hc_event);
    }
    return KEEP;
}

static enum fate invent_an_event(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND) {
        struct hc_event *event = hc_event_begin(&record->events, 0);

        *event = *event_of(record, 5);
        hc_event_done(&record->events, event);
    }
    return KEEP;
}

static enum fate let_another_act(struct hc_record *record, unsigned number)
{
    if (number == 2 && record->kind == HC_RECORD_COMMAND)
        record->seat = 2;
    return KEEP;
}

static enum fate start_twice(struct hc_record *record, unsigned number)
{
    return number == 1 && record->kind == HC_RECORD_COMMAND ? TWICE : KEEP;
}

static enum fate reveal_another_seed(struct hc_record *record, unsigned number)
{
    (void)number;
    if (record->kind == HC_RECORD_REVEAL)
        record->bytes[5] ^= 1;
    return KEEP;
}

static enum fate reveal_twice(struct hc_record *record, unsigned number)
{
    (void)number;
    return record->kind == HC_RECORD_REVEAL ? TWICE : KEEP;
}

static enum fate contribute_late(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_DIGEST) {
        record->kind = HC_RECORD_CONTRIBUTION;
        record->seat = 0;
    }
    return KEEP;
}

static const struct {
    const char *why;
    edit_record *edit;
    uint32_t seq; /* of the event that must be named; 0: the record is named */
    const char *want;
} lies[] = {
    {"the deck was stacked", stack_the_deck, 1, "as card 23, the rules say round_started with"},
    {"another card was dealt", deal_another_card, 3, "the log says card_dealt with"},
    {"another value", number_the_round_two, 1, "round_started with 2, the rules say"},
    {"the turn of another", begin_with_another, 5,
     "turn for seat 1, the rules say turn for seat 0 (the first seat is 0)"},
    {"another event", tell_another_event, 5, "the log says kept, the rules say turn"},
    {"a second seat", name_a_second_seat, 5,
     "turn with seat 1, the rules say turn with seat none (the first seat is 0)"},
    {"an event is missing", forget_an_event, 5, "the log says no more, the rules say turn"},
    {"an event too many", invent_an_event, 6, "the log says turn, the rules say no more"},
    {"not one's turn", let_another_act, 0, "it is another player's turn"},
    {"a command twice", start_twice, 0, "the rules refuse \"start\""},
    {"another seed", reveal_another_seed, 0, "do not give the commitment"},
    {"two secrets", reveal_twice, 0, "the secret is out"},
    {"entropy too late", contribute_late, 0, "that cannot be done at this moment"},
};

static void lies_are_named(void **state)
{
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[0], 1);
    size = forge(change_nothing);
    assert_int_equal(size, match.log.used);
    assert_memory_equal(forged, match.log.bytes, size);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        size = forge(lies[i].edit);
        if (hc_log_verify(forged, size, &why) != HC_DISHONEST)
            fail_msg("%s is not noticed", lies[i].why);
        if (!strstr(why.text, lies[i].want) || why.seq != lies[i].seq)
            fail_msg("%s: %s", lies[i].why, why.text);
    }
}

/* A match of two in which every Guard is played in three steps. */
static unsigned play_in_steps(const struct plan *plan)
{
    unsigned steps = 0;

    open_match(&match, plan, 9);
    while (match.commands < plan->commands && hc_table_awaits(&match.table) != HC_NONE) {
        unsigned seat = hc_table_awaits(&match.table);
        struct hc_command command, part;
        struct hc_actions actions;

        hc_actions(&match.table, seat, 0, &actions);
        hc_actions_at(&actions, seat == HC_HOUSE ? 0 : (actions.ways - 1) / 2, &command);
        part = command;
        part.target = part.guess = HC_NONE;
        if (command.guess != HC_NONE) {
            add_command(&match, plan, seat, &part, 0);
            part.target = command.target;
            add_command(&match, plan, seat, &part, 0);
            steps += 2;
        }
        add_command(&match, plan, seat, &command, 0);
    }
    assert_true(hc_log_reveal(&match.log, match.seed, match.salt));
    assert_true(hc_log_seal(&match.log));
    return steps;
}

static const struct plan in_steps = {"two in steps", "two", "tokens_to_win=3", 4, 60, 0,
                                     true,           true};

/* The only event of a step: kinds 17 and 18 of two. Before, it had no card. */
static struct hc_event *step_of(struct hc_record *record)
{
    struct hc_event *event = event_of(record, 1);

    return record->kind == HC_RECORD_COMMAND && event && (event->kind == 17 || event->kind == 18)
               ? event
               : NULL;
}

static enum fate pack_steps(struct hc_record *record, unsigned number)
{
    struct hc_event *event = step_of(record);

    (void)number;
    if (event) {
        event->value =
            hc_deck_of(hc_game_find("two"), &match.table.rules)->face_of[event->cards[0]];
        event->value |= event->other << 8;
        event->other = HC_NONE;
        event->count = 0;
        record->events.used = sizeof *event;
    }
    return KEEP;
}

static enum fate pack_another_target(struct hc_record *record, unsigned number)
{
    pack_steps(record, number);
    if (step_of(record))
        step_of(record)->value ^= 1 << 8;
    return KEEP;
}

/* Logs of before say card and target of a step as one number. They are as honest as they were. */
static void packed_steps_are_honest(void **state)
{
    struct hc_table table;
    struct hc_problem why;
    size_t size;

    (void)state;
    assert_true(play_in_steps(&in_steps) > 8);
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_HONEST);
    size = forge(pack_steps);
    assert_int_not_equal(size, match.log.used);
    if (hc_log_verify(forged, size, &why) != HC_HONEST)
        fail_msg("%s", why.text);
    assert_true(hc_log_replay(forged, size, UINT32_MAX, &table, NULL, NULL, &why));
    memcpy(table.key, match.table.key, sizeof table.key);
    assert_memory_equal(&table, &match.table, sizeof table);
    assert_int_equal(hc_log_verify(forged, forge(pack_another_target), &why), HC_DISHONEST);
    assert_non_null(strstr(why.text, "player_action_started"));
}

static enum fate name_a_card_twice(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 1)->cards[23] = event_of(record, 1)->cards[22];
    return KEEP;
}

/* Filling a pile relies on it. */
static void no_event_has_a_card_twice(void **state)
{
    struct hc_table table;
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[0], 1);
    size = forge(name_a_card_twice);
    assert_false(hc_log_replay(forged, size, UINT32_MAX, &table, NULL, NULL, &why));
    assert_int_equal(why.seq, 1);
    assert_non_null(strstr(why.text, "this cannot happen to these seats and cards"));
}

/* The place of an event is its first byte. */
static void places_are_exact(void **state)
{
    struct hc_log_reader reader;
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[0], 1);
    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    size = forge(stack_the_deck);
    assert_int_equal(hc_log_verify(forged, size, &why), HC_DISHONEST);
    /* A house command with a time of six bytes and a verb stands before its first event. */
    assert_int_equal(why.at, reader.at + 1 + 6 + 1);
    size = forge(begin_with_another);
    assert_int_equal(hc_log_verify(forged, size, &why), HC_DISHONEST);
    /* The deck is 2 bytes, a value, a count and 24 cards; each deal has a card. */
    assert_int_equal(why.at, reader.at + 8 + 28 + 3 * 3);
}

static enum fate forget_contributions(struct hc_record *record, unsigned number)
{
    (void)number;
    return record->kind == HC_RECORD_CONTRIBUTION ? LEAVE_OUT : KEEP;
}

static void contributions_count(void **state)
{
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[1], 9);
    size = forge(forget_contributions);
    assert_int_equal(hc_log_verify(forged, size, &why), HC_DISHONEST);
    /* In two the match begins before the deck is shuffled. */
    assert_true(why.seq > 0);
    assert_non_null(strstr(why.text, "as card "));
}

/* A host who deals from another seed than the one committed to. */
static void a_deal_from_elsewhere_is_noticed(void **state)
{
    const struct plan *plan = &small_plans[0];
    struct hc_command start;
    struct hc_problem why;

    (void)state;
    open_match(&match, plan, 9);
    match.table.key[0] ^= 1;
    assert_true(hc_house_command(hc_table_game(&match.table), HC_HOUSE_START, HC_NONE, &start));
    add_command(&match, plan, HC_HOUSE, &start, 0);
    assert_true(hc_log_reveal(&match.log, match.seed, match.salt));
    assert_true(hc_log_seal(&match.log));
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_DISHONEST);
    assert_int_equal(why.seq, 1);
}

static void the_end_must_be_sealed(void **state)
{
    struct hc_problem why;

    (void)state;
    play(&match, &small_plans[0], 1);
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used - 33, &why), HC_UNREADABLE);
    assert_non_null(strstr(why.text, "the log is cut short; records without a digest: 1"));
    assert_int_equal(why.at, match.log.used - 33 - 65);
    /* A digest that seals nothing would be a second way to write the same log. */
    assert_true(hc_log_digest(&match.log, match.log.chain));
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_DISHONEST);
    assert_non_null(strstr(why.text, "this digest seals nothing"));
}

/* ---- Replay does not believe everything ----------------------------------------------------- */

/* The first event of shed with that name, and the record it is in. */
static struct hc_event *find_event(struct hc_log_reader *reader, struct hc_record *record,
                                   const char *name)
{
    while (hc_log_next(reader, record) > 0)
        for (const struct hc_event *event = hc_event_first(&record->events); event;
             event = hc_event_next(&record->events, event))
            if (!strcmp(reader->game->events[event->kind].name, name))
                return (struct hc_event *)(uintptr_t)event;
    fail_msg("there is no event %s", name);
    return NULL;
}

/* Puts another byte into the log at the end of the first event of that name, and takes the
 * digests away, so that only the event itself can be wrong. */
static bool replay_changed(const char *name, uint8_t from_end, uint8_t byte, struct hc_problem *why)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_event *event;
    struct hc_table table;
    size_t at;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    event = find_event(&reader, &record, name);
    at = reader.at;
    for (const struct hc_event *later = hc_event_next(&record.events, event); later;
         later = hc_event_next(&record.events, later))
        at -= hc_log_event_bytes(later);
    memcpy(forged, match.log.bytes, match.log.used);
    forged[at - from_end] = byte;
    return hc_log_replay(forged, reader.at, UINT32_MAX, &table, NULL, NULL, why);
}

static void replay_refuses_what_cannot_be(void **state)
{
    struct plan plan = small_plans[2];
    const struct hc_deck *deck;
    struct hc_problem why;
    unsigned refused = 0;

    (void)state;
    plan.commit_each = false;
    play(&match, &plan, 3);
    deck = hc_deck_of(hc_table_game(&match.table), hc_table_rules(&match.table));
    assert_true(replay_changed("turn", 1, 0x10, &why));
    assert_false(replay_changed("turn", 1, 0x20, &why)); /* two players sit here */
    assert_non_null(strstr(why.text, "cannot happen to these seats"));
    /* Two players hold at most eight cards by then; any other card cannot be played. */
    for (unsigned card = 0; card < HC_CARDS_MAX; card++)
        if (hc_has(deck->cards, card) && !replay_changed("card_played", 1, (uint8_t)card, &why))
            refused += strstr(why.text, "a card is not where") != NULL;
    assert_in_range(refused, 100, 107);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_matches_are_honest),
        cmocka_unit_test(no_secret_no_verdict),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(cut_off_logs_are_noticed),
        cmocka_unit_test(lies_are_named),
        cmocka_unit_test(packed_steps_are_honest),
        cmocka_unit_test(no_event_has_a_card_twice),
        cmocka_unit_test(places_are_exact),
        cmocka_unit_test(contributions_count),
        cmocka_unit_test(a_deal_from_elsewhere_is_noticed),
        cmocka_unit_test(the_end_must_be_sealed),
        cmocka_unit_test(replay_refuses_what_cannot_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
