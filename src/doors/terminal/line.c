// SPDX-License-Identifier: MIT
/* line.c: reading lines, and turning them into commands. */
#include "doors/terminal/line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "games/game.h"

/* The numbers of the first command line that this game had. */
static const struct {
    const char *number, *verb;
} shortcuts[] = {{"1", "draw"}, {"2", "pass"}, {"3", "color"}};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static void trim(char *line)
{
    size_t start = 0, end = strlen(line);

    while (is_blank(line[start]))
        start++;
    while (end > start && is_blank(line[end - 1]))
        end--;
    memmove(line, line + start, end - start);
    line[end - start] = '\0';
}

enum line_result line_read(struct input *input, const char *prompt, char line[LINE_CHARS])
{
    size_t length = 0;
    int c;

    fputs(prompt, stdout);
    fflush(stdout);
    if (input->has_kept) {
        input->has_kept = false;
        memcpy(line, input->kept, LINE_CHARS);
        if (input->echo)
            puts(line);
        return LINE_GIVEN;
    }
    while ((c = getchar()) != EOF && c != '\n') {
        if (length < LINE_CHARS - 1)
            line[length] = c ? (char)c : '?';
        length++;
    }
    if (c == EOF && !length) {
        putchar('\n');
        return LINE_END;
    }
    line[length < LINE_CHARS ? length : LINE_CHARS - 1] = '\0';
    if (input->echo)
        printf("%.*s%s\n", 60, line, length > 60 ? "…" : "");
    if (length >= LINE_CHARS)
        return LINE_TOO_LONG;
    trim(line);
    return LINE_GIVEN;
}

void line_keep(struct input *input, const char *line)
{
    snprintf(input->kept, sizeof input->kept, "%s", line);
    input->has_kept = true;
}

const char *line_shortcut(const struct hc_view *view, const char *verb)
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

static bool is_offered(const struct hc_view *view, const char *verb)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (!strcmp(verb_at(view, view->actions.choice[c].verb)->name, verb))
            return true;
    return false;
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
            (grammar->color_names && hc_word_is(word, length, grammar->color_names[c])))
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
        if (length == 1 && *word == *shortcuts[s].number && line_shortcut(view, shortcuts[s].verb))
            return shortcuts[s].verb;
    return NULL;
}

/* While a seat must be named and nothing else, a number is that seat. */
static bool only_seat_wanted(const struct hc_view *view)
{
    for (size_t s = 0; s < sizeof shortcuts / sizeof *shortcuts; s++)
        if (is_offered(view, shortcuts[s].verb))
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

enum hc_refusal line_command(const struct hc_view *view, const char *line,
                             struct hc_command *command, struct hc_problem *why)
{
    char text[LINE_CHARS + 40];
    unsigned verb;

    expand(view, line, text, sizeof text);
    verb = lone_verb(view, text);
    if (verb == HC_NONE)
        return hc_command_parse(view->game, &view->rules, text, command, why);
    *why = (struct hc_problem){0};
    *command = (struct hc_command){(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    return is_offered(view, verb_at(view, verb)->name) ? HC_OK : HC_BAD_PHASE;
}

/* One argument that is still open: its members, and how each is written and explained. */
struct question {
    const char *text;
    uint64_t members;
    const struct match *match;
    const struct hc_view *view;
    enum { ASK_COLOR, ASK_SEAT, ASK_FACE } kind;
};

static void put_member(const struct question *question, unsigned member, bool explained,
                       struct hc_text *out)
{
    const struct hc_deck *deck = hc_deck_of(question->view->game, &question->view->rules);
    const struct hc_grammar *grammar = &question->view->game->grammar;

    switch (question->kind) {
    case ASK_COLOR:
        hc_put_char(out, grammar->colors[member]);
        if (explained && grammar->color_names) {
            hc_put(out, " (");
            hc_put(out, grammar->color_names[member]);
            hc_put_char(out, ')');
        }
        return;
    case ASK_SEAT:
        hc_put_number(out, member);
        if (explained) {
            hc_put(out, " (");
            hc_put(out,
                   member == question->view->viewer ? "yourself" : question->match->names[member]);
            hc_put_char(out, ')');
        }
        return;
    case ASK_FACE:
        hc_put(out, deck->faces[member].code);
        if (explained && strcmp(deck->faces[member].code, deck->faces[member].name) != 0) {
            hc_put(out, " (");
            hc_put(out, deck->faces[member].name);
            hc_put_char(out, ')');
        }
        return;
    }
}

static void put_members(const struct question *question, struct hc_text *out)
{
    for (uint64_t left = question->members; left; left &= left - 1) {
        if (left != question->members)
            hc_put(out, left & (left - 1) ? ", " : " or ");
        put_member(question, hc_lowest_bit(left), true, out);
    }
}

/* The last word of an answer: "G", "3 G", "color=G" and "color G" all mean the same. */
static const char *last_word(const char *answer)
{
    const char *word = answer;

    for (const char *c = answer; *c; c++)
        if (*c == ' ' || *c == '\t' || *c == '=')
            word = c + 1;
    return word;
}

static bool find_member(const struct question *question, const char *answer, uint8_t *slot)
{
    const char *word = last_word(answer);
    unsigned color = find_color(question->view, word, strlen(word));

    if (question->kind == ASK_COLOR && color != HC_NONE && question->members >> color & 1) {
        *slot = (uint8_t)color;
        return true;
    }
    for (uint64_t left = question->members; left; left &= left - 1) {
        char code[16];
        struct hc_text out;

        hc_text_init(&out, code, sizeof code);
        put_member(question, hc_lowest_bit(left), false, &out);
        if (*word && hc_word_is(word, strlen(word), code)) {
            *slot = (uint8_t)hc_lowest_bit(left);
            return true;
        }
    }
    return false;
}

/* Who wants to leave has no answer; whoever reads the next line will understand. */
static bool is_farewell(const char *answer)
{
    static const char *const words[] = {"quit", "exit", "q", "end"};

    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (hc_word_is(answer, strlen(answer), words[w]))
            return true;
    return false;
}

static enum line_result ask(struct input *input, const struct question *question, uint8_t *slot)
{
    char prompt[700], answer[LINE_CHARS];
    struct hc_text out;

    if (!(question->members & (question->members - 1))) {
        *slot = (uint8_t)hc_lowest_bit(question->members);
        return LINE_GIVEN;
    }
    hc_text_init(&out, prompt, sizeof prompt);
    hc_put(&out, question->text);
    hc_put_char(&out, ' ');
    put_members(question, &out);
    hc_put(&out, ": ");
    for (;;) {
        enum line_result result = line_read(input, prompt, answer);

        if (result == LINE_END)
            return result;
        if (result == LINE_GIVEN && !*answer)
            return LINE_CANCELLED;
        if (result == LINE_GIVEN && is_farewell(answer)) {
            line_keep(input, answer);
            return LINE_CANCELLED;
        }
        if (result == LINE_GIVEN && find_member(question, answer, slot))
            return LINE_GIVEN;
        puts("That is none of these. An empty line takes the command back.");
    }
}

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

enum line_result line_complete(struct input *input, const struct match *match,
                               const struct hc_view *view, struct hc_command *command)
{
    const struct hc_verb *verb = verb_at(view, command->verb);
    struct question question = {.match = match, .view = view, .kind = ASK_FACE};
    struct hc_command full = *command;
    enum line_result result = LINE_GIVEN;
    const struct hc_choice *choice;
    char text[60];

    question.text = "Which card?";
    question.members = faces_of(view, command->verb);
    if (verb->takes & HC_TAKES_CARD && full.face == HC_NONE && question.members)
        result = ask(input, &question, &full.face);
    choice = choice_of(view, &full);
    if (!choice)
        return result;
    question.text = "Which colour?";
    question.members = choice->colors;
    question.kind = ASK_COLOR;
    if (result == LINE_GIVEN && question.members && full.color == HC_NONE)
        result = ask(input, &question, &full.color);
    question.text = "Which player?";
    question.members = choice->targets;
    question.kind = ASK_SEAT;
    if (result == LINE_GIVEN && question.members && full.target == HC_NONE)
        result = ask(input, &question, &full.target);
    snprintf(text, sizeof text, "Which card (%s)?", verb->guess_key ? verb->guess_key : "guess");
    question.text = text;
    question.members = choice->guesses;
    question.kind = ASK_FACE;
    if (result == LINE_GIVEN && question.members && full.guess == HC_NONE)
        result = ask(input, &question, &full.guess);
    if (result == LINE_GIVEN)
        *command = full;
    return result;
}
