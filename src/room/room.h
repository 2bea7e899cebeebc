// SPDX-License-Identifier: MIT
/*
 * room.h: the people round one table: who sits where, clocks, bots, spectators, chat, agreements.
 *
 * A room is a plain value without pointers, with its table inside, so that its owner (the house)
 * can copy it. It reads no clock and draws no entropy: both are given. It decides at once and says
 * what is to be logged; the house stores that and only then tells anybody. If the store fails, the
 * house puts the copy back that it took before (hc_room_undo), and nothing has happened.
 *
 * What connections do (connect, disconnect, watch) is never stored: it is forgotten by a restart
 * and changes nothing else. Whatever follows from it (a player is away, or back) comes from a tick.
 *
 * Start reading with hc_room_do (room.c) and hc_room_tick (duty.c). docs/rooms.md explains it all.
 */
#ifndef HC_ROOM_ROOM_H
#define HC_ROOM_ROOM_H

#include "room/room_view.h"
#include "table/table.h"

struct hc_room_seat {
    uint8_t guest[HC_GUEST_BYTES];
    char name[HC_ROOM_NAME_BYTES];
    uint8_t entropy[HC_SEED_BYTES]; /* for the deal, until it is in the log */
    uint64_t gone_ms;               /* since when no connection is left */
    uint32_t id[HC_ROOM_IDS];       /* the last commands, newest first; 0: none */
    uint32_t id_seq[HC_ROOM_IDS];   /* what was answered */
    uint8_t id_refusal[HC_ROOM_IDS];
    uint32_t budget;     /* of the bot */
    uint32_t asked;      /* the bot was asked at this seq, plus one; not stored */
    uint8_t who;         /* enum hc_room_who */
    uint8_t bot;         /* which one, by its index */
    uint8_t connections; /* not stored */
    bool contributes;    /* entropy waits to be logged */
    bool agreed;
    bool away;    /* the grace period is over, and what the settings say was done */
    bool left;    /* said goodbye in mid-match; sits until it is over, or comes back */
    bool dropped; /* the match goes on without this seat */
};

struct hc_room_watcher {
    uint8_t guest[HC_GUEST_BYTES];
    uint8_t connections; /* 0: a free place */
};

struct hc_room {
    struct hc_rules rules;    /* of the game, for the next table */
    struct hc_rules settings; /* of the room: hc_room_settings */
    uint64_t called_ms;       /* the time of the last call that counted; not stored */
    uint64_t turn_ms;         /* since when the awaited seat thinks, or the house waits */
    uint64_t still_ms;        /* since when no time runs for it; 0 while it does */
    uint64_t moved_ms;        /* when the table last changed: bots wait a moment after that */
    uint64_t quiet_ms;        /* when a person last did anything */
    uint64_t stage_ms;        /* since when the stage is what it is */
    uint64_t asked_ms;        /* when a bot was last asked to think; not stored */
    uint32_t match;           /* how many tables were opened here */
    uint32_t turn_seq[HC_ROOM_LATE_MAX + 1]; /* where the last turns began, newest first */
    uint16_t ending;  /* seats who want the match to end; 0: the host has not proposed it */
    uint8_t game;     /* by its index */
    uint8_t stage;    /* enum hc_room_stage */
    uint8_t host;     /* a seat, HC_NONE if no person sits */
    uint8_t seats;    /* while there is a table: how many it has */
    uint8_t ended;    /* enum hc_room_end: of the match that is over */
    uint8_t question; /* what `agreed` marks are about */
    uint8_t timeouts; /* of people, since a person last acted */
    char code[HC_ROOM_CODE_CHARS + 1];
    char title[HC_ROOM_TITLE_BYTES];
    uint8_t ban[HC_ROOM_BANS_MAX][HC_GUEST_BYTES];
    struct hc_room_seat seat[HC_SEATS_MAX];
    struct hc_room_watcher watcher[HC_ROOM_WATCHERS_MAX]; /* not stored */
    struct hc_table table;                                /* from PLAYING on */
};

_Static_assert(sizeof(struct hc_room) <= 3584, "the house copies rooms");

/* ---- Answers -------------------------------------------------------------------------------- */

/* What goes into the log. BEGIN: hc_log_begin with the room's table, in a new log. */
enum hc_room_record {
    HC_WRITE_NOTHING,
    HC_WRITE_BEGIN,
    HC_WRITE_COMMAND,
    HC_WRITE_ENTROPY,
    HC_WRITE_SECRET
};

enum hc_room_audience { HC_CHAT_TO_NOBODY, HC_CHAT_TO_WATCHERS, HC_CHAT_TO_EVERYBODY };

struct hc_room_answer {
    enum hc_refusal refusal;
    bool repeat;  /* this id was answered before; refusal and seq are those of then */
    bool changed; /* the room's own data must be stored, together with the record; otherwise a
                     record is stored with the room's progress */
    bool over;    /* the match is over: log the secret */
    bool expired; /* the room is closed: remove it */
    bool more;    /* tick: something else is due now */
    enum hc_room_audience chat; /* who is told what was said, or that there was a hint */
    uint8_t seat;  /* of the record; whom the request was about; who spoke, or HC_SPECTATOR */
    uint8_t think; /* tick: the bot of this seat shall think about the table at `seq`; HC_NONE */
    uint32_t seq;  /* of the table, after this */
    enum hc_room_record record;
    uint64_t time_ms; /* of the record */
    uint8_t entropy[HC_SEED_BYTES];
    struct hc_command command;
    char why[HC_PROBLEM_CHARS]; /* more about a refusal, if there is more to say */
    struct hc_events events;    /* last: what is not used of it need not be copied */
};

/* An empty lobby. The texts are as for the requests RULES, SETTINGS and TITLE. */
enum hc_refusal hc_room_open(struct hc_room *room, const struct hc_game *game, const char *rules,
                             const char *settings, const char *title,
                             const char code[HC_ROOM_CODE_CHARS + 1], uint64_t now_ms,
                             const struct hc_language *language, struct hc_problem *why);

/* Judges a request and does it. A refusal changes nothing but the memory of its id. */
void hc_room_do(struct hc_room *room, const struct hc_room_request *request,
                struct hc_room_answer *answer);
/* The same for whoever has a copy of the room as it is already: a refusal puts that back. */
void hc_room_do_or_undo(struct hc_room *room, const struct hc_room *undo,
                        const struct hc_room_request *request, struct hc_room_answer *answer);
/*
 * Does at most one thing that is due; the house calls again while answer->more. `seed` is the
 * secret of the next match, and may be NULL while hc_room_wants_seed says no.
 */
void hc_room_tick(struct hc_room *room, uint64_t now_ms, const uint8_t seed[HC_SEED_BYTES],
                  struct hc_room_answer *answer);
/* Ends the match because it has reached a limit of the house, whatever people want; where none is
 * on, that is refused with HC_BAD_PHASE. */
void hc_room_end(struct hc_room *room, uint64_t now_ms, struct hc_room_answer *answer);
/* When to call tick next; HC_ROOM_NEVER if nothing will be due before somebody does something. */
uint64_t hc_room_due(const struct hc_room *room);
/* Whether the next tick opens a table, for which it must be given a seed. */
bool hc_room_wants_seed(const struct hc_room *room);
/* Puts `undo` back after the store has failed. Nobody is connected then and nobody watches: the
 * house counts anew who is there. */
void hc_room_undo(struct hc_room *room, const struct hc_room *undo);

/* ---- What can be asked ---------------------------------------------------------------------- */

/* The seat of a guest, HC_NONE if they have none; in constant time. */
unsigned hc_room_seat_of(const struct hc_room *room, const uint8_t guest[HC_GUEST_BYTES]);
/* The people whom everything waits for, as a mask of seats; 0 if it waits for a time, for a bot, or
 * not at all. */
unsigned hc_room_waits_for(const struct hc_room *room);
/* When the time of the awaited seat is up; HC_ROOM_NEVER if no clock runs. */
uint64_t hc_room_deadline(const struct hc_room *room);
enum hc_room_question hc_room_asks(const struct hc_room *room);
/* How many seats there are, and whether one of them is still to be had. */
unsigned hc_room_seats(const struct hc_room *room);
bool hc_room_is_open(const struct hc_room *room);
/* Who has agreed to that, as a mask of seats. */
unsigned hc_room_agreed(const struct hc_room *room);
/* Whether a bot plays this seat now: its own, or one that stands in for a person. NULL if not. */
const struct hc_bot *hc_room_bot(const struct hc_room *room, unsigned seat, uint32_t *budget);
/* Up to this event a spectator may see every hand: make all seats' views of the table as the log
 * gives it there. 0: nothing. */
uint32_t hc_room_late_seq(const struct hc_room *room);

/* The room as everybody may know it. The owner fills in number and commitment, and then lets
 * hc_room_mark work out the mark. */
void hc_room_view(const struct hc_room *room, struct hc_room_view *view);
void hc_room_mark(struct hc_room_view *view);

/* ---- Saving --------------------------------------------------------------------------------- */

/* The room's own data: everything but the table, whose truth is the log. Writes at most `size`
 * bytes and returns the length wanted. The layout is at the head of room_save.c. */
size_t hc_room_save(const struct hc_room *room, uint8_t *bytes, size_t size);
/* The little of it that a command of a match changes. */
size_t hc_room_progress(const struct hc_room *room, uint8_t *bytes, size_t size);

struct hc_room_saved {
    const uint8_t *bytes, *log, *progress;
    size_t size, log_size, progress_size;
    const uint8_t *seed; /* that dealt the log */
};
/*
 * Reads a room back, believing nothing. The log and its seed must be given unless no table was
 * opened (then log is NULL); the progress, if the room was saved before the end of the log. Nobody
 * is connected: grace periods begin now, and what fell due meanwhile is put off for
 * HC_ROOM_LATE_MS, so that people can come back.
 */
bool hc_room_load(struct hc_room *room, const struct hc_room_saved *saved, uint64_t now_ms,
                  struct hc_problem *why);
/* Gives every guest whom saved bytes name: those who sit, and those who were sent away. False if
 * they cannot be read. */
typedef void hc_room_guest(void *context, const uint8_t guest[HC_GUEST_BYTES]);
bool hc_room_saved_guests(const uint8_t *bytes, size_t size, hc_room_guest *each, void *context);
/* Another house shall have a saved room: whoever was one guest is another there, and somebody who
 * sits there is the host. False: the bytes cannot be read, or that person does not sit there. Then
 * they are of no use. */
struct hc_room_pass {
    const uint8_t *was, *now, *host;
};
bool hc_room_saved_pass(uint8_t *bytes, size_t size, const struct hc_room_pass *pass);
/* The code of a saved room that may be damaged. False if it cannot be read. */
bool hc_room_saved_code(const uint8_t *bytes, size_t size, char code[HC_ROOM_CODE_CHARS + 1]);

#endif
