// SPDX-License-Identifier: MIT
/*
 * join_tables.c: finding a table of a server: by its code, from the list, or a new one. The list is
 * shown in lines or on the full screen. Start reading at join_table().
 */
#include <stdio.h>
#include <string.h>

#include "doors/terminal/invite.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/setup.h"
#include "games/game.h"
#include "doors/terminal/phrase.h"

enum {
    LIST_MAX = 50,
    LIST_EVERY_MS = 3000, /* the list is asked for again */
};

/* A table of the list, as far as it makes sense. */
struct listed {
    char code[URL_CODE_CHARS];
    char text[PICK_CHARS]; /* "Shed, Tea: 2 of 10 seats are taken" */
};

/* Says what cannot be done, where, and what could be. */
static enum join_end fail_at(const struct visit *visit, const char *code, const char *why)
{
    char text[2 * HC_PROBLEM_CHARS + URL_SERVER_CHARS];
    enum hc_refusal refusal = visit->guest->refusal;

    snprintf(text, sizeof text, "%s/%s: %s%s", visit->server, code, why,
             refusal == HC_NO_ROOM            ? "; is the code right, and is the table still open?"
             : refusal == HC_ROOM_FULL        ? "; --watch looks on"
             : refusal == HC_DUPLICATE_PLAYER ? "; choose another --name"
             : refusal == HC_BAD_PHASE        ? "; --watch looks on at a match that has begun"
             : refusal == HC_NOT_ALLOWED && visit->given->watch
                 ? "; nobody may look on there, or too many do"
                 : "");
    return join_fail(text);
}

/* Opens a table with the rules that were given. */
static bool open_table(struct visit *visit, const struct hc_game *game, bool is_public,
                       struct hc_problem *why)
{
    const struct arguments *given = visit->given;
    char settings[80], title[HC_ROOM_TITLE_BYTES];

    snprintf(title, sizeof title, "%.*s's table", HC_ROOM_NAME_BYTES - 1, visit->our_name);
    snprintf(settings, sizeof settings, "%s%.10s%s", given->seats ? "seats=" : "",
             given->seats ? given->seats : "", is_public ? " public=true" : "");
    return guest_ask(visit->guest,
                     json_pack("{s:s,s:s,s:s,s:s,s:s}", "op", "create", "game", hc_game_name(game),
                               "rules", given->rules, "settings", settings, "title", title),
                     why);
}

static bool read_listed(const struct visit *visit, const json_t *row, struct listed *listed)
{
    const char *code = json_string_value(json_object_get(row, "table"));
    const char *game = json_string_value(json_object_get(row, "game"));
    const char *words = json_string_value(json_object_get(row, "title")), *name;
    char title[4 * HC_ROOM_TITLE_BYTES];

    if (!code || !game || !words || !url_code(code, strlen(code), listed->code) ||
        !hc_game_find(game) ||
        (visit->given->watch && !json_is_true(json_object_get(row, "watchable"))))
        return false;
    name = hc_game_title(hc_game_find(game), phrase_language());
    snprintf(title, sizeof title, "%s", words);
    guest_clean(title);
    snprintf(listed->text, sizeof listed->text, "%.*s, %.60s: %lld of %lld seats are taken%s",
             (int)strcspn(name, ":"), name, title,
             (long long)json_integer_value(json_object_get(row, "taken")),
             (long long)json_integer_value(json_object_get(row, "seats")),
             json_is_true(json_object_get(row, "started")) ? "; the match has begun" : "");
    return true;
}

/* The public tables from a place on; false if the server does not say. */
static bool list_tables(struct visit *visit, unsigned first, struct listed listed[LIST_MAX],
                        size_t *count, struct hc_problem *why)
{
    const json_t *tables = guest_list(visit->guest, first, why);

    *count = 0;
    for (size_t i = 0; i < json_array_size(tables) && *count < LIST_MAX; i++)
        *count += read_listed(visit, json_array_get(tables, i), &listed[*count]);
    return tables != NULL;
}

static bool go_to(struct visit *visit, const char *code, struct hc_problem *why)
{
    if (guest_enter(visit->guest, code, why))
        return true;
    visit->guest->code[0] = '\0';
    return false;
}

/* ---- In lines ------------------------------------------------------------------------------- */

static const struct hc_game *new_game(const struct visit *visit)
{
    return visit->given->game ? visit->given->game : visit->usual_game;
}

/* What the person says to the list; there may be no table after it, and then it is asked again. */
static enum join_end answer_list(struct visit *visit, const char *line)
{
    bool opens = !visit->given->watch && (!strcmp(line, "new") || !strcmp(line, "public"));
    char code[URL_CODE_CHARS];
    struct hc_problem why;

    if (!strcmp(line, "quit") || !strcmp(line, "q"))
        return JOIN_LEFT;
    if (!opens && !url_code(line, strlen(line), code))
        puts(invite_letters());
    else if (!(opens ? open_table(visit, new_game(visit), *line == 'p', &why)
                     : go_to(visit, code, &why)))
        printf("No: %s.\n", why.text);
    return JOIN_ON;
}

static enum join_end choose_by_line(struct visit *visit)
{
    struct listed listed[LIST_MAX];
    char line[TYPED_CHARS];
    struct hc_problem why;
    unsigned first = 0;
    size_t count;

    while (!*visit->guest->code) {
        enum line_result result;
        enum join_end end;
        unsigned next;

        if (!list_tables(visit, first, listed, &count, &why))
            return join_fail(why.text);
        next = visit->guest->tables_next;
        if (!count)
            puts(first ? "There are no more." : "No table is open to everybody.");
        for (size_t i = 0; i < count; i++)
            printf("  %s  %s.\n", listed[i].code, listed[i].text);
        if (next)
            puts("There are more tables: say more.");
        result = join_read_line(visit,
                                visit->given->watch
                                    ? "Which table? Its code, Enter (look again) or quit: "
                                    : "Which table? Its code, new, public (a new one for the "
                                      "list), Enter (look again) or quit: ",
                                line);
        end = join_after_line(visit, result);
        first = end == JOIN_ON && result == LINE_GIVEN && !strcmp(line, "more") ? next : 0;
        if (end == JOIN_ON && result == LINE_GIVEN && *line && !first)
            end = answer_list(visit, line);
        if (end != JOIN_ON)
            return end;
    }
    return JOIN_ON;
}

/* ---- On the full screen --------------------------------------------------------------------- */

/* Which game a new table is for: `*game`, unless the person does not want to say (PROMPT_BACK). */
static enum prompt_event pick_game(struct visit *visit, const struct hc_game **game)
{
    struct join_pick pick = {.title = "Which game?",
                             .foot = "Up/Down move   Enter choose   Esc back"};
    size_t count = 0;
    enum prompt_event event;

    for (*game = visit->given->game; !*game && hc_game_offered(count); count++) {
        snprintf(pick.row[count], PICK_CHARS, "%s",
                 hc_game_title(hc_game_offered(count), phrase_language()));
        if (hc_game_offered(count) == visit->usual_game)
            pick.prompt.list.selected = count;
    }
    if (*game)
        return PROMPT_ENTER;
    pick.prompt.list.count = count;
    event = join_pick(visit, &pick, -1);
    *game = hc_game_offered(pick.prompt.list.selected);
    return event;
}

/* Returns how many rows stand between the tables and those for new ones. */
static size_t write_list(const struct visit *visit, unsigned first, const struct listed *listed,
                         size_t count, struct join_pick *pick)
{
    size_t turns = first || visit->guest->tables_next;

    for (size_t i = 0; i < count; i++)
        snprintf(pick->row[i], PICK_CHARS, "%.*s  %.140s", URL_CODE_CHARS - 1, listed[i].code,
                 listed[i].text);
    if (turns)
        snprintf(pick->row[count++], PICK_CHARS, "%s",
                 visit->guest->tables_next ? "More tables" : "Back to the first tables");
    if (!visit->given->watch) {
        snprintf(pick->row[count++], PICK_CHARS, "Open a table, for those who know its code");
        snprintf(pick->row[count++], PICK_CHARS, "Open a table for everybody, on this list");
    }
    pick->prompt.list.count = count;
    return turns;
}

static enum join_end open_new(struct visit *visit, bool is_public, struct prompt *prompt)
{
    const struct hc_game *game;
    enum prompt_event event = pick_game(visit, &game);
    struct hc_problem why;

    if (event == PROMPT_ENTER && !open_table(visit, game, is_public, &why))
        prompt_refuse(prompt, why.text);
    return event == PROMPT_STOP ? JOIN_STOPPED : JOIN_ON;
}

static void take_table(struct visit *visit, const char *code, struct prompt *prompt)
{
    struct hc_problem why;

    if (!go_to(visit, code, &why))
        prompt_refuse(prompt, why.text);
}

static void take_typed(struct visit *visit, struct prompt *prompt)
{
    char code[URL_CODE_CHARS];

    if (url_code(prompt->line, strlen(prompt->line), code))
        take_table(visit, code, prompt);
    else
        prompt_say(prompt, "%s", invite_letters());
}

static enum join_end choose_by_screen(struct visit *visit)
{
    struct listed listed[LIST_MAX];
    char title[URL_SERVER_CHARS + 20];
    struct join_pick pick = {
        .title = title,
        .prompt.typing = PROMPT_TYPES_ALL,
        .foot = "Up/Down move   Enter sit down   or type the code of a table   Esc leave"};
    struct prompt *prompt = &pick.prompt;
    enum join_end end = JOIN_ON;
    struct hc_problem why;
    unsigned first = 0;
    size_t count, turns;

    snprintf(title, sizeof title, "Tables at %s", visit->server);
    while (end == JOIN_ON && !*visit->guest->code) {
        enum prompt_event event;

        if (!list_tables(visit, first, listed, &count, &why))
            prompt_refuse(prompt, why.text);
        turns = write_list(visit, first, listed, count, &pick);
        event = join_pick(visit, &pick, LIST_EVERY_MS);
        if (event == PROMPT_BACK)
            end = JOIN_LEFT;
        else if (event == PROMPT_STOP)
            end = JOIN_STOPPED;
        else if (event == PROMPT_LINE)
            take_typed(visit, prompt);
        else if (event == PROMPT_ENTER && prompt->list.selected < count)
            take_table(visit, listed[prompt->list.selected].code, prompt);
        else if (event == PROMPT_ENTER && prompt->list.selected < count + turns)
            first = visit->guest->tables_next;
        else if (event == PROMPT_ENTER)
            end = open_new(visit, prompt->list.selected > count + turns, prompt);
    }
    return end;
}

static enum join_end choose_table(struct visit *visit)
{
    enum join_end end;

    if (!visit->full || !screen_open())
        return choose_by_line(visit);
    visit->guest->patience_ms = PATIENCE_MS;
    end = choose_by_screen(visit);
    screen_close();
    return visit->guest->gone ? join_fail(visit->guest->why.text) : end;
}

/* ---- Both ----------------------------------------------------------------------------------- */

static enum join_end find_table(struct visit *visit)
{
    const char *code = visit->url.code;
    struct hc_problem why;

    if (*code)
        return guest_enter(visit->guest, code, &why) ? JOIN_ON : fail_at(visit, code, why.text);
    if (!visit->given->names_table)
        return choose_table(visit);
    return open_table(visit, new_game(visit), false, &why) ? JOIN_ON : join_fail(why.text);
}

enum join_end join_table(struct visit *visit)
{
    enum join_end end = find_table(visit);
    struct guest *guest = visit->guest;
    struct hc_problem why;

    if (end != JOIN_ON)
        return end;
    if (!guest->room.game)
        return fail_at(visit, guest->code, "the server does not say what is played there");
    if (guest->seat == HC_SPECTATOR && !visit->given->watch &&
        !guest_sit(guest, visit->our_name, HC_NONE, &why))
        return fail_at(visit, guest->code, why.text);
    snprintf(visit->come_back, sizeof visit->come_back, "holecard play --join %s/%s%s",
             visit->server, guest->code, visit->given->watch ? " --watch" : "");
    guest->patience_ms = PATIENCE_MS;
    return JOIN_ON;
}
