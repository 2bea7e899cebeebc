// SPDX-License-Identifier: MIT
/*
 * listing.c: the list of public rooms, kept as what is durable of them changes.
 *
 * Every public room stands on one of four shelves, in the order in which rooms came to it; the list
 * is one shelf after the other. In front are the rooms with company: where somebody who sits is
 * connected. Anybody can open rooms and sit down in them, so a room in front takes a place of the
 * origin that its company comes from, and an origin has few of them. What gets none stands behind,
 * with the rooms where nobody is, and gets the next one that becomes free.
 *
 * What a change costs does not depend on how many rooms there are, and looking at the list costs
 * what the page has. Start reading at listing_update().
 */
#include "house/house_inside.h"

enum {
    ORIGIN_BUCKETS = 1024,
    VERSION_US = 1000000 / HOUSE_LISTS_PER_S, /* that a new version takes up, … */
    VERSION_BURST_US = 1000000,               /* … of so much that may be taken up at once */
};

enum { SHELF_OPEN, SHELF_BUSY, SHELF_BEHIND_OPEN, SHELF_BEHIND };
_Static_assert(SHELF_BEHIND + 1 == LISTING_SHELVES, "the house has all shelves");

enum { ON_SHELF, IN_QUEUE, CHAINS };

struct listing {
    struct house_room *room;
    struct origin *origin; /* whose place it has or waits for; NULL: nobody's */
    uint64_t mark;         /* of everything that matters here */
    struct {
        struct listing *next, *previous;
    } link[CHAINS];
    uint8_t shelf;
    bool has_place, open;
};

/* Where lines come from. It is there as long as a line or a listing knows it. */
struct origin {
    uint64_t name;
    struct origin *next; /* of the same bucket */
    unsigned users, places;
    struct listings queue; /* rooms that wait for a place */
};

/* ---- Chains --------------------------------------------------------------------------------- */

static void add_last(struct listings *chain, struct listing *listing, unsigned which)
{
    listing->link[which].next = NULL;
    listing->link[which].previous = chain->last;
    *(chain->last ? &chain->last->link[which].next : &chain->first) = listing;
    chain->last = listing;
    chain->count++;
}

static void take_out(struct listings *chain, struct listing *listing, unsigned which)
{
    struct listing *next = listing->link[which].next, *previous = listing->link[which].previous;

    *(previous ? &previous->link[which].next : &chain->first) = next;
    *(next ? &next->link[which].previous : &chain->last) = previous;
    chain->count--;
}

/* ---- Origins -------------------------------------------------------------------------------- */

static struct origin **bucket_of(const struct house *house, uint64_t name)
{
    uint64_t hash = (name ^ name >> 29) * 0x9e3779b97f4a7c15ull;

    return &house->origins[hash >> 32 & (ORIGIN_BUCKETS - 1)];
}

static void use(struct origin *origin)
{
    if (origin)
        origin->users++;
}

static void let_go(struct house *house, struct origin *origin)
{
    struct origin **link;

    if (!origin || --origin->users)
        return;
    for (link = bucket_of(house, origin->name); *link != origin;)
        link = &(*link)->next;
    *link = origin->next;
    house_free(house, origin);
}

static struct origin *origin_named(struct house *house, uint64_t name)
{
    struct origin **bucket, *origin;

    if (!house->origins) {
        house->origins = house_new(house, ORIGIN_BUCKETS * sizeof *house->origins);
        hc_zero(house->origins, ORIGIN_BUCKETS * sizeof *house->origins);
    }
    bucket = bucket_of(house, name);
    for (origin = *bucket; origin; origin = origin->next)
        if (origin->name == name)
            return origin;
    origin = house_new(house, sizeof *origin);
    *origin = (struct origin){.name = name, .next = *bucket};
    *bucket = origin;
    return origin;
}

void house_line_from(struct house_line *line, uint64_t origin)
{
    struct origin *was = line->origin;

    line->origin = origin ? origin_named(line->house, origin) : NULL;
    use(line->origin);
    let_go(line->house, was);
}

void listing_forget_line(struct house_line *line)
{
    let_go(line->house, line->origin);
    line->origin = NULL;
}

/* ---- Shelves -------------------------------------------------------------------------------- */

static unsigned shelf_of(const struct listing *listing)
{
    if (listing->has_place)
        return listing->open ? SHELF_OPEN : SHELF_BUSY;
    return listing->open ? SHELF_BEHIND_OPEN : SHELF_BEHIND;
}

static void put_on_shelf(struct listing *listing)
{
    struct house *house = listing->room->house;
    unsigned shelf = shelf_of(listing);

    if (shelf == listing->shelf)
        return;
    take_out(&house->shelf[listing->shelf], listing, ON_SHELF);
    listing->shelf = (uint8_t)shelf;
    add_last(&house->shelf[shelf], listing, ON_SHELF);
}

/* ---- Places in front ------------------------------------------------------------------------ */

static bool is_company(const struct membership *m)
{
    return m->sits && m->counted;
}

static void take_place(struct listing *listing, struct origin *origin)
{
    listing->origin = origin;
    listing->has_place = true;
    if (origin)
        origin->places++;
}

/* Whoever has waited longest gets what is free. */
static void hand_on(struct origin *origin)
{
    struct listing *listing = origin->queue.first;

    if (!listing || origin->places >= HOUSE_LIST_PLACES)
        return;
    take_out(&origin->queue, listing, IN_QUEUE);
    take_place(listing, origin);
    put_on_shelf(listing);
}

/* Neither has a place nor waits for one from now on. */
static void leave_place(struct listing *listing)
{
    struct origin *origin = listing->origin;
    bool had_place = listing->has_place;

    listing->origin = NULL;
    listing->has_place = false;
    if (!origin)
        return;
    if (had_place) {
        origin->places--;
        hand_on(origin);
    } else {
        take_out(&origin->queue, listing, IN_QUEUE);
    }
    let_go(listing->room->house, origin);
}

/* A room keeps its place as long as somebody is there who has brought it. */
static bool keeps_place(const struct listing *listing)
{
    for (const struct membership *m = listing->room->members; m; m = m->next_line)
        if (is_company(m) && m->line->origin == listing->origin)
            return listing->has_place;
    return false;
}

static void find_place(struct listing *listing)
{
    struct origin *full = NULL;

    if (keeps_place(listing))
        return;
    leave_place(listing);
    for (const struct membership *m = listing->room->members; m; m = m->next_line) {
        struct origin *origin = m->line->origin;

        if (!is_company(m))
            continue;
        if (!origin || origin->places < HOUSE_LIST_PLACES) {
            use(origin);
            take_place(listing, origin);
            return;
        }
        full = full ? full : origin;
    }
    if (full) {
        use(full);
        listing->origin = full;
        add_last(&full->queue, listing, IN_QUEUE);
    }
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t mark, uint64_t more)
{
    mark = (mark ^ more) * 0x9e3779b97f4a7c15ull;
    return mark ^ mark >> 32;
}

/* Differs whenever the room's row does, or who is there: the row is that of what is durable, with
 * who was there then. */
static uint64_t mark_of(const struct hc_room *room, const struct hc_room *now)
{
    uint64_t mark = mix(1, room->stage | hc_room_seats(room) << 8);
    unsigned watchers = 0;

    for (unsigned i = 0; i < HC_ROOM_TITLE_BYTES; i += 8)
        mark = mix(mark, hc_load64((const uint8_t *)room->title + i));
    _Static_assert(HC_ROOM_TITLE_BYTES % 8 == 0, "whole words");
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        mark = mix(mark, room->seat[s].who | (uint64_t)room->seat[s].connections << 8 |
                             (uint64_t)now->seat[s].connections << 32);
    for (unsigned w = 0; w < HC_ROOM_WATCHERS_MAX; w++)
        watchers += room->watcher[w].connections > 0;
    return mix(mark, watchers | (unsigned)room->settings.byte[HC_ROOM_WATCH] << 8);
}

static struct listing *begin_listing(struct house_room *room)
{
    struct house *house = room->house;
    struct listing *listing = house->plan.resize(house->plan.context, NULL, sizeof *listing);

    if (!listing)
        return NULL;
    *listing = (struct listing){.room = room, .shelf = SHELF_BEHIND};
    add_last(&house->shelf[SHELF_BEHIND], listing, ON_SHELF);
    room->listing = listing;
    return listing;
}

void listing_end(struct house_room *room)
{
    struct listing *listing = room->listing;
    struct house *house = room->house;

    if (!listing)
        return;
    leave_place(listing);
    take_out(&house->shelf[listing->shelf], listing, ON_SHELF);
    house_free(house, listing);
    room->listing = NULL;
    house->list_changed = true;
}

bool listing_update(struct house_room *room)
{
    const struct hc_room *durable = pending_durable(room, NULL);
    struct listing *listing = room->listing;
    uint64_t mark;

    if (room->gone || !durable || !durable->settings.byte[HC_ROOM_PUBLIC]) {
        listing_end(room);
        return true;
    }
    if (!listing && !(listing = begin_listing(room)))
        return false;
    mark = mark_of(durable, room->now);
    if (mark == listing->mark)
        return true;
    listing->mark = mark;
    listing->open = hc_room_is_open(durable);
    room->house->list_changed = true;
    find_place(listing);
    put_on_shelf(listing);
    return true;
}

void listing_close(struct house *house)
{
    house_free(house, house->origins);
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* Each version takes up some time; what was not taken up for a while may be at once. */
uint64_t house_list_version(struct house *house)
{
    uint64_t start_us = house->list_us > house->steady_us ? house->list_us : house->steady_us;

    if (house->list_changed && start_us + VERSION_US <= house->steady_us + VERSION_BURST_US) {
        house->list_us = start_us + VERSION_US;
        house->list_changed = false;
        house->list_version++;
    }
    return house->list_version;
}

unsigned house_list_count(const struct house *house)
{
    unsigned count = 0;

    for (unsigned shelf = 0; shelf < LISTING_SHELVES; shelf++)
        count += house->shelf[shelf].count;
    return count;
}

static void see_row(struct house *house, const struct listing *listing, house_each *each,
                    void *context)
{
    const struct house_room *room = listing->room;
    struct hc_room unpacked;
    struct hc_room_view view;

    news_see_room(room, pending_durable(room, &unpacked), &view);
    house->counts.list_rows++;
    each(context, &view);
}

bool house_list(struct house *house, unsigned first, house_each *each, void *context)
{
    unsigned left = HOUSE_LIST_ROWS;

    for (unsigned shelf = 0; shelf < LISTING_SHELVES; shelf++) {
        const struct listing *listing = house->shelf[shelf].first;

        if (first >= house->shelf[shelf].count) {
            first -= house->shelf[shelf].count;
            continue;
        }
        for (; first; first--)
            listing = listing->link[ON_SHELF].next;
        for (; listing; listing = listing->link[ON_SHELF].next) {
            if (!left--)
                return true;
            see_row(house, listing, each, context);
        }
    }
    return false;
}
