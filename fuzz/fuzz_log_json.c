// SPDX-License-Identifier: MIT
/*
 * fuzz_log_json.c: any text as the JSON form of a log. Nothing may crash; what is accepted gives
 * bytes that can be read, whose own JSON form gives the same bytes again.
 */
#include <stdlib.h>
#include <string.h>

#include "files/logfile.h"

static void must(bool fact)
{
    if (!fact)
        abort();
}

static uint8_t *copy_of(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size + 1);

    must(copy);
    memcpy(copy, bytes, size);
    copy[size] = 0;
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *text, size_t size)
{
    struct logfile file, again;
    struct hc_problem why;
    size_t length;
    char *json;

    if (logfile_parse(copy_of(text, size), size, &file, &why)) {
        json = logfile_json(&file, &length, &why);
        must(json);
        must(logfile_parse((uint8_t *)json, length, &again, &why));
        must(again.size == file.size && !memcmp(again.bytes, file.bytes, file.size));
        must(hc_log_verify(file.bytes, file.size, &why) < HC_DISHONEST || why.text[0]);
        logfile_release(&again);
    } else {
        must(why.text[0] && why.at <= size);
    }
    logfile_release(&file);
    return 0;
}
