// SPDX-License-Identifier: MIT
/*
 * join_inside.h: a visit to a server, as its files share it.
 *
 * Who comes goes through three rooms: the list of tables (join_tables.c), a table without a match
 * (join_lobby.c in lines, join_full.c and join_page.c on the full screen), and a match
 * (join_far.c), after which its log is examined (join_proof.c). What can be done at a table without
 * a match is one list for both ways to show it: join_words.c.
 */
#ifndef HC_DOORS_TERMINAL_JOIN_INSIDE_H
#define HC_DOORS_TERMINAL_JOIN_INSIDE_H

#include "core/text.h"
#include "doors/terminal/line.h"
#include "doors/terminal/match.h"
#include "doors/terminal/prompt.h"
#include "net/guest.h"

enum {
    COME_BACK_CHARS = URL_SERVER_CHARS + 60,
    SAID_MAX = 100, /* sentences that are remembered while there is no match … */
    SAID_CHARS = 600,
    PATIENCE_MS = 4000, /* for an answer, while a person waits for it */
};

struct join {
    struct guest guest;
    struct token_place place;
    struct match match;
    bool has_match; /* what happens is told to the match */
    struct input input;
    const struct arguments *given;
    const struct hc_game *usual_game; /* where none is given */
    bool terminal, full;              /* input and output are one; it is drawn on */
    char name[NAME_BYTES];
    char server[URL_SERVER_CHARS];
    char come_back[COME_BACK_CHARS];

    char said[SAID_MAX][SAID_CHARS]; /* … in a ring */
    size_t said_count;
    bool heard;                /* lines: something was printed since the last prompt */
    struct guest_room shown;   /* the room as it was last shown */
    enum hc_room_question ask; /* what the person was last told about */

    struct hc_view view;   /* of the match that is shown … */
    uint32_t match_number; /* … its number … */
    bool proved;           /* … and whether its log was examined */
    bool has_entropy;      /* what we have given for its deal, and been promised before */
    uint8_t entropy[HC_SEED_BYTES], promise[HC_SEED_BYTES];
    char verdict[SAID_CHARS]; /* what was said about it */
    unsigned saved;           /* logs */
    bool failed;              /* a deal was not honest, or a log could not be saved */
};

/* How a part of the visit ended. */
enum join_end {
    JOIN_ON,      /* it goes on */
    JOIN_LEFT,    /* the person left, or the input has ended */
    JOIN_STOPPED, /* Ctrl-C */
    JOIN_FAILED,  /* why was said */
};

/* ---- join.c --------------------------------------------------------------------------------- */

/* Says on stderr why something failed. */
enum join_end join_fail(const char *why);

/* ---- join_tables.c -------------------------------------------------------------------------- */

/* Finds a table: the one that was given, one of the list, or a new one; and sits down there, or
 * looks on. */
enum join_end join_table(struct join *join);

/* ---- join_words.c --------------------------------------------------------------------------- */

/* What can be done at a table without a match. */
enum join_deed {
    DEED_AGAIN,
    DEED_START,
    DEED_SIT,
    DEED_BOT,
    DEED_REMOVE,
    DEED_KICK,
    DEED_RULES,
    DEED_SETTINGS,
    DEED_TITLE,
    DEED_CHAT,
    DEED_QUIT,
    DEEDS,
    DEED_NONE = DEEDS,
};

struct join_word {
    const char *word, *usage, *sentence;
    const char *label;  /* on the full screen … */
    char letter;        /* … and its key */
    const char *op;     /* of the request; NULL: it is done otherwise */
    const char *key;    /* what the request calls what stands behind the word; NULL: nothing does */
    const char *needs;  /* what is missing if nothing stands there; NULL: nothing is */
    unsigned who, when; /* may do it; sets of bits */
};

const struct join_word *join_word(enum join_deed deed);
/* What is meant by a word; DEED_NONE if it is none. */
enum join_deed join_deed_of(const char *word, size_t length);
/* Whether it can be done at this stage; and whether this person may do it now. */
bool join_is_time(const struct join *join, enum join_deed deed);
bool join_may(const struct join *join, enum join_deed deed);
/* Does it, with what stands behind the word. False, and why->text says why not. */
bool join_do(struct join *join, enum join_deed deed, const char *rest, struct hc_problem *why);

/* "Anna (you), host": who sits there, and how. */
void join_put_name(const struct join *join, unsigned seat, struct hc_text *out);
void join_put_remarks(const struct join *join, unsigned seat, struct hc_text *out);
/* "Waiting for Ben and Carla.": whose answer to what the house asks is missing; nothing if it is
 * ours, or none is. */
void join_put_waiting(const struct join *join, struct hc_text *out);
unsigned join_free_seats(const struct join *join);
/* Whether the room looks different from when it was last shown; and that it is shown now. */
bool join_room_differs(const struct join *join);
void join_room_shown(struct join *join);

/* ---- join_lobby.c, join_full.c, join_page.c ---------------------------------------------------
 */

/* Both wait at the table until a match is on. */
enum join_end join_lobby_lines(struct join *join);
enum join_end join_lobby_full(struct join *join);
/* Whether a match is on, or was told of and is over already. */
bool join_has_begun(const struct join *join);
/* Reads a line, while the server is heard. LINE_NEWS: there is something to print or do first. */
enum line_result join_read_line(struct join *join, const char *prompt, char line[TYPED_CHARS]);
/* How reading a line ended the visit, if it did. */
enum join_end join_after_line(const struct join *join, enum line_result result);
/* The next key, while the server is heard; SCREEN_NOTHING after a moment. */
int join_key(struct join *join);

/* The page of a table without a match. */
struct join_page {
    const struct join *join;
    unsigned selected; /* a seat */
    const char *offer, *notice, *typed;
    bool refused; /* the notice is a refusal */
    size_t back;  /* how many sentences at the end are not shown */
};
/* Returns how many sentences were shown. */
size_t join_page_draw(const struct join_page *page);

/* ---- join_pick.c ---------------------------------------------------------------------------- */

enum { PICK_ROWS_MAX = 60, PICK_CHARS = 160 };

/* A list on the full screen. What is typed instead of choosing a row is the prompt's line, if its
 * `typing` allows one. */
struct join_pick {
    struct join *join;
    const char *title, *foot;
    char row[PICK_ROWS_MAX][PICK_CHARS];
    struct prompt prompt;
};

/* Shows it until PROMPT_ENTER, a row was chosen; PROMPT_LINE, something was typed; PROMPT_BACK, the
 * person goes, or the server is gone; PROMPT_STOP; or PROMPT_NOTHING, so many milliseconds are
 * over, through which what was typed so far stays. */
enum prompt_event join_pick(struct join *join, struct join_pick *pick, int timeout_ms);

/* ---- join_far.c ----------------------------------------------------------------------------- */

/* The table of the server, as a match at this terminal. */
void join_open_match(struct join *join);
/* After anything was heard: looks at the table, and at the log when the match is over. */
void join_look(struct join *join);
/* Whether the match that is shown is the last one here; and whether it is over. */
bool join_is_shown(const struct join *join);
bool join_is_over(const struct join *join);
/* Takes in a sentence of the guest. */
void join_say(void *context, const char *sentence);

/* ---- join_proof.c --------------------------------------------------------------------------- */

/* When the match is over, and once: fetches its log, says whether the deal was honest, and saves it
 * if that was asked for. */
void join_prove(struct join *join);

#endif
