// SPDX-License-Identifier: MIT
/*
 * command.h: the one grammar for commands.
 *
 *   VERB [CARD | COLOUR | SEAT] [color=C] [target=SEAT] [guess=CARD] [FLAG]
 *
 * A game lists its verbs and what each one takes. Upper and lower case are the same on input;
 * verbs and keys are printed in lower case, cards and colours in upper case.
 */
#ifndef HC_CORE_COMMAND_H
#define HC_CORE_COMMAND_H

#include "core/deck.h"
#include "core/text.h"

/* What a verb takes. The first three stand behind the verb and must be given. */
enum {
    HC_TAKES_CARD = 1,
    HC_TAKES_COLOR = 2,
    HC_TAKES_SEAT = 4,
    HC_TAKES_COLOR_KEY = 8,
    HC_TAKES_TARGET_KEY = 16,
    HC_TAKES_GUESS_KEY = 32,
    HC_TAKES_FLAG = 64,
    HC_FROM_HOUSE = 128, /* only the house gives this command */
    HC_SIDE = 256,       /* a side action: judged against the table as it is, whosever turn it is */
};

struct hc_verb {
    const char *name;
    unsigned takes;
    const char *guess_key; /* NULL: "guess" */
    const char *flag;
    enum hc_house_role role;
};

struct hc_grammar {
    const struct hc_verb *verbs;
    uint8_t verb_count;
    const char *colors;               /* their letters, in order; "" if the game has none */
    const char *const *color_symbols; /* each takes one column */
    const enum hc_paint *color_paints;
};

enum hc_refusal hc_command_read(const struct hc_grammar *grammar, const struct hc_deck *deck,
                                const char *text, struct hc_command *command,
                                const struct hc_language *language, struct hc_problem *why);
void hc_command_write(const struct hc_grammar *grammar, const struct hc_deck *deck,
                      const struct hc_command *command, struct hc_text *out);
/* The face with that code, or HC_NONE. */
unsigned hc_face_find(const struct hc_deck *deck, const char *code, size_t length);

#endif
