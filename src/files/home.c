// SPDX-License-Identifier: MIT
/* home.c: the folders for settings and for matches at home. */
#include "files/home.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The specification says that a path which does not begin at the root is to be ignored. */
static bool find(const char *variable, const char *below_home, const char *folder,
                 char path[HOME_PATH_CHARS])
{
    const char *base = getenv(variable), *home = getenv("HOME");
    int length;

    if (base && *base == '/')
        length = snprintf(path, HOME_PATH_CHARS, "%s/%s", base, folder);
    else if (home && *home == '/')
        length = snprintf(path, HOME_PATH_CHARS, "%s/%s/%s", home, below_home, folder);
    else
        return false;
    return length < HOME_PATH_CHARS;
}

bool home_settings(char path[HOME_PATH_CHARS])
{
    return find("XDG_CONFIG_HOME", ".config", "holecard", path);
}

bool home_state(char path[HOME_PATH_CHARS])
{
    return find("XDG_STATE_HOME", ".local/state", "holecard", path);
}

bool home_tokens(char path[HOME_PATH_CHARS])
{
    return find("XDG_STATE_HOME", ".local/state", "holecard/tokens", path);
}

bool home_make(const char *path)
{
    char part[HOME_PATH_CHARS];
    struct stat found;

    for (size_t i = 1; path[i - 1]; i++) {
        if (path[i] != '/' && path[i])
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0700) && errno != EEXIST)
            return false;
    }
    if (stat(path, &found))
        return false;
    errno = ENOTDIR;
    return S_ISDIR(found.st_mode);
}
