// SPDX-License-Identifier: MIT
/*
 * home_house.c: the house of a home, its store and its links. Start reading at step() and take().
 *
 * The house is a machine (house.h). step() does the next thing that it wants: a batch is stored and
 * waited for, a question is asked, what is due is done, a bot thinks. A link does steps when it is
 * asked for a text and has none, until it has one; but not before its owner has looked at the text
 * that came last, so that people can act between two moves of bots. Where several links are open
 * the first one does so; another only while it waits for an answer.
 *
 * The log of every room is kept here as it is handed over to be stored, for those who save a match
 * in the middle.
 */
#include "process/home_house.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "core/sha256.h"
#include "games/game.h"
#include "table/table.h"
#include "process/home_store.h"
#include "protocol/protocol.h"

enum { ROOMS_MAX = 1000, LINKS_MAX = HC_SEATS_MAX + 2, WAIT_MS_MAX = 60000 };

/* What there is of a room's log. */
struct kept_log {
    struct kept_log *next;
    uint64_t room;
    uint8_t *bytes;
    size_t size, room_for;
    bool is_over; /* the next byte begins another match */
    bool is_new;  /* it has bytes of the batch that is being stored … */
    size_t undo;  /* … and had this size before */
};

struct home {
    struct house *house;
    struct protocol *protocol;
    struct store *store; /* NULL: nothing is kept */
    struct kept_log *logs;
    struct home_link *first; /* of the links */
    bool seeded;
    uint8_t key[HC_SEED_BYTES]; /* of all dice that are not the deal's, if seeded */
    bool has_thought, is_through;
    struct house_thought thought; /* the next one … */
    struct hc_command command;    /* … and what came of it, if it was thought through */
    struct hc_problem trouble;    /* why the last batch was not stored */
};

struct text {
    struct text *next;
    size_t length;
    char bytes[];
};

struct home_link {
    struct link link;
    struct home *home;
    struct home_link *next;
    struct protocol_line *line;
    struct text *first, **end; /* that wait to be taken */
    struct text *taken;        /* the last one */
    bool gave;                 /* one was taken, and its owner has not come back since */
    bool asks;                 /* something was sent, and nothing has come since … */
    size_t older;              /* … but these texts, which waited already */
    bool ended, said_ended;
};

/* ---- Hands ---------------------------------------------------------------------------------- */

static void *resize(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

static void entropy(void *context, void *bytes, size_t size)
{
    uint8_t *to = bytes;

    (void)context;
    while (size) {
        ssize_t got = getrandom(to, size, 0);

        if (got < 0 && errno != EINTR) {
            fprintf(stderr, "holecard: the system gives no entropy: %s\n", strerror(errno));
            exit(1);
        }
        to += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
}

static uint64_t milliseconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uint64_t tell_time(struct home *home)
{
    uint64_t now_ms = milliseconds(CLOCK_REALTIME);

    house_time(home->house, now_ms, milliseconds(CLOCK_MONOTONIC) * 1000);
    return now_ms;
}

/* ---- Logs ----------------------------------------------------------------------------------- */

static struct kept_log *find_log(const struct home *home, uint64_t room)
{
    struct kept_log *log = home->logs;

    while (log && log->room != room)
        log = log->next;
    return log;
}

static struct kept_log *make_log(struct home *home, uint64_t room)
{
    struct kept_log *log = find_log(home, room);

    if (log)
        return log;
    log = calloc(1, sizeof *log);
    if (log) {
        log->room = room;
        log->next = home->logs;
        home->logs = log;
    }
    return log;
}

static void extend_log(struct home *home, uint64_t room, const uint8_t *bytes, size_t size)
{
    struct kept_log *log = make_log(home, room);

    if (!log)
        return;
    if (log->is_over && size)
        log->size = 0;
    log->is_over &= !size;
    log->is_new = true;
    log->undo = log->size;
    if (log->size + size > log->room_for) {
        uint8_t *more = realloc(log->bytes, 2 * (log->size + size));

        if (!more)
            return;
        log->bytes = more;
        log->room_for = 2 * (log->size + size);
    }
    if (size)
        memcpy(log->bytes + log->size, bytes, size);
    log->size += size;
}

/* What the store has not taken never was. */
static void settle_logs(struct home *home, bool stored)
{
    for (struct kept_log *log = home->logs; log; log = log->next) {
        if (log->is_new && !stored) {
            log->size = log->undo;
            log->is_over = false;
        }
        log->is_new = false;
    }
}

static struct kept_log *log_of(const struct home *home, const char *code)
{
    struct hc_room_view view;

    return house_look(home->house, code, &view) ? find_log(home, view.number) : NULL;
}

bool home_log(struct home *home, const char *code, uint8_t **bytes, size_t *size,
              struct hc_problem *why)
{
    const struct kept_log *log = log_of(home, code);

    snprintf(why->text, sizeof why->text, "there is no log of this match");
    *bytes = log && log->size ? malloc(log->size) : NULL;
    if (!*bytes)
        return false;
    memcpy(*bytes, log->bytes, log->size);
    *size = log->size;
    return true;
}

/* Somebody who is told again what happened. */
struct listener {
    unsigned viewer;
    const char *const *names;
    const struct hc_language *language;
    terminal_say *say;
    void *context;
};

static void recount_event(void *context, const struct hc_table *table,
                          const struct hc_record *record, const struct hc_event *event)
{
    const struct listener *listener = context;
    const struct hc_game *game = hc_table_game(table);
    char sentence[1024];
    struct hc_seen seen;

    (void)record;
    /* Events that have no sentence are the engine's own business. */
    if (!hc_event_speaks(game, event->kind))
        return;
    hc_event_see(table, event, listener->viewer, &seen);
    hc_seen_say(game, hc_table_rules(table), &seen, listener->viewer, listener->names,
                listener->language, sentence, sizeof sentence);
    if (*sentence)
        listener->say(listener->context, sentence);
}

void home_recount(struct home *home, const char *code, unsigned viewer,
                  const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                  terminal_say *say, void *context)
{
    struct listener listener = {viewer, names, language, say, context};
    const struct kept_log *log = log_of(home, code);
    struct hc_table *table = log ? malloc(hc_table_bytes()) : NULL;
    struct hc_problem why;

    if (table)
        hc_log_replay(log->bytes, log->size, UINT32_MAX, table, recount_event, &listener, &why);
    free(table);
}

/* ---- The store ------------------------------------------------------------------------------ */

/* An entry of the house as the store wants it. */
static bool add_entry(struct store_batch *batch, const struct house_entry *from)
{
    struct store_result result = {0};
    struct store_entry entry = {.room = from->room,
                                .log_size = from->log_size,
                                .log = from->log,
                                .log_bytes = from->log_bytes,
                                .bytes = from->bytes,
                                .size = from->size,
                                .note = from->note,
                                .note_size = from->note_size,
                                .gone = from->gone};

    if (from->result) {
        result.number = from->result->number;
        result.finished_ms = from->result->finished_ms;
        result.seats = from->result->seats;
        for (unsigned s = 0; s < result.seats; s++) {
            memcpy(result.seat[s].identity, from->result->player[s].guest, HC_GUEST_BYTES);
            snprintf(result.seat[s].name, sizeof result.seat[s].name, "%s",
                     from->result->player[s].name);
        }
        entry.result = &result;
    }
    return store_batch_add(batch, &entry);
}

/* Stores what the house has for it; false if there is nothing. */
static bool store_batch(struct home *home)
{
    struct house_verdict verdict = {0};
    struct store_batch *batch = NULL;
    struct house_entry entry;
    unsigned count = 0;

    while (house_next_entry(home->house, &entry)) {
        if (!count++ && home->store)
            batch = store_batch_new();
        extend_log(home, entry.room, entry.log, entry.log_bytes);
        if (entry.result)
            make_log(home, entry.room)->is_over = true;
        if (home->store && (!batch || !add_entry(batch, &entry)))
            verdict.failed = true;
    }
    if (!count)
        return false;
    if (home->store && !verdict.failed)
        verdict.failed = !home_store_write(home->store, batch, &home->trouble);
    else
        store_batch_free(batch);
    settle_logs(home, !verdict.failed);
    house_stored(home->house, &verdict);
    return true;
}

static void answer_rows(struct home *home, const struct house_question *question)
{
    struct store_row rows[STORE_ROWS_MAX];
    struct house_row *to = calloc(STORE_ROWS_MAX, sizeof *to);
    struct house_records records = {.found = HOUSE_FOUND, .row = to};

    records.count = to ? home_store_statistics(home->store, question->guest, rows) : 0;
    for (size_t i = 0; i < records.count; i++) {
        memcpy(to[i].guest, rows[i].identity, HC_GUEST_BYTES);
        snprintf(to[i].name, sizeof to[i].name, "%s", rows[i].name);
        snprintf(to[i].game, sizeof to[i].game, "%s", rows[i].game);
        to[i].matches = rows[i].matches;
        to[i].wins = rows[i].wins;
        to[i].points = rows[i].points;
        to[i].played = rows[i].played;
        to[i].caught = rows[i].caught;
        to[i].streak = rows[i].streak;
        to[i].best_streak = rows[i].best_streak;
        to[i].rating = (int64_t)(rows[i].rating + 0.5);
        to[i].deviation = (int64_t)(rows[i].deviation + 0.5);
    }
    house_answer(home->house, question->id, &records);
    free(to);
}

static void answer_history(struct home *home, const struct house_question *question)
{
    struct store_match matches[STORE_ROWS_MAX];
    struct house_match to[STORE_ROWS_MAX];
    uint32_t count = question->count < STORE_ROWS_MAX ? question->count : STORE_ROWS_MAX;
    struct house_records records = {.found = HOUSE_FOUND, .match = to};

    records.count =
        home_store_history(home->store, question->guest, question->first, count, matches);
    for (size_t i = 0; i < records.count; i++) {
        to[i] = (struct house_match){.room = matches[i].room,
                                     .finished_ms = matches[i].finished_ms,
                                     .number = matches[i].number};
        snprintf(to[i].game, sizeof to[i].game, "%s", matches[i].game);
    }
    house_answer(home->house, question->id, &records);
}

/* Asks the store what the house wants to know; false if that is nothing. */
static bool ask_store(struct home *home)
{
    struct house_question question;
    struct house_records records = {.found = HOUSE_NO_ANSWER};

    if (!house_next_question(home->house, &question))
        return false;
    if (home->store && question.kind == HOUSE_STATISTICS)
        answer_rows(home, &question);
    else if (home->store && question.kind == HOUSE_HISTORY)
        answer_history(home, &question);
    else
        house_answer(home->house, question.id, &records);
    return true;
}

/* ---- Bots ----------------------------------------------------------------------------------- */

/* With a seed, the same moment is always thought about with the same dice. */
static void make_key(const struct home *home, struct house_thought *thought)
{
    const uint32_t moment[] = {thought->seat, thought->view.seq};
    struct hc_sha256 sha;

    if (!home->seeded)
        return;
    hc_sha256_init(&sha);
    hc_sha256_add(&sha, home->key, sizeof home->key);
    hc_sha256_add(&sha, moment, sizeof moment);
    hc_sha256_end(&sha, thought->dice_key);
}

static bool find_thought(struct home *home)
{
    if (!home->has_thought)
        home->has_thought = house_next_thought(home->house, &home->thought);
    return home->has_thought;
}

static void think_through(struct home *home)
{
    struct house_thought *thought = &home->thought;
    void *scratch;

    if (home->is_through)
        return;
    home->is_through = true;
    home->command = (struct hc_command){.verb = HC_NONE};
    make_key(home, thought);
    scratch = malloc(house_think_bytes(thought) + 1);
    if (scratch)
        house_think(thought, scratch, &home->command);
    free(scratch);
}

static void hand_over(struct home *home)
{
    const struct house_thought thought = home->thought;

    home->has_thought = home->is_through = false;
    tell_time(home);
    house_thought_done(home->house, &thought, &home->command);
}

/* Lets a bot think; false if none wants to. */
static bool think(struct home *home)
{
    if (!find_thought(home))
        return false;
    think_through(home);
    hand_over(home);
    return true;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Does the next thing; false if there is nothing to do now. */
static bool step(struct home *home)
{
    uint64_t now_ms = tell_time(home);

    if (store_batch(home) || ask_store(home))
        return true;
    if (house_due(home->house) <= now_ms) {
        house_tick(home->house);
        return true;
    }
    return think(home);
}

/* ---- Links ---------------------------------------------------------------------------------- */

static struct home_link *own(struct link *link)
{
    return (struct home_link *)link;
}

static const struct home_link *own_const(const struct link *link)
{
    return (const struct home_link *)link;
}

/* A text of the house. */
static void on_text(void *context, const char *bytes, size_t length)
{
    struct home_link *link = context;
    struct text *text = bytes ? malloc(sizeof *text + length + 1) : NULL;

    if (!text) {
        link->ended = true;
        return;
    }
    text->next = NULL;
    text->length = length;
    memcpy(text->bytes, bytes, length);
    text->bytes[length] = '\0';
    *link->end = text;
    link->end = &text->next;
}

static bool send_text(struct link *link, const char *text, size_t length)
{
    struct home_link *home_link = own(link);

    if (home_link->ended)
        return false;
    tell_time(home_link->home);
    home_link->asks = true;
    home_link->older = 0;
    for (const struct text *old = home_link->first; old; old = old->next)
        home_link->older++;
    protocol_take(home_link->line, text, length);
    return true;
}

static enum link_result take(struct link *base, const char **text, size_t *length)
{
    struct home_link *link = own(base);

    free(link->taken);
    link->taken = NULL;
    if (!link->first && link->gave) {
        link->gave = false;
        return LINK_NOTHING;
    }
    while (!link->first && !link->ended && (link == link->home->first || link->asks) &&
           step(link->home))
        continue;
    if (!link->first && link->ended && !link->said_ended) {
        link->said_ended = true;
        snprintf(base->why.text, sizeof base->why.text, "there is not enough memory");
        return LINK_LOST;
    }
    if (!link->first)
        return LINK_NOTHING;
    link->taken = link->first;
    link->first = link->taken->next;
    if (!link->first)
        link->end = &link->first;
    link->gave = true;
    link->asks &= link->older > 0;
    link->older -= link->older > 0;
    *text = link->taken->bytes;
    *length = link->taken->length;
    return LINK_TEXT;
}

static int descriptor(const struct link *link)
{
    (void)link;
    return -1;
}

static int due_ms(const struct link *link)
{
    struct home *home = own_const(link)->home;
    uint64_t now_ms = tell_time(home), due = house_due(home->house);

    if (own_const(link)->first || find_thought(home) || due <= now_ms)
        return 0;
    return due - now_ms < WAIT_MS_MAX ? (int)(due - now_ms) : WAIT_MS_MAX;
}

static bool is_busy(const struct link *link)
{
    return due_ms(link) == 0 || !house_is_quiet(own_const(link)->home->house);
}

/* Bots act when the last of them has answered: that answer is kept. */
static void ponder(struct link *link)
{
    struct home *home = own(link)->home;
    struct house_thought next;

    tell_time(home);
    while (find_thought(home)) {
        think_through(home);
        if (!house_next_thought(home->house, &next))
            return;
        hand_over(home);
        home->thought = next;
        home->has_thought = true;
    }
}

/* The house is always there. */
static void put_trouble(const struct link *link, const struct hc_language *language, char *text,
                        size_t size)
{
    (void)link;
    snprintf(text, size, "%s", words_text(language, WORDS_NO_CONNECTION));
}

static void close_link(struct link *base)
{
    struct home_link *link = own(base), **place = &link->home->first;

    while (*place != link)
        place = &(*place)->next;
    *place = link->next;
    protocol_line_close(link->line);
    while (link->first) {
        struct text *text = link->first;

        link->first = text->next;
        free(text);
    }
    free(link->taken);
    free(link);
}

static const struct link_kind home_kind = {
    .send = send_text,
    .take = take,
    .descriptor = descriptor,
    .due_ms = due_ms,
    .is_busy = is_busy,
    .ponder = ponder,
    .rests = true,
    .put_trouble = put_trouble,
    .close = close_link,
};

struct link *home_link(struct home *home, struct hc_problem *why)
{
    struct home_link *link = calloc(1, sizeof *link), **place = &home->first;

    snprintf(why->text, sizeof why->text, "there is not enough memory");
    if (!link)
        return NULL;
    link->link.kind = &home_kind;
    link->home = home;
    link->end = &link->first;
    link->line = protocol_line_open(home->protocol, link);
    if (!link->line) {
        free(link);
        return NULL;
    }
    while (*place)
        place = &(*place)->next;
    *place = link;
    return &link->link;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

/* A house without rooms. */
static struct home *open_house(const uint8_t *seed, const uint8_t *salt)
{
    struct home *home = calloc(1, sizeof *home);
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = ROOMS_MAX,
                              .batch_bytes_max = STORE_BATCH_BYTES_MAX,
                              .log_bytes_max = STORE_LOG_BYTES_MAX,
                              .seed = seed,
                              .salt = salt};
    struct protocol_plan messages = {
        .door = {.send = on_text}, .resize = resize, .entropy = entropy};

    if (!home)
        return NULL;
    home->house = messages.house = house_open(&plan);
    home->protocol = home->house ? protocol_open(&messages) : NULL;
    if (!home->protocol) {
        home_close(home);
        return NULL;
    }
    home->seeded = seed != NULL;
    if (salt)
        memcpy(home->key, salt, HC_SEED_BYTES);
    tell_time(home);
    return home;
}

void home_close(struct home *home)
{
    /* What was asked for is stored. */
    if (home->protocol) {
        house_stop(home->house);
        while (store_batch(home) || ask_store(home))
            continue;
        protocol_close(home->protocol);
    }
    if (home->house)
        house_close(home->house);
    if (home->store)
        store_close(home->store);
    while (home->logs) {
        struct kept_log *log = home->logs;

        home->logs = log->next;
        free(log->bytes);
        free(log);
    }
    free(home);
}

/* Which rooms of a store are wanted. */
enum wanted { WANTED_NONE, WANTED_ONE, WANTED_ALL };

struct loading {
    struct home *home;
    enum wanted wanted;
    const char *code; /* WANTED_ONE */
    struct store_batch *over;
};

void home_guest(unsigned person, uint8_t guest[HC_GUEST_BYTES])
{
    const uint8_t token[PROTOCOL_TOKEN_BYTES] = {[PROTOCOL_TOKEN_BYTES - 1] =
                                                     (uint8_t)(person + 1)};

    protocol_guest_of(token, guest);
}

/* What a stored room is, without taking it in. A home knows only rooms where its first person sits.
 */
static bool peek(const struct house_saved *saved, struct hc_room_view *view, struct hc_problem *why)
{
    struct home *home = open_house(NULL, NULL);
    uint8_t guest[HC_GUEST_BYTES];
    struct house_mine mine;
    bool read;

    snprintf(why->text, sizeof why->text, "it is not a table of this home");
    home_guest(0, guest);
    read = home && house_load(home->house, saved, why) && house_mine(home->house, guest, 0, &mine);
    if (read)
        *view = mine.room;
    if (home)
        home_close(home);
    return read;
}

static void set_aside(struct home *home, uint64_t room, const char *why)
{
    struct hc_problem also;

    store_set_aside(home->store, room, why, &also);
    fprintf(stderr, "holecard: a match that was kept cannot be read and is set aside: %s\n", why);
}

/* A room of the store. One that cannot be read is set aside; one whose match is over has nothing
 * more to do. Others than those that are wanted are left as they are: their clocks stand still. */
static void load_room(void *context, const struct store_room *room)
{
    struct loading *loading = context;
    struct house_saved saved = {.room = room->room,
                                .bytes = room->bytes,
                                .log = room->log,
                                .note = room->note,
                                .finished = room->finished,
                                .size = room->size,
                                .log_size = room->log_size,
                                .note_size = room->note_size,
                                .finished_size = room->finished_size};
    struct store_entry gone = {.room = room->room, .log_size = room->log_size, .gone = true};
    struct hc_room_view view;
    struct hc_problem why;

    if (!peek(&saved, &view, &why)) {
        set_aside(loading->home, room->room, why.text);
    } else if (view.stage != HC_ROOM_PLAYING) {
        if (loading->over)
            store_batch_add(loading->over, &gone);
    } else if (loading->wanted == WANTED_ALL ||
               (loading->wanted == WANTED_ONE && !strcmp(view.code, loading->code))) {
        if (house_load(loading->home->house, &saved, &why))
            extend_log(loading->home, room->room, room->log, room->log_size);
    }
}

/* A home with the store of that number; NULL: as home_store_open says. */
static struct home *open_stored(unsigned number, bool make, const struct home_plan *plan,
                                enum wanted wanted, bool *held, struct hc_problem *why)
{
    struct store *store = home_store_open(number, make, held, why);
    struct home *home = store ? open_house(plan->seed, plan->salt) : NULL;
    struct loading loading = {.home = home, .wanted = wanted, .code = plan->code};

    if (!home) {
        if (store)
            store_close(store);
        return NULL;
    }
    home->store = store;
    loading.over = store_batch_new();
    if (!store_each_room(store, load_room, &loading, why)) {
        store_batch_free(loading.over);
        home_close(home);
        return NULL;
    }
    if (loading.over && store_batch_entries(loading.over))
        home_store_write(store, loading.over, &home->trouble);
    else
        store_batch_free(loading.over);
    return home;
}

static bool has_match(const struct home *home, const char *code)
{
    struct hc_room_view view;

    return house_look(home->house, code, &view) && view.stage == HC_ROOM_PLAYING;
}

struct home *home_open(const struct home_plan *plan, struct hc_problem *why)
{
    struct home *home;

    if (!plan->kept) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return open_house(plan->seed, plan->salt);
    }
    for (unsigned n = 1; n <= HOME_STORES_MAX; n++) {
        bool held;

        home = open_stored(n, !plan->code, plan, plan->code ? WANTED_ONE : WANTED_NONE, &held, why);
        if (!home && !held && !plan->code)
            return NULL;
        if (home && (!plan->code || has_match(home, plan->code)))
            return home;
        if (home)
            home_close(home);
    }
    if (plan->code)
        snprintf(why->text, sizeof why->text,
                 "the match %s is not among the unfinished ones that nobody plays", plan->code);
    else
        snprintf(why->text, sizeof why->text, "too many programs play here at the same time");
    return NULL;
}

bool home_tidy(unsigned number, struct hc_problem *why)
{
    const struct home_plan plan = {.kept = true};
    bool held;
    struct home *home = open_stored(number, false, &plan, WANTED_NONE, &held, why);

    if (held)
        snprintf(why->text, sizeof why->text,
                 "somebody plays at another terminal where it is kept; try again later");
    if (home)
        home_close(home);
    return home != NULL;
}

/* ---- Matches that were left ----------------------------------------------------------------- */

/* The time of the last command. */
static uint64_t left_at(const struct kept_log *log)
{
    struct hc_log_reader reader;
    struct hc_record record;
    uint64_t time_ms = 0;

    if (log && hc_log_open(&reader, log->bytes, log->size))
        while (hc_log_next(&reader, &record) > 0)
            if (record.kind == HC_RECORD_COMMAND)
                time_ms = record.time_ms;
    return time_ms;
}

static unsigned list_home(const struct home *home, struct kept_match *list, unsigned room)
{
    uint8_t guest[HC_GUEST_BYTES];
    struct house_mine mine;
    unsigned count = 0;

    home_guest(0, guest);
    for (unsigned i = 0; count < room && house_mine(home->house, guest, i, &mine); i++) {
        if (mine.room.stage != HC_ROOM_PLAYING)
            continue;
        list[count] = (struct kept_match){.game = hc_games[mine.room.game],
                                          .seats = mine.room.seats,
                                          .left_ms = left_at(find_log(home, mine.room.number))};
        memcpy(list[count++].code, mine.room.code, sizeof list->code);
    }
    return count;
}

static int last_first(const void *a, const void *b)
{
    const struct kept_match *one = a, *two = b;

    return (one->left_ms < two->left_ms) - (one->left_ms > two->left_ms);
}

unsigned home_kept(struct kept_match list[KEPT_MAX])
{
    const struct home_plan plan = {.kept = true};
    struct hc_problem why;
    unsigned count = 0;

    for (unsigned n = 1; n <= HOME_STORES_MAX && count < KEPT_MAX; n++) {
        bool held;
        struct home *home = open_stored(n, false, &plan, WANTED_ALL, &held, &why);

        if (home) {
            count += list_home(home, list + count, KEPT_MAX - count);
            home_close(home);
        }
    }
    qsort(list, count, sizeof *list, last_first);
    return count;
}

/* ---- Records -------------------------------------------------------------------------------- */

/* Calls `each` for the store of this home, and for all others that nobody holds. */
static void each_store(struct home *home, void (*each)(struct store *store, void *context),
                       void *context)
{
    struct hc_problem why;

    if (home && home->store)
        each(home->store, context);
    for (unsigned n = 1; n <= HOME_STORES_MAX; n++) {
        bool held;
        struct store *store = home_store_open(n, false, &held, &why);

        if (!store)
            continue;
        if (store_each_room(store, NULL, NULL, &why))
            each(store, context);
        store_close(store);
    }
}

struct row_sum {
    uint8_t guest[HC_GUEST_BYTES];
    struct record_row *rows;
    unsigned count;
};

static void add_row(struct row_sum *sum, const struct store_row *from)
{
    struct record_row *row = sum->rows;

    while (row < sum->rows + sum->count && strcmp(row->game, from->game) != 0)
        row++;
    if (row == sum->rows + RECORDS_MAX)
        return;
    if (row == sum->rows + sum->count) {
        *row = (struct record_row){.matches = 0};
        snprintf(row->game, sizeof row->game, "%s", from->game);
        sum->count++;
    }
    snprintf(row->name, sizeof row->name, "%s", from->name);
    row->matches += from->matches;
    row->wins += from->wins;
    row->points += from->points;
    row->played += from->played;
    row->caught += from->caught;
}

static void add_rows(struct store *store, void *context)
{
    struct row_sum *sum = context;
    struct store_row rows[STORE_ROWS_MAX];
    size_t count = home_store_statistics(store, sum->guest, rows);

    for (size_t i = 0; i < count; i++)
        add_row(sum, &rows[i]);
}

unsigned home_statistics(struct home *home, unsigned person, struct record_row rows[RECORDS_MAX])
{
    struct row_sum sum = {.rows = rows};

    home_guest(person, sum.guest);
    each_store(home, add_rows, &sum);
    return sum.count;
}

struct match_list {
    uint8_t guest[HC_GUEST_BYTES];
    struct record_match *matches;
    unsigned count;
};

static int latest_first(const void *a, const void *b)
{
    const struct record_match *one = a, *two = b;

    return (one->finished_ms < two->finished_ms) - (one->finished_ms > two->finished_ms);
}

/* Of all matches so far the latest stay. */
static void add_matches(struct store *store, void *context)
{
    struct match_list *list = context;
    struct record_match all[2 * RECORDS_MAX];
    struct store_match matches[RECORDS_MAX];
    size_t count = home_store_history(store, list->guest, 0, RECORDS_MAX, matches);

    memcpy(all, list->matches, list->count * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        all[list->count + i] = (struct record_match){.finished_ms = matches[i].finished_ms};
        snprintf(all[list->count + i].game, sizeof all->game, "%s", matches[i].game);
    }
    count += list->count;
    qsort(all, count, sizeof *all, latest_first);
    list->count = count < RECORDS_MAX ? (unsigned)count : RECORDS_MAX;
    memcpy(list->matches, all, list->count * sizeof *all);
}

unsigned home_history(struct home *home, unsigned person, struct record_match matches[RECORDS_MAX])
{
    struct match_list list = {.matches = matches};

    home_guest(person, list.guest);
    each_store(home, add_matches, &list);
    return list.count;
}
