// SPDX-License-Identifier: MIT
/* full_draw.c: the page of a match that is played here, and the boxes over it. */
#include "doors/terminal/full_inside.h"

#include <stdio.h>

#include "games/game.h"

enum { OFFER_CHARS = 700, CLOCK_ALARM_S = 10 };

static void put_choices(const struct full *full, unsigned verb, struct hc_text *out)
{
    const struct hc_view *view = &full->view;
    const struct hc_verb *row = &view->game->grammar.verbs[verb];
    uint64_t faces = 0;
    unsigned colors = 0, targets = 0;

    for (uint32_t c = 0; c < view->actions.count; c++) {
        const struct hc_choice *choice = &view->actions.choice[c];

        faces |= choice->verb == verb ? choice->faces : 0;
        colors |= choice->verb == verb && row->takes & HC_TAKES_COLOR ? choice->colors : 0u;
        targets |= choice->verb == verb && row->takes & HC_TAKES_SEAT ? choice->targets : 0u;
    }
    for (; faces; faces &= faces - 1) {
        hc_put_char(out, ' ');
        hc_put(out, hc_face_code(view->game, &view->rules, hc_lowest_bit(faces)));
    }
    for (; colors; colors &= colors - 1) {
        hc_put_char(out, ' ');
        hc_put_char(out, view->game->grammar.colors[hc_lowest_bit(colors)]);
    }
    for (; targets; targets &= targets - 1) {
        hc_put_char(out, ' ');
        hc_put(out, full->names[hc_lowest_bit(targets)]);
        hc_put(out, targets & (targets - 1) ? "," : "");
    }
}

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

/* "[d] Draw   [Enter] Play R5 B7": what the person may do now. */
static void put_offer(const struct full *full, struct hc_text *out)
{
    const struct hc_actions *actions = &full->view.actions;
    unsigned seat = full_awaited(full);
    uint64_t done = 0;

    for (uint32_t c = 0; c < actions->count; c++) {
        unsigned verb = actions->choice[c].verb;

        if (done >> verb & 1)
            continue;
        hc_put(out, done ? "   " : "");
        done |= 1ull << verb;
        put_key(full, verb, out);
        hc_put(out, full->view.game->grammar.verbs[verb].label);
        put_choices(full, verb, out);
    }
    for (uint32_t c = 0; c < actions->count; c++)
        if (actions->choice[c].marked && actions->choice[c].faces) {
            hc_put(out, "   (");
            hc_put(out, hc_face_name(full->view.game, &full->view.rules,
                                     hc_lowest_bit(actions->choice[c].faces)));
            hc_put(out, " would lose at once)");
        }
    if (seat < full->match->setup.seats && seat != full->seat) {
        hc_put(out, done ? "   Waiting for " : "Waiting for ");
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

static void put_foot(const struct full *full, struct hc_text *out)
{
    hc_put(out, "? help");
    put_named_key(full_has_seat(full) ? full->keys.hint : '\0', " hint", out);
    put_named_key(full->keys.quit, " leave", out);
    hc_put(out, full_has_seat(full) ? "   : type   ←→ card   Enter play   Tab next *"
                                    : "   PageUp, PageDown: what happened");
}

static void draw_table(struct full *full)
{
    char title[PAGE_TITLE_CHARS], offer[OFFER_CHARS], prompt[NAME_BYTES + 40], foot[120], aside[40];
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

    page_title(&full->view, title);
    hc_text_init(&out, offer, sizeof offer);
    put_offer(full, &out);
    put_prompt(full, prompt, sizeof prompt);
    hc_text_init(&out, foot, sizeof foot);
    put_foot(full, &out);
    if (full->turn_ms && full->clock_seat == full->seat) {
        uint64_t used_ms = match_now(full->match) - full->clock_ms;
        uint64_t left_ms = used_ms < full->turn_ms ? full->turn_ms - used_ms : 0;

        snprintf(aside, sizeof aside, "%llu s left", (unsigned long long)(left_ms + 999) / 1000);
        page.aside = aside;
        page.alarm = left_ms < CLOCK_ALARM_S * 1000;
    }
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
        full->shown = box_draw(&full->box);
    screen_show();
}
