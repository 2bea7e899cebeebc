// SPDX-License-Identifier: MIT
/*
 * review_show.c: showing a review. On the full screen it is a list that grows while the decisions
 * are judged; a key shows the moment of one in the film. As lines it is printed when all are.
 */
#include "doors/terminal/review_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/text.h"
#include "doors/terminal/line.h"
#include "doors/terminal/page_text.h"
#include "doors/terminal/prompt.h"
#include "doors/terminal/review.h"
#include "doors/terminal/status.h"
#include "doors/terminal/stop.h"

enum { MARGIN = 2, ROW_CHARS = 200, SUM_CHARS = 300, TITLE_CHARS = 200, LAST_WORDS = 6 };

struct review_page {
    struct prompt prompt;
    struct sheet sheet;
    struct review review;
    const struct wish *wish;
    const struct logfile *file;
};

/* ---- On the full screen --------------------------------------------------------------------- */

/* Pressed, a number shows the decision with that mark. */
static const struct prompt_key keys[] = {
    {'1', 1, 0, "1, 2, 3", "show the moment of a marked decision in the film"},
    {'2', 2, 0, NULL, NULL},
    {'3', 3, 0, NULL, NULL},
    {0, 0, 0, "Enter", "show the moment of the selected one"},
    {0, 0, 0, "q, Escape", "go back; also while the bot thinks"},
};

static void put_row(const void *context, size_t row, int at, bool selected)
{
    const struct review_page *page = context;
    char text[ROW_CHARS], line[ROW_CHARS + 4];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    review_put(&page->review, row, &out);
    snprintf(line, sizeof line, "%s %s ", selected ? ">" : " ", text);
    screen_put(at, MARGIN, screen_columns() - MARGIN,
               selected                          ? SCREEN_SELECTED
               : page->review.decision[row].mark ? SCREEN_TITLE
                                                 : SCREEN_PLAIN,
               line);
}

static void put_words(const struct review_page *page, char *text, size_t size)
{
    const struct review *review = &page->review;
    struct hc_text out;

    if (review->next < review->count) {
        snprintf(text, size, "The bot thinks about decision %zu of %zu…", review->next + 1,
                 review->count);
        return;
    }
    hc_text_init(&out, text, size);
    review_put_sum(review, &out);
    hc_put(&out, review->count ? " The chances are to win the round, by imagined games with what "
                                 "could be seen then."
                               : "");
}

static void draw(void *context)
{
    struct review_page *page = context;
    char title[TITLE_CHARS], words[SUM_CHARS], name[REPLAY_NAME_CHARS];
    struct prompt_list_page look = {
        .title = title,
        .words = words,
        .foot = "Up/Down move   Enter show it in the film   1 2 3 the marked ones   q back",
        .put_row = put_row};

    replay_name(page->wish, page->review.seat, name);
    snprintf(title, sizeof title, "Review of %s", name);
    put_words(page, words, sizeof words);
    prompt_draw_list(&page->prompt, &look);
    if (page->review.next)
        screen_put(2, MARGIN + 2, screen_columns() - MARGIN, SCREEN_FAINT, review_heads());
}

/* The decision with a mark. */
static bool find_mark(const struct review *review, unsigned mark, size_t *index)
{
    for (*index = 0; *index < review->next; ++*index)
        if (review->decision[*index].mark == mark)
            return true;
    return false;
}

/* Shows the moment of a decision in the film. */
static void jump(struct review_page *page, size_t index)
{
    struct wish wish = *page->wish;
    struct hc_problem why;

    page->prompt.list.selected = index;
    wish.seq = page->review.decision[index].seq;
    if (!replay_full(&wish, page->file, &why))
        prompt_refuse(&page->prompt, why.text);
    screen_open();
}

static void obey(struct review_page *page, enum prompt_event event)
{
    struct prompt *prompt = &page->prompt;
    size_t index;

    if (event == PROMPT_ENTER && prompt->list.count)
        jump(page, prompt->list.selected);
    else if (event == PROMPT_KEY &&
             find_mark(&page->review, (unsigned)prompt->pressed->request, &index))
        jump(page, index);
    else if (event == PROMPT_KEY)
        prompt_refuse(prompt, page->review.next < page->review.count
                                  ? "wait until all are judged"
                                  : "no more decisions are marked");
}

static bool wait_for_key(void *context, int timeout_ms)
{
    const struct wish *wish = ((const struct review_page *)context)->wish;

    return wish->wait(wish->context, timeout_ms);
}

static void watch(struct review_page *page)
{
    enum prompt_event event = PROMPT_NOTHING;

    page->prompt = (struct prompt){.page = page,
                                   .draw = draw,
                                   .wait = page->wish->wait ? wait_for_key : NULL,
                                   .keys = keys,
                                   .key_count = sizeof keys / sizeof *keys,
                                   .quit = 'q',
                                   .sheet = &page->sheet};
    while (event != PROMPT_STOP && event != PROMPT_LEAVE && event != PROMPT_BACK) {
        bool thinks = page->review.next < page->review.count;

        page->prompt.list.count = page->review.next;
        event = prompt_read(&page->prompt, thinks ? 0 : -1);
        obey(page, event);
        if (event == PROMPT_NOTHING && thinks)
            review_step(&page->review);
    }
}

/* ---- As lines ------------------------------------------------------------------------------- */

static void print(const struct review *review)
{
    char text[SUM_CHARS];
    struct hc_text out;

    if (review->count)
        printf("event  %s\n", review_heads());
    for (size_t i = 0; i < review->count; i++) {
        hc_text_init(&out, text, sizeof text);
        review_put(review, i, &out);
        printf("%5lu  %s\n", (unsigned long)review->decision[i].seq, text);
    }
    hc_text_init(&out, text, sizeof text);
    review_put_sum(review, &out);
    puts(text);
}

/* Thinks about all of them; false if Ctrl-C has ended that. */
static bool think(struct review *review)
{
    bool tells = isatty(STDOUT_FILENO), more = review->count > 0;

    stop_watch();
    while (more && !stop_came()) {
        if (tells)
            printf("\rThe bot thinks about decision %zu of %zu, Ctrl-C ends that. ",
                   review->next + 1, review->count);
        fflush(stdout);
        more = review_step(review);
    }
    if (tells)
        putchar('\n');
    return !more;
}

/* What had just happened when a decision was made, and the hand. */
static void tell_moment(struct review_page *page, const struct decision *decision)
{
    struct film *film = &page->review.film;
    struct film_story *story = malloc(sizeof *story);
    struct hc_view view;

    if (!story)
        return;
    film_seek(film, decision->seq);
    film_tell(film, page->review.seat, false, page->wish->names, story);
    for (unsigned i = story->count > LAST_WORDS ? story->count - LAST_WORDS : 0; i < story->count;
         i++)
        puts(story->line[i]);
    hc_view(film->head.table, page->review.seat, decision->time_ms, &view);
    sheet_begin(&page->sheet, 0);
    sheet_hand(&page->sheet, &view);
    for (size_t i = 0; i < page->sheet.count; i++)
        printf("  %s\n", page->sheet.row[i]);
    free(story);
}

/* Tells the moments that a person asks for. */
static void ask_moments(struct review_page *page)
{
    struct input input = {.has_kept = false};
    char line[TYPED_CHARS];

    while (line_read(&input, "1, 2 or 3 tells the moment of a marked one (Enter: go back)> ",
                     line) == LINE_GIVEN &&
           *line) {
        uint64_t mark;
        const char *end = hc_read_number(line, REVIEW_MARKS, &mark);
        size_t index;

        if (!end || *end || !mark || !find_mark(&page->review, (unsigned)mark, &index))
            puts("No: no decision has that mark.");
        else
            tell_moment(page, &page->review.decision[index]);
    }
}

static void tell(struct review_page *page)
{
    if (!think(&page->review))
        return;
    print(&page->review);
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && page->review.decision &&
        find_mark(&page->review, 1, &(size_t){0}))
        ask_moments(page);
}

bool review_show(const struct wish *wish, const struct logfile *file, struct hc_problem *why)
{
    struct review_page *page = calloc(1, sizeof *page);
    bool ok;

    if (!page)
        return say_why(why, "there is not enough memory");
    page->wish = wish;
    page->file = file;
    ok = wish->viewer != HC_SPECTATOR ||
         say_why(why, "nobody of this home played there; --seat says whose decisions to look at");
    ok = ok && review_open(&page->review, file->bytes, file->size, wish->viewer, why);
    if (ok && !wish->plain && screen_possible() && screen_open()) {
        watch(page);
        screen_close();
    } else if (ok) {
        tell(page);
    }
    review_release(&page->review);
    free(page);
    return ok;
}
