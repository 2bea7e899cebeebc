// SPDX-License-Identifier: MIT
/* export.c: `holecard export FILE [-o OUT]` writes a saved match as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/file.h"
#include "files/logfile.h"
#include "tools/tools.h"

static const char help[] =
    "usage: holecard export FILE [-o OUT]\n\n"
    "Writes a saved match (- is standard input) as JSON, one record a line, to standard output\n"
    "or to the file OUT. Every tool here reads that form as well; docs/log-format.md explains it.\n"
    "The file shows every hand: it is for after the match.\n";

static int usage(const char *what)
{
    fprintf(stderr, "holecard export: %s; see holecard export --help\n", what);
    return STATUS_USAGE;
}

static bool print(const char *json, size_t length, struct hc_problem *why)
{
    if (fwrite(json, 1, length, stdout) == length && !fflush(stdout))
        return true;
    snprintf(why->text, sizeof why->text, "standard output cannot be written");
    return false;
}

static bool export_log(const char *path, const char *out)
{
    struct hc_problem why;
    struct logfile file;
    size_t length;
    char *json;
    bool ok;

    if (!logfile_read(path, &file, &why)) {
        fprintf(stderr, "holecard export: %s\n", why.text);
        return false;
    }
    json = logfile_json(&file, &length, &why);
    ok = json && (out ? file_write(out, json, length, &why) : print(json, length, &why));
    if (!ok)
        fprintf(stderr, "holecard export: %s%s%s\n", json ? "" : path, json ? "" : ": ", why.text);
    free(json);
    logfile_release(&file);
    return ok;
}

int tool_export(int argc, char **argv)
{
    const char *path = NULL, *out = NULL;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (!strcmp(argv[i], "-o")) {
            if (out || i + 1 == argc)
                return usage("-o takes the name of one file");
            out = argv[++i];
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return usage("the only option is -o OUT");
        } else if (path) {
            return usage("it takes one file at a time");
        } else {
            path = argv[i];
        }
    }
    if (!path)
        return usage("name a file");
    return export_log(path, out) ? STATUS_OK : STATUS_FAILED;
}
