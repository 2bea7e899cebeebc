// SPDX-License-Identifier: MIT
/* review.c: finding the decisions of a player, and judging them one by one. */
#include "doors/terminal/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "doors/terminal/page_text.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/status.h"

enum {
    ROUND_COLUMNS = 7,  /* a mark and the round */
    NUMBER_COLUMNS = 7, /* a chance, or a cost */
    BOTH_COLUMNS = 70,  /* from here on there is room for what was done and what was better */
};

/* ---- Finding -------------------------------------------------------------------------------- */

/* The view that the player had when the decision was made; the film is wound there. */
static void look(struct review *review, const struct decision *decision, struct hc_view *view)
{
    film_seek(&review->film, decision->seq);
    hc_view(review->film.head.table, review->seat, decision->time_ms, view);
}

/* A command as words, and as it is typed. */
static void say(const struct review *review, const struct hc_view *view,
                const struct hc_command *command, char words[REVIEW_CHARS],
                char code[HC_COMMAND_CHARS])
{
    hc_command_say(view, command, review->names, phrase_language(), words, REVIEW_CHARS);
    hc_command_print(view->game, &view->rules, command, code, HC_COMMAND_CHARS);
}

static bool add(struct review *review, const struct decision *decision)
{
    if (review->count == review->room) {
        size_t room = review->room ? 2 * review->room : 64;
        struct decision *more = realloc(review->decision, room * sizeof *more);

        if (!more)
            return false;
        review->decision = more;
        review->room = room;
    }
    review->decision[review->count++] = *decision;
    return true;
}

/* Notes the command that the film is at, if it was the player's and there was a choice. */
static bool note(struct review *review)
{
    const struct film_head *head = &review->film.head;
    uint32_t after = film_seq(&review->film);
    struct decision decision = {
        .seq = head->before, .time_ms = head->record.time_ms, .done = head->record.command};
    struct hc_view view;
    bool ok = true;

    if (head->record.kind != HC_RECORD_COMMAND || head->record.seat != review->seat)
        return true;
    look(review, &decision, &view);
    hc_table_common(review->film.head.table, HC_COMMON_ROUND, 0, &decision.round);
    say(review, &view, &decision.done, decision.done_words, decision.done_code);
    if (view.actions.ways > 1)
        ok = add(review, &decision);
    film_seek(&review->film, after);
    return ok;
}

bool review_open(struct review *review, const uint8_t *bytes, size_t size, unsigned seat,
                 const char *const *names, struct hc_problem *why)
{
    uint32_t seq = UINT32_MAX;

    memset(review, 0, sizeof *review);
    review->seat = seat;
    review->names = names;
    if (!film_open(&review->film, bytes, size, why))
        return false;
    if (seat >= review->film.seats)
        return say_why(why, "--seat must be 0 to %u (the first seat is 0)", review->film.seats - 1);
    if (!review->film.is_over)
        return phrase_why(why, TERMINAL_NOT_OVER);
    review->scratch = malloc(hc_advice_bytes());
    if (!review->scratch)
        return phrase_why(why, TERMINAL_NO_MEMORY);
    while (seq != film_seq(&review->film)) {
        seq = film_seq(&review->film);
        film_step_command(&review->film, false);
        if (seq != film_seq(&review->film) && !note(review))
            return phrase_why(why, TERMINAL_NO_MEMORY);
    }
    return true;
}

void review_release(struct review *review)
{
    film_release(&review->film);
    free(review->decision);
    free(review->scratch);
    review->decision = NULL;
    review->scratch = NULL;
}

/* ---- Judging -------------------------------------------------------------------------------- */

static void judge(struct review *review, struct decision *decision)
{
    struct hc_view view;

    look(review, decision, &view);
    hc_advise(&view, &decision->done, review->scratch, &decision->advice);
    if (decision->advice.is_known)
        say(review, &view, &decision->advice.best, decision->best_words, decision->best_code);
}

/* In percent. What is less than half of one is luck. */
static int cost(const struct decision *decision)
{
    const struct hc_advice *advice = &decision->advice;

    return advice->is_known ? (advice->before - advice->after + 5) / 10 : 0;
}

static void mark(struct review *review)
{
    for (unsigned m = 1; m <= REVIEW_MARKS; m++) {
        struct decision *worst = NULL;

        for (size_t i = 0; i < review->count; i++)
            if (!review->decision[i].mark && cost(&review->decision[i]) > (worst ? cost(worst) : 0))
                worst = &review->decision[i];
        if (worst)
            worst->mark = m;
    }
}

bool review_step(struct review *review)
{
    if (review->next == review->count)
        return false;
    judge(review, &review->decision[review->next++]);
    if (review->next == review->count)
        mark(review);
    return review->next < review->count;
}

/* ---- As words ------------------------------------------------------------------------------- */

static void put_number(struct hc_text *out, int64_t number, int columns, const char *unit)
{
    char text[32];

    snprintf(text, sizeof text, "%*lld%s", columns, (long long)number, unit);
    hc_put(out, text);
}

/* A text in so many columns, cut off if it is longer. */
static void put_cell(struct hc_text *out, const char *text, int columns)
{
    int left = columns;
    bool cut = page_columns(text) > columns;

    for (; *text && left > cut; left--)
        do
            hc_put_char(out, *text++);
        while (((uint8_t)*text & 0xc0) == 0x80);
    if (cut) {
        hc_put(out, "…");
        left--;
    }
    while (left-- > 0)
        hc_put_char(out, ' ');
}

/* How wide the texts are: both, or in a narrow window what was done alone. */
static int cell_columns(int columns)
{
    return columns < BOTH_COLUMNS ? columns - ROUND_COLUMNS - 2 * NUMBER_COLUMNS
                                  : (columns - ROUND_COLUMNS - 3 * NUMBER_COLUMNS) / 2;
}

/* A word above a column of numbers stands at its right end. */
static void put_head(struct hc_text *out, enum hc_word word)
{
    int columns = page_columns(phrase_word(word));

    for (int i = columns; i < NUMBER_COLUMNS - 1; i++)
        hc_put_char(out, ' ');
    hc_put(out, phrase_word(word));
    hc_put_char(out, ' ');
}

void review_put_heads(int columns, struct hc_text *out)
{
    put_cell(out, phrase_word(TERMINAL_REVIEW_ROUND), ROUND_COLUMNS);
    put_cell(out, phrase_word(TERMINAL_REVIEW_DID), cell_columns(columns));
    put_head(out, TERMINAL_REVIEW_WINS);
    if (columns >= BOTH_COLUMNS) {
        put_cell(out, phrase_word(TERMINAL_REVIEW_BOT), cell_columns(columns));
        put_head(out, TERMINAL_REVIEW_WINS);
    }
    put_head(out, TERMINAL_REVIEW_COST);
}

void review_put_row(const struct review *review, size_t index, int columns, struct hc_text *out)
{
    const struct decision *decision = &review->decision[index];
    const struct hc_advice *advice = &decision->advice;

    hc_put_char(out, decision->mark ? '!' : ' ');
    hc_put_char(out, decision->mark ? (char)('0' + decision->mark) : ' ');
    put_number(out, decision->round, ROUND_COLUMNS - 3, " ");
    put_cell(out, decision->done_words, cell_columns(columns));
    if (!advice->is_known) {
        hc_put(out, "    ?");
        return;
    }
    put_number(out, (advice->after + 5) / 10, NUMBER_COLUMNS - 3, " % ");
    if (columns >= BOTH_COLUMNS) {
        put_cell(out, advice->is_same ? phrase_word(TERMINAL_REVIEW_SAME) : decision->best_words,
                 cell_columns(columns));
        if (advice->is_same)
            return;
        put_number(out, (advice->before + 5) / 10, NUMBER_COLUMNS - 3, " % ");
    }
    if (!advice->is_same)
        put_number(out, cost(decision), NUMBER_COLUMNS - 1, "");
}

void review_put(const struct review *review, size_t index, struct hc_text *out)
{
    const struct decision *decision = &review->decision[index];
    const struct hc_advice *advice = &decision->advice;

    PHRASE(out,
           !advice->is_known ? TERMINAL_REVIEW_UNKNOWN
           : advice->is_same ? TERMINAL_REVIEW_AS_BOT
           : cost(decision)  ? TERMINAL_REVIEW_WORSE
                             : TERMINAL_REVIEW_EVEN,
           {"round", NULL, decision->round}, {"did", decision->done_words, 0},
           {"did_code", decision->done_code, 0}, {"better", decision->best_words, 0},
           {"better_code", decision->best_code, 0}, {"after", NULL, (advice->after + 5) / 10},
           {"before", NULL, (advice->before + 5) / 10}, {"cost", NULL, cost(decision)});
}

void review_put_sum(const struct review *review, struct hc_text *out)
{
    size_t same = 0, judged = 0;

    for (size_t i = 0; i < review->count; i++) {
        judged += review->decision[i].advice.is_known;
        same += review->decision[i].advice.is_known && !cost(&review->decision[i]);
    }
    if (judged)
        PHRASE(out, TERMINAL_REVIEW_SUM, {"same", NULL, (int64_t)same},
               {"count", NULL, (int64_t)judged});
    else
        hc_put(out, phrase_word(TERMINAL_REVIEW_NOTHING));
}
