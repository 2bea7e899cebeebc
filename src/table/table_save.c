// SPDX-License-Identifier: MIT
/*
 * table_save.c: a table as bytes and back, at any moment between commands.
 *
 *   "HCTB" · version 2 · game name (length, letters) · seats · streams (2) · seq (4) · key (32)
 *   options: narrow ones a byte each, wide ones four · state: every fact in the order of the game's
 *   table, each value in its width · for each seat its hand and its known cards, 16 bytes a set,
 *   and the faces it lacks, 8 bytes · open cards: 16 bytes · piles: count, then card numbers, top
 *   first.
 *
 * Numbers are little-endian. The bytes hold every secret of the table, its key included: they are
 * for whoever runs the table. Reading believes nothing: the result must pass every check of the
 * box and of the game, or it is refused.
 */
#include "table/table.h"

enum { VERSION = 2, SAVE_BYTES = 1024 };

struct out {
    uint8_t *bytes;
    size_t size, used;
};

static void put(struct out *out, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++, out->used++)
        if (out->used < out->size)
            out->bytes[out->used] = (uint8_t)(value >> 8 * i);
}

static void put_set(struct out *out, struct hc_cards set)
{
    put(out, set.w[0], 8);
    put(out, set.w[1], 8);
}

size_t hc_table_save_bytes(void)
{
    return SAVE_BYTES;
}

size_t hc_table_save(const struct hc_table *table, uint8_t *bytes, size_t size)
{
    const struct hc_game *game = hc_game_of(table);
    struct out out = {bytes, size, 0};
    uint8_t cards[HC_CARDS_MAX];

    for (const char *c = "HCTB"; *c; c++)
        put(&out, (uint8_t)*c, 1);
    put(&out, VERSION, 1);
    put(&out, hc_length(game->name), 1);
    for (const char *c = game->name; *c; c++)
        put(&out, (uint8_t)*c, 1);
    put(&out, table->seats, 1);
    put(&out, table->streams, 2);
    put(&out, table->seq, 4);
    for (unsigned i = 0; i < HC_SEED_BYTES; i++)
        put(&out, table->key[i], 1);
    for (unsigned i = 0; i < game->options.narrow_count; i++)
        put(&out, table->rules.byte[i], 1);
    for (unsigned i = 0; i < game->options.wide_count; i++)
        if (game->options.wide[i].type != HC_OPTION_SEED)
            put(&out, table->rules.wide[i], 4);
    for (unsigned f = 0; f < game->fact_count; f++)
        for (unsigned i = 0; i < (game->facts[f].per_seat ? HC_SEATS_MAX : 1u); i++)
            put(&out, (uint64_t)hc_fact_get(&game->facts[f], table->state, i),
                game->facts[f].width);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        put_set(&out, table->box.hand[s]);
        put_set(&out, table->box.known[s]);
        put(&out, table->box.lacks[s], 8);
    }
    put_set(&out, table->box.open);
    for (unsigned p = 0; p < game->pile_count; p++) {
        unsigned count = hc_box_list(&table->box, p, cards);

        put(&out, count, 1);
        for (unsigned i = 0; i < count; i++)
            put(&out, cards[i], 1);
    }
    HC_CHECK(out.used <= SAVE_BYTES);
    return out.used;
}

struct in {
    const uint8_t *bytes;
    size_t size, at;
    bool short_of; /* something was read past the end */
};

static uint64_t get(struct in *in, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++, in->at++)
        if (in->at < in->size)
            value |= (uint64_t)in->bytes[in->at] << 8 * i;
        else
            in->short_of = true;
    return value;
}

static struct hc_cards get_set(struct in *in)
{
    struct hc_cards set;

    set.w[0] = get(in, 8);
    set.w[1] = get(in, 8);
    return set;
}

static bool refuse(struct hc_problem *why, const struct in *in, const char *what)
{
    struct hc_text text;

    hc_text_init(&text, why->text, sizeof why->text);
    hc_put(&text, what);
    why->at = in->at;
    return false;
}

static const struct hc_game *get_game(struct in *in)
{
    char name[16];
    size_t length = (size_t)get(in, 1);

    for (size_t i = 0; i < length; i++) {
        char c = (char)get(in, 1);

        if (i < sizeof name - 1)
            name[i] = c;
    }
    name[length < sizeof name ? length : sizeof name - 1] = '\0';
    return length < sizeof name ? hc_game_find(name) : NULL;
}

static bool get_rules(struct in *in, const struct hc_game *game, struct hc_rules *rules)
{
    const struct hc_option *option;

    for (size_t i = 0; (option = hc_options_at(&game->options, i)); i++) {
        bool narrow = i < game->options.narrow_count;
        uint64_t value;

        if (option->type == HC_OPTION_SEED)
            continue;
        value = get(in, narrow ? 1 : 4);
        if (value < option->min || value > option->max)
            return false;
        if (narrow)
            rules->byte[i] = (uint8_t)value;
        else
            rules->wide[i - game->options.narrow_count] = (uint32_t)value;
    }
    return hc_seats_min(game, rules) <= hc_seats_max(game, rules);
}

static void get_state(struct in *in, const struct hc_game *game, uint8_t *state)
{
    for (unsigned f = 0; f < game->fact_count; f++)
        for (unsigned i = 0; i < (game->facts[f].per_seat ? HC_SEATS_MAX : 1u); i++)
            hc_fact_set(&game->facts[f], state, i, (int64_t)get(in, game->facts[f].width));
}

/* Values of the state that something else than the game would index with. */
static bool state_in_range(const struct hc_table *table)
{
    const struct hc_game *game = hc_game_of(table);

    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];

        for (unsigned i = 0; i < (fact->per_seat ? HC_SEATS_MAX : 1u); i++) {
            int64_t value = hc_fact_get(fact, table->state, i);

            if (fact->type == HC_FACT_NAME && value >= fact->name_count)
                return false;
            if (fact->type == HC_FACT_CARD && value != HC_NONE && value >= HC_CARDS_MAX)
                return false;
        }
    }
    return table->state[HC_STATE_PHASE] < game->phase_count;
}

static bool get_box(struct in *in, const struct hc_game *game, struct hc_box *box)
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        box->hand[s] = get_set(in);
        box->known[s] = get_set(in);
        box->lacks[s] = get(in, 8);
    }
    box->open = get_set(in);
    for (unsigned p = 0; p < game->pile_count; p++) {
        uint64_t count = get(in, 1);

        if (count > HC_CARDS_MAX)
            return false;
        for (uint64_t i = 0; i < count; i++) {
            uint64_t card = get(in, 1);

            if (card >= HC_CARDS_MAX)
                return false;
            hc_box_put_pile(box, p, (unsigned)card, false);
        }
    }
    return true;
}

bool hc_table_load(struct hc_table *table, const uint8_t *bytes, size_t size,
                   struct hc_problem *why)
{
    struct in in = {bytes, size, 0, false};
    const struct hc_game *game;
    const char *broken;

    hc_zero(why, sizeof *why);
    hc_zero(table, sizeof *table);
    if (size < 5 || !hc_same(bytes, "HCTB", 4) || bytes[4] != VERSION)
        return refuse(why, &in, "these bytes are no saved table of version 2");
    in.at = 5;
    game = get_game(&in);
    if (!game)
        return refuse(why, &in, "the saved table is of an unknown game");
    while (hc_games[table->game] != game)
        table->game++;
    table->seats = (uint8_t)get(&in, 1);
    table->streams = (uint16_t)get(&in, 2);
    table->seq = (uint32_t)get(&in, 4);
    for (unsigned i = 0; i < HC_SEED_BYTES; i++)
        table->key[i] = (uint8_t)get(&in, 1);
    if (!get_rules(&in, game, &table->rules))
        return refuse(why, &in, "the saved table has rules that are out of range");
    if (table->seats > hc_seats_max(game, &table->rules))
        return refuse(why, &in, "the saved table has too many seats");
    get_state(&in, game, table->state);
    if (!state_in_range(table) || !get_box(&in, game, &table->box))
        return refuse(why, &in, "the saved table holds a number that is out of range");
    if (in.short_of || in.at != in.size)
        return refuse(why, &in, "the saved table has the wrong length");
    broken = hc_table_check(table);
    return broken ? refuse(why, &in, broken) : true;
}
