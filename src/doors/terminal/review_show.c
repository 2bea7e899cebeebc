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
#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/prompt.h"
#include "doors/terminal/review.h"
#include "doors/terminal/stop.h"

enum { MARGIN = 2, ROW_CHARS = 200, SUM_CHARS = 600, TITLE_CHARS = 200, LAST_WORDS = 6 };

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
    {'1', 1, 0, "1, 2, 3", TERMINAL_REVIEW_KEY_MARK},
    {.key = '2', .request = 2},
    {.key = '3', .request = 3},
    {0, 0, 0, "Enter", TERMINAL_REVIEW_KEY_ENTER},
    {0, 0, 0, "q, Escape", TERMINAL_REVIEW_KEY_BACK},
};

/* What a row has beside its mark and its margins. */
static int row_columns(void)
{
    return screen_columns() - 2 * MARGIN - 3;
}

static void put_row(const void *context, size_t row, int at, bool selected)
{
    const struct review_page *page = context;
    char text[ROW_CHARS], line[ROW_CHARS + 4];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    review_put_row(&page->review, row, row_columns(), &out);
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

    hc_text_init(&out, text, size);
    if (review->next < review->count) {
        PHRASE(&out, TERMINAL_REVIEW_THINKS, {"number", NULL, (int64_t)review->next + 1},
               {"count", NULL, (int64_t)review->count});
        return;
    }
    if (review->count)
        review_put(review, page->prompt.list.selected, &out);
    if (review->count && page_is_compact())
        return;
    hc_put(&out, review->count ? " " : "");
    review_put_sum(review, &out);
}

static void draw(void *context)
{
    struct review_page *page = context;
    char title[TITLE_CHARS], words[SUM_CHARS], name[REPLAY_NAME_CHARS], heads[ROW_CHARS];
    struct prompt_list_page look = {.title = title,
                                    .words = words,
                                    .foot = phrase_word(TERMINAL_FOOT_REVIEW),
                                    .put_row = put_row};
    struct hc_text out;

    replay_name(page->wish, page->review.seat, name);
    hc_text_init(&out, title, sizeof title);
    PHRASE(&out, TERMINAL_AFTER_REVIEW_OF, {"name", name, 0});
    put_words(page, words, sizeof words);
    prompt_draw_list(&page->prompt, &look);
    hc_text_init(&out, heads, sizeof heads);
    review_put_heads(row_columns(), &out);
    if (page->review.next && !page_is_compact())
        screen_put(2, MARGIN + 2, screen_columns() - MARGIN, SCREEN_FAINT, heads);
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
        prompt_refuse(prompt, phrase_word(page->review.next < page->review.count
                                              ? TERMINAL_REVIEW_WAIT
                                              : TERMINAL_REVIEW_NO_MARK));
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
        puts(phrase_word(TERMINAL_REVIEW_LINES));
    for (size_t i = 0; i < review->count; i++) {
        hc_text_init(&out, text, sizeof text);
        review_put(review, i, &out);
        printf("%5lu  %c%c  %s\n", (unsigned long)review->decision[i].seq,
               review->decision[i].mark ? '!' : ' ',
               review->decision[i].mark ? (char)('0' + review->decision[i].mark) : ' ', text);
    }
    hc_text_init(&out, text, sizeof text);
    review_put_sum(review, &out);
    puts(text);
}

/* On the same line, again and again. */
static void show_thinking(const struct review *review)
{
    char text[SUM_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    PHRASE(&out, TERMINAL_REVIEW_THINKS, {"number", NULL, (int64_t)review->next + 1},
           {"count", NULL, (int64_t)review->count});
    printf("\r%s ", text);
    fflush(stdout);
}

/* Thinks about all of them; false if Ctrl-C has ended that. */
static bool think(struct review *review)
{
    bool tells = isatty(STDOUT_FILENO), more = review->count > 0;

    stop_watch();
    while (more && !stop_came()) {
        if (tells)
            show_thinking(review);
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

    while (line_read(&input, phrase_word(TERMINAL_REVIEW_ASK), line) == LINE_GIVEN && *line) {
        uint64_t mark;
        const char *end = hc_read_number(line, REVIEW_MARKS, &mark);
        size_t index;

        if (!end || *end || !mark || !find_mark(&page->review, (unsigned)mark, &index))
            line_refuse(phrase_word(TERMINAL_REVIEW_NO_MARK));
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
        return phrase_why(why, TERMINAL_NO_MEMORY);
    page->wish = wish;
    page->file = file;
    ok = wish->viewer != HC_SPECTATOR || phrase_why(why, TERMINAL_REVIEW_NOBODY);
    ok = ok && review_open(&page->review, file->bytes, file->size, wish->viewer, wish->names, why);
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
