// SPDX-License-Identifier: MIT
/* ask.c: finding the open argument and writing its values down. Start reading at ask_next(). */
#include "doors/terminal/ask.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "doors/terminal/card.h"
#include "doors/terminal/phrase.h"
#include "games/game.h"

static const struct hc_choice *choice_of(const struct hc_view *view,
                                         const struct hc_command *command)
{
    for (uint32_t c = 0; c < view->actions.count; c++) {
        const struct hc_choice *choice = &view->actions.choice[c];

        if (choice->verb == command->verb &&
            (!choice->faces ||
             (command->face < HC_FACES_MAX && choice->faces >> command->face & 1)))
            return choice;
    }
    return NULL;
}

/* Every card that a verb may be given with. */
static uint64_t faces_of(const struct hc_view *view, unsigned verb)
{
    uint64_t faces = 0;

    for (uint32_t c = 0; c < view->actions.count; c++)
        if (view->actions.choice[c].verb == verb)
            faces |= view->actions.choice[c].faces;
    return faces;
}

enum values { VALUES_FACES, VALUES_COLORS, VALUES_SEATS };

static void write_row(const struct hc_view *view, const char *const *names, enum values values,
                      unsigned member, struct question *question)
{
    const struct hc_grammar *grammar = &view->game->grammar;
    unsigned count = view->hand[member % HC_SEATS_MAX].count;
    char code[ASK_CODE_CHARS], name[ASK_CHARS], *row = question->row[question->count];
    struct hc_text out;

    switch (values) {
    case VALUES_FACES:
        snprintf(code, sizeof code, "%s", hc_face_code(view->game, &view->rules, member));
        hc_face_name(view->game, &view->rules, member, phrase_language(), name, sizeof name);
        snprintf(row, ASK_CHARS, "%-4s%.50s", code, name);
        break;
    case VALUES_COLORS:
        snprintf(code, sizeof code, "%c", grammar->colors[member]);
        snprintf(name, sizeof name, "%s", hc_color_name(view->game, member, phrase_language()));
        snprintf(row, ASK_CHARS, "%u %s %s  %.40s", question->count + 1, code,
                 hc_color_symbol(view->game, member), name);
        break;
    case VALUES_SEATS:
        snprintf(code, sizeof code, "%u", member);
        snprintf(name, sizeof name, "%s",
                 member == view->viewer ? phrase_word(TERMINAL_YOURSELF) : names[member]);
        hc_text_init(&out, row, ASK_CHARS);
        hc_put(&out, code);
        hc_put(&out, "  ");
        hc_put(&out, names[member]);
        hc_put(&out, ", ");
        phrase_put_count(count, &out);
        break;
    }
    memcpy(question->code[question->count], code, sizeof code);
    memcpy(question->name[question->count], name, sizeof name);
    question->member[question->count++] = (uint8_t)member;
}

/* Fills in the only value, or writes the question down and returns true. */
static bool ask(const struct hc_view *view, const char *const *names, enum values values,
                uint64_t members, size_t slot, struct question *question)
{
    uint8_t *value = (uint8_t *)&question->command + slot;

    if (!members || *value != HC_NONE)
        return false;
    if (!(members & (members - 1))) {
        *value = (uint8_t)hc_lowest_bit(members);
        return false;
    }
    question->slot = slot;
    question->count = 0;
    question->is_numbered = values == VALUES_COLORS;
    for (; members; members &= members - 1)
        write_row(view, names, values, hc_lowest_bit(members), question);
    return true;
}

bool ask_for_card(const struct hc_view *view, const struct hc_command *command)
{
    return view->game->grammar.verbs[command->verb].takes & HC_TAKES_CARD &&
           command->face == HC_NONE;
}

bool ask_next(const struct hc_view *view, const char *const *names, struct question *question)
{
    const struct hc_verb *verb = &view->game->grammar.verbs[question->command.verb];
    const struct hc_choice *choice;
    struct hc_text title;

    snprintf(question->title, ASK_CHARS, "%s", phrase_word(TERMINAL_WHICH_CARD));
    if (ask_for_card(view, &question->command) &&
        ask(view, names, VALUES_FACES, faces_of(view, question->command.verb),
            offsetof(struct hc_command, face), question))
        return true;
    choice = choice_of(view, &question->command);
    if (!choice)
        return false;
    snprintf(question->title, ASK_CHARS, "%s", phrase_word(TERMINAL_WHICH_COLOR));
    if (ask(view, names, VALUES_COLORS, choice->colors, offsetof(struct hc_command, color),
            question))
        return true;
    snprintf(question->title, ASK_CHARS, "%s", phrase_word(TERMINAL_WHICH_PLAYER));
    if (ask(view, names, VALUES_SEATS, choice->targets, offsetof(struct hc_command, target),
            question))
        return true;
    hc_text_init(&title, question->title, ASK_CHARS);
    PHRASE(&title, TERMINAL_WHICH_GUESS, {"key", verb->guess_key ? verb->guess_key : "guess", 0});
    return ask(view, names, VALUES_FACES, choice->guesses, offsetof(struct hc_command, guess),
               question);
}

void ask_answer(struct question *question, unsigned row)
{
    ((uint8_t *)&question->command)[question->slot] = question->member[row];
}
