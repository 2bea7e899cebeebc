// SPDX-License-Identifier: MIT
/* facts.c: reading and writing a game's own fields by name, through its table of facts. */
#include "table/table.h"

static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !(*a == '-' && *b == '_') && !(*a == '_' && *b == '-'))
            return false;
    return *a == *b;
}

const struct hc_fact *hc_fact_find(const struct hc_game *game, const char *name)
{
    for (unsigned f = 0; f < game->fact_count; f++)
        if (same_name(game->facts[f].name, name))
            return &game->facts[f];
    return NULL;
}

const struct hc_fact *hc_fact_common(const struct hc_game *game, enum hc_common which)
{
    for (unsigned f = 0; which && f < game->fact_count; f++)
        if (game->facts[f].common == which)
            return &game->facts[f];
    return NULL;
}

int64_t hc_fact_get(const struct hc_fact *fact, const uint8_t *state, unsigned index)
{
    const uint8_t *bytes = state + fact->offset + (size_t)index * fact->width;
    bool negative = fact->type == HC_FACT_NUMBER || fact->type == HC_FACT_DIRECTION;
    uint16_t two;
    uint32_t four;
    int64_t eight;

    switch (fact->width) {
    case 1:
        return negative ? (int8_t)*bytes : *bytes;
    case 2:
        hc_copy(&two, bytes, sizeof two);
        return negative ? (int16_t)two : two;
    case 4:
        hc_copy(&four, bytes, sizeof four);
        return negative ? (int64_t)(int32_t)four : (int64_t)four;
    default:
        hc_copy(&eight, bytes, sizeof eight);
        return eight;
    }
}

void hc_fact_set(const struct hc_fact *fact, uint8_t *state, unsigned index, int64_t value)
{
    uint8_t *bytes = state + fact->offset + (size_t)index * fact->width;
    uint16_t two = (uint16_t)value;
    uint32_t four = (uint32_t)value;

    switch (fact->width) {
    case 1:
        *bytes = (uint8_t)value;
        break;
    case 2:
        hc_copy(bytes, &two, sizeof two);
        break;
    case 4:
        hc_copy(bytes, &four, sizeof four);
        break;
    default:
        hc_copy(bytes, &value, sizeof value);
        break;
    }
}

bool hc_fact_visible(const struct hc_fact *fact, const uint8_t *state, unsigned viewer)
{
    return fact->sight == HC_FOR_ALL ||
           (fact->sight == HC_FOR_TURN && viewer == state[HC_STATE_TURN]);
}

static bool get_true(const struct hc_table *table, const struct hc_fact *fact, unsigned index,
                     int64_t *value)
{
    if (!fact || index >= (fact->per_seat ? table->seats : 1u))
        return false;
    *value = hc_fact_get(fact, table->state, index);
    return true;
}

bool hc_table_fact(const struct hc_table *table, const char *name, unsigned index, int64_t *value)
{
    return get_true(table, hc_fact_find(hc_game_of(table), name), index, value);
}

bool hc_table_common(const struct hc_table *table, enum hc_common which, unsigned index,
                     int64_t *value)
{
    return get_true(table, hc_fact_common(hc_game_of(table), which), index, value);
}

static bool get_seen(const struct hc_view *view, const struct hc_fact *fact, unsigned index,
                     int64_t *value)
{
    if (!fact || index >= (fact->per_seat ? view->seats : 1u))
        return false;
    *value = hc_fact_visible(fact, view->state, view->viewer)
                 ? hc_fact_get(fact, view->state, index)
                 : HC_HIDDEN;
    return true;
}

bool hc_view_fact(const struct hc_view *view, const char *name, unsigned index, int64_t *value)
{
    return get_seen(view, hc_fact_find(view->game, name), index, value);
}

bool hc_view_common(const struct hc_view *view, enum hc_common which, unsigned index,
                    int64_t *value)
{
    return get_seen(view, hc_fact_common(view->game, which), index, value);
}

unsigned hc_view_awaits(const struct hc_view *view)
{
    return hc_awaited(view->game, view->state);
}

/* The seats that are in the round. */
static unsigned seats_in(const struct hc_view *view)
{
    unsigned all = (1u << view->seats) - 1;
    int64_t mask;

    if (hc_view_common(view, HC_COMMON_IN, 0, &mask))
        return all & (unsigned)mask;
    return hc_view_common(view, HC_COMMON_OUT, 0, &mask) ? all & ~(unsigned)mask : all;
}

/* From seat to seat in steps of 1 or -1, over those that are not in the round. */
static unsigned walk(const struct hc_view *view, unsigned seat, int64_t step)
{
    unsigned in = seats_in(view), on = step < 0 ? view->seats - 1u : 1u;

    if (!in || seat >= view->seats)
        return HC_NONE;
    do
        seat = (seat + on) % view->seats;
    while (!(in >> seat & 1));
    return seat;
}

static int64_t direction_of(const struct hc_view *view)
{
    int64_t direction;

    return hc_view_common(view, HC_COMMON_DIRECTION, 0, &direction) ? direction : 1;
}

unsigned hc_view_next(const struct hc_view *view, unsigned seat)
{
    return walk(view, seat, direction_of(view));
}

unsigned hc_view_previous(const struct hc_view *view, unsigned seat)
{
    return walk(view, seat, -direction_of(view));
}

unsigned hc_view_owner(const struct hc_view *view, unsigned pile, unsigned index)
{
    const char *owners = pile < view->game->pile_count ? view->game->piles[pile].owners : NULL;
    unsigned left = (1u << view->seats) - 1, owner = HC_NONE;

    if (!owners || index >= view->pile[pile].count)
        return HC_NONE;
    /* Of two seats with the same face either may be the owner of either card, but not of both. */
    for (unsigned i = 0; i <= index; i++) {
        owner = HC_NONE;
        for (unsigned s = 0; s < view->seats && owner == HC_NONE; s++) {
            int64_t laid = HC_NONE;

            if (left >> s & 1 && hc_view_fact(view, owners, s, &laid) &&
                laid == view->face[view->pile[pile].start + i])
                owner = s;
        }
        left &= owner == HC_NONE ? left : ~(1u << owner);
    }
    return owner;
}

static void put_seats(unsigned mask, struct hc_text *out)
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (mask >> s & 1)
            hc_json_number(out, NULL, s);
}

static void put_value(const struct hc_fact *fact, const char *key, const struct hc_view *view,
                      int64_t value, struct hc_text *out)
{
    const char *colors = view->game->grammar.colors;

    switch (fact->type) {
    case HC_FACT_NUMBER:
    case HC_FACT_DIRECTION:
        hc_json_number(out, key, value);
        return;
    case HC_FACT_BOOL:
        hc_json_bool(out, key, value != 0);
        return;
    case HC_FACT_SEATS:
        hc_json_open(out, key, '[');
        put_seats((unsigned)value, out);
        hc_json_close(out, ']');
        return;
    case HC_FACT_NAME:
        hc_json_word(out, key, fact->names[value]);
        return;
    case HC_FACT_SEAT:
        if (value < HC_SEATS_MAX)
            hc_json_number(out, key, value);
        else
            hc_json_null(out, key);
        return;
    case HC_FACT_COLOR:
        if (value < (int64_t)hc_length(colors))
            hc_json_word(out, key, (const char[]){colors[value], '\0'});
        else
            hc_json_null(out, key);
        return;
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        if (value == HC_NONE)
            hc_json_null(out, key);
        else
            hc_json_word(out, key, hc_face_code(view->game, &view->rules, (unsigned)value));
        return;
    }
}

void hc_fact_json(const struct hc_fact *fact, const struct hc_view *view, struct hc_text *out)
{
    if (!fact->per_seat) {
        put_value(fact, fact->name, view, hc_fact_get(fact, view->state, 0), out);
        return;
    }
    hc_json_open(out, fact->name, '[');
    for (unsigned s = 0; s < view->seats; s++)
        put_value(fact, NULL, view, hc_fact_get(fact, view->state, s), out);
    hc_json_close(out, ']');
}

bool hc_fact_may_be_none(const struct hc_fact *fact)
{
    return fact->type == HC_FACT_SEAT || fact->type == HC_FACT_CARD || fact->type == HC_FACT_FACE ||
           fact->type == HC_FACT_COLOR;
}

static void write_seats(uint64_t mask, struct hc_text *out)
{
    if (!mask)
        hc_put(out, "none");
    for (bool first = true; mask; mask &= mask - 1, first = false) {
        hc_put(out, first ? "" : " ");
        hc_put_number(out, hc_lowest_bit(mask));
    }
}

/* A value that a fact of this type cannot have is written as its number. */
static void write_value(const struct hc_fact *fact, const struct hc_game *game,
                        const struct hc_deck *deck, int64_t value, struct hc_text *out)
{
    const char *colors = game->grammar.colors;

    if (hc_fact_may_be_none(fact) && value == HC_NONE)
        hc_put(out, "none");
    else if (fact->type == HC_FACT_SEATS)
        write_seats((uint64_t)value, out);
    else if (fact->type == HC_FACT_BOOL)
        hc_put(out, value ? "true" : "false");
    else if (fact->type == HC_FACT_NAME && value < fact->name_count)
        hc_put(out, fact->names[value]);
    else if (fact->type == HC_FACT_COLOR && value < (int64_t)hc_length(colors))
        hc_put_char(out, colors[value]);
    else if ((fact->type == HC_FACT_CARD || fact->type == HC_FACT_FACE) && value < deck->face_count)
        hc_put(out, deck->faces[value].code);
    else
        hc_put_number(out, value);
}

void hc_fact_put(const struct hc_fact *fact, const struct hc_game *game, const struct hc_deck *deck,
                 unsigned seats, const int64_t *value, struct hc_text *out)
{
    for (unsigned s = 0; s < (fact->per_seat ? seats : 1u); s++) {
        hc_put(out, s ? " " : "");
        write_value(fact, game, deck, value[s], out);
    }
}
