// SPDX-License-Identifier: MIT
/*
 * join_full.c: a server's table without a match, on the full screen: keys, and what they do.
 *
 * A letter does one of the words of lobby_request.c at once; where something must stand behind the
 * word, a list asks for it, or the word is put into the input line. What is typed is understood as
 * in line mode. Start reading at join_lobby_full().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "doors/terminal/invite.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/page_text.h"
#include "doors/terminal/phrase.h"

enum { OFFER_CHARS = 500, STEP_MS = 1000, BOT_COLUMNS = 8 };

enum { PANEL_BOTS = PROMPT_OWN, PANEL_QR, PANEL_READ };

struct lobby {
    struct visit *visit;
    struct prompt prompt;
    struct prompt_key key[LOBBY_REQUESTS + 2];
    struct sheet sheet;
    unsigned selected;       /* a seat */
    enum lobby_request read; /* what the panel shows */
    unsigned seat;           /* our own, when the room was last shown */
    char invitation[URL_SERVER_CHARS + URL_CODE_CHARS + 1];
    enum join_end end;
};

/* ---- What happens --------------------------------------------------------------------------- */

static void say_of(struct visit *visit, enum hc_word word, const char *name)
{
    char sentence[SAID_CHARS];
    struct hc_text out;

    hc_text_init(&out, sentence, sizeof sentence);
    PHRASE(&out, word, {"name", name, 0});
    visit_say(visit, sentence);
}

/* What is different at a seat, as a sentence. */
static void say_seat(struct visit *visit, unsigned seat)
{
    const struct guest_seat *was = &visit->shown.seat[seat], *is = &visit->guest->room.seat[seat];
    bool other = was->who != is->who || strcmp(was->name, is->name) != 0;

    if (was->who != HC_SEAT_EMPTY && other)
        say_of(visit, TERMINAL_HAS_LEFT, was->name);
    if (is->who == HC_SEAT_EMPTY)
        return;
    if (other)
        say_of(visit, TERMINAL_SITS_DOWN, is->name);
    else if (is->agreed && !was->agreed)
        say_of(visit, TERMINAL_WANTS_MATCH, is->name);
    else if (is->connected != was->connected)
        say_of(visit, is->connected ? TERMINAL_IS_BACK : TERMINAL_HAS_GONE, is->name);
}

/* What is different in the room since it was last shown. */
static void say_changes(struct lobby *lobby)
{
    struct visit *visit = lobby->visit;
    const struct guest_room *was = &visit->shown, *is = &visit->guest->room;

    if (!lobby_room_differs(visit))
        return;
    for (unsigned s = 0; was->game && was->stage == is->stage && s < is->seats; s++)
        if (s != lobby->seat && s != visit->guest->seat)
            say_seat(visit, s);
    if (lobby->seat != HC_SPECTATOR && visit->guest->seat == HC_SPECTATOR)
        visit_say(visit, phrase_word(TERMINAL_NO_SEAT));
    lobby->seat = visit->guest->seat;
    if (was->game && was->host != is->host && is->host < is->seats &&
        is->host == visit->guest->seat)
        visit_say(visit, phrase_word(TERMINAL_HOST_NOW));
    if (was->game &&
        (strcmp(was->rules_text, is->rules_text) != 0 || strcmp(was->settings, is->settings) != 0))
        visit_say(visit, phrase_word(TERMINAL_AGREED_CHANGED));
    lobby_room_shown(visit);
}

/* ---- What may be done ----------------------------------------------------------------------- */

/* Whether somebody sits on the selected seat with whom this cannot be done. */
static bool is_other_kind(const struct lobby *lobby, enum lobby_request request)
{
    const struct guest_room *room = &lobby->visit->guest->room;
    enum hc_room_who who = room->seat[lobby->selected].who;

    return (request == LOBBY_REMOVE && who != HC_SEAT_BOT) ||
           (request == LOBBY_KICK &&
            (who != HC_SEAT_PERSON || lobby->selected == lobby->visit->guest->seat));
}

static void put_offer(const struct lobby *lobby, struct hc_text *out)
{
    const struct guest_room *room = &lobby->visit->guest->room;

    if (room->stage == HC_ROOM_LOBBY && room->host < room->seats &&
        room->host != lobby->visit->guest->seat) {
        PHRASE(out, TERMINAL_WAITING_START, {"name", room->seat[room->host].name, 0});
    } else if (room->asks != HC_ASK_NOTHING) {
        visit_put_waiting(lobby->visit, out);
    }
    for (enum lobby_request d = 0; d < LOBBY_REQUESTS; d++) {
        if (!lobby_may(lobby->visit, d) || is_other_kind(lobby, d))
            continue;
        hc_put(out, out->length ? "   [" : "[");
        if (d == LOBBY_AGAIN)
            hc_put(out, "Enter");
        else
            hc_put_char(out, lobby_word(d)->letter);
        hc_put(out, "] ");
        hc_put(out, phrase_word(lobby_word(d)->label));
    }
}

/* ---- Panels --------------------------------------------------------------------------------- */

static void write_help(void *page, struct sheet *sheet)
{
    const struct lobby *lobby = page;

    for (enum lobby_request r = 0; r < LOBBY_REQUESTS; r++)
        if (lobby_is_time(lobby->visit, r))
            sheet_add(sheet, "%c  %-8s  %s", lobby_word(r)->letter, lobby_word(r)->word,
                      phrase_word(lobby_word(r)->sentence));
    sheet_add(sheet, " ");
    sheet_add(sheet, "%s", phrase_word(TERMINAL_LOBBY_HELP));
}

static void write_bots(void *page, struct sheet *sheet)
{
    (void)page;
    for (size_t i = 0; i < HC_LEVELS; i++) {
        const struct hc_bot *bot = hc_bot_at(i);
        const char *name = phrase_bot(bot->name);
        char row[SHEET_CHARS];

        snprintf(row, sizeof row, "%s%*s %s", name, BOT_COLUMNS - page_columns(name), "",
                 hc_bot_sentence(bot, phrase_language()));
        sheet_row(sheet, row);
    }
}

static void write_qr(void *page, struct sheet *sheet)
{
    const struct lobby *lobby = page;
    struct hc_problem why;

    if (!invite_qr(lobby->visit, panel_rows_max(), panel_columns_max(), sheet, &why))
        sheet_add(sheet, "%s.", why.text);
}

static void open_qr(struct lobby *lobby)
{
    struct hc_text out;

    hc_text_init(&out, lobby->invitation, sizeof lobby->invitation);
    invite_put_table(lobby->visit, &out);
    prompt_open(&lobby->prompt, &(struct prompt_panel){.id = PANEL_QR,
                                                       .title = phrase_word(TERMINAL_INVITE_TITLE),
                                                       .foot = lobby->invitation,
                                                       .write = write_qr,
                                                       .is_paper = true});
}

static void write_reading(void *page, struct sheet *sheet)
{
    const struct lobby *lobby = page;
    struct hc_problem why;

    if (!lobby_write(lobby->visit, lobby->read, sheet, &why))
        sheet_add(sheet, "%s.", why.text);
}

static void open_reading(struct lobby *lobby, enum lobby_request request)
{
    lobby->read = request;
    prompt_open(&lobby->prompt,
                &(struct prompt_panel){.id = PANEL_READ,
                                       .title = phrase_word(request == LOBBY_LEADERS
                                                                ? TERMINAL_TITLE_LEADERS
                                                                : TERMINAL_TITLE_MATCHES),
                                       .foot = phrase_word(TERMINAL_READING_FOOT),
                                       .write = write_reading});
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Does it, and shows the answer. */
static void do_request(struct lobby *lobby, enum lobby_request request, const char *rest)
{
    struct hc_problem why;

    if (request == LOBBY_QR || lobby_is_read(request)) {
        if (request == LOBBY_QR)
            open_qr(lobby);
        else
            open_reading(lobby, request);
        return;
    }
    if (!lobby_do(lobby->visit, request, rest, &why))
        prompt_refuse(&lobby->prompt, why.text);
    /* A film gives the terminal back at its end. */
    if (!screen_open() || lobby->visit->stopped)
        lobby->end = JOIN_STOPPED;
    if (request == LOBBY_QUIT)
        lobby->end = JOIN_LEFT;
}

/* Begins a line with a word and what is there now, which can be changed. */
static void begin_line(struct lobby *lobby, enum lobby_request request)
{
    const struct guest_room *room = &lobby->visit->guest->room;
    const char *word = lobby_word(request)->word;
    const char *now = request == LOBBY_TITLE ? room->title : "";
    char line[PROMPT_CHARS];

    if (strlen(word) + strlen(now) + 3 > sizeof line)
        now = "";
    snprintf(line, sizeof line, ":%s %.240s", word, now);
    prompt_edit(&lobby->prompt, line);
}

/* Does what a letter stands for, or begins it. */
static void begin_request(struct lobby *lobby, enum lobby_request request)
{
    const char *key = lobby_word(request)->key;
    char seat[12];

    if (is_other_kind(lobby, request)) {
        prompt_refuse(
            &lobby->prompt,
            phrase_word(request == LOBBY_REMOVE ? TERMINAL_CHOOSE_BOT : TERMINAL_CHOOSE_PLAYER));
    } else if (request == LOBBY_BOT) {
        prompt_open(&lobby->prompt, &(struct prompt_panel){.id = PANEL_BOTS,
                                                           .title = phrase_word(TERMINAL_WHICH_BOT),
                                                           .foot = phrase_word(TERMINAL_BOTS_FOOT),
                                                           .write = write_bots,
                                                           .is_list = true,
                                                           .selected = 1});
    } else if (!key || request == LOBBY_SIT || request == LOBBY_RULES ||
               request == LOBBY_SETTINGS) {
        do_request(lobby, request, "");
    } else if (!strcmp(key, "seat")) {
        snprintf(seat, sizeof seat, "%u", lobby->selected);
        do_request(lobby, request, seat);
    } else {
        begin_line(lobby, request);
    }
}

/* Does what was typed. What was refused stays, and can be mended. */
static void enter_line(struct lobby *lobby)
{
    char line[PROMPT_CHARS];
    size_t length;
    enum lobby_request request;

    memcpy(line, lobby->prompt.line, sizeof line);
    length = strcspn(line, " ");
    request = lobby_request_of(line, length);
    if (request == LOBBY_NONE) {
        struct hc_problem why;
        char word[PROMPT_CHARS];

        snprintf(word, sizeof word, "%.*s", (int)length, line);
        PHRASE_WHY(&why, TERMINAL_NO_LOBBY_WORD, {"word", word, 0});
        prompt_refuse(&lobby->prompt, why.text);
    } else {
        do_request(lobby, request, line + length + strspn(line + length, " "));
    }
    if (lobby->prompt.refused) {
        memmove(line + 1, line,
                strlen(line) < sizeof line - 1 ? strlen(line) + 1 : sizeof line - 1);
        line[0] = ':';
        line[sizeof line - 1] = '\0';
        prompt_edit(&lobby->prompt, line);
    }
}

/* Goes to the next seat that is taken. */
static void choose_seat(struct lobby *lobby, unsigned step)
{
    const struct guest_room *room = &lobby->visit->guest->room;

    for (unsigned i = 0; i < room->seats; i++) {
        lobby->selected = (lobby->selected + step) % room->seats;
        if (room->seat[lobby->selected].who != HC_SEAT_EMPTY)
            return;
    }
}

/* The letters of what this person may do now, and the arrows. */
static void make_keys(struct lobby *lobby)
{
    size_t count = 0;

    lobby->key[count++] = (struct prompt_key){.key = SCREEN_UP, .request = LOBBY_NONE, .with = -1};
    lobby->key[count++] = (struct prompt_key){.key = SCREEN_DOWN, .request = LOBBY_NONE, .with = 1};
    for (enum lobby_request r = 0; r < LOBBY_REQUESTS; r++)
        if (lobby_may(lobby->visit, r))
            lobby->key[count++] =
                (struct prompt_key){.key = lobby_word(r)->letter, .request = (int)r};
    lobby->prompt.key_count = count;
}

static void obey(struct lobby *lobby, enum prompt_event event)
{
    const struct prompt_key *pressed = lobby->prompt.pressed;

    if (event == PROMPT_STOP)
        lobby->end = JOIN_STOPPED;
    else if (event == PROMPT_LINE)
        enter_line(lobby);
    else if (event == PROMPT_ENTER && lobby_may(lobby->visit, LOBBY_AGAIN))
        do_request(lobby, LOBBY_AGAIN, "");
    else if (event == PROMPT_CHOSEN && lobby->prompt.closed == PANEL_BOTS)
        do_request(lobby, LOBBY_BOT, hc_bot_at(lobby->prompt.panel.selected)->name);
    else if (event == PROMPT_KEY && pressed->request == LOBBY_NONE)
        choose_seat(lobby, pressed->with > 0 ? 1 : lobby->visit->guest->room.seats - 1);
    else if (event == PROMPT_KEY)
        begin_request(lobby, (enum lobby_request)pressed->request);
}

/* ---- The loop ------------------------------------------------------------------------------- */

static void draw(void *page)
{
    struct lobby *lobby = page;
    char offer[OFFER_CHARS];
    struct join_page look = {.visit = lobby->visit,
                             .selected = lobby->selected,
                             .offer = offer,
                             .notice = lobby->prompt.notice,
                             .refused = lobby->prompt.refused,
                             .typed = lobby->prompt.typed,
                             .back = lobby->prompt.story.back};
    struct hc_text out;

    hc_text_init(&out, offer, sizeof offer);
    put_offer(lobby, &out);
    lobby->prompt.story.shown = join_page_draw(&look);
}

static bool wait_for_input(void *page, int timeout_ms)
{
    struct lobby *lobby = page;

    return guest_wait(lobby->visit->guest, STDIN_FILENO, timeout_ms) == GUEST_INPUT;
}

/* The cursor is on somebody. */
static void keep_selected(struct lobby *lobby)
{
    const struct guest_room *room = &lobby->visit->guest->room;

    if (lobby->selected >= room->seats || room->seat[lobby->selected].who == HC_SEAT_EMPTY)
        choose_seat(lobby, 1);
}

static void run(struct lobby *lobby)
{
    struct visit *visit = lobby->visit;

    while (lobby->end == JOIN_ON && !visit_has_begun(visit)) {
        enum prompt_event event;

        say_changes(lobby);
        keep_selected(lobby);
        make_keys(lobby);
        prompt_tell(&lobby->prompt,
                    visit->said_count < SAID_MAX ? visit->said_count : (size_t)SAID_MAX);
        event = prompt_read(&lobby->prompt, STEP_MS);
        if (visit->guest->gone)
            lobby->end = JOIN_FAILED;
        else
            obey(lobby, event);
    }
}

enum join_end join_lobby_full(struct visit *visit)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);
    enum join_end end;

    if (!lobby || !screen_open()) {
        free(lobby);
        return join_lobby_lines(visit);
    }
    lobby->visit = visit;
    lobby->seat = visit->guest->seat;
    lobby->selected = visit->guest->seat < visit->guest->room.seats ? visit->guest->seat : 0;
    lobby->prompt = (struct prompt){.page = lobby,
                                    .draw = draw,
                                    .wait = wait_for_input,
                                    .keys = lobby->key,
                                    .typing = PROMPT_TYPES_WORDS,
                                    .sheet = &lobby->sheet,
                                    .help = write_help};
    run(lobby);
    end = lobby->end;
    screen_close();
    free(lobby);
    return end == JOIN_FAILED ? join_fail(visit->guest->why.text) : end;
}
