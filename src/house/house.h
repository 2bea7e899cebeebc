// SPDX-License-Identifier: MIT
/*
 * house.h: all the rooms of one process, and the guests at its doors.
 *
 * Everything here happens on the thread of one libuv loop. A door opens a line for each connection
 * and hands requests over; the house lets the room decide, stores what is to be logged, and tells
 * everybody concerned through their lines when it is durable, never before. What happens in one
 * turn of the loop is stored in one commit. If that fails, the rooms are put back and whoever asked
 * is told so. Bots think on libuv's pool of threads.
 *
 * A door sees rooms as values and makes of them what its people understand. Where to start:
 * house_open, house_line, house_create, house_do. Lines and texts belong to the caller.
 */
#ifndef HC_HOUSE_HOUSE_H
#define HC_HOUSE_HOUSE_H

#include <uv.h>

#include "room/room.h"
#include "store/store.h"

struct house;
struct house_line; /* one connection of a guest */
struct house_room; /* a room, with what the house keeps about it */

struct house_plan {
    uv_loop_t *loop;
    struct store *store; /* opened; the house reads its rooms and closes it */
    unsigned rooms_max;
    uint32_t bot_budget_max; /* games that a bot may imagine for a command; 0: any number */
};

/* ---- What a line is told -------------------------------------------------------------------- */

enum house_kind {
    HOUSE_ANSWER, /* to a request of this line: answer->refusal, answer->seq; nothing else happened
                   */
    HOUSE_UPDATE, /* something happened in a room; if `mine`, it also answers this line's request */
    HOUSE_CHAT,   /* somebody speaks: answer->seat is who, `text` what */
    HOUSE_GONE,   /* the room is no more; the line is out of it */
};

/* What a door remembers of what it has told a line about a room. All zero when the line comes into
 * the room; the house only keeps it. */
struct house_shown {
    uint64_t room;       /* a digest of who sits where and the like */
    uint64_t late;       /* which of the late views */
    uint64_t view_ms;    /* when the last view was made, */
    uint32_t match, seq; /* of which moment, */
    unsigned viewer;     /* and for whom; match 0: none was shown yet */
};

struct house_news {
    enum house_kind kind;
    bool mine;                  /* this line asked for it */
    uint32_t tag;               /* what the line called its request */
    unsigned viewer;            /* the seat of the line's guest, or HC_SPECTATOR */
    const struct hc_room *room; /* as it is after this; NULL if there is none */
    const struct hc_table *was; /* the table before the events; NULL if there are none */
    const struct hc_room_answer *answer;
    const uint8_t
        *commitment; /* to the deal of the match, or of the next one while none is played */
    const char *text;
    struct house_shown *shown;   /* NULL if the line is not in the room */
    const struct house_room *at; /* where it happened, for the functions below; NULL if nowhere */
};

typedef void house_tell(void *context, const struct house_news *news);

/* ---- The house ------------------------------------------------------------------------------ */

/* NULL, and why->text says what is wrong. Rooms come back as they were stored. */
struct house *house_open(const struct house_plan *plan, struct hc_problem *why);
/* Takes no more requests, stores what there is and calls `done` when everything is told. */
void house_stop(struct house *house, void (*done)(void *context), void *context);
/* Frees it; after house_stop is done, or when nothing was asked of it. A bot that still thinks
 * cannot be interrupted: the process must then end without running the loop again. */
void house_close(struct house *house);

/* A line of a guest. It is in no room yet. NULL without memory. */
struct house_line *house_line(struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                              house_tell *tell, void *context);
/* Ends a line; nothing is told to it from now on. */
void house_hang_up(struct house_line *line);
const uint8_t *house_guest(const struct house_line *line);

/*
 * Opens a room and gives its code; the line is in it as a spectator until it sits down, unless its
 * guest is nobody (all zero). An answer with the refusal or the room comes through the line.
 */
void house_create(struct house_line *line, uint32_t tag, const struct hc_game *game,
                  const char *rules, const char *settings, const char *title);
/* Enters a room to look, or comes back to one's seat: the answer shows the room. */
void house_enter(struct house_line *line, uint32_t tag, const char *code);
/* Leaves the room's updates; a seat is kept (HC_DO_LEAVE gives it up). */
void house_exit(struct house_line *line, uint32_t tag, const char *code);
/* Any other request to a room. guest, now_ms and entropy are filled in by the house unless given.
 */
void house_do(struct house_line *line, uint32_t tag, const char *code,
              struct hc_room_request *request);

/* The room with that code, to look at; NULL if there is none. */
const struct hc_room *house_find(const struct house *house, const char *code);
/* Public rooms of the lobby: calls `each` until it returns false. */
void house_each_room(const struct house *house,
                     bool (*each)(void *context, const struct hc_room *room), void *context);
struct store *house_store(struct house *house);

/* The number of a room in the store; with the number of a match it names a finished log. */
uint64_t house_number(const struct house_room *at);
/*
 * The table of the match that `room` (from the same news) shows, as it was after event `seq`; made
 * from the log. False if that match is not the room's last one, or has not come so far.
 */
bool house_table_at(const struct house_room *at, const struct hc_room *room, uint32_t seq,
                    struct hc_table *table);

/* ---- What can be measured ------------------------------------------------------------------- */

enum { HOUSE_BUCKETS = 20 }; /* of a histogram: up to 2^i times 50 microseconds; the last: more */

struct house_counts {
    unsigned rooms, lines, seats_taken, waiting; /* now; waiting: requests that are not durable */
    unsigned thinking;                           /* bots, now */
    uint64_t commands, refusals[HC_REFUSALS_MAX];
    uint64_t commits, failed_commits, bot_moves;
    uint64_t answer_us[HOUSE_BUCKETS], answer_us_sum; /* from a request to its answer */
    uint64_t commit_us[HOUSE_BUCKETS], commit_us_sum;
};
const struct house_counts *house_counts(const struct house *house);
/* Why the last commit failed; empty if it did not. */
const char *house_trouble(const struct house *house);

#endif
