// SPDX-License-Identifier: MIT
/* data.c: decks, options, verbs, phases, facts and events of "Do You Have A Two", as tables. */
#include "games/two/two.h"

/* ---- Cards ---------------------------------------------------------------------------------- */

enum {
#define X(role, first, copies) role##_AT = (first),
    TWO_ROLES(X)
#undef X
};

/* What each card does. */
static const struct hc_effect spy = {"token", 0};
static const struct hc_effect guard = {"guess", 0};
static const struct hc_effect priest = {"look", 0};
static const struct hc_effect baron = {"compare", 0};
static const struct hc_effect handmaid = {"protect", 0};
static const struct hc_effect prince = {"discard", 0};
static const struct hc_effect chancellor = {"exchange", 0};
static const struct hc_effect king = {"trade", 0};
static const struct hc_effect princess = {"lose", 0};
static const struct hc_effect countess = {"nothing", 0};

#define FACE(number, text, effect)                                                                 \
    {                                                                                              \
        .code = #number, .key = text, .value = #number, .class = HC_CLASS_ACTION,                  \
        .points = (number), .color = HC_NONE, .does = &(effect)                                    \
    }

/* The first `copies` cards of a role. */
#define COPIES(role, copies)                                                                       \
    {                                                                                              \
        {                                                                                          \
            ((1ull << (copies)) - 1) << role##_AT, 0                                               \
        }                                                                                          \
    }

#define NO HC_NONE

static const struct hc_face faces16[] = {
    FACE(1, "guard", guard),       FACE(2, "priest", priest),     FACE(3, "baron", baron),
    FACE(4, "handmaid", handmaid), FACE(5, "prince", prince),     FACE(6, "king", king),
    FACE(7, "countess", countess), FACE(8, "princess", princess),
};

static const struct hc_cards copies16[] = {
    COPIES(GUARD, 5),  COPIES(PRIEST, 2), COPIES(BARON, 2),    COPIES(HANDMAID, 2),
    COPIES(PRINCE, 2), COPIES(KING, 1),   COPIES(COUNTESS, 1), COPIES(PRINCESS, 1),
};

static const uint8_t face_of16[TWO_CARDS_END] = {
    NO, NO, 0, 0, 0, 0, 0, NO, 1, 1, 2, 2, 3, 3, 4, 4, NO, NO, 5, 6, 7,
};

static const struct hc_face faces21[] = {
    FACE(0, "spy", spy),
    FACE(1, "guard", guard),
    FACE(2, "priest", priest),
    FACE(3, "baron", baron),
    FACE(4, "handmaid", handmaid),
    FACE(5, "prince", prince),
    FACE(6, "chancellor", chancellor),
    FACE(7, "king", king),
    FACE(8, "countess", countess),
    FACE(9, "princess", princess),
};

static const struct hc_cards copies21[] = {
    COPIES(SPY, 2),      COPIES(GUARD, 6),    COPIES(PRIEST, 2),     COPIES(BARON, 2),
    COPIES(HANDMAID, 2), COPIES(PRINCE, 2),   COPIES(CHANCELLOR, 2), COPIES(KING, 1),
    COPIES(COUNTESS, 1), COPIES(PRINCESS, 1),
};

static const uint8_t face_of21[TWO_CARDS_END] = {
    0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9,
};

#define ALIKE(role) TWO_##role##_CARDS
const uint32_t two_copies[TWO_CARDS_END] = {
    ALIKE(SPY),      ALIKE(SPY),        ALIKE(GUARD),      ALIKE(GUARD),    ALIKE(GUARD),
    ALIKE(GUARD),    ALIKE(GUARD),      ALIKE(GUARD),      ALIKE(PRIEST),   ALIKE(PRIEST),
    ALIKE(BARON),    ALIKE(BARON),      ALIKE(HANDMAID),   ALIKE(HANDMAID), ALIKE(PRINCE),
    ALIKE(PRINCE),   ALIKE(CHANCELLOR), ALIKE(CHANCELLOR), ALIKE(KING),     ALIKE(COUNTESS),
    ALIKE(PRINCESS),
};
#undef ALIKE

#define PLAIN(role)                                                                                \
    {                                                                                              \
        TWO_ASK(0, 0, 0, 0), TWO_##role                                                            \
    }
#define ON_OTHERS(role)                                                                            \
    {                                                                                              \
        TWO_ASK(0xffff, 0, 0, 0), TWO_##role                                                       \
    }
#define ON_ANYBODY(role)                                                                           \
    {                                                                                              \
        TWO_ASK(0xffff, 0, 0xffff, 0), TWO_##role                                                  \
    }
#define GUESSED(role, faces)                                                                       \
    {                                                                                              \
        TWO_ASK(0xffff, faces, 0, 0), TWO_##role                                                   \
    }
#define MARKED(role)                                                                               \
    {                                                                                              \
        TWO_ASK(0, 0, 0, 1), TWO_##role                                                            \
    }

/* The ways of all cards, in the order of TWO_ROLES, from those of a Guard, of what is played on
 * another, and of a Prince; then for 0 to 5 others that can be chosen. */
#define WAYS(guard, other, prince)                                                                 \
    {                                                                                              \
        1, 1, guard, guard, guard, guard, guard, guard, other, other, other, other, 1, 1, prince,  \
            prince, 1, 1, other, 1, 1                                                              \
    }
#define WAYS_WITH(guesses)                                                                         \
    {                                                                                              \
        WAYS(1, 1, 1), WAYS(guesses, 1, 2), WAYS(2 * (guesses), 2, 3), WAYS(3 * (guesses), 3, 4),  \
            WAYS(4 * (guesses), 4, 5), WAYS(5 * (guesses), 5, 6)                                   \
    }

static const struct two_edition base16 = {
    .deck =
        {
            .cards = {{0x1cff7c, 0}},
            .face_of = face_of16,
            .copies = copies16,
            .faces = faces16,
            .face_count = 8,
            .card_count = 16,
            .seats_max = 4,
        },
    .cards = {2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20},
    .guard = 0,
    .tokens = {0, 0, 7, 5, 4, 4, 4},
    .kind = {GUESSED(GUARD, 0xfe), ON_OTHERS(PRIEST), ON_OTHERS(BARON), PLAIN(HANDMAID),
             ON_ANYBODY(PRINCE), ON_OTHERS(KING), PLAIN(COUNTESS), MARKED(PRINCESS)},
    .ways = WAYS_WITH(7),
};

static const struct two_edition ed2019 = {
    .deck =
        {
            .cards = {{0x1fffff, 0}},
            .face_of = face_of21,
            .copies = copies21,
            .faces = faces21,
            .face_count = 10,
            .card_count = 21,
            .seats_max = TWO_SEATS_MAX,
        },
    .cards = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20},
    .guard = 1,
    .tokens = {0, 0, 6, 5, 4, 3, 3},
    .kind = {PLAIN(SPY), GUESSED(GUARD, 0x3fd), ON_OTHERS(PRIEST), ON_OTHERS(BARON),
             PLAIN(HANDMAID), ON_ANYBODY(PRINCE), PLAIN(CHANCELLOR), ON_OTHERS(KING),
             PLAIN(COUNTESS), MARKED(PRINCESS)},
    .ways = WAYS_WITH(9),
};

const struct two_edition *const two_editions[TWO_EDITION_COUNT] = {
    [TWO_BASE16] = &base16,
    [TWO_ED2019] = &ed2019,
};

static const struct hc_deck *const decks[TWO_EDITION_COUNT] = {
    &base16.deck,
    &ed2019.deck,
};

/* ---- Options -------------------------------------------------------------------------------- */

static const struct hc_option options[TWO_OPTION_COUNT] = {
    [TWO_EDITION] = HC_ENUM("edition", 1, TWO_BASE16, HC_NAMES("base16", "ed2019")),
    [TWO_TIE] = HC_ENUM("tie", 2, TWO_ALL_WIN,
                        HC_NAMES("all_win", "discard_then_all", "discard_then_none")),
    [TWO_TWO_PLAYER_FACEUP] = HC_ENUM("two_player_faceup", 1, 0, HC_NAMES("0", "3")),
    [TWO_REVEAL_ELIMINATED] =
        HC_ENUM("reveal_eliminated", 1, TWO_KEEP_HAND, HC_NAMES("keep", "discard")),
    [TWO_FIRST_START] = HC_ENUM("first_start", 1, TWO_START_RANDOM, HC_NAMES("random", "seat0")),
    [TWO_TIE_START] = HC_ENUM("tie_start", 1, TWO_START_RANDOM, HC_NAMES("random", "lowest_seat")),
    [TWO_TOKENS_TO_WIN] = HC_INT("tokens_to_win", 0, 20, 0),
    [TWO_AUTO_DRAW] = HC_BOOL("auto_draw", 1),
};

static const struct hc_option seed_option = HC_SEED();

static const struct hc_preset presets[] = {
    {"two", ""},
    {
        "classic2012",
        "tie=discard_then_all two_player_faceup=3 reveal_eliminated=discard",
    },
    {
        "ed2019",
        "edition=ed2019 two_player_faceup=3 reveal_eliminated=discard",
    },
};

/* ---- Verbs, phases, facts, piles ------------------------------------------------------------ */

static const struct hc_verb verbs[TWO_VERB_COUNT] = {
    [TWO_START] = HC_HOUSE_VERB("start", START),
    [TWO_NEXT] = HC_HOUSE_VERB("next", NEXT),
    [TWO_END] = HC_HOUSE_VERB("end", END),
    [TWO_TIMEOUT] = HC_HOUSE_SEAT_VERB("timeout", TIMEOUT),
    [TWO_LEAVE] = HC_HOUSE_SEAT_VERB("leave", LEAVE),
    [TWO_RETURN] = HC_HOUSE_SEAT_VERB("return", RETURN),
    [TWO_DROP] = HC_HOUSE_SEAT_VERB("drop", DROP),
    [TWO_JOIN] = HC_HOUSE_SEAT_VERB("join", JOIN),
    [TWO_PLAY] = HC_VERB("play", HC_TAKES_CARD | HC_TAKES_TARGET_KEY | HC_TAKES_GUESS_KEY),
    [TWO_DRAW] = HC_VERB("draw", 0),
    [TWO_KEEP] = {.name = "keep", .takes = HC_TAKES_CARD | HC_TAKES_GUESS_KEY, .guess_key = "last"},
};

static const char *const phase_names[TWO_PHASE_COUNT + 1] = {
    [TWO_LOBBY] = "lobby",
    [TWO_AWAIT_DRAW] = "await_draw",
    [TWO_PLAYER_TURN] = "player_turn",
    [TWO_AWAIT_KEEP] = "await_keep",
    [TWO_ROUND_OVER] = "round_over",
    [TWO_GAME_OVER] = "game_over",
};

static const struct hc_phase phases[TWO_PHASE_COUNT] = {
    [TWO_LOBBY] =
        {
            .name = "lobby",
            .awaits = HC_AWAITS_HOUSE,
            .dialect = {NULL, "waiting_for_players", NULL},
            .ready_dialect = {NULL, "ready_to_start", NULL},
        },
    [TWO_AWAIT_DRAW] = {.name = "await_draw", .dialect = {NULL, "in_progress", NULL}},
    [TWO_PLAYER_TURN] = {.name = "player_turn", .dialect = {NULL, "in_progress", NULL}},
    [TWO_AWAIT_KEEP] = {.name = "await_keep", .dialect = {NULL, "in_progress", NULL}},
    [TWO_ROUND_OVER] =
        {
            .name = "round_over",
            .awaits = HC_AWAITS_HOUSE,
            .dialect = {NULL, "in_progress", NULL},
        },
    [TWO_GAME_OVER] =
        {
            .name = "game_over",
            .awaits = HC_AWAITS_NOBODY,
            .dialect = {NULL, "finished", NULL},
        },
};

static const struct hc_fact facts[TWO_FACT_COUNT] = {
    [TWO_FACT_PHASE] =
        HC_FACT(two, phase, NAME, .names = phase_names, .name_count = TWO_PHASE_COUNT),
    [TWO_FACT_TURN] = HC_FACT(two, turn, SEAT, .sight = HC_FOR_ALL),
    [TWO_FACT_STARTER] = HC_FACT(two, starter, SEAT, .sight = HC_FOR_ALL),
    [TWO_FACT_TOKENS_TO_WIN] = HC_FACT(two, tokens_to_win, NUMBER, .sight = HC_FOR_ALL),
    [TWO_FACT_PENDING_FACE] = HC_FACT(two, pending_face, FACE, .sight = HC_FOR_TURN, .headline = 1),
    [TWO_FACT_PENDING_TARGET] =
        HC_FACT(two, pending_target, SEAT, .sight = HC_FOR_TURN, .headline = 1),
    [TWO_FACT_TOKENS] = HC_FACT_EACH(two, tokens, NUMBER, .common = HC_COMMON_POINTS),
    [TWO_FACT_ROUND] = HC_FACT(two, round, NUMBER, .common = HC_COMMON_ROUND),
    [TWO_FACT_OUT] = HC_FACT(two, out, SEATS, .common = HC_COMMON_OUT),
    [TWO_FACT_PROTECTED] = HC_FACT(two, protected, SEATS, .sight = HC_FOR_ALL),
    [TWO_FACT_DROPPED] = HC_FACT(two, dropped, SEATS, .sight = HC_FOR_ALL),
    [TWO_FACT_AWAY] = HC_FACT(two, away, SEATS, .sight = HC_FOR_ALL),
    [TWO_FACT_ROUND_WINNERS] =
        HC_FACT(two, round_winners, SEATS, .common = HC_COMMON_ROUND_WINNERS),
    [TWO_FACT_MATCH_WINNERS] =
        HC_FACT(two, match_winners, SEATS, .common = HC_COMMON_MATCH_WINNERS),
};

/* Sixteen single bytes and seven of two: no byte of the state is without its fact. */
_Static_assert(sizeof(struct two) == 6 + HC_SEATS_MAX + 7 * 2, "struct two has padding");

#define DISCARDS_OF(n) [TWO_DISCARDS + (n)] = HC_SEAT_PILE("discards", ALL, (n))

static const struct hc_pile_kind piles[TWO_PILE_COUNT] = {
    [TWO_DECK] = HC_PILE("draw", NONE, HC_NONE),
    [TWO_SET_ASIDE] = HC_PILE("set_aside", NONE, HC_NONE),
    [TWO_FACE_UP] = HC_PILE("face_up", ALL, HC_NONE),
    DISCARDS_OF(0),
    DISCARDS_OF(1),
    DISCARDS_OF(2),
    DISCARDS_OF(3),
    DISCARDS_OF(4),
    DISCARDS_OF(5),
};

_Static_assert((int)TWO_PILE_COUNT <= (int)HC_PILES_MAX, "a box has too few piles for two");

/* ---- Events --------------------------------------------------------------------------------- */

static const struct hc_event_kind events[TWO_EVENT_COUNT] = {
    [TWO_GAME_STARTED] = HC_EVENT("game_started", "V"),
    [TWO_PLAYER_JOINED] = HC_EVENT("player_joined", "v"),
    [TWO_PLAYER_LEFT] = HC_EVENT("player_left", "s"),
    [TWO_PLAYER_RETURNED] = HC_EVENT("player_returned", "s"),
    [TWO_PLAYER_DROPPED] = HC_EVENT("player_dropped", "s"),
    [TWO_TIMED_OUT] = HC_EVENT("timeout", "s"),
    [TWO_PLAYER_RESTORED] = HC_EVENT("player_restored", "s"),
    [TWO_PLAYER_PROTECTION_CLEARED] = HC_EVENT("player_protection_cleared", "s"),
    [TWO_PLAYER_DISCARD_PILE_CLEARED] = HC_EVENT("player_discard_pile_cleared", "s"),
    [TWO_ROUND_UPDATED] = HC_EVENT("round_updated", "v"),
    [TWO_DECK_UPDATED] = HC_EVENT("deck_updated", "n"),
    [TWO_FIRST_PLAYER] = HC_EVENT("first_player", "s"),
    [TWO_CARD_REMOVED] = HC_EVENT("card_removed", ""),
    [TWO_CARD_LAID_OPEN] = HC_EVENT("card_laid_open", "c"),
    [TWO_CARD_DEALT] = HC_EVENT("card_dealt", "s"),
    [TWO_PHASE_UPDATED] = {.name = "phase_updated", .args = "r", .names = phase_names},
    [TWO_TURN] = HC_EVENT("turn", "s"),
    [TWO_PLAYER_ACTION_STARTED] = {.name = "player_action_started",
                                   .args = "sFt",
                                   .sight = HC_FOR_SEAT},
    [TWO_PLAYER_ACTION_UPDATED] = {.name = "player_action_updated",
                                   .args = "sFt",
                                   .sight = HC_FOR_SEAT},
    [TWO_PLAYER_ACTION_COMPLETED] = HC_EVENT("player_action_completed", "s"),
    [TWO_CARD_PLAYED] = HC_EVENT("card_played", "sc"),
    [TWO_NO_EFFECT] = HC_EVENT("no_effect", "s"),
    [TWO_GUESS_RIGHT] = HC_EVENT("guess_right", "sof"),
    [TWO_GUESS_WRONG] = HC_EVENT("guess_wrong", "sof"),
    [TWO_HAND_REVEALED] = HC_EVENT("hand_revealed", "so"),
    [TWO_CARDS_COMPARED] = HC_EVENT("cards_compared", "so"),
    [TWO_PLAYER_PROTECTED] = HC_EVENT("player_protected", "s"),
    [TWO_CARD_DISCARDED] = HC_EVENT("card_discarded", "sc"),
    [TWO_SET_ASIDE_DEALT] = HC_EVENT("set_aside_dealt", "s"),
    [TWO_HANDS_SWAPPED] = HC_EVENT("hands_swapped", "so"),
    [TWO_CARDS_BURIED] = HC_EVENT("cards_buried", "sn"),
    [TWO_PLAYER_ELIMINATED] = HC_EVENT("player_eliminated", "s"),
    [TWO_HAND_SHOWN] = HC_EVENT("hand_shown", "sc"),
    [TWO_ROUND_WON] = HC_EVENT("round_won", "m"),
    [TWO_TOKEN_AWARDED] = HC_EVENT("token_awarded", "s"),
    [TWO_SPY_REWARDED] = HC_EVENT("spy_rewarded", "s"),
    [TWO_GAME_WON] = HC_EVENT("game_won", "m"),
    [TWO_GAME_ENDED] = HC_EVENT("game_ended", ""),
};

static const struct hc_refusal_row refusals[] = {
#define X(code, name) {HC_##code, #name},
    TWO_REFUSALS(X)
#undef X
};

/* ---- The game ------------------------------------------------------------------------------- */

static void two_open(struct hc_table *table)
{
    two_of(table)->pending_face = two_of(table)->pending_target = HC_NONE;
}

static unsigned two_goal(const struct hc_rules *rules, unsigned players)
{
    if (rules->byte[TWO_TOKENS_TO_WIN])
        return rules->byte[TWO_TOKENS_TO_WIN];
    return players <= TWO_SEATS_MAX ? two_editions[rules->byte[TWO_EDITION]]->tokens[players] : 0;
}

static const struct hc_match_length lengths[] = {
    {"round", "tokens_to_win=1"},
    {"few", "tokens_to_win=3"},
    {"official", "tokens_to_win=0"},
};

static uint32_t two_open_verbs(const struct hc_view *view)
{
    const struct two *two = (const struct two *)view->state;

    return two->phase == TWO_AWAIT_DRAW ? 1u << TWO_DRAW : 0;
}

const struct hc_game hc_game_two = {
    .name = "two",
    .options =
        {
            .narrow = options,
            .narrow_count = TWO_OPTION_COUNT,
            .wide = &seed_option,
            .wide_count = 1,
            .presets = presets,
            .preset_count = HC_COUNT(presets),
        },
    .deck_option = TWO_EDITION,
    .seats_min_option = HC_NONE,
    .seats_max_option = HC_NONE,
    .seats_min = 2,
    .decks = decks,
    .grammar = {.verbs = verbs, .verb_count = TWO_VERB_COUNT, .colors = ""},
    .phases = phases,
    .facts = facts,
    .events = events,
    .piles = piles,
    .phase_count = TWO_PHASE_COUNT,
    .fact_count = TWO_FACT_COUNT,
    .event_count = TWO_EVENT_COUNT,
    .pile_count = TWO_PILE_COUNT,
    .refusals = refusals,
    .refusal_count = HC_COUNT(refusals),
    .lengths = lengths,
    .length_count = HC_COUNT(lengths),
    .counted = {[HC_COUNTED_PLAYED] = "card_played"},
    .open = two_open,
    .decide = two_decide,
    .apply = two_apply,
    .actions = two_actions,
    .open_verbs = two_open_verbs,
    .check = two_check,
    .settle = two_settle,
    .worth = two_worth,
    .plain = two_plain,
    .slips = 50,
    .likely = two_likely,
    .recall = two_recall,
    .goal = two_goal,
    .advise = two_advise,
};
