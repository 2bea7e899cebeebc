// SPDX-License-Identifier: MIT
/* telegram_bots.c: a bot has a name like everybody else at the table. */
#include "doors/telegram/telegram_bots.h"

#include "bots/bots.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"
#include "doors/telegram/telegram_typed.h"

enum { WORD_BYTES = 80 };

/* Those of the web client. */
static const char *const names[] = {"Mira", "Rook", "Otto", "Juno", "Bea",
                                    "Nils", "Ada",  "Finn", "Ida",  "Pip"};

/* A name that nobody at the table has; "" if they all are taken. An update that comes again finds
 * the same one. */
static const char *free_name(const struct telegram *telegram, const char *code)
{
    struct hc_room_view room;

    if (!house_look(telegram->plan.house, code, &room))
        return "";
    for (unsigned n = 0; n < HC_COUNT(names); n++) {
        const char *name = names[(n + telegram->update_id) % HC_COUNT(names)];

        if (tg_seat_named(&room, name) == HC_NONE)
            return name;
    }
    return "";
}

/* What people call it, or its own name. */
static const char *level_named(const char *word, const struct hc_language *language)
{
    for (unsigned b = 0; hc_bot_at(b); b++)
        if (hc_word_is(word, hc_length(word), tg_bot_name(b, language)))
            return hc_bot_at(b)->name;
    return word;
}

void tg_add_bot(struct tg_person *person, const struct tg_where *where, const char *code,
                const char *words)
{
    char level[WORD_BYTES], name[TG_NAME_BYTES], text[WORD_BYTES + TG_NAME_BYTES];
    struct hc_text out;

    tg_copy_name(name, sizeof name, tg_take_word(words, level, sizeof level));
    hc_text_init(&out, text, sizeof text);
    hc_put(&out, *level ? level_named(level, person->language) : hc_usual_level());
    if (!*name)
        tg_copy_name(name, sizeof name, free_name(person->telegram, code));
    hc_put(&out, *name ? " " : "");
    hc_put(&out, name);
    tg_do(person, where, code, HC_DO_ADD_BOT, HC_NONE, text);
}
