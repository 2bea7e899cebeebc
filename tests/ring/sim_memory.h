// SPDX-License-Identifier: MIT
/*
 * sim_memory.h: the memory that a simulated house is given.
 *
 * It is counted, so that nothing leaks. New memory is full of rubbish, what is resized always
 * moves, and what was freed is poisoned and kept for a while: whoever still writes there is found.
 */
#ifndef HC_TESTS_RING_SIM_MEMORY_H
#define HC_TESTS_RING_SIM_MEMORY_H

#include "ring/sim_world.h"

enum { POISON = 0xdd, RUBBISH = 0xa5, KEPT_BLOCKS = 64 };

union block {
    size_t size;
    max_align_t align;
};

static struct {
    size_t live;       /* blocks */
    unsigned fails_in; /* so many allocations from now; 0: none fails */
    union block *freed[KEPT_BLOCKS];
    unsigned next;
} blocks;

/* The oldest freed block is given back. */
static void memory_let_go(unsigned place)
{
    union block *block = blocks.freed[place];

    blocks.freed[place] = NULL;
    if (!block)
        return;
    for (size_t i = 0; i < block->size; i++)
        must(((uint8_t *)(block + 1))[i] == POISON, "something was written into freed memory");
    free(block);
}

static void memory_free(union block *block)
{
    memset(block + 1, POISON, block->size);
    blocks.live--;
    memory_let_go(blocks.next);
    blocks.freed[blocks.next++] = block;
    blocks.next %= KEPT_BLOCKS;
}

static void *memory_resize(void *context, void *old, size_t size)
{
    union block *was = old ? (union block *)old - 1 : NULL, *block = NULL;

    (void)context;
    if (size) {
        if (blocks.fails_in && --blocks.fails_in == 0)
            return NULL;
        block = malloc(sizeof *block + size);
        if (!block)
            abort();
        block->size = size;
        memset(block + 1, RUBBISH, size);
        if (was)
            memcpy(block + 1, was + 1, was->size < size ? was->size : size);
        blocks.live++;
    }
    if (was)
        memory_free(was);
    return block ? block + 1 : NULL;
}

/* Nothing may be left. */
static void memory_check_empty(void)
{
    must(blocks.live == 0, "a house that was closed has not freed all of its memory");
    for (unsigned i = 0; i < KEPT_BLOCKS; i++)
        memory_let_go(i);
    blocks.next = 0;
}

static void memory_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)hc_dice_below(&fate, 256);
}

#endif
