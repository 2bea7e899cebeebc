// SPDX-License-Identifier: MIT
/*
 * test_log.c: logs are written and read, replayed, and turned into JSON and back; there is one way
 * to write each. Whether lies in a log are noticed is in test_log_verify.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/file.h"
#include "files/logfile.h"
#include "table/log.h"
#include "ring/logged_match.h"

/* ---- What is written is read ---------------------------------------------------------------- */

static bool same_events(const struct hc_events *a, const struct hc_events *b)
{
    const struct hc_event *x = hc_event_first(a), *y = hc_event_first(b);

    for (; x && y; x = hc_event_next(a, x), y = hc_event_next(b, y))
        if (x->count != y->count || memcmp(x, y, sizeof *x + x->count) != 0)
            return false;
    return !x && !y;
}

/* The log against the match played once more from what was read. */
static void check_reading(const struct plan *plan)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_events events;
    struct hc_table table;
    unsigned commands = 0;
    int more;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    assert_string_equal(hc_game_name(reader.game), plan->game);
    assert_int_equal(reader.seats, plan->seats);
    assert_int_equal(hc_table_open(&table, reader.game, &reader.rules, reader.seats, match.seed),
                     HC_OK);
    while ((more = hc_log_next(&reader, &record)) > 0) {
        if (record.kind == HC_RECORD_CONTRIBUTION)
            assert_int_equal(hc_table_contribute(&table, record.seat, record.bytes), HC_OK);
        if (record.kind != HC_RECORD_COMMAND)
            continue;
        assert_int_equal(hc_submit(&table, record.seat, &record.command, record.time_ms, &events),
                         HC_OK);
        assert_true(same_events(&events, &record.events));
        assert_memory_equal(&table, &match.after[commands++], sizeof table);
    }
    assert_int_equal(more, 0);
    assert_int_equal(commands, match.commands);
    assert_int_equal(reader.at, match.log.used);
}

static void reads_what_was_written(void **state)
{
    (void)state;
    for_all_matches(check_reading);
}

/* ---- Replay --------------------------------------------------------------------------------- */

static bool same_but_key(const struct hc_table *a, const struct hc_table *b)
{
    struct hc_table x = *a, y = *b;

    memset(x.key, 0, sizeof x.key);
    memset(y.key, 0, sizeof y.key);
    return !memcmp(&x, &y, sizeof x);
}

struct watch {
    uint32_t seq;
    unsigned commands;
};

static void watch_event(void *context, const struct hc_table *table, const struct hc_record *record,
                        const struct hc_event *event)
{
    struct watch *watch = context;

    assert_int_equal(table->seq, ++watch->seq);
    assert_int_equal(record->kind, HC_RECORD_COMMAND);
    if (hc_event_next(&record->events, event))
        return;
    while (match.after[watch->commands].seq < watch->seq)
        watch->commands++; /* a command without events */
    assert_true(same_but_key(table, &match.after[watch->commands++]));
}

static void check_replay(const struct plan *plan)
{
    struct watch watch = {0, 0};
    struct hc_problem why;
    struct hc_table table;
    uint32_t last = match.table.seq;

    (void)plan;
    assert_true(hc_log_replay(match.log.bytes, match.log.used, UINT32_MAX, &table, watch_event,
                              &watch, &why));
    assert_int_equal(watch.seq, last);
    assert_true(same_but_key(&table, &match.table));
    /* Up to any event: the first and the last ones, and some between. */
    for (uint32_t seq = 0; seq <= last; seq += seq < 50 || seq + 50 > last ? 1 : 37) {
        assert_true(hc_log_replay(match.log.bytes, match.log.used, seq, &table, NULL, NULL, &why));
        assert_int_equal(table.seq, seq);
    }
    assert_false(
        hc_log_replay(match.log.bytes, match.log.used, last + 1, &table, NULL, NULL, &why));
    assert_non_null(strstr(why.text, "the log ends with event"));
}

static void replays_to_any_event(void **state)
{
    (void)state;
    for_all_matches(check_replay);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static char *json_of(const struct hc_log *log, size_t *length)
{
    struct logfile file = {.bytes = log->bytes, .size = log->used};
    struct hc_problem why;
    char *json = logfile_json(&file, length, &why);

    assert_non_null(json);
    return json;
}

static void check_json(const struct plan *plan)
{
    struct logfile again;
    struct hc_problem why;
    size_t length;
    char *json = json_of(&match.log, &length);

    (void)plan;
    assert_int_equal(strlen(json), length);
    if (!logfile_parse((uint8_t *)json, length, &again, &why))
        fail_msg("%s", why.text);
    assert_int_equal(again.size, match.log.used);
    assert_memory_equal(again.bytes, match.log.bytes, again.size);
    logfile_release(&again);
}

static void json_gives_the_same_bytes(void **state)
{
    (void)state;
    for_all_matches(check_json);
}

/* Replaces the first `from` of the small match's JSON and reads it. */
static bool read_edited(const char *from, const char *to, struct hc_problem *why)
{
    size_t length, before;
    char *json = json_of(&match.log, &length), *found = strstr(json, from);
    uint8_t *edited = malloc(length + strlen(to) + 1);
    struct logfile file;
    bool ok;

    assert_non_null(edited);
    if (!found)
        fail_msg("there is no %s in the JSON", from);
    before = (size_t)(found - json);
    memcpy(edited, json, before);
    memcpy(edited + before, to, strlen(to));
    memcpy(edited + before + strlen(to), found + strlen(from), length - before - strlen(from));
    length += strlen(to) - strlen(from);
    edited[length] = 0;
    free(json);
    ok = logfile_parse(edited, length, &file, why);
    logfile_release(&file);
    return ok;
}

/* The first match of null: round 1 deals one card to each of three seats. */
static const struct {
    const char *why, *from, *to, *want; /* want NULL: it is still a log */
} json_edits[] = {
    {"space between members", "\"version\":1", "\n\t \"version\" : 1 ", NULL},
    {"a misspelt member", ",\"faces\":[", ",\"cords\":[", "does not belong here"},
    {"another format", "holecard-log", "holecard-lag", "not a Holecard log"},
    {"a later version", "\"version\":1", "\"version\":2", "\"version\" must be 1 to 1"},
    {"no such game", "\"game\":\"null\"", "\"game\":\"nil\"", "there is no game"},
    {"no such option", "rounds_to_win", "rounds_to_lose", "is not an option"},
    {"too many seats", "\"seats\":3", "\"seats\":11", "\"seats\" must be 0 to 10"},
    {"a number as text", "\"seats\":3", "\"seats\":\"3\"", "must be a whole number"},
    {"a short commitment", "\"commitment\":\"", "\"commitment\":\"0", "64 hexadecimal digits"},
    {"a member twice", "\"seats\":3", "\"seats\":3,\"seats\":3", "is there twice"},
    {"an unknown member", "\"seats\":3", "\"seats\":3,\"chairs\":3", "does not belong here"},
    {"a seat that cannot be", "\"seat\":\"house\"", "\"seat\":\"hose\"", "0 to 9 or \"house\""},
    {"no such command", "\"do\":\"start\"", "\"do\":\"strat\"", "is not a command of this game"},
    {"no such event", "\"event\":\"turn\"", "\"event\":\"torn\"", "is not an event of this game"},
    {"no events", "\"events\":[", "\"events\":7,\"x\":[", "does not belong here"},
    {"a card of no deck", "\"cards\":[", "\"cards\":[99,", "numbers of cards of this deck"},
    {"a face that is wrong", "\"faces\":[\"", "\"faces\":[\"1", "and \"faces\" must say so"},
    {"broken JSON", "\"records\":[", "\"records\":[[", "a record must be an object"},
    {"an open bracket", "\"reveal\":{", "\"reveal\":[", "expected near"},
    {"a digest in upper case", "\"digest\":\"", "\"digest\":\"A", "64 hexadecimal digits"},
    {"something behind it", "\n]}", "\n]} x", "there is something behind the log"},
    {"a record of nothing", "{\"digest\"", "{\"digits\"", "a record has"},
};

static void bad_json_is_explained(void **state)
{
    struct hc_problem why;

    (void)state;
    play(&match, &small_plans[0], 1);
    for (size_t i = 0; i < sizeof json_edits / sizeof *json_edits; i++) {
        bool ok = read_edited(json_edits[i].from, json_edits[i].to, &why);

        if (ok != !json_edits[i].want || (!ok && !strstr(why.text, json_edits[i].want)))
            fail_msg("%s: %s", json_edits[i].why, ok ? "was accepted" : why.text);
    }
}

/* ---- One encoding --------------------------------------------------------------------------- */

/* Records of null behind a good header. Verbs: 0 start, 3 timeout SEAT. Events: 0 has a value. */
static const struct {
    const char *why, *bytes, *want; /* hexadecimal; want NULL: it can be read */
} encodings[] = {
    {"a command without events", "0f0000", NULL},
    {"a clock that was set back", "0fffffffffffffffffff0100", NULL},
    {"a time that is too long", "0f800000", "longer than it must be"},
    {"a time of 65 bits", "0fffffffffffffffffff0200", "more than 64 bits"},
    {"seat 10", "0a0000", "there is no seat 10"},
    {"a card for start", "1f000001", "the verb takes no card"},
    {"a flag for start", "2f0000", "the verb takes no flag"},
    {"a colour for start", "0f002001", "the verb takes no colour"},
    {"a target for start", "0f004001", "the verb takes no seat"},
    {"a guess for start", "0f008001", "the verb takes no guess"},
    {"timeout without a seat", "0f0003", "the verb needs a seat"},
    {"timeout of seat 1", "0f004301", NULL},
    {"timeout of a seat that cannot be", "0f00430b", "there is no such seat"},
    {"verb 31", "0f001f", "no verb 31"},
    {"an event is missing", "4f0000", "the log is cut short"},
    {"half an event", "4f000000", "the log is cut short"},
    {"an event", "4f000000f0", NULL},
    {"another event is missing", "4f000080f0", "the log is cut short"},
    {"two events", "4f000080f000f0", NULL},
    {"event 63", "4f00003ff0", "no event 63"},
    {"seat 10 of an event", "4f000000a0", "there is no seat 10"},
    {"a second seat", "4f000040f009", NULL},
    {"a second seat that cannot be", "4f000040f00a", "there is no seat 10"},
    {"a zero in one byte", "4f000000f400", "longer than it must be"},
    {"127 in one byte", "4f000000f47f", NULL},
    {"127 in two bytes", "4f000000f87f00", "longer than it must be"},
    {"128 in two bytes", "4f000000f88000", NULL},
    {"-128 in two bytes", "4f000000f880ff", "longer than it must be"},
    {"-32768 in four bytes", "4f000000fc0080ffff", "longer than it must be"},
    {"32768 in four bytes", "4f000000fc00800000", NULL},
    {"two cards", "4f000000f20001", NULL},
    {"two cards counted", "4f000000f3020001", "need no counting"},
    {"three cards counted", "4f000000f303000102", NULL},
    {"too few cards", "4f000000f3030001", "the log is cut short"},
    {"a card of another deck", "4f000000f118", "the deck has no card 24"},
    {"a card of no deck", "4f000000f1ff", "the deck has no card 255"},
    {"half a contribution", "8000", "the log is cut short"},
    {"a contribution of seat 10", "8a00", "no record begins with 138"},
    {"a secret of seat 0", "9000", "no record begins with 144"},
    {"a digest of seat 0", "a000", "no record begins with 160"},
    {"no such record", "bf00", "no record begins with 191"},
};

static size_t append_hex(uint8_t *to, const char *hex)
{
    size_t size = 0;
    unsigned byte;

    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        to[size++] = (uint8_t)byte;
    return size;
}

static void there_is_one_encoding(void **state)
{
    struct hc_log_reader reader;
    struct hc_record record;

    (void)state;
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        size_t size;
        int more;

        open_match(&match, &small_plans[0], 1);
        size = match.log.used + append_hex(match.storage + match.log.used, encodings[i].bytes);
        assert_true(hc_log_open(&reader, match.storage, size));
        more = hc_log_next(&reader, &record);
        if (more != (encodings[i].want ? -1 : 1) ||
            (encodings[i].want && !strstr(reader.problem.text, encodings[i].want)))
            fail_msg("%s: %s", encodings[i].why, more > 0 ? "was read" : reader.problem.text);
        assert_int_equal(hc_log_next(&reader, &record), encodings[i].want ? -1 : 0);
    }
}

/* Events that would not fit the buffer of one command. */
static void there_is_a_limit_to_events(void **state)
{
    struct hc_log_reader reader;
    struct hc_record record;
    size_t size;

    (void)state;
    for (unsigned count = 510; count < 516; count++) {
        open_match(&match, &small_plans[0], 1);
        size = match.log.used + append_hex(match.storage + match.log.used, "4f0000");
        for (unsigned i = 0; i < count; i++)
            size += append_hex(match.storage + size, i + 1 < count ? "80f0" : "00f0");
        assert_true(hc_log_open(&reader, match.storage, size));
        assert_int_equal(hc_log_next(&reader, &record), count <= HC_EVENT_BYTES / 8 ? 1 : -1);
    }
}

static const struct {
    const char *why, *want;
    size_t at;
    uint8_t byte;
} headers[] = {
    {"another magic", "not a Holecard log", 0, 'h'},
    {"another version", "this is not version 1 but 2", 4, 2},
    {"a long name", "no game has a name of this length: 32", 5, 32},
    {"another game", "there is no game \"nulm\" here", 9, 'm'},
    {"a character that is none", "no text has the character 7", 12, 7},
    {"another option", "is not an option of this game", 11, 'x'},
    {"a value that cannot be", "rounds_to_win must be 1 to 9", 25, '0'},
    {"too many players", "not for so many players: 11", 26, 11},
};

static void headers_are_checked(void **state)
{
    struct hc_log_reader reader;

    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        open_match(&match, &small_plans[0], 1);
        match.storage[headers[i].at] = headers[i].byte;
        assert_false(hc_log_open(&reader, match.storage, match.log.used));
        if (!strstr(reader.problem.text, headers[i].want))
            fail_msg("%s: %s", headers[i].why, reader.problem.text);
    }
}

/* The seed is a secret, so it must not be in the rules of a log. */
static void no_seed_in_a_header(void **state)
{
    static const uint8_t commitment[HC_SEED_BYTES];
    struct hc_log_reader reader;
    struct hc_log log;

    (void)state;
    assert_true(hc_log_header(&log, forged, sizeof forged, "two", "seed=7", 2, commitment));
    assert_false(hc_log_open(&reader, forged, log.used));
    assert_non_null(strstr(reader.problem.text, "must not hold a seed"));
    /* Options that a later version adds are not in it, and have their defaults. */
    assert_true(hc_log_header(&log, forged, sizeof forged, "two", "edition=ed2019", 6, commitment));
    assert_true(hc_log_open(&reader, forged, log.used));
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void what_does_not_fit_is_not_written(void **state)
{
    struct hc_command keep = {5, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    struct hc_events none = {.used = 0};
    struct hc_log log, before;
    size_t header, whole;

    (void)state;
    open_match(&match, &small_plans[0], 1);
    header = match.log.used;
    assert_true(hc_log_add(&match.log, 1, 0, &keep, &none));
    assert_true(hc_log_contribution(&match.log, 0, match.salt));
    assert_true(hc_log_reveal(&match.log, match.seed, match.salt));
    assert_true(hc_log_seal(&match.log));
    whole = match.log.used;
    for (size_t size = 0; size <= whole; size++) {
        bool ok = hc_log_begin(&log, forged, size, &match.table, match.salt);

        assert_int_equal(ok, size >= header);
        if (!ok)
            continue;
        before = log;
        ok = hc_log_add(&log, 1, 0, &keep, &none);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        before = log;
        ok = ok && hc_log_contribution(&log, 0, match.salt);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        before = log;
        ok = ok && hc_log_reveal(&log, match.seed, match.salt);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        before = log;
        ok = ok && hc_log_seal(&log);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        assert_int_equal(ok, size == whole);
    }
}

static void a_log_begins_with_the_match(void **state)
{
    struct hc_log log;

    (void)state;
    play(&match, &small_plans[0], 1);
    assert_false(hc_log_begin(&log, forged, sizeof forged, &match.table, match.salt));
}

static void nothing_is_sealed_twice(void **state)
{
    size_t used;

    (void)state;
    play(&match, &small_plans[0], 1);
    used = match.log.used;
    assert_true(hc_log_seal(&match.log));
    assert_int_equal(match.log.used, used);
}

/* Arguments that a verb does not take are not logged: they mean nothing. */
static void commands_are_tidied(void **state)
{
    struct hc_command start = {0, 3, 7, 2, 1, 1}, timeout = {3, 3, 7, 77, 1, 1};
    struct hc_events none = {.used = 0};
    struct hc_log_reader reader;
    struct hc_record record;

    (void)state;
    open_match(&match, &small_plans[0], 1);
    assert_true(hc_log_add(&match.log, 0, HC_HOUSE, &start, &none));
    assert_true(hc_log_add(&match.log, 0, HC_HOUSE, &timeout, &none));
    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    assert_int_equal(hc_log_next(&reader, &record), 1);
    start = (struct hc_command){0, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    assert_memory_equal(&record.command, &start, sizeof start);
    assert_int_equal(hc_log_next(&reader, &record), 1);
    timeout = (struct hc_command){3, HC_NONE, HC_NONE, HC_BAD, HC_NONE, 0};
    assert_memory_equal(&record.command, &timeout, sizeof timeout);
}

/* What the encoding has room for. */
static void games_fit_the_encoding(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        assert_true(strlen(game->name) <= HC_LOG_NAME_MAX);
        assert_true(game->grammar.verb_count <= HC_LOG_VERB_MASK + 1);
        assert_true(game->event_count <= HC_LOG_KIND_MASK + 1);
        for (unsigned a = 0; a < game->event_count; a++)
            for (unsigned b = 0; b < a; b++)
                assert_string_not_equal(game->events[a].name, game->events[b].name);
    }
}

/* ---- The documented example ----------------------------------------------------------------- */

/* A row of the example is an offset of four digits, two blanks, bytes, two blanks and words. */
static size_t read_row(const char *line, uint8_t *to)
{
    size_t count = 0;
    unsigned at, byte;
    int width;

    if (sscanf(line, "%4x%n", &at, &width) != 1 || width != 4 || strncmp(line + 4, "  ", 2) != 0)
        return 0;
    for (line += 5; line[0] == ' ' && line[1] != ' ' && sscanf(line, " %2x", &byte) == 1; line += 3)
        to[count++] = (uint8_t)byte;
    return count;
}

static void the_documented_example_is_honest(void **state)
{
    struct hc_problem why;
    struct hc_log log = {.bytes = forged};
    uint8_t *page;
    size_t size;
    char *json;

    (void)state;
    assert_true(file_read(HC_SOURCE_DIR "/docs/log-format.md", &page, &size, &why));
    for (char *line = (char *)page; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        log.used += read_row(line, forged + log.used);
    }
    if (hc_log_verify(forged, log.used, &why) != HC_HONEST)
        fail_msg("%s", why.text);
    json = json_of(&log, &size);
    assert_non_null(strstr((char *)page, json));
    free(json);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_fit_the_encoding),
        cmocka_unit_test(reads_what_was_written),
        cmocka_unit_test(replays_to_any_event),
        cmocka_unit_test(json_gives_the_same_bytes),
        cmocka_unit_test(bad_json_is_explained),
        cmocka_unit_test(there_is_one_encoding),
        cmocka_unit_test(there_is_a_limit_to_events),
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(no_seed_in_a_header),
        cmocka_unit_test(what_does_not_fit_is_not_written),
        cmocka_unit_test(a_log_begins_with_the_match),
        cmocka_unit_test(nothing_is_sealed_twice),
        cmocka_unit_test(commands_are_tidied),
        cmocka_unit_test(the_documented_example_is_honest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
