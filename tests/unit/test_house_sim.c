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
 * Everything that houses say in the first worlds is also folded into a number, as in
 * test_signature.c. It says nothing about right and wrong, but that nothing has changed that was
 * not meant to: who changes something on purpose writes the new number down here.
 *
 * test_house_sim SEED [COUNT] repeats one seed, or COUNT of them from SEED on. Start reading with
 * run_world and one_step.
 */
#include "unit/sim_checks.h"
#include "unit/sim_guests.h"
#include "unit/sim_memory.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWLY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOWLY 1
#endif
#endif
#ifndef SLOWLY
#define SLOWLY 0
#endif

enum {
    SEEDS = SLOWLY ? 500 : 3000,
    STEPS = 140,
    THOUGHTS = 32,
    QUESTIONS = 16,
    HOME_MAX = 200000,
    KIND_ROUNDS = 40,
};

static uint64_t base_seed = 1, seeds = SEEDS;

/* Of that many worlds, from seed 1 on. */
enum { SIGNED_WORLDS = 100 };
static const uint64_t want_signature = 0xcfd87b23c7ccd7d5;

/* ---- Bots ------------------------------------------------------------------------------------ */

struct waiting_thought {
    struct house_thought thought;
    struct hc_command command;
    unsigned at_step;
};

static struct {
    struct waiting_thought waiting[THOUGHTS];
    unsigned count;
} thoughts;

static void think(struct waiting_thought *waiting, bool kind)
{
    static uint8_t scratch[1 << 20];

    must(house_think_bytes(&waiting->thought) <= sizeof scratch, "a bot thinks too long");
    fold(&(uint64_t){house_think_bytes(&waiting->thought)}, sizeof(uint64_t));
    house_think(&waiting->thought, scratch, &waiting->command);
    waiting->at_step = step + (kind || below(3) ? 0 : below(8));
}

/* Whether a bot may still do what it has thought: the table is as it was. A person who plays that
 * seat may come and go before the bot acts. */
static bool is_in_time(const struct house_thought *thought)
{
    const struct house_room *room = room_by_number(thought->room);

    return room && hc_table_seq(&now_of(room)->table) == thought->view.seq;
}

static void deliver(unsigned index)
{
    struct waiting_thought waiting = thoughts.waiting[index];

    thoughts.waiting[index] = thoughts.waiting[--thoughts.count];
    if (waiting.command.verb != HC_NONE && is_in_time(&waiting.thought))
        acts_note(NULL, waiting.thought.code, waiting.thought.seat, 0, &waiting.command);
    house_thought_done(house, &waiting.thought, &waiting.command);
    must(house_counts(house)->thinking <= THOUGHTS, "thoughts are counted wrongly");
    seen.thoughts++;
}

static void bots_think(bool kind)
{
    while (thoughts.count < THOUGHTS &&
           house_next_thought(house, &thoughts.waiting[thoughts.count].thought))
        think(&thoughts.waiting[thoughts.count++], kind);
    for (unsigned i = thoughts.count; i-- > 0;)
        if (i < thoughts.count && (kind || thoughts.waiting[i].at_step <= step))
            deliver(i);
}

/* ---- Questions ------------------------------------------------------------------------------- */

static struct {
    struct house_question question[QUESTIONS];
    unsigned count;
} asked;

static void answer_question(unsigned index)
{
    struct house_question question = asked.question[index];
    struct house_row row = {.matches = 1};
    struct house_match match = {.number = 1};
    struct house_records records = {.found = (enum house_found)below(3), .count = 1};
    const struct bytes *log = store_log(question.room, question.number);

    asked.question[index] = asked.question[--asked.count];
    records.row = &row;
    records.match = &match;
    if (question.kind == HOUSE_LOG && log) {
        records.log = log->start;
        records.log_size = log->size;
    }
    house_answer(house, question.id, &records);
    if (one_in(8))
        house_answer(house, question.id, &records);
    seen.questions++;
}

static void store_answers(bool kind)
{
    while (asked.count < QUESTIONS && house_next_question(house, &asked.question[asked.count]))
        asked.count++;
    while (asked.count && (kind || one_in(4)))
        answer_question(below(asked.count));
}

/* ---- Opening and dying ----------------------------------------------------------------------- */

static void open_house(void)
{
    static const size_t batch_bytes[] = {1, 700, 3000, 8 << 20};
    static const size_t log_bytes[] = {1600, 1 << 20, 1 << 20};
    struct house_plan plan = {.resize = memory_resize,
                              .entropy = memory_entropy,
                              .rooms_max = one_in(8) ? 16 : 2 + below(5),
                              .bot_budget_max = 20,
                              .rooms_open = 1 + below(4), /* so that others are packed */
                              .batch_bytes_max = batch_bytes[below(4)],
                              .log_bytes_max = log_bytes[below(3)]};

    house = house_open(&plan);
    must(house != NULL, "a house cannot be opened");
    store.verdicts = 0;
    tell_time();
}

/* What is loaded is what was stored, but for what is documented as not stored; and written again
 * it gives the same bytes, but for times that were put off. */
static void check_loaded(const struct stored_room *kept)
{
    static uint8_t bytes[HOUSE_ROOM_BYTES_MAX];
    struct house_room *room = room_by_number(kept->number);
    struct hc_room was = lasting(&kept->was), is = lasting(now_of(room)), put_off = *now_of(room);
    size_t size;

    must_in(room, !memcmp(&was, &is, sizeof is), "a restart has changed a room");
    now_of(room)->turn_ms = kept->was.turn_ms;
    now_of(room)->still_ms = kept->was.still_ms;
    now_of(room)->moved_ms = kept->was.moved_ms;
    now_of(room)->quiet_ms = kept->was.quiet_ms;
    now_of(room)->stage_ms = kept->was.stage_ms;
    size = saved_write(room, bytes, sizeof bytes);
    *now_of(room) = put_off;
    must_in(room, !memcmp(bytes, kept->bytes.start, 1 + 4 * HC_SEED_BYTES),
            "a restart has changed secrets");
    if (!kept->note.size)
        must_in(room, size == kept->bytes.size && !memcmp(bytes, kept->bytes.start, size),
                "a room that was loaded is saved otherwise");
    turn_is_unknown(kept->number);
    turn_of(kept->number)->since_restart_ms = 0;
}

/* The secret of a match that is played is not out. */
static void check_running_log(const struct stored_room *kept)
{
    struct hc_problem why;

    if (kept->was.stage == HC_ROOM_PLAYING)
        must(hc_log_verify(kept->log.start, kept->log.size, &why) == HC_UNREVEALED,
             "the log of a running match is not sound, or tells its secret");
}

/* As the first version stored a room whose match is over: with its log in the room's bytes. */
static struct bytes as_it_was_once(const struct stored_room *kept, const struct bytes *log)
{
    struct bytes whole = {NULL, 0};

    bytes_add(&whole, kept->bytes.start, kept->bytes.size);
    bytes_add(&whole, log->start, log->size);
    whole.start[0] = 1;
    return whole;
}

static void load_room(const struct stored_room *kept)
{
    struct bytes older = {NULL, 0};
    const struct stored_match *last = store_match(kept->number, store_last_match(kept->number));
    struct house_saved saved = {.room = kept->number,
                                .bytes = kept->bytes.start,
                                .size = kept->bytes.size,
                                .log = kept->log.start,
                                .log_size = kept->log.size,
                                .note = kept->note.start,
                                .note_size = kept->note.size,
                                .finished = last ? last->log.start : NULL,
                                .finished_size = last ? last->log.size : 0};
    struct hc_problem why = {.text = ""};

    check_running_log(kept);
    if (one_in(8)) { /* without enough memory it is as if nothing had been tried */
        blocks.fails_in = 1 + below(4);
        if (house_load(house, &saved, &why)) {
            blocks.fails_in = 0;
            check_loaded(kept);
            return;
        }
        blocks.fails_in = 0;
        must(!room_by_number(kept->number), "a room that could not be loaded is there");
    }
    if (kept->was.stage == HC_ROOM_FINISHED && last && one_in(2)) {
        older = as_it_was_once(kept, &last->log);
        saved.bytes = older.start;
        saved.size = older.size;
        saved.finished = NULL;
        saved.finished_size = 0;
    }
    if (!house_load(house, &saved, &why))
        must(false, why.text);
    bytes_clear(&older);
    check_loaded(kept);
}

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
        if (house_due(house) > wall_ms && !house->dirty && !thoughts.count && !house->ready)
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
        must(due_ms != HC_ROOM_NEVER || house->dirty || thoughts.count,
             "a room without people waits for ever");
        if (due_ms != HC_ROOM_NEVER && due_ms > wall_ms)
            pass_time(due_ms - wall_ms);
        step++;
        tick();
        bots_think(true);
        store_works(true);
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
    for (uint64_t i = 0; i < seeds; i++) {
        seed = base_seed + i;
        run_world();
        if (base_seed == 1 && seed == SIGNED_WORLDS && signature != want_signature)
            fail_msg("houses behave otherwise than they did: 0x%016llx",
                     (unsigned long long)signature);
    }
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

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(houses_keep_their_promises),
    };

    if (count > 1) {
        base_seed = strtoull(words[1], NULL, 10);
        seeds = count > 2 ? strtoull(words[2], NULL, 10) : 1;
    }
    printf("test_house_sim %llu %llu\n", (unsigned long long)base_seed, (unsigned long long)seeds);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
