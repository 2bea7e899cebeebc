// SPDX-License-Identifier: MIT
/*
 * fuzz_init_data.c: any bytes as what Telegram hands to a Mini App. Nobody can sign them, so nobody
 * is ever let in; all that is read of them is read before that is known.
 */
#include <stdlib.h>
#include <string.h>

#include "doors/telegram/init_data.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static uint8_t key[INIT_DATA_KEY_BYTES];
    /* A copy of just that size, so that a step beyond it is noticed. */
    char *text = malloc(size + 1);
    struct init_data data;
    const char *why;

    if (!text)
        abort();
    if (size)
        memcpy(text, input, size);
    if (init_data_read(text, size, key, 1700000000000, &data, &why))
        abort();
    free(text);
    return 0;
}
