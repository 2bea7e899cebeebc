// SPDX-License-Identifier: MIT
/*
 * test_shared_sim.c: several houses on one store, in one thread and from one seed.
 *
 * Each seed makes a world: processes with a house each (src/house itself), which share the rooms of
 * one database by leases (shared_base.h). They are paused for longer than a lease, cut off from the
 * database at any moment, killed, and ended in order; their clocks do not agree. Guests come to any
 * of them. Everything that anybody is told is held against the one log: a view is what the log says
 * at that event, an answer is not older than what anybody was told before it was asked for, and
 * what is told without a verdict is not older than what anybody was told at all. A room never has
 * two histories, and no two houses are sure of the same room.
 *
 * Then the same worlds without the fence of the database, and with houses that are always sure:
 * both must be noticed. HC_SEED is the first seed, and HC_WORLDS how many there are. Start
 * reading with run_world.
 */
#include "seed.h"
#include "ring/shared_base.h"

enum {
    PROCESSES = 3,
    GUESTS = 6,
    LINES = 12,
    REQUESTS = 64,
    STEPS = 700,
    CALM_STEPS = 120,
    BATCH_ROOMS = ROOMS,
    CLAIMS = 4,
    SEEDS = 160,
    BROKEN_SEEDS = 60,
    KEEP_MS = 1000,
};

static uint64_t base_seed, seeds;
static bool always_sure; /* houses are told so, whatever their leases are */
static bool is_calm;     /* nothing goes wrong any more */
static struct hc_dice fate;

static struct {
    unsigned long rooms, commands, matches, pauses, cuts, kills, ends, lost_leases, taken, refused;
    unsigned long moved, fenced, given;
} seen;

/* ---- Processes ------------------------------------------------------------------------------- */

/* A message to the database and its answer. */
struct message {
    bool is_out, arrived, fails; /* fails: it does not arrive, and that is noticed */
    uint64_t arrives_ms, back_ms;
};

/* A room as it was when it was taken over. */
struct claim {
    struct kept_room room;
    struct bytes finished;
};

struct process {
    struct house *house; /* NULL: it does not run */
    uint64_t wall_ahead_ms, steady_ahead_us;
    uint64_t paused_ms, cut_ms; /* until then */
    uint64_t lease, keep_due_ms;

    struct message keep;
    uint64_t keep_lease, given, keep_sent_us;
    bool kept;
    struct claim claim[CLAIMS];
    unsigned claims;
    uint64_t gift; /* the number of a room that it has parted with; 0: none */
    uint64_t keep_gift;

    struct message batch;
    uint64_t batch_lease;
    bool stored;
    struct copied_entry entry[BATCH_ROOMS];
    unsigned entries;
    uint64_t version[ROOMS]; /* of each room of the database, as this process knows it */
};

static struct process process[PROCESSES];
static bool in_verdict;

static uint64_t steady_us(const struct process *p)
{
    return real_ms * 1000 + p->steady_ahead_us;
}

static void tell_time(struct process *p)
{
    house_time(p->house, real_ms + p->wall_ahead_ms, steady_us(p));
}

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
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)hc_dice_below(&fate, 256);
}

static void begin(struct process *p)
{
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = ROOMS,
                              .rooms_open = 1 + below(4),
                              .bot_budget_max = 20,
                              .batch_bytes_max = one_in(3) ? 3000 : 1 << 20,
                              .log_bytes_max = 1 << 20,
                              .shared = true};

    memset(p, 0, sizeof *p);
    p->wall_ahead_ms = 1000000000 + below(100000);
    p->steady_ahead_us = below(1000000);
    p->house = house_open(&plan);
    tell_time(p);
    if (always_sure)
        house_sure(p->house, 0, UINT64_MAX);
}

/* ---- What a line asks and is told ------------------------------------------------------------ */

struct line {
    struct process *at; /* NULL: it is not connected */
    struct house_line *line;
    unsigned guest, waiting;
    uint32_t tag;
    uint64_t floor[REQUESTS]; /* by tag: what had been told of that room when it was asked for */
    bool has_moved, has_view;
    char code[HC_ROOM_CODE_CHARS + 1];
    uint32_t seq;
    struct hc_view view;
};

static struct line lines[LINES];
static uint64_t told_rank[ROOMS]; /* by the room's place in the database: the latest moment */

/* A moment of a room's matches. */
static uint64_t rank_of(const struct house_news *news)
{
    return (uint64_t)news->room->match << 32 | news->seq;
}

/* Views are what the log says. */
static void check_view(const struct house_news *news, const struct kept_room *kept)
{
    static struct hc_table table;
    static struct hc_view view;
    const struct bytes *log = base_log(kept, news->room->match);
    struct hc_problem why;

    must(log, "somebody is told of a match that is not stored");
    if (wrong || !hc_log_replay(log->start, log->size, news->seq, &table, NULL, NULL, &why)) {
        must(false, "somebody is told what is not stored");
        return;
    }
    hc_view(&table, news->viewer, news->view_ms, &view);
    must(!memcmp(&view, news->view, sizeof view), "somebody is told what the log does not say");
}

static void check_news(const struct line *line, const struct house_news *news)
{
    const struct kept_room *kept = base_room(news->room->number);
    uint64_t *latest;

    must(kept, "somebody is told of a match in a room that is not stored");
    if (wrong)
        return;
    latest = &told_rank[kept - base.room];
    check_view(news, kept);
    if (news->mine)
        must(rank_of(news) >= line->floor[news->tag % REQUESTS],
             "an answer is older than what was told before it was asked for");
    if (!in_verdict)
        must(rank_of(news) >= *latest, "something is told that is out of date");
    if (rank_of(news) > *latest)
        *latest = rank_of(news);
}

static void told(void *context, const struct house_news *news)
{
    struct line *line = context;

    if (news->mine) {
        must(line->waiting, "a request is answered twice");
        line->waiting--;
        seen.refused += news->refusal == HC_NOT_STORED;
        seen.commands += !news->refusal && news->has_events;
    }
    if (news->kind == HOUSE_MOVED) {
        line->has_moved = true;
        seen.moved++;
    }
    if (!news->room || !news->has_table)
        return;
    check_news(line, news);
    memcpy(line->code, news->room->code, sizeof line->code);
    line->has_view = true;
    line->seq = news->seq;
    line->view = *news->view;
}

/* Its process may have stood still: when it hears of that, it looks at its clocks first. */
static void hang_up(struct line *line)
{
    if (line->at) {
        tell_time(line->at);
        house_line_close(line->line);
    }
    *line = (struct line){.guest = line->guest};
}

/* A request about a room; 0 if its code is nobody's. */
static uint32_t ask(struct line *line, const char *code)
{
    uint32_t tag = ++line->tag;

    line->floor[tag % REQUESTS] = 0;
    for (unsigned i = 0; i < base.rooms; i++)
        if (!base.room[i].gone && !strcmp(base.room[i].code, code))
            line->floor[tag % REQUESTS] = told_rank[i];
    line->waiting++;
    return tag;
}

static void ask_room(struct line *line, const char *code, enum hc_room_verb verb, const char *text,
                     uint32_t seq)
{
    struct hc_room_request request = {.verb = verb, .seat = HC_NONE, .seq = seq, .text = text};

    house_do(line->line, ask(line, code), code, &request);
}

static void create(struct line *line)
{
    static const struct {
        const char *game, *rules;
    } kinds[] = {{"shed", "match_mode=single initial_cards=3"}, {"two", "tokens_to_win=1"}};
    unsigned kind = below(2);
    struct house_room_plan plan = {hc_game_find(kinds[kind].game), kinds[kind].rules,
                                   "bot_delay_ms=300 next=one next_ms=4000", "A table"};

    house_create(line->line, ask(line, ""), &plan);
}

static void act(struct line *line)
{
    char text[HC_COMMAND_CHARS];
    struct hc_command command;

    hc_actions_at(&line->view.actions, below(line->view.actions.ways), &command);
    hc_command_print(line->view.game, &line->view.rules, &command, text, sizeof text);
    ask_room(line, line->code, HC_DO_ACT, text, line->seq);
}

static void be_guest(struct line *line)
{
    const char *code;
    char name[16];

    snprintf(name, sizeof name, "Guest %u", line->guest);
    if (line->has_view && line->view.actions.ways && below(4)) {
        act(line);
        return;
    }
    if (one_in(base.rooms < 3 ? 4 : 200) && base.rooms < ROOMS / 8)
        create(line);
    if (!base.rooms)
        return;
    code = base.room[below(base.rooms)].code;
    switch (below(8)) {
    case 0:
        ask_room(line, code, HC_DO_ADD_BOT, "random", 0);
        break;
    case 1:
        ask_room(line, code, HC_DO_START, NULL, 0);
        break;
    case 2:
        ask_room(line, code, one_in(4) ? HC_DO_LEAVE : HC_DO_AGREE, NULL, 0);
        break;
    case 3:
        house_look_again(line->line, ask(line, code), code);
        break;
    case 4:
        ask_room(line, code, HC_DO_CHAT, "hello", 0);
        break;
    case 5:
        ask_room(line, code, HC_DO_SIT, name, 0);
        break;
    default:
        house_enter(line->line, ask(line, code), code);
        break;
    }
}

static bool runs(const struct process *p)
{
    return p->house && p->paused_ms <= real_ms;
}

static void guests_act(void)
{
    for (unsigned i = 0; i < LINES; i++) {
        struct line *line = &lines[i];
        struct process *p = line->at ? line->at : &process[below(PROCESSES)];

        if (!runs(p))
            continue;
        if (!line->at) {
            uint8_t guest[HC_GUEST_BYTES] = {(uint8_t)(1 + line->guest)};

            line->line = house_line_open(p->house, guest, told, line);
            line->at = p;
        }
        if (line->has_moved || one_in(60))
            hang_up(line);
        else if (one_in(3))
            be_guest(line);
    }
}

/* ---- To the database and back ---------------------------------------------------------------- */

static void send(struct process *p, struct message *message)
{
    uint64_t late_ms = is_calm || below(4) ? below(20) : below(2500);

    *message = (struct message){.is_out = true, .fails = p->cut_ms > real_ms};
    message->arrives_ms = real_ms + late_ms;
    message->back_ms = message->arrives_ms + (message->fails ? 200 : below(is_calm ? 20 : 400));
}

/* Whether it is at the database now, for the first time. */
static bool arrives(struct process *p, struct message *message)
{
    if (!message->is_out || message->arrived || message->arrives_ms > real_ms)
        return false;
    message->arrived = true;
    message->fails |= p->cut_ms > real_ms; /* cut off on the way */
    return !message->fails;
}

static void copy_entry(struct process *p, struct copied_entry *copied, const struct house_entry *e)
{
    const struct kept_room *kept = base_room(e->room);
    char code[HC_ROOM_CODE_CHARS + 1] = "";

    for (size_t i = 0; i < p->house->slots; i++)
        if (p->house->slot[i] && p->house->slot[i]->number == e->room)
            memcpy(code, p->house->slot[i]->code, sizeof code);
    *copied = (struct copied_entry){.room = e->room,
                                    .log_size = e->log_size,
                                    .version = kept ? p->version[kept - base.room] : 0,
                                    .match = e->result ? e->result->number : 0,
                                    .gone = e->gone};
    memcpy(copied->code, code, sizeof code);
    bytes_add(&copied->log, e->log, e->log_bytes);
    bytes_add(&copied->bytes, e->bytes, e->size);
    if (e->log_bytes)
        bytes_add(&copied->note, e->note, e->note_size);
}

static void forget_batch(struct process *p)
{
    for (unsigned i = 0; i < p->entries; i++) {
        bytes_clear(&p->entry[i].log);
        bytes_clear(&p->entry[i].bytes);
        bytes_clear(&p->entry[i].note);
    }
    p->entries = 0;
    p->batch.is_out = false;
}

static void take_batch(struct process *p)
{
    struct house_entry entry;

    if (p->batch.is_out)
        return;
    while (house_next_entry(p->house, &entry)) {
        must(p->entries < BATCH_ROOMS, "too many rooms in a batch for this test");
        if (p->entries < BATCH_ROOMS)
            copy_entry(p, &p->entry[p->entries++], &entry);
    }
    if (!p->entries)
        return;
    send(p, &p->batch);
    p->batch_lease = p->lease;
}

static void give_verdict(struct process *p)
{
    uint64_t lost[BATCH_ROOMS];
    struct house_verdict verdict = {.failed = p->batch.fails || !p->stored, .lost = lost};

    seen.fenced += !p->batch.fails && !p->stored;
    for (unsigned i = 0; i < p->entries && !verdict.failed; i++) {
        const struct kept_room *kept = base_room(p->entry[i].room);

        if (p->entry[i].lost)
            lost[verdict.lost_count++] = p->entry[i].room;
        else if (kept)
            p->version[kept - base.room] = p->entry[i].version + 1;
    }
    forget_batch(p);
    in_verdict = true;
    house_stored(p->house, &verdict);
    in_verdict = false;
}

/* Rooms are taken over only when nothing of an earlier lease is on its way. */
static void take_over(struct process *p)
{
    struct kept_room *kept;

    while (p->claims < CLAIMS && (kept = base_claim(p->keep_lease))) {
        struct claim *claim = &p->claim[p->claims++];
        const struct bytes *finished = kept->log.size ? NULL : base_log(kept, kept->last_match);

        claim->room = *kept;
        claim->room.bytes = bytes_copy(&kept->bytes);
        claim->room.note = bytes_copy(&kept->note);
        claim->room.log = bytes_copy(&kept->log);
        claim->finished = finished ? bytes_copy(finished) : (struct bytes){NULL, 0};
    }
}

static void keep_arrives(struct process *p)
{
    bool may_claim = !p->batch.is_out || p->batch_lease == p->keep_lease;

    p->given = p->keep_lease ? p->keep_lease : base_new_lease();
    p->kept = base_renew(p->given);
    if (p->kept && p->keep_gift)
        base_give(p->keep_lease, p->keep_gift);
    else if (p->kept && p->keep_lease && may_claim)
        take_over(p);
}

static void forget_claims(struct process *p)
{
    for (unsigned i = 0; i < p->claims; i++) {
        bytes_clear(&p->claim[i].room.bytes);
        bytes_clear(&p->claim[i].room.note);
        bytes_clear(&p->claim[i].room.log);
        bytes_clear(&p->claim[i].finished);
    }
    p->claims = 0;
}

static void load(struct process *p, const struct claim *claim)
{
    const struct kept_room *room = &claim->room;
    struct house_saved saved = {.room = room->number,
                                .bytes = room->bytes.start,
                                .size = room->bytes.size,
                                .log = room->log.start,
                                .log_size = room->log.size,
                                .note = room->note.start,
                                .note_size = room->note.size,
                                .finished = claim->finished.start,
                                .finished_size = claim->finished.size};
    struct hc_problem why = {.text = ""};

    must(house_load(p->house, &saved, &why), "a room that was taken over cannot be read");
    p->version[base_room(room->number) - base.room] = room->version;
    seen.taken++;
}

static void keep_is_back(struct process *p)
{
    p->keep.is_out = false;
    if (p->keep.fails)
        return;
    if (!p->kept) {
        house_lose(p->house, 0);
        p->lease = p->gift = 0;
        p->keep_due_ms = real_ms;
        seen.lost_leases++;
    } else {
        p->lease = p->given;
        if (p->keep_gift)
            p->gift = 0;
        house_sure(p->house, 0, p->keep_sent_us + (uint64_t)LEASE_MS * 1000);
        for (unsigned i = 0; i < p->claims; i++)
            load(p, &p->claim[i]);
    }
    forget_claims(p);
}

static void keep(struct process *p)
{
    if (p->keep.is_out || p->keep_due_ms > real_ms)
        return;
    p->keep_sent_us = steady_us(p);
    p->keep_lease = p->lease;
    p->keep_gift = p->gift;
    p->keep_due_ms = real_ms + KEEP_MS;
    send(p, &p->keep);
}

/* Another one wants a room. Until that is stored the next one stays. */
static void give_away(struct process *p)
{
    const struct house_room *room =
        p->house->slots ? p->house->slot[below((uint32_t)p->house->slots)] : NULL;

    if (!p->lease || p->gift || !room || is_calm || !one_in(20) || !house_is_sure(p->house) ||
        !house_give(p->house, room->code, &p->gift))
        return;
    p->keep_due_ms = real_ms;
    seen.given++;
}

/* What was sent arrives, whether its sender still runs or not. */
static void base_works(void)
{
    for (unsigned i = 0; i < PROCESSES; i++) {
        struct process *p = &process[i];

        if (arrives(p, &p->batch))
            p->stored = base_write(p->batch_lease, p->entry, p->entries);
        if (arrives(p, &p->keep))
            keep_arrives(p);
    }
}

/* An answer that is cut off comes when the connection is back; only then is it known what became
 * of a batch. */
static bool is_back(const struct process *p, const struct message *message)
{
    return message->is_out && message->arrived && message->back_ms <= real_ms &&
           p->cut_ms <= real_ms;
}

static void think(struct process *p)
{
    static uint8_t scratch[1 << 20];
    struct house_thought thought;
    struct hc_command command;

    while (house_next_thought(p->house, &thought)) {
        house_think(&thought, scratch, &command);
        house_thought_done(p->house, &thought, &command);
    }
}

static void run(struct process *p)
{
    tell_time(p);
    if (is_back(p, &p->batch))
        give_verdict(p);
    if (is_back(p, &p->keep))
        keep_is_back(p);
    for (unsigned i = 0; i < 64 && house_due(p->house) <= real_ms + p->wall_ahead_ms; i++)
        house_tick(p->house);
    think(p);
    take_batch(p);
    give_away(p);
    keep(p);
}

/* ---- What goes wrong ------------------------------------------------------------------------- */

static void end(struct process *p)
{
    tell_time(p);
    for (unsigned i = 0; i < LINES; i++)
        if (lines[i].at == p) {
            house_line_close(lines[i].line);
            lines[i] = (struct line){.guest = lines[i].guest};
        }
    house_close(p->house);
    p->house = NULL;
}

static void go_wrong(struct process *p)
{
    if (!p->house) {
        /* What the one before has sent may still be on its way. */
        if ((!p->batch.is_out || p->batch.arrived) && (!p->keep.is_out || p->keep.arrived) &&
            (is_calm || one_in(20))) {
            forget_batch(p);
            forget_claims(p);
            begin(p);
        }
    } else if (is_calm || p->paused_ms > real_ms) {
        return;
    } else if (one_in(200)) {
        p->paused_ms = real_ms + below(9000);
        seen.pauses++;
    } else if (one_in(200)) {
        p->cut_ms = real_ms + below(9000);
        seen.cuts++;
    } else if (one_in(400)) {
        end(p);
        seen.kills++;
    } else if (one_in(200) && house_is_quiet(p->house) && !p->keep.is_out) {
        end(p);
        base.lease[p->lease].is_dead = true;
        seen.ends++;
    }
}

/* ---- What must hold -------------------------------------------------------------------------- */

static bool has_room(const struct process *p, uint64_t number)
{
    for (size_t i = 0; p->house && i < p->house->slots; i++)
        if (p->house->slot[i] && p->house->slot[i]->number == number)
            return true;
    return false;
}

/* Whether it would tell what it knows of a room, if it went on right now. */
static bool is_sure(const struct process *p, uint64_t number)
{
    for (size_t i = 0; p->house && p->house->shard->sure_us > steady_us(p) && i < p->house->slots;
         i++)
        if (p->house->slot[i] && p->house->slot[i]->number == number)
            return !p->house->slot[i]->moved;
    return false;
}

static void check_owners(void)
{
    for (unsigned i = 0; i < base.rooms; i++) {
        unsigned sure = 0;

        for (unsigned k = 0; k < PROCESSES; k++)
            sure += is_sure(&process[k], base.room[i].number);
        must(sure <= 1, "two houses are sure of one room");
    }
}

/* When all is well, every room is in one house, and every request was answered. */
static void check_calm(void)
{
    for (unsigned i = 0; i < base.rooms; i++) {
        unsigned has = 0;

        for (unsigned k = 0; k < PROCESSES; k++)
            has += has_room(&process[k], base.room[i].number);
        must(base.room[i].gone || has == 1, "a room is nobody's, or has two houses");
    }
    for (unsigned i = 0; i < LINES; i++)
        must(!lines[i].waiting, "a request was never answered");
}

static void check_logs(void)
{
    static struct hc_table table;
    struct hc_problem why;

    for (unsigned i = 0; i < base.matches; i++)
        must(hc_log_verify(base.match[i].log.start, base.match[i].log.size, &why) == HC_HONEST,
             "a match that is over is not honest");
    for (unsigned i = 0; i < base.rooms; i++)
        if (!base.room[i].gone && base.room[i].log.size)
            must(hc_log_replay(base.room[i].log.start, base.room[i].log.size, UINT32_MAX, &table,
                               NULL, NULL, &why),
                 "the log of a running match is not sound");
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void one_step(bool with_guests)
{
    real_ms += is_calm || below(10) ? below(120) : below(1500);
    base_works();
    for (unsigned i = 0; i < PROCESSES; i++) {
        go_wrong(&process[i]);
        if (runs(&process[i]))
            run(&process[i]);
    }
    if (with_guests)
        guests_act();
    check_owners();
}

static void begin_world(void)
{
    uint8_t key[HC_SEED_BYTES];

    hc_seed_from_number(seed, key);
    hc_dice_open(&dice, key, 0, 0);
    hc_dice_open(&fate, key, 0, 1);
    base_clear();
    base.fences = true;
    real_ms = 1000000;
    wrong = NULL;
    is_calm = false;
    memset(told_rank, 0, sizeof told_rank);
    for (unsigned i = 0; i < LINES; i++)
        lines[i] = (struct line){.guest = i % GUESTS};
    for (unsigned i = 0; i < PROCESSES; i++)
        begin(&process[i]);
}

static void end_world(void)
{
    seen.rooms += base.rooms;
    seen.matches += base.matches;
    for (unsigned i = 0; i < PROCESSES; i++) {
        if (process[i].house)
            end(&process[i]);
        forget_batch(&process[i]);
        forget_claims(&process[i]);
    }
    base_clear();
}

/* What is wrong in the world of this seed; NULL if nothing is. */
static const char *run_world(bool without_fences)
{
    begin_world();
    base.fences = !without_fences;
    for (unsigned step = 0; step < STEPS && !wrong; step++)
        one_step(true);
    is_calm = true;
    for (unsigned i = 0; i < PROCESSES; i++)
        process[i].paused_ms = process[i].cut_ms = 0;
    for (unsigned step = 0; step < CALM_STEPS && !wrong; step++)
        one_step(step < CALM_STEPS / 2);
    if (!wrong)
        check_calm();
    if (!wrong)
        check_logs();
    end_world();
    return wrong;
}

static void houses_share_a_store(void **state)
{
    const unsigned long *count = (const unsigned long *)&seen;

    (void)state;
    for (seed = base_seed; seed < base_seed + seeds; seed++)
        if (run_world(false))
            fail_msg("%s\n  repeat it with: HC_SEED=%llu test_shared_sim", wrong,
                     (unsigned long long)seed);
    printf("%lu rooms, %lu commands, %lu matches, %lu not stored\n"
           "%lu pauses, %lu cuts, %lu kills, %lu ends, %lu leases lost, %lu rooms taken over, "
           "%lu lines moved, %lu batches fenced off, %lu rooms given away\n",
           seen.rooms, seen.commands, seen.matches, seen.refused, seen.pauses, seen.cuts,
           seen.kills, seen.ends, seen.lost_leases, seen.taken, seen.moved, seen.fenced,
           seen.given);
    for (size_t i = 0; seeds >= SEEDS && i < sizeof seen / sizeof *count; i++)
        if (!count[i])
            fail_msg("counter %zu of what was seen is zero", i);
}

/* How many worlds show that something is wrong. */
static unsigned count_wrong(bool without_fences)
{
    unsigned count = 0;

    for (seed = 1; seed <= BROKEN_SEEDS; seed++)
        count += run_world(without_fences) != NULL;
    return count;
}

static void a_missing_fence_is_noticed(void **state)
{
    (void)state;
    assert_true(count_wrong(true) > BROKEN_SEEDS / 10);
}

static void houses_that_are_always_sure_are_noticed(void **state)
{
    (void)state;
    always_sure = true;
    assert_true(count_wrong(false) > BROKEN_SEEDS / 10);
    always_sure = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(houses_share_a_store),
        cmocka_unit_test(a_missing_fence_is_noticed),
        cmocka_unit_test(houses_that_are_always_sure_are_noticed),
    };

    base_seed = test_seed();
    seeds = test_worlds(SEEDS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
