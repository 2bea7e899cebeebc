// SPDX-License-Identifier: MIT
/*
 * test_sound.c: a view that a server made up is refused, with a sentence, and never reaches a bot
 * or a page. Each row is the view of a position with some members replaced. That the views of real
 * matches are accepted is for test_games.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/view_json.h"
#include "table/shown.h"
#include "table/sound.h"
#include "table/table.h"
#include "ring/place.h"

enum { VIEW_BYTES = 1 << 14, NOBODY = HC_SPECTATOR };

static struct hc_table table;

/* Seat 0 is to play on red 9; two players. */
#define SHED "hand 0 R1 R2 B5; hand 1 Y1 Y2; discard R9"
/* Seat 0 is to play with a guard and a handmaid; three players. */
#define TWO "hand 0 1 4; hand 1 2; hand 2 3; set_aside 8"

static const struct {
    const char *why, *game, *rules;
    unsigned seats, viewer;
    const char *position;
    const char *members;  /* what the server says instead */
    const char *sentence; /* part of the refusal; NULL: accepted */
} rows[] = {
    {"as it is", "shed", "", 2, 0, SHED, "{}", NULL},
    {"fewer actions than there are", "shed", "", 2, 0, SHED, "{'actions':['play R2']}", NULL},
    {"a card that is not held", "shed", "", 2, 0, SHED, "{'actions':['play R7']}", "\"play R7\""},
    {"a held card that does not match", "shed", "", 2, 0, SHED, "{'actions':['play B5']}",
     "\"play B5\""},
    {"one of several is not held", "shed", "", 2, 0, SHED,
     "{'actions':['play R1','play R2','play R3','draw']}", "\"play R3\""},
    {"a colour with a card that has one", "shed", "", 2, 0, SHED, "{'actions':['play R1 color=B']}",
     "\"play R1 color=B\""},
    {"a partner with a card that takes none", "shed", "", 2, 0, SHED,
     "{'actions':['play R1 target=1']}", "\"play R1 target=1\""},
    {"a face that the deck lacks, to be played", "shed", "deck=lite72", 2, 0, SHED,
     "{'actions':['play RS']}", "\"play RS\""},
    {"a face that the deck lacks, in the hand", "shed", "deck=lite72", 2, 0, SHED,
     "{'hands':[{'count':3,'cards':['R1','R2','RS']},{'count':2,'cards':[]}],'actions':[]}",
     "a card is there twice"},
    {"a face that there is not", "shed", "", 2, 0, SHED, "{'actions':['play Q7']}", "an action"},
    {"a seat that does not exist, to be caught", "shed", "", 2, 0, SHED, "{'actions':['catch 2']}",
     "an action"},
    {"a seat that holds two cards, to be caught", "shed", "", 2, 0, SHED, "{'actions':['catch 1']}",
     "\"catch 1\""},
    {"a seat that holds one card, to be caught: that hangs on what only the engine knows", "shed",
     "", 2, 0, "hand 0 R1 R2; hand 1 Y1; discard R9", "{'actions':['play R1','draw','catch 1']}",
     NULL},
    {"a seat that has called, to be caught", "shed", "", 2, 0,
     "hand 0 R1 R2; hand 1 Y1; discard R9; called 1", "{'actions':['catch 1']}", "\"catch 1\""},
    {"a call with three cards", "shed", "", 2, 0, SHED, "{'actions':['uno']}", "\"uno\""},
    {"an action in somebody else's turn", "shed", "", 2, 1, SHED, "{'actions':['play Y1']}",
     "\"play Y1\""},
    {"a draw in somebody else's turn", "shed", "", 2, 1, SHED, "{'actions':['draw']}", "\"draw\""},
    {"an action of somebody who looks on", "shed", "", 2, NOBODY, SHED, "{'actions':['draw']}",
     "\"draw\""},
    {"a verb of the house", "shed", "", 2, 0, SHED, "{'actions':['end']}", "\"end\""},
    {"a verb of another phase", "shed", "", 2, 0, SHED, "{'actions':['color R']}", "\"color R\""},
    {"a challenge to no card", "shed", "", 2, 0, SHED, "{'actions':['challenge']}",
     "\"challenge\""},
    {"a pass before a draw", "shed", "", 2, 0, SHED, "{'actions':['pass']}", "\"pass\""},
    {"a second draw", "shed", "", 2, 0, SHED,
     "{'has_drawn':true,'drawn':'R1','actions':['play R1','draw']}", "\"draw\""},
    {"a phase that does not fit the actions", "shed", "", 2, 0, SHED, "{'phase':'await_color'}",
     "does not offer"},
    {"a phase that does not fit the facts", "shed", "", 2, 0, SHED, "{'phase':'await_penalty'}",
     "a penalty waits in the wrong phase"},
    {"nobody's turn while nobody is awaited", "shed", "", 2, 0, SHED,
     "{'phase':'round_over','turn':null,'actions':[]}", "turn"},
    {"nobody plays", "shed", "", 2, 0, SHED, "{'gone':[0,1],'active':[]}", "holds cards"},
    {"an empty hand, and a card to be played", "shed", "", 2, 0, SHED,
     "{'hands':[{'count':0,'cards':[]},{'count':5,'cards':[]}],'actions':['play R1']}",
     "\"play R1\""},
    {"an empty pile to play on", "shed", "", 2, 0, SHED,
     "{'piles':[{'name':'draw','count':103},{'name':'discard','count':0,'cards':[]}]}",
     "the discard pile is empty"},
    {"a view without a card", "shed", "", 2, 0, SHED,
     "{'hands':[{'count':0,'cards':[]},{'count':0,'cards':[]}],"
     "'piles':[{'name':'draw','count':0},{'name':'discard','count':0,'cards':[]}]}",
     "the discard pile is empty"},
    {"a card too few", "shed", "", 2, 0, SHED,
     "{'piles':[{'name':'draw','count':101},{'name':'discard','count':1,'cards':['R9']}]}",
     "the number of cards"},
    {"a third copy", "shed", "", 2, NOBODY, SHED,
     "{'hands':[{'count':3,'cards':['R9','R9']},{'count':2,'cards':[]}]}", "a card is there twice"},
    {"a mark that the table does not set", "shed", "", 2, 0, SHED,
     "{'actions':['play R1'],'marked':['play R1']}", "\"play R1\""},

    {"as it is", "two", "", 3, 0, TWO, "{}", NULL},
    {"a card that is not held", "two", "", 3, 0, TWO, "{'actions':['play 8'],'marked':['play 8']}",
     "\"play 8\""},
    {"a guess that is not allowed", "two", "", 3, 0, TWO, "{'actions':['play 1 target=1 guess=1']}",
     "guess=1"},
    {"a target that may not be chosen", "two", "", 3, 0, TWO,
     "{'actions':['play 1 target=0 guess=2']}", "target=0"},
    {"a target that is protected", "two", "", 3, 0, TWO,
     "{'protected':[2],'actions':['play 1 target=2 guess=2']}", "target=2"},
    {"a card without the target it takes", "two", "", 3, 0, TWO, "{'actions':['play 1']}",
     "\"play 1\""},
    {"a card that may not be kept now", "two", "", 3, 0, TWO, "{'actions':['keep 4']}",
     "\"keep 4\""},
    {"a draw that has happened", "two", "", 3, 0, TWO, "{'actions':['draw']}", "\"draw\""},
    {"a play beside the Countess", "two", "", 3, 0, "hand 0 6 7; hand 1 2; hand 2 3; set_aside 8",
     "{'actions':['play 6 target=1']}", "\"play 6 target=1\""},
    {"the Princess, not marked", "two", "", 3, 0, "hand 0 4 8; hand 1 2; hand 2 3; set_aside 1",
     "{'marked':[]}", "\"play 8\""},
    {"an action in somebody else's turn", "two", "", 3, 1, TWO, "{'actions':['play 2 target=0']}",
     "\"play 2 target=0\""},
    {"a hand of three", "two", "", 3, 0, TWO,
     "{'hands':[{'count':3,'cards':['1','4','5']},{'count':1,'cards':[]},{'count':0,'cards':[]}],"
     "'actions':['play 1 target=1 guess=2']}",
     "a hand has too many cards"},
    {"an action that was begun with a card that is not held", "two", "", 3, 0, TWO,
     "{'pending_face':'5','actions':[]}", "an action is pending"},
};

/* Puts all cards that lie nowhere into the pile that nobody sees: a view has the whole deck. */
static void put_the_rest(void)
{
    const struct hc_game *game = hc_game_of(&table);
    struct hc_cards left = hc_deck_of(game, &table.rules)->cards;

    for (unsigned s = 0; s < table.seats; s++)
        left = hc_but(left, table.box.hand[s]);
    for (unsigned p = 0; p < game->pile_count; p++)
        left = hc_but(left, hc_box_pile_cards(&table.box, p));
    while (hc_any(left))
        hc_box_put_pile(&table.box, hc_pile_find(game, "draw", HC_NONE), hc_take_lowest(&left),
                        false);
    assert_null(hc_table_check(&table));
}

/* The JSON of a row: quotes are written as ' there. */
static json_t *read_members(const char *text)
{
    char copy[1000];
    json_t *json;

    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *quote = copy; (quote = strchr(quote, '\'')); quote++)
        *quote = '"';
    json = json_loads(copy, 0, NULL);
    assert_non_null(json);
    return json;
}

static json_t *json_of(unsigned viewer)
{
    static char text[VIEW_BYTES];
    struct hc_view view;
    json_t *json;

    hc_view(&table, viewer, 0, &view);
    assert_true(hc_view_json(&view, text, sizeof text) < sizeof text);
    json = json_loads(text, 0, NULL);
    assert_non_null(json);
    return json;
}

/* A page's module reads views without a library for JSON. */
static bool is_accepted_by_a_page(const json_t *json)
{
    const struct hc_game *game;
    struct hc_problem why = {0};
    struct hc_view view;
    char *text = json_dumps(json, JSON_COMPACT);
    bool accepted;

    assert_non_null(text);
    assert_true(hc_shown_game(text, strlen(text), &game) && game == hc_game_of(&table));
    accepted = hc_shown_view(text, strlen(text), game, &table.rules, &view, &why) &&
               hc_view_offered(&view, &why);
    assert_true(accepted || *why.text);
    free(text);
    return accepted;
}

static void made_up_views_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *json, *members = read_members(rows[i].members);
        struct hc_problem why = {0};
        struct hc_view view;
        bool read;

        place(&table, rows[i].game, rows[i].rules, rows[i].seats, rows[i].position);
        put_the_rest();
        json = json_of(rows[i].viewer);
        if (!view_read(json, hc_game_of(&table), &table.rules, &view, &why))
            fail_msg("%s: the real view is refused: %s", rows[i].why, why.text);
        assert_int_equal(json_object_update(json, members), 0);
        read = view_read(json, hc_game_of(&table), &table.rules, &view, &why);
        if (read != !rows[i].sentence || (!read && !strstr(why.text, rows[i].sentence)))
            fail_msg("%s, %s: %s", rows[i].game, rows[i].why, read ? "accepted" : why.text);
        if (read != is_accepted_by_a_page(json))
            fail_msg("%s, %s: a page judges another way", rows[i].game, rows[i].why);
        json_decref(members);
        json_decref(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_up_views_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
