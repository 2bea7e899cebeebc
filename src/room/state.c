// SPDX-License-Identifier: MIT
/*
 * state.c: what can be seen by looking at a room: who plays, who is there, whom it waits for.
 * Nothing here changes anything. Of a game it knows only what the house does, of which any game may
 * lack some.
 */
#include "room/room_inside.h"

unsigned room_seats_max(const struct hc_room *room)
{
    unsigned most = hc_seats_max(room_game(room), &room->rules);
    unsigned wanted = room_setting(room, HC_ROOM_SEATS);

    return wanted < most ? wanted : most;
}

unsigned room_taken(const struct hc_room *room)
{
    unsigned taken = 0;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY)
            taken |= 1u << s;
    return taken;
}

unsigned hc_room_seats(const struct hc_room *room)
{
    return room->stage == HC_ROOM_LOBBY ? room_seats_max(room) : room->seats;
}

bool hc_room_is_open(const struct hc_room *room)
{
    return room->stage == HC_ROOM_LOBBY && hc_bits(room_taken(room)) < hc_room_seats(room);
}

unsigned hc_room_seat_of(const struct hc_room *room, const uint8_t guest[HC_GUEST_BYTES])
{
    uint64_t low = hc_load64(guest), high = hc_load64(guest + 8);
    unsigned found = HC_NONE;

    _Static_assert(HC_GUEST_BYTES == 16, "two words");
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        const struct hc_room_seat *sits = &room->seat[s];
        uint64_t differs = (low ^ hc_load64(sits->guest)) | (high ^ hc_load64(sits->guest + 8)) |
                           (sits->who ^ (unsigned)HC_SEAT_PERSON);
        /* The highest bit of a number or of its negative is set unless it is zero. */
        unsigned mask = (unsigned)((differs | (0 - differs)) >> 63) - 1;

        found = (found & ~mask) | (s & mask);
    }
    return low | high ? found : HC_NONE;
}

bool room_house_may(const struct hc_room *room, enum hc_house_role role, unsigned seat,
                    uint64_t now_ms, struct hc_command *command)
{
    return hc_house_command(room_game(room), role, seat, command) &&
           hc_may(&room->table, HC_HOUSE, command, now_ms) == HC_OK;
}

/* A seat that cannot be dropped because of who it is has been dropped before. */
bool room_is_dropped(const struct hc_room *room, unsigned seat)
{
    struct hc_command command;

    return hc_house_command(room_game(room), HC_HOUSE_DROP, seat, &command) &&
           hc_may(&room->table, HC_HOUSE, &command, room->moved_ms) == HC_BAD_TARGET;
}

unsigned room_dropped(const struct hc_room *room)
{
    unsigned dropped = 0;

    for (unsigned s = 0; room->stage == HC_ROOM_PLAYING && s < room->seats; s++)
        if (room->seat[s].dropped)
            dropped |= 1u << s;
    return dropped;
}

unsigned room_players(const struct hc_room *room)
{
    unsigned players = 0, dropped = room_dropped(room);

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room_is_person(room, s) && !room->seat[s].left && !(dropped >> s & 1))
            players |= 1u << s;
    return players;
}

unsigned room_present(const struct hc_room *room)
{
    unsigned present = room_players(room);

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (!room->seat[s].connections && room_setting(room, HC_ROOM_AWAY) != HC_AWAY_WAIT)
            present &= ~(1u << s);
    return present;
}

bool room_any_connection(const struct hc_room *room)
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room_is_person(room, s) && room->seat[s].connections && !room->seat[s].left)
            return true;
    return false;
}

bool room_is_deserted(const struct hc_room *room)
{
    return room_setting(room, HC_ROOM_AWAY) != HC_AWAY_WAIT && !room_any_connection(room);
}

bool room_bot_plays(const struct hc_room *room, unsigned seat)
{
    const struct hc_room_seat *sits = &room->seat[seat];

    return sits->who == HC_SEAT_BOT ||
           (sits->who == HC_SEAT_PERSON && room_setting(room, HC_ROOM_AWAY) == HC_AWAY_BOT &&
            sits->away && (sits->left || !sits->connections));
}

const struct hc_bot *hc_room_bot(const struct hc_room *room, unsigned seat, uint32_t *budget)
{
    const struct hc_bot *bot;

    if (seat >= HC_SEATS_MAX || !room_bot_plays(room, seat))
        return NULL;
    if (room->seat[seat].who == HC_SEAT_BOT) {
        *budget = room->seat[seat].budget;
        return hc_bot_at(room->seat[seat].bot);
    }
    bot = hc_bot_at(room_setting(room, HC_ROOM_AWAY_BOT));
    *budget = bot->budget;
    return bot;
}

bool room_house_step(const struct hc_room *room, struct hc_command *command)
{
    struct hc_actions actions;

    if (room->stage != HC_ROOM_PLAYING || hc_table_awaits(&room->table) != HC_HOUSE)
        return false;
    hc_actions(&room->table, HC_HOUSE, room->moved_ms, &actions);
    for (uint32_t i = 0; i < actions.ways; i++) {
        hc_actions_at(&actions, i, command);
        if (room_role(room, command) != HC_HOUSE_END)
            return true;
    }
    return false;
}

unsigned room_missing(const struct hc_room *room)
{
    unsigned missing = 0, players, awaited;
    struct hc_command command;

    if (room->stage != HC_ROOM_PLAYING || room_setting(room, HC_ROOM_AWAY) != HC_AWAY_PAUSE)
        return 0;
    awaited = hc_table_awaits(&room->table);
    if (awaited == HC_NONE || (awaited == HC_HOUSE && room_house_step(room, &command)))
        return 0;
    players = room_players(room);
    for (unsigned s = 0; s < room->seats; s++)
        if (players >> s & 1 && room->seat[s].away && (awaited == HC_HOUSE || awaited == s))
            missing |= 1u << s;
    return missing;
}

bool room_is_still(const struct hc_room *room)
{
    return room_missing(room) != 0;
}

enum hc_room_question hc_room_asks(const struct hc_room *room)
{
    struct hc_command command;

    if (room->stage == HC_ROOM_FINISHED)
        return HC_ASK_REMATCH;
    if (room_missing(room))
        return HC_ASK_GO_ON;
    if (room_house_step(room, &command) && room_role(room, &command) == HC_HOUSE_NEXT)
        return HC_ASK_NEXT;
    if (room->ending && hc_table_awaits(&room->table) != HC_NONE)
        return HC_ASK_END;
    return HC_ASK_NOTHING;
}

unsigned hc_room_agreed(const struct hc_room *room)
{
    enum hc_room_question question = hc_room_asks(room);
    unsigned agreed = 0;

    if (question == HC_ASK_END)
        return room->ending;
    for (unsigned s = 0; question == room->question && s < HC_SEATS_MAX; s++)
        agreed |= (unsigned)room->seat[s].agreed << s;
    return agreed;
}

/* One voice is enough for the next round where the settings say so. */
bool room_all_agreed(const struct hc_room *room)
{
    enum hc_room_question question = hc_room_asks(room);
    unsigned asked = room_present(room) & ~room_missing(room);
    unsigned agreed = asked & hc_room_agreed(room);

    if (question == HC_ASK_NEXT && room_setting(room, HC_ROOM_NEXT) == HC_NEXT_ONE)
        return agreed != 0;
    return agreed != 0 && agreed == asked;
}

/* A lost connection is overlooked until its grace is over. So a match does not end because those
 * who do not want it are cut off for a moment, or come back later from a restart of the house. */
bool room_end_agreed(const struct hc_room *room)
{
    unsigned asked = room_players(room);
    struct hc_command command;

    if (!room->ending || !room_house_may(room, HC_HOUSE_END, HC_NONE, room->moved_ms, &command))
        return false;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room->seat[s].away && !room->seat[s].connections)
            asked &= ~(1u << s);
    return room_setting(room, HC_ROOM_HOST_ENDS) || (asked && !(asked & ~room->ending));
}

static unsigned waits_at_table(const struct hc_room *room)
{
    unsigned awaited = hc_table_awaits(&room->table), players = room_players(room);
    unsigned present = room_present(room);

    if (room_missing(room))
        return room_missing(room);
    if (awaited < room->seats && !room_bot_plays(room, awaited))
        return players & 1u << awaited;
    if (awaited < room->seats)
        return room_is_deserted(room) ? players : 0;
    if (hc_room_asks(room) != HC_ASK_NEXT)
        return 0;
    return (present ? present : players) & ~hc_room_agreed(room);
}

unsigned hc_room_waits_for(const struct hc_room *room)
{
    switch ((enum hc_room_stage)room->stage) {
    case HC_ROOM_LOBBY:
        return room->host == HC_NONE ? 0 : 1u << room->host;
    case HC_ROOM_PLAYING:
        return waits_at_table(room);
    case HC_ROOM_OPENING:
    case HC_ROOM_FINISHED:
    case HC_ROOM_CLOSED:
        break;
    }
    return 0;
}

/* A game may have a rule of its own about the time for a turn; 0 is no limit. */
static uint32_t rule_turn_ms(const struct hc_room *room)
{
    const struct hc_option *option;

    /* Milliseconds need a wide option, and those come last. */
    for (size_t i = room_game(room)->options.narrow_count;
         (option = hc_option_at(room_game(room), i)); i++)
        if (hc_text_same(option->name, "turn_ms"))
            return hc_rules_value(room_game(room), &room->rules, i);
    return 0;
}

uint64_t room_turn_limit(const struct hc_room *room)
{
    uint32_t rule_ms;

    switch (room_setting(room, HC_ROOM_CLOCK)) {
    case HC_CLOCK_LIVE:
        return room_span(room, HC_ROOM_TURN_MS);
    case HC_CLOCK_SLOW:
        return room_setting(room, HC_ROOM_TURN_HOURS) * 3600000ull;
    default:
        rule_ms = rule_turn_ms(room);
        return rule_ms ? rule_ms : HC_ROOM_NEVER;
    }
}

uint64_t hc_room_deadline(const struct hc_room *room)
{
    unsigned awaited;

    if (room->stage != HC_ROOM_PLAYING || room_is_still(room))
        return HC_ROOM_NEVER;
    awaited = hc_table_awaits(&room->table);
    if (awaited >= room->seats)
        return HC_ROOM_NEVER;
    if (room_bot_plays(room, awaited))
        return room->seat[awaited].asked == hc_table_seq(&room->table) + 1
                   ? room_later(room->asked_ms,
                                HC_ROOM_BOT_MS + (uint64_t)room_span(room, HC_ROOM_BOT_DELAY_MS))
                   : HC_ROOM_NEVER;
    return room_later(room->turn_ms, room_turn_limit(room));
}

uint32_t hc_room_late_seq(const struct hc_room *room)
{
    bool late = room_setting(room, HC_ROOM_WATCH) == HC_WATCH_LATE;

    if (late && room->stage == HC_ROOM_FINISHED)
        return hc_table_seq(&room->table);
    if (!late || room->stage != HC_ROOM_PLAYING)
        return 0;
    return room->turn_seq[room_setting(room, HC_ROOM_LATE_TURNS)];
}
