// SPDX-License-Identifier: MIT
/*
 * join_lobby.c: a server's table without a match, in lines: the people, what may be typed, and
 * waiting for a match to begin. Start reading at join_lobby_lines().
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/join_inside.h"
#include "doors/terminal/stop.h"
#include "games/game.h"

enum { LINE_CHARS = 300 };

/* ---- Reading -------------------------------------------------------------------------------- */

/* Waits for a line; false if there is something to print or to do first. */
static bool wait_for_line(void *context)
{
    struct join *join = context;

    join->heard = false;
    while (!stop_came())
        switch (guest_wait(&join->guest, STDIN_FILENO, -1)) {
        case GUEST_INPUT:
            return true;
        case GUEST_GONE:
            return false;
        case GUEST_TIME:
            break;
        case GUEST_NEWS:
            if (join->heard || join_room_differs(join))
                return false;
        }
    return false;
}

enum line_result join_read_line(struct join *join, const char *prompt, char line[TYPED_CHARS])
{
    join->input.wait = wait_for_line;
    join->input.context = join;
    return line_read(&join->input, prompt, line);
}

enum join_end join_after_line(const struct join *join, enum line_result result)
{
    if (stop_came())
        return JOIN_STOPPED;
    if (join->guest.gone)
        return join_fail(join->guest.why.text);
    return result == LINE_END ? JOIN_LEFT : JOIN_ON;
}

/* ---- The table ------------------------------------------------------------------------------ */

static void print_seat(const struct join *join, unsigned seat)
{
    char remarks[LINE_CHARS], name[LINE_CHARS];
    struct hc_text out;

    hc_text_init(&out, name, sizeof name);
    join_put_name(join, seat, &out);
    hc_text_init(&out, remarks, sizeof remarks);
    join_put_remarks(join, seat, &out);
    printf("  %u  %s%s%s.\n", seat, name, *remarks ? ", " : "", remarks);
}

static const char *advice(const struct join *join)
{
    const struct guest *guest = &join->guest;

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

static void print_room(struct join *join)
{
    const struct guest_room *room = &join->guest.room;
    unsigned empty = join_free_seats(join);

    printf("\nTable %s at %s: %s.\n", join->guest.code, join->server, hc_game_title(room->game));
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY)
            print_seat(join, s);
    printf("%u seat%s free. Others come with: holecard play --join %s/%s\n", empty,
           empty == 1 ? " is" : "s are", join->server, join->guest.code);
    print_agreed(room);
    puts(advice(join));
}

/* After a match: who wants another one. */
static void print_agreements(const struct join *join)
{
    const struct guest_room *room = &join->guest.room;

    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].agreed && !join->shown.seat[s].agreed && s != join->guest.seat)
            printf("%s wants another match.\n", room->seat[s].name);
}

static void show_room(struct join *join)
{
    if (!join_room_differs(join))
        return;
    if (join->guest.room.stage == HC_ROOM_LOBBY)
        print_room(join);
    else if (join->guest.room.stage == HC_ROOM_FINISHED)
        print_agreements(join);
    join_room_shown(join);
}

/* ---- What was typed ------------------------------------------------------------------------- */

static void print_help(const struct join *join)
{
    char rules[GUEST_TEXT_CHARS];

    for (enum join_deed d = 0; d < DEEDS; d++)
        if (join_is_time(join, d))
            printf("  %-33s %s\n", join_word(d)->usage, join_word(d)->sentence);
    hc_rules_print(join->guest.room.game, &join->guest.room.rules, rules, sizeof rules);
    printf("The rules: %s\n", rules);
}

static enum join_end obey(struct join *join, const char *line)
{
    size_t length = strcspn(line, " ");
    enum join_deed deed = join_deed_of(line, length);
    struct hc_problem why;

    if (deed == DEED_NONE)
        print_help(join);
    else if (!join_do(join, deed, line + length + strspn(line + length, " "), &why))
        printf("No: %s.\n", why.text);
    return deed == DEED_QUIT ? JOIN_LEFT : JOIN_ON;
}

/* Enter says yes to another match. */
static void agree(struct join *join)
{
    struct hc_problem why;

    if (guest_is_asked(&join->guest, HC_ASK_REMATCH) && !guest_agree(&join->guest, &why))
        printf("No: %s.\n", why.text);
}

static void put_prompt(const struct join *join, char *prompt, size_t size)
{
    struct hc_text out;

    hc_text_init(&out, prompt, size);
    if (join->guest.room.stage != HC_ROOM_FINISHED) {
        hc_put(&out, "Table> ");
    } else if (guest_is_asked(&join->guest, HC_ASK_REMATCH)) {
        hc_put(&out, "Enter plays another match, quit leaves. ");
    } else {
        join_put_waiting(join, &out);
        hc_put(&out, out.length ? " Type quit to leave. " : "Type quit to leave. ");
    }
}

bool join_has_begun(const struct join *join)
{
    return join->has_match || (join->guest.room.stage == HC_ROOM_PLAYING && join->guest.has_view &&
                               guest_awaits(&join->guest) != HC_NONE);
}

enum join_end join_lobby_lines(struct join *join)
{
    char line[TYPED_CHARS], prompt[2 * LINE_CHARS];

    while (!join_has_begun(join)) {
        enum line_result result;
        enum join_end end;

        show_room(join);
        put_prompt(join, prompt, sizeof prompt);
        result = join_read_line(join, prompt, line);
        end = join_after_line(join, result);
        if (end == JOIN_ON && result == LINE_GIVEN && *line)
            end = obey(join, line);
        else if (result == LINE_GIVEN)
            agree(join);
        if (end != JOIN_ON)
            return end;
    }
    return JOIN_ON;
}
