// SPDX-License-Identifier: MIT
/*
 * fuzz_command.c: any text as commands at a table.
 *
 * The first line is a game and its rules. Each further line is a seat, which is one character, and
 * a command; any other character than a digit is the house. What is read prints as text that
 * means the same; what is refused changes nothing; what is accepted leaves a sound table.
 */
#include <stdlib.h>
#include <string.h>

#include "table/table.h"

enum { LINES_MAX = 400, LINE_CHARS = 200, SEATS = 3 };

static void must(bool fact)
{
    if (!fact)
        abort();
}

/* Takes a line as a terminated text, cut off where it is too long; false behind the last one. */
static bool next_line(const uint8_t **next, const uint8_t *end, char line[LINE_CHARS])
{
    size_t length = 0;

    if (*next == end)
        return false;
    for (; *next < end && **next != '\n'; ++*next)
        if (length < LINE_CHARS - 1)
            line[length++] = (char)**next;
    line[length] = '\0';
    *next += *next < end;
    return true;
}

static void come_back(const struct hc_table *table, const struct hc_command *command)
{
    char text[HC_COMMAND_CHARS];
    struct hc_command again;
    struct hc_problem why;

    must(hc_command_print(hc_table_game(table), hc_table_rules(table), command, text, sizeof text) <
         sizeof text);
    must(!hc_command_parse(hc_table_game(table), hc_table_rules(table), text, &again, &why));
    must(!memcmp(command, &again, sizeof again));
}

static void give(struct hc_table *table, unsigned seat, const char *text)
{
    struct hc_table before;
    struct hc_command command;
    struct hc_problem why;
    struct hc_events events;
    enum hc_refusal refusal;

    if (hc_command_parse(hc_table_game(table), hc_table_rules(table), text, &command, &why)) {
        must(why.text[0] && strlen(why.text) < sizeof why.text && why.at <= strlen(text));
        return;
    }
    come_back(table, &command);
    memcpy(&before, table, sizeof before);
    refusal = hc_submit(table, seat, &command, 0, &events);
    must(hc_may(&before, seat, &command, 0) == refusal);
    if (refusal) {
        must(events.count == 0 && !memcmp(&before, table, sizeof before));
        return;
    }
    must(!hc_table_check(table));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const uint8_t seed[HC_SEED_BYTES] = {1};
    const uint8_t *next = bytes, *end = bytes + size;
    char line[LINE_CHARS];
    const struct hc_game *game;
    struct hc_rules rules;
    struct hc_table table;
    struct hc_problem why;
    size_t name;

    if (!next_line(&next, end, line))
        return 0;
    name = strcspn(line, " ");
    game = NULL;
    for (unsigned g = 0; g < hc_games_count; g++)
        if (strlen(hc_games[g]->name) == name && !strncmp(line, hc_games[g]->name, name))
            game = hc_games[g];
    if (!game || !hc_rules_parse(game, line + name, &rules, &why) ||
        hc_table_open(&table, game, &rules, SEATS, seed) != HC_OK)
        return 0;
    give(&table, HC_HOUSE, "start");
    for (unsigned i = 0; i < LINES_MAX && next_line(&next, end, line); i++)
        if (*line)
            give(&table, *line >= '0' && *line <= '9' ? (unsigned)(*line - '0') : HC_HOUSE,
                 line + 1);
    return 0;
}
