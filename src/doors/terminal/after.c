// SPDX-License-Identifier: MIT
/* after.c: what is offered when a match is over. */
#include "doors/terminal/after.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/replay.h"
#include "doors/terminal/request.h"
#include "doors/terminal/review_show.h"
#include "doors/terminal/status.h"
#include "doors/terminal/stop.h"

static void add(struct after_list *list, enum after_wish wish, unsigned seat, const char *code,
                const char *text)
{
    struct after_row *row = &list->row[list->count];

    row->wish = wish;
    row->seat = seat;
    snprintf(row->text, sizeof row->text, "%s", text);
    snprintf(list->code[list->count++], PROMPT_CODE_CHARS, "%s", code);
}

/* One for each person; who plays alone need not be named. */
static void add_reviews(const struct visit *visit, struct after_list *list)
{
    for (unsigned i = 0; i < visit->people; i++) {
        unsigned seat = visit->eyes[i].guest.seat;
        char code[PROMPT_CODE_CHARS] = "R", text[AFTER_CHARS];

        if (seat >= HC_SEATS_MAX)
            continue;
        if (visit->people == 1) {
            snprintf(text, sizeof text, "Review: your decisions beside those of a strong bot");
        } else {
            snprintf(code, sizeof code, "R%u", seat);
            snprintf(text, sizeof text, "Review of %.80s", visit->names[seat]);
        }
        add(list, AFTER_REVIEW, seat, code, text);
    }
}

void after_offer(const struct visit *visit, struct after_list *list)
{
    list->count = 0;
    if (!visit->home)
        return;
    add(list, AFTER_AGAIN, HC_NONE, "A", "Again: another match at this table");
    add(list, AFTER_FILM, HC_NONE, "F", "Film: see this match once more");
    add_reviews(visit, list);
    add(list, AFTER_LEAVE, HC_NONE, "L", "Leave");
}

void after_choose(struct visit *visit, const struct after_row *row)
{
    visit->after = row->wish;
    visit->after_seat = row->seat;
}

/* The row that was typed: its number, its code, or the word that it begins with. */
static const struct after_row *find(const struct after_list *list, const char *line)
{
    uint64_t number;
    const char *end = hc_read_number(line, list->count, &number);

    if (end && !*end && number)
        return &list->row[number - 1];
    for (unsigned i = 0; i < list->count; i++) {
        const char *text = list->row[i].text;
        size_t word = strcspn(text, " :");

        if (hc_word_is(line, strlen(line), list->code[i]) || hc_word_is(text, word, line))
            return &list->row[i];
    }
    return NULL;
}

void after_ask(struct visit *visit)
{
    struct input input = {.has_kept = false};
    const struct after_row *row = NULL;
    struct after_list list;
    char line[TYPED_CHARS];

    visit->after = AFTER_LEAVE;
    if (!visit->terminal || stop_came())
        return;
    after_offer(visit, &list);
    puts("\nWhat now?");
    for (unsigned i = 0; i < list.count; i++)
        printf("  %u  %s.\n", i + 1, list.row[i].text);
    while (!row) {
        enum line_result result = line_read(&input, "Type a number (Enter: leave)> ", line);

        if (result == LINE_END || !*line || request_leaves(request_of(line, &(const char *){0})))
            return;
        row = result == LINE_GIVEN ? find(&list, line) : NULL;
        if (!row)
            printf("No: type a number from 1 to %u.\n", list.count);
    }
    after_choose(visit, row);
}

/* Waits for a key while the server is listened to. */
static bool wait_for_key(void *context, int timeout_ms)
{
    struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
    struct visit *visit = context;

    if (visit->guest->gone)
        return poll(&key, 1, timeout_ms) > 0;
    return guest_wait(visit->guest, STDIN_FILENO, timeout_ms) == GUEST_INPUT;
}

bool after_show(struct visit *visit, struct hc_problem *why)
{
    bool review = visit->after == AFTER_REVIEW;
    struct wish wish = {.path = hc_game_name(visit_view(visit, visit->seat)->game),
                        .names = visit->names,
                        .viewer = review ? visit->after_seat : visit->seat,
                        .seq = UINT32_MAX,
                        .plain = !visit->full,
                        .wait = visit->home ? NULL : wait_for_key,
                        .context = visit};

    if (!visit->log.size)
        return say_why(why, "there is no log of this match");
    if (review)
        return review_show(&wish, &visit->log, why);
    return visit->full ? replay_full(&wish, &visit->log, why)
                       : replay_lines(&wish, &visit->log, why);
}
