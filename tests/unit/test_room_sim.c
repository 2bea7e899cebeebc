// SPDX-License-Identifier: MIT
/*
 * test_room_sim.c: a room among people who do everything wrong, in one thread and from one seed.
 *
 * Each seed makes one room with random rules and the next settings of a covering array, six guests,
 * a clock and a store. Guests vanish and come back, click twice, send old frames again, act with
 * the wrong identity, and call late; bots answer late or when the table has moved on; the clock
 * jumps; the store fails or answers late; the house (room_house.h) is restarted. After every step
 * everything that the design promises is checked; start reading with one_step and check_everything.
 *
 * HC_TEST_SEED repeats a run from its first seed, HC_TEST_SCALE makes it longer.
 */
#include <inttypes.h>

#include "covering.h"
#include "random_rules.h"
#include "unit/room_house.h"

enum { SEEDS = 2500, STEPS = 160, DRAIN_MAX = 30000 };

static uint64_t base_seed;
static unsigned scale = 1;

/* ---- What must hold -------------------------------------------------------------------------- */

static void check_waiting(void)
{
    const struct hc_room *room = &house.room;
    uint64_t due_ms = hc_room_due(room), deadline_ms = hc_room_deadline(room);
    unsigned waits = hc_room_waits_for(room);

    if (room->stage == HC_ROOM_CLOSED)
        return;
    must(waits || due_ms != HC_ROOM_NEVER, "the room waits for nobody and for no time");
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (waits >> s & 1)
            must(room->seat[s].who == HC_SEAT_PERSON && !room->seat[s].left,
                 "the room waits for nobody in particular");
    for (unsigned s = 0; room->stage == HC_ROOM_PLAYING && s < room->seats; s++)
        must(!room->seat[s].away || !room->seat[s].connections || room->seat[s].left ||
                 room->seat[s].dropped,
             "somebody is back, and nobody notices");
    if (deadline_ms == HC_ROOM_NEVER)
        return;
    must(due_ms <= deadline_ms, "the timer comes after the deadline");
    if (limit_ms(room) != HC_ROOM_NEVER)
        must(deadline_ms <=
                 house.wall_ms +
                     (limit_ms(room) > 2 * HC_ROOM_LATE_MS ? limit_ms(room) : 2 * HC_ROOM_LATE_MS) +
                     HC_ROOM_LATE_MS,
             "a turn lasts too long");
}

static void check_connections(void)
{
    for (unsigned g = 0; g < GUESTS; g++) {
        unsigned seat = hc_room_seat_of(&house.room, house.guest[g].id);

        if (seat != HC_NONE)
            must(house.room.seat[seat].connections == house.guest[g].connections &&
                     same_name(seat, g),
                 "the room counts connections wrongly");
    }
}

static void check_late(void)
{
    const struct hc_room *room = &house.room;
    unsigned turns = house.account.turns, late = room->settings.byte[HC_ROOM_LATE_TURNS];
    uint32_t want = turns > late ? house.turn_seq[turns - 1 - late] : 0;

    if (room->stage == HC_ROOM_PLAYING)
        must(hc_room_late_seq(room) ==
                 (room->settings.byte[HC_ROOM_WATCH] == HC_WATCH_LATE ? want : 0),
             "spectators may see too much, or too little");
}

/* What a guest was told last is what the log says of that moment. */
static void check_picture(const struct guest *guest)
{
    static struct hc_view view;
    static struct hc_table table;
    const struct account *account = &house.durable.account;
    struct hc_problem why;

    if (!guest->has_view || guest->view_match != account->match)
        return;
    if (!hc_log_replay(account->log.bytes, account->log.used, guest->view.seq, &table, NULL, NULL,
                       &why))
        must(false, why.text);
    hc_view(&table, guest->view.viewer, guest->view_ms, &view);
    must(!memcmp(&view, &guest->view, sizeof view), "a guest was shown what the log does not say");
}

/* Everything that was acknowledged is in the log, in its place. */
static void check_acks(void)
{
    static struct hc_record record;
    static struct hc_log_reader reader;
    const struct account *account = &house.durable.account;
    uint32_t seq = 0;
    unsigned next = 0;

    while (next < house.acks && house.ack[next].match < account->match)
        next++;
    if (next == house.acks)
        return;
    must(hc_log_open(&reader, account->log.bytes, account->log.used), "the log cannot be read");
    while (next < house.acks && hc_log_next(&reader, &record) > 0) {
        if (record.kind != HC_RECORD_COMMAND)
            continue;
        seq += record.events.count;
        if (seq == house.ack[next].seq) {
            must(record.seat == house.ack[next].seat &&
                     !memcmp(&record.command, &house.ack[next].command, sizeof record.command),
                 "something else was acknowledged than was done");
            next++;
        }
    }
    must(next == house.acks, "something that was acknowledged is lost");
}

static void check_log(void)
{
    static struct hc_table table;
    const struct account *account = &house.durable.account;
    const struct hc_room *room = &house.durable.room;
    struct hc_problem why;
    enum hc_verdict verdict;

    if (!account->match)
        return;
    verdict = hc_log_verify(account->log.bytes, account->log.used, &why);
    must(verdict != HC_DISHONEST, why.text);
    if (room->stage != HC_ROOM_CLOSED)
        must((verdict == HC_HONEST) == (room->stage != HC_ROOM_PLAYING),
             "the secret is out too early, or too late");
    if (!hc_log_replay(account->log.bytes, account->log.used, UINT32_MAX, &table, NULL, NULL, &why))
        must(false, why.text);
    if (room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED) {
        memcpy(table.key, room->table.key, sizeof table.key);
        must(!memcmp(&table, &room->table, sizeof table), "the log says something else");
    }
    check_acks();
    for (unsigned g = 0; g < GUESTS; g++)
        check_picture(&house.guest[g]);
}

/* Everything that a house or a guest can learn of a room goes into one number. It says nothing of
 * right and wrong, but it changes when a room does: who changes rooms on purpose writes the new one
 * down. */
#define SIGNATURE 0x5d6a950fb6ec3891ull
static uint64_t signature;

static void sign(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        signature = (signature ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    signature ^= signature >> 29;
}

static void sign_number(uint64_t number)
{
    sign(&number, sizeof number);
}

static void sign_seat(const struct hc_seat_view *seat)
{
    sign(seat->name, sizeof seat->name);
    sign((const uint8_t[]){seat->who, seat->bot, seat->connected, seat->away, seat->wants_end,
                           seat->agreed},
         6);
}

static void sign_room(void)
{
    const struct hc_room *room = &house.room;
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    struct hc_room_view view;

    sign(bytes, hc_room_save(room, bytes, sizeof bytes));
    sign_number(hc_room_due(room));
    sign_number(hc_room_deadline(room));
    sign_number(hc_room_waits_for(room));
    hc_room_view(room, &view);
    sign((const uint8_t[]){view.game, view.stage, view.host, view.asks, view.seats, view.taken,
                           view.watchers, view.is_public, view.open, view.started, view.watchable},
         11);
    sign(view.title, sizeof view.title);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        sign_seat(&view.seat[s]);
}

static void check_everything(void)
{
    const char *broken = NULL;

    if (house.room.stage == HC_ROOM_PLAYING || house.room.stage == HC_ROOM_FINISHED)
        broken = hc_table_check(&house.room.table);
    must(!broken, broken ? broken : "");
    check_waiting();
    check_connections();
    check_late();
    if (below(40) == 0)
        check_log();
    if (step % 8 == 0)
        sign_room();
}

/* ---- What guests do -------------------------------------------------------------------------- */

static struct hc_room_request plain(enum hc_room_verb verb, unsigned seat, const char *text)
{
    return (struct hc_room_request){.verb = verb, .seat = (uint8_t)seat, .text = text};
}

static void sit(unsigned g)
{
    uint8_t entropy[HC_SEED_BYTES];
    char name[HC_ROOM_NAME_BYTES];
    struct hc_room_request request = plain(HC_DO_SIT, below(3) ? HC_NONE : below(12), name);

    snprintf(name, sizeof name, "guest %u", g);
    hc_seed_from_number(seed + step, entropy);
    request.entropy = below(2) ? entropy : NULL;
    ask(g, request);
}

static void connect(unsigned g)
{
    struct guest *guest = &house.guest[g];
    bool sits = hc_room_seat_of(&house.room, guest->id) != HC_NONE;

    if (guest->connections < 3 &&
        ask(g, plain(sits ? HC_DO_CONNECT : HC_DO_WATCH, HC_NONE, NULL)) == HC_OK) {
        guest->connections++;
        guest->watches = !sits;
    }
}

static void disconnect(unsigned g)
{
    if (!house.guest[g].connections)
        return;
    house.guest[g].connections--;
    if (ask(g, plain(HC_DO_DISCONNECT, HC_NONE, NULL)) != HC_OK)
        house.guest[g].connections++;
}

/* Sends a command and remembers the frame, to send it again one day. */
static enum hc_refusal send_act(unsigned g, const struct frame *frame)
{
    struct guest *guest = &house.guest[g];
    struct hc_room_request request = frame->request;

    guest->old[guest->olds++ % FRAMES] = *frame;
    request.text = frame->text;
    return ask(g, request);
}

/* The second click gets the answer of the first. */
static void click_twice(unsigned g, const struct frame *frame)
{
    struct hc_room_request request = frame->request;
    static struct hc_room_answer first, second;
    struct hc_room room = house.room, between;

    memcpy(request.guest, house.guest[g].id, HC_GUEST_BYTES);
    request.now_ms = house.wall_ms;
    request.text = frame->text;
    hc_room_do(&room, &request, &first);
    between = room;
    hc_room_do(&room, &request, &second);
    must(!memcmp(&between, &room, sizeof room), "the second click changed something");
    if (hc_room_seat_of(&room, request.guest) != HC_NONE)
        must(second.repeat && second.refusal == first.refusal && second.seq == first.seq,
             "the second click got another answer than the first");
    send_act(g, frame);
    send_act(g, frame);
}

/* A command from the last view that was told, which may be old; now and then from another's. */
static void act(unsigned g)
{
    struct guest *guest = &house.guest[g], *whose = below(8) ? guest : &house.guest[below(GUESTS)];
    struct frame frame = {.request = plain(HC_DO_ACT, HC_NONE, NULL)};
    const struct hc_actions *actions = &whose->view.actions;
    struct hc_command command;

    if (!whose->has_view || !actions->ways)
        return;
    hc_actions_at(actions, below(actions->ways), &command);
    hc_command_print(whose->view.game, &whose->view.rules, &command, frame.text, sizeof frame.text);
    frame.request.seq = below(10) ? whose->view.seq : below(200);
    frame.request.id = ++guest->next_id;
    if (below(6) == 0)
        click_twice(g, &frame);
    else
        send_act(g, &frame);
    if (below(10) == 0) {
        enum hc_refusal refusal;

        frame.request.id = 1 + below(1000);
        frame.request.text = frame.text;
        refusal = ask(STRANGER, frame.request);
        must(refusal == HC_NOT_ALLOWED || house.closed, "a stranger is answered like a player");
    }
}

static void act_again(unsigned g)
{
    struct guest *guest = &house.guest[g];
    unsigned count = guest->olds < FRAMES ? guest->olds : FRAMES;
    struct hc_room_request request;

    if (!count)
        return;
    request = guest->old[below(count)].request;
    request.text = guest->old[0].text;
    for (unsigned i = 0; i < count; i++)
        if (guest->old[i].request.id == request.id)
            request.text = guest->old[i].text;
    ask(g, request);
}

static void be_host(unsigned g)
{
    static const char *const settings[] = {
        "live", "slow", "away=bot", "seats=2", "nonsense=1", "chat=none watch=late late_turns=2"};
    static const char *const bots[] = {"random", "greedy", "nobody"};
    unsigned seat;

    switch (below(6)) {
    case 0:
        ask(g, plain(HC_DO_KICK, below(HC_SEATS_MAX), NULL));
        break;
    case 1:
        ask(g, plain(HC_DO_SETTINGS, HC_NONE, settings[below(6)]));
        break;
    case 2:
        seat = below(2) ? HC_NONE : below(12);
        ask(g, plain(HC_DO_ADD_BOT, seat, bots[below(3)]));
        break;
    case 3:
        ask(g, plain(HC_DO_REMOVE_BOT, below(HC_SEATS_MAX), NULL));
        break;
    case 4:
        ask(g, plain(HC_DO_TITLE, HC_NONE, below(2) ? "A table" : "bad\ntitle"));
        break;
    default:
        ask(g, plain(HC_DO_START, HC_NONE, NULL));
        break;
    }
}

/* The host, whoever that is; now and then somebody else tries. */
static void start(unsigned g)
{
    for (unsigned h = 0; below(8) && h < GUESTS; h++)
        if (hc_room_seat_of(&house.room, house.guest[h].id) == house.room.host)
            g = h;
    ask(g, plain(HC_DO_START, HC_NONE, NULL));
}

static void be_guest(unsigned g)
{
    struct hc_room_request request = plain(HC_DO_AGREE, HC_NONE, NULL);
    uint8_t entropy[HC_SEED_BYTES];

    switch (below(24)) {
    case 0:
        disconnect(g);
        break;
    case 1:
        ask(g, plain(HC_DO_LEAVE, HC_NONE, NULL));
        break;
    case 2:
    case 3:
        act_again(g);
        break;
    case 4:
    case 5:
        hc_seed_from_number(seed + step, entropy);
        request.entropy = below(2) ? entropy : NULL;
        ask(g, request);
        break;
    case 6:
        ask(g, plain(HC_DO_CHAT, HC_NONE, below(4) ? "hello" : "\x1b[2J"));
        break;
    case 7:
    case 8:
        connect(g);
        break;
    case 9:
        be_host(g);
        break;
    case 10:
        ask(g, plain(below(3) ? HC_DO_AGREE : HC_DO_END, HC_NONE, NULL));
        break;
    default:
        if (house.room.stage == HC_ROOM_LOBBY && below(4))
            below(3) ? sit(g) : start(g);
        else if (below(2) && !house.guest[g].connections)
            connect(g);
        else
            act(g);
        break;
    }
}

static void bots_answer(void)
{
    for (unsigned i = 0; i < house.thoughts;) {
        struct thought thought = house.thought[i];
        struct hc_room_request request = plain(HC_DO_BOT_MOVE, thought.seat, thought.text);

        if (thought.after_step > step) {
            i++;
            continue;
        }
        house.thought[i] = house.thought[--house.thoughts];
        request.seq = thought.seq;
        ask(STRANGER, request);
    }
}

static void one_step(void)
{
    unsigned g = below(GUESTS);

    switch (below(24)) {
    case 0:
        if (below(8) == 0)
            restart();
        break;
    case 1:
        if (below(3) == 0)
            jump();
        else if (below(20) == 0)
            end_match();
        break;
    case 2:
        pass_time(below(20) ? below(40000) : below(4 * 3600000));
        break;
    default:
        /* Mostly somebody does something who can. */
        for (unsigned i = 0; i < GUESTS && below(3) && !house.guest[g].view.actions.ways; i++)
            g = (g + 1) % GUESTS;
        be_guest(g);
        pass_time(below(3000));
        break;
    }
    bots_answer();
    tick();
    store_works();
    check_everything();
}

/* ---- A whole seed ---------------------------------------------------------------------------- */

/* Everybody goes home, the store works again: the room must come to its end by itself. */
static void drain(void)
{
    for (unsigned g = 0; g < GUESTS; g++)
        while (!house.closed && house.guest[g].connections)
            disconnect(g);
    while (house.batches)
        store_succeeds();
    for (unsigned i = 0; !house.closed; i++) {
        uint64_t due_ms = hc_room_due(&house.room);

        must(i < DRAIN_MAX, "a room without people does not come to an end");
        must(due_ms != HC_ROOM_NEVER, "a room without people waits for ever");
        if (!house.thoughts && due_ms > house.wall_ms)
            pass_time(due_ms - house.wall_ms);
        step += 10;
        bots_answer();
        tick();
        while (house.batches)
            store_succeeds();
        house.acks = 0;
    }
    check_log();
}

/* Short matches, so that a seed sees their ends too; or any rules at all. */
static void choose_rules(const struct hc_game *game, char *rules, size_t size)
{
    static const char *const away[] = {"pause", "skip", "drop"};
    struct hc_rules parsed;
    struct hc_problem why;
    unsigned one, many, how;

    if (below(4) == 0 && random_rules(game, &dice, rules, size) &&
        hc_rules_parse(game, rules, &parsed, &why))
        return;
    one = below(2);
    many = below(4);
    how = below(3);
    if (!strcmp(game->name, "shed"))
        snprintf(rules, size, "%s jump_in=true initial_cards=%u on_disconnect=%s%s",
                 one ? "match_mode=single" : "points_to_win=60", 2 + many, away[how],
                 many ? "" : " uno_bad_challenge_penalty=1");
    else if (!strcmp(game->name, "two"))
        snprintf(rules, size, "tokens_to_win=%u auto_draw=%s", 1 + one, how ? "true" : "false");
    else
        snprintf(rules, size, "rounds_to_win=%u", 1 + one);
}

/* Settings in which every pair of values occurs; each seed takes the next ones. */
enum { SETTINGS_MAX = 64 };
static char settings_rows[SETTINGS_MAX][COVERING_BYTES];
static unsigned settings_count;

static bool are_settings(const void *list, const char *text)
{
    struct hc_rules settings;
    struct hc_problem why;
    uint64_t given;

    return hc_options_parse(list, text, &settings, &given, &why);
}

static int make_settings(void **state)
{
    static struct covering rows;

    (void)state;
    covering_begin(&rows, &hc_room_settings, 1, are_settings, &hc_room_settings);
    while (settings_count < SETTINGS_MAX && covering_next(&rows))
        memcpy(settings_rows[settings_count++], rows.text, sizeof rows.text);
    return covering_next(&rows) || rows.impossible; /* all of them go together */
}

static bool open_room(void)
{
    static char rules[4096], settings[COVERING_BYTES + 64];
    const struct hc_game *game = hc_game_at(below(hc_games_count));
    struct hc_problem why;
    char code[HC_ROOM_CODE_CHARS + 1];

    choose_rules(game, rules, sizeof rules);
    snprintf(settings, sizeof settings, "%s%s", settings_rows[seed % settings_count],
             below(2)   ? ""
             : below(2) ? "seats=10 next=one next_ms=4000"
                        : "seats=4");
    hc_room_code((const uint8_t[]){1, 2, 3}, code);
    return hc_room_open(&house.room, game, rules, settings, "A table", code, house.wall_ms, &why) ==
           HC_OK;
}

static void run_seed(void)
{
    uint8_t bytes[HC_SEED_BYTES];

    memset(&house, 0, sizeof house);
    hc_seed_from_number(seed, bytes);
    hc_dice_open(&dice, bytes, 7, 0);
    house.wall_ms = 100 * YEAR_MS;
    house.since_restart_ms = YEAR_MS;
    for (unsigned g = 0; g <= STRANGER; g++)
        memset(house.guest[g].id, (int)(g + 1), HC_GUEST_BYTES);
    step = 0;
    must(open_room(), "a room cannot be opened");
    make_durable(&house.room, &house.account, true);
    for (unsigned g = 0, count = 1 + below(GUESTS); g < count; g++) {
        sit(g);
        connect(g);
        if (below(3) == 0)
            ask(0, plain(HC_DO_ADD_BOT, HC_NONE, "random"));
    }
    tick();
    start(0);
    for (step = 0; step < STEPS && !house.closed; step++)
        one_step();
    drain();
}

static void rooms_keep_their_promises(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < (uint64_t)SEEDS * scale; i++) {
        seed = base_seed + i;
        run_seed();
    }
    printf("%lu commands, %lu matches (%lu ended by people, %lu by the house), %lu restarts, %lu "
           "failures of the store, %lu repeats\n",
           commands_total, matches_total, agreed_ends_total, house_ends_total, restarts_total,
           failures_total, repeats_total);
    assert_true(matches_total > SEEDS / 4 && agreed_ends_total && house_ends_total);
    assert_true(failures_total && restarts_total && repeats_total);
    if (base_seed == 1 && scale == 1 && signature != SIGNATURE)
        fail_msg("rooms have changed: 0x%016" PRIx64, signature);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(rooms_keep_their_promises, make_settings),
    };
    const char *first = getenv("HC_TEST_SEED"), *longer = getenv("HC_TEST_SCALE");

    base_seed = first ? strtoull(first, NULL, 10) : 1;
    scale = longer ? (unsigned)strtoul(longer, NULL, 10) : 1;
    printf("HC_TEST_SEED=%llu\n", (unsigned long long)base_seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
