// SPDX-License-Identifier: MIT
/* library.c: what dlopen and dlsym give, for a list of names. */
#include "files/library.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *file, const char *const *names, size_t count, void *functions)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL), *found = library;

    for (size_t i = 0; found && i < count; i++) {
        found = dlsym(library, names[i]);
        memcpy((char *)functions + i * sizeof found, &found, sizeof found);
    }
    return found;
}
