// SPDX-License-Identifier: MIT
/* members.c: a small reader of JSON; members.h says why. Start reading at members_read(). */
#include "protocol/members.h"

#include "core/memory.h"

enum { REPLACEMENT = 0xfffd }; /* stands for a character that no text has */

struct reader {
    const char *next, *end;
    char *to;    /* where the next text goes */
    bool is_odd; /* the last text named a character that no text has */
};

static void skip_space(struct reader *in)
{
    while (in->next < in->end &&
           (*in->next == ' ' || *in->next == '\n' || *in->next == '\r' || *in->next == '\t'))
        in->next++;
}

static bool take_char(struct reader *in, char wanted)
{
    if (in->next == in->end || *in->next != wanted)
        return false;
    in->next++;
    return true;
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static bool take_hex(struct reader *in, uint32_t *unit)
{
    *unit = 0;
    if (in->end - in->next < 4)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        char c = *in->next++;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                                : 16;

        if (digit == 16)
            return false;
        *unit = *unit << 4 | digit;
    }
    return true;
}

static void put_utf8(struct reader *in, uint32_t c)
{
    if (c < 0x80) {
        *in->to++ = (char)c;
        return;
    }
    if (c < 0x800) {
        *in->to++ = (char)(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *in->to++ = (char)(0xe0 | c >> 12);
        } else {
            *in->to++ = (char)(0xf0 | c >> 18);
            *in->to++ = (char)(0x80 | (c >> 12 & 0x3f));
        }
        *in->to++ = (char)(0x80 | (c >> 6 & 0x3f));
    }
    *in->to++ = (char)(0x80 | (c & 0x3f));
}

/* The second half of a pair, if it comes next; otherwise nothing is taken. */
static bool take_low(struct reader *in, uint32_t *low)
{
    const char *start = in->next;

    if (take_char(in, '\\') && take_char(in, 'u') && take_hex(in, low) && *low >= 0xdc00 &&
        *low < 0xe000)
        return true;
    in->next = start;
    return false;
}

/* \uXXXX, and the second half of a pair. A zero and half a pair are JSON, but no characters. */
static bool take_unit(struct reader *in)
{
    uint32_t unit, low;

    if (!take_hex(in, &unit))
        return false;
    if (unit >= 0xd800 && unit < 0xdc00 && take_low(in, &low))
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    if (!unit || (unit >= 0xd800 && unit < 0xe000)) {
        in->is_odd = true;
        unit = REPLACEMENT;
    }
    put_utf8(in, unit);
    return true;
}

static bool take_escape(struct reader *in)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";

    if (in->next == in->end)
        return false;
    if (take_char(in, 'u'))
        return take_unit(in);
    for (unsigned i = 0; letters[i]; i++)
        if (*in->next == letters[i]) {
            in->next++;
            *in->to++ = meanings[i];
            return true;
        }
    return false;
}

/* A text with its quotes; a zero ends it where it goes. It never gets longer. */
static bool take_text(struct reader *in, const char **text, size_t *length)
{
    *text = in->to;
    in->is_odd = false;
    if (!take_char(in, '"'))
        return false;
    while (in->next < in->end && *in->next != '"') {
        if ((unsigned char)*in->next < 0x20)
            return false;
        if (*in->next != '\\')
            *in->to++ = *in->next++;
        else if (in->next++, !take_escape(in))
            return false;
    }
    *length = (size_t)(in->to - *text);
    *in->to++ = '\0';
    return take_char(in, '"');
}

/* ---- Other values --------------------------------------------------------------------------- */

static bool take_digits(struct reader *in)
{
    const char *start = in->next;

    while (in->next < in->end && *in->next >= '0' && *in->next <= '9')
        in->next++;
    return in->next > start;
}

static bool take_number(struct reader *in, struct member *member)
{
    const char *start = in->next;
    bool whole = !take_char(in, '-'), zero = in->next < in->end && *in->next == '0';
    const char *digits = in->next;

    if (!take_digits(in) || (zero && in->next - digits > 1))
        return false;
    member->number = 0;
    for (const char *d = start; whole && d < in->next; d++) {
        if (member->number > (INT64_MAX - (*d - '0')) / 10)
            whole = false;
        else
            member->number = member->number * 10 + (*d - '0');
    }
    member->kind = whole ? MEMBER_NUMBER : MEMBER_OTHER;
    if (take_char(in, '.')) {
        member->kind = MEMBER_OTHER;
        if (!take_digits(in))
            return false;
    }
    if (take_char(in, 'e') || take_char(in, 'E')) {
        member->kind = MEMBER_OTHER;
        if (!take_char(in, '+'))
            take_char(in, '-');
        return take_digits(in);
    }
    return true;
}

static bool take_word(struct reader *in, const char *word)
{
    size_t length = hc_length(word);

    if ((size_t)(in->end - in->next) < length || !hc_same(in->next, word, length))
        return false;
    in->next += length;
    return true;
}

/* A value that has no others inside. */
static bool take_plain(struct reader *in, struct member *member)
{
    if (in->next == in->end)
        return false;
    member->kind = MEMBER_OTHER;
    switch (*in->next) {
    case '"':
        if (!take_text(in, &member->text, &member->length))
            return false;
        member->kind = in->is_odd ? MEMBER_OTHER : MEMBER_TEXT;
        return true;
    case 't':
        return take_word(in, "true");
    case 'f':
        return take_word(in, "false");
    case 'n':
        return take_word(in, "null");
    default:
        return take_number(in, member);
    }
}

static bool skip_key(struct reader *in)
{
    const char *key;
    size_t length;

    skip_space(in);
    if (!take_text(in, &key, &length))
        return false;
    skip_space(in);
    return take_char(in, ':');
}

/* Passes over an array or an object with all that is in it. The texts inside are written and left.
 */
static bool skip_nested(struct reader *in, unsigned depth)
{
    bool object = *in->next == '{';
    char close = object ? '}' : ']';
    struct member inside;

    in->next++;
    if (depth == MEMBERS_DEPTH_MAX)
        return false;
    skip_space(in);
    if (take_char(in, close))
        return true;
    do {
        if (object && !skip_key(in))
            return false;
        skip_space(in);
        if (in->next < in->end && (*in->next == '{' || *in->next == '[')
                ? !skip_nested(in, depth + 1)
                : !take_plain(in, &inside))
            return false;
        skip_space(in);
    } while (take_char(in, ','));
    return take_char(in, close);
}

static bool take_value(struct reader *in, struct member *member)
{
    if (in->next < in->end && (*in->next == '{' || *in->next == '[')) {
        member->kind = MEMBER_OTHER;
        return skip_nested(in, 1);
    }
    return take_plain(in, member);
}

/* ---- The object ----------------------------------------------------------------------------- */

const struct member *members_find(const struct members *members, const char *key)
{
    for (unsigned i = 0; i < members->count; i++)
        if (hc_text_same(members->member[i].key, key))
            return &members->member[i];
    return NULL;
}

static enum members_result take_members(struct reader *in, struct members *members)
{
    size_t length;

    skip_space(in);
    if (take_char(in, '}'))
        return MEMBERS_READ;
    do {
        struct member member = {.kind = MEMBER_OTHER};

        skip_space(in);
        if (!take_text(in, &member.key, &length) || members_find(members, member.key))
            return MEMBERS_NO_JSON;
        skip_space(in);
        if (!take_char(in, ':'))
            return MEMBERS_NO_JSON;
        skip_space(in);
        if (!take_value(in, &member))
            return MEMBERS_NO_JSON;
        if (members->count == MEMBERS_MAX)
            return MEMBERS_TOO_MANY;
        members->member[members->count++] = member;
        skip_space(in);
    } while (take_char(in, ','));
    return take_char(in, '}') ? MEMBERS_READ : MEMBERS_NO_JSON;
}

enum members_result members_read(const char *text, size_t length, char *room,
                                 struct members *members)
{
    struct reader in = {text, text + length, room, false};
    enum members_result result = MEMBERS_NO_OBJECT;
    struct member other;

    members->count = 0;
    skip_space(&in);
    if (take_char(&in, '{'))
        result = take_members(&in, members);
    else if (!take_value(&in, &other))
        return MEMBERS_NO_JSON;
    skip_space(&in);
    if (result != MEMBERS_TOO_MANY && in.next != in.end)
        return MEMBERS_NO_JSON;
    return result;
}
