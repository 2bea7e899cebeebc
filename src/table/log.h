// SPDX-License-Identifier: MIT
/*
 * log.h: what writing, reading and replaying a log share. docs/log-format.md gives every byte.
 *
 * A log has exactly one encoding. The reader refuses every other way to write the same thing, so a
 * changed byte either breaks the encoding, or says something else and breaks the next digest.
 */
#ifndef HC_TABLE_LOG_H
#define HC_TABLE_LOG_H

#include "table/table.h"

enum {
    HC_LOG_VERSION = 1,
    HC_LOG_NAME_MAX = 31,    /* of a game; games have short names */
    HC_LOG_RULES_MAX = 4095, /* all options of shed take a quarter of this */
};

/* The first byte of a record. Commands are below 0x80 and carry three marks and the seat; what
 * belongs to nobody has the seat HC_LOG_NOBODY, and a command of the house has it too. */
enum {
    HC_LOG_HAS_FACE = 0x10,
    HC_LOG_HAS_FLAG = 0x20,
    HC_LOG_HAS_EVENTS = 0x40,
    HC_LOG_CONTRIBUTION = 0x80,
    HC_LOG_REVEAL = 0x90,
    HC_LOG_DIGEST = 0xa0,
    HC_LOG_NOBODY = 15,
};

/* The verb of a command: five bits, and which of three arguments follow. */
enum {
    HC_LOG_VERB_MASK = 0x1f,
    HC_LOG_HAS_COLOR = 0x20,
    HC_LOG_HAS_TARGET = 0x40,
    HC_LOG_HAS_GUESS = 0x80,
};

/* The kind of an event: six bits, whether a second seat follows, whether another event does. */
enum {
    HC_LOG_KIND_MASK = 0x3f,
    HC_LOG_HAS_OTHER = 0x40,
    HC_LOG_MORE = 0x80,
};

/* Begins a log with rules that are already text. The text must be one that hc_log_open reads. */
bool hc_log_header(struct hc_log *log, uint8_t *storage, size_t size, const char *game,
                   const char *rules, unsigned seats, const uint8_t commitment[HC_SEED_BYTES]);
/* The text of the rules as the header of an opened log has it. */
void hc_log_rules(const struct hc_log_reader *reader, char text[HC_LOG_RULES_MAX + 1]);
/* Appends a digest as it is given; hc_log_seal computes the right one. */
bool hc_log_digest(struct hc_log *log, const uint8_t digest[HC_SEED_BYTES]);
/* One link of the chain: chain becomes SHA-256 of chain and bytes. */
void hc_log_link(uint8_t chain[HC_SEED_BYTES], const uint8_t *bytes, size_t size);
/* The first link: SHA-256 of the header, which is everything before the reader's first record. */
void hc_log_link_header(uint8_t chain[HC_SEED_BYTES], const uint8_t *bytes, size_t size);
/* How many bytes an event takes in a log. */
size_t hc_log_event_bytes(const struct hc_event *event);
/* Reads a log to its end. False, with the first problem, if it is no log, or cut short or damaged.
 * A wrong digest ends the reading with true: that is for verification to say. */
bool hc_log_whole(const uint8_t *bytes, size_t size, struct hc_problem *why);
/* Begins a problem at a place with words for that place, "event 41 at byte 733: "; the caller
 * appends what is wrong there. `record` 0 is the header, `seq` 0 means no single event. */
struct hc_text hc_log_problem(struct hc_problem *why, size_t at, uint32_t record, uint32_t seq);

#endif
