// SPDX-License-Identifier: MIT
/* tally.c: counting by replaying a log. */
#include "table/tally.h"

#include "core/memory.h"
#include "games/games_inside.h"

static void count_event(void *context, const struct hc_table *table, const struct hc_record *record,
                        const struct hc_event *event)
{
    const struct hc_game *game = hc_game_of(table);
    struct tally *tally = context;

    (void)record;
    for (unsigned i = 0; i < HC_COUNTED; i++)
        if (game->counted[i] && event->seat < HC_SEATS_MAX &&
            hc_text_same(game->counted[i], game->events[event->kind].name))
            tally->counted[i][event->seat]++;
}

bool tally_log(const uint8_t *log, size_t size, struct tally *tally, struct hc_problem *why)
{
    struct hc_table table;
    int64_t value;

    hc_zero(tally, sizeof *tally);
    if (!hc_log_replay(log, size, UINT32_MAX, &table, count_event, tally, why))
        return false;
    tally->game = hc_table_game(&table);
    tally->seats = hc_table_seats(&table);
    if (hc_table_common(&table, HC_COMMON_MATCH_WINNERS, 0, &value))
        tally->winners = (unsigned)value & ((1u << tally->seats) - 1);
    for (unsigned seat = 0; seat < tally->seats; seat++)
        if (hc_table_common(&table, HC_COMMON_POINTS, seat, &value))
            tally->points[seat] = value;
    return true;
}
