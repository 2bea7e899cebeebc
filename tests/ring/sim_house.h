// SPDX-License-Identifier: MIT
/*
 * sim_house.h: a house in a simulated world: it is opened, its rooms are loaded, its bots think
 * late, and its questions are answered.
 */
#ifndef HC_TESTS_RING_SIM_HOUSE_H
#define HC_TESTS_RING_SIM_HOUSE_H

#include "ring/sim_clock.h"
#include "ring/sim_memory.h"

enum { THOUGHTS = 32, QUESTIONS = 16 };

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

/* Whoever keeps account of who did what is told what a bot is about to do. */
static void note_bot(const struct house_thought *thought, const struct hc_command *command);

static void deliver(unsigned index)
{
    struct waiting_thought waiting = thoughts.waiting[index];

    thoughts.waiting[index] = thoughts.waiting[--thoughts.count];
    if (waiting.command.verb != HC_NONE && is_in_time(&waiting.thought))
        note_bot(&waiting.thought, &waiting.command);
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

/* ---- Opening --------------------------------------------------------------------------------- */

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

#endif
