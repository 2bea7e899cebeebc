// SPDX-License-Identifier: MIT
/* data.c: the tables of shed: cards, options, presets, verbs, phases, facts, events. */
#include "games/shed/shed.h"

/* clang-format off */
static const struct hc_effect skip = {"skip", 0};
static const struct hc_effect reverse = {"reverse", 0};
static const struct hc_effect draw_two = {
    "draw_two", 2};
static const struct hc_effect wild = {"color", 0};
static const struct hc_effect draw_four = {
    "color_draw_four", 4};
static const struct hc_effect swap = {"swap_hands", 0};
static const struct hc_effect pass = {"pass_hands", 0};

#define FACE(first, place, letter, text, word, what, counts, ...)                            \
    [(first) + (place)] = {.code = letter, .key = text, .value = word,                      \
                           .class = HC_CLASS_##what, .points = counts, .color = (first) / VALUES,  \
                           __VA_ARGS__}
#define NUMBER(first, n, letter, ...)                                                       \
    FACE(first, n, letter #n, "number", #n, NUMBER, n, __VA_ARGS__)
#define COLOR_FACES(first, letter)                                                          \
    NUMBER(first, 0, letter, .does_then = &pass, .option = SHED_ZERO_PASS),                 \
    NUMBER(first, 1, letter, .does = NULL), NUMBER(first, 2, letter, .does = NULL),  \
    NUMBER(first, 3, letter, .does = NULL), NUMBER(first, 4, letter, .does = NULL),  \
    NUMBER(first, 5, letter, .does = NULL), NUMBER(first, 6, letter, .does = NULL),  \
    NUMBER(first, 7, letter, .does_then = &swap, .option = SHED_SEVEN_SWAP),                \
    NUMBER(first, 8, letter, .does = NULL), NUMBER(first, 9, letter, .does = NULL),  \
    FACE(first, VALUE_SKIP, letter "S", "skip", "skip", ACTION, 20, .does = &skip),         \
    FACE(first, VALUE_REVERSE, letter "R", "reverse", "reverse", ACTION, 20,                \
         .does = &reverse),                                                                        \
    FACE(first, VALUE_DRAW_TWO, letter "T", "draw_two", "draw_two", ACTION, 20,             \
         .does = &draw_two)

static const struct hc_face faces[FACES] = {
    COLOR_FACES(0, "R"),
    COLOR_FACES(13, "B"),
    COLOR_FACES(26, "G"),
    COLOR_FACES(39, "Y"),
    [FACE_WILD] = {.code = "WW", .key = "wild", .value = "wild", .class = HC_CLASS_WILD,
                   .points = 50, .color = HC_NONE, .does = &wild},
    [FACE_WD4] = {.code = "WF", .key = "wild_draw_four", .value = "wild_draw_four",
                  .class = HC_CLASS_WILD, .points = 50, .color = HC_NONE, .does = &draw_four},
};

/* The bit of a card in its word is its face, but for the wild ones. */
#define TEN(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9
#define WORD                                                                                      \
    TEN(0), TEN(10), TEN(20), TEN(30), TEN(40), 50, 51,                                           \
    FACE_WILD, FACE_WILD, FACE_WD4, FACE_WD4, 0, 0, 0, 0, 0, 0, 0, 0

#define PAIR(n) {{1ull << (n), 1ull << (n)}}
#define PAIRS(n)                                                                                  \
    PAIR(n), PAIR(n + 1), PAIR(n + 2), PAIR(n + 3), PAIR(n + 4), PAIR(n + 5), PAIR(n + 6),        \
    PAIR(n + 7), PAIR(n + 8), PAIR(n + 9), PAIR(n + 10), PAIR(n + 11), PAIR(n + 12)
static const struct hc_cards copies[FACES] = {
    PAIRS(0), PAIRS(13), PAIRS(26), PAIRS(39),
    [FACE_WILD] = {{WILD_BITS, WILD_BITS}},
    [FACE_WD4] = {{WD4_BITS, WD4_BITS}},
};

#define VALUES_IN_ORDER 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, VALUE_SKIP, VALUE_REVERSE, VALUE_DRAW_TWO

#define THIRTEEN(c) c, c, c, c, c, c, c, c, c, c, c, c, c

#define SYMBOLS                                                                                   \
    VALUE_BITS(0), VALUE_BITS(1), VALUE_BITS(2), VALUE_BITS(3), VALUE_BITS(4), VALUE_BITS(5),     \
    VALUE_BITS(6), VALUE_BITS(7), VALUE_BITS(8), VALUE_BITS(9), VALUE_BITS(VALUE_SKIP),           \
    VALUE_BITS(VALUE_REVERSE), VALUE_BITS(VALUE_DRAW_TWO)

#define BIT(n) 1ull << (n)
#define BITS(n)                                                                                   \
    BIT(n), BIT(n + 1), BIT(n + 2), BIT(n + 3), BIT(n + 4), BIT(n + 5), BIT(n + 6), BIT(n + 7),   \
    BIT(n + 8), BIT(n + 9), BIT(n + 10), BIT(n + 11), BIT(n + 12)
const struct shed_cards shed_cards = {
    .face_bits = {BITS(0), BITS(13), BITS(26), BITS(39), WILD_BITS, WD4_BITS},
    .value_bits = {SYMBOLS, SYMBOLS, SYMBOLS, SYMBOLS, 0, 0},
    .color_bits = {
        COLOR_BITS(0) | WILD_BITS | WD4_BITS, COLOR_BITS(1) | WILD_BITS | WD4_BITS,
        COLOR_BITS(2) | WILD_BITS | WD4_BITS, COLOR_BITS(3) | WILD_BITS | WD4_BITS,
        [HC_NONE & 7] = ~0ull},
    .face_of = {WORD, WORD},
    .value_of = {
        VALUES_IN_ORDER, VALUES_IN_ORDER, VALUES_IN_ORDER, VALUES_IN_ORDER, VALUE_WILD, VALUE_WD4},
    .color_of = {
        THIRTEEN(0), THIRTEEN(1), THIRTEEN(2), THIRTEEN(3), HC_NONE, HC_NONE},
};
/* clang-format on */

#define ALL_BITS (COLORED_BITS | WILD_BITS | WD4_BITS)
#define ACTION_BITS                                                                                \
    (VALUE_BITS(VALUE_SKIP) | VALUE_BITS(VALUE_REVERSE) | VALUE_BITS(VALUE_DRAW_TWO))
#define LITE_BITS (COLORED_BITS & ~ACTION_BITS & ~VALUE_BITS(0))

const struct hc_deck shed_deck108 = {
    .cards = {{ALL_BITS, ALL_BITS & ~VALUE_BITS(0)}},
    .face_of = shed_cards.face_of,
    .copies = copies,
    .faces = faces,
    .face_count = FACES,
    .card_count = 108,
    .seats_max = HC_SEATS_MAX,
};

static const struct hc_deck deck72 = {
    .cards = {{LITE_BITS, LITE_BITS}},
    .face_of = shed_cards.face_of,
    .copies = copies,
    .faces = faces,
    .face_count = FACES,
    .card_count = 72,
    .seats_max = HC_SEATS_MAX,
};

static const struct hc_deck *const decks[] = {&shed_deck108, &deck72};

static const struct hc_option options[SHED_OPTIONS] = {
    [SHED_DECK] = HC_ENUM("deck", 1, 0, HC_NAMES("standard108", "lite72")),
    [SHED_MIN_PLAYERS] = HC_INT("min_players", 2, 10, 2),
    [SHED_MAX_PLAYERS] = HC_INT("max_players", 2, 10, 10),
    [SHED_INITIAL_CARDS] = HC_INT("initial_cards", 1, 20, 7),
    [SHED_FIRST_WILD] =
        HC_ENUM("first_wild", 2, FIRST_WILD_CHOOSE, HC_NAMES("choose", "none", "reshuffle")),
    [SHED_FIRST_ACTION] =
        HC_ENUM("first_action", 2, FIRST_ACTION_APPLY, HC_NAMES("apply", "ignore", "redraw")),
    [SHED_START_RULE] =
        HC_ENUM("start_rule", 3, START_ROTATE, HC_NAMES("rotate", "seat0", "winner", "random")),
    [SHED_REVERSE_TWO] = HC_ENUM("reverse_two", 1, REVERSE_TWO_SKIP, HC_NAMES("skip", "plain")),
    [SHED_MULTI_SKIP] = HC_BOOL("multi_skip", 0),
    [SHED_DRAW_MODE] = HC_ENUM("draw_mode", 1, DRAW_ONE, HC_NAMES("one", "until_playable")),
    [SHED_MUST_PLAY] = HC_BOOL("must_play", 0),
    [SHED_MUST_PLAY_DRAWN] = HC_BOOL("must_play_drawn", 0),
    [SHED_PLAY_AFTER_DRAW] =
        HC_ENUM("play_after_draw", 2, AFTER_DRAW_DRAWN_ONLY, HC_NAMES("drawn_only", "any", "none")),
    [SHED_AUTO_PASS] = HC_BOOL("auto_pass", 1),
    [SHED_WD4_RULE] = HC_ENUM("wd4_rule", 2, WD4_BLUFF, HC_NAMES("free", "strict", "bluff")),
    [SHED_WD4_FAIL_EXTRA] = HC_INT("wd4_fail_extra", 0, 10, 2),
    [SHED_STACKING] =
        HC_ENUM("stacking", 3, STACKING_NONE, HC_NAMES("none", "same", "upward", "any")),
    [SHED_PROGRESSIVE_DRAW] = HC_BOOL("progressive_draw", 1),
    [SHED_JUMP_IN] = HC_BOOL("jump_in", 0),
    [SHED_JUMP_IN_WILDS] = HC_BOOL("jump_in_wilds", 0),
    [SHED_JUMP_IN_DRAW] = HC_ENUM("jump_in_draw", 1, JUMP_CANCEL, HC_NAMES("cancel", "add")),
    [SHED_SEVEN_SWAP] = HC_BOOL("seven_swap", 0),
    [SHED_ZERO_PASS] = HC_BOOL("zero_pass", 0),
    [SHED_SEVEN_ZERO_LAST] = HC_ENUM("seven_zero_last", 1, LAST_WINS, HC_NAMES("win", "effect")),
    [SHED_DRAW_ON_OUT] = HC_BOOL("draw_on_out", 1),
    [SHED_UNO_CALL] = HC_BOOL("uno_call", 1),
    [SHED_UNO_CALL_AT] = HC_ENUM("uno_call_at", 2, CALL_BOTH, HC_NAMES("pre", "post", "both")),
    [SHED_UNO_CHALLENGE_UNTIL] =
        HC_ENUM("uno_challenge_until", 1, UNTIL_NEXT_ACTION, HC_NAMES("next_action", "cleared")),
    [SHED_UNO_PENALTY] = HC_INT("uno_penalty", 1, 10, 2),
    [SHED_UNO_BAD_CHALLENGE_PENALTY] = HC_INT("uno_bad_challenge_penalty", 0, 10, 0),
    [SHED_MATCH_MODE] = HC_ENUM("match_mode", 1, MATCH_POINTS, HC_NAMES("single", "points")),
    [SHED_SCORE_MODE] =
        HC_ENUM("score_mode", 1, SCORE_WINNER_TAKES, HC_NAMES("winner_takes", "penalty")),
    [SHED_ZERO_RESETS_SCORE] =
        HC_ENUM("zero_resets_score", 2, ZERO_OFF, HC_NAMES("off", "round", "total")),
    [SHED_ON_EXHAUST] =
        HC_ENUM("on_exhaust", 1, EXHAUST_RESHUFFLE, HC_NAMES("reshuffle", "end_lowest")),
    [SHED_STALEMATE] =
        HC_ENUM("stalemate", 1, STALEMATE_LOWEST_HAND, HC_NAMES("lowest_hand", "no_winner")),
    [SHED_ON_DISCONNECT] =
        HC_ENUM("on_disconnect", 2, DISCONNECT_PAUSE, HC_NAMES("pause", "skip", "drop")),
    [SHED_PUBLIC_DISCARD] = HC_ENUM("public_discard", 1, 0, HC_NAMES("top", "full")),
    [SHED_MERCY_LIMIT] = HC_INT("mercy_limit", 0, 108, 0),
};

static const struct hc_option wide_options[] = {
    [SHED_POINTS_TO_WIN] = HC_INT("points_to_win", 1, 10000, 500),
    [SHED_UNO_CHALLENGE_MS] = HC_INT("uno_challenge_ms", 0, 3600000, 0),
    [SHED_TURN_MS] = HC_INT("turn_ms", 0, 2147483647, 0),
    [SHED_SEED] = HC_SEED(),
};

static const struct hc_preset presets[] = {
    {"official", ""},
    {"first2shed",
     "first_wild=reshuffle start_rule=seat0 play_after_draw=any auto_pass=false wd4_rule=free "
     "uno_call=false match_mode=single"},
    {"lite",
     "deck=lite72 max_players=2 start_rule=seat0 must_play=true auto_pass=false wd4_rule=free "
     "uno_call=false match_mode=single"},
    {"host", "first_wild=none wd4_rule=free uno_call=false on_disconnect=pause"},
    {"party", "stacking=same jump_in=true seven_swap=true zero_pass=true draw_mode=until_playable"},
    {"brutal", "first_action=redraw draw_mode=until_playable must_play_drawn=true wd4_rule=free "
               "stacking=upward seven_swap=true zero_pass=true match_mode=single mercy_limit=25"},
};

static const struct hc_alias aliases[] = {
    {"maxPlayers", NULL, NULL, "max_players"},
    {"pointsToWin", "match_mode=points", NULL, "points_to_win"},
    {"initialCards", NULL, NULL, "initial_cards"},
    {"startingHandSize", NULL, NULL, "initial_cards"},
    {"allowStacking", "stacking=same", "stacking=none", NULL},
    {"forcePlay", "must_play=true must_play_drawn=true", "must_play=false must_play_drawn=false",
     NULL},
    {"allowWildDrawFourOnAny", "wd4_rule=free", "wd4_rule=bluff", NULL},
    {"allowMultipleSkips", NULL, NULL, "multi_skip"},
    {"zeroResetsScore", "zero_resets_score=round", "zero_resets_score=off", NULL},
    {"jumpIn", NULL, NULL, "jump_in"},
    {"sevenZero", "seven_swap=true zero_pass=true", "seven_swap=false zero_pass=false", NULL},
    {"progressiveDraw", NULL, NULL, "progressive_draw"},
};

static const struct hc_verb verbs[SHED_VERBS] = {
    [SHED_PLAY] = {.name = "play",
                   .takes =
                       HC_TAKES_CARD | HC_TAKES_COLOR_KEY | HC_TAKES_TARGET_KEY | HC_TAKES_FLAG,
                   .flag = "uno"},
    [SHED_DRAW] = HC_VERB("draw", 0),
    [SHED_PASS] = HC_VERB("pass", 0),
    [SHED_COLOR] = HC_VERB("color", HC_TAKES_COLOR),
    [SHED_TARGET] = HC_VERB("target", HC_TAKES_SEAT),
    [SHED_CHALLENGE] = HC_VERB("challenge", 0),
    [SHED_UNO] = HC_VERB("uno", HC_SIDE),
    [SHED_CATCH] = HC_VERB("catch", HC_SIDE | HC_TAKES_SEAT),
    [SHED_JUMP] = {.name = "jump",
                   .takes = HC_SIDE | HC_TAKES_CARD | HC_TAKES_COLOR_KEY | HC_TAKES_TARGET_KEY |
                            HC_TAKES_FLAG,
                   .flag = "uno"},
    [SHED_START] = HC_HOUSE_VERB("start", START),
    [SHED_NEXT] = HC_HOUSE_VERB("next", NEXT),
    [SHED_FLIP] = HC_HOUSE_VERB("flip", STEP),
    [SHED_TIMEOUT] = HC_HOUSE_SEAT_VERB("timeout", TIMEOUT),
    [SHED_LEAVE] = HC_HOUSE_SEAT_VERB("leave", LEAVE),
    [SHED_RETURN] = HC_HOUSE_SEAT_VERB("return", RETURN),
    [SHED_DROP] = HC_HOUSE_SEAT_VERB("drop", DROP),
    [SHED_JOIN] = HC_HOUSE_SEAT_VERB("join", JOIN),
    [SHED_END] = HC_HOUSE_VERB("end", END),
};

/* clang-format off */
static const struct hc_phase phases[SHED_PHASES] = {
    [SHED_LOBBY] = {"lobby", HC_AWAITS_HOUSE, {"StateLobby", "waiting_for_players", NULL}, {NULL, "ready_to_start", NULL}},
    [SHED_DEALING] = {"dealing", HC_AWAITS_HOUSE, {"StateDealing", "in_progress", "PLAYING"}, {0}},
    [SHED_INITIAL_CARD] = {"initial_card", HC_AWAITS_HOUSE, {"StateSettingInitialCard", "in_progress", "PLAYING"}, {0}},
    [SHED_RESOLVING] = {"resolving", HC_AWAITS_HOUSE, {"StateResolvingCard", "in_progress", "PLAYING"}, {0}},
    [SHED_PLAYER_TURN] = {"player_turn", HC_AWAITS_TURN, {"StatePlayerTurn", "in_progress", "PLAYING"}, {0}},
    [SHED_AWAIT_COLOR] = {"await_color", HC_AWAITS_TURN, {"StateAwaitingColorChoice", "in_progress", "PLAYING"}, {0}},
    [SHED_AWAIT_TARGET] = {"await_target", HC_AWAITS_TURN, {"StateResolvingCard", "in_progress", "PLAYING"}, {0}},
    [SHED_AWAIT_PENALTY] = {"await_penalty", HC_AWAITS_TURN, {"StateResolvingCard", "in_progress", "PLAYING"}, {0}},
    [SHED_PAUSED] = {"paused", HC_AWAITS_HOUSE, {NULL, "in_progress", "PAUSED_WAITING_PLAYER"}, {0}},
    [SHED_ROUND_OVER] = {"round_over", HC_AWAITS_HOUSE, {NULL, "in_progress", "ROUND_ENDED"}, {0}},
    [SHED_GAME_OVER] = {"game_over", HC_AWAITS_NOBODY, {"StateGameOver", "finished", "ENDED"}, {0}},
};

static const char *const phase_names[SHED_PHASES] = {
    "lobby", "dealing", "initial_card", "resolving", "player_turn", "await_color", "await_target",
    "await_penalty", "paused", "round_over", "game_over",
};

static const struct hc_fact facts[] = {
    HC_FACT(shed, phase, NAME, .names = phase_names, .name_count = SHED_PHASES),
    HC_FACT(shed, turn, SEAT, .sight = HC_FOR_ALL),
    HC_FACT(shed, direction, DIRECTION, .common = HC_COMMON_DIRECTION),
    HC_FACT(shed, color, COLOR, .sight = HC_FOR_ALL, .headline = 1),
    HC_FACT(shed, color_before, COLOR, .sight = HC_FOR_ALL),
    HC_FACT(shed, round, NUMBER, .common = HC_COMMON_ROUND),
    HC_FACT(shed, starter, SEAT, .sight = HC_FOR_ALL),
    HC_FACT(shed, pending, NUMBER, .sight = HC_FOR_ALL, .headline = 1),
    HC_FACT(shed, stacked, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, cancels, BOOL, .sight = HC_FOR_ALL),
    HC_FACT(shed, drawn, CARD, .sight = HC_FOR_TURN),
    HC_FACT(shed, has_drawn, BOOL, .sight = HC_FOR_ALL),
    HC_FACT(shed, skip_run, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, stall, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, called, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, vulnerable, SEATS, .sight = HC_FOR_NOBODY),
    HC_FACT(shed, active, SEATS, .common = HC_COMMON_IN),
    HC_FACT(shed, gone, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, knocked_out, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, orphans, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, resume, NAME, .names = phase_names, .name_count = SHED_PHASES),
    HC_FACT(shed, fresh, BOOL, .sight = HC_FOR_ALL),
    HC_FACT(shed, top_player, SEAT, .sight = HC_FOR_ALL),
    HC_FACT(shed, round_winners, SEATS, .common = HC_COMMON_ROUND_WINNERS),
    HC_FACT(shed, match_winners, SEATS, .common = HC_COMMON_MATCH_WINNERS),
    HC_FACT(shed, verdict, NUMBER, .sight = HC_FOR_NOBODY),
    HC_FACT_EACH(shed, window_ms, NUMBER, .sight = HC_FOR_NOBODY),
    HC_FACT_EACH(shed, scores, NUMBER, .common = HC_COMMON_POINTS),
    HC_FACT(shed, matching, NUMBER, .sight = HC_FOR_NOBODY),
};

static const char *const reasons[REASONS + 1] = {
    [REASON_TURN] = "turn",       [REASON_PENALTY] = "penalty",     [REASON_CHALLENGE] = "challenge",
    [REASON_OUT] = "out",         [REASON_UNO] = "uno",             [REASON_BAD_CATCH] = "bad_catch",
    [REASON_TIMEOUT] = "timeout", [REASON_INITIAL] = "initial",
};

static const char *const color_symbols[] = {"▲", "●", "■", "◆"};
static const enum hc_paint color_paints[] = {HC_PAINT_RED, HC_PAINT_BLUE, HC_PAINT_GREEN,
                                             HC_PAINT_YELLOW};

static const struct hc_event_kind events[SHED_EVENTS] = {
    [SHED_PLAYER_JOINED] = HC_EVENT("player_joined", "v"),
    [SHED_GAME_STARTED] = HC_EVENT("game_started", ""),
    [SHED_ROUND_STARTED] = HC_EVENT("round_started", "vs"),
    [SHED_DEALT] = HC_EVENT("dealt", "n"),
    [SHED_INITIAL_REJECTED] = HC_EVENT("initial_rejected", "c"),
    [SHED_PILE_SHUFFLED] = HC_EVENT("pile_shuffled", "n"),
    [SHED_INITIAL] = HC_EVENT("initial_card", "c"),
    [SHED_JUMPED_IN] = HC_EVENT("jumped_in", "sc"),
    [SHED_CARD_PLAYED] = HC_EVENT("card_played", "sc"),
    [SHED_WD4_JUDGED] = {.name = "wd4_judged", .args = "s", .sight = HC_FOR_NOBODY},
    [SHED_WINDOW_OPENED] = {.name = "window_opened", .args = "s", .sight = HC_FOR_NOBODY},
    [SHED_AWAITING_COLOR] = HC_EVENT("awaiting_color", "s"),
    [SHED_AWAITING_TARGET] = HC_EVENT("awaiting_target", "s"),
    [SHED_COLOR_CHOSEN] = HC_EVENT("color_chosen", "sC"),
    [SHED_DIRECTION] = HC_EVENT("direction", "v"),
    [SHED_SKIPPED] = HC_EVENT("skipped", "s"),
    [SHED_DREW] = {.name = "drew", .args = "snr", .names = reasons},
    [SHED_PASSED] = HC_EVENT("passed", "s"),
    [SHED_PENALTY_PENDING] = HC_EVENT("penalty_pending", "sv"),
    [SHED_HAND_REVEALED] = {.name = "hand_revealed", .args = "so", .is_set = true},
    [SHED_CHALLENGED] = {.name = "challenge", .args = "sb"},
    [SHED_UNO_CALLED] = HC_EVENT("uno_called", "s"),
    [SHED_UNO_CAUGHT] = HC_EVENT("uno_caught", "so"),
    [SHED_UNO_CATCH_FAILED] = HC_EVENT("uno_catch_failed", "so"),
    [SHED_HANDS_SWAPPED] = HC_EVENT("hands_swapped", "so"),
    [SHED_HANDS_PASSED] = HC_EVENT("hands_passed", "v"),
    [SHED_RESHUFFLED] = HC_EVENT("reshuffled", "n"),
    [SHED_KNOCKED_OUT] = HC_EVENT("knocked_out", "s"),
    [SHED_TIMED_OUT] = HC_EVENT("timeout", "s"),
    [SHED_STALEMATED] = HC_EVENT("stalemate", ""),
    [SHED_ROUND_WON] = HC_EVENT("round_won", "sv"),
    [SHED_ROUND_DRAWN] = HC_EVENT("round_drawn", ""),
    [SHED_SCORED] = HC_EVENT("scored", "sv"),
    [SHED_GAME_WON] = HC_EVENT("game_won", "m"),
    [SHED_GAME_ENDED] = HC_EVENT("game_ended", ""),
    [SHED_PAUSE_BEGAN] = HC_EVENT("paused", "s"),
    [SHED_PAUSE_ENDED] = HC_EVENT("resumed", "s"),
    [SHED_PLAYER_AWAY] = HC_EVENT("player_away", "s"),
    [SHED_PLAYER_BACK] = HC_EVENT("player_back", "s"),
    [SHED_PLAYER_LEFT] = HC_EVENT("player_left", "s"),
    [SHED_TURN] = HC_EVENT("turn", "s"),
};
/* clang-format on */

static const struct hc_pile_kind piles[PILES] = {
    [PILE_DRAW] = HC_PILE("draw", NONE, HC_NONE),
    [PILE_DISCARD] = HC_PILE("discard", TOP, SHED_PUBLIC_DISCARD),
};

static bool shed_matches(unsigned face, unsigned top, unsigned color)
{
    return (face_bits(face) & matching_bits(color, top)) != 0;
}

static bool may_call(const struct hc_view *view, const struct shed *s)
{
    for (unsigned seat = 0; view->rules.byte[SHED_UNO_CALL] && seat < view->seats; seat++) {
        unsigned cards = view->hand[seat].count;

        if ((cards == 1 || cards == 2) && !(s->called >> seat & 1))
            return true;
    }
    return false;
}

static uint32_t shed_open_verbs(const struct hc_view *view)
{
    const struct shed *s = (const struct shed *)view->state;
    uint32_t calls = may_call(view, s) ? 1u << SHED_UNO : 0;

    switch (s->phase) {
    case SHED_PLAYER_TURN:
        return calls | 1u << (s->has_drawn ? SHED_PASS : SHED_DRAW);
    case SHED_AWAIT_PENALTY:
        if (view->rules.byte[SHED_WD4_RULE] == WD4_BLUFF &&
            view->face[view->pile[PILE_DISCARD].start] == FACE_WD4)
            calls |= 1u << SHED_CHALLENGE;
        return calls | 1u << SHED_DRAW;
    default:
        return calls;
    }
}

static unsigned shed_goal(const struct hc_rules *rules, unsigned players)
{
    (void)players;
    return rules->byte[SHED_MATCH_MODE] == MATCH_POINTS ? rules->wide[SHED_POINTS_TO_WIN] : 0;
}

static const struct hc_match_length lengths[] = {
    {"round", "match_mode=single"},
    {"few", "match_mode=points points_to_win=150"},
    {"official", "match_mode=points points_to_win=500"},
};

const struct hc_game hc_game_shed = {
    .name = "shed",
    .options = {.narrow = options,
                .narrow_count = HC_COUNT(options),
                .wide = wide_options,
                .wide_count = HC_COUNT(wide_options),
                .presets = presets,
                .preset_count = HC_COUNT(presets),
                .aliases = aliases,
                .alias_count = HC_COUNT(aliases)},
    .deck_option = SHED_DECK,
    .seats_min_option = SHED_MIN_PLAYERS,
    .seats_max_option = SHED_MAX_PLAYERS,
    .dealt_option = SHED_INITIAL_CARDS,
    .decks = decks,
    .grammar = {.verbs = verbs,
                .verb_count = HC_COUNT(verbs),
                .colors = "RBGY",
                .color_symbols = color_symbols,
                .color_paints = color_paints},
    .phases = phases,
    .facts = facts,
    .events = events,
    .piles = piles,
    .phase_count = HC_COUNT(phases),
    .fact_count = HC_COUNT(facts),
    .event_count = HC_COUNT(events),
    .pile_count = HC_COUNT(piles),
    .lengths = lengths,
    .length_count = HC_COUNT(lengths),
    .tried = &(const struct hc_tried){SHED_CATCH, 1, SHED_UNO_CALL},
    .counted = {[HC_COUNTED_PLAYED] = "card_played", [HC_COUNTED_CAUGHT] = "uno_caught"},
    .open = shed_open,
    .decide = shed_decide,
    .apply = shed_apply,
    .actions = shed_actions,
    .check = shed_check,
    .settle = shed_settle,
    .worth = shed_worth,
    .plain = shed_plain,
    .slips = 14,
    .recall = shed_recall,
    .needs = shed_needs,
    .goal = shed_goal,
    .matches = shed_matches,
    .open_verbs = shed_open_verbs,
    .advise = shed_advise,
};
