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
    [HC_ROOM_SEATS] = {"seats", HC_OPTION_INT, 2, HC_SEATS_MAX, HC_SEATS_MAX, NULL,
                       "Seats at most; the game may allow fewer."},
    [HC_ROOM_PUBLIC] = {"public", HC_OPTION_BOOL, 0, 1, 0, NULL,
                        "The lobby's list shows this table; otherwise its code is needed."},
    [HC_ROOM_CLOCK] = {"clock", HC_OPTION_ENUM, 0, 2, HC_CLOCK_NONE, clocks,
                       "Time for a turn: as the game's rules say, turn_ms, or turn_hours."},
    [HC_ROOM_TURN_HOURS] = {"turn_hours", HC_OPTION_INT, 1, 240, 24, NULL,
                            "Time for a turn with clock=slow, in hours."},
    [HC_ROOM_AWAY] = {"away", HC_OPTION_ENUM, 0, 3, HC_AWAY_PAUSE, aways,
                      "A player without a connection: nothing happens, the table pauses, a bot "
                      "stands in, or the player is dropped."},
    [HC_ROOM_AWAY_BOT] = {"away_bot", HC_OPTION_ENUM, 0, BOT_COUNT - 1, HC_LEVEL_fair, bots,
                          "The bot that stands in with away=bot."},
    [HC_ROOM_NEXT] = {"next", HC_OPTION_ENUM, 0, 1, HC_NEXT_ALL, nexts,
                      "Who must ask for the next round: one player, or all who are there."},
    [HC_ROOM_WATCH] = {"watch", HC_OPTION_ENUM, 0, 2, HC_WATCH_PUBLIC, watches,
                       "What spectators see: they are not let in, what everybody sees, or all "
                       "hands, late."},
    [HC_ROOM_LATE_TURNS] = {"late_turns", HC_OPTION_INT, 1, HC_ROOM_LATE_MAX, 8, NULL,
                            "How many turns late with watch=late."},
    [HC_ROOM_CHAT] = {"chat", HC_OPTION_ENUM, 0, 2, HC_CHAT_ALL, chats,
                      "Who may write: nobody, players, or spectators too."},
    [HC_ROOM_BOT_FORGET] = {"bot_forget", HC_OPTION_INT, 0, 100, 20, NULL,
                            "How often a bot forgets to act out of turn or to call, in percent."},
    [HC_ROOM_LOBBY_MINUTES] = {"lobby_minutes", HC_OPTION_INT, 1, 240, 10, NULL,
                               "A lobby without people is closed after so many minutes."},
    [HC_ROOM_FINISHED_MINUTES] = {"finished_minutes", HC_OPTION_INT, 1, 240, 60, NULL,
                                  "A table is closed so many minutes after its match."},
    [HC_ROOM_ABANDON_DAYS] = {"abandon_days", HC_OPTION_INT, 1, 240, 7, NULL,
                              "A match is ended when nobody came for so many days."},
    [HC_ROOM_HOST_ENDS] = {"host_ends", HC_OPTION_BOOL, 0, 1, 0, NULL,
                           "The host alone can end a match; otherwise all who are there agree."},
};

static const struct hc_option wide[] = {
    [HC_ROOM_TURN_MS] = {"turn_ms", HC_OPTION_INT, 1000, 3600000, 30000, NULL,
                         "Time for a turn with clock=live, in milliseconds."},
    [HC_ROOM_GRACE_MS] = {"grace_ms", HC_OPTION_INT, 0, 3600000, 30000, NULL,
                          "How long a lost connection is overlooked, in milliseconds."},
    [HC_ROOM_NEXT_MS] = {"next_ms", HC_OPTION_INT, 0, 3600000, 60000, NULL,
                         "The next round starts by itself after so many milliseconds; 0: never."},
    [HC_ROOM_BOT_DELAY_MS] = {"bot_delay_ms", HC_OPTION_INT, 0, 60000, 700, NULL,
                              "How long a bot waits before it acts, in milliseconds."},
};

static const struct hc_preset presets[] = {
    {"friends", "No clock; the table waits for whoever drops out.", ""},
    {"live", "Half a minute for a turn; a bot stands in for whoever drops out.",
     "clock=live away=bot"},
    {"slow", "A day for a turn; nobody needs to stay.", "clock=slow away=wait next=one"},
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
};
