// SPDX-License-Identifier: MIT
/* protocol_words.h: the words of the wire that both ends share: for enums, codes, hexadecimal
 * digits and the names of matches. */
#ifndef HC_PROTOCOL_PROTOCOL_WORDS_H
#define HC_PROTOCOL_PROTOCOL_WORDS_H

#include "room/room_view.h"

const char *protocol_stage_word(enum hc_room_stage stage);
const char *protocol_question_word(enum hc_room_question question);
const char *protocol_end_word(enum hc_room_end end);
const char *protocol_who_word(enum hc_room_who who);
/* The other way: false if there is no such word. */
bool protocol_read_stage(const char *word, enum hc_room_stage *stage);
bool protocol_read_question(const char *word, enum hc_room_question *question);
enum hc_room_end protocol_read_end(const char *word);
bool protocol_read_who(const char *word, enum hc_room_who *who);

/* Codes are said aloud and typed: upper and lower case are the same. False if it is none. */
bool protocol_read_code(const char *typed, char code[HC_ROOM_CODE_CHARS + 1]);

/* Who somebody is follows from the token, and cannot be turned back into it. */
enum { PROTOCOL_TOKEN_BYTES = 16 };
void protocol_guest_of(const uint8_t token[PROTOCOL_TOKEN_BYTES], uint8_t guest[HC_GUEST_BYTES]);

/* Exactly `size` bytes, two digits each, and nothing else. */
bool protocol_read_hex(const char *text, uint8_t *bytes, size_t size);

/* A match by the name that people fetch its log with: 16 digits, a slash and its number. */
void protocol_match_name(uint64_t room, uint32_t number, char *name, size_t size);
/* False if it is none; *rest is what follows it. */
bool protocol_read_match(const char *name, uint64_t *room, uint32_t *number, const char **rest);

#endif
