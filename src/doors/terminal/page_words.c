// SPDX-License-Identifier: MIT
/* page_words.c: texts for the full screen: names, values of facts, and where a line is broken. */
#include "doors/terminal/page.h"

#include <string.h>

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

int page_columns(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += begins_character(*text);
    return count;
}

size_t page_wrap(const char *text, int width)
{
    size_t at = 0, space = 0;
    int used = 0;

    for (; text[at]; at++) {
        if (begins_character(text[at]) && ++used > (width > 1 ? width : 1))
            return space ? space : at;
        if (text[at] == ' ')
            space = at + 1;
    }
    return at;
}

void page_put_name(struct hc_text *out, const char *name)
{
    for (; *name; name++)
        hc_put_char(out, *name == '_' ? ' ' : *name);
}

static void put_color(const struct hc_grammar *grammar, int64_t value, struct hc_text *out)
{
    if (value >= (int64_t)strlen(grammar->colors)) {
        hc_put(out, "none");
        return;
    }
    if (grammar->color_names) {
        hc_put(out, grammar->color_names[value]);
        hc_put_char(out, ' ');
    }
    hc_put_char(out, grammar->colors[value]);
}

static void put_seats(const struct hc_view *view, const char *const *names, int64_t mask,
                      struct hc_text *out)
{
    bool any = false;

    for (unsigned s = 0; s < view->seats; s++) {
        if (!(mask >> s & 1))
            continue;
        hc_put(out, any ? ", " : "");
        hc_put(out, names[s]);
        any = true;
    }
    hc_put(out, any ? "" : "nobody");
}

void page_put_value(const struct hc_view *view, const char *const *names,
                    const struct hc_fact *fact, int64_t value, struct hc_text *out)
{
    switch (fact->type) {
    case HC_FACT_NUMBER:
        hc_put_number(out, value);
        return;
    case HC_FACT_BOOL:
        hc_put(out, value ? "yes" : "no");
        return;
    case HC_FACT_NAME:
        page_put_name(out, value < fact->name_count ? fact->names[value] : "?");
        return;
    case HC_FACT_SEAT:
        hc_put(out, value < view->seats ? names[value] : "nobody");
        return;
    case HC_FACT_SEATS:
        put_seats(view, names, value, out);
        return;
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        hc_put(out,
               value == HC_NONE ? "none" : hc_face_code(view->game, &view->rules, (unsigned)value));
        return;
    case HC_FACT_COLOR:
        put_color(&view->game->grammar, value, out);
        return;
    }
}

/* The preset that these rules are, or NULL. */
static const char *preset_of(const struct hc_view *view)
{
    const struct hc_preset *preset;
    char ours[4096], theirs[4096];
    struct hc_problem why;
    struct hc_rules rules;

    hc_rules_print(view->game, &view->rules, ours, sizeof ours);
    for (size_t i = 0; (preset = hc_preset_at(view->game, i)); i++) {
        if (!hc_rules_parse(view->game, preset->name, &rules, &why))
            continue;
        hc_rules_print(view->game, &rules, theirs, sizeof theirs);
        if (!strcmp(ours, theirs))
            return preset->name;
    }
    return NULL;
}

void page_title(const struct hc_view *view, char title[PAGE_TITLE_CHARS])
{
    const char *game = hc_game_title(view->game), *preset = preset_of(view);
    struct hc_text out;

    hc_text_init(&out, title, PAGE_TITLE_CHARS);
    for (size_t i = 0; i < strcspn(game, ":"); i++)
        hc_put_char(&out, game[i]);
    if (preset && !strcmp(preset, hc_game_name(view->game)))
        return;
    hc_put(&out, ", ");
    hc_put(&out, preset ? preset : "house");
    hc_put(&out, " rules");
}
