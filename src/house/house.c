// SPDX-License-Identifier: MIT
/*
 * house.c: requests to rooms, and what rooms do by themselves.
 *
 * Both end in pending_take, which keeps what happened until it is durable. Start reading at
 * house_do() and house_tick().
 */
#include "house/house_inside.h"

enum {
    CODE_TRIES = 64,
    SHARD_SLOW_US = 1000000, /* new rooms are opened elsewhere when a batch takes this long… */
    SHARD_REST_US = 5000000, /* …and for this long when one has failed */
    CLOCK_STEP_MS = 1000,    /* a clock that goes back by less only trembles */
};

void *house_new(struct house *house, size_t size)
{
    void *memory = house->plan.resize(house->plan.context, NULL, size);

    HC_CHECK(memory);
    return memory;
}

void house_free(struct house *house, void *memory)
{
    if (memory)
        house->plan.resize(house->plan.context, memory, 0);
}

static void draw(struct house *house, void *bytes, size_t size)
{
    house->plan.entropy(house->plan.context, bytes, size);
}

/* ---- Deciding ------------------------------------------------------------------------------- */

static void decide(struct house_room *room, struct house_line *line, uint32_t tag,
                   struct hc_room_request *request, struct question *question)
{
    struct house *house = room->house;
    struct hc_room_answer answer;

    request->now_ms = house->now_ms;
    pending_prepare(room);
    hc_room_do_or_undo(room->now, &room->prepared->was, request, &answer);
    house->counts.refusals[answer.refusal]++;
    if (answer.chat)
        chatter_count(house, request->guest);
    if (answer.chat && request->advise)
        thoughts_advise(room, line, answer.seat);
    if (answer.changed) {
        lines_count_again(room);
        guests_moved(room, &room->prepared->was, room->now);
    }
    if (!answer.refusal && !answer.repeat && (answer.changed || answer.record || answer.chat)) {
        pending_take(room, line, tag, &answer, request->verb == HC_DO_CHAT ? request->text : NULL,
                     question);
    } else if (line) {
        pending_answer(room, line, tag, &answer);
    }
    pending_release(room);
}

void house_decide(struct house_room *room, struct house_line *line, uint32_t tag,
                  struct hc_room_request *request, struct question *question)
{
    decide(room, line, tag, request, question);
    house_attend(room);
}

/* One bot does what it has thought. */
static void let_bot_act(struct house_room *room)
{
    const struct hc_table *table = &room->now->table;
    struct hc_room_request request = {.verb = HC_DO_BOT_MOVE};
    struct hc_command command;
    char text[HC_COMMAND_CHARS];
    unsigned seat;

    if (!thoughts_next(room, &seat, &request.seq, &command))
        return;
    hc_command_print(hc_table_game(table), hc_table_rules(table), &command, text, sizeof text);
    request.seat = (uint8_t)seat;
    request.text = text;
    room->house->counts.bot_moves++;
    decide(room, NULL, 0, &request, NULL);
}

/* A match begins with the secret that was drawn for it, and the one after it gets its own. */
static void draw_next(struct house_room *room)
{
    hc_copy(room->secret, room->next_secret, sizeof room->secret);
    draw(room->house, room->next_secret, sizeof room->next_secret);
    pending_make_commitment(room);
}

/* Whether what is due must wait until everything of the room is durable. Too much must not pile up
 * before a store that is slow; and from the end of a match to the begin of the next one each step
 * is stored by itself, since an entry has one log and one result. */
static bool must_wait(const struct house_room *room)
{
    bool between = room->now->stage == HC_ROOM_FINISHED || room->now->stage == HC_ROOM_OPENING;

    return pending_full(room) || (between && pending_any(room));
}

/* A match whose log could soon not be stored any more is ended while it still can be. */
static bool is_too_long(const struct house_room *room)
{
    return room->now->stage == HC_ROOM_PLAYING && hc_table_awaits(&room->now->table) != HC_NONE &&
           room->log.used > room->house->plan.log_bytes_max / 4 * 3;
}

/* Does one thing that is due; true if there is more. */
static bool do_due(struct house_room *room)
{
    struct house *house = room->house;
    bool opens = hc_room_wants_seed(room->now);
    struct hc_room_answer answer;

    pending_prepare(room);
    if (is_too_long(room))
        hc_room_end(room->now, house->now_ms, &answer);
    else
        hc_room_tick(room->now, house->now_ms, opens ? room->next_secret : NULL, &answer);
    if (answer.record == HC_WRITE_BEGIN)
        draw_next(room);
    if (answer.changed) {
        lines_count_again(room); /* a seat may be free now whose person is still here */
        guests_moved(room, &room->prepared->was, room->now);
    }
    if (answer.think != HC_NONE)
        thoughts_want(room, answer.think, answer.seq);
    if (answer.changed || answer.record)
        pending_take(room, NULL, 0, &answer, NULL, NULL);
    pending_release(room);
    return answer.more;
}

/* A room that has heard a later time than it is now must hear that the clock was put back. */
static uint64_t due_of(const struct house_room *room)
{
    return room->now->called_ms > room->house->now_ms ? 0 : hc_room_due(room->now);
}

/* Who is there is told at once, but not again before some time has passed: many who come and go are
 * one piece of news. */
static void tell_presence(struct house_room *room)
{
    struct house *house = room->house;
    bool people = room->unsaid == PRESENCE_PEOPLE;

    if (room->unsaid == PRESENCE_SAID || room->gone || !leases_sure(room) ||
        (house->now_ms >= room->presence_ms &&
         house->now_ms - room->presence_ms < HOUSE_PRESENCE_MS))
        return;
    room->unsaid = PRESENCE_SAID;
    room->presence_ms = house->now_ms;
    if (people)
        pending_tell_room(room, HOUSE_UPDATE);
    pending_tell_room(room, HOUSE_WATCHERS);
}

void house_attend(struct house_room *room)
{
    struct house *house = room->house;
    uint64_t due_ms = due_of(room), bots_ms = thoughts_due(room);
    bool more = true;

    while (more && !room->gone && !house->stopping && !must_wait(room) &&
           (due_ms <= house->now_ms || bots_ms <= house->now_ms || is_too_long(room))) {
        if (bots_ms < due_ms && !is_too_long(room))
            let_bot_act(room);
        else
            more = do_due(room);
        due_ms = hc_room_due(room->now);
        bots_ms = thoughts_due(room);
        more |= bots_ms <= house->now_ms;
    }
    if (bots_ms < due_ms)
        due_ms = bots_ms;
    /* What must wait is looked at again when the verdict is there. */
    room->held = must_wait(room);
    tell_presence(room);
    if (room->unsaid != PRESENCE_SAID && leases_sure(room) &&
        due_ms > room->presence_ms + HOUSE_PRESENCE_MS)
        due_ms = room->presence_ms + HOUSE_PRESENCE_MS;
    registry_set_due(house, room, room->gone || room->held ? HC_ROOM_NEVER : due_ms);
    HC_CHECK(listing_update(room));
}

void house_tick(struct house *house)
{
    while (house->heap_used && house->heap[1]->due_ms <= house->now_ms && !house->stopping) {
        struct house_room *room = house->heap[1];

        registry_set_due(house, room, HC_ROOM_NEVER);
        packing_open(room);
        house_attend(room);
        if (room->due_ms <= house->now_ms)
            break; /* a room that is never done must not stop the others */
    }
}

uint64_t house_due(const struct house *house)
{
    uint64_t memos_ms = memos_due(house);
    uint64_t room_ms =
        house->heap_used && !house->stopping ? house->heap[1]->due_ms : HC_ROOM_NEVER;

    return memos_ms < room_ms ? memos_ms : room_ms;
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

void house_free_room(struct house_room *room)
{
    struct house *house = room->house;

    listing_end(room);
    while (room->members)
        lines_forget(room->members);
    thoughts_forget_room(room);
    house_free(house, room->late);
    packing_end(room);
    house_free(house, room->log.bytes);
    house_free(house, room);
}

/* Whether a new room is likely to be stored there. */
static bool is_well(const struct house *house, const struct shard *shard)
{
    return leases_sure_of(house, shard) &&
           !(shard->busy && house->steady_us - shard->batch_us > SHARD_SLOW_US) &&
           !(shard->failed_us && house->steady_us - shard->failed_us < SHARD_REST_US);
}

/* New rooms are spread over all that are well; if none is, it is as good as another. */
static unsigned choose_shard(struct house *house)
{
    uint8_t entropy;
    unsigned first;

    if (house->shards == 1)
        return 0;
    draw(house, &entropy, sizeof entropy);
    first = entropy % house->shards;
    for (unsigned i = 0; i < house->shards; i++)
        if (is_well(house, &house->shard[(first + i) % house->shards]))
            return (first + i) % house->shards;
    return first;
}

static bool make_code(struct house *house, unsigned shard, char code[HC_ROOM_CODE_CHARS + 1])
{
    for (unsigned i = 0; i < CODE_TRIES; i++) {
        uint8_t entropy[4] = {0};

        draw(house, entropy, shard ? 4 : 3);
        hc_room_code(shard, entropy, code);
        if (!registry_find(house, code))
            return true;
    }
    return false;
}

static void draw_first(struct house_room *room, unsigned shard)
{
    struct house *house = room->house;

    draw(house, room->next_secret, sizeof room->next_secret);
    if (house->plan.seed)
        hc_copy(room->next_secret, house->seed, HC_SEED_BYTES);
    if (house->plan.salt)
        hc_copy(room->next_secret + HC_SEED_BYTES, house->salt, HC_SEED_BYTES);
    pending_make_commitment(room);
    draw(house, &room->number, sizeof room->number);
    room->number = hc_shard_number(shard, room->number >> 1);
    room->shard = (uint8_t)shard;
}

static bool is_nobody(const uint8_t guest[HC_GUEST_BYTES])
{
    static const uint8_t nobody[HC_GUEST_BYTES];

    return hc_same(guest, nobody, sizeof nobody);
}

/* A room with this number in the store, or any if it is 0. */
static void create(struct house_line *line, uint32_t tag, uint64_t number,
                   const struct house_room_plan *plan)
{
    struct house *house = line->house;
    struct house_room *room;
    char code[HC_ROOM_CODE_CHARS + 1] = "";
    struct hc_room_answer answer = {
        .changed = true, .seat = HC_NONE, .think = HC_NONE, .record = HC_WRITE_NOTHING};
    struct hc_problem why = {.text = ""};
    unsigned shard = number ? 0 : choose_shard(house);
    enum hc_refusal refusal;

    if (house->stopping || house->counts.rooms >= house->plan.rooms_max ||
        !make_code(house, shard, code)) {
        news_refuse(line, tag, house->stopping ? HC_CLOSING : HC_ROOM_FULL, "");
        return;
    }
    room = house_new(house, sizeof *room);
    hc_zero(room, sizeof *room);
    room->now = house_new(house, sizeof *room->now);
    room->house = house;
    room->fresh = true;
    refusal = hc_room_open(room->now, plan->game, plan->rules, plan->settings, plan->title, code,
                           house->now_ms, line->language, &why);
    if (refusal) {
        house_free(house, room->now);
        house_free(house, room);
        news_refuse(line, tag, refusal, why.text);
        return;
    }
    hc_copy(room->code, code, sizeof room->code);
    packing_begin(room);
    draw_first(room, shard);
    if (number)
        room->number = number;
    HC_CHECK(registry_add(house, room));
    pending_prepare(room);
    if (!is_nobody(line->guest))
        lines_enter(line, room);
    pending_take(room, line, tag, &answer, NULL, NULL);
    house_attend(room);
}

void house_create(struct house_line *line, uint32_t tag, const struct house_room_plan *plan)
{
    create(line, tag, 0, plan);
}

static struct house_room *find(const struct house *house, const char *code)
{
    struct house_room *room = registry_find(house, code);

    return room && !room->gone ? room : NULL;
}

/* The same, to do something with it. */
static struct house_room *find_open(struct house *house, const char *code)
{
    struct house_room *room = find(house, code);

    if (room)
        packing_open(room);
    return room;
}

static void enter(struct house_line *line, uint32_t tag, const char *code)
{
    struct house_room *room = find_open(line->house, code);
    struct hc_room_answer answer = {.seat = HC_NONE, .think = HC_NONE};

    if (!room) {
        news_refuse(line, tag, HC_NO_ROOM, "");
        return;
    }
    if (!lines_come_in(line, room)) {
        news_refuse(line, tag, HC_NOT_ALLOWED, "");
        return;
    }
    answer.seq = hc_table_seq(&room->now->table);
    pending_answer(room, line, tag, &answer);
    house_attend(room);
}

void house_enter(struct house_line *line, uint32_t tag, const char *code)
{
    struct house *house = line->house;
    bool began = news_begin(house);

    enter(line, tag, code);
    news_end(house, began);
}

void house_create_once(struct house_line *line, uint32_t tag, uint64_t number,
                       const struct house_room_plan *plan)
{
    const struct house_room *room = registry_find_number(line->house, number);

    HC_CHECK(number && !(number >> 63));
    if (room)
        house_enter(line, tag, room->code);
    else
        create(line, tag, number, plan);
}

void house_exit(struct house_line *line, uint32_t tag, const char *code)
{
    struct house *house = line->house;
    struct house_room *room = find_open(house, code);
    struct membership *m = room ? lines_membership(line, room) : NULL;
    bool began = news_begin(house);

    HC_CHECK(began); /* whoever is being told of a room cannot leave one */
    if (m)
        lines_leave(m);
    news_refuse(line, tag, m ? HC_OK : HC_NO_ROOM, "");
    news_end(house, began);
}

void house_show(struct house_line *line, uint64_t number)
{
    struct membership *m = line->rooms;

    while (m && m->room->number != number)
        m = m->next_room;
    if (!m || m->room->gone || pending_any(m->room))
        return;
    packing_open(m->room);
    if (lines_hears(m, m->room->now))
        news_show(m->room, line);
}

/* Whether a bot would think for longer than this house lets it. */
static bool thinks_too_long(const struct house *house, const struct hc_room_request *request)
{
    const char *text = request->text ? request->text : "";
    uint32_t most = house->plan.bot_budget_max, budget;

    return request->verb == HC_DO_ADD_BOT && most && hc_bot_parse(text, hc_length(text), &budget) &&
           budget > most;
}

static void refuse_budget(struct house_line *line, uint32_t tag)
{
    char why[80];
    struct hc_text text;

    hc_text_init(&text, why, sizeof why);
    hc_put(&text, "a bot may imagine at most ");
    hc_put_number(&text, line->house->plan.bot_budget_max);
    hc_put(&text, " games here");
    news_refuse(line, tag, HC_BAD_SETTING, why);
}

/* What only the house itself tells a room: who is connected, and what a bot does. */
static bool is_for_house(enum hc_room_verb verb)
{
    return verb == HC_DO_BOT_MOVE || verb == HC_DO_CONNECT || verb == HC_DO_DISCONNECT ||
           verb == HC_DO_WATCH;
}

void house_do(struct house_line *line, uint32_t tag, const char *code,
              struct hc_room_request *request)
{
    struct house *house = line->house;
    struct house_room *room = find_open(house, code);
    bool speaks = request->verb == HC_DO_CHAT || request->verb == HC_DO_HINT;
    bool speaks_first = speaks && room && !lines_membership(line, room);
    bool began = news_begin(house);

    if (house->stopping)
        news_refuse(line, tag, HC_CLOSING, "");
    else if (!room)
        news_refuse(line, tag, HC_NO_ROOM, "");
    else if (is_for_house(request->verb))
        news_refuse(line, tag, HC_NOT_ALLOWED, "");
    else if (thinks_too_long(house, request))
        refuse_budget(line, tag);
    else if (speaks && !chatter_may(house, line->guest))
        news_refuse(line, tag, HC_TOO_FAST, "");
    else if (pending_full(room))
        news_refuse(line, tag, HC_TOO_FAST, "the store does not keep up; try again in a moment");
    else if (!lines_come_in(line, room))
        news_refuse(line, tag, HC_NOT_ALLOWED, "");
    else {
        if (speaks_first)
            lines_note(room, true); /* an update shows the room, which chat does not */
        hc_copy(request->guest, line->guest, sizeof request->guest);
        request->language = line->language;
        house_decide(room, line, tag, request, NULL);
    }
    news_end(house, began);
}

void house_advise(struct house_line *line, uint32_t tag, const char *code)
{
    struct hc_room_request request = {.verb = HC_DO_HINT, .seat = HC_NONE, .advise = true};

    if (thoughts_may_advise(line))
        house_do(line, tag, code, &request);
    else
        news_refuse(line, tag, HC_TOO_FAST, "");
}

/* ---- Looking -------------------------------------------------------------------------------- */

void house_look_again(struct house_line *line, uint32_t tag, const char *code)
{
    struct house *house = line->house;
    struct house_room *room = find_open(house, code);
    struct membership *m = room ? lines_membership(line, room) : NULL;
    bool began = news_begin(house);

    if (!room)
        news_refuse(line, tag, HC_NO_ROOM, "");
    else if (!m || !lines_hears(m, room->now))
        news_refuse(line, tag, HC_NOT_ALLOWED, "");
    else
        pending_show(room, line, tag, HOUSE_LOOK, NULL);
    news_end(house, began);
}

bool house_has(const struct house *house, const char *key)
{
    const struct house_room *room = registry_find_key(house, key);

    return room && !room->gone;
}

bool house_look(const struct house *house, const char *code, struct hc_room_view *view)
{
    const struct house_room *room = find(house, code);
    struct hc_room unpacked;

    if (room)
        news_see_room(room, packing_look(room, &unpacked), view);
    return room != NULL;
}

bool house_look_surely(const struct house *house, const char *code, struct hc_room_view *view)
{
    const struct house_room *room = find(house, code);
    struct hc_room unpacked;
    const struct hc_room *durable =
        room && leases_sure(room) ? pending_durable(room, &unpacked) : NULL;

    if (durable)
        news_see_room(room, durable, view);
    return durable != NULL;
}

bool house_mine(const struct house *house, const uint8_t guest[HC_GUEST_BYTES], unsigned index,
                struct house_mine *mine)
{
    const struct house_room *room = guests_room(house, guest, index);
    struct hc_room unpacked;
    const struct hc_room *seen;
    bool is_durable;

    if (!room)
        return false;
    seen = pending_durable(room, &unpacked);
    is_durable = seen && hc_room_seat_of(seen, guest) != HC_NONE;
    if (!is_durable)
        seen = packing_look(room, &unpacked);
    news_see_room(room, seen, &mine->room);
    mine->seat = hc_room_seat_of(seen, guest);
    mine->waits_for = hc_room_waits_for(seen);
    mine->deadline_ms = hc_room_deadline(seen);
    mine->my_turn = mine->seat != HC_NONE && mine->waits_for >> mine->seat & 1;
    mine->is_sure = is_durable && leases_sure(room);
    return true;
}

/* ---- The house itself ----------------------------------------------------------------------- */

const struct house_counts *house_counts(const struct house *house)
{
    return &house->counts;
}

/* The clock was put back: rooms must hear of it now, and not when it is again as late as it was. */
static void wake_rooms(struct house *house, uint64_t now_ms)
{
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i] && house->slot[i]->due_ms != HC_ROOM_NEVER)
            registry_set_due(house, house->slot[i], now_ms);
}

void house_time(struct house *house, uint64_t now_ms, uint64_t steady_us)
{
    if (now_ms + CLOCK_STEP_MS < house->now_ms)
        wake_rooms(house, now_ms);
    house->now_ms = now_ms;
    house->steady_us = steady_us;
    packing_pack_oldest(house);
}

uint64_t house_now_ms(const struct house *house)
{
    return house->now_ms;
}

uint64_t house_steady_us(const struct house *house)
{
    return house->steady_us;
}

struct house *house_open(const struct house_plan *plan)
{
    struct house *house = plan->resize(plan->context, NULL, sizeof *house);

    if (!house)
        return NULL;
    hc_zero(house, sizeof *house);
    house->plan = *plan;
    if (plan->seed)
        hc_copy(house->seed, plan->seed, HC_SEED_BYTES);
    if (plan->salt)
        hc_copy(house->salt, plan->salt, HC_SEED_BYTES);
    house->shards = plan->shards ? plan->shards : 1;
    HC_CHECK(house->shards <= HC_SHARDS_MAX);
    for (unsigned i = 0; i < house->shards; i++) {
        house->shard[i].dirty_end = &house->shard[i].dirty;
        house->shard[i].flying_end = &house->shard[i].flying;
    }
    house->ready_end = &house->ready;
    return house;
}

void house_stop(struct house *house)
{
    house->stopping = true;
    questions_give_up(house);
}

bool house_is_quiet(const struct house *house)
{
    for (unsigned i = 0; i < house->shards; i++)
        if (house->shard[i].busy || house->shard[i].dirty)
            return false;
    return !house_has_memos(house) && !house->question_count;
}

void house_close(struct house *house)
{
    house->stopping = true;
    for (struct house_line *line = house->lines; line; line = line->next)
        line->tell = NULL;
    while (house->lines)
        lines_free(house->lines);
    questions_close(house);
    pending_close(house);
    memos_close(house);
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i])
            house_free_room(house->slot[i]);
    thoughts_close(house);
    guests_close(house);
    listing_close(house);
    chatter_close(house);
    news_close(house);
    house_free(house, house->slot);
    house_free(house, house->heap);
    house->plan.resize(house->plan.context, house, 0);
}
