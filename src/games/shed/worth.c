// SPDX-License-Identifier: MIT
/*
 * worth.c: rules of thumb for shed: what a command is worth to a sound player.
 *
 * Playing beats drawing. Stay in the colour of which most is left, away from that of the next
 * player and into one that they lack; keep Wilds for the end, in a duel even if that means to draw;
 * keep two of a value; hit the next player when they are nearly out. Against one opponent a Skip is
 * another turn: best with something to play in it, and to go out in one go. Nobody challenges but a
 * large hand. Only what the seat may know is looked at.
 */
#include "games/shed/shed.h"

enum {
    WORTH_CALL = 5000,
    WORTH_CATCH = 6000,
    WORTH_OUT = 4000,  /* the last card */
    WORTH_PLAY = 1000, /* any card that is no Wild */
    WORTH_WILD = 700,  /* worth keeping while anything else can be played */
    WORTH_WD4 = 800,
    WORTH_BLUFF = 500,    /* what an unlawful Wild Draw Four loses */
    WORTH_STOP = 400,     /* the next player is nearly out and loses a turn */
    WORTH_AGAIN = 20,     /* another turn at once, with something to play in it */
    WORTH_STRANDED = 300, /* what it costs to have nothing to play in it */
    WORTH_HIT = 10,       /* each card that the next player must draw */
    WORTH_FRIEND = 60,    /* each card of the same colour that is left */
    WORTH_TWIN = 30,      /* what each card of the same value that is left loses: two of a value are
                           * two ways to another colour, later */
    WORTH_DRY = 20,       /* the next player lacks the colour */
    WORTH_CHANGE = 10,    /* away from the colour that the next player has just played or named */
    WORTH_SWAP = 60,      /* each card fewer after hands have moved */
    WORTH_KEEP = 3000,    /* a Wild is worth drawing for, while many cards are left in a duel */
    KEEP_WILD_FROM = 5,
    NEARLY_OUT = 2,
    CHAIN_MAX = 4,      /* cards that are looked at for going out in one turn */
    CHALLENGE_FROM = 8, /* with so many cards left the player probably had the colour */
};

static unsigned count_bits(const struct hc_table *t, unsigned seat, uint64_t bits)
{
    return hc_bits(t->box.hand[seat].w[0] & bits) + hc_bits(t->box.hand[seat].w[1] & bits);
}

/* What it is worth to play on in a colour, with the hand as it is. */
static int32_t color_worth(const struct hc_table *t, unsigned seat, unsigned color)
{
    const struct shed *s = shed_see(t);
    unsigned next = next_seat(t, seat);
    uint64_t bits;

    if (color >= COLORS)
        return 0;
    bits = COLOR_BITS(color);
    return WORTH_FRIEND * (int32_t)count_bits(t, seat, bits) +
           ((t->box.lacks[next] & bits) == bits ? WORTH_DRY : 0) +
           (s->top_player == next && s->color != color ? WORTH_CHANGE : 0);
}

static unsigned fewest_of_others(const struct hc_table *t, unsigned seat)
{
    unsigned fewest = HC_CARDS_MAX;

    for (unsigned mask = active_seats(t) & ~(1u << seat); mask; mask &= mask - 1) {
        unsigned count = hand_count(t, hc_lowest_bit(mask));

        fewest = count < fewest ? count : fewest;
    }
    return fewest;
}

/* Who gets a smaller hand by a Seven or a Zero gains, with `left` cards to give away. */
static int32_t moving_worth(const struct hc_table *t, unsigned seat, unsigned value,
                            unsigned target, unsigned left)
{
    const uint8_t *rule = t->rules.byte;
    unsigned gets = left;

    if (value == 7 && rule[SHED_SEVEN_SWAP])
        gets = target < t->seats ? hand_count(t, target) : fewest_of_others(t, seat);
    else if (value == 0 && rule[SHED_ZERO_PASS])
        for (unsigned giver = 0; giver < t->seats; giver++)
            if (giver != seat && active_seats(t) >> giver & 1 && next_seat(t, giver) == seat)
                gets = hand_count(t, giver);
    return WORTH_SWAP * ((int32_t)left - (int32_t)gets);
}

static bool is_duel(const struct hc_table *t)
{
    return hc_bits(active_seats(t)) == 2;
}

/* Whether a card costs the next player a turn. */
static bool stops(const struct hc_table *t, unsigned face)
{
    unsigned value = face_value(face);

    return value == VALUE_SKIP || value == VALUE_DRAW_TWO || value == VALUE_WD4 ||
           (value == VALUE_REVERSE && is_duel(t) &&
            t->rules.byte[SHED_REVERSE_TWO] == REVERSE_TWO_SKIP);
}

/* Whether a hand goes out in the turn in which `face` was played and `color`, or any, counts: each
 * card but the last gives another turn, and the next one matches it. Only for a duel, where nobody
 * comes in between. */
static bool goes_out(const struct hc_table *t, struct hc_cards hand, unsigned face, unsigned color)
{
    if (!hc_any(hand))
        return true;
    if (!stops(t, face))
        return false;
    for (struct hc_cards left = hand; hc_any(left);) {
        unsigned card = hc_take_lowest(&left), next = shed_cards.face_of[card];

        if (color < COLORS && !face_is_wild(next) &&
            !(matching_bits(color, face) >> (card & 63) & 1))
            continue;
        if (goes_out(t, hc_but(hand, hc_card(card)), next, face_color(next)))
            return true;
    }
    return false;
}

/* A card that costs the next player a turn; `fits` cards that are left match it. */
static int32_t stopping_worth(const struct hc_table *t, unsigned seat, unsigned face, unsigned fits)
{
    unsigned value = face_value(face);
    int32_t worth = 0;

    if (!stops(t, face))
        return 0;
    if (hand_count(t, next_seat(t, seat)) <= NEARLY_OUT)
        worth += WORTH_STOP;
    if (value == VALUE_DRAW_TWO || value == VALUE_WD4)
        worth += WORTH_HIT * (value == VALUE_WD4 ? 4 : 2);
    if (is_duel(t) && value < VALUES)
        worth += fits ? WORTH_AGAIN : -WORTH_STRANDED;
    return worth;
}

/* A Wild Draw Four that the next player knows to be a bluff, and will challenge. */
static bool is_seen_bluff(const struct hc_table *t, unsigned seat, unsigned face)
{
    const struct shed *s = shed_see(t);
    struct hc_cards seen;

    if (face_value(face) != VALUE_WD4 || t->rules.byte[SHED_WD4_RULE] != WD4_BLUFF ||
        s->color >= COLORS)
        return false;
    seen = hc_and(hc_box_known(&t->box, next_seat(t, seat)), t->box.hand[seat]);
    return (seen.w[0] | seen.w[1]) & COLOR_BITS(s->color);
}

static int32_t play_worth(const struct hc_table *t, unsigned seat, const struct hc_command *command)
{
    const struct shed *s = shed_see(t);
    unsigned face = command->face, value = face_value(face), left = hand_count(t, seat) - 1;
    unsigned twins;
    int32_t worth;

    if (!left)
        return WORTH_OUT;
    if (is_seen_bluff(t, seat, face))
        return 1;
    if (left < CHAIN_MAX && is_duel(t) && stops(t, face)) {
        struct hc_cards hand = t->box.hand[seat];
        struct hc_cards copies = hc_and(hand, hc_game_shed.decks[0]->copies[face]);

        if (goes_out(t, hc_but(hand, hc_card(hc_lowest(copies))), face,
                     face_is_wild(face) ? command->color : face_color(face)))
            return WORTH_OUT - WORTH_PLAY + color_worth(t, seat, command->color);
    }
    if (face_is_wild(face)) {
        worth = stopping_worth(t, seat, face, 0);
        worth += value == VALUE_WD4 ? WORTH_WD4 : WORTH_WILD;
        if (value == VALUE_WILD && left >= KEEP_WILD_FROM && is_duel(t))
            worth -= WORTH_KEEP;
        if (value == VALUE_WD4 && t->rules.byte[SHED_WD4_RULE] == WD4_BLUFF && s->color < COLORS &&
            hand_bits(t, seat) & COLOR_BITS(s->color))
            worth -= WORTH_BLUFF;
        return worth + color_worth(t, seat, command->color);
    }
    twins = count_bits(t, seat, VALUE_BITS(value)) - 1;
    worth = stopping_worth(t, seat, face,
                           count_bits(t, seat, matching_bits(face_color(face), face)) - 1);
    worth += WORTH_PLAY + color_worth(t, seat, face_color(face)) - WORTH_FRIEND;
    worth -= WORTH_TWIN * (int32_t)twins;
    return worth + moving_worth(t, seat, value, command->target, left);
}

/* The Wild Draw Four was probably a bluff if its player still holds many cards. */
static int32_t challenge_worth(const struct hc_table *t, unsigned seat)
{
    const struct shed *s = shed_see(t);
    uint64_t bits, known;
    struct hc_cards seen;

    if (s->color_before >= COLORS || s->top_player >= t->seats)
        return -1;
    bits = COLOR_BITS(s->color_before);
    seen = hc_and(hc_box_known(&t->box, seat), t->box.hand[s->top_player]);
    known = seen.w[0] | seen.w[1];
    if (known & bits)
        return WORTH_OUT;
    if ((t->box.lacks[s->top_player] & bits) == bits)
        return -1;
    return hand_count(t, s->top_player) >= CHALLENGE_FROM ? WORTH_PLAY : -1;
}

/* A call is due when the last card but one is about to be played, or just was. */
static int32_t call_worth(const struct hc_table *t, unsigned seat)
{
    const struct shed *s = shed_see(t);

    if (hand_count(t, seat) == 1)
        return WORTH_CALL;
    if (seat != s->turn || s->phase != SHED_PLAYER_TURN)
        return -1;
    return hand_bits(t, seat) & (s->matching | WILD_BITS | WD4_BITS) ? WORTH_CALL : -1;
}

/* Where a wrong catch costs cards, only one that can hardly be wrong is worth it. */
static int32_t catch_worth(const struct hc_table *t, unsigned target)
{
    const struct shed *s = shed_see(t);

    if (target >= t->seats || hand_count(t, target) != 1 || s->called >> target & 1)
        return -1;
    if (t->rules.byte[SHED_UNO_BAD_CHALLENGE_PENALTY] &&
        t->rules.byte[SHED_UNO_CHALLENGE_UNTIL] == UNTIL_NEXT_ACTION &&
        !(s->fresh && s->top_player == target))
        return -1;
    return WORTH_CATCH;
}

int32_t shed_worth(const struct hc_table *t, unsigned seat, const struct hc_command *command)
{
    switch (command->verb) {
    case SHED_PLAY:
    case SHED_JUMP:
        return play_worth(t, seat, command);
    case SHED_COLOR:
        return color_worth(t, seat, command->color);
    case SHED_TARGET:
        return WORTH_SWAP * (int32_t)(HC_CARDS_MAX - hand_count(t, command->target));
    case SHED_CHALLENGE:
        return challenge_worth(t, seat);
    case SHED_UNO:
        return call_worth(t, seat);
    case SHED_CATCH:
        return catch_worth(t, command->target);
    default:
        return 0;
    }
}

/* ---- Plain rules ----------------------------------------------------------------------------
 * Any card that is no Wild, whichever; else a Wild rather than a Wild Draw Four, in the colour held
 * most; draw only if nothing can be played. Always call, catch when possible, never challenge.
 */
enum { PLAIN_WD4 = 100, PLAIN_WILD = 300, PLAIN_CARD = 500 };

int32_t shed_plain(const struct hc_table *t, unsigned seat, const struct hc_command *command)
{
    unsigned color = command->color;

    switch (command->verb) {
    case SHED_PLAY:
    case SHED_JUMP:
        if (!face_is_wild(command->face))
            return PLAIN_CARD;
        return (face_value(command->face) == VALUE_WILD ? PLAIN_WILD : PLAIN_WD4) +
               (color < COLORS ? (int32_t)count_bits(t, seat, COLOR_BITS(color)) : 0);
    case SHED_COLOR:
        return (int32_t)count_bits(t, seat, COLOR_BITS(color));
    case SHED_TARGET:
        return HC_CARDS_MAX - (int32_t)hand_count(t, command->target);
    case SHED_CHALLENGE:
        return -1;
    case SHED_UNO:
        return call_worth(t, seat);
    case SHED_CATCH:
        return catch_worth(t, command->target);
    default:
        return 0;
    }
}
