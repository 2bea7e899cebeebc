// SPDX-License-Identifier: MIT
/*
 * sim_deeds.h: who did what.
 *
 * Every command that a guest sends and every thought of a bot is written down here. Each record
 * that becomes durable must be one of them, of the guest who sits on its seat, and none of them may
 * become two records.
 */
#ifndef HC_TESTS_UNIT_SIM_DEEDS_H
#define HC_TESTS_UNIT_SIM_DEEDS_H

#include "unit/sim_store.h"

enum { DEEDS_MAX = 4096 };

struct deed {
    uint8_t guest[HC_GUEST_BYTES]; /* all zero: a bot */
    char code[HC_ROOM_CODE_CHARS + 1];
    uint8_t seat; /* of the bot */
    uint32_t id;  /* as the guest has numbered it */
    struct hc_command command;
    uint32_t match; /* where it was done; 0: nowhere yet */
};

static struct {
    struct deed deed[DEEDS_MAX];
    unsigned count;
} deeds;

static void deeds_note(const uint8_t *guest, const char *code, unsigned seat, uint32_t id,
                       const struct hc_command *command)
{
    struct deed *deed = &deeds.deed[deeds.count++];

    must(deeds.count <= DEEDS_MAX, "too many commands for this test");
    *deed = (struct deed){.seat = (uint8_t)seat, .id = id, .command = *command};
    if (guest)
        memcpy(deed->guest, guest, HC_GUEST_BYTES);
    snprintf(deed->code, sizeof deed->code, "%s", code);
}

/* A bot plays on the seats of bots, and of people who are away where the settings let it. */
static bool is_from(const struct deed *deed, const struct hc_room *room, unsigned seat)
{
    static const uint8_t nobody[HC_GUEST_BYTES];

    if (memcmp(deed->guest, nobody, sizeof nobody))
        return !memcmp(deed->guest, room->seat[seat].guest, sizeof nobody);
    return deed->seat == seat && (room->seat[seat].who == HC_SEAT_BOT ||
                                  room->settings.byte[HC_ROOM_AWAY] == HC_AWAY_BOT);
}

/* Whether the guest has done something under this number in this match. */
static bool is_done(const struct deed *deed, uint32_t match)
{
    for (unsigned i = 0; i < deeds.count && deed->id; i++) {
        const struct deed *other = &deeds.deed[i];

        if (other->match == match && other->id == deed->id && !strcmp(other->code, deed->code) &&
            !memcmp(other->guest, deed->guest, HC_GUEST_BYTES))
            return true;
    }
    return false;
}

/* The number under which the seat remembers the command that led to this seq; 0: none. */
static uint32_t id_of(const struct hc_room *room, unsigned seat, uint32_t seq)
{
    for (unsigned i = 0; i < HC_ROOM_IDS; i++)
        if (room->seat[seat].id_seq[i] == seq && !room->seat[seat].id_refusal[i])
            return room->seat[seat].id[i];
    return 0;
}

/* Takes a request that a record can come from; with a number, only one that has this number. */
static bool take_deed(const struct hc_room *room, const struct hc_record *record, uint32_t id,
                      bool *twice)
{
    for (unsigned i = 0; i < deeds.count; i++) {
        struct deed *deed = &deeds.deed[i];

        if (deed->match || (id && deed->id != id) || strcmp(deed->code, room->code) ||
            !is_from(deed, room, record->seat) ||
            memcmp(&deed->command, &record->command, sizeof deed->command))
            continue;
        if (!is_done(deed, room->match)) {
            deed->match = room->match;
            return true;
        }
        *twice = true;
    }
    return false;
}

/* Finds who asked for a record. What has a number is done once. */
static void attribute(const struct hc_room *room, const struct hc_record *record, uint32_t seq)
{
    bool twice = false;
    uint32_t id;

    if (record->seat == HC_HOUSE)
        return;
    /* Its number is sure unless the seat has forgotten it, or remembers one of another match. */
    id = id_of(room, record->seat, seq);
    if ((id && take_deed(room, record, id, &twice)) || take_deed(room, record, 0, &twice))
        return;
    must(!twice, "one command was done twice");
    must(false, "somebody acted for another, or nobody did");
}

/* Goes through the records that are new in a room's log. */
static void scan_log(struct stored_room *kept)
{
    static struct hc_record record;

    if (!kept->log.size)
        return;
    if (!kept->scans) {
        must(hc_log_open(&kept->scan, kept->log.start, kept->log.size), "a log cannot be read");
        kept->scans = true;
        kept->scanned_seq = 0;
    }
    kept->scan.bytes = kept->log.start;
    kept->scan.size = kept->log.size;
    for (;;) {
        int more = hc_log_next(&kept->scan, &record);

        must(more >= 0, "a piece of a log cannot be read");
        if (!more)
            return;
        if (record.kind != HC_RECORD_COMMAND)
            continue;
        kept->scanned_seq += record.events.count;
        attribute(&kept->was, &record, kept->scanned_seq);
        seen.commands++;
    }
}

#endif
