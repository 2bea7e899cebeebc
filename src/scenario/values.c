// SPDX-License-Identifier: MIT
/* values.c: reading and writing the values of scenarios. */
#include "scenario/values.h"

#include <stdio.h>

#include "table/table.h"

bool reader_fails(struct reader *reader, struct word word, const char *what)
{
    struct hc_text out;

    reader->why->at = (size_t)(word.start - reader->text);
    hc_text_init(&out, reader->why->text, sizeof reader->why->text);
    if (word.length) {
        hc_put_char(&out, '"');
        for (size_t i = 0; i < word.length && i < 40; i++)
            hc_put_char(&out, word.start[i] >= ' ' && word.start[i] < 127 ? word.start[i] : '?');
        hc_put(&out, word.length > 40 ? "…\" " : "\" ");
    } else {
        hc_put(&out, "something is missing here: it ");
    }
    hc_put(&out, what);
    return false;
}

struct word reader_peek(const struct reader *reader)
{
    const char *next = reader->next;

    return scenario_word(&next, reader->end);
}

static struct word next(struct reader *reader)
{
    return scenario_word(&reader->next, reader->end);
}

bool reader_takes_none(struct reader *reader)
{
    const char *next = reader->next;
    struct word word = scenario_word(&next, reader->end);

    if (word.length && !hc_word_is(word.start, word.length, "none"))
        return false;
    if (scenario_word(&next, reader->end).length)
        return false;
    reader->next = reader->end;
    return true;
}

static bool read_in(struct reader *reader, const char *kind, int64_t min, int64_t max,
                    int64_t *number)
{
    struct word word = next(reader);
    char text[24], what[80];
    bool minus = word.length && *word.start == '-';
    const char *end;
    uint64_t size;

    snprintf(what, sizeof what, "must be a %s from %lld to %lld", kind, (long long)min,
             (long long)max);
    scenario_copy(word, text, sizeof text);
    end = hc_read_number(text + minus, INT32_MAX, &size);
    if (!end || *end || word.length >= sizeof text)
        return reader_fails(reader, word, what);
    *number = minus ? -(int64_t)size : (int64_t)size;
    return (*number >= min && *number <= max) || reader_fails(reader, word, what);
}

bool read_number(struct reader *reader, int64_t min, int64_t max, int64_t *number)
{
    return read_in(reader, "number", min, max, number);
}

bool read_seat(struct reader *reader, unsigned *seat)
{
    int64_t number;

    if (!reader->seats)
        return reader_fails(reader, reader_peek(reader), "must be a seat, and there is none");
    if (!read_in(reader, "seat", 0, reader->seats - 1, &number))
        return false;
    *seat = (unsigned)number;
    return true;
}

bool read_face(struct reader *reader, unsigned *face)
{
    struct word word = next(reader);

    *face = word.length ? hc_face_find(reader->deck, word.start, word.length) : HC_NONE;
    if (*face == HC_NONE) {
        char what[800];
        struct hc_text out;

        hc_text_init(&out, what, sizeof what);
        hc_put(&out, "must be a card of this deck:");
        for (unsigned f = 0; f < reader->deck->face_count; f++)
            if (reader->deck->faces[f].code) {
                hc_put_char(&out, ' ');
                hc_put(&out, reader->deck->faces[f].code);
            }
        return reader_fails(reader, word, what);
    }
    return true;
}

bool read_faces(struct reader *reader, uint8_t faces[HC_CARDS_MAX], unsigned *count)
{
    unsigned face;

    *count = 0;
    if (reader_takes_none(reader))
        return true;
    while (reader_peek(reader).length) {
        if (*count == HC_CARDS_MAX)
            return reader_fails(reader, reader_peek(reader), "is one card too many for any deck");
        if (!read_face(reader, &face))
            return false;
        faces[(*count)++] = (uint8_t)face;
    }
    return true;
}

bool read_end(struct reader *reader)
{
    struct word word = reader_peek(reader);

    return !word.length || reader_fails(reader, word, "is too much: the statement ends before it");
}

static bool read_color(struct reader *reader, int64_t *value)
{
    struct word word = next(reader);
    const char *colors = reader->game->grammar.colors;
    char what[80];

    for (unsigned c = 0; colors[c]; c++)
        if (hc_word_is(word.start, word.length, (const char[]){colors[c], '\0'})) {
            *value = c;
            return true;
        }
    snprintf(what, sizeof what, "must be a colour, one of %s, or none", colors);
    return reader_fails(reader, word, what);
}

static bool read_name(struct reader *reader, const char *const *names, unsigned count,
                      int64_t *value)
{
    struct word word = next(reader);
    char what[800];
    struct hc_text out;

    hc_text_init(&out, what, sizeof what);
    hc_put(&out, "must be one of:");
    for (unsigned n = 0; n < count; n++) {
        if (word.length && hc_word_is(word.start, word.length, names[n])) {
            *value = n;
            return true;
        }
        hc_put_char(&out, ' ');
        hc_put(&out, names[n]);
    }
    return reader_fails(reader, word, what);
}

static bool read_seats(struct reader *reader, int64_t *value)
{
    unsigned seat = HC_NONE;

    *value = 0;
    if (reader_takes_none(reader))
        return true;
    while (reader_peek(reader).length) {
        if (!read_seat(reader, &seat))
            return false;
        *value |= (int64_t)1 << seat;
    }
    return true;
}

static bool read_value(struct reader *reader, const struct hc_fact *fact, int64_t *value)
{
    static const char *const truths[] = {"false", "true"};
    int64_t largest = ((int64_t)1 << (8 * fact->width - 1)) - 1;
    struct word word = reader_peek(reader);
    unsigned one = HC_NONE;

    if (hc_fact_may_be_none(fact) && word.length && hc_word_is(word.start, word.length, "none")) {
        next(reader);
        *value = HC_NONE;
        return true;
    }
    switch (fact->type) {
    case HC_FACT_NUMBER:
    case HC_FACT_DIRECTION:
        return read_number(reader, -largest - 1, largest, value);
    case HC_FACT_SEAT:
        if (!read_seat(reader, &one))
            return false;
        break;
    case HC_FACT_SEATS:
        return read_seats(reader, value);
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        if (!read_face(reader, &one))
            return false;
        break;
    case HC_FACT_COLOR:
        return read_color(reader, value);
    case HC_FACT_NAME:
        return read_name(reader, fact->names, fact->name_count, value);
    case HC_FACT_BOOL:
        return read_name(reader, truths, 2, value);
    }
    *value = one;
    return true;
}

bool read_fact(struct reader *reader, const struct hc_fact *fact, int64_t value[HC_SEATS_MAX])
{
    for (unsigned s = 0; s < (fact->per_seat ? reader->seats : 1u); s++)
        if (!read_value(reader, fact, &value[s]))
            return false;
    return read_end(reader);
}

void put_faces(const struct hc_deck *deck, const uint8_t *faces, unsigned count,
               struct hc_text *out)
{
    if (!count)
        hc_put(out, "none");
    for (unsigned i = 0; i < count; i++) {
        hc_put(out, i ? " " : "");
        hc_put(out, deck->faces[faces[i]].code);
    }
}

void put_fact(const struct reader *reader, const struct hc_fact *fact, const int64_t *value,
              struct hc_text *out)
{
    hc_fact_put(fact, reader->game, reader->deck, reader->seats, value, out);
}
