// SPDX-License-Identifier: MIT
/* postgres_library.c: loads libpq once. */
#include "store/postgres_library.h"

#include <pthread.h>

struct postgres_functions libpq;
static bool is_there;

static void load(void)
{
    static const char *const names[] = {POSTGRES_FUNCTIONS(LIBRARY_NAME)};

    is_there = library_load("libpq.so.5", names, sizeof names / sizeof *names, &libpq);
}

bool postgres_library_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load);
    return is_there;
}
