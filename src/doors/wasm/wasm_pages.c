// SPDX-License-Identifier: MIT
/* wasm_pages.c: the module's memory grows. Only wasm has this file; native tests bring their own
 * pages. */
#include "doors/wasm/wasm_inside.h"

void *wasm_more_pages(size_t count)
{
    size_t before = __builtin_wasm_memory_grow(0, count);

    return before == SIZE_MAX ? NULL : (void *)(before * WASM_PAGE_BYTES);
}
