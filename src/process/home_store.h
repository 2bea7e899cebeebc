// SPDX-License-Identifier: MIT
/*
 * home_store.h: the stores of a person's own matches, in their folder.
 *
 * A store belongs to one program at a time, and several terminals of one person may play at the
 * same time: so there are home-1.store, home-2.store and so on, and each takes the first that
 * nobody holds. What is asked of them here is waited for.
 */
#ifndef HC_PROCESS_HOME_STORE_H
#define HC_PROCESS_HOME_STORE_H

#include "store/store.h"

enum { HOME_STORES_MAX = 100 };

/* The file of store `number`, from 1, in `path`. False: there is no folder for it. */
bool home_store_path(unsigned number, char *path, size_t size);
/* Opens that store, which store_each_room must follow. NULL: `*held` says whether
 * another program has it, otherwise why->text what is wrong. With `make` it need not be there. */
struct store *home_store_open(unsigned number, bool make, bool *held, struct hc_problem *why);

/* Writes a batch, which is taken over. False, and why->text says what is wrong: nothing of it was
 * stored. A room in conflict counts as that: nobody else may write here. */
bool home_store_write(struct store *store, struct store_batch *batch, struct hc_problem *why);

/* At most STORE_ROWS_MAX; how many there were. */
size_t home_store_statistics(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                             struct store_row *rows);
size_t home_store_history(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                          uint32_t first, uint32_t count, struct store_match *matches);

#endif
