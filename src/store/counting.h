// SPDX-License-Identifier: MIT
/*
 * counting.h: what a finished match adds to what is counted of those who sat there. It reads and
 * writes nothing: whoever has a database recalls the rows, lets them be counted, and stores them.
 */
#ifndef HC_STORE_COUNTING_H
#define HC_STORE_COUNTING_H

#include "store/rating.h"
#include "store/store.h"
#include "table/tally.h"

/* Who sat at one seat of a match. */
struct sitter {
    bool is_known;   /* has an identity */
    bool is_counted; /* and sits there for the first time */
    bool is_rated;   /* is compared with others: counted, or would be if not forgotten since */
    bool is_named;
    struct rating before;
    struct store_row row; /* identity and name; of the known, also what was counted so far */
};

struct sitters {
    int64_t match;
    unsigned count;
    struct sitter seat[HC_SEATS_MAX];
};

/* Everybody whom a result names. */
void counting_sit(struct sitters *sitters, int64_t match, const struct store_result *result);
/* Says who is counted. False if the log does not replay: such a match counts for nothing, and
 * `holecard store check` names it. */
bool counting_begin(struct sitters *sitters, const uint8_t *log, size_t size, struct tally *tally);
/* What was counted of a sitter in this game so far; NULL: nothing. */
void counting_recall(struct sitter *sitter, const char *game, const struct store_row *found);
/* Makes the rows of all who are counted what they are after the match. */
void counting_end(struct sitters *sitters, const struct tally *tally);

#endif
