// SPDX-License-Identifier: MIT
/*
 * late.c: a table as it was some turns ago, for those who look on late.
 *
 * A room that is watched so has one such table. It only ever goes forward, fed by the room's log:
 * each event of a match is folded into it once, however many look on and however often they come.
 */
#include "house/house_inside.h"

struct late {
    struct hc_table table;
    struct hc_log_reader reader; /* stands behind the last record that was folded */
    uint32_t match;
};

/* Begins anew with the match that is played, or was last. */
static bool begin(struct house_room *room, struct late *late)
{
    struct hc_problem why;

    late->match = room->now->match;
    return hc_log_replay(room->log.bytes, room->log.used, 0, &late->table, NULL, NULL, &why) &&
           hc_log_open(&late->reader, room->log.bytes, room->log.used);
}

/* Folds one record. False at the end of the log. */
static bool fold_record(struct house *house, struct late *late)
{
    struct hc_record record;

    if (hc_log_next(&late->reader, &record) <= 0)
        return false;
    if (record.kind != HC_RECORD_COMMAND)
        return true;
    for (const struct hc_event *event = hc_event_first(&record.events); event;
         event = hc_event_next(&record.events, event)) {
        hc_table_apply(&late->table, event);
        house->counts.late_events++;
    }
    return true;
}

const struct hc_table *late_table(struct house_room *room, uint32_t seq)
{
    struct house *house = room->house;
    struct late *late = room->late;

    if (!late) {
        late = room->late = house_new(house, sizeof *late);
        late->match = 0;
    }
    if ((late->match != room->now->match || hc_table_seq(&late->table) > seq) &&
        !begin(room, late)) {
        late->match = 0;
        return NULL;
    }
    /* The log may be longer than it was, and elsewhere in memory. */
    late->reader.bytes = room->log.bytes;
    late->reader.size = room->log.used;
    /* A turn begins behind a whole record. */
    while (hc_table_seq(&late->table) < seq)
        if (!fold_record(house, late))
            return NULL;
    return &late->table;
}
