// SPDX-License-Identifier: MIT
/*
 * sim_checks.h: what must hold after every step, whatever has happened. Each function is one
 * sentence about every room; check_everything() says them all.
 */
#ifndef HC_TESTS_RING_SIM_CHECKS_H
#define HC_TESTS_RING_SIM_CHECKS_H

#include "ring/sim_clock.h"
#include "ring/sim_lines.h"

/* The house tries again after a second, and overlooks a clock that goes back by less. */
enum { SOON_MS = 2000 };

/* What is not durable can be taken back, and what is durable is what the store has: so what was
 * refused has changed nothing, and nothing changes without being stored. */
static void check_durable(const struct house_room *room, const struct stored_room *kept)
{
    const struct undo *undo = first_undo(room);
    const uint8_t *secret = undo ? undo->secret : room->secret;
    const uint8_t *next = undo ? undo->next_secret : room->next_secret;

    must_in(room, !kept == room->fresh, "the store has a room that is new, or lacks one");
    if (!kept)
        return;
    must_in(room, same_essence(undo ? &undo->was : now_of(room), &kept->was),
            "a room, or what it would become again, is not as it is stored");
    must_in(room,
            !memcmp(kept->bytes.start + 1, secret, 2 * HC_SEED_BYTES) &&
                !memcmp(kept->bytes.start + 1 + 2 * HC_SEED_BYTES, next, 2 * HC_SEED_BYTES),
            "the secrets of a room, or those it would have again, are not those that are stored");
}

/* The log that a room goes on with is the one that is stored. */
static void check_log(const struct house_room *room, const struct stored_room *kept)
{
    const struct undo *undo = first_undo(room);
    const uint8_t *bytes = undo && undo->log ? undo->log : room->log.bytes;
    size_t used = undo ? undo->log_used : room->log.used;
    const struct hc_room *was = undo ? &undo->was : now_of(room);
    const struct bytes *log = kept ? store_log(kept->number, was->match) : NULL;

    if (was->stage != HC_ROOM_PLAYING && was->stage != HC_ROOM_FINISHED)
        return;
    if (undo && undo->was.stage == HC_ROOM_PLAYING && !kept)
        must_in(room, false, "a match is played in a room that is not stored");
    must_in(room, log && log->size == used && !memcmp(log->start, bytes, used),
            "the log of a room is not what is stored of it");
}

/* Every room waits for a time, for the store, or for somebody with a name. */
static void check_waiting(const struct house_room *room)
{
    uint64_t due_ms = hc_room_due(now_of(room));
    unsigned waits = hc_room_waits_for(now_of(room));

    if (room->gone || pending_any(room) || house->stopping)
        return;
    must_in(room, room->due_ms != HC_ROOM_NEVER || waits,
            "a room waits for nobody and for no time");
    must_in(room, !room->unsaid || room->due_ms <= wall_ms + HOUSE_PRESENCE_MS + SOON_MS,
            "it is not told in time who is there");
    must_in(room, room->due_ms <= due_ms || room->due_ms <= wall_ms + SOON_MS,
            "a room is looked after later than it wants");
    must_in(room,
            room->due_ms == HC_ROOM_NEVER || room->due_ms <= wall_ms + HC_ROOM_BEAT_MS + SOON_MS,
            "a room is looked after in more than an hour");
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (waits >> s & 1)
            must_in(room,
                    now_of(room)->seat[s].who == HC_SEAT_PERSON && !now_of(room)->seat[s].left,
                    "a room waits for nobody in particular");
    for (unsigned s = 0; now_of(room)->stage == HC_ROOM_PLAYING && s < now_of(room)->seats; s++) {
        const struct hc_room_seat *sits = &now_of(room)->seat[s];

        must_in(room,
                !sits->away || !sits->connections || sits->left || sits->dropped ||
                    room->due_ms <= wall_ms + SOON_MS,
                "somebody is back, and nobody notices");
    }
}

/* The room counts connections as they are. */
static void check_connections(const struct house_room *room)
{
    unsigned seats[HC_SEATS_MAX] = {0}, watching = 0, watchers = 0;

    for (const struct membership *m = room->members; m; m = m->next_line) {
        unsigned seat = hc_room_seat_of(now_of(room), m->line->guest);

        must_in(room, m->sits == (seat != HC_NONE), "a line is taken for a player, or is not");
        if (seat != HC_NONE)
            seats[seat]++;
        else
            watching += m->counted;
    }
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        must_in(room, now_of(room)->seat[s].connections == seats[s],
                "the connections of a player are counted wrongly");
    for (unsigned w = 0; w < HC_ROOM_WATCHERS_MAX; w++)
        watchers += now_of(room)->watcher[w].connections;
    must_in(room, watching == watchers, "spectators are counted wrongly");
    must_in(room, !watchers || now_of(room)->settings.byte[HC_ROOM_WATCH] != HC_WATCH_NONE,
            "somebody watches where nobody may");
}

/* Where nothing is on its way, everybody has been told the room as it is. */
static void check_told(const struct house_room *room)
{
    struct hc_room_view view;

    if (pending_any(room) || room->gone)
        return;
    news_see_room(room, now_of(room), &view);
    for (unsigned i = 0; i < LINES; i++) {
        const struct line *line = &people.line[i];
        const struct membership *m = line->open ? lines_membership(line->line, room) : NULL;
        const struct memory_of_room *memory = NULL;

        if (!m || !(m->counted || now_of(room)->stage == HC_ROOM_LOBBY))
            continue;
        for (unsigned k = 0; k < line->memories; k++)
            if (line->memory[k].number == room->number)
                memory = &line->memory[k];
        must_in(room, memory && (room->unsaid == PRESENCE_PEOPLE || memory->mark == view.mark),
                "somebody was told another room than there is");
        must_in(room, room->unsaid || memory->watchers == view.watchers,
                "somebody was told another number of spectators than there are");
    }
}

/* A guest's rooms are those where the guest sits. */
static void check_mine(void)
{
    for (unsigned g = 0; g < PEOPLE; g++) {
        const struct house_room *mine;
        unsigned listed = 0, sits = 0;

        while ((mine = guests_room(house, people.guest[g].id, listed))) {
            must_in(mine, hc_room_seat_of(now_of(mine), people.guest[g].id) != HC_NONE,
                    "a guest is said to sit in a room where they do not");
            listed++;
        }
        for (size_t i = 0; i < house->slots; i++)
            if (house->slot[i])
                sits += hc_room_seat_of(now_of(house->slot[i]), people.guest[g].id) != HC_NONE;
        must(listed == sits, "a guest sits in a room that is not among theirs");
    }
}

/* Whether somebody is there who sits; of an origin that cannot be used up, if it must be so. */
static bool has_company(const struct house_room *room, bool without_origin)
{
    for (const struct membership *m = room->members; m; m = m->next_line)
        if (m->sits && m->counted && !(without_origin && m->line->origin))
            return true;
    return false;
}

/* As it is stored, which check_durable sees to. */
static const struct hc_room *durable_of(const struct house_room *room)
{
    const struct undo *undo = first_undo(room);

    return undo ? &undo->was : now_of(room);
}

static bool is_listed(const struct house_room *room)
{
    return !room->fresh && !room->gone && durable_of(room)->settings.byte[HC_ROOM_PUBLIC];
}

struct list_check {
    unsigned rows;
    bool behind; /* a room without company was listed */
};

static void check_row(void *context, const struct hc_room_view *row)
{
    struct list_check *check = context;
    const struct house_room *room = room_by_number(row->number);

    check->rows++;
    must(room && is_listed(room), "a room is listed that is not public");
    must_in(room,
            row->stage == durable_of(room)->stage && !strcmp(row->title, durable_of(room)->title),
            "a room is listed as it is not stored");
    check->behind |= !has_company(room, false);
    must_in(room, !check->behind || !has_company(room, true),
            "a room with company is listed behind one without");
}

/* The list has the public rooms, each of them once. */
static void check_list(void)
{
    struct list_check check = {0};
    unsigned wanted = 0;

    while (house_list(house, check.rows, check_row, &check))
        ;
    for (size_t i = 0; i < house->slots; i++)
        wanted += house->slot[i] && is_listed(house->slot[i]);
    must(check.rows == wanted, "a public room is not listed, or twice");
}

/* A match that people play is ended when all who are there want it, or the host alone may, or its
 * log is too long. */
static void check_end(const struct house_room *room, const struct item *item)
{
    const struct hc_room *before = item->undo ? &item->undo->was : NULL;
    unsigned players = 0, there = 0;

    if (!before || !item->has_events || item->answer.seat != HC_HOUSE ||
        hc_house_role(hc_games[before->game], &item->answer.command) != HC_HOUSE_END)
        return;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (before->seat[s].who == HC_SEAT_PERSON && !before->seat[s].left &&
            !before->seat[s].dropped) {
            players |= 1u << s;
            there |= before->seat[s].connections ? 1u << s : 0;
        }
    if (item->undo->log_used > house->plan.log_bytes_max / 4 * 3) {
        seen.house_ends++;
    } else if (there && before->timeouts < HC_ROOM_TIMEOUTS_MAX) {
        must_in(room, before->ending & players, "a match was ended that nobody wants to end");
        must_in(room, before->settings.byte[HC_ROOM_HOST_ENDS] || !(there & ~before->ending),
                "a match was ended that somebody plays");
        seen.agreed_ends++;
    }
}

static void check_ends(const struct house_room *room)
{
    for (const struct item *item = room->collecting.first; item; item = item->next)
        check_end(room, item);
}

static void check_room(const struct house_room *room)
{
    const struct stored_room *kept = store_room(room->number);
    bool has_table =
        now_of(room)->stage == HC_ROOM_PLAYING || now_of(room)->stage == HC_ROOM_FINISHED;
    const char *broken = has_table && one_in(8) ? hc_table_check(&now_of(room)->table) : NULL;

    must_in(room, !broken, broken ? broken : "");
    /* While a batch is on its way, what it has of a room may be durable and nobody knows. */
    if (!(store.has_batch && store.applied && room->flying.first)) {
        check_durable(room, kept);
        check_log(room, kept);
    }
    check_waiting(room);
    if (!room->gone) /* who leaves then need not be counted any more */
        check_connections(room);
    check_told(room);
    check_turn(room);
    check_ends(room);
}

/* Every room of the store is in the house, but for those of which the house does not know yet. */
static void check_rooms(void)
{
    for (unsigned i = 0; i < store.rooms; i++)
        if (!store.room[i].gone)
            must(room_by_number(store.room[i].number) != NULL, "a room that is stored is lost");
}

static void check_everything(void)
{
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i])
            check_room(house->slot[i]);
    check_rooms();
    check_mine();
    check_list();
}

#endif
