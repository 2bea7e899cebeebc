// SPDX-License-Identifier: MIT
/*
 * room_view.h: the room as everybody may know it, and what can be asked of it.
 *
 * There is no table in here, nor in any header that this one includes: doors and protocols live on
 * it. room.h is the room itself.
 */
#ifndef HC_ROOM_ROOM_VIEW_H
#define HC_ROOM_ROOM_VIEW_H

#include "bots/bots.h"
#include "core/options.h"

enum {
    HC_GUEST_BYTES = 16,           /* an identity: a hash of a token that the house has checked */
    HC_ROOM_CODE_CHARS = 6,        /* 16 letters each: 24 bits */
    HC_ROOM_NAME_BYTES = 24,       /* a name with its terminating zero */
    HC_ROOM_TITLE_BYTES = 40,      /* a title with its terminating zero */
    HC_ROOM_LINE_BYTES = 256,      /* a line of chat with its terminating zero */
    HC_ROOM_IDS = 8,               /* commands of a seat whose answers are remembered */
    HC_ROOM_WATCHERS_MAX = 16,     /* spectators: they cost 17 bytes each */
    HC_ROOM_BANS_MAX = 4,          /* guests who were sent away last */
    HC_ROOM_LATE_MAX = 24,         /* turns that a spectator's view of all hands can be late */
    HC_ROOM_SAVE_BYTES = 6144,     /* always enough for hc_room_save */
    HC_ROOM_PROGRESS_BYTES = 1200, /* and for hc_room_progress */
    HC_ROOM_CHAT_BURST = 5,        /* lines of one guest at once, which the house counts… */
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
    HC_ROOM_HINTS,
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

/* Why the house has ended a match that the rules did not end. */
enum hc_room_end {
    HC_END_NONE,
    HC_END_AGREED, /* people wanted it */
    HC_END_NOBODY, /* nobody plays any more */
    HC_END_LENGTH, /* its log is as long as it may be */
    HC_ROOM_ENDS
};

/* ---- What everybody may know ----------------------------------------------------------------- */

struct hc_seat_view {
    char name[HC_ROOM_NAME_BYTES];
    uint8_t who; /* enum hc_room_who */
    uint8_t bot; /* which one, by its index */
    bool connected, away;
    bool agreed;    /* to what is asked */
    bool wants_end; /* of the match */
};

struct hc_room_view {
    uint64_t mark; /* differs whenever anything below does but the number of spectators */
    struct hc_rules rules, settings;
    uint64_t number; /* in the store: with `match` it names a log */
    uint32_t match;  /* how many tables were opened here */
    uint8_t game;    /* by its index */
    uint8_t stage;   /* enum hc_room_stage */
    uint8_t host;    /* a seat, HC_NONE if no person sits */
    uint8_t asks;    /* enum hc_room_question */
    uint8_t ended;   /* enum hc_room_end */
    uint8_t seats, taken, watchers;
    bool is_public, open, started, watchable;
    char code[HC_ROOM_CODE_CHARS + 1];
    char title[HC_ROOM_TITLE_BYTES];
    uint8_t commitment[HC_SEED_BYTES]; /* to the deal of the match, or of the next one while none is
                                          played */
    struct hc_seat_view seat[HC_SEATS_MAX];
};

/* Whether a person can be shown under this name: it is a text of HC_ROOM_NAME_BYTES at most that
 * says what it seems to say. */
bool hc_room_name_ok(const char *name);

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
    HC_DO_ADD_BOT,    /* host: seat or HC_NONE; text: "search:500", "search:500 Bea" */
    HC_DO_REMOVE_BOT, /* host: seat */
    HC_DO_SETTINGS,   /* host: text, all settings that differ from the defaults */
    HC_DO_RULES,      /* host: text, the rules of the game */
    HC_DO_TITLE,      /* host: text */
    HC_DO_KICK,       /* host: seat */
    HC_DO_WATCH,      /* one more connection of a spectator */
    HC_DO_CHAT,       /* text */
    HC_DO_HINT,       /* says that this guest looks at a hint, which everybody shall know */
    HC_DO_BOT_MOVE,   /* from the house itself: seat, seq, text; "" if the bot waits */
    HC_ROOM_VERB_COUNT
};

struct hc_room_request {
    enum hc_room_verb verb;
    uint8_t guest[HC_GUEST_BYTES]; /* all zero is nobody */
    uint8_t seat;
    uint32_t seq, id;                   /* id 0: none */
    uint64_t now_ms;                    /* wall clock */
    const struct hc_language *language; /* of whoever asks; NULL: English */
    const char *text;                   /* zero-terminated; NULL is an empty text */
    const uint8_t *entropy;             /* HC_SEED_BYTES, or NULL */
    bool advise;                        /* HC_DO_HINT: the house thinks it up */
};

/* Six letters that are easy to read and to say, from entropy; they say the shard (core/shard.h),
 * and only for one other than 0 the last byte matters. */
void hc_room_code(unsigned shard, const uint8_t entropy[4], char code[HC_ROOM_CODE_CHARS + 1]);
/* Whether a text can be such a code. */
bool hc_room_is_code(const char *text);

#endif
