// SPDX-License-Identifier: MIT
/* command.c: reading and writing commands. Arguments that are well-formed but name nothing (colour
 * W, seat 12, guess 9) become HC_BAD, so that the game can refuse them with its own words. */
#include "core/command.h"

#include "core/check.h"
#include "core/memory.h"
#include "core/template.h"

enum { TEXT_MAX = 64 };

unsigned hc_face_find(const struct hc_deck *deck, const char *code, size_t length)
{
    for (unsigned f = 0; f < deck->face_count; f++)
        if (deck->faces[f].code && hc_word_is(code, length, deck->faces[f].code))
            return f;
    return HC_NONE;
}

struct token {
    const char *start;
    size_t length;
};

static struct token next_token(const char **text)
{
    struct token token;

    while (**text == ' ' || **text == '\t')
        ++*text;
    token = (struct token){*text, 0};
    while (**text && **text != ' ' && **text != '\t')
        ++*text, token.length++;
    return token;
}

/* Where to complain, and in which language. */
struct complaint {
    struct hc_problem *why;
    const char *base;
    const struct hc_language *language;
};

static enum hc_refusal malformed(const struct complaint *to, struct token token, enum hc_word what)
{
    char word[TEXT_MAX + 1];
    struct hc_text out;

    hc_text_init(&out, word, sizeof word);
    for (size_t i = 0; i < token.length && i < TEXT_MAX; i++)
        hc_put_char(&out, token.start[i] >= ' ' && token.start[i] < 127 ? token.start[i] : '?');
    hc_text_init(&out, to->why->text, sizeof to->why->text);
    to->why->at = (size_t)(token.start - to->base);
    WORDS_FILL(to->language, what, &out, {"word", word, 0});
    return HC_MALFORMED;
}

/* Seats may be any number of up to two digits; only the game knows how many there are. */
static unsigned read_seat(struct token token)
{
    uint64_t seat;
    const char *end = hc_read_number(token.start, 99, &seat);

    if (end != token.start + token.length)
        return HC_NONE;
    return seat < HC_SEATS_MAX ? (unsigned)seat : HC_BAD;
}

static unsigned read_color(const struct hc_grammar *grammar, struct token token)
{
    if (token.length == 0)
        return HC_NONE;
    for (unsigned c = 0; grammar->colors[c]; c++)
        if (hc_word_is(token.start, token.length, (const char[]){grammar->colors[c], '\0'}))
            return c;
    return HC_BAD;
}

static enum hc_refusal read_key(const struct hc_grammar *grammar, const struct hc_deck *deck,
                                const struct hc_verb *verb, struct token token,
                                struct hc_command *command, const struct complaint *to)
{
    const char *guess_key = verb->guess_key ? verb->guess_key : "guess";
    struct token value;
    size_t name = 0;
    uint8_t *slot;
    unsigned found;

    if (verb->takes & HC_TAKES_FLAG && hc_word_is(token.start, token.length, verb->flag)) {
        if (command->flag)
            return malformed(to, token, WORDS_TWICE);
        command->flag = 1;
        return HC_OK;
    }
    while (name < token.length && token.start[name] != '=')
        name++;
    if (name == token.length)
        return malformed(to, token, WORDS_NOT_PART);
    value = (struct token){token.start + name + 1, token.length - name - 1};
    if (verb->takes & HC_TAKES_COLOR_KEY && hc_word_is(token.start, name, "color")) {
        slot = &command->color;
        found = read_color(grammar, value);
    } else if (verb->takes & HC_TAKES_TARGET_KEY && hc_word_is(token.start, name, "target")) {
        slot = &command->target;
        found = read_seat(value);
    } else if (verb->takes & HC_TAKES_GUESS_KEY && hc_word_is(token.start, name, guess_key)) {
        slot = &command->guess;
        found = value.length ? hc_face_find(deck, value.start, value.length) : HC_NONE;
        if (value.length && found == HC_NONE)
            found = HC_BAD;
    } else {
        return malformed(to, token, WORDS_NOT_PART);
    }
    if (*slot != HC_NONE)
        return malformed(to, token, WORDS_TWICE);
    if (found == HC_NONE)
        return malformed(to, token, WORDS_NO_VALUE);
    *slot = (uint8_t)found;
    return HC_OK;
}

static enum hc_refusal read_argument(const struct hc_grammar *grammar, const struct hc_deck *deck,
                                     unsigned takes, struct token token, struct hc_command *command,
                                     const struct complaint *to)
{
    if (!token.length)
        return malformed(to, token,
                         takes & HC_TAKES_CARD   ? WORDS_CARD_MISSING
                         : takes & HC_TAKES_SEAT ? WORDS_SEAT_MISSING
                                                 : WORDS_COLOR_MISSING);
    if (takes & HC_TAKES_CARD) {
        command->face = (uint8_t)hc_face_find(deck, token.start, token.length);
        return command->face == HC_NONE ? malformed(to, token, WORDS_NOT_A_CARD) : HC_OK;
    }
    if (takes & HC_TAKES_SEAT) {
        command->target = (uint8_t)read_seat(token);
        return command->target == HC_NONE ? malformed(to, token, WORDS_NOT_A_SEAT) : HC_OK;
    }
    command->color = (uint8_t)read_color(grammar, token);
    return HC_OK;
}

enum hc_refusal hc_command_read(const struct hc_grammar *grammar, const struct hc_deck *deck,
                                const char *text, struct hc_command *command,
                                const struct hc_language *language, struct hc_problem *why)
{
    const struct complaint to = {why, text, language};
    const struct hc_verb *verb = NULL;
    struct token token;
    size_t length = 0;

    hc_zero(why, sizeof *why);
    *command = (struct hc_command){HC_NONE, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    while (length <= TEXT_MAX && text[length])
        length++;
    if (length > TEXT_MAX)
        return malformed(&to, (struct token){text, 0}, WORDS_COMMAND_TOO_LONG);
    token = next_token(&text);
    for (unsigned v = 0; v < grammar->verb_count && !verb; v++)
        if (hc_word_is(token.start, token.length, grammar->verbs[v].name)) {
            verb = &grammar->verbs[v];
            command->verb = (uint8_t)v;
        }
    if (!verb)
        return malformed(&to, token, token.length ? WORDS_NO_COMMAND : WORDS_NO_WORD);
    if (verb->takes & (HC_TAKES_CARD | HC_TAKES_COLOR | HC_TAKES_SEAT)) {
        enum hc_refusal refusal;

        token = next_token(&text);
        refusal = read_argument(grammar, deck, verb->takes, token, command, &to);
        if (refusal)
            return refusal;
    }
    while (token = next_token(&text), token.length) {
        enum hc_refusal refusal = read_key(grammar, deck, verb, token, command, &to);

        if (refusal)
            return refusal;
    }
    return HC_OK;
}

static void put_color(const struct hc_grammar *grammar, unsigned color, struct hc_text *out)
{
    if (color < hc_length(grammar->colors))
        hc_put_char(out, grammar->colors[color]);
    else
        hc_put_char(out, '?');
}

static void put_face(const struct hc_deck *deck, unsigned face, struct hc_text *out)
{
    hc_put(out, face < deck->face_count && deck->faces[face].code ? deck->faces[face].code : "?");
}

/* A seat that named nothing is printed as 99, which reads back as the same. */
static void put_seat(unsigned seat, struct hc_text *out)
{
    hc_put_number(out, seat < HC_SEATS_MAX ? seat : 99);
}

void hc_command_write(const struct hc_grammar *grammar, const struct hc_deck *deck,
                      const struct hc_command *command, struct hc_text *out)
{
    const struct hc_verb *verb = &grammar->verbs[command->verb];

    HC_CHECK(command->verb < grammar->verb_count);
    hc_put(out, verb->name);
    if (verb->takes & HC_TAKES_CARD) {
        hc_put_char(out, ' ');
        put_face(deck, command->face, out);
    } else if (verb->takes & HC_TAKES_SEAT) {
        hc_put_char(out, ' ');
        put_seat(command->target, out);
    } else if (verb->takes & HC_TAKES_COLOR) {
        hc_put_char(out, ' ');
        put_color(grammar, command->color, out);
    }
    if (verb->takes & HC_TAKES_COLOR_KEY && command->color != HC_NONE) {
        hc_put(out, " color=");
        put_color(grammar, command->color, out);
    }
    if (verb->takes & HC_TAKES_TARGET_KEY && command->target != HC_NONE) {
        hc_put(out, " target=");
        put_seat(command->target, out);
    }
    if (verb->takes & HC_TAKES_GUESS_KEY && command->guess != HC_NONE) {
        hc_put_char(out, ' ');
        hc_put(out, verb->guess_key ? verb->guess_key : "guess");
        hc_put_char(out, '=');
        put_face(deck, command->guess, out);
    }
    if (verb->takes & HC_TAKES_FLAG && command->flag) {
        hc_put_char(out, ' ');
        hc_put(out, verb->flag);
    }
}
