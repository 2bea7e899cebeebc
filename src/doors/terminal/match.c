// SPDX-License-Identifier: MIT
/* match.c: the table, its log and what everybody has seen. */
#include "doors/terminal/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"
#include "doors/terminal/clock.h"
#include "doors/terminal/status.h"
#include "games/game.h"
#include "files/logfile.h"
#include "files/file.h"

enum {
    LOG_BYTES_FIRST = 1 << 16,
    SENTENCE_CHARS = 1000,
    BOT_STREAMS = 0x100, /* above those of forgetting */
};

uint64_t match_now(const struct match *match)
{
    return clock_ms() - match->start_ms;
}

bool match_is_person(const struct match *match, unsigned seat)
{
    if (match->far)
        return seat == match->far_seat;
    return seat < match->setup.seats && !match->setup.bot[seat];
}

unsigned match_person(const struct match *match)
{
    unsigned seat = 0;

    while (match->people == 1 && !match_is_person(match, seat))
        seat++;
    return match->people == 1 ? seat : HC_SPECTATOR;
}

void match_names(const struct match *match, unsigned viewer, const char *names[HC_SEATS_MAX])
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        names[s] = s == viewer ? "You" : match->names[s];
}

struct story *match_story(struct match *match, unsigned viewer)
{
    return &match->story[viewer < HC_SEATS_MAX ? viewer : HC_SEATS_MAX];
}

static void give_up(void)
{
    fputs("holecard play: there is not enough memory\n", stderr);
    exit(STATUS_FAILED);
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

void match_tell(struct match *match, unsigned viewer, const char *sentence)
{
    story_add(match_story(match, viewer), sentence);
}

/* Bots and hints never see the seed that deals: their dice have a key of their own. */
static void make_thoughts(struct match *match)
{
    static const char tag[16] = "holecard bots 1";
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, match->setup.salt, HC_SEED_BYTES);
    hc_sha256_end(&sha, match->thoughts);
}

static bool seat_players(struct match *match)
{
    for (unsigned s = 0; s < match->setup.seats; s++) {
        const struct hc_bot *bot = match->setup.bot[s];
        const char *given = bot ? "" : match->setup.name[match->people++];
        struct hc_mind *mind = &match->mind[s];

        if (*given)
            memcpy(match->name[s], given, NAME_BYTES);
        else
            snprintf(match->name[s], NAME_BYTES, "%s %u", bot ? "Bot" : "Player", s);
        match->names[s] = match->name[s];
        mind->budget = match->setup.budget[s];
        mind->forget = (uint8_t)match->setup.forget;
        memcpy(mind->key, match->thoughts, sizeof mind->key);
        mind->scratch_bytes = bot && bot->scratch_bytes ? bot->scratch_bytes(mind->budget) : 0;
        if (mind->scratch_bytes && !(mind->scratch = malloc(mind->scratch_bytes)))
            return false;
    }
    return true;
}

bool match_open(struct match *match, const struct setup *setup)
{
    uint8_t *storage = malloc(LOG_BYTES_FIRST);

    *match = (struct match){.setup = *setup, .come_back = "holecard play --continue"};
    match->log.bytes = storage;
    match->table = malloc(hc_table_bytes());
    match->after = malloc(hc_table_bytes());
    if (!storage || !match->table || !match->after)
        return false;
    match->start_ms = clock_ms();
    make_thoughts(match);
    if (!seat_players(match))
        return false;
    hc_commitment(setup->seed, setup->salt, match->commitment);
    return hc_table_open(match->table, setup->game, &setup->rules, setup->seats, setup->seed) ==
               HC_OK &&
           hc_log_begin(&match->log, storage, LOG_BYTES_FIRST, match->table, match->commitment);
}

bool match_open_far(struct match *match, const struct setup *setup, const struct far_table *far,
                    void *context, unsigned seat, const char *const names[HC_SEATS_MAX])
{
    *match = (struct match){.setup = *setup,
                            .far = far,
                            .far_context = context,
                            .far_seat = seat,
                            .people = seat < setup->seats ? 1 : 0};
    match->start_ms = clock_ms();
    make_thoughts(match);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        snprintf(match->name[s], NAME_BYTES, "%s", names[s]);
        match->names[s] = match->name[s];
    }
    return true;
}

void match_close(struct match *match)
{
    for (unsigned s = 0; s <= HC_SEATS_MAX; s++) {
        struct story *story = &match->story[s];

        while (story->count)
            free(story->line[--story->count]);
        free(story->line);
    }
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        free(match->mind[s].scratch);
    free(match->table);
    free(match->after);
    free(match->log.bytes);
}

void match_view(const struct match *match, unsigned viewer, struct hc_view *view)
{
    if (match->far)
        match->far->view(match->far_context, view);
    else
        hc_view(match->table, viewer, match_now(match), view);
}

unsigned match_awaits(const struct match *match)
{
    struct hc_view view;

    if (!match->far)
        return hc_table_awaits(match->table);
    match_view(match, match->far_seat, &view);
    return hc_view_awaits(&view);
}

uint32_t match_seq(const struct match *match)
{
    struct hc_view view;

    if (!match->far)
        return hc_table_seq(match->table);
    match_view(match, match->far_seat, &view);
    return view.seq;
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
    hc_seen_say(match->setup.game, hc_table_rules(match->after), &seen, viewer, match->names,
                sentence, sizeof sentence);
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
        if (match_person(match) == HC_SPECTATOR)
            tell(match, event, HC_SPECTATOR);
    }
}

static enum hc_refusal give_at(struct match *match, unsigned seat, const struct hc_command *command,
                               uint64_t now_ms)
{
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

bool match_keep(struct match *match, struct hc_problem *why)
{
    match->keep_failed = !match->keep(match, match->keep_context, why);
    return !match->keep_failed;
}

/* People are told when keeping begins to fail, and when it works again. */
static void keep(struct match *match)
{
    bool failed_before = match->keep_failed;
    char sentence[SENTENCE_CHARS];
    struct hc_problem why;

    if (match_keep(match, &why) == !failed_before)
        return;
    if (match->keep_failed)
        snprintf(sentence, sizeof sentence,
                 "From here on the match is not kept (%s). You can play on.", why.text);
    else
        snprintf(sentence, sizeof sentence, "The match is kept again.");
    for (unsigned s = 0; s < match->setup.seats; s++)
        if (match_is_person(match, s))
            story_add(match_story(match, s), sentence);
}

enum hc_refusal match_give(struct match *match, unsigned seat, const struct hc_command *command)
{
    enum hc_refusal refusal;

    if (match->far)
        return match->far->give(match->far_context, command);
    refusal = give_at(match, seat, command, match_now(match));
    if (!refusal && match->keep)
        keep(match);
    return refusal;
}

bool match_repeat(struct match *match, const struct hc_record *record)
{
    switch (record->kind) {
    case HC_RECORD_COMMAND:
        match->start_ms = clock_ms() - record->time_ms;
        return give_at(match, record->seat, &record->command, record->time_ms) == HC_OK;
    case HC_RECORD_CONTRIBUTION:
        while (!hc_log_contribution(&match->log, record->seat, record->bytes))
            grow_log(match);
        return hc_table_contribute(match->table, record->seat, record->bytes) == HC_OK;
    case HC_RECORD_DIGEST:
        match_seal(match);
        return true;
    case HC_RECORD_REVEAL:
        break;
    }
    return true;
}

bool match_house(struct match *match, enum hc_house_role role)
{
    struct hc_command command;

    if (match->far)
        return role == HC_HOUSE_NEXT && match->far->ask_next(match->far_context);
    return hc_house_command(match->setup.game, role, HC_NONE, &command) &&
           match_give(match, HC_HOUSE, &command) == HC_OK;
}

enum hc_house_role match_house_due(const struct match *match)
{
    struct hc_actions actions;

    if (match->far)
        return match->far->may_ask_next(match->far_context) ? HC_HOUSE_NEXT : HC_HOUSE_NO_ROLE;
    hc_actions(match->table, HC_HOUSE, match_now(match), &actions);
    for (uint32_t c = 0; c < actions.count; c++) {
        enum hc_house_role role = match->setup.game->grammar.verbs[actions.choice[c].verb].role;

        if (role == HC_HOUSE_START || role == HC_HOUSE_NEXT || role == HC_HOUSE_STEP)
            return role;
    }
    return HC_HOUSE_NO_ROLE;
}

bool match_bot(struct match *match, unsigned seat)
{
    struct hc_mind *mind = &match->mind[seat];
    struct hc_command command;
    struct hc_view view;

    hc_view(match->table, seat, match_now(match), &view);
    /* A stream for each moment: a match that goes on later goes on with the same dice. */
    hc_dice_open(&mind->dice, match->thoughts, BOT_STREAMS + seat, hc_table_seq(match->table));
    return hc_bot_turn(match->setup.bot[seat], &view, mind, &command) &&
           match_give(match, seat, &command) == HC_OK;
}

void match_bots_aside(struct match *match)
{
    for (unsigned s = 0; s < match->setup.seats; s++)
        if (match->setup.bot[s] && hc_table_awaits(match->table) != s)
            match_bot(match, s);
}

unsigned match_hint(const struct match *match, unsigned seat, struct hc_hint hints[HC_HINTS_MAX])
{
    struct hc_view view;
    void *scratch = malloc(hc_hint_bytes(HC_HINT_BUDGET));
    unsigned count;

    if (!scratch)
        give_up();
    match_view(match, seat, &view);
    count = hc_hint(&view, match->thoughts, HC_HINT_BUDGET, scratch, hints);
    free(scratch);
    return count;
}

void match_seal(struct match *match)
{
    while (!hc_log_seal(&match->log))
        grow_log(match);
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

    if (match->far)
        return say_why(why, "the server has the log until the match is over; --log saves it then");
    match_seal(match);
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
