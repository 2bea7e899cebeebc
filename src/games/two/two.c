// SPDX-License-Identifier: MIT
/*
 * two.c: "Do You Have A Two", a game of the Love Letter family: its turns and its cards. Rounds,
 * and what the house says, are in round.c; fold.h says what an event does.
 *
 * A turn: draw to two cards, play one, its effect, and then the end of the round or the next turn.
 * Rules are judged in two_decide() and nowhere else: each decide_* is a list of early returns, and
 * only when nothing can go wrong any more does it emit. An event is folded into the table as it is
 * emitted, so later steps of the same command see it; two_apply() folds the same events from a log.
 *
 * Secret are the hands, the deck and the card set aside, which core masks, and an action that was
 * begun but not completed, which is in the pending_* facts. Faces ascend by value, and so do card
 * numbers, so cards are compared by either. Start reading at decide_play().
 */
#include "games/two/two.h"

#include "games/two/fold.h"

/* ---- Turns ---------------------------------------------------------------------------------- */

FOLDED void begin_turn(struct hc_move *move, unsigned seat)
{
    const struct two *two = two_in(move->table);

    emit_seat(move, TWO_TURN, seat);
    if (two->protected & bit(seat))
        emit_seat(move, TWO_PLAYER_PROTECTION_CLEARED, seat);
    if (!move->table->rules.byte[TWO_AUTO_DRAW]) {
        enter_phase(move, TWO_AWAIT_DRAW);
        return;
    }
    if (two->phase != TWO_PLAYER_TURN)
        enter_phase(move, TWO_PLAYER_TURN);
    deal(move, seat);
}

FOLDED void finish_turn(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    unsigned in = seats_in(table);

    if (several(in) && table->box.pile[TWO_DECK].count)
        begin_turn(move, next_of(in, two_in(table)->turn));
    else
        two_end_round(move);
}

void two_begin_turn(struct hc_move *move, unsigned seat)
{
    begin_turn(move, seat);
}

void two_finish_turn(struct hc_move *move)
{
    finish_turn(move);
}

/* Lays the whole hand on the seat's own discard pile. */
static void discard_hand(struct hc_move *move, unsigned seat)
{
    for (uint64_t hand = hand_of(move->table, seat); hand; hand &= hand - 1)
        emit_card(move, TWO_CARD_DISCARDED, seat, hc_lowest_bit(hand));
}

void two_eliminate(struct hc_move *move, unsigned seat)
{
    emit_seat(move, TWO_PLAYER_ELIMINATED, seat);
    if (move->table->rules.byte[TWO_REVEAL_ELIMINATED] == TWO_DISCARD_HAND)
        discard_hand(move, seat);
}

/* ---- What cards do -------------------------------------------------------------------------- */

/* A card about to be played. Without a target, one that needs a target has no effect. */
struct play {
    enum two_role role;
    unsigned card, target, guess;
};

static void play_guard(struct hc_move *move, unsigned target, unsigned guess)
{
    const struct hc_table *table = move->table;
    uint64_t named = edition_of(table)->deck.copies[guess].w[0];

    if (hand_of(table, target) & named) {
        emit(move, TWO_GUESS_RIGHT, move->seat, target, (int32_t)guess);
        two_eliminate(move, target);
    } else {
        emit(move, TWO_GUESS_WRONG, move->seat, target, (int32_t)guess);
    }
}

static void play_priest(struct hc_move *move, unsigned target)
{
    uint64_t hand = hand_of(move->table, target);
    uint8_t card = (uint8_t)(hand ? hc_lowest_bit(hand) : HC_NONE);

    emit_cards(move, TWO_HAND_REVEALED, target, move->seat, 0, &card, hand != 0);
}

/* The cards of the player and of the target, for the two to see. */
static unsigned list_both(const struct hc_move *move, unsigned target, uint8_t cards[2])
{
    uint64_t mine = hand_of(move->table, move->seat), theirs = hand_of(move->table, target);
    unsigned count = 0;

    if (mine)
        cards[count++] = (uint8_t)hc_lowest_bit(mine);
    if (theirs)
        cards[count++] = (uint8_t)hc_lowest_bit(theirs);
    return count;
}

static void play_baron(struct hc_move *move, unsigned target)
{
    const struct hc_table *table = move->table;
    int difference = two_hand_worth(table, move->seat) - two_hand_worth(table, target);
    uint8_t cards[2];
    unsigned count = list_both(move, target, cards);

    emit_cards(move, TWO_CARDS_COMPARED, move->seat, target, 0, cards, count);
    if (difference)
        two_eliminate(move, difference < 0 ? move->seat : target);
}

static void play_king(struct hc_move *move, unsigned target)
{
    uint8_t cards[2];
    unsigned count = list_both(move, target, cards);

    emit_cards(move, TWO_HANDS_SWAPPED, move->seat, target, 0, cards, count);
}

static void play_prince(struct hc_move *move, unsigned target)
{
    const struct hc_table *table = move->table;
    bool princess = hand_of(table, target) & TWO_PRINCESS_CARDS;

    discard_hand(move, target);
    if (princess)
        two_eliminate(move, target);
    else if (table->box.pile[TWO_DECK].count)
        deal(move, target);
    else if (table->box.pile[TWO_SET_ASIDE].count)
        emit_card(move, TWO_SET_ASIDE_DEALT, target, hc_box_top(&table->box, TWO_SET_ASIDE));
}

static void play_chancellor(struct hc_move *move)
{
    const struct hc_pile *deck = &move->table->box.pile[TWO_DECK];

    if (!deck->count) {
        emit_seat(move, TWO_NO_EFFECT, move->seat);
        return;
    }
    enter_phase(move, TWO_AWAIT_KEEP);
    deal(move, move->seat);
    if (deck->count)
        deal(move, move->seat);
}

/* Plays a card of the seat whose turn it is; everything was judged before. The turn is finished,
 * unless the Chancellor wants an answer. */
FOLDED void play_card(struct hc_move *move, const struct play *play)
{
    unsigned nobody = needs_target(play->role) & (play->target == HC_NONE);

    emit_card(move, TWO_CARD_PLAYED, move->seat, play->card);
    switch (nobody ? TWO_ROLE_COUNT : play->role) {
    case TWO_GUARD:
        play_guard(move, play->target, play->guess);
        break;
    case TWO_PRIEST:
        play_priest(move, play->target);
        break;
    case TWO_BARON:
        play_baron(move, play->target);
        break;
    case TWO_PRINCE:
        play_prince(move, play->target);
        break;
    case TWO_KING:
        play_king(move, play->target);
        break;
    case TWO_HANDMAID:
        emit_seat(move, TWO_PLAYER_PROTECTED, move->seat);
        break;
    case TWO_CHANCELLOR:
        play_chancellor(move);
        break;
    case TWO_PRINCESS:
        two_eliminate(move, move->seat);
        break;
    case TWO_SPY:
    case TWO_COUNTESS:
        break;
    case TWO_ROLE_COUNT:
        emit_seat(move, TWO_NO_EFFECT, move->seat);
        break;
    }
    if (two_in(move->table)->phase == TWO_PLAYER_TURN)
        finish_turn(move);
}

/* ---- Commands of the players ---------------------------------------------------------------- */

/* Choices as sets: a seat or a face is its bit, and one more bit says that none was made. */
#define NONE_CHOSEN (1u << 31)

/* 1 if what was given is in the set, else 0. HC_NONE is bit 31; no set has one of the bits between
 * that and the faces, and no other byte names anything. */
static inline unsigned is_among(unsigned given, unsigned set)
{
    return set >> (given & 31) & ((uint8_t)(given + 1) <= 16);
}

/* The targets that make a card complete. If it needs none, or nobody can be chosen, it is complete
 * without. */
static inline unsigned wanted_targets(const struct hc_table *table, unsigned seat,
                                      enum two_role role)
{
    unsigned targets = targets_of(table, seat, role) & (0u - needs_target(role));

    return targets | (unsigned)(targets == 0) << 31;
}

/* The guesses that do: none unless the Guard finds somebody. */
static inline unsigned wanted_guesses(const struct two_edition *edition, enum two_role role,
                                      unsigned targets)
{
    unsigned guard = role == TWO_GUARD, found = targets != NONE_CHOSEN;
    unsigned guesses = edition->guesses & (0u - (guard & found));

    return guesses | (unsigned)(guesses == 0) << 31;
}

/* What is wrong with choices that do not make a card complete; HC_OK if some are just missing. */
static enum hc_refusal judge_choices(const struct hc_table *table, unsigned seat,
                                     const struct play *play)
{
    const struct two *two = two_in(table);

    if (is_among(play->target, wanted_targets(table, seat, play->role)))
        return play->guess == HC_NONE ? HC_OK : HC_BAD_GUESS;
    if (play->target == HC_NONE)
        return play->guess == HC_NONE ? HC_OK : HC_BAD_TARGET;
    if (needs_target(play->role) && play->target != seat &&
        is_among(play->target, two->protected & ~(unsigned)two->out))
        return HC_TARGET_PROTECTED;
    return HC_BAD_TARGET;
}

/* Begins an action in steps, or takes it a step further; nothing leaves the hand. */
static enum hc_refusal choose_some(struct hc_move *move, const struct play *play)
{
    const struct two *two = two_in(move->table);
    enum hc_refusal refusal = judge_choices(move->table, move->seat, play);
    int32_t value = pending_value(move->command->face, play->target);

    if (refusal)
        return refusal;
    if (two->pending_face == HC_NONE)
        emit(move, TWO_PLAYER_ACTION_STARTED, move->seat, HC_NONE, value);
    else if (two->pending_target != play->target)
        emit(move, TWO_PLAYER_ACTION_UPDATED, move->seat, HC_NONE, value);
    else
        return HC_ACTION_PENDING;
    return HC_OK;
}

static inline enum hc_refusal decide_play(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct two *two = two_in(table);
    const struct two_edition *edition = edition_of(table);
    unsigned seat = move->seat, face = move->command->face, targets, guesses;
    struct play play = {.target = move->command->target, .guess = move->command->guess};
    bool pending = two->pending_face != HC_NONE;
    uint64_t hand, copies;

    if (two->phase != TWO_PLAYER_TURN)
        return HC_BAD_PHASE;
    if (seat != two->turn)
        return HC_NOT_YOUR_TURN;
    if (pending) {
        /* A target that was chosen need not be said again. */
        if (play.target == HC_NONE)
            play.target = two->pending_target;
        if (face != two->pending_face ||
            (two->pending_target != HC_NONE && play.target != two->pending_target))
            return HC_ACTION_PENDING;
    }
    hand = hand_of(table, seat);
    copies = face < edition->deck.face_count ? hand & edition->deck.copies[face].w[0] : 0;
    if (!copies)
        return HC_NO_CARD;
    play.role = edition->role[face];
    play.card = hc_lowest_bit(copies);
    if (countess_forced(hand) && play.role != TWO_COUNTESS)
        return HC_MUST_PLAY_COUNTESS;
    targets = wanted_targets(table, seat, play.role);
    guesses = wanted_guesses(edition, play.role, targets);
    /* One branch for both: which card it is cannot be predicted, that it is complete can. */
    if (!(is_among(play.target, targets) & is_among(play.guess, guesses)))
        return choose_some(move, &play);
    if (pending)
        emit_seat(move, TWO_PLAYER_ACTION_COMPLETED, seat);
    play_card(move, &play);
    return HC_OK;
}

static enum hc_refusal decide_draw(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct two *two = two_in(table);

    if (two->phase != TWO_AWAIT_DRAW || !table->box.pile[TWO_DECK].count)
        return HC_BAD_PHASE;
    if (move->seat != two->turn)
        return HC_NOT_YOUR_TURN;
    enter_phase(move, TWO_PLAYER_TURN);
    deal(move, move->seat);
    return HC_OK;
}

/* The cards of `rest` go under the deck, `last` at the very bottom. */
static void bury(struct hc_move *move, uint64_t rest, unsigned last)
{
    uint8_t cards[TWO_CARDS_END] = {0};
    unsigned count = 0;

    for (rest &= ~(1ull << last); rest; rest &= rest - 1)
        cards[count++] = (uint8_t)hc_lowest_bit(rest);
    cards[count++] = (uint8_t)last;
    emit_cards(move, TWO_CARDS_BURIED, move->seat, HC_NONE, 0, cards, count);
}

static enum hc_refusal decide_keep(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct two *two = two_in(table);
    const struct hc_deck *deck = &edition_of(table)->deck;
    unsigned face = move->command->face, last = move->command->guess;
    uint64_t hand, kept, rest, lasts;

    if (two->phase != TWO_AWAIT_KEEP)
        return HC_BAD_PHASE;
    if (move->seat != two->turn)
        return HC_NOT_YOUR_TURN;
    hand = hand_of(table, move->seat);
    kept = face < deck->face_count ? hand & deck->copies[face].w[0] : 0;
    if (!kept)
        return HC_NO_CARD;
    rest = hand & ~(kept & -kept);
    lasts = rest; /* without a word the lowest goes to the bottom */
    if (last != HC_NONE) {
        lasts = last < deck->face_count ? rest & deck->copies[last].w[0] : 0;
        if (!lasts)
            return HC_NO_CARD;
    }
    if (lasts)
        bury(move, rest, hc_lowest_bit(lasts));
    two_finish_turn(move);
    return HC_OK;
}

/* What is played for a player who is out of time: the action begun, or the lowest card that may be
 * played and is not the Princess; the lowest target, the lowest guess. */
static struct play choose_for(const struct hc_table *table, unsigned seat)
{
    const struct two *two = two_in(table);
    const struct two_edition *edition = edition_of(table);
    uint64_t hand = hand_of(table, seat), cards = hand;
    struct play play = {.target = two->pending_target, .guess = HC_NONE};
    unsigned targets;

    if (countess_forced(hand))
        cards = TWO_COUNTESS_CARDS;
    else if (two->pending_face != HC_NONE)
        cards &= edition->deck.copies[two->pending_face].w[0];
    else if (hand & ~(uint64_t)TWO_PRINCESS_CARDS)
        cards &= ~(uint64_t)TWO_PRINCESS_CARDS;
    play.card = hc_lowest_bit(cards);
    play.role = edition->role[edition->deck.face_of[play.card]];
    targets = targets_of(table, seat, play.role);
    if (needs_target(play.role) && play.target == HC_NONE && targets)
        play.target = hc_lowest_bit(targets);
    if (play.role == TWO_GUARD)
        play.guess = edition->guard == 0 ? 1 : 0;
    return play;
}

static enum hc_refusal decide_timeout(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct two *two = two_in(table);
    unsigned seat = move->command->target;

    if (!in_round(two))
        return HC_BAD_PHASE;
    if (seat != two->turn)
        return HC_NOT_YOUR_TURN;
    move->seat = seat; /* from here on the house plays for them */
    emit_seat(move, TWO_TIMED_OUT, seat);
    if (two->phase == TWO_AWAIT_DRAW) {
        enter_phase(move, TWO_PLAYER_TURN);
        if (table->box.pile[TWO_DECK].count)
            deal(move, seat);
    }
    if (two->phase == TWO_PLAYER_TURN && hand_of(table, seat)) {
        struct play play = choose_for(table, seat);

        if (two->pending_face != HC_NONE)
            emit_seat(move, TWO_PLAYER_ACTION_COMPLETED, seat);
        play_card(move, &play);
        if (two->phase != TWO_AWAIT_KEEP)
            return HC_OK;
    }
    /* The Chancellor's best card is kept. */
    if (two->phase == TWO_AWAIT_KEEP && several((unsigned)hand_of(table, seat))) {
        uint64_t hand = hand_of(table, seat);
        uint64_t rest = hand & ~(1ull << (63 - __builtin_clzll(hand)));

        bury(move, rest, hc_lowest_bit(rest));
    }
    two_finish_turn(move);
    return HC_OK;
}

enum hc_refusal two_decide(struct hc_move *move)
{
    if (two_in(move->table)->phase == TWO_GAME_OVER)
        return HC_GAME_OVER;
    switch (move->command->verb) {
    case TWO_PLAY:
        return decide_play(move);
    case TWO_DRAW:
        return decide_draw(move);
    case TWO_KEEP:
        return decide_keep(move);
    case TWO_TIMEOUT:
        return decide_timeout(move);
    default:
        return two_house(move);
    }
}

void two_apply(struct hc_table *table, const struct hc_event *event)
{
    fold(table, (enum two_event)event->kind, event->seat, event->other, event->value, event->cards,
         event->count);
}
