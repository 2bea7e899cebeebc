// SPDX-License-Identifier: MIT
/*
 * full.c: a match on the full screen. Start reading at full_play().
 *
 * There is one loop: draw, wait for a key or for the moment when something is due, do it. A bot
 * acts when its delay is over, and keys are read meanwhile, so a person can act out of turn. While
 * a panel is open the bots wait. When several people share the terminal, one of them at a time has
 * the screen, and in between it shows a curtain with nobody's hand.
 */
#include "doors/terminal/full_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors/terminal/words.h"

enum {
    PATIENCE = 3,        /* bots wait so many times as long while a person may act out of turn */
    WATCH_MS = 1500,     /* how long a round's end is shown where only bots play */
    CLOCK_STEP_MS = 250, /* how often the clock is drawn */
    FAR_STEP_MS = 1000,  /* the same at a far table, whose clock is the server's */
    FAR_KEY_MS = 50,     /* how long what was typed may take to become a key */
    LAST_WORDS = 3,      /* sentences that are told again when a round is over */
    SHEET_COLUMNS_MIN = 30,
    SHEET_COLUMNS_MAX = 92, /* longer rows are hard to read */
    SHEET_MARGIN = 8,       /* what a panel takes of the window's columns */
};

void full_say(struct full *full, const char *text)
{
    snprintf(full->notice, sizeof full->notice, "%s", text);
    full->refused = false;
}

void full_refuse(struct full *full, const char *why)
{
    snprintf(full->notice, sizeof full->notice, "No: %s.", why);
    full->refused = true;
}

void full_finish(struct full *full, enum play_end end)
{
    full->ended = true;
    full->end = end;
}

static bool is_playable(const struct full *full, int card)
{
    return words_is_playable(&full->view,
                             full->view.face[full->view.hand[full->seat].start + card]);
}

/* Moves the cursor to the next card that can be played, if there is one. */
void full_select_playable(struct full *full, int from)
{
    int count = full->view.hand[full->seat].count;

    for (int i = 0; i < count; i++)
        if (is_playable(full, (from + i) % count)) {
            full->selected = (from + i) % count;
            return;
        }
}

/* The cursor stays on the hand, and goes to the first card that can be played when the turn comes;
 * from a card that can no longer be played it goes on to one that can. An answer from before the
 * turn no longer answers anything. */
static void move_cursor(struct full *full, bool moved_on)
{
    int count = full->view.hand[full->seat].count;
    bool turn = full_awaited(full) == full->seat;

    if (full->selected >= count)
        full->selected = count - 1;
    if (full->selected < 0 && count)
        full->selected = 0;
    if (turn && !full->had_turn) {
        full_select_playable(full, 0);
        full_say(full, "");
    } else if (moved_on && count && !is_playable(full, full->selected)) {
        full_select_playable(full, full->selected);
    }
    full->had_turn = turn;
}

/* Looks at the table again. */
static void look(struct full *full)
{
    const struct story *story = match_story(full->match, full->seat);
    uint32_t seq = full->view.seq;

    match_view(full->match, full->seat, &full->view);
    full->late = full->late && full->match->far->late(full->match->far_context, &full->view);
    /* Whoever looks back is not moved along by what happens now. */
    if (full->back)
        full->back += story->count - full->told;
    full->told = story->count;
    match_names(full->match, match_person(full->match), full->names);
    if (full_has_seat(full))
        move_cursor(full, full->view.seq != seq);
    else
        full->selected = -1;
}

/* Whether the person may do something out of turn that was not on offer a moment ago. */
static bool is_new_chance(struct full *full)
{
    struct hc_actions before = full->chances;
    struct hc_view view;

    if (!full_has_seat(full) || full_awaited(full) == full->seat)
        return false;
    match_view(full->match, full->seat, &view);
    full->chances = view.actions;
    return full->chances.count &&
           (full->chances.count != before.count ||
            memcmp(full->chances.choice, before.choice, before.count * sizeof *before.choice) != 0);
}

/* A person who may act out of turn is given more time. */
void full_schedule(struct full *full)
{
    uint64_t delay_ms = full->match->setup.bot_delay_ms;

    full->due_ms = match_now(full->match) + delay_ms * (is_new_chance(full) ? PATIENCE : 1);
}

void full_begin_sheet(struct full *full)
{
    int columns = screen_columns() - SHEET_MARGIN;

    sheet_begin(&full->sheet, columns < SHEET_COLUMNS_MIN   ? SHEET_COLUMNS_MIN
                              : columns > SHEET_COLUMNS_MAX ? SHEET_COLUMNS_MAX
                                                            : columns);
}

void full_open_panel(struct full *full, enum mode mode, const char *title, bool list,
                     const char *foot)
{
    full->mode = mode;
    full->panel = (struct panel){.title = title,
                                 .row = full->sheet.row,
                                 .row_count = full->sheet.count,
                                 .selected = list ? 0 : full->sheet.count,
                                 .foot = foot};
}

/* ---- People who share the terminal ------------------------------------------------------- */

/* From here on the view is that of a spectator, so no hand can be drawn. */
static void close_curtain(struct full *full)
{
    full->seat = HC_SPECTATOR;
    full->mode = MODE_CURTAIN;
    full->selected = -1;
    full->back = 0;
    full->typed[0] = '\0';
    full_say(full, "");
    look(full);
}

static void sit_down(struct full *full)
{
    const struct story *story = match_story(full->match, full->next);

    full->seat = full->next;
    full->mode = MODE_TABLE;
    full->back = 0;
    full->told = story->count;
    full->fresh = story->told;
    full->clock_seat = HC_NONE;
    full->selected = 0;
    full->had_turn = false;
    look(full);
}

/* The screen goes to another person, or, between rounds, to nobody. */
static void pass_screen(struct full *full, unsigned next)
{
    full->next = next;
    if (full_has_seat(full)) {
        match_story(full->match, full->seat)->told = match_story(full->match, full->seat)->count;
        full->mode = MODE_HIDE;
    } else {
        close_curtain(full);
    }
}

/* ---- What happens by itself -------------------------------------------------------------- */

static void show_standings(struct full *full, enum mode mode)
{
    const struct story *story = match_story(full->match, full->seat);
    bool over = mode == MODE_OVER;

    full->ended_with = story->count;
    full_begin_sheet(full);
    for (size_t i = story->count > LAST_WORDS ? story->count - LAST_WORDS : 0; i < story->count;
         i++)
        sheet_add(&full->sheet, "%s", story->line[i]);
    sheet_add(&full->sheet, " ");
    sheet_standings(&full->sheet, &full->view, full->names);
    full_open_panel(full, mode, over ? "The match is over" : "The round is over", false,
                    over ? "Press Enter." : "Press Enter for the next round.");
}

/* How the players stand is for all of them to see, so nobody's hand may be behind it. */
static void show_to_all(struct full *full, enum mode mode)
{
    if (full->match->people > 1 && full_has_seat(full))
        pass_screen(full, HC_SPECTATOR);
    else
        show_standings(full, mode);
}

/* The house deals the first round at once, and waits for people before the next ones. */
static void house_turn(struct full *full)
{
    struct match *match = full->match;
    enum hc_house_role due = match_house_due(match);
    bool is_next = due == HC_HOUSE_NEXT;

    if (is_next && match->people)
        show_to_all(full, MODE_ROUND);
    else if (match->far)
        return; /* the house waits for others */
    else if (!due || !match_house(match, due))
        full_finish(full, PLAY_OVER);
    else if (is_next)
        full->due_ms = match_now(match) + WATCH_MS;
    else
        full_schedule(full);
}

static void bot_turn(struct full *full, unsigned seat)
{
    uint32_t seq = match_seq(full->match);

    if (match_now(full->match) < full->due_ms)
        return;
    if (full->aside_seq != seq) {
        full->aside_seq = seq;
        match_bots_aside(full->match);
    }
    if (match_seq(full->match) == seq && seat < full->match->setup.seats &&
        !match_is_person(full->match, seat) && !match_bot(full->match, seat)) {
        match_house(full->match, HC_HOUSE_END);
        full_finish(full, PLAY_OVER);
    }
    full_schedule(full);
}

/* A turn that lasts too long is ended by the house. */
static void run_clock(struct full *full)
{
    uint64_t now_ms = match_now(full->match);
    struct hc_command command;

    if (!full->turn_ms || full_awaited(full) != full->seat)
        return;
    if (full->clock_seat != full->seat) {
        full->clock_seat = full->seat;
        full->clock_ms = now_ms;
    }
    if (now_ms - full->clock_ms < full->turn_ms)
        return;
    full->clock_seat = HC_NONE;
    full->mode = MODE_TABLE;
    if (hc_house_command(full->match->setup.game, HC_HOUSE_TIMEOUT, full->seat, &command))
        full_give(full, HC_HOUSE, &command);
}

/* When only one thing can be done and it is a choice, it is asked at once, and once only. */
static void open_question(struct full *full)
{
    const struct hc_actions *actions = &full->view.actions;
    struct hc_command given = {HC_NONE, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};

    if (full_awaited(full) != full->seat || actions->count != 1 ||
        full->opened_seq == full->view.seq ||
        !(full->view.game->grammar.verbs[actions->choice[0].verb].takes &
          (HC_TAKES_COLOR | HC_TAKES_SEAT)))
        return;
    full->opened_seq = full->view.seq;
    given.verb = actions->choice[0].verb;
    full_begin(full, full->seat, &given);
}

/* At a far table the house may ask whether to go on without somebody. It does so once. */
static void ask_go_on(struct full *full)
{
    const struct far_table *far = full->match->far;
    bool asked = far && far->may_go_on(full->match->far_context, full->away, sizeof full->away);

    full->waited &= asked;
    if (full->mode == MODE_AWAY && !asked)
        full->mode = MODE_TABLE;
    if (full->mode != MODE_TABLE || !asked || full->waited || *full->typed)
        return;
    full_begin_sheet(full);
    sheet_row(&full->sheet, "Wait");
    sheet_row(&full->sheet, "Go on without");
    full_open_panel(full, MODE_AWAY, full->away, true, "Later, :agree goes on without");
}

/* Does what is due. */
static void go_on(struct full *full)
{
    unsigned seat = full_awaited(full);

    if (full->mode != MODE_HIDE && full->mode != MODE_CURTAIN)
        run_clock(full);
    /* At a far table the next round may begin without us. */
    if (full->mode == MODE_ROUND && seat != HC_HOUSE)
        full->mode = MODE_TABLE;
    /* And something may be said when the match is over. */
    if (full->mode == MODE_OVER && match_story(full->match, full->seat)->count > full->ended_with)
        show_standings(full, MODE_OVER);
    ask_go_on(full);
    if (full->mode != MODE_TABLE)
        return;
    if (seat == HC_NONE)
        show_to_all(full, MODE_OVER);
    else if (seat == HC_HOUSE)
        house_turn(full);
    else if (match_is_person(full->match, seat) && seat != full->seat && full->match->people > 1)
        pass_screen(full, seat);
    else if (!full->match->far)
        bot_turn(full, seat);
}

/* At a far table something may happen at any time; the time that is left is shown meanwhile. */
static int far_key(struct full *full)
{
    const struct far_table *far = full->match->far;
    int key = screen_key(0);

    if (key != SCREEN_NOTHING)
        return key;
    switch (far->wait(full->match->far_context, FAR_STEP_MS)) {
    case FAR_INPUT:
        return screen_key(FAR_KEY_MS);
    case FAR_GONE:
        full_finish(full, PLAY_LEFT);
        break;
    case FAR_NEWS:
        break;
    }
    return screen_key(0);
}

/* How long to wait for a key: until a bot is due, or the clock must be drawn again. */
static int wait_ms(const struct full *full)
{
    uint64_t now_ms = match_now(full->match);
    unsigned seat = full_awaited(full);
    int wait = full->turn_ms && seat == full->seat ? CLOCK_STEP_MS : -1;

    if (full->mode == MODE_TABLE && (seat >= full->match->setup.seats || seat != full->seat ||
                                     full->aside_seq != match_seq(full->match))) {
        int due = full->due_ms > now_ms ? (int)(full->due_ms - now_ms) : 0;

        return wait < 0 || due < wait ? due : wait;
    }
    return wait;
}

/* ---- The loop ---------------------------------------------------------------------------- */

static void next_round(struct full *full)
{
    full->mode = MODE_TABLE;
    if (!match_house(full->match, HC_HOUSE_NEXT)) {
        if (full->match->far)
            full_refuse(full, "the server does not answer; you are asked again");
        else
            full_finish(full, PLAY_OVER);
    }
    full_schedule(full);
}

static void handle(struct full *full, int key)
{
    bool enter = key == SCREEN_ENTER;

    switch (full->mode) {
    case MODE_TABLE:
        full_table_key(full, key);
        return;
    case MODE_ASK:
    case MODE_HINTS:
    case MODE_LEAVE:
    case MODE_AWAY:
        full_list_key(full, key);
        return;
    case MODE_READ:
        full_read_key(full, key);
        return;
    case MODE_HIDE:
    case MODE_CURTAIN:
    case MODE_ROUND:
        if (key == full->keys.quit)
            full_ask_leave(full);
        else if (enter && full->mode == MODE_ROUND)
            next_round(full);
        else if (enter && full->mode == MODE_HIDE)
            close_curtain(full);
        else if (enter)
            sit_down(full);
        return;
    case MODE_OVER:
        if (enter || key == SCREEN_ESCAPE || key == full->keys.quit)
            full_finish(full, PLAY_OVER);
        return;
    }
}

static uint32_t option_value(const struct match *match, const char *name)
{
    const struct hc_option *option;

    for (size_t i = 0; (option = hc_option_at(match->setup.game, i)); i++)
        if (!strcmp(option->name, name))
            return hc_rules_value(match->setup.game, &match->setup.rules, i);
    return 0;
}

static void play(struct full *full)
{
    while (!full->ended) {
        int key;

        look(full);
        go_on(full);
        if (full->mode == MODE_TABLE)
            look(full);
        if (full->mode == MODE_TABLE && full_has_seat(full))
            open_question(full);
        if (full->ended)
            return;
        full_draw(full);
        key = full->match->far ? far_key(full) : screen_key(wait_ms(full));
        if (key == SCREEN_STOP)
            full_finish(full, PLAY_STOPPED);
        else if (key == SCREEN_RESIZED)
            full_fold_again(full);
        else if (key != SCREEN_NOTHING)
            handle(full, key);
    }
}

enum play_end full_play(struct match *match)
{
    struct full *full = calloc(1, sizeof *full);
    enum play_end end = PLAY_STOPPED;

    if (!full || !screen_open()) {
        free(full);
        return end;
    }
    full->match = match;
    full->seat = match_person(match);
    full->clock_seat = HC_NONE;
    full->aside_seq = full->opened_seq = UINT32_MAX;
    full->turn_ms = match->far ? 0 : option_value(match, "turn_ms");
    keys_make(match->setup.game, &match->setup.rules, &full->keys);
    full->fresh = match_story(match, full->seat)->told;
    play(full);
    end = full->end;
    screen_close();
    for (unsigned s = 0; s <= HC_SEATS_MAX; s++)
        match->story[s].told = match->story[s].count;
    free(full);
    return end;
}
