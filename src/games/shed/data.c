// SPDX-License-Identifier: MIT
/* data.c: the tables of shed: cards, options, presets, verbs, phases, facts, events. */
#include "games/shed/shed.h"

/* clang-format off */
#define NUMBER(first, value, letter, color)                                                       \
    [first + value] = {letter #value, color " " #value, value, NULL, (first) / VALUES}
#define COLOR_FACES(first, letter, color)                                                         \
    NUMBER(first, 0, letter, color), NUMBER(first, 1, letter, color),                             \
    NUMBER(first, 2, letter, color), NUMBER(first, 3, letter, color),                             \
    NUMBER(first, 4, letter, color), NUMBER(first, 5, letter, color),                             \
    NUMBER(first, 6, letter, color), NUMBER(first, 7, letter, color),                             \
    NUMBER(first, 8, letter, color), NUMBER(first, 9, letter, color),                             \
    [first + VALUE_SKIP] = {letter "S", color " Skip", 20, "The next player loses the turn.",     \
                            (first) / VALUES},                                                    \
    [first + VALUE_REVERSE] = {letter "R", color " Reverse", 20,                                  \
                               "The direction of play turns round.", (first) / VALUES},           \
    [first + VALUE_DRAW_TWO] = {letter "T", color " Draw Two", 20,                                \
                                "The next player draws two cards and loses the turn.",            \
                                (first) / VALUES}

static const struct hc_face faces[FACES] = {
    COLOR_FACES(0, "R", "Red"),
    COLOR_FACES(13, "B", "Blue"),
    COLOR_FACES(26, "G", "Green"),
    COLOR_FACES(39, "Y", "Yellow"),
    [FACE_WILD] = {"WW", "Wild", 50, "Name the colour that is played on.", HC_NONE},
    [FACE_WD4] = {"WF", "Wild Draw Four", 50,
                  "Name the colour; the next player draws four and loses the turn.", HC_NONE},
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

#define VALUES_OF(...)                    ((const char *const[]){__VA_ARGS__})
#define BOOL(default_, text)              HC_OPTION_BOOL, 0, 1, default_, NULL, text
#define INT(min, max, default_, text)     HC_OPTION_INT, min, max, default_, NULL, text
#define ENUM(max, default_, values, text) HC_OPTION_ENUM, 0, max, default_, values, text

static const struct hc_option options[SHED_OPTIONS] = {
    [SHED_DECK] = {"deck", ENUM(1, 0, VALUES_OF("standard108", "lite72"),
                                "which cards: 108, or 72 without zeros, actions and wilds")},
    [SHED_MIN_PLAYERS] = {"min_players", INT(2, 10, 2, "fewer players cannot start, or go on")},
    [SHED_MAX_PLAYERS] = {"max_players", INT(2, 10, 10, "more players cannot join")},
    [SHED_INITIAL_CARDS] = {"initial_cards", INT(1, 20, 7, "cards dealt to each player")},
    [SHED_FIRST_WILD] =
        {"first_wild",
         ENUM(
             2, FIRST_WILD_CHOOSE, VALUES_OF("choose", "none", "reshuffle"),
             "a Wild as the first card: the starter names a colour, it has none, or it goes back")},
    [SHED_FIRST_ACTION] =
        {"first_action",
         ENUM(2, FIRST_ACTION_APPLY, VALUES_OF("apply", "ignore", "redraw"),
              "an action card as the first card: it works, it does nothing, or it goes back")},
    [SHED_START_RULE] = {"start_rule",
                         ENUM(3, START_ROTATE, VALUES_OF("rotate", "seat0", "winner", "random"),
                              "who starts a round")},
    [SHED_REVERSE_TWO] =
        {"reverse_two", ENUM(1, REVERSE_TWO_SKIP, VALUES_OF("skip", "plain"),
                             "with two players a Reverse gives another turn, or just turns round")},
    [SHED_MULTI_SKIP] = {"multi_skip", BOOL(0, "the n-th Skip in a row skips n players")},
    [SHED_DRAW_MODE] = {"draw_mode",
                        ENUM(1, DRAW_ONE, VALUES_OF("one", "until_playable"),
                             "a draw takes one card, or goes on until one can be played")},
    [SHED_MUST_PLAY] = {"must_play", BOOL(0, "whoever can play may not draw")},
    [SHED_MUST_PLAY_DRAWN] = {"must_play_drawn",
                              BOOL(0, "a drawn card that can be played must be played")},
    [SHED_PLAY_AFTER_DRAW] = {"play_after_draw",
                              ENUM(2, AFTER_DRAW_DRAWN_ONLY, VALUES_OF("drawn_only", "any", "none"),
                                   "what may be played after a draw")},
    [SHED_AUTO_PASS] = {"auto_pass",
                        BOOL(1,
                             "a draw after which nothing can be played ends the turn by itself")},
    [SHED_WD4_RULE] = {"wd4_rule", ENUM(2, WD4_BLUFF, VALUES_OF("free", "strict", "bluff"),
                                        "a Wild Draw Four is always legal, refused when illegal, "
                                        "or a bluff that may be challenged")},
    [SHED_WD4_FAIL_EXTRA] = {"wd4_fail_extra", INT(0, 10, 2, "extra cards for a wrong challenge")},
    [SHED_STACKING] = {"stacking",
                       ENUM(3, STACKING_NONE, VALUES_OF("none", "same", "upward", "any"),
                            "which draw cards may answer a penalty")},
    [SHED_PROGRESSIVE_DRAW] = {"progressive_draw",
                               BOOL(1, "answered penalties add up; otherwise the last one counts")},
    [SHED_JUMP_IN] = {"jump_in", BOOL(0, "the identical card may be played out of turn")},
    [SHED_JUMP_IN_WILDS] = {"jump_in_wilds", BOOL(0, "wild cards may be jumped in too")},
    [SHED_JUMP_IN_DRAW] =
        {"jump_in_draw",
         ENUM(1, JUMP_CANCEL, VALUES_OF("cancel", "add"),
              "a jumped-in draw card replaces the penalty below it, or adds to it")},
    [SHED_SEVEN_SWAP] = {"seven_swap", BOOL(0, "a Seven exchanges hands with another player")},
    [SHED_ZERO_PASS] = {"zero_pass", BOOL(0, "a Zero passes all hands on")},
    [SHED_SEVEN_ZERO_LAST] =
        {"seven_zero_last",
         ENUM(1, LAST_WINS, VALUES_OF("win", "effect"),
              "going out on a moving Seven or Zero wins, or moves the hands first")},
    [SHED_DRAW_ON_OUT] = {"draw_on_out",
                          BOOL(1,
                               "a draw card played last is still drawn before points are counted")},
    [SHED_UNO_CALL] = {"uno_call", BOOL(1, "the last card but one must be called")},
    [SHED_UNO_CALL_AT] = {"uno_call_at",
                          ENUM(2, CALL_BOTH, VALUES_OF("pre", "post", "both"),
                               "when UNO may be called: with two cards, with one, or either")},
    [SHED_UNO_CHALLENGE_UNTIL] = {"uno_challenge_until",
                                  ENUM(1, UNTIL_NEXT_ACTION, VALUES_OF("next_action", "cleared"),
                                       "how long a forgotten call can be caught")},
    [SHED_UNO_PENALTY] = {"uno_penalty", INT(1, 10, 2, "cards for being caught")},
    [SHED_UNO_BAD_CHALLENGE_PENALTY] = {"uno_bad_challenge_penalty",
                                        INT(0, 10, 0,
                                            "cards for a wrong catch; 0 refuses it instead")},
    [SHED_MATCH_MODE] = {"match_mode", ENUM(1, MATCH_POINTS, VALUES_OF("single", "points"),
                                            "one round, or rounds until a score is reached")},
    [SHED_SCORE_MODE] =
        {"score_mode",
         ENUM(1, SCORE_WINNER_TAKES, VALUES_OF("winner_takes", "penalty"),
              "the winner scores all other hands, or everybody their own and the lowest wins")},
    [SHED_ZERO_RESETS_SCORE] = {"zero_resets_score",
                                ENUM(2, ZERO_OFF, VALUES_OF("off", "round", "total"),
                                     "a Zero that ends the round scores nothing, or every Zero "
                                     "clears its player's score")},
    [SHED_ON_EXHAUST] =
        {"on_exhaust", ENUM(1, EXHAUST_RESHUFFLE, VALUES_OF("reshuffle", "end_lowest"),
                            "an empty draw pile is refilled from the discards, or ends the round")},
    [SHED_STALEMATE] = {"stalemate",
                        ENUM(1, STALEMATE_LOWEST_HAND, VALUES_OF("lowest_hand", "no_winner"),
                             "who wins when nobody can go on")},
    [SHED_ON_DISCONNECT] =
        {"on_disconnect",
         ENUM(2, DISCONNECT_PAUSE, VALUES_OF("pause", "skip", "drop"),
              "a lost player: the table waits, plays on by time-outs, or goes on without")},
    [SHED_PUBLIC_DISCARD] = {"public_discard", ENUM(1, 0, VALUES_OF("top", "full"),
                                                    "how much of the discard pile a view shows")},
    [SHED_MERCY_LIMIT] = {"mercy_limit",
                          INT(0, 108, 0,
                              "a hand of this size is knocked out of the round; 0: never")},
};

static const struct hc_option wide_options[] = {
    [SHED_POINTS_TO_WIN] = {"points_to_win", INT(1, 10000, 500, "the score that ends the match")},
    [SHED_UNO_CHALLENGE_MS] =
        {"uno_challenge_ms",
         INT(0, 3600000, 0, "milliseconds in which a forgotten call can be caught; 0: no limit")},
    [SHED_TURN_MS] = {"turn_ms",
                      INT(0, 2147483647, 0,
                          "milliseconds for a turn, measured by the caller; 0: no limit")},
    [SHED_SEED] = {"seed", HC_OPTION_SEED, 0, 0, 0, NULL,
                   "a number that makes the match reproducible; without it the system's entropy"},
};

static const struct hc_preset presets[] = {
    {"official", "the publisher's rules: every option at its default", ""},
    {"first2shed", "a plain game with free Wild Draw Fours and no calls",
     "first_wild=reshuffle start_rule=seat0 play_after_draw=any auto_pass=false wd4_rule=free "
     "uno_call=false match_mode=single"},
    {"lite", "two players, numbers only, whoever can play must",
     "deck=lite72 max_players=2 start_rule=seat0 must_play=true auto_pass=false wd4_rule=free "
     "uno_call=false match_mode=single"},
    {"host", "a first Wild has no colour, and the table waits for lost players",
     "first_wild=none wd4_rule=free uno_call=false on_disconnect=pause"},
    {"party", "stacking, jumping in, Seven and Zero, drawing until one can play",
     "stacking=same jump_in=true seven_swap=true zero_pass=true draw_mode=until_playable"},
    {"brutal", "stacks that grow, hands that move, and no mercy beyond 25 cards",
     "first_action=redraw draw_mode=until_playable must_play_drawn=true wd4_rule=free "
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
    [SHED_PLAY] = {"play", HC_TAKES_CARD | HC_TAKES_COLOR_KEY | HC_TAKES_TARGET_KEY | HC_TAKES_FLAG,
                   "Play", NULL, "uno"},
    [SHED_DRAW] = {"draw", 0, "Draw", NULL, NULL},
    [SHED_PASS] = {"pass", 0, "Pass", NULL, NULL},
    [SHED_COLOR] = {"color", HC_TAKES_COLOR, "Name the colour", NULL, NULL},
    [SHED_TARGET] = {"target", HC_TAKES_SEAT, "Exchange hands with", NULL, NULL},
    [SHED_CHALLENGE] = {"challenge", 0, "Challenge the Wild Draw Four", NULL, NULL},
    [SHED_UNO] = {"uno", HC_SIDE, "Call UNO!", NULL, NULL},
    [SHED_CATCH] = {"catch", HC_SIDE | HC_TAKES_SEAT, "Catch", NULL, NULL},
    [SHED_JUMP] = {"jump",
                   HC_SIDE | HC_TAKES_CARD | HC_TAKES_COLOR_KEY | HC_TAKES_TARGET_KEY |
                       HC_TAKES_FLAG,
                   "Jump in with", NULL, "uno"},
    [SHED_START] = {"start", HC_FROM_HOUSE, "Start the match", NULL, NULL},
    [SHED_NEXT] = {"next", HC_FROM_HOUSE, "Start the next round", NULL, NULL},
    [SHED_FLIP] = {"flip", HC_FROM_HOUSE, "Turn the first card", NULL, NULL},
    [SHED_TIMEOUT] = {"timeout", HC_FROM_HOUSE | HC_TAKES_SEAT, "Time is up for", NULL, NULL},
    [SHED_LEAVE] = {"leave", HC_FROM_HOUSE | HC_TAKES_SEAT, "Lost", NULL, NULL},
    [SHED_RETURN] = {"return", HC_FROM_HOUSE | HC_TAKES_SEAT, "Back", NULL, NULL},
    [SHED_DROP] = {"drop", HC_FROM_HOUSE | HC_TAKES_SEAT, "Go on without", NULL, NULL},
    [SHED_JOIN] = {"join", HC_FROM_HOUSE | HC_TAKES_SEAT, "Sit down", NULL, NULL},
    [SHED_END] = {"end", HC_FROM_HOUSE, "End the match", NULL, NULL},
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
    HC_FACT(shed, direction, DIRECTION, .sight = HC_FOR_ALL),
    HC_FACT(shed, color, COLOR, .sight = HC_FOR_ALL, .headline = 1),
    HC_FACT(shed, color_before, COLOR, .sight = HC_FOR_ALL),
    HC_FACT(shed, round, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, starter, SEAT, .sight = HC_FOR_ALL),
    HC_FACT(shed, pending, NUMBER, .sight = HC_FOR_ALL, .headline = 1, .label = "penalty"),
    HC_FACT(shed, stacked, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, cancels, BOOL, .sight = HC_FOR_ALL),
    HC_FACT(shed, drawn, CARD, .sight = HC_FOR_TURN),
    HC_FACT(shed, has_drawn, BOOL, .sight = HC_FOR_ALL),
    HC_FACT(shed, skip_run, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, stall, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT(shed, called, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, vulnerable, SEATS, .sight = HC_FOR_NOBODY),
    HC_FACT(shed, active, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, gone, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, knocked_out, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, orphans, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, resume, NAME, .names = phase_names, .name_count = SHED_PHASES),
    HC_FACT(shed, fresh, BOOL, .sight = HC_FOR_ALL),
    HC_FACT(shed, top_player, SEAT, .sight = HC_FOR_ALL),
    HC_FACT(shed, round_winners, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, match_winners, SEATS, .sight = HC_FOR_ALL),
    HC_FACT(shed, verdict, NUMBER, .sight = HC_FOR_NOBODY),
    HC_FACT_EACH(shed, window_ms, NUMBER, .sight = HC_FOR_NOBODY),
    HC_FACT_EACH(shed, scores, NUMBER, .sight = HC_FOR_ALL, .label = "score"),
    HC_FACT(shed, matching, NUMBER, .sight = HC_FOR_NOBODY),
};

static const char *const reasons[REASONS + 1] = {
    [REASON_TURN] = "turn",       [REASON_PENALTY] = "penalty",     [REASON_CHALLENGE] = "challenge",
    [REASON_OUT] = "out",         [REASON_UNO] = "uno",             [REASON_BAD_CATCH] = "bad_catch",
    [REASON_TIMEOUT] = "timeout", [REASON_INITIAL] = "initial",
};

static const char *const verdicts[] = {"legal", "a bluff", NULL};
static const char *const color_names[] = {"red", "blue", "green", "yellow"};

static const struct hc_event_kind events[SHED_EVENTS] = {
    [SHED_PLAYER_JOINED] = {"player_joined", "v", "A player sits down at seat %v.", HC_FOR_ALL, NULL, false},
    [SHED_GAME_STARTED] = {"game_started", "", "The match begins.", HC_FOR_ALL, NULL, false},
    [SHED_ROUND_STARTED] = {"round_started", "vs", "Round %v begins.", HC_FOR_ALL, NULL, false},
    [SHED_DEALT] = {"dealt", "n", "The cards are dealt.", HC_FOR_ALL, NULL, false},
    [SHED_INITIAL_REJECTED] = {"initial_rejected", "c", "The first card would be %c; it goes back and the pile is shuffled.", HC_FOR_ALL, NULL, false},
    [SHED_PILE_SHUFFLED] = {"pile_shuffled", "n", "The draw pile is shuffled.", HC_FOR_ALL, NULL, false},
    [SHED_INITIAL] = {"initial_card", "c", "The first card is %c.", HC_FOR_ALL, NULL, false},
    [SHED_JUMPED_IN] = {"jumped_in", "sc", "%s [jumps|jump] in out of turn.", HC_FOR_ALL, NULL, false},
    [SHED_CARD_PLAYED] = {"card_played", "sc", "%s [plays|play] %c.", HC_FOR_ALL, NULL, false},
    [SHED_WD4_JUDGED] = {"wd4_judged", "s", "", HC_FOR_NOBODY, NULL, false},
    [SHED_WINDOW_OPENED] = {"window_opened", "s", "", HC_FOR_NOBODY, NULL, false},
    [SHED_AWAITING_COLOR] = {"awaiting_color", "s", "%s must name a colour.", HC_FOR_ALL, NULL, false},
    [SHED_AWAITING_TARGET] = {"awaiting_target", "s", "%s must choose whose hand to take.", HC_FOR_ALL, NULL, false},
    [SHED_COLOR_CHOSEN] = {"color_chosen", "sC", "%s [names|name] the colour %C.", HC_FOR_ALL, NULL, false},
    [SHED_DIRECTION] = {"direction", "v", "The direction turns round.", HC_FOR_ALL, NULL, false},
    [SHED_SKIPPED] = {"skipped", "s", "%s [loses the|lose your] turn.", HC_FOR_ALL, NULL, false},
    [SHED_DREW] = {"drew", "snr", "%s [draws|draw] %c.", HC_FOR_ALL, reasons, false},
    [SHED_PASSED] = {"passed", "s", "%s [passes|pass].", HC_FOR_ALL, NULL, false},
    [SHED_PENALTY_PENDING] = {"penalty_pending", "sv", "%s [faces|face] a penalty of %v {card|cards}.", HC_FOR_ALL, NULL, false},
    [SHED_HAND_REVEALED] = {"hand_revealed", "so", "%s [shows the|show your] hand to %o: %c.", HC_FOR_ALL, NULL, true},
    [SHED_CHALLENGED] = {"challenge", "sb", "%s [challenges|challenge] the Wild Draw Four: it was %r.", HC_FOR_ALL, verdicts, false},
    [SHED_UNO_CALLED] = {"uno_called", "s", "%s [calls|call] UNO!", HC_FOR_ALL, NULL, false},
    [SHED_UNO_CAUGHT] = {"uno_caught", "so", "%s [catches|catch] %o without a call.", HC_FOR_ALL, NULL, false},
    [SHED_UNO_CATCH_FAILED] = {"uno_catch_failed", "so", "%s [is|are] wrong to catch %o.", HC_FOR_ALL, NULL, false},
    [SHED_HANDS_SWAPPED] = {"hands_swapped", "so", "%s [exchanges|exchange] hands with %o.", HC_FOR_ALL, NULL, false},
    [SHED_HANDS_PASSED] = {"hands_passed", "v", "All hands move on to the next player.", HC_FOR_ALL, NULL, false},
    [SHED_RESHUFFLED] = {"reshuffled", "n", "The discards are shuffled into the draw pile.", HC_FOR_ALL, NULL, false},
    [SHED_KNOCKED_OUT] = {"knocked_out", "s", "%s [holds|hold] too many cards and [is|are] knocked out.", HC_FOR_ALL, NULL, false},
    [SHED_TIMED_OUT] = {"timeout", "s", "%s [has|have] run out of time.", HC_FOR_ALL, NULL, false},
    [SHED_STALEMATED] = {"stalemate", "", "Nobody can go on.", HC_FOR_ALL, NULL, false},
    [SHED_ROUND_WON] = {"round_won", "sv", "%s [wins|win] the round and %v {point|points}.", HC_FOR_ALL, NULL, false},
    [SHED_ROUND_DRAWN] = {"round_drawn", "", "The round has no winner.", HC_FOR_ALL, NULL, false},
    [SHED_SCORED] = {"scored", "sv", "%s [has|have] %v {point|points} now.", HC_FOR_ALL, NULL, false},
    [SHED_GAME_WON] = {"game_won", "m", "%m [wins|win] the match!", HC_FOR_ALL, NULL, false},
    [SHED_GAME_ENDED] = {"game_ended", "", "The match ends without a winner.", HC_FOR_ALL, NULL, false},
    [SHED_PAUSE_BEGAN] = {"paused", "s", "%s [is|are] away; the table waits.", HC_FOR_ALL, NULL, false},
    [SHED_PAUSE_ENDED] = {"resumed", "s", "%s [is|are] back.", HC_FOR_ALL, NULL, false},
    [SHED_PLAYER_AWAY] = {"player_away", "s", "%s [is|are] away; the game goes on.", HC_FOR_ALL, NULL, false},
    [SHED_PLAYER_BACK] = {"player_back", "s", "%s [is|are] back.", HC_FOR_ALL, NULL, false},
    [SHED_PLAYER_LEFT] = {"player_left", "s", "%s [has|have] left the match.", HC_FOR_ALL, NULL, false},
    [SHED_TURN] = {"turn", "s", "%s [has|have] the turn.", HC_FOR_ALL, NULL, false},
};
/* clang-format on */

static const struct hc_pile_kind piles[PILES] = {
    [PILE_DRAW] = {"draw", HC_SHOW_NONE, HC_NONE, HC_NONE},
    [PILE_DISCARD] = {"discard", HC_SHOW_TOP, SHED_PUBLIC_DISCARD, HC_NONE},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

const struct hc_game hc_game_shed = {
    .name = "shed",
    .title = "Shed: get rid of your cards, and say so in time",
    .options = {.narrow = options,
                .narrow_count = COUNT(options),
                .wide = wide_options,
                .wide_count = COUNT(wide_options),
                .presets = presets,
                .preset_count = COUNT(presets),
                .aliases = aliases,
                .alias_count = COUNT(aliases)},
    .deck_option = SHED_DECK,
    .seats_min_option = SHED_MIN_PLAYERS,
    .seats_max_option = SHED_MAX_PLAYERS,
    .dealt_option = SHED_INITIAL_CARDS,
    .decks = decks,
    .grammar = {.verbs = verbs,
                .verb_count = COUNT(verbs),
                .colors = "RBGY",
                .color_names = color_names},
    .phases = phases,
    .facts = facts,
    .events = events,
    .piles = piles,
    .phase_count = COUNT(phases),
    .fact_count = COUNT(facts),
    .event_count = COUNT(events),
    .pile_count = COUNT(piles),
    .points = "scores",
    .counted = {[HC_COUNTED_PLAYED] = "card_played", [HC_COUNTED_CAUGHT] = "uno_caught"},
    .open = shed_open,
    .decide = shed_decide,
    .apply = shed_apply,
    .actions = shed_actions,
    .check = shed_check,
    .settle = shed_settle,
    .worth = shed_worth,
    .needs = shed_needs,
    .advise = shed_advise,
};
