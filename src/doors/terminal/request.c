// SPDX-License-Identifier: MIT
/* request.c: the words of the door, as a table. */
#include "doors/terminal/request.h"

#include <string.h>

#include "core/text.h"

static const struct {
    const char *word[3]; /* the others are short or usual elsewhere */
    bool takes;          /* something may stand behind it */
    const char *usage, *sentence;
} requests[REQUESTS] = {
    [REQUEST_HELP] = {{"help", "?", NULL}, false, "help", "this list"},
    [REQUEST_STATE] = {{"state", NULL, NULL},
                       false,
                       "state",
                       "everything you may know of the table"},
    [REQUEST_HAND] = {{"hand", NULL, NULL}, false, "hand", "your cards with their names"},
    [REQUEST_CARDS] = {{"cards", NULL, NULL}, false, "cards", "all cards of the deck"},
    [REQUEST_HINT] = {{"hint", NULL, NULL},
                      false,
                      "hint",
                      "what a strong player would do, seeing what you see"},
    [REQUEST_LOG] = {{"log", NULL, NULL}, true, "log [N]", "what happened, the last N sentences"},
    [REQUEST_SAVE] = {{"save", NULL, NULL},
                      true,
                      "save FILE",
                      "save the match so far, with every hand; as JSON if it ends in .json"},
    [REQUEST_CHAT] = {{"chat", "say", NULL},
                      true,
                      "chat TEXT",
                      "say something to everybody at the table"},
    [REQUEST_AGREE] = {{"agree", NULL, NULL},
                       false,
                       "agree",
                       "at a server's table: go on without a player who is away"},
    [REQUEST_LATE] = {{"late", NULL, NULL},
                      false,
                      "late",
                      "who looks on: all hands, some turns ago, if the table shows them"},
    [REQUEST_STATISTICS] = {{"statistics", NULL, NULL},
                            false,
                            "statistics",
                            "what is counted of your matches"},
    [REQUEST_END] = {{"end", NULL, NULL}, false, "end", "end the match and reveal the deal"},
    [REQUEST_QUIT] = {{"quit", "exit", "q"}, false, "quit", "leave the table"},
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
    *sentence = requests[request].sentence;
    return requests[request].usage;
}
