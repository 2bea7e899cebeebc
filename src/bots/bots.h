// SPDX-License-Identifier: MIT
/*
 * bots.h: players that are programs.
 *
 * A bot is given what a player at its seat is given, a view and the list of what it may do, and
 * what it thinks with: dice, a budget and scratch memory. No header that it sees has the inside of
 * a match in it. A bot remembers nothing between two choices, so the same view, actions, dice and
 * budget always give the same command.
 */
#ifndef HC_BOTS_BOTS_H
#define HC_BOTS_BOTS_H

#include "core/dice.h"
#include "holecard.h"

/* What a bot thinks with. */
struct hc_mind {
    struct hc_dice dice;
    uint32_t budget; /* how many games it may imagine; bots that imagine none ignore it */
    uint8_t forget;  /* how often it forgets, in percent; see hc_bot_turn */
    uint8_t key[HC_SEED_BYTES]; /* of the dice for that */
    void *scratch;              /* aligned for any object */
    size_t scratch_bytes;
};

struct hc_bot {
    const char *name;
    bool blind;      /* looks at its actions only: the caller may pass NULL as the view */
    uint32_t budget; /* its usual one; 0 if it takes none */
    /* How much scratch memory a budget wants; NULL if none. */
    size_t (*scratch_bytes)(uint32_t budget);
    /* Picks one of the commands in `actions`, of which there must be at least one: those of the
     * view, or some of them. Unless its seat is awaited it may rather wait: then the command's
     * verb is HC_NONE. */
    void (*choose)(const struct hc_view *view, const struct hc_actions *actions,
                   struct hc_mind *mind, struct hc_command *command);
};

/* The bots that people choose from: the first of hc_bot_at. The others are ways to play, for tools.
 */
enum {
#define LEVEL(name) HC_LEVEL_##name,
#define BOT(name)
#include "bots/bots.def"
#undef BOT
#undef LEVEL
    HC_LEVELS
};

enum { HC_BUDGET_MAX = 1000000 };

/* Bot number `index`, from 0; NULL past the last one. */
const struct hc_bot *hc_bot_at(size_t index);
/* What it is like, in a few words. */
const char *hc_bot_sentence(const struct hc_bot *bot, const struct hc_language *language);
/* The level that is offered where nobody chooses. */
const char *hc_usual_level(void);
/* Reads "NAME" or "NAME:BUDGET", the text up to `length`; NULL if there is no such bot. */
const struct hc_bot *hc_bot_parse(const char *text, size_t length, uint32_t *budget);
/*
 * What a bot does at one moment, in turn or out of it. False: it can do nothing, or keeps quiet.
 * Once in a while it forgets to act out of turn and to call. That is drawn once for a seat and a
 * moment of the match, with the mind's key, so that asking again does not help its memory; but
 * whoever is awaited thinks of something. A blind bot always has something to say, so out of turn
 * it says it every other time.
 */
bool hc_bot_turn(const struct hc_bot *bot, const struct hc_view *view, struct hc_mind *mind,
                 struct hc_command *command);
/*
 * When a bot acts whose answer is there `passed_ms` after it was asked, counted from then too:
 * after the delay, or twice the delay, and so on; 0 if there is none. So the time tells nothing
 * about the hand that was thought about, as long as thinking takes less than the delay.
 */
uint64_t hc_bot_acts(uint64_t passed_ms, uint64_t delay_ms);

#endif
