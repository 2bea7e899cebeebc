// SPDX-License-Identifier: MIT
/*
 * wasm.c: the door for browsers: the pure ring behind a handful of exported functions.
 *
 * One module instance hosts one table and its log. Text and bytes cross in two buffers whose
 * addresses the page asks for once; every call says how much it left there. Nothing else crosses:
 * no imports, no memory but the module's own.
 */
#include "holecard.h"

#include "core/memory.h"
#include "games/game.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

enum { IN_BYTES = 1 << 20, OUT_BYTES = 1 << 20, LOG_BYTES = 1 << 20 };

static uint8_t in[IN_BYTES], out[OUT_BYTES], log_bytes[LOG_BYTES];
static struct hc_table table;
static struct hc_log record;
static struct hc_events events;
static bool is_open;

void *wasm_in(void);
void *wasm_out(void);
int wasm_open(const uint8_t *seed, unsigned seats);
int wasm_submit(unsigned seat, double now_ms);
unsigned wasm_awaits(void);
unsigned wasm_ways(unsigned seat, double now_ms);
size_t wasm_action(unsigned seat, unsigned index, double now_ms);
size_t wasm_view(unsigned viewer, double now_ms);
size_t wasm_log(void);
int wasm_verify(size_t size);

/* Where the page writes what it says, and reads what it is told. */
EXPORT("in") void *wasm_in(void)
{
    return in;
}

EXPORT("out") void *wasm_out(void)
{
    return out;
}

static size_t say(const char *text)
{
    size_t length = hc_length(text);

    hc_copy(out, text, length + 1);
    return length;
}

/* Opens a table: `in` holds the game's name and the rules, each ended by a zero byte; the seed
 * stands at `seed`. Returns a refusal, with its reason in `out`. */
EXPORT("open") int wasm_open(const uint8_t *seed, unsigned seats)
{
    static const uint8_t nobody_knows[HC_SEED_BYTES];
    const char *name = (const char *)in, *rules_text;
    const struct hc_game *game;
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_rules rules;
    struct hc_problem why;
    enum hc_refusal refusal;

    in[IN_BYTES - 2] = in[IN_BYTES - 1] = 0;
    rules_text = name + hc_length(name) + 1;
    game = hc_game_find(name);
    is_open = false;
    if (!game || !hc_rules_parse(game, rules_text, &rules, &why)) {
        say(game ? why.text : "there is no such game");
        return HC_BAD_CONFIG;
    }
    refusal = hc_table_open(&table, game, &rules, seats, seed);
    if (refusal) {
        say(hc_refusal_sentence(refusal));
        return (int)refusal;
    }
    hc_commitment(seed, nobody_knows, commitment);
    is_open = hc_log_begin(&record, log_bytes, LOG_BYTES, &table, commitment);
    return HC_OK;
}

/* Submits the command in `in` for a seat (252 is the house). Returns a refusal, with its sentence
 * in `out`. */
EXPORT("submit") int wasm_submit(unsigned seat, double now_ms)
{
    struct hc_command command;
    struct hc_problem why;
    enum hc_refusal refusal = HC_BAD_PHASE;

    in[IN_BYTES - 1] = 0;
    if (is_open)
        refusal = hc_command_parse(hc_table_game(&table), hc_table_rules(&table), (const char *)in,
                                   &command, &why);
    if (!refusal)
        refusal = hc_submit(&table, seat, &command, (uint64_t)now_ms, &events);
    if (!refusal)
        is_open = hc_log_add(&record, (uint64_t)now_ms, seat, &command, &events);
    say(hc_refusal_sentence(refusal));
    return (int)refusal;
}

EXPORT("awaits") unsigned wasm_awaits(void)
{
    return is_open ? hc_table_awaits(&table) : HC_NONE;
}

/* How many commands a seat may give now, and command number `index` as text in `out`. */
EXPORT("ways") unsigned wasm_ways(unsigned seat, double now_ms)
{
    struct hc_actions actions = {0, 0, {{0}}};

    if (is_open)
        hc_actions(&table, seat, (uint64_t)now_ms, &actions);
    return actions.ways;
}

EXPORT("action") size_t wasm_action(unsigned seat, unsigned index, double now_ms)
{
    struct hc_actions actions = {0, 0, {{0}}};
    struct hc_command command;

    if (is_open)
        hc_actions(&table, seat, (uint64_t)now_ms, &actions);
    if (index >= actions.ways)
        return 0;
    hc_actions_at(&actions, index, &command);
    return hc_command_print(hc_table_game(&table), hc_table_rules(&table), &command, (char *)out,
                            OUT_BYTES);
}

/* What a seat may know (251 is a spectator), as JSON in `out`. */
EXPORT("view") size_t wasm_view(unsigned viewer, double now_ms)
{
    struct hc_view view;

    if (!is_open)
        return 0;
    hc_view(&table, viewer, (uint64_t)now_ms, &view);
    return hc_view_json(&view, (char *)out, OUT_BYTES);
}

/* The log so far, sealed, in `out`. */
EXPORT("log") size_t wasm_log(void)
{
    if (!is_open || !hc_log_seal(&record))
        return 0;
    hc_copy(out, record.bytes, record.used);
    return record.used;
}

/* Verifies the log in `in`: 0 honest, 1 not revealed, 2 not honest with the reason in `out`. */
EXPORT("verify") int wasm_verify(size_t size)
{
    struct hc_problem why;
    enum hc_verdict verdict = hc_log_verify(in, size < IN_BYTES ? size : IN_BYTES, &why);

    say(verdict == HC_HONEST ? "" : why.text);
    return (int)verdict;
}
