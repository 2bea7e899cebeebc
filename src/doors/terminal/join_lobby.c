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
#include "doors/terminal/page_text.h"
#include "doors/terminal/stop.h"
#include "games/game.h"
#include "doors/terminal/phrase.h"

enum { LINE_CHARS = 300, USAGE_COLUMNS = 33 };

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
        return phrase_word(TERMINAL_ADVICE_WATCHER);
    if (guest->room.host == guest->seat)
        return phrase_word(TERMINAL_ADVICE_HOST);
    return phrase_word(TERMINAL_ADVICE_GUEST);
}

static void print_agreed(const struct guest_room *room)
{
    if (*room->rules_text)
        printf("%s: %s\n", phrase_word(TERMINAL_LOBBY_RULES), room->rules_text);
    if (*room->settings)
        printf("%s: %s\n", phrase_word(TERMINAL_LOBBY_SETTINGS), room->settings);
    if (room->watchers)
        LINE_SAY(TERMINAL_LOOK_ON, {"count", NULL, room->watchers});
}

static void print_room(struct visit *visit)
{
    const struct guest_room *room = &visit->guest->room;
    char command[COME_BACK_CHARS];
    struct hc_text out;

    putchar('\n');
    LINE_SAY(TERMINAL_TABLE_IS, {"code", visit->guest->code, 0}, {"server", visit->server, 0},
             {"game", hc_game_title(room->game, phrase_language()), 0});
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY)
            print_seat(visit, s);
    hc_text_init(&out, command, sizeof command);
    hc_put(&out, "holecard play --join ");
    invite_put_table(visit, &out);
    if (lobby_free_seats(visit))
        LINE_SAY(TERMINAL_SEATS_FREE, {"count", NULL, lobby_free_seats(visit)});
    else
        puts(phrase_word(TERMINAL_NO_SEATS_FREE));
    LINE_SAY(TERMINAL_OTHERS_COME, {"command", command, 0});
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
            LINE_SAY(TERMINAL_WANTS_MATCH, {"name", room->seat[s].name, 0});
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

static void print_usage(const struct lobby_word *word)
{
    char usage[LINE_CHARS];
    struct hc_text out;

    hc_text_init(&out, usage, sizeof usage);
    lobby_put_usage(word, &out);
    printf("  %s%*s %s\n", usage, USAGE_COLUMNS - page_columns(usage), "",
           phrase_word(word->sentence));
}

static void print_help(const struct visit *visit)
{
    char rules[GUEST_TEXT_CHARS];

    for (enum lobby_request d = 0; d < LOBBY_REQUESTS; d++)
        if (lobby_is_time(visit, d))
            print_usage(lobby_word(d));
    hc_rules_print(visit->guest->room.game, &visit->guest->room.rules, rules, sizeof rules);
    printf("%s: %s\n", phrase_word(TERMINAL_LOBBY_RULES), rules);
}

static enum join_end obey(struct visit *visit, const char *line)
{
    size_t length = strcspn(line, " ");
    enum lobby_request request = lobby_request_of(line, length);
    struct hc_problem why;

    if (request == LOBBY_NONE)
        print_help(visit);
    else if (!lobby_do(visit, request, line + length + strspn(line + length, " "), &why))
        line_refuse(why.text);
    return request == LOBBY_QUIT ? JOIN_LEFT : JOIN_ON;
}

/* Enter says yes to another match. */
static void agree(struct visit *visit)
{
    struct hc_problem why;

    if (guest_is_asked(visit->guest, HC_ASK_REMATCH) && !guest_agree(visit->guest, &why))
        line_refuse(why.text);
}

static void put_prompt(const struct visit *visit, char *prompt, size_t size)
{
    struct hc_text out;

    hc_text_init(&out, prompt, size);
    if (visit->guest->room.stage != HC_ROOM_FINISHED) {
        hc_put(&out, phrase_word(TERMINAL_TABLE));
        hc_put(&out, "> ");
    } else if (guest_is_asked(visit->guest, HC_ASK_REMATCH)) {
        hc_put(&out, phrase_word(TERMINAL_ENTER_AGAIN));
    } else {
        visit_put_waiting(visit, &out);
        hc_put(&out, out.length ? " " : "");
        hc_put(&out, phrase_word(TERMINAL_TYPE_QUIT));
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
