// SPDX-License-Identifier: MIT
/*
 * house.c: guests come in here: lines, rooms, requests, and the time.
 *
 * A request goes to its room (house_let), which decides at once; what comes of it is stored and
 * then told (commit.c). After that the room does whatever is due by itself (house_attend), and says
 * when it wants to be called again: one timer serves all rooms. Start reading at house_do().
 */
#include "house/house.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "house/inside.h"

enum { CODE_TRIES = 100 };

uint64_t house_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

struct house_line *house_line(struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                              house_tell *tell, void *context)
{
    struct house_line *line = calloc(1, sizeof *line);

    if (!line)
        return NULL;
    line->house = house;
    memcpy(line->guest, guest, sizeof line->guest);
    line->tell = tell;
    line->context = context;
    line->next = house->lines;
    if (line->next)
        line->next->before = line;
    house->lines = line;
    house->counts.lines++;
    return line;
}

const uint8_t *house_guest(const struct house_line *line)
{
    return line->guest;
}

static struct membership *membership_of(const struct house_line *line, const struct house_room *at)
{
    struct membership *m = line->rooms;

    while (m && m->at != at)
        m = m->next_room;
    return m;
}

static void forget_membership(struct membership *m)
{
    struct membership **link;

    for (link = &m->at->members; *link != m;)
        link = &(*link)->next_line;
    *link = m->next_line;
    for (link = &m->line->rooms; *link != m;)
        link = &(*link)->next_room;
    *link = m->next_room;
    free(m);
}

/* Tells the room that a line comes or goes; that is not stored, but others see it. */
static enum hc_refusal present(struct house_line *line, struct house_room *at,
                               enum hc_room_verb verb)
{
    struct hc_room_request request = {.verb = verb, .seat = HC_NONE, .now_ms = house_now_ms()};
    struct hc_room_answer answer;

    memcpy(request.guest, line->guest, sizeof request.guest);
    hc_room_do(&at->room, &request, &answer);
    return answer.refusal;
}

static void leave_room(struct membership *m)
{
    struct house_room *at = m->at;

    if (m->counted)
        present(m->line, at, HC_DO_DISCONNECT);
    forget_membership(m);
    if (!at->gone) {
        commit_tell_room(at);
        house_attend(at);
    }
}

/* Items that this line asked for are nobody's now. */
static void forget_line(struct items *items, const struct house_line *line)
{
    for (struct item *item = items->first; item; item = item->next)
        if (item->line == line)
            item->line = NULL;
}

void house_hang_up(struct house_line *line)
{
    struct house *house = line->house;

    while (line->rooms)
        leave_room(line->rooms);
    forget_line(&house->collecting, line);
    forget_line(&house->flying, line);
    *(line->before ? &line->before->next : &house->lines) = line->next;
    if (line->next)
        line->next->before = line->before;
    house->counts.lines--;
    free(line);
}

void house_refuse(struct house_line *line, uint32_t tag, enum hc_refusal refusal, const char *why)
{
    struct hc_room_answer answer = {.refusal = refusal, .seat = HC_NONE};
    struct house_news news = {
        .kind = HOUSE_ANSWER, .mine = true, .tag = tag, .viewer = HC_SPECTATOR, .answer = &answer};

    line->house->counts.refusals[refusal]++;
    snprintf(answer.why, sizeof answer.why, "%s", why);
    line->tell(line->context, &news);
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

void house_free_room(struct house_room *at)
{
    while (at->members)
        forget_membership(at->members);
    free(at->log.bytes);
    free(at);
}

/* Whoever sat down or stood up is counted as what they are now. Whether one may look on can change
 * in the lobby alone. */
static void count_again(struct house_room *at)
{
    struct hc_room_row row;

    hc_room_row(&at->room, &row);
    for (struct membership *m = at->members; m; m = m->next_line) {
        bool sits = hc_room_seat_of(&at->room, m->line->guest) != HC_NONE;

        if (sits != m->sits) {
            m->sits = sits;
            if (!sits || !m->counted)
                m->counted = !present(m->line, at, sits ? HC_DO_CONNECT : HC_DO_WATCH);
        } else if (!sits && !row.started && m->counted != row.watchable) {
            m->counted = !present(m->line, at, row.watchable ? HC_DO_WATCH : HC_DO_DISCONNECT) &&
                         row.watchable;
        }
    }
}

void house_let(struct house_room *at, struct house_line *line, uint32_t tag,
               struct hc_room_request *request)
{
    struct house *house = at->house;
    struct hc_room_answer answer;

    request->now_ms = house_now_ms();
    if (!commit_prepare(at))
        abort();
    hc_room_do(&at->room, request, &answer);
    house->counts.refusals[answer.refusal]++;
    if (answer.changed)
        count_again(at);
    if (!answer.refusal && !answer.repeat && (answer.changed || answer.record || answer.chat))
        commit_take(at, line, tag, &answer, request->verb == HC_DO_CHAT ? request->text : NULL);
    else if (line)
        commit_answer(at, line, tag, &answer);
    commit_release(at);
    house_attend(at);
}

static void set_timer(struct house *house);

static void on_timer(uv_timer_t *timer)
{
    struct house *house = timer->data;
    uint64_t now_ms = house_now_ms();

    while (house->heap_used && house->heap[1]->due_ms <= now_ms) {
        struct house_room *at = house->heap[1];

        registry_set_due(house, at, HC_ROOM_NEVER);
        house_attend(at);
        if (at->due_ms <= now_ms)
            break; /* a room that is never done must not stop the others */
    }
    set_timer(house);
}

static void set_timer(struct house *house)
{
    uint64_t now_ms = house_now_ms(), due_ms, wait_ms;

    if (!house->heap_used) {
        uv_timer_stop(&house->timer);
        return;
    }
    due_ms = house->heap[1]->due_ms;
    wait_ms = due_ms > now_ms ? due_ms - now_ms : 1;
    if (wait_ms > HC_ROOM_BEAT_MS)
        wait_ms = HC_ROOM_BEAT_MS; /* the wall clock may be set meanwhile */
    uv_update_time(house->plan.loop);
    if (!uv_is_active((uv_handle_t *)&house->timer) || uv_timer_get_due_in(&house->timer) > wait_ms)
        uv_timer_start(&house->timer, on_timer, wait_ms, 0);
}

/* A match begins with the secret that was drawn for it, and the one after it gets its own. */
static void draw_next(struct house_room *at)
{
    memcpy(at->secret, at->next, sizeof at->secret);
    randombytes_buf(at->next, sizeof at->next);
    commit_to_secrets(at);
}

void house_attend(struct house_room *at)
{
    struct house *house = at->house;
    struct hc_room_answer answer;
    uint64_t now_ms = house_now_ms(), due_ms = hc_room_due(&at->room);
    bool more = true;

    while (more && !at->gone && !house->stopping && due_ms <= now_ms) {
        bool opens = hc_room_wants_seed(&at->room);

        if (!commit_prepare(at))
            abort();
        if (opens) {
            hc_room_tick(&at->room, now_ms, at->next, &answer);
            if (answer.record == HC_WRITE_BEGIN)
                draw_next(at);
        } else {
            hc_room_tick(&at->room, now_ms, NULL, &answer);
        }
        if (at->room.stage == HC_ROOM_LOBBY)
            count_again(at); /* a seat may be free now whose person is still here */
        if (answer.think != HC_NONE)
            think_begin(at, answer.think);
        if (answer.changed || answer.record)
            commit_take(at, NULL, 0, &answer, NULL);
        commit_release(at);
        more = answer.more;
        due_ms = hc_room_due(&at->room);
    }
    registry_set_due(house, at, at->gone ? HC_ROOM_NEVER : due_ms);
    set_timer(house);
}

void house_put_off(struct house_room *at, uint64_t wait_ms)
{
    registry_set_due(at->house, at, house_now_ms() + wait_ms);
    set_timer(at->house);
}

static bool make_code(const struct house *house, char code[HC_ROOM_CODE_CHARS + 1])
{
    for (unsigned i = 0; i < CODE_TRIES; i++) {
        uint8_t entropy[3];

        randombytes_buf(entropy, sizeof entropy);
        hc_room_code(entropy, code);
        if (!registry_find(house, code))
            return true;
    }
    return false;
}

static struct membership *enter(struct house_line *line, struct house_room *at)
{
    struct membership *m = membership_of(line, at);

    if (m)
        return m;
    m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->line = line;
    m->at = at;
    m->sits = hc_room_seat_of(&at->room, line->guest) != HC_NONE;
    m->counted = !present(line, at, m->sits ? HC_DO_CONNECT : HC_DO_WATCH);
    m->next_line = at->members;
    m->next_room = line->rooms;
    at->members = line->rooms = m;
    return m;
}

void house_create(struct house_line *line, uint32_t tag, const struct hc_game *game,
                  const char *rules, const char *settings, const char *title)
{
    struct house *house = line->house;
    struct house_room *at = calloc(1, sizeof *at);
    char code[HC_ROOM_CODE_CHARS + 1] = "";
    struct hc_room_answer answer = {
        .changed = true, .seat = HC_NONE, .think = HC_NONE, .record = HC_WRITE_NOTHING};
    struct hc_problem why;
    enum hc_refusal refusal;

    if (!at)
        abort();
    at->house = house;
    at->fresh = true;
    refusal = house->stopping                                ? HC_CLOSING
              : house->counts.rooms >= house->plan.rooms_max ? HC_ROOM_FULL
              : !make_code(house, code)                      ? HC_ROOM_FULL
                                                             : HC_OK;
    why.text[0] = '\0';
    if (!refusal)
        refusal = hc_room_open(&at->room, game, rules, settings, title, code, house_now_ms(), &why);
    if (refusal) {
        house_refuse(line, tag, refusal, why.text);
        free(at);
        return;
    }
    randombytes_buf(at->next, sizeof at->next);
    commit_to_secrets(at);
    randombytes_buf(&at->number, sizeof at->number);
    at->number >>= 1; /* stores count with a sign */
    if (!registry_add(house, at) || !commit_prepare(at))
        abort();
    if (!sodium_is_zero(line->guest, sizeof line->guest))
        enter(line, at);
    commit_take(at, line, tag, &answer, NULL);
    house_attend(at);
}

/* Lets a line in if it may look on, or sits there; others are told. False if it may not. */
static bool come_in(struct house_line *line, struct house_room *at)
{
    struct membership *m = membership_of(line, at);

    if (m)
        return m->counted || at->room.stage == HC_ROOM_LOBBY;
    m = enter(line, at);
    if (!m->counted && at->room.stage != HC_ROOM_LOBBY) {
        forget_membership(m);
        return false;
    }
    commit_tell_room(at);
    return true;
}

void house_enter(struct house_line *line, uint32_t tag, const char *code)
{
    struct house_room *at = registry_find(line->house, code);
    struct hc_room_answer answer = {.seat = HC_NONE, .think = HC_NONE};

    if (!at || at->gone) {
        house_refuse(line, tag, HC_NO_ROOM, "");
        return;
    }
    if (!come_in(line, at)) {
        house_refuse(line, tag, HC_NOT_ALLOWED, "");
        return;
    }
    answer.seq = hc_table_seq(&at->room.table);
    commit_answer(at, line, tag, &answer);
    house_attend(at);
}

void house_exit(struct house_line *line, uint32_t tag, const char *code)
{
    struct house_room *at = registry_find(line->house, code);
    struct membership *m = at ? membership_of(line, at) : NULL;

    if (!m) {
        house_refuse(line, tag, HC_NO_ROOM, "");
        return;
    }
    leave_room(m);
    house_refuse(line, tag, HC_OK, "");
}

/* Whether a bot would think for longer than this house lets it. */
static bool thinks_too_long(const struct house *house, const struct hc_room_request *request)
{
    const char *text = request->text ? request->text : "";
    uint32_t most = house->plan.bot_budget_max, budget;

    return request->verb == HC_DO_ADD_BOT && most && hc_bot_parse(text, strlen(text), &budget) &&
           budget > most;
}

void house_do(struct house_line *line, uint32_t tag, const char *code,
              struct hc_room_request *request)
{
    struct house_room *at = registry_find(line->house, code);

    if (line->house->stopping) {
        house_refuse(line, tag, HC_CLOSING, "");
        return;
    }
    if (!at || at->gone) {
        house_refuse(line, tag, HC_NO_ROOM, "");
        return;
    }
    if (thinks_too_long(line->house, request)) {
        char why[80];

        snprintf(why, sizeof why, "a bot may imagine at most %u games here",
                 (unsigned)line->house->plan.bot_budget_max);
        house_refuse(line, tag, HC_BAD_SETTING, why);
        return;
    }
    if (!come_in(line, at)) {
        house_refuse(line, tag, HC_NOT_ALLOWED, "");
        return;
    }
    memcpy(request->guest, line->guest, sizeof request->guest);
    house_let(at, line, tag, request);
}

const struct hc_room *house_find(const struct house *house, const char *code)
{
    const struct house_room *at = registry_find(house, code);

    return at && !at->gone ? &at->room : NULL;
}

void house_each_room(const struct house *house,
                     bool (*each)(void *context, const struct hc_room *room), void *context)
{
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i] && !house->slot[i]->gone && !each(context, &house->slot[i]->room))
            return;
}

struct store *house_store(struct house *house)
{
    return house->plan.store;
}

uint64_t house_number(const struct house_room *at)
{
    return at->number;
}

bool house_table_at(const struct house_room *at, const struct hc_room *room, uint32_t seq,
                    struct hc_table *table)
{
    struct hc_problem why;

    return room->match == at->room.match && seq <= hc_table_seq(&room->table) &&
           hc_log_replay(at->log.bytes, at->log.used, seq, table, NULL, NULL, &why);
}

const char *house_trouble(const struct house *house)
{
    return house->trouble;
}

const struct house_counts *house_counts(const struct house *house)
{
    return &house->counts;
}

/* ---- The house itself ----------------------------------------------------------------------- */

static void check_stopped(struct house *house)
{
    if (house->stopping && house->stopped && !house->busy && !house->collecting.first &&
        !house->asks) {
        void (*stopped)(void *context) = house->stopped;

        house->stopped = NULL;
        stopped(house->stopped_context);
    }
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct house *house = prepare->data;

    commit_turn(house);
    check_stopped(house);
}

static void on_async(uv_async_t *async)
{
    commit_report(async->data);
    ask_report(async->data);
}

struct house *house_open(const struct house_plan *plan, struct hc_problem *why)
{
    struct house *house = calloc(1, sizeof *house);

    why->text[0] = '\0';
    if (!house || sodium_init() < 0) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        free(house);
        return NULL;
    }
    house->plan = *plan;
    house->batch = store_batch_new();
    uv_mutex_init(&house->lock);
    uv_prepare_init(plan->loop, &house->prepare);
    uv_timer_init(plan->loop, &house->timer);
    uv_async_init(plan->loop, &house->report, on_async);
    house->prepare.data = house->timer.data = house->report.data = house;
    house->handles = 3;
    if (!house->batch || !restore_all(house, why)) {
        house_close(house);
        return NULL;
    }
    uv_prepare_start(&house->prepare, on_prepare);
    set_timer(house);
    return house;
}

void house_stop(struct house *house, void (*done)(void *context), void *context)
{
    house->stopping = true;
    house->stopped = done;
    house->stopped_context = context;
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct house *house = handle->data;

    if (--house->handles)
        return;
    uv_mutex_destroy(&house->lock);
    free(house->slot);
    free(house->heap);
    free(house);
}

void house_close(struct house *house)
{
    while (house->lines)
        house_hang_up(house->lines);
    store_close(house->plan.store);
    ask_end(house);
    if (house->batch)
        store_batch_free(house->batch);
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i])
            house_free_room(house->slot[i]);
    house->slots = 0;
    uv_close((uv_handle_t *)&house->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&house->timer, on_handle_closed);
    uv_close((uv_handle_t *)&house->report, on_handle_closed);
}
