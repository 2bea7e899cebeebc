// SPDX-License-Identifier: MIT
/*
 * two.h: the cards, the state and the small questions of "Do You Have A Two".
 *
 * A role is what a card does, whatever number an edition prints on it. Card numbers are the same in
 * both editions: copies of a role are neighbours, roles ascend by value, and all numbers are below
 * 64. So a hand is one machine word, "do I hold a Guard" is one mask known to the compiler, and the
 * lowest bit of a hand is its lowest card.
 *
 * Start reading at decide_play() in two.c; fold() in fold.h is what each event does.
 */
#ifndef HC_GAMES_TWO_TWO_H
#define HC_GAMES_TWO_TWO_H

#include "games/games_inside.h"
#include "games/two/refusals.h"

/* The card types in ascending value: role, its first card number, the most copies that an edition
 * has of it. */
#define TWO_ROLES(X)                                                                               \
    X(SPY, 0, 2)                                                                                   \
    X(GUARD, 2, 6)                                                                                 \
    X(PRIEST, 8, 2)                                                                                \
    X(BARON, 10, 2)                                                                                \
    X(HANDMAID, 12, 2)                                                                             \
    X(PRINCE, 14, 2)                                                                               \
    X(CHANCELLOR, 16, 2)                                                                           \
    X(KING, 18, 1)                                                                                 \
    X(COUNTESS, 19, 1)                                                                             \
    X(PRINCESS, 20, 1)

enum two_role {
#define X(role, first, copies) TWO_##role,
    TWO_ROLES(X)
#undef X
        TWO_ROLE_COUNT
};

/* All cards of a role, as a set. */
enum two_cards {
#define X(role, first, copies) TWO_##role##_CARDS = ((1 << (copies)) - 1) << (first),
    TWO_ROLES(X)
#undef X
        TWO_CARDS_END = 21
};

enum two_option {
    TWO_EDITION,
    TWO_TIE,
    TWO_TWO_PLAYER_FACEUP,
    TWO_REVEAL_ELIMINATED,
    TWO_FIRST_START,
    TWO_TIE_START,
    TWO_TOKENS_TO_WIN,
    TWO_AUTO_DRAW,
    TWO_OPTION_COUNT
};

enum { TWO_BASE16, TWO_ED2019, TWO_EDITION_COUNT };
enum { TWO_ALL_WIN, TWO_DISCARD_THEN_ALL, TWO_DISCARD_THEN_NONE };
enum { TWO_KEEP_HAND, TWO_DISCARD_HAND };
enum { TWO_START_RANDOM, TWO_START_LOWEST };

enum { TWO_SEATS_MAX = 6 }; /* of any edition */

enum two_pile {
    TWO_DECK,
    TWO_SET_ASIDE,
    TWO_FACE_UP,
    TWO_DISCARDS, /* of seat 0; those of the others follow */
    TWO_PILE_COUNT = TWO_DISCARDS + TWO_SEATS_MAX
};

enum two_verb {
    TWO_START,
    TWO_NEXT,
    TWO_END,
    TWO_TIMEOUT,
    TWO_LEAVE,
    TWO_RETURN,
    TWO_DROP,
    TWO_JOIN,
    TWO_PLAY,
    TWO_DRAW,
    TWO_KEEP,
    TWO_VERB_COUNT
};

enum two_phase {
    TWO_LOBBY,
    TWO_AWAIT_DRAW,
    TWO_PLAYER_TURN,
    TWO_AWAIT_KEEP, /* the Chancellor's cards are drawn, and it is not yet said which one stays */
    TWO_ROUND_OVER,
    TWO_GAME_OVER,
    TWO_PHASE_COUNT
};

/* Numbers go into logs: append only. */
enum two_event {
    TWO_GAME_STARTED,
    TWO_PLAYER_JOINED,
    TWO_PLAYER_LEFT,
    TWO_PLAYER_RETURNED,
    TWO_PLAYER_DROPPED,
    TWO_TIMED_OUT,
    TWO_PLAYER_RESTORED,
    TWO_PLAYER_PROTECTION_CLEARED,
    TWO_PLAYER_DISCARD_PILE_CLEARED,
    TWO_ROUND_UPDATED,
    TWO_DECK_UPDATED,
    TWO_FIRST_PLAYER,
    TWO_CARD_REMOVED,
    TWO_CARD_LAID_OPEN,
    TWO_CARD_DEALT,
    TWO_PHASE_UPDATED,
    TWO_TURN,
    TWO_PLAYER_ACTION_STARTED,
    TWO_PLAYER_ACTION_UPDATED,
    TWO_PLAYER_ACTION_COMPLETED,
    TWO_CARD_PLAYED,
    TWO_NO_EFFECT,
    TWO_GUESS_RIGHT,
    TWO_GUESS_WRONG,
    TWO_HAND_REVEALED,
    TWO_CARDS_COMPARED,
    TWO_PLAYER_PROTECTED,
    TWO_CARD_DISCARDED,
    TWO_SET_ASIDE_DEALT,
    TWO_HANDS_SWAPPED,
    TWO_CARDS_BURIED,
    TWO_PLAYER_ELIMINATED,
    TWO_HAND_SHOWN,
    TWO_ROUND_WON,
    TWO_TOKEN_AWARDED,
    TWO_SPY_REWARDED,
    TWO_GAME_WON,
    TWO_GAME_ENDED,
    TWO_EVENT_COUNT
};

/* What a table remembers beside the places of its cards. Masks have a bit for each seat. */
struct two {
    uint8_t phase, turn, starter;
    uint8_t tokens_to_win;
    uint8_t pending_face, pending_target; /* of the action begun by `turn`, or HC_NONE */
    uint8_t tokens[HC_SEATS_MAX];
    uint16_t round;
    uint16_t out;       /* of the round; everybody who was dropped is out as well */
    uint16_t protected; /* by the Handmaid */
    uint16_t dropped;   /* of the match */
    uint16_t away;      /* not connected */
    uint16_t round_winners, match_winners;
};

HC_STATE(two);

/* In the order of the table of facts. */
enum two_fact {
    TWO_FACT_PHASE,
    TWO_FACT_TURN,
    TWO_FACT_STARTER,
    TWO_FACT_TOKENS_TO_WIN,
    TWO_FACT_PENDING_FACE,
    TWO_FACT_PENDING_TARGET,
    TWO_FACT_TOKENS,
    TWO_FACT_ROUND,
    TWO_FACT_OUT,
    TWO_FACT_PROTECTED,
    TWO_FACT_DROPPED,
    TWO_FACT_AWAY,
    TWO_FACT_ROUND_WINNERS,
    TWO_FACT_MATCH_WINNERS,
    TWO_FACT_COUNT
};

/* What is chosen with a card, as sets of 16 bits side by side in one word: seats of others, faces
 * to guess, one's own seat; and the sign for the Princess, whom nobody means to play. Of a face,
 * what may be chosen at best. */
typedef int64_t two_ask;
#define TWO_ASK(others, guesses, self, mark)                                                       \
    ((two_ask)((uint64_t)(others) | (uint64_t)(guesses) << 16 | (uint64_t)(self) << 32 |           \
               (uint64_t)(mark) << 63))

struct two_kind {
    two_ask ask;
    uint8_t role;
};

struct two_edition {
    struct hc_deck deck;
    uint8_t cards[TWO_CARDS_END];         /* its card numbers, ascending */
    uint8_t guard;                        /* the face that may not be guessed */
    uint8_t tokens[TWO_SEATS_MAX + 1];    /* that win the match, by the number of players */
    struct two_kind kind[TWO_ROLE_COUNT]; /* by face */
    /* In how many ways a card can be played, by how many others can be chosen and by card. */
    uint8_t ways[TWO_SEATS_MAX][TWO_CARDS_END];
};

extern const struct two_edition *const two_editions[TWO_EDITION_COUNT];

/* ---- Small questions ------------------------------------------------------------------------ */

static inline const struct two_edition *edition_of(const struct hc_table *table)
{
    return two_editions[table->rules.byte[TWO_EDITION]];
}

/* All cards with the role of this one, by card; those that an edition does not have are never
 * anywhere. */
extern const uint32_t two_copies[TWO_CARDS_END];

static inline unsigned bit(unsigned seat)
{
    return 1u << seat;
}

static inline unsigned all_seats(const struct hc_table *table)
{
    return bit(table->seats) - 1;
}

/* The seats that are still in the round. */
static inline unsigned seats_in(const struct hc_table *table)
{
    return all_seats(table) & ~(unsigned)two_see(table)->out;
}

static inline bool several(unsigned mask)
{
    return (mask & (mask - 1)) != 0;
}

static inline uint64_t hand_of(const struct hc_table *table, unsigned seat)
{
    return table->box.hand[seat].w[0];
}

/* The seat of `mask` that comes next after `seat`; the mask must not be empty. It stands twice in a
 * word, so that the search goes round. */
static inline unsigned next_of(unsigned mask, unsigned seat)
{
    unsigned twice = mask | mask << 16;

    return (hc_lowest_bit(twice >> (seat + 1)) + seat + 1) & 15;
}

static inline bool in_round(const struct two *two)
{
    return two->phase == TWO_AWAIT_DRAW || two->phase == TWO_PLAYER_TURN ||
           two->phase == TWO_AWAIT_KEEP;
}

/* What can be chosen now. Cards are played on anybody else who is neither out nor protected; the
 * Prince always on oneself as well. A guess needs somebody to be guessed. Here and below, what
 * depends on the card is computed without a branch, because which card comes cannot be predicted.
 */
static inline two_ask choices_now(const struct hc_table *table, unsigned seat)
{
    const struct two *two = two_see(table);
    unsigned others = all_seats(table) & ~((unsigned)two->out | two->protected | bit(seat));

    return TWO_ASK(others, others ? 0xffff : 0, bit(seat), 1);
}

static inline unsigned targets_in(two_ask ask)
{
    return (uint16_t)(ask | ask >> 32);
}

static inline unsigned guesses_in(two_ask ask)
{
    return (uint16_t)(ask >> 16);
}

static inline bool needs_target(const struct two_kind *kind)
{
    return (uint16_t)kind->ask;
}

/* With the King or a Prince beside her, the Countess must be played. That is rare, while the
 * Countess alone is not: so it is one question, not two. */
static inline bool countess_forced(uint64_t hand)
{
    unsigned countess = (hand & TWO_COUNTESS_CARDS) != 0;
    unsigned beside = (hand & (TWO_KING_CARDS | TWO_PRINCE_CARDS)) != 0;

    return hc_opaque(countess & beside);
}

/* ---- Between the files ---------------------------------------------------------------------- */

/* Where events go: into a buffer, and into a table. Passed by value, because a byte stored through
 * either pointer could otherwise be a byte of what holds them, and the compiler would load both
 * again for every event. */
struct out {
    struct hc_table *table;
    struct hc_events *events;
};

/* two.c: turns and cards */
enum hc_refusal two_decide(struct hc_move *move);
void two_apply(struct hc_table *table, const struct hc_event *event);
void two_begin_turn(struct out out, unsigned seat);
/* After a completed turn: one player left, or the deck is empty, or somebody's turn. */
void two_finish_turn(struct out out);
void two_eliminate(struct out out, unsigned seat);

/* round.c: rounds, the match, and what the house says */
void two_end_round(struct out out);
/* What a hand counts when hands are compared; an empty one less than any card. */
int two_hand_worth(const struct hc_table *table, unsigned seat);
enum hc_refusal two_house(struct hc_move *move);

/* check.c: questions about a table */
void two_actions(const struct hc_table *table, unsigned seat, uint32_t now_ms,
                 struct hc_actions *actions);
const char *two_check(const struct hc_table *table);
void two_settle(struct hc_table *table, uint64_t given);
bool two_recall(struct hc_table *table, unsigned viewer, unsigned face, unsigned nth);
const char *two_advise(const struct hc_rules *rules, uint64_t given);

/* worth.c: rules of thumb */
unsigned two_likely(const struct hc_table *table, unsigned viewer);
int32_t two_worth(const struct hc_table *table, unsigned seat, const struct hc_command *command);
int32_t two_plain(const struct hc_table *table, unsigned seat, const struct hc_command *command);

/* data.c */
extern const struct hc_game hc_game_two;

#endif
