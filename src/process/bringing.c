// SPDX-License-Identifier: MIT
/* bringing.c: a list of tables that are looked for, a few at a time. Start reading at on_timer. */
#include "process/bringing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "net/clock.h"

enum {
    TRY_MS = 50,
    PATIENCE_MS = 60000,
    AT_ONCE = 16, /* questions to the store */
    KEY_CHARS = 24,
};

struct wanted {
    struct wanted *next;
    struct bringing *bringing; /* NULL: it is not wanted any more */
    char key[KEY_CHARS];
    uint64_t until_ms;
    bool is_asked; /* the store was asked where it is */
};

struct bringing {
    struct bringing_plan plan;
    uv_timer_t timer;
    struct wanted *first;
    unsigned asked;
};

static bool is_here(const struct bringing *bringing, const char *key)
{
    return house_has(host_house(bringing->plan.host), key);
}

/* An answer of the store that is still to come frees it. */
static void give_up(struct wanted **link)
{
    struct wanted *wanted = *link;

    *link = wanted->next;
    if (wanted->is_asked) {
        wanted->bringing->asked--;
        wanted->bringing = NULL;
    } else {
        free(wanted);
    }
}

static void on_found(void *of, const struct server_where *where)
{
    struct wanted *wanted = of;
    struct bringing *bringing = wanted->bringing;

    if (!bringing) {
        free(wanted);
        return;
    }
    wanted->is_asked = false;
    bringing->asked--;
    switch (where->kind) {
    case SERVER_NOWHERE:
        wanted->until_ms = 0;
        break;
    case SERVER_AT:
        bringing->plan.ask(bringing->plan.context, where->place, wanted->key);
        break;
    case SERVER_HERE: /* in a moment */
        break;
    case SERVER_UNKNOWN:
        host_hurry(bringing->plan.host);
        break;
    }
}

static void ask(struct bringing *bringing, struct wanted *wanted)
{
    if (wanted->is_asked || bringing->asked >= AT_ONCE)
        return;
    wanted->is_asked = host_where(bringing->plan.host, wanted->key, on_found, wanted);
    bringing->asked += wanted->is_asked;
}

static void on_timer(uv_timer_t *timer)
{
    struct bringing *bringing = timer->data;
    struct wanted **link = &bringing->first;
    uint64_t now_ms = clock_steady_ms();

    while (*link) {
        if (is_here(bringing, (*link)->key) || now_ms > (*link)->until_ms) {
            give_up(link);
            continue;
        }
        ask(bringing, *link);
        link = &(*link)->next;
    }
    if (bringing->first)
        return;
    uv_timer_stop(timer);
    bringing->plan.done(bringing->plan.context);
}

void bringing_want(struct bringing *bringing, const char *key)
{
    struct wanted *wanted = bringing->first;

    while (wanted && strcmp(wanted->key, key) != 0)
        wanted = wanted->next;
    if (wanted || is_here(bringing, key))
        return;
    wanted = calloc(1, sizeof *wanted);
    HC_CHECK(wanted && strlen(key) < sizeof wanted->key);
    strcpy(wanted->key, key);
    wanted->bringing = bringing;
    wanted->until_ms = clock_steady_ms() + PATIENCE_MS;
    wanted->next = bringing->first;
    bringing->first = wanted;
    if (!uv_is_active((uv_handle_t *)&bringing->timer))
        uv_timer_start(&bringing->timer, on_timer, 0, TRY_MS);
}

bool bringing_waits(const struct bringing *bringing)
{
    return bringing->first;
}

void bringing_stop(struct bringing *bringing)
{
    while (bringing->first)
        give_up(&bringing->first);
    uv_timer_stop(&bringing->timer);
}

struct bringing *bringing_open(const struct bringing_plan *plan)
{
    struct bringing *bringing = calloc(1, sizeof *bringing);

    HC_CHECK(bringing);
    bringing->plan = *plan;
    uv_timer_init(plan->loop, &bringing->timer);
    bringing->timer.data = bringing;
    return bringing;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

void bringing_close(struct bringing *bringing)
{
    bringing_stop(bringing);
    uv_close((uv_handle_t *)&bringing->timer, on_closed);
}
