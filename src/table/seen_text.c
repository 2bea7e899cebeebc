// SPDX-License-Identifier: MIT
/*
 * seen_text.c: seen events as text: the short form of scenarios and JSON. Both follow the game's
 * table of events, whose letters are explained in games/game.h.
 */
#include "table/table.h"

struct speaker {
    const struct hc_game *game;
    const struct hc_rules *rules;
    const struct hc_event_kind *kind;
    const struct hc_seen *seen;
    struct hc_text *out;
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
    return (struct speaker){
        .game = game, .rules = rules, .kind = &game->events[seen->kind], .seen = seen, .out = out};
}

size_t hc_seen_print(const struct hc_game *game, const struct hc_rules *rules,
                     const struct hc_seen *seen, char *out, size_t size)
{
    struct hc_text text;
    struct speaker speaker = speak(game, rules, seen, &text);

    hc_text_init(&text, out, size);
    hc_put(&text, speaker.kind->name);
    for (const char *arg = speaker.kind->args; *arg; arg++)
        if (*arg == 's' || (!seen->hidden && *arg != 'F' && *arg != 't' && *arg != 'V')) {
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
