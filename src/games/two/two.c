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

ALWAYS_INLINE void begin_turn(struct out out, unsigned seat)
{
    const struct two *two = two_see(out.table);

    emit_seat(out, TWO_TURN, seat);
    if (two->protected & bit(seat))
        emit_seat(out, TWO_PLAYER_PROTECTION_CLEARED, seat);
    if (!out.table->rules.byte[TWO_AUTO_DRAW]) {
        enter_phase(out, TWO_AWAIT_DRAW);
        return;
    }
    if (two->phase != TWO_PLAYER_TURN)
        enter_phase(out, TWO_PLAYER_TURN);
    deal(out, seat);
}

ALWAYS_INLINE void finish_turn(struct out out)
{
    unsigned in = seats_in(out.table);

    if (several(in) && out.table->box.pile[TWO_DECK].count)
        begin_turn(out, next_of(in, two_see(out.table)->turn));
    else
        two_end_round(out);
}

void two_begin_turn(struct out out, unsigned seat)
{
    begin_turn(out, seat);
}

void two_finish_turn(struct out out)
{
    finish_turn(out);
}

/* Lays the whole hand on the seat's own discard pile. */
static void discard_hand(struct out out, unsigned seat)
{
    for (uint64_t hand = hand_of(out.table, seat); hand; hand &= hand - 1)
        emit_card(out, TWO_CARD_DISCARDED, seat, hc_lowest_bit(hand));
}

void two_eliminate(struct out out, unsigned seat)
{
    emit_seat(out, TWO_PLAYER_ELIMINATED, seat);
    if (out.table->rules.byte[TWO_REVEAL_ELIMINATED] == TWO_DISCARD_HAND)
        discard_hand(out, seat);
}

/* ---- What cards do -------------------------------------------------------------------------- */

/* A card about to be played by a seat. */
struct play {
    const struct two_kind *kind;
    unsigned seat, card, target, guess;
};

ALWAYS_INLINE void play_guard(struct out out, unsigned seat, unsigned target, unsigned guess)
{
    uint64_t named = edition_of(out.table)->deck.copies[guess].w[0];

    if (hand_of(out.table, target) & named) {
        emit(out, TWO_GUESS_RIGHT, seat, target, (int32_t)guess);
        two_eliminate(out, target);
    } else {
        emit(out, TWO_GUESS_WRONG, seat, target, (int32_t)guess);
    }
}

ALWAYS_INLINE void play_priest(struct out out, unsigned seat, unsigned target)
{
    uint64_t hand = hand_of(out.table, target);
    uint8_t card = (uint8_t)(hand ? hc_lowest_bit(hand) : HC_NONE);

    emit_cards(out, TWO_HAND_REVEALED, target, seat, 0, &card, hand != 0);
}

/* The cards of the player and of the target, for the two to see. */
static unsigned list_both(const struct hc_table *table, unsigned seat, unsigned target,
                          uint8_t cards[2])
{
    uint64_t mine = hand_of(table, seat), theirs = hand_of(table, target);
    unsigned count = 0;

    if (mine)
        cards[count++] = (uint8_t)hc_lowest_bit(mine);
    if (theirs)
        cards[count++] = (uint8_t)hc_lowest_bit(theirs);
    return count;
}

static void play_baron(struct out out, unsigned seat, unsigned target)
{
    int difference = two_hand_worth(out.table, seat) - two_hand_worth(out.table, target);
    uint8_t cards[2];
    unsigned count = list_both(out.table, seat, target, cards);

    emit_cards(out, TWO_CARDS_COMPARED, seat, target, 0, cards, count);
    if (difference)
        two_eliminate(out, difference < 0 ? seat : target);
}

static void play_king(struct out out, unsigned seat, unsigned target)
{
    uint8_t cards[2];
    unsigned count = list_both(out.table, seat, target, cards);

    emit_cards(out, TWO_HANDS_SWAPPED, seat, target, 0, cards, count);
}

static void play_prince(struct out out, unsigned target)
{
    const struct hc_box *box = &out.table->box;
    bool princess = hand_of(out.table, target) & TWO_PRINCESS_CARDS;

    discard_hand(out, target);
    if (princess)
        two_eliminate(out, target);
    else if (box->pile[TWO_DECK].count)
        deal(out, target);
    else if (box->pile[TWO_SET_ASIDE].count)
        emit_card(out, TWO_SET_ASIDE_DEALT, target, hc_box_top(box, TWO_SET_ASIDE));
}

static void play_chancellor(struct out out, unsigned seat)
{
    const struct hc_pile *deck = &out.table->box.pile[TWO_DECK];

    if (!deck->count) {
        emit_seat(out, TWO_NO_EFFECT, seat);
        return;
    }
    enter_phase(out, TWO_AWAIT_KEEP);
    deal(out, seat);
    if (deck->count)
        deal(out, seat);
}

/* Whether a card that needs a target has one; if not, it has no effect. */
ALWAYS_INLINE bool finds(struct out out, const struct play *play)
{
    if (play->target != HC_NONE)
        return true;
    emit_seat(out, TWO_NO_EFFECT, play->seat);
    return false;
}

/* Plays a card of the seat whose turn it is; everything was judged before. The turn is finished,
 * unless the Chancellor wants an answer. */
ALWAYS_INLINE void play_card(struct out out, const struct play *play)
{
    unsigned seat = play->seat, target = play->target;

    emit_card(out, TWO_CARD_PLAYED, seat, play->card);
    switch ((enum two_role)play->kind->role) {
    case TWO_GUARD:
        if (finds(out, play))
            play_guard(out, seat, target, play->guess);
        break;
    case TWO_PRIEST:
        if (finds(out, play))
            play_priest(out, seat, target);
        break;
    case TWO_BARON:
        if (finds(out, play))
            play_baron(out, seat, target);
        break;
    case TWO_PRINCE:
        play_prince(out, target);
        break;
    case TWO_KING:
        if (finds(out, play))
            play_king(out, seat, target);
        break;
    case TWO_HANDMAID:
        emit_seat(out, TWO_PLAYER_PROTECTED, seat);
        break;
    case TWO_CHANCELLOR:
        play_chancellor(out, seat);
        break;
    case TWO_PRINCESS:
        two_eliminate(out, seat);
        break;
    case TWO_SPY:
    case TWO_COUNTESS:
    case TWO_ROLE_COUNT:
        break;
    }
    if (two_see(out.table)->phase == TWO_PLAYER_TURN)
        finish_turn(out);
}

/* ---- Commands of the players ---------------------------------------------------------------- */

/* 1 if what was given is in the set, or if nothing was given and the set is empty; else 0. Nothing
 * is HC_NONE, which is bit 63; what is given must be below 64, or not far below that. */
static inline unsigned is_among(unsigned given, uint64_t set)
{
    return (set | (uint64_t)(set == 0) << 63) >> (given & 63) & 1;
}

/* 1 if target and guess are all that a card asks for, and nothing else. The table has seen to it
 * that a guess is a face; a target may be any byte. */
static inline unsigned is_complete(unsigned target, unsigned guess, two_ask ask)
{
    unsigned seat_or_none = (uint8_t)(target + 1) < 64;

    return is_among(target, targets_in(ask)) & is_among(guess, guesses_in(ask)) & seat_or_none;
}

/* What is wrong with choices that do not make a card complete; HC_OK if some are just missing. */
static enum hc_refusal judge_choices(const struct hc_table *table, const struct play *play,
                                     two_ask ask)
{
    const struct two *two = two_see(table);

    if (is_complete(play->target, HC_NONE, ask & TWO_ASK(0xffff, 0, 0xffff, 0)))
        return play->guess == HC_NONE ? HC_OK : HC_BAD_GUESS;
    if (play->target == HC_NONE)
        return play->guess == HC_NONE ? HC_OK : HC_BAD_TARGET;
    if (needs_target(play->kind) && play->target != play->seat && play->target < table->seats &&
        (two->protected & ~(unsigned)two->out) >> play->target & 1)
        return HC_TARGET_PROTECTED;
    return HC_BAD_TARGET;
}

/* Begins an action in steps, or takes it a step further; nothing leaves the hand. */
static NOT_INLINE enum hc_refusal choose_some(struct out out, struct play play, two_ask ask)
{
    const struct two *two = two_see(out.table);
    enum hc_refusal refusal = judge_choices(out.table, &play, ask);
    uint8_t card = (uint8_t)play.card;

    if (refusal)
        return refusal;
    if (two->pending_face == HC_NONE)
        emit_cards(out, TWO_PLAYER_ACTION_STARTED, play.seat, play.target, 0, &card, 1);
    else if (two->pending_target != play.target)
        emit_cards(out, TWO_PLAYER_ACTION_UPDATED, play.seat, play.target, 0, &card, 1);
    else
        return HC_ACTION_PENDING;
    return HC_OK;
}

/* In the middle of a turn. The table has seen to it that the face exists. */
static inline enum hc_refusal decide_play(struct hc_move *move)
{
    struct out out = out_of(move);
    const struct two *two = two_see(out.table);
    const struct two_edition *edition = edition_of(out.table);
    unsigned face = move->command->face;
    struct play play = {
        .seat = move->seat, .target = move->command->target, .guess = move->command->guess};
    bool pending = two->pending_face != HC_NONE;
    uint64_t hand, copies;
    two_ask ask;

    if (play.seat != two->turn)
        return HC_NOT_YOUR_TURN;
    if (pending) {
        /* A target that was chosen need not be said again. */
        if (play.target == HC_NONE)
            play.target = two->pending_target;
        if (face != two->pending_face ||
            (two->pending_target != HC_NONE && play.target != two->pending_target))
            return HC_ACTION_PENDING;
    }
    hand = hand_of(out.table, play.seat);
    copies = hand & edition->deck.copies[face].w[0];
    if (!copies)
        return HC_NO_CARD;
    play.kind = &edition->kind[face];
    play.card = hc_lowest_bit(copies);
    if (countess_forced(hand) && play.kind->role != TWO_COUNTESS)
        return HC_MUST_PLAY_COUNTESS;
    ask = play.kind->ask & choices_now(out.table, play.seat);
    if (!is_complete(play.target, play.guess, ask))
        return choose_some(out, play, ask);
    if (pending)
        emit_seat(out, TWO_PLAYER_ACTION_COMPLETED, play.seat);
    play_card(out, &play);
    return HC_OK;
}

static NOT_INLINE enum hc_refusal decide_draw(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct two *two = two_see(table);

    if (two->phase != TWO_AWAIT_DRAW || !table->box.pile[TWO_DECK].count)
        return HC_BAD_PHASE;
    if (move->seat != two->turn)
        return HC_NOT_YOUR_TURN;
    enter_phase(out_of(move), TWO_PLAYER_TURN);
    deal(out_of(move), move->seat);
    return HC_OK;
}

/* The cards of `rest` go under the deck, `last` at the very bottom. */
static void bury(struct out out, unsigned seat, uint64_t rest, unsigned last)
{
    uint8_t cards[TWO_CARDS_END] = {0};
    unsigned count = 0;

    for (rest &= ~(1ull << last); rest; rest &= rest - 1)
        cards[count++] = (uint8_t)hc_lowest_bit(rest);
    cards[count++] = (uint8_t)last;
    emit_cards(out, TWO_CARDS_BURIED, seat, HC_NONE, 0, cards, count);
}

static NOT_INLINE enum hc_refusal decide_keep(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct two *two = two_see(table);
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
        bury(out_of(move), move->seat, rest, hc_lowest_bit(lasts));
    two_finish_turn(out_of(move));
    return HC_OK;
}

/* What is played for a player who is out of time: the action begun, or the lowest card that may be
 * played and is not the Princess; the lowest target, oneself only if there is no other; the lowest
 * guess. */
static struct play choose_for(const struct hc_table *table, unsigned seat)
{
    const struct two *two = two_see(table);
    const struct two_edition *edition = edition_of(table);
    uint64_t hand = hand_of(table, seat), cards = hand;
    struct play play = {.seat = seat, .target = two->pending_target, .guess = HC_NONE};
    unsigned targets;

    if (countess_forced(hand))
        cards = TWO_COUNTESS_CARDS;
    else if (two->pending_face != HC_NONE)
        cards &= edition->deck.copies[two->pending_face].w[0];
    else if (hand & ~(uint64_t)TWO_PRINCESS_CARDS)
        cards &= ~(uint64_t)TWO_PRINCESS_CARDS;
    play.card = hc_lowest_bit(cards);
    play.kind = &edition->kind[edition->deck.face_of[play.card]];
    targets = targets_in(play.kind->ask & choices_now(table, seat));
    if (targets & ~bit(seat))
        targets &= ~bit(seat);
    if (play.target == HC_NONE && targets)
        play.target = hc_lowest_bit(targets);
    if (play.kind->role == TWO_GUARD)
        play.guess = edition->guard == 0 ? 1 : 0;
    return play;
}

static NOT_INLINE enum hc_refusal decide_timeout(struct hc_move *move)
{
    struct out out = out_of(move);
    const struct hc_table *table = move->table;
    const struct two *two = two_see(table);
    unsigned seat = move->command->target;

    if (!in_round(two))
        return HC_BAD_PHASE;
    if (seat != two->turn)
        return HC_NOT_YOUR_TURN;
    emit_seat(out, TWO_TIMED_OUT, seat);
    if (two->phase == TWO_AWAIT_DRAW) {
        enter_phase(out, TWO_PLAYER_TURN);
        if (table->box.pile[TWO_DECK].count)
            deal(out, seat);
    }
    if (two->phase == TWO_PLAYER_TURN && hand_of(table, seat)) {
        struct play play = choose_for(table, seat);

        if (two->pending_face != HC_NONE)
            emit_seat(out, TWO_PLAYER_ACTION_COMPLETED, seat);
        play_card(out, &play);
        if (two->phase != TWO_AWAIT_KEEP)
            return HC_OK;
    }
    /* The Chancellor's best card is kept. */
    if (two->phase == TWO_AWAIT_KEEP && several((unsigned)hand_of(table, seat))) {
        uint64_t hand = hand_of(table, seat);
        uint64_t rest = hand & ~(1ull << (63 - __builtin_clzll(hand)));

        bury(out, seat, rest, hc_lowest_bit(rest));
    }
    two_finish_turn(out);
    return HC_OK;
}

/* What is not a play in a turn. */
static NOT_INLINE enum hc_refusal decide_other(struct hc_move *move)
{
    if (two_see(move->table)->phase == TWO_GAME_OVER)
        return HC_GAME_OVER;
    switch (move->command->verb) {
    case TWO_PLAY:
        return HC_BAD_PHASE;
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

enum hc_refusal two_decide(struct hc_move *move)
{
    if (move->command->verb == TWO_PLAY && two_see(move->table)->phase == TWO_PLAYER_TURN)
        return decide_play(move);
    return decide_other(move);
}

void two_apply(struct hc_table *table, const struct hc_event *event)
{
    fold(table, (enum two_event)event->kind, event->seat, event->other, event->value, event->cards,
         event->count);
}
