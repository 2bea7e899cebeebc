// SPDX-License-Identifier: MIT
/*
 * view.c: what one viewer may know: the only place where anything is hidden.
 *
 * It fails closed. A card's face is hidden unless the viewer knows that card; a fact is left out
 * unless its row says who sees it; the inside of a private event is hidden from everybody else.
 * Card numbers never leave: a view lists faces, so two copies of a face cannot be told apart.
 */
#include "table/table.h"

/* Puts a face into its place in a sorted list; HC_HIDDEN is above all faces. */
static void insert_face(uint8_t *faces, unsigned count, uint8_t face)
{
    for (; count && faces[count - 1] > face; count--)
        faces[count] = faces[count - 1];
    faces[count] = face;
}

/* Appends the faces of a hand: known ones sorted, hidden ones after them. */
static void show_hand(const struct hc_deck *deck, struct hc_cards hand, struct hc_cards known,
                      struct hc_view *view, unsigned seat, unsigned *end)
{
    uint8_t *faces = view->face + *end;
    unsigned count = hc_count(hand), shown = 0;

    view->hand[seat] = (struct hc_spot){(uint8_t)*end, (uint8_t)count};
    for (struct hc_cards seen = hc_and(hand, known); hc_any(seen); shown++)
        insert_face(faces, shown, deck->face_of[hc_take_lowest(&seen)]);
    hc_fill(faces + shown, HC_HIDDEN, count - shown);
    *end += count;
}

static uint64_t faces_of(const struct hc_deck *deck, struct hc_cards cards)
{
    uint64_t faces = 0;

    while (hc_any(cards))
        faces |= 1ull << deck->face_of[hc_take_lowest(&cards)];
    return faces;
}

static void show_pile(const struct hc_table *table, const struct hc_pile_kind *kind, unsigned pile,
                      struct hc_cards known, struct hc_view *view, unsigned *end)
{
    const struct hc_deck *deck = hc_deck_of(hc_game_of(table), &table->rules);
    enum hc_show show = kind->show;
    uint8_t cards[HC_CARDS_MAX], *face = view->face + *end;
    unsigned count = table->box.pile[pile].count, shown = show == HC_SHOW_TOP && count;

    if (kind->show_all_option != HC_NONE && table->rules.byte[kind->show_all_option])
        show = HC_SHOW_ALL;
    cards[0] = (uint8_t)hc_box_top(&table->box, pile);
    if (show == HC_SHOW_ALL)
        shown = hc_box_list(&table->box, pile, cards);
    view->pile[pile] = (struct hc_spot){(uint8_t)*end, (uint8_t)count};
    for (unsigned i = 0; i < shown; i++)
        face[i] = hc_has(known, cards[i]) ? deck->face_of[cards[i]] : HC_HIDDEN;
    hc_fill(face + shown, HC_HIDDEN, count - shown);
    *end += count;
}

static void show_card(const struct hc_table *table, const struct hc_fact *fact, unsigned index,
                      struct hc_cards known, struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &table->rules);
    int64_t card = hc_fact_get(fact, table->state, index);

    if (card != HC_NONE)
        card = hc_has(known, (unsigned)card) ? deck->face_of[card] : HC_HIDDEN;
    hc_fact_set(fact, view->state, index, card);
}

static void show_fact(const struct hc_table *table, const struct hc_fact *fact,
                      struct hc_cards known, struct hc_view *view)
{
    unsigned count = fact->per_seat ? table->seats : 1;

    if (!hc_fact_visible(fact, table->state, view->viewer))
        return;
    if (fact->type != HC_FACT_CARD && fact->width * count == 1)
        view->state[fact->offset] = table->state[fact->offset]; /* most are like this */
    else if (fact->type != HC_FACT_CARD)
        hc_copy(view->state + fact->offset, table->state + fact->offset,
                (size_t)fact->width * count);
    else
        for (unsigned i = 0; i < count; i++)
            show_card(table, fact, i, known, view);
}

void hc_view(const struct hc_table *table, unsigned viewer, uint64_t now_ms, struct hc_view *view)
{
    const struct hc_game *game = hc_game_of(table);
    const struct hc_deck *deck = hc_deck_of(game, &table->rules);
    struct hc_cards known;
    unsigned end = 0;

    hc_zero(view, sizeof *view);
    view->game = game;
    view->rules = table->rules;
    view->seq = table->seq;
    view->seats = table->seats;
    view->viewer = (uint8_t)(viewer < table->seats ? viewer : HC_SPECTATOR);
    known = hc_box_known(&table->box, view->viewer);
    for (unsigned s = 0; s < table->seats; s++) {
        show_hand(deck, table->box.hand[s], known, view, s, &end);
        view->lacks[s] = table->box.lacks[s];
        if (view->viewer < table->seats && view->viewer != s)
            view->exposed[s] =
                faces_of(deck, hc_and(table->box.hand[view->viewer], hc_box_known(&table->box, s)));
    }
    for (unsigned p = 0; p < game->pile_count; p++)
        show_pile(table, &game->piles[p], p, known, view, &end);
    for (unsigned f = 0; f < game->fact_count; f++)
        show_fact(table, &game->facts[f], known, view);
    hc_actions(table, view->viewer, now_ms, &view->actions);
}

void hc_event_see(const struct hc_table *table, const struct hc_event *event, unsigned viewer,
                  struct hc_seen *seen)
{
    const struct hc_game *game = hc_game_of(table);
    const struct hc_deck *deck = hc_deck_of(game, &table->rules);
    enum hc_sight sight = game->events[event->kind].sight;
    struct hc_cards known = hc_box_known(&table->box, viewer);

    hc_zero(seen, sizeof *seen);
    seen->kind = event->kind;
    seen->seat = event->seat;
    seen->hidden = sight != HC_FOR_ALL && !(sight == HC_FOR_SEAT && viewer == event->seat);
    seen->other = seen->hidden ? HC_NONE : event->other;
    seen->value = seen->hidden ? 0 : event->value;
    seen->count = seen->hidden ? 0 : event->count;
    for (unsigned i = 0; i < seen->count; i++) {
        unsigned card = event->cards[i];
        uint8_t face = hc_has(known, card) ? deck->face_of[card] : HC_HIDDEN;

        if (game->events[event->kind].is_set)
            insert_face(seen->face, i, face);
        else
            seen->face[i] = face;
    }
}

/* Hidden cards at the end are left out: the count beside the list says how many there are. */
static void put_faces(const struct hc_view *view, struct hc_spot spot, struct hc_text *out)
{
    while (spot.count && view->face[spot.start + spot.count - 1] == HC_HIDDEN)
        spot.count--;
    hc_json_open(out, "cards", '[');
    for (unsigned i = 0; i < spot.count; i++)
        hc_json_word(out, NULL, hc_face_code(view->game, &view->rules, view->face[spot.start + i]));
    hc_json_close(out, ']');
}

/* A set of faces, unless it is empty. */
static void put_face_set(const struct hc_view *view, const char *key, uint64_t faces,
                         struct hc_text *out)
{
    if (!faces)
        return;
    hc_json_open(out, key, '[');
    for (; faces; faces &= faces - 1)
        hc_json_word(out, NULL, hc_face_code(view->game, &view->rules, hc_lowest_bit(faces)));
    hc_json_close(out, ']');
}

/* All actions, or those that are marked. */
static void put_actions(const struct hc_view *view, const char *key, bool marked,
                        struct hc_text *out)
{
    char text[HC_COMMAND_CHARS];
    struct hc_command command;
    uint32_t first = 0;

    hc_json_open(out, key, '[');
    for (unsigned c = 0; c < view->actions.count; first += view->actions.choice[c++].ways)
        for (uint32_t i = 0; i < view->actions.choice[c].ways; i++) {
            if (marked && !view->actions.choice[c].marked)
                continue;
            hc_actions_at(&view->actions, first + i, &command);
            hc_command_print(view->game, &view->rules, &command, text, sizeof text);
            hc_json_word(out, NULL, text);
        }
    hc_json_close(out, ']');
}

static bool same_spot(const struct hc_view *a, struct hc_spot at, const struct hc_view *b,
                      struct hc_spot bt)
{
    return at.count == bt.count && hc_same(a->face + at.start, b->face + bt.start, at.count);
}

/* ---- As JSON, whole or what is new ----
 * `was` is an earlier view of the same table and viewer, of which whatever is the same is left out;
 * NULL writes everything. */

static bool same_fact(const struct hc_fact *fact, const struct hc_view *was,
                      const struct hc_view *view)
{
    size_t size;

    if (hc_fact_visible(fact, was->state, was->viewer) !=
        hc_fact_visible(fact, view->state, view->viewer))
        return false;
    size = (size_t)fact->width * (fact->per_seat ? view->seats : 1u);
    /* Most are a byte, for which a call takes longer than the comparison. */
    return was->state[fact->offset] == view->state[fact->offset] &&
           (size == 1 || hc_same(was->state + fact->offset, view->state + fact->offset, size));
}

/* A fact that others may know is null; one that is the engine's own is not there. */
static void put_facts(const struct hc_view *was, const struct hc_view *view, struct hc_text *out)
{
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];

        if (fact->sight == HC_FOR_NOBODY || (was && same_fact(fact, was, view)))
            continue;
        if (hc_fact_visible(fact, view->state, view->viewer))
            hc_fact_json(fact, view, out);
        else
            hc_json_null(out, fact->name);
    }
}

static bool same_hands(const struct hc_view *was, const struct hc_view *view)
{
    for (unsigned s = 0; s < view->seats; s++)
        if (!same_spot(was, was->hand[s], view, view->hand[s]) || was->lacks[s] != view->lacks[s] ||
            was->exposed[s] != view->exposed[s])
            return false;
    return true;
}

static void put_hands(const struct hc_view *was, const struct hc_view *view, struct hc_text *out)
{
    if (was && same_hands(was, view))
        return;
    hc_json_open(out, "hands", '[');
    for (unsigned s = 0; s < view->seats; s++) {
        hc_json_open(out, NULL, '{');
        hc_json_number(out, "count", view->hand[s].count);
        put_faces(view, view->hand[s], out);
        put_face_set(view, "lacks", view->lacks[s], out);
        put_face_set(view, "exposed", view->exposed[s], out);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

static bool same_piles(const struct hc_view *was, const struct hc_view *view)
{
    for (unsigned p = 0; p < view->game->pile_count; p++)
        if (!same_spot(was, was->pile[p], view, view->pile[p]))
            return false;
    return true;
}

static void put_owners(const struct hc_view *view, unsigned pile, struct hc_text *out)
{
    hc_json_open(out, "owners", '[');
    for (unsigned i = 0; i < view->pile[pile].count; i++) {
        unsigned owner = hc_view_owner(view, pile, i);

        if (owner == HC_NONE)
            hc_json_null(out, NULL);
        else
            hc_json_number(out, NULL, owner);
    }
    hc_json_close(out, ']');
}

static void put_piles(const struct hc_view *was, const struct hc_view *view, struct hc_text *out)
{
    if (was && same_piles(was, view))
        return;
    hc_json_open(out, "piles", '[');
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        const struct hc_pile_kind *kind = &view->game->piles[p];

        if (kind->seat != HC_NONE && kind->seat >= view->seats)
            continue;
        hc_json_open(out, NULL, '{');
        hc_json_word(out, "name", kind->name);
        if (kind->seat != HC_NONE)
            hc_json_number(out, "seat", kind->seat);
        hc_json_number(out, "count", view->pile[p].count);
        if (kind->show != HC_SHOW_NONE)
            put_faces(view, view->pile[p], out);
        if (kind->owners)
            put_owners(view, p, out);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

static bool same_actions(const struct hc_actions *a, const struct hc_actions *b)
{
    return a->count == b->count && hc_same(a->choice, b->choice, a->count * sizeof *a->choice);
}

static bool any_marked(const struct hc_actions *actions)
{
    for (unsigned c = 0; c < actions->count; c++)
        if (actions->choice[c].marked)
            return true;
    return false;
}

void hc_view_write(const struct hc_view *was, const struct hc_view *view, const char *key,
                   struct hc_text *out)
{
    hc_json_open(out, key, '{');
    if (!was)
        hc_json_word(out, "game", view->game->name);
    hc_json_number(out, "seq", view->seq);
    if (!was && view->viewer < view->seats)
        hc_json_number(out, "seat", view->viewer);
    else if (!was)
        hc_json_null(out, "seat");
    put_facts(was, view, out);
    put_hands(was, view, out);
    put_piles(was, view, out);
    if (!was || !same_actions(&was->actions, &view->actions)) {
        put_actions(view, "actions", false, out);
        if (!was || any_marked(&was->actions) || any_marked(&view->actions))
            put_actions(view, "marked", true, out);
    }
    hc_json_close(out, '}');
}

size_t hc_view_json(const struct hc_view *view, char *out, size_t size)
{
    struct hc_text text;

    hc_text_init(&text, out, size);
    hc_view_write(NULL, view, NULL, &text);
    return text.length;
}
