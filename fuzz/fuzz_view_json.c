// SPDX-License-Identifier: MIT
/*
 * fuzz_view_json.c: any JSON as what a server says about a table.
 *
 * The first line is a game and its rules, the rest a view. A view that is read prints as JSON that
 * reads as the same view. Bots, hints and what a page asks about a view can deal with it.
 */
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "games/game.h"
#include "net/view_json.h"
#include "table/offer.h"
#include "table/view.h"

enum { VIEW_BYTES = 1 << 16, LINE_CHARS = 400, BUDGET = 20 };

static void must(bool fact)
{
    if (!fact)
        abort();
}

/* Reads the first line as a game and its rules; returns what follows it, NULL if they are none. */
static const char *read_rules(const char *text, const char *end, const struct hc_game **game,
                              struct hc_rules *rules)
{
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    char line[LINE_CHARS], *blank;
    struct hc_problem why;

    if (!stop || stop - text >= LINE_CHARS)
        return NULL;
    memcpy(line, text, (size_t)(stop - text));
    line[stop - text] = '\0';
    blank = strchr(line, ' ');
    if (blank)
        *blank = '\0';
    *game = hc_game_find(line);
    if (!*game || !hc_rules_parse(*game, blank ? blank + 1 : "", rules, &why))
        return NULL;
    return stop + 1;
}

static void come_back(const struct hc_view *view)
{
    static char before[VIEW_BYTES], after[VIEW_BYTES];
    struct hc_problem why;
    struct hc_view again;
    json_t *json;

    must(hc_view_json(view, before, sizeof before) < sizeof before);
    json = json_loads(before, JSON_REJECT_DUPLICATES, NULL);
    must(json);
    must(view_read(json, view->game, &view->rules, &again, &why));
    hc_view_json(&again, after, sizeof after);
    must(!strcmp(before, after));
    json_decref(json);
}

static void think(const struct hc_view *view)
{
    static const uint8_t key[32];
    const struct hc_bot *bot;

    if (!view->actions.ways)
        return;
    for (size_t b = 0; (bot = hc_bot_at(b)); b++) {
        struct hc_mind mind = {.budget = BUDGET};
        struct hc_command command;

        mind.scratch_bytes = bot->scratch_bytes ? bot->scratch_bytes(BUDGET) : 0;
        mind.scratch = malloc(mind.scratch_bytes + 1);
        must(mind.scratch);
        hc_dice_open(&mind.dice, key, 0, view->seq);
        bot->choose(view, &view->actions, &mind, &command);
        free(mind.scratch);
    }
}

static void hint(const struct hc_view *view)
{
    static const uint8_t key[HC_SEED_BYTES];
    struct hc_hint hints[HC_HINTS_MAX];
    void *scratch = malloc(hc_hint_bytes(BUDGET));

    must(scratch);
    hc_hint(view, key, BUDGET, scratch, hints);
    free(scratch);
}

/* What the page of a table asks. */
static void show(struct hc_view view)
{
    uint64_t possible[HC_SEATS_MAX];
    struct hc_command command;
    char text[LINE_CHARS];

    hc_view_possible(&view, possible);
    for (unsigned s = 0; s <= view.seats; s++) {
        hc_view_next(&view, s);
        hc_view_previous(&view, s);
        hc_goal_say(&view, s, NULL, text, sizeof text);
    }
    for (unsigned p = 0; p < view.game->pile_count; p++)
        for (unsigned i = 0; i <= view.pile[p].count; i++)
            hc_view_owner(&view, p, i);
    hc_offer(&view);
    for (uint32_t i = 0; i < view.actions.ways; i++) {
        hc_actions_at(&view.actions, i, &command);
        hc_command_say(&view, &command, NULL, NULL, text, sizeof text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes, *rest;
    const struct hc_game *game;
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_view view;
    json_t *json;

    rest = read_rules(text, text + size, &game, &rules);
    json =
        rest ? json_loadb(rest, size - (size_t)(rest - text), JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (json && view_read(json, game, &rules, &view, &why)) {
        come_back(&view);
        think(&view);
        hint(&view);
        show(view);
    }
    json_decref(json);
    return 0;
}
