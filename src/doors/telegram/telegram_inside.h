// SPDX-License-Identifier: MIT
/*
 * telegram_inside.h: what the files of the Telegram door share.
 *
 * People and chats are known by Telegram's numbers. A board is one message that shows one table:
 * in a group to everybody, made from the view of the chat's own line, which is a spectator's; in a
 * private chat to one person, made from that person's line. Boards are edited in place. Whatever is
 * told by the house is kept in the board; the text is made of it when a call can leave.
 *
 * telegram.c takes updates, telegram_news.c what the house tells, telegram_calls.c makes calls and
 * takes their answers, telegram_memory.c remembers. What people can say is in telegram_commands.c,
 * what they can press in telegram_buttons.c.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_INSIDE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_INSIDE_H

#include "core/memory.h"
#include "core/template.h"
#include "core/text.h"
#include "doors/telegram/telegram.h"
#include "doors/telegram/telegram_queue.h"
#include "games/game.h"

enum {
    TG_STORY_LINES = 5,      /* that a board tells of what happened last */
    TG_LINE_BYTES = 240,     /* of a sentence, with its zero */
    TG_TEXT_BYTES = 12288,   /* of a message, as HTML */
    TG_JSON_BYTES = 32768,   /* of a call */
    TG_DATA_BYTES = 65,      /* of a button: at most 64, and a zero */
    TG_TOAST_UNITS = 190,    /* of the answer to a press: Telegram takes 200 */
    TG_TEXT_UNITS = 4096,    /* of a message, as Telegram counts: in UTF-16 */
    TG_CAPTION_UNITS = 1024, /* of a picture's caption */
    TG_NAME_BYTES = HC_ROOM_NAME_BYTES,
    TG_USERNAME_BYTES = 40,
    TG_BUCKETS = 1024,          /* of people and of chats */
    TG_BOARDS_OF_PERSON = 20,   /* tables of one person that have a board */
    TG_BOARDS_OF_CHAT = 20,     /* tables of one chat */
    TG_DONE_OF_PERSON = 16,     /* commands that are not done again if somebody edits them */
    TG_REQUESTS_OF_PERSON = 32, /* that the house has not answered */
    TG_LATE_UPDATES = 512,      /* below the offset of which it is known whether they came */
};

enum {
    TG_LOBBY_IDLE_MS = 30 * 60 * 1000,       /* who does nothing in a lobby, goes */
    TG_MATCH_IDLE_MS = 3 * 24 * 3600 * 1000, /* who does nothing in a match, is not there */
    TG_AT_HAND_MS = 60 * 1000,               /* who acted just now looks at the chat */
    TG_NUDGE_LIVE_MS = 10 * 1000,            /* before the time of a turn is up */
    TG_UPKEEP_MS = 60 * 1000,                /* how often idle people are looked for */
    TG_UNSEEN_MS = 60 * 1000,                /* until a word is said of what was perhaps not seen */
};

/* How often a person lets itself be reminded of a turn. */
enum tg_nudges { TG_NUDGE_NEVER, TG_NUDGE_HOURLY, TG_NUDGE_SOMETIMES, TG_NUDGE_DAILY, TG_NUDGES };

struct tg_board;
struct tg_call;

struct tg_chat {
    struct tg_chat *next; /* in its bucket */
    int64_t id;
    bool is_group, is_forum, pictures;
    bool gone;                          /* we may not write there */
    bool chosen;                        /* somebody chose the language */
    const struct hc_language *language; /* of a group */
    struct house_line *line;            /* a group's, which looks on; NULL: it looks at nothing */
    struct telegram *telegram;
    struct tg_board *boards; /* of a group, the newest first */
};

struct tg_request;

struct tg_person {
    struct tg_person *next; /* in its bucket */
    int64_t id;
    char name[TG_NAME_BYTES];
    char username[TG_USERNAME_BYTES];
    const struct hc_language *language;
    bool chosen;                       /* the language was chosen, not guessed */
    bool open;                         /* we may write to it privately */
    bool pictures;                     /* in the private chat */
    uint8_t nudges;                    /* enum tg_nudges */
    uint64_t nudged_ms;                /* when it was last reminded of tables that can wait */
    char last[HC_ROOM_CODE_CHARS + 1]; /* the last active table; "": none */
    struct {
        int64_t chat, message;
    } done[TG_DONE_OF_PERSON]; /* its last messages that were commands, round and round */
    unsigned done_count;
    uint8_t guest[HC_GUEST_BYTES];
    struct house_line *line; /* NULL: not at a table */
    struct telegram *telegram;
    struct tg_board *boards; /* the newest first */
    struct tg_request *requests;
    unsigned request_count;
};

/* The last sentences about a table, the oldest first. */
struct tg_story {
    char line[TG_STORY_LINES][TG_LINE_BYTES];
    unsigned count;
};

/* A table as a line was told of it last. */
struct tg_seen {
    bool has_room, has_table;
    uint32_t seq;
    uint64_t deadline_ms;
    unsigned waits_for, viewer;
    struct hc_room_view room;
    struct hc_view view; /* with what may be tried */
    struct tg_story story;
};

/* A rule that somebody has proposed. */
struct tg_vote {
    char text[TG_DATA_BYTES]; /* "": there is none */
    uint16_t yes, no;         /* seats */
};

struct tg_board {
    struct tg_board *next; /* of the same person or chat */
    struct telegram *telegram;
    struct tg_person *person; /* whose hand it shows; NULL: it is a group's */
    struct tg_chat *chat;     /* the group; NULL: it is a person's */
    char code[HC_ROOM_CODE_CHARS + 1];
    int64_t thread;  /* the topic of a forum; 0: none */
    int64_t message; /* 0: there is none, or nobody knows */
    uint64_t shown;  /* a hash of what the message says */
    uint64_t sent;   /* a hash of the state of the table that was last sent */
    uint64_t acted_ms, turn_ms, nudged_ms;
    uint64_t word_ms;     /* unseen: when its person is told by a word */
    uint32_t match;       /* that was told to be over */
    bool is_photo;        /* the message is a picture */
    bool unsure;          /* a message was sent, and nobody knows what came of it */
    bool unseen;          /* so its person may not have been told, and has done nothing since */
    bool joining;         /* its person asks for a seat: it is nothing yet */
    bool dirty;           /* what it shows has changed: it is in the list */
    bool changed;         /* since its call was drawn */
    bool again;           /* its call failed, and is tried again at the next occasion */
    bool fresh;           /* it shall be a new message, which people notice */
    struct tg_call *call; /* that is under way for it, or in line; NULL: none */
    bool closed;          /* the table is no more, … */
    bool left;            /* …at least for its person, who has left it */
    bool dismissed;       /* its person did nothing in a lobby, and is to lose the seat */
    bool quiet;   /* nothing is sent: to a person before there is a match, to a group before anybody
                     sits */
    bool resumed; /* it was remembered: what it is told first is no news to anybody */
    bool is_in;   /* the line is in the room */
    struct tg_board *next_dirty;
    char partial[HC_COMMAND_CHARS]; /* what its person has begun to choose; "": nothing */
    uint32_t partial_seq;
    struct tg_vote vote;
    struct tg_seen seen;
};

/* Where an answer goes. */
struct tg_where {
    int64_t chat, thread, message; /* message: that is answered; 0: none */
    int64_t person;                /* who asks */
    bool is_group;
    bool is_press; /* a button was pressed: a short answer is shown at once */
    bool nudge;    /* nobody asked for it */
};

enum tg_request_kind {
    TG_DO,     /* any request to a room: a refusal is told, success is seen */
    TG_CREATE, /* a table */
    TG_JOIN,   /* sits down */
    TG_LEAVE,  /* gives up the seat */
    TG_STATS,
    TG_TOP,
    TG_FORGET,
    TG_HINT,
};

struct tg_request {
    struct tg_request *next;
    enum tg_request_kind kind;
    uint32_t tag;
    uint64_t intent; /* TG_CREATE: the table's number in the store */
    struct tg_where where;
    unsigned tries; /* TG_JOIN: names that were refused */
    char code[HC_ROOM_CODE_CHARS + 1];
};

/* A table that somebody wants. */
struct tg_intent {
    int64_t person;
    struct tg_where where;
    char game[HOUSE_GAME_CHARS];
    char rules[TG_LINE_BYTES];
    char preset[HOUSE_GAME_CHARS]; /* of settings; "": the usual one */
};

/* What is to be done when nothing is being told. */
enum tg_task_kind { TG_TASK_SIT, TG_TASK_LEFT, TG_TASK_CREATE, TG_TASK_FORGET };
struct tg_task {
    struct tg_task *next;
    enum tg_task_kind kind;
    struct tg_person *person;
    struct tg_where where;
    uint64_t intent;
    unsigned tries;
    char code[HC_ROOM_CODE_CHARS + 1];
    struct tg_intent resumed; /* TG_TASK_CREATE */
};

struct telegram {
    struct telegram_plan plan;
    char *web_address, *webhook, *webhook_secret;
    struct telegram_update *update;   /* that is handled */
    char username[TG_USERNAME_BYTES]; /* of the bot; "": not known yet */
    uint8_t secret[TELEGRAM_SECRET_BYTES];
    int64_t offset;                    /* above the highest number of an update that came */
    uint8_t came[TG_LATE_UPDATES / 8]; /* by its number, modulo what is known: a bit */
    uint64_t offset_stamp;
    bool has_secret, running;
    bool has_app;    /* the web client is known to Telegram as the bot's Mini App */
    bool has_inline; /* Telegram asks the bot what it offers to somebody who types @BOT */
    struct tg_person *people[TG_BUCKETS];
    struct tg_chat *chats[TG_BUCKETS];
    struct tg_task *tasks, **tasks_end;
    struct tg_board *dirty;    /* boards that have changed */
    struct tg_board *entering; /* while its line enters */
    struct telegram_queue *queue;
    struct tg_call_list {
        struct tg_call *first, **end;
    } storing, leaving, sent; /* those that wait in line are in the queue */
    uint32_t call_ids;
    uint64_t begin_ms; /* when they are tried again */
    uint64_t wake_ms;  /* when something of a board is due */
    uint32_t tags;
    uint64_t numbers; /* of messages in the memory */
    uint64_t now_ms;
    uint32_t update_id;        /* of the one that is handled, for ids of commands */
    bool pressing;             /* a press is handled, and can still be answered: */
    char toast[TG_TEXT_BYTES]; /* …with this, */
    char toast_url[160];       /* or by opening that */
    char text[TG_TEXT_BYTES];  /* that is being made */
    char keyboard[TG_JSON_BYTES / 2];
    char reply[TG_TEXT_BYTES];
    char json[TG_JSON_BYTES];
};
#endif
