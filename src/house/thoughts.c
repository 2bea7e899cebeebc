// SPDX-License-Identifier: MIT
/*
 * thoughts.c: bots are asked to think, by whoever has threads for it.
 *
 * A thought is given a view, and comes back with a command for the seq that it saw. The command is
 * kept until the time at which the bot acts, which does not depend on how long it thought. If the
 * table has moved on meanwhile, nothing comes of it.
 *
 * Who makes bots think is the host of a room, its *asker* here. Askers take turns with one thought
 * each, and of one asker only a few are under way: so somebody with many tables makes nobody wait
 * but themselves. Start reading at thoughts_want() and house_next_thought().
 *
 * People ask for hints, which are thoughts as well: the oldest first, one at a time for each line,
 * in turn with bots. What comes of it is told to that line alone.
 */
#include "house/house_inside.h"

/* What the bots of one room were asked last. */
struct thinking {
    struct house_room *room;
    struct asker *asker;              /* on whose account */
    struct thinking *next, *previous; /* of the same asker, while somebody is to be asked */
    uint32_t asking, seq;
    uint64_t asked_us;  /* when somebody was asked last */
    uint64_t leaves_us; /* when the answers leave */
    uint16_t wanted;    /* seats that are to think, … */
    uint16_t out;       /* … that think, … */
    uint16_t answered;  /* … and that have answered; masks */
    bool queued;
    struct hc_command command[HC_SEATS_MAX];
};

struct asker {
    uint8_t guest[HC_GUEST_BYTES];
    struct asker *next;       /* in the same list */
    struct asker *next_ready; /* whose turn comes after this one's */
    struct thinking *first, *last;
    unsigned under_way;
    bool ready;
};

struct advice {
    struct advice *next;
    struct house_line *line;
    uint64_t room;
    uint32_t id;
    uint8_t seat;
    bool out; /* somebody thinks about it */
    char code[HC_ROOM_CODE_CHARS + 1];
};

/* ---- Askers --------------------------------------------------------------------------------- */

/* Guests are hashes already. */
static struct asker **find_asker(struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    struct asker **link = &house->asker[hc_load64(guest) % HOUSE_ASKERS];

    while (*link && !hc_same((*link)->guest, guest, HC_GUEST_BYTES))
        link = &(*link)->next;
    return link;
}

static struct asker *asker_of(struct house_room *room)
{
    static const uint8_t nobody[HC_GUEST_BYTES];
    const struct hc_room *now = room->now;
    const uint8_t *guest = now->host == HC_NONE ? nobody : now->seat[now->host].guest;
    struct asker **link = find_asker(room->house, guest);

    if (!*link) {
        *link = house_new(room->house, sizeof **link);
        **link = (struct asker){.next = NULL};
        hc_copy((*link)->guest, guest, HC_GUEST_BYTES);
    }
    return *link;
}

/* An asker of whom something changed waits for a turn, or for a thought to come back, or goes. */
static void settle_asker(struct house *house, struct asker *asker)
{
    struct asker **link;

    if (asker->ready)
        return;
    if (asker->first && asker->under_way < HOUSE_THOUGHTS_OF_GUEST_MAX) {
        asker->ready = true;
        asker->next_ready = NULL;
        *house->ready_end = asker;
        house->ready_end = &asker->next_ready;
    } else if (!asker->first && !asker->under_way) {
        link = find_asker(house, asker->guest);
        *link = asker->next;
        house_free(house, asker);
    }
}

static struct asker *take_turn(struct house *house)
{
    struct asker *asker = house->ready;

    if (!asker)
        return NULL;
    house->ready = asker->next_ready;
    if (!house->ready)
        house->ready_end = &house->ready;
    asker->ready = false;
    return asker;
}

static void enqueue(struct thinking *thinking)
{
    struct asker *asker = thinking->asker;

    thinking->queued = true;
    thinking->next = NULL;
    thinking->previous = asker->last;
    *(asker->last ? &asker->last->next : &asker->first) = thinking;
    asker->last = thinking;
}

static void dequeue(struct thinking *thinking)
{
    struct asker *asker = thinking->asker;

    if (!thinking->queued)
        return;
    thinking->queued = false;
    *(thinking->previous ? &thinking->previous->next : &asker->first) = thinking->next;
    *(thinking->next ? &thinking->next->previous : &asker->last) = thinking->previous;
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

static void end_thinking(struct thinking *thinking)
{
    dequeue(thinking);
    thinking->room->thinking = NULL;
    house_free(thinking->room->house, thinking);
}

/* An asker who has nothing else goes when its turn comes. */
void thoughts_forget_room(struct house_room *room)
{
    struct thinking *thinking = room->thinking;
    struct asker *asker = thinking && thinking->queued ? thinking->asker : NULL;

    if (thinking)
        end_thinking(thinking);
    if (asker)
        settle_asker(room->house, asker);
}

void thoughts_want(struct house_room *room, unsigned seat, uint32_t seq)
{
    uint16_t bit = (uint16_t)(1u << seat);
    struct thinking *thinking;

    if (room->thinking && room->thinking->seq != seq)
        thoughts_forget_room(room);
    if (!room->thinking) {
        room->thinking = house_new(room->house, sizeof *room->thinking);
        hc_zero(room->thinking, sizeof *room->thinking);
        room->thinking->room = room;
        room->thinking->asking = ++room->house->askings;
        room->thinking->seq = seq;
    }
    thinking = room->thinking;
    thinking->asked_us = room->house->steady_us;
    thinking->wanted |= bit;
    thinking->out &= (uint16_t)~bit;
    thinking->answered &= (uint16_t)~bit;
    if (thinking->queued)
        return;
    thinking->asker = asker_of(room);
    enqueue(thinking);
    settle_asker(room->house, thinking->asker);
}

static bool is_stale(const struct thinking *thinking)
{
    const struct house_room *room = thinking->room;

    return room->gone || room->now->stage != HC_ROOM_PLAYING ||
           hc_table_seq(&room->now->table) != thinking->seq;
}

/* ---- Thoughts ------------------------------------------------------------------------------- */

/* In how many milliseconds an answer that is there now leaves. The wall clock may jump while
 * somebody thinks, so that time is measured by the other one. */
static uint64_t leaves_in(const struct thinking *thinking)
{
    const struct house_room *room = thinking->room;
    const struct hc_room *now = room->now;
    uint64_t asked_ms = now->asked_ms > now->moved_ms ? now->asked_ms - now->moved_ms : 0;
    uint64_t passed_ms = asked_ms + (room->house->steady_us - thinking->asked_us) / 1000;
    uint64_t acts_ms = hc_bot_acts(passed_ms, now->settings.wide[HC_ROOM_BOT_DELAY_MS]);

    return acts_ms > passed_ms ? acts_ms - passed_ms : 0;
}

static void set_leaving(struct thinking *thinking)
{
    thinking->leaves_us = thinking->room->house->steady_us + leaves_in(thinking) * 1000;
}

/* False if this seat has nothing to think about any more. */
static bool fill(const struct thinking *thinking, unsigned seat, struct house_thought *thought)
{
    struct house_room *room = thinking->room;
    struct house *house = room->house;
    const struct hc_room *now = room->now;

    thought->bot = hc_room_bot(now, seat, &thought->budget);
    if (!thought->bot)
        return false;
    if (house->plan.bot_budget_max && thought->budget > house->plan.bot_budget_max)
        thought->budget = house->plan.bot_budget_max; /* it was wider when the bot sat down */
    thought->room = room->number;
    thought->asking = thinking->asking;
    hc_copy(thought->guest, thinking->asker->guest, sizeof thought->guest);
    hc_copy(thought->code, now->code, sizeof thought->code);
    thought->seat = (uint8_t)seat;
    thought->is_advice = false;
    thought->forget = now->settings.byte[HC_ROOM_BOT_FORGET];
    hc_copy(thought->forget_key, room->secret + HC_SEED_BYTES, HC_SEED_BYTES);
    house->plan.entropy(house->plan.context, thought->dice_key, sizeof thought->dice_key);
    hc_view(&now->table, seat, house->now_ms + leaves_in(thinking), &thought->view);
    return true;
}

static bool is_complete(const struct thinking *thinking)
{
    return !thinking->wanted && !thinking->out;
}

/* The next seat of a room that is to think. When it was the last one, the room is out of the queue.
 * False if there was nothing to think about. */
static bool take_thought(struct thinking *thinking, struct house_thought *thought)
{
    bool taken = false;

    packing_open(thinking->room);
    if (is_stale(thinking)) {
        end_thinking(thinking);
        return false;
    }
    while (thinking->wanted && !taken) {
        unsigned seat = hc_lowest_bit(thinking->wanted);

        thinking->wanted &= (uint16_t)(thinking->wanted - 1);
        taken = fill(thinking, seat, thought);
        if (taken)
            thinking->out |= (uint16_t)(1u << seat);
    }
    if (!thinking->wanted)
        dequeue(thinking);
    if (is_complete(thinking)) { /* those who were to think are here again to play themselves */
        set_leaving(thinking);
        registry_set_due(thinking->room->house, thinking->room, thinking->room->house->now_ms);
    }
    return taken;
}

/* ---- Hints ---------------------------------------------------------------------------------- */

bool thoughts_may_advise(const struct house_line *line)
{
    unsigned count = 0;

    for (const struct advice *advice = line->house->advice; advice; advice = advice->next, count++)
        if (advice->line == line)
            return false;
    return count < HOUSE_ADVICE_MAX;
}

void thoughts_advise(struct house_room *room, struct house_line *line, unsigned seat)
{
    struct house *house = room->house;
    struct advice *advice = house_new(house, sizeof *advice), **link = &house->advice;

    *advice = (struct advice){
        .line = line, .room = room->number, .id = ++house->askings, .seat = (uint8_t)seat};
    hc_copy(advice->code, room->code, sizeof advice->code);
    while (*link)
        link = &(*link)->next;
    *link = advice;
}

static void end_advice(struct house *house, struct advice *advice)
{
    struct advice **link = &house->advice;

    while (*link != advice)
        link = &(*link)->next;
    *link = advice->next;
    house_free(house, advice);
}

void thoughts_forget_line(struct house_line *line)
{
    struct advice *next;

    for (struct advice *advice = line->house->advice; advice; advice = next) {
        next = advice->next;
        if (advice->line == line)
            end_advice(line->house, advice);
    }
}

/* The room that a hint is about; NULL if it is played there no more. */
static struct house_room *room_of(struct house *house, const struct advice *advice)
{
    struct house_room *room = registry_find(house, advice->code);

    if (!room || room->gone || room->number != advice->room)
        return NULL;
    packing_open(room);
    return room->now->stage == HC_ROOM_PLAYING ? room : NULL;
}

static bool take_advice(struct house *house, struct house_thought *thought)
{
    static const char name[] = "search";
    struct advice *advice = house->advice;
    struct house_room *room;

    while (advice && advice->out)
        advice = advice->next;
    if (!advice)
        return false;
    room = room_of(house, advice);
    if (!room) {
        end_advice(house, advice);
        return false;
    }
    advice->out = true;
    hc_zero(thought, sizeof *thought);
    thought->room = advice->room;
    thought->asking = advice->id;
    thought->is_advice = true;
    thought->seat = advice->seat;
    hc_copy(thought->guest, advice->line->guest, sizeof thought->guest);
    hc_copy(thought->code, advice->code, sizeof thought->code);
    thought->bot = hc_bot_parse(name, sizeof name - 1, &thought->budget);
    if (house->plan.bot_budget_max && thought->budget > house->plan.bot_budget_max)
        thought->budget = house->plan.bot_budget_max;
    house->plan.entropy(house->plan.context, thought->dice_key, sizeof thought->dice_key);
    hc_view(&room->now->table, advice->seat, house->now_ms, &thought->view);
    return true;
}

/* A thought of the house before may have a number of this one: then it is about somebody else's
 * cards. */
static bool is_about(const struct advice *advice, const struct house_thought *thought)
{
    return advice->id == thought->asking && advice->room == thought->room &&
           advice->seat == thought->seat;
}

static void give_advice(struct house *house, const struct house_thought *thought,
                        const struct hc_command *command)
{
    struct advice *advice = house->advice;
    char text[HC_COMMAND_CHARS] = "";
    struct house_room *room;

    while (advice && !is_about(advice, thought))
        advice = advice->next;
    if (!advice)
        return;
    if (command->verb != HC_NONE)
        hc_command_print(thought->view.game, &thought->view.rules, command, text, sizeof text);
    room = room_of(house, advice);
    if (room && hc_table_seq(&room->now->table) == thought->view.seq)
        pending_show(room, advice->line, 0, HOUSE_ADVICE, text);
    end_advice(house, advice);
}

static bool take_of_bots(struct house *house, struct house_thought *thought)
{
    struct asker *asker;
    bool taken = false;

    while (!taken && (asker = take_turn(house))) {
        while (asker->first && !taken)
            taken = take_thought(asker->first, thought);
        asker->under_way += taken;
        settle_asker(house, asker);
    }
    return taken;
}

bool house_next_thought(struct house *house, struct house_thought *thought)
{
    bool taken;

    if (house->stopping)
        return false;
    if (house->advised_last)
        taken = take_of_bots(house, thought) || take_advice(house, thought);
    else
        taken = take_advice(house, thought) || take_of_bots(house, thought);
    house->advised_last = taken && thought->is_advice;
    house->counts.thinking += taken;
    return taken;
}

static void take_answer(struct house_room *room, const struct house_thought *thought,
                        const struct hc_command *command)
{
    struct thinking *thinking = room->thinking;
    uint16_t bit = (uint16_t)(1u << thought->seat);

    if (!thinking || thinking->asking != thought->asking || thinking->seq != thought->view.seq ||
        !(thinking->out & bit))
        return;
    thinking->out &= (uint16_t)~bit;
    thinking->answered |= bit;
    thinking->command[thought->seat] = *command;
    if (!is_complete(thinking))
        return;
    packing_open(room);
    set_leaving(thinking);
    house_attend(room);
}

void house_thought_done(struct house *house, const struct house_thought *thought,
                        const struct hc_command *command)
{
    struct house_room *room = registry_find(house, thought->code);
    struct asker *asker = *find_asker(house, thought->guest);

    /* It may be of the house before this one. */
    if (house->counts.thinking)
        house->counts.thinking--;
    if (thought->is_advice) {
        give_advice(house, thought, command);
        return;
    }
    if (asker && asker->under_way) {
        asker->under_way--;
        settle_asker(house, asker);
    }
    if (room && !room->gone && room->number == thought->room && !house->stopping)
        take_answer(room, thought, command);
}

uint64_t thoughts_due(struct house_room *room)
{
    const struct house *house = room->house;
    uint64_t left_us;

    if (room->thinking && is_stale(room->thinking))
        thoughts_forget_room(room);
    if (!room->thinking || !is_complete(room->thinking))
        return HC_ROOM_NEVER;
    left_us = room->thinking->leaves_us > house->steady_us
                  ? room->thinking->leaves_us - house->steady_us
                  : 0;
    return house->now_ms + (left_us + 999) / 1000;
}

/* The awaited seat comes last, so that others may speak before the table moves on. */
bool thoughts_next(struct house_room *room, unsigned *seat, uint32_t *seq,
                   struct hc_command *command)
{
    struct thinking *thinking = room->thinking;
    unsigned awaited = hc_table_awaits(&room->now->table), seats = room->now->seats;
    bool found = false;

    for (unsigned i = 1; i <= seats && !found; i++) {
        unsigned s = awaited < seats ? (awaited + i) % seats : i - 1;

        if (!(thinking->answered >> s & 1))
            continue;
        thinking->answered &= (uint16_t) ~(1u << s);
        *command = thinking->command[s];
        *seat = s;
        *seq = thinking->seq;
        found = command->verb != HC_NONE;
    }
    if (!found || !thinking->answered)
        end_thinking(thinking);
    return found;
}

void thoughts_close(struct house *house)
{
    while (house->advice)
        end_advice(house, house->advice);
    for (unsigned i = 0; i < HOUSE_ASKERS; i++)
        while (house->asker[i]) {
            struct asker *asker = house->asker[i];

            house->asker[i] = asker->next;
            house_free(house, asker);
        }
}

size_t house_think_bytes(const struct house_thought *thought)
{
    return thought->bot->scratch_bytes ? thought->bot->scratch_bytes(thought->budget) : 0;
}

void house_think(const struct house_thought *thought, void *scratch, struct hc_command *command)
{
    struct hc_mind mind = {.budget = thought->budget,
                           .forget = thought->forget,
                           .scratch = scratch,
                           .scratch_bytes = house_think_bytes(thought)};

    hc_copy(mind.key, thought->forget_key, sizeof mind.key);
    hc_dice_open(&mind.dice, thought->dice_key, 0, 0);
    if (!hc_bot_turn(thought->bot, &thought->view, &mind, command))
        command->verb = HC_NONE;
}
