// SPDX-License-Identifier: MIT
/*
 * telegram_update.h: one Update of the Bot API, read from JSON into a plain struct.
 *
 * Nothing of it is believed: what has another type than it should have is as if it were not there,
 * what is too long is cut at a whole character, lists have an end. Control characters in names and
 * titles are spaces; a text keeps its line ends. Numbers of people, chats and messages that are
 * missing are 0, texts that are missing are empty.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_UPDATE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_UPDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TELEGRAM_UPDATE_BYTES_MAX = 1 << 20, /* one with a long text in a reply to a long text: 50 KB */
    TELEGRAM_NAME_BYTES = 256,           /* first and last name have 64 characters each */
    TELEGRAM_USERNAME_BYTES = 36,
    TELEGRAM_LANGUAGE_BYTES = 16,
    TELEGRAM_TEXT_BYTES = 3 * 4096 + 1, /* 4,096 units of UTF-16 */
    TELEGRAM_DATA_BYTES = 64 + 1,       /* of a button, of a result */
    TELEGRAM_QUERY_BYTES = 4 * 256 + 1, /* of an inline query */
    TELEGRAM_ID_BYTES = 128,            /* of a callback query, an inline query or message */
};

/* Of a number of an Update; Telegram's have 31 bits. */
#define TELEGRAM_UPDATE_ID_MAX ((int64_t)1 << 53)

enum telegram_update_kind {
    TELEGRAM_UPDATE_OTHER, /* nothing that concerns us; it has a number all the same */
    TELEGRAM_UPDATE_MESSAGE,
    TELEGRAM_UPDATE_EDITED_MESSAGE,
    TELEGRAM_UPDATE_CALLBACK_QUERY,
    TELEGRAM_UPDATE_INLINE_QUERY,
    TELEGRAM_UPDATE_CHOSEN_RESULT,
    TELEGRAM_UPDATE_MY_CHAT_MEMBER,
};

struct telegram_user {
    int64_t id;
    bool is_bot;
    char name[TELEGRAM_NAME_BYTES]; /* first name, and the last one if there is one */
    char username[TELEGRAM_USERNAME_BYTES];
    char language[TELEGRAM_LANGUAGE_BYTES]; /* as "de" or "pt-br" */
};

enum telegram_chat_type {
    TELEGRAM_CHAT_UNKNOWN,
    TELEGRAM_CHAT_PRIVATE,
    TELEGRAM_CHAT_GROUP,
    TELEGRAM_CHAT_SUPERGROUP,
    TELEGRAM_CHAT_CHANNEL,
};

struct telegram_chat {
    int64_t id;
    enum telegram_chat_type type;
    bool is_forum;
};

enum telegram_member_status {
    TELEGRAM_MEMBER_UNKNOWN,
    TELEGRAM_MEMBER_CREATOR,
    TELEGRAM_MEMBER_ADMINISTRATOR,
    TELEGRAM_MEMBER_MEMBER,
    TELEGRAM_MEMBER_RESTRICTED,
    TELEGRAM_MEMBER_LEFT,
    TELEGRAM_MEMBER_KICKED, /* in a private chat: the person has blocked the bot */
};

struct telegram_update {
    int64_t id;
    enum telegram_update_kind kind;
    struct telegram_user from; /* who does this; in messages of channels and the like nobody */
    struct telegram_chat chat; /* of the message, or of the message with the button; inline queries
                                  have none */
    int64_t message;           /* its number in the chat */
    int64_t thread;            /* the topic of a forum that it is in; 0: none */

    /* Messages. */
    char text[TELEGRAM_TEXT_BYTES]; /* or the caption */
    size_t text_size;
    struct telegram_user reply_from; /* whose message this one answers */
    bool via_bot;                    /* a result of an inline query of some bot */
    bool as_chat;                    /* it is a chat's: nobody says who wrote it */
    int64_t migrate_to;              /* the group's new number */

    /* Callback and inline queries, chosen results. */
    char query[TELEGRAM_ID_BYTES];    /* the id that is answered */
    char data[TELEGRAM_DATA_BYTES];   /* of the button; the id of the chosen result */
    char asked[TELEGRAM_QUERY_BYTES]; /* what was typed */

    /* Membership of the bot itself. */
    enum telegram_member_status was, is;
};

/* False if it has no number: then it is no Update. What is wrong in any other way is of kind
 * TELEGRAM_UPDATE_OTHER, so that nobody is asked for it again. */
bool telegram_update_read(const char *json, size_t size, struct telegram_update *update);

/*
 * Goes through the answer to getUpdates: true and the text of the next Update; false at the end, or
 * where it is no such answer. `*offset` begins with 0.
 */
bool telegram_updates_next(const char *json, size_t size, size_t *offset, const char **update,
                           size_t *update_size);

#endif
