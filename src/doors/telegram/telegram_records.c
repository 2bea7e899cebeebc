// SPDX-License-Identifier: MIT
/* telegram_records.c: what the store knows of people, in words, and forgetting them. */
#include "doors/telegram/telegram_about.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"

enum { WORD_BYTES = 80, TOP_ROWS = 10 };

void tg_about_stats(struct tg_saying *saying)
{
    struct house_question question = {.kind = HOUSE_STATISTICS, .count = TOP_ROWS};

    tg_ask_house(saying->person, &saying->where, TG_STATS, &question);
}

void tg_about_top(struct tg_saying *saying)
{
    struct house_question question = {.kind = HOUSE_LEADERS, .count = TOP_ROWS};
    char word[WORD_BYTES];
    const struct hc_game *game;
    struct hc_text name;

    tg_copy_name(word, sizeof word, saying->args);
    game = hc_game_find(word);
    hc_text_init(&name, question.game, sizeof question.game);
    hc_put(&name, hc_game_name(game ? game : hc_game_offered(0)));
    tg_ask_house(saying->person, &saying->where, TG_TOP, &question);
}

void tg_choose_forget(struct tg_saying *saying, const char *who)
{
    struct house_question question = {.kind = HOUSE_FORGET};
    const struct telegram_plan *plan = &saying->telegram->plan;
    uint64_t number = 0;

    hc_read_number(who, INT64_MAX, &number);
    if (saying->chat && number != (uint64_t)saying->person->id) {
        tg_tell_word(saying->person, &saying->where, TELEGRAM_NOT_YOUR_BUTTON);
        return;
    }
    if (plan->forget)
        plan->forget(plan->context, saying->person->guest);
    tg_ask_house(saying->person, &saying->where, TG_FORGET, &question);
}

static void put_game_of(const struct house_row *row, const struct hc_language *language,
                        struct hc_text *out)
{
    const struct hc_game *game = hc_game_find(row->game);
    char title[WORD_BYTES];
    struct hc_text text;

    hc_text_init(&text, title, sizeof title);
    if (game)
        tg_put_game(game, language, &text);
    tg_put_bold(out, title);
    hc_put_char(out, '\n');
}

static void put_stats(const struct house_records *records, const struct hc_language *language,
                      struct hc_text *out)
{
    for (size_t i = 0; i < records->count; i++) {
        const struct house_row *row = &records->row[i];

        put_game_of(row, language, out);
        TG_SAY(out, language, TELEGRAM_RECORD, {"wins", NULL, row->wins},
               {"matches", NULL, row->matches}, {"points", NULL, row->points},
               {"played", NULL, row->played});
        hc_put_char(out, '\n');
        TG_SAY(out, language, TELEGRAM_RECORD_RATED, {"streak", NULL, row->streak},
               {"best", NULL, row->best_streak}, {"rating", NULL, row->rating});
        hc_put_char(out, '\n');
    }
    if (!records->count)
        tg_say(out, language, TELEGRAM_NO_RECORD);
}

static void put_top(const struct house_records *records, const struct hc_language *language,
                    struct hc_text *out)
{
    if (records->count)
        put_game_of(&records->row[0], language, out);
    for (size_t i = 0; i < records->count; i++) {
        const struct house_row *row = &records->row[i];

        TG_SAY(out, language, TELEGRAM_LEADER, {"place", NULL, (int64_t)i + 1},
               {"name", row->name, 0}, {"rating", NULL, row->rating}, {"wins", NULL, row->wins},
               {"matches", NULL, row->matches});
        hc_put_char(out, '\n');
    }
    if (!records->count)
        tg_say(out, language, TELEGRAM_NO_LEADERS);
}

static void put_forgotten(const struct house_records *records, const struct hc_language *language,
                          struct hc_text *out)
{
    tg_say(out, language, TELEGRAM_FORGOTTEN);
    for (size_t i = 0; i < records->count && records->stays; i++) {
        hc_put(out, i ? ", " : "\n");
        if (!i)
            tg_say(out, language, TELEGRAM_FORGET_STAYS);
        hc_put_char(out, ' ');
        hc_put(out, records->stays[i]);
    }
}

void tg_tell_records(struct tg_person *person, const struct tg_request *request,
                     const struct house_records *records)
{
    const struct hc_language *language = person->language;
    struct tg_where where = request->where;
    char text[TG_TEXT_BYTES];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    if (records->found == HOUSE_NO_ANSWER)
        tg_say(&out, language, TELEGRAM_NO_ANSWER);
    else if (request->kind == TG_STATS)
        put_stats(records, language, &out);
    else if (request->kind == TG_TOP)
        put_top(records, language, &out);
    else
        put_forgotten(records, language, &out);
    where.is_press = false; /* it is too long for the answer to a press */
    tg_tell(person, &where, text);
    if (request->kind == TG_FORGET && records->found != HOUSE_NO_ANSWER)
        tg_task_add(person->telegram, TG_TASK_FORGET, person, &where, "");
}
