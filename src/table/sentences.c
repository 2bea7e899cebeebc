// SPDX-License-Identifier: MIT
/*
 * sentences.c: seen events as text: the short form of scenarios, JSON, and sentences for people.
 * All three follow the game's table of events, whose letters are explained in games/game.h.
 */
#include "table/table.h"

struct speaker {
    const struct hc_game *game;
    const struct hc_rules *rules;
    const struct hc_event_kind *kind;
    const struct hc_seen *seen;
    struct hc_text *out;
    unsigned viewer; /* sentences: who is "you" */
    const char *const *names;
};

static const char *code(const struct speaker *speaker, unsigned face)
{
    return hc_face_code(speaker->game, speaker->rules, face);
}

static void put_color(const struct speaker *speaker)
{
    int32_t color = speaker->seen->value;

    if (color >= 0 && (size_t)color < hc_length(speaker->game->grammar.colors))
        hc_put_char(speaker->out, speaker->game->grammar.colors[color]);
    else
        hc_put(speaker->out, "none");
}

static void put_seat(const struct speaker *speaker, unsigned seat)
{
    if (seat < HC_SEATS_MAX)
        hc_put_number(speaker->out, seat);
    else
        hc_put(speaker->out, "none");
}

/* One public argument of the short form. */
static void put_arg(const struct speaker *speaker, char arg)
{
    const struct hc_seen *seen = speaker->seen;

    switch (arg) {
    case 's':
        put_seat(speaker, seen->seat);
        break;
    case 'o':
        put_seat(speaker, seen->other);
        break;
    case 'c':
        hc_put(speaker->out, seen->count ? code(speaker, seen->face[0]) : "?");
        break;
    case 'n':
        hc_put_number(speaker->out, seen->count);
        break;
    case 'v':
        hc_put_number(speaker->out, seen->value);
        break;
    case 'b':
        hc_put(speaker->out, seen->value ? "true" : "false");
        break;
    case 'C':
        put_color(speaker);
        break;
    case 'r':
        hc_put(speaker->out, speaker->kind->names[seen->value]);
        break;
    case 'f':
        hc_put(speaker->out, code(speaker, (unsigned)seen->value));
        break;
    case 'F':
        hc_put(speaker->out, seen->count ? code(speaker, seen->face[0]) : "a card");
        break;
    case 'm':
        for (unsigned s = 0, any = 0; s < HC_SEATS_MAX; s++)
            if (seen->value >> s & 1) {
                hc_put(speaker->out, any++ ? " " : "");
                hc_put_number(speaker->out, s);
            }
        break;
    default:
        HC_CHECK(arg == 0); /* a letter that no event has */
    }
}

static struct speaker speak(const struct hc_game *game, const struct hc_rules *rules,
                            const struct hc_seen *seen, struct hc_text *out)
{
    return (struct speaker){.game = game,
                            .rules = rules,
                            .kind = &game->events[seen->kind],
                            .seen = seen,
                            .out = out,
                            .viewer = HC_SPECTATOR};
}

size_t hc_seen_print(const struct hc_game *game, const struct hc_rules *rules,
                     const struct hc_seen *seen, char *out, size_t size)
{
    struct hc_text text;
    struct speaker speaker = speak(game, rules, seen, &text);

    hc_text_init(&text, out, size);
    hc_put(&text, speaker.kind->name);
    for (const char *arg = speaker.kind->args; *arg; arg++)
        if (*arg == 's' || (!seen->hidden && *arg != 'F' && *arg != 't')) {
            hc_put_char(&text, ' ');
            put_arg(&speaker, *arg);
        }
    return text.length;
}

static void put_json_seat(const struct speaker *speaker, const char *key, unsigned seat)
{
    if (seat < HC_SEATS_MAX)
        hc_json_number(speaker->out, key, seat);
    else
        hc_json_null(speaker->out, key);
}

static void put_json_arg(const struct speaker *speaker, char arg)
{
    const struct hc_seen *seen = speaker->seen;
    struct hc_text *out = speaker->out;
    const char *colors = speaker->game->grammar.colors;

    switch (arg) {
    case 's':
        hc_json_number(out, "seat", seen->seat);
        break;
    case 'o':
        put_json_seat(speaker, "other", seen->other);
        break;
    case 't':
        put_json_seat(speaker, "target", seen->other);
        break;
    case 'F':
        if (seen->count)
            hc_json_word(out, "face", code(speaker, seen->face[0]));
        break;
    case 'n':
        hc_json_number(out, "count", seen->count);
        break;
    case 'v':
        hc_json_number(out, "value", seen->value);
        break;
    case 'b':
        hc_json_bool(out, "value", seen->value != 0);
        break;
    case 'C':
        if (seen->value >= 0 && (size_t)seen->value < hc_length(colors))
            hc_json_word(out, "color", (const char[]){colors[seen->value], '\0'});
        else
            hc_json_null(out, "color");
        break;
    case 'r':
        hc_json_word(out, "reason", speaker->kind->names[seen->value]);
        break;
    case 'f':
        hc_json_word(out, "guess", code(speaker, (unsigned)seen->value));
        break;
    case 'm':
        hc_json_open(out, "seats", '[');
        for (unsigned s = 0; s < HC_SEATS_MAX; s++)
            if (seen->value >> s & 1)
                hc_json_number(out, NULL, s);
        hc_json_close(out, ']');
        break;
    default: /* cards follow all together */
        break;
    }
}

/* The cards, or how many there are if none of them is known: a list of nothing says no more. */
static void put_json_cards(const struct speaker *speaker)
{
    const struct hc_seen *seen = speaker->seen;
    unsigned hidden = 0;

    for (unsigned i = 0; i < seen->count; i++)
        hidden += seen->face[i] == HC_HIDDEN;
    if (hc_event_has(speaker->kind, 'F'))
        return;
    if (hidden < seen->count) {
        hc_json_open(speaker->out, "cards", '[');
        for (unsigned i = 0; i < seen->count; i++)
            hc_json_word(speaker->out, NULL, code(speaker, seen->face[i]));
        hc_json_close(speaker->out, ']');
    } else if (seen->count && !hc_event_has(speaker->kind, 'n')) {
        hc_json_number(speaker->out, "count", seen->count);
    }
}

void hc_seen_write(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_seen *seen, struct hc_text *out)
{
    struct speaker speaker = speak(game, rules, seen, out);

    hc_json_open(out, NULL, '{');
    hc_json_word(out, "event", speaker.kind->name);
    for (const char *arg = speaker.kind->args; *arg; arg++)
        if (!seen->hidden || *arg == 's')
            put_json_arg(&speaker, *arg);
    put_json_cards(&speaker);
    hc_json_close(out, '}');
}

size_t hc_seen_json(const struct hc_game *game, const struct hc_rules *rules,
                    const struct hc_seen *seen, char *out, size_t size)
{
    struct hc_text text;

    hc_text_init(&text, out, size);
    hc_seen_write(game, rules, seen, &text);
    return text.length;
}

/* Names a person: "You" at the start of a sentence, "you" inside one. */
static void say_seat(const struct speaker *speaker, unsigned seat, bool first)
{
    if (seat == speaker->viewer) {
        hc_put(speaker->out, first ? "You" : "you");
    } else if (speaker->names && seat < HC_SEATS_MAX && speaker->names[seat]) {
        hc_put(speaker->out, speaker->names[seat]);
    } else if (seat < HC_SEATS_MAX) {
        hc_put(speaker->out, first ? "Seat " : "seat ");
        hc_put_number(speaker->out, seat);
    } else {
        hc_put(speaker->out, first ? "Nobody" : "nobody");
    }
}

/* "R5, B7 and 2 hidden cards"; "3 cards" if none is known. */
static void say_cards(const struct speaker *speaker)
{
    const struct hc_seen *seen = speaker->seen;
    unsigned known = 0, hidden = 0;

    for (unsigned i = 0; i < seen->count; i++)
        hidden += seen->face[i] == HC_HIDDEN;
    for (unsigned i = 0; i < seen->count; i++)
        if (seen->face[i] != HC_HIDDEN) {
            hc_put(speaker->out, known++ ? ", " : "");
            hc_put(speaker->out, code(speaker, seen->face[i]));
        }
    if (!hidden && known)
        return;
    hc_put(speaker->out, known ? " and " : "");
    hc_put_number(speaker->out, hidden);
    hc_put(speaker->out, known ? " hidden card" : " card");
    hc_put(speaker->out, hidden == 1 ? "" : "s");
}

static void say_color(const struct speaker *speaker)
{
    int32_t color = speaker->seen->value;

    if (color >= 0 && (size_t)color < hc_length(speaker->game->grammar.colors))
        hc_put(speaker->out, speaker->game->grammar.color_names[color]);
    else
        hc_put(speaker->out, "none");
}

static void say_seats(const struct speaker *speaker)
{
    unsigned left = (unsigned)speaker->seen->value;
    bool first = true;

    if (!left)
        say_seat(speaker, HC_NONE, true);
    for (; left; left &= left - 1, first = false) {
        hc_put(speaker->out, first ? "" : left & (left - 1) ? ", " : " and ");
        say_seat(speaker, hc_lowest_bit(left), first);
    }
}

/* Whom the verb of the sentence belongs to: the seats of a mask, or the event's seat. */
static bool is_you(const struct speaker *speaker)
{
    for (const char *arg = speaker->kind->args; *arg; arg++)
        if (*arg == 'm') {
            unsigned mask = (unsigned)speaker->seen->value;

            return (mask & (mask - 1)) ||
                   (speaker->viewer < HC_SEATS_MAX && mask == 1u << speaker->viewer);
        }
    return speaker->seen->seat == speaker->viewer;
}

/* [plays|play], {point|points}: writes one of the two and returns the position of the bracket that
 * ends them. */
static const char *say_either(const struct speaker *speaker, const char *next, bool second)
{
    bool in_second = false;

    for (; *next != ']' && *next != '}'; next++)
        if (*next == '|')
            in_second = true;
        else if (in_second == second)
            hc_put_char(speaker->out, *next);
    return next;
}

size_t hc_seen_say(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_seen *seen, unsigned viewer,
                   const char *const names[HC_SEATS_MAX], char *out, size_t size)
{
    struct hc_text text;
    struct speaker speaker = speak(game, rules, seen, &text);
    const char *next = speaker.kind->sentence;

    if (seen->hidden)
        next = speaker.kind->sight == HC_FOR_NOBODY ? "" : "%s [is|are] thinking.";
    speaker.viewer = viewer;
    speaker.names = names;
    hc_text_init(&text, out, size);
    for (; *next; next++) {
        if (*next == '[')
            next = say_either(&speaker, next + 1, is_you(&speaker));
        else if (*next == '{')
            next = say_either(&speaker, next + 1, seen->value != 1);
        else if (*next != '%')
            hc_put_char(&text, *next);
        else if (*++next == 's')
            say_seat(&speaker, seen->seat, text.length == 0);
        else if (*next == 'o' || *next == 't')
            say_seat(&speaker, seen->other, text.length == 0);
        else if (*next == 'c')
            say_cards(&speaker);
        else if (*next == 'm')
            say_seats(&speaker);
        else if (*next == 'C')
            say_color(&speaker);
        else
            put_arg(&speaker, *next);
    }
    return text.length;
}
