// SPDX-License-Identifier: MIT
/* request.c: the words of the door, as a table. */
#include "doors/terminal/request.h"

#include <string.h>

#include "core/text.h"
#include "doors/terminal/phrase.h"

static const struct {
    const char *word[3]; /* the others are short or usual elsewhere */
    bool takes;          /* something may stand behind it */
    enum hc_word usage;
    enum hc_word sentence;
} requests[REQUESTS] = {
    [REQUEST_HELP] = {{"help", "?", NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_HELP},
    [REQUEST_STATE] = {{"state", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_STATE},
    [REQUEST_HAND] = {{"hand", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_HAND},
    [REQUEST_CARDS] = {{"cards", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_CARDS},
    [REQUEST_HINT] = {{"hint", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_HINT},
    [REQUEST_LOG] = {{"log", NULL, NULL}, true, TERMINAL_USAGE_NUMBER, TERMINAL_REQUEST_LOG},
    [REQUEST_SAVE] = {{"save", NULL, NULL}, true, TERMINAL_USAGE_FILE, TERMINAL_REQUEST_SAVE},
    [REQUEST_CHAT] = {{"chat", "say", NULL}, true, TERMINAL_USAGE_TEXT, TERMINAL_REQUEST_CHAT},
    [REQUEST_AGREE] = {{"agree", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_AGREE},
    [REQUEST_LATE] = {{"late", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_LATE},
    [REQUEST_STATISTICS] = {{"statistics", NULL, NULL},
                            false,
                            TERMINAL_NONE,
                            TERMINAL_REQUEST_STATISTICS},
    [REQUEST_END] = {{"end", NULL, NULL}, false, TERMINAL_NONE, TERMINAL_REQUEST_END},
    [REQUEST_QUIT] = {{"quit", "exit", "q"}, false, TERMINAL_NONE, TERMINAL_REQUEST_QUIT},
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

const char *request_put_usage(size_t request, struct hc_text *out)
{
    if (request >= REQUESTS)
        return NULL;
    hc_put(out, requests[request].word[0]);
    hc_put(out, requests[request].takes ? " " : "");
    hc_put(out, requests[request].takes ? phrase_word(requests[request].usage) : "");
    return phrase_word(requests[request].sentence);
}
