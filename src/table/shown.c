// SPDX-License-Identifier: MIT
/*
 * shown.c: reading what was shown. A span is one JSON value in the text; members and elements are
 * found by passing over the others, without a tree and without recursion. That the text is JSON is
 * not checked: nonsense is a member that is missing, or a value of the wrong kind.
 *
 * Start reading at hc_shown_view() and hc_shown_events().
 */
#include "table/shown.h"

#include "table/join.h"
#include "table/table.h"

/* ---- Spans of JSON --------------------------------------------------------------------------- */

struct span {
    const char *at, *end; /* at == end: there is nothing */
};

static const char nothing[] = "";
static const struct span missing = {nothing, nothing};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* The end of the string that begins here. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : end;
}

/* The value that begins here, after blanks. */
static struct span value_at(const char *at, const char *end)
{
    struct span span = {skip_blanks(at, end), end};
    size_t depth = 0;

    for (at = span.at; at < end;) {
        if (*at == '"') {
            at = skip_string(at, end);
        } else if (*at == '[' || *at == '{') {
            depth++;
            at++;
            continue;
        } else if (*at == ']' || *at == '}') {
            if (depth)
                at++;
            depth -= depth != 0;
        } else if (depth) {
            at++;
            continue;
        } else {
            while (at < end && !is_blank(*at) && *at != ']' && *at != '}')
                at++;
        }
        if (!depth)
            break;
    }
    span.end = at;
    return span;
}

static bool begins(struct span span, char bracket)
{
    return span.at < span.end && *span.at == bracket;
}

/* Takes the next element of an array off; at first `rest` is the array. What is no array is its own
 * only element. */
static bool next_element(struct span *rest, struct span *element)
{
    if (begins(*rest, '['))
        rest->at++;
    *element = value_at(rest->at, rest->end);
    rest->at = element->end;
    return element->at < element->end;
}

static bool is_word(struct span span, const char *word)
{
    size_t length = hc_length(word);

    return begins(span, '"') && (size_t)(span.end - span.at) == length + 2 &&
           hc_same(span.at + 1, word, length);
}

/* The member of an object; empty if it is missing. */
static struct span member(struct span object, const char *name)
{
    const char *at;

    if (!begins(object, '{'))
        return missing;
    for (at = object.at + 1;;) {
        struct span key = value_at(at, object.end), value = value_at(key.end, object.end);

        if (key.at == key.end)
            return missing;
        if (is_word(key, name))
            return value;
        at = value.end;
    }
}

static bool is_null(struct span span)
{
    return span.end - span.at == 4 && hc_same(span.at, "null", 4);
}

static bool read_number(struct span span, int64_t least, int64_t most, int64_t *number)
{
    bool minus = begins(span, '-');
    uint64_t sum = 0;

    span.at += minus;
    if (span.at >= span.end || span.end - span.at > 18)
        return false;
    for (; span.at < span.end; span.at++) {
        if (*span.at < '0' || *span.at > '9')
            return false;
        sum = sum * 10 + (uint64_t)(*span.at - '0');
    }
    *number = minus ? -(int64_t)sum : (int64_t)sum;
    return *number >= least && *number <= most;
}

static bool read_bool(struct span span, int64_t *value)
{
    *value = span.end - span.at == 4 && hc_same(span.at, "true", 4);
    return *value || (span.end - span.at == 5 && hc_same(span.at, "false", 5));
}

/* ---- Values of a game ------------------------------------------------------------------------ */

struct reading {
    const struct hc_game *game;
    const struct hc_deck *deck;
    unsigned seats;
};

static bool read_face(const struct reading *reading, struct span span, int64_t *face)
{
    *face = HC_HIDDEN;
    if (is_word(span, "?"))
        return true;
    if (!begins(span, '"') || span.end - span.at < 3)
        return false;
    *face = hc_face_find(reading->deck, span.at + 1, (size_t)(span.end - span.at - 2));
    return *face != HC_NONE;
}

static bool read_color(const struct reading *reading, struct span span, int64_t *color)
{
    const char *colors = reading->game->grammar.colors;

    for (*color = 0; colors[*color]; ++*color)
        if (is_word(span, (const char[]){colors[*color], '\0'}))
            return true;
    return false;
}

static bool read_seats(const struct reading *reading, struct span span, int64_t *mask)
{
    struct span element;
    int64_t seat;

    *mask = 0;
    if (!begins(span, '['))
        return false;
    while (next_element(&span, &element)) {
        if (!read_number(element, 0, reading->seats - 1, &seat))
            return false;
        *mask |= INT64_C(1) << seat;
    }
    return true;
}

static bool read_name(const char *const *names, unsigned count, struct span span, int64_t *value)
{
    for (*value = 0; *value < count; ++*value)
        if (is_word(span, names[*value]))
            return true;
    return false;
}

static bool read_value(const struct reading *reading, const struct hc_fact *fact, struct span span,
                       int64_t *value)
{
    int64_t most = fact->width >= 8 ? INT64_MAX : (INT64_C(1) << (8 * fact->width - 1)) - 1;

    if (hc_fact_may_be_none(fact) && is_null(span)) {
        *value = HC_NONE;
        return true;
    }
    switch (fact->type) {
    case HC_FACT_NUMBER:
        return read_number(span, -most, most, value);
    case HC_FACT_DIRECTION:
        return read_number(span, -1, 1, value) && *value;
    case HC_FACT_BOOL:
        return read_bool(span, value);
    case HC_FACT_SEATS:
        return read_seats(reading, span, value);
    case HC_FACT_NAME:
        return read_name(fact->names, fact->name_count, span, value);
    case HC_FACT_SEAT:
        return read_number(span, 0, reading->seats - 1, value);
    case HC_FACT_COLOR:
        return read_color(reading, span, value);
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        return read_face(reading, span, value);
    }
    return false;
}

/* ---- Views ----------------------------------------------------------------------------------- */

static bool wrong(struct hc_problem *why, const char *what)
{
    struct hc_text text;

    hc_text_init(&text, why->text, sizeof why->text);
    hc_put(&text, "what was shown cannot be read: ");
    hc_put(&text, what);
    return false;
}

static bool read_fact(const struct reading *reading, const struct hc_fact *fact, struct span span,
                      struct hc_view *view)
{
    unsigned index = 0;
    int64_t value;

    if (!fact->per_seat) {
        if (!read_value(reading, fact, span, &value))
            return false;
        hc_fact_set(fact, view->state, 0, value);
        return true;
    }
    if (!begins(span, '['))
        return false;
    for (struct span element; next_element(&span, &element); index++) {
        if (index == reading->seats || !read_value(reading, fact, element, &value))
            return false;
        hc_fact_set(fact, view->state, index, value);
    }
    return index == reading->seats;
}

/* Phase and turn are the first bytes of every state, and say what else may be seen. */
static const char *read_facts(const struct reading *reading, struct span json, struct hc_view *view)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned f = 0; f < reading->game->fact_count; f++) {
            const struct hc_fact *fact = &reading->game->facts[f];

            if ((fact->offset <= HC_STATE_TURN) == (pass == 0) &&
                hc_fact_visible(fact, view->state, view->viewer) &&
                !read_fact(reading, fact, member(json, fact->name), view))
                return fact->name;
        }
        if (view->state[HC_STATE_PHASE] >= reading->game->phase_count ||
            view->state[HC_STATE_TURN] >= reading->seats)
            return "turn";
    }
    return NULL;
}

/* A place with `count` cards; what the list does not reach to is hidden. */
static bool read_place(const struct reading *reading, struct span place, struct hc_view *view,
                       unsigned *end, struct hc_spot *spot)
{
    struct span cards = member(place, "cards"), element;
    unsigned listed = 0;
    int64_t count, face;

    if (!read_number(member(place, "count"), 0, HC_CARDS_MAX - *end, &count))
        return false;
    *spot = (struct hc_spot){(uint8_t)*end, (uint8_t)count};
    hc_fill(view->face + *end, HC_HIDDEN, (size_t)count);
    while (next_element(&cards, &element)) {
        if (listed == count || !read_face(reading, element, &face))
            return false;
        view->face[*end + listed++] = (uint8_t)face;
    }
    *end += (unsigned)count;
    return true;
}

static bool read_face_set(const struct reading *reading, struct span span, uint64_t *faces)
{
    struct span element;
    int64_t face;

    *faces = 0;
    if (!begins(span, '['))
        return true;
    while (next_element(&span, &element)) {
        if (!read_face(reading, element, &face) || face == HC_HIDDEN)
            return false;
        *faces |= UINT64_C(1) << face;
    }
    return true;
}

static bool read_places(const struct reading *reading, struct span json, struct hc_view *view)
{
    struct span hands = member(json, "hands"), piles = member(json, "piles"), place;
    unsigned end = 0;

    for (unsigned s = 0; s < reading->seats; s++)
        if (!next_element(&hands, &place) ||
            !read_place(reading, place, view, &end, &view->hand[s]) ||
            !read_face_set(reading, member(place, "lacks"), &view->lacks[s]) ||
            !read_face_set(reading, member(place, "exposed"), &view->exposed[s]))
            return false;
    for (unsigned p = 0; p < reading->game->pile_count; p++) {
        const struct hc_pile_kind *kind = &reading->game->piles[p];

        view->pile[p] = (struct hc_spot){(uint8_t)end, 0};
        if (kind->seat != HC_NONE && kind->seat >= reading->seats)
            continue;
        if (!next_element(&piles, &place) || !is_word(member(place, "name"), kind->name) ||
            !read_place(reading, place, view, &end, &view->pile[p]))
            return false;
    }
    return true;
}

static bool is_same(struct span one, struct span other)
{
    return one.end - one.at == other.end - other.at &&
           hc_same(one.at, other.at, (size_t)(one.end - one.at));
}

static bool read_action(const struct hc_view *view, struct span span, struct hc_command *command)
{
    return span.end - span.at > 2 && begins(span, '"') && span.end[-1] == '"' &&
           hc_listed_parse(view, span.at + 1, (size_t)(span.end - span.at - 2), command);
}

/* The marked actions are a list of their own, in the same order. */
static bool read_actions(struct span all, struct span marked, struct hc_view *view)
{
    struct hc_command run[HC_LISTED_MAX];
    struct span action, mark;
    bool more = begins(all, '['), was_marked = false, is_marked = false;
    unsigned count = 0;

    if (!more || !begins(marked, '['))
        return false;
    next_element(&marked, &mark);
    while (more) {
        more = next_element(&all, &action);
        is_marked = more && is_same(action, mark);
        if (!more || is_marked != was_marked) {
            if (!hc_listed_join(run, count, was_marked, &view->actions))
                return false;
            count = 0;
        }
        if (more && (count == HC_LISTED_MAX || !read_action(view, action, &run[count++])))
            return false;
        if (is_marked)
            next_element(&marked, &mark);
        was_marked = is_marked;
    }
    return mark.at == mark.end;
}

bool hc_shown_game(const char *json, size_t length, const struct hc_game **game)
{
    struct span name = member(value_at(json, json + length), "game");

    for (unsigned g = 0; g < hc_games_count; g++)
        if (is_word(name, hc_games[g]->name)) {
            *game = hc_games[g];
            return true;
        }
    return false;
}

bool hc_shown_view(const char *json, size_t length, const struct hc_game *game,
                   const struct hc_rules *rules, struct hc_view *view, struct hc_problem *why)
{
    struct reading reading = {.game = game, .deck = hc_deck_of(game, rules)};
    struct span object = value_at(json, json + length), hands = member(object, "hands"), hand;
    const char *broken;
    int64_t number;

    hc_zero(view, sizeof *view);
    view->game = game;
    view->rules = *rules;
    while (next_element(&hands, &hand)) {
        if (++reading.seats > hc_seats_max(game, rules))
            return wrong(why, "hands");
    }
    if (!reading.seats)
        return wrong(why, "hands");
    view->seats = (uint8_t)reading.seats;
    if (!read_number(member(object, "seq"), 0, UINT32_MAX, &number))
        return wrong(why, "seq");
    view->seq = (uint32_t)number;
    view->viewer = HC_SPECTATOR;
    if (!is_null(member(object, "seat"))) {
        if (!read_number(member(object, "seat"), 0, reading.seats - 1, &number))
            return wrong(why, "seat");
        view->viewer = (uint8_t)number;
    }
    broken = read_facts(&reading, object, view);
    if (broken)
        return wrong(why, broken);
    if (!read_places(&reading, object, view))
        return wrong(why, "cards");
    return read_actions(member(object, "actions"), member(object, "marked"), view) ||
           wrong(why, "actions");
}

/* ---- Events ---------------------------------------------------------------------------------- */

static bool read_event_seat(const struct reading *reading, struct span span, uint8_t *seat)
{
    int64_t number;

    *seat = HC_NONE;
    if (is_null(span))
        return true;
    if (!read_number(span, 0, reading->seats - 1, &number))
        return false;
    *seat = (uint8_t)number;
    return true;
}

static unsigned count_names(const char *const *names)
{
    unsigned count = 0;

    while (names && names[count])
        count++;
    return count;
}

/* One argument, by its letter; those that stand in the cards are read with them. */
static bool read_arg(const struct reading *reading, const struct hc_event_kind *kind, char letter,
                     struct span event, struct hc_seen *seen)
{
    int64_t value = 0;
    bool read = true;

    switch (letter) {
    case 's':
        return read_event_seat(reading, member(event, "seat"), &seen->seat);
    case 'o':
        return read_event_seat(reading, member(event, "other"), &seen->other);
    case 't':
        return read_event_seat(reading, member(event, "target"), &seen->other);
    case 'v':
        read = read_number(member(event, "value"), INT32_MIN, INT32_MAX, &value);
        break;
    case 'b':
        read = read_bool(member(event, "value"), &value);
        break;
    case 'C':
        if (!read_color(reading, member(event, "color"), &value))
            value = -1;
        break;
    case 'r':
        read = read_name(kind->names, count_names(kind->names), member(event, "reason"), &value);
        break;
    case 'f':
        read = read_face(reading, member(event, "guess"), &value) && value != HC_HIDDEN;
        break;
    case 'm':
        read = read_seats(reading, member(event, "seats"), &value);
        break;
    default:
        return true;
    }
    seen->value = (int32_t)value;
    return read;
}

static bool read_event_cards(const struct reading *reading, struct span event, struct hc_seen *seen)
{
    struct span cards = member(event, "cards"), count = member(event, "count");
    struct span face = member(event, "face"), element;
    int64_t number = 0;

    hc_fill(seen->face, HC_HIDDEN, sizeof seen->face);
    if (face.at < face.end) {
        if (!read_face(reading, face, &number))
            return false;
        seen->face[seen->count++] = (uint8_t)number;
    }
    while (next_element(&cards, &element)) {
        if (seen->count == HC_CARDS_MAX || !read_face(reading, element, &number))
            return false;
        seen->face[seen->count++] = (uint8_t)number;
    }
    if (count.at < count.end && !seen->count) {
        if (!read_number(count, 0, HC_CARDS_MAX, &number))
            return false;
        seen->count = (uint8_t)number;
    }
    return true;
}

static bool read_event(const struct reading *reading, unsigned viewer, struct span event,
                       struct hc_seen *seen)
{
    const struct hc_event_kind *kind;
    struct span name = member(event, "event");

    hc_zero(seen, sizeof *seen);
    seen->seat = seen->other = HC_NONE;
    while (seen->kind < reading->game->event_count &&
           !is_word(name, reading->game->events[seen->kind].name))
        seen->kind++;
    if (seen->kind == reading->game->event_count)
        return false;
    kind = &reading->game->events[seen->kind];
    if (hc_event_has(kind, 's') && !read_arg(reading, kind, 's', event, seen))
        return false;
    seen->hidden =
        kind->sight != HC_FOR_ALL && !(kind->sight == HC_FOR_SEAT && viewer == seen->seat);
    if (seen->hidden)
        return true;
    for (const char *arg = kind->args; *arg; arg++)
        if (!read_arg(reading, kind, *arg, event, seen))
            return false;
    return read_event_cards(reading, event, seen);
}

bool hc_shown_events(const char *json, size_t length, const struct hc_view *view,
                     struct hc_seen *seen, unsigned most, unsigned *count, struct hc_problem *why)
{
    /* Somebody may have sat down by these very events. */
    struct reading reading = {.game = view->game,
                              .deck = hc_deck_of(view->game, &view->rules),
                              .seats = hc_seats_max(view->game, &view->rules)};
    struct span list = value_at(json, json + length), event;

    *count = 0;
    if (!begins(list, '['))
        return wrong(why, "events");
    while (next_element(&list, &event)) {
        if (*count == most || !read_event(&reading, view->viewer, event, &seen[*count]))
            return wrong(why, "an event");
        ++*count;
    }
    return true;
}
