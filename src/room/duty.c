// SPDX-License-Identifier: MIT
/*
 * duty.c: what a room has to do by itself, and when.
 *
 * first_duty looks at the room and finds the one thing that is due first; hc_room_due tells its
 * time and hc_room_tick does it. Both use the same search, so a timer that is set by the one finds
 * its work in the other. Whatever is done takes its own reason away: a duty that stayed due would
 * be done for ever.
 */
#include "room/room_inside.h"

enum kind {
    NOTHING,
    VACATE,     /* the lobby: a person is gone for too long */
    OPEN,       /* a table for the match that was agreed on */
    CONTRIBUTE, /* a seat's entropy goes into the deal */
    FINISH,     /* the last event has happened */
    BACK,       /* somebody is connected again */
    END,        /* people want it, there is nobody left to play for, or nobody comes */
    AWAY,       /* the grace period is over */
    STEP,       /* the house's own: start, flip, next */
    GO_ON,      /* all agreed to play on without somebody */
    TIMEOUT,
    THINK, /* a bot shall think */
    REMATCH,
    EXPIRE,
};

struct duty {
    uint64_t at_ms;
    enum kind kind;
    unsigned seat;
    struct hc_command command;
};

enum { AT_ONCE = 0 };

/* The earliest wins; of equals the first. */
static bool consider(struct duty *duty, uint64_t at_ms, enum kind kind, unsigned seat)
{
    if (at_ms >= duty->at_ms)
        return false;
    duty->at_ms = at_ms;
    duty->kind = kind;
    duty->seat = seat;
    return true;
}

static uint64_t minutes(uint64_t count)
{
    return count * 60000;
}

/* ---- Looking --------------------------------------------------------------------------------- */

/* Whether somebody without a connection is to be noticed one day. */
static bool is_lost(const struct hc_room *room, unsigned seat)
{
    const struct hc_room_seat *sits = &room->seat[seat];

    return sits->who == HC_SEAT_PERSON && !sits->connections && !sits->away && !sits->left &&
           room_setting(room, HC_ROOM_AWAY) != HC_AWAY_WAIT;
}

static uint64_t abandoned_at(const struct hc_room *room)
{
    return room_any_connection(room)
               ? HC_ROOM_NEVER
               : room_later(room->quiet_ms,
                            minutes(room_setting(room, HC_ROOM_ABANDON_DAYS) * 1440ull));
}

static void look_at_lobby(const struct hc_room *room, struct duty *duty)
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (is_lost(room, s))
            consider(duty, room_later(room->seat[s].gone_ms, room_span(room, HC_ROOM_GRACE_MS)),
                     VACATE, s);
    if (room->host == HC_NONE)
        consider(duty,
                 room_later(room->quiet_ms, minutes(room_setting(room, HC_ROOM_LOBBY_MINUTES))),
                 EXPIRE, HC_NONE);
    consider(duty, abandoned_at(room), EXPIRE, HC_NONE);
}

static void look_at_people(const struct hc_room *room, struct duty *duty)
{
    unsigned players = room_players(room);

    for (unsigned s = 0; s < room->seats; s++) {
        const struct hc_room_seat *sits = &room->seat[s];

        if (sits->contributes)
            consider(duty, AT_ONCE, CONTRIBUTE, s);
        if (!(players >> s & 1))
            continue;
        if (sits->away && sits->connections)
            consider(duty, AT_ONCE, BACK, s);
        if (is_lost(room, s))
            consider(duty, room_later(sits->gone_ms, room_span(room, HC_ROOM_GRACE_MS)), AWAY, s);
    }
    if (!players || room->timeouts >= HC_ROOM_TIMEOUTS_MAX || room_end_agreed(room))
        consider(duty, AT_ONCE, END, HC_NONE);
    consider(duty, abandoned_at(room), END, HC_NONE);
}

/* The next round comes when it is agreed on, or after a while if anybody is there to play it. */
static uint64_t step_at(const struct hc_room *room, const struct hc_command *step)
{
    uint32_t span_ms = room_span(room, HC_ROOM_NEXT_MS);

    if (room_role(room, step) != HC_HOUSE_NEXT || room_all_agreed(room))
        return AT_ONCE;
    return span_ms && room_present(room) ? room_later(room->turn_ms, span_ms) : HC_ROOM_NEVER;
}

/* Bots think at once, and the house lets them act when bot_delay_ms is over. */
static void look_at_bots(const struct hc_room *room, struct duty *duty)
{
    unsigned awaited = hc_table_awaits(&room->table);
    struct hc_actions actions;

    if (room_is_deserted(room))
        return;
    /* The awaited seat comes last, so that others may speak before the table moves on. */
    for (unsigned i = 1; i <= room->seats; i++) {
        unsigned s = awaited < room->seats ? (awaited + i) % room->seats : i - 1;

        if (duty->at_ms <= room->moved_ms)
            return;
        if (!room_bot_plays(room, s) || room->seat[s].asked == hc_table_seq(&room->table) + 1)
            continue;
        hc_actions(&room->table, s, room->moved_ms, &actions);
        if (actions.ways)
            consider(duty, room->moved_ms, THINK, s);
    }
}

static void look_at_table(const struct hc_room *room, struct duty *duty)
{
    unsigned missing;
    struct hc_command step;

    if (hc_table_awaits(&room->table) == HC_NONE) {
        consider(duty, AT_ONCE, FINISH, HC_NONE);
        return;
    }
    look_at_people(room, duty);
    if (room_house_step(room, &step) && consider(duty, step_at(room, &step), STEP, HC_NONE))
        duty->command = step;
    missing = room_missing(room);
    if (missing && room_all_agreed(room))
        consider(duty, AT_ONCE, GO_ON, hc_lowest_bit(missing));
    consider(duty, hc_room_deadline(room), TIMEOUT, hc_table_awaits(&room->table));
    look_at_bots(room, duty);
}

/* Another match comes when it is agreed on; whoever has just lost the connection may still be on
 * the way back. */
static uint64_t rematch_at(const struct hc_room *room)
{
    uint64_t at_ms = AT_ONCE;

    if (!room_all_agreed(room))
        return HC_ROOM_NEVER;
    for (unsigned s = 0; s < room->seats; s++) {
        uint64_t lost_ms = room_later(room->seat[s].gone_ms, room_span(room, HC_ROOM_GRACE_MS));

        if (is_lost(room, s) && !room->seat[s].agreed && lost_ms > at_ms)
            at_ms = lost_ms;
    }
    return at_ms;
}

static struct duty first_duty(const struct hc_room *room)
{
    struct duty duty = {.at_ms = HC_ROOM_NEVER, .kind = NOTHING};

    switch ((enum hc_room_stage)room->stage) {
    case HC_ROOM_LOBBY:
        look_at_lobby(room, &duty);
        break;
    case HC_ROOM_OPENING:
        consider(&duty, AT_ONCE, OPEN, HC_NONE);
        break;
    case HC_ROOM_PLAYING:
        look_at_table(room, &duty);
        break;
    case HC_ROOM_FINISHED:
        consider(&duty, rematch_at(room), REMATCH, HC_NONE);
        consider(&duty,
                 room_later(room->stage_ms, minutes(room_setting(room, HC_ROOM_FINISHED_MINUTES))),
                 EXPIRE, HC_NONE);
        break;
    case HC_ROOM_CLOSED:
        break;
    }
    return duty;
}

uint64_t room_duty_at(const struct hc_room *room)
{
    return first_duty(room).at_ms;
}

uint64_t hc_room_due(const struct hc_room *room)
{
    uint64_t at_ms = room_duty_at(room), beat_ms = room_later(room->called_ms, HC_ROOM_BEAT_MS);

    return at_ms == HC_ROOM_NEVER || at_ms < beat_ms ? at_ms : beat_ms;
}

bool hc_room_wants_seed(const struct hc_room *room)
{
    return room->stage == HC_ROOM_OPENING;
}

/* ---- Doing ----------------------------------------------------------------------------------- */

static void open_table(struct hc_room *room, uint64_t now_ms, const uint8_t *seed,
                       struct hc_room_answer *answer)
{
    answer->changed = true;
    if (hc_table_open(&room->table, room_game(room), &room->rules, room->seats, seed) != HC_OK) {
        room_enter(room, HC_ROOM_LOBBY, now_ms);
        return;
    }
    room_enter(room, HC_ROOM_PLAYING, now_ms);
    room->turn_ms = room->moved_ms = now_ms;
    room->still_ms = 0;
    room->match++;
    room->timeouts = 0;
    hc_zero(room->turn_seq, sizeof room->turn_seq);
    answer->record = HC_WRITE_BEGIN;
    answer->seq = 0;
}

static void contribute(struct hc_room *room, unsigned seat, struct hc_room_answer *answer)
{
    struct hc_room_seat *sits = &room->seat[seat];

    answer->changed = true;
    if (hc_table_contribute(&room->table, seat, sits->entropy) == HC_OK) {
        answer->record = HC_WRITE_ENTROPY;
        answer->seat = (uint8_t)seat;
        hc_copy(answer->entropy, sits->entropy, HC_SEED_BYTES);
    }
    sits->contributes = false;
    hc_zero(sits->entropy, HC_SEED_BYTES);
}

static void finish(struct hc_room *room, uint64_t now_ms, struct hc_room_answer *answer)
{
    room_enter(room, HC_ROOM_FINISHED, now_ms);
    answer->record = HC_WRITE_SECRET;
    answer->over = answer->changed = true;
}

static void close_room(struct hc_room *room, uint64_t now_ms, struct hc_room_answer *answer)
{
    room_enter(room, HC_ROOM_CLOSED, now_ms);
    answer->expired = answer->changed = true;
}

/* What people agreed to about those who are away does not hold for another who is. */
static void count_anew(struct hc_room *room)
{
    if (room->question == HC_ASK_GO_ON)
        room_forget_agreement(room);
}

static void go_away(struct hc_room *room, unsigned seat, uint64_t now_ms,
                    struct hc_room_answer *answer)
{
    unsigned policy = room_setting(room, HC_ROOM_AWAY);
    struct hc_command command;

    count_anew(room);
    room->seat[seat].away = true;
    room->seat[seat].asked = 0;
    answer->changed = true;
    answer->seat = (uint8_t)seat;
    if (policy != HC_AWAY_BOT &&
        room_house_may(room, policy == HC_AWAY_DROP ? HC_HOUSE_DROP : HC_HOUSE_LEAVE, seat, now_ms,
                       &command))
        room_submit(room, HC_HOUSE, &command, now_ms, answer);
    room_watch_clock(room, now_ms);
}

static void come_back(struct hc_room *room, unsigned seat, uint64_t now_ms,
                      struct hc_room_answer *answer)
{
    struct hc_command command;

    count_anew(room);
    if (room_setting(room, HC_ROOM_AWAY) == HC_AWAY_BOT && hc_table_awaits(&room->table) == seat)
        room->turn_ms = now_ms;
    answer->changed = true;
    answer->seat = (uint8_t)seat;
    if (room_house_may(room, HC_HOUSE_RETURN, seat, now_ms, &command))
        room_submit(room, HC_HOUSE, &command, now_ms, answer);
    room->seat[seat].away = false;
    room_watch_clock(room, now_ms);
}

/* A game that cannot be ended is closed as it stands. */
static void end_match(struct hc_room *room, enum hc_room_end why, uint64_t now_ms,
                      struct hc_room_answer *answer)
{
    struct hc_command command;

    if (room_house_may(room, HC_HOUSE_END, HC_NONE, now_ms, &command)) {
        room_submit(room, HC_HOUSE, &command, now_ms, answer);
        room->ended = (uint8_t)why;
        answer->changed = true;
    } else {
        close_room(room, now_ms, answer);
    }
}

/* What was agreed on before a step, and a proposal to end the match, do not outlast it. */
static void take_step(struct hc_room *room, const struct hc_command *command, uint64_t now_ms,
                      struct hc_room_answer *answer)
{
    if (room_submit(room, HC_HOUSE, command, now_ms, answer) != HC_OK)
        return;
    room_forget_agreement(room);
    answer->changed |= room->ending != 0;
    room->ending = 0;
}

/* A seat that cannot be reported is given its time once more. */
static void time_out(struct hc_room *room, unsigned seat, uint64_t now_ms,
                     struct hc_room_answer *answer)
{
    struct hc_command command;

    if (!room_bot_plays(room, seat))
        room->timeouts++;
    if (room_house_may(room, HC_HOUSE_TIMEOUT, seat, now_ms, &command))
        room_submit(room, HC_HOUSE, &command, now_ms, answer);
    else
        room->turn_ms = room->asked_ms = now_ms;
    answer->changed |= !answer->record;
}

static void go_on_without(struct hc_room *room, unsigned seat, uint64_t now_ms,
                          struct hc_room_answer *answer)
{
    struct hc_command command;

    if (room_house_may(room, HC_HOUSE_DROP, seat, now_ms, &command))
        room_submit(room, HC_HOUSE, &command, now_ms, answer);
    else
        room_forget_agreement(room);
    answer->changed = true;
}

/* The same seats if everybody stays; otherwise the lobby, where others may sit down. */
static void begin_again(struct hc_room *room, uint64_t now_ms, struct hc_room_answer *answer)
{
    bool all_stay = true;

    for (unsigned s = 0; s < room->seats; s++) {
        struct hc_room_seat *sits = &room->seat[s];

        if (sits->who == HC_SEAT_PERSON && (sits->left || !sits->agreed)) {
            all_stay = false;
            room_vacate(room, s);
        }
        sits->asked = 0;
        sits->away = sits->dropped = false;
        sits->gone_ms = sits->who == HC_SEAT_EMPTY ? 0 : now_ms;
    }
    hc_zero(&room->table, sizeof room->table);
    room_enter(room, all_stay ? HC_ROOM_OPENING : HC_ROOM_LOBBY, now_ms);
    room->quiet_ms = now_ms;
    answer->changed = true;
    answer->seq = 0;
}

static void do_duty(struct hc_room *room, const struct duty *duty, uint64_t now_ms,
                    const uint8_t *seed, struct hc_room_answer *answer)
{
    switch (duty->kind) {
    case NOTHING:
        break;
    case VACATE:
        room_vacate(room, duty->seat);
        answer->changed = true;
        answer->seat = (uint8_t)duty->seat;
        break;
    case OPEN:
        if (seed)
            open_table(room, now_ms, seed, answer);
        break;
    case CONTRIBUTE:
        contribute(room, duty->seat, answer);
        break;
    case FINISH:
        finish(room, now_ms, answer);
        break;
    case BACK:
        come_back(room, duty->seat, now_ms, answer);
        break;
    case END:
        end_match(room, room_end_agreed(room) ? HC_END_AGREED : HC_END_NOBODY, now_ms, answer);
        break;
    case AWAY:
        go_away(room, duty->seat, now_ms, answer);
        break;
    case STEP:
        take_step(room, &duty->command, now_ms, answer);
        break;
    case GO_ON:
        go_on_without(room, duty->seat, now_ms, answer);
        break;
    case TIMEOUT:
        time_out(room, duty->seat, now_ms, answer);
        break;
    case THINK:
        room->seat[duty->seat].asked = hc_table_seq(&room->table) + 1;
        room->asked_ms = now_ms;
        answer->think = (uint8_t)duty->seat;
        break;
    case REMATCH:
        begin_again(room, now_ms, answer);
        break;
    case EXPIRE:
        close_room(room, now_ms, answer);
        break;
    }
}

void hc_room_tick(struct hc_room *room, uint64_t now_ms, const uint8_t seed[HC_SEED_BYTES],
                  struct hc_room_answer *answer)
{
    struct duty duty;

    room_answer_clear(room, answer);
    room_take_time(room, now_ms);
    duty = first_duty(room);
    if (duty.at_ms > now_ms)
        return;
    do_duty(room, &duty, now_ms, seed, answer);
    answer->more = room_duty_at(room) <= now_ms && (duty.kind != OPEN || seed);
}

void hc_room_end(struct hc_room *room, uint64_t now_ms, struct hc_room_answer *answer)
{
    room_answer_clear(room, answer);
    if (room->stage != HC_ROOM_PLAYING || hc_table_awaits(&room->table) == HC_NONE) {
        answer->refusal = HC_BAD_PHASE;
        return;
    }
    room_take_time(room, now_ms);
    end_match(room, HC_END_LENGTH, now_ms, answer);
    answer->more = room_duty_at(room) <= now_ms;
}
