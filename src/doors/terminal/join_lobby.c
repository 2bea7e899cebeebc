// SPDX-License-Identifier: MIT
/*
 * join_lobby.c: at a server before a match: finding a table, and waiting there for the others.
 *
 * It is a conversation in lines, whatever the match is played on afterwards. What can be typed is a
 * table of words. Start reading at join_table() and join_lobby().
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "doors/terminal/join_inside.h"
#include "games/game.h"

enum { ROWS_MAX = 50 };

/* Whether the room looks different from when it was last printed. */
static bool room_differs(const struct join *join)
{
    return memcmp(&join->guest.room, &join->shown, sizeof join->shown) != 0;
}

/* Waits for a line; false if there is something to print or to do first. */
static bool wait_for_line(void *context)
{
    struct join *join = context;

    join->heard = false;
    while (!join_stopped())
        switch (guest_wait(&join->guest, STDIN_FILENO, -1)) {
        case GUEST_INPUT:
            return true;
        case GUEST_GONE:
            return false;
        case GUEST_TIME:
            break;
        case GUEST_NEWS:
            if (join->heard || room_differs(join))
                return false;
        }
    return false;
}

static enum line_result read_line(struct join *join, const char *prompt, char line[TYPED_CHARS])
{
    join->input.wait = wait_for_line;
    join->input.context = join;
    return line_read(&join->input, prompt, line);
}

/* How reading a line ended the visit, if it did. */
static enum join_end after_line(const struct join *join, enum line_result result)
{
    if (join_stopped())
        return JOIN_STOPPED;
    if (join->guest.gone)
        return join_fail(join->guest.why.text);
    return result == LINE_END ? JOIN_LEFT : JOIN_ON;
}

/* ---- Finding a table ------------------------------------------------------------------------ */

/* Opens a table with the rules that were given. */
static enum join_end open_table(struct join *join, bool is_public)
{
    const struct arguments *given = join->given;
    char settings[80], title[HC_ROOM_TITLE_BYTES];
    struct hc_problem why;
    const struct hc_game *game = given->game ? given->game : join->usual_game;

    snprintf(settings, sizeof settings, "%s%.10s%s", given->seats ? "seats=" : "",
             given->seats ? given->seats : "", is_public ? " public=on" : "");
    snprintf(title, sizeof title, "%s", hc_game_name(game));
    if (!guest_ask(&join->guest,
                   json_pack("{s:s,s:s,s:s,s:s,s:s}", "op", "create", "game", hc_game_name(game),
                             "rules", given->rules, "settings", settings, "title", title),
                   &why))
        return join_fail(why.text);
    return JOIN_ON;
}

static void print_tables(const json_t *tables)
{
    if (!json_array_size(tables))
        puts("No table is open to everybody.");
    for (size_t i = 0; i < json_array_size(tables) && i < ROWS_MAX; i++) {
        const json_t *row = json_array_get(tables, i);
        const char *code = json_string_value(json_object_get(row, "table"));
        const char *game = json_string_value(json_object_get(row, "game"));
        const char *words = json_string_value(json_object_get(row, "title"));
        char clean[URL_CODE_CHARS], title[4 * HC_ROOM_TITLE_BYTES];

        if (!code || !game || !words || !url_code(code, strlen(code), clean) || !hc_game_find(game))
            continue;
        snprintf(title, sizeof title, "%s", words);
        guest_clean(title);
        printf("  %s  %s, %s: %lld of %lld seats are taken%s.\n", clean,
               hc_game_title(hc_game_find(game)), title,
               (long long)json_integer_value(json_object_get(row, "taken")),
               (long long)json_integer_value(json_object_get(row, "seats")),
               json_is_true(json_object_get(row, "started")) ? "; the match has begun" : "");
    }
}

/* Lets the person choose from the public tables, or open one. */
static enum join_end choose_table(struct join *join)
{
    char line[TYPED_CHARS], code[URL_CODE_CHARS];
    struct hc_problem why;

    for (;;) {
        const json_t *tables = guest_list(&join->guest, &why);
        enum line_result result;
        enum join_end end;

        if (!tables)
            return join_fail(why.text);
        print_tables(tables);
        result = read_line(join,
                           "Which table? Its code, new, public (a new one for the list), "
                           "Enter (look again) or quit: ",
                           line);
        end = after_line(join, result);
        if (end != JOIN_ON)
            return end;
        if (result != LINE_GIVEN || !*line)
            continue;
        if (!strcmp(line, "quit") || !strcmp(line, "q"))
            return JOIN_LEFT;
        if (!strcmp(line, "new") || !strcmp(line, "public"))
            return open_table(join, *line == 'p');
        if (!url_code(line, strlen(line), code))
            puts("That is no code: it has six letters.");
        else if (guest_enter(&join->guest, code, &why))
            return JOIN_ON;
        else
            printf("No: %s.\n", why.text);
        join->guest.code[0] = '\0';
    }
}

static enum join_end find_table(struct join *join)
{
    struct hc_problem why;

    if (*join->guest.url.code)
        return guest_enter(&join->guest, join->guest.url.code, &why) ? JOIN_ON
                                                                     : join_fail(why.text);
    return join->given->names_table ? open_table(join, false) : choose_table(join);
}

enum join_end join_table(struct join *join)
{
    enum join_end end = find_table(join);
    struct hc_problem why;

    if (end != JOIN_ON)
        return end;
    if (join->guest.seat == HC_SPECTATOR && !guest_sit(&join->guest, join->name, &why))
        return join_fail(why.text);
    snprintf(join->come_back, sizeof join->come_back, "holecard play --join %s/%s", join->server,
             join->guest.code);
    return JOIN_ON;
}

/* ---- The lobby ------------------------------------------------------------------------------ */

static void print_seat(const struct join *join, unsigned seat)
{
    const struct guest_room *room = &join->guest.room;
    const struct guest_seat *sits = &room->seat[seat];

    printf("  %u  %s%s%s%s", seat, sits->name, seat == join->guest.seat ? " (you)" : "",
           seat == room->host ? ", host" : "", sits->who == HC_SEAT_BOT ? ", bot " : "");
    printf("%s%s.\n", sits->who == HC_SEAT_BOT ? sits->bot : "",
           sits->who == HC_SEAT_PERSON && !sits->connected ? ", not connected" : "");
}

static void print_room(struct join *join)
{
    const struct guest_room *room = &join->guest.room;
    unsigned empty = 0;

    printf("\nTable %s at %s: %s.\n", join->guest.code, join->server, hc_game_title(room->game));
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who == HC_SEAT_EMPTY)
            empty++;
        else
            print_seat(join, s);
    printf("%u seat%s free. Others come with: holecard play --join %s/%s\n", empty,
           empty == 1 ? " is" : "s are", join->server, join->guest.code);
    puts(room->host == join->guest.seat
             ? "You are the host: type start, or bot to add a bot; help says more."
             : "The host starts the match; help says what you can type.");
    memcpy(&join->shown, room, sizeof join->shown);
}

/* What can be typed in the lobby. */
static const struct word {
    const char *word, *op, *key; /* key: what the request calls what stands behind the word */
    const char *usual;           /* if nothing stands there */
    const char *usage, *sentence;
} words[] = {
    {"start", "start", NULL, NULL, "start", "start the match (host)"},
    {"bot", "add_bot", "bot", "greedy", "bot [NAME]", "add a bot: random, greedy, search (host)"},
    {"remove", "remove_bot", "seat", NULL, "remove SEAT", "remove a bot (host)"},
    {"kick", "kick", "seat", NULL, "kick SEAT", "send a player away (host)"},
    {"rules", "rules", "rules", "", "rules [PRESET] [OPTION=VALUE]...", "set the rules (host)"},
    {"settings", "settings", "settings", "", "settings [NAME=VALUE]...",
     "set clocks and the like (host)"},
    {"chat", "chat", "text", NULL, "chat TEXT", "say something"},
};

static void print_help(const struct join *join)
{
    char rules[GUEST_TEXT_CHARS];

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        printf("  %-33s %s\n", words[i].usage, words[i].sentence);
    puts("  quit                              leave the table");
    hc_rules_print(join->guest.room.game, &join->guest.room.rules, rules, sizeof rules);
    printf("The rules: %s\n", rules);
}

static json_t *request_of(const struct word *word, const char *rest)
{
    json_t *message = json_pack("{s:s}", "op", word->op);
    uint64_t seat = HC_SEATS_MAX;

    if (!word->key)
        return message;
    if (!*rest && word->usual)
        rest = word->usual;
    if (strcmp(word->key, "seat") != 0)
        json_object_set_new(message, word->key, json_string(rest));
    else if (hc_read_number(rest, HC_SEATS_MAX - 1, &seat))
        json_object_set_new(message, "seat", json_integer((json_int_t)seat));
    return message;
}

static void obey(struct join *join, const char *line)
{
    size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");
    struct hc_problem why;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!hc_word_is(line, length, words[i].word))
            continue;
        if (!guest_ask(&join->guest, request_of(&words[i], rest), &why))
            printf("No: %s.\n", why.text);
        return;
    }
    print_help(join);
}

enum join_end join_lobby(struct join *join)
{
    char line[TYPED_CHARS];
    struct hc_problem why;

    while (join->guest.room.stage != HC_ROOM_PLAYING || !join->guest.has_view) {
        enum line_result result;
        enum join_end end;

        if (join->guest.room.stage == HC_ROOM_FINISHED)
            return JOIN_ON;
        if (room_differs(join) && join->guest.room.stage == HC_ROOM_LOBBY)
            print_room(join);
        memcpy(&join->shown, &join->guest.room, sizeof join->shown);
        result = read_line(join, "Table> ", line);
        end = after_line(join, result);
        if (end != JOIN_ON)
            return end;
        if (result != LINE_GIVEN || !*line)
            continue;
        if (!strcmp(line, "quit") || !strcmp(line, "q")) {
            guest_ask(&join->guest, json_pack("{s:s}", "op", "leave"), &why);
            return JOIN_LEFT;
        }
        obey(join, line);
    }
    return JOIN_ON;
}

enum join_end join_rematch(struct join *join)
{
    char line[TYPED_CHARS];
    struct hc_problem why;
    uint32_t match = join->guest.room.match;

    while (join->guest.room.match == match && join->guest.room.stage == HC_ROOM_FINISHED) {
        bool asked = guest_is_asked(&join->guest, HC_ASK_REMATCH);
        enum line_result result;
        enum join_end end;

        memcpy(&join->shown, &join->guest.room, sizeof join->shown);
        result = read_line(join,
                           asked ? "Enter plays another match, quit leaves. "
                                 : "Waiting for the others; quit leaves. ",
                           line);
        end = after_line(join, result);
        if (end != JOIN_ON)
            return end;
        if (result == LINE_GIVEN && *line) {
            guest_ask(&join->guest, json_pack("{s:s}", "op", "leave"), &why);
            return JOIN_LEFT;
        }
        if (result == LINE_GIVEN && asked &&
            !guest_ask(&join->guest, json_pack("{s:s}", "op", "agree"), &why))
            printf("No: %s.\n", why.text);
    }
    return JOIN_ON;
}
