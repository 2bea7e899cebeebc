// SPDX-License-Identifier: MIT
/*
 * room_clock.c: time in a room, and the one place where a room gives commands to its table.
 *
 * Times are those of the wall clock, as they were given with the requests. What runs is kept as the
 * time it runs since; what it runs up to follows from the settings. So a deadline survives a
 * restart, and a clock that was set is made good by moving all those times together.
 */
#include "room/room_inside.h"

/* ---- The clock ------------------------------------------------------------------------------- */

static void shift(uint64_t *at_ms, uint64_t from_ms, uint64_t to_ms)
{
    if (to_ms >= from_ms)
        *at_ms = room_later(*at_ms, to_ms - from_ms);
    else if (*at_ms > from_ms - to_ms)
        *at_ms -= from_ms - to_ms;
    else
        *at_ms = 1;
}

/* Whatever runs goes on running as if no time had passed between the two. */
static void shift_all(struct hc_room *room, uint64_t from_ms, uint64_t to_ms)
{
    uint64_t *const running[] = {&room->turn_ms, &room->moved_ms, &room->quiet_ms, &room->stage_ms,
                                 &room->asked_ms};

    for (size_t i = 0; i < sizeof running / sizeof *running; i++)
        shift(running[i], from_ms, to_ms);
    if (room->still_ms)
        shift(&room->still_ms, from_ms, to_ms);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY)
            shift(&room->seat[s].gone_ms, from_ms, to_ms);
}

/* A clock that goes back, or a call that comes much too late (the clock was set, or the machine
 * slept): it is nobody's fault, so the time between does not count. */
void room_take_time(struct hc_room *room, uint64_t now_ms)
{
    uint64_t due_ms = room_duty_at(room), beat_ms = room_later(room->called_ms, HC_ROOM_BEAT_MS);

    if (due_ms < room->called_ms)
        due_ms = room->called_ms;
    if (due_ms != HC_ROOM_NEVER && due_ms > beat_ms)
        due_ms = beat_ms;
    if (now_ms < room->called_ms || now_ms > room_later(due_ms, HC_ROOM_LATE_MS))
        shift_all(room, room->called_ms, now_ms);
    room->called_ms = now_ms;
}

void room_watch_clock(struct hc_room *room, uint64_t now_ms)
{
    bool still = room_is_still(room);

    if (still && !room->still_ms)
        room->still_ms = now_ms ? now_ms : 1;
    if (!still && room->still_ms) {
        if (now_ms > room->still_ms)
            room->turn_ms = room_later(room->turn_ms, now_ms - room->still_ms);
        room->still_ms = 0;
    }
}

/* ---- The table ------------------------------------------------------------------------------- */

static void note_turn(struct hc_room *room)
{
    for (unsigned i = HC_ROOM_LATE_MAX; i > 0; i--)
        room->turn_seq[i] = room->turn_seq[i - 1];
    room->turn_seq[0] = hc_table_seq(&room->table);
}

/* Whether the awaited seat goes on thinking: somebody spoke aside, or a pause begins or ends. */
static bool goes_on(const struct hc_room *room, const struct hc_command *command, bool was_still,
                    bool same_turn)
{
    if (room_role(room, command) == HC_HOUSE_LEAVE)
        return room_is_still(room) || same_turn;
    if (room_role(room, command) == HC_HOUSE_RETURN)
        return was_still || same_turn;
    return same_turn && hc_is_side_action(room_game(room), command->verb);
}

enum hc_refusal room_submit(struct hc_room *room, unsigned seat, const struct hc_command *command,
                            uint64_t now_ms, struct hc_room_answer *answer)
{
    unsigned awaited = hc_table_awaits(&room->table);
    bool was_still = room_is_still(room), same_turn;
    enum hc_refusal refusal = hc_submit(&room->table, seat, command, now_ms, &answer->events);

    if (refusal)
        return refusal;
    same_turn = hc_table_awaits(&room->table) == awaited;
    if (!same_turn)
        note_turn(room);
    room->moved_ms = now_ms;
    if (!goes_on(room, command, was_still, same_turn)) {
        room->turn_ms = now_ms;
        room->still_ms = 0;
    }
    if (command->target < room->seats &&
        (room_role(room, command) == HC_HOUSE_DROP || room_role(room, command) == HC_HOUSE_LEAVE)) {
        room->seat[command->target].dropped = room_is_dropped(room, command->target);
        if (room->seat[command->target].dropped)
            room_forget_end(room, command->target);
        answer->changed = true;
    }
    room_watch_clock(room, now_ms);
    answer->record = HC_WRITE_COMMAND;
    answer->seat = (uint8_t)seat;
    answer->command = *command;
    answer->time_ms = now_ms;
    answer->seq = hc_table_seq(&room->table);
    return HC_OK;
}

void room_answer_clear(const struct hc_room *room, struct hc_room_answer *answer)
{
    hc_zero(answer, offsetof(struct hc_room_answer, events) + offsetof(struct hc_events, bytes));
    answer->seat = answer->think = HC_NONE;
    answer->seq = hc_table_seq(&room->table);
}
