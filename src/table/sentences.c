// SPDX-License-Identifier: MIT
/*
 * sentences.c: what happened, what can be done and how far a seat has come, as sentences for
 * people. The catalogues have them; here is what their places stand for. games/game.h says which
 * argument of an event has which name. Start reading at hc_seen_say().
 */
#include "games/wording.h"
#include "table/table.h"

/* Who is spoken to, and what about. */
struct speech {
    const struct hc_game *game;
    const struct hc_rules *rules;
    const struct hc_seen *seen;       /* NULL: about a command */
    const struct hc_command *command; /* NULL: about an event */
    const struct hc_event_kind *kind;
    unsigned viewer; /* who is "you" */
    const char *const *names;
};

/* ---- People ---------------------------------------------------------------------------------- */

static void put_person(struct words_work *work, unsigned seat, struct words_span form)
{
    const struct speech *speech = work->context;

    if (seat == speech->viewer)
        words_put(work, words_text_form(work->language, WORDS_YOU, form));
    else if (seat >= HC_SEATS_MAX)
        words_put(work, words_text_form(work->language, WORDS_NOBODY, form));
    else if (speech->names && speech->names[seat])
        hc_put(work->out, speech->names[seat]);
    else
        words_put_count(work, WORDS_SEAT, form, seat);
}

/* What stands before one more of a list, of which so many follow. */
static void put_between(struct words_work *work, bool first, bool last)
{
    if (!first)
        words_put(work, words_text(work->language, last ? WORDS_AND : WORDS_COMMA));
}

static void put_people(struct words_work *work, unsigned mask, struct words_span form)
{
    if (!mask)
        put_person(work, HC_NONE, form);
    for (bool first = true; mask; mask &= mask - 1, first = false) {
        put_between(work, first, !(mask & (mask - 1)));
        put_person(work, hc_lowest_bit(mask), form);
    }
}

/* The form of a verb: for somebody, for you, for several, for several with you among them. */
static struct words_pick pick_people(const struct speech *speech, unsigned mask)
{
    bool you = speech->viewer < HC_SEATS_MAX && mask >> speech->viewer & 1;
    bool several = (mask & (mask - 1)) != 0;

    return (struct words_pick){(several ? 2u : 0u) + you, mask != 0};
}

static unsigned mask_of(unsigned seat)
{
    return seat < HC_SEATS_MAX ? 1u << seat : 0;
}

/* The subject of an event: the seats of its mask, or its seat. */
static unsigned subject_of(const struct speech *speech)
{
    return hc_event_has(speech->kind, 'm') ? (unsigned)speech->seen->value
                                           : mask_of(speech->seen->seat);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* "a Red 5, a Blue 7 and 2 hidden cards"; "3 cards" if none is known. */
static void put_cards(struct words_work *work, struct words_span form)
{
    const struct speech *speech = work->context;
    const struct hc_seen *seen = speech->seen;
    unsigned hidden = 0, known = 0;

    for (unsigned i = 0; i < seen->count; i++)
        hidden += seen->face[i] == HC_HIDDEN;
    for (unsigned i = 0; i < seen->count; i++) {
        if (seen->face[i] == HC_HIDDEN)
            continue;
        known++;
        put_between(work, known == 1, known == seen->count);
        hc_face_write(speech->game, speech->rules, seen->face[i], work, form);
    }
    if (known && !hidden)
        return;
    put_between(work, !known, true);
    words_put_count(work, known ? WORDS_HIDDEN_CARDS : WORDS_UNKNOWN_CARDS, form, hidden);
}

static void put_card(struct words_work *work, unsigned face, struct words_span form)
{
    const struct speech *speech = work->context;

    if (face >= HC_FACES_MAX)
        words_put(work, words_text_form(work->language, WORDS_A_CARD, form));
    else
        hc_face_write(speech->game, speech->rules, face, work, form);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void put_of_event(struct words_work *work, struct words_span name, struct words_span form)
{
    const struct speech *speech = work->context;
    const struct hc_seen *seen = speech->seen;

    if (words_is(name, "who"))
        put_people(work, subject_of(speech), form);
    else if (words_is(name, "other"))
        put_person(work, seen->other, form);
    else if (words_is(name, "cards"))
        put_cards(work, form);
    else if (words_is(name, "card"))
        put_card(work, seen->count ? seen->face[0] : (unsigned)HC_NONE, form);
    else if (words_is(name, "guess"))
        put_card(work, (unsigned)seen->value, form);
    else if (words_is(name, "count"))
        hc_put_number(work->out, seen->count);
    else if (words_is(name, "number"))
        hc_put_number(work->out, seen->value);
    else if (words_is(name, "color"))
        hc_color_write(speech->game, (unsigned)seen->value, work, form);
    else
        HC_CHECK(hc_rules_put(speech->game, speech->rules, work, name));
}

static struct words_pick pick_of_event(const struct words_work *work, struct words_span name)
{
    const struct speech *speech = work->context;
    const struct hc_seen *seen = speech->seen;
    struct words_pick pick = {(unsigned)seen->value, seen->value != 0}; /* of a flag or a reason */

    if (words_is(name, "who"))
        return pick_people(speech, subject_of(speech));
    if (words_is(name, "other"))
        return pick_people(speech, mask_of(seen->other));
    if (words_is(name, "count"))
        return words_pick_number(work, seen->count);
    if (words_is(name, "number"))
        return words_pick_number(work, seen->value);
    if (!words_is(name, "flag") && !words_is(name, "reason"))
        HC_CHECK(hc_rules_pick(speech->game, speech->rules, work, name, &pick));
    return pick;
}

/* Which letters an event must have for a name; none: every event has it. */
static const struct {
    const char *name, *letters;
} carried[] = {
    {"who", "sm"},   {"other", "ot"}, {"number", "vV"}, {"flag", "b"}, {"color", "C"},
    {"reason", "r"}, {"guess", "f"},  {"card", ""},     {"cards", ""}, {"count", ""},
};

bool hc_event_carries(const struct hc_event_kind *kind, struct words_span name)
{
    for (unsigned i = 0; i < HC_COUNT(carried); i++) {
        if (!words_is(name, carried[i].name))
            continue;
        for (const char *letter = carried[i].letters; *letter; letter++)
            if (hc_event_has(kind, *letter))
                return true;
        return !*carried[i].letters;
    }
    return false;
}

bool hc_event_speaks(const struct hc_game *game, unsigned kind)
{
    return game->events[kind].sight != HC_FOR_NOBODY &&
           *words_of_game(NULL, game->name, "events", game->events[kind].name);
}

size_t hc_seen_say(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_seen *seen, unsigned viewer,
                   const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                   char *out, size_t size)
{
    static const struct words_source source = {put_of_event, pick_of_event};
    const struct hc_event_kind *kind = &game->events[seen->kind];
    const struct speech speech = {
        .game = game, .rules = rules, .seen = seen, .kind = kind, .viewer = viewer, .names = names};
    struct hc_text text;
    struct words_work work = {
        .language = language, .out = &text, .source = &source, .context = &speech};

    hc_text_init(&text, out, size);
    if (!seen->hidden)
        words_write(&work, words_of_game(language, game->name, "events", kind->name));
    else if (kind->sight != HC_FOR_NOBODY)
        words_write(&work, words_text(language, WORDS_THINKING));
    return text.length;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void put_of_command(struct words_work *work, struct words_span name, struct words_span form)
{
    const struct speech *speech = work->context;
    const struct hc_command *command = speech->command;

    if (words_is(name, "card"))
        put_card(work, command->face, form);
    else if (words_is(name, "guess"))
        put_card(work, command->guess, form);
    else if (words_is(name, "other"))
        put_person(work, command->target, form);
    else if (words_is(name, "color"))
        hc_color_write(speech->game, command->color, work, form);
    else
        HC_CHECK(hc_rules_put(speech->game, speech->rules, work, name));
}

static struct words_pick pick_of_command(const struct words_work *work, struct words_span name)
{
    const struct speech *speech = work->context;
    const struct hc_command *command = speech->command;
    struct words_pick pick = {command->flag, command->flag};

    if (words_is(name, "card"))
        return (struct words_pick){0, command->face < HC_FACES_MAX};
    if (words_is(name, "guess"))
        return (struct words_pick){0, command->guess < HC_FACES_MAX};
    if (words_is(name, "color"))
        return (struct words_pick){command->color, command->color < HC_BAD};
    if (words_is(name, "other"))
        return pick_people(speech, mask_of(command->target));
    if (!words_is(name, "flag"))
        HC_CHECK(hc_rules_pick(speech->game, speech->rules, work, name, &pick));
    return pick;
}

size_t hc_command_say(const struct hc_view *view, const struct hc_command *command,
                      const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                      char *out, size_t size)
{
    static const struct words_source source = {put_of_command, pick_of_command};
    const struct hc_game *game = view->game;
    const struct speech speech = {.game = game,
                                  .rules = &view->rules,
                                  .command = command,
                                  .viewer = view->viewer,
                                  .names = names};
    struct hc_text text;
    struct words_work work = {
        .language = language, .out = &text, .source = &source, .context = &speech};

    hc_text_init(&text, out, size);
    words_write(&work, words_of_game(language, game->name, "commands",
                                     game->grammar.verbs[command->verb].name));
    return text.length;
}

/* ---- The goal -------------------------------------------------------------------------------- */

struct progress {
    int64_t points, goal;
};

static int64_t number_of(const struct words_work *work, struct words_span name)
{
    const struct progress *progress = work->context;

    HC_CHECK(words_is(name, "points") || words_is(name, "goal"));
    return words_is(name, "goal") ? progress->goal : progress->points;
}

static void put_progress(struct words_work *work, struct words_span name, struct words_span form)
{
    (void)form;
    hc_put_number(work->out, number_of(work, name));
}

static struct words_pick pick_progress(const struct words_work *work, struct words_span name)
{
    return words_pick_number(work, number_of(work, name));
}

size_t hc_goal_say(const struct hc_view *view, unsigned seat, const struct hc_language *language,
                   char *out, size_t size)
{
    static const struct words_source source = {put_progress, pick_progress};
    struct progress progress = {0, hc_goal(view->game, &view->rules, view->seats)};
    struct hc_text text;
    struct words_work work = {
        .language = language, .out = &text, .source = &source, .context = &progress};

    hc_text_init(&text, out, size);
    if (progress.goal > 1 && hc_view_common(view, HC_COMMON_POINTS, seat, &progress.points))
        words_write(&work, words_of_game(language, view->game->name, "goal", "progress"));
    return text.length;
}
