// SPDX-License-Identifier: MIT
/* telegram_text.c: escaping, counting and cutting. */
#include "doors/telegram/telegram_text.h"

#include "core/memory.h"
#include "core/utf8.h"

enum { PHRASE_BYTES = 4096 };

void tg_put(struct hc_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            hc_put(out, "&lt;");
            break;
        case '>':
            hc_put(out, "&gt;");
            break;
        case '&':
            hc_put(out, "&amp;");
            break;
        default:
            hc_put_char(out, *text);
        }
    }
}

void tg_put_bold(struct hc_text *out, const char *text)
{
    hc_put(out, "<b>");
    tg_put(out, text);
    hc_put(out, "</b>");
}

void tg_say_values(struct hc_text *out, const struct hc_language *language, enum hc_word word,
                   const struct words_value *values, size_t count)
{
    char phrase[PHRASE_BYTES];
    struct hc_text text;

    hc_text_init(&text, phrase, sizeof phrase);
    words_fill(language, word, &text, values, count);
    tg_put(out, phrase);
}

void tg_say(struct hc_text *out, const struct hc_language *language, enum hc_word word)
{
    tg_put(out, words_text(language, word));
}

/* Escaped, with a capital letter; returns its last character. */
static char put_capital(struct hc_text *out, const char *text)
{
    char phrase[PHRASE_BYTES];
    struct hc_text piece;
    struct words_work work = {.out = &piece, .begin = 0};

    hc_text_init(&piece, phrase, sizeof phrase);
    words_put(&work, text);
    tg_put(out, phrase);
    return *text ? text[hc_length(text) - 1] : '\0';
}

void tg_put_sentence(struct hc_text *out, const char *text)
{
    char last = put_capital(out, text);

    if (last && last != '.' && last != '!' && last != '?')
        hc_put_char(out, '.');
}

void tg_put_label(struct hc_text *out, const char *text)
{
    put_capital(out, text);
    hc_put(out, ": ");
}

/* How many bytes the next piece of a text has, and how many units it counts: a tag is nothing, an
 * entity is one. */
static size_t next_piece(const char *text, bool is_html, size_t *units)
{
    uint32_t character = 0;
    unsigned bytes;
    size_t length = 0;

    *units = 0;
    if (is_html && (*text == '<' || *text == '&')) {
        char last = *text == '<' ? '>' : ';';

        *units = *text == '&';
        while (text[length] && text[length] != last)
            length++;
        return text[length] ? length + 1 : length;
    }
    bytes =
        hc_utf8_read((const uint8_t *)text, hc_length(text) < 4 ? hc_length(text) : 4, &character);
    *units = character > 0xffff ? 2 : 1;
    return bytes ? bytes : 1;
}

static char entity(const char *text)
{
    return text[1] == 'l' ? '<' : text[1] == 'g' ? '>' : '&';
}

void tg_make_plain(char *html)
{
    const char *from = html;
    char *to = html;

    while (*from) {
        size_t units, bytes = next_piece(from, true, &units);

        if (*from == '&') {
            *to++ = entity(from);
        } else if (*from != '<') {
            __builtin_memmove(to, from, bytes);
            to += bytes;
        }
        from += bytes;
    }
    *to = '\0';
}

size_t tg_units(const char *text, bool is_html)
{
    size_t sum = 0;

    while (*text) {
        size_t units;

        text += next_piece(text, is_html, &units);
        sum += units;
    }
    return sum;
}

void tg_cut_lines(char *html, size_t size, size_t units_max)
{
    size_t at = 0, line = 0, sum = 0;
    static const char more[] = "…";

    while (html[at] && sum + sizeof more <= units_max) {
        size_t units, bytes = next_piece(html + at, true, &units);

        if (html[at] == '\n')
            line = at;
        at += bytes;
        sum += units;
    }
    if (!html[at] || sum + tg_units(html + at, true) <= units_max)
        return;
    if (line + sizeof more < size)
        hc_copy(html + line, more, sizeof more);
}

void tg_cut_plain(char *text, size_t units_max)
{
    size_t at = 0, sum = 0, units;

    while (text[at]) {
        size_t bytes = next_piece(text + at, false, &units);

        if (sum + units > units_max)
            break;
        at += bytes;
        sum += units;
    }
    text[at] = '\0';
}

/* What cannot stand in the name of a player: characters that act instead of being shown, that are
 * not seen, or that are read as others. */
static const struct {
    uint32_t first, last;
} not_in_names[] = {
    {0x0000, 0x001f},   {0x007f, 0x00a0}, {0x00ad, 0x00ad}, {0x0300, 0x036f}, {0x061c, 0x061c},
    {0x115f, 0x1160},   {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},   {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x20d0, 0x20ff},
    {0x2100, 0x218f},   {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f},   {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0x1d400, 0x1d7ff},
    {0xe0000, 0xe0fff},
};

static bool is_for_names(uint32_t c)
{
    for (size_t i = 0; i < sizeof not_in_names / sizeof *not_in_names; i++)
        if (c >= not_in_names[i].first && c <= not_in_names[i].last)
            return false;
    return true;
}

void tg_copy_name(char *name, size_t size, const char *text)
{
    size_t used = 0, left = hc_length(text), end = 0;

    while (left) {
        uint32_t c;
        unsigned bytes = hc_utf8_read((const uint8_t *)text, left, &c);

        if (!bytes || used + bytes >= size)
            break;
        if (is_for_names(c) && (used || c != ' ')) {
            hc_copy(name + used, text, bytes);
            used += bytes;
            if (c != ' ')
                end = used;
        }
        text += bytes;
        left -= bytes;
    }
    name[end] = '\0';
}
