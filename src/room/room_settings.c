// SPDX-License-Identifier: MIT
/*
 * room_settings.c: what the host of a room can choose, as data. Whatever parses, checks, prints or
 * documents settings works from these tables, with the same code as the rules of a game. A saved
 * room names only what differs from the defaults, so a default never changes.
 */
#include "room/room.h"

#include "bots/bots.h"

static const char *const clocks[] = {"none", "live", "slow"};
static const char *const aways[] = {"wait", "pause", "bot", "drop"};
static const char *const nexts[] = {"one", "all"};
static const char *const watches[] = {"none", "public", "late"};
static const char *const chats[] = {"none", "players", "all"};
static const char *const bots[] = {
#define BOT(name) #name,
#define LEVEL     BOT
#include "bots/bots.def"
#undef LEVEL
#undef BOT
};
enum { BOT_COUNT = sizeof bots / sizeof *bots };

static const struct hc_option narrow[] = {
    [HC_ROOM_SEATS] = {"seats", HC_OPTION_INT, 2, HC_SEATS_MAX, HC_SEATS_MAX, NULL},
    [HC_ROOM_PUBLIC] = {"public", HC_OPTION_BOOL, 0, 1, 0, NULL},
    [HC_ROOM_CLOCK] = {"clock", HC_OPTION_ENUM, 0, 2, HC_CLOCK_NONE, clocks},
    [HC_ROOM_TURN_HOURS] = {"turn_hours", HC_OPTION_INT, 1, 240, 24, NULL},
    [HC_ROOM_AWAY] = {"away", HC_OPTION_ENUM, 0, 3, HC_AWAY_PAUSE, aways},
    [HC_ROOM_AWAY_BOT] = {"away_bot", HC_OPTION_ENUM, 0, BOT_COUNT - 1, HC_LEVEL_fair, bots},
    [HC_ROOM_NEXT] = {"next", HC_OPTION_ENUM, 0, 1, HC_NEXT_ALL, nexts},
    [HC_ROOM_WATCH] = {"watch", HC_OPTION_ENUM, 0, 2, HC_WATCH_PUBLIC, watches},
    [HC_ROOM_LATE_TURNS] = {"late_turns", HC_OPTION_INT, 1, HC_ROOM_LATE_MAX, 8, NULL},
    [HC_ROOM_CHAT] = {"chat", HC_OPTION_ENUM, 0, 2, HC_CHAT_ALL, chats},
    [HC_ROOM_BOT_FORGET] = {"bot_forget", HC_OPTION_INT, 0, 100, 20, NULL},
    [HC_ROOM_LOBBY_MINUTES] = {"lobby_minutes", HC_OPTION_INT, 1, 240, 10, NULL},
    [HC_ROOM_FINISHED_MINUTES] = {"finished_minutes", HC_OPTION_INT, 1, 240, 60, NULL},
    [HC_ROOM_ABANDON_DAYS] = {"abandon_days", HC_OPTION_INT, 1, 240, 7, NULL},
    [HC_ROOM_HOST_ENDS] = {"host_ends", HC_OPTION_BOOL, 0, 1, 0, NULL},
    [HC_ROOM_HINTS] = {"hints", HC_OPTION_BOOL, 0, 1, 1, NULL},
};

static const struct hc_option wide[] = {
    [HC_ROOM_TURN_MS] = {"turn_ms", HC_OPTION_INT, 1000, 3600000, 30000, NULL},
    [HC_ROOM_GRACE_MS] = {"grace_ms", HC_OPTION_INT, 0, 3600000, 30000, NULL},
    [HC_ROOM_NEXT_MS] = {"next_ms", HC_OPTION_INT, 0, 3600000, 60000, NULL},
    [HC_ROOM_BOT_DELAY_MS] = {"bot_delay_ms", HC_OPTION_INT, 0, 60000, 700, NULL},
};

static const struct hc_preset presets[] = {
    {"friends", ""},
    {"live", "clock=live away=bot"},
    {"slow", "clock=slow away=wait next=one"},
};

_Static_assert(sizeof narrow / sizeof *narrow == HC_ROOM_NARROW_COUNT, "one row each");
_Static_assert(sizeof wide / sizeof *wide == HC_ROOM_WIDE_COUNT, "one row each");
_Static_assert((int)HC_ROOM_WIDE_COUNT <= (int)HC_WIDE_MAX, "they must fit");

const struct hc_option_list hc_room_settings = {
    .narrow = narrow,
    .wide = wide,
    .narrow_count = HC_ROOM_NARROW_COUNT,
    .wide_count = HC_ROOM_WIDE_COUNT,
    .presets = presets,
    .preset_count = sizeof presets / sizeof *presets,
    .is_settings = true,
};
