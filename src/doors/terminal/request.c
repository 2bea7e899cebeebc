// SPDX-License-Identifier: MIT
/* request.c: the words of the door, as a table. */
#include "doors/terminal/request.h"

#include <string.h>

#include "core/text.h"
#include "doors/terminal/phrase.h"

static const struct {
    const char *word[3]; /* the others are short or usual elsewhere */
    bool takes;          /* something may stand behind it */
    const char *usage;
    enum hc_word sentence;
} requests[REQUESTS] = {
    [REQUEST_HELP] = {{"help", "?", NULL}, false, "help", TERMINAL_REQUEST_HELP},
    [REQUEST_STATE] = {{"state", NULL, NULL}, false, "state", TERMINAL_REQUEST_STATE},
    [REQUEST_HAND] = {{"hand", NULL, NULL}, false, "hand", TERMINAL_REQUEST_HAND},
    [REQUEST_CARDS] = {{"cards", NULL, NULL}, false, "cards", TERMINAL_REQUEST_CARDS},
    [REQUEST_HINT] = {{"hint", NULL, NULL}, false, "hint", TERMINAL_REQUEST_HINT},
    [REQUEST_LOG] = {{"log", NULL, NULL}, true, "log [N]", TERMINAL_REQUEST_LOG},
    [REQUEST_SAVE] = {{"save", NULL, NULL}, true, "save FILE", TERMINAL_REQUEST_SAVE},
    [REQUEST_CHAT] = {{"chat", "say", NULL}, true, "chat TEXT", TERMINAL_REQUEST_CHAT},
    [REQUEST_AGREE] = {{"agree", NULL, NULL}, false, "agree", TERMINAL_REQUEST_AGREE},
    [REQUEST_LATE] = {{"late", NULL, NULL}, false, "late", TERMINAL_REQUEST_LATE},
    [REQUEST_STATISTICS] = {{"statistics", NULL, NULL},
                            false,
                            "statistics",
                            TERMINAL_REQUEST_STATISTICS},
    [REQUEST_END] = {{"end", NULL, NULL}, false, "end", TERMINAL_REQUEST_END},
    [REQUEST_QUIT] = {{"quit", "exit", "q"}, false, "quit", TERMINAL_REQUEST_QUIT},
};

enum request request_of(const char *line, const char **rest)
{
    size_t length = strcspn(line, " \t");

    *rest = line + length + strspn(line + length, " \t");
    for (unsigned e = 0; e < REQUESTS; e++)
        for (unsigned w = 0; w < 3 && requests[e].word[w]; w++)
            if (hc_word_is(line, length, requests[e].word[w]) && (requests[e].takes || !**rest))
                return (enum request)e;
    return REQUEST_NONE;
}

bool request_leaves(enum request request)
{
    return request == REQUEST_END || request == REQUEST_QUIT;
}

const char *request_usage(size_t request, const char **sentence)
{
    if (request >= REQUESTS)
        return NULL;
    *sentence = phrase_word(requests[request].sentence);
    return requests[request].usage;
}
