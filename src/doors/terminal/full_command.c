// SPDX-License-Identifier: MIT
/*
 * full_command.c: what a person wants on the full screen, once it is clear: a command for the
 * table, or an errand of the door. Start reading at full_obey().
 */
#include "doors/terminal/full_inside.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/words.h"

enum { HINTS_SHOWN = 8 };

/* ---- Commands ---------------------------------------------------------------------------- */

void full_give(struct full *full, unsigned seat, const struct hc_command *command)
{
    size_t told = match_story(full->match, full->seat)->count;
    enum hc_refusal refusal = match_give(full->match, seat, command);

    if (refusal) {
        full_refuse(full, hc_refusal_sentence(refusal));
        return;
    }
    full->fresh = told;
    full->back = 0;
    full_say(full, "");
    if (seat == full->clock_seat)
        full->clock_seat = HC_NONE;
    full_schedule(full);
}

void full_proceed(struct full *full)
{
    const struct question *question = &full->question;
    struct hc_view view;

    match_view(full->match, full->speaker, &view);
    full->mode = MODE_TABLE;
    if (!ask_next(&view, full->names, &full->question)) {
        full_give(full, full->speaker, &question->command);
        return;
    }
    full_begin_sheet(full);
    for (unsigned i = 0; i < question->count; i++)
        sheet_row(&full->sheet, question->row[i]);
    full_open_panel(full, MODE_ASK, question->title, true,
                    "Arrows or letters, Enter; Escape takes it back");
    full->typed[0] = '\0';
}

void full_begin(struct full *full, unsigned seat, const struct hc_command *command)
{
    full->speaker = seat;
    full->question.command = *command;
    full_proceed(full);
}

/* What is no command is refused with what would be one. */
static void refuse_typed(struct full *full, unsigned seat, const char *why)
{
    char text[NOTICE_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_put(&out, why);
    if (seat == full->seat && full->view.actions.count) {
        hc_put(&out, ". You may: ");
        full_put_offer(full, &out);
    }
    full_refuse(full, text);
}

void full_command(struct full *full, unsigned seat, const char *line)
{
    struct hc_command given;
    struct hc_problem why;
    enum hc_refusal refusal;
    struct hc_view view;

    match_view(full->match, seat, &view);
    refusal = typed_command(&view, line, &given, &why);
    if (seat != full->seat && refusal != HC_MALFORMED && ask_for_card(&view, &given))
        full_refuse(full, "name the card as well");
    else if (refusal)
        refuse_typed(full, seat, *why.text ? why.text : hc_refusal_sentence(refusal));
    else
        full_begin(full, seat, &given);
}

void full_obey(struct full *full, const char *line)
{
    unsigned seat = full->seat;
    const char *rest;
    enum errand errand = errand_of(line, &rest);

    if (errand != ERRAND_NONE)
        full_run_errand(full, errand, rest);
    else if (!full_has_seat(full))
        full_refuse(full, "nobody at this terminal plays");
    else if (!typed_speaker(full->match, &line, &seat))
        full_refuse(full, "there is no player at that seat who could speak");
    else
        full_command(full, seat, line);
}

/* ---- Errands ----------------------------------------------------------------------------- */

static void show_hints(struct full *full)
{
    unsigned count;

    if (!full_has_seat(full) || !full->view.actions.ways) {
        full_refuse(full, "there is nothing that you could do now");
        return;
    }
    full_say(full, "Thinking…");
    screen_put(screen_rows() - 2, 1, screen_columns(), SCREEN_TITLE, full->notice);
    screen_show();
    count = match_hint(full->match, full->seat, full->hints);
    full_say(full, "");
    full_begin_sheet(full);
    sheet_hints(&full->sheet, &full->view, full->hints, count < HINTS_SHOWN ? count : HINTS_SHOWN);
    if (!count)
        full_refuse(full, "there is nothing that you could do now");
    else
        full_open_panel(full, MODE_HINTS, "Hint, from imagined games", true,
                        "Enter does it, Escape closes");
}

static void save(struct full *full, const char *path)
{
    struct hc_problem why;
    char text[NOTICE_CHARS];

    if (!*path) {
        full_refuse(full, "it needs a name: save FILE");
    } else if (match_save(full->match, path, &why)) {
        snprintf(text, sizeof text, "Saved as %s.", path);
        full_say(full, text);
    } else {
        full_refuse(full, why.text);
    }
}

static void chat(struct full *full, const char *text)
{
    const struct far_table *far = full->match->far;
    struct hc_problem why;

    if (!far)
        full_refuse(full, "everybody at this table can hear you");
    else if (!*text)
        full_refuse(full, "say what? Type: chat TEXT");
    else if (!far->chat(full->match->far_context, text, &why))
        full_refuse(full, why.text);
}

void full_look_back(struct full *full, long by)
{
    size_t count = match_story(full->match, full->seat)->count;
    long most = count > full->shown ? (long)(count - full->shown) : 0, back = (long)full->back + by;

    full->back = (size_t)(back < 0 ? 0 : back < most ? back : most);
}

static void look_back_by(struct full *full, const char *count)
{
    uint64_t lines = match_story(full->match, full->seat)->count;
    const char *end = *count ? hc_read_number(count, 1000000, &lines) : count;

    if (!end || *end)
        full_refuse(full, "it needs a number: log N");
    else
        full_look_back(full, (long)lines);
}

/* ---- What can be read -------------------------------------------------------------------- */

static void write_help(struct full *full)
{
    const struct keys *keys = &full->keys;
    struct sheet *sheet = &full->sheet;

    sheet_add(sheet, "Left, Right      go over your cards; Home and End to the first and last");
    sheet_add(sheet, "Tab              go to the next card that can be played (marked *)");
    sheet_add(sheet, "Enter            play the selected card, or do what was typed");
    sheet_add(sheet, "Escape           take back what was begun");
    sheet_add(sheet, "Up, Down,        look through what happened");
    sheet_add(sheet, "PageUp, PageDown");
    if (keys->hint)
        sheet_add(sheet, "%c                hint: what a strong player would do", keys->hint);
    if (keys->quit)
        sheet_add(sheet, "%c                leave the table", keys->quit);
    sheet_add(sheet, "?                this page");
    sheet_add(sheet, " ");
    sheet_add(sheet, "A letter below acts at once. The code of a card can simply be typed. To type "
                     "anything else, begin with a colon or a space. What you leave open you are "
                     "asked for. Seats are numbers from 0.");
    sheet_add(sheet, " ");
    sheet_verbs(sheet, &full->view, keys);
    sheet_add(sheet, " ");
    sheet_errands(sheet, full->match->keep, full->match->people > 1);
}

static void write_reading(struct full *full)
{
    full_begin_sheet(full);
    if (full->reading == ERRAND_HELP)
        write_help(full);
    else if (full->reading == ERRAND_STATE)
        sheet_state(&full->sheet, &full->view, full->names);
    else if (full->reading == ERRAND_HAND)
        sheet_hand(&full->sheet, &full->view);
    else
        sheet_cards(&full->sheet, &full->view);
}

void full_fold_again(struct full *full)
{
    if (full->mode != MODE_READ)
        return;
    write_reading(full);
    full->panel.row_count = full->panel.selected = full->sheet.count;
}

static void open_reading(struct full *full, enum errand errand, const char *title)
{
    full->reading = errand;
    write_reading(full);
    full_open_panel(full, MODE_READ, title, false,
                    "Arrows and PageDown to read on, Escape to go back");
}

void full_run_errand(struct full *full, enum errand errand, const char *rest)
{
    switch (errand) {
    case ERRAND_HELP:
        open_reading(full, errand, "Help");
        return;
    case ERRAND_STATE:
        open_reading(full, errand, "What you may know");
        return;
    case ERRAND_HAND:
        open_reading(full, errand, "Your hand");
        return;
    case ERRAND_CARDS:
        open_reading(full, errand, "All cards");
        return;
    case ERRAND_HINT:
        show_hints(full);
        return;
    case ERRAND_LOG:
        look_back_by(full, rest);
        return;
    case ERRAND_SAVE:
        save(full, rest);
        return;
    case ERRAND_AGREE:
        if (!full->match->far || !full->match->far->ask_next(full->match->far_context))
            full_refuse(full, "nobody asks you to agree to anything");
        return;
    case ERRAND_LATE:
        full->late = full->match->far && !full_has_seat(full);
        return;
    case ERRAND_CHAT:
        chat(full, rest);
        return;
    case ERRAND_END:
        if (!match_house(full->match, HC_HOUSE_END))
            full_refuse(full, "you cannot end this match; leave it with quit");
        return;
    case ERRAND_QUIT:
        full_ask_leave(full);
        return;
    case ERRAND_NONE:
        return;
    }
}
