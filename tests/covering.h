// SPDX-License-Identifier: MIT
/*
 * covering.h: few choices of options in which every pair of values occurs.
 *
 * Most mistakes about options need two of them, and random ones rarely meet. So a covering array is
 * made, row by row: a row begins with a pair that no row has yet, and every other option gets the
 * value that makes most new pairs with those before it. A range of numbers is represented by its
 * least, its most, its default and one between. Ties are broken by dice, so other dice make another
 * array, and the same dice the same one.
 */
#ifndef HC_TESTS_COVERING_H
#define HC_TESTS_COVERING_H

#include <string.h>

#include "core/check.h"
#include "core/dice.h"
#include "core/options.h"

enum {
    COVERING_OPTIONS = HC_OPTIONS_MAX + HC_WIDE_MAX,
    COVERING_VALUES = 8,
    COVERING_BYTES = 4096, /* enough for a text with all options of a list */
    COVERING_UNSET = COVERING_VALUES,
};

struct covering {
    /* Whether a text can be used: not all values go together. */
    bool (*fits)(const void *what, const char *text);
    const void *what;
    const struct hc_option *option[COVERING_OPTIONS];
    unsigned options, values[COVERING_OPTIONS];
    uint32_t value[COVERING_OPTIONS][COVERING_VALUES];
    /* For two options and a value of the first, a bit for each value of the second. An option with
     * itself is a pair too, so that one alone is covered. */
    uint8_t left[COVERING_OPTIONS][COVERING_OPTIONS][COVERING_VALUES];
    unsigned pairs, impossible; /* how many there are; how many do not fit even by themselves */
    struct hc_dice dice;
    uint8_t row[COVERING_OPTIONS]; /* a place in `value` for each option, or COVERING_UNSET */
    char text[COVERING_BYTES];     /* the row as a text */
};

static inline void covering_add_value(struct covering *c, unsigned option, uint32_t value)
{
    for (unsigned v = 0; v < c->values[option]; v++)
        if (c->value[option][v] == value)
            return;
    HC_CHECK(c->values[option] < COVERING_VALUES);
    c->value[option][c->values[option]++] = value;
}

static inline void covering_add_option(struct covering *c, const struct hc_option *option)
{
    unsigned o = c->options++;

    HC_CHECK(o < COVERING_OPTIONS);
    c->option[o] = option;
    c->values[o] = 0;
    if (option->type == HC_OPTION_INT) {
        covering_add_value(c, o, option->min);
        covering_add_value(c, o, option->max);
        covering_add_value(c, o, option->preset);
        covering_add_value(c, o, option->min + hc_dice_below(&c->dice, option->max - option->min));
    } else {
        for (uint32_t value = option->min; value <= option->max; value++)
            covering_add_value(c, o, value);
    }
}

/* `number` chooses the dice. */
static inline void covering_begin(struct covering *c, const struct hc_option_list *list,
                                  uint64_t number, bool (*fits)(const void *, const char *),
                                  const void *what)
{
    uint8_t bytes[HC_SEED_BYTES];
    const struct hc_option *option;

    memset(c, 0, sizeof *c);
    c->fits = fits;
    c->what = what;
    hc_seed_from_number(number, bytes);
    hc_dice_open(&c->dice, bytes, 9, 0);
    for (size_t i = 0; (option = hc_options_at(list, i)); i++)
        if (option->type != HC_OPTION_SEED)
            covering_add_option(c, option);
    for (unsigned a = 0; a < c->options; a++)
        for (unsigned b = 0; b <= a; b++)
            for (unsigned v = 0; v < c->values[a]; v++) {
                c->left[a][b][v] = (uint8_t)(a == b ? 1u << v : (1u << c->values[b]) - 1);
                c->pairs += a == b ? 1 : c->values[b];
            }
}

static inline uint8_t *covering_left(struct covering *c, unsigned a, unsigned b)
{
    return a > b ? &c->left[a][b][c->row[a]] : &c->left[b][a][c->row[b]];
}

static inline bool covering_lacks(struct covering *c, unsigned a, unsigned b)
{
    return *covering_left(c, a, b) >> c->row[a > b ? b : a] & 1;
}

static inline void covering_print(struct covering *c)
{
    struct hc_text text;

    hc_text_init(&text, c->text, sizeof c->text);
    for (unsigned o = 0; o < c->options; o++) {
        const struct hc_option *option = c->option[o];
        uint32_t value;

        if (c->row[o] == COVERING_UNSET)
            continue;
        value = c->value[o][c->row[o]];
        hc_put(&text, option->name);
        hc_put_char(&text, '=');
        if (option->type == HC_OPTION_ENUM)
            hc_put(&text, option->values[value]);
        else if (option->type == HC_OPTION_BOOL)
            hc_put(&text, value ? "true" : "false");
        else
            hc_put_number(&text, value);
        hc_put_char(&text, ' ');
    }
    HC_CHECK(text.length < sizeof c->text);
}

static inline bool covering_fits(struct covering *c)
{
    covering_print(c);
    return c->fits(c->what, c->text);
}

/* How many new pairs an option makes with those that have a value. */
static inline unsigned covering_gain(struct covering *c, unsigned option)
{
    unsigned gain = 0;

    for (unsigned o = 0; o < c->options; o++)
        if (o != option && c->row[o] != COVERING_UNSET)
            gain += covering_lacks(c, option, o);
    return gain;
}

/* Gives an option the best of the values that go with the others. */
static inline void covering_fill(struct covering *c, unsigned option)
{
    int gain[COVERING_VALUES];

    for (unsigned v = 0; v < c->values[option]; v++) {
        c->row[option] = (uint8_t)v;
        gain[v] = (int)(covering_gain(c, option) * 256 + hc_dice_below(&c->dice, 256));
    }
    for (unsigned tried = 0; tried < c->values[option]; tried++) {
        unsigned best = 0;

        for (unsigned v = 1; v < c->values[option]; v++)
            if (gain[v] > gain[best])
                best = v;
        c->row[option] = (uint8_t)best;
        gain[best] = -1;
        if (covering_fits(c))
            return;
    }
    c->row[option] = COVERING_UNSET; /* the default, of which the others are sure */
}

/* Begins a row with a pair that is left; false if none is. */
static inline bool covering_first_pair(struct covering *c)
{
    memset(c->row, COVERING_UNSET, sizeof c->row);
    for (unsigned a = 0; a < c->options; a++)
        for (unsigned b = 0; b <= a; b++)
            for (unsigned v = 0; v < c->values[a]; v++)
                while (c->left[a][b][v]) {
                    c->row[a] = (uint8_t)v;
                    c->row[b] = (uint8_t)__builtin_ctz(c->left[a][b][v]);
                    if (covering_fits(c))
                        return true;
                    c->left[a][b][v] &= (uint8_t) ~(1u << c->row[b]);
                    c->impossible++;
                    c->row[a] = c->row[b] = COVERING_UNSET;
                }
    return false;
}

/* The next row, in `text`; false when every pair was in one. */
static inline bool covering_next(struct covering *c)
{
    uint8_t order[COVERING_OPTIONS];

    if (!covering_first_pair(c))
        return false;
    for (unsigned o = 0; o < c->options; o++)
        order[o] = (uint8_t)o;
    hc_dice_shuffle(&c->dice, order, c->options);
    for (unsigned i = 0; i < c->options; i++)
        if (c->row[order[i]] == COVERING_UNSET)
            covering_fill(c, order[i]);
    for (unsigned a = 0; a < c->options; a++)
        for (unsigned b = 0; b <= a; b++)
            if (c->row[a] != COVERING_UNSET && c->row[b] != COVERING_UNSET)
                *covering_left(c, a, b) &= (uint8_t) ~(1u << c->row[b]);
    covering_print(c);
    return true;
}

#endif
