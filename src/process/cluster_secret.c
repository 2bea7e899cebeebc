// SPDX-License-Identifier: MIT
/* cluster_secret.c: the secret is a text of some length; what is used is a hash of it. */
#include "process/cluster_secret.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_MIN = 16, SECRET_MAX = 1024 };

/* The first line of a file. */
static bool read_secret(const char *path, char text[SECRET_MAX], struct hc_problem *why)
{
    FILE *file = fopen(path, "re");
    bool ok = file && fgets(text, SECRET_MAX, file);

    if (file)
        fclose(file);
    if (ok)
        text[strcspn(text, "\r\n")] = '\0';
    else
        snprintf(why->text, sizeof why->text,
                 "the file that CLUSTER_SECRET_FILE names, %.80s, "
                 "cannot be read",
                 path);
    return ok;
}

bool cluster_take_secret(uint8_t secret[TRUNK_SECRET_BYTES], struct hc_problem *why)
{
    char *found = getenv("CLUSTER_SECRET"), text[SECRET_MAX] = "";
    const char *path = getenv("CLUSTER_SECRET_FILE");
    bool ok = true;

    if (found) {
        snprintf(text, sizeof text, "%s", found);
        sodium_memzero(found, strlen(found)); /* /proc shows the memory itself */
        unsetenv("CLUSTER_SECRET");
    } else if (path) {
        ok = read_secret(path, text, why);
    }
    if (ok && strlen(text) < SECRET_MIN) {
        ok = false;
        snprintf(why->text, sizeof why->text,
                 "--cluster needs CLUSTER_SECRET in the environment, or CLUSTER_SECRET_FILE: at "
                 "least %d characters that all processes know and nobody else does",
                 SECRET_MIN);
    }
    if (ok)
        trunk_secret(text, secret);
    sodium_memzero(text, sizeof text);
    return ok;
}
