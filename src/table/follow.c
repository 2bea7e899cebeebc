// SPDX-License-Identifier: MIT
/*
 * follow.c: judging a step by doing it again.
 *
 * Every command that the events may tell of is given to tables that may be behind the view. Where
 * such a table shows another card than was told, it is bent (guess.h) and tried again, until all
 * that was told fits or something differs that no exchange of hidden cards can mend. If it fits,
 * the step is honest.
 *
 * If nothing fits, a command is refuted when it went wrong at the same place and in the same way at
 * all tables. For that the tables differ on purpose in all that decisions hang on: what the hands
 * of those concerned hold, what is drawn next, what nobody remembers but the engine. Where they
 * differ in what they do, hidden things matter, and the step is undecided. One more thing follows
 * from how views are made: viewers who saw the same view and the same events see the same facts. So
 * if all events fit and a fact does not, that fact was altered.
 *
 * Start reading at hc_follow().
 */
#include "table/follow.h"

#include "table/guess.h"
#include "table/sound.h"

enum {
    TRIES_MAX = 30000,     /* commands for one step; what takes more is undecided */
    REPAIRS_MAX = 160,     /* of one table: every card of a deck, and some more */
    COMMANDS_MAX = 1200,   /* that one step may be */
    ALTERED_WAYS = 12,     /* so many tables more may yet lead to a fact that differs */
    RECALLS_MAX = 12,      /* ways in which hidden facts may be */
    SMALL_DECK_FACES = 16, /* so few that every hidden card of two hands can be tried */
    LATE_MS = 1 << 30,     /* later than any time limit */
};

enum outcome { FITS, DIFFERS, BENT, SKIPPED };

/* Why a command is not the one: where it went wrong, and how. */
enum wrong {
    WRONG_REFUSED, /* with the refusal */
    WRONG_EVENT,   /* another event, or none */
    WRONG_CARD,    /* a card that cannot be there */
    WRONG_FACT,    /* all events fit, and this fact differs */
    WRONG_COUNT,   /* … or the number of cards in a place */
    WRONG_FACE,    /* … or a card that is shown there */
};

struct difference {
    enum wrong wrong;
    unsigned at;  /* how many events fit */
    uint32_t how; /* refusal, fact, or a sum over the event */
    bool chance;  /* cards were shuffled before: it may hang on their order */
    bool drawn;   /* somebody else drew before: it may hang on what that was */
};

struct attempt {
    struct hc_command command;
    uint8_t seat;
    bool is_wild;            /* names a card that nobody was shown */
    bool accepted, varies;   /* at some table; and not always with the same difference */
    uint8_t refusal;         /* of the last one that refused it */
    struct difference first; /* where it was accepted */
};

struct search {
    const struct hc_step *step;
    const struct hc_game *game;
    const struct hc_deck *deck;
    struct hc_guess guess;
    struct hc_dice dice;
    uint64_t told;        /* faces that events name */
    unsigned first_told;  /* the first of them, or HC_NONE */
    uint64_t matching;    /* faces that could be played before */
    unsigned seats;       /* that events name, as a mask */
    unsigned drawn_count; /* cards that events say were drawn, from the top of the pile */
    uint8_t drawn[HC_CARDS_MAX];
    unsigned hidden_pile;
    unsigned tries, count;
    bool incomplete; /* there are more attempts than can be made */
    bool altered;    /* at some table all events fit, and a fact did not */
    struct difference best;
    struct hc_seen wanted; /* in its place */
    struct hc_seen seen;   /* the event that is looked at; without a kind: there is none */
    struct hc_view view;
    struct hc_events events;
    struct attempt attempt[COMMANDS_MAX];
};

/* ---- What was told --------------------------------------------------------------------------- */

/* Leaves of a seen event what is told of it: seen_text.c prints no more. */
static void tell(const struct hc_game *game, struct hc_seen *seen)
{
    const struct hc_event_kind *kind = &game->events[seen->kind];
    bool open = !seen->hidden;

    if (!hc_event_has(kind, 's'))
        seen->seat = HC_NONE;
    if (!open || !(hc_event_has(kind, 'o') || hc_event_has(kind, 't')) ||
        seen->other >= HC_SEATS_MAX)
        seen->other = HC_NONE;
    if (open && hc_event_has(kind, 'b'))
        seen->value = seen->value != 0;
    else if (open && hc_event_has(kind, 'C'))
        seen->value = (uint32_t)seen->value < hc_length(game->grammar.colors) ? seen->value : -1;
    else if (!open || !(hc_event_has(kind, 'v') || hc_event_has(kind, 'r') ||
                        hc_event_has(kind, 'm') || hc_event_has(kind, 'f')))
        seen->value = 0;
    if (hc_event_has(kind, 'F') && seen->count > 1)
        seen->count = 1;
}

/* Event number `at`, as it was told. */
static struct hc_seen told_at(const struct hc_step *step, unsigned at)
{
    struct hc_seen seen = step->seen[at];

    tell(step->was->game, &seen);
    return seen;
}

static bool names_card(const struct hc_game *game, const struct hc_seen *seen)
{
    const struct hc_event_kind *kind = &game->events[seen->kind];

    return seen->count && (hc_event_has(kind, 'c') || hc_event_has(kind, 'F'));
}

static bool same_event(const struct hc_seen *a, const struct hc_seen *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->other == b->other &&
           a->count == b->count && a->hidden == b->hidden && a->value == b->value;
}

/* How an event differs from what was told. Of another kind, it does not matter how much there was
 * of it; whom it happened to does, since that may hang on a hidden card. */
static uint32_t sum_of(const struct hc_seen *seen, const struct hc_seen *told)
{
    uint32_t sum = 2166136261u;
    uint32_t part[] = {seen->kind, seen->seat, seen->other, seen->count, (uint32_t)seen->value};

    for (unsigned i = 0; i < (told->kind == seen->kind ? HC_COUNT(part) : 3); i++)
        sum = (sum ^ part[i]) * 16777619u;
    return sum;
}

/* ---- One table ------------------------------------------------------------------------------- */

static enum outcome differ(struct difference *difference, enum wrong wrong, unsigned at,
                           uint32_t how)
{
    difference->wrong = wrong;
    difference->at = at;
    difference->how = how;
    return DIFFERS;
}

/* The faces of an event against what was told of it. */
static enum outcome compare_faces(const struct search *search, struct hc_guess *guess,
                                  const struct hc_event *event, unsigned at, struct hc_cards mixed,
                                  struct difference *difference)
{
    const struct hc_seen *told = &search->step->seen[at], *seen = &search->seen; /* faces alone */
    bool is_set = search->game->events[event->kind].is_set;
    unsigned exchanged = 0, known = 0, card;

    for (unsigned i = 0; i < seen->count; i++) {
        known += told->face[i] != HC_HIDDEN;
        if ((told->face[i] == HC_HIDDEN) == (seen->face[i] == HC_HIDDEN))
            continue;
        /* A viewer may know more than the last view showed: who has put a card under a pile knows
         * it when it comes up again. */
        if (told->face[i] == HC_HIDDEN || is_set || guess->begins)
            return differ(difference, WRONG_CARD, at, sum_of(seen, told));
        card = hc_guess_settle(guess, event->cards[i], told->face[i], mixed);
        if (card == HC_NONE)
            return differ(difference, WRONG_CARD, at, sum_of(seen, told));
        hc_guess_know(guess, search->step->was->viewer, card);
        return BENT;
    }
    if (is_set && known != seen->count)
        return FITS; /* which of the cards are the known ones is the engine's affair */
    if (!hc_guess_settle_all(guess, event->cards, seen->count, told->face, !is_set, mixed,
                             &exchanged))
        return differ(difference, WRONG_CARD, at, sum_of(seen, told));
    return exchanged ? BENT : FITS;
}

/* Whoever shuffles tells nobody the order. */
static void mix(const struct hc_event *event, const struct hc_seen *seen, struct hc_cards *mixed)
{
    for (unsigned i = 0; seen->seat == HC_NONE && i < seen->count && seen->count > 1; i++)
        if (seen->face[i] == HC_HIDDEN)
            hc_add(mixed, event->cards[i]);
}

static enum outcome compare_events(struct search *search, struct hc_guess *guess,
                                   const struct hc_table *from, struct difference *difference)
{
    const struct hc_step *step = search->step;
    const struct hc_event *event = hc_event_first(&search->events);
    struct hc_cards mixed = {{0, 0}};
    struct hc_table table = *from;

    difference->drawn = false;

    for (unsigned at = 0;; at++, event = hc_event_next(&search->events, event)) {
        struct hc_seen told;
        enum outcome outcome;

        if (!event && at == step->count)
            return FITS;
        if (!event) {
            search->seen.kind = HC_NONE;
            return differ(difference, WRONG_EVENT, at, 0);
        }
        hc_table_apply(&table, event);
        hc_event_see(&table, event, step->was->viewer, &search->seen);
        tell(search->game, &search->seen);
        difference->chance = hc_any(mixed) && !guess->begins;
        if (at == step->count)
            return differ(difference, WRONG_EVENT, at, search->seen.kind);
        told = told_at(step, at);
        if (!same_event(&search->seen, &told)) {
            unsigned face = names_card(search->game, &told) ? told.face[0] : HC_HIDDEN;

            /* Another card may lead to this very event. */
            if (face < search->deck->face_count && names_card(search->game, &search->seen) &&
                search->deck->face_of[event->cards[0]] != face &&
                hc_guess_settle(guess, event->cards[0], face, mixed) != HC_NONE)
                return BENT;
            return differ(difference, WRONG_EVENT, at, sum_of(&search->seen, &told));
        }
        outcome = compare_faces(search, guess, event, at, mixed, difference);
        if (outcome != FITS)
            return outcome;
        mix(event, &search->seen, &mixed);
        difference->drawn |= search->seen.seat < HC_SEATS_MAX && search->seen.count &&
                             search->seen.face[search->seen.count - 1u] == HC_HIDDEN &&
                             search->deck->face_count > SMALL_DECK_FACES;
    }
}

/* Bends the cards that the last view shows. Only where it has as many, known and hidden. */
static enum outcome settle_view(struct search *search, struct hc_guess *guess,
                                const struct hc_table *after, struct difference *difference)
{
    const struct hc_view *now = search->step->now, *view = &search->view;
    struct hc_cards known = hc_box_known(&after->box, now->viewer), none = {{0, 0}};
    uint8_t cards[HC_CARDS_MAX];
    unsigned exchanged = 0, at = search->step->count;

    for (unsigned s = 0; s < now->seats; s++) {
        struct hc_cards seen = hc_and(after->box.hand[s], known);
        unsigned count = 0, shown = 0;

        while (hc_any(seen))
            cards[count++] = (uint8_t)hc_take_lowest(&seen);
        while (shown < now->hand[s].count && now->face[now->hand[s].start + shown] != HC_HIDDEN)
            shown++;
        if (now->hand[s].count != view->hand[s].count)
            return differ(difference, WRONG_COUNT, at, s);
        if (count != shown)
            return differ(difference, WRONG_CARD, at, s);
        if (!hc_guess_settle_all(guess, cards, count, now->face + now->hand[s].start, false, none,
                                 &exchanged))
            return differ(difference, WRONG_FACE, at, s);
        if (exchanged)
            return BENT;
    }
    for (unsigned p = 0; p < search->game->pile_count; p++) {
        unsigned count = hc_box_list(&after->box, p, cards), start = now->pile[p].start;

        if (now->pile[p].count != count)
            return differ(difference, WRONG_COUNT, at, HC_SEATS_MAX + p);
        for (unsigned i = 0; i < count; i++)
            if ((now->face[start + i] == HC_HIDDEN) !=
                (view->face[view->pile[p].start + i] == HC_HIDDEN))
                return differ(difference, WRONG_CARD, at, HC_SEATS_MAX + p);
        if (!hc_guess_settle_all(guess, cards, count, now->face + start, true, none, &exchanged))
            return differ(difference, WRONG_FACE, at, HC_SEATS_MAX + p);
        if (exchanged)
            return BENT;
    }
    return FITS;
}

static enum outcome compare_facts(const struct search *search, struct difference *difference)
{
    const struct hc_view *now = search->step->now, *view = &search->view;
    unsigned at = search->step->count;

    if (now->seats != view->seats)
        return differ(difference, WRONG_COUNT, at, HC_NONE);
    for (unsigned f = 0; f < search->game->fact_count; f++) {
        const struct hc_fact *fact = &search->game->facts[f];

        if (!hc_fact_visible(fact, now->state, now->viewer) ||
            !hc_fact_visible(fact, view->state, view->viewer))
            continue;
        for (unsigned i = 0; i < (fact->per_seat ? now->seats : 1u); i++)
            if (hc_fact_get(fact, now->state, i) != hc_fact_get(fact, view->state, i))
                return differ(difference, fact->type == HC_FACT_CARD ? WRONG_CARD : WRONG_FACT, at,
                              f);
    }
    return FITS;
}

/* Gives a command once, and looks at what came of it. */
static enum outcome try_once(struct search *search, const struct attempt *attempt,
                             struct hc_guess *guess, unsigned recall, uint64_t now_ms,
                             struct difference *difference)
{
    unsigned viewer = search->step->was->viewer, face = attempt->command.face;
    struct hc_table before = guess->table, after;
    enum hc_refusal refusal;
    enum outcome outcome;

    if (face >= search->deck->face_count)
        face = search->first_told;
    if (search->game->recall && !search->game->recall(&before, viewer, face, recall))
        return SKIPPED;
    after = before;
    search->tries++;
    refusal = guess->begins
                  ? hc_submit_rigged(&after, attempt->seat, &attempt->command, now_ms,
                                     &search->events, guess->next, search->deck->card_count)
                  : hc_submit(&after, attempt->seat, &attempt->command, now_ms, &search->events);
    if (refusal)
        return differ(difference, WRONG_REFUSED, 0, refusal);
    outcome = compare_events(search, guess, &before, difference);
    if (outcome == BENT || (outcome == DIFFERS && !difference->at))
        return outcome;
    /* What the next view shows may be what an event hung on: points of hands that lie open now. */
    hc_view(&after, viewer, now_ms, &search->view);
    if (outcome == DIFFERS) {
        struct difference ignored;

        if (search->view.seats != search->step->now->seats)
            return DIFFERS;
        return settle_view(search, guess, &after, &ignored) == BENT ? BENT : DIFFERS;
    }
    outcome = compare_facts(search, difference);
    return outcome == FITS ? settle_view(search, guess, &after, difference) : outcome;
}

/* ---- Tables that differ on purpose ----------------------------------------------------------- */

static unsigned hand_ways(const struct search *search)
{
    unsigned faces = search->deck->face_count;

    if (faces <= SMALL_DECK_FACES)
        return 1 + (faces + 1) * (faces + 1);
    return 1 + 2 * (1 + (unsigned)hc_length(search->game->grammar.colors));
}

static unsigned ways(const struct search *search)
{
    return hand_ways(search) * (search->drawn_count ? 3 : 1);
}

/* Whom a command is about beside the one who gives it. */
static unsigned other_of(const struct search *search, const struct attempt *attempt, unsigned actor)
{
    unsigned rest = search->seats & ~(actor < HC_SEATS_MAX ? 1u << actor : 0);

    if (attempt->command.target < search->step->was->seats && attempt->command.target != actor)
        return attempt->command.target;
    return rest ? hc_lowest_bit(rest) : HC_NONE;
}

static uint64_t faces_of_color(const struct search *search, unsigned color)
{
    uint64_t faces = 0;

    for (unsigned f = 0; f < search->deck->face_count; f++)
        faces |= (uint64_t)(search->deck->faces[f].color == color) << f;
    return faces;
}

/* What is drawn next: cards that were told, cards that do not match, and at the end one that does.
 */
static void stack_draws(const struct search *search, struct hc_guess *guess, bool matches)
{
    uint64_t all = search->deck->face_count == 64 ? ~UINT64_C(0)
                                                  : (UINT64_C(1) << search->deck->face_count) - 1;
    uint64_t faces[HC_CARDS_MAX];

    for (unsigned i = 0; i < search->drawn_count; i++) {
        bool last = i + 1 == search->drawn_count;

        faces[i] = search->drawn[i] != HC_HIDDEN ? UINT64_C(1) << search->drawn[i]
                   : last && matches             ? search->matching
                                                 : all & ~search->matching;
    }
    hc_guess_stack(guess, search->hidden_pile, faces, search->drawn_count);
}

static void bend_hands(const struct search *search, const struct attempt *attempt,
                       struct hc_guess *guess, unsigned hand)
{
    unsigned seats = search->step->was->seats, viewer = search->step->was->viewer;
    unsigned actor = attempt->seat < seats ? attempt->seat : attempt->command.target;
    unsigned other = other_of(search, attempt, actor), faces = search->deck->face_count;
    unsigned each = (hand_ways(search) - 1) / 2;

    if (faces <= SMALL_DECK_FACES) {
        unsigned own = hand % (faces + 1), others = hand / (faces + 1);

        if (own < faces && actor < seats && actor != viewer)
            hc_guess_hold(guess, actor, own, false);
        if (others < faces && other < seats && other != viewer)
            hc_guess_hold(guess, other, others, false);
        return;
    }
    actor = hand < each ? actor : other;
    hand %= each;
    if (actor < seats && actor != viewer)
        hc_guess_fill_hand(guess, actor,
                           hand ? faces_of_color(search, hand - 1) : ~search->matching);
}

/* As far as it can be: a table that differs by its dice alone is another one too. */
static void bend_on_purpose(const struct search *search, const struct attempt *attempt,
                            struct hc_guess *guess, unsigned way)
{
    unsigned hand = way % hand_ways(search), draws = way / hand_ways(search);

    if (hand)
        bend_hands(search, attempt, guess, hand - 1);
    if (draws)
        stack_draws(search, guess, draws == 1);
}

/* Of several tables those count that went on longest as it was told: what is told settles what hung
 * on hidden things until then. */
static void note(struct search *search, struct attempt *attempt, unsigned way,
                 const struct difference *difference)
{
    if (difference->wrong == WRONG_REFUSED) {
        attempt->refusal = (uint8_t)difference->how;
        return;
    }
    if (!attempt->accepted || difference->at > attempt->first.at) {
        attempt->first = *difference;
        attempt->varies = false;
    } else if (difference->at < attempt->first.at) {
        attempt->accepted = true;
        return;
    }
    if (attempt->first.wrong != difference->wrong || attempt->first.at != difference->at ||
        attempt->first.how != difference->how || difference->chance)
        attempt->varies = true;
    attempt->accepted = true;
    if (difference->wrong == WRONG_FACT || difference->wrong == WRONG_COUNT ||
        (difference->wrong == WRONG_FACE && !way))
        search->altered = true;
    if (difference->at < search->best.at ||
        (difference->at == search->best.at && search->best.wrong >= difference->wrong))
        return;
    search->best = *difference;
    search->wanted = search->seen;
}

/* Whether a command explains the step at this table, as it is or bent. */
static bool explains(struct search *search, struct attempt *attempt, unsigned way, unsigned recall)
{
    struct difference difference = {.wrong = WRONG_REFUSED};
    struct hc_guess guess = search->guess;
    enum hc_house_role role = search->game->grammar.verbs[attempt->command.verb].role;
    enum outcome outcome = BENT;

    if (role == HC_HOUSE_START || role == HC_HOUSE_NEXT)
        hc_guess_begin_round(&guess);
    else if (attempt->seat < search->step->was->seats &&
             attempt->command.face < search->deck->face_count &&
             !hc_guess_hold(&guess, attempt->seat, attempt->command.face, true)) {
        differ(&difference, WRONG_REFUSED, 0, HC_NO_CARD);
        note(search, attempt, way, &difference);
        return false;
    }
    if (!guess.begins)
        bend_on_purpose(search, attempt, &guess, way);
    for (unsigned i = 0; i < REPAIRS_MAX && outcome == BENT; i++)
        outcome = try_once(search, attempt, &guess, recall, way & 1 ? LATE_MS : 0, &difference);
    if (outcome == DIFFERS)
        note(search, attempt, way, &difference);
    if (outcome == BENT)
        attempt->varies = attempt->accepted = true;
    return outcome == FITS;
}

/* ---- Commands that a step may be ------------------------------------------------------------- */

/* All values of an argument: `set`, and that it is missing. */
struct values {
    uint64_t set;
    bool may_lack;
};

static struct values values_of(bool taken, bool needed, uint64_t set)
{
    return (struct values){taken ? set : 0, !taken || !needed};
}

/* Takes the next value; false at the end. */
static bool next_value(struct values *values, uint8_t *value)
{
    if (values->may_lack) {
        values->may_lack = false;
        *value = HC_NONE;
        return true;
    }
    if (!values->set)
        return false;
    *value = (uint8_t)hc_lowest_bit(values->set);
    values->set &= values->set - 1;
    return true;
}

static void add(struct search *search, unsigned seat, struct hc_command command, bool is_wild)
{
    if (search->count == COMMANDS_MAX) {
        search->incomplete = true;
        return;
    }
    search->attempt[search->count++] =
        (struct attempt){.command = command, .seat = (uint8_t)seat, .is_wild = is_wild};
}

/* What events name, for the arguments of commands. */
struct named {
    uint64_t seats, colors, guesses;
};

static void add_verb(struct search *search, unsigned seat, unsigned verb, uint64_t faces,
                     const struct named *named, bool is_wild)
{
    unsigned takes = search->game->grammar.verbs[verb].takes;
    struct values face = values_of(takes & HC_TAKES_CARD, true, faces);
    struct hc_command command = {.verb = (uint8_t)verb};

    while (next_value(&face, &command.face)) {
        struct values color = values_of(takes & (HC_TAKES_COLOR | HC_TAKES_COLOR_KEY),
                                        takes & HC_TAKES_COLOR, named->colors);

        while (next_value(&color, &command.color)) {
            struct values target = values_of(takes & (HC_TAKES_SEAT | HC_TAKES_TARGET_KEY),
                                             takes & HC_TAKES_SEAT, named->seats);

            while (next_value(&target, &command.target)) {
                struct values guess = values_of(takes & HC_TAKES_GUESS_KEY, false, named->guesses);

                while (next_value(&guess, &command.guess))
                    for (command.flag = 0; command.flag <= (takes & HC_TAKES_FLAG && !is_wild);
                         command.flag++)
                        add(search, seat, command, is_wild);
            }
        }
    }
}

static void add_verbs(struct search *search, unsigned seat, uint64_t faces, bool with_card,
                      const struct named *named, bool is_wild)
{
    const struct hc_grammar *grammar = &search->game->grammar;

    for (unsigned v = 0; v < grammar->verb_count; v++)
        if (!!(grammar->verbs[v].takes & HC_FROM_HOUSE) == (seat == HC_HOUSE) &&
            !!(grammar->verbs[v].takes & HC_TAKES_CARD) == with_card)
            add_verb(search, seat, v, faces, named, is_wild);
}

static void list_attempts(struct search *search)
{
    const struct hc_step *step = search->step;
    uint64_t all = (UINT64_C(2) << (search->deck->face_count - 1)) - 1;
    unsigned everybody = (1u << step->was->seats) - 1;
    struct named named = {.seats = search->seats}, nothing = {0};
    uint64_t wild;
    bool secret = false, is_wild;

    for (unsigned i = 0; i < step->count; i++) {
        struct hc_seen seen = told_at(step, i);
        const struct hc_event_kind *kind = &search->game->events[seen.kind];

        secret |= seen.hidden;
        if (!seen.hidden && hc_event_has(kind, 'C') && seen.value >= 0)
            named.colors |= UINT64_C(1) << (seen.value & 7);
        if (!seen.hidden && hc_event_has(kind, 'f') && (uint32_t)seen.value < HC_FACES_MAX)
            named.guesses |= UINT64_C(1) << seen.value;
    }
    if (secret)
        named.seats = everybody;
    if (search->deck->face_count <= SMALL_DECK_FACES && !search->told)
        named.guesses = all; /* which of the rest goes under the pile last */
    for (unsigned seats = search->seats & everybody; seats; seats &= seats - 1)
        add_verbs(search, hc_lowest_bit(seats), search->told, true, &named, false);
    for (unsigned seats = search->seats & everybody; seats; seats &= seats - 1)
        add_verbs(search, hc_lowest_bit(seats), 0, false, &named, false);
    wild = all & ~search->told;
    named.seats |= step->was->seats < HC_SEATS_MAX ? 1u << step->was->seats : 0;
    add_verbs(search, HC_HOUSE, 0, false, &named, false);
    /* Of what the events do not name, the card alone: it would be told at once. */
    is_wild = search->told || search->deck->face_count > SMALL_DECK_FACES;
    named.seats = secret ? everybody : search->seats;
    for (unsigned seats = search->seats & everybody; seats; seats &= seats - 1)
        add_verbs(search, hc_lowest_bit(seats), wild, true, is_wild ? &nothing : &named, is_wild);
}

/* Reads what the events tell: seats, cards, draws. */
static void read_step(struct search *search)
{
    const struct hc_view *was = search->step->was;
    const struct hc_game *game = search->game;
    unsigned top = HC_HIDDEN, color = HC_NONE;

    search->first_told = HC_NONE;
    for (unsigned i = 0; i < search->step->count; i++) {
        struct hc_seen seen = told_at(search->step, i);
        const struct hc_event_kind *kind = &game->events[seen.kind];

        if (seen.seat < HC_SEATS_MAX)
            search->seats |= 1u << seen.seat;
        if (seen.other < HC_SEATS_MAX)
            search->seats |= 1u << seen.other;
        if (names_card(game, &seen) && seen.face[0] < search->deck->face_count) {
            search->first_told = search->told ? search->first_told : seen.face[0];
            search->told |= UINT64_C(1) << seen.face[0];
        }
        if (hc_event_has(kind, 's') && hc_event_has(kind, 'n'))
            for (unsigned c = 0; c < seen.count && search->drawn_count < HC_CARDS_MAX; c++)
                search->drawn[search->drawn_count++] = seen.face[c];
    }
    for (unsigned p = game->pile_count; p-- > 0;) {
        if (game->piles[p].show == HC_SHOW_NONE)
            search->hidden_pile = p;
        else if (was->pile[p].count && was->face[was->pile[p].start] != HC_HIDDEN)
            top = was->face[was->pile[p].start];
    }
    for (unsigned f = game->fact_count; f-- > 0;)
        if (game->facts[f].type == HC_FACT_COLOR && game->facts[f].headline)
            color = (unsigned)hc_fact_get(&game->facts[f], was->state, 0);
    for (unsigned f = 0; game->matches && top < HC_HIDDEN && f < search->deck->face_count; f++)
        search->matching |= (uint64_t)game->matches(f, top, color) << f;
}

/* ---- The verdict ----------------------------------------------------------------------------- */

static void say(const struct search *search, struct hc_problem *why)
{
    const struct difference *best = &search->best;
    const struct hc_step *step = search->step;
    char told[HC_PROBLEM_CHARS] = "nothing more", wanted[HC_PROBLEM_CHARS] = "nothing more";
    struct hc_text text;

    hc_text_init(&text, why->text, sizeof why->text);
    if (best->at < step->count)
        hc_seen_print(search->game, &step->was->rules, &step->seen[best->at], told, sizeof told);
    if (best->wrong == WRONG_EVENT && search->wanted.kind != HC_NONE)
        hc_seen_print(search->game, &step->was->rules, &search->wanted, wanted, sizeof wanted);
    switch (best->wrong) {
    case WRONG_REFUSED:
        hc_put(&text, "no lawful command begins with \"");
        hc_put(&text, told);
        hc_put(&text, "\"");
        break;
    case WRONG_EVENT:
        hc_put(&text, "the rules want \"");
        hc_put(&text, wanted);
        hc_put(&text, "\", and \"");
        hc_put(&text, told);
        hc_put(&text, "\" was told");
        break;
    case WRONG_CARD:
        hc_put(&text, "a card cannot have been there: \"");
        hc_put(&text, told);
        hc_put(&text, "\"");
        break;
    case WRONG_FACT:
        hc_put(&text, "what happened does not lead to this: ");
        hc_put(&text, search->game->facts[best->how].name);
        break;
    case WRONG_COUNT:
        hc_put(&text, "what happened does not lead to so many cards, or players");
        break;
    case WRONG_FACE:
        hc_put(&text, "a card is shown that cannot be there");
        break;
    }
}

/* Refusals that hang on what a hand holds. */
static bool is_private(unsigned refusal)
{
    return refusal == HC_WD4_ILLEGAL || refusal == HC_MUST_PLAY || refusal == HC_MUST_PLAY_DRAWN ||
           refusal == HC_ONLY_DRAWN;
}

/* Whether no other table can make a difference: the command is out of place, as everybody can see,
 * or it names a card that nobody was shown and does something else. */
static bool is_settled(const struct attempt *attempt)
{
    if (attempt->is_wild)
        return (attempt->accepted && !attempt->first.at) || attempt->refusal;
    return !attempt->accepted &&
           (attempt->refusal == HC_BAD_PHASE || attempt->refusal == HC_NOT_YOUR_TURN ||
            attempt->refusal == HC_GAME_OVER || attempt->refusal == HC_PAUSED);
}

static bool search_all(struct search *search)
{
    unsigned count = ways(search);

    for (unsigned way = 0; way < count && search->tries < TRIES_MAX; way++) {
        hc_guess_make(&search->guess, search->step->was, &search->dice);
        for (unsigned recall = 0; recall < (search->game->recall ? RECALLS_MAX : 1u); recall++)
            for (unsigned a = 0; a < search->count && search->tries < TRIES_MAX; a++) {
                struct attempt *attempt = &search->attempt[a];

                if (!is_settled(attempt) && explains(search, attempt, way, recall))
                    return true;
            }
        if (search->altered && way >= ALTERED_WAYS)
            return false;
    }
    search->incomplete |= search->tries >= TRIES_MAX;
    return false;
}

static bool is_refuted(const struct search *search)
{
    for (unsigned a = 0; a < search->count; a++) {
        const struct attempt *attempt = &search->attempt[a];

        if (attempt->varies)
            return false;
        /* What somebody else drew may lead anywhere; whoever drew it can tell. */
        if (attempt->accepted && attempt->first.drawn)
            return false;
        /* Where it was never accepted, nobody knows what it would have led to. */
        if (!attempt->accepted && !attempt->is_wild && is_private(attempt->refusal) &&
            attempt->seat != search->step->was->viewer)
            return false;
    }
    return !search->incomplete;
}

/* Whether the events are as many as happened. */
static enum hc_step_verdict check_count(const struct hc_step *step, struct hc_problem *why)
{
    static const char sentence[] = "events are missing, or there are too many";

    if (step->now->seq - step->was->seq == step->count)
        return HC_STEP_HONEST;
    if (!step->count)
        return HC_STEP_UNDECIDED; /* the viewer was not told what happened */
    hc_copy(why->text, sentence, sizeof sentence);
    return HC_STEP_BROKEN;
}

enum hc_step_verdict hc_follow(const struct hc_step *step, struct hc_problem *why, unsigned *tries)
{
    static const uint8_t key[HC_SEED_BYTES] = {1};
    struct search search;
    enum hc_step_verdict counted;
    bool honest;

    *why = (struct hc_problem){0};
    if (tries)
        *tries = 0;
    counted = check_count(step, why);
    if (counted != HC_STEP_HONEST)
        return counted;
    hc_zero(&search, offsetof(struct search, seen));
    search.step = step;
    search.game = step->was->game;
    search.deck = hc_deck_of(step->was->game, &step->was->rules);
    hc_dice_open(&search.dice, key, step->was->seq, step->now->seq);
    /* Nothing follows from a view that cannot be, and no game need bear with it. */
    if (!hc_view_sound(step->was, why)) {
        *why = (struct hc_problem){0};
        return HC_STEP_UNDECIDED;
    }
    read_step(&search);
    list_attempts(&search);
    honest = search_all(&search);
    if (tries)
        *tries = search.tries;
    if (honest)
        return HC_STEP_HONEST;
    if (search.altered || is_refuted(&search)) {
        say(&search, why);
        return HC_STEP_BROKEN;
    }
    return hc_view_sound(step->now, why) ? HC_STEP_UNDECIDED : HC_STEP_BROKEN;
}
