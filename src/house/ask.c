// SPDX-License-Identifier: MIT
/*
 * ask.c: questions to the store, and their way back to the loop.
 *
 * on_report() runs on the store's thread: it copies the report and leaves it in a list, under the
 * house's lock. ask_report() takes the list on the loop's thread. A wish to be forgotten is held
 * until the commit that takes the guest out of lobbies is over. Start reading at house_ask().
 */
#include "house/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/inside.h"

struct ask {
    struct ask *next; /* in the list of those held, or of those answered */
    struct house *house;
    struct ask_plan plan;
    uint8_t guest[HC_GUEST_BYTES];
    char game[STORE_GAME_CHARS];
    uint64_t after; /* held until so many commits are over */
    struct store_report report;
    char sentence[HC_PROBLEM_CHARS];
    void *copy; /* what the report points to */
};

/* ---- On the store's thread ------------------------------------------------------------------ */

static bool copy_part(struct ask *ask, const void *from, size_t size)
{
    ask->copy = malloc(size + 1);
    if (ask->copy && size)
        memcpy(ask->copy, from, size);
    return ask->copy != NULL;
}

static void copy_report(struct ask *ask, const struct store_report *from)
{
    struct store_report *to = &ask->report;
    bool enough = true;

    *to = (struct store_report){.outcome = from->outcome, .size = from->size, .count = from->count};
    snprintf(ask->sentence, sizeof ask->sentence, "%s", from->sentence ? from->sentence : "");
    if (from->bytes) {
        enough = copy_part(ask, from->bytes, from->size);
        to->bytes = ask->copy;
    } else if (from->row) {
        enough = copy_part(ask, from->row, from->count * sizeof *from->row);
        to->row = ask->copy;
    } else if (from->match) {
        enough = copy_part(ask, from->match, from->count * sizeof *from->match);
        to->match = ask->copy;
    }
    if (!enough) {
        *to = (struct store_report){.outcome = STORE_FAILED};
        snprintf(ask->sentence, sizeof ask->sentence, "there is not enough memory");
    }
    to->sentence = ask->sentence;
}

static void on_report(void *context, const struct store_report *report)
{
    struct ask *ask = context;
    struct house *house = ask->house;

    copy_report(ask, report);
    uv_mutex_lock(&house->lock);
    ask->next = house->answered;
    house->answered = ask;
    uv_mutex_unlock(&house->lock);
    uv_async_send(&house->report);
}

/* ---- On the loop's thread ------------------------------------------------------------------- */

static bool push(struct ask *ask)
{
    struct store *store = ask->house->plan.store;
    const struct ask_plan *plan = &ask->plan;

    switch (plan->kind) {
    case ASK_LOG:
        return store_log(store, plan->room, plan->number, on_report, ask);
    case ASK_STATISTICS:
        return store_statistics(store, ask->guest, on_report, ask);
    case ASK_LEADERS:
        return store_leaders(store, ask->game, plan->first, plan->count, on_report, ask);
    case ASK_HISTORY:
        return store_history(store, ask->guest, plan->first, plan->count, on_report, ask);
    case ASK_FORGET:
        return store_forget(store, ask->guest, on_report, ask);
    }
    return false;
}

static void free_ask(struct ask *ask)
{
    ask->house->asks--;
    free(ask->copy);
    free(ask);
}

static void leave_lobbies(struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    for (size_t i = 0; i < house->slots; i++) {
        struct house_room *at = house->slot[i];
        struct hc_room_request request = {.verb = HC_DO_LEAVE, .seat = HC_NONE};

        if (!at || at->gone || at->room.stage != HC_ROOM_LOBBY ||
            hc_room_seat_of(&at->room, guest) == HC_NONE)
            continue;
        memcpy(request.guest, guest, sizeof request.guest);
        house_let(at, NULL, 0, &request);
    }
}

/* Whether something has to be durable first; then it waits for the commits of it. */
static bool hold(struct ask *ask)
{
    struct house *house = ask->house;

    if (ask->plan.kind != ASK_FORGET)
        return false;
    leave_lobbies(house, ask->guest);
    if (!house->busy && !house->collecting.first)
        return false;
    ask->after = house->counts.commits + house->busy + (house->collecting.first != NULL);
    ask->next = house->held;
    house->held = ask;
    return true;
}

struct ask *house_ask(struct house *house, const struct ask_plan *plan)
{
    struct ask *ask =
        house->asks < HOUSE_ASKS_MAX && !house->stopping ? calloc(1, sizeof *ask) : NULL;

    if (!ask)
        return NULL;
    ask->house = house;
    ask->plan = *plan;
    if (plan->guest)
        memcpy(ask->guest, plan->guest, sizeof ask->guest);
    if (plan->game)
        snprintf(ask->game, sizeof ask->game, "%s", plan->game);
    house->asks++;
    if (!hold(ask) && !push(ask)) {
        free_ask(ask);
        return NULL;
    }
    return ask;
}

void house_ask_cancel(struct ask *ask)
{
    ask->plan.done = NULL;
}

static void answer(struct ask *ask)
{
    if (ask->plan.done)
        ask->plan.done(ask->plan.context, &ask->report);
    free_ask(ask);
}

void ask_turn(struct house *house)
{
    struct ask **link = &house->held;

    while (*link) {
        struct ask *ask = *link;

        if (ask->after > house->counts.commits) {
            link = &ask->next;
            continue;
        }
        *link = ask->next;
        if (!push(ask)) {
            ask->report = (struct store_report){.outcome = STORE_FAILED,
                                                .sentence = "the store has too much to do"};
            answer(ask);
        }
    }
}

void ask_report(struct house *house)
{
    struct ask *list, *next;

    uv_mutex_lock(&house->lock);
    list = house->answered;
    house->answered = NULL;
    uv_mutex_unlock(&house->lock);
    for (; list; list = next) {
        next = list->next;
        answer(list);
    }
}

void ask_end(struct house *house)
{
    for (struct ask *ask = house->held, *next; ask; ask = next) {
        next = ask->next;
        free_ask(ask);
    }
    for (struct ask *ask = house->answered, *next; ask; ask = next) {
        next = ask->next;
        free_ask(ask);
    }
    house->held = house->answered = NULL;
}
