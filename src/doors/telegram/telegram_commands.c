// SPDX-License-Identifier: MIT
/* telegram_commands.c: the table of commands, and what each does. */
#include "doors/telegram/telegram_commands.h"

#include "doors/telegram/telegram_about.h"
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_bots.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_rules.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"
#include "doors/telegram/telegram_typed.h"

enum { WORD_BYTES = 80, COMMAND_BYTES = 256 };

/* ---- Which table -------------------------------------------------------------------------------
 */

static bool is_there(const struct telegram *telegram, const char *code)
{
    struct hc_room_view room;

    return *code && house_look(telegram->plan.house, code, &room);
}

/* Of several boards the one that somebody used last, and of a forum's those of the topic first. */
static const struct tg_board *latest(const struct tg_saying *saying, const struct tg_board *boards,
                                     bool mine)
{
    const struct tg_board *best = NULL;
    bool best_here = false;

    for (const struct tg_board *board = boards; board; board = board->next) {
        bool here = board->thread == saying->where.thread;

        if (!is_there(saying->telegram, board->code) ||
            (mine && !tg_person_board(saying->person, board->code)))
            continue;
        if (!best || (here && !best_here) ||
            (here == best_here && board->acted_ms > best->acted_ms)) {
            best = board;
            best_here = here;
        }
    }
    return best;
}

bool tg_find_table(struct tg_saying *saying, char code[HC_ROOM_CODE_CHARS + 1])
{
    struct tg_person *person = saying->person;
    const struct tg_board *board = NULL;
    struct house_mine mine;

    saying->args = tg_take_code(saying->args, code);
    if (*code)
        return true;
    if (saying->chat) {
        board = tg_chat_board(saying->chat, person->last);
        if (!board || !is_there(saying->telegram, board->code) ||
            board->thread != saying->where.thread)
            board = latest(saying, saying->chat->boards, true);
        if (!board)
            board = latest(saying, saying->chat->boards, false);
    } else if (is_there(saying->telegram, person->last)) {
        hc_copy(code, person->last, HC_ROOM_CODE_CHARS + 1);
        return true;
    } else {
        board = latest(saying, person->boards, false);
    }
    if (board)
        hc_copy(code, board->code, HC_ROOM_CODE_CHARS + 1);
    else if (!saying->chat && house_mine(saying->telegram->plan.house, person->guest, 0, &mine))
        hc_copy(code, mine.room.code, HC_ROOM_CODE_CHARS + 1);
    if (!*code)
        tg_tell_word(person, &saying->where, TELEGRAM_NO_TABLE);
    return *code != '\0';
}

/* The same for a command that takes a code and nothing else: a word that is none is no table's.
 * Whoever mistypes a code means that table, and not the last one. */
static bool find_by_code(struct tg_saying *saying, char code[HC_ROOM_CODE_CHARS + 1])
{
    char word[WORD_BYTES];

    tg_take_word(saying->args, word, sizeof word);
    tg_take_code(word, code);
    if (!*word || *code)
        return tg_find_table(saying, code);
    tg_tell_refusal(saying->person, &saying->where, NULL, HC_NO_ROOM, "");
    return false;
}

bool tg_look(struct tg_saying *saying, const char *code, struct hc_room_view *room)
{
    if (house_look(saying->telegram->plan.house, code, room))
        return true;
    tg_tell_refusal(saying->person, &saying->where, NULL, HC_NO_ROOM, "");
    return false;
}

/* ---- Tables ------------------------------------------------------------------------------------
 */

/* Words for the clock of a table ("slow") are taken out; the others are for the game. */
static void take_settings(const char *words, struct hc_text *rules, struct hc_text *preset)
{
    char word[WORD_BYTES], settings[COMMAND_BYTES];

    for (words = tg_take_word(words, word, sizeof word); *word;
         words = tg_take_word(words, word, sizeof word)) {
        if (tg_table_settings(word, settings, sizeof settings)) {
            hc_put(preset, word);
            continue;
        }
        hc_put(rules, rules->length ? " " : "");
        hc_put(rules, word);
    }
}

void tg_new_table(struct tg_saying *saying, const char *words)
{
    struct tg_person *person = saying->person;
    const struct hc_game *game, *chosen = NULL;
    char word[WORD_BYTES], rest_text[COMMAND_BYTES], preset_text[WORD_BYTES];
    const char *rest = tg_take_word(words, word, sizeof word);
    struct hc_text rest_out, preset;
    struct hc_rules rules;
    struct hc_problem why;

    for (size_t g = 0; (game = hc_game_offered(g)); g++)
        if (hc_word_is(word, hc_length(word), hc_game_name(game)))
            chosen = game;
    if (!chosen) {
        chosen = hc_game_offered(0);
        rest = words;
    }
    hc_text_init(&rest_out, rest_text, sizeof rest_text);
    hc_text_init(&preset, preset_text, sizeof preset_text);
    take_settings(rest, &rest_out, &preset);
    if (!hc_rules_parse_in(chosen, rest_text, &rules, person->language, &why))
        tg_tell_refusal(person, &saying->where, chosen, HC_BAD_CONFIG, why.text);
    else if (rest_out.length >= TG_LINE_BYTES)
        tg_tell_refusal(person, &saying->where, chosen, HC_TOO_LONG, "");
    else
        tg_create(person, &saying->where, hc_game_name(chosen), rest_text, preset_text);
}

static void run_new(struct tg_saying *saying)
{
    tg_new_table(saying, saying->args);
}

static void run_join(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1], word[WORD_BYTES];

    tg_take_word(saying->args, word, sizeof word);
    if (!saying->chat && !*word)
        tg_tell_word(saying->person, &saying->where, TELEGRAM_JOIN_NEEDS);
    else if (find_by_code(saying, code))
        tg_join(saying->person, &saying->where, code);
}

static void run_watch(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (find_by_code(saying, code))
        tg_watch(saying->person, &saying->where, code);
}

static void run_leave(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (find_by_code(saying, code))
        tg_leave(saying->person, &saying->where, code);
}

static void do_verb(struct tg_saying *saying, enum hc_room_verb verb)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (find_by_code(saying, code))
        tg_do(saying->person, &saying->where, code, verb, HC_NONE, "");
}

static void run_startgame(struct tg_saying *saying)
{
    do_verb(saying, HC_DO_START);
}

static void run_endgame(struct tg_saying *saying)
{
    do_verb(saying, HC_DO_END);
}

static void run_skip(struct tg_saying *saying)
{
    do_verb(saying, HC_DO_AGREE);
}

static void run_addbot(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (tg_find_table(saying, code))
        tg_add_bot(saying->person, &saying->where, code, saying->args);
}

/* The board of the table that is meant, if its person sits there. */
static struct tg_board *find_board(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    return tg_find_table(saying, code) ? tg_sit_board(saying->person, &saying->where, code) : NULL;
}

/* Somebody who is named, or whose message is answered. */
static unsigned find_seat(const struct tg_saying *saying, const struct tg_board *board)
{
    struct tg_person *other = tg_person_find(saying->telegram, saying->reply_to, false);
    const struct tg_board *theirs = other ? tg_person_board(other, board->code) : NULL;
    char name[WORD_BYTES];

    tg_copy_name(name, sizeof name, saying->args);
    if (*name)
        return tg_seat_named(&board->seen.room, name);
    return theirs && theirs->seen.has_room && theirs->seen.viewer < HC_SEATS_MAX
               ? theirs->seen.viewer
               : (unsigned)HC_NONE;
}

static void run_kick(struct tg_saying *saying)
{
    struct tg_board *board = find_board(saying);
    unsigned seat = board ? find_seat(saying, board) : (unsigned)HC_NONE;

    if (!board)
        return;
    if (seat == HC_NONE)
        tg_tell_word(saying->person, &saying->where, TELEGRAM_WHOM);
    else
        tg_do(saying->person, &saying->where, board->code,
              board->seen.room.seat[seat].who == HC_SEAT_BOT ? HC_DO_REMOVE_BOT : HC_DO_KICK, seat,
              "");
}

/* ---- Looking ------------------------------------------------------------------------------------
 */

void tg_show_state(struct tg_saying *saying, const char *code)
{
    struct tg_board *board =
        saying->chat ? tg_chat_board(saying->chat, code) : tg_person_board(saying->person, code);

    if (!board || !is_there(saying->telegram, code)) {
        tg_watch(saying->person, &saying->where, code);
        return;
    }
    board->quiet = false;
    tg_board_enter(board);
    tg_board_ask(board, saying->where.is_press);
    tg_present(saying->person, code);
}

static void run_state(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (find_by_code(saying, code))
        tg_show_state(saying, code);
}

void tg_show_hand(struct tg_saying *saying, const char *code)
{
    struct tg_board *board = tg_sit_board(saying->person, &saying->where, code);

    if (!board)
        return;
    tg_present(saying->person, code);
    board->quiet = false;
    tg_board_ask(board, saying->where.is_press);
    if (saying->where.chat != saying->person->id)
        tg_tell_private(saying->person, &saying->where, code);
}

static void run_hand(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (find_by_code(saying, code))
        tg_show_hand(saying, code);
}

static void run_hint(struct tg_saying *saying)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (!tg_find_table(saying, code))
        return;
    if (saying->person->open)
        tg_hint(saying->person, &saying->where, code);
    else
        tg_tell_private(saying->person, &saying->where, code);
}

/* ---- Moves --------------------------------------------------------------------------------------
 */

static void give_at(struct tg_saying *saying, const struct tg_board *board, const char *verb,
                    const char *args)
{
    char text[COMMAND_BYTES];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    if (board->seen.has_table && board->seen.viewer < HC_SEATS_MAX)
        tg_typed_command(board, verb, args, &out);
    else
        hc_put(&out, verb);
    tg_act(saying->person, &saying->where, board->code, text, board->seen.seq);
}

static void give(struct tg_saying *saying, const char *verb)
{
    const struct tg_board *board = find_board(saying);

    if (board)
        give_at(saying, board, verb, saying->args);
}

static void run_play(struct tg_saying *saying)
{
    char word[WORD_BYTES], code[HC_ROOM_CODE_CHARS + 1];

    tg_take_word(tg_take_code(saying->args, code), word, sizeof word);
    if (*word)
        give(saying, "play");
    else
        run_hand(saying);
}

static void run_draw(struct tg_saying *saying)
{
    give(saying, "draw");
}

static void run_pass(struct tg_saying *saying)
{
    give(saying, "pass");
}

static void run_uno(struct tg_saying *saying)
{
    give(saying, "uno");
}

static void run_challenge(struct tg_saying *saying)
{
    give(saying, "challenge");
}

static void run_color(struct tg_saying *saying)
{
    give(saying, "color");
}

/* The only one who can be caught now; HC_NONE: nobody can, or several. */
static unsigned find_caught(const struct tg_board *board)
{
    const struct hc_view *view = &board->seen.view;
    uint64_t seats = 0;

    for (uint32_t c = 0; board->seen.has_table && c < view->actions.count; c++)
        if (hc_text_same(view->game->grammar.verbs[view->actions.choice[c].verb].name, "catch"))
            seats |= view->actions.choice[c].targets;
    return seats && !(seats & (seats - 1)) ? (unsigned)__builtin_ctzll(seats) : (unsigned)HC_NONE;
}

/* Whoever is not named may be the one whose message is answered, or the only one there is. */
static void run_catch(struct tg_saying *saying)
{
    const struct tg_board *board = find_board(saying);
    unsigned seat = board ? find_seat(saying, board) : (unsigned)HC_NONE;
    char word[WORD_BYTES], number[8];
    struct hc_text out;

    if (!board)
        return;
    tg_take_word(saying->args, word, sizeof word);
    if (seat == HC_NONE && !*word)
        seat = find_caught(board);
    if (seat == HC_NONE && board->seen.has_table) {
        tg_tell_word(saying->person, &saying->where, TELEGRAM_WHOM);
        return;
    }
    hc_text_init(&out, number, sizeof number);
    if (seat != HC_NONE)
        hc_put_number(&out, seat + 1); /* as people count */
    give_at(saying, board, "catch", number);
}

/* ---- About --------------------------------------------------------------------------------------
 */

static void run_start(struct tg_saying *saying)
{
    char word[WORD_BYTES], code[HC_ROOM_CODE_CHARS + 1];

    tg_take_word(saying->args, word, sizeof word);
    tg_take_code(word + (*word != '\0'), code);
    saying->args = "";
    if (hc_text_same(word, "hand"))
        run_hand(saying);
    else if (saying->chat || !*code)
        tg_about_welcome(saying);
    else if (*word == 'j')
        tg_join(saying->person, &saying->where, code);
    else if (*word == 'w')
        tg_watch(saying->person, &saying->where, code);
    else
        tg_show_hand(saying, code);
}

static void run_ping(struct tg_saying *saying)
{
    tg_tell_word(saying->person, &saying->where, TELEGRAM_PONG);
}

enum { PRIVATE = 1, GROUP = 2, FIRST = 4 /* without these nobody plays */ };

static const struct tg_command {
    const char *name;
    enum hc_word means;
    unsigned where;
    void (*run)(struct tg_saying *saying);
} commands[] = {
    {"new", TELEGRAM_COMMAND_NEW, PRIVATE | GROUP | FIRST, run_new},
    {"join", TELEGRAM_COMMAND_JOIN, PRIVATE | GROUP | FIRST, run_join},
    {"startgame", TELEGRAM_COMMAND_STARTGAME, PRIVATE | GROUP | FIRST, run_startgame},
    {"hand", TELEGRAM_COMMAND_HAND, PRIVATE | GROUP | FIRST, run_hand},
    {"state", TELEGRAM_COMMAND_STATE, PRIVATE | GROUP, run_state},
    {"play", TELEGRAM_COMMAND_PLAY, PRIVATE | GROUP | FIRST, run_play},
    {"draw", TELEGRAM_COMMAND_DRAW, PRIVATE | GROUP | FIRST, run_draw},
    {"pass", TELEGRAM_COMMAND_PASS, PRIVATE | GROUP, run_pass},
    {"uno", TELEGRAM_COMMAND_UNO, PRIVATE | GROUP, run_uno},
    {"catch", TELEGRAM_COMMAND_CATCH, PRIVATE | GROUP, run_catch},
    {"challenge", TELEGRAM_COMMAND_CHALLENGE, PRIVATE | GROUP, run_challenge},
    {"color", TELEGRAM_COMMAND_COLOR, PRIVATE | GROUP, run_color},
    {"hint", TELEGRAM_COMMAND_HINT, PRIVATE | GROUP, run_hint},
    {"rules", TELEGRAM_COMMAND_RULES, PRIVATE | GROUP, tg_rules_show},
    {"addbot", TELEGRAM_COMMAND_ADDBOT, PRIVATE | GROUP | FIRST, run_addbot},
    {"kick", TELEGRAM_COMMAND_KICK, PRIVATE | GROUP, run_kick},
    {"skip", TELEGRAM_COMMAND_SKIP, PRIVATE | GROUP, run_skip},
    {"leave", TELEGRAM_COMMAND_LEAVE, PRIVATE | GROUP, run_leave},
    {"endgame", TELEGRAM_COMMAND_ENDGAME, PRIVATE | GROUP, run_endgame},
    {"watch", TELEGRAM_COMMAND_WATCH, PRIVATE | GROUP, run_watch},
    {"mytables", TELEGRAM_COMMAND_MYTABLES, PRIVATE, tg_about_tables},
    {"stats", TELEGRAM_COMMAND_STATS, PRIVATE | GROUP, tg_about_stats},
    {"top", TELEGRAM_COMMAND_TOP, PRIVATE | GROUP, tg_about_top},
    {"language", TELEGRAM_COMMAND_LANGUAGE, PRIVATE | GROUP, tg_about_language},
    {"pictures", TELEGRAM_COMMAND_PICTURES, PRIVATE | GROUP, tg_about_pictures},
    {"reminders", TELEGRAM_COMMAND_REMINDERS, PRIVATE, tg_about_nudges},
    {"forgetme", TELEGRAM_COMMAND_FORGETME, PRIVATE, tg_about_forget},
    {"ping", TELEGRAM_COMMAND_PING, PRIVATE | GROUP, run_ping},
    {"help", TELEGRAM_COMMAND_HELP, PRIVATE | GROUP, tg_about_help},
    {"start", TELEGRAM_COMMAND_START, PRIVATE | GROUP, run_start},
};

void tg_put_commands(struct hc_text *out, const struct hc_language *language, bool group)
{
    hc_json_open(out, "commands", '[');
    for (size_t i = 0; i < HC_COUNT(commands); i++) {
        if (!(commands[i].where & (group ? GROUP : PRIVATE)))
            continue;
        hc_json_open(out, NULL, '{');
        hc_json_word(out, "command", commands[i].name);
        hc_json_string(out, "description", words_text(language, commands[i].means));
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

static void put_means(struct hc_text *out, const struct hc_language *language, unsigned first)
{
    for (size_t i = 0; i < HC_COUNT(commands); i++) {
        if ((commands[i].where & FIRST) != first)
            continue;
        hc_put_char(out, '/');
        hc_put(out, commands[i].name);
        hc_put(out, " – ");
        tg_say(out, language, commands[i].means);
        hc_put_char(out, '\n');
    }
}

void tg_put_help(struct hc_text *out, const struct hc_language *language)
{
    tg_put_bold(out, words_text(language, TELEGRAM_HELP_FIRST));
    hc_put_char(out, '\n');
    put_means(out, language, FIRST);
    hc_put_char(out, '\n');
    tg_put_bold(out, words_text(language, TELEGRAM_HELP_REST));
    hc_put_char(out, '\n');
    put_means(out, language, 0);
}

/* ---- Reading ------------------------------------------------------------------------------------
 */

static size_t name_length(const char *text)
{
    size_t length = 0;

    while ((text[length] >= 'a' && text[length] <= 'z') ||
           (text[length] >= 'A' && text[length] <= 'Z') || text[length] == '_' ||
           (text[length] >= '0' && text[length] <= '9'))
        length++;
    return length;
}

/* A text that is no command. */
static void take_other(struct tg_saying *saying, const char *text)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    if (saying->chat)
        return;
    tg_take_code(text, code);
    if (*code)
        tg_join(saying->person, &saying->where, code);
    else
        tg_tell_word(saying->person, &saying->where, TELEGRAM_NOT_UNDERSTOOD);
}

static bool was_done(const struct tg_saying *saying)
{
    const struct tg_person *person = saying->person;

    for (unsigned i = 0; i < TG_DONE_OF_PERSON; i++)
        if (person->done[i].chat == saying->where.chat &&
            person->done[i].message == saying->where.message)
            return true;
    return false;
}

static void note_done(const struct tg_saying *saying)
{
    struct tg_person *person = saying->person;
    unsigned place = person->done_count++ % TG_DONE_OF_PERSON;

    person->done[place].chat = saying->where.chat;
    person->done[place].message = saying->where.message;
    tg_remember_person(person);
}

/* NULL: it is none, or meant for another bot. */
static const struct tg_command *find_command(const struct telegram *telegram, const char *text,
                                             const char **args)
{
    const char *bot = telegram->username;
    size_t length, addressed;

    if (*text++ != '/')
        return NULL;
    length = name_length(text);
    *args = text + length;
    if (**args == '@') { /* "/new@some_bot" */
        addressed = name_length(*args + 1);
        if (*bot && !hc_word_is(*args + 1, addressed, bot))
            return NULL;
        *args += 1 + addressed;
    }
    for (size_t i = 0; i < HC_COUNT(commands); i++)
        if (hc_word_is(text, length, commands[i].name))
            return &commands[i];
    return NULL;
}

bool tg_is_command(const struct telegram *telegram, const char *text)
{
    const char *args;

    return find_command(telegram, text, &args) != NULL;
}

void tg_commands_take(struct tg_saying *saying, const char *text)
{
    const struct tg_command *command = find_command(saying->telegram, text, &saying->args);

    /* A command that was mistyped may be put right; one that was done stays done. */
    if (saying->is_edit && (!command || was_done(saying)))
        return;
    if (command) {
        note_done(saying);
        command->run(saying);
    } else {
        take_other(saying, text);
    }
}
