// SPDX-License-Identifier: MIT
/*
 * shed.h: the shedding game's cards, state and small questions.
 *
 * Card numbers are chosen so that matching is a mask. Bit c*13+v of either word is the first or the
 * second copy of colour c, value v (0 to 9, Skip, Reverse, Draw Two); bits 52 and 53 are Wilds,
 * bits 54 and 55 Wild Draw Fours, two of each in each word. So the same 64-bit mask serves both
 * words, and the faces of a hand are the two words or-ed. A zero has no second copy.
 *
 * Start reading at shed_decide() in shed.c; shed_fold() in fold.h is what each event does.
 */
#ifndef HC_GAMES_SHED_SHED_H
#define HC_GAMES_SHED_SHED_H

#include "games/games_inside.h"

enum shed_value {
    VALUE_SKIP = 10,
    VALUE_REVERSE,
    VALUE_DRAW_TWO,
    VALUES,
    VALUE_WILD = VALUES,
    VALUE_WD4
};
enum { COLORS = 4 };
enum { FACE_WILD = COLORS * VALUES, FACE_WD4, FACES };
enum { PILE_DRAW, PILE_DISCARD, PILES };

#define COLORED_BITS      ((1ull << 52) - 1)
#define WILD_BITS         (3ull << 52)
#define WD4_BITS          (3ull << 54)
#define COLOR_BITS(color) (0x1fffull << ((color)*13))
#define VALUE_BITS(value) (0x8004002001ull << (value))

enum shed_phase {
    SHED_LOBBY,
    SHED_DEALING, /* this one and SHED_RESOLVING are passed through, never rested in */
    SHED_INITIAL_CARD,
    SHED_RESOLVING,
    SHED_PLAYER_TURN,
    SHED_AWAIT_COLOR,
    SHED_AWAIT_TARGET,
    SHED_AWAIT_PENALTY,
    SHED_PAUSED,
    SHED_ROUND_OVER,
    SHED_GAME_OVER,
    SHED_PHASES
};

/* What the Wild Draw Four on top was, for a challenge. */
enum shed_verdict { VERDICT_NONE, VERDICT_LEGAL, VERDICT_ILLEGAL };

struct shed {
    uint8_t phase, turn;
    int8_t direction;
    uint8_t color; /* the active one; HC_NONE after a first Wild that has none */
    /* A turn begins with these four zeroed, in one store. */
    uint8_t pending;   /* cards of the penalty that waits for the turn's player */
    uint8_t stacked;   /* cards of the penalty that the top card answered or cancelled */
    uint8_t has_drawn; /* this turn, even if there was no card to draw */
    uint8_t verdict;   /* on the Wild Draw Four on top, for a challenge */
    uint8_t drawn;     /* the last card drawn this turn, or HC_NONE */
    uint8_t cancels;   /* the top card was a jump-in that cancels the one below */
    uint8_t skip_run;  /* Skips in an unbroken run that ends with the top card */
    uint8_t stall;     /* players in succession who could draw nothing and passed */
    uint16_t round;
    uint16_t color_before; /* the active one when the top card was played */
    uint16_t called, vulnerable;
    uint16_t active;      /* all seats but those of the next two */
    uint16_t gone;        /* dropped from the match */
    uint16_t knocked_out; /* from this round */
    uint16_t orphans;     /* seats whose player is away */
    uint8_t starter;
    uint8_t resume;     /* the phase that a pause interrupted */
    uint8_t fresh;      /* no turn action since the top card was played */
    uint8_t top_player; /* who played the top card; HC_NONE: nobody */
    uint16_t round_winners, match_winners;
    uint32_t window_ms[HC_SEATS_MAX]; /* when each last played, if catching has a time limit */
    int16_t scores[HC_SEATS_MAX];
    uint64_t matching; /* the bits that match the top card and the active colour */
};

HC_STATE(shed);

/* Options, in the order of the table in data.c; the wide ones count from 0 again. */
enum shed_option {
    SHED_DECK,
    SHED_MIN_PLAYERS,
    SHED_MAX_PLAYERS,
    SHED_INITIAL_CARDS,
    SHED_FIRST_WILD,
    SHED_FIRST_ACTION,
    SHED_START_RULE,
    SHED_REVERSE_TWO,
    SHED_MULTI_SKIP,
    SHED_DRAW_MODE,
    SHED_MUST_PLAY,
    SHED_MUST_PLAY_DRAWN,
    SHED_PLAY_AFTER_DRAW,
    SHED_AUTO_PASS,
    SHED_WD4_RULE,
    SHED_WD4_FAIL_EXTRA,
    SHED_STACKING,
    SHED_PROGRESSIVE_DRAW,
    SHED_JUMP_IN,
    SHED_JUMP_IN_WILDS,
    SHED_JUMP_IN_DRAW,
    SHED_SEVEN_SWAP,
    SHED_ZERO_PASS,
    SHED_SEVEN_ZERO_LAST,
    SHED_DRAW_ON_OUT,
    SHED_UNO_CALL,
    SHED_UNO_CALL_AT,
    SHED_UNO_CHALLENGE_UNTIL,
    SHED_UNO_PENALTY,
    SHED_UNO_BAD_CHALLENGE_PENALTY,
    SHED_MATCH_MODE,
    SHED_SCORE_MODE,
    SHED_ZERO_RESETS_SCORE,
    SHED_ON_EXHAUST,
    SHED_STALEMATE,
    SHED_ON_DISCONNECT,
    SHED_PUBLIC_DISCARD,
    SHED_MERCY_LIMIT,
    SHED_OPTIONS
};
enum shed_wide_option { SHED_POINTS_TO_WIN, SHED_UNO_CHALLENGE_MS, SHED_TURN_MS, SHED_SEED };

enum { FIRST_WILD_CHOOSE, FIRST_WILD_NONE, FIRST_WILD_RESHUFFLE };
enum { FIRST_ACTION_APPLY, FIRST_ACTION_IGNORE, FIRST_ACTION_REDRAW };
enum { START_ROTATE, START_SEAT0, START_WINNER, START_RANDOM };
enum { REVERSE_TWO_SKIP, REVERSE_TWO_PLAIN };
enum { DRAW_ONE, DRAW_UNTIL_PLAYABLE };
enum { AFTER_DRAW_DRAWN_ONLY, AFTER_DRAW_ANY, AFTER_DRAW_NONE };
enum { WD4_FREE, WD4_STRICT, WD4_BLUFF };
enum { STACKING_NONE, STACKING_SAME, STACKING_UPWARD, STACKING_ANY };
enum { JUMP_CANCEL, JUMP_ADD };
enum { LAST_WINS, LAST_EFFECT };
enum { CALL_PRE, CALL_POST, CALL_BOTH };
enum { UNTIL_NEXT_ACTION, UNTIL_CLEARED };
enum { MATCH_SINGLE, MATCH_POINTS };
enum { SCORE_WINNER_TAKES, SCORE_PENALTY };
enum { ZERO_OFF, ZERO_ROUND, ZERO_TOTAL };
enum { EXHAUST_RESHUFFLE, EXHAUST_END_LOWEST };
enum { STALEMATE_LOWEST_HAND, STALEMATE_NO_WINNER };
enum { DISCONNECT_PAUSE, DISCONNECT_SKIP, DISCONNECT_DROP };

enum shed_verb {
    SHED_PLAY,
    SHED_DRAW,
    SHED_PASS,
    SHED_COLOR,
    SHED_TARGET,
    SHED_CHALLENGE,
    SHED_UNO,
    SHED_CATCH,
    SHED_JUMP,
    SHED_START,
    SHED_NEXT,
    SHED_FLIP,
    SHED_TIMEOUT,
    SHED_LEAVE,
    SHED_RETURN,
    SHED_DROP,
    SHED_JOIN,
    SHED_END,
    SHED_VERBS
};

/* Kinds of event: append only, since logs hold their numbers. */
enum shed_event {
    SHED_PLAYER_JOINED,
    SHED_GAME_STARTED,
    SHED_ROUND_STARTED,
    SHED_DEALT,
    SHED_INITIAL_REJECTED,
    SHED_PILE_SHUFFLED,
    SHED_INITIAL,
    SHED_JUMPED_IN,
    SHED_CARD_PLAYED,
    SHED_WD4_JUDGED,
    SHED_WINDOW_OPENED,
    SHED_AWAITING_COLOR,
    SHED_AWAITING_TARGET,
    SHED_COLOR_CHOSEN,
    SHED_DIRECTION,
    SHED_SKIPPED,
    SHED_DREW,
    SHED_PASSED,
    SHED_PENALTY_PENDING,
    SHED_HAND_REVEALED,
    SHED_CHALLENGED,
    SHED_UNO_CALLED,
    SHED_UNO_CAUGHT,
    SHED_UNO_CATCH_FAILED,
    SHED_HANDS_SWAPPED,
    SHED_HANDS_PASSED,
    SHED_RESHUFFLED,
    SHED_KNOCKED_OUT,
    SHED_TIMED_OUT,
    SHED_STALEMATED,
    SHED_ROUND_WON,
    SHED_ROUND_DRAWN,
    SHED_SCORED,
    SHED_GAME_WON,
    SHED_GAME_ENDED,
    SHED_PAUSE_BEGAN,
    SHED_PAUSE_ENDED,
    SHED_PLAYER_AWAY,
    SHED_PLAYER_BACK,
    SHED_PLAYER_LEFT,
    SHED_TURN,
    SHED_EVENTS
};

/* Why cards were drawn: the value of SHED_DREW. */
enum shed_reason {
    REASON_TURN,
    REASON_PENALTY,
    REASON_CHALLENGE,
    REASON_OUT,
    REASON_UNO,
    REASON_BAD_CATCH,
    REASON_TIMEOUT,
    REASON_INITIAL,
    REASONS
};

/* What is printed on the cards, and what matches it: one struct, so that one address serves all. */
struct shed_cards {
    uint64_t face_bits[FACES];  /* the cards of one face */
    uint64_t value_bits[FACES]; /* what matches a face by its value or symbol */
    uint64_t color_bits[8];     /* what matches a colour, by its low three bits */
    uint8_t face_of[HC_CARDS_MAX];
    uint8_t value_of[FACES];
    uint8_t color_of[FACES]; /* HC_NONE for wild ones */
};
extern const struct shed_cards shed_cards;
extern const struct hc_deck shed_deck108;

static inline bool face_is_wild(unsigned face)
{
    return face >= FACE_WILD;
}

static inline unsigned face_color(unsigned face)
{
    return shed_cards.color_of[face];
}

static inline unsigned face_value(unsigned face)
{
    return shed_cards.value_of[face];
}

/* The bits of a face in its word, as a mask for both words. */
static inline uint64_t face_bits(unsigned face)
{
    return shed_cards.face_bits[face];
}

/* The wild bits of a hand as a set of faces; coloured bits are faces already. */
static inline uint64_t wild_faces(uint64_t bits)
{
    return (uint64_t)((bits & WILD_BITS) != 0) << FACE_WILD | (uint64_t)((bits & WD4_BITS) != 0)
                                                                  << FACE_WD4;
}

static inline uint64_t hand_bits(const struct hc_table *t, unsigned seat)
{
    return t->box.hand[seat].w[0] | t->box.hand[seat].w[1];
}

static inline unsigned hand_count(const struct hc_table *t, unsigned seat)
{
    return hc_count(t->box.hand[seat]);
}

static inline unsigned top_face(const struct hc_table *t)
{
    return shed_cards.face_of[hc_box_top(&t->box, PILE_DISCARD)];
}

/* What matches this colour and this top card; a table keeps it, since everybody asks for it. */
static inline uint64_t matching_bits(unsigned color, unsigned top)
{
    return shed_cards.color_bits[color & 7] | shed_cards.value_bits[top];
}

static inline unsigned active_seats(const struct hc_table *t)
{
    return shed_see(t)->active;
}

/* The next active seat in the present direction. */
static inline unsigned next_seat(const struct hc_table *t, unsigned seat)
{
    unsigned active = active_seats(t), tries = t->seats;
    int count = t->seats, step = shed_see(t)->direction, next = (int)seat;

    do { /* arithmetic instead of branches on the direction and the wrap, which are a coin's toss */
        next += step;
        next += count & (next >> 31);
        next -= count & ~((next - count) >> 31);
    } while (!(active >> next & 1) && --tries);
    return (unsigned)next;
}

static inline bool is_vulnerable(const struct hc_table *t, unsigned seat)
{
    const struct shed *s = shed_see(t);

    if (t->rules.byte[SHED_UNO_CHALLENGE_UNTIL] == UNTIL_CLEARED)
        return t->rules.byte[SHED_UNO_CALL] && !(s->called >> seat & 1) &&
               (active_seats(t) >> seat & 1) && hand_count(t, seat) == 1;
    return s->vulnerable >> seat & 1;
}

/* Whether somebody is awaited: between the flip and the end of the round, and not paused. */
static inline bool in_play(const struct shed *s)
{
    return s->phase >= SHED_PLAYER_TURN && s->phase <= SHED_AWAIT_PENALTY;
}

/* shed.c: shared with round.c */
enum hc_refusal shed_decide(struct hc_move *m);
void shed_apply(struct hc_table *t, const struct hc_event *event);
void shed_actions(const struct hc_table *t, unsigned seat, uint32_t now_ms,
                  struct hc_actions *actions);
/* The colour for the Wild on top is named, or the partner for the Seven, and what follows. */
void shed_name_color(struct hc_move *m, unsigned seat, unsigned color);
void shed_after_target(struct hc_move *m, unsigned seat, unsigned target);
void shed_accept_penalty(struct hc_move *m);
bool shed_wd4_legal(const struct hc_table *t, unsigned seat);

/* round.c: what a round and a match are made of */
enum hc_refusal shed_house(struct hc_move *m);
/* Gives `count` cards (fewer if there are no more) and knocks out whoever then holds too many.
 * False if that ended the round. */
bool shed_give(struct hc_move *m, unsigned seat, unsigned count, enum shed_reason reason);
/* The turn's own draw, one card or until one can be played. False if that ended the round. */
bool shed_turn_draw(struct hc_move *m, unsigned seat);
/* nobody can go on; the lowest hand wins, or nobody does. */
void shed_end_in_stalemate(struct hc_move *m);
/* Whoever holds too many cards is knocked out. False if that ended the round. */
bool shed_mercy(struct hc_move *m);
void shed_end_round(struct hc_move *m, unsigned winner, bool by_zero);
/* Plays on for players who are away, if the rules say so. */
void shed_play_for_absent(struct hc_move *m);
/* so many cards, and the deal leaves one that can start the round, whatever the order. */
unsigned shed_needs(const struct hc_rules *rules, unsigned players);
bool shed_can_start(const struct hc_table *t);

/* worth.c: rules of thumb */
int32_t shed_worth(const struct hc_table *t, unsigned seat, const struct hc_command *command);
int32_t shed_plain(const struct hc_table *t, unsigned seat, const struct hc_command *command);

/* data.c, check.c */
extern const struct hc_game hc_game_shed;
void shed_open(struct hc_table *t);
const char *shed_check(const struct hc_table *t);
void shed_settle(struct hc_table *t, uint64_t given);
bool shed_recall(struct hc_table *t, unsigned viewer, unsigned face, unsigned nth);
const char *shed_advise(const struct hc_rules *rules, uint64_t given);

#endif
