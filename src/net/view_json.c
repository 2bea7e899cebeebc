// SPDX-License-Identifier: MIT
/* view_json.c: reading a view. Start reading at view_read(). */
#include "net/view_json.h"

#include <string.h>

#include "core/text.h"
#include "games/game.h"
#include "table/join.h"
#include "table/sound.h"
#include "table/table.h"

struct reading {
    const struct hc_game *game;
    const struct hc_deck *deck;
    struct hc_view *view;
    unsigned end; /* of view->face */
    struct hc_problem *why;
};

static bool wrong(const struct reading *reading, const char *what)
{
    struct hc_text text;

    hc_text_init(&text, reading->why->text, sizeof reading->why->text);
    hc_put(&text, "the view of the table is broken: ");
    hc_put(&text, what);
    return false;
}

static bool read_number(const json_t *json, int64_t min, int64_t max, int64_t *number)
{
    if (!json_is_integer(json) || json_integer_value(json) < min || json_integer_value(json) > max)
        return false;
    *number = json_integer_value(json);
    return true;
}

static bool read_face(const struct reading *reading, const json_t *json, int64_t *face)
{
    const char *code = json_string_value(json);
    unsigned found;

    if (!code)
        return false;
    found = !strcmp(code, "?") ? HC_HIDDEN : hc_face_find(reading->deck, code, strlen(code));
    *face = found;
    return found != HC_NONE;
}

/* ---- Facts ---------------------------------------------------------------------------------- */

/* The largest value that a fact of this width can have. */
static int64_t width_max(const struct hc_fact *fact)
{
    return fact->width >= 8 ? INT64_MAX : (INT64_C(1) << (8 * fact->width - 1)) - 1;
}

static bool read_seats(const struct reading *reading, const json_t *json, int64_t *mask)
{
    *mask = 0;
    if (!json_is_array(json) || json_array_size(json) > reading->view->seats)
        return false;
    for (size_t i = 0; i < json_array_size(json); i++) {
        int64_t seat;

        if (!read_number(json_array_get(json, i), 0, reading->view->seats - 1, &seat))
            return false;
        *mask |= INT64_C(1) << seat;
    }
    return true;
}

static bool read_name(const struct hc_fact *fact, const json_t *json, int64_t *value)
{
    const char *name = json_string_value(json);

    for (*value = 0; name && *value < fact->name_count; ++*value)
        if (!strcmp(fact->names[*value], name))
            return true;
    return false;
}

static bool read_color(const struct reading *reading, const json_t *json, int64_t *value)
{
    const char *colors = reading->game->grammar.colors, *letter = json_string_value(json);
    const char *found = letter && strlen(letter) == 1 ? strchr(colors, *letter) : NULL;

    *value = found ? found - colors : HC_NONE;
    return found;
}

static bool read_value(const struct reading *reading, const struct hc_fact *fact,
                       const json_t *json, int64_t *value)
{
    if (hc_fact_may_be_none(fact) && json_is_null(json)) {
        *value = HC_NONE;
        return true;
    }
    switch (fact->type) {
    case HC_FACT_NUMBER:
        return read_number(json, -width_max(fact), width_max(fact), value);
    case HC_FACT_DIRECTION:
        return read_number(json, -1, 1, value) && *value;
    case HC_FACT_BOOL:
        *value = json_is_true(json);
        return json_is_boolean(json);
    case HC_FACT_SEATS:
        return read_seats(reading, json, value);
    case HC_FACT_NAME:
        return read_name(fact, json, value);
    case HC_FACT_SEAT:
        return read_number(json, 0, reading->view->seats - 1, value);
    case HC_FACT_COLOR:
        return read_color(reading, json, value);
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        return read_face(reading, json, value);
    }
    return false;
}

static bool read_fact(const struct reading *reading, const struct hc_fact *fact, const json_t *json)
{
    int64_t value;

    if (!fact->per_seat) {
        if (!read_value(reading, fact, json, &value))
            return wrong(reading, fact->name);
        hc_fact_set(fact, reading->view->state, 0, value);
        return true;
    }
    if (!json_is_array(json) || json_array_size(json) != reading->view->seats)
        return wrong(reading, fact->name);
    for (unsigned s = 0; s < reading->view->seats; s++) {
        if (!read_value(reading, fact, json_array_get(json, s), &value))
            return wrong(reading, fact->name);
        hc_fact_set(fact, reading->view->state, s, value);
    }
    return true;
}

/* Whose turn it is decides what is visible, so the first facts are read first: phase and turn are
 * the first bytes of every game's state. */
static bool read_facts(const struct reading *reading, const json_t *json)
{
    struct hc_view *view = reading->view;

    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned f = 0; f < reading->game->fact_count; f++) {
            const struct hc_fact *fact = &reading->game->facts[f];

            if ((fact->offset <= HC_STATE_TURN) == (pass == 0) &&
                hc_fact_visible(fact, view->state, view->viewer) &&
                !read_fact(reading, fact, json_object_get(json, fact->name)))
                return false;
        }
    if (view->state[HC_STATE_PHASE] >= reading->game->phase_count)
        return wrong(reading, "phase");
    if (view->state[HC_STATE_TURN] >= view->seats)
        return wrong(reading, "turn");
    return true;
}

/* ---- Cards ---------------------------------------------------------------------------------- */

/* A place with `count` cards. What the list does not reach to, or without a list all, is hidden. */
static bool read_cards(struct reading *reading, const json_t *json, bool listed,
                       struct hc_spot *spot)
{
    const json_t *cards = json_object_get(json, "cards");
    int64_t count, face;

    if (!read_number(json_object_get(json, "count"), 0, HC_CARDS_MAX, &count) ||
        reading->end + count > reading->deck->card_count ||
        (listed && (!json_is_array(cards) || json_array_size(cards) > (size_t)count)))
        return wrong(reading, "cards");
    *spot = (struct hc_spot){(uint8_t)reading->end, (uint8_t)count};
    for (unsigned i = 0; i < count; i++) {
        face = HC_HIDDEN;
        if (listed && i < json_array_size(cards) &&
            !read_face(reading, json_array_get(cards, i), &face))
            return wrong(reading, "there is no such card");
        reading->view->face[reading->end++] = (uint8_t)face;
    }
    return true;
}

/* A hand is sorted, with what is hidden last; nothing is hidden from its owner. */
static bool is_sorted(const struct hc_view *view, unsigned seat)
{
    struct hc_spot spot = view->hand[seat];

    if (seat == view->viewer && spot.count && view->face[spot.start + spot.count - 1] == HC_HIDDEN)
        return false;
    for (unsigned i = 1; i < spot.count; i++)
        if (view->face[spot.start + i - 1] > view->face[spot.start + i])
            return false;
    return true;
}

/* A set of faces; nothing at all is the empty one. */
static bool read_face_set(const struct reading *reading, const json_t *json, uint64_t *faces)
{
    int64_t face;

    *faces = 0;
    if (!json)
        return true;
    if (!json_is_array(json) || json_array_size(json) > HC_FACES_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(json); i++) {
        if (!read_face(reading, json_array_get(json, i), &face) || face == HC_HIDDEN)
            return false;
        *faces |= UINT64_C(1) << face;
    }
    return true;
}

static bool read_hands(struct reading *reading, const json_t *json)
{
    struct hc_view *view = reading->view;

    for (unsigned s = 0; s < view->seats; s++) {
        const json_t *hand = json_array_get(json, s);

        if (!read_cards(reading, hand, true, &view->hand[s]))
            return false;
        if (!is_sorted(view, s) ||
            !read_face_set(reading, json_object_get(hand, "lacks"), &view->lacks[s]) ||
            !read_face_set(reading, json_object_get(hand, "exposed"), &view->exposed[s]))
            return wrong(reading, "a hand");
    }
    return true;
}

static bool read_piles(struct reading *reading, const json_t *json)
{
    size_t at = 0;

    for (unsigned p = 0; p < reading->game->pile_count; p++) {
        const struct hc_pile_kind *kind = &reading->game->piles[p];
        const json_t *pile = json_array_get(json, at);
        const char *name = json_string_value(json_object_get(pile, "name"));

        reading->view->pile[p] = (struct hc_spot){(uint8_t)reading->end, 0};
        if (kind->seat != HC_NONE && kind->seat >= reading->view->seats)
            continue;
        at++;
        if (!name || strcmp(name, kind->name) != 0)
            return wrong(reading, "a pile is missing");
        if (!read_cards(reading, pile, kind->show != HC_SHOW_NONE, &reading->view->pile[p]))
            return false;
    }
    return true;
}

/* ---- Actions -------------------------------------------------------------------------------- */

static bool read_command(const struct reading *reading, const json_t *json,
                         struct hc_command *command)
{
    const char *text = json_string_value(json);

    return text && hc_listed_parse(reading->view, text, strlen(text), command);
}

/* How many commands from the first on are all marked, or all not. The marked ones are a list of
 * their own, in the same order. */
static unsigned same_mark(const json_t *all, size_t first, const json_t *marked, size_t *next,
                          bool *is_marked)
{
    size_t i = first;

    for (; i < json_array_size(all); i++) {
        const char *mark = json_string_value(json_array_get(marked, *next));
        bool here = mark && !strcmp(mark, json_string_value(json_array_get(all, i)));

        if (i == first)
            *is_marked = here;
        else if (here != *is_marked)
            break;
        *next += here;
    }
    return (unsigned)(i - first);
}

static bool read_actions(struct reading *reading, const json_t *all, const json_t *marked)
{
    struct hc_command commands[HC_LISTED_MAX];
    size_t count = json_array_size(all), next = 0;

    if (!json_is_array(all) || !json_is_array(marked) || count > HC_LISTED_MAX)
        return wrong(reading, "actions");
    for (size_t i = 0; i < count; i++)
        if (!read_command(reading, json_array_get(all, i), &commands[i]))
            return wrong(reading, "an action");
    for (size_t first = 0; first < count;) {
        bool is_marked = false;
        unsigned run = same_mark(all, first, marked, &next, &is_marked);

        if (!hc_listed_join(commands + first, run, is_marked, &reading->view->actions))
            return wrong(reading, "actions");
        first += run;
    }
    return next == json_array_size(marked) || wrong(reading, "marked");
}

/* ---- The view ------------------------------------------------------------------------------- */

/* A bot may think about no other view, and none may be drawn. */
static bool can_be(const struct reading *reading)
{
    struct hc_problem why;

    return hc_view_offered(reading->view, &why) || wrong(reading, why.text);
}

static bool read_head(struct reading *reading, const json_t *json)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    const json_t *seat = json_object_get(json, "seat"), *hands = json_object_get(json, "hands");
    struct hc_view *view = reading->view;
    int64_t number;

    if (!game || strcmp(game, reading->game->name) != 0)
        return wrong(reading, "it is of another game");
    if (!json_is_array(hands) || !json_array_size(hands) ||
        json_array_size(hands) > hc_seats_max(reading->game, &view->rules))
        return wrong(reading, "hands");
    view->seats = (uint8_t)json_array_size(hands);
    if (!read_number(json_object_get(json, "seq"), 0, UINT32_MAX, &number))
        return wrong(reading, "seq");
    view->seq = (uint32_t)number;
    number = HC_SPECTATOR;
    if (!json_is_null(seat) && !read_number(seat, 0, view->seats - 1, &number))
        return wrong(reading, "seat");
    view->viewer = (uint8_t)number;
    return true;
}

bool view_read(const json_t *json, const struct hc_game *game, const struct hc_rules *rules,
               struct hc_view *view, struct hc_problem *why)
{
    struct reading reading = {
        .game = game, .deck = hc_deck_of(game, rules), .view = view, .why = why};

    *view = (struct hc_view){.game = game, .rules = *rules};
    return read_head(&reading, json) && read_facts(&reading, json) &&
           read_hands(&reading, json_object_get(json, "hands")) &&
           read_piles(&reading, json_object_get(json, "piles")) &&
           read_actions(&reading, json_object_get(json, "actions"),
                        json_object_get(json, "marked")) &&
           can_be(&reading);
}
