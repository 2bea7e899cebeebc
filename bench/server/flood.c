// SPDX-License-Identifier: MIT
/*
 * flood.c: an adversary: one address that does as much of one thing as the limits of a server
 * allow, while honest people play.
 *
 * It is a process of its own, so that what it reads does not keep those waiting who measure, and it
 * yields the processor to them. It stays just within the limit of messages of each connection;
 * whatever else is refused, it asks for again and again. When the server hangs up, it comes back.
 * The kinds are rows of a table below, which is where to start reading.
 */
#define _GNU_SOURCE

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum {
    LINKS_MAX = 60,  /* the usual limit of an address is 64 */
    PER_SECOND = 48, /* messages of a link; the usual limit is 50 */
    ADDRESS = 7,     /* not that of those who play */
    BOT_TABLES = 50,
    CODE_CHARS = 6,
    WAITING = 512, /* messages of a link that wait for their turn */
    TURN_NS = 1000000,
};

struct kind {
    const char *name;
    unsigned links;
    bool plain, deaf;
    /* All may be NULL. `ready` is called once a link is open and, unless it is plain, somebody. */
    void (*ready)(struct link *link);
    void (*heard)(struct link *link, const char *text, size_t length);
    bool (*is_prepared)(void);
    void (*ask)(struct link *link); /* in the flood, as often as a link may */
};

struct guest {
    bool ready, inside;
    unsigned asked;
    uint64_t due_ns;
    char *waiting[WAITING];
    unsigned first, count;
};

static struct {
    struct flood_plan plan;
    const struct kind *kind;
    struct guest guest[LINKS_MAX];
    bool floods;
    uint64_t asked, answered;
    unsigned bot_tables;  /* that were created */
    unsigned bots_seated; /* tables that could start */
    char bot_table[BOT_TABLES][CODE_CHARS + 1];
    bool is_over; /* the long match is */
} foe;

/* ---- Saying --------------------------------------------------------------------------------- */

static void say(struct link *link, const char *text)
{
    foe.asked++;
    if (link->plain)
        link_say_plain(link, text, strlen(text));
    else
        link_say(link, text, strlen(text));
}

/* At a time when one more message is allowed. */
static void say_later(struct link *link, const char *text)
{
    struct guest *guest = &foe.guest[link->number];

    if (guest->count < WAITING)
        guest->waiting[(guest->first + guest->count++) % WAITING] = strdup(text);
}

static void say_waiting(struct link *link)
{
    struct guest *guest = &foe.guest[link->number];
    char *text = guest->waiting[guest->first];

    guest->first = (guest->first + 1) % WAITING;
    guest->count--;
    say(link, text);
    free(text);
}

static const char *about(const char *op, const char *code, const char *more)
{
    static char text[LINK_SAY_MAX];

    snprintf(text, sizeof text, "{\"op\":\"%s\",\"table\":\"%.6s\"%s}", op, code, more);
    return text;
}

static const char *find(const char *text, size_t length, const char *what)
{
    const char *found = memmem(text, length, what, strlen(what));

    return found ? found + strlen(what) : NULL;
}

/* Does the first thing that is possible, where somebody's seat has a turn. */
static void play_on(struct link *link, const char *text, size_t length)
{
    const char *code = find(text, length, "\"table\":\"");
    const char *seq = find(text, length, "\"seq\":");
    const char *action = find(text, length, "\"actions\":[\"");
    const char *asks = find(text, length, "\"asks\":\"");
    char message[LINK_SAY_MAX];
    int chars = action ? (int)strcspn(action, "\"") : 0;

    if (code && seq && chars) {
        snprintf(message, sizeof message, "{\"do\":\"%.*s\",\"table\":\"%.6s\",\"seq\":%lu}", chars,
                 action, code, strtoul(seq, NULL, 10));
        say_later(link, message);
    } else if (code && asks && !strncmp(asks, "next", 4)) {
        say_later(link, about("agree", code, ""));
    }
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

static const char *code_for(const struct link *link)
{
    return tables_code(link->number % foe.plan.tables);
}

static void ask_list(struct link *link)
{
    say(link, "{\"op\":\"list\"}");
}

static void ask_leaders(struct link *link)
{
    say(link, foe.guest[link->number].asked % 2
                  ? "{\"op\":\"leaders\",\"game\":\"null\",\"first\":4294967295}"
                  : "{\"op\":\"leaders\",\"game\":\"null\",\"first\":1000}");
}

static void ask_forget(struct link *link)
{
    say(link, "{\"op\":\"forget\"}");
}

static void come_or_go(struct link *link, const char *code)
{
    struct guest *guest = &foe.guest[link->number];

    guest->inside = !guest->inside;
    say(link, about(guest->inside ? "enter" : "exit", code, ""));
}

static void ask_watch(struct link *link)
{
    come_or_go(link, code_for(link));
}

static void enter_table(struct link *link)
{
    say(link, about("enter", code_for(link), ""));
}

static void ask_chat(struct link *link)
{
    say(link, about("chat", code_for(link), ",\"text\":\"Look here!\""));
}

/* The people of the long match, and some who stay: they come when there is something to see. */
static void enter_long(struct link *link)
{
    if (link->number < 10)
        say(link, about("enter", foe.plan.table, ""));
}

static void hear_long(struct link *link, const char *text, size_t length)
{
    if (link->number < 2 && foe.floods)
        play_on(link, text, length);
}

static void ask_late(struct link *link)
{
    if (link->number >= 10)
        come_or_go(link, foe.plan.table);
    else if (link->number < 2 && !foe.guest[link->number].asked)
        say(link, about("enter", foe.plan.table, "")); /* whoever has the turn sees it now */
}

/* Both people of the long match end it. */
static void end_long(struct link *link)
{
    say(link, about("enter", foe.plan.table, ""));
    if (link->number < 2)
        say(link, about("end", foe.plan.table, ""));
}

static void hear_end(struct link *link, const char *text, size_t length)
{
    const char *asks = find(text, length, "\"asks\":\"");

    if (find(text, length, "\"match_id\""))
        foe.is_over = true;
    else if (asks && link->number == 1 && !strncmp(asks, "end", 3))
        say(link, about("agree", foe.plan.table, ""));
}

static bool long_is_over(void)
{
    return foe.is_over;
}

static void ask_agree(struct link *link)
{
    if (link->number != 1) /* one of two people alone gets no other match */
        say(link, about(foe.guest[link->number].asked % 2 ? "agree" : "end", foe.plan.table, ""));
}

static void create_for_bots(struct link *link)
{
    for (unsigned i = 0; i < BOT_TABLES; i++)
        say_later(link, "{\"op\":\"create\",\"game\":\"shed\",\"rules\":\"points_to_win=10000\","
                        "\"settings\":\"seats=5 next=one next_ms=0 bot_delay_ms=0\",\"tag\":1}");
}

static void hear_bots(struct link *link, const char *text, size_t length)
{
    const char *code = find(text, length, "\"table\":\"");

    if (find(text, length < 40 ? length : 40, "\"re\":1,") && code) {
        if (foe.bot_tables == BOT_TABLES)
            return;
        memcpy(foe.bot_table[foe.bot_tables++], code, CODE_CHARS);
        say_later(link, about("sit", code, ",\"name\":\"Foe\""));
        for (unsigned b = 0; b < 4; b++)
            say_later(link, about("add_bot", code,
                                  b < 3 ? ",\"bot\":\"search:5000\""
                                        : ",\"bot\":\"search:5000\",\"tag\":2"));
    } else if (find(text, length < 40 ? length : 40, "\"re\":2,")) {
        foe.bots_seated++;
    } else {
        play_on(link, text, length);
    }
}

static bool bots_are_seated(void)
{
    return foe.bots_seated == BOT_TABLES;
}

static void ask_start(struct link *link)
{
    unsigned number = foe.guest[link->number].asked;

    if (number < BOT_TABLES)
        say(link, about("start", foe.bot_table[number], ""));
}

static void ask_json(struct link *link)
{
    char text[LINK_SAY_MAX];

    snprintf(text, sizeof text, "GET /api/matches/%s.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
             foe.plan.match);
    say(link, text);
}

/* The next turn opens it again. */
static void ask_again(struct link *link)
{
    foe.asked++;
    link_close(link);
    foe.guest[link->number].ready = false;
}

static const struct kind kinds[] = {
    {.name = "list", .links = LINKS_MAX, .ask = ask_list},
    {.name = "leaders", .links = LINKS_MAX, .ask = ask_leaders},
    {.name = "late", .links = 18, .ready = enter_long, .heard = hear_long, .ask = ask_late},
    {.name = "forget", .links = 1, .ask = ask_forget},
    {.name = "watch", .links = LINKS_MAX, .ask = ask_watch},
    {.name = "agree",
     .links = LINKS_MAX,
     .ready = end_long,
     .heard = hear_end,
     .is_prepared = long_is_over,
     .ask = ask_agree},
    {.name = "bots",
     .links = 1,
     .ready = create_for_bots,
     .heard = hear_bots,
     .is_prepared = bots_are_seated,
     .ask = ask_start},
    {.name = "unread", .links = LINKS_MAX, .plain = true, .deaf = true, .ask = ask_json},
    {.name = "export", .links = LINKS_MAX, .plain = true, .ask = ask_json},
    {.name = "connect", .links = LINKS_MAX, .ask = ask_again},
    {.name = "chat", .links = LINKS_MAX, .ready = enter_table, .ask = ask_chat},
};

/* ---- The adversary's process ---------------------------------------------------------------- */

static void become_ready(struct link *link)
{
    struct guest *guest = &foe.guest[link->number];

    guest->ready = true;
    guest->inside = false;
    if (foe.kind->ready)
        foe.kind->ready(link);
}

/* Two links of the long match are its people; all that end it are its host. */
static void opened(void *context, struct link *link)
{
    char token[TOKEN_CHARS + 1], text[LINK_SAY_MAX];
    bool ends = foe.kind->ready == end_long;

    (void)context;
    if (link->plain) {
        become_ready(link);
        return;
    }
    tables_token(link->number < 2 ? link->number : 0, token);
    if (ends || (foe.kind->ready == enter_long && link->number < 2))
        snprintf(text, sizeof text, "{\"op\":\"hello\",\"token\":\"%s\"}", token);
    else
        snprintf(text, sizeof text, "{\"op\":\"hello\"}");
    link_say(link, text, strlen(text));
}

static void heard(void *context, struct link *link, const char *text, size_t length)
{
    (void)context;
    foe.answered += foe.floods;
    if (!link->plain && find(text, length < 40 ? length : 40, "\"op\":\"welcome\""))
        become_ready(link);
    else if (foe.kind->heard)
        foe.kind->heard(link, text, length);
}

static void lost(void *context, struct link *link)
{
    struct guest *guest = &foe.guest[link->number];

    (void)context;
    guest->ready = false;
    for (; guest->count; guest->count--) {
        free(guest->waiting[guest->first]);
        guest->first = (guest->first + 1) % WAITING;
    }
}

static void take_turn(unsigned number, uint64_t now)
{
    struct guest *guest = &foe.guest[number];
    struct link *link = link_at(number);

    if (guest->due_ns > now)
        return;
    guest->due_ns = now + 1000000000 / PER_SECOND;
    if (link->fd < 0) {
        link_connect(number);
    } else if (guest->ready && guest->count) {
        say_waiting(link);
    } else if (guest->ready && foe.floods) {
        foe.kind->ask(link);
        guest->asked++;
    }
}

static void serve(uint64_t until)
{
    while (now_ns() < until) {
        uint64_t now = now_ns();

        for (unsigned i = 0; i < foe.kind->links; i++)
            take_turn(i, now);
        links_serve(now + TURN_NS);
    }
}

static bool is_prepared(void)
{
    for (unsigned i = 0; i < foe.kind->links; i++)
        if (!foe.guest[i].ready)
            return false;
    return !foe.kind->is_prepared || foe.kind->is_prepared();
}

static volatile sig_atomic_t told_to_begin, told_to_end;

static void on_signal(int number)
{
    if (number == SIGUSR1)
        told_to_begin = 1;
    else
        told_to_end = 1;
}

static _Noreturn void run_adversary(int report)
{
    static const struct link_handlers handlers = {opened, heard, lost};
    uint64_t patience = now_ns() + 60000000000;
    uint64_t counts[2];

    signal(SIGUSR1, on_signal);
    signal(SIGTERM, on_signal);
    if (sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}))
        fail("the adversary cannot be made to yield", "");
    links_prepare(foe.kind->links, foe.plan.port, &handlers, NULL);
    links_come_from(ADDRESS);
    for (unsigned i = 0; i < foe.kind->links; i++) {
        link_at(i)->plain = foe.kind->plain;
        link_at(i)->deaf = foe.kind->deaf;
    }
    while (!is_prepared()) {
        if (now_ns() > patience)
            fail("the adversary could not prepare itself: ", foe.kind->name);
        serve(now_ns() + 10 * TURN_NS);
    }
    if (write(report, "", 1) != 1)
        exit(1);
    while (!told_to_end && now_ns() < patience) {
        if (told_to_begin && !foe.floods) {
            foe.floods = true;
            foe.asked = 0;
        }
        serve(now_ns() + 10 * TURN_NS);
    }
    counts[0] = foe.asked;
    counts[1] = foe.answered;
    exit(write(report, counts, sizeof counts) != sizeof counts);
}

/* ---- The side of those who measure ---------------------------------------------------------- */

static struct {
    pid_t process;
    int report;
} adversary;

static void find_kind(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, foe.plan.kind))
            foe.kind = &kinds[i];
    if (!foe.kind)
        fail("there is no such flood: ", foe.plan.kind);
}

void flood_prepare(const struct flood_plan *plan)
{
    int ends[2];
    char byte;

    foe.plan = *plan;
    find_kind();
    if (pipe(ends))
        fail("there is no pipe to the adversary", "");
    adversary.process = fork();
    if (adversary.process < 0)
        fail("the adversary cannot be started", "");
    if (!adversary.process) {
        close(ends[0]);
        run_adversary(ends[1]);
    }
    close(ends[1]);
    adversary.report = ends[0];
    if (read(adversary.report, &byte, 1) != 1)
        fail("the adversary has ended", "");
}

void flood_begin(void)
{
    kill(adversary.process, SIGUSR1);
}

void flood_end(uint64_t *asked, uint64_t *answered)
{
    uint64_t counts[2];

    kill(adversary.process, SIGTERM);
    if (read(adversary.report, counts, sizeof counts) != sizeof counts)
        fail("the adversary has ended too early", "");
    close(adversary.report);
    waitpid(adversary.process, NULL, 0);
    *asked = counts[0];
    *answered = counts[1];
}
