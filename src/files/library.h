// SPDX-License-Identifier: MIT
/*
 * library.h: shared libraries that are loaded when they are first used. Whoever does not use one
 * need not have it, nor wait for it and all that it brings along at every start.
 */
#ifndef HC_FILES_LIBRARY_H
#define HC_FILES_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Finds functions in a library: their addresses go into `functions`, a struct that has one pointer
 * to a function for each name and nothing else. False if the library or one of them is not there.
 */
bool library_load(const char *file, const char *const *names, size_t count, void *functions);

/* For a list of functions FUNCTIONS(X): members of such a struct, and their names. */
#define LIBRARY_MEMBER(name) __typeof__(name) *name;
#define LIBRARY_NAME(name)   #name,

#endif
