// SPDX-License-Identifier: MIT
/* wasm_heap.c: see wasm_heap.h. Start reading at wasm_heap_resize(). */
#include "doors/wasm/wasm_heap.h"

#include "core/check.h"
#include "core/memory.h"

enum {
    HEAD_BYTES = 16,
    BLOCK_MIN = 2 * HEAD_BYTES, /* what is left over stays with its block if it is less */
    PAGES_MIN = 4
};
#define SIZE_LIMIT (SIZE_MAX / 4)

struct wasm_block {
    size_t size;             /* with the head; a multiple of 16 */
    struct wasm_block *next; /* while it is free */
};
_Static_assert(sizeof(struct wasm_block) <= HEAD_BYTES, "the head has room for it");

static uint8_t *end_of(const struct wasm_block *block)
{
    return (uint8_t *)block + block->size;
}

static struct wasm_block *block_of(void *memory)
{
    return (struct wasm_block *)((uint8_t *)memory - HEAD_BYTES);
}

/* Into the list, joined with whatever it touches. */
static void give(struct wasm_heap *heap, struct wasm_block *block)
{
    struct wasm_block **link = &heap->free, *previous = NULL;

    while (*link && *link < block) {
        previous = *link;
        link = &previous->next;
    }
    HC_CHECK(!previous || end_of(previous) <= (uint8_t *)block);
    HC_CHECK(!*link || end_of(block) <= (uint8_t *)*link);
    block->next = *link;
    *link = block;
    if (block->next && end_of(block) == (uint8_t *)block->next) {
        block->size += block->next->size;
        block->next = block->next->next;
    }
    if (previous && end_of(previous) == (uint8_t *)block) {
        previous->size += block->size;
        previous->next = block->next;
    }
}

/* Frees what a block has beyond `size`, if that is worth a block. */
static void cut(struct wasm_heap *heap, struct wasm_block *block, size_t size)
{
    struct wasm_block *rest = (struct wasm_block *)((uint8_t *)block + size);

    if (block->size - size < BLOCK_MIN)
        return;
    rest->size = block->size - size;
    block->size = size;
    heap->used -= rest->size;
    give(heap, rest);
}

static struct wasm_block *take(struct wasm_heap *heap, size_t size)
{
    struct wasm_block **link = &heap->free, *block;

    while (*link && (*link)->size < size)
        link = &(*link)->next;
    block = *link;
    if (block) {
        *link = block->next;
        heap->used += block->size;
        cut(heap, block, size);
    }
    return block;
}

/* More pages: some at once, or just what is needed. */
static bool grow(struct wasm_heap *heap, size_t size)
{
    size_t least = (size + WASM_PAGE_BYTES - 1) / WASM_PAGE_BYTES;
    size_t count = least < PAGES_MIN ? PAGES_MIN : least;
    struct wasm_block *block = heap->pages(count);

    if (!block) {
        count = least;
        block = heap->pages(count);
    }
    if (!block)
        return false;
    block->size = count * WASM_PAGE_BYTES;
    heap->total += block->size;
    give(heap, block);
    return true;
}

static void *allocate(struct wasm_heap *heap, size_t size)
{
    struct wasm_block *block = take(heap, size);

    if (!block && grow(heap, size))
        block = take(heap, size);
    return block ? (uint8_t *)block + HEAD_BYTES : NULL;
}

static void release(struct wasm_heap *heap, struct wasm_block *block)
{
    HC_CHECK(heap->used >= block->size);
    heap->used -= block->size;
    give(heap, block);
}

void *wasm_heap_resize(void *context, void *memory, size_t size)
{
    struct wasm_heap *heap = context;
    size_t whole = (size + HEAD_BYTES + 15) & ~(size_t)15;
    struct wasm_block *block = memory ? block_of(memory) : NULL;
    void *fresh;

    if (!size) {
        if (block)
            release(heap, block);
        return NULL;
    }
    if (size > SIZE_LIMIT)
        return NULL;
    if (!block)
        return allocate(heap, whole);
    if (block->size >= whole) {
        cut(heap, block, whole);
        return memory;
    }
    fresh = allocate(heap, whole);
    if (!fresh)
        return NULL;
    hc_copy(fresh, memory, block->size - HEAD_BYTES);
    release(heap, block);
    return fresh;
}

size_t wasm_heap_pieces(const struct wasm_heap *heap)
{
    size_t count = 0;

    for (const struct wasm_block *block = heap->free; block; block = block->next)
        count++;
    return count;
}
