// SPDX-License-Identifier: MIT
/*
 * telegram_queue.c: which call goes next.
 *
 * A limit is kept as the time from which on nothing counts against it any more (`pace`): a call
 * moves that by what it costs, and may go while it lies not further ahead than the burst. Groups
 * also remember when their last calls went. A place in line is a number; the line's own is that of
 * the last call that went, and nobody new begins before it. Start reading at telegram_queue_next.
 */
#include "doors/telegram/telegram_queue.h"

#include "core/check.h"
#include "core/memory.h"

enum { LISTS = 256 };

struct waiting {
    struct waiting *next;
    struct telegram_job job;
    uint64_t place;   /* in line */
    uint64_t arrival; /* among those with the same place */
    uint64_t since_ms;
    bool again; /* it was refused once */
};

struct chat {
    struct chat *next; /* of those with the same hash */
    int64_t id;
    bool is_group;
    bool is_busy;  /* a call is on its way */
    bool is_ready; /* and has not left */
    unsigned count;
    struct waiting *first, **end;
    uint64_t pace_ms, edit_pace_ms, held_ms;
    uint64_t sent_ms[TELEGRAM_GROUP_MAX]; /* plus 1; 0: not yet */
    unsigned sent;                        /* where the next one goes */
};

/* Somebody on whose account calls wait, or were sent lately. */
struct account {
    struct account *next;
    int64_t id;
    unsigned count;
    uint64_t place; /* of their last call */
};

struct telegram_queue {
    house_resize *resize;
    void *context;
    struct chat *chats[LISTS];
    struct account *accounts[LISTS];
    uint64_t place;    /* of the last call that went */
    uint64_t arrivals; /* counted */
    uint64_t pace_ms, held_ms;
    uint64_t leave_pace_ms; /* of what leaves */
    unsigned ready;         /* calls that have not left */
    uint64_t resumed_ms;    /* 0: there was none before it */
    size_t count;
    uint64_t waited_ms;
};

struct telegram_queue *telegram_queue_open(house_resize *resize, void *context)
{
    struct telegram_queue *queue = resize(context, NULL, sizeof *queue);

    if (!queue)
        return NULL;
    hc_zero(queue, sizeof *queue);
    queue->resize = resize;
    queue->context = context;
    return queue;
}

void telegram_queue_resume(struct telegram_queue *queue, uint64_t now_ms)
{
    queue->resumed_ms = now_ms;
    queue->pace_ms = now_ms + (uint64_t)TELEGRAM_ALL_MS * TELEGRAM_ALL_BURST;
}

static void *new_memory(struct telegram_queue *queue, size_t size)
{
    void *memory = queue->resize(queue->context, NULL, size);

    HC_CHECK(memory);
    hc_zero(memory, size);
    return memory;
}

static void free_memory(struct telegram_queue *queue, void *memory)
{
    queue->resize(queue->context, memory, 0);
}

void telegram_queue_close(struct telegram_queue *queue)
{
    while (telegram_queue_take_any(queue))
        continue;
    for (unsigned i = 0; i < LISTS; i++) {
        for (struct chat *chat = queue->chats[i], *next; chat; chat = next) {
            next = chat->next;
            free_memory(queue, chat);
        }
        for (struct account *account = queue->accounts[i], *next; account; account = next) {
            next = account->next;
            free_memory(queue, account);
        }
    }
    free_memory(queue, queue);
}

/* ---- Chats and accounts --------------------------------------------------------------------- */

static unsigned list_of(int64_t id)
{
    return (unsigned)((uint64_t)id * 0x9e3779b97f4a7c15 >> 56);
}

static struct chat *find_chat(const struct telegram_queue *queue, int64_t id)
{
    struct chat *chat = queue->chats[list_of(id)];

    while (chat && chat->id != id)
        chat = chat->next;
    return chat;
}

static struct chat *chat_of(struct telegram_queue *queue, int64_t id)
{
    struct chat *chat = find_chat(queue, id);

    if (!chat) {
        chat = new_memory(queue, sizeof *chat);
        chat->id = id;
        chat->end = &chat->first;
        if (queue->resumed_ms)
            chat->pace_ms = queue->resumed_ms + (uint64_t)TELEGRAM_CHAT_MS * TELEGRAM_CHAT_BURST;
        chat->next = queue->chats[list_of(id)];
        queue->chats[list_of(id)] = chat;
    }
    return chat;
}

static int64_t account_id(const struct telegram_job *job)
{
    return job->person ? job->person : job->chat;
}

static struct account *account_of(struct telegram_queue *queue, int64_t id)
{
    struct account *account = queue->accounts[list_of(id)];

    while (account && account->id != id)
        account = account->next;
    if (!account) {
        account = new_memory(queue, sizeof *account);
        account->id = id;
        account->next = queue->accounts[list_of(id)];
        queue->accounts[list_of(id)] = account;
    }
    return account;
}

/* When the last call of a group that counts went, it counts for a minute. */
static uint64_t group_ready_ms(const struct chat *chat)
{
    uint64_t oldest = chat->sent_ms[chat->sent];

    return oldest ? oldest - 1 + TELEGRAM_GROUP_MS : 0;
}

static bool is_idle(const struct chat *chat, uint64_t now_ms)
{
    unsigned last = (chat->sent + TELEGRAM_GROUP_MAX - 1) % TELEGRAM_GROUP_MAX;

    return !chat->first && !chat->is_busy && chat->pace_ms <= now_ms &&
           chat->edit_pace_ms <= now_ms && chat->held_ms <= now_ms &&
           (!chat->sent_ms[last] || chat->sent_ms[last] + TELEGRAM_GROUP_MS <= now_ms);
}

/* Forgets whoever nothing is to be known of any more. */
static void tidy(struct telegram_queue *queue, uint64_t now_ms)
{
    for (unsigned i = 0; i < LISTS; i++) {
        for (struct chat **link = &queue->chats[i]; *link;) {
            struct chat *chat = *link;

            if (is_idle(chat, now_ms)) {
                *link = chat->next;
                free_memory(queue, chat);
            } else {
                link = &chat->next;
            }
        }
        for (struct account **link = &queue->accounts[i]; *link;) {
            struct account *account = *link;

            if (!account->count && account->place <= queue->place) {
                *link = account->next;
                free_memory(queue, account);
            } else {
                link = &account->next;
            }
        }
    }
}

/* ---- The line ------------------------------------------------------------------------------- */

static void add_last(struct telegram_queue *queue, struct chat *chat, struct waiting *waiting)
{
    waiting->next = NULL;
    *chat->end = waiting;
    chat->end = &waiting->next;
    chat->count++;
    account_of(queue, account_id(&waiting->job))->count++;
    queue->count++;
}

/* Takes a call out of its chat's list and gives what the caller put into it. */
static void *take_off(struct telegram_queue *queue, struct chat *chat, struct waiting *waiting)
{
    struct waiting **link = &chat->first;
    void *call = waiting->job.call;

    while (*link != waiting)
        link = &(*link)->next;
    *link = waiting->next;
    if (!waiting->next)
        chat->end = link;
    chat->count--;
    account_of(queue, account_id(&waiting->job))->count--;
    queue->count--;
    free_memory(queue, waiting);
    return call;
}

/* Whether a is rather to be given up than b. */
static bool is_worse(const struct waiting *a, const struct waiting *b)
{
    if (a->job.urgency != b->job.urgency)
        return a->job.urgency > b->job.urgency;
    return a->place > b->place;
}

/* Gives up the worst call: of one chat, of one account, or of all. */
static void *give_up(struct telegram_queue *queue, const struct chat *only,
                     const struct account *account)
{
    struct chat *chat_of_worst = NULL;
    struct waiting *worst = NULL;

    for (unsigned i = 0; i < LISTS; i++)
        for (struct chat *chat = queue->chats[i]; chat; chat = chat->next)
            for (struct waiting *w = chat->first; w; w = w->next)
                if ((!only || chat == only) && (!account || account_id(&w->job) == account->id) &&
                    (!worst || is_worse(w, worst))) {
                    worst = w;
                    chat_of_worst = chat;
                }
    return take_off(queue, chat_of_worst, worst);
}

/* The one that it takes the place of, if any. */
static struct waiting *find_alike(const struct chat *chat, const struct telegram_job *job)
{
    for (struct waiting *w = chat->first; w && job->key; w = w->next)
        if (w->job.key == job->key)
            return w;
    return NULL;
}

void *telegram_queue_put(struct telegram_queue *queue, const struct telegram_job *job,
                         uint64_t now_ms)
{
    struct chat *chat = chat_of(queue, job->chat);
    struct waiting *waiting = find_alike(chat, job);
    struct account *account;
    void *replaced;

    HC_CHECK(job->call);
    chat->is_group |= job->is_group;
    if (waiting) {
        replaced = waiting->job.call;
        waiting->job.call = job->call;
        if (job->urgency < waiting->job.urgency)
            waiting->job.urgency = job->urgency;
        return replaced;
    }
    waiting = new_memory(queue, sizeof *waiting);
    account = account_of(queue, account_id(job));
    account->place = (account->place > queue->place ? account->place : queue->place) + 1;
    waiting->job = *job;
    waiting->place = account->place;
    waiting->arrival = ++queue->arrivals;
    waiting->since_ms = now_ms;
    add_last(queue, chat, waiting);
    if (account->id && account->count > TELEGRAM_WAITING_ONE_MAX)
        return give_up(queue, NULL, account);
    if (chat->id && chat->count > TELEGRAM_WAITING_CHAT_MAX)
        return give_up(queue, chat, NULL);
    return queue->count > TELEGRAM_WAITING_MAX ? give_up(queue, NULL, NULL) : NULL;
}

void telegram_queue_again(struct telegram_queue *queue, const struct telegram_job *job,
                          uint64_t now_ms)
{
    struct chat *chat = chat_of(queue, job->chat);
    struct waiting *waiting = new_memory(queue, sizeof *waiting);

    waiting->job = *job;
    waiting->since_ms = now_ms;
    waiting->again = true;
    waiting->place = 0;
    waiting->next = chat->first;
    if (!chat->first)
        chat->end = &waiting->next;
    chat->first = waiting;
    chat->count++;
    account_of(queue, account_id(job))->count++;
    queue->count++;
}

/* ---- Which one, and when -------------------------------------------------------------------- */

/* From when on a limit lets one more go, of which so many may come at once. */
static uint64_t ready_ms(uint64_t pace_ms, uint64_t cost_ms, unsigned burst)
{
    uint64_t ahead = cost_ms * (burst - 1);

    return pace_ms > ahead ? pace_ms - ahead : 0;
}

static uint64_t move_pace(uint64_t pace_ms, uint64_t cost_ms, uint64_t now_ms)
{
    return (pace_ms > now_ms ? pace_ms : now_ms) + cost_ms;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static enum telegram_urgency urgency_at(const struct waiting *waiting, uint64_t now_ms)
{
    bool is_old = waiting->again || now_ms >= waiting->since_ms + TELEGRAM_OLD_MS;

    return is_old ? TELEGRAM_TO_PRESS : waiting->job.urgency;
}

/* From when on a group of which it is not known what was sent to it may be sent one more. */
static uint64_t evenly_ms(const struct telegram_queue *queue, const struct chat *chat)
{
    uint64_t last = chat->sent_ms[(chat->sent + TELEGRAM_GROUP_MAX - 1) % TELEGRAM_GROUP_MAX];
    uint64_t when = (last ? last - 1 : queue->resumed_ms) + TELEGRAM_GROUP_EVEN_MS;

    return queue->resumed_ms && when < queue->resumed_ms + TELEGRAM_GROUP_MS ? when : 0;
}

/* When this one may go at the earliest, for all that is known now. */
static uint64_t may_go_ms(const struct telegram_queue *queue, const struct chat *chat,
                          const struct waiting *waiting, uint64_t now_ms)
{
    bool is_answer = urgency_at(waiting, now_ms) <= TELEGRAM_TO_COMMAND;
    uint64_t when = later(queue->held_ms, chat->held_ms);

    if (!chat->id)
        return when;
    if (chat->is_busy || queue->ready >= TELEGRAM_READY_MAX)
        return HC_ROOM_NEVER;
    when = later(when,
                 ready_ms(queue->pace_ms, TELEGRAM_ALL_MS,
                          is_answer ? TELEGRAM_ALL_BURST : TELEGRAM_ALL_BURST - TELEGRAM_ALL_KEPT));
    when = later(when, ready_ms(queue->leave_pace_ms, TELEGRAM_ALL_MS, TELEGRAM_ALL_BURST));
    when = later(when, ready_ms(chat->pace_ms, TELEGRAM_CHAT_MS, TELEGRAM_CHAT_BURST));
    if (chat->is_group) {
        when = later(later(when, group_ready_ms(chat)), evenly_ms(queue, chat));
        if (waiting->job.urgency == TELEGRAM_EDIT)
            when = later(when, ready_ms(chat->edit_pace_ms, TELEGRAM_GROUP_EDIT_MS,
                                        TELEGRAM_GROUP_EDIT_BURST));
    }
    return when;
}

static bool goes_before(const struct waiting *a, const struct waiting *b, uint64_t now_ms)
{
    enum telegram_urgency of_a = urgency_at(a, now_ms), of_b = urgency_at(b, now_ms);

    if (of_a != of_b)
        return of_a < of_b;
    if (a->place != b->place)
        return a->place < b->place;
    return a->arrival < b->arrival;
}

static void make_ready(struct telegram_queue *queue, struct chat *chat, uint64_t now_ms)
{
    if (!chat->id)
        return;
    chat->is_busy = chat->is_ready = true;
    queue->ready++;
    queue->pace_ms = move_pace(queue->pace_ms, TELEGRAM_ALL_MS, now_ms);
}

bool telegram_queue_next(struct telegram_queue *queue, uint64_t now_ms, struct telegram_job *job)
{
    struct chat *chat_of_best = NULL;
    struct waiting *best = NULL;

    tidy(queue, now_ms);
    for (unsigned i = 0; i < LISTS; i++)
        for (struct chat *chat = queue->chats[i]; chat; chat = chat->next)
            for (struct waiting *w = chat->first; w; w = w->next)
                if (may_go_ms(queue, chat, w, now_ms) <= now_ms &&
                    (!best || goes_before(w, best, now_ms))) {
                    best = w;
                    chat_of_best = chat;
                }
    if (!best)
        return false;
    *job = best->job;
    queue->waited_ms += now_ms - best->since_ms;
    queue->place = later(queue->place, best->place);
    make_ready(queue, chat_of_best, now_ms);
    take_off(queue, chat_of_best, best);
    return true;
}

uint64_t telegram_queue_due(const struct telegram_queue *queue, uint64_t now_ms)
{
    uint64_t due_ms = HC_ROOM_NEVER;

    for (unsigned i = 0; i < LISTS; i++)
        for (const struct chat *chat = queue->chats[i]; chat; chat = chat->next)
            for (const struct waiting *w = chat->first; w; w = w->next) {
                uint64_t when = may_go_ms(queue, chat, w, now_ms);

                if (when < due_ms)
                    due_ms = when;
            }
    return due_ms == HC_ROOM_NEVER ? due_ms : later(due_ms, now_ms);
}

uint64_t telegram_queue_leave_ms(const struct telegram_queue *queue, int64_t chat)
{
    const struct chat *found = find_chat(queue, chat);
    uint64_t when = later(queue->held_ms, found ? found->held_ms : 0);

    return later(when, ready_ms(queue->leave_pace_ms, TELEGRAM_ALL_MS, TELEGRAM_ALL_BURST));
}

static void end_ready(struct telegram_queue *queue, struct chat *chat)
{
    queue->ready -= chat->is_ready;
    chat->is_ready = false;
}

bool telegram_queue_leave(struct telegram_queue *queue, const struct telegram_job *job,
                          uint64_t now_ms)
{
    struct chat *chat = chat_of(queue, job->chat);

    if (telegram_queue_leave_ms(queue, job->chat) > now_ms)
        return false;
    end_ready(queue, chat);
    queue->leave_pace_ms = move_pace(queue->leave_pace_ms, TELEGRAM_ALL_MS, now_ms);
    chat->pace_ms = move_pace(chat->pace_ms, TELEGRAM_CHAT_MS, now_ms);
    if (!chat->is_group)
        return true;
    chat->sent_ms[chat->sent] = now_ms + 1;
    chat->sent = (chat->sent + 1) % TELEGRAM_GROUP_MAX;
    if (job->urgency == TELEGRAM_EDIT)
        chat->edit_pace_ms = move_pace(chat->edit_pace_ms, TELEGRAM_GROUP_EDIT_MS, now_ms);
    return true;
}

void telegram_queue_done(struct telegram_queue *queue, int64_t chat)
{
    struct chat *found = find_chat(queue, chat);

    if (!found)
        return;
    end_ready(queue, found);
    found->is_busy = false;
}

void telegram_queue_hold(struct telegram_queue *queue, int64_t chat, uint64_t until_ms)
{
    uint64_t *held_ms = chat ? &chat_of(queue, chat)->held_ms : &queue->held_ms;

    *held_ms = later(*held_ms, until_ms);
}

/* ---- Taking back ---------------------------------------------------------------------------- */

void *telegram_queue_take_back(struct telegram_queue *queue, int64_t chat)
{
    struct chat *found = find_chat(queue, chat);

    return found && found->first ? take_off(queue, found, found->first) : NULL;
}

void *telegram_queue_take_any(struct telegram_queue *queue)
{
    for (unsigned i = 0; i < LISTS && queue->count; i++)
        for (struct chat *chat = queue->chats[i]; chat; chat = chat->next)
            if (chat->first)
                return take_off(queue, chat, chat->first);
    return NULL;
}

void telegram_queue_move(struct telegram_queue *queue, int64_t from, int64_t to, uint64_t now_ms)
{
    struct chat *chat = find_chat(queue, from), *new_chat = chat_of(queue, to);

    new_chat->is_group = true;
    if (!chat || chat == new_chat)
        return;
    /* Its limits are its own, but nobody was ever refused for being slow. */
    new_chat->pace_ms = later(new_chat->pace_ms, chat->pace_ms);
    new_chat->held_ms = later(new_chat->held_ms, chat->held_ms);
    while (chat->first) {
        struct waiting *moved = new_memory(queue, sizeof *moved);

        *moved = *chat->first;
        take_off(queue, chat, chat->first);
        moved->job.chat = to;
        moved->since_ms = moved->since_ms < now_ms ? moved->since_ms : now_ms;
        add_last(queue, new_chat, moved);
    }
}

size_t telegram_queue_waiting(const struct telegram_queue *queue)
{
    return queue->count;
}

uint64_t telegram_queue_waited_ms(const struct telegram_queue *queue)
{
    return queue->waited_ms;
}
