// SPDX-License-Identifier: MIT
/*
 * sim_acts.h: who did what.
 *
 * Every command that a guest sends and every thought of a bot is written down here. Each record
 * that becomes durable must be one of them, of the guest who sits on its seat, and none of them may
 * become two records.
 */
#ifndef HC_TESTS_RING_SIM_ACTS_H
#define HC_TESTS_RING_SIM_ACTS_H

#include "ring/sim_store.h"

enum { ACTS_MAX = 4096 };

struct act {
    uint8_t guest[HC_GUEST_BYTES]; /* all zero: a bot */
    char code[HC_ROOM_CODE_CHARS + 1];
    uint8_t seat; /* of the bot */
    uint32_t id;  /* as the guest has numbered it */
    struct hc_command command;
    uint32_t match; /* where it was done; 0: nowhere yet */
};

static struct {
    struct act act[ACTS_MAX];
    unsigned count;
} acts;

/* Bots that are left alone may play for long. What is done and has no number cannot be taken for
 * anything else any more. */
static void forget_done(void)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < acts.count; i++)
        if (!acts.act[i].match || acts.act[i].id)
            acts.act[kept++] = acts.act[i];
    acts.count = kept;
}

static void acts_note(const uint8_t *guest, const char *code, unsigned seat, uint32_t id,
                      const struct hc_command *command)
{
    struct act *act;

    if (acts.count == ACTS_MAX)
        forget_done();
    must(acts.count < ACTS_MAX, "too many commands for this test");
    act = &acts.act[acts.count++];
    *act = (struct act){.seat = (uint8_t)seat, .id = id, .command = *command};
    if (guest)
        memcpy(act->guest, guest, HC_GUEST_BYTES);
    snprintf(act->code, sizeof act->code, "%s", code);
}

static void note_bot(const struct house_thought *thought, const struct hc_command *command)
{
    acts_note(NULL, thought->code, thought->seat, 0, command);
}

/* A bot plays on the seats of bots, and of people who are away where the settings let it. */
static bool is_from(const struct act *act, const struct hc_room *room, unsigned seat)
{
    static const uint8_t nobody[HC_GUEST_BYTES];

    if (memcmp(act->guest, nobody, sizeof nobody))
        return !memcmp(act->guest, room->seat[seat].guest, sizeof nobody);
    return act->seat == seat && (room->seat[seat].who == HC_SEAT_BOT ||
                                 room->settings.byte[HC_ROOM_AWAY] == HC_AWAY_BOT);
}

/* Whether the guest has done something under this number in this match. */
static bool is_done(const struct act *act, uint32_t match)
{
    for (unsigned i = 0; i < acts.count && act->id; i++) {
        const struct act *other = &acts.act[i];

        if (other->match == match && other->id == act->id && !strcmp(other->code, act->code) &&
            !memcmp(other->guest, act->guest, HC_GUEST_BYTES))
            return true;
    }
    return false;
}

/* Takes a request that a record can come from: one that has this number, or any if it is NULL. */
static bool take_act(const struct hc_room *room, const struct hc_record *record, const uint32_t *id,
                     bool *twice)
{
    for (unsigned i = 0; i < acts.count; i++) {
        struct act *act = &acts.act[i];

        if (act->match || (id && act->id != *id) || strcmp(act->code, room->code) ||
            !is_from(act, room, record->seat) ||
            memcmp(&act->command, &record->command, sizeof act->command))
            continue;
        if (!is_done(act, room->match)) {
            act->match = room->match;
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
    /* Its number is sure unless the seat has forgotten it, or remembers one of another match. If it
     * has none, those without one come first: a number that was refused may be used again. */
    id = id_of(room, record->seat, seq);
    if (take_act(room, record, &id, &twice) || take_act(room, record, NULL, &twice))
        return;
    must(!twice, "one command was done twice");
    must(false, "somebody acted for another, or nobody did");
}

#endif
