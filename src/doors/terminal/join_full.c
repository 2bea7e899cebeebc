// SPDX-License-Identifier: MIT
/*
 * join_full.c: a server's table without a match, on the full screen: keys, and what they do.
 *
 * A letter does one of the words of join_words.c at once; where something must stand behind the
 * word, a list asks for it, or the word is put into the input line. What is typed is understood as
 * in line mode. Start reading at join_lobby_full().
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "doors/terminal/edit.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/page.h"
#include "doors/terminal/panel.h"
#include "doors/terminal/sheet.h"

enum { NOTICE_CHARS = 400, OFFER_CHARS = 500, HELP_COLUMNS = 70 };

enum over { OVER_NOTHING, OVER_HELP, OVER_BOTS }; /* what lies over the page */

struct lobby {
    struct join *join;
    enum over over;
    struct panel panel;
    struct sheet sheet;
    unsigned selected; /* a seat */
    unsigned seat;     /* our own, when the room was last shown */
    char typed[TYPED_CHARS];
    char notice[NOTICE_CHARS];
    bool refused;
    size_t back, shown; /* sentences */
    enum join_end end;
};

/* ---- What happens --------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void say(struct lobby *lobby, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(lobby->notice, sizeof lobby->notice, format, values);
    va_end(values);
    lobby->refused = !strncmp(lobby->notice, "No: ", 4);
}

static void hush(struct lobby *lobby)
{
    lobby->notice[0] = '\0';
    lobby->refused = false;
}

/* What is different at a seat, as a sentence. */
static void tell_seat(struct join *join, unsigned seat)
{
    const struct guest_seat *was = &join->shown.seat[seat], *is = &join->guest.room.seat[seat];
    char sentence[SAID_CHARS];

    if (!memcmp(was, is, sizeof *is))
        return;
    if (was->who != HC_SEAT_EMPTY && (was->who != is->who || strcmp(was->name, is->name) != 0)) {
        snprintf(sentence, sizeof sentence, "%s has left.", was->name);
        join_say(join, sentence);
    }
    if (is->who == HC_SEAT_EMPTY)
        return;
    if (was->who != is->who || strcmp(was->name, is->name) != 0)
        snprintf(sentence, sizeof sentence, "%s sits down.", is->name);
    else if (is->agreed && !was->agreed)
        snprintf(sentence, sizeof sentence, "%s wants another match.", is->name);
    else if (is->connected != was->connected)
        snprintf(sentence, sizeof sentence, "%s %s.", is->name,
                 is->connected ? "is back" : "has lost the connection");
    else
        return;
    join_say(join, sentence);
}

/* What is different in the room since it was last shown. */
static void tell_changes(struct lobby *lobby)
{
    struct join *join = lobby->join;
    const struct guest_room *was = &join->shown, *is = &join->guest.room;

    if (!join_room_differs(join))
        return;
    for (unsigned s = 0; was->game && was->stage == is->stage && s < is->seats; s++)
        if (s != lobby->seat && s != join->guest.seat)
            tell_seat(join, s);
    if (lobby->seat != HC_SPECTATOR && join->guest.seat == HC_SPECTATOR)
        join_say(join, "You no longer sit at this table.");
    lobby->seat = join->guest.seat;
    if (was->game && was->host != is->host && is->host < is->seats && is->host == join->guest.seat)
        join_say(join, "You are the host now.");
    if (was->game &&
        (strcmp(was->rules_text, is->rules_text) != 0 || strcmp(was->settings, is->settings) != 0))
        join_say(join, "What is agreed has changed.");
    join_room_shown(join);
}

/* ---- What may be done ----------------------------------------------------------------------- */

/* Whether somebody sits on the selected seat with whom this cannot be done. */
static bool is_other_kind(const struct lobby *lobby, enum join_deed deed)
{
    const struct guest_room *room = &lobby->join->guest.room;
    enum hc_room_who who = room->seat[lobby->selected].who;

    return (deed == DEED_REMOVE && who != HC_SEAT_BOT) ||
           (deed == DEED_KICK &&
            (who != HC_SEAT_PERSON || lobby->selected == lobby->join->guest.seat));
}

static void put_offer(const struct lobby *lobby, struct hc_text *out)
{
    const struct guest_room *room = &lobby->join->guest.room;

    for (enum join_deed d = 0; d < DEEDS; d++) {
        if (!join_may(lobby->join, d) || is_other_kind(lobby, d))
            continue;
        hc_put(out, out->length ? "   [" : "[");
        if (d == DEED_AGAIN)
            hc_put(out, "Enter");
        else
            hc_put_char(out, join_word(d)->letter);
        hc_put(out, "] ");
        hc_put(out, join_word(d)->label);
    }
    if (room->stage == HC_ROOM_LOBBY && room->host < room->seats &&
        room->host != lobby->join->guest.seat) {
        hc_put(out, "   Waiting for ");
        hc_put(out, room->seat[room->host].name);
        hc_put(out, " to start.");
    } else if (room->asks != HC_ASK_NOTHING) {
        hc_put(out, "   ");
        join_put_waiting(lobby->join, out);
    }
}

/* Does it, and shows the answer. */
static void do_deed(struct lobby *lobby, enum join_deed deed, const char *rest)
{
    struct hc_problem why;

    hush(lobby);
    if (!join_do(lobby->join, deed, rest, &why))
        say(lobby, "No: %s.", why.text);
    if (deed == DEED_QUIT)
        lobby->end = JOIN_LEFT;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static void open_panel(struct lobby *lobby, enum over over, const char *title, const char *foot)
{
    lobby->over = over;
    lobby->panel = (struct panel){.title = title,
                                  .row = lobby->sheet.row,
                                  .row_count = lobby->sheet.count,
                                  .selected = over == OVER_BOTS ? 1 : lobby->sheet.count,
                                  .foot = foot};
}

static void open_help(struct lobby *lobby)
{
    sheet_begin(&lobby->sheet,
                screen_columns() - 8 < HELP_COLUMNS ? screen_columns() - 8 : HELP_COLUMNS);
    for (enum join_deed d = 0; d < DEEDS; d++)
        if (join_is_time(lobby->join, d))
            sheet_add(&lobby->sheet, "%c  %-8s  %s", join_word(d)->letter, join_word(d)->word,
                      join_word(d)->sentence);
    sheet_add(&lobby->sheet, " ");
    sheet_add(&lobby->sheet, "The letters act at once. To type a word, begin with a colon. Rules "
                             "and settings are set as a whole: what is not named is as usual. "
                             "`holecard rules` lists the rules, docs/rooms.md the settings.");
    open_panel(lobby, OVER_HELP, "Help", "Escape closes");
}

static void open_bots(struct lobby *lobby)
{
    const struct hc_bot *bot;

    sheet_begin(&lobby->sheet, 0);
    for (size_t i = 0; (bot = hc_bot_at(i)); i++) {
        char row[SHEET_CHARS];

        snprintf(row, sizeof row, "%-8s %s", bot->name, bot->sentence);
        sheet_row(&lobby->sheet, row);
    }
    open_panel(lobby, OVER_BOTS, "Which bot?", "Arrows, Enter; Escape takes it back");
}

static void panel_key(struct lobby *lobby, int key)
{
    size_t count = lobby->panel.row_count;

    if (key == SCREEN_ESCAPE || (lobby->over == OVER_HELP && key == SCREEN_ENTER) || key == 'q') {
        lobby->over = OVER_NOTHING;
    } else if (lobby->over == OVER_HELP) {
        lobby->panel.first += key == SCREEN_DOWN || key == SCREEN_PAGE_DOWN;
        lobby->panel.first -= (key == SCREEN_UP || key == SCREEN_PAGE_UP) && lobby->panel.first;
    } else if (key == SCREEN_UP || key == SCREEN_DOWN) {
        lobby->panel.selected =
            (lobby->panel.selected + (key == SCREEN_DOWN ? 1 : count - 1)) % count;
    } else if (key == SCREEN_ENTER) {
        lobby->over = OVER_NOTHING;
        do_deed(lobby, DEED_BOT, hc_bot_at(lobby->panel.selected)->name);
    }
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Begins a line with a word and what is there now, which can be changed. */
static void begin_line(struct lobby *lobby, enum join_deed deed)
{
    const struct guest_room *room = &lobby->join->guest.room;
    const char *word = join_word(deed)->word;
    const char *now = deed == DEED_RULES      ? room->rules_text
                      : deed == DEED_SETTINGS ? room->settings
                      : deed == DEED_TITLE    ? room->title
                                              : "";

    if (strlen(word) + strlen(now) + 3 > sizeof lobby->typed)
        now = "";
    snprintf(lobby->typed, sizeof lobby->typed, ":%s %.240s", word, now);
}

/* What a letter stands for, as far as this person may do it. */
static enum join_deed deed_of_letter(const struct lobby *lobby, int letter)
{
    enum join_deed deed = DEED_AGAIN;

    while (deed < DEEDS && (join_word(deed)->letter != letter || !join_may(lobby->join, deed)))
        deed++;
    return deed;
}

/* Does what a letter stands for, or begins it. */
static void begin_deed(struct lobby *lobby, enum join_deed deed)
{
    const char *key = join_word(deed)->key;
    char seat[12];

    if (is_other_kind(lobby, deed)) {
        say(lobby, "No: choose the seat of a %s with Up and Down first.",
            deed == DEED_REMOVE ? "bot" : "player");
    } else if (deed == DEED_BOT) {
        open_bots(lobby);
    } else if (!key || deed == DEED_SIT) {
        do_deed(lobby, deed, "");
    } else if (!strcmp(key, "seat")) {
        snprintf(seat, sizeof seat, "%u", lobby->selected);
        do_deed(lobby, deed, seat);
    } else {
        begin_line(lobby, deed);
    }
}

static void press_letter(struct lobby *lobby, int key)
{
    enum join_deed deed = deed_of_letter(lobby, key < 0x80 ? tolower(key) : 0);

    hush(lobby);
    if (key == '?')
        open_help(lobby);
    else if (key == ':' || key == ' ')
        edit_add(lobby->typed, sizeof lobby->typed, ':');
    else if (deed == DEED_NONE)
        say(lobby, "No: nothing is done by that key; ? says what is.");
    else
        begin_deed(lobby, deed);
}

/* Does what was typed. What was refused stays, and can be mended. */
static void enter_line(struct lobby *lobby)
{
    char line[TYPED_CHARS];
    size_t start = strspn(lobby->typed, " :"), length;
    enum join_deed deed;

    snprintf(line, sizeof line, "%s", lobby->typed + start);
    for (size_t end = strlen(line); end && line[end - 1] == ' ';)
        line[--end] = '\0';
    length = strcspn(line, " ");
    deed = join_deed_of(line, length);
    hush(lobby);
    if (*line && deed == DEED_NONE)
        say(lobby, "No: there is no word %.*s; ? lists them all.", (int)length, line);
    else if (*line)
        do_deed(lobby, deed, line + length + strspn(line + length, " "));
    if (!lobby->refused)
        lobby->typed[0] = '\0';
}

/* Goes to the next seat that is taken. */
static void choose_seat(struct lobby *lobby, unsigned step)
{
    const struct guest_room *room = &lobby->join->guest.room;

    for (unsigned i = 0; i < room->seats; i++) {
        lobby->selected = (lobby->selected + step) % room->seats;
        if (room->seat[lobby->selected].who != HC_SEAT_EMPTY)
            return;
    }
}

static void look_back(struct lobby *lobby, bool further)
{
    size_t count = lobby->join->said_count < SAID_MAX ? lobby->join->said_count : SAID_MAX;
    size_t most = count > lobby->shown ? count - lobby->shown : 0;

    if (further)
        lobby->back = lobby->back + lobby->shown < most ? lobby->back + lobby->shown : most;
    else
        lobby->back -= lobby->back < lobby->shown ? lobby->back : lobby->shown;
}

static void page_key(struct lobby *lobby, int key)
{
    switch (key) {
    case SCREEN_UP:
        choose_seat(lobby, lobby->join->guest.room.seats - 1);
        return;
    case SCREEN_DOWN:
        choose_seat(lobby, 1);
        return;
    case SCREEN_PAGE_UP:
    case SCREEN_PAGE_DOWN:
        look_back(lobby, key == SCREEN_PAGE_UP);
        return;
    case SCREEN_ESCAPE:
        lobby->typed[0] = '\0';
        lobby->back = 0;
        hush(lobby);
        return;
    case SCREEN_BACK:
        edit_remove(lobby->typed);
        return;
    case SCREEN_ENTER:
        if (*lobby->typed)
            enter_line(lobby);
        else if (join_may(lobby->join, DEED_AGAIN))
            do_deed(lobby, DEED_AGAIN, "");
        return;
    default:
        if (key < SCREEN_UP && *lobby->typed)
            edit_add(lobby->typed, sizeof lobby->typed, key);
        else if (key < SCREEN_UP)
            press_letter(lobby, key);
    }
}

/* ---- The loop ------------------------------------------------------------------------------- */

static void draw(struct lobby *lobby)
{
    char offer[OFFER_CHARS];
    struct join_page page = {.join = lobby->join,
                             .selected = lobby->selected,
                             .offer = offer,
                             .notice = lobby->notice,
                             .refused = lobby->refused,
                             .typed = lobby->typed,
                             .back = lobby->back};
    struct hc_text out;

    hc_text_init(&out, offer, sizeof offer);
    put_offer(lobby, &out);
    lobby->shown = join_page_draw(&page);
    if (lobby->over != OVER_NOTHING)
        panel_draw(&lobby->panel);
    screen_show();
}

/* The cursor is on somebody. */
static void keep_selected(struct lobby *lobby)
{
    const struct guest_room *room = &lobby->join->guest.room;

    if (lobby->selected >= room->seats || room->seat[lobby->selected].who == HC_SEAT_EMPTY)
        choose_seat(lobby, 1);
}

static void run(struct lobby *lobby)
{
    struct join *join = lobby->join;

    while (lobby->end == JOIN_ON && !join_has_begun(join)) {
        int key;

        tell_changes(lobby);
        keep_selected(lobby);
        draw(lobby);
        key = join_key(join);
        if (join->guest.gone)
            lobby->end = JOIN_FAILED;
        else if (key == SCREEN_STOP)
            lobby->end = JOIN_STOPPED;
        else if (key == SCREEN_NOTHING || key == SCREEN_RESIZED)
            continue;
        else if (lobby->over != OVER_NOTHING)
            panel_key(lobby, key);
        else
            page_key(lobby, key);
    }
}

enum join_end join_lobby_full(struct join *join)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);
    enum join_end end;

    if (!lobby || !screen_open()) {
        free(lobby);
        return join_lobby_lines(join);
    }
    lobby->join = join;
    lobby->seat = join->guest.seat;
    lobby->selected = join->guest.seat < join->guest.room.seats ? join->guest.seat : 0;
    run(lobby);
    end = lobby->end;
    screen_close();
    free(lobby);
    return end == JOIN_FAILED ? join_fail(join->guest.why.text) : end;
}
