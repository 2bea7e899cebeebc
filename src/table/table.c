// SPDX-License-Identifier: MIT
/*
 * table.c: one match. A command comes in here, is judged by its game, and comes out as events that
 * have been applied. The table itself is in games/game.h: fixed size, no pointers.
 */
#include "table/table.h"

#include "core/sha256.h"

_Static_assert(sizeof(struct hc_table) <= 1024, "a table is at most one kibibyte");

size_t hc_table_bytes(void)
{
    return sizeof(struct hc_table);
}

void hc_deal_key(const uint8_t seed[HC_SEED_BYTES], uint8_t key[HC_SEED_BYTES])
{
    static const char tag[] = "holecard deal 1";
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, seed, HC_SEED_BYTES);
    hc_sha256_end(&sha, key);
}

void hc_deal_mix(uint8_t key[HC_SEED_BYTES], unsigned seat, const uint8_t entropy[HC_SEED_BYTES])
{
    struct hc_sha256 sha;
    uint8_t who = (uint8_t)seat;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, key, HC_SEED_BYTES);
    hc_sha256_add(&sha, &who, 1);
    hc_sha256_add(&sha, entropy, HC_SEED_BYTES);
    hc_sha256_end(&sha, key);
}

void hc_commitment(const uint8_t seed[HC_SEED_BYTES], const uint8_t salt[HC_SEED_BYTES],
                   uint8_t commitment[HC_SEED_BYTES])
{
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, seed, HC_SEED_BYTES);
    hc_sha256_add(&sha, salt, HC_SEED_BYTES);
    hc_sha256_end(&sha, commitment);
}

void hc_seed_from_number(uint64_t number, uint8_t seed[HC_SEED_BYTES])
{
    static const char tag[] = "holecard seed 1";
    struct hc_sha256 sha;
    uint8_t bytes[8];

    hc_store64(bytes, number);
    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, bytes, sizeof bytes);
    hc_sha256_end(&sha, seed);
}

enum hc_refusal hc_table_open(struct hc_table *table, const struct hc_game *game,
                              const struct hc_rules *rules, unsigned seats,
                              const uint8_t seed[HC_SEED_BYTES])
{
    if (seats > hc_seats_max(game, rules))
        return HC_ROOM_FULL;
    hc_zero(table, sizeof *table);
    while (hc_games[table->game] != game)
        table->game++;
    table->seats = (uint8_t)seats;
    table->rules = *rules;
    hc_options_forget_seed(&table->rules);
    hc_deal_key(seed, table->key);
    game->open(table);
    return HC_OK;
}

enum hc_refusal hc_table_contribute(struct hc_table *table, unsigned seat,
                                    const uint8_t entropy[HC_SEED_BYTES])
{
    if (seat >= table->seats)
        return HC_NO_SEAT;
    if (table->state[HC_STATE_PHASE] != 0)
        return HC_BAD_PHASE;
    hc_deal_mix(table->key, seat, entropy);
    return HC_OK;
}

/* The faces of a command exist; only a verb that takes no card may come without one. */
static inline bool has_faces(const struct hc_game *game, const struct hc_rules *rules,
                             const struct hc_command *command, unsigned takes)
{
    unsigned faces = hc_deck_of(game, rules)->face_count;

    return (command->face < faces || !(takes & HC_TAKES_CARD)) &&
           (command->guess >= HC_BAD || command->guess < faces);
}

bool hc_command_plausible(const struct hc_game *game, const struct hc_rules *rules,
                          const struct hc_command *command)
{
    return command->verb < game->grammar.verb_count &&
           has_faces(game, rules, command, game->grammar.verbs[command->verb].takes);
}

static inline enum hc_refusal judge(struct hc_move *move, struct hc_table *table,
                                    struct hc_events *events)
{
    const struct hc_game *game = hc_game_of(table);
    enum hc_refusal refusal;
    unsigned takes;

    events->used = events->count = 0;
    if (move->command->verb >= game->grammar.verb_count)
        return HC_MALFORMED;
    takes = game->grammar.verbs[move->command->verb].takes;
    if (!has_faces(game, &table->rules, move->command, takes))
        return HC_MALFORMED;
    if (move->seat >= table->seats) {
        if (move->seat != HC_HOUSE)
            return HC_NO_SEAT;
        takes ^= HC_FROM_HOUSE;
    }
    if (takes & HC_FROM_HOUSE)
        return HC_NOT_ALLOWED;
    refusal = game->decide(move);
    HC_CHECK(!table->box.broken);
    table->seq += events->count;
    return refusal;
}

enum hc_refusal hc_submit(struct hc_table *table, unsigned seat, const struct hc_command *command,
                          uint64_t now_ms, struct hc_events *events)
{
    /* Nothing is left out, since compilers clear what is, some of them slowly. */
    struct hc_move move = {.table = table,
                           .command = command,
                           .events = events,
                           .rigged = NULL,
                           .rigged_count = 0,
                           .seat = seat,
                           .now_ms = (uint32_t)now_ms};

    return judge(&move, table, events);
}

enum hc_refusal hc_submit_rigged(struct hc_table *table, unsigned seat,
                                 const struct hc_command *command, uint64_t now_ms,
                                 struct hc_events *events, const uint8_t *deck, unsigned count)
{
    struct hc_move move = {.table = table,
                           .command = command,
                           .events = events,
                           .rigged = deck,
                           .rigged_count = count,
                           .seat = seat,
                           .now_ms = (uint32_t)now_ms};

    return judge(&move, table, events);
}

enum hc_refusal hc_submit_text(struct hc_table *table, unsigned seat, const char *text,
                               uint64_t now_ms, struct hc_events *events)
{
    struct hc_command command;
    struct hc_problem why;
    enum hc_refusal refusal =
        hc_command_parse(hc_game_of(table), &table->rules, text, &command, &why);

    if (refusal) {
        events->used = events->count = 0;
        return refusal;
    }
    return hc_submit(table, seat, &command, now_ms, events);
}

enum hc_refusal hc_may(const struct hc_table *table, unsigned seat,
                       const struct hc_command *command, uint64_t now_ms)
{
    struct hc_table copy = *table;
    struct hc_events events;

    return hc_submit(&copy, seat, command, now_ms, &events);
}

const struct hc_game *hc_table_game(const struct hc_table *table)
{
    return hc_game_of(table);
}

const struct hc_rules *hc_table_rules(const struct hc_table *table)
{
    return &table->rules;
}

unsigned hc_table_seats(const struct hc_table *table)
{
    return table->seats;
}

uint32_t hc_table_seq(const struct hc_table *table)
{
    return table->seq;
}

unsigned hc_table_awaits(const struct hc_table *table)
{
    return hc_awaited(hc_game_of(table), table->state);
}

void hc_table_apply(struct hc_table *table, const struct hc_event *event)
{
    hc_game_of(table)->apply(table, event);
    table->seq++;
}

const char *hc_table_check_part(const struct hc_table *table)
{
    const struct hc_game *game = hc_game_of(table);
    const char *broken = hc_box_check(&table->box, hc_deck_of(game, &table->rules), table->seats);

    return broken ? broken : game->check(table);
}

const char *hc_table_check(const struct hc_table *table)
{
    struct hc_cards missing = hc_deck_of(hc_game_of(table), &table->rules)->cards;
    const char *broken = hc_table_check_part(table);
    struct hc_cards all = missing;

    if (broken)
        return broken;
    for (unsigned seat = 0; seat < table->seats; seat++)
        missing = hc_but(missing, table->box.hand[seat]);
    for (unsigned pile = 0; pile < HC_PILES_MAX; pile++)
        missing = hc_but(missing, hc_box_pile_cards(&table->box, pile));
    /* Before the first shuffle no card lies anywhere. */
    if (!hc_any(missing) || (!table->streams && !hc_any(hc_but(all, missing))))
        return NULL;
    return "a card of the deck is missing";
}

const char *hc_table_phase(const struct hc_table *table, enum hc_dialect dialect)
{
    const struct hc_game *game = hc_game_of(table);
    unsigned phase = table->state[HC_STATE_PHASE];
    const struct hc_phase *row = &game->phases[phase];
    bool ready = table->seats >= hc_seats_min(game, &table->rules);

    if (dialect == HC_DIALECT_OWN)
        return row->name;
    if (ready && row->ready_dialect[dialect - 1])
        return row->ready_dialect[dialect - 1];
    return row->dialect[dialect - 1];
}

const struct hc_event *hc_event_first(const struct hc_events *events)
{
    return events->count ? (const struct hc_event *)(const void *)events->bytes : NULL;
}

const struct hc_event *hc_event_next(const struct hc_events *events, const struct hc_event *event)
{
    const uint8_t *next =
        (const uint8_t *)event + ((sizeof *event + event->count + 3u) & ~(size_t)3);

    return next < events->bytes + events->used ? (const struct hc_event *)(const void *)next : NULL;
}

const uint8_t *hc_event_cards(const struct hc_event *event)
{
    return event->cards;
}

bool hc_event_has(const struct hc_event_kind *kind, char letter)
{
    for (const char *arg = kind->args; *arg; arg++)
        if (*arg == letter)
            return true;
    return false;
}

/* Whether the value of an event is one that the letter of its argument can mean. */
static bool value_plausible(const struct hc_table *table, const struct hc_event_kind *kind,
                            char arg, int32_t value)
{
    const struct hc_game *game = hc_game_of(table);

    switch (arg) {
    case 'r':
        for (int32_t i = 0; i < value; i++)
            if (!kind->names[i])
                return false;
        return value >= 0 && kind->names[value];
    case 'm':
        return (uint32_t)value < 1u << table->seats;
    case 'f':
        return (uint32_t)value < hc_deck_of(game, &table->rules)->face_count;
    case 'b':
        return value == 0 || value == 1;
    default:
        return true;
    }
}

bool hc_event_plausible(const struct hc_table *table, const struct hc_event *event)
{
    const struct hc_game *game = hc_game_of(table);
    struct hc_cards left = hc_deck_of(game, &table->rules)->cards;
    const struct hc_event_kind *kind;
    bool other, target;

    if (event->kind >= game->event_count)
        return false;
    kind = &game->events[event->kind];
    for (const char *arg = kind->args; *arg; arg++)
        if (!value_plausible(table, kind, *arg, event->value))
            return false;
    if (hc_event_has(kind, 'c') && event->count == 0)
        return false;
    if (hc_event_has(kind, 's') ? event->seat >= table->seats : event->seat != HC_NONE)
        return false;
    other = hc_event_has(kind, 'o'), target = hc_event_has(kind, 't');
    if (event->other == HC_NONE ? other : event->other >= table->seats || !(other || target))
        return false;
    for (unsigned i = 0; i < event->count; i++) {
        if (event->cards[i] >= HC_CARDS_MAX || !hc_has(left, event->cards[i]))
            return false;
        left = hc_but(left, hc_card(event->cards[i]));
    }
    return true;
}

void hc_actions(const struct hc_table *table, unsigned seat, uint64_t now_ms,
                struct hc_actions *actions)
{
    actions->count = actions->ways = 0;
    if (seat < table->seats || seat == HC_HOUSE)
        hc_game_of(table)->actions(table, seat, (uint32_t)now_ms, actions);
}

/* 2^22 / n, rounded up, for n from 1 to 64: with it a number below 2^16 is divided by n with a
 * multiplication and a shift, and no error is large enough to be seen. */
#define PART(n) (1u << 22) / (n) + 1
#define PARTS(n)                                                                                   \
    PART(n), PART(n + 1), PART(n + 2), PART(n + 3), PART(n + 4), PART(n + 5), PART(n + 6),         \
        PART(n + 7)
static const uint32_t parts[65] = {0,         PARTS(1),  PARTS(9),  PARTS(17), PARTS(25),
                                   PARTS(33), PARTS(41), PARTS(49), PARTS(57)};

/* Takes one member of a set by the index's remainder; the quotient is left for the next argument.
 */
static inline uint8_t take_member(uint64_t set, uint32_t *index)
{
    unsigned size = hc_bits(set);
    uint32_t rest = (uint32_t)((uint64_t)*index * parts[size] >> 22);
    unsigned member = *index - rest * size;

    *index = rest;
    return (uint8_t)hc_nth_bit(set, member);
}

/* The same where a single member is the rule, which then need not wait for the index. */
static inline uint8_t take_face(uint64_t set, uint32_t *index)
{
    return set & (set - 1) ? take_member(set, index) : (uint8_t)hc_lowest_bit(set);
}

void hc_actions_at(const struct hc_actions *actions, uint32_t index, struct hc_command *command)
{
    const struct hc_choice *choice = actions->choice;

    HC_CHECK(index < actions->ways);
    while (index >= choice->ways)
        index -= (choice++)->ways;
    command->verb = choice->verb;
    command->color = command->target = command->guess = HC_NONE;
    command->flag = 0;
    if (!(choice->colors | choice->targets) && !choice->guesses) {
        command->face = choice->faces ? (uint8_t)hc_nth_bit(choice->faces, index) : HC_NONE;
        return;
    }
    command->face = choice->faces ? take_face(choice->faces, &index) : HC_NONE;
    if (choice->colors)
        command->color = take_member(choice->colors, &index);
    if (choice->targets)
        command->target = take_member(choice->targets, &index);
    if (choice->guesses)
        command->guess = (uint8_t)hc_nth_bit(choice->guesses, index);
}
