// SPDX-License-Identifier: MIT
/* wasm_catalogue.c: what can be chosen and played, and invitations, as pages ask a server for them
 * by GET; and what is counted of a finished match. */
#include "core/utf8.h"
#include "doors/wasm/wasm_inside.h"
#include "protocol/catalogue.h"
#include "protocol/qr_picture.h"
#include "table/tally.h"

struct chosen {
    const struct hc_game *game;
    struct hc_rules rules;
};

static void write_games(const void *context, struct hc_text *out)
{
    (void)context;
    catalogue_put(wasm.language, out);
}

size_t wasm_games(void)
{
    return wasm_write(write_games, NULL);
}

static void write_rules(const void *context, struct hc_text *out)
{
    const struct chosen *chosen = context;

    catalogue_put_rules(chosen->game, &chosen->rules, wasm.language, out);
}

/* Takes a text with its zero off the reader; NULL if it is none. */
static const char *take_text(struct wasm_reader *reader)
{
    const char *text = (const char *)reader->next;
    const uint8_t *byte;
    size_t length = 0;

    while ((byte = wasm_get(reader, 1)) && *byte)
        length++;
    return byte && hc_utf8_ok(text, length) ? text : NULL;
}

size_t wasm_rules(size_t length)
{
    struct chosen chosen = {.game = NULL};
    const char *name, *words;
    struct wasm_reader reader;

    wasm_say_why("there is nothing to read");
    if (!wasm_read(&reader, length) || !(name = take_text(&reader)) ||
        !(words = take_text(&reader)))
        return 0;
    chosen.game = hc_game_find(name);
    if (!chosen.game) {
        wasm_say_why("there is no such game");
        return 0;
    }
    if (!hc_rules_parse_in(chosen.game, words, &chosen.rules, wasm.language, &wasm.why))
        return 0;
    return wasm_write(write_rules, &chosen);
}

static void write_qr(const void *context, struct hc_text *out)
{
    const struct wasm_reader *reader = context;

    qr_picture((const char *)reader->next, reader->left, out);
}

size_t wasm_qr(size_t length)
{
    struct wasm_reader reader;

    return wasm_read(&reader, length) ? wasm_write(write_qr, &reader) : 0;
}

static void write_tally(const void *context, struct hc_text *out)
{
    static const char *const counted[HC_COUNTED] = {
        [HC_COUNTED_PLAYED] = "played",
        [HC_COUNTED_CAUGHT] = "caught",
    };
    const struct tally *tally = context;

    hc_json_open(out, NULL, '{');
    hc_json_string(out, "game", hc_game_name(tally->game));
    hc_json_open(out, "winners", '[');
    for (unsigned s = 0; s < tally->seats; s++)
        if (tally->winners >> s & 1)
            hc_json_number(out, NULL, s);
    hc_json_close(out, ']');
    hc_json_open(out, "points", '[');
    for (unsigned s = 0; s < tally->seats; s++)
        hc_json_number(out, NULL, tally->points[s]);
    hc_json_close(out, ']');
    for (unsigned i = 0; i < HC_COUNTED; i++) {
        hc_json_open(out, counted[i], '[');
        for (unsigned s = 0; s < tally->seats; s++)
            hc_json_number(out, NULL, tally->counted[i][s]);
        hc_json_close(out, ']');
    }
    hc_json_close(out, '}');
}

size_t wasm_tally(size_t length)
{
    struct wasm_reader reader;
    struct tally tally;

    wasm_say_why("there is nothing to count");
    if (!wasm_read(&reader, length) || !tally_log(reader.next, length, &tally, &wasm.why))
        return 0;
    return wasm_write(write_tally, &tally);
}
