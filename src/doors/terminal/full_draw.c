// SPDX-License-Identifier: MIT
/* full_draw.c: the page of a match that is played here. */
#include "doors/terminal/full_inside.h"

#include <stdio.h>

#include "doors/terminal/phrase.h"

/* Bytes, of which a letter may take two. */
enum {
    TITLE_CHARS = 200,
    OFFER_CHARS = 700,
    FOOT_CHARS = 240,
    ASIDE_CHARS = 120,
    BESIDE_NAME = 120
};

/* Whether a card alone stands for this verb: it is the first on offer for one of its cards. */
static bool is_meant_by_card(const struct hc_actions *actions, unsigned verb)
{
    uint64_t others = 0;

    for (uint32_t c = 0; c < actions->count; c++) {
        if (actions->choice[c].verb == verb && actions->choice[c].faces & ~others)
            return true;
        others |= actions->choice[c].faces;
    }
    return false;
}

static void put_key(const struct full *full, unsigned verb, struct hc_text *out)
{
    char key = verb < KEYS_VERBS_MAX ? full->keys.verb[verb] : '\0';

    hc_put_char(out, '[');
    if (key) {
        hc_put_char(out, key);
    } else if (is_meant_by_card(&full->view.actions, verb)) {
        hc_put(out, "Enter");
    } else {
        hc_put_char(out, ':');
        hc_put(out, full->view.game->grammar.verbs[verb].name);
    }
    hc_put(out, "] ");
}

void full_put_offer(const struct full *full, struct hc_text *out)
{
    const struct hc_actions *actions = &full->view.actions;
    uint64_t done = 0;

    for (uint32_t c = 0; c < actions->count; c++) {
        unsigned verb = actions->choice[c].verb;

        if (done >> verb & 1)
            continue;
        hc_put(out, done ? "   " : "");
        done |= 1ull << verb;
        put_key(full, verb, out);
        hc_put(out, words_of_game(phrase_language(), full->view.game->name, "verbs",
                                  full->view.game->grammar.verbs[verb].name));
        /* The cards are marked anyway. */
        if (!page_is_compact() || !is_meant_by_card(actions, verb))
            phrase_put_choices(&full->view, full->names, verb, false, out);
    }
}

/* What may be done, a warning, and whom everybody waits for. */
static void put_situation(const struct full *full, struct hc_text *out)
{
    unsigned seat = full_awaited(full);
    char waiting[OFFER_CHARS];
    struct hc_text others;

    full_put_offer(full, out);
    hc_text_init(&others, waiting, sizeof waiting);
    if (phrase_put_losing_card(&full->view, &others)) {
        hc_put(out, "   ");
        PHRASE(out, TERMINAL_LOSES, {"card", waiting, 0});
    }
    hc_text_init(&others, waiting, sizeof waiting);
    visit_put_waiting(full->visit, &others);
    hc_put(out, out->length && others.length ? "   " : "");
    hc_put(out, waiting);
    if (seat < full->view.seats && seat != full->seat) {
        hc_put(out, out->length ? "   " : "");
        PHRASE(out, TERMINAL_WAITING_FOR, {"name", full->visit->names[seat], 0});
    }
}

static void put_prompt(const struct full *full, char *prompt, size_t size)
{
    if (full->page == PAGE_HIDE)
        snprintf(prompt, size, "%s ", phrase_word(TERMINAL_HIDE_HAND));
    else if (full->visit->people > 1 && full_has_seat(full))
        snprintf(prompt, size, "%s> ", full->visit->names[full->seat]);
    else
        snprintf(prompt, size, "%s> ",
                 full_has_seat(full) && full_awaited(full) == full->seat
                     ? phrase_word(TERMINAL_YOUR_TURN)
                     : "");
}

static void put_named_key(char key, const char *name, struct hc_text *out)
{
    if (!key)
        return;
    hc_put(out, "   ");
    hc_put_char(out, key);
    hc_put_char(out, ' ');
    hc_put(out, name);
}

/* Whether who looks on may see all hands. */
static bool is_late_shown(const struct full *full)
{
    return !full_has_seat(full) && visit_late(full->visit);
}

static void put_foot(const struct full *full, struct hc_text *out)
{
    hc_put(out, "? ");
    hc_put(out, phrase_word(TERMINAL_KEY_HELP));
    put_named_key(full_has_seat(full) ? full->keys.hint : '\0', phrase_word(TERMINAL_KEY_HINT),
                  out);
    put_named_key(full->keys.quit, phrase_word(TERMINAL_KEY_LEAVE), out);
    hc_put(out, "   ");
    hc_put(out, phrase_word(full_has_seat(full) ? TERMINAL_KEYS_PLAYING : TERMINAL_KEYS_WATCHING));
    if (is_late_shown(full)) {
        hc_put(out, "   ");
        hc_put(out, phrase_word(full->late ? TERMINAL_KEYS_NOW : TERMINAL_KEYS_LATE));
    }
}

static void draw_table(struct full *full)
{
    char title[TITLE_CHARS], offer[OFFER_CHARS], prompt[PLAYER_CHARS + BESIDE_NAME];
    char foot[FOOT_CHARS], aside[ASIDE_CHARS];
    const struct story *story = visit_story(full->visit, full->seat);
    struct page page = {
        .view = &full->view,
        .names = full->names,
        .absent = visit_absent(full->visit),
        .title = title,
        .line = story->line,
        .line_count = story->count,
        .fresh = full->fresh,
        .back = full->prompt.story.back,
        .selected = full->selected,
        .offer = offer,
        .notice = full->prompt.notice,
        .refused = full->prompt.refused,
        .prompt = prompt,
        .typed = full->prompt.typed,
        .foot = foot,
    };
    struct hc_text out;

    hc_text_init(&out, title, sizeof title);
    phrase_put_title(&full->view, &out);
    hc_text_init(&out, offer, sizeof offer);
    put_situation(full, &out);
    put_prompt(full, prompt, sizeof prompt);
    hc_text_init(&out, foot, sizeof foot);
    put_foot(full, &out);
    page.alarm = visit_put_aside(full->visit, aside, sizeof aside);
    if (full->late) {
        snprintf(aside, sizeof aside, "%s", phrase_word(TERMINAL_AGO));
        page.alarm = true;
    }
    page.aside = aside;
    full->prompt.story.shown = page_draw(&page);
}

void full_draw(void *context)
{
    struct full *full = context;
    char text[PLAYER_CHARS + BESIDE_NAME];
    struct hc_text out;

    if (full->page != PAGE_CURTAIN) {
        draw_table(full);
        return;
    }
    screen_clear();
    hc_text_init(&out, text, sizeof text);
    if (full->next < HC_SEATS_MAX)
        PHRASE(&out, TERMINAL_SEE_HAND, {"name", full->visit->names[full->next], 0});
    else
        hc_put(&out, phrase_word(TERMINAL_SEE_STANDINGS));
    screen_put(screen_rows() / 2, (screen_columns() - page_columns(text)) / 2, screen_columns(),
               SCREEN_TITLE, text);
}
