// SPDX-License-Identifier: MIT
/*
 * test_house_sim.c: the house among people, clocks and a store that do everything wrong, in one
 * thread and from one seed.
 *
 * Each seed makes a world: a house (src/house itself), a handful of rooms with random rules and
 * settings, guests at their lines (sim_guests.h), bots that think late, clocks that jump, and a
 * store that fails, is late, is full, loses single rooms, and dies between any two steps
 * (sim_store.h). After every step everything that the design promises is checked (sim_checks.h,
 * sim_witness.h, sim_acts.h). In the end the world becomes kind: every room must then go on, and
 * come to its end when everybody has gone home.
 *
 * Everything that houses say in each of the first worlds is also folded into a number
 * (signatures.h).
 *
 * HC_SEED is the first seed, and HC_WORLDS how many there are. Start reading with run_world and
 * one_step.
 */
#include "seed.h"
#include "signatures.h"
#include "ring/sim_acts.h"
#include "ring/sim_checks.h"
#include "ring/sim_guests.h"
#include "ring/sim_house.h"
#include "ring/sim_memos.h"

enum {
    SEEDS = 500, /* every counter of what was seen moves; `make soak` goes on from there */
    STEPS = 140,
    HOME_MAX = 200000,
    KIND_ROUNDS = 40,
};

static uint64_t base_seed, seeds;

/* The worlds that have a signature: those with the seeds from 1 on. */
enum { SIGNED_WORLDS = 100 };
static const char *const subject_names[] = {"all that the house says"};

/* ---- Dying ----------------------------------------------------------------------------------- */

static void reopen(void)
{
    for (unsigned i = 0; i < LINES; i++)
        people.line[i].open = false;
    house_close(house);
    memory_check_empty();
    store_dies();
    asked.count = 0; /* thoughts may still come */
    if (one_in(4))
        wall_ms += below(4) ? below(100000) : DAY_MS;
    open_house();
    memos_reopened();
    for (unsigned i = 0; i < store.rooms; i++)
        if (!store.room[i].gone)
            load_room(&store.room[i]);
    check_everything();
}

/* The house is told to stop, and everything that waits is stored, told and answered first. */
static void stop(void)
{
    house_stop(house);
    seen.stops++;
    for (unsigned i = 0; !house_is_quiet(house); i++) {
        must(i < 100, "a house that stops is never quiet");
        step++;
        store_works(true);
        store_answers(true);
        check_everything();
    }
    for (unsigned i = 0; i < LINES; i++)
        must(!people.line[i].open || !people.line[i].requests,
             "a house has stopped and owes an answer");
    memos_check_all_stored();
    reopen();
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void somebody_acts(void)
{
    struct line *line = &people.line[below(LINES)];

    if (!line->open) {
        unsigned guest = below(PEOPLE);

        if (guest == NOBODY && below(4))
            guest = below(GUESTS);
        if (lines_of(guest) < 3)
            open_line(line, guest);
        return;
    }
    /* Mostly somebody does something who can. */
    for (unsigned i = 0; i < LINES && below(4) && !(line->open && some_choice(line)); i++)
        line = &people.line[(line - people.line + 1) % LINES];
    if (line->open)
        be_guest(line);
}

static void one_step(void)
{
    switch (below(40)) {
    case 0:
        if (one_in(3)) {
            seen.restarts++;
            reopen();
        } else if (one_in(8)) {
            stop();
        }
        break;
    case 1:
        if (one_in(2))
            jump();
        break;
    case 2:
        pass_time(one_in(4) ? below(4 * 3600000) : below(60000));
        break;
    default:
        pass_time(below(3) ? below(500) : below(5000));
        break;
    }
    for (unsigned i = 1 + below(4); i-- > 0;)
        somebody_acts();
    memos_write();
    bots_think(false);
    tick();
    store_works(false);
    store_answers(false);
    check_everything();
    fold(&(uint64_t){house_due(house)}, sizeof(uint64_t));
    fold(house_counts(house), sizeof *house_counts(house));
}

/* ---- A kind world ---------------------------------------------------------------------------- */

/* The store works, bots answer at once, and nobody vanishes. */
static void settle_down(void)
{
    people.shy = false;
    for (unsigned i = 0; i < 400; i++) {
        step++;
        tick();
        bots_think(true);
        store_works(true);
        store_answers(true);
        if (house_due(house) > wall_ms && !house->shard->dirty && !thoughts.count && !house->ready)
            break;
        must(i < 399, "the house does not come to rest");
    }
    check_everything();
}

/* Whoever is waited for can do what is waited for. */
static void do_duty(struct line *line, const struct house_mine *mine)
{
    const char *code = mine->room.code;
    const struct memory_of_room *memory = NULL;
    struct frame frame;

    for (unsigned i = 0; i < line->memories; i++)
        if (line->memory[i].number == mine->room.number)
            memory = &line->memory[i];
    must(memory != NULL, "a player does not see the table");
    if (mine->room.asks != HC_ASK_NOTHING && mine->room.asks != HC_ASK_END) {
        agree(line, code);
    } else if (mine->room.stage == HC_ROOM_LOBBY) {
        ask_room(line, code, plain(HC_DO_START, HC_NONE, NULL));
    } else {
        must(memory->has_view && memory->view.actions.ways > 0,
             "a room waits for somebody who can do nothing");
        choose_command(memory, &frame);
        frame.id = ++people.guest[line->guest].next_id;
        ask_act(line, &frame);
    }
}

/* And then the room goes on. A lobby may have to wait for more people. */
static void must_go_on(unsigned guest, const struct house_mine *mine)
{
    const struct house_room *room = room_by_number(mine->room.number);
    struct hc_room was = *now_of(room);

    do_duty(&people.line[guest], mine);
    settle_down();
    room = room_by_number(mine->room.number);
    must(!room || was.stage == HC_ROOM_LOBBY || !same_essence(&was, now_of(room)),
         "somebody did what was waited for, and nothing has happened");
}

static void everybody_comes_back(void)
{
    struct house_mine mine[STORE_ROOMS];
    struct line *line;
    unsigned count;

    for (unsigned g = 0; g < GUESTS; g++) {
        line = &people.line[g];
        if (line->open)
            close_line(line);
        open_line(line, g);
        for (count = 0; house_mine(house, people.guest[g].id, count, &mine[count]);)
            count++;
        while (count)
            enter(line, mine[--count].room.code);
    }
    settle_down();
}

static void everybody_plays(void)
{
    struct house_mine mine;

    for (unsigned round = 0; round < KIND_ROUNDS; round++) {
        for (unsigned g = 0; g < GUESTS; g++)
            for (unsigned i = 0; house_mine(house, people.guest[g].id, i, &mine); i++) {
                if (mine.my_turn)
                    must_go_on(g, &mine);
            }
        pass_time(1000);
        settle_down();
    }
}

/* Every request was answered. */
static void check_answered(void)
{
    for (unsigned i = 0; i < LINES; i++)
        must(!people.line[i].open || !people.line[i].requests, "a request was never answered");
}

/* Nobody is left: every room must come to its end by itself. */
static void everybody_goes_home(void)
{
    for (unsigned i = 0; i < LINES; i++)
        if (people.line[i].open)
            close_line(&people.line[i]);
    for (unsigned i = 0; house->counts.rooms; i++) {
        uint64_t due_ms = house_due(house);

        must(i < HOME_MAX, "rooms without people do not come to an end");
        must(due_ms != HC_ROOM_NEVER || house->shard->dirty || thoughts.count,
             "a room without people waits for ever");
        if (due_ms != HC_ROOM_NEVER && due_ms > wall_ms)
            pass_time(due_ms - wall_ms);
        step++;
        tick();
        bots_think(true);
        store_works(true);
        check_turns(); /* none may begin and be over unnoticed */
        if (one_in(16))
            check_everything();
    }
}

/* ---- A whole world --------------------------------------------------------------------------- */

static void begin_world(void)
{
    uint8_t bytes[HC_SEED_BYTES];

    hc_seed_from_number(seed, bytes);
    hc_dice_open(&dice, bytes, 7, 0);
    hc_dice_open(&fate, bytes, 8, 0);
    memos_begin(seed > SIGNED_WORLDS);
    signature = 0;
    memset(&people, 0, sizeof people);
    acts.count = court.promises = 0;
    for (unsigned i = 0; i < STORE_ROOMS; i++)
        court.witness[i].room = 0;
    thoughts.count = asked.count = 0;
    memset(clocks, 0, sizeof clocks);
    step = 0;
    wall_ms = 100 * YEAR_MS;
    steady_us = 1;
    people.shy = one_in(2);
    for (unsigned g = 0; g < PEOPLE; g++) {
        snprintf(people.guest[g].name, sizeof people.guest[g].name, "guest %u", g);
        if (g != NOBODY)
            memset(people.guest[g].id, (int)(g + 1), HC_GUEST_BYTES);
    }
    open_house();
}

static void run_world(void)
{
    unsigned steps = STEPS;

    begin_world();
    while (steps--) {
        step++;
        one_step();
    }
    store.full_until = 0;
    settle_down();
    check_answered();
    if (below(2)) {
        everybody_comes_back();
        everybody_plays();
        check_answered();
    }
    everybody_goes_home();
    pass_time(2000);
    store_works(true);
    memos_check_all_stored();
    check_all_promises();
    house_close(house);
    memory_check_empty();
    store_clear();
}

/* A simulator in which something never happens proves nothing about it. */
static void check_seen(void)
{
    const unsigned long *count = (const unsigned long *)&seen;

    for (size_t i = 0; i < sizeof seen / sizeof *count; i++)
        if (!count[i])
            fail_msg("counter %zu of what was seen is zero", i);
}

static void houses_keep_their_promises(void **state)
{
    (void)state;
    signatures_open("test_house_sim", subject_names, 1);
    for (uint64_t i = 0; i < seeds; i++) {
        char name[40];

        seed = base_seed + i;
        run_world();
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        if (seed <= SIGNED_WORLDS)
            signatures_add(name, "a world", &signature);
    }
    signatures_close();
    printf("%lu rooms, %lu commands, %lu matches, %lu restarts, %lu stops\n"
           "store: %lu failures, %lu rooms lost, %lu overflows, %lu late, %lu twice, "
           "%lu not stored\n"
           "people: %lu refused, %lu repeats, %lu chats, %lu late views, %lu closed when told, "
           "%lu forgotten\n"
           "%lu thoughts, %lu questions, %lu jumps; ended: %lu by people, %lu by the house; %lu "
           "memos\n",
           seen.rooms, seen.commands, seen.matches, seen.restarts, seen.stops, seen.failures,
           seen.lost, seen.overflows, seen.late, seen.twice, seen.not_stored, seen.refused,
           seen.repeats, seen.chats, seen.late_views, seen.closings, seen.forgotten, seen.thoughts,
           seen.questions, seen.jumps, seen.agreed_ends, seen.house_ends, seen.memos);
    if (seeds >= SEEDS)
        check_seen();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(houses_keep_their_promises),
    };

    base_seed = test_seed();
    seeds = test_worlds(SEEDS);
    sim_name = "test_house_sim";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
