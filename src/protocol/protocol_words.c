// SPDX-License-Identifier: MIT
/* protocol_words.c: the words of the wire that both ends share. */
#include "protocol/protocol_words.h"

#include "core/memory.h"
#include "core/sha256.h"
#include "core/text.h"

static const char *const stages[] = {
    [HC_ROOM_LOBBY] = "lobby",       [HC_ROOM_OPENING] = "opening", [HC_ROOM_PLAYING] = "playing",
    [HC_ROOM_FINISHED] = "finished", [HC_ROOM_CLOSED] = "closed",
};
static const char *const questions[] = {
    [HC_ASK_NOTHING] = "nothing", [HC_ASK_NEXT] = "next", [HC_ASK_GO_ON] = "go_on",
    [HC_ASK_REMATCH] = "rematch", [HC_ASK_END] = "end",
};
static const char *const ends[] = {
    [HC_END_NONE] = "",
    [HC_END_AGREED] = "agreed",
    [HC_END_NOBODY] = "nobody_plays",
    [HC_END_LENGTH] = "too_long",
};
static const char *const sitters[] = {
    [HC_SEAT_EMPTY] = "empty", [HC_SEAT_PERSON] = "person", [HC_SEAT_BOT] = "bot"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

const char *protocol_stage_word(enum hc_room_stage stage)
{
    return stages[stage];
}

const char *protocol_question_word(enum hc_room_question question)
{
    return questions[question];
}

const char *protocol_end_word(enum hc_room_end end)
{
    return ends[end];
}

const char *protocol_who_word(enum hc_room_who who)
{
    return sitters[who];
}

static bool find(const char *const *words, size_t count, const char *word, unsigned *index)
{
    for (*index = 0; *index < count; ++*index)
        if (hc_text_same(words[*index], word))
            return true;
    return false;
}

bool protocol_read_stage(const char *word, enum hc_room_stage *stage)
{
    unsigned index;
    bool found = find(stages, COUNT(stages), word, &index);

    *stage = (enum hc_room_stage)index;
    return found;
}

bool protocol_read_question(const char *word, enum hc_room_question *question)
{
    unsigned index;
    bool found = find(questions, COUNT(questions), word, &index);

    *question = (enum hc_room_question)index;
    return found;
}

/* There may be more reasons one day. */
enum hc_room_end protocol_read_end(const char *word)
{
    unsigned index;

    return find(ends, COUNT(ends), word, &index) ? (enum hc_room_end)index : HC_END_NONE;
}

bool protocol_read_who(const char *word, enum hc_room_who *who)
{
    unsigned index;
    bool found = find(sitters, COUNT(sitters), word, &index);

    *who = (enum hc_room_who)index;
    return found;
}

bool protocol_read_code(const char *typed, char code[HC_ROOM_CODE_CHARS + 1])
{
    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++) {
        if (!typed[i])
            return false;
        code[i] = (char)(typed[i] >= 'a' && typed[i] <= 'z' ? typed[i] - 'a' + 'A' : typed[i]);
    }
    code[HC_ROOM_CODE_CHARS] = '\0';
    return !typed[HC_ROOM_CODE_CHARS] && hc_room_is_code(code);
}

static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                  : 16;
}

bool protocol_read_hex(const char *text, uint8_t *bytes, size_t size)
{
    if (hc_length(text) != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        unsigned high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);

        if (high > 15 || low > 15)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

void protocol_match_name(uint64_t room, uint32_t number, char *name, size_t size)
{
    struct hc_text out;
    uint8_t bytes[8];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(room >> (56 - 8 * i));
    hc_text_init(&out, name, size);
    hc_put_hex(&out, bytes, sizeof bytes);
    hc_put_char(&out, '/');
    hc_put_number(&out, number);
}

bool protocol_read_match(const char *name, uint64_t *room, uint32_t *number, const char **rest)
{
    const char *end;
    uint64_t value;

    *room = 0;
    for (unsigned i = 0; i < 16; i++) {
        unsigned digit = digit_of(name[i]);

        if (digit > 15 || (name[i] >= 'A' && name[i] <= 'F'))
            return false;
        *room = *room << 4 | digit;
    }
    end = name[16] == '/' ? hc_read_number(name + 17, UINT32_MAX, &value) : NULL;
    if (!end || !value)
        return false;
    *number = (uint32_t)value;
    *rest = end;
    return true;
}

void protocol_guest_of(const uint8_t token[PROTOCOL_TOKEN_BYTES], uint8_t guest[HC_GUEST_BYTES])
{
    static const char tag[] = "holecard guest 1";
    uint8_t hash[HC_SEED_BYTES];
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, token, PROTOCOL_TOKEN_BYTES);
    hc_sha256_end(&sha, hash);
    hc_copy(guest, hash, HC_GUEST_BYTES);
}
