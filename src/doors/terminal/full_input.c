// SPDX-License-Identifier: MIT
/*
 * full_input.c: what a person presses and types on the full screen.
 *
 * Keys go to the box that is open, otherwise to the table. There a letter acts at once if it is a
 * key (keys.h); everything else is typed, and understood as in line mode.
 */
#include "doors/terminal/full_inside.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "games/game.h"

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

/* Asks for what is missing, or gives the command. */
static void proceed(struct full *full)
{
    const struct question *question = &full->question;
    struct hc_view view;

    hc_view(full->match->table, full->speaker, match_now(full->match), &view);
    full->mode = MODE_TABLE;
    if (!ask_next(&view, full->names, &full->question)) {
        full_give(full, full->speaker, &question->command);
        return;
    }
    if (full->speaker != full->seat && question->slot == offsetof(struct hc_command, face)) {
        /* A list would show the hand of somebody who does not have the screen. */
        full_refuse(full, "name the card as well");
        return;
    }
    sheet_clear(&full->sheet);
    for (unsigned i = 0; i < question->count; i++)
        sheet_row(&full->sheet, question->row[i]);
    full_open_box(full, MODE_ASK, question->title, true,
                  "Arrows or letters, Enter; Escape takes it back");
    full->typed[0] = '\0';
}

void full_begin(struct full *full, unsigned seat, const struct hc_command *command)
{
    full->speaker = seat;
    full->question.command = *command;
    proceed(full);
}

/* A line as in line mode: a command, or a card's code. */
static void command(struct full *full, unsigned seat, const char *line)
{
    struct hc_command given;
    struct hc_problem why;
    enum hc_refusal refusal;
    struct hc_view view;

    hc_view(full->match->table, seat, match_now(full->match), &view);
    refusal = line_command(&view, line, &given, &why);
    if (refusal)
        full_refuse(full, *why.text ? why.text : hc_refusal_sentence(refusal));
    else
        full_begin(full, seat, &given);
}

/* "1: draw" is a command of another person at this terminal. */
static void speak(struct full *full, const char *line)
{
    uint64_t number;
    const char *rest = full->match->people > 1 ? hc_read_number(line, HC_SEATS_MAX, &number) : NULL;

    if (!rest || *rest != ':')
        command(full, full->seat, line);
    else if (!match_is_person(full->match, (unsigned)number))
        full_refuse(full, "there is no player at that seat who could speak");
    else
        command(full, (unsigned)number, rest + 1 + strspn(rest + 1, " \t"));
}

static void press_verb(struct full *full, unsigned verb)
{
    const unsigned argument = HC_TAKES_COLOR | HC_TAKES_SEAT;
    struct hc_command given = {(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    bool offered = false;

    for (uint32_t c = 0; c < full->view.actions.count; c++)
        offered |= full->view.actions.choice[c].verb == verb;
    if (!offered && full->match->setup.game->grammar.verbs[verb].takes & argument)
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
    command(full, full->seat,
            hc_face_code(view->game, &view->rules,
                         view->face[view->hand[full->seat].start + full->selected]));
}

/* ---- What is asked of the door ----------------------------------------------------------- */

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
    sheet_hints(&full->sheet, &full->view, full->hints, count < HINTS_SHOWN ? count : HINTS_SHOWN);
    if (!count)
        full_refuse(full, "there is nothing that you could do now");
    else
        full_open_box(full, MODE_HINTS, "Hint, from imagined games", true,
                      "Enter does it, Escape closes");
}

void full_ask_leave(struct full *full)
{
    sheet_clear(&full->sheet);
    sheet_row(&full->sheet, full->match->keep ? "Leave; later: holecard play --continue"
                                              : "Leave, and end the match");
    sheet_row(&full->sheet, "Stay at the table");
    full_open_box(full, MODE_LEAVE, "Leave the table?", true, NULL);
}

static void write_help(struct full *full)
{
    sheet_help(&full->sheet, &full->view, &full->keys, full->match->people > 1);
}

static void write_state(struct full *full)
{
    sheet_state(&full->sheet, &full->view, full->names);
}

static void write_hand(struct full *full)
{
    sheet_hand(&full->sheet, &full->view);
}

static void write_cards(struct full *full)
{
    sheet_cards(&full->sheet, &full->view);
}

/* What can be read in a box, by the word that is typed for it. */
static const struct {
    const char *word, *title;
    void (*write)(struct full *full);
} readers[] = {
    {"help", "Help", write_help},
    {"state", "What you may know", write_state},
    {"hand", "Your hand", write_hand},
    {"cards", "All cards", write_cards},
};

enum { READER_HELP, READERS = sizeof readers / sizeof *readers };

static void open_reader(struct full *full, size_t reader)
{
    full->reader = reader;
    readers[reader].write(full);
    full_open_box(full, MODE_READ, readers[reader].title, false,
                  "Arrows and PageDown to read on, Escape to go back");
}

void full_fold_again(struct full *full)
{
    if (full->mode != MODE_READ)
        return;
    readers[full->reader].write(full);
    full->box.row_count = full->box.selected = full->sheet.count;
}

static bool is_reader(struct full *full, const char *word, size_t length)
{
    for (size_t i = 0; i < READERS; i++)
        if (hc_word_is(word, length, readers[i].word)) {
            open_reader(full, i);
            return true;
        }
    return false;
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

/* Looks further back at what happened, or forward again. */
static void look_back(struct full *full, long by)
{
    size_t count = match_story(full->match, full->seat)->count;
    long most = count > full->shown ? (long)(count - full->shown) : 0, back = (long)full->back + by;

    full->back = (size_t)(back < 0 ? 0 : back < most ? back : most);
}

/* Lines that are not for the table. False if it is something else. */
static bool is_about_the_door(struct full *full, const char *line)
{
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");

    if (hc_word_is(line, length, "save"))
        save(full, rest);
    else if (hc_word_is(line, length, "log"))
        look_back(full, (long)match_story(full->match, full->seat)->count);
    else if (*rest)
        return false;
    else if (hc_word_is(line, length, "hint"))
        show_hints(full);
    else if (hc_word_is(line, length, "quit") || hc_word_is(line, length, "exit"))
        full_ask_leave(full);
    else if (hc_word_is(line, length, "end"))
        match_house(full->match, "end");
    else
        return is_reader(full, line, length);
    return true;
}

/* ---- Keys -------------------------------------------------------------------------------- */

/* Adds a character to what was typed, as UTF-8. */
static void type(struct full *full, int key)
{
    size_t length = strlen(full->typed);
    unsigned code = (unsigned)key;
    char bytes[5] = {0};

    if (code < 0x80) {
        bytes[0] = (char)code;
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
    } else {
        bytes[0] = (char)(0xf0 | code >> 18);
        bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
        bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[3] = (char)(0x80 | (code & 0x3f));
    }
    if (length + strlen(bytes) < sizeof full->typed)
        memcpy(full->typed + length, bytes, strlen(bytes) + 1);
}

static void untype(struct full *full)
{
    size_t length = strlen(full->typed);

    while (length && ((unsigned char)full->typed[length - 1] & 0xc0) == 0x80)
        length--;
    full->typed[length ? length - 1 : 0] = '\0';
}

/* Does what was typed. A line may begin with the colon that began it. */
static void enter_line(struct full *full)
{
    char line[LINE_CHARS];
    const char *start = full->typed + strspn(full->typed, " :\t");
    size_t length;

    snprintf(line, sizeof line, "%s", start);
    for (length = strlen(line); length && line[length - 1] == ' ';)
        line[--length] = '\0';
    full->typed[0] = '\0';
    if (*line && !is_about_the_door(full, line)) {
        if (full_has_seat(full))
            speak(full, line);
        else
            full_refuse(full, "nobody at this terminal plays");
    }
}

static void press_letter(struct full *full, int key)
{
    unsigned verb = keys_verb(&full->keys, key < 0x80 ? tolower(key) : 0);

    full_say(full, "");
    if (*full->typed)
        type(full, key);
    else if (key == '?')
        open_reader(full, READER_HELP);
    else if (full->keys.quit && tolower(key) == full->keys.quit)
        full_ask_leave(full);
    else if (full->keys.hint && tolower(key) == full->keys.hint)
        show_hints(full);
    else if (verb != HC_NONE && full_has_seat(full))
        press_verb(full, verb);
    else
        type(full, key);
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
        return;
    case SCREEN_UP:
    case SCREEN_DOWN:
        look_back(full, key == SCREEN_UP ? 1 : -1);
        return;
    case SCREEN_PAGE_UP:
    case SCREEN_PAGE_DOWN:
        look_back(full, key == SCREEN_PAGE_UP ? (long)full->shown : -(long)full->shown);
        return;
    case SCREEN_ESCAPE:
        full->typed[0] = '\0';
        full->back = 0;
        full_say(full, "");
        return;
    case SCREEN_BACK:
        untype(full);
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

    type(full, toupper(key));
    for (unsigned i = 0; i < question->count; i++)
        if (!strncmp(question->code[i], full->typed, strlen(full->typed))) {
            row = found++ ? row : i;
        }
    if (!found)
        full->typed[0] = '\0';
    else
        full->box.selected = row;
    return found == 1;
}

static void answer(struct full *full)
{
    full->typed[0] = '\0';
    ask_answer(&full->question, (unsigned)full->box.selected);
    proceed(full);
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
        full_give(full, full->seat, &full->hints[full->box.selected].command);
        return;
    case MODE_LEAVE:
        full->mode = MODE_TABLE;
        if (!full->box.selected)
            full_finish(full, FULL_LEFT);
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

void full_list_key(struct full *full, int key)
{
    size_t count = full->box.row_count;

    if (key == SCREEN_UP || key == SCREEN_LEFT) {
        full->box.selected = (full->box.selected + count - 1) % count;
    } else if (key == SCREEN_DOWN || key == SCREEN_RIGHT || key == SCREEN_TAB) {
        full->box.selected = (full->box.selected + 1) % count;
    } else if (key == SCREEN_ENTER) {
        choose(full);
    } else if (key == SCREEN_ESCAPE) {
        full_say(full, full->mode == MODE_ASK ? "Taken back." : "");
        full->mode = MODE_TABLE;
        full->typed[0] = '\0';
    } else if (full->mode == MODE_ASK && key < 0x80) {
        if (choose_by_letter(full, key))
            answer(full);
    } else if (full->mode == MODE_LEAVE && (key == 'y' || key == full->keys.quit)) {
        full_finish(full, FULL_LEFT);
    } else if (full->mode == MODE_LEAVE && key == 'n') {
        full->mode = MODE_TABLE;
    }
}

void full_read_key(struct full *full, int key)
{
    size_t page = full->shown ? full->shown : 1;

    if (key == SCREEN_DOWN || key == SCREEN_PAGE_DOWN || key == ' ')
        full->box.first += key == SCREEN_DOWN ? 1 : page;
    else if (key == SCREEN_UP)
        full->box.first -= full->box.first ? 1 : 0;
    else if (key == SCREEN_PAGE_UP)
        full->box.first -= full->box.first < page ? full->box.first : page;
    else if (key == SCREEN_ESCAPE || key == SCREEN_ENTER || key == '?' || key == full->keys.quit)
        full->mode = MODE_TABLE;
}
