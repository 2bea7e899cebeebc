// SPDX-License-Identifier: MIT
/*
 * history.c: `holecard history`: the matches at home that are over: listed, replayed, reviewed,
 * verified, exported and deleted.
 *
 * They have numbers: 1 is the latest. Start reading at terminal_history().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "args/args.h"
#include "core/text.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/replay.h"
#include "doors/terminal/review_show.h"
#include "doors/terminal/visit.h"

enum { LINE_CHARS = 1000, TIME_CHARS = 60, LISTED = 20 };

struct history {
    const struct terminal_process *process;
    const char *command; /* for complaints */
    struct past_match *match;
    size_t count;
};

static bool complain(const struct history *history, const char *why)
{
    fflush(stdout);
    fprintf(stderr, "holecard %s: %s\n", history->command, why);
    return false;
}

/* ---- What a match is ------------------------------------------------------------------------ */

static void put_time(const struct past_match *match, char out[TIME_CHARS])
{
    time_t when = (time_t)(match->finished_ms / 1000);
    struct tm local;

    if (!localtime_r(&when, &local) || !strftime(out, TIME_CHARS, "%Y-%m-%d %H:%M", &local))
        snprintf(out, TIME_CHARS, "?");
}

/* By its name; of a game that this program does not have, its word. */
static void put_game(const struct past_match *match, struct hc_text *out)
{
    const struct hc_game *game = hc_game_find(match->game);

    if (game)
        phrase_put_game(game, out);
    else
        hc_put(out, match->game);
}

/* A name is somebody's own choice, and must not speak to the terminal. */
static void put_player(const struct past_match *match, unsigned seat, struct hc_text *out)
{
    char name[sizeof match->name[0]];

    snprintf(name, sizeof name, "%s", match->name[seat]);
    guest_clean(name);
    if (*name) {
        hc_put(out, name);
    } else {
        WORDS_FILL(phrase_language(), WORDS_SEAT, out, {"count", NULL, seat});
    }
}

/* "Anna 120, Bot 1 43"; without points where there are none. */
static void put_players(const struct past_match *match, const struct hc_table *table,
                        struct hc_text *out)
{
    int64_t points[HC_SEATS_MAX] = {0};
    bool has_points = false;

    for (unsigned s = 0; table && s < match->seats; s++)
        has_points |= hc_table_common(table, HC_COMMON_POINTS, s, &points[s]) && points[s];
    for (unsigned s = 0; s < match->seats; s++) {
        char number[24];

        hc_put(out, s ? ", " : "");
        put_player(match, s, out);
        snprintf(number, sizeof number, " %lld", (long long)points[s]);
        hc_put(out, has_points ? number : "");
    }
}

/* "Anna wins", "Anna and Ben win". */
static void put_result(const struct past_match *match, const struct hc_table *table,
                       struct hc_text *out)
{
    unsigned left = 0, count = 0;
    char names[LINE_CHARS];
    struct hc_text list;
    int64_t winners = 0;

    if (!table) {
        hc_put(out, phrase_word(TERMINAL_UNREADABLE));
        return;
    }
    hc_text_init(&list, names, sizeof names);
    hc_table_common(table, HC_COMMON_MATCH_WINNERS, 0, &winners);
    for (unsigned s = 0; s < match->seats; s++)
        left += winners >> s & 1;
    for (unsigned s = 0; s < match->seats; s++) {
        if (!(winners >> s & 1))
            continue;
        phrase_put_between(count++, left, &list);
        put_player(match, s, &list);
    }
    if (count)
        PHRASE(out, TERMINAL_WON_BY, {"names", names, 0}, {"count", NULL, count});
    else
        hc_put(out, phrase_word(TERMINAL_ENDED_EARLY));
}

/* How it ended; NULL if that cannot be read. */
static struct hc_table *read_end(const struct history *history, const struct past_match *match)
{
    struct hc_table *table = malloc(hc_table_bytes());
    struct hc_problem why;
    uint8_t *bytes = NULL;
    size_t size;
    bool read = table && history->process->past_log(match, &bytes, &size, &why) &&
                hc_log_replay(bytes, size, UINT32_MAX, table, NULL, NULL, &why);

    free(bytes);
    if (read)
        return table;
    free(table);
    return NULL;
}

static void print_match(const struct history *history, size_t index)
{
    const struct past_match *match = &history->match[index];
    struct hc_table *table = read_end(history, match);
    char when[TIME_CHARS], text[LINE_CHARS], game[LINE_CHARS];
    struct hc_text out;

    put_time(match, when);
    hc_text_init(&out, game, sizeof game);
    put_game(match, &out);
    hc_text_init(&out, text, sizeof text);
    put_players(match, table, &out);
    hc_put(&out, ": ");
    put_result(match, table, &out);
    printf("%4zu  %s  %s  %s\n", index + 1, when, game, text);
    free(table);
}

/* ---- What is done with them ----------------------------------------------------------------- */

static bool list(const struct history *history, uint64_t count)
{
    if (!history->count)
        puts(phrase_word(TERMINAL_NO_HISTORY));
    for (size_t i = 0; i < history->count && i < count; i++)
        print_match(history, i);
    if (history->count > count)
        LINE_SAY(TERMINAL_MORE_HISTORY, {"count", NULL, (int64_t)(history->count - count)});
    return true;
}

/* The match with a number, from 1; NULL, and that was said. */
static const struct past_match *find(const struct history *history, uint64_t number)
{
    struct hc_problem why;

    if (number >= 1 && number <= history->count)
        return &history->match[number - 1];
    PHRASE_WHY(&why, history->count ? TERMINAL_NO_SUCH_MATCH : TERMINAL_NO_MATCH_KEPT,
               {"number", NULL, (int64_t)number});
    complain(history, why.text);
    return NULL;
}

static bool get(const struct history *history, const struct past_match *match, struct logfile *file)
{
    struct hc_problem why;

    *file = (struct logfile){.bytes = NULL};
    return history->process->past_log(match, &file->bytes, &file->size, &why) ||
           complain(history, why.text);
}

/* The first seat of somebody who played here. */
static unsigned own_seat(const struct past_match *match)
{
    unsigned seat = 0;

    while (seat < match->seats && !(match->people >> seat & 1))
        seat++;
    return seat < match->seats ? seat : HC_SPECTATOR;
}

/* Replays or reviews; a wish without a seat is that of who played here. */
static bool show(const struct history *history, uint64_t number, struct wish *wish, bool review)
{
    const struct past_match *match = find(history, number);
    char title[TIME_CHARS + LINE_CHARS], when[TIME_CHARS];
    struct hc_text out;
    const char *names[HC_SEATS_MAX] = {NULL};
    struct hc_problem why;
    struct logfile file;
    bool ok;

    if (!match || !get(history, match, &file))
        return false;
    put_time(match, when);
    hc_text_init(&out, title, sizeof title);
    put_game(match, &out);
    hc_put_char(&out, ' ');
    hc_put(&out, when);
    for (unsigned s = 0; s < match->seats; s++)
        names[s] = match->name[s];
    wish->path = title;
    wish->names = names;
    if (wish->viewer == HC_NONE)
        wish->viewer = own_seat(match);
    if (!review)
        ok = replay_show(wish, &file, history->command, history->process);
    else
        ok = review_show(wish, &file, &why) || complain(history, why.text);
    logfile_release(&file);
    return ok;
}

static bool export_match(const struct history *history, uint64_t number, const char *path)
{
    const struct past_match *match = find(history, number);
    struct hc_problem why;
    struct logfile file;
    bool ok;

    if (!match || !get(history, match, &file))
        return false;
    ok = visit_write_log(path, file.bytes, file.size, &why) || complain(history, why.text);
    if (ok)
        LINE_SAY(TERMINAL_SAVED_AS, {"path", path, 0});
    logfile_release(&file);
    return ok;
}

static bool verify(const struct history *history, const struct past_match *match)
{
    size_t number = (size_t)(match - history->match) + 1;
    struct hc_problem why;
    struct logfile file;
    enum hc_verdict verdict;

    if (!get(history, match, &file))
        return false;
    verdict = hc_log_verify(file.bytes, file.size, &why);
    logfile_release(&file);
    printf("%4zu  ", number);
    switch (verdict) {
    case HC_HONEST:
        puts(phrase_word(TERMINAL_HONEST));
        return true;
    case HC_UNREVEALED:
        puts(phrase_word(TERMINAL_MATCH_SOUND));
        return true;
    case HC_DISHONEST:
        LINE_SAY(TERMINAL_MATCH_DISHONEST, {"why", why.text, 0});
        break;
    case HC_UNREADABLE:
        puts(why.text);
        break;
    }
    return false;
}

static bool delete_match(const struct history *history, const struct past_match *match)
{
    char when[TIME_CHARS], text[LINE_CHARS], game[LINE_CHARS];
    struct hc_problem why;
    struct hc_text out;

    if (!history->process->past_remove(match, &why))
        return complain(history, why.text);
    put_time(match, when);
    hc_text_init(&out, game, sizeof game);
    put_game(match, &out);
    hc_text_init(&out, text, sizeof text);
    put_players(match, NULL, &out);
    LINE_SAY(TERMINAL_DELETED, {"when", when, 0}, {"game", game, 0}, {"players", text, 0});
    return true;
}

/* Does something with each of several; without a number, or with the word all, with every one. All
 * numbers are read before anything is done. */
static bool each(const struct history *history, const struct args_words *numbers,
                 bool (*act)(const struct history *history, const struct past_match *match))
{
    bool all = !numbers->count || (numbers->count == 1 && !strcmp(numbers->word[0], "all"));
    bool ok = true;
    uint64_t number;

    for (unsigned i = 0; !all && i < numbers->count; i++) {
        const char *end = hc_read_number(numbers->word[i], UINT32_MAX, &number);

        if (!find(history, end && !*end ? number : 0))
            return false;
    }
    for (size_t i = 0; all && i < history->count; i++)
        ok &= act(history, &history->match[i]);
    for (unsigned i = 0; !all && i < numbers->count; i++) {
        hc_read_number(numbers->word[i], UINT32_MAX, &number);
        ok &= act(history, &history->match[number - 1]);
    }
    return ok;
}

/* ---- What is asked for ---------------------------------------------------------------------- */

enum { LIST, REPLAY, REVIEW, VERIFY, EXPORT, DELETE, COMMANDS };

struct asked {
    uint64_t number, count, seat, seq;
    struct wish wish;
    struct args_words numbers;
    const char *path;
};

static bool do_it(const struct history *history, unsigned chosen, struct asked *asked)
{
    asked->wish.viewer = asked->seat == UINT64_MAX ? HC_NONE : (unsigned)asked->seat;
    asked->wish.seq = (uint32_t)asked->seq;
    switch (chosen) {
    case REPLAY:
    case REVIEW:
        return show(history, asked->number, &asked->wish, chosen == REVIEW);
    case VERIFY:
        return each(history, &asked->numbers, verify);
    case EXPORT:
        return export_match(history, asked->number, asked->path);
    case DELETE:
        return each(history, &asked->numbers, delete_match);
    default:
        return list(history, asked->count);
    }
}

int terminal_history(int argc, char **argv, const struct terminal_process *process)
{
    struct asked asked = {
        .number = 1, .count = LISTED, .seat = UINT64_MAX, .seq = UINT32_MAX, .numbers = {NULL, 0}};
    const struct hc_language *language = NULL;
    const struct arg list_args[] = {
        {"--count", "N", "how many to list, the latest first; 20 unless given",
         .number = &asked.count, .min = 1, .max = UINT32_MAX},
        {"--language", "CODE", "instead of the locale's", .language = &language},
    };
    const struct arg replay_args[] = {
        {.value = "N", .number = &asked.number, .min = 1, .max = UINT32_MAX},
        {"--seat", "S",
         "as the player on seat S (the first is 0) saw it, or that player's review; without it, "
         "yours",
         .number = &asked.seat, .max = HC_SEATS_MAX - 1},
        {"--at", "SEQ", "up to event number SEQ; on the full screen, begin there",
         .number = &asked.seq, .max = UINT32_MAX - 1},
        {"--all", NULL, "with every card open", .given = &asked.wish.all},
        {"--plain", NULL, "as lines of text, on a terminal too", .given = &asked.wish.plain},
        {"--language", "CODE", NULL, .language = &language},
    };
    const struct arg review_args[] = {
        {.value = "N", .number = &asked.number, .min = 1, .max = UINT32_MAX},
        {"--seat", "S", NULL, .number = &asked.seat, .max = HC_SEATS_MAX - 1},
        {"--plain", NULL, NULL, .given = &asked.wish.plain},
        {"--language", "CODE", NULL, .language = &language},
    };
    const struct arg verify_args[] = {{.value = "N", .words = &asked.numbers}};
    const struct arg export_args[] = {
        {.value = "N", .number = &asked.number, .min = 1, .max = UINT32_MAX, .needed = true},
        {.value = "FILE", .text = &asked.path, .needed = true}};
    const struct arg delete_args[] = {{.value = "N", .words = &asked.numbers, .needed = true}};
    const struct args_command commands[COMMANDS] = {
        {"history list",
         "Lists them: number, date, game, players and who won. Without a word, too.",
         .args = list_args, .count = sizeof list_args / sizeof *list_args},
        {"history replay", "Shows a match again: the latest, or number N. See holecard replay.",
         .args = replay_args, .count = sizeof replay_args / sizeof *replay_args},
        {"history review",
         "Puts each of your decisions beside what the bot search would have done with what you "
         "could see, and marks the three that cost most.",
         .args = review_args, .count = sizeof review_args / sizeof *review_args},
        {"history verify",
         "Checks that nothing was altered after the deal: of all matches, or of those named.",
         .args = verify_args, .count = sizeof verify_args / sizeof *verify_args},
        {"history export",
         "Saves a match as a file for every other tool here; as JSON if its name ends in .json. "
         "The file shows every hand.",
         .args = export_args, .count = sizeof export_args / sizeof *export_args},
        {"history delete",
         "Deletes matches for good: those named, or with the word all every one. Statistics keep "
         "what was counted of them.",
         .args = delete_args, .count = sizeof delete_args / sizeof *delete_args,
         .end = "N is the number in the list; 1 is the latest, and after a deletion others move "
                "up.\n"
                "Exit status: 0 if all is well, 1 if something is wrong or cannot be done, 2 for "
                "wrong usage."},
    };
    const struct args_command any = {.name = "history"};
    struct history history = {.process = process};
    unsigned chosen = 0;
    struct hc_problem why;
    bool done;
    int status;

    if (argc > 1 && args_is_help(argv[1])) {
        args_help(commands, COMMANDS, "The matches at home that are over.");
        return STATUS_OK;
    }
    while (argc > 1 && chosen < COMMANDS &&
           strcmp(argv[1], strchr(commands[chosen].name, ' ') + 1) != 0)
        chosen++;
    if (chosen == COMMANDS && argv[1][0] != '-')
        return args_wrong(&any, "say list, replay, review, verify, export or delete");
    if (argc > 1 && chosen < COMMANDS) {
        argc--;
        argv++;
    }
    chosen = chosen < COMMANDS ? chosen : LIST;
    if (!args_read(&commands[chosen], argc, argv, &status))
        return status;
    phrase_speak(language);
    history.command = commands[chosen].name;
    if (!process->past(&history.match, &history.count, &why)) {
        complain(&history, why.text);
        return STATUS_FAILED;
    }
    done = do_it(&history, chosen, &asked);
    free(history.match);
    return done ? STATUS_OK : STATUS_FAILED;
}
