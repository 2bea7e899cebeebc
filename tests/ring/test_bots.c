// SPDX-License-Identifier: MIT
/*
 * test_bots.c: players that are programs. Whatever the game and its rules, a bot gives a command
 * that it may give, the same one for the same view and dice, and the same one in two worlds that
 * its seat cannot tell apart. In positions made by hand the better bots do what a sound player
 * would. Then hints, which are what the best of them thinks.
 *
 * HC_SEED repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "redeal.h"
#include "seed.h"
#include "table/table.h"
#include "ring/place.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    SMALL_BUDGET = 30,  /* where strength does not matter */
    GOOD_BUDGET = 500,  /* where it does */
    CHOICES_EACH = 5,   /* that are looked at in one random match */
    COMMANDS_BEFORE = 8 /* at most, between two of them */
};

static uint64_t base_seed;
static struct hc_table table;
static struct hc_view view;
static struct hc_dice dice;
static const char *rules_text;

static void must(bool fact, const char *what, const struct hc_bot *bot)
{
    if (!fact)
        fail_msg("%s: %s (HC_SEED=%llu: game %s, rules \"%s\", %u seats, event %u)", bot->name,
                 what, (unsigned long long)base_seed, hc_game_of(&table)->name, rules_text,
                 table.seats, table.seq);
}

/* What a bot chooses; its scratch memory is exactly as large as it asked for. */
static struct hc_command choose(const struct hc_bot *bot, const struct hc_actions *actions,
                                uint32_t budget, uint64_t number)
{
    size_t bytes = bot->scratch_bytes ? bot->scratch_bytes(budget) : 1;
    struct hc_mind mind = {.budget = budget, .scratch = malloc(bytes), .scratch_bytes = bytes};
    struct hc_command command;
    uint8_t seed[HC_SEED_BYTES];

    assert_non_null(mind.scratch);
    memset(mind.scratch, 0xa5, bytes); /* nothing may be taken for granted there */
    hc_seed_from_number(number, seed);
    hc_dice_open(&mind.dice, seed, 1, 0);
    memset(&command, 0x5a, sizeof command);
    bot->choose(&view, actions, &mind, &command);
    free(mind.scratch);
    return command;
}

static bool is_same(const struct hc_command *a, const struct hc_command *b)
{
    return !memcmp(a, b, sizeof *a);
}

static bool is_among(const struct hc_actions *actions, const struct hc_command *command)
{
    for (uint32_t i = 0; i < actions->ways; i++) {
        struct hc_command listed;

        hc_actions_at(actions, i, &listed);
        if (is_same(&listed, command))
            return true;
    }
    return false;
}

/* ---- Every bot, every game ------------------------------------------------------------------- */

/* One of the given commands, or none where the seat may wait. */
static void must_be_allowed(const struct hc_bot *bot, const struct hc_actions *actions,
                            const struct hc_command *command)
{
    if (command->verb == HC_NONE)
        must(hc_table_awaits(&table) != view.viewer, "waits in its own turn", bot);
    else
        must(is_among(actions, command), "gives a command that was not offered", bot);
}

/* Keeps one choice of all, so that the bot has to live with it. */
static void check_subset(const struct hc_bot *bot, uint64_t number)
{
    struct hc_actions one = {.count = 1};
    struct hc_command command;

    one.choice[0] = view.actions.choice[hc_dice_below(&dice, view.actions.count)];
    one.ways = one.choice[0].ways;
    command = choose(bot, &one, SMALL_BUDGET, number);
    must_be_allowed(bot, &one, &command);
}

static void check_choice(const struct hc_bot *bot, unsigned seat, uint64_t number)
{
    struct hc_command command, again;
    struct hc_table other;

    hc_view(&table, seat, 0, &view);
    if (!view.actions.ways)
        return;
    command = choose(bot, &view.actions, SMALL_BUDGET, number);
    must_be_allowed(bot, &view.actions, &command);
    again = choose(bot, &view.actions, SMALL_BUDGET, number);
    must(is_same(&command, &again), "changes its mind", bot);
    redeal(&table, hc_box_known(&table.box, seat), &dice, &other);
    hc_view(&other, seat, 0, &view);
    again = choose(bot, &view.actions, SMALL_BUDGET, number);
    must(is_same(&command, &again), "knows what its seat cannot know", bot);
    check_subset(bot, number);
}

static bool play_on(void)
{
    unsigned seat = hc_table_awaits(&table);
    struct hc_actions actions;
    struct hc_command command;
    static struct hc_events events;

    if (seat == HC_NONE)
        return false;
    hc_actions(&table, seat, 0, &actions);
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways), &command);
    assert_int_equal(hc_submit(&table, seat, &command, 0, &events), HC_OK);
    return true;
}

static void check_match(const struct hc_bot *bot, const struct hc_game *game, const char *text,
                        unsigned seats, uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    rules_text = text;
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 2, 0);
    assert_true(hc_rules_parse(game, text, &rules, &why));
    if (hc_table_open(&table, game, &rules, seats, seed) != HC_OK)
        return; /* so many cannot play */
    for (unsigned i = 0; i < CHOICES_EACH; i++) {
        for (uint32_t n = 1 + hc_dice_below(&dice, COMMANDS_BEFORE); n; n--)
            if (!play_on())
                return;
        for (unsigned s = 0; s < seats; s++)
            check_choice(bot, s, number + i);
    }
}

static void bots_keep_the_rules(void **state)
{
    const struct hc_bot *bot;

    (void)state;
    for (size_t b = 0; (bot = hc_bot_at(b)); b++)
        for (size_t g = 0; hc_game_at(g); g++)
            for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++)
                for (unsigned seats = 2; seats <= HC_SEATS_MAX; seats++)
                    check_match(bot, hc_game_at(g), hc_preset_at(hc_game_at(g), p)->name, seats,
                                base_seed + g * 1000 + p * 100 + seats);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static void names_are_read(void **state)
{
    static const struct {
        const char *text, *name; /* NULL: no bot */
        uint32_t budget;
    } rows[] = {
        {"easy", "easy", 0},
        {"fair", "fair", 0},
        {"strong", "strong", HC_HINT_BUDGET},
        {"strong:50", "strong", 50},
        {"easy:5", NULL, 0},
        {"random", "random", 0},
        {"rule", "rule", 0},
        {"greedy", "greedy", 0},
        {"search", "search", HC_HINT_BUDGET},
        {"search:1", "search", 1},
        {"search:2500", "search", 2500},
        {"search:1000000", "search", HC_BUDGET_MAX},
        {"", NULL, 0},
        {"searc", NULL, 0},
        {"searches", NULL, 0},
        {":5", NULL, 0},
        {"search:", NULL, 0},
        {"search:0", NULL, 0},
        {"search:1000001", NULL, 0},
        {"search:99999999999999999999", NULL, 0},
        {"search:-5", NULL, 0},
        {"search:5x", NULL, 0},
        {"search:5:6", NULL, 0},
        {"search 5", NULL, 0},
        {"greedy:5", NULL, 0},
        {"random:", NULL, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint32_t budget = 77;
        const struct hc_bot *bot = hc_bot_parse(rows[i].text, strlen(rows[i].text), &budget);

        if (!bot != !rows[i].name || (bot && strcmp(bot->name, rows[i].name)))
            fail_msg("\"%s\" is read as %s", rows[i].text, bot ? bot->name : "no bot");
        if (bot)
            assert_int_equal(budget, rows[i].budget);
    }
}

/* The text ends where the caller says, whatever comes behind it: names stand in lists. */
static void names_end_in_time(void **state)
{
    uint32_t budget;

    (void)state;
    assert_string_equal(hc_bot_parse("greedy,random", 6, &budget)->name, "greedy");
    assert_string_equal(hc_bot_parse("search:300,random", 10, &budget)->name, "search");
    assert_int_equal(budget, 300);
}

/* ---- Forgetting -------------------------------------------------------------------------------
 */

/* A bot that notes what it has in mind, and does the first of it. */
static struct hc_actions in_mind;

static void note(const struct hc_view *seen, const struct hc_actions *actions, struct hc_mind *mind,
                 struct hc_command *command)
{
    (void)seen;
    (void)mind;
    in_mind = *actions;
    hc_actions_at(actions, 0, command);
}

static const struct hc_bot noting = {.name = "noting", .choose = note};
static const struct hc_bot noting_blindly = {.name = "blind", .blind = true, .choose = note};

/* In how many of 4,000 moments a seat forgets. Then just its side actions are gone, and the same
 * moment is always forgotten. */
static unsigned count_forgotten(unsigned percent, unsigned seat)
{
    struct hc_mind mind = {.forget = (uint8_t)percent, .key = {1, 2, 3}};
    struct hc_view then = view;
    struct hc_command command;
    unsigned forgotten = 0;

    then.viewer = (uint8_t)seat;
    for (then.seq = 0; then.seq < 4000; then.seq++) {
        struct hc_actions once;
        unsigned side = 0, ways = 0;

        assert_true(hc_bot_turn(&noting, &then, &mind, &command));
        once = in_mind;
        assert_true(hc_bot_turn(&noting, &then, &mind, &command));
        assert_memory_equal(&once, &in_mind, sizeof once);
        for (unsigned c = 0; c < once.count; c++) {
            side += hc_is_side_action(view.game, once.choice[c].verb);
            ways += once.choice[c].ways;
        }
        assert_int_equal(once.ways, ways);
        if (once.count == view.actions.count)
            continue;
        assert_true(once.count == 2 && side == 0);
        forgotten++;
    }
    return forgotten;
}

/* How many of 4,000 times a bot says something. */
static unsigned count_turns(const struct hc_bot *bot, unsigned percent)
{
    struct hc_mind mind = {.forget = (uint8_t)percent};
    struct hc_command command;
    unsigned said = 0;

    hc_dice_open(&mind.dice, mind.key, 99, 0);
    for (unsigned i = 0; i < 4000; i++)
        said += hc_bot_turn(bot, &view, &mind, &command);
    return said;
}

/* Whoever is awaited thinks of something, if it is all there is; out of turn a blind bot keeps
 * quiet every other time, and nobody speaks who has forgotten what there was to say. */
static void bots_take_their_turn(void **state)
{
    (void)state;
    place(&table, "shed", "", 2, "hand 0 R1 R2; hand 1 Y1; discard R5; vulnerable 1");
    hc_view(&table, 0, 0, &view);
    assert_int_equal(hc_view_awaits(&view), 0);
    assert_int_equal(count_turns(&noting, 100), 4000);
    assert_int_equal(count_turns(&noting_blindly, 0), 4000);
    view.actions.choice[0] = view.actions.choice[view.actions.count - 1];
    view.actions.count = 1;
    view.actions.ways = view.actions.choice[0].ways;
    assert_true(hc_is_side_action(view.game, view.actions.choice[0].verb));
    assert_int_equal(count_turns(&noting, 100), 4000);
    hc_view(&table, 1, 0, &view);
    assert_true(view.actions.ways);
    assert_int_equal(count_turns(&noting, 0), 4000);
    assert_int_equal(count_turns(&noting, 100), 0);
    /* 2,000 are expected, with a standard deviation of 32. */
    assert_in_range(count_turns(&noting_blindly, 0), 1800, 2200);
}

static void bots_forget(void **state)
{
    unsigned seldom;

    (void)state;
    place(&table, "shed", "", 2, "hand 0 R1 R2; hand 1 Y1 Y2 Y3; discard R5");
    hc_view(&table, 0, 0, &view);
    assert_int_equal(view.actions.count, 3); /* play, draw, uno */
    assert_int_equal(count_forgotten(0, 0), 0);
    assert_int_equal(count_forgotten(100, 0), 4000);
    /* 800 are expected, with a standard deviation of 25. */
    seldom = count_forgotten(20, 1);
    assert_in_range(seldom, 675, 925);
    assert_int_not_equal(seldom, count_forgotten(20, 0));
}

/* ---- What a sound player does ---------------------------------------------------------------- */

enum { GREEDY = 1, SEARCH = 2, BOTH = 3, RULE = 4, ALL = 7 };

static const struct act {
    const char *why;
    unsigned who; /* must do it */
    const char *game, *rules;
    unsigned seats;
    const char *position;
    const char *sees;  /* "1 0": before the commands seat 1 looks at the hand of seat 0 */
    const char *lacks; /* "0 R*": and everybody learns that seat 0 holds no red */
    const char *commands;
    unsigned seat;
    const char *want; /* how the command begins; with a '!' before it, how it must not begin */
} acts[] = {
    {"calls with two cards, one of which can be played", ALL, "shed", "", 2,
     "hand 0 R1 R2; hand 1 Y1 Y2 Y3; discard R5; draw B1 B2 B3 B4", "", "", "", 0, "uno"},
    {"does not call when it cannot play", BOTH, "shed", "", 2,
     "hand 0 G1 G2; hand 1 Y1 Y2 Y3; discard R5; draw B1 B2 B3 B4", "", "", "", 0, "!uno"},
    {"calls late rather than never", BOTH, "shed", "", 2,
     "hand 0 R1 R2; hand 1 Y1 Y2 Y3; discard R5; draw B1 B2 B3 B4", "", "", "0 play R1", 0, "uno"},
    {"catches who forgot", ALL, "shed", "", 2,
     "hand 0 G1 G2 G3; hand 1 R1 R2; discard R5; turn 1; draw B1 B2 B3 B4", "", "", "1 play R1", 0,
     "catch 1"},
    {"catches nobody who called", BOTH, "shed", "", 2,
     "hand 0 G1 G2 G3; hand 1 R1 R2; discard R5; turn 1; draw B1 B2 B3 B4", "", "",
     "1 uno; 1 play R1", 0, "!catch"},
    {"waits where a wrong catch costs cards", BOTH, "shed", "uno_bad_challenge_penalty=2", 3,
     "hand 0 G1 G2 G3; hand 1 R1 R2; hand 2 Y1 Y2 Y3; discard R5; turn 1; draw B1 B2 B3 B4", "", "",
     "1 uno; 1 play R1", 0, "!catch"},
    {"challenges when it knows of the colour", BOTH, "shed", "", 2,
     "hand 0 WF R1 R2; hand 1 Y1 Y2 Y3; discard R5; draw B1 B2 B3 B4 B5 B6 B7 B8 B9", "1 0", "",
     "0 play WF color=B", 1, "challenge"},
    {"challenges a large hand by rule of thumb", GREEDY, "shed", "", 2,
     "hand 0 WF B1 B2 B3 B4 B5 B6 B7 B8; hand 1 Y1 Y2 Y3; discard R5; draw G1 G2 G3 G4 G6 G7 G8",
     "", "", "0 play WF color=B", 1, "challenge"},
    {"does not challenge a small one", GREEDY | RULE, "shed", "", 2,
     "hand 0 WF B1 B2 B3 B4 B5; hand 1 Y1 Y2 Y3; discard R5; draw G1 G2 G3 G4 G6 G7 G8", "", "",
     "0 play WF color=B", 1, "draw"},
    {"does not challenge who lacks the colour", BOTH, "shed", "wd4_fail_extra=10", 2,
     "hand 0 WF B1 B2 B3 B4 B5; hand 1 Y1 Y2 Y3; discard R5; draw G1 G2 G3 G4 G6 G7 G8", "", "0 R*",
     "0 play WF color=B", 1, "draw"},
    {"stacks rather than draws eight", BOTH, "shed", "stacking=same", 2,
     "hand 0 RT Y9 Y8; hand 1 B1 B2 B3; discard BT; phase await_penalty; pending 8; top_player 1; "
     "draw G1 G2 G3 G4 G5 G6 G7 G8 G9 R1 R2 R3",
     "", "", "", 0, "play RT"},
    {"jumps in when it may", BOTH, "shed", "jump_in=true", 3,
     "hand 0 G1 G2 G3; hand 1 R5 Y2 Y3 Y4; hand 2 R5 B1 B2 B3; discard R9; turn 2; draw G6 G7", "",
     "", "2 play R5", 1, "jump R5"},
    {"names the colour that it holds", BOTH, "shed", "", 2,
     "hand 0 B1 B2; hand 1 Y1 Y2 Y3 Y4; discard WW R1; phase await_color; top_player 0; called 0; "
     "draw R2 R3 R4 R6",
     "", "", "", 0, "color B"},
    {"names the colour that it holds most of", GREEDY | RULE, "shed", "", 2,
     "hand 0 B1 B2 B3 B8 G4; hand 1 Y1 Y2 Y3 Y4; discard WW R1; phase await_color; top_player 0; "
     "draw R2 R3 R4 R6",
     "", "", "", 0, "color B"},
    {"plays a Wild in that colour", GREEDY, "shed", "", 2,
     "hand 0 WW B1 B2 B3 G4; hand 1 Y1 Y2 Y3 Y4; discard R5; draw R2 R3 R4 R6", "", "", "", 0,
     "play WW color=B"},
    {"takes the smallest hand", BOTH, "shed", "seven_swap=true", 3,
     "hand 0 R1 R2 R3 R4 B6; hand 1 Y1 Y2 Y3 Y4; hand 2 G1; discard R7; phase await_target; "
     "top_player 0; draw B1 B2 B3 B4",
     "", "", "", 0, "target 2"},
    {"goes out when it can", BOTH, "shed", "", 2,
     "hand 0 R1; hand 1 Y1 Y2 Y3; discard R5; called 0; draw B1 B2 B3 B4", "", "", "", 0,
     "play R1"},
    {"sees three moves ahead: Skip, Skip, out", BOTH, "shed", "", 2,
     "hand 0 RS BS B4; hand 1 Y1 Y2 Y3 Y4 Y5; discard YS R1; draw G1 G2 G3 G4 G5 G6", "", "", "", 0,
     "play RS"},
    {"names the colour for it: Wild Draw Four, Skip, out", GREEDY, "shed", "", 2,
     "hand 0 WF GS G4; hand 1 Y1 Y2 Y3 Y4 Y5; discard R1; draw B1 B2 B3 B4 B5 B6", "", "", "", 0,
     "play WF color=G"},
    {"does not bluff", GREEDY | RULE, "shed", "", 2,
     "hand 0 WF R6 G4 G6 G7; hand 1 Y1 Y2 Y3 Y4; discard R5; draw B1 B2 B3 B4", "", "", "", 0,
     "play R6"},
    {"plays a Wild rather than a Wild Draw Four", RULE, "shed", "", 2,
     "hand 0 WF WW G4 G6 Y7; hand 1 Y1 Y2 Y3 Y4; discard R5; draw B1 B2 B3 B4", "", "", "", 0,
     "play WW color=G"},
    {"never challenges", RULE, "shed", "", 2,
     "hand 0 WF B1 B2 B3 B4 B5 B6 B7 B8; hand 1 Y1 Y2 Y3; discard R5; draw G1 G2 G3 G4", "", "",
     "0 play WF color=B", 1, "draw"},

    {"keeps a Baron beside a low card", RULE, "two", "", 2,
     "hand 0 3 4; hand 1 2; draw 1 1 1 3; set_aside 5", "", "", "", 0, "play 4"},
    {"plays it beside a high one", RULE, "two", "", 2,
     "hand 0 3 6; hand 1 2; draw 1 1 1 3; set_aside 5", "", "", "", 0, "play 3"},
    {"keeps the Princess", ALL, "two", "", 2, "hand 0 8 7; hand 1 2; draw 1 1 1 3; set_aside 5", "",
     "", "", 0, "play 7"},
    {"keeps her in the newer edition too", BOTH, "two", "ed2019", 2,
     "hand 0 9 1; hand 1 2; draw 1 1 1 3; set_aside 5", "", "", "", 0, "play 1"},
    {"guesses what the Priest saw", BOTH, "two", "", 2,
     "hand 0 1 4; hand 1 5; draw 1 1 1 3; set_aside 8", "0 1", "", "", 0,
     "play 1 target=1 guess=5"},
    {"guesses it of two players too", GREEDY, "two", "", 3,
     "hand 0 1 4; hand 1 5; hand 2 2; draw 1 1 1 3; set_aside 8", "0 1", "", "", 0,
     "play 1 target=1 guess=5"},
    {"guesses what is most likely", GREEDY | RULE, "two", "", 2,
     "hand 0 1 1; hand 1 8; draw 5 5; set_aside 3; face_up 1 1 1 2 2 3 4 4 6 7", "", "", "", 0,
     "play 1 target=1 guess=5"},
    {"does not guess what was guessed in vain", BOTH, "two", "", 2,
     "hand 0 1 1; hand 1 8; draw 5 5; set_aside 3; face_up 1 1 1 2 2 3 4 4 6 7", "", "1 5", "", 0,
     "!play 1 target=1 guess=5"},
    {"keeps the better card", GREEDY | RULE, "two", "", 2,
     "hand 0 2 5; hand 1 1; draw 1 1 1 3 4 6; set_aside 8", "", "", "", 0, "play 2"},
    {"rather not if it was seen", GREEDY, "two", "", 2,
     "hand 0 2 5; hand 1 1; draw 1 1 1 3 4 6; set_aside 8", "1 0", "", "", 0, "play 5"},
    {"hides behind the Handmaid when its card was seen", BOTH, "two", "", 2,
     "hand 0 4 7; hand 1 1; draw 1 1 1 3; set_aside 8", "1 0", "", "", 0, "play 4"},
    {"strikes with the Baron from above", BOTH, "two", "", 2,
     "hand 0 3 7; hand 1 2; draw 1 1 1 3; set_aside 5", "0 1", "", "", 0, "play 3 target=1"},
    {"gives the Prince to whoever holds the Princess", BOTH, "two", "", 2,
     "hand 0 5 4; hand 1 8; draw 1 1 1 3; set_aside 5", "0 1", "", "", 0, "play 5 target=1"},
};

static void learn(const struct act *act)
{
    char copy[PLACE_CHARS], *rest = copy, *seat;

    if (*act->sees)
        hc_box_look(&table.box, (unsigned)(act->sees[2] - '0'), (unsigned)(act->sees[0] - '0'));
    strcpy(copy, act->lacks);
    seat = next_word(&rest, " ");
    if (seat)
        hc_box_lack(&table.box, (unsigned)(*seat - '0'), faces_like(&table, rest));
}

static void check_act(const struct act *act, const struct hc_bot *bot)
{
    place(&table, act->game, act->rules, act->seats, act->position);
    learn(act);
    give(&table, act->commands);
    hc_view(&table, act->seat, 0, &view);
    for (unsigned number = 0; number < 4; number++) {
        struct hc_command command;
        const char *want = act->want + (*act->want == '!');
        char text[HC_COMMAND_CHARS] = "";
        bool does = false;

        if (view.actions.ways) {
            command = choose(bot, &view.actions, GOOD_BUDGET, base_seed + number);
            if (command.verb != HC_NONE)
                hc_command_print(view.game, &view.rules, &command, text, sizeof text);
            does = !strncmp(text, want, strlen(want));
        }
        if (does == (*act->want == '!'))
            fail_msg("%s: %s: \"%s\", not \"%s\"", bot->name, act->why, text, act->want);
    }
}

static void acts_are_done(void **state)
{
    uint32_t budget;

    (void)state;
    for (size_t i = 0; i < COUNT(acts); i++) {
        if (acts[i].who & GREEDY)
            check_act(&acts[i], hc_bot_parse("greedy", 6, &budget));
        if (acts[i].who & RULE)
            check_act(&acts[i], hc_bot_parse("rule", 4, &budget));
        if (acts[i].who & SEARCH)
            check_act(&acts[i], hc_bot_parse("search", 6, &budget));
    }
}

/* ---- Hints ------------------------------------------------------------------------------------
 */

static unsigned hint(uint32_t budget, uint64_t number, struct hc_hint hints[HC_HINTS_MAX])
{
    void *scratch = malloc(hc_hint_bytes(budget));
    uint8_t seed[HC_SEED_BYTES];
    unsigned count;

    assert_non_null(scratch);
    memset(scratch, 0xa5, hc_hint_bytes(budget));
    hc_seed_from_number(number, seed);
    memset(hints, 0, HC_HINTS_MAX * sizeof *hints);
    count = hc_hint(&view, seed, budget, scratch, hints);
    free(scratch);
    return count;
}

/* Every command once, tries within the budget, shares that are shares. */
static void check_hints(uint32_t budget, uint64_t number)
{
    struct hc_hint hints[HC_HINTS_MAX], again[HC_HINTS_MAX];
    unsigned count = hint(budget, number, hints);
    uint32_t tries = 0, ways = view.actions.ways;

    assert_int_equal(count, ways < HC_HINTS_MAX ? ways : HC_HINTS_MAX);
    assert_int_equal(hint(budget, number, again), count);
    assert_memory_equal(hints, again, count * sizeof *hints);
    for (unsigned i = 0; i < count; i++) {
        assert_true(is_among(&view.actions, &hints[i].command));
        for (unsigned j = 0; j < i; j++)
            assert_false(is_same(&hints[i].command, &hints[j].command));
        assert_true(hints[i].tries > 0);
        assert_in_range(hints[i].win_permille, 0, 1000);
        /* What comes first may be a call, which needs no thought. */
        if (i > 1)
            assert_true(hints[i].tries <= hints[i - 1].tries);
        tries += hints[i].tries;
    }
    /* However small the budget, every command is tried once in each round of the comparison. */
    assert_true(tries <= (budget > 8 * ways ? budget : 8 * ways));
}

static void hints_are_complete(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (unsigned seats = 2; seats <= 4; seats++) {
            uint8_t seed[HC_SEED_BYTES];
            struct hc_problem why;
            struct hc_rules rules;

            hc_seed_from_number(base_seed + seats, seed);
            hc_dice_open(&dice, seed, 2, 0);
            assert_true(hc_rules_parse(hc_game_at(g), "", &rules, &why));
            assert_int_equal(hc_table_open(&table, hc_game_at(g), &rules, seats, seed), HC_OK);
            for (unsigned i = 0; i < 12 && play_on(); i++)
                for (unsigned s = 0; s < seats; s++) {
                    hc_view(&table, s, 0, &view);
                    if (view.actions.ways) {
                        check_hints(1, base_seed + i);
                        check_hints(200, base_seed + i);
                    }
                }
        }
}

static void nothing_to_do_no_hint(void **state)
{
    struct hc_hint hints[HC_HINTS_MAX];

    (void)state;
    place(&table, "shed", "", 2, "hand 0 R1 R2 R3; hand 1 Y1 Y2 Y3; discard R5; draw B1 B2");
    hc_view(&table, 1, 0, &view);
    assert_int_equal(hint(100, 1, hints), 0);
    hc_view(&table, HC_SPECTATOR, 0, &view);
    assert_int_equal(hint(100, 1, hints), 0);
    hc_view(&table, 0, 0, &view);
    assert_int_equal(hint(0, 1, hints), 0);
    assert_true(hint(100, 1, hints) > 0);
}

/* The first hint is the command to give, and it promises most. */
static void best_hint_first(void **state)
{
    static const struct {
        const char *game;
        unsigned seats;
        const char *position, *first;
        unsigned least_permille;
    } rows[] = {
        {"shed", 2, "hand 0 RS BS B4; hand 1 Y1 Y2 Y3 Y4 Y5; discard YS R1; draw G1 G2 G3 G4",
         "play RS", 850},
        {"shed", 2, "hand 0 R1 R2; hand 1 Y1 Y2 Y3; discard R5; draw B1 B2 B3 B4", "uno", 0},
        {"shed", 2, "hand 0 R9 RS; hand 1 R1; discard R5; called 0 1; draw G1 G2 G3 G4", "play RS",
         850},
        {"two", 2, "hand 0 8 7; hand 1 2; draw 1 1 1 3; set_aside 5", "play 7", 0},
        {"two", 2, "hand 0 3 8; hand 1 2; draw 1 1 1 3; set_aside 5", "play 3 target=1", 900},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (uint64_t number = 0; number < 5; number++) {
            struct hc_hint hints[HC_HINTS_MAX];
            char text[HC_COMMAND_CHARS];

            place(&table, rows[i].game, "", rows[i].seats, rows[i].position);
            hc_view(&table, 0, 0, &view);
            assert_true(hint(GOOD_BUDGET, base_seed + number, hints) > 0);
            hc_command_print(view.game, &view.rules, &hints[0].command, text, sizeof text);
            assert_string_equal(text, rows[i].first);
            assert_in_range(hints[0].win_permille, rows[i].least_permille, 1000);
        }
}

/* When a bot acts says how long it thought in steps of the delay, and not more. */
static void bots_act_in_steps(void **state)
{
    static const struct {
        uint64_t passed_ms, delay_ms, acts_ms;
    } rows[] = {{0, 700, 700},    {699, 700, 700},   {700, 700, 700},
                {701, 700, 1400}, {1400, 700, 1400}, {1401, 700, 2100},
                {5, 1, 5},        {0, 0, 0},         {9, 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(hc_bot_acts(rows[i].passed_ms, rows[i].delay_ms), rows[i].acts_ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),        cmocka_unit_test(names_end_in_time),
        cmocka_unit_test(bots_forget),           cmocka_unit_test(bots_take_their_turn),
        cmocka_unit_test(acts_are_done),         cmocka_unit_test(best_hint_first),
        cmocka_unit_test(nothing_to_do_no_hint), cmocka_unit_test(hints_are_complete),
        cmocka_unit_test(bots_keep_the_rules),   cmocka_unit_test(bots_act_in_steps),
    };

    base_seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
