// SPDX-License-Identifier: MIT
/*
 * news.c: what lines are told, masked for each viewer.
 *
 * A scene is one moment of one room. What a viewer may know of it is made once and kept in a mask
 * for all lines of that viewer: there is one for spectators, of whom there may be many, and one for
 * the player who was looked at last. This is the only place where anything leaves the house. Start
 * reading at tell_line().
 */
#include "house/house_inside.h"

/* ---- Masking -------------------------------------------------------------------------------- */

static void scene_begin(struct house *house, struct house_room *room, const struct hc_room *after,
                        const struct item *item)
{
    struct scene *scene = &house->scene;

    scene->room = room;
    scene->after = after;
    scene->before = item && item->has_events ? &item->undo->was.table : NULL;
    scene->events = item ? &item->answer.events : NULL;
    scene->late = (uint64_t)after->match << 32 | hc_room_late_seq(after);
    scene->has_late = false;
    scene->deadline_ms = hc_room_deadline(after);
    scene->waits_for = hc_room_waits_for(after);
    for (unsigned i = 0; i < 2; i++)
        scene->mask[i].viewer = HC_NONE;
    news_see_room(room, after, &scene->view);
}

static struct mask *mask_of(struct scene *scene, unsigned viewer)
{
    struct mask *mask = &scene->mask[viewer == HC_SPECTATOR];

    if (mask->viewer != viewer) {
        mask->viewer = viewer;
        mask->has_view = mask->has_before = mask->has_seen = false;
    }
    return mask;
}

static const struct hc_view *view_of(const struct scene *scene, struct mask *mask)
{
    if (!mask->has_view)
        hc_view(&scene->after->table, mask->viewer, scene->after->called_ms, &mask->view);
    mask->has_view = true;
    return &mask->view;
}

/* The events, each seen at the table as it was right after it. */
static void see_events(struct house *house, const struct scene *scene, struct mask *mask)
{
    struct hc_table table = *scene->before;
    size_t count = 0;

    if (mask->has_seen)
        return;
    if (scene->events->count > mask->seen_size) {
        house_free(house, mask->seen);
        mask->seen_size = scene->events->count;
        mask->seen = house_new(house, mask->seen_size * sizeof *mask->seen);
    }
    for (const struct hc_event *event = hc_event_first(scene->events); event;
         event = hc_event_next(scene->events, event)) {
        hc_table_apply(&table, event);
        hc_event_see(&table, event, mask->viewer, &mask->seen[count++]);
    }
    mask->seen_count = count;
    mask->has_seen = true;
}

const struct hc_view *house_view_before(const struct house_news *news, uint64_t view_ms)
{
    struct scene *scene = &news->house->scene;
    struct mask *mask = mask_of(scene, news->viewer);

    if (!scene->before)
        return NULL;
    if (!mask->has_before || mask->before_ms != view_ms)
        hc_view(scene->before, mask->viewer, view_ms, &mask->before);
    mask->has_before = true;
    mask->before_ms = view_ms;
    return &mask->before;
}

static void make_late_views(struct scene *scene)
{
    struct house_room *room = scene->room;
    uint32_t seq = (uint32_t)scene->late;
    const struct hc_table *table = NULL;

    scene->late_count = 0;
    scene->has_late = true;
    if (scene->after->match == room->now->match && seq <= hc_table_seq(&scene->after->table))
        table = late_table(room, seq);
    if (!table)
        return;
    scene->late_count = hc_table_seats(table);
    for (unsigned s = 0; s < scene->late_count; s++)
        hc_view(table, s, scene->after->called_ms, &scene->late_views[s]);
}

const struct hc_view *house_late_views(const struct house_news *news, unsigned *count)
{
    struct scene *scene = &news->house->scene;

    *count = 0;
    if (!news->late)
        return NULL;
    if (!scene->has_late)
        make_late_views(scene);
    *count = scene->late_count;
    return scene->late_count ? scene->late_views : NULL;
}

/* The commitment that concerns people at this stage of the room. The room may have gone on since it
 * was as it is told: its own match decides. That to the next match is asked for between two of
 * them, which is seldom, so it is not kept. */
static void see_commitment(const struct house_room *room, const struct hc_room *after,
                           uint8_t commitment[HC_SEED_BYTES])
{
    uint32_t match = after->match + (after->stage != HC_ROOM_PLAYING);
    uint32_t last = room->now ? room->now->match : after->match; /* a packed room is as it is now */

    if (match == last)
        hc_copy(commitment, room->commitment, HC_SEED_BYTES);
    else
        hc_commitment(room->next_secret, room->next_secret + HC_SEED_BYTES, commitment);
}

void news_see_room(const struct house_room *room, const struct hc_room *after,
                   struct hc_room_view *view)
{
    hc_room_view(after, view);
    view->number = room->number;
    see_commitment(room, after, view->commitment);
    hc_room_mark(view);
}

/* ---- Telling -------------------------------------------------------------------------------- */

bool news_begin(struct house *house)
{
    bool began = !house->telling;

    house->telling = true;
    return began;
}

void news_end(struct house *house, bool began)
{
    if (!began)
        return;
    while (house->closed) { /* others hear of that, and may close as well */
        struct house_line *line = house->closed;

        house->closed = line->context;
        lines_free(line);
    }
    house->telling = false;
}

static void tell(struct house_line *line, const struct house_news *news)
{
    if (line->tell)
        line->tell(line->context, news);
}

static unsigned viewer_of(const struct hc_room *room, const struct house_line *line)
{
    unsigned seat = hc_room_seat_of(room, line->guest);

    return seat == HC_NONE ? (unsigned)HC_SPECTATOR : seat;
}

/* Fills in what the line's guest may know of the scene, and tells it. */
static void tell_line(struct house_line *line, struct house_news *news)
{
    struct house *house = line->house;
    struct scene *scene = &house->scene;
    const struct hc_room *after = scene->after;
    struct mask *mask;

    news->house = house;
    news->viewer = viewer_of(after, line);
    mask = mask_of(scene, news->viewer);
    news->room = &scene->view;
    news->has_table = news->kind != HOUSE_WATCHERS &&
                      (after->stage == HC_ROOM_PLAYING || after->stage == HC_ROOM_FINISHED);
    news->seq = hc_table_seq(&after->table);
    news->view_ms = after->called_ms;
    news->deadline_ms = scene->deadline_ms;
    news->waits_for = scene->waits_for;
    news->view = news->has_table ? view_of(scene, mask) : NULL;
    news->late =
        news->has_table && news->viewer == HC_SPECTATOR && (uint32_t)scene->late ? scene->late : 0;
    news->has_events = scene->before != NULL;
    if (scene->before) {
        see_events(house, scene, mask);
        news->seq_before = hc_table_seq(scene->before);
        news->seen = mask->seen;
        news->seen_count = mask->seen_count;
    }
    tell(line, news);
}

static void answer_into(struct house_news *news, uint32_t tag, const struct hc_room_answer *answer)
{
    news->mine = true;
    news->tag = tag;
    news->refusal = answer->refusal;
    news->repeat = answer->repeat;
    news->why = answer->why;
}

static bool hears_chat(const struct item *item, const struct hc_room *after,
                       const struct house_line *line)
{
    return item->answer.chat == HC_CHAT_TO_EVERYBODY || viewer_of(after, line) == HC_SPECTATOR;
}

static void tell_members(struct house_room *room, const struct item *item,
                         const struct hc_room *after, bool *answered)
{
    for (struct membership *m = room->members; m; m = m->next_line) {
        struct house_news news = {.kind = item->kind, .why = "", .text = item->text};
        bool mine = m->line == item->line;

        if (!lines_hears(m, after) ||
            (item->kind == HOUSE_CHAT && !mine && !hears_chat(item, after, m->line)))
            continue;
        if (mine)
            answer_into(&news, item->tag, &item->answer);
        news.seat = item->answer.seat;
        *answered |= mine;
        tell_line(m->line, &news);
    }
}

/* Whether it concerns nobody but whoever asked. */
static bool is_private(enum house_kind kind)
{
    return kind == HOUSE_ANSWER || kind == HOUSE_LOOK || kind == HOUSE_ADVICE;
}

/* Another house has the room of this line by now, or may have. */
static void send_away(struct house_line *line)
{
    struct house_news news = {
        .kind = HOUSE_MOVED, .why = "", .viewer = HC_SPECTATOR, .house = line->house};

    tell(line, &news);
}

/* Refuses what would have to be answered from a room that may be somebody else's by now. Of what
 * was asked for before nobody here knows whether it is stored: whoever has the room will say it. */
static void refuse_unsure(struct house_line *line, uint32_t tag,
                          const struct hc_room_answer *answer)
{
    bool began;

    if (!line)
        return;
    if (!answer->repeat) {
        news_refuse(line, tag, HC_NOT_STORED, "the store cannot be reached; try again in a moment");
        return;
    }
    began = news_begin(line->house);
    send_away(line);
    news_end(line->house, began);
}

void news_item(struct house_room *room, const struct item *item, const struct hc_room *after)
{
    struct house *house = room->house;
    bool began, answered = false;

    if (!leases_may_tell(room)) {
        refuse_unsure(item->kind == HOUSE_ADVICE ? NULL : item->line, item->tag, &item->answer);
        return;
    }
    began = news_begin(house);
    scene_begin(house, room, after, item);
    if (!is_private(item->kind))
        tell_members(room, item, after, &answered);
    if (item->line && !answered) { /* whoever asked is not in the room, or not any more */
        struct house_news news = {.kind = is_private(item->kind) ? item->kind : HOUSE_ANSWER,
                                  .text = item->text};

        answer_into(&news, item->tag, &item->answer);
        tell_line(item->line, &news);
    }
    news_end(house, began);
}

void news_answer(struct house_room *room, struct house_line *line, uint32_t tag,
                 const struct hc_room_answer *answer)
{
    struct house *house = room->house;
    struct house_news news = {.kind = HOUSE_ANSWER};
    bool began;

    if (!leases_may_tell(room)) {
        refuse_unsure(line, tag, answer);
        return;
    }
    began = news_begin(house);
    scene_begin(house, room, room->now, NULL);
    answer_into(&news, tag, answer);
    tell_line(line, &news);
    news_end(house, began);
}

void news_not_stored(struct house_room *room, const struct item *item)
{
    struct hc_room_answer answer = {.refusal = HC_NOT_STORED, .seat = HC_NONE};

    if (item->line && item->kind != HOUSE_ADVICE) {
        room->house->counts.refusals[HC_NOT_STORED] += leases_may_tell(room);
        news_answer(room, item->line, item->tag, &answer);
    }
}

void news_room(struct house_room *room, enum house_kind kind)
{
    struct house *house = room->house;
    bool began;

    if (!leases_may_tell(room)) {
        lines_note(room, true); /* it is told when the house is sure again */
        return;
    }
    began = news_begin(house);
    scene_begin(house, room, room->now, NULL);
    for (struct membership *m = room->members; m; m = m->next_line) {
        struct house_news news = {.kind = kind, .why = ""};

        if (lines_hears(m, room->now))
            tell_line(m->line, &news);
    }
    news_end(house, began);
}

void news_show(struct house_room *room, struct house_line *line)
{
    struct house *house = room->house;
    struct house_news news = {.kind = HOUSE_UPDATE, .why = ""};
    bool began;

    if (!leases_may_tell(room)) {
        lines_note(room, true);
        return;
    }
    began = news_begin(house);
    scene_begin(house, room, room->now, NULL);
    tell_line(line, &news);
    news_end(house, began);
}

void news_moved(struct house_room *room)
{
    struct house *house = room->house;
    bool began = news_begin(house);

    for (struct membership *m = room->members; m; m = m->next_line)
        send_away(m->line);
    news_end(house, began);
}

void news_refuse(struct house_line *line, uint32_t tag, enum hc_refusal refusal, const char *why)
{
    struct house *house = line->house;
    bool began = news_begin(house);
    struct house_news news = {.kind = HOUSE_ANSWER,
                              .mine = true,
                              .tag = tag,
                              .refusal = refusal,
                              .why = why,
                              .viewer = HC_SPECTATOR,
                              .house = house};

    house->counts.refusals[refusal]++;
    tell(line, &news);
    news_end(house, began);
}

void news_records(struct house_line *line, uint32_t tag, const struct house_records *records)
{
    struct house *house = line->house;
    bool began = news_begin(house);
    struct house_news news = {.kind = HOUSE_RECORDS,
                              .mine = true,
                              .tag = tag,
                              .why = "",
                              .viewer = HC_SPECTATOR,
                              .records = records,
                              .house = house};

    tell(line, &news);
    news_end(house, began);
}

void news_close(struct house *house)
{
    for (unsigned i = 0; i < 2; i++)
        house_free(house, house->scene.mask[i].seen);
}
