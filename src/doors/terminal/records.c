// SPDX-License-Identifier: MIT
/*
 * records.c: asking for statistics and history, and writing them down; and `holecard statistics`.
 *
 * A home adds up what its stores have. A server is asked through the protocol, and nothing that it
 * says is believed beyond its form.
 */
#include "doors/terminal/records.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "args/args.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/status.h"

enum { MATCHES_SHOWN = 10, LEADERS_SHOWN = 50, TIME_CHARS = 60, GAME_CHARS = 80 };

/* ---- From a server -------------------------------------------------------------------------- */

static int64_t number_in(const json_t *row, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(row, key));
}

static void text_in(const json_t *row, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(row, key));

    snprintf(out, size, "%s", text ? text : "");
    guest_clean(out);
}

static bool ask_rows(struct guest *guest, struct record_row *rows, unsigned *count,
                     struct hc_problem *why)
{
    const json_t *list = guest_records(guest, "statistics", "rows", why);

    *count = 0;
    for (size_t i = 0; i < json_array_size(list) && *count < RECORDS_MAX; i++) {
        const json_t *from = json_array_get(list, i);
        struct record_row *row = &rows[(*count)++];

        *row = (struct record_row){.matches = number_in(from, "matches"),
                                   .wins = number_in(from, "wins"),
                                   .points = number_in(from, "points"),
                                   .played = number_in(from, "played"),
                                   .caught = number_in(from, "caught"),
                                   .is_rated = true,
                                   .streak = number_in(from, "streak"),
                                   .best_streak = number_in(from, "best_streak"),
                                   .rating = number_in(from, "rating")};
        text_in(from, "game", row->game, sizeof row->game);
    }
    return list != NULL;
}

static bool ask_matches(struct guest *guest, struct record_match *matches, unsigned *count,
                        struct hc_problem *why)
{
    const json_t *list = guest_records(guest, "history", "matches", why);

    *count = 0;
    for (size_t i = 0; i < json_array_size(list) && *count < RECORDS_MAX; i++) {
        struct record_match *match = &matches[(*count)++];

        match->finished_ms = (uint64_t)number_in(json_array_get(list, i), "finished_ms");
        text_in(json_array_get(list, i), "game", match->game, sizeof match->game);
    }
    return list != NULL;
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* Games by their names; of another program's, its word. */
static void put_game(const char *name, struct hc_text *out)
{
    const struct hc_game *game = hc_game_find(name);

    if (game)
        phrase_put_game(game, out);
    else
        hc_put(out, name);
}

static void write_rows(struct sheet *sheet, const struct record_row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct record_row *row = &rows[i];
        char line[SHEET_CHARS], game[GAME_CHARS];
        struct hc_text out;

        hc_text_init(&out, game, sizeof game);
        put_game(row->game, &out);
        hc_text_init(&out, line, sizeof line);
        PHRASE(&out, TERMINAL_RECORD, {"game", game, 0}, {"wins", NULL, row->wins},
               {"matches", NULL, row->matches}, {"points", NULL, row->points},
               {"played", NULL, row->played}, {"caught", NULL, row->caught});
        if (row->is_rated) {
            hc_put_char(&out, ' ');
            PHRASE(&out, TERMINAL_RECORD_RATED, {"streak", NULL, row->streak},
                   {"best", NULL, row->best_streak}, {"rating", NULL, row->rating});
        }
        sheet_add(sheet, "%s", line);
    }
    if (!count)
        sheet_add(sheet, "%s", phrase_word(TERMINAL_NO_RECORD));
}

static void put_time(uint64_t ms, char out[TIME_CHARS])
{
    time_t when = (time_t)(ms / 1000);
    struct tm local;

    if (!localtime_r(&when, &local) || !strftime(out, TIME_CHARS, "%Y-%m-%d %H:%M", &local))
        snprintf(out, TIME_CHARS, "?");
}

static void write_matches(struct sheet *sheet, const struct record_match *matches, unsigned count)
{
    char when[TIME_CHARS];

    if (count)
        sheet_add(sheet, "%s", phrase_word(TERMINAL_LAST_MATCHES));
    for (unsigned i = 0; i < count && i < MATCHES_SHOWN; i++) {
        char game[GAME_CHARS];
        struct hc_text out;

        put_time(matches[i].finished_ms, when);
        hc_text_init(&out, game, sizeof game);
        put_game(matches[i].game, &out);
        sheet_add(sheet, "%s  %s", when, game);
    }
}

/* ---- At a table ----------------------------------------------------------------------------- */

bool records_write(struct visit *visit, unsigned seat, struct sheet *sheet, struct hc_problem *why)
{
    struct record_match matches[RECORDS_MAX];
    struct record_row rows[RECORDS_MAX];
    unsigned row_count, match_count, person = 0;

    while (person + 1 < visit->people && visit->eyes[person].guest.seat != seat)
        person++;
    if (visit->home) {
        row_count = visit->process->statistics(visit->home, person, rows);
        match_count = visit->process->history(visit->home, person, matches);
    } else if (!ask_rows(visit->guest, rows, &row_count, why) ||
               !ask_matches(visit->guest, matches, &match_count, why)) {
        return false;
    }
    write_rows(sheet, rows, row_count);
    write_matches(sheet, matches, match_count);
    return true;
}

bool records_leaders(struct visit *visit, struct sheet *sheet, struct hc_problem *why)
{
    const struct hc_game *game = visit->guest->room.game;
    const json_t *list = guest_leaders(visit->guest, hc_game_name(game), why);

    for (size_t i = 0; i < json_array_size(list) && i < LEADERS_SHOWN; i++) {
        const json_t *row = json_array_get(list, i);
        char name[4 * HC_ROOM_NAME_BYTES], line[SHEET_CHARS];
        struct hc_text out;

        text_in(row, "name", name, sizeof name);
        hc_text_init(&out, line, sizeof line);
        PHRASE(&out, TERMINAL_LEADER, {"place", NULL, (int64_t)i + 1}, {"name", name, 0},
               {"rating", NULL, number_in(row, "rating")},
               {"deviation", NULL, number_in(row, "deviation")},
               {"wins", NULL, number_in(row, "wins")},
               {"matches", NULL, number_in(row, "matches")});
        sheet_add(sheet, "%s", line);
    }
    if (list && !json_array_size(list))
        sheet_add(sheet, "%s", phrase_word(TERMINAL_NO_LEADERS));
    return list != NULL;
}

/* ---- holecard statistics -------------------------------------------------------------------- */

static void print(const struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++)
        puts(sheet->row[i]);
}

static void print_kept(const struct terminal_process *process)
{
    struct kept_match list[KEPT_MAX];
    unsigned count = process->kept(list);
    char when[TIME_CHARS];

    if (count)
        puts(phrase_word(TERMINAL_UNFINISHED));
    for (unsigned i = 0; i < count; i++) {
        char game[GAME_CHARS];
        struct hc_text out;

        put_time(list[i].left_ms, when);
        hc_text_init(&out, game, sizeof game);
        phrase_put_game(list[i].game, &out);
        printf("  %s  ", list[i].code);
        LINE_SAY(TERMINAL_MATCH_LEFT, {"game", game, 0}, {"count", NULL, list[i].seats},
                 {"when", when, 0});
    }
}

/* Everybody who has played at home; the first one even if nothing is known. */
static int print_home(const struct terminal_process *process)
{
    struct sheet *sheet = malloc(sizeof *sheet);

    for (unsigned person = 0; sheet && person < HC_SEATS_MAX; person++) {
        struct record_match matches[RECORDS_MAX];
        struct record_row rows[RECORDS_MAX];
        unsigned count = process->statistics(NULL, person, rows);

        if (person && !count)
            continue;
        sheet_begin(sheet, 0);
        if (count)
            sheet_add(sheet, "%s", rows[0].name);
        write_rows(sheet, rows, count);
        write_matches(sheet, matches, process->history(NULL, person, matches));
        print(sheet);
    }
    free(sheet);
    print_kept(process);
    return STATUS_OK;
}

static int fail(const char *why, int status)
{
    fprintf(stderr, "holecard statistics: %s\n", why);
    return status;
}

/* As whoever played there from here last. */
static int print_server(const char *address, const char *ca)
{
    char server[URL_SERVER_CHARS], token[TOKEN_CHARS];
    struct visit *visit = calloc(1, sizeof *visit);
    struct sheet *sheet = malloc(sizeof *sheet);
    struct hc_problem why = {.text = "there is not enough memory"};
    int status = STATUS_FAILED;

    if (visit && sheet && url_parse(address, &visit->url, &why)) {
        url_print(&visit->url, server);
        visit->place = (struct token_place){.lock = -1};
        token_first(server, "", &visit->place);
        token_read(&visit->place, token);
        sheet_begin(sheet, 0);
        snprintf(why.text, sizeof why.text, "nobody has played at %.200s from here", server);
        if (*token && visit_add(visit, link_open(&visit->url, ca, &why), token, &why) &&
            records_write(visit, HC_SPECTATOR, sheet, &why)) {
            print(sheet);
            status = STATUS_OK;
        }
        visit_close(visit);
    }
    free(visit);
    free(sheet);
    return status ? fail(why.text, status) : status;
}

int terminal_statistics(int argc, char **argv, const struct terminal_process *process)
{
    const char *join = NULL, *ca = NULL;
    const struct hc_language *language;
    const struct arg args[] = {
        {"--join", "URL", "what a server has counted of you, instead of what is kept here",
         .text = &join},
        {"--ca", "FILE", "certificates to trust, instead of the system's", .text = &ca},
        {"--language", "CODE", "instead of the locale's", .language = &language},
    };
    const struct args_command command = {
        "statistics",
        "Says what is counted of your matches at home, or at a server: wins, points, the last "
        "matches, and at home those that you can continue. What somebody plays at this moment is "
        "not among it.",
        .args = args, .count = sizeof args / sizeof *args};
    int status;

    if (!args_read(&command, argc, argv, &status))
        return status;
    phrase_speak(language);
    signal(SIGPIPE, SIG_IGN);
    return join ? print_server(join, ca) : print_home(process);
}
