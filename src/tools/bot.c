// SPDX-License-Identifier: MIT
/*
 * bot.c: `holecard bot`: a bot that sits at a server's table.
 *
 * It is a guest like any other: it is told what its seat may know, and gives commands. What it
 * needs of the engine is the view, a bot, and the list of what is allowed. Start at tool_bot().
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "bots/bots.h"
#include "core/text.h"
#include "net/guest.h"
#include "tools/tools.h"

enum {
    DELAY_MAX_MS = 60000,
    FORGET_USUAL = 20,
    BLIND_ODDS = 2,      /* a bot that does anything does so out of turn once in so many times */
    BOT_STREAMS = 0x100, /* above those of hc_bot_forget */
    STEP_MS = 200,       /* how often a signal to stop is looked for, at least */
};

static const char usage[] =
    "usage: holecard bot --join URL/CODE [--bot NAME[:BUDGET]] [--name NAME] [--forget PERCENT]\n"
    "                    [--delay MS] [--start PLAYERS] [--ca FILE]\n"
    "\n"
    "Sits down at a table of a server and plays until the match is over, or until it is told to\n"
    "stop. It comes back by itself when the connection is lost, and to the same seat when it is\n"
    "started again under the same name. docs/bots.md says how to write one's own.\n"
    "\n"
    "  --join URL/CODE      the server and the table, as in http://localhost:7777/BCDFHJ\n"
    "  --bot NAME[:BUDGET]  which bot: random, greedy or search; search:500 unless given\n"
    "  --name NAME          what it is called at the table; the bot's own name unless given\n"
    "  --forget PERCENT     how often it forgets to act out of turn or to call; 20\n"
    "  --delay MS           how long it waits before it acts; 0\n"
    "  --start PLAYERS      if it is the host: start when so many players sit there\n"
    "  --ca FILE            certificates to trust, instead of the system's\n";

struct arguments {
    const char *join, *bot, *name, *forget, *delay, *start, *ca;
};

struct player {
    struct guest guest;
    struct token_place place; /* where its token is kept */
    const struct hc_bot *bot;
    struct hc_mind mind;
    uint8_t key[HC_SEED_BYTES]; /* of its dice */
    const char *name;
    uint64_t forget, delay_ms, start;
    uint32_t done_match, done_seq; /* the moment at which it has had its say */
    bool done;
    bool acted; /* just now: the answer may be something to act on again */
};

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

static int complain(const char *why, int status)
{
    fprintf(stderr, "holecard bot: %s\n", why);
    return status;
}

/* Why it cannot play at the table. */
static int complain_about(const struct guest *guest, const char *why)
{
    fprintf(stderr, "holecard bot: table %s: %s%s\n", guest->url.code, why,
            guest->refusal == HC_DUPLICATE_PLAYER ? "; choose another --name"
            : guest->refusal == HC_NO_ROOM        ? "; is the code right?"
                                                  : "");
    return STATUS_FAILED;
}

/* ---- Playing -------------------------------------------------------------------------------- */

/* What it has in mind of what it may do: what it has forgotten is not among it. */
static void recall(const struct player *player, bool awaited, struct hc_actions *actions)
{
    const struct hc_view *view = &player->guest.view;

    *actions = view->actions;
    hc_bot_forget(view->game, actions, (unsigned)player->forget, player->key, player->guest.seat,
                  view->seq);
    if (!actions->ways && awaited)
        *actions = view->actions;
}

static bool choose(struct player *player, struct hc_command *command)
{
    const struct guest *guest = &player->guest;
    bool awaited = guest_awaits(guest) == guest->seat;
    struct hc_dice *dice = &player->mind.dice;
    struct hc_actions actions;

    recall(player, awaited, &actions);
    hc_dice_open(dice, player->key, BOT_STREAMS + guest->room.match, guest->view.seq);
    if (!actions.ways || (!awaited && player->bot->blind && hc_dice_below(dice, BLIND_ODDS)))
        return false;
    player->bot->choose(&guest->view, &actions, &player->mind, command);
    return command->verb != HC_NONE;
}

/* Whether this moment of the match was looked at already. A command that was refused because the
 * table had moved on leads to another moment by itself. */
static bool is_new_moment(struct player *player)
{
    const struct guest *guest = &player->guest;

    if (player->done && player->done_match == guest->room.match &&
        player->done_seq == guest->view.seq)
        return false;
    player->done = true;
    player->done_match = guest->room.match;
    player->done_seq = guest->view.seq;
    return true;
}

/* Waits before it acts; false if something has happened meanwhile. */
static bool wait_delay(struct player *player)
{
    struct timespec pause = {0, STEP_MS * 1000000L};
    uint32_t seq = player->guest.view.seq;

    for (uint64_t left = player->delay_ms; left && !stopped;
         left -= left < STEP_MS ? left : STEP_MS)
        if (left < STEP_MS)
            nanosleep(&(struct timespec){0, (long)left * 1000000}, NULL);
        else
            nanosleep(&pause, NULL);
    while (guest_wait(&player->guest, -1, 0) == GUEST_NEWS)
        continue;
    return player->guest.view.seq == seq && !player->guest.gone && !stopped;
}

static void act(struct player *player)
{
    struct guest *guest = &player->guest;
    struct hc_command command;
    enum hc_refusal refusal;

    /* A command that was on its way for long and then refused must be thought over. */
    if (!guest->command.open && guest->command.left && guest->command.refusal) {
        guest->command.left = false;
        player->done = false;
    }
    if (guest->command.open || !guest->connected || !guest->view.actions.ways ||
        !is_new_moment(player))
        return;
    if (!choose(player, &command))
        return;
    if (player->delay_ms && !wait_delay(player)) {
        player->done = false;
        return;
    }
    refusal = guest_give(guest, &command);
    player->acted = !refusal;
    if (refusal == HC_TOO_FAST || refusal == HC_NOT_STORED || refusal == HC_PAUSED)
        player->done = false;
}

static unsigned taken(const struct guest_room *room)
{
    unsigned count = 0;

    for (unsigned s = 0; s < room->seats; s++)
        count += room->seat[s].who != HC_SEAT_EMPTY;
    return count;
}

/* Does whatever is to be done now; false when the match is over. */
static bool attend(struct player *player)
{
    struct guest *guest = &player->guest;
    struct hc_problem why;

    switch (guest->room.stage) {
    case HC_ROOM_LOBBY:
        if (player->start && guest->room.host == guest->seat &&
            taken(&guest->room) >= player->start &&
            !guest_ask(guest, json_pack("{s:s}", "op", "start"), &why))
            complain(why.text, 0);
        return true;
    case HC_ROOM_OPENING:
        return true;
    case HC_ROOM_PLAYING:
        if (guest_is_asked(guest, HC_ASK_NEXT) || guest_is_asked(guest, HC_ASK_GO_ON) ||
            guest_is_asked(guest, HC_ASK_END))
            player->acted = guest_agree(guest, &why);
        else if (guest->has_view)
            act(player);
        return true;
    case HC_ROOM_FINISHED:
    case HC_ROOM_CLOSED:
        break;
    }
    return false;
}

static int play(struct player *player)
{
    struct guest *guest = &player->guest;
    struct hc_problem why;

    while (!stopped && !guest->gone && attend(player)) {
        guest_wait(guest, -1, player->acted ? 0 : STEP_MS);
        player->acted = false;
    }
    if (guest->gone)
        return complain(guest->why.text, STATUS_FAILED);
    /* After a match too: the others need not wait for its answer to another one. */
    guest_ask(guest, json_pack("{s:s}", "op", "leave"), &why);
    printf("%s\n", stopped ? "The bot was told to stop and has left." : "The match is over.");
    return STATUS_OK;
}

/* Connects as whoever a bot of this name was here before. */
static bool come_in(struct player *player, const struct url *url, const char *ca,
                    struct hc_problem *why)
{
    char server[URL_SERVER_CHARS], who[2 * TOKEN_WHO_CHARS], token[TOKEN_CHARS];
    struct hc_problem lost;

    url_print(url, server);
    snprintf(who, sizeof who, "bot %s", player->name);
    token_hold(server, who, &player->place);
    token_read(&player->place, token);
    if (!guest_open(&player->guest, url, ca, token, why))
        return false;
    if (*player->place.text && strcmp(token, player->guest.token) != 0 &&
        !token_keep(&player->place, player->guest.token, &lost))
        complain(lost.text, 0);
    return true;
}

static int sit_and_play(struct player *player, const struct url *url, const char *ca)
{
    struct guest *guest = &player->guest;
    struct hc_problem why;
    bool back;

    if (!come_in(player, url, ca, &why))
        return complain(why.text, STATUS_FAILED);
    if (!guest_enter(guest, url->code, &why))
        return complain_about(guest, why.text);
    back = guest->seat != HC_SPECTATOR;
    if (!back && !guest_sit(guest, player->name, HC_NONE, &why))
        return complain_about(guest, why.text);
    printf("%s %s the table %s, seat %u.\n", player->name, back ? "is back at" : "sits at",
           guest->code, guest->seat);
    fflush(stdout);
    return play(player);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static bool read_arguments(int argc, char **argv, struct arguments *given)
{
    const struct {
        const char *name, **value;
    } options[] = {{"--join", &given->join},   {"--bot", &given->bot},
                   {"--name", &given->name},   {"--forget", &given->forget},
                   {"--delay", &given->delay}, {"--start", &given->start},
                   {"--ca", &given->ca}};

    for (int i = 1; i < argc; i++) {
        size_t o = 0, length = 0;

        for (; o < sizeof options / sizeof *options; o++) {
            length = strlen(options[o].name);
            if (!strncmp(argv[i], options[o].name, length) &&
                (!argv[i][length] || argv[i][length] == '='))
                break;
        }
        if (o == sizeof options / sizeof *options) {
            fprintf(stderr, "holecard bot: there is no option %.60s; see holecard bot --help\n",
                    argv[i]);
            return false;
        }
        if (argv[i][length] == '=')
            *options[o].value = argv[i] + length + 1;
        else if (i + 1 < argc)
            *options[o].value = argv[++i];
        if (!*options[o].value || !**options[o].value) {
            fprintf(stderr, "holecard bot: %s needs a value; see holecard bot --help\n",
                    options[o].name);
            return false;
        }
    }
    return true;
}

static bool read_number(const char *text, uint64_t max, uint64_t *number)
{
    const char *end = text ? hc_read_number(text, max, number) : "";

    return end && !*end;
}

/* NULL, or what is wrong with the arguments. */
static const char *prepare(const struct arguments *given, struct player *player)
{
    const char *bot = given->bot ? given->bot : "search:500";

    player->forget = FORGET_USUAL;
    player->bot = hc_bot_parse(bot, strlen(bot), &player->mind.budget);
    if (!player->bot)
        return "there is no such bot; there are random, greedy and search:BUDGET";
    player->name = given->name ? given->name : player->bot->name;
    if (!read_number(given->forget, 100, &player->forget))
        return "--forget must be a number from 0 to 100";
    if (!read_number(given->delay, DELAY_MAX_MS, &player->delay_ms))
        return "--delay must be a number of milliseconds up to 60000";
    if (!read_number(given->start, HC_SEATS_MAX, &player->start))
        return "--start must be a number of players up to 10";
    return NULL;
}

static bool make_mind(struct player *player)
{
    struct hc_mind *mind = &player->mind;

    mind->scratch_bytes = player->bot->scratch_bytes ? player->bot->scratch_bytes(mind->budget) : 0;
    mind->scratch = malloc(mind->scratch_bytes + 1);
    return mind->scratch && getrandom(player->key, sizeof player->key, 0) == sizeof player->key;
}

int tool_bot(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = stop};
    struct arguments given = {0};
    struct player *player;
    struct hc_problem why;
    struct url url;
    const char *wrong;
    int status = STATUS_FAILED;

    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        fputs(usage, stdout);
        return STATUS_OK;
    }
    if (!read_arguments(argc, argv, &given))
        return STATUS_USAGE;
    if (!given.join)
        return complain("it needs --join URL/CODE; see holecard bot --help", STATUS_USAGE);
    if (!url_parse(given.join, &url, &why))
        return complain(why.text, STATUS_USAGE);
    if (!*url.code)
        return complain("--join must end in the code of a table, as in /BCDFHJ", STATUS_USAGE);
    player = calloc(1, sizeof *player);
    if (!player)
        return complain("there is not enough memory", STATUS_FAILED);
    player->guest.client.stream.descriptor = player->place.lock = -1;
    wrong = prepare(&given, player);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (wrong)
        status = complain(wrong, STATUS_USAGE);
    else if (make_mind(player))
        status = sit_and_play(player, &url, given.ca);
    else
        complain("there is not enough memory, or no entropy", STATUS_FAILED);
    guest_close(&player->guest);
    token_release(&player->place);
    free(player->mind.scratch);
    free(player);
    return status;
}
