// SPDX-License-Identifier: MIT
/* match.c: the table, its log and what everybody has seen. */
#include "doors/terminal/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/game.h"
#include "store/logfile.h"
#include "store/file.h"

enum {
    LOG_BYTES_FIRST = 1 << 16,
    SENTENCE_CHARS = 1000,
    ASIDE_ODDS = 2, /* a bot that may act out of turn does so once in so many times */
};

static uint64_t clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t match_now(const struct match *match)
{
    return clock_ms() - match->start_ms;
}

bool match_is_person(const struct match *match, unsigned seat)
{
    return seat < match->setup.seats && !match->setup.bot[seat];
}

struct story *match_story(struct match *match, unsigned viewer)
{
    return &match->story[viewer < HC_SEATS_MAX ? viewer : HC_SEATS_MAX];
}

static void give_up(void)
{
    fputs("holecard play: there is not enough memory\n", stderr);
    exit(PLAY_FAILED);
}

static void story_add(struct story *story, const char *sentence)
{
    size_t size = strlen(sentence) + 1;

    if (story->count == story->size) {
        story->size = story->size ? 2 * story->size : 64;
        story->line = realloc(story->line, story->size * sizeof *story->line);
        if (!story->line)
            give_up();
    }
    story->line[story->count] = malloc(size);
    if (!story->line[story->count])
        give_up();
    memcpy(story->line[story->count++], sentence, size);
}

/* Bots never see the seed that deals: their dice are other streams of another key. */
static void seat_players(struct match *match)
{
    for (unsigned s = 0; s < match->setup.seats; s++) {
        bool person = !match->setup.bot[s];

        match->people += person;
        snprintf(match->name[s], sizeof match->name[s], "%s %u", person ? "Player" : "Bot", s);
        match->names[s] = match->name[s];
        match->mind[s].budget = match->setup.budget[s];
        hc_dice_open(&match->mind[s].dice, match->setup.salt, 1, s);
    }
}

bool match_open(struct match *match, const struct setup *setup)
{
    uint8_t *storage = malloc(LOG_BYTES_FIRST);

    *match = (struct match){.setup = *setup};
    match->log.bytes = storage;
    match->table = malloc(hc_table_bytes());
    match->after = malloc(hc_table_bytes());
    if (!storage || !match->table || !match->after)
        return false;
    match->start_ms = clock_ms();
    seat_players(match);
    hc_commit(setup->seed, setup->salt, match->commitment);
    return hc_table_open(match->table, setup->game, &setup->rules, setup->seats, setup->seed) ==
               HC_OK &&
           hc_log_begin(&match->log, storage, LOG_BYTES_FIRST, match->table, match->commitment);
}

void match_close(struct match *match)
{
    for (unsigned s = 0; s <= HC_SEATS_MAX; s++) {
        struct story *story = &match->story[s];

        while (story->count)
            free(story->line[--story->count]);
        free(story->line);
    }
    free(match->table);
    free(match->after);
    free(match->log.bytes);
}

static void grow_log(struct match *match)
{
    size_t size = 2 * match->log.size;
    uint8_t *bytes = realloc(match->log.bytes, size);

    if (!bytes)
        give_up();
    match->log.bytes = bytes;
    match->log.size = size;
}

/* Events that have no sentence are the engine's own business. */
static void tell(struct match *match, const struct hc_event *event, unsigned viewer)
{
    char sentence[SENTENCE_CHARS];
    struct hc_seen seen;

    if (!*match->setup.game->events[event->kind].sentence)
        return;
    hc_event_see(match->after, event, viewer, &seen);
    hc_seen_say(match->after, &seen, viewer, match->names, sentence, sizeof sentence);
    if (*sentence)
        story_add(match_story(match, viewer), sentence);
}

static void tell_all(struct match *match, const struct hc_events *events)
{
    for (const struct hc_event *event = hc_event_first(events); event;
         event = hc_event_next(events, event)) {
        hc_table_apply(match->after, event);
        for (unsigned s = 0; s < match->setup.seats; s++)
            if (match_is_person(match, s))
                tell(match, event, s);
        if (!match->people)
            tell(match, event, HC_SPECTATOR);
    }
}

enum hc_refusal match_give(struct match *match, unsigned seat, const struct hc_command *command)
{
    uint64_t now_ms = match_now(match);
    struct hc_events events;
    enum hc_refusal refusal;

    memcpy(match->after, match->table, hc_table_bytes());
    refusal = hc_submit(match->table, seat, command, now_ms, &events);
    if (refusal)
        return refusal;
    while (!hc_log_add(&match->log, now_ms, seat, command, &events))
        grow_log(match);
    tell_all(match, &events);
    return HC_OK;
}

bool match_house(struct match *match, const char *verb)
{
    const struct hc_game *game = match->setup.game;
    struct hc_actions actions;
    struct hc_command command;

    hc_actions(match->table, HC_HOUSE, match_now(match), &actions);
    for (uint32_t i = 0; i < actions.ways; i++) {
        hc_actions_at(&actions, i, &command);
        if (!strcmp(game->grammar.verbs[command.verb].name, verb))
            return match_give(match, HC_HOUSE, &command) == HC_OK;
    }
    return false;
}

bool match_bot(struct match *match, unsigned seat)
{
    struct hc_view view;
    struct hc_command command;

    hc_view(match->table, seat, match_now(match), &view);
    if (!view.actions.ways)
        return false;
    match->setup.bot[seat]->choose(&view, &view.actions, &match->mind[seat], &command);
    return match_give(match, seat, &command) == HC_OK;
}

void match_bots_aside(struct match *match)
{
    for (unsigned s = 0; s < match->setup.seats; s++) {
        struct hc_actions actions;

        if (!match->setup.bot[s] || hc_table_awaits(match->table) == s)
            continue;
        hc_actions(match->table, s, match_now(match), &actions);
        if (actions.ways && hc_dice_below(&match->mind[s].dice, ASIDE_ODDS) == 0)
            match_bot(match, s);
    }
}

void match_reveal(struct match *match)
{
    while (!hc_log_reveal(&match->log, match->setup.seed, match->setup.salt))
        grow_log(match);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && !strcmp(text + length - end_length, end);
}

bool match_save(struct match *match, const char *path, struct hc_problem *why)
{
    struct logfile file = {0};
    char *json;
    size_t length;
    bool saved;

    while (!hc_log_commit(&match->log))
        grow_log(match);
    if (!ends_with(path, ".json"))
        return logfile_write(path, &match->log, why);
    file.bytes = match->log.bytes;
    file.size = match->log.used;
    json = logfile_json(&file, &length, why);
    if (!json)
        return false;
    saved = file_write(path, json, length, why);
    free(json);
    return saved;
}
