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
    GAME_CHARS = 60,
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
             refusal == HC_NO_ROOM            ? phrase_word(TERMINAL_TRY_CODE)
             : refusal == HC_ROOM_FULL        ? phrase_word(TERMINAL_TRY_WATCH)
             : refusal == HC_DUPLICATE_PLAYER ? phrase_word(TERMINAL_TRY_NAME)
             : refusal == HC_BAD_PHASE        ? phrase_word(TERMINAL_TRY_WATCH_MATCH)
             : refusal == HC_NOT_ALLOWED && visit->given->watch ? phrase_word(TERMINAL_TRY_NOT)
                                                                : "");
    return join_fail(text);
}

/* Opens a table with the rules that were given. */
static bool open_table(struct visit *visit, const struct hc_game *game, bool is_public,
                       struct hc_problem *why)
{
    const struct arguments *given = visit->given;
    char settings[80], title[HC_ROOM_TITLE_BYTES];
    struct hc_text out;

    hc_text_init(&out, title, sizeof title);
    PHRASE(&out, TERMINAL_TABLE_OF, {"name", visit->our_name, 0});
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
    char title[4 * HC_ROOM_TITLE_BYTES], game_name[GAME_CHARS];
    struct hc_text out;

    if (!code || !game || !words || !url_code(code, strlen(code), listed->code) ||
        !hc_game_find(game) ||
        (visit->given->watch && !json_is_true(json_object_get(row, "watchable"))))
        return false;
    name = hc_game_title(hc_game_find(game), phrase_language());
    snprintf(title, sizeof title, "%s", words);
    guest_clean(title);
    snprintf(game_name, sizeof game_name, "%.*s", (int)strcspn(name, ":"), name);
    hc_text_init(&out, listed->text, sizeof listed->text);
    PHRASE(&out, TERMINAL_LISTED, {"game", game_name, 0}, {"title", title, 0},
           {"taken", NULL, json_integer_value(json_object_get(row, "taken"))},
           {"seats", NULL, json_integer_value(json_object_get(row, "seats"))});
    if (json_is_true(json_object_get(row, "started")))
        hc_put(&out, phrase_word(TERMINAL_LISTED_BEGUN));
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
        line_refuse(why.text);
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
            puts(phrase_word(first ? TERMINAL_NO_MORE_TABLES : TERMINAL_NO_TABLES));
        for (size_t i = 0; i < count; i++)
            printf("  %s  %s.\n", listed[i].code, listed[i].text);
        if (next)
            puts(phrase_word(TERMINAL_SAY_MORE));
        result = join_read_line(
            visit,
            phrase_word(visit->given->watch ? TERMINAL_WHICH_TABLE_WATCH : TERMINAL_WHICH_TABLE),
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
    struct join_pick pick = {.title = phrase_word(TERMINAL_WHICH_GAME),
                             .foot = phrase_word(TERMINAL_FOOT_PICK)};
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
        snprintf(
            pick->row[count++], PICK_CHARS, "%s",
            phrase_word(visit->guest->tables_next ? TERMINAL_MORE_TABLES : TERMINAL_FIRST_TABLES));
    if (!visit->given->watch) {
        snprintf(pick->row[count++], PICK_CHARS, "%s", phrase_word(TERMINAL_OPEN_TABLE));
        snprintf(pick->row[count++], PICK_CHARS, "%s", phrase_word(TERMINAL_OPEN_PUBLIC));
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
    char title[URL_SERVER_CHARS + 40];
    struct join_pick pick = {.title = title,
                             .prompt.typing = PROMPT_TYPES_ALL,
                             .foot = phrase_word(TERMINAL_FOOT_TABLES)};
    struct prompt *prompt = &pick.prompt;
    enum join_end end = JOIN_ON;
    struct hc_text out;
    struct hc_problem why;
    unsigned first = 0;
    size_t count, turns;

    hc_text_init(&out, title, sizeof title);
    PHRASE(&out, TERMINAL_TABLES_AT, {"server", visit->server, 0});
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
        return fail_at(visit, guest->code, phrase_word(TERMINAL_GAME_UNKNOWN));
    if (guest->seat == HC_SPECTATOR && !visit->given->watch &&
        !guest_sit(guest, visit->our_name, HC_NONE, &why))
        return fail_at(visit, guest->code, why.text);
    snprintf(visit->come_back, sizeof visit->come_back, "holecard play --join %s/%s%s",
             visit->server, guest->code, visit->given->watch ? " --watch" : "");
    guest->patience_ms = PATIENCE_MS;
    return JOIN_ON;
}
