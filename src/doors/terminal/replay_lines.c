// SPDX-License-Identifier: MIT
/*
 * replay_lines.c: a saved match told event by event, as lines that can be read aloud or piped on.
 * Start with replay_lines() at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/line.h"
#include "doors/terminal/replay.h"
#include "table/facts.h"
#include "table/uncover.h"
#include "doors/terminal/phrase.h"

enum { SENTENCE_CHARS = 1024, PLACE_CHARS = 4096 };

/* The telling, as it goes along. */
struct telling {
    const struct wish *wish;
    bool stepping, ended;
    size_t record_at;
    uint64_t time_ms;
};

/* Waits for Enter between two commands; false if there shall be no more. */
static bool wait_for_enter(void)
{
    char line[64];
    bool more;

    fputs(phrase_word(TERMINAL_ENTER_GOES_ON), stdout);
    fflush(stdout);
    more = fgets(line, sizeof line, stdin) && line[0] != 'q' && line[0] != 'Q';
    if (feof(stdin))
        putchar('\n');
    /* The rest of a long line is not another answer. */
    while (more && !strchr(line, '\n') && fgets(line, sizeof line, stdin))
        continue;
    return more;
}

static void tell(void *context, const struct hc_table *table, const struct hc_record *record,
                 const struct hc_event *event)
{
    struct telling *telling = context;
    char sentence[SENTENCE_CHARS];
    struct hc_seen seen;

    telling->time_ms = record->time_ms;
    if (telling->ended)
        return;
    if (telling->stepping && telling->record_at && telling->record_at != record->at &&
        !wait_for_enter()) {
        telling->ended = true;
        return;
    }
    telling->record_at = record->at;
    /* What the engine notes for itself happens behind everybody's back, or has no sentence. */
    if (hc_table_game(table)->events[event->kind].sight == HC_FOR_NOBODY)
        return;
    if (telling->wish->all)
        hc_uncover_event(table, event, &seen);
    else
        hc_event_see(table, event, telling->wish->viewer, &seen);
    hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, telling->wish->viewer,
                telling->wish->names, phrase_language(), sentence, sizeof sentence);
    if (*sentence)
        printf("%5lu  %s\n", (unsigned long)hc_table_seq(table), sentence);
}

/* "R5 G7 and 3 hidden", "4 hidden", "no cards"; a pile from its oldest card, as when it is played.
 */
static void put_cards(const struct hc_view *view, struct hc_spot spot, bool is_pile,
                      struct hc_text *out)
{
    unsigned hidden = 0;

    for (unsigned i = 0; i < spot.count; i++) {
        unsigned face = view->face[spot.start + (is_pile ? spot.count - 1 - i : i)];

        if (face == HC_HIDDEN) {
            hidden++;
            continue;
        }
        hc_put(out, i > hidden ? " " : "");
        hc_put(out, hc_face_code(view->game, &view->rules, face));
    }
    if (hidden) {
        hc_put(out, hidden < spot.count ? words_text(phrase_language(), WORDS_AND) : "");
        PHRASE(out, TERMINAL_SO_MANY_HIDDEN, {"count", NULL, hidden});
    } else if (!spot.count) {
        hc_put(out, phrase_word(TERMINAL_EMPTY));
    }
}

static void print_places(const struct wish *wish, const struct hc_view *view)
{
    char line[PLACE_CHARS], name[REPLAY_NAME_CHARS];
    struct hc_text out;

    for (unsigned s = 0; s < view->seats; s++) {
        hc_text_init(&out, line, sizeof line);
        put_cards(view, view->hand[s], false, &out);
        replay_name(wish, s, name);
        printf("  %s: %s\n", name, line);
    }
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        const struct hc_pile_kind *kind = &view->game->piles[p];

        if (kind->seat != HC_NONE && kind->seat >= view->seats)
            continue;
        hc_text_init(&out, line, sizeof line);
        put_cards(view, view->pile[p], true, &out);
        if (kind->seat != HC_NONE)
            replay_name(wish, kind->seat, name);
        printf("  %s%s%s%s: %s\n", phrase_pile(view->game, p), kind->seat == HC_NONE ? "" : " (",
               kind->seat == HC_NONE ? "" : name, kind->seat == HC_NONE ? "" : ")", line);
    }
}

/* For programs: as the engine calls them. */
static void print_facts(const struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    char line[PLACE_CHARS];
    struct hc_text out;

    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        int64_t value[HC_SEATS_MAX] = {0};

        if (!hc_fact_visible(fact, view->state, view->viewer))
            continue;
        for (unsigned s = 0; s < (fact->per_seat ? view->seats : 1u); s++)
            value[s] = hc_fact_get(fact, view->state, s);
        if (fact->type == HC_FACT_CARD && value[0] == HC_HIDDEN)
            continue;
        hc_text_init(&out, line, sizeof line);
        hc_fact_put(fact, view->game, deck, view->seats, value, &out);
        printf("  %s: %s\n", fact->name, line);
    }
}

static void print_state(const struct wish *wish, const struct hc_table *table, uint64_t time_ms)
{
    char name[REPLAY_NAME_CHARS] = "";
    struct hc_view view;

    hc_view(table, wish->viewer, time_ms, &view);
    if (wish->all)
        hc_uncover_view(table, &view);
    else if (wish->viewer < hc_table_seats(table))
        replay_name(wish, wish->viewer, name);
    putchar('\n');
    LINE_SAY(wish->all ? TERMINAL_AFTER_ALL : TERMINAL_AFTER_SEEN,
             {"seq", NULL, hc_table_seq(table)}, {"name", name, 0});
    print_places(wish, &view);
    if (wish->facts)
        print_facts(&view);
}

static bool is_revealed(const struct logfile *file)
{
    struct hc_log_reader reader;
    struct hc_record record;

    if (hc_log_open(&reader, file->bytes, file->size))
        while (hc_log_next(&reader, &record) > 0)
            if (record.kind == HC_RECORD_REVEAL)
                return true;
    return false;
}

/* Whether the wish can be granted, as far as that is a matter of the whole log. */
static bool may_show(const struct wish *wish, const struct logfile *file, struct hc_table *table,
                     struct hc_problem *why)
{
    if (wish->viewer == HC_SPECTATOR && !wish->all)
        return true;
    return hc_log_replay(file->bytes, file->size, UINT32_MAX, table, NULL, NULL, why) &&
           replay_may_show(wish, hc_table_seats(table),
                           hc_table_awaits(table) == HC_NONE || is_revealed(file), why);
}

bool replay_lines(const struct wish *wish, const struct logfile *file, struct hc_problem *why)
{
    struct telling telling = {.wish = wish,
                              .stepping = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    struct hc_table *table = malloc(hc_table_bytes());
    bool good;

    if (!table) {
        *why = (struct hc_problem){.text = "there is not enough memory"};
        return false;
    }
    good = may_show(wish, file, table, why) &&
           hc_log_replay(file->bytes, file->size, wish->seq, table, tell, &telling, why);
    if (good && !telling.ended)
        print_state(wish, table, telling.time_ms);
    free(table);
    return good;
}
