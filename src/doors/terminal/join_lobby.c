// SPDX-License-Identifier: MIT
/*
 * join_lobby.c: a server's table without a match, in lines: the people, what may be typed, and
 * waiting for a match to begin. Start reading at join_lobby_lines().
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/invite.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/stop.h"
#include "games/game.h"
#include "doors/terminal/phrase.h"

enum { LINE_CHARS = 300 };

/* ---- Reading -------------------------------------------------------------------------------- */

/* Waits for a line; false if there is something to print or to do first. */
static bool wait_for_line(void *context)
{
    struct visit *visit = context;

    visit->said_now = false;
    while (!stop_came())
        switch (guest_wait(visit->guest, STDIN_FILENO, -1)) {
        case GUEST_INPUT:
            return true;
        case GUEST_GONE:
            return false;
        case GUEST_TIME:
            break;
        case GUEST_NEWS:
            if (visit->said_now || lobby_room_differs(visit))
                return false;
        }
    return false;
}

enum line_result join_read_line(struct visit *visit, const char *prompt, char line[TYPED_CHARS])
{
    visit->input.wait = wait_for_line;
    visit->input.context = visit;
    return line_read(&visit->input, prompt, line);
}

enum join_end join_after_line(const struct visit *visit, enum line_result result)
{
    if (stop_came())
        return JOIN_STOPPED;
    if (visit->guest->gone)
        return join_fail(visit->guest->why.text);
    return result == LINE_END ? JOIN_LEFT : JOIN_ON;
}

/* ---- The table ------------------------------------------------------------------------------ */

static void print_seat(const struct visit *visit, unsigned seat)
{
    char remarks[LINE_CHARS], name[LINE_CHARS];
    struct hc_text out;

    hc_text_init(&out, name, sizeof name);
    lobby_put_name(visit, seat, &out);
    hc_text_init(&out, remarks, sizeof remarks);
    lobby_put_remarks(visit, seat, &out);
    printf("  %u  %s%s%s.\n", seat, name, *remarks ? ", " : "", remarks);
}

static const char *advice(const struct visit *visit)
{
    const struct guest *guest = visit->guest;

    if (guest->seat >= guest->room.seats)
        return "You look on; type sit to sit down, if there is a seat; help says more.";
    if (guest->room.host == guest->seat)
        return "You are the host: type start, or bot to add a bot; help says more.";
    return "The host starts the match; help says what you can type.";
}

static void print_agreed(const struct guest_room *room)
{
    if (*room->rules_text)
        printf("Rules: %s\n", room->rules_text);
    if (*room->settings)
        printf("Settings: %s\n", room->settings);
    if (room->watchers)
        printf("%u look%s on.\n", room->watchers, room->watchers == 1 ? "s" : "");
}

static void print_room(struct visit *visit)
{
    const struct guest_room *room = &visit->guest->room;
    unsigned empty = lobby_free_seats(visit);

    printf("\nTable %s at %s: %s.\n", visit->guest->code, visit->server,
           hc_game_title(room->game, phrase_language()));
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY)
            print_seat(visit, s);
    printf("%u seat%s free. Others come with: holecard play --join %s/%s\n", empty,
           empty == 1 ? " is" : "s are", invite_server(visit), visit->guest->code);
    if (*invite_warning(visit))
        puts(invite_warning(visit));
    print_agreed(room);
    puts(advice(visit));
}

/* After a match: who wants another one. */
static void print_agreements(const struct visit *visit)
{
    const struct guest_room *room = &visit->guest->room;

    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].agreed && !visit->shown.seat[s].agreed && s != visit->guest->seat)
            printf("%s wants another match.\n", room->seat[s].name);
}

static void show_room(struct visit *visit)
{
    if (!lobby_room_differs(visit))
        return;
    if (visit->guest->room.stage == HC_ROOM_LOBBY)
        print_room(visit);
    else if (visit->guest->room.stage == HC_ROOM_FINISHED)
        print_agreements(visit);
    lobby_room_shown(visit);
}

/* ---- What was typed ------------------------------------------------------------------------- */

static void print_help(const struct visit *visit)
{
    char rules[GUEST_TEXT_CHARS];

    for (enum lobby_request d = 0; d < LOBBY_REQUESTS; d++)
        if (lobby_is_time(visit, d))
            printf("  %-33s %s\n", lobby_word(d)->usage, lobby_word(d)->sentence);
    hc_rules_print(visit->guest->room.game, &visit->guest->room.rules, rules, sizeof rules);
    printf("The rules: %s\n", rules);
}

static enum join_end obey(struct visit *visit, const char *line)
{
    size_t length = strcspn(line, " ");
    enum lobby_request request = lobby_request_of(line, length);
    struct hc_problem why;

    if (request == LOBBY_NONE)
        print_help(visit);
    else if (!lobby_do(visit, request, line + length + strspn(line + length, " "), &why))
        printf("No: %s.\n", why.text);
    return request == LOBBY_QUIT ? JOIN_LEFT : JOIN_ON;
}

/* Enter says yes to another match. */
static void agree(struct visit *visit)
{
    struct hc_problem why;

    if (guest_is_asked(visit->guest, HC_ASK_REMATCH) && !guest_agree(visit->guest, &why))
        printf("No: %s.\n", why.text);
}

static void put_prompt(const struct visit *visit, char *prompt, size_t size)
{
    struct hc_text out;

    hc_text_init(&out, prompt, size);
    if (visit->guest->room.stage != HC_ROOM_FINISHED) {
        hc_put(&out, "Table> ");
    } else if (guest_is_asked(visit->guest, HC_ASK_REMATCH)) {
        hc_put(&out, "Enter plays another match, quit leaves. ");
    } else {
        visit_put_waiting(visit, &out);
        hc_put(&out, out.length ? " Type quit to leave. " : "Type quit to leave. ");
    }
}

enum join_end join_lobby_lines(struct visit *visit)
{
    char line[TYPED_CHARS], prompt[2 * LINE_CHARS];

    while (!visit_has_begun(visit)) {
        enum line_result result;
        enum join_end end;

        show_room(visit);
        put_prompt(visit, prompt, sizeof prompt);
        result = join_read_line(visit, prompt, line);
        end = join_after_line(visit, result);
        if (end == JOIN_ON && result == LINE_GIVEN && *line)
            end = obey(visit, line);
        else if (result == LINE_GIVEN)
            agree(visit);
        if (end != JOIN_ON)
            return end;
    }
    return JOIN_ON;
}
