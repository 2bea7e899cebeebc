// SPDX-License-Identifier: MIT
/* errand.c: the words of the door, as a table. */
#include "doors/terminal/errand.h"

#include <string.h>

#include "core/text.h"

static const struct {
    const char *word[3]; /* the others are short or usual elsewhere */
    bool takes;          /* something may stand behind it */
    const char *usage, *sentence;
} errands[ERRANDS] = {
    [ERRAND_HELP] = {{"help", "?", NULL}, false, "help", "this list"},
    [ERRAND_STATE] = {{"state", NULL, NULL},
                      false,
                      "state",
                      "everything you may know of the table"},
    [ERRAND_HAND] = {{"hand", NULL, NULL}, false, "hand", "your cards with their names"},
    [ERRAND_CARDS] = {{"cards", NULL, NULL}, false, "cards", "all cards of the deck"},
    [ERRAND_HINT] = {{"hint", NULL, NULL},
                     false,
                     "hint",
                     "what a strong player would do, seeing what you see"},
    [ERRAND_LOG] = {{"log", NULL, NULL}, true, "log [N]", "what happened, the last N sentences"},
    [ERRAND_SAVE] = {{"save", NULL, NULL},
                     true,
                     "save FILE",
                     "save the match so far, with every hand; as JSON if it ends in .json"},
    [ERRAND_CHAT] = {{"chat", "say", NULL}, true, "chat TEXT", "say something at a server's table"},
    [ERRAND_AGREE] = {{"agree", NULL, NULL},
                      false,
                      "agree",
                      "at a server's table: go on without a player who is away"},
    [ERRAND_LATE] = {{"late", NULL, NULL},
                     false,
                     "late",
                     "who looks on: all hands, some turns ago, if the table shows them"},
    [ERRAND_END] = {{"end", NULL, NULL}, false, "end", "end the match and reveal the deal"},
    [ERRAND_QUIT] = {{"quit", "exit", "q"}, false, "quit", "leave the table"},
};

enum errand errand_of(const char *line, const char **rest)
{
    size_t length = strcspn(line, " \t");

    *rest = line + length + strspn(line + length, " \t");
    for (unsigned e = 0; e < ERRANDS; e++)
        for (unsigned w = 0; w < 3 && errands[e].word[w]; w++)
            if (hc_word_is(line, length, errands[e].word[w]) && (errands[e].takes || !**rest))
                return (enum errand)e;
    return ERRAND_NONE;
}

bool errand_leaves(enum errand errand)
{
    return errand == ERRAND_END || errand == ERRAND_QUIT;
}

const char *errand_usage(size_t errand, const char **sentence)
{
    if (errand >= ERRANDS)
        return NULL;
    *sentence = errands[errand].sentence;
    return errands[errand].usage;
}
