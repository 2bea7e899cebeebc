// SPDX-License-Identifier: MIT
/*
 * test_room_sim.c: a room among people who do everything wrong, in one thread and from one seed.
 *
 * Each seed makes one room with random rules and settings, six guests, a clock and a store. Guests
 * vanish and come back, click twice, send old frames again, act with the wrong identity, and call
 * late; bots answer late or when the table has moved on; the clock jumps; the store fails or
 * answers late; the house is restarted. `struct house` is what a house must do: copy the room, ask
 * it, store what it says, and tell guests only what is durable. After every step everything that
 * the design promises is checked; start reading with one_step and check_everything.
 *
 * HC_TEST_SEED repeats a run from its first seed, HC_TEST_SCALE makes it longer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_rules.h"
#include "room/room.h"
#include "table/log.h"

enum {
    SEEDS = 2500,
    STEPS = 160,
    GUESTS = 6,
    STRANGER = GUESTS, /* a guest who never sits down */
    LOG_BYTES = 1 << 19,
    LOGS = 6, /* matches whose logs are kept at once */
    BATCHES_MAX = 6,
    TOLD_MAX = 48,
    FRAMES = 8,
    THOUGHTS = 32,
    ACKS_MAX = 4096,
    TURNS_MAX = 8192,
    TICKS_MAX = 400,
    DRAIN_MAX = 30000,
    SMALL_JUMP_MS = 15000,
};
#define DAY_MS  86400000ull
#define YEAR_MS (365 * DAY_MS)

static uint64_t base_seed, seed;
static unsigned scale = 1, step;
static struct hc_dice dice;

/* ---- Who is who ------------------------------------------------------------------------------ */

struct frame {
    struct hc_room_request request;
    char text[HC_COMMAND_CHARS];
    uint8_t entropy[HC_SEED_BYTES];
};

struct guest {
    uint8_t id[HC_GUEST_BYTES];
    unsigned connections;
    bool watches;
    bool has_view;
    uint32_t view_match;
    uint64_t view_ms;
    struct hc_view view; /* the last one that was told */
    uint32_t next_id;
    struct frame old[FRAMES];
    unsigned olds;
};

/* An answer that waits until everything before it is durable. */
struct told {
    unsigned guest;
    uint32_t id, seq, match;
    unsigned seat;
    struct hc_command command;
    bool acted; /* a command of a person that was accepted, for the first time */
};

/* Everything that a store failure takes back, besides the room itself. */
struct account {
    struct hc_log log;
    uint32_t match;
    struct hc_table shadow; /* folded from events alone */
    unsigned turns;         /* of turn_seq[] */
    unsigned acts;          /* of act[] */
};

struct batch {
    struct hc_room before;
    struct account account_before, account_after;
    struct hc_room after;
    struct told told[TOLD_MAX];
    unsigned told_count;
};

/* What survives a restart. */
struct durable {
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size;
    struct hc_room room; /* to compare with */
    struct account account;
};

struct act {
    uint32_t match, id;
    unsigned guest;
};

struct thought {
    unsigned seat, after_step;
    uint32_t seq;
    char text[HC_COMMAND_CHARS];
};

static struct house {
    struct hc_room room;
    struct account account;
    struct durable durable;
    struct batch batch[BATCHES_MAX];
    unsigned batches;
    struct guest guest[GUESTS + 1];
    struct told ack[ACKS_MAX];
    unsigned acks;
    struct act act[ACKS_MAX];
    uint32_t turn_seq[TURNS_MAX];
    struct thought thought[THOUGHTS];
    unsigned thoughts;
    uint64_t wall_ms;    /* what the clock says */
    uint64_t thought_ms; /* how long the awaited seat has really thought */
    uint64_t since_restart_ms;
    bool closed;
} house;

static uint8_t log_bytes[LOGS][LOG_BYTES];
static unsigned long commands_total, matches_total, restarts_total, failures_total, repeats_total;

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&dice, bound);
}

static void must(bool fact, const char *what)
{
    if (!fact)
        fail_msg("%s (HC_TEST_SEED=%llu: step %u, game %s, match %u, stage %u, seq %u)", what,
                 (unsigned long long)seed, step, hc_games[house.room.game]->name, house.room.match,
                 house.room.stage, hc_table_seq(&house.room.table));
}

static void secret_of(uint32_t match, uint8_t secret[HC_SEED_BYTES], uint8_t salt[HC_SEED_BYTES])
{
    hc_seed_from_number(seed * 4096 + 2 * match, secret);
    hc_seed_from_number(seed * 4096 + 2 * match + 1, salt);
}

/* ---- Comparing rooms ------------------------------------------------------------------------- */

/* The room without what a restart forgets. */
static struct hc_room lasting(const struct hc_room *room)
{
    struct hc_room copy = *room;

    memset(copy.watcher, 0, sizeof copy.watcher);
    copy.heard_ms = copy.chat_ms = copy.asked_ms = 0;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        copy.seat[s].connections = copy.seat[s].chat_debt = 0;
        copy.seat[s].asked = 0;
        copy.seat[s].gone_ms = 0;
    }
    return copy;
}

/* And without times and the memory of ids, which change by looking and by being refused. */
static struct hc_room essence(const struct hc_room *room)
{
    struct hc_room copy = lasting(room);

    copy.turn_ms = copy.moved_ms = copy.quiet_ms = copy.stage_ms = 0;
    copy.still_ms = copy.still_ms != 0;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        memset(copy.seat[s].id, 0, sizeof copy.seat[s].id);
        memset(copy.seat[s].id_seq, 0, sizeof copy.seat[s].id_seq);
        memset(copy.seat[s].id_refusal, 0, sizeof copy.seat[s].id_refusal);
    }
    return copy;
}

static void must_be_unchanged(const struct hc_room *before, const char *what)
{
    struct hc_room after = house.room;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        memcpy(after.seat[s].id, before->seat[s].id, sizeof after.seat[s].id);
        memcpy(after.seat[s].id_seq, before->seat[s].id_seq, sizeof after.seat[s].id_seq);
        memcpy(after.seat[s].id_refusal, before->seat[s].id_refusal,
               sizeof after.seat[s].id_refusal);
    }
    must(!memcmp(&after, before, sizeof after), what);
}

/* ---- The house writes ------------------------------------------------------------------------ */

static void note_awaited(unsigned awaited_before)
{
    if (hc_table_awaits(&house.room.table) == awaited_before)
        return;
    must(house.account.turns < TURNS_MAX, "a match is too long for this test");
    house.turn_seq[house.account.turns++] = hc_table_seq(&house.room.table);
}

static void write_command(const struct hc_room_answer *answer)
{
    struct account *account = &house.account;
    unsigned awaited = hc_table_awaits(&account->shadow);
    struct hc_table shadow;

    must(answer->events.count > 0, "a command without events is to be logged");
    must(
        hc_log_add(&account->log, answer->time_ms, answer->seat, &answer->command, &answer->events),
        "the log is full");
    for (const struct hc_event *e = hc_event_first(&answer->events); e;
         e = hc_event_next(&answer->events, e))
        hc_table_apply(&account->shadow, e);
    shadow = account->shadow;
    memcpy(shadow.key, house.room.table.key, sizeof shadow.key);
    must(!memcmp(&shadow, &house.room.table, sizeof shadow), "the events are not what happened");
    must(hc_table_seq(&house.room.table) == answer->seq, "the answer tells a wrong seq");
    note_awaited(awaited);
    commands_total++;
}

static void write_begin(void)
{
    struct account *account = &house.account;
    uint8_t secret[HC_SEED_BYTES], salt[HC_SEED_BYTES], commitment[HC_SEED_BYTES];

    account->match++;
    must(account->match == house.room.match, "matches are counted wrongly");
    secret_of(account->match, secret, salt);
    hc_commit(secret, salt, commitment);
    must(hc_log_begin(&account->log, log_bytes[account->match % LOGS], LOG_BYTES, &house.room.table,
                      commitment),
         "a log cannot begin with this table");
    account->shadow = house.room.table;
    account->turns = 0;
    matches_total++;
}

static void write_record(const struct hc_room_answer *answer)
{
    struct hc_log *log = &house.account.log;
    uint8_t secret[HC_SEED_BYTES], salt[HC_SEED_BYTES];

    switch (answer->record) {
    case HC_WRITE_NOTHING:
        return;
    case HC_WRITE_BEGIN:
        write_begin();
        break;
    case HC_WRITE_COMMAND:
        write_command(answer);
        break;
    case HC_WRITE_ENTROPY:
        must(hc_log_contribution(log, answer->seat, answer->entropy), "the log is full");
        break;
    case HC_WRITE_SECRET:
        must(answer->over, "a secret is revealed before the match is over");
        secret_of(house.account.match, secret, salt);
        must(hc_log_reveal(log, secret, salt), "the log is full");
        break;
    }
    must(hc_log_commit(log), "the log is full");
    must(answer->changed, "a record without the room's own data would be lost");
}

static void tick(void);

/* ---- The store ------------------------------------------------------------------------------- */

static void make_durable(const struct hc_room *room, const struct account *account)
{
    house.durable.room = *room;
    house.durable.account = *account;
    house.durable.size = hc_room_save(room, house.durable.bytes, sizeof house.durable.bytes);
    must(house.durable.size <= sizeof house.durable.bytes, "a saved room is too large");
}

static void show_views(void)
{
    const struct hc_room *room = &house.durable.room;

    if (room->stage != HC_ROOM_PLAYING && room->stage != HC_ROOM_FINISHED)
        return;
    for (unsigned g = 0; g < GUESTS; g++) {
        struct guest *guest = &house.guest[g];
        unsigned seat = hc_room_seat_of(room, guest->id);

        if (!guest->connections || (seat == HC_NONE && !guest->watches))
            continue;
        guest->has_view = true;
        guest->view_match = room->match;
        guest->view_ms = house.wall_ms;
        hc_view(&room->table, seat == HC_NONE ? HC_SPECTATOR : seat, house.wall_ms, &guest->view);
    }
}

static void tell(const struct told *told)
{
    if (!told->acted)
        return;
    must(house.acks < ACKS_MAX, "a match is too long for this test");
    must(told->match < house.durable.account.match ||
             (told->match == house.durable.account.match &&
              told->seq <= hc_table_seq(&house.durable.account.shadow)),
         "somebody is told what is not durable");
    house.ack[house.acks++] = *told;
}

static void store_succeeds(void)
{
    struct batch *batch = &house.batch[0];

    make_durable(&batch->after, &batch->account_after);
    for (unsigned i = 0; i < batch->told_count; i++)
        tell(&batch->told[i]);
    show_views();
    house.batches--;
    memmove(&house.batch[0], &house.batch[1], house.batches * sizeof *batch);
}

/* Whoever loses the seat loses the connections that were counted for it. */
static void hang_up(void)
{
    for (unsigned g = 0; g < GUESTS; g++) {
        struct guest *guest = &house.guest[g];
        bool known = hc_room_seat_of(&house.room, guest->id) != HC_NONE;

        for (unsigned w = 0; w < HC_ROOM_WATCHERS_MAX; w++)
            known |= house.room.watcher[w].connections &&
                     !memcmp(house.room.watcher[w].guest, guest->id, HC_GUEST_BYTES);
        if (!known)
            guest->connections = 0;
    }
}

static void store_fails(void)
{
    struct hc_room before = house.batch[0].before;

    failures_total++;
    house.account = house.batch[0].account_before;
    house.batches = 0;
    hc_room_undo(&house.room, &before);
    {
        struct hc_room now = lasting(&house.room), then = lasting(&before);

        must(!memcmp(&now, &then, sizeof now), "undoing leaves something behind");
    }
    hang_up();
    house.thought_ms = YEAR_MS; /* whatever it was */
}

static void store_works(void)
{
    while (house.batches && below(3))
        if (below(25) == 0) {
            store_fails();
            tick(); /* the timer must be set anew */
        } else {
            store_succeeds();
        }
    while (house.batches > BATCHES_MAX / 2)
        store_succeeds();
}

/* Something was decided: it goes to the store with the room as it is now. */
static void hand_in(const struct hc_room *before, const struct account *account_before,
                    const struct told *told)
{
    struct batch *batch = &house.batch[house.batches ? house.batches - 1 : 0];

    /* Group commit: what is decided in one turn of the loop is stored together. */
    if (!house.batches || below(2)) {
        if (house.batches == BATCHES_MAX)
            store_succeeds();
        batch = &house.batch[house.batches++];
        batch->before = *before;
        batch->account_before = *account_before;
        batch->told_count = 0;
    }
    batch->after = house.room;
    batch->account_after = house.account;
    if (told && batch->told_count < TOLD_MAX)
        batch->told[batch->told_count++] = *told;
}

/* A new turn begins with the command that leads to it. */
static void note_turn(void)
{
    if (house.room.turn_ms == house.wall_ms) {
        house.thought_ms = 0;
        house.since_restart_ms = YEAR_MS;
    }
}

/* ---- Asking the room ------------------------------------------------------------------------- */

static bool same_name(unsigned seat, unsigned guest)
{
    char name[HC_ROOM_NAME_BYTES];

    snprintf(name, sizeof name, "guest %u", guest);
    return !strcmp(house.room.seat[seat].name, name);
}

/* Nobody acts for another, and no command is done twice. */
static void check_act(unsigned guest, const struct hc_room_request *request,
                      const struct hc_room_answer *answer)
{
    struct act act = {house.account.match, request->id, guest};

    must(guest < GUESTS, "somebody without a seat has acted");
    must(same_name(answer->seat, guest), "somebody acted for another");
    for (unsigned i = 0; i < house.account.acts; i++)
        must(memcmp(&house.act[i], &act, sizeof act), "one command was done twice");
    must(house.account.acts < ACKS_MAX, "a match is too long for this test");
    house.act[house.account.acts++] = act;
}

/* A bot moves only where no person is. */
static void check_bot_move(const struct hc_room *before, const struct hc_room_request *request)
{
    const struct hc_room_seat *sits = &before->seat[request->seat];

    must(request->seq == hc_table_seq(&before->table), "a stale thought was accepted");
    must(sits->who == HC_SEAT_BOT || sits->left || !sits->connections,
         "a bot played for somebody who is there");
}

static enum hc_refusal ask(unsigned guest, struct hc_room_request request)
{
    static struct hc_room_answer answer;
    struct hc_room before = house.room, a, b;
    struct account account_before = house.account;
    struct told told = {.guest = guest, .id = request.id};

    memcpy(request.guest, house.guest[guest].id, HC_GUEST_BYTES);
    request.now_ms = house.wall_ms;
    hc_room_do(&house.room, &request, &answer);
    if (answer.refusal || answer.repeat) {
        must_be_unchanged(&before, "a refused request changed something");
        must(answer.record == HC_WRITE_NOTHING && !answer.changed, "a refusal is to be stored");
        repeats_total += answer.repeat;
        return answer.refusal;
    }
    if (request.verb == HC_DO_ACT)
        check_act(guest, &request, &answer);
    if (request.verb == HC_DO_BOT_MOVE && answer.record)
        check_bot_move(&before, &request);
    if (request.verb == HC_DO_CONNECT || request.verb == HC_DO_DISCONNECT ||
        request.verb == HC_DO_WATCH || request.verb == HC_DO_CHAT)
        must(!answer.changed, "a connection is to be stored");
    write_record(&answer);
    told.match = house.account.match;
    told.seq = answer.seq;
    told.seat = answer.seat;
    told.command = answer.command;
    told.acted = request.verb == HC_DO_ACT;
    a = essence(&before);
    b = essence(&house.room);
    must(answer.changed || !memcmp(&a, &b, sizeof a), "a change would not be stored");
    if (answer.changed)
        hand_in(&before, &account_before, &told);
    note_turn();
    if (memcmp(before.seat, house.room.seat, sizeof before.seat) || request.verb == HC_DO_WATCH ||
        request.verb == HC_DO_DISCONNECT)
        hang_up();
    return HC_OK;
}

/* ---- The house's own time -------------------------------------------------------------------- */

static void add_thought(const struct hc_room_answer *answer)
{
    struct thought *thought;
    struct hc_actions actions;
    struct hc_command command;
    uint32_t budget;

    must(hc_room_bot(&house.room, answer->think, &budget) != NULL, "a person is asked to think");
    must(answer->seq == hc_table_seq(&house.room.table), "a bot is asked about another table");
    if (house.thoughts == THOUGHTS || below(20) == 0)
        return; /* it is never heard of again */
    thought = &house.thought[house.thoughts++];
    thought->seat = answer->think;
    thought->seq = answer->seq;
    thought->after_step = step + (below(3) ? 0 : below(6));
    thought->text[0] = '\0';
    hc_actions(&house.room.table, answer->think, house.wall_ms, &actions);
    must(actions.ways > 0, "a bot is asked who can do nothing");
    if (hc_table_awaits(&house.room.table) == answer->think || below(2)) {
        hc_actions_at(&actions, below(actions.ways), &command);
        hc_command_print(hc_games[house.room.game], &house.room.rules, &command, thought->text,
                         sizeof thought->text);
    }
}

static uint64_t limit_ms(const struct hc_room *room)
{
    switch (room->settings.byte[HC_ROOM_CLOCK]) {
    case HC_CLOCK_LIVE:
        return room->settings.wide[HC_ROOM_TURN_MS];
    case HC_CLOCK_SLOW:
        return room->settings.byte[HC_ROOM_TURN_HOURS] * 3600000ull;
    default:
        return HC_ROOM_NEVER;
    }
}

/* Nobody loses a turn before the time has really passed, whatever the clock said. */
static void check_timeout(const struct hc_room *before, const struct hc_room_answer *answer)
{
    const struct hc_game *game = hc_games[before->game];
    unsigned seat = answer->command.target;

    if (answer->record != HC_WRITE_COMMAND ||
        strcmp(game->grammar.verbs[answer->command.verb].name, "timeout"))
        return;
    if (before->seat[seat].who == HC_SEAT_BOT || before->seat[seat].away ||
        limit_ms(before) == HC_ROOM_NEVER)
        return;
    must(house.thought_ms >= limit_ms(before), "a turn was taken away too early");
    must(house.since_restart_ms >= HC_ROOM_LATE_MS, "a turn was lost by a restart");
}

static void tick(void)
{
    static struct hc_room_answer answer;
    uint8_t secret[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    unsigned ticks = 0;

    do {
        struct hc_room before = house.room, a, b;
        struct account account_before = house.account;
        bool wants = hc_room_wants_seed(&house.room);

        must(ticks++ < TICKS_MAX, "the room is never done");
        if (wants)
            secret_of(house.account.match + 1, secret, salt);
        hc_room_tick(&house.room, house.wall_ms, wants ? secret : NULL, &answer);
        must(!answer.refusal, "a tick was refused");
        check_timeout(&before, &answer);
        write_record(&answer);
        a = essence(&before);
        b = essence(&house.room);
        must(answer.changed || !memcmp(&a, &b, sizeof a), "a change would not be stored");
        if (answer.think != HC_NONE)
            add_thought(&answer);
        if (answer.changed)
            hand_in(&before, &account_before, NULL);
        if (answer.expired) {
            house.closed = true;
            return;
        }
        note_turn();
        if (answer.changed)
            hang_up();
    } while (answer.more);
    must(hc_room_due(&house.room) > house.wall_ms, "something is due and was not done");
}

/* Time that the room cannot but count. */
static void pass_time(uint64_t span_ms)
{
    house.wall_ms += span_ms;
    house.since_restart_ms += span_ms;
    if (!house.room.still_ms)
        house.thought_ms += span_ms;
}

static void jump(void)
{
    uint64_t small_ms = 1 + below(SMALL_JUMP_MS);

    switch (below(6)) {
    case 0:
        pass_time(small_ms);
        break;
    case 1:
        house.wall_ms -= small_ms;
        break;
    case 2:
        house.wall_ms += DAY_MS;
        break;
    case 3:
        house.wall_ms -= DAY_MS;
        break;
    case 4:
        house.wall_ms += YEAR_MS;
        break;
    default:
        house.wall_ms -= YEAR_MS;
        break;
    }
}

/* Only what was durable is there again, and all of it. */
static void restart(void)
{
    struct hc_problem why;
    uint8_t secret[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    const struct durable *durable = &house.durable;
    struct hc_room was = lasting(&durable->room), is;

    restarts_total++;
    house.batches = house.thoughts = 0;
    house.account = durable->account;
    secret_of(house.account.match, secret, salt);
    if (!hc_room_load(&house.room, durable->bytes, durable->size, durable->account.log.bytes,
                      durable->account.log.used, secret, house.wall_ms, &why))
        must(false, why.text);
    is = lasting(&house.room);
    if (was.stage != HC_ROOM_PLAYING && was.stage != HC_ROOM_FINISHED)
        is.table = was.table;
    /* Times may have been put off, but none lies ahead of what it was by more than that. */
    is.turn_ms = was.turn_ms, is.moved_ms = was.moved_ms, is.still_ms = was.still_ms;
    is.quiet_ms = was.quiet_ms, is.stage_ms = was.stage_ms;
    must(!memcmp(&is, &was, sizeof is), "a restart changes the room");
    for (unsigned g = 0; g < GUESTS; g++) {
        house.guest[g].connections = 0;
        house.guest[g].watches = false;
    }
    house.thought_ms = YEAR_MS; /* whatever it was */
    house.since_restart_ms = 0;
}

/* ---- What must hold -------------------------------------------------------------------------- */

static void check_waiting(void)
{
    const struct hc_room *room = &house.room;
    uint64_t due_ms = hc_room_due(room), deadline_ms = hc_room_deadline(room);
    unsigned waits = hc_room_waits_for(room);

    if (room->stage == HC_ROOM_CLOSED)
        return;
    must(waits || due_ms != HC_ROOM_NEVER, "the room waits for nobody and for no time");
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (waits >> s & 1)
            must(room->seat[s].who == HC_SEAT_PERSON && !room->seat[s].left,
                 "the room waits for nobody in particular");
    if (deadline_ms == HC_ROOM_NEVER)
        return;
    must(due_ms <= deadline_ms, "the timer comes after the deadline");
    if (limit_ms(room) != HC_ROOM_NEVER)
        must(deadline_ms <=
                 house.wall_ms +
                     (limit_ms(room) > 2 * HC_ROOM_LATE_MS ? limit_ms(room) : 2 * HC_ROOM_LATE_MS) +
                     HC_ROOM_LATE_MS,
             "a turn lasts too long");
}

static void check_connections(void)
{
    for (unsigned g = 0; g < GUESTS; g++) {
        unsigned seat = hc_room_seat_of(&house.room, house.guest[g].id);

        if (seat != HC_NONE)
            must(house.room.seat[seat].connections == house.guest[g].connections &&
                     same_name(seat, g),
                 "the room counts connections wrongly");
    }
}

static void check_late(void)
{
    const struct hc_room *room = &house.room;
    unsigned turns = house.account.turns, late = room->settings.byte[HC_ROOM_LATE_TURNS];
    uint32_t want = turns > late ? house.turn_seq[turns - 1 - late] : 0;

    if (room->stage == HC_ROOM_PLAYING)
        must(hc_room_late_seq(room) ==
                 (room->settings.byte[HC_ROOM_WATCH] == HC_WATCH_LATE ? want : 0),
             "spectators may see too much, or too little");
}

/* What a guest was told last is what the log says of that moment. */
static void check_picture(const struct guest *guest)
{
    static struct hc_view view;
    static struct hc_table table;
    const struct account *account = &house.durable.account;
    struct hc_problem why;

    if (!guest->has_view || guest->view_match != account->match)
        return;
    if (!hc_log_replay(account->log.bytes, account->log.used, guest->view.seq, &table, NULL, NULL,
                       &why))
        must(false, why.text);
    hc_view(&table, guest->view.viewer, guest->view_ms, &view);
    must(!memcmp(&view, &guest->view, sizeof view), "a guest was shown what the log does not say");
}

/* Everything that was acknowledged is in the log, in its place. */
static void check_acks(void)
{
    static struct hc_record record;
    static struct hc_log_reader reader;
    const struct account *account = &house.durable.account;
    uint32_t seq = 0;
    unsigned next = 0;

    while (next < house.acks && house.ack[next].match < account->match)
        next++;
    if (next == house.acks)
        return;
    must(hc_log_open(&reader, account->log.bytes, account->log.used), "the log cannot be read");
    while (next < house.acks && hc_log_next(&reader, &record) > 0) {
        if (record.kind != HC_RECORD_COMMAND)
            continue;
        seq += record.events.count;
        if (seq == house.ack[next].seq) {
            must(record.seat == house.ack[next].seat &&
                     !memcmp(&record.command, &house.ack[next].command, sizeof record.command),
                 "something else was acknowledged than was done");
            next++;
        }
    }
    must(next == house.acks, "something that was acknowledged is lost");
}

static void check_log(void)
{
    static struct hc_table table;
    const struct account *account = &house.durable.account;
    const struct hc_room *room = &house.durable.room;
    struct hc_problem why;
    enum hc_verdict verdict;

    if (!account->match)
        return;
    verdict = hc_log_verify(account->log.bytes, account->log.used, &why);
    must(verdict != HC_DISHONEST, why.text);
    if (room->stage != HC_ROOM_CLOSED)
        must((verdict == HC_HONEST) == (room->stage != HC_ROOM_PLAYING),
             "the secret is out too early, or too late");
    if (!hc_log_replay(account->log.bytes, account->log.used, UINT32_MAX, &table, NULL, NULL, &why))
        must(false, why.text);
    if (room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED) {
        memcpy(table.key, room->table.key, sizeof table.key);
        must(!memcmp(&table, &room->table, sizeof table), "the log says something else");
    }
    check_acks();
    for (unsigned g = 0; g < GUESTS; g++)
        check_picture(&house.guest[g]);
}

static void check_everything(void)
{
    const char *broken = NULL;

    if (house.room.stage == HC_ROOM_PLAYING || house.room.stage == HC_ROOM_FINISHED)
        broken = hc_table_check(&house.room.table);
    must(!broken, broken ? broken : "");
    check_waiting();
    check_connections();
    check_late();
    if (below(40) == 0)
        check_log();
}

/* ---- What guests do -------------------------------------------------------------------------- */

static struct hc_room_request plain(enum hc_room_verb verb, unsigned seat, const char *text)
{
    return (struct hc_room_request){.verb = verb, .seat = (uint8_t)seat, .text = text};
}

static void sit(unsigned g)
{
    uint8_t entropy[HC_SEED_BYTES];
    char name[HC_ROOM_NAME_BYTES];
    struct hc_room_request request = plain(HC_DO_SIT, below(3) ? HC_NONE : below(12), name);

    snprintf(name, sizeof name, "guest %u", g);
    hc_seed_from_number(seed + step, entropy);
    request.entropy = below(2) ? entropy : NULL;
    ask(g, request);
}

static void connect(unsigned g)
{
    struct guest *guest = &house.guest[g];
    bool sits = hc_room_seat_of(&house.room, guest->id) != HC_NONE;

    if (guest->connections < 3 &&
        ask(g, plain(sits ? HC_DO_CONNECT : HC_DO_WATCH, HC_NONE, NULL)) == HC_OK) {
        guest->connections++;
        guest->watches = !sits;
    }
}

static void disconnect(unsigned g)
{
    if (!house.guest[g].connections)
        return;
    house.guest[g].connections--;
    if (ask(g, plain(HC_DO_DISCONNECT, HC_NONE, NULL)) != HC_OK)
        house.guest[g].connections++;
}

/* Sends a command and remembers the frame, to send it again one day. */
static enum hc_refusal send_act(unsigned g, const struct frame *frame)
{
    struct guest *guest = &house.guest[g];
    struct hc_room_request request = frame->request;

    guest->old[guest->olds++ % FRAMES] = *frame;
    request.text = frame->text;
    return ask(g, request);
}

/* The second click gets the answer of the first. */
static void click_twice(unsigned g, const struct frame *frame)
{
    struct hc_room_request request = frame->request;
    static struct hc_room_answer first, second;
    struct hc_room room = house.room, between;

    memcpy(request.guest, house.guest[g].id, HC_GUEST_BYTES);
    request.now_ms = house.wall_ms;
    request.text = frame->text;
    hc_room_do(&room, &request, &first);
    between = room;
    hc_room_do(&room, &request, &second);
    must(!memcmp(&between, &room, sizeof room), "the second click changed something");
    if (hc_room_seat_of(&room, request.guest) != HC_NONE)
        must(second.repeat && second.refusal == first.refusal && second.seq == first.seq,
             "the second click got another answer than the first");
    send_act(g, frame);
    send_act(g, frame);
}

/* A command from the last view that was told, which may be old; now and then from another's. */
static void act(unsigned g)
{
    struct guest *guest = &house.guest[g], *whose = below(8) ? guest : &house.guest[below(GUESTS)];
    struct frame frame = {.request = plain(HC_DO_ACT, HC_NONE, NULL)};
    const struct hc_actions *actions = &whose->view.actions;
    struct hc_command command;

    if (!whose->has_view || !actions->ways)
        return;
    hc_actions_at(actions, below(actions->ways), &command);
    hc_command_print(whose->view.game, &whose->view.rules, &command, frame.text, sizeof frame.text);
    frame.request.seq = below(10) ? whose->view.seq : below(200);
    frame.request.id = ++guest->next_id;
    if (below(6) == 0)
        click_twice(g, &frame);
    else
        send_act(g, &frame);
    if (below(10) == 0) {
        enum hc_refusal refusal;

        frame.request.id = 1 + below(1000);
        frame.request.text = frame.text;
        refusal = ask(STRANGER, frame.request);
        must(refusal == HC_NOT_ALLOWED || house.closed, "a stranger is answered like a player");
    }
}

static void act_again(unsigned g)
{
    struct guest *guest = &house.guest[g];
    unsigned count = guest->olds < FRAMES ? guest->olds : FRAMES;
    struct hc_room_request request;

    if (!count)
        return;
    request = guest->old[below(count)].request;
    request.text = guest->old[0].text;
    for (unsigned i = 0; i < count; i++)
        if (guest->old[i].request.id == request.id)
            request.text = guest->old[i].text;
    ask(g, request);
}

static void be_host(unsigned g)
{
    static const char *const settings[] = {
        "live", "slow", "away=bot", "seats=2", "nonsense=1", "chat=none watch=late late_turns=2"};
    static const char *const bots[] = {"random", "greedy", "nobody"};

    switch (below(6)) {
    case 0:
        ask(g, plain(HC_DO_KICK, below(HC_SEATS_MAX), NULL));
        break;
    case 1:
        ask(g, plain(HC_DO_SETTINGS, HC_NONE, settings[below(6)]));
        break;
    case 2:
        ask(g, plain(HC_DO_ADD_BOT, below(2) ? HC_NONE : below(12), bots[below(3)]));
        break;
    case 3:
        ask(g, plain(HC_DO_REMOVE_BOT, below(HC_SEATS_MAX), NULL));
        break;
    case 4:
        ask(g, plain(HC_DO_TITLE, HC_NONE, below(2) ? "A table" : "bad\ntitle"));
        break;
    default:
        ask(g, plain(HC_DO_START, HC_NONE, NULL));
        break;
    }
}

/* The host, whoever that is; now and then somebody else tries. */
static void start(unsigned g)
{
    for (unsigned h = 0; below(8) && h < GUESTS; h++)
        if (hc_room_seat_of(&house.room, house.guest[h].id) == house.room.host)
            g = h;
    ask(g, plain(HC_DO_START, HC_NONE, NULL));
}

static void be_guest(unsigned g)
{
    struct hc_room_request request = plain(HC_DO_AGREE, HC_NONE, NULL);
    uint8_t entropy[HC_SEED_BYTES];

    switch (below(24)) {
    case 0:
        disconnect(g);
        break;
    case 1:
        ask(g, plain(HC_DO_LEAVE, HC_NONE, NULL));
        break;
    case 2:
    case 3:
        act_again(g);
        break;
    case 4:
    case 5:
        hc_seed_from_number(seed + step, entropy);
        request.entropy = below(2) ? entropy : NULL;
        ask(g, request);
        break;
    case 6:
        ask(g, plain(HC_DO_CHAT, HC_NONE, below(4) ? "hello" : "\x1b[2J"));
        break;
    case 7:
    case 8:
        connect(g);
        break;
    case 9:
        be_host(g);
        break;
    default:
        if (house.room.stage == HC_ROOM_LOBBY && below(4))
            below(3) ? sit(g) : start(g);
        else if (below(2) && !house.guest[g].connections)
            connect(g);
        else
            act(g);
        break;
    }
}

static void bots_answer(void)
{
    for (unsigned i = 0; i < house.thoughts;) {
        struct thought thought = house.thought[i];
        struct hc_room_request request = plain(HC_DO_BOT_MOVE, thought.seat, thought.text);

        if (thought.after_step > step) {
            i++;
            continue;
        }
        house.thought[i] = house.thought[--house.thoughts];
        request.seq = thought.seq;
        ask(STRANGER, request);
    }
}

static void one_step(void)
{
    unsigned g = below(GUESTS);

    switch (below(24)) {
    case 0:
        if (below(8) == 0)
            restart();
        break;
    case 1:
        if (below(3) == 0)
            jump();
        break;
    case 2:
        pass_time(below(20) ? below(40000) : below(4 * 3600000));
        break;
    default:
        /* Mostly somebody does something who can. */
        for (unsigned i = 0; i < GUESTS && below(3) && !house.guest[g].view.actions.ways; i++)
            g = (g + 1) % GUESTS;
        be_guest(g);
        pass_time(below(3000));
        break;
    }
    bots_answer();
    tick();
    store_works();
    check_everything();
}

/* ---- A whole seed ---------------------------------------------------------------------------- */

/* Everybody goes home, the store works again: the room must come to its end by itself. */
static void drain(void)
{
    for (unsigned g = 0; g < GUESTS; g++)
        while (!house.closed && house.guest[g].connections)
            disconnect(g);
    while (house.batches)
        store_succeeds();
    for (unsigned i = 0; !house.closed; i++) {
        uint64_t due_ms = hc_room_due(&house.room);

        must(i < DRAIN_MAX, "a room without people does not come to an end");
        must(due_ms != HC_ROOM_NEVER, "a room without people waits for ever");
        if (!house.thoughts && due_ms > house.wall_ms)
            pass_time(due_ms - house.wall_ms);
        step += 10;
        bots_answer();
        tick();
        while (house.batches)
            store_succeeds();
        house.acks = 0;
    }
    check_log();
}

/* Short matches, so that a seed sees their ends too; or any rules at all. */
static void choose_rules(const struct hc_game *game, char *rules, size_t size)
{
    static const char *const away[] = {"pause", "skip", "drop"};
    struct hc_rules parsed;
    struct hc_problem why;

    if (below(4) == 0 && random_rules(game, &dice, rules, size) &&
        hc_rules_parse(game, rules, &parsed, &why))
        return;
    if (!strcmp(game->name, "shed"))
        snprintf(rules, size, "%s jump_in=true initial_cards=%u on_disconnect=%s%s",
                 below(2) ? "match_mode=single" : "points_to_win=60", 2 + below(4), away[below(3)],
                 below(3) ? "" : " uno_bad_challenge_penalty=1");
    else if (!strcmp(game->name, "two"))
        snprintf(rules, size, "tokens_to_win=%u auto_draw=%s", 1 + below(2),
                 below(2) ? "true" : "false");
    else
        snprintf(rules, size, "rounds_to_win=%u", 1 + below(2));
}

static bool open_room(void)
{
    static char rules[4096], settings[4096];
    static const struct hc_game setting_table = {.name = "room"};
    const struct hc_game *game = hc_game_at(below(hc_games_count));
    struct hc_game like_rules = setting_table;
    struct hc_problem why;
    char code[HC_ROOM_CODE_CHARS + 1];

    like_rules.options = hc_room_settings;
    choose_rules(game, rules, sizeof rules);
    must(random_rules(&like_rules, &dice, settings, sizeof settings - 64), "settings do not fit");
    strcat(settings, below(2) ? "seats=10 next=one next_ms=4000" : "seats=4");
    hc_room_code((const uint8_t[]){1, 2, 3}, code);
    return hc_room_open(&house.room, game, rules, settings, "A table", code, house.wall_ms, &why) ==
           HC_OK;
}

static void run_seed(void)
{
    uint8_t bytes[HC_SEED_BYTES];

    memset(&house, 0, sizeof house);
    hc_seed_from_number(seed, bytes);
    hc_dice_open(&dice, bytes, 7, 0);
    house.wall_ms = 100 * YEAR_MS;
    house.since_restart_ms = YEAR_MS;
    for (unsigned g = 0; g <= STRANGER; g++)
        memset(house.guest[g].id, (int)(g + 1), HC_GUEST_BYTES);
    step = 0;
    must(open_room(), "a room cannot be opened");
    make_durable(&house.room, &house.account);
    for (unsigned g = 0, count = 1 + below(GUESTS); g < count; g++) {
        sit(g);
        connect(g);
        if (below(3) == 0)
            ask(0, plain(HC_DO_ADD_BOT, HC_NONE, "random"));
    }
    tick();
    start(0);
    for (step = 0; step < STEPS && !house.closed; step++)
        one_step();
    drain();
}

static void rooms_keep_their_promises(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < (uint64_t)SEEDS * scale; i++) {
        seed = base_seed + i;
        run_seed();
    }
    printf("%lu commands, %lu matches, %lu restarts, %lu failures of the store, %lu repeats\n",
           commands_total, matches_total, restarts_total, failures_total, repeats_total);
    assert_true(matches_total > SEEDS / 4 && failures_total && restarts_total && repeats_total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_keep_their_promises),
    };
    const char *first = getenv("HC_TEST_SEED"), *longer = getenv("HC_TEST_SCALE");

    base_seed = first ? strtoull(first, NULL, 10) : 1;
    scale = longer ? (unsigned)strtoul(longer, NULL, 10) : 1;
    printf("HC_TEST_SEED=%llu\n", (unsigned long long)base_seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
