// SPDX-License-Identifier: MIT
/*
 * missed.c: what happened at a table while somebody was not there, from the room's log.
 *
 * The match is played through once more, on a table of its own, so that each event is seen by the
 * viewer as it was seen by everybody else right after it. Nothing is told that is not durable: the
 * log may be ahead of the moment that is told.
 */
#include "house/house_inside.h"

/* Folds a record, and gives the events with numbers above `first` up to `last`. */
static void see_record(struct hc_table *table, const struct hc_record *record, uint32_t first,
                       uint32_t last, unsigned viewer, house_each_seen *each, void *context)
{
    for (const struct hc_event *event = hc_event_first(&record->events);
         event && hc_table_seq(table) < last; event = hc_event_next(&record->events, event)) {
        struct hc_seen seen;

        hc_table_apply(table, event);
        if (hc_table_seq(table) <= first)
            continue;
        hc_event_see(table, event, viewer, &seen);
        each(context, &seen);
    }
}

void house_missed(const struct house_news *news, uint32_t since, uint32_t max,
                  house_each_seen *each, void *context)
{
    const struct scene *scene = &news->house->scene;
    const struct house_room *room = scene->room;
    uint32_t last = news->seq, first = last > max && since < last - max ? last - max : since;
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_problem why;
    struct hc_table table;

    if (!news->has_table || since >= last || !room->now ||
        scene->after->match != room->now->match ||
        !hc_log_replay(room->log.bytes, room->log.used, 0, &table, NULL, NULL, &why) ||
        !hc_log_open(&reader, room->log.bytes, room->log.used))
        return;
    while (hc_table_seq(&table) < last && hc_log_next(&reader, &record) > 0)
        if (record.kind == HC_RECORD_COMMAND)
            see_record(&table, &record, first, last, news->viewer, each, context);
}
