// SPDX-License-Identifier: MIT
/*
 * fuzz_log_bytes.c: any bytes as a log. Nothing may crash; what can be read must say the same in
 * its JSON form; and a table that was folded from forged events can be looked at from every seat.
 */
#include <stdlib.h>
#include <string.h>

#include "files/logfile.h"
#include "table/table.h"

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void look(void *context, const struct hc_table *table, const struct hc_record *record,
                 const struct hc_event *event)
{
    unsigned viewer = *(unsigned *)context;
    char text[256];
    struct hc_seen seen;

    (void)record;
    hc_event_see(table, event, viewer, &seen);
    hc_seen_print(hc_table_game(table), hc_table_rules(table), &seen, text, sizeof text);
    hc_seen_json(hc_table_game(table), hc_table_rules(table), &seen, text, sizeof text);
    hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, viewer, NULL, NULL, text,
                sizeof text);
}

static void look_at_table(const struct hc_table *table, unsigned viewer)
{
    static char text[1 << 16];
    struct hc_view view;

    hc_view(table, viewer, 0, &view);
    hc_view_json(&view, text, sizeof text);
    hc_table_phase(table, HC_DIALECT_OWN);
    hc_table_awaits(table);
}

/* What the bytes say can be said in JSON, and comes back from there unchanged. */
static void come_back(const uint8_t *bytes, size_t size)
{
    struct logfile file = {.bytes = (uint8_t *)(uintptr_t)bytes, .size = size}, again;
    struct hc_problem why;
    size_t length;
    char *json = logfile_json(&file, &length, &why);

    if (!json)
        return;
    must(logfile_parse((uint8_t *)json, length, &again, &why));
    must(again.size == size && !memcmp(again.bytes, bytes, size));
    logfile_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const unsigned viewers[] = {0, 1, HC_SPECTATOR};
    unsigned viewer = viewers[size % 3];
    struct hc_problem why;
    struct hc_table table;

    if (hc_log_replay(bytes, size, UINT32_MAX, &table, look, &viewer, &why))
        look_at_table(&table, viewer);
    else
        must(why.text[0]);
    /* Also in the middle of a command. */
    if (hc_log_replay(bytes, size, (uint32_t)(size % 64), &table, NULL, NULL, &why))
        look_at_table(&table, viewer);
    must(hc_log_verify(bytes, size, &why) < HC_DISHONEST || why.text[0]);
    come_back(bytes, size);
    return 0;
}
