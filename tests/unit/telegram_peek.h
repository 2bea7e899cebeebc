// SPDX-License-Identifier: MIT
/*
 * telegram_peek.h: what somebody may have seen of the cards of a table, by what a line of theirs
 * was told, and whether a text names a card beyond that.
 */
#ifndef HC_TESTS_UNIT_TELEGRAM_PEEK_H
#define HC_TESTS_UNIT_TELEGRAM_PEEK_H

#include <string.h>

#include "games/game.h"
#include "house/house.h"

struct peek {
    uint64_t faces;
    const struct hc_game *game; /* NULL: nothing was seen yet */
    struct hc_rules rules;
};

static void peek_add_spot(struct peek *peek, const struct hc_view *view, struct hc_spot spot)
{
    for (unsigned i = spot.start; i < (unsigned)(spot.start + spot.count); i++)
        if (view->face[i] < HC_FACES_MAX)
            peek->faces |= 1ull << view->face[i];
}

static void peek_add_event(struct peek *peek, const struct hc_seen *event)
{
    for (unsigned i = 0; i < event->count; i++)
        if (event->face[i] < HC_FACES_MAX)
            peek->faces |= 1ull << event->face[i];
    if (strchr(peek->game->events[event->kind].args, 'f') && !event->hidden)
        peek->faces |= 1ull << (event->value & 63);
}

static void peek_add(struct peek *peek, const struct house_news *news)
{
    if (!news->has_table)
        return;
    peek->game = news->view->game;
    peek->rules = news->view->rules;
    for (unsigned p = 0; p < HC_PILES_MAX; p++)
        peek_add_spot(peek, news->view, news->view->pile[p]);
    for (unsigned s = 0; s < news->view->seats; s++)
        peek_add_spot(peek, news->view, news->view->hand[s]);
    for (size_t e = 0; news->has_events && e < news->seen_count; e++)
        peek_add_event(peek, &news->seen[e]);
}

/* The name of a face; one that is part of another says nothing, and is left empty. */
static const char *peek_name(const struct peek *peek, unsigned face)
{
    static char names[HC_FACES_MAX][HC_NAME_CHARS];
    static const struct hc_game *of;
    static const char *deck;
    const char *own = hc_deck_name(peek->game, &peek->rules);

    if (of == peek->game && deck == own)
        return names[face];
    of = peek->game;
    deck = own;
    memset(names, 0, sizeof names);
    for (size_t i = 0; hc_face_at(of, &peek->rules, i) != HC_NONE; i++)
        hc_face_name(of, &peek->rules, hc_face_at(of, &peek->rules, i), NULL,
                     names[hc_face_at(of, &peek->rules, i)], HC_NAME_CHARS);
    for (unsigned f = 0; f < HC_FACES_MAX; f++)
        for (unsigned o = 0; o < HC_FACES_MAX; o++)
            if (o != f && *names[f] && strstr(names[o], names[f]))
                names[f][0] = '\0';
    return names[face];
}

/* The name of a card in a text that was not seen; NULL: there is none. */
static const char *peek_find(const struct peek *peek, const char *text)
{
    for (unsigned f = 0; peek->game && f < HC_FACES_MAX; f++) {
        const char *name = peek_name(peek, f);

        if (*name && !(peek->faces >> f & 1) && strstr(text, name))
            return name;
    }
    return NULL;
}

#endif
