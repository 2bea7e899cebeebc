// SPDX-License-Identifier: MIT
/*
 * sim.c: `holecard sim` lets bots play many matches and counts.
 *
 * Match number i of a simulation with seed S is dealt and played from a hash of S and i alone, and
 * a tally is made of sums only, so the result depends neither on the number of threads nor on
 * which of them played which match.
 *
 * Who acts: the awaited seat, but before it every other seat, in the order of the seats after it,
 * may act out of turn (call UNO, catch, jump in): a thoughtful bot whenever it wants to, a blind
 * one with a chance of one in four. So people behave, and so every rule is used. Each command takes
 * one second of the table's own clock, which matters to rules with a time limit.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/sha256.h"
#include "games/game.h"
#include "table/table.h"
#include "tools/report.h"
#include "tools/tools.h"

enum {
    MATCHES_AT_ONCE = 16, /* that a thread takes; few enough for an even end, many to keep apart */
    PROGRESS_MS = 200,
    COMMAND_MS = 1000,
};

/* What all threads share. Everything but the two counters is read only while they run. */
struct work {
    const struct sim_plan *plan;
    struct hc_command start, next;
    bool out_of_turn; /* this game has commands that are given so */
    atomic_uint_least64_t taken, done;
    pthread_mutex_t lock; /* guards `running` */
    pthread_cond_t finished;
    unsigned running;
};

struct worker {
    struct work *work;
    struct sim_tally *tally;
    void *scratch; /* of the bots */
    pthread_t thread;
};

/* One match and everything that one step of it needs. */
struct match {
    const struct work *work;
    uint64_t number;
    uint32_t commands, rounds;
    unsigned seat; /* who acts in this step */
    struct hc_table table;
    struct hc_mind mind; /* of all bots */
    struct hc_actions actions;
    struct hc_view view;
    struct hc_events events;
    struct hc_command command;
};

static void seed_match(uint64_t seed, uint64_t number, uint8_t out[HC_SEED_BYTES])
{
    static const char tag[] = "holecard sim 1";
    struct hc_sha256 sha;
    uint8_t numbers[16];

    hc_store64(numbers, seed);
    hc_store64(numbers + 8, number);
    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, numbers, sizeof numbers);
    hc_sha256_end(&sha, out);
}

/* Lets a seat choose a command. False if it can do nothing now, or would rather wait. */
static bool ask(struct match *match, unsigned seat, uint64_t now_ms)
{
    const struct hc_bot *bot = match->work->plan->bots[seat];

    match->seat = seat;
    match->mind.budget = match->work->plan->budgets[seat];
    hc_actions(&match->table, seat, now_ms, &match->actions);
    if (!match->actions.ways)
        return false;
    if (!bot->blind) {
        hc_view(&match->table, seat, now_ms, &match->view);
        return hc_bot_turn(bot, &match->view, &match->mind, &match->command);
    }
    bot->choose(NULL, &match->actions, &match->mind, &match->command);
    return true;
}

/* Finds somebody who acts. Out of turn a thoughtful bot is always asked, a blind one by a coin,
 * which is thrown before its actions are asked for: that comes to the same and is cheaper. */
static bool choose(struct match *match, unsigned awaited, uint64_t now_ms)
{
    const struct sim_plan *plan = match->work->plan;
    uint64_t coins;

    if (!match->work->out_of_turn)
        return ask(match, awaited, now_ms);
    coins = hc_dice_word(&match->mind.dice);
    for (unsigned i = awaited + 1; i != awaited + plan->seats; i++, coins >>= 2) {
        unsigned seat = i < plan->seats ? i : i - plan->seats;

        if ((!plan->bots[seat]->blind || !(coins & 3)) && ask(match, seat, now_ms))
            return true;
    }
    return ask(match, awaited, now_ms);
}

/* Keeps the trouble of the match with the lowest number, whoever meets it first. */
static void note_trouble(const struct match *match, struct sim_tally *tally, const char *what)
{
    const struct sim_plan *plan = match->work->plan;
    char command[HC_COMMAND_CHARS];

    if (tally->trouble_match && tally->trouble_match <= match->number)
        return;
    hc_command_print(plan->game, &plan->rules, &match->command, command, sizeof command);
    tally->trouble_match = match->number;
    snprintf(tally->trouble, sizeof tally->trouble,
             "match %llu, command %u, seat %u (the first is 0) in %s: \"%s\": %s",
             (unsigned long long)match->number, match->commands + 1, match->seat,
             hc_table_phase(&match->table, HC_DIALECT_OWN), command, what);
}

/* One command. False if there was none or it was refused, which ends the match. */
static bool step(struct match *match, unsigned awaited, struct sim_tally *tally)
{
    uint64_t now_ms = (uint64_t)match->commands * COMMAND_MS;
    enum hc_refusal refusal;

    if (awaited == HC_HOUSE) {
        match->seat = HC_HOUSE;
        match->command = match->rounds ? match->work->next : match->work->start;
        match->rounds++;
    } else {
        if (!choose(match, awaited, now_ms)) {
            tally->dead_ends++;
            note_trouble(match, tally, "was the last command; the seat can do nothing now");
            return false;
        }
    }
    refusal = hc_submit(&match->table, match->seat, &match->command, now_ms, &match->events);
    if (refusal) {
        tally->refusals++;
        note_trouble(match, tally, hc_refusal_name(refusal));
        return false;
    }
    match->commands++;
    return true;
}

static void count_result(const struct match *match, struct sim_tally *tally)
{
    const struct sim_plan *plan = match->work->plan;
    int64_t winners = 0, points = 0;

    tally->finished++;
    tally->by_commands[match->commands]++;
    tally->by_rounds[match->rounds]++;
    hc_table_common(&match->table, HC_COMMON_MATCH_WINNERS, 0, &winners);
    tally->undecided += !winners;
    for (unsigned s = 0; s < plan->seats; s++) {
        tally->wins[s] += (uint64_t)winners >> s & 1;
        if (hc_table_common(&match->table, HC_COMMON_POINTS, s, &points))
            tally->points[s] += points;
    }
}

static void play_match(struct match *match, uint64_t index, struct sim_tally *tally)
{
    const struct sim_plan *plan = match->work->plan;
    uint8_t seed[HC_SEED_BYTES];
    unsigned awaited;
    bool going = true;

    seed_match(plan->seed, index, seed);
    hc_table_open(&match->table, plan->game, &plan->rules, plan->seats, seed);
    /* The table's own dice have a key made from the seed, so these are independent of them. */
    hc_dice_open(&match->mind.dice, seed, 1, 0);
    match->number = index + 1;
    match->commands = match->rounds = 0;
    match->command = match->work->start;
    while (going && (awaited = hc_table_awaits(&match->table)) != HC_NONE &&
           match->commands < SIM_LENGTH_MAX)
        going = step(match, awaited, tally);
    tally->commands += match->commands;
    tally->rounds += match->rounds;
    if (going && awaited == HC_NONE)
        count_result(match, tally);
    else if (going)
        tally->unfinished++;
}

static void *run_worker(void *context)
{
    struct worker *worker = context;
    struct work *work = worker->work;
    struct match match = {.work = work, .mind.scratch = worker->scratch};
    uint64_t games = work->plan->games, first, end;

    while ((first = atomic_fetch_add(&work->taken, MATCHES_AT_ONCE)) < games) {
        end = games - first < MATCHES_AT_ONCE ? games : first + MATCHES_AT_ONCE;
        for (uint64_t i = first; i < end; i++)
            play_match(&match, i, worker->tally);
        atomic_fetch_add(&work->done, end - first);
    }
    pthread_mutex_lock(&work->lock);
    work->running--;
    pthread_cond_signal(&work->finished);
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void show_progress(const struct sim_plan *plan, uint64_t done, double seconds)
{
    char a[SIM_NUMBER_CHARS], b[SIM_NUMBER_CHARS];
    double left = done ? seconds * (double)(plan->games - done) / (double)done : 0;
    unsigned whole = (unsigned)(left + 0.999);

    fprintf(stderr, "\r%3u %%  %s of %s matches", (unsigned)(done * 100 / plan->games),
            grouped(done, a), grouped(plan->games, b));
    if (done && whole >= 3600)
        fprintf(stderr, ", %u h %u min left", whole / 3600, whole / 60 % 60);
    else if (done && whole >= 60)
        fprintf(stderr, ", %u min %u s left", whole / 60, whole % 60);
    else if (done)
        fprintf(stderr, ", %u s left", whole);
    fputs("\033[K", stderr);
}

/* Waits for the last thread; on a terminal says meanwhile how far they are. */
static void wait_for_workers(struct work *work, double started)
{
    bool terminal = isatty(STDERR_FILENO), shown = false;
    struct timespec until;

    pthread_mutex_lock(&work->lock);
    clock_gettime(CLOCK_REALTIME, &until);
    while (work->running) {
        until.tv_nsec += PROGRESS_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        while (work->running && !pthread_cond_timedwait(&work->finished, &work->lock, &until))
            ;
        if (terminal && work->running) {
            show_progress(work->plan, atomic_load(&work->done), seconds_now() - started);
            shown = true;
        }
    }
    pthread_mutex_unlock(&work->lock);
    if (shown)
        fputs("\r\033[K", stderr);
}

/* What the most thoughtful bot wants; at least a byte. */
static size_t scratch_bytes(const struct sim_plan *plan)
{
    size_t most = 1;

    for (unsigned s = 0; s < plan->seats; s++) {
        const struct hc_bot *bot = plan->bots[s];
        size_t bytes = bot->scratch_bytes ? bot->scratch_bytes(plan->budgets[s]) : 0;

        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Plays everything. False if the machine has no room or no thread for it. */
static bool run_all(struct work *work, struct sim_tally *sum, double *seconds)
{
    unsigned threads = work->plan->threads, started = 0;
    struct worker *workers = calloc(threads, sizeof *workers);
    bool enough = workers != NULL;

    *seconds = seconds_now();
    work->running = threads;
    while (enough && started < threads) {
        struct worker *worker = &workers[started];

        worker->work = work;
        worker->tally = calloc(1, sizeof *worker->tally);
        worker->scratch = malloc(scratch_bytes(work->plan));
        enough = worker->tally && worker->scratch &&
                 !pthread_create(&worker->thread, NULL, run_worker, worker);
        if (enough)
            started++;
        else {
            free(worker->tally);
            free(worker->scratch);
        }
    }
    /* Fewer threads do the same work; only none is a failure. */
    pthread_mutex_lock(&work->lock);
    work->running -= threads - started;
    pthread_mutex_unlock(&work->lock);
    wait_for_workers(work, *seconds);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        tally_add(sum, workers[i].tally);
        free(workers[i].tally);
        free(workers[i].scratch);
    }
    free(workers);
    *seconds = seconds_now() - *seconds;
    return started > 0;
}

/* ---- What is printed ---- */

static void print_seats(const struct sim_plan *plan, const struct sim_tally *tally)
{
    bool points = tally_has_points(plan, tally);
    char number[SIM_NUMBER_CHARS];

    printf("seat  %-10s %12s  %8s  %16s", "bot", "wins", "share", "95 % interval");
    if (points)
        printf("  mean %s", plan->points_fact);
    putchar('\n');
    for (unsigned s = 0; s < plan->seats; s++) {
        struct share share = share_of(tally->wins[s], plan->games);

        printf("%4u  %-10s %12s  %6.2f %%  %5.2f to %5.2f %%", s, plan->bots[s]->name,
               grouped(tally->wins[s], number), 100 * share.share, 100 * share.low,
               100 * share.high);
        if (points)
            printf("  %*.1f", (int)strlen(plan->points_fact) + 5, tally_points(tally, s));
        putchar('\n');
    }
    if (tally->undecided)
        printf("%s matches ended without a winner\n", grouped(tally->undecided, number));
    if (tally->unfinished)
        printf("%s matches were stopped after %u commands\n", grouped(tally->unfinished, number),
               SIM_LENGTH_MAX);
}

static void print_spread(const char *name, const uint64_t counts[SIM_LENGTH_MAX + 1])
{
    struct spread spread = spread_of(counts);

    printf("%-18s %9.1f %7u %7u %7u %7u %7u %7u %7u\n", name, spread.mean, spread.min, spread.p5,
           spread.p25, spread.p50, spread.p75, spread.p95, spread.max);
}

static void print_result(const struct sim_plan *plan, const struct sim_tally *tally, double seconds)
{
    char a[SIM_NUMBER_CHARS], b[SIM_NUMBER_CHARS];

    printf("%s (%s): %s matches, %u seats (the first is 0), seed %llu\n\n",
           hc_game_name(plan->game), *plan->rules_text ? plan->rules_text : "default rules",
           grouped(plan->games, a), plan->seats, (unsigned long long)plan->seed);
    print_seats(plan, tally);
    printf("\n%-18s %9s %7s %7s %7s %7s %7s %7s %7s\n", "length of a match", "mean", "least", "5 %",
           "25 %", "50 %", "75 %", "95 %", "most");
    print_spread("  commands", tally->by_commands);
    print_spread("  rounds", tally->by_rounds);
    printf("\n%s commands in %.2f s on %u thread%s: %s a second\n", grouped(tally->commands, a),
           seconds, plan->threads, plan->threads == 1 ? "" : "s",
           grouped((uint64_t)((double)tally->commands / seconds), b));
}

static void print_json_seats(const char *key, const struct sim_plan *plan,
                             const struct sim_tally *tally)
{
    printf(",\"%s\":[", key);
    for (unsigned s = 0; s < plan->seats; s++)
        printf("%s%llu", s ? "," : "", (unsigned long long)tally->wins[s]);
    fputs("],\"win_rate\":[", stdout);
    for (unsigned s = 0; s < plan->seats; s++)
        printf("%s%.6f", s ? "," : "", share_of(tally->wins[s], plan->games).share);
    fputs("],\"win_interval\":[", stdout);
    for (unsigned s = 0; s < plan->seats; s++) {
        struct share share = share_of(tally->wins[s], plan->games);

        printf("%s[%.6f,%.6f]", s ? "," : "", share.low, share.high);
    }
    putchar(']');
    if (!plan->points_fact)
        return;
    printf(",\"mean_%s\":[", plan->points_fact);
    for (unsigned s = 0; s < plan->seats; s++)
        printf("%s%.4f", s ? "," : "", tally_points(tally, s));
    putchar(']');
}

static void print_json_spread(const char *key, const uint64_t counts[SIM_LENGTH_MAX + 1])
{
    struct spread spread = spread_of(counts);

    printf(",\"%s\":{\"mean\":%.4f,\"min\":%u,\"p5\":%u,\"p25\":%u,\"p50\":%u,\"p75\":%u,"
           "\"p95\":%u,\"max\":%u}",
           key, spread.mean, spread.min, spread.p5, spread.p25, spread.p50, spread.p75, spread.p95,
           spread.max);
}

/* All strings in it are names of ours, so nothing needs escaping. */
static void print_json(const struct sim_plan *plan, const struct sim_tally *tally, double seconds)
{
    char rules[SIM_RULES_CHARS * 2];

    hc_rules_print(plan->game, &plan->rules, rules, sizeof rules);
    printf("{\"game\":\"%s\",\"rules\":\"%s\",\"seats\":%u,\"games\":%llu,\"seed\":%llu,"
           "\"threads\":%u,\"bots\":[",
           hc_game_name(plan->game), rules, plan->seats, (unsigned long long)plan->games,
           (unsigned long long)plan->seed, plan->threads);
    for (unsigned s = 0; s < plan->seats; s++)
        printf("%s\"%s\"", s ? "," : "", plan->bots[s]->name);
    putchar(']');
    print_json_seats("wins", plan, tally);
    printf(",\"undecided\":%llu,\"unfinished\":%llu,\"refusals\":%llu,\"dead_ends\":%llu,"
           "\"commands\":%llu,\"rounds\":%llu",
           (unsigned long long)tally->undecided, (unsigned long long)tally->unfinished,
           (unsigned long long)tally->refusals, (unsigned long long)tally->dead_ends,
           (unsigned long long)tally->commands, (unsigned long long)tally->rounds);
    print_json_spread("commands_per_match", tally->by_commands);
    print_json_spread("rounds_per_match", tally->by_rounds);
    printf(",\"seconds\":%.6f,\"commands_per_s\":%.0f}\n", seconds,
           (double)tally->commands / seconds);
}

/* ---- What is asked for ---- */

struct request {
    struct sim_plan plan;
    const char *bots, *report;
    bool json, seeded;
};

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One line for people; always false, so that a check can end with it. */
static bool complain(const char *format, ...)
{
    va_list arguments;

    fputs("holecard sim: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

static bool check_rules(struct request *request)
{
    struct sim_plan *plan = &request->plan;
    struct hc_problem why;
    uint64_t seed;

    if (!hc_rules_parse(plan->game, plan->rules_text, &plan->rules, &why))
        return complain("%s", why.text);
    if (*why.text)
        complain("note: %s", why.text);
    if (!request->seeded && hc_rules_seed(&plan->rules, &seed))
        plan->seed = seed;
    return true;
}

static bool check_seats(struct sim_plan *plan)
{
    unsigned min = hc_seats_min(plan->game, &plan->rules);
    unsigned max = hc_seats_max(plan->game, &plan->rules);
    struct hc_problem why;

    if (!plan->seats)
        plan->seats = max < 4 ? max : min > 4 ? min : 4;
    return !hc_rules_fit(plan->game, &plan->rules, plan->seats, &why) || complain("%s", why.text);
}

/* The names of --bots: one for all seats, or one for each. */
static bool check_bots(struct sim_plan *plan, const char *names)
{
    unsigned count = 0;

    for (;; names++) {
        size_t length = strcspn(names, ",");
        char name[SIM_NUMBER_CHARS];

        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 names);
        if (count == plan->seats)
            return complain("--bots names more players than the %u seats", plan->seats);
        plan->bots[count] = hc_bot_parse(names, length, &plan->budgets[count]);
        if (!plan->bots[count++])
            return complain("there is no bot \"%s\"; see holecard sim --help", name);
        names += length;
        if (!*names)
            break;
    }
    if (count != 1 && count != plan->seats)
        return complain("--bots names %u players for %u seats; give one, or one for each", count,
                        plan->seats);
    for (unsigned s = count; s < plan->seats; s++) {
        plan->bots[s] = plan->bots[0];
        plan->budgets[s] = plan->budgets[0];
    }
    return true;
}

/* Finds what the house says, and tries whether a match can begin at all. */
static bool check_start(struct work *work, struct sim_plan *plan)
{
    uint8_t seed[HC_SEED_BYTES] = {0};
    struct hc_table table;
    struct hc_events events;
    const struct hc_fact *points = hc_fact_common(plan->game, HC_COMMON_POINTS);
    enum hc_refusal refusal;

    refusal = hc_table_open(&table, plan->game, &plan->rules, plan->seats, seed);
    if (!hc_house_command(plan->game, HC_HOUSE_START, HC_NONE, &work->start))
        return complain("this game has no start");
    if (!hc_house_command(plan->game, HC_HOUSE_NEXT, HC_NONE, &work->next))
        work->next = work->start;
    if (!refusal)
        refusal = hc_submit(&table, HC_HOUSE, &work->start, 0, &events);
    if (refusal)
        return complain("%s (%s)", hc_refusal_sentence(NULL, refusal, NULL),
                        hc_refusal_name(refusal));
    plan->points_fact = points ? points->name : NULL;
    for (unsigned verb = 0; verb < plan->game->grammar.verb_count; verb++)
        work->out_of_turn |= hc_is_side_action(plan->game, verb);
    return true;
}

/* The bots as lines of the help. */
static void list_bots(char *text, size_t size)
{
    const struct hc_bot *bot;
    size_t used = (size_t)snprintf(text, size, "bots:");

    for (size_t i = 0; (bot = hc_bot_at(i)) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "\n  %-14s  %s", bot->name,
                                 hc_bot_sentence(bot, NULL));
}

static bool read_arguments(int argc, char **argv, struct request *request, int *status)
{
    struct sim_plan *plan = &request->plan;
    struct args_words rules = {NULL, 0};
    uint64_t seats = 0, threads = plan->threads;
    char bots[SIM_RULES_CHARS];
    const struct arg args[] = {
        {.value = "GAME", .game = &plan->game, .needed = true},
        {.value = "RULES",
         .sentence = "a preset and name=value pairs; see holecard rules GAME",
         .words = &rules},
        {"--seats", "N", "players (4, or as many as the rules allow)", .number = &seats, .min = 2,
         .max = HC_SEATS_MAX},
        {"--games", "N", "matches to play (1000)", .number = &plan->games, .min = 1,
         .max = 1000000000000},
        {"--seed", "S", "a number (1, or the seed= of the rules)", .number = &plan->seed,
         .max = UINT64_MAX, .given = &request->seeded},
        {"--threads", "N", "threads (all cores)", .number = &threads, .min = 1,
         .max = SIM_THREADS_MAX},
        {"--bots", "NAME,...", "one name for all seats, or one for each", .text = &request->bots},
        {"--report", "FILE.html", "write a page with plots", .text = &request->report},
        {"--json", NULL, "print the result as one JSON object", .given = &request->json},
    };
    const struct args_command command = {
        "sim",
        "Lets bots play many matches and counts who wins and how long it takes. The same seed "
        "gives the same result, whatever the number of threads.",
        .args = args, .count = sizeof args / sizeof *args, .end = bots};

    list_bots(bots, sizeof bots);
    if (!args_read(&command, argc, argv, status))
        return false;
    plan->seats = (unsigned)seats;
    plan->threads = (unsigned)threads;
    *status = STATUS_USAGE;
    if (args_join(&rules, plan->rules_text, sizeof plan->rules_text))
        return true;
    return complain("the rules are longer than %d characters", SIM_RULES_CHARS - 1);
}

/* Prints the result; the exit status says whether the engine kept its word. */
static int finish(const struct request *request, const struct sim_tally *tally, double seconds)
{
    const struct sim_plan *plan = &request->plan;
    struct hc_problem why;

    if (request->json)
        print_json(plan, tally, seconds);
    else
        print_result(plan, tally, seconds);
    if (request->report) {
        if (!report_write(request->report, plan, tally, seconds, &why)) {
            complain("%s", why.text);
            return STATUS_FAILED;
        }
        if (!request->json)
            printf("report written to %s\n", request->report);
    }
    if (tally->trouble_match) {
        complain("%llu refusals, %llu dead ends; the first: %s",
                 (unsigned long long)tally->refusals, (unsigned long long)tally->dead_ends,
                 tally->trouble);
        return STATUS_FAILED;
    }
    return STATUS_OK;
}

int tool_sim(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request request = {.plan = {.games = 1000, .seed = 1}, .bots = "random"};
    struct work work = {.plan = &request.plan,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .finished = PTHREAD_COND_INITIALIZER};
    struct sim_tally *tally;
    double seconds;
    int status;

    request.plan.threads = cores < 1                 ? 1
                           : cores > SIM_THREADS_MAX ? SIM_THREADS_MAX
                                                     : (unsigned)cores;
    if (!read_arguments(argc, argv, &request, &status) || !check_rules(&request) ||
        !check_seats(&request.plan) || !check_bots(&request.plan, request.bots) ||
        !check_start(&work, &request.plan))
        return status;
    status = STATUS_FAILED;
    tally = calloc(1, sizeof *tally);
    if (tally && run_all(&work, tally, &seconds))
        status = finish(&request, tally, seconds);
    else
        complain("there is not enough memory, or no thread can be started");
    free(tally);
    return status;
}
