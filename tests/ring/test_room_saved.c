// SPDX-License-Identifier: MIT
/* test_room_saved.c: rooms as bytes and back, restarts, and what is undone. */
#include "ring/room_steps.h"

/* ---- Saving and undoing ---------------------------------------------------------------------- */

static bool load_on(struct hc_room *loaded, const uint8_t *bytes, size_t size,
                    const uint8_t *progress, size_t progress_size)
{
    struct hc_problem why = {0};
    struct hc_room_saved saved = {.bytes = bytes,
                                  .size = size,
                                  .progress = progress,
                                  .progress_size = progress_size,
                                  .log = log_bytes,
                                  .log_size = game_log.used,
                                  .seed = seed};
    bool good = hc_room_load(loaded, &saved, now_ms, &why);

    assert_true(good || why.text[0]);
    return good;
}

static bool load(struct hc_room *loaded, const uint8_t *bytes, size_t size)
{
    return load_on(loaded, bytes, size, NULL, 0);
}

/* The room as it was saved at the beginning, and what commands have changed since. */
static void progress_is_enough_for_commands(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES], progress[HC_ROOM_PROGRESS_BYTES];
    struct hc_room loaded, whole;
    size_t size, progress_size;

    (void)state;
    begin("shed", "", "watch=late", 3);
    size = hc_room_save(&room, bytes, sizeof bytes);
    for (unsigned turn = 0; turn < 20; turn++) {
        now_ms += 100;
        play_on();
        assert_false(answer.changed);
    }
    act(2, "nonsense", 7, 4000000000);
    assert_false(load(&loaded, bytes, size)); /* the log is longer */
    progress_size = hc_room_progress(&room, progress, sizeof progress);
    assert_true(progress_size < size);
    assert_true(load_on(&loaded, bytes, size, progress, progress_size));
    for (size_t cut = 1; cut < progress_size; cut++)
        assert_false(load_on(&whole, bytes, size, progress, cut));
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_true(load(&whole, bytes, size));
    assert_memory_equal(&loaded, &whole, sizeof whole);
    assert_int_equal(loaded.seat[1].id[0], 4000000000);
}

/* Every byte counts: a changed one is refused, or says something else. */
static void saved_rooms_are_read_back(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES], again[HC_ROOM_SAVE_BYTES];
    struct hc_room loaded;
    size_t size;
    unsigned refused = 0;

    (void)state;
    begin("shed", "stacking=any", "live public=true turn_ms=90000", 3);
    act(1, "uno", 0, 5);
    play_on();
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_true(load(&loaded, bytes, size));
    assert_memory_equal(&loaded.table, &room.table, sizeof room.table);
    assert_int_equal(loaded.seat[0].id[0], 5);
    assert_int_equal(loaded.seat[0].connections, 0);
    assert_int_equal(hc_room_deadline(&loaded), T0 + 90000);
    for (size_t cut = 0; cut < size; cut++)
        assert_false(load(&loaded, bytes, cut));
    for (size_t at = 0; at < size; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[at] ^= (uint8_t)(1u << bit);
            if (!load(&loaded, bytes, size))
                refused++;
            else if (hc_room_save(&loaded, again, sizeof again) != size)
                fail_msg("byte %zu bit %u changes the size", at, bit);
            bytes[at] ^= (uint8_t)(1u << bit);
        }
    assert_true(refused > size); /* many say something else: names, guests, times, ids */
    bytes[4] = 4;
    assert_false(load(&loaded, bytes, size));
    bytes[4] = 3;
    seed[0] ^= 1;
    assert_true(load(&loaded, bytes, size)); /* another seed cannot be noticed before the end */
    assert_memory_not_equal(loaded.table.key, room.table.key, HC_SEED_BYTES);
}

static void a_saved_room_tells_its_code(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    char code[HC_ROOM_CODE_CHARS + 1];
    size_t size;

    (void)state;
    begin("shed", "stacking=any", "live public=true", 2);
    size = hc_room_save(&room, bytes, sizeof bytes);
    memset(code, 'x', sizeof code);
    assert_true(hc_room_saved_code(bytes, size, code));
    assert_string_equal(code, room.code);
    assert_false(hc_room_saved_code(bytes, 20, code));
}

/* A match wants both its log and its seed. */
static void a_match_without_log_or_seed_is_refused(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    struct hc_room loaded;
    struct hc_problem why;
    struct hc_room_saved saved;
    size_t size;

    (void)state;
    begin("shed", "", "", 2);
    size = hc_room_save(&room, bytes, sizeof bytes);
    saved = (struct hc_room_saved){
        .bytes = bytes, .size = size, .log = log_bytes, .log_size = game_log.used, .seed = seed};
    assert_true(hc_room_load(&loaded, &saved, now_ms, &why));
    saved.seed = NULL;
    assert_false(hc_room_load(&loaded, &saved, now_ms, &why));
    saved.seed = seed;
    saved.log = NULL;
    assert_false(hc_room_load(&loaded, &saved, now_ms, &why));
}

/* Nobody sits twice. */
static void a_guest_with_two_seats_is_refused(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    struct hc_room twice, loaded;

    (void)state;
    begin("shed", "", "", 3);
    twice = room;
    assert_true(load(&loaded, bytes, hc_room_save(&twice, bytes, sizeof bytes)));
    memcpy(twice.seat[2].guest, twice.seat[0].guest, HC_GUEST_BYTES);
    assert_false(load(&loaded, bytes, hc_room_save(&twice, bytes, sizeof bytes)));
}

/* Where in a saved room with these options it is written who wants the end: after the bans. */
static size_t ending_at(const char *game, const char *rules, const char *settings)
{
    return 5 + 1 + strlen(game) + 2 + strlen(rules) + 2 + strlen(settings) + 3 + 4 +
           HC_ROOM_CODE_CHARS + 1 + strlen("Friday") + sizeof room.ban;
}

/* What the fuzzer begins with must be rooms, or it never comes further than to refuse them. */
static void kept_inputs_are_rooms(void **state)
{
    static const struct {
        const char *name;
        enum hc_room_stage stage;
    } rows[] = {
        {"lobby", HC_ROOM_LOBBY},   {"opening", HC_ROOM_OPENING},   {"null", HC_ROOM_PLAYING},
        {"two", HC_ROOM_PLAYING},   {"paused", HC_ROOM_PLAYING},    {"ending", HC_ROOM_PLAYING},
        {"older", HC_ROOM_PLAYING}, {"finished", HC_ROOM_FINISHED}, {"agreed", HC_ROOM_FINISHED},
    };
    static uint8_t bytes[1 << 14];
    struct hc_problem why;

    (void)state;
    hc_zero(seed, sizeof seed);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct hc_room_saved saved = {.bytes = bytes + 2, .seed = seed};
        char path[500];
        FILE *file;
        size_t size;

        snprintf(path, sizeof path, HC_SOURCE_DIR "/fuzz/corpus/room/%s", rows[i].name);
        file = fopen(path, "rb");
        assert_non_null(file);
        size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        saved.size = bytes[0] | (size_t)bytes[1] << 8;
        saved.log = saved.bytes + saved.size;
        saved.log_size = size - 2 - saved.size;
        if (!hc_room_load(&room, &saved, T0, &why))
            fail_msg("%s: %s", rows[i].name, why.text);
        assert_int_equal(room.stage, rows[i].stage);
    }
}

static void note_guest(void *context, const uint8_t guest[HC_GUEST_BYTES])
{
    *(unsigned *)context |= 1u << guest[0];
}

/* The numbers of those whom a saved room names, as a mask. */
static unsigned guests_in(const uint8_t *bytes, size_t size)
{
    unsigned guests = 0;

    assert_true(hc_room_saved_guests(bytes, size, note_guest, &guests));
    return guests;
}

/* Those who sit and those who were sent away, whatever stands beside them. */
static void saved_rooms_name_guests(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES], entropy[HC_SEED_BYTES] = {5};
    struct hc_room_request contributes = {
        .verb = HC_DO_SIT, .seat = HC_NONE, .text = "Dora", .entropy = entropy};
    unsigned guests = 0;
    size_t size;

    (void)state;
    open_room("null", "", "");
    assert_int_equal(guests_in(bytes, hc_room_save(&room, bytes, sizeof bytes)), 0);
    sit(1);
    sit(2);
    sit(3);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "search:500 Bea"), HC_OK);
    assert_int_equal(ask(1, HC_DO_KICK, 1, NULL), HC_OK);
    assert_int_equal(ask_with(4, contributes), HC_OK);
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_int_equal(guests_in(bytes, size), 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4);
    assert_false(hc_room_saved_guests(bytes, 40, note_guest, &guests));
    bytes[4] = 99;
    assert_false(hc_room_saved_guests(bytes, size, note_guest, &guests));
}

/* A room for another house: somebody is known there as another guest, and somebody else is the
 * host. */
static void saved_rooms_are_passed_on(void **state)
{
    uint8_t guest[7][HC_GUEST_BYTES];
    uint8_t bytes[HC_ROOM_SAVE_BYTES], same[HC_ROOM_SAVE_BYTES];
    struct hc_room_pass pass = {guest[1], guest[5], guest[3]};
    struct hc_room_saved saved = {.bytes = bytes};
    struct hc_room loaded;
    struct hc_problem why;

    (void)state;
    for (unsigned i = 0; i < 7; i++)
        memset(guest[i], (int)i, HC_GUEST_BYTES);
    open_room("null", "", "");
    sit(1);
    sit(2);
    sit(3);
    assert_int_equal(ask(1, HC_DO_KICK, 1, NULL), HC_OK);
    saved.size = hc_room_save(&room, bytes, sizeof bytes);
    hc_copy(same, bytes, saved.size);
    assert_true(hc_room_saved_pass(bytes, saved.size, &pass));
    assert_int_equal(guests_in(bytes, saved.size), 1 << 2 | 1 << 3 | 1 << 5);
    assert_true(hc_room_load(&loaded, &saved, T0, &why));
    assert_int_equal(loaded.host, 2);
    assert_memory_equal(loaded.seat[0].guest, guest[5], HC_GUEST_BYTES);
    /* And back. */
    pass = (struct hc_room_pass){guest[5], guest[1], guest[1]};
    assert_true(hc_room_saved_pass(bytes, saved.size, &pass));
    assert_memory_equal(bytes, same, saved.size);
    /* Whoever was sent away, or never came, is no host. */
    pass.host = guest[2];
    assert_false(hc_room_saved_pass(bytes, saved.size, &pass));
    pass.host = guest[6];
    assert_false(hc_room_saved_pass(bytes, saved.size, &pass));
    pass.host = guest[1];
    for (size_t size = 0; size < saved.size; size++) {
        hc_copy(bytes, same, size);
        saved.bytes = bytes;
        hc_room_saved_pass(bytes, size, &pass); /* whatever it finds, it stays within the bytes */
    }
}

/* Version 1 knew no proposals, and version 2 not why a match ended; everything else is as it was.
 */
static void older_rooms_are_read(void **state)
{
    static const struct {
        uint8_t version;
        size_t from, count; /* bytes that it has not got, behind the bans */
    } rows[] = {{1, 0, 3}, {2, 2, 1}};
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    struct hc_room loaded, now;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t at = ending_at("null", "", "next=one") + rows[i].from, count = rows[i].count, size;

        begin("null", "", "next=one", 2);
        play_on();
        size = hc_room_save(&room, bytes, sizeof bytes);
        assert_true(load(&now, bytes, size));
        memmove(bytes + at, bytes + at + count, size - at - count);
        assert_false(load(&loaded, bytes, size - count));
        bytes[4] = rows[i].version;
        assert_int_equal(guests_in(bytes, size - count), 1 << 1 | 1 << 2);
        assert_true(load(&loaded, bytes, size - count));
        assert_memory_equal(&loaded, &now, sizeof now);
        assert_int_equal(hc_room_save(&loaded, bytes, sizeof bytes), size);
    }
}

/* A room with a name that nobody gets any more was right when it was stored. */
static void old_names_are_read(void **state)
{
    static uint8_t bytes[8192];
    struct hc_room loaded;

    (void)state;
    open_room("null", "", "");
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "Ann"), HC_OK);
    strcpy(room.seat[0].name, "A\u00adn");
    assert_true(load(&loaded, bytes, hc_room_save(&room, bytes, sizeof bytes)));
    assert_string_equal(loaded.seat[0].name, room.seat[0].name);
}

/* Those who agreed are remembered through a restart, with whose coming the match does not end. */
static void a_proposal_is_stored(void **state)
{
    static const struct {
        const char *why;
        unsigned mask;
        bool good;
    } rows[] = {
        {"as it was", 5, true},       {"nobody", 0, true},
        {"the host", 1, true},        {"without the host", 4, false},
        {"a bot", 9, false},          {"a seat that does not exist", 0x401, false},
        {"an empty seat", 17, false},
    };
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size, at = ending_at("null", "", "away=bot grace_ms=9000");
    struct hc_room loaded;

    (void)state;
    open_room("null", "", "away=bot grace_ms=9000");
    for (unsigned g = 1; g <= 3; g++)
        sit(g);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "random"), HC_OK);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_int_equal(bytes[at], 5);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bytes[at] = (uint8_t)rows[i].mask;
        bytes[at + 1] = (uint8_t)(rows[i].mask >> 8);
        if (load(&loaded, bytes, size) != rows[i].good)
            fail_msg("%s: read %d", rows[i].why, !rows[i].good);
    }
    bytes[at] = 5;
    bytes[at + 1] = 0;
    assert_true(load(&room, bytes, size));
    assert_int_equal(hc_room_agreed(&room), 5);
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_PLAYING);
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "end");
}

/* Saving into too little says how much it wants, and writes nothing beyond. */
static void a_room_that_does_not_fit_says_so(void **state)
{
    uint8_t whole[HC_ROOM_SAVE_BYTES], bytes[HC_ROOM_SAVE_BYTES + 8];
    size_t size;

    (void)state;
    begin("null", "", "next=one", 2);
    size = hc_room_save(&room, whole, sizeof whole);
    for (size_t less = 0; less < size; less++) {
        memset(bytes, 0xa5, sizeof bytes);
        assert_int_equal(hc_room_save(&room, bytes, less), size);
        assert_memory_equal(bytes, whole, less);
        for (size_t i = less; i < sizeof bytes; i++)
            assert_int_equal(bytes[i], 0xa5);
    }
}

/* What fell due while nobody ran the house is put off for a minute. */
static void a_restart_costs_nobody_a_turn(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size;

    (void)state;
    begin("null", "", "clock=live turn_ms=30000 away=bot grace_ms=20000", 2);
    size = hc_room_save(&room, bytes, sizeof bytes);
    now_ms = T0 + 500000;
    assert_true(load(&room, bytes, size));
    assert_int_equal(hc_room_deadline(&room), now_ms + HC_ROOM_LATE_MS);
    assert_int_equal(hc_room_due(&room), now_ms + 20000); /* nobody is connected any more */
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_due(&room), now_ms + HC_ROOM_LATE_MS);
    now_ms = T0 + 10; /* the clock was set back meanwhile: a whole turn, no more */
    assert_true(load(&room, bytes, size));
    assert_int_equal(hc_room_deadline(&room), T0 + 10 + HC_ROOM_LATE_MS);
}

/* The pause began after 25 of 30 seconds: the other five are a minute when it ends. */
static void a_restart_in_a_pause_costs_nobody_a_turn(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size;

    (void)state;
    begin("shed", "on_disconnect=pause first_action=ignore first_wild=none",
          "clock=live turn_ms=30000 grace_ms=10000", 2);
    now_ms = T0 + 15000;
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms = T0 + 25000;
    assert_string_equal(tick(), "leave");
    size = hc_room_save(&room, bytes, sizeof bytes);
    now_ms = T0 + 500000;
    assert_true(load(&room, bytes, size));
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    now_ms += 3000;
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "return");
    assert_int_equal(hc_room_deadline(&room), now_ms + HC_ROOM_LATE_MS);
}

/* The house counts anew who is there; since when somebody is gone is not forgotten. */
static void undoing_forgets_connections(void **state)
{
    struct hc_room before;

    (void)state;
    begin("null", "", "", 2);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_OK);
    before = room;
    play_on();
    now_ms += 1000;
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    hc_room_undo(&room, &before);
    assert_memory_equal(&room.table, &before.table, sizeof room.table);
    assert_int_equal(room.seat[0].connections, 0);
    assert_int_equal(room.seat[1].gone_ms, now_ms);
    assert_int_equal(room.watcher[0].connections, 0);
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_OK);

    open_room("null", "", "");
    assert_int_equal(ask(3, HC_DO_SIT, HC_NONE, "guest 3"), HC_OK);
    before = room;
    assert_int_equal(ask(3, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    now_ms += 1000;
    assert_int_equal(ask(4, HC_DO_SIT, HC_NONE, "guest 4"), HC_OK);
    hc_room_undo(&room, &before); /* whoever had lost the seat is gone since they have it again */
    assert_int_equal(hc_room_seat_of(&room, before.seat[0].guest), 0);
    assert_int_equal(room.seat[0].gone_ms, now_ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_names_are_read),
        cmocka_unit_test(saved_rooms_are_read_back),
        cmocka_unit_test(a_saved_room_tells_its_code),
        cmocka_unit_test(a_guest_with_two_seats_is_refused),
        cmocka_unit_test(a_match_without_log_or_seed_is_refused),
        cmocka_unit_test(kept_inputs_are_rooms),
        cmocka_unit_test(saved_rooms_name_guests),
        cmocka_unit_test(saved_rooms_are_passed_on),
        cmocka_unit_test(older_rooms_are_read),
        cmocka_unit_test(a_proposal_is_stored),
        cmocka_unit_test(a_room_that_does_not_fit_says_so),
        cmocka_unit_test(progress_is_enough_for_commands),
        cmocka_unit_test(a_restart_costs_nobody_a_turn),
        cmocka_unit_test(a_restart_in_a_pause_costs_nobody_a_turn),
        cmocka_unit_test(undoing_forgets_connections),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
