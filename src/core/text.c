// SPDX-License-Identifier: MIT
/* text.c: the bounded writer for text and JSON, and the reading of numbers. */
#include "core/text.h"

#include "core/memory.h"
#include "core/utf8.h"

void hc_text_init(struct hc_text *text, char *chars, size_t size)
{
    *text = (struct hc_text){.chars = chars, .size = size};
    if (size)
        chars[0] = '\0';
}

void hc_put_char(struct hc_text *text, char c)
{
    if (text->length + 1 < text->size) {
        text->chars[text->length] = c;
        text->chars[text->length + 1] = '\0';
    }
    text->length++;
}

static void put_span(struct hc_text *text, const char *string, size_t count)
{
    size_t left = text->length + 1 < text->size ? text->size - 1 - text->length : 0;
    size_t fits = count < left ? count : left;

    if (fits) {
        hc_copy(text->chars + text->length, string, fits);
        text->chars[text->length + fits] = '\0';
    }
    text->length += count;
}

void hc_put(struct hc_text *text, const char *string)
{
    put_span(text, string, hc_length(string));
}

void hc_put_number(struct hc_text *text, int64_t number)
{
    char digits[20];
    unsigned count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    if (number >= 0 && number < 10) { /* as most are */
        hc_put_char(text, (char)('0' + number));
        return;
    }
    if (number < 0)
        hc_put_char(text, '-');
    do
        digits[sizeof digits - ++count] = (char)('0' + rest % 10);
    while (rest /= 10);
    put_span(text, digits + sizeof digits - count, count);
}

void hc_put_hex(struct hc_text *text, const uint8_t *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < size; i++) {
        hc_put_char(text, digit[bytes[i] >> 4]);
        hc_put_char(text, digit[bytes[i] & 15]);
    }
}

/* Characters that stand for themselves between quotes. */
static bool is_plain(char c)
{
    return (uint8_t)c >= 0x20 && c != '"' && c != '\\';
}

static void put_escaped(struct hc_text *text, char c)
{
    uint8_t byte = (uint8_t)c;

    if (byte < 0x20) {
        hc_put(text, "\\u00");
        hc_put_hex(text, &byte, 1);
        return;
    }
    if (!is_plain(c))
        hc_put_char(text, '\\');
    hc_put_char(text, c);
}

static bool all_plain(const char *string, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_plain(string[i]))
            return false;
    return true;
}

/* A word in quotes: nothing in it needs to be escaped. */
static void put_word(struct hc_text *text, const char *word, size_t length)
{
    char *to;

    if (text->length + length + 2 >= text->size) {
        hc_put_char(text, '"');
        put_span(text, word, length);
        hc_put_char(text, '"');
        return;
    }
    to = text->chars + text->length;
    *to = '"';
    hc_copy(to + 1, word, length);
    to[length + 1] = '"';
    to[length + 2] = '\0';
    text->length += length + 2;
}

static void put_quoted(struct hc_text *text, const char *string)
{
    size_t length = hc_length(string);

    if (all_plain(string, length)) {
        put_word(text, string, length);
        return;
    }
    hc_put_char(text, '"');
    for (; *string; string++)
        put_escaped(text, *string);
    hc_put_char(text, '"');
}

static void begin_member(struct hc_text *text, const char *key)
{
    size_t length = key ? hc_length(key) : 0;
    char *to;

    if (text->length + length + 5 < text->size) { /* a comma, two quotes, a colon */
        to = text->chars + text->length;
        *to = ',';
        to += text->comma;
        if (key) {
            *to = '"';
            hc_copy(to + 1, key, length);
            to[length + 1] = '"';
            to[length + 2] = ':';
            to += length + 3;
        }
        *to = '\0';
        text->length = (size_t)(to - text->chars);
    } else {
        if (text->comma)
            hc_put_char(text, ',');
        if (key) {
            put_word(text, key, length);
            hc_put_char(text, ':');
        }
    }
    text->comma = true;
}

void hc_json_open(struct hc_text *text, const char *key, char bracket)
{
    begin_member(text, key);
    hc_put_char(text, bracket);
    text->comma = false;
}

void hc_json_close(struct hc_text *text, char bracket)
{
    hc_put_char(text, bracket);
    text->comma = true;
}

void hc_json_string(struct hc_text *text, const char *key, const char *string)
{
    begin_member(text, key);
    put_quoted(text, string);
}

/* An element of an array: mostly the face of a card, for which measuring takes longer than writing.
 * False if it does not fit; then the text is as long as it was. */
static bool put_element(struct hc_text *text, const char *word)
{
    char *to, *end;

    if (text->length + 4 >= text->size) /* a comma, two quotes, a zero */
        return false;
    to = text->chars + text->length;
    end = text->chars + text->size;
    *to = ',';
    to += text->comma;
    *to++ = '"';
    for (; *word && to + 2 < end; word++)
        *to++ = *word;
    if (*word) {
        text->chars[text->length] = '\0';
        return false;
    }
    *to++ = '"';
    *to = '\0';
    text->length = (size_t)(to - text->chars);
    text->comma = true;
    return true;
}

void hc_json_word(struct hc_text *text, const char *key, const char *word)
{
    if (!key && put_element(text, word))
        return;
    begin_member(text, key);
    put_word(text, word, hc_length(word));
}

void hc_json_number(struct hc_text *text, const char *key, int64_t number)
{
    begin_member(text, key);
    hc_put_number(text, number);
}

void hc_json_bool(struct hc_text *text, const char *key, bool value)
{
    begin_member(text, key);
    hc_put(text, value ? "true" : "false");
}

void hc_json_null(struct hc_text *text, const char *key)
{
    begin_member(text, key);
    hc_put(text, "null");
}

void hc_json_hex(struct hc_text *text, const char *key, const uint8_t *bytes, size_t size)
{
    begin_member(text, key);
    hc_put_char(text, '"');
    hc_put_hex(text, bytes, size);
    hc_put_char(text, '"');
}

const char *hc_read_number(const char *text, uint64_t max, uint64_t *number)
{
    uint64_t value = 0;

    if (*text < '0' || *text > '9')
        return NULL;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');

        if (digit > max || value > (max - digit) / 10)
            return NULL;
        value = value * 10 + digit;
    }
    *number = value;
    return text;
}

/* Capitals that lie at one distance from their small letters, in the alphabets of our languages and
 * their neighbours. */
static const struct {
    uint16_t first, last, step; /* step: 2 where small letters stand between them */
    int16_t to_small;
} capitals[] = {
    {'A', 'Z', 1, 32},         {0x00c0, 0x00d6, 1, 32}, {0x00d8, 0x00de, 1, 32},
    {0x0100, 0x0136, 2, 1},    {0x0139, 0x0147, 2, 1},  {0x014a, 0x0176, 2, 1},
    {0x0178, 0x0178, 1, -121}, {0x0179, 0x017d, 2, 1},  {0x0391, 0x03a9, 1, 32},
    {0x0400, 0x040f, 1, 80},   {0x0410, 0x042f, 1, 32}, {0x0460, 0x0480, 2, 1},
    {0x048a, 0x04be, 2, 1},    {0x04d0, 0x052e, 2, 1},
};

static uint32_t lower(uint32_t c)
{
    for (size_t i = 0; i < sizeof capitals / sizeof *capitals && c >= capitals[i].first; i++)
        if (c <= capitals[i].last && !((c - capitals[i].first) % capitals[i].step))
            return (uint32_t)((int32_t)c + capitals[i].to_small);
    return c;
}

/* The next character of `size` bytes as a small letter, and ё as е, since Russians may type either;
 * a byte that is none of a character is its own. */
static unsigned read_lower(const char *text, size_t size, uint32_t *c)
{
    unsigned bytes = hc_utf8_read((const uint8_t *)text, size, c);

    if (!bytes)
        *c = UINT32_MAX - (uint8_t)*text;
    *c = lower(*c);
    if (*c == 0x451)
        *c = 0x435;
    return bytes ? bytes : 1;
}

bool hc_word_is(const char *word, size_t length, const char *name)
{
    size_t left = hc_length(name);

    while (length && left) {
        uint32_t ours, theirs;
        unsigned taken = read_lower(word, length, &ours), used = read_lower(name, left, &theirs);

        if (ours != theirs)
            return false;
        word += taken;
        length -= taken;
        name += used;
        left -= used;
    }
    return !length && !left;
}
