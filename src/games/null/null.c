// SPDX-License-Identifier: MIT
/*
 * null.c: the smallest game. It is built and tested like any other, and it is the template: copy
 * this folder, rename, add a line to games.def, and change one thing at a time (docs/add-a-game.md).
 *
 * Rules. Everybody is dealt one card face down. In turn each player keeps it, or lays it open and
 * draws another. Then all hands are shown; the highest card wins the round, equals share it. Whoever
 * first wins `rounds_to_win` rounds wins the match.
 */
#include "games/game.h"

/* ---- The deck: twelve faces, two cards of each. Copies may have any numbers; here neighbours. -- */
#define FACE(n) { #n, "Number " #n, (n) }
#define PAIR(n) { { 3ull << (2 * (n)-2), 0 } }

static const struct hc_face faces[] = {
    FACE(1), FACE(2), FACE(3), FACE(4),  FACE(5),  FACE(6),
    FACE(7), FACE(8), FACE(9), FACE(10), FACE(11), FACE(12),
};
static const struct hc_cards copies[] = {
    PAIR(1), PAIR(2), PAIR(3), PAIR(4),  PAIR(5),  PAIR(6),
    PAIR(7), PAIR(8), PAIR(9), PAIR(10), PAIR(11), PAIR(12),
};
static const uint8_t face_of[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11,
};
enum { CARD_COUNT = sizeof face_of };
static const struct hc_deck deck = {
    .cards = { { (1ull << CARD_COUNT) - 1, 0 } },
    .face_of = face_of,
    .copies = copies,
    .faces = faces,
    .face_count = CARD_COUNT / 2,
    .card_count = CARD_COUNT,
    .seats_max = HC_SEATS_MAX, /* two cards for each player at most: 20 of 24 */
};
static const struct hc_deck *const decks[] = { &deck };

/* ---- Tables: options, verbs, phases, piles ---------------------------------------------------- */
enum { ROUNDS_TO_WIN, OPTION_COUNT };
static const struct hc_option options[] = {
    [ROUNDS_TO_WIN] = { "rounds_to_win", HC_OPTION_INT, 1, 9, 3, NULL,
                        "How many rounds win the match." },
};
static const struct hc_preset presets[] = {
    { "null", "Three rounds win.", "" },
    { "short", "One round decides.", "rounds_to_win=1" },
};

/* What the house says first, then what players say. */
enum verb { START, NEXT, END, TIMEOUT, DROP, KEEP, DRAW, VERB_COUNT };
static const struct hc_verb verbs[] = {
    [START] = { "start", HC_FROM_HOUSE, "Start the match", NULL, NULL },
    [NEXT] = { "next", HC_FROM_HOUSE, "Start the next round", NULL, NULL },
    [END] = { "end", HC_FROM_HOUSE, "End the match", NULL, NULL },
    [TIMEOUT] = { "timeout", HC_FROM_HOUSE | HC_TAKES_SEAT, "Time is up", NULL, NULL },
    [DROP] = { "drop", HC_FROM_HOUSE | HC_TAKES_SEAT, "Go on without a player", NULL, NULL },
    [KEEP] = { "keep", 0, "Keep your card", NULL, NULL },
    [DRAW] = { "draw", 0, "Draw another card", NULL, NULL },
};

enum phase { LOBBY, PLAYER_TURN, ROUND_OVER, GAME_OVER, PHASE_COUNT };
static const char *const phase_names[] = { "lobby", "player_turn", "round_over", "game_over" };
static const struct hc_phase phases[] = {
    [LOBBY] = { .name = "lobby", .awaits = HC_AWAITS_HOUSE },
    [PLAYER_TURN] = { .name = "player_turn", .awaits = HC_AWAITS_TURN },
    [ROUND_OVER] = { .name = "round_over", .awaits = HC_AWAITS_HOUSE },
    [GAME_OVER] = { .name = "game_over", .awaits = HC_AWAITS_NOBODY },
};

enum pile { PILE_DRAW, PILE_DISCARD, PILE_COUNT };
static const struct hc_pile_kind piles[] = {
    [PILE_DRAW] = { "draw", HC_SHOW_NONE, HC_NONE, HC_NONE },
    [PILE_DISCARD] = { "discard", HC_SHOW_ALL, HC_NONE, HC_NONE },
};

/* ---- What the table remembers: every byte is named by a fact ---------------------------------- */
struct null {
    uint8_t phase, turn;
    uint8_t wins[HC_SEATS_MAX];
    uint16_t round;
    uint16_t waiting, dropped; /* seats still to have their turn; seats that left the match */
    uint16_t round_winners, match_winners;
};
enum fact { FACT_PHASE, FACT_TURN, FACT_WINS, FACT_ROUND, FACT_WAITING, FACT_DROPPED };
static const struct hc_fact facts[] = {
    [FACT_PHASE] = HC_FACT(null, phase, NAME, .names = phase_names, .name_count = PHASE_COUNT),
    [FACT_TURN] = HC_FACT(null, turn, SEAT, .sight = HC_FOR_ALL),
    [FACT_WINS] = HC_FACT_EACH(null, wins, NUMBER, .sight = HC_FOR_ALL),
    [FACT_ROUND] = HC_FACT(null, round, NUMBER, .sight = HC_FOR_ALL),
    [FACT_WAITING] = HC_FACT(null, waiting, SEATS, .sight = HC_FOR_ALL),
    [FACT_DROPPED] = HC_FACT(null, dropped, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(null, round_winners, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(null, match_winners, SEATS, .sight = HC_FOR_ALL),
};

/* ---- Events: numbers go into logs, so append only --------------------------------------------- */
enum event {
    ROUND_STARTED, CARD_DEALT, TURN, KEPT, CARD_DISCARDED, TIMED_OUT, PLAYER_DROPPED,
    HAND_SHOWN, ROUND_WON, PHASE_UPDATED, GAME_WON, GAME_ENDED, EVENT_COUNT
};
#define EVENT(name, args, sentence) { name, args, sentence, HC_FOR_ALL, NULL }
static const struct hc_event_kind events[] = {
    [ROUND_STARTED] = EVENT("round_started", "v", "Round %v: the cards are shuffled."),
    [CARD_DEALT] = EVENT("card_dealt", "s", "%s [draws|draw] %c."), /* core hides the card */
    [TURN] = EVENT("turn", "s", "%s [is|are] to play."),
    [KEPT] = EVENT("kept", "s", "%s [keeps|keep] the card."),
    [CARD_DISCARDED] = EVENT("card_discarded", "sc", "%s [discards|discard] %c."),
    [TIMED_OUT] = EVENT("timeout", "s", "%s [has|have] run out of time."),
    [PLAYER_DROPPED] = EVENT("player_dropped", "s", "%s [has|have] left the match."),
    [HAND_SHOWN] = EVENT("hand_shown", "sc", "%s [shows|show] %c."),
    [ROUND_WON] = EVENT("round_won", "m", "The round goes to %m."),
    [PHASE_UPDATED] = { "phase_updated", "r", "The table is now at %r.", HC_FOR_ALL, phase_names },
    [GAME_WON] = EVENT("game_won", "m", "The match goes to %m."),
    [GAME_ENDED] = EVENT("game_ended", "", "The match ends without a winner."),
};

static struct null *null_of(const struct hc_table *table)
{
    return (struct null *)(uintptr_t)table->state;
}

/* Folds what was decided and checks no rules. It never trusts a log with the places of cards. */
static void null_apply(struct hc_table *table, const struct hc_event *event)
{
    struct null *null = null_of(table);
    struct hc_box *box = &table->box;
    unsigned seat = event->seat < table->seats ? event->seat : 0, bit = 1u << seat;

    switch ((enum event)event->kind) {
    case ROUND_STARTED:
        null->round = (uint16_t)event->value;
        null->waiting = (uint16_t)(((1u << table->seats) - 1) & ~(unsigned)null->dropped);
        null->round_winners = 0;
        hc_box_clear(box);
        hc_box_stack(box, PILE_DRAW, event->cards, event->count);
        hc_stream_used(table);
        break;
    case CARD_DEALT:
        if (box->pile[PILE_DRAW].count)
            hc_box_draw(box, PILE_DRAW, seat);
        break;
    case TURN:
        null->turn = (uint8_t)seat;
        null->waiting = (uint16_t)(null->waiting & ~bit);
        break;
    case CARD_DISCARDED:
        if (event->count && event->cards[0] < CARD_COUNT &&
            hc_has(box->hand[seat], event->cards[0]))
            hc_box_play(box, &deck, seat, event->cards[0], PILE_DISCARD);
        break;
    case PLAYER_DROPPED:
        null->dropped = (uint16_t)(null->dropped | bit);
        null->waiting = (uint16_t)(null->waiting & ~bit);
        break;
    case HAND_SHOWN:
        hc_box_look(box, seat, HC_NONE);
        break;
    case ROUND_WON:
        null->round_winners = (uint16_t)event->value;
        for (unsigned s = 0; s < table->seats; s++)
            null->wins[s] = (uint8_t)(null->wins[s] + (null->round_winners >> s & 1));
        break;
    case PHASE_UPDATED:
        null->phase = (uint8_t)event->value;
        break;
    case GAME_WON:
        null->match_winners = (uint16_t)event->value;
        break;
    case KEPT:
    case TIMED_OUT:
    case GAME_ENDED:
    case EVENT_COUNT:
        break;
    }
}

/* Writes an event down, applies it and counts it. Everything that changes a table goes this way. */
static void emit(struct hc_move *move, enum event kind, unsigned seat, unsigned value,
                 const uint8_t *cards, unsigned count)
{
    struct hc_event *event = hc_event_begin(move->events, count);

    *event = (struct hc_event){ (uint8_t)kind, (uint8_t)seat, HC_NONE, (uint8_t)count,
                                (int32_t)value };
    for (unsigned i = 0; i < count; i++)
        event->cards[i] = cards[i];
    hc_event_done(move->events, event);
    null_apply(move->table, event);
    move->table->seq++;
}

/* ---- Rules: first refuse, then emit ----------------------------------------------------------- */
static void deal(struct hc_move *move, unsigned seat)
{
    uint8_t card = (uint8_t)hc_box_top(&move->table->box, PILE_DRAW);

    emit(move, CARD_DEALT, seat, 0, &card, 1);
}

static void end_match(struct hc_move *move, unsigned winners)
{
    emit(move, PHASE_UPDATED, HC_NONE, GAME_OVER, NULL, 0);
    emit(move, winners ? GAME_WON : GAME_ENDED, HC_NONE, winners, NULL, 0);
}

static void end_round(struct hc_move *move)
{
    struct hc_table *table = move->table;
    unsigned winners = 0, reached = 0;
    int best = -1;

    for (unsigned seat = 0; seat < table->seats; seat++) {
        uint8_t card;

        if (null_of(table)->dropped >> seat & 1 || !hc_any(table->box.hand[seat]))
            continue;
        card = (uint8_t)hc_lowest(table->box.hand[seat]);
        emit(move, HAND_SHOWN, seat, 0, &card, 1);
        if (face_of[card] > best)
            winners = 0, best = face_of[card];
        winners |= face_of[card] == best ? 1u << seat : 0;
    }
    emit(move, ROUND_WON, HC_NONE, winners, NULL, 0);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (winners >> seat & 1 && null_of(table)->wins[seat] >= table->rules.byte[ROUNDS_TO_WIN])
            reached |= 1u << seat;
    if (reached)
        end_match(move, reached);
    else
        emit(move, PHASE_UPDATED, HC_NONE, ROUND_OVER, NULL, 0);
}

static void next_turn(struct hc_move *move)
{
    unsigned waiting = null_of(move->table)->waiting;

    if (waiting)
        emit(move, TURN, hc_lowest_bit(waiting), 0, NULL, 0);
    else
        end_round(move);
}

static enum hc_refusal begin_round(struct hc_move *move)
{
    struct hc_table *table = move->table;
    unsigned players = ((1u << table->seats) - 1) & ~(unsigned)null_of(table)->dropped;
    unsigned count = move->rigged_count ? move->rigged_count : CARD_COUNT;
    uint8_t cards[CARD_COUNT];
    struct hc_dice dice;

    if (hc_bits(players) < 2)
        return HC_NOT_ENOUGH_PLAYERS;
    if (count > CARD_COUNT || count < 2 * hc_bits(players))
        return HC_BAD_CONFIG;
    for (unsigned i = 0; i < count; i++)
        cards[i] = move->rigged_count ? move->rigged[i] : (uint8_t)i;
    hc_stream_open(table, &dice);
    if (!move->rigged_count)
        hc_dice_shuffle(&dice, cards, count);
    emit(move, ROUND_STARTED, HC_NONE, null_of(table)->round + 1u, cards, count);
    for (; players; players &= players - 1)
        deal(move, hc_lowest_bit(players));
    emit(move, PHASE_UPDATED, HC_NONE, PLAYER_TURN, NULL, 0);
    next_turn(move);
    return HC_OK;
}

static enum hc_refusal drop(struct hc_move *move, unsigned seat)
{
    struct hc_table *table = move->table;
    struct null *null = null_of(table);
    unsigned left;

    if (null->phase == LOBBY)
        return HC_BAD_PHASE;
    if (seat >= table->seats)
        return HC_NO_SEAT;
    if (null->dropped >> seat & 1)
        return HC_BAD_TARGET;
    emit(move, PLAYER_DROPPED, seat, 0, NULL, 0);
    left = ((1u << table->seats) - 1) & ~(unsigned)null->dropped;
    if (hc_bits(left) < 2)
        end_match(move, left);
    else if (null->phase == PLAYER_TURN && null->turn == seat)
        next_turn(move);
    return HC_OK;
}

static enum hc_refusal play(struct hc_move *move, unsigned seat)
{
    struct hc_table *table = move->table;

    if (null_of(table)->phase != PLAYER_TURN)
        return HC_BAD_PHASE;
    if (seat != null_of(table)->turn)
        return HC_NOT_YOUR_TURN;
    if (move->command->verb == DRAW) {
        if (!table->box.pile[PILE_DRAW].count || !hc_any(table->box.hand[seat]))
            return HC_BAD_PHASE;
        emit(move, CARD_DISCARDED, seat, 0, (uint8_t[]){ (uint8_t)hc_lowest(table->box.hand[seat]) },
             1);
        deal(move, seat);
    } else {
        emit(move, move->command->verb == TIMEOUT ? TIMED_OUT : KEPT, seat, 0, NULL, 0);
    }
    next_turn(move);
    return HC_OK;
}

/* The table layer has refused players who speak for the house, and seats that do not exist. */
static enum hc_refusal null_decide(struct hc_move *move)
{
    unsigned phase = null_of(move->table)->phase;

    if (phase == GAME_OVER)
        return HC_GAME_OVER;
    switch (move->command->verb) {
    case START:
        return phase == LOBBY ? begin_round(move) : HC_BAD_PHASE;
    case NEXT:
        return phase == ROUND_OVER ? begin_round(move) : HC_BAD_PHASE;
    case END:
        end_match(move, 0);
        return HC_OK;
    case TIMEOUT:
        return play(move, move->command->target);
    case DROP:
        return drop(move, move->command->target);
    case KEEP:
    case DRAW:
        return play(move, move->seat);
    default:
        return HC_MALFORMED;
    }
}

/* ---- The rest of the hooks -------------------------------------------------------------------- */
static void null_open(struct hc_table *table)
{
    null_of(table)->phase = LOBBY;
}

/* Every command that null_decide would accept from this seat, and no other. */
static void null_actions(const struct hc_table *table, unsigned seat, uint32_t now_ms,
                         struct hc_actions *actions)
{
    const struct null *null = null_of(table);

    (void)now_ms;
    if (seat == HC_HOUSE) {
        if (null->phase == LOBBY && table->seats >= 2)
            hc_choose(actions, START, 0, 0, 0, 0);
        if (null->phase == ROUND_OVER)
            hc_choose(actions, NEXT, 0, 0, 0, 0);
        if (null->phase != GAME_OVER)
            hc_choose(actions, END, 0, 0, 0, 0);
    } else if (null->phase == PLAYER_TURN && seat == null->turn) {
        hc_choose(actions, KEEP, 0, 0, 0, 0);
        if (table->box.pile[PILE_DRAW].count && hc_any(table->box.hand[seat]))
            hc_choose(actions, DRAW, 0, 0, 0, 0);
    }
}

/* Also asked about saved tables from anywhere: it must not trip over any bytes. */
static const char *null_check(const struct hc_table *table)
{
    const struct null *null = null_of(table);
    unsigned masks = (unsigned)null->waiting | null->dropped | null->round_winners |
                     null->match_winners;

    if (null->phase >= PHASE_COUNT)
        return "there is no such phase";
    if (null->turn >= table->seats && null->turn)
        return "it is the turn of a seat that does not exist";
    if (masks >> table->seats)
        return "a flag is set for a seat that does not exist";
    for (unsigned seat = 0; seat < HC_SEATS_MAX; seat++)
        if (hc_count(table->box.hand[seat]) > 1)
            return "a hand has too many cards";
    return NULL;
}

/* A position of a scenario: whoever sits behind the player to move has not had a turn. */
static void null_settle(struct hc_table *table, uint64_t given)
{
    struct null *null = null_of(table);

    if (!(given >> FACT_PHASE & 1))
        null->phase = PLAYER_TURN;
    if (!(given >> FACT_ROUND & 1))
        null->round = 1;
    if (!(given >> FACT_WAITING & 1) && null->turn < table->seats)
        null->waiting = (uint16_t)(((1u << table->seats) - 1) & ~((2u << null->turn) - 1) &
                                   ~(unsigned)null->dropped);
}

const struct hc_game hc_game_null = {
    .name = "null",
    .title = "Null",
    .options = { .narrow = options, .narrow_count = OPTION_COUNT, .presets = presets,
                 .preset_count = sizeof presets / sizeof *presets },
    .deck_option = HC_NONE,
    .seats_min_option = HC_NONE,
    .seats_max_option = HC_NONE,
    .seats_min = 2,
    .decks = decks,
    .grammar = { .verbs = verbs, .verb_count = VERB_COUNT, .colors = "" },
    .phases = phases,
    .facts = facts,
    .events = events,
    .piles = piles,
    .phase_count = PHASE_COUNT,
    .fact_count = sizeof facts / sizeof *facts,
    .event_count = EVENT_COUNT,
    .pile_count = PILE_COUNT,
    .phase_offset = offsetof(struct null, phase),
    .turn_offset = offsetof(struct null, turn),
    .open = null_open,
    .decide = null_decide,
    .apply = null_apply,
    .actions = null_actions,
    .check = null_check,
    .settle = null_settle,
};
