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
#include "net/clock.h"
#include "net/guest.h"
#include "tools/tools.h"

enum {
    DELAY_MAX_MS = 60000,
    FORGET_USUAL = 20,
    BOT_STREAMS = 0x100, /* above those of forgetting */
    STEP_MS = 200,       /* how often a signal to stop is looked for, at least */
};

struct player {
    struct guest guest;
    struct token_place place; /* where its token is kept */
    const struct hc_bot *bot;
    struct hc_mind mind;
    const char *name;
    uint64_t delay_ms, start;
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
    fprintf(stderr, "holecard bot: table %s: %s%s\n", guest->code, why,
            guest->refusal == HC_DUPLICATE_PLAYER ? "; choose another --name"
            : guest->refusal == HC_NO_ROOM        ? "; is the code right?"
                                                  : "");
    return STATUS_FAILED;
}

/* ---- Playing -------------------------------------------------------------------------------- */

static bool choose(struct player *player, struct hc_command *command)
{
    const struct guest *guest = &player->guest;
    struct hc_mind *mind = &player->mind;

    hc_dice_open(&mind->dice, mind->key, BOT_STREAMS + guest->room.match, guest->view.seq);
    return hc_bot_turn(player->bot, &guest->view, mind, command);
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

/* Waits before it acts, so that nobody sees how long it thought since then; false if something has
 * happened meanwhile. */
static bool wait_delay(struct player *player, uint64_t since_ms)
{
    struct timespec pause = {0, STEP_MS * 1000000L};
    uint32_t seq = player->guest.view.seq;
    uint64_t thought_ms = clock_steady_ms() - since_ms;

    for (uint64_t left = hc_bot_acts(thought_ms, player->delay_ms) - thought_ms; left && !stopped;
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
    uint64_t since_ms = clock_steady_ms();

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
    if (player->delay_ms && !wait_delay(player, since_ms)) {
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
    struct link *link;

    url_print(url, server);
    snprintf(who, sizeof who, "bot %s", player->name);
    token_hold(server, who, &player->place);
    token_read(&player->place, token);
    link = link_open(url, ca, why);
    if (!link || !guest_open(&player->guest, link, token, NULL, why))
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
    printf("%s %s the table %s, seat %u (the first is 0).\n", player->name,
           back ? "is back at" : "sits at", guest->code, guest->seat);
    fflush(stdout);
    return play(player);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static bool make_mind(struct player *player)
{
    struct hc_mind *mind = &player->mind;

    mind->scratch_bytes = player->bot->scratch_bytes ? player->bot->scratch_bytes(mind->budget) : 0;
    mind->scratch = malloc(mind->scratch_bytes + 1);
    return mind->scratch && getrandom(mind->key, sizeof mind->key, 0) == sizeof mind->key;
}

/* Reads the arguments into the player; false with *status if there is nothing to play. */
static bool read_arguments(int argc, char **argv, struct player *player, struct url *url,
                           const char **ca, int *status)
{
    const char *join, *bot = "search:500";
    uint64_t forget = FORGET_USUAL;
    const struct arg args[] = {
        {"--join", "URL/CODE", "the server and the table, as in http://localhost:7777/BCDFHJ",
         .text = &join, .needed = true},
        {"--bot", "NAME[:BUDGET]",
         "easy, fair or strong, or a way to play by name; search:500 unless given", .text = &bot},
        {"--name", "NAME", "what it is called at the table; the bot's own name unless given",
         .text = &player->name},
        {"--forget", "PERCENT", "how often it forgets to act out of turn or to call; 20",
         .number = &forget, .max = 100},
        {"--delay", "MS", "how long it waits before it acts; 0", .number = &player->delay_ms,
         .max = DELAY_MAX_MS},
        {"--start", "PLAYERS", "if it is the host: start when so many players sit there",
         .number = &player->start, .max = HC_SEATS_MAX},
        {"--ca", "FILE", "certificates to trust, instead of the system's", .text = ca},
    };
    const struct args_command command = {
        "bot",
        "Sits down at a table of a server and plays until the match is over, or until it is told "
        "to stop. It comes back by itself when the connection is lost, and to the same seat when "
        "it is started again under the same name. docs/bots.md says how to write one's own.",
        .args = args, .count = sizeof args / sizeof *args};
    struct hc_problem why;

    if (!args_read(&command, argc, argv, status))
        return false;
    player->mind.forget = (uint8_t)forget;
    player->bot = hc_bot_parse(bot, strlen(bot), &player->mind.budget);
    if (!player->name && player->bot)
        player->name = player->bot->name;
    *status = STATUS_USAGE;
    if (!url_parse(join, url, &why))
        args_wrong(&command, "%s", why.text);
    else if (!*url->code)
        args_wrong(&command, "--join must end in the code of a table, as in /BCDFHJ");
    else if (!player->bot)
        args_wrong(&command, "there is no such bot; there are easy, fair, strong[:BUDGET], random, "
                             "rule, greedy and search[:BUDGET]");
    else
        return true;
    return false;
}

int tool_bot(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = stop};
    struct player *player = calloc(1, sizeof *player);
    const char *ca = NULL;
    struct url url;
    int status;

    if (!player)
        return complain("there is not enough memory", STATUS_FAILED);
    player->place.lock = -1;
    if (!read_arguments(argc, argv, player, &url, &ca, &status)) {
        free(player);
        return status;
    }
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    status = make_mind(player)
                 ? sit_and_play(player, &url, ca)
                 : complain("there is not enough memory, or no entropy", STATUS_FAILED);
    guest_close(&player->guest);
    token_release(&player->place);
    free(player->mind.scratch);
    free(player);
    return status;
}
