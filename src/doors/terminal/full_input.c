// SPDX-License-Identifier: MIT
/*
 * full_input.c: what a person presses on the full screen.
 *
 * Keys go to the panel that is open, otherwise to the table. There a letter acts at once if it is a
 * key (keys.h); everything else is typed, and understood as in line mode.
 */
#include "doors/terminal/full_inside.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "doors/terminal/edit.h"
#include "doors/terminal/words.h"

/* ---- The table --------------------------------------------------------------------------- */

void full_ask_leave(struct full *full)
{
    char leave[SHEET_CHARS];

    if (full_awaited(full) == HC_NONE) {
        full_finish(full, PLAY_OVER);
        return;
    }
    snprintf(leave, sizeof leave, "Leave; later: %s", full->match->come_back);
    full_begin_sheet(full);
    sheet_row(&full->sheet, full->match->keep ? leave : "Leave, and end the match");
    sheet_row(&full->sheet, "Stay at the table");
    full_open_panel(full, MODE_LEAVE, "Leave the table?", true, NULL);
}

static void press_verb(struct full *full, unsigned verb)
{
    const unsigned argument = HC_TAKES_COLOR | HC_TAKES_SEAT;
    struct hc_command given = {(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};

    if (!words_is_offered(&full->view, verb) &&
        full->match->setup.game->grammar.verbs[verb].takes & argument)
        full_refuse(full, hc_refusal_sentence(HC_BAD_PHASE));
    else
        full_begin(full, full->seat, &given);
}

static void play_selected(struct full *full)
{
    const struct hc_view *view = &full->view;

    if (full->selected < 0) {
        full_refuse(full, "you hold no card");
        return;
    }
    full_command(full, full->seat,
                 hc_face_code(view->game, &view->rules,
                              view->face[view->hand[full->seat].start + full->selected]));
}

/* Does what was typed. A line may begin with the colon that began it. */
static void enter_line(struct full *full)
{
    char line[TYPED_CHARS];
    const char *start = full->typed + strspn(full->typed, " :\t");
    size_t length;

    snprintf(line, sizeof line, "%s", start);
    for (length = strlen(line); length && line[length - 1] == ' ';)
        line[--length] = '\0';
    full->typed[0] = '\0';
    if (*line)
        full_obey(full, line);
}

static void press_letter(struct full *full, int key)
{
    unsigned verb = keys_verb(&full->keys, key < 0x80 ? tolower(key) : 0);

    full_say(full, "");
    if (*full->typed)
        edit_add(full->typed, sizeof full->typed, key);
    else if (key == '?')
        full_run_errand(full, ERRAND_HELP, "");
    else if (full->keys.quit && tolower(key) == full->keys.quit)
        full_ask_leave(full);
    else if (full->keys.hint && tolower(key) == full->keys.hint)
        full_run_errand(full, ERRAND_HINT, "");
    else if (verb != HC_NONE && full_has_seat(full))
        press_verb(full, verb);
    else
        edit_add(full->typed, sizeof full->typed, key);
}

void full_table_key(struct full *full, int key)
{
    int count = full_has_seat(full) ? full->view.hand[full->seat].count : 0;

    switch (key) {
    case SCREEN_LEFT:
    case SCREEN_RIGHT:
        if (count)
            full->selected = (full->selected + (key == SCREEN_RIGHT ? 1 : count - 1)) % count;
        return;
    case SCREEN_HOME:
        full->selected = count ? 0 : -1;
        return;
    case SCREEN_LAST:
        full->selected = count - 1;
        return;
    case SCREEN_TAB:
        if (count)
            full_select_playable(full, full->selected + 1);
        else if (full->match->far && !full_has_seat(full))
            full->late = !full->late;
        return;
    case SCREEN_UP:
    case SCREEN_DOWN:
        full_look_back(full, key == SCREEN_UP ? 1 : -1);
        return;
    case SCREEN_PAGE_UP:
    case SCREEN_PAGE_DOWN:
        full_look_back(full, key == SCREEN_PAGE_UP ? (long)full->shown : -(long)full->shown);
        return;
    case SCREEN_ESCAPE:
        full->typed[0] = '\0';
        full->back = 0;
        full_say(full, "");
        return;
    case SCREEN_BACK:
        edit_remove(full->typed);
        return;
    case SCREEN_ENTER:
        full_say(full, "");
        if (*full->typed)
            enter_line(full);
        else if (full_has_seat(full))
            play_selected(full);
        return;
    default:
        if (key < SCREEN_UP)
            press_letter(full, key);
    }
}

/* A letter chooses the row whose code it begins, as soon as there is only one. */
static bool choose_by_letter(struct full *full, int key)
{
    const struct question *question = &full->question;
    unsigned found = 0, row = 0;

    edit_add(full->typed, sizeof full->typed, toupper(key));
    for (unsigned i = 0; i < question->count; i++)
        if (!strncmp(question->code[i], full->typed, strlen(full->typed))) {
            row = found++ ? row : i;
        }
    if (!found)
        full->typed[0] = '\0';
    else
        full->panel.selected = row;
    return found == 1;
}

static void answer(struct full *full)
{
    full->typed[0] = '\0';
    ask_answer(&full->question, (unsigned)full->panel.selected);
    full_proceed(full);
}

/* Enter in a list, or the letter that stands for it. */
static void choose(struct full *full)
{
    switch (full->mode) {
    case MODE_ASK:
        answer(full);
        return;
    case MODE_HINTS:
        full->mode = MODE_TABLE;
        full_give(full, full->seat, &full->hints[full->panel.selected].command);
        return;
    case MODE_LEAVE:
        full->mode = MODE_TABLE;
        if (!full->panel.selected)
            full_finish(full, PLAY_LEFT);
        return;
    case MODE_AWAY:
        full->mode = MODE_TABLE;
        full->waited = true;
        if (full->panel.selected)
            full_run_errand(full, ERRAND_AGREE, "");
        return;
    case MODE_TABLE:
    case MODE_READ:
    case MODE_HIDE:
    case MODE_CURTAIN:
    case MODE_ROUND:
    case MODE_OVER:
        return;
    }
}

/* Closes a list without an answer. */
static void take_back(struct full *full)
{
    full_say(full, full->mode == MODE_ASK ? "Taken back." : "");
    full->waited |= full->mode == MODE_AWAY;
    full->mode = MODE_TABLE;
    full->typed[0] = '\0';
}

/* A letter in a question: its answer, or the key that leaves, from here as from the table. */
static void press_in_question(struct full *full, int key)
{
    if (choose_by_letter(full, key)) {
        answer(full);
    } else if (!*full->typed && full->keys.quit && tolower(key) == full->keys.quit) {
        take_back(full);
        full_ask_leave(full);
    }
}

void full_list_key(struct full *full, int key)
{
    size_t count = full->panel.row_count;

    if (key == SCREEN_UP || key == SCREEN_LEFT) {
        full->panel.selected = (full->panel.selected + count - 1) % count;
    } else if (key == SCREEN_DOWN || key == SCREEN_RIGHT || key == SCREEN_TAB) {
        full->panel.selected = (full->panel.selected + 1) % count;
    } else if (key == SCREEN_ENTER) {
        choose(full);
    } else if (key == SCREEN_ESCAPE) {
        take_back(full);
    } else if (full->mode == MODE_ASK && key < 0x80) {
        press_in_question(full, key);
    } else if (full->mode == MODE_HINTS && full->keys.quit && key == full->keys.quit) {
        take_back(full);
    } else if (full->mode == MODE_LEAVE && (key == 'y' || key == full->keys.quit)) {
        full_finish(full, PLAY_LEFT);
    } else if (full->mode == MODE_LEAVE && key == 'n') {
        full->mode = MODE_TABLE;
    }
}

void full_read_key(struct full *full, int key)
{
    size_t page = full->shown ? full->shown : 1;

    if (key == SCREEN_DOWN || key == SCREEN_PAGE_DOWN || key == ' ')
        full->panel.first += key == SCREEN_DOWN ? 1 : page;
    else if (key == SCREEN_UP)
        full->panel.first -= full->panel.first ? 1 : 0;
    else if (key == SCREEN_PAGE_UP)
        full->panel.first -= full->panel.first < page ? full->panel.first : page;
    else if (key == SCREEN_ESCAPE || key == SCREEN_ENTER || key == '?' || key == full->keys.quit)
        full->mode = MODE_TABLE;
}
