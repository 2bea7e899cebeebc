// SPDX-License-Identifier: MIT
/* only.c: part of every unit test: HC_TEST names the one function to run. * stands for any text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void choose_function(void)
{
    const char *pattern = getenv("HC_TEST");

    if (pattern)
        cmocka_set_test_filter(pattern);
}
