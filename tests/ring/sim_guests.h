// SPDX-License-Identifier: MIT
/*
 * sim_guests.h: what guests do at their lines, right and wrong: they open rooms, sit, play from
 * what they were told last, click twice, send old commands again, lie about seats, codes and seqs,
 * act for others, speak, watch, leave and vanish. be_guest() is one of these things.
 */
#ifndef HC_TESTS_RING_SIM_GUESTS_H
#define HC_TESTS_RING_SIM_GUESTS_H

#include "covering.h"
#include "ring/sim_lines.h"

/* ---- Which room ------------------------------------------------------------------------------ */

/* The code of some room, nearly always one that is there. */
static const char *some_code(void)
{
    static char code[HC_ROOM_CODE_CHARS + 1];
    size_t start = house->slots ? below((uint32_t)house->slots) : 0;

    if (one_in(40))
        return one_in(2) ? "" : "BCDFHJ";
    for (size_t i = 0; i < house->slots; i++) {
        const struct house_room *room = house->slot[(start + i) & (house->slots - 1)];

        if (room) {
            memcpy(code, now_of(room)->code, sizeof code);
            return code;
        }
    }
    return "XXXXXX";
}

/* A room where the guest sits, if there is any. */
static const char *own_code(const struct line *line)
{
    static char code[HC_ROOM_CODE_CHARS + 1];
    struct house_mine mine;
    unsigned count = 0;

    while (house_mine(house, people.guest[line->guest].id, count, &mine))
        count++;
    if (!count || one_in(10))
        return some_code();
    house_mine(house, people.guest[line->guest].id, below(count), &mine);
    memcpy(code, mine.room.code, sizeof code);
    return code;
}

/* What the line was told of a room where its guest can do something; NULL if there is none. */
static const struct memory_of_room *some_choice(const struct line *line)
{
    unsigned start = line->memories ? below(line->memories) : 0;

    for (unsigned i = 0; i < line->memories; i++) {
        const struct memory_of_room *memory = &line->memory[(start + i) % line->memories];

        if (memory->has_view && memory->view.actions.ways)
            return memory;
    }
    return NULL;
}

/* ---- Opening rooms --------------------------------------------------------------------------- */

/* Short matches, so that a world sees their ends too; or any rules at all. */
static void choose_rules(const struct hc_game *game, char *rules, size_t size)
{
    static const char *const away[] = {"pause", "skip", "drop"};
    struct hc_rules parsed;
    struct hc_problem why;
    unsigned one = below(2), many = below(4);

    if (one_in(4) && random_rules(game, &dice, rules, size) &&
        hc_rules_parse(game, rules, &parsed, &why))
        return;
    if (!strcmp(game->name, "shed"))
        snprintf(rules, size, "%s jump_in=true initial_cards=%u on_disconnect=%s",
                 one ? "match_mode=single" : "points_to_win=60", 2 + many, away[below(3)]);
    else if (!strcmp(game->name, "two"))
        snprintf(rules, size, "tokens_to_win=%u auto_draw=%s", 1 + one, many ? "true" : "false");
    else
        snprintf(rules, size, "rounds_to_win=%u", 1 + one);
}

static bool are_settings(const void *list, const char *text)
{
    struct hc_rules settings;
    struct hc_problem why;
    uint64_t given;

    return hc_options_parse(list, text, &settings, &given, NULL, &why);
}

/* Settings in which every pair of values occurs, and some of them made quicker. */
static void choose_settings(char *settings, size_t size)
{
    enum { ROWS_MAX = 64 };
    static char rows[ROWS_MAX][COVERING_BYTES];
    static unsigned count;
    static struct covering covering;

    if (!count) {
        covering_begin(&covering, &hc_room_settings, 1, are_settings, &hc_room_settings);
        while (count < ROWS_MAX && covering_next(&covering))
            memcpy(rows[count++], covering.text, sizeof covering.text);
        must(count < ROWS_MAX && !covering.impossible, "not all pairs of settings were made");
    }
    snprintf(settings, size - 128, "%s", rows[below(count)]);
    if (below(4))
        strcat(settings, below(2) ? "seats=10 next=one next_ms=4000 " : "seats=4 ");
    if (below(4))
        strcat(settings, "bot_delay_ms=300 turn_hours=2 abandon_days=1 lobby_minutes=2 "
                         "finished_minutes=3");
}

static void create_room(struct line *line)
{
    static char rules[4096], settings[COVERING_BYTES + 256];
    const struct hc_game *game = hc_game_at(below(hc_games_count));
    struct request *asked = new_request(line, ASK_CREATE, "");

    choose_rules(game, rules, sizeof rules);
    choose_settings(settings, sizeof settings);
    if (one_in(12))
        strcat(settings, " nonsense=1");
    house_create(line->line, asked->tag,
                 &(struct house_room_plan){game, rules, settings, one_in(20) ? "" : "A table"});
}

static void enter(struct line *line, const char *code)
{
    struct request *asked = new_request(line, ASK_ENTER, code);

    house_enter(line->line, asked->tag, code);
}

static void leave_room(struct line *line, const char *code)
{
    struct request *asked = new_request(line, ASK_EXIT, code);

    for (unsigned i = 0; i < line->memories; i++)
        if (!strcmp(line->memory[i].code, code))
            line->memory[i].has_view = false;
    house_exit(line->line, asked->tag, code);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static struct hc_room_request plain(enum hc_room_verb verb, unsigned seat, const char *text)
{
    return (struct hc_room_request){.verb = verb, .seat = (uint8_t)seat, .text = text};
}

static void sit(struct line *line, const char *code)
{
    uint8_t entropy[HC_SEED_BYTES];
    struct hc_room_request request =
        plain(HC_DO_SIT, below(3) ? HC_NONE : below(12), people.guest[line->guest].name);

    hc_seed_from_number(below(1000), entropy);
    request.entropy = below(2) ? entropy : NULL;
    ask_room(line, code, request);
}

static void agree(struct line *line, const char *code)
{
    uint8_t entropy[HC_SEED_BYTES];
    struct hc_room_request request = plain(HC_DO_AGREE, HC_NONE, NULL);

    hc_seed_from_number(below(1000), entropy);
    request.entropy = below(2) ? entropy : NULL;
    ask_room(line, code, request);
}

/* A command from what was told of a room. */
static void choose_command(const struct memory_of_room *memory, struct frame *frame)
{
    struct hc_command command;

    memcpy(frame->code, memory->code, sizeof frame->code);
    hc_actions_at(&memory->view.actions, below(memory->view.actions.ways), &command);
    hc_command_print(memory->view.game, &memory->view.rules, &command, frame->text,
                     sizeof frame->text);
    frame->seq = memory->seq;
}

/* Mostly honest: the command is from this line's own view; now and then it is another's. */
static void act(struct line *line)
{
    struct guest *guest = &people.guest[line->guest];
    const struct line *whose = one_in(12) ? &people.line[below(LINES)] : line;
    const struct memory_of_room *memory = some_choice(whose);
    struct frame frame;

    if (!memory)
        return;
    choose_command(memory, &frame);
    if (one_in(12))
        frame.seq = below(200);
    if (one_in(30))
        snprintf(frame.text, sizeof frame.text, "%s", one_in(2) ? "end" : "play nothing");
    frame.id = one_in(10) ? 0 : ++guest->next_id;
    guest->frame[guest->frames++ % FRAMES] = frame;
    ask_act(line, &frame);
    if (line->open && one_in(8)) /* a second click */
        ask_act(line, &frame);
}

/* An old command once more; now and then its number is given to another one. */
static void act_again(struct line *line)
{
    struct guest *guest = &people.guest[line->guest];
    unsigned count = guest->frames < FRAMES ? guest->frames : FRAMES;
    struct frame frame;

    if (!count)
        return;
    frame = guest->frame[below(count)];
    if (one_in(4))
        memcpy(frame.text, guest->frame[below(count)].text, sizeof frame.text);
    ask_act(line, &frame);
}

static void chat(struct line *line, const char *code)
{
    char text[64];

    if (one_in(4)) {
        ask_room(line, code, plain(HC_DO_HINT, HC_NONE, NULL));
        return;
    }
    snprintf(text, sizeof text, "guest %u says %llu", line->guest,
             (unsigned long long)++people.chats);
    ask_room(line, code, plain(HC_DO_CHAT, HC_NONE, one_in(10) ? "\x1b[2J" : text));
}

static void be_host(struct line *line, const char *code)
{
    static const char *const settings[] = {
        "live",       "slow",        "away=bot grace_ms=0",
        "seats=2",    "nonsense=1",  "chat=none watch=late late_turns=2 hints=false",
        "watch=none", "watch=public"};
    static const char *const bots[] = {"random", "greedy", "search:8", "search:900", "nobody"};
    unsigned seat;

    switch (below(6)) {
    case 0:
        ask_room(line, code, plain(HC_DO_KICK, below(HC_SEATS_MAX), NULL));
        break;
    case 1:
        ask_room(line, code, plain(HC_DO_SETTINGS, HC_NONE, settings[below(8)]));
        break;
    case 2:
        seat = below(2) ? HC_NONE : below(12); /* compilers draw two arguments in either order */
        ask_room(line, code, plain(HC_DO_ADD_BOT, seat, bots[below(5)]));
        break;
    case 3:
        ask_room(line, code, plain(HC_DO_REMOVE_BOT, below(HC_SEATS_MAX), NULL));
        break;
    case 4:
        ask_room(line, code, plain(HC_DO_TITLE, HC_NONE, below(2) ? "Ours" : "bad\ntitle"));
        break;
    default:
        ask_room(line, code, plain(HC_DO_RULES, HC_NONE, below(4) ? "" : "nonsense"));
        break;
    }
}

/* Whatever only the house itself may do: a move for a bot among it, as good as the bot's own. */
static void be_impostor(struct line *line, const char *code)
{
    static const enum hc_room_verb verbs[] = {HC_DO_BOT_MOVE, HC_DO_CONNECT, HC_DO_DISCONNECT,
                                              HC_DO_WATCH};
    const struct house_room *room = registry_find(house, code);
    char text[HC_COMMAND_CHARS] = "";
    struct hc_room_request request = plain(verbs[below(4)], HC_NONE, text);
    struct hc_actions actions = {.ways = 0};
    struct hc_command command;

    if (room && now_of(room)->stage == HC_ROOM_PLAYING) {
        request.seat = (uint8_t)hc_table_awaits(&now_of(room)->table);
        request.seq = hc_table_seq(&now_of(room)->table);
        if (request.seat < now_of(room)->seats)
            hc_actions(&now_of(room)->table, request.seat, wall_ms, &actions);
    }
    if (actions.ways) {
        hc_actions_at(&actions, below(actions.ways), &command);
        hc_command_print(hc_games[now_of(room)->game], &now_of(room)->rules, &command, text,
                         sizeof text);
    }
    ask_room(line, code, request);
}

static void ask_store(struct line *line)
{
    struct house_question question = {.kind = (enum house_question_kind)below(5), .count = 10};
    struct request *asked = new_request(line, ASK_STORE, "");

    if (question.kind == HOUSE_FORGET && below(4))
        question.kind = HOUSE_STATISTICS;
    memcpy(question.guest, people.guest[line->guest].id, HC_GUEST_BYTES);
    if (store.matches) {
        question.room = store.match[0].room;
        question.number = store.match[0].result.number;
    }
    seen.forgotten += question.kind == HOUSE_FORGET;
    house_ask(line->line, asked->tag, &question);
}

/* ---- One thing ------------------------------------------------------------------------------- */

/* The host sees to it that a match begins. */
static void gather(struct line *line, const char *code)
{
    static const char *const bots[] = {"random", "greedy", "search:8"};

    if (below(3))
        ask_room(line, code, plain(HC_DO_START, HC_NONE, NULL));
    else
        ask_room(line, code, plain(HC_DO_ADD_BOT, HC_NONE, bots[below(3)]));
}

static void look_for_company(struct line *line)
{
    const char *code = own_code(line);
    const char *name = people.guest[line->guest].name;
    struct hc_room_view room;

    if (!house_look(house, code, &room) || room.started || one_in(4))
        code = some_code();
    if (!house_look(house, code, &room)) {
        if (!house->counts.rooms)
            create_room(line);
        return;
    }
    if (room.started)
        enter(line, code);
    else if (room.host != HC_NONE && !strcmp(room.seat[room.host].name, name))
        gather(line, code);
    else if (line->guest < GUESTS && below(8))
        sit(line, code);
    else
        gather(line, code);
}

static void be_guest(struct line *line)
{
    switch (below(28)) {
    case 0:
        close_line(line);
        break;
    case 1:
        ask_room(line, own_code(line), plain(HC_DO_LEAVE, HC_NONE, NULL));
        break;
    case 2:
        if (one_in(2))
            leave_room(line, own_code(line));
        else
            ask_room(line, own_code(line), plain(HC_DO_END, HC_NONE, NULL));
        break;
    case 3:
        chat(line, one_in(3) ? some_code() : own_code(line));
        break;
    case 4:
        if (house->counts.rooms < house->plan.rooms_max || one_in(6))
            create_room(line);
        break;
    case 5:
    case 6:
        act_again(line);
        break;
    case 7:
    case 8:
        agree(line, own_code(line));
        break;
    case 9:
    case 10:
        be_host(line, own_code(line));
        break;
    case 11:
        if (one_in(3))
            ask_store(line);
        else if (one_in(2))
            be_impostor(line, own_code(line));
        break;
    case 12:
        enter(line, some_code());
        break;
    case 13:
    case 14:
    case 15:
    case 16:
        look_for_company(line);
        break;
    default:
        if (some_choice(line))
            act(line);
        else
            look_for_company(line);
        break;
    }
}

#endif
