// SPDX-License-Identifier: MIT
/*
 * first_match.c: a whole match through the public header alone.
 *
 * Opens a table, watches it from seat 0, meets a refusal, saves and loads the table half way, keeps
 * a log, writes it as JSON and checks that nothing was altered after the deal. Any surprise ends
 * the program with status 1.
 */
#include <holecard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t log_bytes[1 << 20];
static char json[1 << 23];

static void must(bool fact, const char *what)
{
    if (fact)
        return;
    fprintf(stderr, "surprise: %s\n", what);
    exit(1);
}

/* Tells what seat 0 sees of the events. What may be seen of an event depends on the table right
 * after it, so `watched`, a copy of the table from before the command, follows event by event. */
static void tell(struct hc_table *watched, const struct hc_events *events)
{
    const struct hc_event *event = hc_event_first(events);
    struct hc_seen seen;
    char line[256];

    for (; event; event = hc_event_next(events, event)) {
        hc_table_apply(watched, event);
        hc_event_see(watched, event, 0, &seen);
        if (hc_seen_say(hc_table_game(watched), hc_table_rules(watched), &seen, 0, NULL, NULL, line,
                        sizeof line))
            puts(line);
    }
}

/* What the awaited seat does: the first thing it may, which is to play a card if one matches. */
static void choose(const struct hc_table *table, unsigned seat, struct hc_command *command)
{
    struct hc_actions actions;

    hc_actions(table, seat, 0, &actions);
    must(actions.ways > 0, "the awaited seat can always do something");
    hc_actions_at(&actions, 0, command);
}

int main(void)
{
    const struct hc_game *game = hc_game_find("shed");
    struct hc_table *table = malloc(hc_table_bytes()); /* the library itself allocates nothing */
    struct hc_table *watched = malloc(hc_table_bytes());
    uint8_t *saved = malloc(hc_table_save_bytes());
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES], commitment[HC_SEED_BYTES];
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_events events;
    struct hc_command command;
    struct hc_log log;
    unsigned seat, commands = 0;
    size_t size;

    must(game && table && watched && saved, "there is a game called shed");
    must(!hc_rules_parse(game, "official stacking=sometimes", &rules, &why), "a bad value");
    printf("Bad rules: %s\n", why.text);
    must(hc_rules_parse(game, "official match_mode=single", &rules, &why), why.text);

    /* A real table takes 32 bytes of entropy and publishes the commitment before the deal. */
    hc_seed_from_number(2024, seed);
    hc_seed_from_number(7, salt);
    hc_commitment(seed, salt, commitment);
    must(hc_table_open(table, game, &rules, 3, seed) == HC_OK, "three players may sit down");
    must(hc_log_begin(&log, log_bytes, sizeof log_bytes, table, commitment), "room for the log");

    /* A refusal changes nothing and says why. */
    must(hc_submit_text(table, 1, "draw", 0, &events) != HC_OK, "nobody draws in the lobby");
    printf("Refused: %s\n",
           hc_refusal_sentence(hc_table_game(table), hc_submit_text(table, 1, "draw", 0, &events),
                               NULL));

    while ((seat = hc_table_awaits(table)) != HC_NONE) {
        if (seat == HC_HOUSE) /* a single round: the house only has to start it */
            must(hc_house_command(game, HC_HOUSE_START, HC_NONE, &command), "a game can start");
        else
            choose(table, seat, &command);
        memcpy(watched, table, hc_table_bytes());
        must(hc_submit(table, seat, &command, 0, &events) == HC_OK, "an offered command");
        must(hc_log_add(&log, 0, seat, &command, &events), "room for a record");
        tell(watched, &events);
        if (++commands == 10) { /* the table goes to bytes and comes back from them */
            size = hc_table_save(table, saved, hc_table_save_bytes());
            must(hc_table_load(table, saved, size, &why), why.text);
        }
    }

    /* With the secret in the log, anybody can check every shuffle and every move. */
    must(hc_log_reveal(&log, seed, salt) && hc_log_seal(&log), "room for the end");
    must(hc_log_verify(log_bytes, log.used, &why) == HC_HONEST, why.text);
    size = hc_log_json(log_bytes, log.used, json, sizeof json, &why);
    must(size > 0 && size < sizeof json, "the log as JSON");
    printf("\n%u commands, %zu bytes of log, %zu characters of JSON. Nothing was altered after the "
           "deal.\n",
           commands, log.used, size);
    free(saved);
    free(watched);
    free(table);
    return 0;
}
