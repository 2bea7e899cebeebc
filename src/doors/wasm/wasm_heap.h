// SPDX-License-Identifier: MIT
/*
 * wasm_heap.h: memory in pieces of any size, out of pages that only ever become more.
 *
 * A block is its head, 16 bytes, and what its owner has. Free blocks are in one list by address;
 * neighbours in it that touch are one block. The first block that is large enough is taken: a
 * house of a few rooms has few blocks, and the list stays short.
 */
#ifndef HC_DOORS_WASM_WASM_HEAP_H
#define HC_DOORS_WASM_WASM_HEAP_H

#include <stddef.h>

enum { WASM_PAGE_BYTES = 65536 };

/* So many fresh pages in a row, aligned to 16 bytes; NULL if there are no more. */
typedef void *wasm_pages(size_t count);

struct wasm_block;

/* Zero but for `pages` before use. */
struct wasm_heap {
    wasm_pages *pages;
    struct wasm_block *free; /* by address */
    size_t total, used;      /* bytes of all blocks, and of those that are somebody's */
};

/* A house_resize; the context is a heap. What it gives is aligned to 16 bytes and not zeroed. If
 * there is no memory it gives NULL, and what there was is as it was. */
void *wasm_heap_resize(void *heap, void *memory, size_t size);
/* How many free blocks there are. */
size_t wasm_heap_pieces(const struct wasm_heap *heap);

#endif
