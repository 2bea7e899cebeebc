// SPDX-License-Identifier: MIT
/* counting.c: from a log and the rows before it to the rows after it. */
#include "store/counting.h"

#include <stdio.h>
#include <string.h>

void counting_sit(struct sitters *sitters, int64_t match, const struct store_result *result)
{
    static const uint8_t nobody[STORE_IDENTITY_BYTES];

    memset(sitters, 0, sizeof *sitters);
    sitters->match = match;
    sitters->count = result->seats;
    for (unsigned seat = 0; seat < result->seats; seat++) {
        struct sitter *sitter = &sitters->seat[seat];

        sitter->is_known = memcmp(result->seat[seat].identity, nobody, sizeof nobody) != 0;
        sitter->is_named = *result->seat[seat].name;
        sitter->before = rating_first;
        memcpy(sitter->row.identity, result->seat[seat].identity, STORE_IDENTITY_BYTES);
        memcpy(sitter->row.name, result->seat[seat].name, STORE_NAME_CHARS);
    }
}

void counting_recall(struct sitter *sitter, const char *game, const struct store_row *found)
{
    struct store_row *row = &sitter->row;
    char name[STORE_NAME_CHARS];

    snprintf(row->game, sizeof row->game, "%s", game);
    row->rating = rating_first.rating;
    row->deviation = rating_first.deviation;
    row->volatility = rating_first.volatility;
    if (found) {
        memcpy(name, row->name, sizeof name);
        *row = *found;
        memcpy(row->name, name, sizeof name);
    }
    sitter->before = (struct rating){row->rating, row->deviation, row->volatility};
}

/* rating.h says who is compared with whom. */
static void rate(struct sitters *sitters, const struct tally *tally, unsigned seat)
{
    struct rating_game games[HC_SEATS_MAX];
    struct store_row *row = &sitters->seat[seat].row;
    struct rating after;
    size_t count = 0;

    for (unsigned other = 0; other < sitters->count; other++) {
        bool won = tally->winners >> seat & 1, other_won = tally->winners >> other & 1;

        if (other == seat || !sitters->seat[other].is_rated || (!won && !other_won))
            continue;
        games[count].opponent = sitters->seat[other].before;
        games[count++].score = won && other_won ? 0.5 : won;
    }
    if (!count)
        return;
    after = rating_after(&sitters->seat[seat].before, games, count);
    row->rating = after.rating;
    row->deviation = after.deviation;
    row->volatility = after.volatility;
}

static void count_seat(struct store_row *row, const struct tally *tally, unsigned seat)
{
    bool won = tally->winners >> seat & 1;

    row->matches++;
    row->wins += won;
    row->points += tally->points[seat];
    row->played += tally->counted[HC_COUNTED_PLAYED][seat];
    row->caught += tally->counted[HC_COUNTED_CAUGHT][seat];
    /* A match that nobody has won neither lengthens a streak nor ends it. */
    if (tally->winners)
        row->streak = won ? row->streak + 1 : 0;
    if (row->streak > row->best_streak)
        row->best_streak = row->streak;
}

/* A person who sits twice is counted once: whose win over whom would it be? */
static void choose_counted(struct sitters *sitters)
{
    for (unsigned seat = 0; seat < sitters->count; seat++) {
        struct sitter *sitter = &sitters->seat[seat];

        sitter->is_counted = sitter->is_known;
        for (unsigned other = 0; other < seat; other++)
            if (sitters->seat[other].is_known &&
                !memcmp(sitter->row.identity, sitters->seat[other].row.identity,
                        STORE_IDENTITY_BYTES))
                sitter->is_counted = false;
        if (sitter->is_known)
            sitter->is_rated = sitter->is_counted;
    }
}

bool counting_begin(struct sitters *sitters, const uint8_t *log, size_t size, struct tally *tally)
{
    struct hc_problem why;

    choose_counted(sitters);
    return tally_log(log, size, tally, &why);
}

void counting_end(struct sitters *sitters, const struct tally *tally)
{
    for (unsigned seat = 0; seat < sitters->count && seat < tally->seats; seat++) {
        if (!sitters->seat[seat].is_counted)
            continue;
        count_seat(&sitters->seat[seat].row, tally, seat);
        rate(sitters, tally, seat);
    }
}
