// SPDX-License-Identifier: MIT
/*
 * room_house.h: the house that test_room_sim.c runs: what any house must do for a room.
 *
 * It takes a copy of the room, asks it (ask, tick), writes what the answer says into a log, and
 * hands that to a store which may fail or be late. Guests are told nothing before it is durable. If
 * the store fails, everything that waits for it is undone; after a restart only what was durable is
 * there. On the way it checks every single answer.
 */
#ifndef HC_TESTS_UNIT_ROOM_HOUSE_H
#define HC_TESTS_UNIT_ROOM_HOUSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "room/room.h"
#include "table/log.h"

enum {
    GUESTS = 6,
    STRANGER = GUESTS, /* a guest who never sits down */
    LOG_BYTES = 1 << 19,
    LOGS = 6, /* matches whose logs are kept at once */
    BATCHES_MAX = 6,
    TOLD_MAX = 48,
    FRAMES = 8, /* old commands that a guest may send again */
    THOUGHTS = 32,
    ACKS_MAX = 4096,
    TURNS_MAX = 8192,
    TICKS_MAX = 400,
    SMALL_JUMP_MS = 15000,
};
#define DAY_MS  86400000ull
#define YEAR_MS (365 * DAY_MS)

static uint64_t seed;
static unsigned step;
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
    bool whole; /* not only the progress has changed */
};

/* What survives a restart. */
struct durable {
    uint8_t bytes[HC_ROOM_SAVE_BYTES], progress[HC_ROOM_PROGRESS_BYTES];
    size_t size, progress_size;
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
static unsigned long agreed_ends_total, house_ends_total;

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
    copy.called_ms = copy.chat_ms = copy.asked_ms = 0;
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
    must(answer->changed || answer->record == HC_WRITE_COMMAND,
         "a record without the room's own data would be lost");
}

static void tick(void);

/* ---- The store ------------------------------------------------------------------------------- */

static void make_durable(const struct hc_room *room, const struct account *account, bool whole)
{
    struct durable *durable = &house.durable;

    durable->room = *room;
    durable->account = *account;
    durable->progress_size = 0;
    if (whole)
        durable->size = hc_room_save(room, durable->bytes, sizeof durable->bytes);
    else
        durable->progress_size =
            hc_room_progress(room, durable->progress, sizeof durable->progress);
    must(durable->size <= sizeof durable->bytes, "a saved room is too large");
    must(durable->progress_size <= sizeof durable->progress, "the progress is too large");
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

    make_durable(&batch->after, &batch->account_after, batch->whole);
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
                    const struct told *told, bool whole)
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
        batch->whole = false;
    }
    batch->whole |= whole;
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

/* Nobody acts for another, on what they did not see, or twice. */
static void check_act(const struct hc_room *before, unsigned guest,
                      const struct hc_room_request *request, const struct hc_room_answer *answer)
{
    struct act act = {house.account.match, request->id, guest};

    must(guest < GUESTS, "somebody without a seat has acted");
    must(same_name(answer->seat, guest), "somebody acted for another");
    must(request->seq == hc_table_seq(&before->table) ||
             hc_is_side_action(hc_games[before->game], answer->command.verb),
         "a stale command was accepted");
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

/* Everybody speaks for themselves, and only while the host's proposal stands; what was said once is
 * not stored again. */
static void check_agreement(const struct hc_room *before, unsigned guest,
                            const struct hc_room_answer *answer)
{
    struct hc_room a = essence(before), b = essence(&house.room);
    unsigned seat = hc_room_seat_of(before, house.guest[guest].id);

    must(answer->changed == (memcmp(&a, &b, sizeof a) != 0), "nothing new is to be stored");
    must(((house.room.ending ^ before->ending) & ~(1u << seat)) == 0,
         "somebody wants the end for another");
    must(!house.room.ending || house.room.ending >> house.room.host & 1,
         "a match is to end that the host goes on with");
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
        check_act(&before, guest, &request, &answer);
    if (request.verb == HC_DO_AGREE || request.verb == HC_DO_END)
        check_agreement(&before, guest, &answer);
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
    must(answer.changed || answer.record || !memcmp(&a, &b, sizeof a),
         "a change would not be stored");
    if (answer.changed || answer.record)
        hand_in(&before, &account_before, &told, answer.changed);
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
        hc_house_role(game, &answer->command) != HC_HOUSE_TIMEOUT)
        return;
    if (before->seat[seat].who == HC_SEAT_BOT || before->seat[seat].away ||
        limit_ms(before) == HC_ROOM_NEVER)
        return;
    must(house.thought_ms >= limit_ms(before), "a turn was taken away too early");
    must(house.since_restart_ms >= HC_ROOM_LATE_MS, "a turn was lost by a restart");
}

/* A match that people play ends when all who are there want it, or the host alone may. */
static void check_end(const struct hc_room *before, const struct hc_room_answer *answer)
{
    const struct hc_game *game = hc_games[before->game];
    unsigned players = 0, there = 0;

    if (answer->record != HC_WRITE_COMMAND ||
        strcmp(game->grammar.verbs[answer->command.verb].name, "end"))
        return;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (before->seat[s].who == HC_SEAT_PERSON && !before->seat[s].left &&
            !before->seat[s].dropped) {
            players |= 1u << s;
            there |= before->seat[s].connections ? 1u << s : 0;
        }
    if (!there || before->timeouts == HC_ROOM_TIMEOUTS_MAX)
        return;
    must(before->ending & players, "a match was ended that nobody wants to end");
    must(before->settings.byte[HC_ROOM_HOST_ENDS] || !(there & ~before->ending),
         "a match was ended that somebody plays");
    agreed_ends_total++;
}

/* The match has reached a limit of the house. */
static void end_match(void)
{
    static struct hc_room_answer answer;
    struct hc_room before = house.room;
    struct account account_before = house.account;

    hc_room_end(&house.room, house.wall_ms, &answer);
    if (answer.refusal) {
        must_be_unchanged(&before, "a refused end changed something");
        return;
    }
    write_record(&answer);
    hand_in(&before, &account_before, NULL, answer.changed);
    house.closed = answer.expired;
    house_ends_total++;
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
        check_end(&before, &answer);
        write_record(&answer);
        a = essence(&before);
        b = essence(&house.room);
        must(answer.changed || answer.record || !memcmp(&a, &b, sizeof a),
             "a change would not be stored");
        if (answer.think != HC_NONE)
            add_thought(&answer);
        if (answer.changed || answer.record)
            hand_in(&before, &account_before, NULL, answer.changed);
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
    if (!hc_room_load(&house.room,
                      &(struct hc_room_saved){.bytes = durable->bytes,
                                              .size = durable->size,
                                              .progress = durable->progress,
                                              .progress_size = durable->progress_size,
                                              .log = durable->account.log.bytes,
                                              .log_size = durable->account.log.used,
                                              .seed = secret},
                      house.wall_ms, &why))
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

#endif
