// SPDX-License-Identifier: MIT
/*
 * guest.h: somebody at the table of a house, through the protocol that everybody uses.
 *
 * The house is in another process or in this one: a link knows (link.h). A guest keeps what the
 * house last said: the room, the view of the own seat, what is allowed. When a lost connection was
 * made again, the seat is taken back by the token, and a command that was on its way is sent again
 * under its number, so that it counts once.
 *
 * Everything happens inside the calls; guest_wait is the heart of whatever loop there is. Start
 * reading at guest_open() and guest_wait().
 */
#ifndef HC_NET_GUEST_H
#define HC_NET_GUEST_H

#include <jansson.h>

#include "net/link.h"
#include "net/token.h"
#include "room/room_view.h"

enum {
    GUEST_TEXT_CHARS = 4096, /* rules and settings of a room */
    GUEST_MATCH_CHARS = 40,  /* the name of a finished match */
    GUEST_ANSWER_MS = 30000, /* for a request; a disk may be slow */
};

struct guest_seat {
    enum hc_room_who who;
    char name[4 * HC_ROOM_NAME_BYTES];
    char bot[HC_ROOM_NAME_BYTES];
    bool connected, away, agreed;
};

/* The people round the table, as everybody may know them. */
struct guest_room {
    const struct hc_game *game; /* NULL: nothing is known yet */
    struct hc_rules rules;
    char rules_text[GUEST_TEXT_CHARS]; /* what differs from the defaults … */
    char settings[GUEST_TEXT_CHARS];   /* … and the same of the room's settings */
    char title[4 * HC_ROOM_TITLE_BYTES];
    enum hc_room_stage stage;
    enum hc_room_question asks;
    enum hc_room_end ended; /* why the house has ended the match */
    uint32_t match;
    unsigned host; /* a seat, or HC_NONE */
    unsigned seats, watchers;
    struct guest_seat seat[HC_SEATS_MAX];
};

struct guest {
    struct link *link;
    char token[TOKEN_CHARS];
    char code[URL_CODE_CHARS]; /* of the table; "" before there is one */
    bool connected;            /* and welcome */
    bool gone;                 /* the table is no more, or we are not wanted; `why` says it */
    struct hc_problem why;     /* why the connection was lost, or why we are gone */
    bool said_lost;            /* that the house cannot be reached */
    bool gives_no_entropy;     /* the deal is settled by a number that was chosen */
    const struct hc_language *language; /* in which we want to be spoken to */
    unsigned patience_ms;               /* for the answer to a request */
    uint32_t entering; /* the request by which we went to the table; its refusal ends the visit */

    struct guest_room room;
    unsigned seat; /* HC_SPECTATOR: none */
    bool has_view;
    struct hc_view view;
    json_t *shown; /* the same as it came */
    bool has_late;
    struct hc_view late;  /* spectators: the table with all hands, as it was some turns ago */
    uint64_t deadline_ms; /* by the wall clock; 0: no clock runs */
    bool has_commitment;
    uint8_t commitment[HC_SEED_BYTES];
    bool has_entropy; /* that we have given for the next match, or for the one that is on */
    uint8_t entropy[HC_SEED_BYTES];
    uint8_t promise[HC_SEED_BYTES];    /* the commitment that we knew before we gave it */
    char match_id[GUEST_MATCH_CHARS];  /* of the match that is over; "" while there is none */
    json_t *tables;                    /* the last page of the list, … */
    unsigned tables_next;              /* … and where the next one begins; 0: there is none */
    char public_url[URL_SERVER_CHARS]; /* where others reach the server, as it says; "" if it … */
    char own_url[URL_SERVER_CHARS];    /* … does not; and an address of its machine */
    json_t *records;                   /* the last message with what the store knows */

    uint32_t tag;             /* of the last request */
    uint32_t asked;           /* the request that is not answered yet; 0: none */
    bool granted;             /* the last one that was answered */
    struct hc_problem answer; /* why not … */
    enum hc_refusal refusal;  /* … and the code of that; HC_REFUSALS_MAX for one we do not know */

    struct {
        char text[HC_COMMAND_CHARS];
        uint32_t seq, id, tag;
        bool open; /* not answered yet */
        bool left; /* nobody waits for the answer any more */
        enum hc_refusal refusal;
    } command;

    /* Is given what happens at the table, sentence by sentence; may be NULL. */
    void (*say)(void *context, const char *sentence);
    /* Is told that what was missed follows, sentence by sentence; may be NULL. */
    void (*say_missed)(void *context);
    /* Is told who else looks at a hint; may be NULL. */
    void (*say_hint)(void *context, const char *name);
    void *context;
};

enum guest_event {
    GUEST_NEWS,  /* something was read, or the connection was lost or made again */
    GUEST_INPUT, /* something can be read from the descriptor */
    GUEST_TIME,  /* the time is up, or a signal came */
    GUEST_GONE,  /* it is over; guest->why says why */
};

/* Says hello and is welcomed; an empty token gets a new one. The link is the guest's from here on.
 * False, and why->text says what is wrong; then the guest is closed. */
bool guest_open(struct guest *guest, struct link *link, const char *token,
                const struct hc_language *language, struct hc_problem *why);
/* May be called twice, and for a guest that is all zero. */
void guest_close(struct guest *guest);

/* Waits for news, for input on a descriptor (-1: none), or so many milliseconds (-1: for ever). */
enum guest_event guest_wait(struct guest *guest, int descriptor, int timeout_ms);
/* The same for several guests; it is over when it is for one of them. */
enum guest_event guest_wait_all(struct guest *const guests[], unsigned count, int descriptor,
                                int timeout_ms);

/* Asks for something (the message is taken over, the table is filled in) and waits for the answer,
 * for guest->patience_ms at most, and not at all without a connection. False, and why->text says
 * why not. */
bool guest_ask(struct guest *guest, json_t *message, struct hc_problem *why);
/* Goes to the table with that code. */
bool guest_enter(struct guest *guest, const char *code, struct hc_problem *why);
/* Sits down at the table, with entropy for the deal; HC_NONE: on any seat. */
bool guest_sit(struct guest *guest, const char *name, unsigned seat, struct hc_problem *why);
/* Agrees to what the house asks; to another match with new entropy. */
bool guest_agree(struct guest *guest, struct hc_problem *why);
/* What the store knows of us, by an operation ("statistics", "history") and the member of its
 * answer; an array. NULL, and why->text says why not. */
const json_t *guest_records(struct guest *guest, const char *op, const char *member,
                            struct hc_problem *why);
/* The best players of a game, in the same way. */
const json_t *guest_leaders(struct guest *guest, const char *game, struct hc_problem *why);
/* A page of the public tables, from a place on, an array; guest->tables_next says where the next
 * one begins. NULL, and why->text says why not. */
const json_t *guest_list(struct guest *guest, unsigned first, struct hc_problem *why);

/* Gives a command. What is not answered within a few seconds is on its way: then HC_OK, and a
 * refusal is a sentence later. */
enum hc_refusal guest_give(struct guest *guest, const struct hc_command *command);
/* Whom the table waits for: a seat, HC_HOUSE, HC_NONE if the match is over or there is none. */
unsigned guest_awaits(const struct guest *guest);
/* Whether the house asks us something that we have not agreed to. */
bool guest_is_asked(const struct guest *guest, enum hc_room_question question);

/* What is done about a lost connection: "no connection, next try in 3 s"; nothing if there is one.
 */
void guest_put_trouble(const struct guest *guest, char *text, size_t size);

/* Replaces what would act on a screen instead of being shown. The text must be UTF-8. */
void guest_clean(char *text);

#endif
