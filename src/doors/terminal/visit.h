// SPDX-License-Identifier: MIT
/*
 * visit.h: this terminal at the table of a house: who is there from here, what they have seen, and
 * the match that is shown.
 *
 * Each of them is a guest with a link to the house, which is a server's or the one of a home in
 * this process (terminal.h); nothing else is known of it. At a server there is one, who sits or
 * looks on. At home there is one for each person who shares the terminal, and one who looks on if
 * they are several or none: nobody's hand is shown with those eyes. Where only bots play, the first
 * guest is a bot that this door runs, since a table must have somebody who starts it.
 *
 * A *viewer* is the seat of somebody here, or HC_SPECTATOR. Where to start: visit_wait, visit_look.
 */
#ifndef HC_DOORS_TERMINAL_VISIT_H
#define HC_DOORS_TERMINAL_VISIT_H

#include "core/text.h"
#include "doors/terminal/line.h"
#include "doors/terminal/setup.h"
#include "doors/terminal/terminal.h"
#include "files/logfile.h"
#include "net/guest.h"

enum {
    COME_BACK_CHARS = URL_SERVER_CHARS + 60,
    SAID_MAX = 100, /* sentences that are remembered while there is no match … */
    SAID_CHARS = 600,
    PATIENCE_MS = 4000, /* for an answer, while a person waits for it */
    RECAP = 8,          /* sentences that are shown again when a match goes on */
    PLAYER_CHARS = 4 * HC_ROOM_NAME_BYTES,
};

/* What one of them has seen happen, sentence by sentence. */
struct story {
    char **line;
    size_t count, size;
    size_t shown; /* how many were on the screen */
};

/* Somebody at the table, from here. */
struct eyes {
    struct guest guest;
    struct visit *visit;
    struct story story;
    struct hc_view view; /* of the match that is shown */
};

/* A bot that sits on the first guest's seat, where only bots play. */
struct stand_in {
    const struct hc_bot *bot; /* NULL: there is none */
    struct hc_mind mind;
    uint32_t seq;    /* the moment that it has thought about, plus one */
    uint64_t due_ms; /* when it asks for the next round */
};

/* What the person wants when the match is over; see after.h. */
enum after_wish { AFTER_LEAVE, AFTER_AGAIN, AFTER_FILM, AFTER_REVIEW };

struct visit {
    const struct arguments *given;
    const struct terminal_process *process;
    struct home *home; /* NULL: the house is a server's */
    struct url url;    /* of the server */
    char server[URL_SERVER_CHARS];
    struct token_place place;
    struct eyes eyes[HC_SEATS_MAX + 1];
    unsigned eyes_count;
    struct guest *guest; /* the first one, who speaks for all about the table */
    unsigned people;     /* who play: the first so many */
    struct stand_in stand_in;
    enum turn_signal signal; /* that it is the person's turn */
    unsigned bot_delay_ms;   /* at home: how long bots wait before they act */
    struct input input;
    bool terminal, full;             /* input and output are one; it is drawn on */
    bool kept;                       /* whoever leaves can come back … */
    char come_back[COME_BACK_CHARS]; /* … with this command */

    bool has_match;        /* there is one to be shown, … */
    uint32_t match_number; /* … this one of the table … */
    unsigned seat;         /* … from here: the seat of the only person, otherwise HC_SPECTATOR */
    char name[HC_SEATS_MAX][PLAYER_CHARS];
    const char *names[HC_SEATS_MAX];
    uint8_t commitment[HC_SEED_BYTES];
    uint8_t thoughts[HC_SEED_BYTES]; /* the key of the dice of hints, … */
    unsigned absent;                 /* seats of people of whom was said that they are gone */
    uint32_t hinted;                 /* … and the last moment with one, plus 1: the others know */
    enum hc_room_question ask;       /* what the person was last asked */
    enum hc_room_end ended;          /* what was last said about the end */
    bool proved;                     /* its log was examined … */
    struct logfile log;              /* … and is this one; no bytes if it did not come */
    enum after_wish after;           /* what is wanted next, when it is over, … */
    unsigned after_seat;             /* … and whose review */
    bool has_secret;                 /* which had these: */
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    bool has_entropy; /* what we have given for its deal, and been promised before */
    uint8_t entropy[HC_SEED_BYTES], promise[HC_SEED_BYTES];
    char verdict[SAID_CHARS]; /* what was said about it */
    unsigned saved;           /* logs */
    bool failed;              /* a log was altered, or could not be checked or saved */

    /* At a server's table without a match: */
    const struct hc_game *usual_game; /* where none is given */
    char our_name[HC_ROOM_NAME_BYTES];
    char said[SAID_MAX][SAID_CHARS]; /* … in a ring */
    size_t said_count;
    bool stopped;            /* Ctrl-C in the editor of rules or settings */
    bool said_now;           /* lines: something was printed since the last prompt */
    struct guest_room shown; /* the room as it was last shown */
};

/* Adds somebody with a link to the house, who is welcomed there. False, and why. */
bool visit_add(struct visit *visit, struct link *link, const char *token, struct hc_problem *why);
/* Closes all of them, and the home. */
void visit_close(struct visit *visit);

/* ---- The match that is shown ---------------------------------------------------------------- */

/* Whether a match is on, or one that was shown is over already. */
bool visit_has_begun(const struct visit *visit);
/* Begins to show the match that is on; and shows it no more. */
void visit_open_match(struct visit *visit);
void visit_close_match(struct visit *visit);
/* Whether it is the last one at this table. */
bool visit_is_shown(const struct visit *visit);

const struct hc_view *visit_view(const struct visit *visit, unsigned viewer);
struct story *visit_story(struct visit *visit, unsigned viewer);
/* What the players are called when `viewer` reads it: that one is "You". */
void visit_names(const struct visit *visit, unsigned viewer, const char *names[HC_SEATS_MAX]);
bool visit_is_person(const struct visit *visit, unsigned seat);
/* Whom the table waits for: a seat, HC_HOUSE, or HC_NONE when the match is over. */
unsigned visit_awaits(const struct visit *visit);
/* How many events have happened. */
uint32_t visit_seq(const struct visit *visit);
/* The people at a server's table who have no connection, as a mask of seats. */
unsigned visit_absent(const struct visit *visit);
/* Adds a sentence to the story of everybody here. */
void visit_say(struct visit *visit, const char *sentence);

/* ---- Waiting -------------------------------------------------------------------------------- */

/* Waits for news, for input on a descriptor (-1: none), or so many milliseconds (negative: for
 * ever). GUEST_GONE: the match cannot be played any more. */
enum guest_event visit_wait(struct visit *visit, int descriptor, int timeout_ms);
/* Whether nothing happens at the table while nobody waits for it; and whether something does now
 * that needs no person. */
bool visit_rests(const struct visit *visit);
bool visit_is_busy(const struct visit *visit);
/*
 * At home: lets bots think about what is on, and says when they shall act, if it is on since
 * `since_ms` and they wait for `delay_ms`: after that time, or twice that time, and so on. So
 * nobody sees how long they think. Times are of clock_steady_ms.
 */
uint64_t visit_ponder(struct visit *visit, uint64_t since_ms, uint64_t delay_ms);
/* Takes in what has come; visit_wait does it by itself. */
void visit_look(struct visit *visit);

/* ---- Doing ---------------------------------------------------------------------------------- */

/* Gives a command of somebody here. */
enum hc_refusal visit_give(struct visit *visit, unsigned seat, const struct hc_command *command);
/* Whether the house waits for somebody here to ask for the next round; or to go on without others
 * who are away, and then who they are. */
bool visit_is_asked_next(const struct visit *visit);
bool visit_is_asked_on(const struct visit *visit, char *away, size_t size);
/* Agrees for everybody here. */
bool visit_agree(struct visit *visit, struct hc_problem *why);
/* Ends the match, if the house lets us. */
bool visit_end(struct visit *visit, struct hc_problem *why);
bool visit_chat(struct visit *visit, unsigned seat, const char *text, struct hc_problem *why);
/* The table with all hands, as it was some turns ago, for those who look on; NULL if not. */
const struct hc_view *visit_late(const struct visit *visit);
/* What a strong player would do on that seat, best first; see hc_hint. At a server's table the
 * others are told first. 0, and why: there is nothing, or no hint is allowed there. */
unsigned visit_hint(struct visit *visit, unsigned seat, struct hc_hint hints[HC_HINTS_MAX],
                    struct hc_problem *why);
/* Saves the match so far; as JSON if the name ends in .json. */
bool visit_save(struct visit *visit, const char *path, struct hc_problem *why);

/* "Waiting for Ben and Carla.": whose answer to what the house asks is missing; nothing if it is
 * ours, or none is. */
void visit_put_waiting(const struct visit *visit, struct hc_text *out);
/* What is to be shown beside the title, such as the time left; true if it is urgent. */
bool visit_put_aside(const struct visit *visit, char *text, size_t size);

/* ---- Playing: join.c, line_play.c, full.c ---------------------------------------------------- */

/* Goes to the server and the table that were given and plays there; returns the exit status. */
int join_play(struct visit *visit);

enum play_end {
    PLAY_OVER,    /* the match is over, or was ended */
    PLAY_LEFT,    /* the person left */
    PLAY_STOPPED, /* Ctrl-C, a signal, or the terminal is gone */
};

/* Plays the match that is shown in line mode until it is over or the person leaves. One that is not
 * kept ends when the person leaves it. */
enum play_end line_play(struct visit *visit);
/* The same on the full screen, which must be possible (screen_possible); it is taken and given
 * back. */
enum play_end full_play(struct visit *visit);

/* ---- visit_log.c ---------------------------------------------------------------------------- */

/* When the match is over, and once: gets its log, examines whether it was altered after the deal,
 * and saves it if that was asked for. */
void visit_prove(struct visit *visit);
/* Writes a log; as JSON if the name ends in .json. */
bool visit_write_log(const char *path, const uint8_t *bytes, size_t size, struct hc_problem *why);

#endif
