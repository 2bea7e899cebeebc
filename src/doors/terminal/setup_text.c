// SPDX-License-Identifier: MIT
/* setup_text.c: reading and printing rules, seats, bots, names and numbers of a setup. */
#include "doors/terminal/setup_text.h"

#include <stdio.h>
#include <string.h>

#include "core/utf8.h"
#include "doors/terminal/status.h"
#include "doors/terminal/phrase.h"
#include "games/game.h"

enum { SEATS_USUAL = 2 };

static const char usual_game[] = "shed", person[] = "person";

/* ---- Rules ---------------------------------------------------------------------------------- */

void setup_game(struct setup *setup, const struct hc_game *game)
{
    struct hc_problem why;

    setup->game = game;
    HC_CHECK(hc_rules_parse(game, "", &setup->rules, &why));
    HC_CHECK(setup_seat(setup, NULL, NULL, &why));
}

void setup_usual(struct setup *setup)
{
    *setup = (struct setup){.forget = FORGET_USUAL, .signal = SIGNAL_TITLE};
    setup_game(setup, hc_game_find(usual_game));
}

bool setup_rules(struct setup *setup, const char *text, struct hc_problem *why)
{
    struct hc_rules rules;
    char games[200];
    struct hc_text list;
    size_t length;

    if (hc_rules_parse_in(setup->game, text, &rules, phrase_language(), why)) {
        setup->rules = rules;
        return true;
    }
    hc_text_init(&list, games, sizeof games);
    for (size_t g = 0; hc_game_offered(g); g++) {
        hc_put(&list, g ? ", " : "");
        hc_put(&list, hc_game_name(hc_game_offered(g)));
    }
    length = strlen(why->text);
    snprintf(why->text + length, sizeof why->text - length,
             "; `holecard rules %s` lists what is (games: %s)", hc_game_name(setup->game), games);
    return false;
}

void setup_preset_rules(const struct setup *setup, unsigned preset, struct hc_rules *rules)
{
    const struct hc_preset *row = preset == HC_NONE ? NULL : hc_preset_at(setup->game, preset);
    struct hc_problem why;

    HC_CHECK(hc_rules_parse(setup->game, row ? row->name : "", rules, &why));
}

static unsigned differences(const struct setup *setup, const struct hc_rules *rules)
{
    unsigned count = 0;

    for (size_t o = 0; hc_option_at(setup->game, o); o++)
        count +=
            hc_option_at(setup->game, o)->type != HC_OPTION_SEED &&
            hc_rules_value(setup->game, &setup->rules, o) != hc_rules_value(setup->game, rules, o);
    return count;
}

unsigned setup_nearest_preset(const struct setup *setup)
{
    unsigned best = HC_NONE, fewest = HC_OPTIONS_MAX + HC_WIDE_MAX + 1;

    for (unsigned p = 0; hc_preset_at(setup->game, p); p++) {
        struct hc_rules rules;
        unsigned count;

        setup_preset_rules(setup, p, &rules);
        count = differences(setup, &rules);
        if (count < fewest) {
            fewest = count;
            best = p;
        }
    }
    return best;
}

void setup_put_rules(const struct setup *setup, struct hc_text *out)
{
    unsigned preset = setup_nearest_preset(setup);
    const struct hc_option *option;
    struct hc_rules rules;

    setup_preset_rules(setup, preset, &rules);
    hc_put(out, preset == HC_NONE ? "" : hc_preset_at(setup->game, preset)->name);
    for (size_t o = 0; (option = hc_option_at(setup->game, o)); o++) {
        uint32_t value = hc_rules_value(setup->game, &setup->rules, o);

        if (option->type == HC_OPTION_SEED || value == hc_rules_value(setup->game, &rules, o))
            continue;
        hc_put(out, out->length ? " " : "");
        hc_put(out, option->name);
        hc_put_char(out, '=');
        phrase_put_option(option, value, out);
    }
}

/* ---- Seats ---------------------------------------------------------------------------------- */

/* Who sits on the last seats. */
struct bench {
    const struct hc_bot *bot[HC_SEATS_MAX];
    uint32_t budget[HC_SEATS_MAX];
    unsigned count;
};

static void sit_usual_bot(struct bench *bench)
{
    bench->bot[bench->count] =
        hc_bot_parse(hc_usual_level(), strlen(hc_usual_level()), &bench->budget[bench->count]);
    HC_CHECK(bench->bot[bench->count]);
    bench->count++;
}

static bool refuse_bot(const char *text, size_t length, struct hc_problem *why)
{
    char names[120];
    struct hc_text out;

    hc_text_init(&out, names, sizeof names);
    for (size_t b = 0; b < HC_LEVELS; b++) {
        hc_put(&out, b ? ", " : "");
        hc_put(&out, hc_bot_at(b)->name);
        hc_put(&out, hc_bot_at(b)->budget ? "[:BUDGET]" : "");
    }
    say_why(why, "\"%.*s\" is not a bot; there are: %s (or person, a number, or none)",
            (int)(length < 23 ? length : 23), text, names);
    for (char *c = why->text; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    return false;
}

/* The word at the beginning of a list, without the blanks around it, and where the list goes on. */
static const char *take_word(const char **list, size_t *length)
{
    const char *word = *list + strspn(*list, " \t");

    *length = strcspn(word, ",");
    *list = word + *length;
    while (*length && (word[*length - 1] == ' ' || word[*length - 1] == '\t'))
        --*length;
    return word;
}

static bool read_bench(const char *list, struct bench *bench, struct hc_problem *why)
{
    uint64_t number;
    const char *end = hc_read_number(list, HC_SEATS_MAX, &number);

    bench->count = 0;
    if (!strcmp(list, "none"))
        return true;
    if (end && !*end) {
        while (bench->count < number)
            sit_usual_bot(bench);
        return true;
    }
    for (;; list++) {
        unsigned seat = bench->count;
        size_t length;
        const char *word = take_word(&list, &length);

        if (seat == HC_SEATS_MAX)
            return say_why(why, "there are at most %d seats, so not so many bots", HC_SEATS_MAX);
        bench->budget[seat] = 0;
        bench->bot[seat] = hc_bot_parse(word, length, &bench->budget[seat]);
        if (!bench->bot[seat] && !hc_word_is(word, length, person))
            return refuse_bot(word, length, why);
        bench->count++;
        if (!*list)
            return true;
    }
}

/* Without a number there are as many seats as are usual, or as the bots need. */
static bool count_seats(const struct setup *setup, const char *given, unsigned bots,
                        uint64_t *seats, struct hc_problem *why)
{
    unsigned min = hc_seats_min(setup->game, &setup->rules);
    unsigned max = hc_seats_max(setup->game, &setup->rules);
    const char *end;

    *seats = min > SEATS_USUAL ? min : SEATS_USUAL;
    if (*seats <= bots && bots < max)
        *seats = bots + 1;
    if (given) {
        end = hc_read_number(given, HC_SEATS_MAX, seats);
        if (!end || *end || *seats < min || *seats > max)
            return say_why(why, "seats must be %u to %u with these rules", min, max);
    }
    if (*seats > max)
        return say_why(why, "these rules have room for %u players", max);
    if (bots > *seats)
        return say_why(why, "there are %u bots for %u seats", bots, (unsigned)*seats);
    return true;
}

bool setup_seat(struct setup *setup, const char *seats, const char *bots, struct hc_problem *why)
{
    struct bench bench = {.count = 0};
    uint64_t count;
    unsigned people;

    if (bots && !read_bench(bots, &bench, why))
        return false;
    if (!count_seats(setup, seats, bench.count, &count, why))
        return false;
    while (!bots && bench.count + 1 < count)
        sit_usual_bot(&bench);
    setup->seats = (unsigned)count;
    people = setup->seats - bench.count;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        bool on_bench = s >= people && s < setup->seats;

        setup->bot[s] = on_bench ? bench.bot[s - people] : NULL;
        setup->budget[s] = on_bench ? bench.budget[s - people] : 0;
    }
    return true;
}

void setup_usual_bot(struct setup *setup, unsigned seat)
{
    setup->bot[seat] =
        hc_bot_parse(hc_usual_level(), strlen(hc_usual_level()), &setup->budget[seat]);
}

void setup_put_bot(const struct setup *setup, unsigned seat, struct hc_text *out)
{
    const struct hc_bot *bot = setup->bot[seat];

    hc_put(out, bot ? bot->name : person);
    if (bot && bot->budget && setup->budget[seat] != bot->budget) {
        hc_put_char(out, ':');
        hc_put_number(out, setup->budget[seat]);
    }
}

void setup_put_bots(const struct setup *setup, struct hc_text *out)
{
    unsigned first = 0;

    while (first < setup->seats && !setup->bot[first])
        first++;
    if (first == setup->seats)
        hc_put(out, "none");
    for (unsigned s = first; s < setup->seats; s++) {
        hc_put(out, s > first ? "," : "");
        setup_put_bot(setup, s, out);
    }
}

/* ---- Names and numbers ---------------------------------------------------------------------- */

/* The bytes of the next character of UTF-8; 0 if it is none, or one that speaks to a terminal. */
static size_t character_bytes(const unsigned char *byte, size_t left)
{
    uint32_t point;
    unsigned bytes = hc_utf8_read(byte, left, &point);

    if (!bytes || point < ' ' || (point >= 0x7f && point < 0xa0))
        return 0;
    /* Marks that turn the direction of the text could swap what stands beside a name. */
    return (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
                   (point >= 0x2066 && point <= 0x2069)
               ? 0
               : bytes;
}

bool setup_one_name(struct setup *setup, unsigned person_index, const char *text, size_t length,
                    struct hc_problem *why)
{
    size_t at = 0, characters = 0;

    while (at < length) {
        size_t bytes = character_bytes((const unsigned char *)text + at, length - at);

        if (!bytes || text[at] == ',')
            return phrase_why(why, TERMINAL_NAME_PLAIN);
        at += bytes;
        if (++characters > NAME_CHARS)
            return PHRASE_WHY(why, TERMINAL_NAME_LONG, {"count", NULL, NAME_CHARS});
    }
    memcpy(setup->name[person_index], text, length);
    setup->name[person_index][length] = '\0';
    return true;
}

bool setup_names(struct setup *setup, const char *text, struct hc_problem *why)
{
    struct setup named = *setup;

    for (unsigned p = 0; p < HC_SEATS_MAX; p++) {
        size_t length;
        const char *word = take_word(&text, &length);

        if (!setup_one_name(&named, p, word, length, why))
            return false;
        text += *text == ',';
    }
    if (*text)
        return say_why(why, "there are at most %d seats, so not so many names", HC_SEATS_MAX);
    *setup = named;
    return true;
}

void setup_cut_name(const char *name, char out[HC_ROOM_NAME_BYTES])
{
    size_t length = strlen(name);

    if (length >= HC_ROOM_NAME_BYTES)
        for (length = HC_ROOM_NAME_BYTES - 1; length && ((uint8_t)name[length] & 0xc0) == 0x80;)
            length--;
    memcpy(out, name, length);
    out[length] = '\0';
}

void setup_put_name(const struct setup *setup, unsigned person_index, struct hc_text *out)
{
    if (*setup->name[person_index])
        hc_put(out, setup->name[person_index]);
    else
        PHRASE(out, TERMINAL_PLAYER,
               {"letter", (const char[]){(char)('A' + person_index), '\0'}, 0});
}

void setup_put_names(const struct setup *setup, struct hc_text *out)
{
    unsigned count = HC_SEATS_MAX;

    while (count && !*setup->name[count - 1])
        count--;
    for (unsigned p = 0; p < count; p++) {
        hc_put(out, p ? ", " : "");
        hc_put(out, setup->name[p]);
    }
}

static bool read_number(const char *text, enum hc_word wrong, unsigned max, unsigned *number,
                        struct hc_problem *why)
{
    uint64_t value;
    const char *end = hc_read_number(text, max, &value);

    if (!end || *end)
        return PHRASE_WHY(why, wrong, {"count", NULL, max});
    *number = (unsigned)value;
    return true;
}

bool setup_delay(struct setup *setup, const char *text, struct hc_problem *why)
{
    bool ok = read_number(text, TERMINAL_DELAY_MUST, DELAY_MAX_MS, &setup->bot_delay_ms, why);

    setup->delay_given |= ok;
    return ok;
}

bool setup_forget(struct setup *setup, const char *text, struct hc_problem *why)
{
    return read_number(text, TERMINAL_FORGET_MUST, 100, &setup->forget, why);
}

const char *setup_signal_name(enum turn_signal signal)
{
    static const char *const names[] = {[SIGNAL_NONE] = "none",
                                        [SIGNAL_TITLE] = "title",
                                        [SIGNAL_BELL] = "bell",
                                        [SIGNAL_BOTH] = "both"};

    return names[signal];
}

bool setup_signal(struct setup *setup, const char *text, struct hc_problem *why)
{
    for (unsigned s = SIGNAL_NONE; s <= SIGNAL_BOTH; s++)
        if (!strcmp(text, setup_signal_name((enum turn_signal)s))) {
            setup->signal = (enum turn_signal)s;
            return true;
        }
    return say_why(why, "signal must be none, title, bell or both");
}
