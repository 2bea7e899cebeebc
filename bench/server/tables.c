// SPDX-License-Identifier: MIT
/*
 * tables.c: two people at each of many tables, who play at random what they are allowed to.
 *
 * An action is one command that both players of a table have seen answered: whoever acted has the
 * answer, and the other an update that is not older. Only then does anybody act again. What may be
 * played comes from the views, and nothing here knows a rule: a player keeps one of the actions of
 * the last view, drawn at random, and where the room asks for agreement the players agree.
 *
 * Messages are not parsed as JSON: the few keys that matter are looked for as text, which is enough
 * for a server that is known to us, and leaves the processor to it. Start reading at heard().
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum {
    ACTION_CHARS = 64,
    CODE_CHARS = 6,
    MATCH_CHARS = 32,
    SEATS = 2,
    OPENING_MAX = 64, /* tables that are being opened at a time */
    TAG_ACT = 1,
};

struct player {
    uint32_t seq;     /* of the last view */
    unsigned actions; /* how many it allows */
    bool sits, asked; /* asked: the room wants agreement from this player */
    char action[ACTION_CHARS];
};

struct table {
    char code[CODE_CHARS + 1];
    bool plays;     /* the match has begun for both */
    bool ready;     /* both have seen all there is, and it is in the list of those that wait */
    bool acting;    /* a command is on its way */
    bool ends;      /* the match shall end here */
    bool answered;  /* at answer_seq */
    uint8_t opened; /* links */
    uint32_t answer_seq;
    uint32_t id;       /* of the last command, for the server to tell a repetition by */
    unsigned commands; /* of this match */
    uint64_t due_ns;
    struct player player[SEATS];
    char match[MATCH_CHARS + 1]; /* the last one that is over */
};

static struct {
    struct tables_plan plan;
    struct table *table;
    unsigned *ready; /* a ring of those that could act and wait */
    unsigned ready_first, ready_count;
    unsigned next, playing; /* next: to be opened */
    bool saturate;          /* act at once */
    unsigned limit;
    struct tables_counts *counts; /* NULL: nobody acts */
} house;

/* ---- Saying --------------------------------------------------------------------------------- */

static struct link *link_of(const struct table *table, unsigned seat)
{
    return link_at((unsigned)(table - house.table) / house.plan.share * SEATS + seat);
}

static void say(const struct table *table, unsigned seat, const char *op, const char *more)
{
    char text[LINK_SAY_MAX];
    int length = *table->code ? snprintf(text, sizeof text, "{\"op\":\"%s\",\"table\":\"%s\"%s}",
                                         op, table->code, more)
                              : snprintf(text, sizeof text, "{\"op\":\"%s\"%s}", op, more);

    link_say(link_of(table, seat), text, (size_t)length);
}

static void act(struct table *table, uint64_t due_ns)
{
    struct player *player = table->player;
    unsigned chosen = random_below(player[0].actions + player[1].actions);
    unsigned seat = chosen >= player[0].actions;
    char text[LINK_SAY_MAX];
    int length;

    length = snprintf(text, sizeof text,
                      "{\"do\":\"%s\",\"table\":\"%s\",\"seq\":%u,\"id\":%u,\"tag\":%d}",
                      player[seat].action, table->code, player[seat].seq, ++table->id, TAG_ACT);
    table->acting = true;
    table->answered = false;
    table->due_ns = due_ns;
    link_say(link_of(table, seat), text, (size_t)length);
}

/* ---- When a table may go on ----------------------------------------------------------------- */

static void wait_in_line(struct table *table)
{
    if (table->ready)
        return;
    table->ready = true;
    house.ready[(house.ready_first + house.ready_count++) % house.plan.count] =
        (unsigned)(table - house.table);
}

static struct table *first_in_line(void)
{
    struct table *table = &house.table[house.ready[house.ready_first]];

    house.ready_first = (house.ready_first + 1) % house.plan.count;
    house.ready_count--;
    table->ready = false;
    return table;
}

static void end_action(struct table *table)
{
    table->acting = false;
    table->commands++;
    if (!house.counts)
        return;
    house.counts->actions++;
    times_add(&house.counts->times, now_ns() - table->due_ns);
}

/* Whether nobody but a bot can do anything. */
static bool waits_for_bot(const struct table *table)
{
    const struct player *player = table->player;

    return house.plan.bot && !player[0].actions && !player[1].actions && !player[0].asked &&
           !player[1].asked;
}

static void go_on(struct table *table)
{
    struct player *player = table->player;

    if (table->acting && table->answered && player[0].seq >= table->answer_seq &&
        player[1].seq >= table->answer_seq && !waits_for_bot(table))
        end_action(table);
    if (table->acting || !table->plays || player[0].seq != player[1].seq)
        return;
    if (!player[0].actions && !player[1].actions)
        return;
    if (house.limit && table->commands >= house.limit)
        return;
    if (house.saturate)
        act(table, now_ns());
    else
        wait_in_line(table);
}

/* ---- Hearing -------------------------------------------------------------------------------- */

static const char *find(const char *text, size_t length, const char *what)
{
    const char *found = memmem(text, length, what, strlen(what));

    return found ? found + strlen(what) : NULL;
}

/* Keeps one of a list of actions, each as likely as the others. */
static void choose(struct player *player, const char *list, const char *end)
{
    player->actions = 0;
    while (list < end && *list == '"') {
        const char *close = memchr(list + 1, '"', (size_t)(end - list - 1));
        size_t length = close ? (size_t)(close - list - 1) : ACTION_CHARS;

        if (length >= ACTION_CHARS)
            fail("an action is too long: ", list);
        if (!random_below(++player->actions)) {
            memcpy(player->action, list + 1, length);
            player->action[length] = '\0';
        }
        list = close + 1 + (close[1] == ',');
    }
}

static void keep_match(struct table *table, const char *text, size_t length)
{
    const char *match = find(text, length, "\"match_id\":\"");

    for (unsigned i = 0; match && i < MATCH_CHARS && match[i] != '"'; i++)
        table->match[i] = match[i];
}

/* The room asks its people for something, or no longer. */
static void hear_room(struct table *table, unsigned seat, const char *text, size_t length)
{
    const char *asks = find(text, length, "\"asks\":\""), *code;
    struct player *player = &table->player[seat];
    bool asked = asks && strncmp(asks, "nothing", 7) != 0;

    if (!asks)
        return;
    if (!*table->code && (code = find(text, length, "\"table\":\"")))
        memcpy(table->code, code, CODE_CHARS);
    if (!strncmp(asks, "rematch", 7)) {
        table->commands = 0;
        keep_match(table, text, length);
    }
    if (table->ends && strncmp(asks, "end", 3) != 0)
        return; /* nobody wants to go on */
    if (asked && !player->asked)
        say(table, seat, "agree", "");
    player->asked = asked;
}

/* The table of a link that a message is about: the one it names, or the one that is being opened
 * and has no name yet. */
static struct table *table_of(const struct link *link, const char *text, size_t length)
{
    struct table *table = &house.table[link->number / SEATS * house.plan.share];
    const char *code = find(text, length < 100 ? length : 100, "\"table\":\"");

    for (unsigned i = 0; i < house.plan.share; i++)
        if (!*table[i].code || (code && !memcmp(table[i].code, code, CODE_CHARS)))
            return &table[i];
    fail("a message is about no table of its link: ", text);
}

static void create(struct table *table)
{
    char more[LINK_SAY_MAX];

    snprintf(more, sizeof more,
             ",\"game\":\"%s\",\"rules\":\"%s\",\"settings\":\"seats=%d next=one next_ms=0 "
             "bot_delay_ms=0 %s\"",
             house.plan.game, house.plan.rules, SEATS + (house.plan.bot != NULL),
             house.plan.settings);
    say(table, 0, "create", more);
}

static void sit_down(struct table *table, unsigned seat)
{
    table->player[seat].sits = true;
    say(table, seat, "sit",
        seat ? ",\"name\":\"South\",\"seat\":1" : ",\"name\":\"North\",\"seat\":0");
}

static void add_bot(struct table *table)
{
    char more[LINK_SAY_MAX];

    snprintf(more, sizeof more, ",\"bot\":\"%s\"", house.plan.bot);
    say(table, 0, "add_bot", more);
}

/* Up to the first cards: one opens the table and sits down, the other follows, one starts. */
static void hear_opening(struct table *table, unsigned seat, const char *text, size_t length)
{
    if (find(text, length, "\"op\":\"welcome\"")) {
        if (!seat)
            create(table);
    } else if (!table->player[0].sits && *table->code) {
        sit_down(table, 0);
    } else if (!table->player[1].sits && table->player[0].sits && !seat &&
               find(text, length, "\"seat\":0")) {
        sit_down(table, 1);
    } else if (seat && find(text, length, "\"ok\":true") && find(text, length, "\"lobby\"")) {
        if (house.plan.bot)
            add_bot(table);
        say(table, 0, "start", "");
    }
}

static void open_more(void)
{
    unsigned share = house.plan.share;

    while (house.next < house.plan.count && house.next < house.playing + OPENING_MAX * share) {
        link_connect(house.next / share * SEATS);
        link_connect(house.next / share * SEATS + 1);
        house.next += share;
    }
}

static void begin_play(struct table *table)
{
    unsigned number = (unsigned)(table - house.table) + 1;

    table->plays = true;
    house.playing++;
    if (number % house.plan.share)
        create(table + 1);
    else
        open_more();
}

static void hear_view(struct table *table, struct player *player, const char *text, size_t length)
{
    const char *seq = find(text, length, "\"seq\":");
    const char *actions = find(text, length, "\"actions\":[");

    if (!seq)
        return;
    player->seq = (uint32_t)strtoul(seq, NULL, 10);
    if (actions) /* otherwise they are what they were */
        choose(player, actions, text + length);
    if (!table->plays && table->player[0].seq && table->player[1].seq)
        begin_play(table);
}

static void heard(void *context, struct link *link, const char *text, size_t length)
{
    struct table *table = table_of(link, text, length);
    unsigned seat = link->number % SEATS;
    struct player *player = &table->player[seat];
    const char *re = find(text, length < 40 ? length : 40, "\"re\":");

    (void)context;
    if (house.counts)
        house.counts->bytes += length;
    hear_room(table, seat, text, length);
    hear_view(table, player, text, length);
    if (!table->plays) {
        hear_opening(table, seat, text, length);
        return;
    }
    if (re && table->acting) {
        table->answered = true;
        table->answer_seq = player->seq;
        if (find(text, length < 80 ? length : 80, "\"ok\":false")) {
            table->acting = false;
            if (house.counts)
                house.counts->refused++;
        }
    }
    go_on(table);
}

void tables_token(unsigned link, char token[TOKEN_CHARS + 1])
{
    snprintf(token, TOKEN_CHARS + 1, "%032u", link + 1);
}

static void say_hello(const struct table *table, unsigned seat)
{
    char token[TOKEN_CHARS + 1], more[LINK_SAY_MAX] = "";

    tables_token(link_of(table, seat)->number, token);
    if (house.plan.known)
        snprintf(more, sizeof more, ",\"token\":\"%s\"", token);
    say(table, seat, "hello", more);
}

static void opened(void *context, struct link *link)
{
    struct table *table = &house.table[link->number / SEATS * house.plan.share];

    (void)context;
    if (++table->opened < SEATS)
        return;
    say_hello(table, 1);
    say_hello(table, 0);
}

/* ---- Playing -------------------------------------------------------------------------------- */

void tables_open(const struct tables_plan *plan)
{
    static const struct link_handlers handlers = {opened, heard, NULL};
    uint64_t patience;

    house.plan = *plan;
    house.table = calloc(plan->count, sizeof *house.table);
    house.ready = calloc(plan->count, sizeof *house.ready);
    if (!house.table || !house.ready)
        fail("there is not enough memory", "");
    if (!plan->share || plan->count % plan->share)
        fail("the tables cannot be shared out evenly", "");
    links_prepare(SEATS * (plan->count / plan->share), plan->port, &handlers, NULL);
    open_more();
    patience = now_ns() + 120000000000;
    while (house.playing < plan->count) {
        if (now_ns() > patience)
            fail("not all tables could be opened in two minutes", "");
        links_serve(now_ns() + 1000000000);
    }
}

static void begin(struct tables_counts *counts, bool saturate, unsigned limit)
{
    house.counts = counts;
    house.saturate = saturate;
    house.limit = limit;
    counts->actions = counts->refused = counts->bytes = 0;
    times_forget(&counts->times);
}

static bool all_done(unsigned limit)
{
    for (unsigned i = 0; i < house.plan.count; i++)
        if (house.table[i].commands < limit)
            return false;
    return true;
}

void tables_play(uint64_t until_ns, unsigned limit, struct tables_counts *counts)
{
    uint64_t actions = 0;

    begin(counts, true, limit);
    for (unsigned i = 0; i < house.plan.count; i++)
        go_on(&house.table[i]);
    while (now_ns() < until_ns) {
        links_serve(until_ns);
        if (!limit || counts->actions == actions)
            continue;
        actions = counts->actions;
        if (actions >= house.plan.count && all_done(limit))
            break;
    }
    house.counts = NULL;
    house.saturate = false;
}

void tables_play_slowly(uint64_t until_ns, double rate, struct tables_counts *counts)
{
    uint64_t step = (uint64_t)(1e9 / rate), due = now_ns();

    begin(counts, false, 0);
    for (unsigned i = 0; i < house.plan.count; i++)
        go_on(&house.table[i]);
    while (now_ns() < until_ns) {
        for (; due <= now_ns() && house.ready_count; due += step)
            act(first_in_line(), due);
        links_serve(due > now_ns() ? due : now_ns() + 1000000);
    }
    house.counts = NULL;
}

void tables_rest(uint64_t until_ns)
{
    house.counts = NULL;
    house.saturate = false;
    while (now_ns() < until_ns)
        links_serve(until_ns);
}

const char *tables_code(unsigned number)
{
    return house.table[number].code;
}

const char *tables_end(unsigned number)
{
    struct table *table = &house.table[number];
    uint64_t patience = now_ns() + 10000000000;

    table->ends = true;
    say(table, 0, "end", "");
    while (!*table->match) {
        if (now_ns() > patience)
            fail("a match does not end: ", table->code);
        links_serve(now_ns() + 100000000);
    }
    return table->match;
}
