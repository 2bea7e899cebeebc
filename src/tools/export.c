// SPDX-License-Identifier: MIT
/* export.c: `holecard export FILE [-o OUT]` writes a saved match as JSON. */
#include <stdio.h>
#include <stdlib.h>

#include "files/file.h"
#include "files/logfile.h"
#include "tools/tools.h"

static bool print(const char *json, size_t length, struct hc_problem *why)
{
    if (fwrite(json, 1, length, stdout) == length && !fflush(stdout))
        return true;
    snprintf(why->text, sizeof why->text, "standard output cannot be written");
    return false;
}

static int export_log(const char *path, const char *out)
{
    struct hc_problem why;
    struct logfile file;
    size_t length;
    char *json;
    bool ok;

    if (!logfile_read(path, &file, &why)) {
        fprintf(stderr, "holecard export: %s\n", why.text);
        return STATUS_UNREADABLE;
    }
    json = logfile_json(&file, &length, &why);
    ok = json && (out ? file_write(out, json, length, &why) : print(json, length, &why));
    if (!ok)
        fprintf(stderr, "holecard export: %s%s%s\n", json ? "" : path, json ? "" : ": ", why.text);
    free(json);
    logfile_release(&file);
    return ok ? STATUS_OK : STATUS_FAILED;
}

int tool_export(int argc, char **argv)
{
    const char *path, *out = NULL;
    const struct arg args[] = {
        {.value = "FILE", .text = &path, .needed = true},
        {"-o", "OUT", "write to that file instead of standard output", .text = &out},
    };
    const struct args_command command = {
        "export",
        "Writes a saved match (- is standard input) as JSON, one record a line. Every tool here "
        "reads that form as well; docs/log-format.md explains it. The file shows every hand: it is "
        "for after the match.",
        .args = args, .count = sizeof args / sizeof *args};
    int status;

    if (!args_read(&command, argc, argv, &status))
        return status;
    return export_log(path, out);
}
