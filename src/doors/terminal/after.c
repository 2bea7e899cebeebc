// SPDX-License-Identifier: MIT
/* after.c: what is offered when a match is over. */
#include "doors/terminal/after.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/phrase.h"
#include "doors/terminal/replay.h"
#include "doors/terminal/request.h"
#include "doors/terminal/review_show.h"
#include "doors/terminal/stop.h"

enum { SEAT_CHARS = 3 };
_Static_assert((int)WORDS_LETTER_CHARS + (int)SEAT_CHARS <= (int)PROMPT_CODE_CHARS + 1,
               "a letter and a seat are a code");

/* Its code is the letter that its text begins with, which is another one for each. */
static struct after_row *add(struct after_list *list, enum after_wish wish, enum hc_word word,
                             const char *name)
{
    struct after_row *row = &list->row[list->count];
    struct hc_text out;

    row->wish = wish;
    row->seat = HC_NONE;
    hc_text_init(&out, row->text, sizeof row->text);
    PHRASE(&out, word, {"name", name, 0});
    words_letter(row->text, list->code[list->count++]);
    return row;
}

/* One for each person; who plays alone need not be named. */
static void add_reviews(const struct visit *visit, struct after_list *list)
{
    for (unsigned i = 0; i < visit->people; i++) {
        unsigned seat = visit->eyes[i].guest.seat;
        struct after_row *row;

        if (seat >= HC_SEATS_MAX)
            continue;
        row = add(list, AFTER_REVIEW,
                  visit->people == 1 ? TERMINAL_AFTER_REVIEW : TERMINAL_AFTER_REVIEW_OF,
                  visit->names[seat]);
        row->seat = seat;
        if (visit->people > 1)
            snprintf(strchr(list->code[list->count - 1], '\0'), SEAT_CHARS, "%u", seat);
    }
}

void after_offer(const struct visit *visit, struct after_list *list)
{
    list->count = 0;
    if (!visit->home)
        return;
    add(list, AFTER_AGAIN, TERMINAL_AFTER_AGAIN, NULL);
    add(list, AFTER_FILM, TERMINAL_AFTER_FILM, NULL);
    add_reviews(visit, list);
    add(list, AFTER_LEAVE, TERMINAL_AFTER_LEAVE, NULL);
}

void after_choose(struct visit *visit, const struct after_row *row)
{
    visit->after = row->wish;
    visit->after_seat = row->seat;
}

/* Whether a text of that length was typed; small and capital letters are the same. */
static bool is_typed(const char *line, const char *text, size_t length)
{
    char typed[WORDS_LETTER_CHARS], letter[WORDS_LETTER_CHARS];
    size_t first = words_letter(text, letter);

    line += words_letter(line, typed);
    return !strcmp(typed, letter) && hc_word_is(text + first, length - first, line);
}

/* The row that was typed: its number, its code, or the word that it begins with. */
static const struct after_row *find(const struct after_list *list, const char *line)
{
    uint64_t number;
    const char *end = hc_read_number(line, list->count, &number);

    if (end && !*end && number)
        return &list->row[number - 1];
    for (unsigned i = 0; i < list->count; i++) {
        const char *text = list->row[i].text, *code = list->code[i];

        if (is_typed(line, code, strlen(code)) || is_typed(line, text, strcspn(text, " :")))
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
    printf("\n%s\n", phrase_word(TERMINAL_WHAT_NOW));
    for (unsigned i = 0; i < list.count; i++)
        printf("  %u  %s.\n", i + 1, list.row[i].text);
    while (!row) {
        enum line_result result = line_read(&input, phrase_word(TERMINAL_NUMBER_OR_LEAVE), line);

        if (result == LINE_END || !*line || request_leaves(request_of(line, &(const char *){0})))
            return;
        row = result == LINE_GIVEN ? find(&list, line) : NULL;
        if (!row)
            LINE_SAY(TERMINAL_NUMBER_RANGE, {"count", NULL, list.count});
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
    char game[AFTER_CHARS];
    struct hc_text out;
    struct wish wish = {.path = game,
                        .names = visit->names,
                        .viewer = review ? visit->after_seat : visit->seat,
                        .seq = UINT32_MAX,
                        .plain = !visit->full,
                        .wait = visit->home ? NULL : wait_for_key,
                        .context = visit};

    hc_text_init(&out, game, sizeof game);
    phrase_put_game(visit_view(visit, visit->seat)->game, &out);
    if (!visit->log.size)
        return phrase_why(why, TERMINAL_NO_LOG);
    if (review)
        return review_show(&wish, &visit->log, why);
    return visit->full ? replay_full(&wish, &visit->log, why)
                       : replay_lines(&wish, &visit->log, why);
}
