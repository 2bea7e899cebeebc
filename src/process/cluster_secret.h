// SPDX-License-Identifier: MIT
/* cluster_secret.h: what all processes of a cluster know, from the environment. */
#ifndef HC_PROCESS_CLUSTER_SECRET_H
#define HC_PROCESS_CLUSTER_SECRET_H

#include "holecard.h"
#include "net/trunk.h"

/* Takes it out of CLUSTER_SECRET, which is cleared, or from the file that CLUSTER_SECRET_FILE
 * names. False, and `why` says what is wrong. */
bool cluster_take_secret(uint8_t secret[TRUNK_SECRET_BYTES], struct hc_problem *why);

#endif
