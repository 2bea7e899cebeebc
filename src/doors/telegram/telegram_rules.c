// SPDX-License-Identifier: MIT
/* telegram_rules.c: pages of rules, changing them, and votes. */
#include "doors/telegram/telegram_rules.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_page.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"

enum { OPTIONS_ON_PAGE = 8, LABEL_BYTES = 200, RULES_BYTES = 2048, VALUES_MAX = 12 };

static bool can_change(const struct hc_room_view *room)
{
    return room->stage == HC_ROOM_LOBBY;
}

/* ---- Pages --------------------------------------------------------------------------------------
 */

/* Rules that differ from the usual ones. */
static void put_changed(const struct hc_room_view *room, const struct hc_language *language,
                        struct hc_text *out)
{
    const struct hc_game *game = hc_games[room->game];
    const struct hc_option *option;

    for (size_t o = 0; (option = hc_option_at(game, o)); o++) {
        if (option->type == HC_OPTION_SEED ||
            hc_rules_value(game, &room->rules, o) == option->preset)
            continue;
        hc_put(out, "• ");
        tg_put_option(game, &room->rules, o, language, out);
    }
}

static void put_presets(const struct hc_room_view *room, const struct hc_language *language,
                        struct tg_keys *keys)
{
    const struct hc_game *game = hc_games[room->game];
    const struct hc_preset *preset, *now = tg_preset_of(game, &room->rules);

    tg_keys_row(keys, 3);
    for (size_t p = 0; (preset = hc_preset_at(game, p)); p++) {
        char label[LABEL_BYTES];
        struct hc_text text;

        hc_text_init(&text, label, sizeof label);
        hc_put(&text, preset == now ? "✓ " : "");
        hc_put(&text, tg_preset_name(game, preset->name, language));
        tg_key(keys, label, TG_PRESS_PRESET, room->code, 0, preset->name);
    }
}

/* What they mean is too long for buttons: it stands above them, with numbers. */
static void put_options(const struct hc_room_view *room, size_t page,
                        const struct hc_language *language, struct hc_text *out,
                        struct tg_keys *keys)
{
    const struct hc_game *game = hc_games[room->game];
    const struct hc_option *option;
    size_t first = page * OPTIONS_ON_PAGE;
    char label[LABEL_BYTES], number[8];
    struct hc_text text;

    tg_keys_row(keys, 2);
    for (size_t o = first; (option = hc_option_at(game, o)) && o < first + OPTIONS_ON_PAGE; o++) {
        if (option->type == HC_OPTION_SEED)
            continue;
        hc_put_number(out, (int64_t)o + 1);
        hc_put(out, ". ");
        tg_put_option(game, &room->rules, o, language, out);
        hc_text_init(&text, label, sizeof label);
        hc_put_number(&text, (int64_t)o + 1);
        hc_put(&text, ". ");
        tg_put_option_value(game, option, hc_rules_value(game, &room->rules, o), language, &text);
        hc_text_init(&text, number, sizeof number);
        hc_put_number(&text, (int64_t)o);
        tg_key(keys, label, TG_PRESS_OPTION, room->code, 0, number);
    }
    tg_keys_row(keys, 2);
    for (unsigned next = 0; next < 2; next++) {
        size_t to = next ? page + 1 : page - 1;

        if (next ? !hc_option_at(game, to * OPTIONS_ON_PAGE) : !page)
            continue;
        hc_text_init(&text, number, sizeof number);
        hc_put_number(&text, (int64_t)to);
        tg_key(keys, next ? "»" : "«", TG_PRESS_RULES, room->code, 0, number);
    }
}

static void put_clocks(const struct hc_room_view *room, const struct hc_language *language,
                       struct tg_keys *keys)
{
    tg_keys_row(keys, 3);
    for (unsigned p = 0; p < hc_room_settings.preset_count; p++) {
        const char *name = hc_room_settings.presets[p].name;
        const char *words = words_find(language, "room", "preset_names", name);
        char label[LABEL_BYTES];
        struct hc_text text;

        hc_text_init(&text, label, sizeof label);
        hc_put(&text, p == room->settings.byte[HC_ROOM_CLOCK] ? "✓ ⏳ " : "⏳ ");
        hc_put(&text, words ? words : name);
        tg_key(keys, label, TG_PRESS_CLOCK, room->code, 0, name);
    }
}

void tg_rules_clock(struct tg_saying *saying, const char *code, const char *preset)
{
    char settings[LABEL_BYTES];
    struct hc_room_view room;

    if (!tg_look(saying, code, &room))
        return;
    if (!tg_table_settings(preset, settings, sizeof settings)) {
        tg_tell_word(saying->person, &saying->where, TELEGRAM_OLD_BUTTON);
        return;
    }
    tg_do(saying->person, &saying->where, code, HC_DO_SETTINGS, HC_NONE, settings);
    tg_rules_page(saying, code, "0");
}

void tg_rules_page(struct tg_saying *saying, const char *code, const char *page_number)
{
    const struct hc_language *language = saying->person->language;
    struct hc_room_view room;
    struct tg_page page;
    uint64_t number = 0;

    if (!tg_look(saying, code, &room))
        return;
    hc_read_number(page_number, HC_OPTIONS_MAX, &number);
    tg_page_begin(&page);
    tg_put_head(&room, language, &page.text);
    if (can_change(&room)) {
        put_presets(&room, language, &page.keys);
        put_clocks(&room, language, &page.keys);
        put_options(&room, (size_t)number, language, &page.text, &page.keys);
        tg_say(&page.text, language, TELEGRAM_RULES_HOW);
    } else {
        put_changed(&room, language, &page.text);
    }
    tg_keys_row(&page.keys, 1);
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_HOW_TO_PLAY), TG_PRESS_HELP, code, 0, "");
    tg_page_send(saying, &page);
}

void tg_rules_show(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (tg_find_table(saying, code))
        tg_rules_page(saying, code, "0");
}

/* The values that are offered for a number: the ends, the usual one, and those beside it now. */
static unsigned values_of(const struct hc_option *option, uint32_t now, uint32_t values[VALUES_MAX])
{
    const uint32_t offered[] = {option->min,
                                option->preset,
                                now > option->min ? now - 1 : now,
                                now < option->max ? now + 1 : now,
                                now / 2,
                                now < option->max / 2 ? now * 2 : option->max,
                                option->max};
    unsigned count = 0;

    if (option->type != HC_OPTION_INT) {
        for (uint32_t v = option->min; v <= option->max && count < VALUES_MAX; v++)
            values[count++] = v;
        return count;
    }
    for (unsigned i = 0; i < HC_COUNT(offered); i++) {
        unsigned at = 0;

        while (at < count && values[at] < offered[i])
            at++;
        if (offered[i] < option->min || offered[i] > option->max ||
            (at < count && values[at] == offered[i]))
            continue;
        __builtin_memmove(values + at + 1, values + at, (count - at) * sizeof *values);
        values[at] = offered[i];
        count++;
    }
    return count;
}

/* NAME=VALUE as it is typed. */
static void put_setting(const struct hc_option *option, uint32_t value, struct hc_text *out)
{
    hc_put(out, option->name);
    hc_put_char(out, '=');
    if (option->type == HC_OPTION_BOOL)
        hc_put(out, value ? "true" : "false");
    else if (option->type == HC_OPTION_ENUM)
        hc_put(out, option->values[value]);
    else
        hc_put_number(out, value);
}

void tg_rules_option(struct tg_saying *saying, const char *code, const char *option_number)
{
    const struct hc_language *language = saying->person->language;
    const struct hc_option *option;
    const struct hc_game *game;
    uint32_t values[VALUES_MAX], now;
    struct hc_room_view room;
    uint64_t number = 0;
    struct tg_page page;
    unsigned count;

    if (!tg_look(saying, code, &room) || !hc_read_number(option_number, HC_OPTIONS_MAX, &number))
        return;
    game = hc_games[room.game];
    option = hc_option_at(game, number);
    if (!option || option->type == HC_OPTION_SEED)
        return;
    now = hc_rules_value(game, &room.rules, number);
    count = values_of(option, now, values);
    tg_page_begin(&page);
    tg_put_sentence(&page.text, hc_option_sentence(game, option, language));
    tg_keys_row(&page.keys, 2);
    for (unsigned v = 0; v < count; v++) {
        char label[LABEL_BYTES], setting[LABEL_BYTES];
        struct hc_text text;

        hc_text_init(&text, label, sizeof label);
        hc_put(&text, values[v] == now ? "✓ " : "");
        tg_put_option_value(game, option, values[v], language, &text);
        hc_text_init(&text, setting, sizeof setting);
        put_setting(option, values[v], &text);
        tg_key(&page.keys, label, TG_PRESS_VALUE, code, 0, setting);
    }
    tg_keys_row(&page.keys, 1);
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_BACK), TG_PRESS_RULES, code, 0, "0");
    tg_page_send(saying, &page);
}

/* ---- Changing -----------------------------------------------------------------------------------
 */

/* The rules as they are, with this change. A preset is all of them. */
static void make_rules(const struct hc_room_view *room, const char *change, struct hc_text *out)
{
    bool is_setting = false;

    for (const char *c = change; *c; c++)
        is_setting |= *c == '=';
    if (is_setting) {
        hc_options_print_changed(&hc_games[room->game]->options, &room->rules, out);
        hc_put_char(out, ' ');
    }
    hc_put(out, change);
}

static void apply(struct tg_person *person, const struct tg_where *where,
                  const struct hc_room_view *room, const char *change)
{
    char rules[RULES_BYTES];
    struct hc_text out;

    hc_text_init(&out, rules, sizeof rules);
    make_rules(room, change, &out);
    tg_do(person, where, room->code, HC_DO_RULES, HC_NONE, rules);
}

static unsigned seat_of(struct tg_person *person, const char *code)
{
    const struct tg_board *board = tg_person_board(person, code);

    return board && board->seen.has_room ? board->seen.viewer : (unsigned)HC_SPECTATOR;
}

static void propose(struct tg_saying *saying, const struct hc_room_view *room, const char *change,
                    unsigned seat)
{
    struct tg_board *board = saying->chat ? tg_chat_board(saying->chat, room->code) : NULL;
    struct hc_text out;

    /* What is agreed on is done in the host's name, which takes one that we know. */
    if (!board || !tg_person_at(saying->telegram, board, room->host)) {
        tg_tell_word(saying->person, &saying->where, TELEGRAM_ONLY_HOST);
        return;
    }
    board->vote = (struct tg_vote){.yes = (uint16_t)(1u << seat)};
    hc_text_init(&out, board->vote.text, sizeof board->vote.text);
    hc_put(&out, change);
    tg_remember_vote(board);
    tg_tell_word(saying->person, &saying->where, TELEGRAM_PROPOSAL_MADE);
    tg_board_renew(board);
}

void tg_rules_set(struct tg_saying *saying, const char *code, const char *text)
{
    unsigned seat = seat_of(saying->person, code);
    struct hc_room_view room;

    if (!tg_look(saying, code, &room))
        return;
    if (seat >= HC_SEATS_MAX) {
        tg_tell_word(saying->person, &saying->where, TELEGRAM_NOT_SEATED);
    } else if (seat == room.host) {
        apply(saying->person, &saying->where, &room, text);
        tg_rules_page(saying, code, "0");
    } else {
        propose(saying, &room, text, seat);
    }
}

/* The seats of those who may vote. */
static unsigned voters(const struct hc_room_view *room)
{
    unsigned mask = 0;

    for (unsigned s = 0; s < room->seats; s++)
        mask |= room->seat[s].who == HC_SEAT_PERSON ? 1u << s : 0;
    return mask;
}

void tg_rules_vote(struct tg_saying *saying, const char *code, bool yes)
{
    struct tg_board *board = saying->chat ? tg_chat_board(saying->chat, code) : NULL;
    unsigned seat = seat_of(saying->person, code), people, wanted, unwanted;
    struct hc_room_view room;
    struct tg_person *host;
    struct tg_vote *vote;

    if (!tg_look(saying, code, &room))
        return;
    if (!board || !*board->vote.text || !can_change(&room) || seat >= HC_SEATS_MAX) {
        tg_tell_word(saying->person, &saying->where,
                     seat >= HC_SEATS_MAX ? TELEGRAM_NOT_SEATED : TELEGRAM_NO_PROPOSAL);
        return;
    }
    vote = &board->vote;
    vote->yes = (uint16_t)((vote->yes & voters(&room) & ~(1u << seat)) | (unsigned)yes << seat);
    vote->no = (uint16_t)((vote->no & voters(&room) & ~(1u << seat)) | (unsigned)!yes << seat);
    people = (unsigned)__builtin_popcount(voters(&room));
    wanted = (unsigned)__builtin_popcount(vote->yes);
    unwanted = (unsigned)__builtin_popcount(vote->no);
    tg_tell_word(saying->person, &saying->where, TELEGRAM_VOTED);
    tg_board_change(board);
    host = tg_person_at(saying->telegram, board, room.host);
    if (2 * wanted > people && host) {
        struct tg_where quiet = {.chat = host->id, .is_press = true};

        apply(host, &quiet, &room, vote->text);
    }
    if (2 * wanted > people || 2 * unwanted >= people)
        *vote->text = '\0';
    tg_remember_vote(board);
}
