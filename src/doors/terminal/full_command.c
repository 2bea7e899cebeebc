// SPDX-License-Identifier: MIT
/*
 * full_command.c: what a person wants on the full screen, once it is clear: a command for the
 * table, or a request to the door. Start reading at full_obey().
 */
#include "doors/terminal/full_inside.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/phrase.h"
#include "doors/terminal/status.h"
#include "doors/terminal/records.h"

enum { HINTS_SHOWN = 8 };

/* ---- Commands ---------------------------------------------------------------------------- */

void full_give(struct full *full, unsigned seat, const struct hc_command *command)
{
    size_t seen = visit_story(full->visit, full->seat)->count;
    enum hc_refusal refusal = visit_give(full->visit, seat, command);

    if (refusal) {
        prompt_refuse(&full->prompt,
                      hc_refusal_sentence(full->view.game, refusal, phrase_language()));
        return;
    }
    full->fresh = seen;
    full->prompt.story.back = 0;
}

static void write_question(void *page, struct sheet *sheet)
{
    const struct question *question = &((const struct full *)page)->question;

    for (unsigned i = 0; i < question->count; i++)
        sheet_row(sheet, question->row[i]);
}

/* Asks for what is open, or gives the command. */
static void proceed(struct full *full)
{
    _Static_assert((int)ASK_CODE_CHARS == (int)PROMPT_CODE_CHARS, "a panel is given these codes");
    struct question *question = &full->question;

    if (ask_next(visit_view(full->visit, full->speaker), full->names, question))
        prompt_open(&full->prompt, &(struct prompt_panel){
                                       .id = PANEL_ASK,
                                       .title = question->title,
                                       .foot = phrase_word(TERMINAL_CHOICE_FOOT),
                                       .write = write_question,
                                       .is_list = true,
                                       .code = (const char(*)[PROMPT_CODE_CHARS])question->code,
                                       .is_numbered = question->is_numbered,
                                   });
    else
        full_give(full, full->speaker, &question->command);
}

void full_begin(struct full *full, unsigned seat, const struct hc_command *command)
{
    full->speaker = seat;
    full->is_turn = full_awaited(full) == seat;
    full->question.command = *command;
    proceed(full);
}

void full_answer(struct full *full, unsigned row)
{
    ask_answer(&full->question, row);
    proceed(full);
}

/* What is no command is refused with what would be one. */
static void refuse_typed(struct full *full, unsigned seat, const char *why)
{
    char text[PROMPT_NOTICE_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_put(&out, why);
    if (seat == full->seat && full->view.actions.count) {
        hc_put(&out, ". ");
        hc_put(&out, phrase_word(TERMINAL_MAY));
        hc_put(&out, ": ");
        full_put_offer(full, &out);
    }
    prompt_refuse(&full->prompt, text);
}

void full_command(struct full *full, unsigned seat, const char *line)
{
    struct hc_command given;
    struct hc_problem why;
    const struct hc_view *view = visit_view(full->visit, seat);
    enum hc_refusal refusal = typed_command(view, line, &given, &why);

    if (seat != full->seat && refusal != HC_MALFORMED && ask_for_card(view, &given))
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_NAME_CARD));
    else if (refusal)
        refuse_typed(full, seat,
                     *why.text ? why.text
                               : hc_refusal_sentence(full->view.game, refusal, phrase_language()));
    else
        full_begin(full, seat, &given);
}

void full_obey(struct full *full, const char *line)
{
    unsigned seat = full->seat;
    const char *rest;
    enum request request = request_of(line, &rest);

    if (request != REQUEST_NONE)
        full_request(full, request, rest);
    else if (!full_has_seat(full))
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_NOBODY_PLAYS));
    else if (full->visit->people > 1 && typed_speaker(&line, &seat) &&
             !visit_is_person(full->visit, seat))
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_NO_SPEAKER));
    else
        full_command(full, seat, line);
}

/* ---- Requests ----------------------------------------------------------------------------- */

static void write_hints(void *page, struct sheet *sheet)
{
    const struct full *full = page;

    sheet_hints(sheet, &full->view, full->names, full->hints,
                full->hint_count < HINTS_SHOWN ? full->hint_count : HINTS_SHOWN);
}

static void show_hints(struct full *full)
{
    struct hc_problem why;

    full->hint_count = 0;
    say_why(&why, "%s", phrase_word(TERMINAL_NO_ADVICE));
    if (full_has_seat(full)) {
        prompt_say(&full->prompt, "%s", phrase_word(TERMINAL_THINKING));
        prompt_show(&full->prompt);
        full->hint_count = visit_hint(full->visit, full->seat, full->hints, &why);
        prompt_say(&full->prompt, "%s", "");
    }
    if (!full->hint_count)
        prompt_refuse(&full->prompt, why.text);
    else
        prompt_open(&full->prompt, &(struct prompt_panel){.id = PANEL_HINTS,
                                                          .title = phrase_word(TERMINAL_HINT_TITLE),
                                                          .foot = phrase_word(TERMINAL_HINT_FOOT),
                                                          .write = write_hints,
                                                          .is_list = true});
}

static void save(struct full *full, const char *path)
{
    struct hc_problem why;

    if (!*path)
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_SAVE_NEEDS));
    else if (visit_save(full->visit, path, &why))
        PROMPT_SAY(&full->prompt, TERMINAL_SAVED_AS, {"path", path, 0});
    else
        prompt_refuse(&full->prompt, why.text);
}

static void chat(struct full *full, const char *text)
{
    struct hc_problem why;

    if (!*text)
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_CHAT_NEEDS));
    else if (!visit_chat(full->visit, full->seat, text, &why))
        prompt_refuse(&full->prompt, why.text);
}

static void agree(struct full *full)
{
    struct hc_problem why;

    if (!visit_agree(full->visit, &why))
        prompt_refuse(&full->prompt, why.text);
}

static void end_match(struct full *full)
{
    struct hc_problem why;

    if (!visit_end(full->visit, &why))
        prompt_refuse(&full->prompt, why.text);
}

static void look_back_by(struct full *full, const char *count)
{
    uint64_t lines = visit_story(full->visit, full->seat)->count;
    const char *end = *count ? hc_read_number(count, 1000000, &lines) : count;

    if (!end || *end)
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_LOG_NEEDS));
    else
        prompt_look_back(&full->prompt, (long)lines);
}

/* ---- What can be read -------------------------------------------------------------------- */

void full_write_help(void *page, struct sheet *sheet)
{
    const struct full *full = page;
    const struct keys *keys = &full->keys;

    sheet_how_to_play(sheet, &full->view);
    sheet_add(sheet, " ");
    if (keys->hint)
        sheet_add(sheet, "%c  %s", keys->hint, phrase_word(TERMINAL_HELP_HINT));
    if (keys->quit)
        sheet_add(sheet, "%c  %s", keys->quit, phrase_word(TERMINAL_REQUEST_QUIT));
    sheet_add(sheet, "?  %s", phrase_word(TERMINAL_HELP_PAGE));
    sheet_add(sheet, " ");
    sheet_add(sheet, "%s", phrase_word(TERMINAL_HELP_KEYS));
    sheet_add(sheet, " ");
    sheet_verbs(sheet, &full->view, keys);
    sheet_add(sheet, " ");
    sheet_requests(sheet, full->visit->kept, full->visit->people > 1);
}

static void write_reading(void *page, struct sheet *sheet)
{
    struct full *full = page;
    struct hc_problem why;

    if (full->reading == REQUEST_STATE)
        sheet_state(sheet, &full->view, full->names);
    else if (full->reading == REQUEST_HAND)
        sheet_hand(sheet, &full->view);
    else if (full->reading == REQUEST_CARDS)
        sheet_cards(sheet, &full->view);
    else if (!records_write(full->visit, full->seat, sheet, &why))
        sheet_refuse(sheet, why.text);
}

static void open_reading(struct full *full, enum request request, const char *title)
{
    full->reading = request;
    prompt_open(&full->prompt, &(struct prompt_panel){.id = PANEL_READ,
                                                      .title = title,
                                                      .foot = phrase_word(TERMINAL_READING_FOOT),
                                                      .write = write_reading});
}

void full_request(struct full *full, enum request request, const char *rest)
{
    switch (request) {
    case REQUEST_HELP:
        prompt_open_help(&full->prompt);
        return;
    case REQUEST_STATE:
        open_reading(full, request, phrase_word(TERMINAL_TITLE_STATE));
        return;
    case REQUEST_STATISTICS:
        open_reading(full, request, phrase_word(TERMINAL_TITLE_MATCHES));
        return;
    case REQUEST_HAND:
        open_reading(full, request, phrase_word(TERMINAL_YOUR_HAND));
        return;
    case REQUEST_CARDS:
        open_reading(full, request, phrase_word(TERMINAL_TITLE_CARDS));
        return;
    case REQUEST_HINT:
        show_hints(full);
        return;
    case REQUEST_LOG:
        look_back_by(full, rest);
        return;
    case REQUEST_SAVE:
        save(full, rest);
        return;
    case REQUEST_AGREE:
        agree(full);
        return;
    case REQUEST_LATE:
        full->late = !full_has_seat(full);
        return;
    case REQUEST_CHAT:
        chat(full, rest);
        return;
    case REQUEST_END:
        end_match(full);
        return;
    case REQUEST_QUIT:
        full_ask_leave(full);
        return;
    case REQUEST_NONE:
        return;
    }
}
