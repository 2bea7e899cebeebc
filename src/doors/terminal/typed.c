// SPDX-License-Identifier: MIT
/* typed.c: short commands, written out in full and then parsed. Start reading at typed_command().
 */
#include "doors/terminal/typed.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "doors/terminal/phrase.h"

/* The numbers of the first command line that this game had. */
static const struct {
    const char *number, *verb;
} shortcuts[] = {{"1", "draw"}, {"2", "pass"}, {"3", "color"}};

const char *typed_shortcut(const struct hc_view *view, const char *verb)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);

    if (hc_face_find(deck, "1", 1) != HC_NONE)
        return NULL;
    for (size_t s = 0; s < sizeof shortcuts / sizeof *shortcuts; s++)
        if (!strcmp(shortcuts[s].verb, verb))
            return shortcuts[s].number;
    return NULL;
}

static const struct hc_verb *verb_at(const struct hc_view *view, unsigned verb)
{
    return &view->game->grammar.verbs[verb];
}

/* The verb for a card that was typed alone: the first that takes this card now, otherwise the
 * first one that takes cards at all. */
static const char *verb_for_face(const struct hc_view *view, unsigned face)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (view->actions.choice[c].faces >> face & 1)
            return verb_at(view, view->actions.choice[c].verb)->name;
    for (unsigned v = 0; v < view->game->grammar.verb_count; v++)
        if (verb_at(view, v)->takes & HC_TAKES_CARD && !(verb_at(view, v)->takes & HC_FROM_HOUSE))
            return verb_at(view, v)->name;
    return NULL;
}

/* A colour by its letter or its name, or HC_NONE. */
static unsigned find_color(const struct hc_view *view, const char *word, size_t length)
{
    const struct hc_grammar *grammar = &view->game->grammar;

    for (unsigned c = 0; length && grammar->colors[c]; c++)
        if (hc_word_is(word, length, (const char[]){grammar->colors[c], '\0'}) ||
            hc_word_is(word, length, hc_color_name(view->game, c, phrase_language())))
            return c;
    return HC_NONE;
}

/* The first verb on offer that takes such an argument behind it, or NULL. */
static const char *verb_taking(const struct hc_view *view, unsigned takes)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (verb_at(view, view->actions.choice[c].verb)->takes & takes)
            return verb_at(view, view->actions.choice[c].verb)->name;
    return NULL;
}

static const char *verb_of_shortcut(const struct hc_view *view, const char *word, size_t length)
{
    for (size_t s = 0; s < sizeof shortcuts / sizeof *shortcuts; s++)
        if (length == 1 && *word == *shortcuts[s].number && typed_shortcut(view, shortcuts[s].verb))
            return shortcuts[s].verb;
    return NULL;
}

/* While a seat must be named and nothing else, a number is that seat. */
static bool only_seat_wanted(const struct hc_view *view)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (typed_shortcut(view, verb_at(view, view->actions.choice[c].verb)->name))
            return false;
    return verb_taking(view, HC_TAKES_SEAT) && !verb_taking(view, HC_TAKES_CARD);
}

/* Writes the full command that a short one stands for; other lines are left as they are. */
static void expand(const struct hc_view *view, const char *line, char *out, size_t size)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    const char *colors = view->game->grammar.colors;
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    unsigned face = length ? hc_face_find(deck, line, length) : HC_NONE;
    unsigned color = find_color(view, *rest ? rest : line, *rest ? strlen(rest) : length);
    const char *verb;

    if (face != HC_NONE && (verb = verb_for_face(view, face))) {
        if (*rest && color != HC_NONE)
            snprintf(out, size, "%s %.*s color=%c", verb, (int)length, line, colors[color]);
        else
            snprintf(out, size, "%s %s", verb, line);
    } else if (isdigit((unsigned char)*line) && !*rest && only_seat_wanted(view)) {
        snprintf(out, size, "%s %s", verb_taking(view, HC_TAKES_SEAT), line);
    } else if ((verb = verb_of_shortcut(view, line, length))) {
        if (*rest && color != HC_NONE)
            snprintf(out, size, "%s %c", verb, colors[color]);
        else
            snprintf(out, size, "%s %s", verb, rest);
    } else if (color != HC_NONE && !*rest && (verb = verb_taking(view, HC_TAKES_COLOR))) {
        snprintf(out, size, "%s %c", verb, colors[color]);
    } else {
        snprintf(out, size, "%s", line);
    }
}

/* The verb of players that a line consists of, if it should be followed by something. */
static unsigned lone_verb(const struct hc_view *view, const char *line)
{
    const unsigned argument = HC_TAKES_CARD | HC_TAKES_COLOR | HC_TAKES_SEAT;
    size_t length = strcspn(line, " \t");

    for (unsigned v = 0; v < view->game->grammar.verb_count; v++)
        if (hc_word_is(line, length, verb_at(view, v)->name))
            return !line[length + strspn(line + length, " \t")] &&
                           verb_at(view, v)->takes & argument &&
                           !(verb_at(view, v)->takes & HC_FROM_HOUSE)
                       ? v
                       : HC_NONE;
    return HC_NONE;
}

/* A card that is still alone when its verb should stand before it: no verb takes cards. */
static bool is_face(const struct hc_view *view, const char *line)
{
    return hc_face_find(hc_deck_of(view->game, &view->rules), line, strlen(line)) != HC_NONE;
}

enum hc_refusal typed_command(const struct hc_view *view, const char *line,
                              struct hc_command *command, struct hc_problem *why)
{
    char text[TYPED_CHARS + 40];
    unsigned verb;

    expand(view, line, text, sizeof text);
    if (is_face(view, text)) {
        phrase_why(why, TERMINAL_NOT_ONE_BY_ONE);
        return HC_MALFORMED;
    }
    verb = lone_verb(view, text);
    if (verb == HC_NONE)
        return hc_command_parse_in(view->game, &view->rules, text, command, phrase_language(), why);
    *why = (struct hc_problem){0};
    *command = (struct hc_command){(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    return phrase_is_offered(view, verb) ? HC_OK : HC_BAD_PHASE;
}

bool typed_speaker(const char **line, unsigned *seat)
{
    uint64_t number;
    const char *rest = hc_read_number(*line, HC_SEATS_MAX, &number);

    if (!rest || *rest != ':')
        return false;
    *seat = (unsigned)number;
    *line = rest + 1 + strspn(rest + 1, " \t");
    return true;
}
