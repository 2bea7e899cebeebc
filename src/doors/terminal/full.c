// SPDX-License-Identifier: MIT
/*
 * full.c: a match on the full screen. Start reading at full_play().
 *
 * There is one loop: look at the table, show it, wait for a key or for news, and do what the prompt
 * says is wanted. So a person can act out of turn. At home nothing happens while a panel is open,
 * and people who may act out of turn are given more time. When several people share the terminal,
 * one of them at a time has the screen, and in between it shows a curtain with nobody's hand.
 */
#include "doors/terminal/full_inside.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/clock.h"
#include "doors/terminal/phrase.h"

enum {
    PATIENCE = 3,   /* at home bots wait so many times as long while a person may act out of turn */
    STEP_MS = 1000, /* how often the clock is drawn */
    LAST_WORDS = 3, /* sentences that are shown again when a round is over */
};

/* What the keys of the page are for. */
enum { KEY_ALONG, KEY_FIRST, KEY_LAST, KEY_TAB, KEY_HINT, KEY_VERB, KEY_LISTED };

void full_finish(struct full *full, enum play_end end)
{
    full->ended = true;
    full->end = end;
}

/* ---- The cursor and the table ------------------------------------------------------------- */

static bool is_playable(const struct full *full, int card)
{
    return phrase_is_playable(&full->view,
                              full->view.face[full->view.hand[full->seat].start + card]);
}

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
    if (turn && !full->had_turn && full->visit->signal & SIGNAL_BELL)
        screen_ring();
    if (turn && !full->had_turn) {
        full_select_playable(full, 0);
        prompt_say(&full->prompt, "%s", "");
    } else if (moved_on && count && !is_playable(full, full->selected)) {
        full_select_playable(full, full->selected);
    }
    full->had_turn = turn;
}

/* The title of the window says whose turn it is, for somebody who looks at another one. */
static void show_title(const struct full *full)
{
    bool turn = full_has_seat(full) && full_awaited(full) == full->seat;

    if (full->visit->signal & SIGNAL_TITLE)
        screen_title(phrase_word(turn ? TERMINAL_TITLE_TURN : TERMINAL_TITLE_WAIT));
}

/* Looks at the table again. */
static void look(struct full *full)
{
    uint32_t seq = full->view.seq;

    full->view = *visit_view(full->visit, full->seat);
    full->late = full->late && visit_late(full->visit);
    if (full->late)
        full->view = *visit_late(full->visit);
    prompt_tell(&full->prompt, visit_story(full->visit, full->seat)->count);
    visit_names(full->visit, full->visit->seat, full->names);
    if (full_has_seat(full))
        move_cursor(full, full->view.seq != seq);
    else
        full->selected = -1;
    show_title(full);
}

/* ---- Time --------------------------------------------------------------------------------- */

/* Whether the person may do something out of turn that was not on offer a moment ago. */
static bool is_new_chance(struct full *full)
{
    const struct hc_actions *now = &full->view.actions, before = full->chances;

    full->chances = *now;
    return now->count && (now->count != before.count ||
                          memcmp(now->choice, before.choice, before.count * sizeof *before.choice));
}

/* At home bots take their time. A person who may act out of turn is given more of it. */
static void hold(struct full *full)
{
    uint64_t delay_ms = full->visit->bot_delay_ms;
    uint32_t seq = visit_seq(full->visit);

    if (seq == full->held_seq)
        return;
    full->held_seq = seq;
    if (full_has_seat(full) && full_awaited(full) != full->seat && is_new_chance(full))
        delay_ms *= PATIENCE;
    full->since_ms = clock_steady_ms();
    full->hold_ms = full->since_ms + delay_ms;
    full->pondered = !delay_ms;
}

/* How long nothing shall happen at the table, in milliseconds; negative: until a key comes. A
 * clock that runs for somebody here is not stopped. */
static int held_ms(const struct full *full)
{
    uint64_t now_ms = clock_steady_ms();
    bool turn = visit_is_person(full->visit, full_awaited(full));

    if (!visit_rests(full->visit) || (turn && full->visit->guest->deadline_ms))
        return 0;
    if (full->page != PAGE_TABLE || full->prompt.over.id != PROMPT_NO_PANEL)
        return -1;
    return !turn && full->hold_ms > now_ms ? (int)(full->hold_ms - now_ms) : 0;
}

/* Waits for a key, while the table is looked at. */
static bool wait_for_key(void *page, int timeout_ms)
{
    struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
    struct full *full = page;
    int held = held_ms(full);

    if (held > 0 && !full->pondered) {
        full->pondered = true;
        full->hold_ms = visit_ponder(full->visit, full->since_ms, full->hold_ms - full->since_ms);
        held = held_ms(full);
    }
    if (held) {
        bool came = poll(&key, 1, held < 0 || held > timeout_ms ? timeout_ms : held) > 0;

        if (came || held < 0)
            return came;
    }
    switch (visit_wait(full->visit, STDIN_FILENO, timeout_ms)) {
    case GUEST_INPUT:
        return true;
    case GUEST_GONE:
        full_finish(full, PLAY_LEFT);
        break;
    case GUEST_NEWS:
    case GUEST_TIME:
        break;
    }
    return false;
}

/* ---- People who share the terminal ------------------------------------------------------- */

/* A page that is not the table has no keys but Enter and the one that leaves. */
static void show_page(struct full *full, enum full_page page)
{
    full->page = page;
    full->prompt.key_count = page == PAGE_TABLE ? full->key_count : 0;
    full->prompt.typing = page == PAGE_TABLE ? PROMPT_TYPES_ALL : PROMPT_TYPES_FIELD;
    prompt_clear(&full->prompt);
}

/* From here on the view is that of a spectator, so no hand can be drawn. */
static void close_curtain(struct full *full)
{
    full->seat = HC_SPECTATOR;
    full->selected = -1;
    full->prompt.story.back = 0;
    prompt_say(&full->prompt, "%s", "");
    show_page(full, PAGE_CURTAIN);
    look(full);
}

static void sit_down(struct full *full)
{
    full->seat = full->next;
    full->prompt.story.back = 0;
    full->fresh = visit_story(full->visit, full->seat)->shown;
    full->selected = 0;
    full->had_turn = false;
    show_page(full, PAGE_TABLE);
    look(full);
}

/* The screen goes to another person, or, between rounds, to nobody. */
static void pass_screen(struct full *full, unsigned next)
{
    struct story *story = visit_story(full->visit, full->seat);

    full->next = next;
    if (full_has_seat(full)) {
        story->shown = story->count;
        show_page(full, PAGE_HIDE);
    } else {
        close_curtain(full);
    }
}

/* ---- Panels that open by themselves ------------------------------------------------------- */

static void write_standings(void *page, struct sheet *sheet)
{
    struct full *full = page;
    const struct story *story = visit_story(full->visit, full->seat);

    for (size_t i = story->count > LAST_WORDS ? story->count - LAST_WORDS : 0; i < story->count;
         i++)
        sheet_add(sheet, "%s", story->line[i]);
    sheet_add(sheet, " ");
    sheet_standings(sheet, &full->view, full->names);
    if (full->prompt.over.id != PANEL_OVER || !full->after.count)
        return;
    sheet_add(sheet, " ");
    full->prompt.over.above = sheet->count;
    for (unsigned i = 0; i < full->after.count; i++)
        sheet_row(sheet, full->after.row[i].text);
}

static void show_standings(struct full *full, enum full_panel id)
{
    bool over = id == PANEL_OVER;

    full->ended_with = visit_story(full->visit, full->seat)->count;
    after_offer(full->visit, &full->after);
    prompt_open(&full->prompt,
                &(struct prompt_panel){
                    .id = (int)id,
                    .title = phrase_word(over ? TERMINAL_OVER_TITLE : TERMINAL_ROUND_TITLE),
                    .foot = phrase_word(!over               ? TERMINAL_NEXT_ROUND
                                        : full->after.count ? TERMINAL_OVER_FOOT
                                                            : TERMINAL_PRESS_ENTER),
                    .write = write_standings,
                    .is_list = over && full->after.count,
                    .code = (const char(*)[PROMPT_CODE_CHARS])full->after.code,
                });
}

/* How the players stand is for all of them to see, so nobody's hand may be behind it. */
static void show_to_all(struct full *full, enum full_panel id)
{
    if (full->visit->people > 1 && full_has_seat(full))
        pass_screen(full, HC_SPECTATOR);
    else
        show_standings(full, id);
}

static void write_leaving(void *page, struct sheet *sheet)
{
    const struct visit *visit = ((const struct full *)page)->visit;
    char leave[COME_BACK_CHARS + 40];
    struct hc_text out;

    hc_text_init(&out, leave, sizeof leave);
    PHRASE(&out, visit->kept ? TERMINAL_LEAVE_KEPT : TERMINAL_LEAVE_END,
           {"command", visit->come_back, 0});
    sheet_row(sheet, leave);
    sheet_row(sheet, phrase_word(TERMINAL_STAY));
}

/* Yes and no, by their first letters. */
static void open_leave(struct full *full)
{
    const enum hc_word answers[] = {TERMINAL_YES, TERMINAL_NO};

    for (unsigned i = 0; i < 2; i++)
        words_letter(phrase_word(answers[i]), full->leave_code[i]);
    prompt_open(&full->prompt,
                &(struct prompt_panel){.id = PANEL_LEAVE,
                                       .title = phrase_word(TERMINAL_LEAVE_TITLE),
                                       .write = write_leaving,
                                       .is_list = true,
                                       .code = (const char(*)[PROMPT_CODE_CHARS])full->leave_code});
}

void full_ask_leave(struct full *full)
{
    if (full_awaited(full) == HC_NONE)
        full_finish(full, PLAY_OVER);
    else
        open_leave(full);
}

static void write_waiting(void *page, struct sheet *sheet)
{
    (void)page;
    sheet_row(sheet, phrase_word(TERMINAL_WAIT));
    sheet_row(sheet, phrase_word(TERMINAL_GO_ON_WITHOUT));
}

/* The house may ask whether to go on without somebody. It does so once. */
static void ask_go_on(struct full *full)
{
    bool asked = visit_is_asked_on(full->visit, full->away, sizeof full->away);

    full->waited &= asked;
    if (full->prompt.over.id == PANEL_AWAY && !asked)
        prompt_close(&full->prompt);
    if (full->prompt.over.id != PROMPT_NO_PANEL || !asked || full->waited || full->prompt.is_typing)
        return;
    prompt_open(&full->prompt, &(struct prompt_panel){.id = PANEL_AWAY,
                                                      .title = full->away,
                                                      .foot = phrase_word(TERMINAL_AWAY_FOOT),
                                                      .write = write_waiting,
                                                      .is_list = true});
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

/* Does what is due. */
static void go_on(struct full *full)
{
    unsigned seat = full_awaited(full);
    int *over = &full->prompt.over.id;

    /* The next round may begin without us, and what was asked is of no use when the turn is over.
     */
    if ((*over == PANEL_ROUND && seat != HC_HOUSE) ||
        (*over == PANEL_ASK && full->is_turn && seat != full->speaker))
        prompt_close(&full->prompt);
    /* Something may be said when the match is over. */
    if (*over == PANEL_OVER && visit_story(full->visit, full->seat)->count > full->ended_with)
        show_standings(full, PANEL_OVER);
    hold(full);
    if (full->page != PAGE_TABLE)
        return;
    ask_go_on(full);
    if (*over != PROMPT_NO_PANEL)
        return;
    if (seat == HC_NONE)
        show_to_all(full, PANEL_OVER);
    else if (seat == HC_HOUSE && visit_is_asked_next(full->visit))
        show_to_all(full, PANEL_ROUND);
    else if (visit_is_person(full->visit, seat) && seat != full->seat && full->visit->people > 1)
        pass_screen(full, seat);
    else if (full_has_seat(full))
        open_question(full);
}

/* ---- What the person wants ---------------------------------------------------------------- */

static void play_selected(struct full *full)
{
    const struct hc_view *view = &full->view;

    if (full->selected < 0)
        prompt_refuse(&full->prompt, phrase_word(TERMINAL_NO_CARD_HELD));
    else
        full_command(full, full->seat,
                     hc_face_code(view->game, &view->rules,
                                  view->face[view->hand[full->seat].start + full->selected]));
}

static void press_verb(struct full *full, unsigned verb)
{
    const unsigned argument = HC_TAKES_COLOR | HC_TAKES_SEAT;
    struct hc_command given = {(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};

    if (!phrase_is_offered(&full->view, verb) &&
        full->view.game->grammar.verbs[verb].takes & argument)
        prompt_refuse(&full->prompt,
                      hc_refusal_sentence(full->view.game, HC_BAD_PHASE, phrase_language()));
    else
        full_begin(full, full->seat, &given);
}

static void press(struct full *full, const struct prompt_key *key)
{
    int count = full_has_seat(full) ? full->view.hand[full->seat].count : 0;

    switch (key->request) {
    case KEY_ALONG:
        if (count)
            full->selected = (full->selected + key->with + count) % count;
        return;
    case KEY_FIRST:
        full->selected = count ? 0 : -1;
        return;
    case KEY_LAST:
        full->selected = count - 1;
        return;
    case KEY_TAB:
        if (count)
            full_select_playable(full, full->selected + 1);
        else if (!full_has_seat(full))
            full->late = !full->late;
        return;
    case KEY_HINT:
        full_request(full, REQUEST_HINT, "");
        return;
    case KEY_VERB:
        if (full_has_seat(full))
            press_verb(full, (unsigned)key->with);
        return;
    default:
        return;
    }
}

static void next_round(struct full *full)
{
    struct hc_problem why;

    if (!visit_agree(full->visit, &why))
        prompt_refuse(&full->prompt, why.text);
}

/* Enter in a panel. */
static void choose(struct full *full)
{
    size_t row = prompt_chosen(&full->prompt);

    switch (full->prompt.closed) {
    case PANEL_ASK:
        full_answer(full, (unsigned)row);
        return;
    case PANEL_HINTS:
        full_give(full, full->seat, &full->hints[row].command);
        return;
    case PANEL_LEAVE:
        if (!row)
            full_finish(full, PLAY_LEFT);
        return;
    case PANEL_AWAY:
        full->waited = true;
        if (row)
            full_request(full, REQUEST_AGREE, "");
        return;
    case PANEL_ROUND:
        next_round(full);
        return;
    case PANEL_OVER:
        if (full->after.count)
            after_choose(full->visit, &full->after.row[row]);
        full_finish(full, PLAY_OVER);
        return;
    default:
        return;
    }
}

/* A panel was closed without an answer. */
static void take_back(struct full *full)
{
    bool leaves = full->prompt.quit && full->prompt.key == full->prompt.quit;

    switch (full->prompt.closed) {
    case PANEL_ASK:
        prompt_say(&full->prompt, "%s", phrase_word(TERMINAL_TAKEN_BACK));
        if (leaves)
            full_ask_leave(full);
        return;
    case PANEL_LEAVE:
        if (leaves)
            full_finish(full, PLAY_LEFT);
        return;
    case PANEL_AWAY:
        full->waited = true;
        return;
    case PANEL_ROUND:
        if (leaves)
            full_ask_leave(full);
        return;
    case PANEL_OVER:
        full_finish(full, PLAY_OVER);
        return;
    default:
        return;
    }
}

static void press_enter(struct full *full)
{
    if (full->page == PAGE_HIDE)
        close_curtain(full);
    else if (full->page == PAGE_CURTAIN)
        sit_down(full);
    else if (full_has_seat(full))
        play_selected(full);
}

/* A click on a card selects it and is Enter. */
static void click_card(struct full *full)
{
    if (full->page != PAGE_TABLE || !full_has_seat(full) ||
        full->prompt.card >= full->view.hand[full->seat].count)
        return;
    full->selected = full->prompt.card;
    play_selected(full);
}

static void obey(struct full *full, enum prompt_event event)
{
    switch (event) {
    case PROMPT_KEY:
        press(full, full->prompt.pressed);
        return;
    case PROMPT_LINE:
        full_obey(full, full->prompt.line);
        return;
    case PROMPT_CARD:
        click_card(full);
        return;
    case PROMPT_ENTER:
        press_enter(full);
        return;
    case PROMPT_CHOSEN:
        choose(full);
        return;
    case PROMPT_CLOSED:
        take_back(full);
        return;
    case PROMPT_LEAVE:
        full_ask_leave(full);
        return;
    case PROMPT_STOP:
        full_finish(full, PLAY_STOPPED);
        return;
    case PROMPT_BACK:
    case PROMPT_NOTHING:
        return;
    }
}

/* ---- The loop ---------------------------------------------------------------------------- */

static void add_key(struct full *full, struct prompt_key key)
{
    if (full->key_count < FULL_KEYS_MAX)
        full->key[full->key_count++] = key;
}

static void make_keys(struct full *full)
{
    add_key(full,
            (struct prompt_key){SCREEN_LEFT, KEY_ALONG, -1, "← → Home End", TERMINAL_KEY_CARDS});
    add_key(full, (struct prompt_key){.key = SCREEN_RIGHT, .request = KEY_ALONG, .with = 1});
    add_key(full, (struct prompt_key){.key = SCREEN_HOME, .request = KEY_FIRST});
    add_key(full, (struct prompt_key){.key = SCREEN_LAST, .request = KEY_LAST});
    add_key(full, (struct prompt_key){SCREEN_TAB, KEY_TAB, 0, "Tab", TERMINAL_KEY_NEXT_CARD});
    add_key(full, (struct prompt_key){0, KEY_LISTED, 0, "Enter", TERMINAL_KEY_ENTER});
    add_key(full, (struct prompt_key){0, KEY_LISTED, 0, "Escape", TERMINAL_KEY_ESCAPE});
    add_key(full, (struct prompt_key){0, KEY_LISTED, 0, "↑ ↓ PageUp PageDown", TERMINAL_KEY_STORY});
    if (full->keys.hint)
        add_key(full, (struct prompt_key){.key = full->keys.hint, .request = KEY_HINT});
    for (int v = 0; v < KEYS_VERBS_MAX; v++)
        if (full->keys.verb[v])
            add_key(full,
                    (struct prompt_key){.key = full->keys.verb[v], .request = KEY_VERB, .with = v});
}

static void play(struct full *full)
{
    while (!full->ended) {
        look(full);
        go_on(full);
        look(full);
        if (!full->ended)
            obey(full, prompt_read(&full->prompt, STEP_MS));
    }
}

enum play_end full_play(struct visit *visit)
{
    struct full *full = calloc(1, sizeof *full);
    enum play_end end = PLAY_STOPPED;

    if (!full || !screen_open()) {
        free(full);
        return end;
    }
    full->visit = visit;
    full->seat = visit->seat;
    full->view = *visit_view(visit, visit->seat);
    full->opened_seq = full->held_seq = UINT32_MAX;
    keys_make(full->view.game, &full->view.rules, &full->keys);
    make_keys(full);
    full->prompt = (struct prompt){.page = full,
                                   .draw = full_draw,
                                   .wait = wait_for_key,
                                   .keys = full->key,
                                   .quit = full->keys.quit,
                                   .sheet = &full->sheet,
                                   .help = full_write_help};
    full->fresh = visit_story(visit, full->seat)->shown;
    show_page(full, PAGE_TABLE);
    play(full);
    end = full->end;
    screen_close();
    for (unsigned i = 0; i < visit->eyes_count; i++)
        visit->eyes[i].story.shown = visit->eyes[i].story.count;
    free(full);
    return end;
}
