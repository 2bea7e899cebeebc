// SPDX-License-Identifier: MIT
/*
 * bench_engine.c: how fast and how small the engine is, through its public header alone.
 *
 * The work that is timed is random legal play: ask what the awaited seat may do, choose one of all
 * commands with a cheap generator, submit it. Matches follow each other without a pause, and what
 * the house says (start, next) counts as a command too. Nothing is printed and no clock is read
 * within a stretch of a few thousand commands.
 *
 * Each measurement is a number of batches; a key is the median of its batches, and the same key
 * with _best is the batch that the machine disturbed least. The key with _undisturbed is the
 * fastest stretch: what the engine does while nothing else wants the processor. The key with
 * _foreseen is the same with one match over and over, which the processor soon knows by heart: what
 * is missing to it are the branches that random cards decide and nobody can foresee.
 */
#define _POSIX_C_SOURCE 200809L

#include <holecard.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BATCHES = 7,
    STRETCH = 4096, /* commands between two looks at the clock */
    TABLES = 256,   /* positions for what does not change a table */
    LOG_BYTES = 1 << 24,
    LOG_COMMIT = 100, /* records in a commit, as a busy server would make */
    RESULTS_MAX = 64,
};

struct result {
    const char *key, *unit;
    double value;
};

static struct result results[RESULTS_MAX];
static unsigned result_count;
static double batch_seconds = 0.5;

static void report(const char *key, double value, const char *unit)
{
    if (result_count < RESULTS_MAX)
        results[result_count++] = (struct result){key, unit, value};
}

static void fail(const char *what)
{
    fprintf(stderr, "bench_engine: %s\n", what);
    exit(1);
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *values, unsigned count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

/* ---- Play ---- */

/* One player of all seats of one table. */
struct play {
    struct hc_table *table;
    const struct hc_game *game;
    struct hc_rules rules;
    struct hc_command start, next;
    unsigned seats, opened;    /* opened: tables so far; each gets a seed of its own */
    uint64_t commands, rounds; /* rounds of this table */
    uint64_t all_rounds;
    uint64_t dice, again; /* again: the dice for the same match over and over; 0: always another */
    unsigned seat;        /* of the last command */
    struct hc_command command;
    struct hc_events events;
    uint8_t seed[HC_SEED_BYTES];
};

static inline uint32_t below(uint64_t *dice, uint32_t bound)
{
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return (uint32_t)((*dice >> 32) * bound >> 32);
}

static void open_table(struct play *play)
{
    play->opened += !play->again;
    play->dice = play->again ? play->again : play->dice;
    memcpy(play->seed, &play->opened, sizeof play->opened);
    if (hc_table_open(play->table, play->game, &play->rules, play->seats, play->seed))
        fail("the table cannot be opened");
    play->rounds = 0;
}

/* Memory that shares no line of the cache, nor a pair of lines, with anybody else's. */
static void *alone(size_t size)
{
    size_t whole = (size + 127) / 128 * 128;
    void *memory = aligned_alloc(128, whole);

    if (!memory)
        fail("there is not enough memory");
    return memset(memory, 0, whole);
}

static struct play *new_play(const char *game, const char *rules, unsigned seats, uint64_t dice)
{
    struct play *play = alone(sizeof *play);
    struct hc_problem why;

    play->table = alone(hc_table_bytes());
    play->game = hc_game_find(game);
    if (!play->game || !hc_rules_parse(play->game, rules, &play->rules, &why) ||
        !hc_house_command(play->game, HC_HOUSE_START, HC_NONE, &play->start) ||
        !hc_house_command(play->game, HC_HOUSE_NEXT, HC_NONE, &play->next))
        fail(why.text);
    play->seats = seats;
    play->dice = dice * 0x9e3779b97f4a7c15ull | 1;
    memcpy(play->seed + 8, &dice, sizeof dice);
    open_table(play);
    return play;
}

static void free_play(struct play *play)
{
    free(play->table);
    free(play);
}

/* One command of whoever is awaited, who must be somebody. */
static inline __attribute__((always_inline)) void step(struct play *play, unsigned awaited)
{
    struct hc_actions actions;

    play->seat = awaited;
    if (awaited == HC_HOUSE) {
        play->command = play->rounds ? play->next : play->start;
        play->rounds++;
        play->all_rounds++;
    } else {
        hc_actions(play->table, awaited, 0, &actions);
        hc_actions_at(&actions, below(&play->dice, actions.ways), &play->command);
    }
    if (hc_submit(play->table, awaited, &play->command, 0, &play->events))
        fail("an offered command was refused");
    play->commands++;
}

static void play_commands(struct play *play, uint64_t count)
{
    for (uint64_t end = play->commands + count; play->commands < end;) {
        unsigned awaited = hc_table_awaits(play->table);

        if (awaited == HC_NONE)
            open_table(play);
        else
            step(play, awaited);
    }
}

/* Plays for a time and returns how many seconds the fastest stretch took. */
static double play_for(struct play *play, double seconds)
{
    double start = seconds_now(), end = start + seconds, now = start, fastest = seconds;

    for (; now < end; start = now) {
        play_commands(play, STRETCH);
        now = seconds_now();
        fastest = now - start < fastest ? now - start : fastest;
    }
    return fastest;
}

/* ---- What is measured ---- */

struct keys {
    const char *per_s, *best, *undisturbed, *foreseen, *ns, *rounds;
};

static double foreseen(const char *game, const char *rules)
{
    struct play *play = new_play(game, rules, 4, 1);
    double fastest;

    play->again = play->dice;
    fastest = play_for(play, 4 * batch_seconds);
    free_play(play);
    return STRETCH / fastest;
}

static void bench_commands(const char *game, const char *rules, const struct keys *keys)
{
    struct play *play = new_play(game, rules, 4, 1);
    double rates[BATCHES], rounds[BATCHES], rate, fastest = play_for(play, batch_seconds / 4);

    for (unsigned i = 0; i < BATCHES; i++) {
        uint64_t commands = play->commands, begun = play->all_rounds;
        double start = seconds_now(), stretch = play_for(play, batch_seconds);
        double seconds = seconds_now() - start;

        fastest = stretch < fastest ? stretch : fastest;
        rates[i] = (double)(play->commands - commands) / seconds;
        rounds[i] = (double)(play->all_rounds - begun) / seconds;
    }
    rate = median(rates, BATCHES);
    report(keys->per_s, rate, "commands/s");
    report(keys->best, rates[BATCHES - 1], "commands/s");
    report(keys->undisturbed, STRETCH / fastest, "commands/s");
    report(keys->foreseen, foreseen(game, rules), "commands/s");
    report(keys->ns, 1e9 / rate, "ns");
    report(keys->rounds, median(rounds, BATCHES), "rounds/s");
    free_play(play);
}

/* Whole games of one round between two players, opening the table included. How many there are in a
 * second is reckoned from commands, since games differ much in length. */
static void bench_games(const char *rules, const char *per_s, const char *best,
                        const char *commands)
{
    struct play *play = new_play("shed", rules, 2, 2);
    double rates[BATCHES], length;
    uint64_t games = 0;

    for (unsigned i = 0; i < BATCHES; i++) {
        double start = seconds_now(), seconds;
        uint64_t before = play->commands;
        unsigned awaited;

        do {
            open_table(play);
            while ((awaited = hc_table_awaits(play->table)) != HC_NONE)
                step(play, awaited);
            games++;
            seconds = seconds_now() - start;
        } while (seconds < batch_seconds);
        rates[i] = (double)(play->commands - before) / seconds;
    }
    length = (double)play->commands / (double)games;
    report(per_s, median(rates, BATCHES) / length, "games/s");
    report(best, rates[BATCHES - 1] / length, "games/s");
    report(commands, length, "commands");
    free_play(play);
}

/* By the publisher's rules, and by those of the peer in bench/peers: no action card lies first, a
 * Wild Draw Four is always lawful, nobody calls. */
static void bench_both_games(void)
{
    bench_games("official match_mode=single", "shed_official_games_per_s",
                "shed_official_games_per_s_best", "shed_official_commands_per_game");
    bench_games("official match_mode=single first_action=redraw first_wild=reshuffle "
                "wd4_rule=free uno_call=false",
                "shed_games_per_s", "shed_games_per_s_best", "shed_commands_per_game");
}

/* Two threads begin together; what both have done in the time of a batch counts. */
struct runner {
    struct play *play; /* NULL: mere additions */
    pthread_barrier_t *together;
    double rate;
};

/* Additions that do not wait for each other, as many as a core can do at once: what a second thread
 * gains by them tells whether it has a core of its own, or a half of this one. Returns how many
 * stretches of them fit into a batch. */
static uint64_t add_up(void)
{
    uint64_t stretches = 0, a = 0, b = 0, c = 0, d = 0;
    double end = seconds_now() + batch_seconds;

    for (; seconds_now() < end; stretches++)
        for (unsigned i = 0; i < 16 * STRETCH; i++) {
            a++, b++, c++, d++;
            __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d)); /* each is really done */
        }
    return stretches;
}

static void *run(void *context)
{
    struct runner *runner = context;
    uint64_t commands = runner->play ? runner->play->commands : 0;
    double start;

    pthread_barrier_wait(runner->together);
    start = seconds_now();
    if (runner->play) {
        play_for(runner->play, batch_seconds);
        commands = runner->play->commands - commands;
    } else {
        commands = add_up();
    }
    runner->rate = (double)commands / (seconds_now() - start);
    return NULL;
}

static double run_threads(struct runner *runners, unsigned count)
{
    pthread_barrier_t together;
    pthread_t threads[2];
    double rate = 0;

    pthread_barrier_init(&together, NULL, count);
    for (unsigned i = 0; i < count; i++) {
        runners[i].together = &together;
        if (pthread_create(&threads[i], NULL, run, &runners[i]))
            fail("a thread cannot be started");
    }
    for (unsigned i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        rate += runners[i].rate;
    }
    pthread_barrier_destroy(&together);
    return rate;
}

/* One thread and two take turns, so that a busy machine hits both. */
static void bench_threads(void)
{
    struct runner runners[2] = {{.play = new_play("shed", "official", 4, 3)},
                                {.play = new_play("shed", "official", 4, 4)}};
    struct runner adders[2] = {{.play = NULL}, {.play = NULL}};
    double ratios[BATCHES], rates[BATCHES], added_ratios[BATCHES];

    for (unsigned i = 0; i < BATCHES; i++) {
        double one = run_threads(runners, 1), added_one;

        rates[i] = run_threads(runners, 2);
        ratios[i] = rates[i] / one;
        added_one = run_threads(adders, 1);
        added_ratios[i] = run_threads(adders, 2) / added_one;
    }
    report("threads_speedup", median(ratios, BATCHES), "times");
    report("threads_speedup_best", ratios[BATCHES - 1], "times");
    report("additions_speedup", median(added_ratios, BATCHES), "times");
    report("additions_speedup_best", added_ratios[BATCHES - 1], "times");
    report("threads_two_commands_per_s", median(rates, BATCHES), "commands/s");
    free_play(runners[0].play);
    free_play(runners[1].play);
}

/* Positions from the middle of play, each with a command that would be accepted. */
struct positions {
    uint8_t *tables; /* TABLES of them */
    size_t bytes;
    unsigned seats[TABLES];
    struct hc_command commands[TABLES];
};

static struct hc_table *position(const struct positions *positions, unsigned index)
{
    return (struct hc_table *)(void *)(positions->tables + index % TABLES * positions->bytes);
}

static void collect(struct positions *positions)
{
    struct play *play = new_play("shed", "official", 4, 5);
    struct hc_actions actions;

    positions->bytes = (hc_table_bytes() + 63) & ~(size_t)63;
    positions->tables = aligned_alloc(64, TABLES * positions->bytes);
    if (!positions->tables)
        fail("there is not enough memory");
    for (unsigned i = 0; i < TABLES;) {
        unsigned awaited;

        play_commands(play, 37);
        awaited = hc_table_awaits(play->table);
        if (awaited >= play->seats)
            continue;
        memcpy(position(positions, i), play->table, hc_table_bytes());
        hc_actions(play->table, awaited, 0, &actions);
        hc_actions_at(&actions, below(&play->dice, actions.ways), &positions->commands[i]);
        positions->seats[i++] = awaited;
    }
    free_play(play);
}

/* What is asked of one position; returns something that depends on the answer. */
typedef unsigned question(const struct positions *positions, unsigned index);

static unsigned ask_view(const struct positions *positions, unsigned index)
{
    struct hc_view view;

    hc_view(position(positions, index), index % 4, 0, &view);
    return view.face[0];
}

static unsigned ask_actions(const struct positions *positions, unsigned index)
{
    struct hc_actions actions;

    hc_actions(position(positions, index), positions->seats[index % TABLES], 0, &actions);
    return actions.ways;
}

static unsigned ask_may(const struct positions *positions, unsigned index)
{
    return hc_may(position(positions, index), positions->seats[index % TABLES],
                  &positions->commands[index % TABLES], 0);
}

static unsigned ask_json(const struct positions *positions, unsigned index)
{
    static char json[1 << 16];
    struct hc_view view;

    hc_view(position(positions, index), index % 4, 0, &view);
    return (unsigned)hc_view_json(&view, json, sizeof json);
}

static uint8_t *saved;

static unsigned ask_save(const struct positions *positions, unsigned index)
{
    return (unsigned)hc_table_save(position(positions, index), saved, hc_table_save_bytes());
}

static unsigned ask_save_load(const struct positions *positions, unsigned index)
{
    struct hc_problem why;
    size_t size = hc_table_save(position(positions, index), saved, hc_table_save_bytes());

    /* Loading writes what was there already. */
    if (!hc_table_load(position(positions, index), saved, size, &why))
        fail(why.text);
    return (unsigned)size;
}

/* Keeps the compiler from leaving out a question whose answer nobody reads. */
static volatile unsigned sink;

static void bench_question(const struct positions *positions, const char *key, question *ask)
{
    double times[BATCHES], seconds;

    for (unsigned i = 0; i < BATCHES; i++) {
        double start = seconds_now();
        unsigned asked = 0;

        do {
            for (unsigned end = asked + STRETCH; asked < end; asked++)
                sink += ask(positions, asked);
            seconds = seconds_now() - start;
        } while (seconds < batch_seconds / 5);
        times[i] = seconds * 1e9 / asked;
    }
    report(key, median(times, BATCHES), "ns");
}

static void bench_questions(void)
{
    struct positions positions;

    collect(&positions);
    saved = malloc(hc_table_save_bytes());
    if (!saved)
        fail("there is not enough memory");
    bench_question(&positions, "actions_ns", ask_actions);
    bench_question(&positions, "may_ns", ask_may);
    bench_question(&positions, "view_ns", ask_view);
    bench_question(&positions, "view_json_ns", ask_json);
    bench_question(&positions, "save_ns", ask_save);
    bench_question(&positions, "save_load_ns", ask_save_load);
    free(saved);
    free(positions.tables);
}

/* One match with its log; returns the bytes written. */
static size_t log_match(struct play *play, struct hc_log *log, uint8_t *storage)
{
    static const uint8_t salt[HC_SEED_BYTES] = {1};
    uint8_t commitment[HC_SEED_BYTES];
    unsigned awaited, records = 0;
    bool fits;

    open_table(play);
    hc_commitment(play->seed, salt, commitment);
    fits = hc_log_begin(log, storage, LOG_BYTES, play->table, commitment);
    while (fits && (awaited = hc_table_awaits(play->table)) != HC_NONE) {
        step(play, awaited);
        /* People take a second or so for a command. */
        fits = hc_log_add(log, play->commands * 1000, awaited, &play->command, &play->events) &&
               (++records % LOG_COMMIT || hc_log_seal(log));
    }
    if (!fits || !hc_log_reveal(log, play->seed, salt) || !hc_log_seal(log))
        fail("a match does not fit into its log");
    return log->used;
}

static void bench_log(const char *game, const char *rules, const char *key)
{
    struct play *play = new_play(game, rules, 4, 6);
    uint8_t *storage = malloc(LOG_BYTES);
    struct hc_log log;
    size_t bytes = 0;
    double start = seconds_now();

    if (!storage)
        fail("there is not enough memory");
    while (seconds_now() < start + batch_seconds)
        bytes += log_match(play, &log, storage);
    report(key, (double)bytes / (double)play->commands, "bytes");
    free(storage);
    free_play(play);
}

static void bench_verify(void)
{
    struct play *play = new_play("shed", "official", 4, 7);
    uint8_t *storage = malloc(LOG_BYTES);
    double written[BATCHES], verified[BATCHES], start, seconds;
    struct hc_problem why;
    struct hc_log log;

    if (!storage)
        fail("there is not enough memory");
    for (unsigned i = 0; i < BATCHES; i++) {
        uint64_t commands = play->commands;
        unsigned times = 0;

        start = seconds_now();
        log_match(play, &log, storage);
        written[i] = (seconds_now() - start) * 1e9 / (double)(play->commands - commands);
        start = seconds_now();
        do {
            if (hc_log_verify(storage, log.used, &why) != HC_HONEST)
                fail(why.text);
            times++;
            seconds = seconds_now() - start;
        } while (seconds < batch_seconds / 5);
        verified[i] = (double)(play->commands - commands) * times / seconds;
    }
    report("logged_ns_per_command", median(written, BATCHES), "ns");
    report("verify_commands_per_s", median(verified, BATCHES), "commands/s");
    free(storage);
    free_play(play);
}

/* ---- Output ---- */

static void print_results(void)
{
    for (unsigned i = 0; i < result_count; i++)
        printf("%-28s %16.*f  %s\n", results[i].key, results[i].value < 1000 ? 2 : 0,
               results[i].value, results[i].unit);
}

/* A reader never finds half a file. */
static void write_json(const char *path)
{
    size_t length = strlen(path);
    char *part = malloc(length + 6);
    FILE *file;

    if (!part)
        fail("there is not enough memory");
    memcpy(part, path, length);
    memcpy(part + length, ".part", 6);
    file = fopen(part, "w");
    if (!file)
        fail("the file of --json cannot be written");
    fputc('{', file);
    for (unsigned i = 0; i < result_count; i++)
        fprintf(file, "%s\n  \"%s\": %.6g", i ? "," : "", results[i].key, results[i].value);
    fputs("\n}\n", file);
    if (fclose(file) || rename(part, path))
        fail("the file of --json cannot be written");
    free(part);
}

static void measure_all(void)
{
    static const struct keys shed = {"shed_commands_per_s",
                                     "shed_commands_per_s_best",
                                     "shed_commands_per_s_undisturbed",
                                     "shed_commands_per_s_foreseen",
                                     "shed_ns_per_command",
                                     "shed_rounds_per_s"};
    static const struct keys two = {
        "two_commands_per_s",          "two_commands_per_s_best", "two_commands_per_s_undisturbed",
        "two_commands_per_s_foreseen", "two_ns_per_command",      "two_rounds_per_s"};
    static const struct keys null = {"null_commands_per_s",
                                     "null_commands_per_s_best",
                                     "null_commands_per_s_undisturbed",
                                     "null_commands_per_s_foreseen",
                                     "null_ns_per_command",
                                     "null_rounds_per_s"};

    bench_commands("shed", "official", &shed);
    bench_commands("two", "two", &two);
    bench_commands("null", "", &null);
    bench_both_games();
    bench_threads();
    bench_questions();
    bench_log("shed", "official", "log_bytes_per_command");
    bench_log("two", "two", "two_log_bytes_per_command");
    bench_verify();
    report("table_bytes", (double)hc_table_bytes(), "bytes");
    report("save_bytes_max", (double)hc_table_save_bytes(), "bytes");
}

/* Exactly so many commands and nothing else, for counting instructions. */
static int count_instructions(const char *game, const char *rules, const char *text)
{
    struct play *play;
    char *end;
    unsigned long long count = strtoull(text, &end, 10);

    if (!*text || *end) {
        fprintf(stderr, "bench_engine: \"%s\" is not a number of commands\n", text);
        return 2;
    }
    play = new_play(game, rules, 4, 1);
    play_commands(play, count);
    printf("%llu commands of %s\n", count, game);
    free_play(play);
    return 0;
}

int main(int argc, char **argv)
{
    const char *json = NULL;

    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--callgrind"))
            return count_instructions("shed", "official", argv[i + 1]);
        if (!strcmp(argv[i], "--callgrind-two"))
            return count_instructions("two", "two", argv[i + 1]);
        if (!strcmp(argv[i], "--json"))
            json = argv[i + 1];
        else if (!strcmp(argv[i], "--seconds") && atof(argv[i + 1]) > 0)
            batch_seconds = atof(argv[i + 1]);
        else
            argc = 0;
    }
    if (argc % 2 == 0) {
        fputs("usage: bench_engine [--json FILE] [--seconds OF-A-BATCH]\n"
              "       bench_engine --callgrind COMMANDS | --callgrind-two COMMANDS\n",
              stderr);
        return 2;
    }
    measure_all();
    print_results();
    if (json)
        write_json(json);
    return 0;
}
