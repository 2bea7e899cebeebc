// SPDX-License-Identifier: MIT
/*
 * wasm_thought.c: bots think, in this instance of the module or in another one.
 *
 *   id (4) · bot, by its index (4) · budget (4) · forget (1) · keys for forgetting and for the dice
 *   (32 each) · game, by its index (4) · the fields of struct hc_view in their order, without gaps
 *
 * These bytes are for `think` of the same module. They tell what a bot's seat knows, and a key that
 * others must not have: a page gives them to its Workers and to nobody else.
 */
#include "doors/wasm/wasm_inside.h"

/* Fields are copied as they lie in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are little-endian");
_Static_assert(sizeof(struct hc_choice) == 24 && sizeof(struct hc_spot) == 2, "without gaps");

struct thinking {
    struct thinking *next;
    uint32_t id;
    struct house_thought thought;
};

/* Writes a field to `out`, or reads it from the reader: one list of fields serves both. */
struct form {
    struct wasm_reader *reader; /* NULL: writes */
    bool short_of;              /* there was not enough to read */
};

static void field(struct form *form, void *value, size_t size)
{
    const uint8_t *bytes;

    if (!form->reader) {
        wasm_put(value, size);
        return;
    }
    bytes = wasm_get(form->reader, size);
    form->short_of |= !bytes;
    if (bytes)
        hc_copy(value, bytes, size);
}

#define FIELD(form, value) field(form, &(value), sizeof(value))

static void view_fields(struct form *form, struct hc_view *view)
{
    FIELD(form, view->rules.byte);
    FIELD(form, view->rules.wide);
    FIELD(form, view->seq);
    FIELD(form, view->seats);
    FIELD(form, view->viewer);
    FIELD(form, view->hand);
    FIELD(form, view->lacks);
    FIELD(form, view->exposed);
    FIELD(form, view->pile);
    FIELD(form, view->face);
    FIELD(form, view->state);
    FIELD(form, view->actions.count);
    FIELD(form, view->actions.ways);
    FIELD(form, view->actions.choice);
}

static void fields(struct form *form, uint32_t *id, uint32_t *bot, uint32_t *game,
                   struct house_thought *thought)
{
    FIELD(form, *id);
    FIELD(form, *bot);
    FIELD(form, thought->budget);
    FIELD(form, thought->forget);
    FIELD(form, thought->forget_key);
    FIELD(form, thought->dice_key);
    FIELD(form, *game);
    view_fields(form, &thought->view);
}

static uint32_t index_of_bot(const struct hc_bot *bot)
{
    uint32_t index = 0;

    while (hc_bot_at(index) != bot)
        index++;
    return index;
}

static uint32_t index_of_game(const struct hc_game *game)
{
    uint32_t index = 0;

    while (hc_game_at(index) != game)
        index++;
    return index;
}

size_t wasm_thought(void)
{
    struct form form = {.reader = NULL};
    struct thinking *thinking;
    uint32_t bot, game;

    wasm_begin();
    if (!wasm.house || wasm.thinking_count >= WASM_THOUGHTS_MAX)
        return 0;
    thinking = wasm_new(sizeof *thinking);
    hc_zero(thinking, sizeof *thinking);
    if (!house_next_thought(wasm.house, &thinking->thought)) {
        wasm_free(thinking);
        return 0;
    }
    thinking->id = ++wasm.thinking_id;
    thinking->next = wasm.thinking;
    wasm.thinking = thinking;
    wasm.thinking_count++;
    bot = index_of_bot(thinking->thought.bot);
    game = index_of_game(thinking->thought.view.game);
    fields(&form, &thinking->id, &bot, &game, &thinking->thought);
    return wasm.out_used;
}

static bool read_thought(size_t length, struct house_thought *thought)
{
    struct wasm_reader reader;
    struct form form = {.reader = &reader};
    uint32_t id, bot = 0, game = 0;

    hc_zero(thought, sizeof *thought);
    if (!wasm_read(&reader, length))
        return false;
    fields(&form, &id, &bot, &game, thought);
    thought->bot = hc_bot_at(bot);
    thought->view.game = hc_game_at(game);
    return !form.short_of && !reader.left && thought->bot && thought->view.game &&
           thought->budget <= HC_BUDGET_MAX;
}

size_t wasm_think(size_t length)
{
    struct house_thought thought;
    struct hc_command command;
    void *scratch;

    if (!read_thought(length, &thought))
        return 0;
    scratch = wasm_new(house_think_bytes(&thought) + 1);
    house_think(&thought, scratch, &command);
    wasm_free(scratch);
    if (command.verb == HC_NONE)
        return 0;
    return hc_command_print(thought.view.game, &thought.view.rules, &command,
                            wasm_text_room(HC_COMMAND_CHARS), HC_COMMAND_CHARS);
}

/* What was thought, as a command; none if the bot would rather wait. */
static bool read_command(const struct house_thought *thought, size_t length,
                         struct hc_command *command)
{
    struct wasm_reader reader;
    char text[HC_COMMAND_CHARS] = "";
    struct hc_problem why;

    command->verb = HC_NONE;
    if (!length)
        return true;
    if (length >= sizeof text || !wasm_read(&reader, length))
        return false;
    hc_copy(text, reader.next, length);
    return hc_command_parse(thought->view.game, &thought->view.rules, text, command, &why) == HC_OK;
}

int wasm_thought_done(uint32_t id, size_t length)
{
    struct thinking **link = &wasm.thinking, *thinking;
    struct hc_command command;

    while (*link && (*link)->id != id)
        link = &(*link)->next;
    thinking = *link;
    if (!thinking || !read_command(&thinking->thought, length, &command))
        return 0;
    *link = thinking->next;
    wasm.thinking_count--;
    house_thought_done(wasm.house, &thinking->thought, &command);
    wasm_free(thinking);
    return 1;
}

void wasm_forget_thoughts(void)
{
    while (wasm.thinking) {
        struct thinking *thinking = wasm.thinking;

        wasm.thinking = thinking->next;
        wasm_free(thinking);
    }
    wasm.thinking_count = 0;
}
