// SPDX-License-Identifier: MIT
/*
 * main.c: bench_server: puts load on a server and prints what it measured, as one JSON object.
 *
 * tools/bench_server.sh starts the servers and calls this; every mode can be called by hand too.
 * The modes are rows of a table below, which is where to start reading.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

static const char usage[] =
    "usage: bench_server MODE [NAME=VALUE]...\n"
    "\n"
    "  echo               serves: says what it hears, until it is killed\n"
    "  ask                loads an echo: links=100 rate=0 (messages a second; 0: as many as go)\n"
    "  play               everybody acts as fast as it goes\n"
    "  rate               rate=500 actions a second\n"
    "  idle               nobody acts: memory and processor time of tables that wait\n"
    "  accept             opens links=10000 at once\n"
    "  depth              what a command costs at the 10th and the 2,000th of a match\n"
    "  sync               no server: rate=500 small writes a second to file=PATH, each synced\n"
    "  people             no server: makes a store of people=300000 at file=PATH\n"
    "  long               plays two long matches for seconds=N and ends one; says how to find "
    "them\n"
    "  flood              kind=NAME: rate=200 actions a second at tables=20, without a flood and "
    "with\n"
    "                     one; table=CODE and match=NAME are what long said\n"
    "\n"
    "  port=N             of the server; needed\n"
    "  process=N          of the server, to see what it costs\n"
    "  share=1            tables at which a person plays over one link (8 at most)\n"
    "  tables=200 seconds=5 warm=1 game=shed rules= settings= bot= links=100 rate=500\n";

struct arguments {
    unsigned port, process, tables, share, seconds, warm, links, people;
    bool known;
    double rate;
    const char *game, *rules, *settings, *bot, *file, *kind, *table, *match;
};

_Noreturn void fail(const char *what, const char *more)
{
    fprintf(stderr, "bench_server: %s%.300s\n", what, more);
    exit(1);
}

uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The multiplier of Knuth's MMIX; good enough to choose cards, and the same in every run. */
uint32_t random_below(uint32_t bound)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((state >> 32) * bound >> 32);
}

static uint64_t later(unsigned seconds)
{
    return now_ns() + (uint64_t)seconds * 1000000000;
}

static void open_tables(const struct arguments *given)
{
    struct tables_plan plan = {given->port,  given->tables,   given->share, given->game,
                               given->rules, given->settings, given->bot,   given->known};

    tables_open(&plan);
}

/* ---- What is printed ------------------------------------------------------------------------ */

static void print_actions(const struct cost *before, const struct cost *after,
                          struct tables_counts *counts)
{
    double seconds = (double)(after->time_ns - before->time_ns) / 1e9;
    double actions = (double)(counts->actions ? counts->actions : 1);
    double processor = (double)(after->processor_ns - before->processor_ns);

    printf("{\"actions\":%llu,\"refused\":%llu,\"seconds\":%.3f,\"actions_per_s\":%.1f,"
           "\"bytes_per_action\":%.0f,\"p50_us\":%.1f,\"p99_us\":%.1f,"
           "\"server_us_per_action\":%.2f,\"server_busy\":%.3f,\"load_busy\":%.3f}\n",
           (unsigned long long)counts->actions, (unsigned long long)counts->refused, seconds,
           (double)counts->actions / seconds, (double)counts->bytes / actions,
           times_at(&counts->times, 50), times_at(&counts->times, 99), processor / 1000 / actions,
           processor / 1e9 / seconds, (double)(after->load_ns - before->load_ns) / 1e9 / seconds);
}

/* ---- Modes ---------------------------------------------------------------------------------- */

static void run_echo(const struct arguments *given)
{
    (void)given;
    exit(echo_serve());
}

static void run_ask(const struct arguments *given)
{
    struct times times = {0};
    struct cost before = cost_of(given->process), after;
    uint64_t count;
    double seconds;

    echo_ask(given->port, given->links, given->rate, given->seconds, &times, &count);
    after = cost_of(given->process);
    seconds = (double)(after.time_ns - before.time_ns) / 1e9;
    printf("{\"messages_per_s\":%.1f,\"p50_us\":%.1f,\"p99_us\":%.1f,"
           "\"server_us_per_message\":%.2f}\n",
           (double)count / seconds, times_at(&times, 50), times_at(&times, 99),
           (double)(after.processor_ns - before.processor_ns) / 1000 / (double)count);
}

static void run_play(const struct arguments *given)
{
    struct tables_counts counts = {0};
    struct cost before, after;

    open_tables(given);
    tables_play(later(given->warm), 0, &counts);
    before = cost_of(given->process);
    tables_play(later(given->seconds), 0, &counts);
    after = cost_of(given->process);
    print_actions(&before, &after, &counts);
}

static void run_rate(const struct arguments *given)
{
    struct tables_counts counts = {0};
    struct cost before, after;

    open_tables(given);
    tables_play_slowly(later(given->warm), given->rate, &counts);
    before = cost_of(given->process);
    tables_play_slowly(later(given->seconds), given->rate, &counts);
    after = cost_of(given->process);
    print_actions(&before, &after, &counts);
}

static void run_idle(const struct arguments *given)
{
    struct cost empty = cost_of(given->process), before, after;
    double bytes;

    open_tables(given);
    tables_rest(later(given->warm));
    before = cost_of(given->process);
    tables_rest(later(given->seconds));
    after = cost_of(given->process);
    bytes = (double)after.resident_bytes - (double)empty.resident_bytes;
    printf("{\"tables\":%u,\"bytes_per_table\":%.0f,\"processor_percent\":%.3f}\n", given->tables,
           bytes / given->tables,
           100.0 * (double)(after.processor_ns - before.processor_ns) /
               (double)(after.time_ns - before.time_ns));
}

static void count_open(void *context, struct link *link)
{
    (void)link;
    ++*(unsigned *)context;
}

static void ignore(void *context, struct link *link, const char *text, size_t length)
{
    (void)context;
    (void)link;
    (void)text;
    (void)length;
}

static void run_accept(const struct arguments *given)
{
    static const struct link_handlers handlers = {count_open, ignore, NULL};
    unsigned open = 0;
    uint64_t begin;

    links_prepare(given->links, given->port, &handlers, &open);
    begin = now_ns();
    for (unsigned i = 0; i < given->links; i++) {
        link_connect(i);
        if (i % 128 == 127)
            links_serve(0);
    }
    while (open < given->links)
        links_serve(now_ns() + 1000000000);
    printf("{\"links\":%u,\"seconds\":%.3f}\n", given->links, (double)(now_ns() - begin) / 1e9);
}

/* What the server spends on each table's next commands, from one count to another. */
static double cost_between(const struct arguments *given, unsigned from, unsigned to)
{
    struct tables_counts counts = {0};
    struct cost before, after;

    tables_play(later(given->seconds), from, &counts);
    before = cost_of(given->process);
    tables_play(later(given->seconds), to, &counts);
    after = cost_of(given->process);
    if (!counts.actions)
        fail("no table came as far as that; allow more seconds", "");
    return (double)(after.processor_ns - before.processor_ns) / 1000 / (double)counts.actions;
}

static void run_depth(const struct arguments *given)
{
    enum { EARLY = 10, LATE = 2000, WINDOW = 100 };
    double early, late;

    open_tables(given);
    early = cost_between(given, EARLY, EARLY + WINDOW);
    late = cost_between(given, LATE, LATE + WINDOW);
    printf("{\"server_us_at_10\":%.2f,\"server_us_at_2000\":%.2f}\n", early, late);
}

static void run_sync(const struct arguments *given)
{
    struct times times = {0};

    if (!given->file || given->rate <= 0)
        fail("sync needs file=PATH, and a rate", "");
    disk_sync(given->file, given->rate, given->seconds, &times);
    printf("{\"p50_us\":%.1f,\"p99_us\":%.1f}\n", times_at(&times, 50), times_at(&times, 99));
}

static void run_people(const struct arguments *given)
{
    if (!given->file)
        fail("people needs file=PATH", "");
    people_store(given->file, given->people);
}

static void run_long(const struct arguments *given)
{
    struct arguments two = *given;
    struct tables_counts counts = {0};

    two.tables = two.share = 2;
    two.known = true;
    open_tables(&two);
    tables_play(later(given->seconds), 0, &counts);
    tables_rest(later(1));
    printf("{\"table\":\"%s\",\"match\":\"%s\",\"actions\":%llu}\n", tables_code(0), tables_end(1),
           (unsigned long long)counts.actions);
}

static void run_flood(const struct arguments *given)
{
    struct flood_plan plan = {.kind = given->kind,
                              .port = given->port,
                              .tables = given->tables,
                              .table = given->table,
                              .match = given->match};
    struct tables_counts without = {0}, with = {0};
    uint64_t asked, answered;
    struct cost before, after;
    double seconds;

    open_tables(given);
    flood_prepare(&plan);
    tables_play_slowly(later(given->warm), given->rate, &without);
    tables_play_slowly(later(given->seconds), given->rate, &without);
    flood_begin();
    before = cost_of(given->process);
    tables_play_slowly(later(given->seconds), given->rate, &with);
    after = cost_of(given->process);
    flood_end(&asked, &answered);
    seconds = (double)(after.time_ns - before.time_ns) / 1e9;
    printf("{\"without_p50_us\":%.1f,\"without_p99_us\":%.1f,\"p50_us\":%.1f,\"p99_us\":%.1f,"
           "\"actions\":%llu,\"asked_per_s\":%.1f,\"answered_per_s\":%.1f,"
           "\"server_busy\":%.3f,\"resident_mb\":%.1f}\n",
           times_at(&without.times, 50), times_at(&without.times, 99), times_at(&with.times, 50),
           times_at(&with.times, 99), (unsigned long long)with.actions, (double)asked / seconds,
           (double)answered / seconds,
           (double)(after.processor_ns - before.processor_ns) / 1e9 / seconds,
           (double)after.resident_bytes / 1e6);
}

static const struct {
    const char *name;
    void (*run)(const struct arguments *given);
    bool alone; /* it needs no server */
} modes[] = {
    {"echo", run_echo, true},    {"ask", run_ask, false},     {"play", run_play, false},
    {"rate", run_rate, false},   {"idle", run_idle, false},   {"accept", run_accept, false},
    {"depth", run_depth, false}, {"sync", run_sync, true},    {"people", run_people, true},
    {"long", run_long, false},   {"flood", run_flood, false},
};

/* ---- Arguments ------------------------------------------------------------------------------ */

static bool take(struct arguments *given, const char *word)
{
    const struct {
        const char *name;
        unsigned *number;
    } numbers[] = {{"port=", &given->port},     {"process=", &given->process},
                   {"tables=", &given->tables}, {"seconds=", &given->seconds},
                   {"warm=", &given->warm},     {"links=", &given->links},
                   {"share=", &given->share},   {"people=", &given->people}};
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"game=", &given->game},         {"rules=", &given->rules},
                 {"settings=", &given->settings}, {"bot=", &given->bot},
                 {"file=", &given->file},         {"kind=", &given->kind},
                 {"table=", &given->table},       {"match=", &given->match}};
    char *end;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t length = strlen(numbers[i].name);

        if (strncmp(word, numbers[i].name, length) != 0)
            continue;
        *numbers[i].number = (unsigned)strtoul(word + length, &end, 10);
        return word[length] && !*end;
    }
    if (!strncmp(word, "rate=", 5)) {
        given->rate = strtod(word + 5, &end);
        return word[5] && !*end && given->rate >= 0;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t length = strlen(texts[i].name);

        if (strncmp(word, texts[i].name, length) != 0)
            continue;
        *texts[i].text = word + length;
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    struct arguments given = {.tables = 200,
                              .share = 1,
                              .seconds = 5,
                              .warm = 1,
                              .links = 100,
                              .rate = 500,
                              .people = 300000,
                              .game = "shed",
                              .rules = "",
                              .settings = "",
                              .kind = "",
                              .table = "",
                              .match = ""};

    for (int i = 2; i < argc; i++)
        if (!take(&given, argv[i])) {
            fprintf(stderr, "bench_server: this cannot be understood: %s\n%s", argv[i], usage);
            return 2;
        }
    for (size_t m = 0; argc > 1 && m < sizeof modes / sizeof *modes; m++)
        if (!strcmp(argv[1], modes[m].name)) {
            if (!given.port && !modes[m].alone)
                break;
            modes[m].run(&given);
            return 0;
        }
    fputs(usage, stderr);
    return 2;
}
