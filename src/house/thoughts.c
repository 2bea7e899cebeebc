// SPDX-License-Identifier: MIT
/*
 * thoughts.c: bots are asked to think, by whoever has threads for it.
 *
 * A thought is given a view, and comes back with a command for the seq that it saw. If the table
 * has moved on meanwhile the room says so, and nothing happens.
 */
#include "house/house_inside.h"

void thoughts_want(struct house_room *room, unsigned seat, uint32_t seq)
{
    struct house *house = room->house;

    if (room->asked != seq)
        room->thinkers = 0;
    room->asked = seq;
    room->thinkers |= (uint16_t)(1u << seat);
    if (room->wanted)
        return;
    room->wanted = true;
    room->next_wanted = NULL;
    *house->wanted_end = room;
    house->wanted_end = &room->next_wanted;
}

static void take_out(struct house *house, struct house_room **link)
{
    struct house_room *room = *link;

    *link = room->next_wanted;
    if (house->wanted_end == &room->next_wanted)
        house->wanted_end = link;
    room->wanted = false;
    room->thinkers = 0;
}

void thoughts_forget_room(struct house_room *room)
{
    struct house_room **link = &room->house->wanted;

    if (!room->wanted)
        return;
    while (*link != room)
        link = &(*link)->next_wanted;
    take_out(room->house, link);
}

/* False if this seat has nothing to think about any more. */
static bool fill(struct house_room *room, unsigned seat, struct house_thought *thought)
{
    struct house *house = room->house;
    const struct hc_room *now = room->now;

    if (room->gone || now->stage != HC_ROOM_PLAYING || hc_table_seq(&now->table) != room->asked)
        return false;
    thought->bot = hc_room_bot(now, seat, &thought->budget);
    if (!thought->bot)
        return false;
    if (house->plan.bot_budget_max && thought->budget > house->plan.bot_budget_max)
        thought->budget = house->plan.bot_budget_max; /* it was wider when the bot sat down */
    thought->room = room->number;
    hc_copy(thought->code, now->code, sizeof thought->code);
    thought->seat = (uint8_t)seat;
    thought->forget = now->settings.byte[HC_ROOM_BOT_FORGET];
    hc_copy(thought->forget_key, room->secret + HC_SEED_BYTES, HC_SEED_BYTES);
    house->plan.entropy(house->plan.context, thought->dice_key, sizeof thought->dice_key);
    hc_view(&now->table, seat, house->now_ms, &thought->view);
    return true;
}

bool house_next_thought(struct house *house, struct house_thought *thought)
{
    while (house->wanted) {
        struct house_room *room = house->wanted;

        if (!room->thinkers || house->stopping) {
            take_out(house, &house->wanted);
            continue;
        }
        packing_open(room);
        for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
            if (!(room->thinkers >> s & 1))
                continue;
            room->thinkers &= (uint16_t) ~(1u << s);
            if (fill(room, s, thought)) {
                house->counts.thinking++;
                return true;
            }
        }
    }
    return false;
}

void house_thought_done(struct house *house, const struct house_thought *thought,
                        const struct hc_command *command)
{
    struct house_room *room = registry_find(house, thought->code);
    char text[HC_COMMAND_CHARS] = "";
    struct hc_room_request request = {
        .verb = HC_DO_BOT_MOVE, .seat = thought->seat, .seq = thought->view.seq, .text = text};

    if (house->counts.thinking) /* it may be of the house before this one */
        house->counts.thinking--;
    if (!room || room->gone || room->number != thought->room || house->stopping)
        return;
    packing_open(room);
    if (command->verb != HC_NONE)
        hc_command_print(thought->view.game, &thought->view.rules, command, text, sizeof text);
    house->counts.bot_moves += *text != '\0';
    house_decide(room, NULL, 0, &request, NULL);
}

size_t house_think_bytes(const struct house_thought *thought)
{
    return thought->bot->scratch_bytes ? thought->bot->scratch_bytes(thought->budget) : 0;
}

void house_think(const struct house_thought *thought, void *scratch, struct hc_command *command)
{
    struct hc_mind mind = {.budget = thought->budget,
                           .forget = thought->forget,
                           .scratch = scratch,
                           .scratch_bytes = house_think_bytes(thought)};

    hc_copy(mind.key, thought->forget_key, sizeof mind.key);
    hc_dice_open(&mind.dice, thought->dice_key, 0, 0);
    if (!hc_bot_turn(thought->bot, &thought->view, &mind, command))
        command->verb = HC_NONE;
}
