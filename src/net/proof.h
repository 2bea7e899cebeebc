// SPDX-License-Identifier: MIT
/*
 * proof.h: whether the log of a finished match is what a guest was promised.
 *
 * That nothing in the log was altered after its deal is verified as `holecard verify` does. A
 * server could still give the log of another match; so it is held to what the guest knows.
 */
#ifndef HC_NET_PROOF_H
#define HC_NET_PROOF_H

#include "holecard.h"

struct proof {
    const uint8_t *commitment;  /* that was shown before the match */
    const uint8_t *entropy;     /* that the guest gave for the deal; NULL: none */
    const struct hc_view *view; /* the table as the guest saw it last */
};

/* HC_HONEST if it is. Otherwise why->text says what is wrong (HC_DISHONEST), or why it cannot be
 * told. */
enum hc_verdict proof_examine(const struct proof *proof, const uint8_t *log, size_t size,
                              struct hc_problem *why);

#endif
