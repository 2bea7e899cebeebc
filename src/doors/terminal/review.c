// SPDX-License-Identifier: MIT
/* review.c: finding the decisions of a player, and judging them one by one. */
#include "doors/terminal/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "doors/terminal/status.h"

enum { ROW_CHARS = 200, COMMAND_COLUMNS = 24 };

/* ---- Finding -------------------------------------------------------------------------------- */

/* The view that the player had when the decision was made; the film is wound there. */
static void look(struct review *review, const struct decision *decision, struct hc_view *view)
{
    film_seek(&review->film, decision->seq);
    hc_view(review->film.head.table, review->seat, decision->time_ms, view);
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
    if (view.actions.ways > 1)
        ok = add(review, &decision);
    film_seek(&review->film, after);
    return ok;
}

bool review_open(struct review *review, const uint8_t *bytes, size_t size, unsigned seat,
                 struct hc_problem *why)
{
    uint32_t seq = UINT32_MAX;

    memset(review, 0, sizeof *review);
    review->seat = seat;
    if (!film_open(&review->film, bytes, size, why))
        return false;
    if (seat >= review->film.seats)
        return say_why(why, "--seat must be below %u, the number of players", review->film.seats);
    if (!review->film.is_over)
        return say_why(why, "the match is not over");
    review->scratch = malloc(hc_advice_bytes());
    if (!review->scratch)
        return say_why(why, "there is not enough memory");
    while (seq != film_seq(&review->film)) {
        seq = film_seq(&review->film);
        film_step_command(&review->film, false);
        if (seq != film_seq(&review->film) && !note(review))
            return say_why(why, "there is not enough memory");
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

static void put_command(const struct review *review, const struct hc_command *command,
                        struct hc_text *out)
{
    const struct hc_log_reader *reader = &review->film.head.reader;
    char text[HC_COMMAND_CHARS], padded[ROW_CHARS];

    hc_command_print(reader->game, &reader->rules, command, text, sizeof text);
    snprintf(padded, sizeof padded, "%-*s", COMMAND_COLUMNS, text);
    hc_put(out, padded);
}

const char *review_heads(void)
{
    return " round you did                  wins the bot would            wins cost";
}

void review_put(const struct review *review, size_t index, struct hc_text *out)
{
    const struct decision *decision = &review->decision[index];
    const struct hc_advice *advice = &decision->advice;
    char text[ROW_CHARS];

    snprintf(text, sizeof text, "%c%c%4lld ", decision->mark ? '!' : ' ',
             decision->mark ? (char)('0' + decision->mark) : ' ', (long long)decision->round);
    hc_put(out, text);
    put_command(review, &decision->done, out);
    if (!advice->is_known) {
        hc_put(out, "    ?");
        return;
    }
    snprintf(text, sizeof text, " %3u %% ", (advice->after + 5u) / 10);
    hc_put(out, text);
    if (advice->is_same) {
        hc_put(out, "the same");
        return;
    }
    put_command(review, &advice->best, out);
    snprintf(text, sizeof text, " %3u %% %3d", (advice->before + 5u) / 10, cost(decision));
    hc_put(out, text);
}

void review_put_sum(const struct review *review, struct hc_text *out)
{
    size_t same = 0, judged = 0;

    for (size_t i = 0; i < review->count; i++) {
        judged += review->decision[i].advice.is_known;
        same += review->decision[i].advice.is_known && !cost(&review->decision[i]);
    }
    if (!judged) {
        hc_put(out, "There was nothing to decide.");
        return;
    }
    hc_put_number(out, (unsigned)same);
    hc_put(out, " of ");
    hc_put_number(out, (unsigned)judged);
    hc_put(out, judged == 1 ? " decision was" : " decisions were");
    hc_put(out, " as good as the bot's.");
}
