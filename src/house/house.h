// SPDX-License-Identifier: MIT
/*
 * house.h: all the rooms of one process, as a machine without hands.
 *
 * It has no loop, no socket, no disk, no thread, no clock and no entropy: whoever runs it (a
 * server's process, a browser tab, a simulated world) brings them. In go the time, lines that open
 * and close, requests, the verdict of the store on a batch, what the store knows, thoughts of bots.
 * Out come batches to be stored, questions to the store, thoughts wanted, the time of the next
 * tick, and news for lines. The same input gives the same output, byte for byte.
 *
 * Log, then tell: a room decides at once, but nobody hears of it before the batch with it is
 * durable. One batch at a time is on its way; what happens meanwhile is for the next one. A batch
 * has one entry for each room, whole or not at all; what does not fit waits. If a batch, or a room
 * of it, is not stored, that room becomes what it was, and whoever asked is told `not_stored`. A
 * store may have several shards: then each has a batch of its own on its way, and waits for nobody.
 *
 * Nothing but news leaves a house, and news are masked: what the viewer may know and nothing else.
 * No header that this one includes has the inside of a table.
 *
 * Where to start: house_open, house_line_open, house_do, house_next_entry, house_stored.
 */
#ifndef HC_HOUSE_HOUSE_H
#define HC_HOUSE_HOUSE_H

#include "room/room_view.h"

struct house;
struct house_line; /* one connection of a guest */

/* Like realloc: NULL memory makes new one, size 0 frees it and gives NULL. */
typedef void *house_resize(void *context, void *memory, size_t size);
typedef void house_entropy(void *context, void *bytes, size_t size);

struct house_plan {
    house_resize *resize;   /* may fail while a house is opened or a room loaded; later, a house */
    house_entropy *entropy; /* without memory cannot keep what it has promised, and stops there */
    void *context;
    unsigned rooms_max;
    unsigned rooms_open; /* that stay ready for the next command, those that were used last; others
                            take less memory after a while; 0: HOUSE_ROOMS_OPEN */
    uint32_t bot_budget_max; /* games that a bot may imagine for a command; 0: any number */
    size_t batch_bytes_max;  /* of all entries of a batch together */
    size_t log_bytes_max;    /* a match whose log comes near this is ended */
    const uint8_t *seed;     /* deals the first match of every room; NULL: entropy does */
    const uint8_t *salt;     /* goes with it into the commitment; NULL: entropy */
    bool shared;             /* others have rooms in the same store: see house_sure */
    unsigned shards;         /* that the store has (core/shard.h); 0: one */
};

enum {
    HOUSE_ROOMS_OPEN = 64,              /* of 3 KiB each */
    HOUSE_ROOM_BYTES_MAX = 8 << 10,     /* what a room saves itself as */
    HOUSE_ROOM_WAITING_MAX = 256 << 10, /* bytes of a room's log that are not durable */
    HOUSE_QUESTIONS_MAX = 32,           /* to the store, that wait for an answer */
    HOUSE_QUESTIONS_OF_LINE_MAX = 4,    /* of one line */
    HOUSE_DEPTH_MAX = 1000,             /* places that an answer may leave out */
    HOUSE_PLAYER_CHARS = 64,            /* a player's name in the store, with its zero */
    HOUSE_GAME_CHARS = 32,              /* the name of a game, with its zero */
    HOUSE_MINE_MAX = 50,                /* rooms of one guest that are listed */
    HOUSE_LIST_ROWS = 50,               /* public rooms that are listed at once */
    HOUSE_LIST_PLACES = 3,              /* of rooms in front, for the people of one origin */
    HOUSE_LISTS_PER_S = 10,             /* versions of the list, on the average */
    HOUSE_PRESENCE_MS = 1000,        /* lines of a room are told once in this time who is there */
    HOUSE_THOUGHTS_OF_GUEST_MAX = 2, /* that are under way for the tables of one host */
    HOUSE_ADVICE_MAX = 64,           /* hints that are to be thought up */
};

#define HOUSE_TOO_DEEP "lists are answered as far as place 1000" /* HOUSE_DEPTH_MAX */

/* NULL without memory. */
struct house *house_open(const struct house_plan *plan);
void house_close(struct house *house);

/* What time it is: the wall clock, and a clock that only ever goes forward, for measuring. Say it
 * before anything that happens at that time. */
void house_time(struct house *house, uint64_t now_ms, uint64_t steady_us);
/* What it was told last: doors that are machines themselves have no other clocks. */
uint64_t house_now_ms(const struct house *house);
uint64_t house_steady_us(const struct house *house);
/* Does what is due. */
void house_tick(struct house *house);
/* When to call house_tick next; HC_ROOM_NEVER if nothing will be due by itself. */
uint64_t house_due(const struct house *house);
/* Takes no more requests, lets nothing happen by itself, and refuses whoever waits for an answer of
 * the store, from now on. */
void house_stop(struct house *house);
/* Whether nothing waits to be stored, told or answered. */
bool house_is_quiet(const struct house *house);

/* ---- Lines and news --------------------------------------------------------------------------*/

enum house_kind {
    HOUSE_ANSWER, /* to a request of this line, and nothing else happened */
    HOUSE_UPDATE, /* something happened in a room; if `mine`, it also answers this line's request */
    HOUSE_CHAT,   /* somebody speaks: `seat` is who, `text` what */
    HOUSE_HINT,   /* somebody looks at a hint: `seat` is who */
    HOUSE_WATCHERS, /* spectators have come or gone: the room says how many there are, no table is
                       shown */
    HOUSE_GONE,     /* the room is no more; the line is out of it */
    HOUSE_RECORDS,  /* what the store knows, to a question of this line */
    HOUSE_LOOK,     /* to a house_look_again of this line: the room, and the table */
    HOUSE_ADVICE, /* the hint that this line asked for: `text` is a command, "" if there is none */
    HOUSE_MOVED,  /* another house has the room by now, or may have: close the line */
};

enum house_question_kind {
    HOUSE_LOG,
    HOUSE_STATISTICS,
    HOUSE_LEADERS,
    HOUSE_HISTORY,
    HOUSE_FORGET,
    HOUSE_PLAYERS
};

struct house_question {
    enum house_question_kind kind;
    uint32_t id;           /* the house's, by which the answer finds its way */
    uint64_t room;         /* HOUSE_LOG, HOUSE_PLAYERS: the match, by its room in the store… */
    uint32_t number;       /* …and its number there */
    uint32_t first, count; /* HOUSE_LEADERS, HOUSE_HISTORY */
    uint8_t guest[HC_GUEST_BYTES];
    char game[HOUSE_GAME_CHARS]; /* HOUSE_LEADERS */
    /* HOUSE_FORGET: rooms of other houses where the guest still sits: codes, with blanks between.
     */
    char elsewhere[HOUSE_MINE_MAX * (HC_ROOM_CODE_CHARS + 1) + 1];
};

/* Statistics of one person in one game. */
struct house_row {
    uint8_t guest[HC_GUEST_BYTES];
    char name[HOUSE_PLAYER_CHARS]; /* the last one that was used */
    char game[HOUSE_GAME_CHARS];
    int64_t matches, wins, points, played, caught;
    int64_t streak, best_streak; /* matches won one after the other: now, and at best */
    int64_t rating, deviation;
};

/* A finished match. */
struct house_match {
    uint64_t room, finished_ms;
    uint32_t number;
    char game[HOUSE_GAME_CHARS];
    uint8_t seat;   /* HOUSE_HISTORY: where the guest sat */
    int64_t rating; /* HOUSE_HISTORY: the guest's before it; 0: it was not rated */
    uint8_t seats;  /* 0: nobody knows who sat there */
    char name[HC_SEATS_MAX][HOUSE_PLAYER_CHARS]; /* empty: forgotten */
};

enum house_found { HOUSE_FOUND, HOUSE_MISSING, HOUSE_NO_ANSWER };

struct house_records {
    enum house_found found;
    const struct house_question *question; /* filled in by the house */
    const uint8_t *log;                    /* HOUSE_LOG */
    size_t log_size;
    const struct house_row *row;     /* HOUSE_STATISTICS, HOUSE_LEADERS */
    const struct house_match *match; /* HOUSE_HISTORY, HOUSE_PLAYERS */
    size_t count;
    /* HOUSE_FORGET: rooms where the guest still sits, because a match is on. Filled in by the
     * house. */
    char (*stays)[HC_ROOM_CODE_CHARS + 1];
};

/* What a line is told; everything it points to is good until house_tell returns. */
struct house_news {
    enum house_kind kind;
    bool mine;    /* this line asked for it: */
    uint32_t tag; /* what the line called its request, */
    enum hc_refusal refusal;
    bool repeat;     /* whether it was answered before, with this refusal, */
    const char *why; /* and more about it, or "" */

    const struct hc_room_view *room; /* as it is after this; NULL if there is none */
    bool has_table;
    uint32_t seq;               /* of the table */
    uint64_t view_ms;           /* when the view was made */
    uint64_t deadline_ms;       /* HC_ROOM_NEVER: no clock runs */
    unsigned waits_for;         /* seats of people, a mask */
    unsigned viewer;            /* the seat of the line's guest, or HC_SPECTATOR */
    const struct hc_view *view; /* NULL unless has_table */
    bool has_events;
    uint32_t seq_before; /* of the table before the events */
    const struct hc_seen *seen;
    size_t seen_count;
    uint64_t late; /* names the late views that this viewer may have; 0: none */

    unsigned seat;    /* HOUSE_CHAT: who speaks, or HC_SPECTATOR */
    const char *text; /* HOUSE_CHAT, HOUSE_ADVICE */
    const struct house_records *records;
    struct house *house;
};

typedef void house_tell(void *context, const struct house_news *news);

/* The view before the events, as it was made at `view_ms`. Only if there are events. */
const struct hc_view *house_view_before(const struct house_news *news, uint64_t view_ms);
/* Every seat's view of the table as it was some turns ago; NULL if there are none. */
const struct hc_view *house_late_views(const struct house_news *news, unsigned *count);
/* What the viewer would have seen of this match since event `since`, the last `max` events at most,
 * the oldest first. */
typedef void house_each_seen(void *context, const struct hc_seen *seen);
void house_missed(const struct house_news *news, uint32_t since, uint32_t max,
                  house_each_seen *each, void *context);

/*
 * A line of a guest. It is in no room yet. NULL without memory. `tell` may be called by any
 * function that is given a house or a line. It may close its own line and must do nothing else to
 * the house.
 */
struct house_line *house_line_open(struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                                   house_tell *tell, void *context);
/* Nothing is told to it from now on; it is freed. */
void house_line_close(struct house_line *line);
const uint8_t *house_guest(const struct house_line *line);
/* As house_line_name has it. */
const char *house_name(const struct house_line *line);
/* Where it comes from: a number that is the same for whoever comes from there, as one for each
 * address. 0, as at first: it shares that with nobody. */
void house_line_from(struct house_line *line, uint64_t origin);
/* The language of its guest, in which refusals are explained; NULL, as it is at first: English. */
void house_line_speak(struct house_line *line, const struct hc_language *language);
const struct hc_language *house_language(const struct house_line *line);
/* The name under which its guest is listed wherever they look on, as hc_room_name_ok allows it;
 * empty, as it is at first: none. Others are told at the next house_tick, as they are of who comes
 * and goes. */
void house_line_name(struct house_line *line, const char *name);

/* ---- Requests: each is answered exactly once ------------------------------------------------- */

struct house_room_plan {
    const struct hc_game *game;
    const char *rules, *settings, *title;
};
/*
 * Opens a room and gives its code; the line is in it as a spectator until it sits down, unless its
 * guest is nobody (all zero).
 */
void house_create(struct house_line *line, uint32_t tag, const struct house_room_plan *plan);
/*
 * The same for whoever may come twice with one wish, because it is not known whether it was stored:
 * `number` is that of the wish and becomes the room's in the store. If there is such a room
 * already, the line enters it, and is answered so. It has 63 bits, is not 0, and is no other
 * wish's.
 */
void house_create_once(struct house_line *line, uint32_t tag, uint64_t number,
                       const struct house_room_plan *plan);
/* Enters a room to look, or comes back to one's seat: the answer shows the room. */
void house_enter(struct house_line *line, uint32_t tag, const char *code);
/* Leaves the room's updates; a seat is kept (HC_DO_LEAVE gives it up). */
void house_exit(struct house_line *line, uint32_t tag, const char *code);
/* Shows a line once more what it may know of a room that it is in. */
void house_look_again(struct house_line *line, uint32_t tag, const char *code);
/* Says that this guest looks at a hint, as HC_DO_HINT does, and lets the house think it up: it
 * comes later, as HOUSE_ADVICE. */
void house_advise(struct house_line *line, uint32_t tag, const char *code);
/* No request: tells a line once more about a room that it is in, as an update, if it has been told
 * everything that is durable; otherwise an update is to come anyway. For lines that could not take
 * what they were told. */
void house_show(struct house_line *line, uint64_t number);
/* Any other request to a room; guest, now_ms and language are filled in by the house. */
void house_do(struct house_line *line, uint32_t tag, const char *code,
              struct hc_room_request *request);
/*
 * Asks the store; the answer is HOUSE_RECORDS, or a refusal. HOUSE_FORGET first gives up the
 * guest's seats in lobbies, and asks when that is durable.
 */
void house_ask(struct house_line *line, uint32_t tag, const struct house_question *question);

/* ---- Looking, without a request -------------------------------------------------------------- */

/* Whether there is a room with that code, or with '#' and its number in the store. */
bool house_has(const struct house *house, const char *key);
/* What is public of the room with that code, as it is; false if there is none. Some of it may not
 * be durable: it is to be acted upon, not told. */
bool house_look(const struct house *house, const char *code, struct hc_room_view *view);
/* What is durable of it, for whoever asks; false also if another house may have the room by now. */
bool house_look_surely(const struct house *house, const char *code, struct hc_room_view *view);

/* Spectators of a room who have said a name, whoever came first first; each guest once, whatever
 * number of lines they have. The names are good until anything is done with the house. */
struct house_watchers {
    unsigned count;
    const char *name[HC_ROOM_WATCHERS_MAX];
};
void house_watchers(const struct house *house, const char *code, struct house_watchers *watchers);

/*
 * The public rooms: first those with people, of which each origin has a few; then all others. Calls
 * `each` for HOUSE_LIST_ROWS of them at most, from the `first`-th on, counted from 0; false if the
 * list ends with these.
 */
typedef void house_each(void *context, const struct hc_room_view *view);
bool house_list(struct house *house, unsigned first, house_each *each, void *context);
/* How many public rooms there are. */
unsigned house_list_count(const struct house *house);
/* While this is the same there is no need to look at the list again. If the list changes often it
 * is the same for a moment all the same. */
uint64_t house_list_version(struct house *house);

/* A room where a guest sits. */
struct house_mine {
    struct hc_room_view room;
    unsigned seat, waits_for;
    uint64_t deadline_ms;
    bool my_turn; /* it waits for this guest */
    bool is_sure; /* that may be told: the seat is durable, and nobody else has the room */
};
/* The `index`-th of the guest's rooms, from 0; false past the last one. */
bool house_mine(const struct house *house, const uint8_t guest[HC_GUEST_BYTES], unsigned index,
                struct house_mine *mine);

/* ---- The store ------------------------------------------------------------------------------- */

struct house_player {
    uint8_t guest[HC_GUEST_BYTES]; /* all zero: a bot, or nobody */
    char name[HC_ROOM_NAME_BYTES];
};

struct house_result {
    uint32_t number; /* of the match in its room */
    uint64_t finished_ms;
    unsigned seats;
    struct house_player player[HC_SEATS_MAX];
};

/* What is to be stored of one room, all of it or nothing. */
struct house_entry {
    uint64_t room;
    unsigned shard;     /* that the room is on; the same for all entries of a batch */
    uint64_t log_size;  /* how long the room's log is in the store before this */
    const uint8_t *log; /* what is new of it */
    size_t log_bytes;
    const struct house_result *result; /* the match ended with this log: it is kept, and the room's
                                          log in the store is empty then; NULL: it did not */
    const uint8_t *bytes;              /* what the room is from now on; NULL: … */
    size_t size;
    const uint8_t *note; /* …this says what has changed since it was last saved */
    size_t note_size;
    bool gone; /* the room is no more */
};

/*
 * Closes a batch, entry by entry: true and an entry, good until the next call of anything; false
 * when the batch has all that it can have. While a batch of a shard is on its way there are no
 * entries of that shard; the next call begins a batch of another one. Every batch that had an entry
 * or a memo gets a verdict by house_stored. Memos are on shard 0.
 */
bool house_next_entry(struct house *house, struct house_entry *entry);

/*
 * What a door has to remember: bytes under a key. A memo is stored in the same batch as whatever
 * happened in rooms since the last one was closed, or later; never before anything that was done
 * before it, and all memos that wait at once. If their batch fails, they go into the next one: they
 * say how things are, so nothing is undone. May be called whenever anything is told.
 */
enum {
    HOUSE_MEMO_KEY_MAX = 64,         /* bytes, at least one */
    HOUSE_MEMO_BYTES_MAX = 64 << 10, /* none: what is stored under the key is to be forgotten */
};
void house_memo(struct house *house, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                size_t size);
/* How many memos were ever written, and how many of them are durable: those that were written when
 * the first was N are, as soon as the second is N. */
uint64_t house_memos(const struct house *house);
uint64_t house_memos_durable(const struct house *house);

/* The door that wrote them is closed, and will open again by what is stored. If their batch fails
 * they do not go into another one: what happened in rooms with them is undone as well, and the door
 * does it again. */
void house_leave_memos(struct house *house);
/* The same, and another house may have that door: only what is on its way may still be stored. */
void house_drop_memos(struct house *house);
/* Whether any are not durable, or on their way. */
bool house_has_memos(const struct house *house);

struct house_memo {
    const uint8_t *key, *bytes;
    size_t key_size, size;
};
/* The next memo of the batch that house_next_entry has just closed, even if that had no entry; good
 * until house_stored. False when it has them all. */
bool house_next_memo(struct house *house, struct house_memo *memo);

struct house_verdict {
    unsigned shard;
    bool failed;          /* nothing of it was stored */
    const uint64_t *lost; /* otherwise: rooms of it that were not */
    size_t lost_count;
};
/* The truth about the batch of that shard on its way, once. Whoever is not sure must find out
 * first. */
void house_stored(struct house *house, const struct house_verdict *verdict);

/* A question that the store shall answer; false if there is none. */
bool house_next_question(struct house *house, struct house_question *question);
void house_answer(struct house *house, uint32_t id, struct house_records *records);

/*
 * A house that shares its store (`shared` in the plan) has a lease on its rooms, one for each
 * shard. Until that steady time nobody else has any of them. It is sure of nothing at first, and
 * again when that time has passed: then it tells only what the verdicts on its batches say.
 */
void house_sure(struct house *house, unsigned shard, uint64_t until_us);
/* It has not been sure for so long that others may go on with its rooms: whoever is in one is told
 * that it has moved, so that nobody waits here for news. */
void house_doubt(struct house *house, unsigned shard);
/* Its lease is lost: others may have all of its rooms there from now on. Whoever is in one is told
 * that it has moved; what is on its way waits for its verdict first. */
void house_lose(struct house *house, unsigned shard);

/* Whether it is sure at the time that it was told last; always, unless it shares its store. */
bool house_is_sure(const struct house *house);
/*
 * Parts with a room that another house wants, known by its code or by '#' and its number: whoever
 * is in it is told that it has moved, and its number in the store is in *number. False, and the
 * room stays, if it is not here or if anything of it is not durable.
 */
bool house_give(struct house *house, const char *key, uint64_t *number);

/* A room as it was stored. */
struct house_saved {
    uint64_t room;
    const uint8_t *bytes, *log, *note;
    size_t size, log_size, note_size;
    const uint8_t *finished; /* the log of the last match that is over; NULL: there is none */
    size_t finished_size;
};
/* Brings a room back: before anything else happens, or when a lease on it was taken. False, and
 * `why` says what is wrong: then the house is as if it had never heard of that room. */
bool house_load(struct house *house, const struct house_saved *saved, struct hc_problem *why);
/* Gives every guest whom the bytes of a stored room name; false if they cannot be read. */
typedef void house_guest_named(void *context, const uint8_t guest[HC_GUEST_BYTES]);
bool house_saved_guests(const uint8_t *bytes, size_t size, house_guest_named *each, void *context);
/* Another house shall have a stored room: whoever was one guest is another there, and somebody who
 * sits there is the host. False: the bytes cannot be read, or that person does not sit there. */
struct house_pass {
    uint8_t was[HC_GUEST_BYTES], now[HC_GUEST_BYTES], host[HC_GUEST_BYTES];
};
bool house_saved_pass(uint8_t *bytes, size_t size, const struct house_pass *pass);
/* The code of a room that may be damaged; empty if it cannot be read. */
void house_saved_code(const struct house_saved *saved, char code[HC_ROOM_CODE_CHARS + 1]);

/* ---- Bots ------------------------------------------------------------------------------------ */

struct house_thought {
    uint64_t room;
    uint32_t asking;               /* the house's, by which it is known again */
    uint8_t guest[HC_GUEST_BYTES]; /* the host of the room, on whose account it is */
    char code[HC_ROOM_CODE_CHARS + 1];
    uint8_t seat;
    bool is_advice;                    /* for a person; `asking` counts those */
    uint8_t forget;                    /* how often the bot forgets, in percent… */
    uint8_t forget_key[HC_SEED_BYTES]; /* …and the key of that */
    uint8_t dice_key[HC_SEED_BYTES];
    const struct hc_bot *bot;
    uint32_t budget;
    struct hc_view view;
};
/*
 * A thought that is wanted; false if there is none. Guests who host tables take turns, each with
 * one thought, and no more than HOUSE_THOUGHTS_OF_GUEST_MAX are under way for one of them: so take
 * only as many as can be thought at once, and ask again when one is done.
 */
bool house_next_thought(struct house *house, struct house_thought *thought);
/*
 * What came of it; a verb of HC_NONE if the bot would rather wait. How long that took tells nobody
 * anything: the bot acts at the time that hc_bot_acts gives, when all bots of the room that
 * were asked have answered.
 */
void house_thought_done(struct house *house, const struct house_thought *thought,
                        const struct hc_command *command);
/* How much scratch memory thinking takes, and the thinking itself, on any thread. */
size_t house_think_bytes(const struct house_thought *thought);
void house_think(const struct house_thought *thought, void *scratch, struct hc_command *command);

/* ---- What can be measured ------------------------------------------------------------------- */

enum { HOUSE_BUCKETS = 20 }; /* of a histogram: up to 2^i times 50 microseconds; the last: more */

struct house_counts {
    unsigned rooms, lines, waiting; /* now; waiting: requests that are not durable */
    unsigned thinking;              /* thoughts that were handed out and are not back */
    uint64_t commands, refusals[HC_REFUSALS_MAX];
    uint64_t batches, failed_batches, bot_moves;
    uint64_t late_events;                             /* folded for those who look on late */
    uint64_t list_rows;                               /* of the public list, looked at */
    uint64_t answer_us[HOUSE_BUCKETS], answer_us_sum; /* from a request to its answer */
    uint64_t batch_us[HOUSE_BUCKETS], batch_us_sum;   /* from an entry to the verdict */
};
const struct house_counts *house_counts(const struct house *house);

#endif
