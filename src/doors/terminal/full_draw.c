// SPDX-License-Identifier: MIT
/* full_draw.c: the page of a match that is played here, and the panels over it. */
#include "doors/terminal/full_inside.h"

#include <stdio.h>

#include "doors/terminal/words.h"

enum { TITLE_CHARS = 100, OFFER_CHARS = 700, CLOCK_ALARM_S = 10 };

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
        hc_put(out, full->view.game->grammar.verbs[verb].label);
        words_put_choices(&full->view, full->names, verb, out);
    }
}

/* What may be done, a warning, and whom everybody waits for. */
static void put_situation(const struct full *full, struct hc_text *out)
{
    const char *losing = words_losing_card(&full->view);
    unsigned seat = full_awaited(full);

    full_put_offer(full, out);
    if (losing) {
        hc_put(out, "   (");
        hc_put(out, losing);
        hc_put(out, " would lose at once)");
    }
    if (full->match->far) {
        char waiting[OFFER_CHARS];
        struct hc_text others;

        hc_text_init(&others, waiting, sizeof waiting);
        full->match->far->put_waiting(full->match->far_context, &others);
        hc_put(out, out->length && others.length ? "   " : "");
        hc_put(out, waiting);
    }
    if (seat < full->match->setup.seats && seat != full->seat) {
        hc_put(out, out->length ? "   Waiting for " : "Waiting for ");
        hc_put(out, full->match->names[seat]);
        hc_put_char(out, '.');
    }
}

static void put_prompt(const struct full *full, char *prompt, size_t size)
{
    if (full->mode == MODE_HIDE)
        snprintf(prompt, size, "Press Enter to hide your hand. ");
    else if (full->match->people > 1 && full_has_seat(full))
        snprintf(prompt, size, "%s> ", full->match->names[full->seat]);
    else
        snprintf(prompt, size, "%s> ",
                 full_has_seat(full) && full_awaited(full) == full->seat ? "Your turn" : "");
}

static void put_named_key(char key, const char *name, struct hc_text *out)
{
    if (!key)
        return;
    hc_put(out, "   ");
    hc_put_char(out, key);
    hc_put(out, name);
}

/* Whether who looks on may see all hands. */
static bool is_late_shown(const struct full *full)
{
    struct hc_view view;

    return full->match->far && !full_has_seat(full) &&
           full->match->far->late(full->match->far_context, &view);
}

static void put_foot(const struct full *full, struct hc_text *out)
{
    hc_put(out, "? help");
    put_named_key(full_has_seat(full) ? full->keys.hint : '\0', " hint", out);
    put_named_key(full->keys.quit, " leave", out);
    hc_put(out, full_has_seat(full) ? "   : type   ←→ card   Enter play   Tab next *"
                                    : "   PageUp, PageDown: what happened");
    if (is_late_shown(full))
        hc_put(out, full->late ? "   Tab now" : "   Tab all hands, late");
}

/* The time that is left for the turn, and whether the match is not kept; true if it is urgent. */
static bool put_aside(const struct full *full, char *aside, size_t size)
{
    const char *trouble = full->match->keep_failed ? "not kept" : "";
    uint64_t used_ms = match_now(full->match) - full->clock_ms;
    uint64_t left_ms = used_ms < full->turn_ms ? full->turn_ms - used_ms : 0;

    if (full->match->far)
        return full->match->far->put_aside(full->match->far_context, aside, size);
    if (!full->turn_ms || full->clock_seat != full->seat) {
        snprintf(aside, size, "%s", trouble);
        return *trouble;
    }
    snprintf(aside, size, "%s%s%llu s left", trouble, *trouble ? ", " : "",
             (unsigned long long)(left_ms + 999) / 1000);
    return *trouble || left_ms < CLOCK_ALARM_S * 1000;
}

static void draw_table(struct full *full)
{
    char title[TITLE_CHARS], offer[OFFER_CHARS], prompt[NAME_BYTES + 40], foot[120], aside[40];
    const struct story *story = match_story(full->match, full->seat);
    struct page page = {
        .view = &full->view,
        .names = full->names,
        .title = title,
        .line = story->line,
        .line_count = story->count,
        .fresh = full->fresh,
        .back = full->back,
        .selected = full->selected,
        .offer = offer,
        .notice = full->notice,
        .refused = full->refused,
        .prompt = prompt,
        .typed = full->mode == MODE_ASK ? "" : full->typed,
        .foot = foot,
    };
    struct hc_text out;

    hc_text_init(&out, title, sizeof title);
    words_put_title(&full->view, &out);
    hc_text_init(&out, offer, sizeof offer);
    put_situation(full, &out);
    put_prompt(full, prompt, sizeof prompt);
    hc_text_init(&out, foot, sizeof foot);
    put_foot(full, &out);
    page.alarm = put_aside(full, aside, sizeof aside);
    if (full->late) {
        snprintf(aside, sizeof aside, "some turns ago");
        page.alarm = true;
    }
    page.aside = aside;
    full->shown = page_draw(&page);
}

void full_draw(struct full *full)
{
    char text[NAME_BYTES + 60];

    if (full->mode == MODE_CURTAIN) {
        screen_clear();
        if (full->next < HC_SEATS_MAX)
            snprintf(text, sizeof text, "%s, press Enter to see your hand.",
                     full->match->names[full->next]);
        else
            snprintf(text, sizeof text, "Press Enter to see how the players stand.");
        screen_put(screen_rows() / 2, (screen_columns() - page_columns(text)) / 2, screen_columns(),
                   SCREEN_TITLE, text);
    } else {
        draw_table(full);
    }
    if (full->mode != MODE_TABLE && full->mode != MODE_HIDE && full->mode != MODE_CURTAIN)
        full->shown = panel_draw(&full->panel);
    screen_show();
}
