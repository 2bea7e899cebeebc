// SPDX-License-Identifier: MIT
/* visit.c: the guests at this terminal, what they have seen, and what is done for them. */
#include "doors/terminal/visit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "bots/bots.h"
#include "net/clock.h"
#include "doors/terminal/status.h"
#include "games/game.h"
#include "table/offer.h"
#include "doors/terminal/phrase.h"

enum {
    ALARM_S = 10,
    NEXT_ROUND_MS = 1500
}; /* the latter where only bots play, for those who look */

/* ---- Stories --------------------------------------------------------------------------------- */

static void give_up(void)
{
    fputs("holecard play: there is not enough memory\n", stderr);
    exit(STATUS_FAILED);
}

static void story_add(struct story *story, const char *sentence)
{
    if (story->count == story->size) {
        story->size = story->size ? 2 * story->size : 64;
        story->line = realloc(story->line, story->size * sizeof *story->line);
        if (!story->line)
            give_up();
    }
    story->line[story->count] = strdup(sentence);
    if (!story->line[story->count++])
        give_up();
}

static void story_release(struct story *story)
{
    while (story->count)
        free(story->line[--story->count]);
    free(story->line);
    *story = (struct story){.line = NULL};
}

/* ---- Who is here ---------------------------------------------------------------------------- */

/* What one of them reads. What begins a match belongs to its story; at home there is nothing else.
 */
static void say(void *context, const char *sentence)
{
    struct eyes *eyes = context;
    struct visit *visit = eyes->visit;

    if (!visit->home && !visit->has_match && visit_has_begun(visit))
        visit_open_match(visit);
    if (visit->home || (visit->has_match && visit_is_shown(visit)))
        story_add(&eyes->story, sentence);
    else
        visit_say(visit, sentence);
}

void visit_say(struct visit *visit, const char *sentence)
{
    if (visit->home || (visit->has_match && visit_is_shown(visit))) {
        for (unsigned i = 0; i < visit->eyes_count; i++)
            story_add(&visit->eyes[i].story, sentence);
        return;
    }
    snprintf(visit->said[visit->said_count++ % SAID_MAX], SAID_CHARS, "%s", sentence);
    if (!visit->full)
        printf("%s%s\n", visit->said_now ? "" : "\n", sentence);
    visit->said_now = true;
}

/* What follows happened before this person came, or came back. */
static void say_missed(void *context)
{
    struct eyes *eyes = context;

    say(eyes, phrase_word(eyes->visit->has_match ? TERMINAL_MISSED : TERMINAL_SO_FAR));
}

/* Another player looks at a hint. */
static void say_hint(void *context, const char *name)
{
    char sentence[SAID_CHARS];
    struct hc_text out;

    hc_text_init(&out, sentence, sizeof sentence);
    PHRASE(&out, TERMINAL_HINT_TOLD, {"name", name, 0});
    say(context, sentence);
}

bool visit_add(struct visit *visit, struct link *link, const char *token, struct hc_problem *why)
{
    struct eyes *eyes = &visit->eyes[visit->eyes_count];

    if (!link || !guest_open(&eyes->guest, link, token, phrase_language(), why))
        return false;
    eyes->visit = visit;
    eyes->guest.say = say;
    eyes->guest.say_hint = say_hint;
    eyes->guest.say_missed = say_missed;
    eyes->guest.context = eyes;
    visit->eyes_count++;
    visit->guest = &visit->eyes[0].guest;
    return true;
}

void visit_close(struct visit *visit)
{
    for (unsigned i = 0; i < visit->eyes_count; i++) {
        guest_close(&visit->eyes[i].guest);
        story_release(&visit->eyes[i].story);
    }
    free(visit->stand_in.mind.scratch);
    logfile_release(&visit->log);
    token_release(&visit->place);
    if (visit->home)
        visit->process->close(visit->home);
    visit->home = NULL;
    visit->eyes_count = 0;
}

/* Who sees what this viewer may see. */
static const struct eyes *eyes_in(const struct visit *visit, unsigned viewer)
{
    for (unsigned i = 0; i < visit->eyes_count; i++)
        if (visit->eyes[i].guest.seat == viewer)
            return &visit->eyes[i];
    return &visit->eyes[0];
}

static struct eyes *eyes_of(struct visit *visit, unsigned viewer)
{
    return &visit->eyes[eyes_in(visit, viewer) - visit->eyes];
}

/* ---- The match that is shown ---------------------------------------------------------------- */

bool visit_has_begun(const struct visit *visit)
{
    const struct guest *guest = visit->guest;

    return visit->has_match || (guest->room.stage == HC_ROOM_PLAYING && guest->has_view &&
                                guest_awaits(guest) != HC_NONE);
}

bool visit_is_shown(const struct visit *visit)
{
    return visit->guest->room.match == visit->match_number;
}

void visit_open_match(struct visit *visit)
{
    struct guest *guest = visit->guest;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        memcpy(visit->name[s], guest->room.seat[s].name, PLAYER_CHARS);
        visit->names[s] = visit->name[s];
    }
    /* If there is no entropy, hints are thought up all the same. */
    if (getrandom(visit->thoughts, HC_SEED_BYTES, GRND_NONBLOCK) != HC_SEED_BYTES)
        memset(visit->thoughts, 0, HC_SEED_BYTES);
    memcpy(visit->commitment, guest->commitment, HC_SEED_BYTES);
    visit->has_match = true;
    visit->match_number = guest->room.match;
    visit->proved = visit->has_secret = false;
    visit->hinted = 0;
    visit->absent = visit_absent(visit);
    logfile_release(&visit->log);
    visit->after = AFTER_LEAVE;
    visit->ask = HC_ASK_NOTHING;
    if (!visit->home)
        visit->people = guest->seat < guest->room.seats;
    visit->seat = visit->people == 1 ? guest->seat : HC_SPECTATOR;
    /* It is for one match. */
    visit->has_entropy = guest->has_entropy;
    memcpy(visit->entropy, guest->entropy, HC_SEED_BYTES);
    memcpy(visit->promise, guest->promise, HC_SEED_BYTES);
    guest->has_entropy = false;
    visit_look(visit);
}

void visit_close_match(struct visit *visit)
{
    for (unsigned i = 0; i < visit->eyes_count; i++)
        story_release(&visit->eyes[i].story);
    visit->has_match = false;
}

const struct hc_view *visit_view(const struct visit *visit, unsigned viewer)
{
    return &eyes_in(visit, viewer)->view;
}

struct story *visit_story(struct visit *visit, unsigned viewer)
{
    return &eyes_of(visit, viewer)->story;
}

void visit_names(const struct visit *visit, unsigned viewer, const char *names[HC_SEATS_MAX])
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        names[s] = s == viewer ? phrase_word(TERMINAL_YOU) : visit->names[s];
}

bool visit_is_person(const struct visit *visit, unsigned seat)
{
    for (unsigned i = 0; i < visit->people; i++)
        if (visit->eyes[i].guest.seat == seat)
            return true;
    return false;
}

unsigned visit_awaits(const struct visit *visit)
{
    return hc_view_awaits(visit_view(visit, visit->seat));
}

uint32_t visit_seq(const struct visit *visit)
{
    return visit_view(visit, visit->seat)->seq;
}

/* ---- The bot of this door ------------------------------------------------------------------- */

static void think(struct visit *visit)
{
    struct stand_in *stand_in = &visit->stand_in;
    const struct hc_view *view = &visit->guest->view;
    struct hc_mind *mind = &stand_in->mind;
    struct hc_command command;

    stand_in->seq = view->seq + 1;
    hc_dice_open(&mind->dice, mind->key, view->viewer, view->seq);
    if (hc_bot_turn(stand_in->bot, view, mind, &command))
        guest_give(visit->guest, &command);
}

/* When the bot of this door acts next, in milliseconds; negative: not before something happens. */
static int stand_in_due(struct visit *visit)
{
    struct stand_in *stand_in = &visit->stand_in;
    const struct guest *guest = visit->guest;
    uint64_t now_ms = clock_steady_ms();

    if (!stand_in->bot || !guest->has_view)
        return -1;
    if (!guest_is_asked(guest, HC_ASK_NEXT))
        return stand_in->seq == guest->view.seq + 1 ? -1 : 0;
    if (!stand_in->due_ms)
        stand_in->due_ms = now_ms + (visit->full ? NEXT_ROUND_MS : 0);
    return stand_in->due_ms > now_ms ? (int)(stand_in->due_ms - now_ms) : 0;
}

static void run_stand_in(struct visit *visit)
{
    struct hc_problem why;

    if (stand_in_due(visit) != 0)
        return;
    visit->stand_in.due_ms = 0;
    if (guest_is_asked(visit->guest, HC_ASK_NEXT))
        guest_agree(visit->guest, &why);
    else
        think(visit);
}

/* ---- Waiting -------------------------------------------------------------------------------- */

void visit_look(struct visit *visit)
{
    for (unsigned i = 0; i < visit->eyes_count; i++) {
        struct eyes *eyes = &visit->eyes[i];

        if (eyes->guest.room.match != visit->match_number || !eyes->guest.has_view)
            continue;
        eyes->view = eyes->guest.view;
        hc_offer(&eyes->view);
    }
    if (!visit->home)
        visit_prove(visit);
}

/* "Ben is away, and the table waits." */
static void put_away(const struct visit *visit, char *text, size_t size)
{
    const struct guest_room *room = &visit->guest->room;
    unsigned count = 0, at = 0;
    char names[SAID_CHARS];
    struct hc_text out;

    for (unsigned s = 0; s < room->seats; s++)
        count += room->seat[s].away;
    hc_text_init(&out, names, sizeof names);
    for (unsigned s = 0; s < room->seats; s++) {
        if (!room->seat[s].away)
            continue;
        phrase_put_between(at++, count, &out);
        hc_put(&out, room->seat[s].name);
    }
    hc_text_init(&out, text, size);
    PHRASE(&out, TERMINAL_TABLE_WAITS, {"names", names, 0}, {"count", NULL, count});
}

/* What the house asks of people in the course of a round is not in the story of the table. */
static void say_question(struct visit *visit)
{
    enum hc_room_question asks = visit->guest->room.asks;
    char away[SAID_CHARS], sentence[SAID_CHARS + 80];

    if (asks == HC_ASK_GO_ON && visit->ask != HC_ASK_GO_ON) {
        put_away(visit, away, sizeof away);
        snprintf(sentence, sizeof sentence, "%s%s%s", away,
                 visit->guest->seat == HC_SPECTATOR ? "" : " ",
                 visit->guest->seat == HC_SPECTATOR ? "" : phrase_word(TERMINAL_TYPE_AGREE));
        visit_say(visit, sentence);
    }
    if (asks == HC_ASK_END && visit->ask != HC_ASK_END)
        visit_say(visit,
                  phrase_word(guest_is_asked(visit->guest, HC_ASK_END) ? TERMINAL_END_ASKED
                                                                       : TERMINAL_END_PROPOSED));
    visit->ask = asks;
}

unsigned visit_absent(const struct visit *visit)
{
    const struct guest_room *room = &visit->guest->room;
    unsigned absent = 0;

    for (unsigned s = 0; !visit->home && s < room->seats; s++)
        if (room->seat[s].who == HC_SEAT_PERSON && !room->seat[s].connected &&
            s != visit->guest->seat)
            absent |= 1u << s;
    return absent;
}

/* Who loses the connection or comes back is not in it, either. */
static void say_presence(struct visit *visit)
{
    unsigned absent = visit_absent(visit), changed = absent ^ visit->absent;

    for (unsigned s = 0; visit->has_match && s < HC_SEATS_MAX; s++) {
        char sentence[SAID_CHARS];
        struct hc_text out;

        if (!(changed >> s & 1))
            continue;
        hc_text_init(&out, sentence, sizeof sentence);
        PHRASE(&out, absent >> s & 1 ? TERMINAL_HAS_GONE : TERMINAL_IS_BACK,
               {"name", visit->names[s], 0});
        visit_say(visit, sentence);
    }
    visit->absent = absent;
}

/* Why the house has ended the match is not in that story either. */
static void say_end(struct visit *visit)
{
    static const struct {
        bool said;
        enum hc_word sentence;
    } ends[HC_ROOM_ENDS] = {
        [HC_END_AGREED] = {true, TERMINAL_END_AGREED},
        [HC_END_NOBODY] = {true, TERMINAL_END_NOBODY},
        [HC_END_LENGTH] = {true, TERMINAL_END_LENGTH},
    };
    enum hc_room_end ended = visit->guest->room.ended;

    /* At home whoever ends it knows why. */
    if (!visit->home && ended != visit->ended && ends[ended].said)
        visit_say(visit, phrase_word(ends[ended].sentence));
    visit->ended = ended;
}

/* Whether the seat was lost while the match is on. */
static bool lost_seat(const struct visit *visit)
{
    return !visit->home && visit_is_shown(visit) && visit->guest->room.stage == HC_ROOM_PLAYING &&
           visit->guest->seat != visit->seat;
}

static int sooner(int a_ms, int b_ms)
{
    return a_ms < 0 ? b_ms : b_ms < 0 || a_ms < b_ms ? a_ms : b_ms;
}

enum guest_event visit_wait(struct visit *visit, int descriptor, int timeout_ms)
{
    struct guest *guests[HC_SEATS_MAX + 1];
    enum guest_event event;

    run_stand_in(visit);
    for (unsigned i = 0; i < visit->eyes_count; i++)
        guests[i] = &visit->eyes[i].guest;
    event = guest_wait_all(guests, visit->eyes_count, descriptor,
                           sooner(timeout_ms, stand_in_due(visit)));
    visit_look(visit);
    say_presence(visit);
    say_question(visit);
    say_end(visit);
    if (lost_seat(visit)) {
        phrase_why(&visit->guest->why, TERMINAL_SEAT_LOST);
        visit->guest->gone = true;
    }
    if (visit->guest->gone || (!visit_is_shown(visit) && visit_awaits(visit) != HC_NONE))
        return GUEST_GONE;
    return event;
}

bool visit_rests(const struct visit *visit)
{
    return visit->guest->link->kind->rests;
}

bool visit_is_busy(const struct visit *visit)
{
    return visit_rests(visit) && visit->guest->link->kind->is_busy(visit->guest->link);
}

uint64_t visit_ponder(struct visit *visit, uint64_t since_ms, uint64_t delay_ms)
{
    struct link *link = visit->guest->link;

    if (link->kind->ponder)
        link->kind->ponder(link);
    return since_ms + hc_bot_acts(clock_steady_ms() - since_ms, delay_ms);
}

/* ---- Doing ---------------------------------------------------------------------------------- */

enum hc_refusal visit_give(struct visit *visit, unsigned seat, const struct hc_command *command)
{
    struct eyes *eyes = eyes_of(visit, seat);
    enum hc_refusal refusal = guest_give(&eyes->guest, command);

    if (eyes->guest.command.left)
        say(eyes, phrase_word(TERMINAL_ON_ITS_WAY));
    /* Whoever shares the terminal has seen it as well. */
    if (!refusal && visit->eyes_count > 1)
        visit_wait(visit, -1, 0);
    visit_look(visit);
    return refusal;
}

bool visit_is_asked_next(const struct visit *visit)
{
    return visit->people && guest_is_asked(visit->guest, HC_ASK_NEXT);
}

bool visit_is_asked_on(const struct visit *visit, char *away, size_t size)
{
    if (!guest_is_asked(visit->guest, HC_ASK_GO_ON))
        return false;
    put_away(visit, away, size);
    return true;
}

bool visit_agree(struct visit *visit, struct hc_problem *why)
{
    const enum hc_room_question asks = visit->guest->room.asks;
    bool agreed = false;

    phrase_why(why, TERMINAL_NOTHING_ASKED);
    for (unsigned i = 0; i < visit->people; i++)
        if (asks != HC_ASK_REMATCH && asks != HC_ASK_NOTHING &&
            guest_is_asked(&visit->eyes[i].guest, asks))
            agreed |= guest_agree(&visit->eyes[i].guest, why);
    visit_look(visit);
    return agreed;
}

bool visit_end(struct visit *visit, struct hc_problem *why)
{
    bool ended = guest_ask(visit->guest, json_pack("{s:s}", "op", "end"), why);

    visit_look(visit);
    /* At home nobody has to agree, and it happens when it is waited for. */
    while (ended && visit_rests(visit) && visit_awaits(visit) != HC_NONE)
        ended = visit_wait(visit, -1, -1) != GUEST_GONE;
    return ended;
}

bool visit_chat(struct visit *visit, unsigned seat, const char *text, struct hc_problem *why)
{
    return guest_ask(&eyes_of(visit, seat)->guest,
                     json_pack("{s:s,s:s}", "op", "chat", "text", text), why);
}

const struct hc_view *visit_late(const struct visit *visit)
{
    return visit->guest->has_late && visit_is_shown(visit) ? &visit->guest->late : NULL;
}

/* Whether the host lets people look at hints. */
static bool allows_hints(const struct visit *visit)
{
    struct hc_problem why;
    struct hc_rules settings;
    uint64_t given;

    return !hc_options_parse(&hc_room_settings, visit->guest->room.settings, &settings, &given,
                             NULL, &why) ||
           settings.byte[HC_ROOM_HINTS];
}

/* Tells the others at a server's table, once for each moment. */
static bool tell_of_hint(struct visit *visit, struct hc_problem *why)
{
    if (visit->home || visit->hinted == visit_seq(visit) + 1)
        return true;
    if (!allows_hints(visit))
        return phrase_why(why, TERMINAL_HINTS_FORBIDDEN);
    if (!guest_ask(visit->guest, json_pack("{s:s}", "op", "hint"), why))
        return false;
    visit->hinted = visit_seq(visit) + 1;
    return true;
}

unsigned visit_hint(struct visit *visit, unsigned seat, struct hc_hint hints[HC_HINTS_MAX],
                    struct hc_problem *why)
{
    void *scratch;
    unsigned count;

    phrase_why(why, TERMINAL_NO_ADVICE);
    if (!visit_view(visit, seat)->actions.ways || !tell_of_hint(visit, why))
        return 0;
    scratch = malloc(hc_hint_bytes(HC_HINT_BUDGET));
    /* A hint is thought up from what is certain, not from what may be tried. */
    count = scratch ? hc_hint(&eyes_in(visit, seat)->guest.view, visit->thoughts, HC_HINT_BUDGET,
                              scratch, hints)
                    : 0;
    free(scratch);
    return count;
}

bool visit_save(struct visit *visit, const char *path, struct hc_problem *why)
{
    uint8_t *bytes;
    size_t size;
    bool saved;

    if (!visit->home)
        return phrase_why(why, TERMINAL_LOG_LATER);
    if (!visit->process->log(visit->home, visit->guest->code, &bytes, &size, why))
        return false;
    saved = visit_write_log(path, bytes, size, why);
    free(bytes);
    return saved;
}

/* ---- What is to be said --------------------------------------------------------------------- */

void visit_put_waiting(const struct visit *visit, struct hc_text *out)
{
    const struct guest_room *room = &visit->guest->room;
    unsigned missing[HC_SEATS_MAX], count = 0, seat = visit->guest->seat;
    char names[SAID_CHARS];
    struct hc_text list;

    if (room->asks == HC_ASK_NOTHING || (seat < room->seats && !room->seat[seat].agreed))
        return;
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who == HC_SEAT_PERSON && !room->seat[s].agreed &&
            (room->seat[s].connected || room->asks == HC_ASK_REMATCH))
            missing[count++] = s;
    hc_text_init(&list, names, sizeof names);
    for (unsigned i = 0; i < count; i++) {
        phrase_put_between(i, count, &list);
        hc_put(&list, room->seat[missing[i]].name);
        if (room->seat[missing[i]].connected)
            continue;
        hc_put(&list, " (");
        hc_put(&list, phrase_word(TERMINAL_NOT_CONNECTED));
        hc_put_char(&list, ')');
    }
    if (count)
        PHRASE(out, TERMINAL_WAITING_FOR, {"name", names, 0});
}

bool visit_put_aside(const struct visit *visit, char *text, size_t size)
{
    const struct guest *guest = visit->guest;
    uint64_t now_s = (uint64_t)time(NULL), end_s = guest->deadline_ms / 1000;
    uint64_t left_s = end_s > now_s ? end_s - now_s : 0;
    unsigned awaited = visit_awaits(visit);
    struct hc_text out;

    guest_put_trouble(guest, text, size);
    if (!*text && guest->command.open && guest->command.left)
        snprintf(text, size, "%s", words_text(phrase_language(), WORDS_NO_ANSWER));
    if (*text)
        return true;
    /* Bots have no clock that anybody need look at. */
    if (!guest->deadline_ms || awaited >= HC_SEATS_MAX ||
        guest->room.seat[awaited].who != HC_SEAT_PERSON)
        return false;
    hc_text_init(&out, text, size);
    PHRASE(&out, TERMINAL_SECONDS_LEFT, {"count", NULL, (int64_t)left_s});
    return left_s < ALARM_S;
}
