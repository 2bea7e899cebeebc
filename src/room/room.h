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

#include "bots/bots.h"
#include "table/table.h"

enum {
    HC_GUEST_BYTES = 16,           /* an identity: a hash of a token that the house has checked */
    HC_ROOM_CODE_CHARS = 6,        /* 16 letters each: 24 bits */
    HC_ROOM_NAME_BYTES = 24,       /* a name with its terminating zero */
    HC_ROOM_TITLE_BYTES = 40,      /* a title with its terminating zero */
    HC_ROOM_LINE_BYTES = 256,      /* a line of chat with its terminating zero */
    HC_ROOM_IDS = 8,               /* commands of a seat whose answers are remembered */
    HC_ROOM_WATCHERS_MAX = 16,     /* spectators: they cost 18 bytes each */
    HC_ROOM_BANS_MAX = 4,          /* guests who were sent away last */
    HC_ROOM_LATE_MAX = 24,         /* turns that a spectator's view of all hands can be late */
    HC_ROOM_SAVE_BYTES = 6144,     /* always enough for hc_room_save */
    HC_ROOM_PROGRESS_BYTES = 1200, /* and for hc_room_progress */
    HC_ROOM_CHAT_BURST = 5,        /* lines of one guest at once… */
    HC_ROOM_CHAT_MS = 2000,        /* …and then one in this time */
    HC_ROOM_BOT_MS = 60000,        /* a bot that has not answered by then is timed out */
    HC_ROOM_TIMEOUTS_MAX = 30, /* turns lost in a row while nobody acts: nobody plays any more */
    HC_ROOM_LATE_MS = 60000,   /* a call that comes so long after its time is a jump of the clock */
    HC_ROOM_BEAT_MS = 3600000, /* the house calls at least so often while any time runs */
};

#define HC_ROOM_NEVER UINT64_MAX

/* ---- Settings: what the host chooses in the lobby, as data ---------------------------------- */

enum hc_room_option {
    HC_ROOM_SEATS,
    HC_ROOM_PUBLIC,
    HC_ROOM_CLOCK,
    HC_ROOM_TURN_HOURS,
    HC_ROOM_AWAY,
    HC_ROOM_AWAY_BOT,
    HC_ROOM_NEXT,
    HC_ROOM_WATCH,
    HC_ROOM_LATE_TURNS,
    HC_ROOM_CHAT,
    HC_ROOM_BOT_FORGET,
    HC_ROOM_LOBBY_MINUTES,
    HC_ROOM_FINISHED_MINUTES,
    HC_ROOM_ABANDON_DAYS,
    HC_ROOM_HOST_ENDS,
    HC_ROOM_NARROW_COUNT
};
enum hc_room_wide_option {
    HC_ROOM_TURN_MS,
    HC_ROOM_GRACE_MS,
    HC_ROOM_NEXT_MS,
    HC_ROOM_BOT_DELAY_MS,
    HC_ROOM_WIDE_COUNT
};

enum { HC_CLOCK_NONE, HC_CLOCK_LIVE, HC_CLOCK_SLOW };
enum { HC_AWAY_WAIT, HC_AWAY_PAUSE, HC_AWAY_BOT, HC_AWAY_DROP };
enum { HC_NEXT_ONE, HC_NEXT_ALL };
enum { HC_WATCH_NONE, HC_WATCH_PUBLIC, HC_WATCH_LATE };
enum { HC_CHAT_NONE, HC_CHAT_PLAYERS, HC_CHAT_ALL };

/* Parse, print and document settings with the functions of core/options.h. */
extern const struct hc_option_list hc_room_settings;

/* ---- The room ------------------------------------------------------------------------------- */

/*
 * LOBBY: people sit down; there is no table. OPENING: everything is settled, the table is not open
 * yet. PLAYING: from the opened table to its last event. FINISHED: the secret is out, people may
 * agree to another match. CLOSED: expired; the house removes it.
 */
enum hc_room_stage {
    HC_ROOM_LOBBY,
    HC_ROOM_OPENING,
    HC_ROOM_PLAYING,
    HC_ROOM_FINISHED,
    HC_ROOM_CLOSED
};

enum hc_room_who { HC_SEAT_EMPTY, HC_SEAT_PERSON, HC_SEAT_BOT };

/* What present people may agree to at a moment. */
enum hc_room_question { HC_ASK_NOTHING, HC_ASK_NEXT, HC_ASK_GO_ON, HC_ASK_REMATCH, HC_ASK_END };

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
    uint8_t chat_debt;   /* lines that count against the limit; not stored */
    bool contributes;    /* entropy waits to be logged */
    bool agreed;
    bool away;    /* the grace period is over, and what the settings say was done */
    bool left;    /* said goodbye in mid-match; sits until it is over, or comes back */
    bool dropped; /* the match goes on without this seat */
};

struct hc_room_watcher {
    uint8_t guest[HC_GUEST_BYTES];
    uint8_t connections, chat_debt; /* no connections: a free place */
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
    uint64_t chat_ms;         /* when chat debts were last forgiven; not stored */
    uint32_t match;           /* how many tables were opened here */
    uint32_t turn_seq[HC_ROOM_LATE_MAX + 1]; /* where the last turns began, newest first */
    uint16_t ending;  /* seats who want the match to end; 0: the host has not proposed it */
    uint8_t game;     /* by its index */
    uint8_t stage;    /* enum hc_room_stage */
    uint8_t host;     /* a seat, HC_NONE if no person sits */
    uint8_t seats;    /* while there is a table: how many it has */
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

/* ---- Requests ------------------------------------------------------------------------------- */

enum hc_room_verb {
    HC_DO_SIT,        /* seat or HC_NONE; text: name; entropy if wanted. In mid-match: come back */
    HC_DO_LEAVE,      /* stand up; in mid-match the seat is played on or dropped */
    HC_DO_CONNECT,    /* one more connection of this guest, who sits here */
    HC_DO_DISCONNECT, /* one less; a spectator's last one ends the watching */
    HC_DO_START,      /* host */
    HC_DO_ACT,        /* text: a command of the game; seq that was seen; id */
    HC_DO_AGREE,      /* to hc_room_asks; to a rematch with entropy if wanted */
    HC_DO_END,        /* host: proposes to end the match; others: agree to that */
    HC_DO_ADD_BOT,    /* host: seat or HC_NONE; text: "search:500" */
    HC_DO_REMOVE_BOT, /* host: seat */
    HC_DO_SETTINGS,   /* host: text, all settings that differ from the defaults */
    HC_DO_RULES,      /* host: text, the rules of the game */
    HC_DO_TITLE,      /* host: text */
    HC_DO_KICK,       /* host: seat */
    HC_DO_WATCH,      /* one more connection of a spectator */
    HC_DO_CHAT,       /* text */
    HC_DO_BOT_MOVE,   /* from the house itself: seat, seq, text; "" if the bot waits */
    HC_ROOM_VERB_COUNT
};

struct hc_room_request {
    enum hc_room_verb verb;
    uint8_t guest[HC_GUEST_BYTES]; /* all zero is nobody */
    uint8_t seat;
    uint32_t seq, id;       /* id 0: none */
    uint64_t now_ms;        /* wall clock */
    const char *text;       /* zero-terminated; NULL is an empty text */
    const uint8_t *entropy; /* HC_SEED_BYTES, or NULL */
};

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
    enum hc_room_audience chat;
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

/* Six letters that are easy to read and to say, from three bytes of entropy. */
void hc_room_code(const uint8_t entropy[3], char code[HC_ROOM_CODE_CHARS + 1]);
/* An empty lobby. The texts are as for the requests RULES, SETTINGS and TITLE. */
enum hc_refusal hc_room_open(struct hc_room *room, const struct hc_game *game, const char *rules,
                             const char *settings, const char *title,
                             const char code[HC_ROOM_CODE_CHARS + 1], uint64_t now_ms,
                             struct hc_problem *why);

/* Judges a request and does it. A refusal changes nothing but the memory of its id. */
void hc_room_do(struct hc_room *room, const struct hc_room_request *request,
                struct hc_room_answer *answer);
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
/* Puts `undo` back after the store has failed; who is connected and watches stays as it is. */
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
/* Who has agreed to that, as a mask of seats. */
unsigned hc_room_agreed(const struct hc_room *room);
/* Whether a bot plays this seat now: its own, or one that stands in for a person. NULL if not. */
const struct hc_bot *hc_room_bot(const struct hc_room *room, unsigned seat, uint32_t *budget);
/* Up to this event a spectator may see every hand: make all seats' views of the table as the log
 * gives it there. 0: nothing. */
uint32_t hc_room_late_seq(const struct hc_room *room);

struct hc_room_row {
    const char *code, *title, *game;
    uint8_t taken, seats, watchers;
    bool is_public, open, started, watchable;
};
/* The room as a row of the lobby's list; it points into the room. */
void hc_room_row(const struct hc_room *room, struct hc_room_row *row);

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

#endif
