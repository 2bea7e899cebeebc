// SPDX-License-Identifier: MIT
/*
 * think.c: bots think on libuv's pool of threads.
 *
 * A thought is given a view, and comes back with a command for the seq that it saw. If the table
 * has moved on meanwhile the room says so, and nothing happens.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "house/inside.h"

struct thought {
    uv_work_t work;
    struct house *house;
    char code[HC_ROOM_CODE_CHARS + 1];
    uint64_t number;
    const struct hc_bot *bot;
    struct hc_mind mind;
    struct hc_view view;
    struct hc_command command;
    unsigned seat;
};

static void on_work(uv_work_t *work)
{
    struct thought *thought = work->data;

    if (!hc_bot_turn(thought->bot, &thought->view, &thought->mind, &thought->command))
        thought->command.verb = HC_NONE;
}

static void free_thought(struct thought *thought)
{
    free(thought->mind.scratch);
    free(thought);
}

static void on_done(uv_work_t *work, int status)
{
    struct thought *thought = work->data;
    struct house *house = thought->house;
    struct house_room *at = registry_find(house, thought->code);
    char text[HC_COMMAND_CHARS] = "";
    struct hc_room_request request = {.verb = HC_DO_BOT_MOVE,
                                      .seat = (uint8_t)thought->seat,
                                      .seq = thought->view.seq,
                                      .text = text};

    house->counts.thinking--;
    if (!status && at && at->number == thought->number && !house->stopping) {
        if (thought->command.verb != HC_NONE)
            hc_command_print(thought->view.game, &thought->view.rules, &thought->command, text,
                             sizeof text);
        house->counts.bot_moves += *text != '\0';
        house_let(at, NULL, 0, &request);
    }
    free_thought(thought);
}

void think_begin(struct house_room *at, unsigned seat)
{
    const struct hc_room *room = &at->room;
    struct thought *thought = calloc(1, sizeof *thought);
    uint8_t key[HC_SEED_BYTES];
    uint32_t budget;

    if (!thought)
        return;
    thought->bot = hc_room_bot(room, seat, &budget);
    thought->house = at->house;
    thought->number = at->number;
    thought->seat = seat;
    thought->work.data = thought;
    if (!thought->bot) {
        free_thought(thought);
        return;
    }
    if (at->house->plan.bot_budget_max && budget > at->house->plan.bot_budget_max)
        budget = at->house->plan.bot_budget_max; /* the limit was wider when the bot sat down */
    memcpy(thought->code, room->code, sizeof thought->code);
    thought->mind.budget = budget;
    thought->mind.scratch_bytes =
        thought->bot->scratch_bytes ? thought->bot->scratch_bytes(budget) : 0;
    thought->mind.scratch = malloc(thought->mind.scratch_bytes + 1);
    randombytes_buf(key, sizeof key);
    hc_dice_open(&thought->mind.dice, key, 0, 0);
    hc_view(&room->table, seat, house_now_ms(), &thought->view);
    thought->mind.forget = room->settings.byte[HC_ROOM_BOT_FORGET];
    memcpy(thought->mind.key, at->secret + HC_SEED_BYTES, sizeof thought->mind.key);
    if (!thought->mind.scratch ||
        uv_queue_work(at->house->plan.loop, &thought->work, on_work, on_done)) {
        free_thought(thought);
        return;
    }
    at->house->counts.thinking++;
}
