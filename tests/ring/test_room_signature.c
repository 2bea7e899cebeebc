// SPDX-License-Identifier: MIT
/*
 * test_room_signature.c: numbers that change when rooms behave otherwise.
 *
 * As test_signature.c does for matches: seeded people do everything that can be asked of a room,
 * lawful or not, with settings in which every pair of values occurs, while clocks jump, the house
 * restarts and the store fails. Everything that a room answers is folded into one number for each
 * subject (signatures.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "covering.h"
#include "room/room_inside.h"
#include "signatures.h"
#include "table/log.h"

enum { ARRAYS = 3, STEPS = 220, DAMAGES = 130, GUESTS = 6, LOG_BYTES = 1 << 18, TICKS_MAX = 100 };

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define DAY_MS       86400000ull

enum subject { ANSWERS, TIMES, VIEWS, SAVED, DAMAGED, SUBJECTS };

static const char *const subject_names[SUBJECTS] = {
    "answers", "times", "views", "saved rooms", "damaged rooms",
};

static const struct {
    const char *game, *rules[3];
} rows[] = {
    {"null", {"", "short", "rounds_to_win=2"}},
    {"shed", {"", "points_to_win=50", "party on_disconnect=drop"}},
    {"two", {"", "tokens_to_win=1", "ed2019"}},
};

static uint64_t signature[SUBJECTS];
static struct hc_room room, stored;
static struct hc_room_answer answer;
static struct hc_log game_log;
static uint8_t log_bytes[LOG_BYTES], seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
static struct hc_dice dice;
static uint64_t now_ms;

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

static void fold_number(enum subject subject, uint64_t number)
{
    fold(subject, &number, sizeof number);
}

/* ---- What comes out of a room ---------------------------------------------------------------- */

static void write_down(void)
{
    uint8_t commitment[HC_SEED_BYTES];

    switch (answer.record) {
    case HC_WRITE_NOTHING:
        return;
    case HC_WRITE_BEGIN:
        hc_commitment(seed, salt, commitment);
        assert_true(hc_log_begin(&game_log, log_bytes, sizeof log_bytes, &room.table, commitment));
        break;
    case HC_WRITE_COMMAND:
        assert_true(
            hc_log_add(&game_log, answer.time_ms, answer.seat, &answer.command, &answer.events));
        break;
    case HC_WRITE_ENTROPY:
        assert_true(hc_log_contribution(&game_log, answer.seat, answer.entropy));
        break;
    case HC_WRITE_SECRET:
        assert_true(hc_log_reveal(&game_log, seed, salt));
        break;
    }
    assert_true(hc_log_seal(&game_log));
}

static void fold_answer(void)
{
    const uint64_t numbers[] = {
        answer.refusal, answer.repeat, answer.changed, answer.over,
        answer.expired, answer.more,   answer.chat,    answer.seat,
        answer.think,   answer.record, answer.seq,     answer.time_ms,
    };

    fold(ANSWERS, numbers, sizeof numbers);
    fold(ANSWERS, answer.why, strlen(answer.why) + 1);
    if (answer.record == HC_WRITE_COMMAND) {
        const struct hc_command *c = &answer.command;
        const uint8_t command[] = {c->verb, c->face, c->color, c->target, c->guess, c->flag};

        fold(ANSWERS, command, sizeof command);
        fold(ANSWERS, answer.events.bytes, answer.events.used);
    } else if (answer.record == HC_WRITE_ENTROPY) {
        fold(ANSWERS, answer.entropy, sizeof answer.entropy);
    }
    write_down();
}

static void fold_room(void)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    struct hc_room_view view;
    uint32_t budget = 0;

    fold_number(TIMES, hc_room_due(&room));
    fold_number(TIMES, hc_room_deadline(&room));
    fold_number(VIEWS, hc_room_waits_for(&room));
    fold_number(VIEWS, hc_room_asks(&room));
    fold_number(VIEWS, hc_room_agreed(&room));
    fold_number(VIEWS, hc_room_late_seq(&room));
    fold_number(VIEWS, hc_room_wants_seed(&room));
    for (unsigned s = 0; s < room.seats; s++) {
        const struct hc_bot *bot = hc_room_bot(&room, s, &budget);

        fold_number(VIEWS, bot ? (uint64_t)bot->name[0] << 32 | budget : 0);
    }
    memset(&view, 0, sizeof view);
    hc_room_view(&room, &view);
    hc_room_mark(&view);
    fold_number(VIEWS, view.mark);
    fold(SAVED, bytes, hc_room_save(&room, bytes, sizeof bytes));
    fold(SAVED, bytes, hc_room_progress(&room, bytes, sizeof bytes));
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static bool load(struct hc_room *loaded, const uint8_t *bytes, size_t size, struct hc_problem *why)
{
    bool has_table = room.stage == HC_ROOM_PLAYING || room.stage == HC_ROOM_FINISHED;
    struct hc_room_saved saved = {.bytes = bytes,
                                  .size = size,
                                  .log = has_table ? log_bytes : NULL,
                                  .log_size = has_table ? game_log.used : 0,
                                  .seed = seed};

    return hc_room_load(loaded, &saved, now_ms, why);
}

/* There is one way to write a room: what is read is written again to the byte, but for the five
 * times, some of which are put off. */
static void check_written_again(const struct hc_room *loaded, const uint8_t *bytes, size_t size)
{
    uint8_t again[HC_ROOM_SAVE_BYTES];
    size_t times = size - hc_room_progress(loaded, again, sizeof again) + 1 + 1 + 2 + 4;

    assert_int_equal(hc_room_save(loaded, again, sizeof again), size);
    assert_memory_equal(again, bytes, times);
    assert_memory_equal(again + times + 40, bytes + times + 40, size - times - 40);
    fold(DAMAGED, again + times, 40);
}

static void damage(void)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size = hc_room_save(&room, bytes, sizeof bytes);
    char code[HC_ROOM_CODE_CHARS + 1];
    static struct hc_room loaded;
    struct hc_problem why = {.text = "something was wrong before"};

    for (unsigned i = 0; i < DAMAGES; i++) {
        size_t at = below((uint32_t)size);
        const uint8_t was = bytes[at], values[] = {was,
                                                   (uint8_t)(was + 1),
                                                   (uint8_t)(was - 1),
                                                   (uint8_t)(was ^ 1u << below(8)),
                                                   (uint8_t)(was ^ 0x80),
                                                   (uint8_t)below(20),
                                                   (uint8_t)below(256)};
        bool good;

        bytes[at] = values[below(COUNT(values))];
        fold_number(DAMAGED, hc_room_saved_code(bytes, size, code));
        fold(DAMAGED, code, sizeof code);
        good = load(&loaded, bytes, size, &why);
        fold_number(DAMAGED, good ? 0 : 1 + why.at);
        if (good) {
            assert_string_equal(why.text, "");
            check_written_again(&loaded, bytes, size);
        } else {
            fold(DAMAGED, why.text, strlen(why.text) + 1);
        }
        bytes[at] = was;
    }
}

/* The process ends and begins again: connections and spectators are forgotten. */
static void restart(void)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size = hc_room_save(&room, bytes, sizeof bytes);
    struct hc_problem why;
    struct hc_room loaded;

    if (!load(&loaded, bytes, size, &why))
        fail_msg("%s", why.text);
    room = loaded;
}

/* ---- People ---------------------------------------------------------------------------------- */

static enum hc_room_verb some_verb(void)
{
    static const enum hc_room_verb usual[] = {HC_DO_SIT, HC_DO_CONNECT, HC_DO_CONNECT, HC_DO_AGREE,
                                              HC_DO_ACT, HC_DO_START,   HC_DO_ADD_BOT, HC_DO_CHAT};
    enum hc_room_verb verb = (enum hc_room_verb)below(HC_ROOM_VERB_COUNT);

    if (below(3))
        return usual[below(COUNT(usual))];
    /* Who always goes, or is always sent away, comes to nothing. */
    if ((verb == HC_DO_LEAVE || verb == HC_DO_KICK || verb == HC_DO_END) && below(4))
        return HC_DO_WATCH;
    return verb;
}

static const char *some_text(enum hc_room_verb verb)
{
    static const char *const names[] = {"Ann",  "Tom",       "Torn",        "Bea", "C D",
                                        "C  D", "0tto",      "Otto",        " x",  "y ",
                                        "",     "An\u00adn", "\u5c71\u7530"},
                             *const bots[] = {"random",        "greedy",
                                              "greedy Bea",    "search:20",
                                              "search:20 Zoe", "search:x",
                                              "nobody",        ""},
                             *const titles[] = {"Friday", "Saturday night", "", " x"},
                             *const settings[] = {"", "seats=2", "clock=live", "away=bot",
                                                  "clock=often"},
                             *const lines[] = {"hello", "", "a\nb", "gr\u00fc\u00dfe"};

    switch (verb) {
    case HC_DO_SIT:
        return names[below(COUNT(names))];
    case HC_DO_ADD_BOT:
        return bots[below(COUNT(bots))];
    case HC_DO_TITLE:
        return titles[below(COUNT(titles))];
    case HC_DO_SETTINGS:
        return below(3) ? "clock=often" : settings[below(COUNT(settings))];
    case HC_DO_RULES:
        return below(2) ? "" : "short";
    case HC_DO_CHAT:
        return lines[below(COUNT(lines))];
    default:
        return below(8) ? NULL : "nonsense";
    }
}

/* Something lawful of a seat; nothing if there is nothing. */
static const char *some_command(unsigned seat)
{
    static char text[HC_COMMAND_CHARS];
    struct hc_actions actions;
    struct hc_command command;

    if (room.stage != HC_ROOM_PLAYING || seat >= room.seats)
        return "";
    hc_actions(&room.table, seat, now_ms, &actions);
    if (!actions.ways)
        return "";
    hc_actions_at(&actions, below(actions.ways), &command);
    hc_command_print(room_game(&room), &room.rules, &command, text, sizeof text);
    return text;
}

static void ask(const struct hc_room_request *request)
{
    hc_room_do(&room, request, &answer);
    fold_answer();
    fold_room();
}

static void somebody_asks(void)
{
    uint8_t entropy[HC_SEED_BYTES];
    struct hc_room_request request = {.verb = some_verb(), .now_ms = now_ms};
    unsigned seat;

    memset(entropy, (int)below(3), sizeof entropy);
    memset(request.guest, (int)(1 + below(GUESTS)), HC_GUEST_BYTES);
    if (below(100) == 0)
        memset(request.guest, 0, HC_GUEST_BYTES);
    request.seat = (uint8_t)(below(2) ? HC_NONE : below(HC_SEATS_MAX + 1));
    request.text = some_text(request.verb);
    request.seq = hc_table_seq(&room.table) - (below(12) == 0);
    request.id = below(2) ? 0 : below(40);
    if (below(3) == 0)
        request.entropy = entropy;
    seat = hc_room_seat_of(&room, request.guest);
    if (request.verb == HC_DO_ACT && seat != HC_NONE && below(12))
        request.text = some_command(seat);
    ask(&request);
}

/* Whoever is waited for does it. */
static void somebody_plays(void)
{
    unsigned waits = hc_room_waits_for(&room), seat = below(HC_SEATS_MAX);
    struct hc_room_request request = {.verb = HC_DO_ACT, .now_ms = now_ms};

    if (!(waits >> seat & 1))
        seat = waits ? (unsigned)__builtin_ctz(waits) : 0;
    if (hc_room_asks(&room) != HC_ASK_NOTHING && (hc_room_asks(&room) != HC_ASK_END || !below(3)))
        request.verb = HC_DO_AGREE;
    memcpy(request.guest, room.seat[seat].guest, HC_GUEST_BYTES);
    request.seq = hc_table_seq(&room.table);
    request.text = some_command(seat);
    request.id = below(2) ? 0 : below(4000);
    ask(&request);
}

/* What a guest asks for whom it is about. */
static void ask_as(const uint8_t *guest, enum hc_room_verb verb, unsigned seat, const char *words)
{
    struct hc_room_request request = {
        .verb = verb, .seat = (uint8_t)seat, .text = words, .now_ms = now_ms};

    memcpy(request.guest, guest, HC_GUEST_BYTES);
    ask(&request);
}

/* In the lobby: people come, and the host sees to it that a match begins. */
static void gather(void)
{
    static const enum hc_room_verb rights[] = {HC_DO_KICK,  HC_DO_KICK,     HC_DO_REMOVE_BOT,
                                               HC_DO_TITLE, HC_DO_SETTINGS, HC_DO_RULES};
    uint8_t guest[HC_GUEST_BYTES];
    enum hc_room_verb verb = rights[below(COUNT(rights))];
    unsigned number = 1 + below(GUESTS), seat = below(4) ? HC_NONE : below(HC_SEATS_MAX + 1);
    char name[HC_ROOM_NAME_BYTES];

    memset(guest, (int)number, sizeof guest);
    if (room.host != HC_NONE && below(2))
        memcpy(guest, room.seat[room.host].guest, sizeof guest);
    switch (below(8)) {
    case 0:
        ask_as(guest, HC_DO_START, HC_NONE, NULL);
        break;
    case 1:
        seat = below(6);
        ask_as(guest, verb, seat, some_text(verb));
        break;
    case 2:
        ask_as(guest, HC_DO_ADD_BOT, seat, some_text(HC_DO_ADD_BOT));
        break;
    default:
        snprintf(name, sizeof name, "guest %u", number);
        ask_as(guest, HC_DO_SIT, seat, name);
        ask_as(guest, HC_DO_CONNECT, HC_NONE, NULL);
        break;
    }
}

/* Connections are lost and made; now and then the host has enough. */
static void come_and_go(void)
{
    const struct hc_room_seat *sits = &room.seat[below(HC_SEATS_MAX)];

    if (room.host != HC_NONE && below(20) == 0)
        ask_as(room.seat[room.host].guest, HC_DO_END, HC_NONE, NULL);
    if (sits->who == HC_SEAT_PERSON)
        ask_as(sits->guest, sits->connections && below(2) ? HC_DO_DISCONNECT : HC_DO_CONNECT,
               HC_NONE, NULL);
}

static void bot_moves(unsigned seat)
{
    struct hc_room_request request = {.verb = HC_DO_BOT_MOVE,
                                      .seat = (uint8_t)seat,
                                      .seq = hc_table_seq(&room.table),
                                      .now_ms = now_ms};

    request.text = below(10) ? some_command(seat) : below(2) ? "nonsense" : "";
    ask(&request);
}

/* ---- A room ---------------------------------------------------------------------------------- */

static void tick_all(void)
{
    unsigned ticks = 0;

    do {
        if (hc_room_wants_seed(&room))
            hc_seed_from_number(room.match + 3, seed);
        hc_room_tick(&room, now_ms, seed, &answer);
        fold_answer();
        fold_room();
        assert_true(++ticks < TICKS_MAX);
        if (answer.think != HC_NONE && below(6))
            bot_moves(answer.think);
    } while (answer.more);
}

static void pass_time(void)
{
    switch (below(30)) {
    case 0:
        if (room.stage != HC_ROOM_LOBBY)
            now_ms += below(2) ? below(4 * 3600000) : DAY_MS / 2;
        break;
    case 1:
        now_ms -= below(100000);
        break;
    case 2:
    case 3:
    case 4: /* exactly when something is due, or just before */
        if (hc_room_due(&room) > now_ms && hc_room_due(&room) < now_ms + DAY_MS)
            now_ms = hc_room_due(&room) - below(2);
        break;
    default:
        now_ms += below(3) ? below(400) : below(20000);
        break;
    }
}

/* The store fails: the room becomes what it was. */
static void undo(void)
{
    if (stored.match != room.match || stored.stage != room.stage ||
        hc_table_seq(&stored.table) != hc_table_seq(&room.table))
        return; /* the log would have to go back too */
    hc_room_undo(&room, &stored);
    fold_room();
}

static void live(const char *game, const char *rules, const char *settings, uint64_t number)
{
    struct hc_problem why;
    uint8_t bytes[HC_SEED_BYTES];

    hc_seed_from_number(number, bytes);
    hc_seed_from_number(2, salt);
    hc_dice_open(&dice, bytes, 6, 0);
    now_ms = 1000000000;
    game_log.used = 0;
    memset(&room, 0, sizeof room);
    if (hc_room_open(&room, hc_game_find(game), rules, settings, "Friday", "BCDFHJ", now_ms, NULL,
                     &why))
        fail_msg("%s: %s", settings, why.text);
    stored = room;
    for (unsigned i = 0; i < STEPS && room.stage != HC_ROOM_CLOSED; i++) {
        pass_time();
        if (room.stage == HC_ROOM_LOBBY)
            gather();
        else if (below(6))
            somebody_plays();
        if (below(3) == 0)
            somebody_asks();
        if (below(3) == 0)
            come_and_go();
        tick_all();
        if (below(200) == 0) {
            now_ms += below(3) * DAY_MS;
            hc_room_end(&room, now_ms, &answer);
            fold_answer();
            tick_all();
        }
        if (below(40) == 0)
            restart();
        if (below(20) == 0)
            undo();
        if (below(4) == 0)
            stored = room;
        if (below(120) == 0)
            damage();
    }
}

static bool are_settings(const void *list, const char *text)
{
    struct hc_rules settings;
    struct hc_problem why;
    uint64_t given;

    return hc_options_parse(list, text, &settings, &given, NULL, &why);
}

static void nothing_has_changed(void **state)
{
    static struct covering settings;
    char name[80];

    (void)state;
    signatures_open("test_room_signature", subject_names, SUBJECTS);
    for (size_t r = 0; r < COUNT(rows); r++) {
        unsigned number = 0;

        for (unsigned i = 0; i < ARRAYS; i++) {
            covering_begin(&settings, &hc_room_settings, i, are_settings, &hc_room_settings);
            for (; covering_next(&settings); number++) {
                memset(signature, 0, sizeof signature);
                live(rows[r].game, rows[r].rules[number % COUNT(rows[r].rules)], settings.text,
                     number);
                snprintf(name, sizeof name, "%s, seed %u", rows[r].game, number);
                signatures_add(name, settings.text, signature);
            }
        }
    }
    signatures_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
