// SPDX-License-Identifier: MIT
/*
 * worth.c: rules of thumb for two: what a command is worth to a sound player.
 *
 * A card is worth what it does to others by the odds that the seat can work out: which cards it has
 * not seen, what a hand is known to hold or to lack. On top comes what is kept: a higher card,
 * and one that nobody has seen. Only what the seat may know is looked at.
 */
#include "games/two/two.h"

enum {
    WORTH_NEVER = -10000,
    WORTH_KILL = 1000,  /* another player goes out for certain */
    WORTH_LEAD = 30,    /* each step of value that is kept */
    WORTH_ENDGAME = 30, /* the same once more when the deck is nearly gone */
    WORTH_SEEN = 250,   /* what it costs to keep a card that somebody has seen */
    ENDGAME = 3,
    LIKELIER = 3,  /* so much more likely a card is that the player would have kept */
    UNLIKELY = 16, /* a play that goes against plain rules is so much less likely */
    PLAIN_HIGH = 5,
    PLAIN_SILLY = -1000,
    PLAIN_STEP = 30,
};

/* ---- Plain rules ----------------------------------------------------------------------------
 * The lower card, but never the Princess, and a Baron only beside a card of at least PLAIN_HIGH. A
 * Guard guesses the face of which most cards neither lie open nor are held; a Prince goes to
 * somebody else. Nothing is remembered: not what a Priest saw, not what was guessed in vain. Whom a
 * card is played on, and which of equals, is left to the dice.
 */

/* How gladly a face is played while another, or none, is kept. */
static int32_t plain_face(const struct two_edition *edition, unsigned face, unsigned kept)
{
    enum two_role role = edition->kind[face].role;
    int32_t worth = -PLAIN_STEP * (int32_t)face;

    if (role == TWO_PRINCESS)
        return WORTH_NEVER;
    return role == TWO_BARON && kept < PLAIN_HIGH ? worth + PLAIN_SILLY : worth;
}

int32_t two_plain(const struct hc_table *table, unsigned seat, const struct hc_command *command)
{
    const struct two_edition *edition = edition_of(table);
    const struct hc_deck *deck = &edition->deck;
    uint64_t hand = hand_of(table, seat), played, kept, unseen;
    int32_t worth;

    if (command->verb == TWO_KEEP)
        return command->face;
    if (command->verb != TWO_PLAY)
        return 0;
    played = hand & deck->copies[command->face].w[0];
    kept = hand & ~(played & -played);
    worth = plain_face(edition, command->face, kept ? deck->face_of[hc_lowest_bit(kept)] : HC_NONE);
    if (command->target == seat)
        return worth + PLAIN_SILLY;
    if (edition->kind[command->face].role != TWO_GUARD || command->guess >= deck->face_count)
        return worth;
    unseen = deck->cards.w[0] & ~table->box.open.w[0] & ~hand;
    return worth + (int32_t)hc_bits(unseen & deck->copies[command->guess].w[0]);
}

/* Whether somebody who held both cards would have played the one rather than the other. Most people
 * go by plain rules, so this is what a play says of the card that was kept. */
static bool plays_rather(const struct two_edition *edition, unsigned played, unsigned kept)
{
    unsigned one = edition->deck.face_of[played], other = edition->deck.face_of[kept];

    return plain_face(edition, one, other) >= plain_face(edition, other, one);
}

/* ---- Rules of thumb ------------------------------------------------------------------------- */

/* What the cards do besides, by role: a Handmaid is a safe turn, a Priest tells something. */
static const int16_t role_worth[TWO_ROLE_COUNT] = {
    [TWO_SPY] = 140,        [TWO_GUARD] = 60,
    [TWO_PRIEST] = 120,     [TWO_BARON] = 0,
    [TWO_HANDMAID] = 220,   [TWO_PRINCE] = 60,
    [TWO_CHANCELLOR] = 180, [TWO_KING] = -60,
    [TWO_COUNTESS] = 20,    [TWO_PRINCESS] = WORTH_NEVER,
};

/* The cards that the hand of `target` may be for all that `seat` knows. */
static uint64_t possible_cards(const struct hc_table *table, unsigned seat, unsigned target)
{
    const struct hc_deck *deck = &edition_of(table)->deck;
    uint64_t known = hc_box_known(&table->box, seat).w[0];
    uint64_t seen = hand_of(table, target) & known, cards;

    if (seen)
        return seen;
    cards = deck->cards.w[0] & ~known & ~hand_of(table, seat);
    for (uint64_t lacks = table->box.lacks[target]; lacks; lacks &= lacks - 1)
        cards &= ~deck->copies[hc_lowest_bit(lacks)].w[0];
    return cards;
}

/* What a hand may be: any of the possible cards, and more likely one that its owner would have kept
 * rather than the card that lies on top of their discards. */
struct suspicion {
    uint64_t possible, likely;
};

static struct suspicion suspect(const struct hc_table *table, unsigned seat, unsigned target)
{
    const struct hc_pile *discards = &table->box.pile[TWO_DISCARDS + target];
    struct suspicion hand = {.possible = possible_cards(table, seat, target)};

    if (discards->count)
        for (uint64_t cards = hand.possible; cards; cards &= cards - 1)
            if (plays_rather(edition_of(table), discards->top, hc_lowest_bit(cards)))
                hand.likely |= cards & -cards;
    return hand;
}

/* How many of a thousand such hands are among `cards`. */
static int32_t odds(struct suspicion hand, uint64_t cards)
{
    unsigned all = hc_bits(hand.possible) + LIKELIER * hc_bits(hand.likely);
    unsigned some = hc_bits(hand.possible & cards) + LIKELIER * hc_bits(hand.likely & cards);

    return all ? (int32_t)(WORTH_KILL * some / all) : 0;
}

/* What is left in hand: the higher the better, unless somebody has seen it. */
static int32_t kept_worth(const struct hc_table *table, unsigned seat, uint64_t kept)
{
    const struct hc_deck *deck = &edition_of(table)->deck;
    int32_t step = WORTH_LEAD, worth = 0;

    if (!kept)
        return 0;
    if (table->box.pile[TWO_DECK].count <= ENDGAME)
        step += WORTH_ENDGAME;
    worth = step * (int32_t)deck->face_of[hc_lowest_bit(kept)];
    for (unsigned mask = seats_in(table) & ~bit(seat); mask; mask &= mask - 1)
        if (hc_box_known(&table->box, hc_lowest_bit(mask)).w[0] & kept)
            worth -= WORTH_SEEN;
    return worth;
}

/* The mean face of the cards in a set, times WORTH_LEAD. */
static int32_t mean_worth(const struct hc_deck *deck, uint64_t cards)
{
    int32_t sum = 0, count = (int32_t)hc_bits(cards);

    for (; cards; cards &= cards - 1)
        sum += deck->face_of[hc_lowest_bit(cards)];
    return count ? WORTH_LEAD * sum / count : 0;
}

/* What a card does to `target`, with `kept` left in the player's own hand. */
static int32_t effect_worth(const struct hc_table *table, unsigned seat, uint64_t kept,
                            const struct hc_command *command)
{
    const struct two_edition *edition = edition_of(table);
    const struct hc_deck *deck = &edition->deck;
    struct suspicion hand = suspect(table, seat, command->target);
    uint64_t equal, below;

    switch (edition->kind[command->face].role) {
    case TWO_GUARD:
        return command->guess < deck->face_count ? odds(hand, deck->copies[command->guess].w[0])
                                                 : 0;
    case TWO_BARON: /* card numbers ascend by value */
        if (!kept)
            return 0;
        equal = deck->copies[deck->face_of[hc_lowest_bit(kept)]].w[0];
        below = (equal & -equal) - 1;
        return odds(hand, below) - odds(hand, ~(equal | below));
    case TWO_PRINCE:
        return odds(hand, TWO_PRINCESS_CARDS) + odds(hand, TWO_KING_CARDS | TWO_COUNTESS_CARDS) / 8;
    case TWO_KING:
        return mean_worth(deck, hand.possible) - mean_worth(deck, kept);
    default:
        return 0;
    }
}

static int32_t play_worth(const struct hc_table *table, unsigned seat,
                          const struct hc_command *command)
{
    const struct two_edition *edition = edition_of(table);
    uint64_t hand = hand_of(table, seat), played = hand & edition->deck.copies[command->face].w[0];
    uint64_t kept = hand & ~(played & -played);
    enum two_role role = edition->kind[command->face].role;
    int32_t worth = role_worth[role];

    if (command->target == seat) /* the Prince on oneself: whatever is kept is exchanged */
        return worth + (kept & TWO_PRINCESS_CARDS ? WORTH_NEVER : -WORTH_LEAD);
    if (command->target < table->seats && needs_target(&edition->kind[command->face]))
        worth += effect_worth(table, seat, kept, command);
    return worth + kept_worth(table, seat, kept);
}

int32_t two_worth(const struct hc_table *table, unsigned seat, const struct hc_command *command)
{
    const struct hc_deck *deck = &edition_of(table)->deck;

    switch (command->verb) {
    case TWO_PLAY:
        return play_worth(table, seat, command);
    case TWO_KEEP:
        return kept_worth(table, seat, hand_of(table, seat) & deck->copies[command->face].w[0]);
    default:
        return 0;
    }
}

/* Who played a card kept the other one for a reason. */
unsigned two_likely(const struct hc_table *table, unsigned viewer)
{
    unsigned likely = HC_LIKELY;

    for (unsigned mask = seats_in(table) & ~bit(viewer); mask; mask &= mask - 1) {
        unsigned seat = hc_lowest_bit(mask), played;
        uint64_t hand = hand_of(table, seat);

        if (!table->box.pile[TWO_DISCARDS + seat].count || !hand || several((unsigned)hand))
            continue;
        played = hc_box_top(&table->box, TWO_DISCARDS + seat);
        if (countess_forced(hand | 1ull << played)) {
            if (!(TWO_COUNTESS_CARDS >> played & 1))
                likely /= UNLIKELY * UNLIKELY;
        } else if (!plays_rather(edition_of(table), played, hc_lowest_bit(hand))) {
            likely /= UNLIKELY;
        }
    }
    return likely;
}
