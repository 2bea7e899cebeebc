// SPDX-License-Identifier: MIT
/*
 * play.c: `holecard play` at home, from the arguments to the revealed deal.
 *
 * The settings say what is usual, the arguments what is different today; where neither says what to
 * play, the menu asks. Then a home is opened (terminal.h), and whoever plays here sits down at a
 * table there, as at a server's: a new one, or the one of a match that was left. The match is
 * played in line mode or on the full screen; and it is finished, or left for another time.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "doors/terminal/after.h"
#include "doors/terminal/length.h"
#include "doors/terminal/menu.h"
#include "doors/terminal/visit.h"
#include "doors/terminal/own_name.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/settings.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/show.h"
#include "doors/terminal/status.h"
#include "files/file.h"
#include "files/home.h"
#include "doors/terminal/phrase.h"

enum { SETTINGS_CHARS = 300, BOT_CHARS = 80, ROOM_MS = 10000 };

static int complain(const char *why, int status)
{
    fprintf(stderr, "holecard play: %s\n", why);
    return status;
}

/* ---- Sitting down --------------------------------------------------------------------------- */

/* Nobody from outside comes into a home, so who is who there need not be secret. */
static void token_of(unsigned person, char token[TOKEN_CHARS])
{
    snprintf(token, TOKEN_CHARS, "%032x", person + 1);
}

/* Somebody more at the home. */
static bool come_in(struct visit *visit, struct hc_problem *why)
{
    char token[TOKEN_CHARS];

    token_of(visit->eyes_count, token);
    return visit_add(visit, visit->process->link(visit->home, why), token, why);
}

/* A room in which nothing is done to those who are slow, and whoever plays here decides. That bots
 * wait before they act is seen to here (visit_ponder), since nothing happens while nobody waits for
 * it. */
static void put_settings(const struct setup *setup, char *text, size_t size)
{
    snprintf(text, size,
             "seats=%u away=wait next=one next_ms=0 host_ends=true abandon_days=240 "
             "finished_minutes=240 bot_forget=%u bot_delay_ms=0",
             setup->seats, setup->forget);
}

static bool create(struct visit *visit, const struct setup *setup, struct hc_problem *why)
{
    char rules[RULES_CHARS], settings[SETTINGS_CHARS];
    struct hc_text out;

    hc_text_init(&out, rules, sizeof rules);
    setup_put_rules(setup, &out);
    put_settings(setup, settings, sizeof settings);
    return guest_ask(visit->guest,
                     json_pack("{s:s,s:s,s:s,s:s}", "op", "create", "game",
                               hc_game_name(setup->game), "rules", rules, "settings", settings),
                     why);
}

static bool add_bot(struct visit *visit, const struct setup *setup, unsigned seat,
                    struct hc_problem *why)
{
    char bot[BOT_CHARS];
    struct hc_text out;

    hc_text_init(&out, bot, sizeof bot);
    setup_put_bot(setup, seat, &out);
    hc_put(&out, " Bot ");
    hc_put_number(&out, seat);
    return guest_ask(visit->guest,
                     json_pack("{s:s,s:s,s:i}", "op", "add_bot", "bot", bot, "seat", (int)seat),
                     why);
}

/* One of the people, or the bot that stands in for them, sits down; the first one opens the table.
 */
static bool sit(struct visit *visit, const struct setup *setup, unsigned seat, const char *name,
                bool seeded, struct hc_problem *why)
{
    struct guest *guest = &visit->eyes[visit->eyes_count].guest;

    if (!come_in(visit, why))
        return false;
    guest->gives_no_entropy = seeded;
    if (guest == visit->guest ? !create(visit, setup, why)
                              : !guest_enter(guest, visit->guest->code, why))
        return false;
    return guest_sit(guest, name, seat, why);
}

static bool seat_people(struct visit *visit, const struct setup *setup, bool seeded,
                        struct hc_problem *why)
{
    char name[HC_ROOM_NAME_BYTES];

    for (unsigned s = 0; s < setup->seats; s++) {
        char given[PLAYER_CHARS];
        struct hc_text out;

        if (setup->bot[s])
            continue;
        hc_text_init(&out, given, sizeof given);
        setup_put_name(setup, visit->people, &out);
        setup_cut_name(given, name);
        if (!sit(visit, setup, s, name, seeded, why))
            return false;
        visit->people++;
    }
    return visit->people || sit(visit, setup, 0, "Bot 0", seeded, why);
}

/* Where only bots play, this door runs the first one. */
static bool stand_in(struct visit *visit, const struct setup *setup, struct hc_problem *why)
{
    struct stand_in *stand_in = &visit->stand_in;
    struct hc_mind *mind = &stand_in->mind;

    if (visit->people)
        return true;
    stand_in->bot = setup->bot[0];
    mind->forget = (uint8_t)setup->forget;
    /* Who gave a seed wants the same match again; otherwise any key will do. */
    if (setup->seeded)
        memcpy(mind->key, setup->salt, HC_SEED_BYTES);
    else if (getrandom(mind->key, HC_SEED_BYTES, 0) != HC_SEED_BYTES)
        return say_why(why, "the system gives no entropy");
    mind->budget = setup->budget[0];
    mind->scratch_bytes =
        stand_in->bot->scratch_bytes ? stand_in->bot->scratch_bytes(mind->budget) : 0;
    mind->scratch = malloc(mind->scratch_bytes + 1);
    return mind->scratch || say_why(why, "there is not enough memory");
}

/* Eyes for what is shown to all of several people, or to those who only look on. */
static bool look_on(struct visit *visit, struct hc_problem *why)
{
    struct guest *guest = &visit->eyes[visit->eyes_count].guest;

    return visit->people == 1 ||
           (come_in(visit, why) && guest_enter(guest, visit->guest->code, why));
}

/* Waits until everybody sees a match after that number. */
static bool see_match(struct visit *visit, uint32_t number, struct hc_problem *why)
{
    for (unsigned i = 0; i < visit->eyes_count; i++) {
        struct guest *guest = &visit->eyes[i].guest;

        while (!guest->has_view || guest->room.match == number || guest_awaits(guest) == HC_HOUSE ||
               (number && guest_awaits(guest) == HC_NONE))
            if (guest_wait(guest, -1, ROOM_MS) != GUEST_NEWS)
                return phrase_why(why, TERMINAL_NOT_BEGUN);
    }
    return true;
}

static bool begin(struct visit *visit, const struct setup *setup, bool seeded,
                  struct hc_problem *why)
{
    if (!seat_people(visit, setup, seeded, why) || !stand_in(visit, setup, why))
        return false;
    for (unsigned s = 0; s < setup->seats; s++)
        if (setup->bot[s] && (visit->people || s) && !add_bot(visit, setup, s, why))
            return false;
    return look_on(visit, why) && guest_ask(visit->guest, json_pack("{s:s}", "op", "start"), why) &&
           see_match(visit, 0, why);
}

/* Takes the seats again at the table of a match that was left. */
static bool sit_again(struct visit *visit, const char *code, struct hc_problem *why)
{
    unsigned people = 0;

    do {
        struct guest *guest = &visit->eyes[visit->eyes_count].guest;

        if (!come_in(visit, why) || !guest_enter(guest, code, why))
            return false;
        for (unsigned s = people = 0; s < guest->room.seats; s++)
            people += guest->room.seat[s].who == HC_SEAT_PERSON;
    } while (++visit->people < people);
    return look_on(visit, why) && see_match(visit, 0, why);
}

/* ---- Playing -------------------------------------------------------------------------------- */

/* Better to know now that the log cannot be written than when the match has been played. */
static bool try_log(const char *path, struct hc_problem *why)
{
    return !path || file_try(path, why);
}

/* What there is to say when the match is over, once. */
static void conclude(struct visit *visit)
{
    if (visit->proved)
        return;
    while (!visit->guest->gone && !*visit->guest->match_id)
        guest_wait(visit->guest, -1, -1);
    visit_look(visit);
    show_players(visit);
    visit_prove(visit);
    if (visit->kept)
        puts(phrase_word(TERMINAL_IN_HISTORY));
}

/* The next match at the same table. */
static bool play_again(struct visit *visit, struct hc_problem *why)
{
    uint32_t match = visit->guest->room.match;

    visit_close_match(visit);
    visit->stand_in.seq = 0;
    for (unsigned i = 0; i < (visit->people ? visit->people : 1); i++)
        if (!guest_agree(&visit->eyes[i].guest, why))
            return false;
    if (!see_match(visit, match, why))
        return false;
    visit_open_match(visit);
    show_welcome(visit);
    return true;
}

/* Does what the person wants after the match; true if there is a match to be shown again. */
static bool go_on(struct visit *visit)
{
    struct hc_problem why;

    for (;;) {
        if (!visit->full)
            after_ask(visit);
        if (visit->after == AFTER_LEAVE)
            return false;
        if (visit->after == AFTER_AGAIN)
            return play_again(visit, &why) || complain(why.text, false);
        if (!after_show(visit, &why))
            line_refuse(why.text);
        if (visit->full)
            return true;
    }
}

/* Plays, and then ends the match or leaves it. */
static int play(struct visit *visit)
{
    struct hc_problem why;
    enum play_end end;

    do {
        visit->after = AFTER_LEAVE;
        end = visit->full ? full_play(visit) : line_play(visit);
        if (end != PLAY_OVER && visit->kept && visit_awaits(visit) != HC_NONE) {
            fputs(end == PLAY_STOPPED && !visit->full ? "\n" : "", stdout);
            LINE_SAY(TERMINAL_CONTINUE_WITH, {"command", visit->come_back, 0});
            return end == PLAY_STOPPED ? STATUS_STOPPED : STATUS_OK;
        }
        if (visit_awaits(visit) != HC_NONE && !visit_end(visit, &why))
            return complain(why.text, STATUS_FAILED);
        conclude(visit);
    } while (end == PLAY_OVER && go_on(visit));
    return end == PLAY_STOPPED ? STATUS_STOPPED : visit->failed ? STATUS_FAILED : STATUS_OK;
}

/* Opens the home; where it cannot be kept, that is said, and it is played all the same. */
static bool open_home(struct visit *visit, struct home_plan *plan, struct hc_problem *why)
{
    visit->kept = plan->kept;
    visit->home = visit->process->open(plan, why);
    if (visit->home || !plan->kept || plan->code)
        return visit->home;
    fprintf(stderr, "holecard play: this match is not kept: %s\n", why->text);
    plan->kept = visit->kept = false;
    visit->home = visit->process->open(plan, why);
    return visit->home;
}

static void choose_delay(struct visit *visit, const struct setup *setup)
{
    visit->bot_delay_ms = setup->delay_given ? setup->bot_delay_ms
                          : visit->full      ? DELAY_FULL_MS
                          : visit->terminal  ? DELAY_LINE_MS
                                             : 0;
}

static void be_kept(struct visit *visit)
{
    snprintf(visit->come_back, sizeof visit->come_back, "holecard play --continue %s",
             visit->guest->code);
}

static bool has_people(const struct setup *setup)
{
    for (unsigned s = 0; s < setup->seats; s++)
        if (!setup->bot[s])
            return true;
    return false;
}

static int play_new(struct visit *visit, const struct setup *setup)
{
    char folder[HOME_PATH_CHARS];
    struct home_plan plan = {.seed = setup->seeded ? setup->seed : NULL,
                             .salt = setup->seeded ? setup->salt : NULL};
    struct hc_problem why;

    plan.kept =
        visit->terminal && has_people(setup) && !visit->given->no_save && home_state(folder);
    choose_delay(visit, setup);
    if (!try_log(visit->given->log, &why))
        return complain(why.text, STATUS_USAGE);
    if (!open_home(visit, &plan, &why))
        return complain(why.text, STATUS_FAILED);
    if (!begin(visit, setup, setup->seeded, &why))
        return complain(why.text, STATUS_USAGE);
    be_kept(visit);
    visit_open_match(visit);
    show_welcome(visit);
    return play(visit);
}

/* What everybody has seen happen so far. The last of it is shown again. */
static void recount(struct visit *visit)
{
    for (unsigned i = 0; i < visit->eyes_count; i++) {
        struct eyes *eyes = &visit->eyes[i];

        visit->process->recount(visit->home, visit->guest->code, eyes->guest.seat, visit->names,
                                phrase_language(), eyes->guest.say, eyes);
        eyes->story.shown = eyes->story.count > RECAP ? eyes->story.count - RECAP : 0;
    }
}

static int play_on(struct visit *visit, const char *id)
{
    struct kept_match list[KEPT_MAX];
    char code[URL_CODE_CHARS];
    struct home_plan plan = {.kept = true, .code = code};
    struct hc_problem why;
    struct setup setup;
    int status;

    if (id && !url_code(id, strlen(id), code))
        return complain("that is not the name of an unfinished match: it has six letters",
                        STATUS_FAILED);
    if (!id && !visit->process->kept(list))
        return complain("there is no unfinished match to continue", STATUS_FAILED);
    if (!id)
        memcpy(code, list[0].code, sizeof code);
    setup_usual(&setup);
    if (!setup_apply(visit->given, &setup, &status))
        return status;
    choose_delay(visit, &setup);
    if (!try_log(visit->given->log, &why))
        return complain(why.text, STATUS_USAGE);
    if (!open_home(visit, &plan, &why) || !sit_again(visit, code, &why))
        return complain(why.text, STATUS_FAILED);
    be_kept(visit);
    visit_open_match(visit);
    recount(visit);
    show_welcome(visit);
    puts(phrase_word(TERMINAL_GOES_ON));
    return play(visit);
}

/* ---- What is to be played ------------------------------------------------------------------- */

/* As the arguments say, as was remembered, or as the menu is given. What is remembered is what the
 * menu shows, so arguments are put on top of it afterwards. */
static bool choose(struct visit *visit, struct setup *setup, char id[URL_CODE_CHARS], int *status)
{
    const struct arguments *given = visit->given;
    struct setup today;

    *id = '\0';
    setup_usual(setup);
    /* What nobody has chosen yet is short; who names a game means its own rules. */
    length_set(setup->game, 0, &setup->rules);
    visit->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (visit->terminal)
        settings_read(setup);
    if (visit->terminal && given->name)
        own_name_keep(setup, given->name);
    today = *setup;
    if (!setup_apply(given, &today, status))
        return false;
    visit->full = visit->terminal && !today.plain && screen_possible();
    if (given->names_table && visit->terminal && has_people(&today) &&
        own_name_is_open(given, setup)) {
        if (!menu_ask_name(setup, visit->full, status))
            return false;
        memcpy(today.name, setup->name, sizeof today.name);
    }
    if (given->go_on || given->names_table || !visit->terminal) {
        *setup = today;
        return true;
    }
    if (!menu_run(setup, visit->process, visit->full, own_name_is_open(given, setup), id, status) ||
        !setup_apply(given, setup, status))
        return false;
    visit->full &= !setup->plain;
    return true;
}

static int play_at_home(struct visit *visit)
{
    char id[URL_CODE_CHARS];
    struct setup setup;
    int status;

    if (!choose(visit, &setup, id, &status))
        return status;
    visit->signal = setup.signal;
    /* Lines are read when they have come, so none may wait in a buffer. */
    setvbuf(stdin, NULL, _IONBF, 0);
    /* A file that may not grow is a file that could not be written, and no reason to end. */
    signal(SIGXFSZ, SIG_IGN);
    if (visit->given->go_on || *id)
        return play_on(visit, *id ? id : visit->given->id);
    setup_draw(visit->given, &setup);
    return play_new(visit, &setup);
}

int terminal_play(int argc, char **argv, const struct terminal_process *process)
{
    struct arguments given;
    struct visit *visit;
    int status;

    if (!setup_arguments(argc, argv, &given, &status))
        return status;
    visit = calloc(1, sizeof *visit);
    if (!visit)
        return complain("there is not enough memory", STATUS_FAILED);
    phrase_speak(given.language);
    visit->given = &given;
    visit->process = process;
    visit->place.lock = -1;
    status = given.join ? join_play(visit) : play_at_home(visit);
    visit_close(visit);
    free(visit);
    return status;
}
