// SPDX-License-Identifier: MIT
/* room_view.c: the room as everybody may know it. */
#include "room/room_view.h"

#include "core/cards.h"
#include "core/memory.h"
#include "room/room_inside.h"

static void see_seat(const struct hc_room *room, unsigned seat, struct hc_seat_view *view)
{
    const struct hc_room_seat *sits = &room->seat[seat];

    view->who = sits->who;
    if (sits->who == HC_SEAT_EMPTY)
        return;
    hc_copy(view->name, sits->name, sizeof view->name);
    if (sits->who == HC_SEAT_BOT) {
        view->bot = sits->bot;
        return;
    }
    view->connected = sits->connections > 0;
    view->away = sits->away;
    view->wants_end = room->ending >> seat & 1;
}

void hc_room_view(const struct hc_room *room, struct hc_room_view *view)
{
    unsigned agreed = hc_room_agreed(room);

    hc_zero(view, sizeof *view); /* also what is between members: see hc_room_mark */
    view->rules = room->rules;
    view->settings = room->settings;
    view->match = room->match;
    view->game = room->game;
    view->stage = room->stage;
    view->host = room->host;
    view->asks = (uint8_t)hc_room_asks(room);
    view->ended = room->ended;
    view->seats = (uint8_t)hc_room_seats(room);
    view->taken = (uint8_t)hc_bits(room_taken(room));
    for (unsigned w = 0; w < HC_ROOM_WATCHERS_MAX; w++)
        view->watchers = (uint8_t)(view->watchers + (room->watcher[w].connections > 0));
    view->is_public = room_setting(room, HC_ROOM_PUBLIC);
    view->started = room->stage != HC_ROOM_LOBBY;
    view->open = hc_room_is_open(room);
    view->watchable = room_setting(room, HC_ROOM_WATCH) != HC_WATCH_NONE;
    hc_copy(view->code, room->code, sizeof view->code);
    hc_copy(view->title, room->title, sizeof view->title);
    for (unsigned s = 0; s < view->seats; s++) {
        see_seat(room, s, &view->seat[s]);
        view->seat[s].agreed = agreed >> s & 1;
    }
}

void hc_room_mark(struct hc_room_view *view)
{
    uint8_t watchers = view->watchers;
    const uint8_t *bytes = (const uint8_t *)view + sizeof view->mark;
    uint64_t mark = 1;

    _Static_assert(sizeof *view % sizeof view->mark == 0, "whole words");
    view->watchers = 0;
    for (size_t i = 0; i < sizeof *view - sizeof view->mark; i += sizeof mark) {
        mark = (mark ^ hc_load64(bytes + i)) * 0x9e3779b97f4a7c15ull;
        mark ^= mark >> 32;
    }
    view->mark = mark;
    view->watchers = watchers;
}
