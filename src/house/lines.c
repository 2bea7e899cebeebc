// SPDX-License-Identifier: MIT
/*
 * lines.c: lines of guests, and the rooms that they are in.
 *
 * What connections do is told to the room at once and never stored: a restart forgets it.
 */
#include "house/house_inside.h"

void house_line_speak(struct house_line *line, const struct hc_language *language)
{
    line->language = language;
}

const struct hc_language *house_language(const struct house_line *line)
{
    return line->language;
}

void house_line_name(struct house_line *line, const char *name)
{
    struct house *house = line->house;

    if (hc_text_same(line->name, name))
        return;
    hc_zero(line->name, sizeof line->name);
    hc_copy(line->name, name, hc_length(name));
    for (struct membership *m = line->rooms; m; m = m->next_room)
        if (m->counted && !m->sits) {
            lines_note(m->room, false);
            if (!m->room->held && m->room->due_ms > house->now_ms)
                registry_set_due(house, m->room, house->now_ms);
        }
}

/* Takes note of a line that looks on, unless one of the same guest was found before. */
static void list_watcher(const struct house_line *line, const struct house_line *found[],
                         unsigned *count)
{
    for (unsigned i = 0; i < *count; i++)
        if (hc_same(found[i]->guest, line->guest, HC_GUEST_BYTES))
            return;
    if (*count < HC_ROOM_WATCHERS_MAX)
        found[(*count)++] = line;
}

void house_watchers(const struct house *house, const char *code, struct house_watchers *watchers)
{
    const struct house_room *room = registry_find(house, code);
    const struct house_line *found[HC_ROOM_WATCHERS_MAX];
    unsigned count = 0;

    for (const struct membership *m = room ? room->members : NULL; m; m = m->next_line)
        if (m->counted && !m->sits && *m->line->name)
            list_watcher(m->line, found, &count);
    watchers->count = count;
    for (unsigned i = 0; i < count; i++) /* whoever came last is the first of the members */
        watchers->name[i] = found[count - 1 - i]->name;
}

const uint8_t *house_guest(const struct house_line *line)
{
    return line->guest;
}

const char *house_name(const struct house_line *line)
{
    return line->name;
}

struct house_line *house_line_open(struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                                   house_tell *tell, void *context)
{
    struct house_line *line = house->plan.resize(house->plan.context, NULL, sizeof *line);

    if (!line)
        return NULL;
    *line =
        (struct house_line){.house = house, .tell = tell, .context = context, .next = house->lines};
    hc_copy(line->guest, guest, HC_GUEST_BYTES);
    if (house->lines)
        house->lines->previous = line;
    house->lines = line;
    house->counts.lines++;
    return line;
}

struct membership *lines_membership(const struct house_line *line, const struct house_room *room)
{
    struct membership *m = line->rooms;

    while (m && m->room != room)
        m = m->next_room;
    return m;
}

bool lines_hears(const struct membership *m, const struct hc_room *room)
{
    return m->counted || room->stage == HC_ROOM_LOBBY;
}

void lines_forget(struct membership *m)
{
    struct membership **link = &m->room->members;

    while (*link != m)
        link = &(*link)->next_line;
    *link = m->next_line;
    link = &m->line->rooms;
    while (*link != m)
        link = &(*link)->next_room;
    *link = m->next_room;
    house_free(m->line->house, m);
}

/* A line comes or goes; that is not stored, but others see it. */
static enum hc_refusal present(struct house_line *line, struct house_room *room,
                               enum hc_room_verb verb)
{
    struct hc_room_request request = {.verb = verb, .seat = HC_NONE, .now_ms = line->house->now_ms};
    struct hc_room_answer answer;

    hc_copy(request.guest, line->guest, sizeof request.guest);
    hc_room_do(room->now, &request, &answer);
    return answer.refusal;
}

void lines_note(struct house_room *room, bool sits)
{
    if (sits)
        room->unsaid = PRESENCE_PEOPLE;
    else if (room->unsaid == PRESENCE_SAID)
        room->unsaid = PRESENCE_WATCHERS;
}

void lines_leave(struct membership *m)
{
    struct house_room *room = m->room;

    packing_open(room);
    if (m->counted) {
        present(m->line, room, HC_DO_DISCONNECT);
        lines_note(room, m->sits);
    }
    lines_forget(m);
    if (!room->gone)
        house_attend(room);
}

void lines_free(struct house_line *line)
{
    struct house *house = line->house;

    pending_forget_line(line);
    while (line->rooms)
        lines_leave(line->rooms);
    questions_forget_line(line);
    thoughts_forget_line(line);
    listing_forget_line(line);
    *(line->previous ? &line->previous->next : &house->lines) = line->next;
    if (line->next)
        line->next->previous = line->previous;
    house->counts.lines--;
    house_free(house, line);
}

void house_line_close(struct house_line *line)
{
    struct house *house = line->house;
    bool began = news_begin(house);

    /* Whoever is told something now must still be there when that is over. */
    if (line->tell) {
        line->tell = NULL;
        line->context = house->closed;
        house->closed = line;
    }
    news_end(house, began);
}

/* Whether one may look on can change in the lobby alone. */
void lines_count_again(struct house_room *room)
{
    bool watchable = room->now->settings.byte[HC_ROOM_WATCH] != HC_WATCH_NONE;
    bool started = room->now->stage != HC_ROOM_LOBBY;

    for (struct membership *m = room->members; m; m = m->next_line) {
        bool sits = hc_room_seat_of(room->now, m->line->guest) != HC_NONE;

        if (sits != m->sits) {
            m->sits = sits;
            if (!sits || !m->counted)
                m->counted = !present(m->line, room, sits ? HC_DO_CONNECT : HC_DO_WATCH);
        } else if (!sits && !started && m->counted != watchable) {
            m->counted =
                !present(m->line, room, watchable ? HC_DO_WATCH : HC_DO_DISCONNECT) && watchable;
        }
    }
}

void lines_count_anew(struct house_room *room)
{
    bool lobby = room->now->stage == HC_ROOM_LOBBY;

    for (struct membership *m = room->members; m; m = m->next_line) {
        m->sits = hc_room_seat_of(room->now, m->line->guest) != HC_NONE;
        m->counted = (m->counted || m->sits || lobby) &&
                     !present(m->line, room, m->sits ? HC_DO_CONNECT : HC_DO_WATCH);
    }
}

struct membership *lines_enter(struct house_line *line, struct house_room *room)
{
    struct membership *m = lines_membership(line, room);

    if (m)
        return m;
    m = house_new(line->house, sizeof *m);
    *m = (struct membership){.line = line,
                             .room = room,
                             .sits = hc_room_seat_of(room->now, line->guest) != HC_NONE,
                             .next_line = room->members,
                             .next_room = line->rooms};
    m->counted = !present(line, room, m->sits ? HC_DO_CONNECT : HC_DO_WATCH);
    room->members = line->rooms = m;
    return m;
}

bool lines_come_in(struct house_line *line, struct house_room *room)
{
    struct membership *m = lines_membership(line, room);

    if (m)
        return lines_hears(m, room->now);
    m = lines_enter(line, room);
    if (!lines_hears(m, room->now)) {
        lines_forget(m);
        return false;
    }
    if (m->counted)
        lines_note(room, m->sits);
    return true;
}
