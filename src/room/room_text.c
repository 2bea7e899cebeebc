// SPDX-License-Identifier: MIT
/*
 * room_text.c: names, titles and lines of chat as people may write them, and the code of a room.
 *
 * A text goes to other people's screens, so it is held to UTF-8 in its one right form and to
 * characters that stay where they are: no control characters, none that turn the direction of
 * writing, none that break a line.
 */
#include "core/utf8.h"
#include "room/room_inside.h"

struct range {
    uint32_t first, last;
};

/* Characters that would act instead of being shown. */
static const struct range refused[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c}, {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

bool room_text_ok(const char *text, size_t size)
{
    size_t at = 0;

    while (text[at]) {
        uint32_t character;
        unsigned width = hc_utf8_read((const uint8_t *)text + at, size - at, &character);

        at += width;
        if (!width || at >= size)
            return false;
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
            if (character >= refused[i].first && character <= refused[i].last)
                return false;
    }
    return true;
}

bool room_name_ok(const char *text, size_t size)
{
    return *text && *text != ' ' && room_text_ok(text, size) && text[hc_length(text) - 1] != ' ';
}

/* No vowels, so that no words come about, and none of two letters that look alike. */
static const char letters[] = "BCDFHJKLMNPRSTWX";

void hc_room_code(const uint8_t entropy[3], char code[HC_ROOM_CODE_CHARS + 1])
{
    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++)
        code[i] = letters[entropy[i / 2] >> (i % 2 * 4) & 15];
    code[HC_ROOM_CODE_CHARS] = '\0';
}

bool hc_room_is_code(const char *text)
{
    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++) {
        const char *letter = letters;

        while (*letter && *letter != text[i])
            letter++;
        if (!*letter)
            return false;
    }
    return !text[HC_ROOM_CODE_CHARS];
}
