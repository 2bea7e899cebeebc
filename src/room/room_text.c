// SPDX-License-Identifier: MIT
/*
 * room_text.c: names, titles and lines of chat as people may write them, and the code of a room.
 *
 * A text goes to other people's screens, so it is held to UTF-8 in its one right form and to
 * characters that stay where they are: no control characters, none that turn the direction of
 * writing, none that break a line. A name besides must not look like another one at the table; that
 * is asked when somebody sits down, and not of rooms that were stored before it was.
 */
#include "core/shard.h"
#include "core/utf8.h"
#include "room/room_inside.h"

#include "core/memory.h"

struct range {
    uint32_t first, last;
};

/* Characters that would act instead of being shown. */
static const struct range refused[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c}, {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

/* Characters that would be read as something else, so that one name looks like another: those that
 * are not seen, blanks that are none of ours, marks that are put on letters (which are to be
 * written whole), and letters for formulas. */
static const struct range hidden[] = {
    {0x00a0, 0x00a0},   {0x00ad, 0x00ad},   {0x0300, 0x036f}, {0x115f, 0x1160}, {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x2000, 0x200a},
    {0x202f, 0x202f},   {0x205f, 0x205f},   {0x20d0, 0x20ff}, {0x2100, 0x218f}, {0x2800, 0x2800},
    {0x3000, 0x3000},   {0x3164, 0x3164},   {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xffa0, 0xffa0},
    {0x1d400, 0x1d7ff}, {0xe0080, 0xe0fff},
};

/* Letters that look like one of ours, Latin wherever there is one. Not all of them: those that a
 * keyboard has. */
static const struct {
    uint16_t letter, like;
} looks[] = {
    {'0', 'O'},     {'1', 'l'},       {'I', 'l'},     {'|', 'l'},     {'`', '\''},
    {0x00b4, '\''}, {0x0131, 'i'},    {0x0251, 'a'},  {0x0261, 'g'},  {0x02bc, '\''},
    {0x0391, 'A'},  {0x0392, 'B'},    {0x0395, 'E'},  {0x0396, 'Z'},  {0x0397, 'H'},
    {0x0399, 'l'},  {0x039a, 'K'},    {0x039c, 'M'},  {0x039d, 'N'},  {0x039f, 'O'},
    {0x03a1, 'P'},  {0x03a4, 'T'},    {0x03a5, 'Y'},  {0x03a7, 'X'},  {0x03b1, 'a'},
    {0x03b3, 'y'},  {0x03b9, 'i'},    {0x03ba, 'k'},  {0x03bd, 'v'},  {0x03bf, 'o'},
    {0x03c1, 'p'},  {0x03c5, 'u'},    {0x03c7, 'x'},  {0x03f2, 'c'},  {0x03f3, 'j'},
    {0x03f9, 'C'},  {0x0401, 0x00cb}, {0x0405, 'S'},  {0x0406, 'l'},  {0x0407, 0x00cf},
    {0x0408, 'J'},  {0x0410, 'A'},    {0x0412, 'B'},  {0x0415, 'E'},  {0x041a, 'K'},
    {0x041c, 'M'},  {0x041d, 'H'},    {0x041e, 'O'},  {0x0420, 'P'},  {0x0421, 'C'},
    {0x0422, 'T'},  {0x0423, 'Y'},    {0x0425, 'X'},  {0x0430, 'a'},  {0x0435, 'e'},
    {0x043a, 'k'},  {0x043e, 'o'},    {0x0440, 'p'},  {0x0441, 'c'},  {0x0443, 'y'},
    {0x0445, 'x'},  {0x0451, 0x00eb}, {0x0455, 's'},  {0x0456, 'i'},  {0x0457, 0x00ef},
    {0x0458, 'j'},  {0x0475, 'v'},    {0x04ae, 'Y'},  {0x04bb, 'h'},  {0x04c0, 'l'},
    {0x04cf, 'l'},  {0x0501, 'd'},    {0x051a, 'Q'},  {0x051b, 'q'},  {0x051c, 'W'},
    {0x051d, 'w'},  {0x2010, '-'},    {0x2011, '-'},  {0x2012, '-'},  {0x2013, '-'},
    {0x2014, '-'},  {0x2015, '-'},    {0x2018, '\''}, {0x2019, '\''}, {0x2212, '-'},
};

static bool is_in(const struct range *ranges, size_t count, uint32_t character)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

bool room_text_ok(const char *text, size_t size)
{
    size_t at = 0;

    while (text[at]) {
        uint32_t character;
        unsigned width = hc_utf8_read((const uint8_t *)text + at, size - at, &character);

        at += width;
        if (!width || at >= size)
            return false;
        if (is_in(refused, sizeof refused / sizeof *refused, character))
            return false;
    }
    return true;
}

bool room_name_ok(const char *text, size_t size)
{
    return *text && *text != ' ' && room_text_ok(text, size) && text[hc_length(text) - 1] != ' ';
}

bool room_name_shows(const char *name)
{
    size_t length = hc_length(name);
    uint32_t character;
    unsigned width;

    for (size_t at = 0; at < length; at += width) {
        width = hc_utf8_read((const uint8_t *)name + at, length - at, &character);
        if (!width || is_in(hidden, sizeof hidden / sizeof *hidden, character))
            return false;
    }
    return true;
}

bool hc_room_name_ok(const char *name)
{
    return room_name_ok(name, HC_ROOM_NAME_BYTES) && room_name_shows(name);
}

static uint32_t look_of(uint32_t character)
{
    enum { WIDE_FIRST = 0xff01, WIDE_LAST = 0xff5e, WIDE_PLUS = 0xfee0 };

    if (character >= WIDE_FIRST && character <= WIDE_LAST)
        character -= WIDE_PLUS;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (looks[i].letter == character)
            return looks[i].like;
    return character;
}

/* What a name looks like, whatever it is written with: letters that look alike are one, m is r and
 * n, and several blanks are one. Returns how many characters that is. */
static size_t look_at(const char *name, uint32_t look[2 * HC_ROOM_NAME_BYTES])
{
    size_t length = hc_length(name), count = 0;
    uint32_t character, last = 0;
    unsigned width;

    for (size_t at = 0; at < length; at += width, last = character) {
        width = hc_utf8_read((const uint8_t *)name + at, length - at, &character);
        if (!width)
            break;
        character = look_of(character);
        if (character == 'm')
            look[count++] = 'r';
        if (character != ' ' || last != ' ')
            look[count++] = character == 'm' ? 'n' : character;
    }
    return count;
}

bool room_names_alike(const char *one, const char *other)
{
    uint32_t look[2][2 * HC_ROOM_NAME_BYTES];
    size_t count = look_at(one, look[0]);

    return count == look_at(other, look[1]) && hc_same(look[0], look[1], count * sizeof *look[0]);
}

/* No vowels, so that no words come about, and none of two letters that look alike. */
static const char letters[] = "BCDFHJKLMNPRSTWX";

void hc_room_code(unsigned shard, const uint8_t entropy[4], char code[HC_ROOM_CODE_CHARS + 1])
{
    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++)
        code[i] = letters[entropy[i / 2] >> (i % 2 * 4) & 15];
    if (shard)
        code[entropy[3] % HC_ROOM_CODE_CHARS] = hc_shard_letter(shard);
    code[HC_ROOM_CODE_CHARS] = '\0';
}

/* Letters of shards stand alone: no code has two. */
bool hc_room_is_code(const char *text)
{
    unsigned strange = 0;

    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++) {
        const char one[] = {text[i], '\0'};
        const char *letter = letters;

        while (*letter && *letter != text[i])
            letter++;
        if (!*letter && (!hc_shard_of_code(one) || strange++))
            return false;
    }
    return !text[HC_ROOM_CODE_CHARS];
}
