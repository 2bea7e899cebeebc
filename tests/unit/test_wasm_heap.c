// SPDX-License-Identifier: MIT
/*
 * test_wasm_heap.c: the memory of the wasm module, natively: random blocks that grow and shrink
 * keep what is in them, and what is given back becomes whole again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "doors/wasm/wasm_heap.h"

enum { PAGES_MAX = 256, BLOCKS = 200, STEPS = 20000 };

/* Pages in a row, as in a module; with `gap` somebody else takes a page between. */
static _Alignas(16) uint8_t memory[PAGES_MAX * WASM_PAGE_BYTES];
static size_t pages_used, pages_max, rows;
static unsigned gap;

static void *more_pages(size_t count)
{
    uint8_t *fresh = memory + pages_used * WASM_PAGE_BYTES;

    if (count > pages_max - pages_used)
        return NULL;
    rows += rows == 0 || gap > 0;
    pages_used += count + gap;
    if (pages_used > pages_max)
        pages_used = pages_max;
    return fresh;
}

static struct wasm_heap fresh_heap(size_t max, unsigned gap_pages)
{
    pages_used = rows = 0;
    pages_max = max;
    gap = gap_pages;
    memset(memory, 0xa5, sizeof memory);
    return (struct wasm_heap){.pages = more_pages};
}

struct owned {
    uint8_t *bytes;
    size_t size;
    uint8_t mark;
};

static void fill(struct owned *block)
{
    for (size_t i = 0; i < block->size; i++)
        block->bytes[i] = (uint8_t)(block->mark + i * 7);
}

static bool is_kept(const struct owned *block, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (block->bytes[i] != (uint8_t)(block->mark + i * 7))
            return false;
    return true;
}

static size_t any_size(struct hc_dice *dice)
{
    static const uint32_t sizes[] = {24, 300, 5000, 40000};

    return 1 + hc_dice_below(dice, sizes[hc_dice_below(dice, 4)]);
}

/* Resizes one block, or frees it; true if there was memory. */
static bool resize(struct wasm_heap *heap, struct owned *block, size_t size)
{
    uint8_t *bytes = wasm_heap_resize(heap, block->bytes, size);
    size_t kept = size < block->size ? size : block->size;

    if (!bytes && size) {
        assert_true(is_kept(block, block->size));
        return false;
    }
    assert_int_equal((uintptr_t)bytes % 16, 0);
    block->bytes = bytes;
    if (bytes)
        assert_true(is_kept(block, kept));
    block->size = size;
    fill(block);
    return true;
}

static size_t play(struct wasm_heap *heap, uint8_t seed)
{
    static struct owned blocks[BLOCKS];
    const uint8_t key[32] = {seed};
    struct hc_dice dice;
    size_t failed = 0;

    memset(blocks, 0, sizeof blocks);
    hc_dice_open(&dice, key, 0, 0);
    for (unsigned step = 0; step < STEPS; step++) {
        struct owned *block = &blocks[hc_dice_below(&dice, BLOCKS)];
        size_t size = hc_dice_below(&dice, 3) ? any_size(&dice) : 0;

        block->mark = block->bytes ? block->mark : (uint8_t)step;
        failed += !resize(heap, block, size);
        assert_true(heap->used <= heap->total);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        assert_true(is_kept(&blocks[i], blocks[i].size));
        resize(heap, &blocks[i], 0);
    }
    return failed;
}

static void test_blocks_keep_what_is_in_them(void **context)
{
    (void)context;
    for (uint8_t seed = 1; seed <= 8; seed++) {
        struct wasm_heap heap = fresh_heap(PAGES_MAX, 0);

        assert_int_equal(play(&heap, seed), 0);
        assert_int_equal(heap.used, 0);
        assert_int_equal(heap.total, pages_used * WASM_PAGE_BYTES);
        assert_int_equal(wasm_heap_pieces(&heap), 1);
    }
}

static void test_pages_need_not_touch(void **context)
{
    struct wasm_heap heap = fresh_heap(PAGES_MAX, 1);

    (void)context;
    assert_int_equal(play(&heap, 9), 0);
    assert_int_equal(heap.used, 0);
    assert_true(rows > 1);
    assert_int_equal(wasm_heap_pieces(&heap), rows);
}

static void test_no_memory_harms_nothing(void **context)
{
    struct wasm_heap heap = fresh_heap(12, 0);

    (void)context;
    assert_true(play(&heap, 10) > 0);
    assert_int_equal(heap.used, 0);
    assert_int_equal(heap.total, 12 * WASM_PAGE_BYTES);
    assert_int_equal(wasm_heap_pieces(&heap), 1);
}

static void test_the_last_page_is_used(void **context)
{
    struct wasm_heap heap = fresh_heap(1, 0);
    void *block = wasm_heap_resize(&heap, NULL, WASM_PAGE_BYTES - 16);

    (void)context;
    assert_non_null(block);
    assert_null(wasm_heap_resize(&heap, NULL, 1));
    assert_null(wasm_heap_resize(&heap, block, WASM_PAGE_BYTES));
    assert_int_equal(heap.used, WASM_PAGE_BYTES);
    wasm_heap_resize(&heap, block, 0);
    assert_int_equal(heap.used, 0);
}

static void test_sizes_that_cannot_be(void **context)
{
    struct wasm_heap heap = fresh_heap(PAGES_MAX, 0);

    (void)context;
    assert_null(wasm_heap_resize(&heap, NULL, SIZE_MAX));
    assert_null(wasm_heap_resize(&heap, NULL, SIZE_MAX - 15));
    assert_null(wasm_heap_resize(&heap, NULL, SIZE_MAX / 2));
    assert_null(wasm_heap_resize(&heap, NULL, 0));
    assert_int_equal(heap.total, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_keep_what_is_in_them),
        cmocka_unit_test(test_pages_need_not_touch),
        cmocka_unit_test(test_no_memory_harms_nothing),
        cmocka_unit_test(test_the_last_page_is_used),
        cmocka_unit_test(test_sizes_that_cannot_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
