// SPDX-License-Identifier: MIT
/* telegram_phrase.c: games, rules, people, piles and facts in words. */
#include "doors/telegram/telegram_phrase.h"

#include "doors/telegram/telegram_cards.h"
#include "doors/telegram/telegram_text.h"
#include "table/facts.h"

enum {
    RULES_BYTES = 4096,
    NAMES_BYTES = HC_SEATS_MAX * (TG_NAME_BYTES + 8), /* of everybody at a table, with commas */
    PILE_CARDS = 24,                                  /* of an open pile that are listed */
};

/* ---- Games and rules --------------------------------------------------------------------------
 */

void tg_put_game(const struct hc_game *game, const struct hc_language *language,
                 struct hc_text *out)
{
    for (const char *c = hc_game_title(game, language); *c && *c != ':'; c++)
        hc_put_char(out, *c);
}

const struct hc_preset *tg_preset_of(const struct hc_game *game, const struct hc_rules *rules)
{
    char ours[RULES_BYTES], theirs[RULES_BYTES];
    const struct hc_preset *preset;
    struct hc_problem why;
    struct hc_rules other;

    hc_rules_print(game, rules, ours, sizeof ours);
    for (size_t i = 0; (preset = hc_preset_at(game, i)); i++) {
        if (!hc_rules_parse(game, preset->name, &other, &why))
            continue;
        hc_rules_print(game, &other, theirs, sizeof theirs);
        if (hc_text_same(ours, theirs))
            return preset;
    }
    return NULL;
}

const char *tg_preset_name(const struct hc_game *game, const char *name,
                           const struct hc_language *language)
{
    const char *words = words_find(language, hc_game_name(game), "preset_names", name);

    return words ? words : name;
}

const char *tg_bot_name(unsigned bot, const struct hc_language *language)
{
    const struct hc_bot *row = hc_bot_at(bot);
    const char *words = row ? words_find(language, "", "bot_names", row->name) : NULL;

    return words ? words : "";
}

void tg_put_option_value(const struct hc_game *game, const struct hc_option *option, uint32_t value,
                         const struct hc_language *language, struct hc_text *out)
{
    if (option->type == HC_OPTION_BOOL)
        hc_put(out, words_text(language, value ? TELEGRAM_YES : TELEGRAM_NO));
    else if (option->type == HC_OPTION_ENUM)
        hc_put(out, hc_option_value_words(option, hc_game_name(game), value, language));
    else
        hc_put_number(out, value);
}

/* What an option is about, without the dot of a sentence. */
static void put_meaning(const struct hc_game *game, const struct hc_option *option,
                        const struct hc_language *language, struct hc_text *out)
{
    const char *sentence = hc_option_sentence(game, option, language);

    for (; *sentence && !(sentence[0] == '.' && !sentence[1]); sentence++)
        hc_put_char(out, *sentence);
}

void tg_put_option(const struct hc_game *game, const struct hc_rules *rules, size_t index,
                   const struct hc_language *language, struct hc_text *out)
{
    const struct hc_option *option = hc_option_at(game, index);
    char value[TG_LINE_BYTES], meaning[TG_LINE_BYTES * 2];
    struct hc_text words;

    hc_text_init(&words, meaning, sizeof meaning);
    put_meaning(game, option, language, &words);
    tg_put(out, meaning);
    hc_put(out, " → ");
    hc_text_init(&words, value, sizeof value);
    tg_put_option_value(game, option, hc_rules_value(game, rules, index), language, &words);
    tg_put_bold(out, value);
    hc_put_char(out, '\n');
}

void tg_put_change(const struct hc_game *game, const char *change,
                   const struct hc_language *language, struct hc_text *out)
{
    const struct hc_option *option;
    struct hc_problem why;
    struct hc_rules rules;

    for (size_t o = 0; (option = hc_option_at(game, o)); o++) {
        size_t length = hc_length(option->name);

        if (hc_length(change) <= length || change[length] != '=' ||
            !hc_word_is(change, length, option->name) ||
            !hc_rules_parse(game, change, &rules, &why))
            continue;
        tg_put_option_value(game, option, hc_rules_value(game, &rules, o), language, out);
        hc_put(out, " – ");
        put_meaning(game, option, language, out);
        return;
    }
    hc_put(out, tg_preset_name(game, change, language));
}

/* ---- People -----------------------------------------------------------------------------------
 */

void tg_names(const struct hc_room_view *room, const char *names[HC_SEATS_MAX])
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        names[s] = room->seat[s].name;
}

static unsigned count_seats(unsigned mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

void tg_put_seats(const struct hc_room_view *room, unsigned mask,
                  const struct hc_language *language, struct hc_text *out)
{
    unsigned count = count_seats(mask), index = 0;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        if (!(mask >> s & 1))
            continue;
        if (index)
            hc_put(out, words_text(language, index + 1 < count ? WORDS_COMMA : WORDS_AND));
        hc_put(out, room->seat[s].name);
        index++;
    }
}

void tg_put_head(const struct hc_room_view *room, const struct hc_language *language,
                 struct hc_text *out)
{
    const struct hc_game *game = hc_games[room->game];
    const struct hc_preset *preset = tg_preset_of(game, &room->rules);
    char title[TG_LINE_BYTES];
    struct hc_text text;

    hc_text_init(&text, title, sizeof title);
    tg_put_game(game, language, &text);
    hc_put(out, "🃏 ");
    tg_put_bold(out, title);
    hc_put(out, ", ");
    if (preset)
        TG_SAY(out, language, TELEGRAM_PRESET_RULES,
               {"preset", tg_preset_name(game, preset->name, language), 0});
    else
        tg_say(out, language, TELEGRAM_HOUSE_RULES);
    hc_put(out, " · <code>");
    hc_put(out, room->code);
    hc_put(out, "</code>\n");
}

static void put_clock(const struct hc_room_view *room, const struct hc_language *language,
                      struct hc_text *out)
{
    unsigned clock = room->settings.byte[HC_ROOM_CLOCK];

    if (clock == HC_CLOCK_LIVE)
        TG_SAY(out, language, TELEGRAM_CLOCK_LIVE,
               {"count", NULL, room->settings.wide[HC_ROOM_TURN_MS] / 1000});
    else if (clock == HC_CLOCK_SLOW)
        TG_SAY(out, language, TELEGRAM_CLOCK_SLOW,
               {"count", NULL, room->settings.byte[HC_ROOM_TURN_HOURS]});
    if (clock != HC_CLOCK_NONE)
        hc_put_char(out, '\n');
}

void tg_put_lobby(const struct tg_seen *seen, const struct hc_language *language,
                  struct hc_text *out)
{
    const struct hc_room_view *room = &seen->room;
    const struct hc_game *game = hc_games[room->game];
    unsigned most = hc_seats_max(game, &room->rules), number = 0;

    put_clock(room, language, out);
    for (unsigned s = 0; s < room->seats; s++) {
        const struct hc_seat_view *seat = &room->seat[s];

        if (seat->who == HC_SEAT_EMPTY)
            continue;
        hc_put_number(out, ++number);
        hc_put(out, seat->who == HC_SEAT_BOT ? ". 🤖 " : ". ");
        tg_put(out, seat->name);
        if (seat->who == HC_SEAT_BOT) {
            hc_put(out, " (");
            tg_put(out, tg_bot_name(seat->bot, language));
            hc_put(out, ")");
        } else if (s == room->host) {
            hc_put(out, " ★");
        }
        hc_put_char(out, '\n');
    }
    if (most > room->seats)
        most = room->seats;
    TG_SAY(out, language, TELEGRAM_SEATS_TAKEN, {"count", NULL, room->taken}, {"most", NULL, most});
    hc_put_char(out, '\n');
    if (room->stage == HC_ROOM_OPENING)
        tg_say(out, language, TELEGRAM_BEGINS);
    else if (room->taken < hc_seats_min(game, &room->rules))
        tg_say(out, language, TELEGRAM_WAITING_PLAYERS);
    else
        tg_say(out, language, TELEGRAM_READY);
    hc_put_char(out, '\n');
}

/* ---- Piles and facts ---------------------------------------------------------------------------
 */

/* The open cards of a pile, from its top. */
static void put_pile_cards(const struct hc_view *view, unsigned pile, bool named,
                           const struct hc_language *language, struct hc_text *out)
{
    char cards[TG_TEXT_BYTES / 4];
    struct hc_text text;
    unsigned listed = 0;

    hc_text_init(&text, cards, sizeof cards);
    for (unsigned i = 0; i < view->pile[pile].count && listed < PILE_CARDS; i++) {
        unsigned face = view->face[view->pile[pile].start + i];

        if (face == HC_HIDDEN)
            continue;
        hc_put(&text, listed++ ? " · " : "");
        if (named)
            tg_put_card_named(view, face, language, &text);
        else
            tg_put_card(view, face, language, &text);
    }
    tg_put(out, cards);
}

static bool has_open_card(const struct hc_view *view, unsigned pile)
{
    for (unsigned i = 0; i < view->pile[pile].count; i++)
        if (view->face[view->pile[pile].start + i] != HC_HIDDEN)
            return true;
    return false;
}

static void put_piles(const struct hc_view *view, const struct hc_language *language,
                      struct hc_text *out)
{
    const struct hc_game *game = view->game;

    for (unsigned p = 0; p < game->pile_count; p++) {
        const struct hc_pile_kind *pile = &game->piles[p];
        bool open = has_open_card(view, p);

        if (pile->seat != HC_NONE || (!open && !view->pile[p].count))
            continue;
        tg_put_label(out, words_of_game(language, game->name, "piles", pile->name));
        if (open) {
            hc_put(out, "<b>");
            put_pile_cards(view, p, true, language, out);
            hc_put(out, "</b>");
        } else {
            TG_SAY(out, language, TELEGRAM_CARDS, {"count", NULL, view->pile[p].count});
        }
        hc_put_char(out, '\n');
    }
}

static bool is_seen(const struct hc_view *view, const struct hc_fact *fact)
{
    return hc_fact_visible(fact, view->state, view->viewer);
}

/* What people call a fact; empty: it is not for them. */
static const char *label_of(const struct hc_view *view, const struct hc_fact *fact,
                            const struct hc_language *language)
{
    return words_of_game(language, view->game->name, "facts", fact->name);
}

/* What everybody wants to see all the time: the colour, a penalty. */
static void put_headlines(const struct tg_seen *seen, const struct hc_language *language,
                          struct hc_text *out)
{
    const struct hc_view *view = &seen->view;

    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        int64_t value = fact->per_seat ? 0 : hc_fact_get(fact, view->state, 0);
        const char *label = label_of(view, fact, language);

        if (!fact->headline || fact->per_seat || !*label || !is_seen(view, fact))
            continue;
        if (hc_fact_may_be_none(fact) ? value == HC_NONE : value == 0)
            continue;
        if (fact->type == HC_FACT_COLOR && value >= (int64_t)hc_length(view->game->grammar.colors))
            continue;
        if (fact->type != HC_FACT_COLOR && fact->type != HC_FACT_NUMBER &&
            fact->type != HC_FACT_DIRECTION)
            continue;
        tg_put_label(out, label);
        if (fact->type == HC_FACT_COLOR) {
            hc_put(out, tg_color(view->game, (unsigned)value));
            hc_put_char(out, ' ');
            tg_put(out, hc_color_name(view->game, (unsigned)value, language));
        } else if (fact->type == HC_FACT_DIRECTION) {
            hc_put(out, value < 0 ? "🔼" : "🔽");
        } else {
            hc_put_number(out, value);
        }
        hc_put_char(out, '\n');
    }
}

/* What is true of one seat and not of all: "protected", "has left". */
static void put_marks(const struct hc_view *view, unsigned seat, const struct hc_language *language,
                      struct hc_text *out)
{
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        uint64_t mask;

        if (fact->type != HC_FACT_SEATS || fact->common == HC_COMMON_ROUND_WINNERS ||
            fact->common == HC_COMMON_MATCH_WINNERS || !is_seen(view, fact) ||
            !*label_of(view, fact, language))
            continue;
        mask = (uint64_t)hc_fact_get(fact, view->state, 0);
        if (mask == (1ull << view->seats) - 1 || !(mask >> seat & 1))
            continue;
        hc_put(out, " · ");
        tg_put(out, label_of(view, fact, language));
    }
}

/* ---- A match -----------------------------------------------------------------------------------
 */

static void put_player(const struct tg_seen *seen, unsigned seat, bool awaited,
                       const struct hc_language *language, struct hc_text *out)
{
    const struct hc_view *view = &seen->view;
    const struct hc_seat_view *row = &seen->room.seat[seat];
    char points[TG_LINE_BYTES];

    hc_put(out, awaited ? "▶️ " : "▫️ ");
    hc_put(out, row->who == HC_SEAT_BOT ? "🤖 " : "");
    if (awaited)
        tg_put_bold(out, row->name);
    else
        tg_put(out, row->name);
    hc_put(out, ": ");
    TG_SAY(out, language, TELEGRAM_CARDS, {"count", NULL, view->hand[seat].count});
    if (hc_goal_say(view, seat, language, points, sizeof points)) {
        hc_put(out, ", ");
        tg_put(out, points);
    }
    put_marks(view, seat, language, out);
    if (row->who == HC_SEAT_PERSON && row->away)
        hc_put(out, " · 💤");
    for (unsigned p = 0; p < view->game->pile_count; p++)
        if (view->game->piles[p].seat == seat && has_open_card(view, p)) {
            hc_put(out, "\n    ");
            tg_put_label(
                out, words_of_game(language, view->game->name, "piles", view->game->piles[p].name));
            put_pile_cards(view, p, false, language, out);
        }
    hc_put_char(out, '\n');
}

/* What everybody waits for. */
static void put_waits(const struct tg_seen *seen, const struct hc_language *language,
                      struct hc_text *out)
{
    unsigned awaited = hc_view_awaits(&seen->view);
    char names[NAMES_BYTES];
    struct hc_text text;

    if (awaited == seen->viewer && awaited < HC_SEATS_MAX) {
        hc_put(out, "👉 <b>");
        tg_say(out, language, TELEGRAM_YOUR_TURN);
        hc_put(out, "</b>\n");
    } else if (awaited < HC_SEATS_MAX) {
        TG_SAY(out, language, TELEGRAM_TURN_OF, {"name", seen->room.seat[awaited].name, 0});
        hc_put_char(out, '\n');
    }
    if (seen->room.asks == HC_ASK_NOTHING || seen->room.stage != HC_ROOM_PLAYING)
        return;
    hc_text_init(&text, names, sizeof names);
    tg_put_seats(&seen->room, seen->waits_for, language, &text);
    if (seen->room.asks == HC_ASK_NEXT)
        tg_say(out, language, TELEGRAM_ASK_NEXT);
    else if (seen->room.asks == HC_ASK_GO_ON)
        TG_SAY(out, language, TELEGRAM_ASK_GO_ON, {"names", names, 0});
    else if (seen->room.asks == HC_ASK_END)
        tg_say(out, language, TELEGRAM_ASK_END);
    hc_put_char(out, '\n');
}

void tg_put_match(const struct tg_seen *seen, const struct hc_language *language,
                  struct hc_text *out)
{
    const struct hc_view *view = &seen->view;
    unsigned awaited = hc_view_awaits(view);
    int64_t round;

    if (hc_goal(view->game, &view->rules, view->seats) > 1 &&
        hc_view_common(view, HC_COMMON_ROUND, 0, &round) && round > 0) {
        TG_SAY(out, language, TELEGRAM_ROUND, {"count", NULL, round});
        hc_put_char(out, '\n');
    }
    put_clock(&seen->room, language, out);
    put_piles(view, language, out);
    put_headlines(seen, language, out);
    for (unsigned s = 0; s < view->seats; s++)
        put_player(seen, s, s == awaited && seen->room.stage == HC_ROOM_PLAYING, language, out);
    if (seen->room.stage == HC_ROOM_PLAYING)
        put_waits(seen, language, out);
}

void tg_put_story(const struct tg_story *story, struct hc_text *out)
{
    for (unsigned i = 0; i < story->count; i++) {
        hc_put(out, "• ");
        tg_put(out, story->line[i]);
        hc_put_char(out, '\n');
    }
}

void tg_put_over(const struct tg_seen *seen, const struct hc_language *language,
                 struct hc_text *out)
{
    char names[NAMES_BYTES];
    struct hc_text text;
    int64_t winners = 0;

    hc_put(out, "🏁 <b>");
    tg_say(out, language, TELEGRAM_GAME_OVER);
    hc_put(out, "</b>\n");
    hc_text_init(&text, names, sizeof names);
    if (hc_view_common(&seen->view, HC_COMMON_MATCH_WINNERS, 0, &winners) && winners) {
        tg_put_seats(&seen->room, (unsigned)winners, language, &text);
        hc_put(out, "🏆 ");
        TG_SAY(out, language, TELEGRAM_WINNERS, {"count", NULL, count_seats((unsigned)winners)},
               {"names", names, 0});
    } else {
        tg_say(out, language, TELEGRAM_NO_WINNER);
    }
    hc_put_char(out, '\n');
    switch ((enum hc_room_end)seen->room.ended) {
    case HC_END_AGREED:
        tg_say(out, language, TELEGRAM_END_AGREED);
        hc_put_char(out, '\n');
        break;
    case HC_END_NOBODY:
        tg_say(out, language, TELEGRAM_END_NOBODY);
        hc_put_char(out, '\n');
        break;
    case HC_END_LENGTH:
        tg_say(out, language, TELEGRAM_END_LENGTH);
        hc_put_char(out, '\n');
        break;
    case HC_END_NONE:
    case HC_ROOM_ENDS:
        break;
    }
}
