// SPDX-License-Identifier: MIT
/* template.c: writing texts with places that are filled in. Start reading at words_write(). */
#include "core/template.h"

#include "core/check.h"
#include "core/memory.h"
#include "core/utf8.h"

enum { DEPTH_MAX = 4 };

/* One {…}: its name, its form, its mark (? or ! or none), and where its alternatives begin. */
struct place {
    struct words_span name, form, rest;
    char mark;
};

static size_t span_until(const char *text, size_t length, const char *ends)
{
    size_t at = 0;

    for (; at < length; at++)
        for (const char *end = ends; *end; end++)
            if (text[at] == *end)
                return at;
    return at;
}

/* The length of what stands between a brace and the one that closes it. */
static size_t inside_of(const char *text, size_t length)
{
    unsigned depth = 0;

    for (size_t at = 0; at < length; at++)
        if (text[at] == '{')
            HC_CHECK(++depth < DEPTH_MAX);
        else if (text[at] == '}' && !depth--)
            return at;
    HC_CHECK(false); /* a brace that is not closed */
    return length;
}

static struct place read_place(struct words_span inside)
{
    struct place place = {.name = inside};
    size_t end = place.name.length = span_until(inside.chars, inside.length, ":?!");

    if (end < inside.length && inside.chars[end] == ':') {
        place.form.chars = inside.chars + end + 1;
        place.form.length = span_until(place.form.chars, inside.length - end - 1, "?!");
        end += 1 + place.form.length;
    }
    if (end < inside.length) {
        place.mark = inside.chars[end];
        place.rest = (struct words_span){inside.chars + end + 1, inside.length - end - 1};
    }
    return place;
}

/* The alternative with that index, or the last one; `count` gets how many there are. */
static struct words_span alternative(struct words_span rest, unsigned index, unsigned *count)
{
    struct words_span found = {rest.chars, 0};
    unsigned depth = 0;
    size_t start = 0;

    *count = 0;
    for (size_t at = 0; at <= rest.length; at++) {
        if (at < rest.length && rest.chars[at] == '{')
            depth++;
        if (at < rest.length && rest.chars[at] == '}')
            depth--;
        if (at < rest.length && (rest.chars[at] != '|' || depth))
            continue;
        if (*count <= index)
            found = (struct words_span){rest.chars + start, at - start};
        ++*count;
        start = at + 1;
    }
    return found;
}

/* A letter of ASCII, Latin-1 or basic Cyrillic as a capital; returns how many bytes it has, 0 if it
 * is none of these. */
static size_t capital(const char *text, size_t length, char out[2])
{
    unsigned char first = (unsigned char)text[0];
    unsigned char second = length > 1 ? (unsigned char)text[1] : 0;

    if (first >= 'a' && first <= 'z') {
        out[0] = (char)(first - 'a' + 'A');
        return 1;
    }
    if (first == 0xc3 && second >= 0xa0 && second <= 0xbe && second != 0xb7) {
        out[0] = text[0];
        out[1] = (char)(second - 0x20);
        return 2;
    }
    if ((first == 0xd0 && second >= 0xb0) || (first == 0xd1 && second >= 0x80 && second < 0x90)) {
        out[0] = (char)0xd0;
        out[1] = (char)(first == 0xd0 ? second - 0x20 : second + 0x20);
        return 2;
    }
    return 0;
}

size_t words_letter(const char *text, char letter[WORDS_LETTER_CHARS])
{
    size_t length = hc_length(text), bytes = capital(text, length, letter);
    uint32_t character;

    if (!bytes && length) {
        bytes = hc_utf8_read((const uint8_t *)text, length, &character);
        hc_copy(letter, text, bytes);
    }
    letter[bytes] = '\0';
    return bytes;
}

/* Whether a text begins with the mark that Spanish sets before a shout or a question. */
static bool is_marked(struct words_span span)
{
    return span.length > 1 && span.chars[0] == '\xc2' &&
           (span.chars[1] == '\xa1' || span.chars[1] == '\xbf');
}

static void put_span(struct words_work *work, struct words_span span)
{
    char letter[2];
    size_t at = 0;

    if (work->out->length == work->begin && is_marked(span)) {
        hc_put_char(work->out, span.chars[0]);
        hc_put_char(work->out, span.chars[1]);
        work->begin = work->out->length;
        span = (struct words_span){span.chars + 2, span.length - 2};
    }
    if (span.length && work->out->length == work->begin) {
        at = capital(span.chars, span.length, letter);
        for (size_t i = 0; i < at; i++)
            hc_put_char(work->out, letter[i]);
    }
    for (; at < span.length; at++)
        hc_put_char(work->out, span.chars[at]);
}

void words_put(struct words_work *work, const char *word)
{
    put_span(work, words_span(word));
}

static void write_span(struct words_work *work, struct words_span text)
{
    while (text.length) {
        size_t plain = span_until(text.chars, text.length, "{"), inside;
        struct place place;

        put_span(work, (struct words_span){text.chars, plain});
        text = (struct words_span){text.chars + plain, text.length - plain};
        if (!text.length)
            break;
        inside = inside_of(text.chars + 1, text.length - 1);
        place = read_place((struct words_span){text.chars + 1, inside});
        text = (struct words_span){text.chars + inside + 2, text.length - inside - 2};
        if (!place.mark) {
            work->source->put(work, place.name, place.form);
        } else {
            struct words_pick pick = work->source->pick(work, place.name);
            unsigned index = place.mark == '?' ? pick.index : !pick.there, count;
            struct words_span found = alternative(place.rest, index, &count);

            if (index < count || place.mark == '?')
                write_span(work, found);
        }
    }
}

void words_write(struct words_work *work, const char *text)
{
    write_span(work, words_span(text));
}

struct words_pick words_pick_number(const struct words_work *work, int64_t number)
{
    return (struct words_pick){words_plural(work->language, number), number != 0};
}

/* What is filled into a text. */
struct filling {
    const struct words_value *values;
    size_t count;
};

static const struct words_value *value_of(const struct words_work *work, struct words_span name)
{
    const struct filling *filling = work->context;

    for (size_t i = 0; i < filling->count; i++)
        if (words_is(name, filling->values[i].name))
            return &filling->values[i];
    HC_CHECK(false); /* a name that nobody has a value for */
    return NULL;
}

static void put_filling(struct words_work *work, struct words_span name, struct words_span form)
{
    const struct words_value *value = value_of(work, name);

    (void)form;
    if (value->text)
        hc_put(work->out, value->text);
    else
        hc_put_number(work->out, value->number);
}

static struct words_pick pick_filling(const struct words_work *work, struct words_span name)
{
    const struct words_value *value = value_of(work, name);

    if (value->text)
        return (struct words_pick){0, *value->text != '\0'};
    return words_pick_number(work, value->number);
}

void words_fill(const struct hc_language *language, enum hc_word word, struct hc_text *out,
                const struct words_value *values, size_t count)
{
    static const struct words_source source = {put_filling, pick_filling};
    struct filling filling = {values, count};
    struct words_work work = {.language = language,
                              .out = out,
                              .source = &source,
                              .context = &filling,
                              .begin = SIZE_MAX};

    words_write(&work, words_text(language, word));
}

static void put_count(struct words_work *work, struct words_span name, struct words_span form)
{
    (void)form;
    HC_CHECK(words_is(name, "count"));
    hc_put_number(work->out, *(const int64_t *)work->context);
}

static struct words_pick pick_count(const struct words_work *work, struct words_span name)
{
    HC_CHECK(words_is(name, "count"));
    return words_pick_number(work, *(const int64_t *)work->context);
}

void words_put_count(struct words_work *work, enum hc_word word, struct words_span form,
                     int64_t count)
{
    static const struct words_source counting = {put_count, pick_count};
    struct words_work inner = *work;

    inner.source = &counting;
    inner.context = &count;
    words_write(&inner, words_text_form(work->language, word, form));
}

static void names_of(struct words_span text, words_each_name *each, void *context)
{
    while (text.length) {
        size_t plain = span_until(text.chars, text.length, "{"), inside;
        struct place place;
        unsigned count;

        text = (struct words_span){text.chars + plain, text.length - plain};
        if (!text.length)
            break;
        inside = inside_of(text.chars + 1, text.length - 1);
        place = read_place((struct words_span){text.chars + 1, inside});
        text = (struct words_span){text.chars + inside + 2, text.length - inside - 2};
        each(context, place.name, place.form);
        if (!place.mark)
            continue;
        alternative(place.rest, 0, &count);
        for (unsigned i = 0; i < count; i++) {
            unsigned ignored;

            names_of(alternative(place.rest, i, &ignored), each, context);
        }
    }
}

void words_names(const char *text, words_each_name *each, void *context)
{
    names_of(words_span(text), each, context);
}
