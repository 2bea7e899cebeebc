// SPDX-License-Identifier: MIT
/*
 * room_inside.h: what the files of the room share. state.c looks, room_text.c judges texts,
 * room_clock.c keeps time, room.c does what people ask, duty.c does what is due, room_save.c writes
 * and reads.
 */
#ifndef HC_ROOM_ROOM_INSIDE_H
#define HC_ROOM_ROOM_INSIDE_H

#include "room/room.h"

static inline const struct hc_game *room_game(const struct hc_room *room)
{
    return hc_games[room->game];
}

static inline enum hc_house_role room_role(const struct hc_room *room,
                                           const struct hc_command *command)
{
    return hc_house_role(room_game(room), command);
}

static inline unsigned room_setting(const struct hc_room *room, enum hc_room_option option)
{
    return room->settings.byte[option];
}

static inline uint32_t room_span(const struct hc_room *room, enum hc_room_wide_option option)
{
    return room->settings.wide[option];
}

/* A time and a span after it; the end of time if it would be later. */
static inline uint64_t room_later(uint64_t at_ms, uint64_t span_ms)
{
    return at_ms > HC_ROOM_NEVER - span_ms ? HC_ROOM_NEVER : at_ms + span_ms;
}

static inline bool room_is_person(const struct hc_room *room, unsigned seat)
{
    return room->seat[seat].who == HC_SEAT_PERSON;
}

/* ---- state.c --------------------------------------------------------------------------------- */

/* How many seats the lobby has. */
unsigned room_seats_max(const struct hc_room *room);
/* Seats that are taken, as a mask. */
unsigned room_taken(const struct hc_room *room);
/* The house's command for a role, and whether the table would accept it now. */
bool room_house_may(const struct hc_room *room, enum hc_house_role role, unsigned seat,
                    uint64_t now_ms, struct hc_command *command);
/* Whether the table says so of a seat; this costs, so it is remembered when it changes. */
bool room_is_dropped(const struct hc_room *room, unsigned seat);
/* Seats that were dropped from the match, as a mask. */
unsigned room_dropped(const struct hc_room *room);
/* People in the match who have not said goodbye, and those of them who are there; masks. */
unsigned room_players(const struct hc_room *room);
unsigned room_present(const struct hc_room *room);
/* Whether a connection of anybody who sits here is open. */
bool room_any_connection(const struct hc_room *room);
/* Whether nobody is there to play with: then bots rest. */
bool room_is_deserted(const struct hc_room *room);
bool room_bot_plays(const struct hc_room *room, unsigned seat);
/* What the house has to do at the table, but for ending it; false if there is nothing. */
bool room_house_step(const struct hc_room *room, struct hc_command *command);
/* Whether no time runs because the table waits for somebody who is away. */
bool room_is_still(const struct hc_room *room);
/* How long a person may think about a turn; HC_ROOM_NEVER if no clock runs. */
uint64_t room_turn_limit(const struct hc_room *room);
/* Those who are away and waited for, as a mask. */
unsigned room_missing(const struct hc_room *room);
/* Whether everybody who is asked has agreed. */
bool room_all_agreed(const struct hc_room *room);
/* Whether the match shall end because people want it. */
bool room_end_agreed(const struct hc_room *room);

/* ---- room_text.c ----------------------------------------------------------------------------- */

/* Whether a text can be shown: valid UTF-8, below `size` bytes, no control characters. */
bool room_text_ok(const char *text, size_t size);
/* The same, and it is neither empty nor has blanks at its ends. */
bool room_name_ok(const char *text, size_t size);
/* Whether a name, of valid UTF-8, has only characters that are seen as what they are. */
bool room_name_shows(const char *name);
/* Whether people would take one name for the other. Both are shorter than HC_ROOM_NAME_BYTES. */
bool room_names_alike(const char *one, const char *other);

/* ---- room_clock.c ---------------------------------------------------------------------------- */

void room_answer_clear(const struct hc_room *room, struct hc_room_answer *answer);
/* Gives a command to the table and keeps account of the turn. */
enum hc_refusal room_submit(struct hc_room *room, unsigned seat, const struct hc_command *command,
                            uint64_t now_ms, struct hc_room_answer *answer);
/* Lets the clock stand still, or run on, as it must be now. */
void room_watch_clock(struct hc_room *room, uint64_t now_ms);
/* Notices a clock that jumped. All calls with a time begin with this. */
void room_take_time(struct hc_room *room, uint64_t now_ms);

/* ---- room.c ---------------------------------------------------------------------------------- */

void room_forget_agreement(struct hc_room *room);
/* A seat is out of the match: it wants no end any more, and the host takes the proposal along. */
void room_forget_end(struct hc_room *room, unsigned seat);
void room_vacate(struct hc_room *room, unsigned seat);
/* Gives the host's rights to the next person if the host no longer is one. */
void room_pass_host(struct hc_room *room);
void room_enter(struct hc_room *room, enum hc_room_stage stage, uint64_t now_ms);

/* ---- duty.c ---------------------------------------------------------------------------------- */

/* When the first duty is due. */
uint64_t room_duty_at(const struct hc_room *room);

#endif
