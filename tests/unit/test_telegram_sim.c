// SPDX-License-Identifier: MIT
/*
 * test_telegram_sim.c: the door to Telegram among people, a service and a store that do everything
 * wrong, in one thread and from one seed.
 *
 * Each seed makes a world: a house and the door on it (src/house and src/doors/telegram
 * themselves), the store of test_house_sim.c, which fails, is late, and dies between any two steps,
 * a Telegram that loses calls and answers, says to wait and gives updates again (sim_telegram.h),
 * and people who type and press whatever they like (sim_chats.h). The process dies at any moment
 * and begins again with what is stored. In the end the world becomes kind: every press was
 * answered, every message shows its table as it is, whoever is waited for can find out, and every
 * match is played on and comes to its end.
 *
 * HC_SEED is the first seed, and HC_WORLDS how many there are. Start reading
 * with run_world and one_step.
 */
#include "seed.h"
#include "unit/sim_chats.h"
#include "ring/sim_house.h"

enum {
    SEEDS = 40,
    STEPS = 400,
    KIND_MS = 200000, /* until everything is said that is to be said */
    KIND_MOVES = 12,  /* that people make then, before they end their matches */
    TRIES = 8,        /* to make one of them */
};

static uint64_t base_seed, seeds;

/* ---- Who did what ---------------------------------------------------------------------------- */

/* Where an update became a command, by its place in the list. */
static struct {
    uint64_t room;
    uint32_t match;
} acted[UPDATES];

static void note_bot(const struct house_thought *thought, const struct hc_command *command)
{
    (void)thought;
    (void)command;
    seen.thoughts++;
}

/* A command of a person came with an update of that person, and each update is one command. */
static void attribute(const struct hc_room *room, const struct hc_record *record, uint32_t seq)
{
    uint32_t id = record->seat < HC_SEATS_MAX ? id_of(room, record->seat, seq) : 0;
    const struct stored_room *stored = NULL;
    struct update *update;
    size_t index;

    if (!id || room->seat[record->seat].who != HC_SEAT_PERSON)
        return; /* a seat remembers the last few */
    for (unsigned i = 0; i < store.rooms; i++)
        if (!strcmp(store.room[i].was.code, room->code))
            stored = &store.room[i];
    update = update_by_id(id);
    must(update != NULL, "somebody has done what nobody asked for");
    must(update->person == folk_at(room, record->seat), "somebody acted for another");
    index = (size_t)(update - service.update);
    must(acted[index].room != stored->number || acted[index].match != room->match,
         "one update was done twice");
    if (acted[index].room) /* the number is that of another match, which had the same seq */
        return;
    acted[index].room = stored->number;
    acted[index].match = room->match;
}

/* ---- The process ----------------------------------------------------------------------------- */

static void open_door(void)
{
    struct telegram_plan plan = {.resize = memory_resize,
                                 .entropy = memory_entropy,
                                 .house = house,
                                 .web_address = "https://cards.example"};

    door = telegram_open(&plan);
    must(door != NULL, "a door cannot be opened");
    for (unsigned i = 0; i < door_memos.stored.count; i++) {
        const struct kept_memo *memo = &door_memos.stored.memo[i];

        telegram_load(door, memo->key, memo->key_size, memo->bytes.start, memo->bytes.size);
    }
    telegram_begin(door);
}

/* What is remembered as not sent was not. */
static void check_unsent(void)
{
    for (unsigned i = 0; i < door_memos.stored.count; i++) {
        const struct kept_memo *memo = &door_memos.stored.memo[i];

        if (memcmp(memo->key, "tg/x", 4) != 0)
            continue;
        met.resumed++;
        for (unsigned k = 0; k < service.dones; k++)
            must(service.done[k] != hc_load64(memo->key + 4),
                 "a message was sent that is remembered as not sent");
    }
    service.dones = 0;
}

static void close_process(void)
{
    telegram_close(door);
    house_close(house);
    for (unsigned w = 0; w <= FOLKS; w++)
        witnesses[w].line = NULL;
    memory_check_empty();
    asked.count = thoughts.count = 0;
}

static void die(void)
{
    met.deaths++;
    store_dies();
    service_loses();
    check_unsent();
    close_process();
    if (one_in(4))
        wall_ms += below(4) ? below(100000) : below(10000000);
    open_house();
    for (unsigned i = 0; i < store.rooms; i++)
        if (!store.room[i].gone)
            load_room(&store.room[i]);
    open_door();
    witnesses_look();
}

static void turn_door(void)
{
    if (telegram_due(door) <= wall_ms)
        telegram_tick(door);
    witnesses_look();
    service_take();
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void one_step(void)
{
    if (!service.calm && one_in(40))
        die();
    pass_time(one_in(30) ? below(400000) : below(3) ? below(500) : below(5000));
    for (unsigned i = below(4); i-- > 0;)
        somebody_acts();
    bots_think(false);
    tick();
    store_works(service.calm);
    store_answers(false);
    if (below(8))
        turn_door();
    if (below(3))
        service_poll();
    check_turns();
}

/* ---- A kind world ---------------------------------------------------------------------------- */

/* Everything that can happen now. */
static void settle(void)
{
    unsigned long before;
    unsigned rounds = 0;

    do {
        before = met.calls + service.given + store.verdicts;
        step++;
        tick();
        bots_think(true);
        turn_door();
        service_poll();
        store_works(true); /* a call may have to be noted before it leaves */
        store_answers(true);
        must(rounds++ < 2000, "the door does not come to rest");
    } while (before != met.calls + service.given + store.verdicts);
}

/* And everything that falls due in this time. */
static void pass_kindly(uint64_t span_ms)
{
    uint64_t end_ms = wall_ms + span_ms;

    for (;;) {
        uint64_t due_ms, house_ms;

        settle();
        due_ms = telegram_due(door);
        house_ms = house_due(house);
        due_ms = house_ms < due_ms ? house_ms : due_ms;
        if (due_ms > end_ms)
            break;
        pass_time(due_ms > wall_ms ? due_ms - wall_ms : 1);
    }
    if (end_ms > wall_ms)
        pass_time(end_ms - wall_ms);
    settle();
}

static void become_kind(void)
{
    service.kind = true;
    store.full_until = 0;
    for (unsigned i = 0; i < service.places; i++) {
        struct place *place = &service.place[i];

        if (place->shut && !place->moved_to)
            shut_or_open(place->id > 0 ? place->id : FOLK, place);
    }
    pass_kindly(KIND_MS);
}

/* ---- What must hold in the end --------------------------------------------------------------- */

static void check_answered(void)
{
    for (unsigned i = 0; i < service.updates; i++)
        must(!*service.update[i].query || service.update[i].answered ||
                 service.update[i].life != service.life,
             "a press was never answered");
    must(telegram_offset(door) == service.next_update, "an update was never read");
}

static void check_board(struct tg_board *board)
{
    const struct place *place = place_of(tg_board_chat(board));
    const struct message *message = message_of(tg_board_chat(board), board->message);

    if (!place || place->shut || place->moved_to || !tg_board_is_open(board) || board->quiet ||
        board->joining || board->closed || !board->seen.has_room)
        return;
    if (!message) {
        if (!board->unsure)
            printf("table %s in chat %lld\n", board->code, (long long)tg_board_chat(board));
        must(board->unsure, "a table is not shown to those who should see it");
        return;
    }
    if (message->deleted || message->blurred)
        return; /* the door learns it when something changes */
    tg_board_draw(board, TG_TEXT_UNITS);
    if (strcmp(message->text, door->text) != 0) {
        printf("%s\n--- instead of\n%s\n", message->text, door->text);
        must(false, "a message does not show its table as it is");
    }
}

static void check_person(struct tg_person *person)
{
    for (struct tg_board *board = person->boards; board; board = board->next)
        check_board(board);
}

static void check_group(struct tg_chat *chat)
{
    for (struct tg_board *board = chat->boards; board; board = board->next)
        check_board(board);
}

/* A button about this table that somebody can see; letters as for button_of. */
static const struct message *message_about(int64_t person, const char *code, const char *letters)
{
    for (unsigned i = service.messages; i-- > 0;) {
        const struct message *message = &service.message[i];
        const char *data = button_of(message, letters);

        if (!message->deleted && (message->chat == person || message->chat < 0) && data &&
            !strncmp(data + 2, code, HC_ROOM_CODE_CHARS))
            return message;
    }
    return NULL;
}

/* The door knows that somebody may not have been told, and has said a word that got lost as well.
 */
static bool is_told_later(int64_t id, const char *code)
{
    struct tg_person *person = tg_person_find(door, id, false);
    const struct tg_board *board = person ? tg_person_board(person, code) : NULL;

    return board && board->unseen && board->word_ms > wall_ms;
}

/* Whoever is waited for was told, or can find out by one press. */
static void check_told(void)
{
    for (size_t i = 0; i < house->slots; i++) {
        const struct house_room *room = house->slot[i];
        unsigned waits = room ? hc_room_waits_for(now_of(room)) : 0;

        if (!room || now_of(room)->stage != HC_ROOM_PLAYING)
            continue;
        for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
            int64_t person = waits >> s & 1 ? folk_at(now_of(room), s) : 0;
            bool told = !person || !place_of(person)->open || is_told_later(person, room->code);

            for (unsigned m = 0; m < service.messages && !told; m++)
                told = service.message[m].deleted && service.message[m].chat == person;
            must_in(room, told || message_about(person, room->code, "anhf"),
                    "somebody is waited for and cannot know");
        }
    }
}

/* Whoever sits at a table has a board of it, be it shown or not. */
static void check_seated(void)
{
    for (size_t i = 0; i < house->slots; i++)
        for (unsigned s = 0; house->slot[i] && s < HC_SEATS_MAX; s++) {
            const struct hc_room *room = now_of(house->slot[i]);
            int64_t id = room->seat[s].left ? 0 : folk_at(room, s);
            struct tg_person *person = id ? tg_person_find(door, id, false) : NULL;

            must_in(house->slot[i], !id || (person && tg_person_board(person, room->code)),
                    "somebody sits at a table and is not shown it");
        }
}

/* A wish for a table made one table at most. */
static void check_marks(void)
{
    static unsigned made[UPDATES];

    memset(made, 0, sizeof made);
    for (unsigned i = 0; i < store.rooms; i++) {
        const struct hc_room *room = &store.room[i].was;
        char rules[2000];
        const char *found;

        hc_rules_print(hc_games[room->game], &room->rules, rules, sizeof rules);
        found = strstr(rules, "points_to_win=");
        if (found && atoi(found + strlen("points_to_win=")) > MARK)
            must(++made[atoi(found + strlen("points_to_win=")) - MARK] == 1,
                 "one wish made two tables");
        met.tables++;
    }
}

/* What is asked for is answered once; where nothing ever went wrong, always. */
static void check_pongs(void)
{
    must(service.pongs <= service.pings, "one ping was answered twice");
    must(service.pongs == service.pings || !service.calm, "a ping was not answered");
}

static void check_end(void)
{
    check_answered();
    check_pongs();
    tg_people(door, check_person);
    tg_chats(door, check_group);
    check_told();
    check_seated();
}

/* ---- Matches come to an end ------------------------------------------------------------------ */

/* Whoever is waited for does what is waited for, by buttons they can see; others look away. */
static void make_move(int64_t person, const char *code)
{
    const struct message *message = message_about(person, code, "an");
    char text[40];

    if (message && message->chat == person)
        press(person, message, button_of(message, "an"));
    else if ((message = message_about(person, code, "hf")) && place_of(person)->open)
        press(person, message, button_of(message, "hf"));
    else {
        snprintf(text, sizeof text, "/start h%s", code); /* the link of a group's message */
        say(person, person, text);
    }
    pass_kindly(4000);
}

/* Tries until the table has moved on. */
static void move_on(uint64_t number)
{
    uint32_t seq = hc_table_seq(&now_of(room_by_number(number))->table);

    for (unsigned i = 0; i < TRIES; i++) {
        const struct house_room *room = room_by_number(number);
        unsigned waits = room ? hc_room_waits_for(now_of(room)) : 0;
        unsigned seat = 0;

        if (!room || now_of(room)->stage != HC_ROOM_PLAYING || !waits ||
            hc_table_seq(&now_of(room)->table) != seq)
            return;
        while (!(waits >> seat & 1))
            seat++;
        if (!folk_at(now_of(room), seat))
            return;
        make_move(folk_at(now_of(room), seat), room->code);
    }
    must_in(room_by_number(number), false, "somebody presses all buttons, and nothing happens");
}

static void end_match(uint64_t number)
{
    char text[40], code[HC_ROOM_CODE_CHARS + 1];

    snprintf(code, sizeof code, "%s", room_by_number(number)->code);
    snprintf(text, sizeof text, "/endgame %s", code);
    for (int64_t person = FOLK; person < FOLK + FOLKS; person++) {
        const struct house_room *room = room_by_number(number);
        uint8_t guest[HC_GUEST_BYTES];

        guest_of(person, guest);
        if (!room || now_of(room)->stage != HC_ROOM_PLAYING)
            break;
        if (hc_room_seat_of(now_of(room), guest) == HC_NONE)
            continue;
        say(person, person, text);
        pass_kindly(4000);
    }
    must(!room_by_number(number) || now_of(room_by_number(number))->stage != HC_ROOM_PLAYING,
         "a match cannot be ended");
    met.over++;
}

static void play_to_the_end(void)
{
    uint64_t numbers[STORE_ROOMS];
    unsigned count = 0;

    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i] && now_of(house->slot[i])->stage == HC_ROOM_PLAYING)
            numbers[count++] = house->slot[i]->number;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned move = 0; move < KIND_MOVES; move++)
            if (room_by_number(numbers[i]) &&
                now_of(room_by_number(numbers[i]))->stage == HC_ROOM_PLAYING)
                move_on(numbers[i]);
        if (room_by_number(numbers[i]) &&
            now_of(room_by_number(numbers[i]))->stage == HC_ROOM_PLAYING)
            end_match(numbers[i]);
    }
    pass_kindly(KIND_MS);
}

/* ---- A whole world --------------------------------------------------------------------------- */

static void begin_world(void)
{
    uint8_t bytes[HC_SEED_BYTES];

    hc_seed_from_number(seed, bytes);
    hc_dice_open(&dice, bytes, 7, 0);
    hc_dice_open(&fate, bytes, 8, 0);
    thoughts.count = asked.count = 0;
    memset(clocks, 0, sizeof clocks);
    memset(acted, 0, sizeof acted);
    memset(witnesses, 0, sizeof witnesses);
    signature = 0;
    step = marks = 0;
    wall_ms = 100 * YEAR_MS;
    steady_us = 1;
    service.next_update = 1000;
    service.life = 1;
    service.calm = one_in(8);
    peeking.any = one_in(2) || peeking.plant;
    for (int64_t person = FOLK; person < FOLK + FOLKS; person++)
        place_add(person);
    for (int64_t group = 1; group <= GROUPS; group++)
        place_add(-group);
    store.returns = true;
    open_house();
    open_door();
    for (int64_t person = FOLK; person < FOLK + FOLKS; person++)
        if (below(4))
            say(person, person, "/start");
}

static bool broken; /* a world has failed, and nothing of it was put away */

static void run_world(void)
{
    if (broken)
        skip();
    broken = true;
    begin_world();
    for (unsigned i = 0; i < STEPS; i++) {
        step++;
        one_step();
    }
    become_kind();
    check_end();
    play_to_the_end();
    check_end();
    check_marks();
    met.pongs += service.pongs;
    close_process();
    service_clear();
    kept_clear(&door_memos.stored);
    kept_clear(&door_memos.flying);
    store_clear();
    broken = false;
}

/* A simulator in which something never happens proves nothing about it. */
static void check_met(void)
{
    const unsigned long *count = (const unsigned long *)&met;

    for (size_t i = 0; i < sizeof met / sizeof *count; i++)
        if (!count[i])
            fail_msg("counter %zu of what was met is zero", i);
}

static void the_door_keeps_its_promises(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < seeds; i++) {
        seed = base_seed + i;
        run_world();
    }
    printf("%lu updates, %lu again; %lu calls, %lu sends, %lu edits, %lu presses; %lu deaths\n"
           "%lu not modified, %lu not found, %lu shut, %lu moved, %lu told to wait, %lu silent, "
           "%lu lost, %lu deleted\n"
           "%lu tables, %lu matches ended, %lu words, %lu resumed, %lu peeks, %lu pongs\n",
           met.updates, met.again, met.calls, met.sends, met.edits, met.presses, met.deaths,
           met.not_modified, met.not_found, met.shut, met.moved, met.waits, met.silent, met.lost,
           met.deleted, met.tables, met.over, met.words, met.resumed, met.peeks, met.pongs);
    if (seeds >= SEEDS)
        check_met();
}

static void the_same_seed_gives_the_same_run(void **state)
{
    uint64_t first;

    (void)state;
    seed = base_seed;
    run_world();
    first = signature;
    run_world();
    must(signature == first, "the same seed gives another run");
}

/* What somebody is shown of a hand is held against what others may see. */
static void a_planted_leak_is_found(void **state)
{
    (void)state;
    peeking.plant = true;
    for (seed = base_seed; seed < base_seed + SEEDS && !peeking.caught; seed++)
        run_world();
    must(peeking.caught, "hands are shown to others, and nobody notices");
    peeking.plant = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_door_keeps_its_promises),
        cmocka_unit_test(the_same_seed_gives_the_same_run),
        cmocka_unit_test(a_planted_leak_is_found),
    };

    sim_name = "test_telegram_sim";
    base_seed = test_seed();
    seeds = test_worlds(SEEDS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
