// SPDX-License-Identifier: MIT
/*
 * join_inside.h: a visit to a server, as its files share it.
 *
 * Who comes goes through three rooms: the list of tables (join_tables.c), a table without a match
 * (join_lobby.c in lines, join_full.c and join_page.c on the full screen), and a match, which is
 * played as one at home. What can be done at a table without a match is one list for both ways to
 * show it: lobby_request.c.
 */
#ifndef HC_DOORS_TERMINAL_JOIN_INSIDE_H
#define HC_DOORS_TERMINAL_JOIN_INSIDE_H

#include "doors/terminal/prompt.h"
#include "doors/terminal/visit.h"

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
enum join_end join_table(struct visit *visit);

/* ---- lobby_request.c ---------------------------------------------------------------------------
 */

/* What can be done at a table without a match. */
enum lobby_request {
    LOBBY_AGAIN,
    LOBBY_FILM,
    LOBBY_REVIEW,
    LOBBY_START,
    LOBBY_SIT,
    LOBBY_BOT,
    LOBBY_REMOVE,
    LOBBY_KICK,
    LOBBY_RULES,
    LOBBY_SETTINGS,
    LOBBY_TITLE,
    LOBBY_CHAT,
    LOBBY_QUIT,
    LOBBY_QR, /* from here on a narrow window may name them in its help only */
    LOBBY_LEADERS,
    LOBBY_HISTORY,
    LOBBY_REQUESTS,
    LOBBY_NONE = LOBBY_REQUESTS,
};

struct lobby_word {
    const char *word;
    enum hc_word sentence, label; /* the latter on the full screen … */
    char letter;                  /* … and its key */
    const char *op;               /* of the request; NULL: it is done otherwise */
    const char *key;    /* what the request calls what stands behind the word; NULL: nothing does */
    bool takes, needs;  /* something may, or must, stand behind the word: … */
    enum hc_word value; /* … this */
    unsigned who, when; /* may do it; sets of bits */
};

const struct lobby_word *lobby_word(enum lobby_request request);
/* "remove SEAT". */
void lobby_put_usage(const struct lobby_word *word, struct hc_text *out);
/* What is meant by a word; LOBBY_NONE if it is none. */
enum lobby_request lobby_request_of(const char *word, size_t length);
/* Whether it can be done at this stage; and whether this person may do it now. */
bool lobby_is_time(const struct visit *visit, enum lobby_request request);
bool lobby_may(const struct visit *visit, enum lobby_request request);
/* Does it, with what stands behind the word. False, and why->text says why not. */
bool lobby_do(struct visit *visit, enum lobby_request request, const char *rest,
              struct hc_problem *why);

/* lobby_edit.c: the host changes the rules, or the settings. On the full screen, that is taken. */
bool lobby_edit(struct visit *visit, bool settings, struct hc_problem *why);

/* Whether it is something to read, and then what there is. False, and why: it cannot be had. */
bool lobby_is_read(enum lobby_request request);
bool lobby_write(struct visit *visit, enum lobby_request request, struct sheet *sheet,
                 struct hc_problem *why);

/* "Anna (you), host": who sits there, and how. */
void lobby_put_name(const struct visit *visit, unsigned seat, struct hc_text *out);
void lobby_put_remarks(const struct visit *visit, unsigned seat, struct hc_text *out);
unsigned lobby_free_seats(const struct visit *visit);
/* Whether the room looks different from when it was last shown; and that it is shown now. */
bool lobby_room_differs(const struct visit *visit);
void lobby_room_shown(struct visit *visit);

/* ---- join_lobby.c, join_full.c, join_page.c ---------------------------------------------------
 */

/* Both wait at the table until a match is on. */
enum join_end join_lobby_lines(struct visit *visit);
enum join_end join_lobby_full(struct visit *visit);
/* Reads a line, while the server is listened to. LINE_NEWS: there is something to print or do
 * first. */
enum line_result join_read_line(struct visit *visit, const char *prompt, char line[TYPED_CHARS]);
/* How reading a line ended the visit, if it did. */
enum join_end join_after_line(const struct visit *visit, enum line_result result);

/* The page of a table without a match. */
struct join_page {
    const struct visit *visit;
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
    struct visit *visit;
    const char *title, *foot;
    char row[PICK_ROWS_MAX][PICK_CHARS];
    struct prompt prompt;
};

/* Shows it until PROMPT_ENTER, a row was chosen; PROMPT_LINE, something was typed; PROMPT_BACK, the
 * person goes, or the server is gone; PROMPT_STOP; or PROMPT_NOTHING, so many milliseconds are
 * over, through which what was typed so far stays. */
enum prompt_event join_pick(struct visit *visit, struct join_pick *pick, int timeout_ms);

#endif
