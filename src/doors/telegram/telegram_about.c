// SPDX-License-Identifier: MIT
/* telegram_about.c: welcome, help, languages, reminders, pictures, games and tables to choose
 * from. */
#include "doors/telegram/telegram_about.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_page.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"

#include <string.h>

enum { LABEL_BYTES = 200, PLAY_BYTES = 4000, TABLES_MAX = 20 };

/* ---- Welcome and help ---------------------------------------------------------------------------
 */

void tg_about_welcome(struct tg_saying *saying)
{
    const struct hc_language *language = saying->person->language;
    struct tg_page page;

    tg_page_begin(&page);
    TG_SAY(&page.text, language, TELEGRAM_WELCOME, {"name", tg_person_name(saying->person), 0});
    tg_keys_row(&page.keys, 2);
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_NEW), TG_PRESS_NEW, "", 0, "");
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_TABLES), TG_PRESS_TABLE, "", 0, "");
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_LANGUAGE), TG_PRESS_LANGUAGE, "", 0, "");
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_HELP), TG_PRESS_HELP, "", 0, "");
    tg_page_send(saying, &page);
}

void tg_about_help(struct tg_saying *saying)
{
    struct tg_page page;

    tg_page_begin(&page);
    tg_put_help(&page.text, saying->person->language);
    tg_key(&page.keys, "🏓 /ping", TG_PRESS_PING, "", 0, "");
    tg_page_send(saying, &page);
}

void tg_about_end(struct tg_saying *saying, const char *code)
{
    const struct hc_language *language = saying->person->language;
    struct hc_room_view room;
    struct tg_page page;

    if (!tg_look(saying, code, &room))
        return;
    tg_page_begin(&page);
    tg_put_head(&room, language, &page.text);
    tg_say(&page.text, language, TELEGRAM_END_SURE);
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_END), TG_PRESS_END, code, 0, "y");
    tg_page_send(saying, &page);
}

void tg_about_play(struct tg_saying *saying, const char *code)
{
    const struct hc_language *language = saying->person->language;
    struct hc_room_view room;
    char play[PLAY_BYTES];
    struct tg_page page;

    if (!tg_look(saying, code, &room))
        return;
    tg_page_begin(&page);
    tg_put_head(&room, language, &page.text);
    hc_how_to_play(hc_games[room.game], &room.rules, room.taken, language, play, sizeof play);
    tg_put(&page.text, play);
    tg_page_send(saying, &page);
}

/* ---- Games and tables ---------------------------------------------------------------------------
 */

void tg_about_games(struct tg_saying *saying, const char *name)
{
    const struct hc_language *language = saying->person->language;
    const struct hc_game *game = hc_game_find(name), *offered;
    const struct hc_preset *preset;
    char label[LABEL_BYTES];
    struct hc_text text;
    struct tg_page page;

    tg_page_begin(&page);
    tg_say(&page.text, language, game ? TELEGRAM_WHICH_RULES : TELEGRAM_WHICH_GAME);
    hc_put_char(&page.text, '\n');
    tg_keys_row(&page.keys, game ? 2 : 1);
    for (size_t g = 0; !game && (offered = hc_game_offered(g)); g++) {
        hc_text_init(&text, label, sizeof label);
        tg_put_game(offered, language, &text);
        tg_key(&page.keys, label, TG_PRESS_NEW, "", 0, hc_game_name(offered));
    }
    for (size_t p = 0; game && (preset = hc_preset_at(game, p)); p++) {
        hc_put(&page.text, "• ");
        tg_put_bold(&page.text, tg_preset_name(game, preset->name, language));
        hc_put(&page.text, ": ");
        tg_put(&page.text, hc_preset_sentence(game, preset, language));
        hc_put_char(&page.text, '\n');
        hc_text_init(&text, label, sizeof label);
        hc_put(&text, hc_game_name(game));
        hc_put_char(&text, ' ');
        hc_put(&text, preset->name);
        tg_key(&page.keys, tg_preset_name(game, preset->name, language), TG_PRESS_NEW, "", 0,
               label);
    }
    tg_page_send(saying, &page);
}

void tg_about_tables(struct tg_saying *saying)
{
    const struct hc_language *language = saying->person->language;
    struct house_mine mine;
    struct tg_page page;
    unsigned count = 0;

    tg_page_begin(&page);
    for (; count < TABLES_MAX &&
           house_mine(saying->telegram->plan.house, saying->person->guest, count, &mine);
         count++) {
        hc_put(&page.text, mine.my_turn && mine.room.stage == HC_ROOM_PLAYING ? "👉 " : "");
        tg_put_head(&mine.room, language, &page.text);
        tg_key(&page.keys, mine.room.code, TG_PRESS_TABLE, mine.room.code, 0, "");
    }
    if (!count)
        tg_say(&page.text, language, TELEGRAM_NO_TABLES);
    tg_page_send(saying, &page);
}

/* ---- What people choose -------------------------------------------------------------------------
 */

/* By its code or by the first word of its own name, as in "Português (Brasil)". */
static const struct hc_language *language_named(const char *word)
{
    const struct hc_language *language = hc_language_find(word);

    for (size_t l = 0; !language && hc_language_at(l); l++) {
        const char *name = hc_language_name(hc_language_at(l));

        if (hc_word_is(name, strcspn(name, " "), word))
            language = hc_language_at(l);
    }
    return language;
}

static bool speak(struct tg_saying *saying, const char *word)
{
    const struct hc_language *language = language_named(word);
    struct tg_chat *chat = saying->chat;

    if (!language)
        return false;
    if (chat) {
        chat->language = language;
        chat->chosen = true;
        tg_remember_chat(chat);
        for (struct tg_board *board = chat->boards; board; board = board->next)
            tg_board_change(board);
    } else {
        saying->person->language = language;
        saying->person->chosen = true;
        tg_remember_person(saying->person);
        for (struct tg_board *board = saying->person->boards; board; board = board->next)
            tg_board_change(board);
    }
    return true;
}

/* A choice, with a mark if it is what was chosen. */
static void put_choice(struct tg_keys *keys, const char *words, bool chosen, enum tg_press verb,
                       const char *rest)
{
    char label[LABEL_BYTES];
    struct hc_text text;

    hc_text_init(&text, label, sizeof label);
    hc_put(&text, chosen ? "✓ " : "");
    hc_put(&text, words);
    tg_key(keys, label, verb, "", 0, rest);
}

/* What is spoken in a chat. */
static const struct hc_language *language_of(const struct tg_saying *saying)
{
    const struct hc_language *language =
        saying->chat ? saying->chat->language : saying->person->language;

    return language ? language : hc_language_at(0);
}

static void tell_language(struct tg_saying *saying)
{
    char text[LABEL_BYTES];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    tg_say(&out, language_of(saying), TELEGRAM_LANGUAGE_CHOSEN);
    tg_tell(saying->person, &saying->where, text);
}

void tg_about_language(struct tg_saying *saying)
{
    const struct hc_language *language;
    char word[LABEL_BYTES];
    struct tg_page page;

    tg_copy_name(word, sizeof word, saying->args);
    word[strcspn(word, " ")] = '\0';
    if (*word && speak(saying, word)) {
        tell_language(saying);
        return;
    }
    tg_page_begin(&page);
    tg_say(&page.text, saying->person->language, TELEGRAM_WHICH_LANGUAGE);
    tg_keys_row(&page.keys, 2);
    for (size_t l = 0; (language = hc_language_at(l)); l++)
        put_choice(&page.keys, hc_language_name(language), language == language_of(saying),
                   TG_PRESS_LANGUAGE, hc_language_code(language));
    tg_page_send(saying, &page);
}

void tg_choose_language(struct tg_saying *saying, const char *code)
{
    if (!speak(saying, code))
        return;
    tell_language(saying);
    tg_about_language(saying);
}

void tg_about_nudges(struct tg_saying *saying)
{
    static const enum hc_word labels[TG_NUDGES] = {
        [TG_NUDGE_NEVER] = TELEGRAM_NUDGE_NEVER,
        [TG_NUDGE_HOURLY] = TELEGRAM_NUDGE_HOURLY,
        [TG_NUDGE_SOMETIMES] = TELEGRAM_NUDGE_SOMETIMES,
        [TG_NUDGE_DAILY] = TELEGRAM_NUDGE_DAILY,
    };
    const struct hc_language *language = saying->person->language;
    struct tg_page page;

    tg_page_begin(&page);
    tg_say(&page.text, language, TELEGRAM_WHICH_NUDGES);
    for (unsigned n = 0; n < TG_NUDGES; n++) {
        char digit[2] = {(char)('0' + n), '\0'};

        put_choice(&page.keys, words_text(language, labels[n]), n == saying->person->nudges,
                   TG_PRESS_NUDGES, digit);
    }
    tg_page_send(saying, &page);
}

void tg_choose_nudges(struct tg_saying *saying, const char *digit)
{
    if (*digit < '0' || *digit >= '0' + TG_NUDGES)
        return;
    saying->person->nudges = (uint8_t)(*digit - '0');
    tg_remember_person(saying->person);
    tg_tell_word(saying->person, &saying->where, TELEGRAM_NUDGES_CHOSEN);
    tg_about_nudges(saying);
}

void tg_about_pictures(struct tg_saying *saying)
{
    const struct hc_language *language = saying->person->language;
    bool wanted = saying->chat ? saying->chat->pictures : saying->person->pictures;
    struct tg_page page;

    tg_page_begin(&page);
    tg_say(&page.text, language, TELEGRAM_WHICH_PICTURES);
    tg_keys_row(&page.keys, 2);
    put_choice(&page.keys, words_text(language, TELEGRAM_YES), wanted, TG_PRESS_PICTURES, "y");
    put_choice(&page.keys, words_text(language, TELEGRAM_NO), !wanted, TG_PRESS_PICTURES, "n");
    tg_page_send(saying, &page);
}

void tg_choose_pictures(struct tg_saying *saying, const char *answer)
{
    if (saying->chat) {
        saying->chat->pictures = *answer == 'y';
        tg_remember_chat(saying->chat);
        for (struct tg_board *board = saying->chat->boards; board; board = board->next)
            tg_board_renew(board);
    } else {
        saying->person->pictures = *answer == 'y';
        tg_remember_person(saying->person);
        for (struct tg_board *board = saying->person->boards; board; board = board->next)
            tg_board_renew(board);
    }
    tg_tell_word(saying->person, &saying->where, TELEGRAM_PICTURES_CHOSEN);
    tg_about_pictures(saying);
}

void tg_about_forget(struct tg_saying *saying)
{
    const struct hc_language *language = saying->person->language;
    char who[LABEL_BYTES];
    struct hc_text text;
    struct tg_page page;

    hc_text_init(&text, who, sizeof who);
    hc_put_number(&text, saying->person->id);
    tg_page_begin(&page);
    tg_say(&page.text, language, TELEGRAM_FORGET_SURE);
    tg_key(&page.keys, words_text(language, TELEGRAM_KEY_FORGET), TG_PRESS_FORGET, "", 0, who);
    tg_page_send(saying, &page);
}
