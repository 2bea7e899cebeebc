// SPDX-License-Identifier: MIT
/*
 * view_json.h: a view, read from the JSON that hc_view_json writes.
 *
 * Whoever sent it may be anybody: nothing is believed that the game's tables do not allow. A view
 * that was read prints as the same JSON. What only the table knows, and no view shows, is zero.
 */
#ifndef HC_NET_VIEW_JSON_H
#define HC_NET_VIEW_JSON_H

#include <jansson.h>

#include "holecard.h"

/* False, and why->text says what is wrong; then the view is worth nothing. */
bool view_read(const json_t *json, const struct hc_game *game, const struct hc_rules *rules,
               struct hc_view *view, struct hc_problem *why);

#endif
