// SPDX-License-Identifier: MIT
/*
 * game.h: what a game is. The table that it is played on is in games_inside.h.
 *
 * A game is one `const struct hc_game`: mostly data (decks, options, verbs, phases, facts, events)
 * and six hooks (and a few that may be missing). All rules and all dice are in decide;
 * apply folds what was decided and checks nothing, so an old log replays under new rules. A game
 * contains no redaction: core knows who knows which card, and the tables of facts and events say
 * what else is private.
 *
 * Everything that a game remembers beside the places of its cards is in a struct of its own, kept
 * in hc_table.state. Every byte of that struct is named by a fact: views, saved tables, positions
 * and expectations of scenarios are made from that list.
 */
#ifndef HC_GAMES_GAME_H
#define HC_GAMES_GAME_H

#include "core/check.h"
#include "core/command.h"
#include "core/memory.h"
#include "core/options.h"

/* Who may see a fact, or the inside of an event. */
enum hc_sight {
    HC_FOR_ALL,
    HC_FOR_TURN,   /* facts: only the seat whose turn it is */
    HC_FOR_SEAT,   /* events: only the event's seat */
    HC_FOR_NOBODY, /* nobody: the engine's own memory */
};

enum hc_fact_type {
    HC_FACT_NUMBER, /* signed */
    HC_FACT_SEAT,
    HC_FACT_SEATS, /* a mask */
    HC_FACT_CARD,  /* a card number in the table, a face in a view; hidden unless known */
    HC_FACT_FACE,
    HC_FACT_COLOR,
    HC_FACT_NAME, /* an index into names */
    HC_FACT_BOOL,
    HC_FACT_DIRECTION, /* 1: from seat to seat upwards, -1: downwards */
};

struct hc_fact {
    const char *name;
    enum hc_fact_type type;
    uint8_t offset, width; /* in the game's state; 1, 2, 4 or 8 bytes */
    uint8_t per_seat;      /* 1: one value for each of HC_SEATS_MAX seats */
    enum hc_sight sight;
    const char *const *names;
    uint8_t name_count;
    uint8_t headline; /* 1: people want to see it all the time, beside the piles, while it holds */
    enum hc_common common;
};

/* A row of a game's facts: the name, its type and the member of the game's struct. */
#define HC_FACT(state, member, kind, ...)                                                          \
    {                                                                                              \
        .name = #member, .type = HC_FACT_##kind, .offset = offsetof(struct state, member),         \
        .width = sizeof(((struct state *)0)->member), __VA_ARGS__                                  \
    }
/* The same for an array with one value for each seat. */
#define HC_FACT_EACH(state, member, kind, ...)                                                     \
    {                                                                                              \
        .name = #member, .type = HC_FACT_##kind, .offset = offsetof(struct state, member),         \
        .width = sizeof(((struct state *)0)->member[0]), .per_seat = 1, __VA_ARGS__                \
    }

/* Rows of a game's verbs: one of the players, one of the house, one of the house about a seat. */
#define HC_VERB(word, what)                                                                        \
    {                                                                                              \
        .name = word, .takes = what                                                                \
    }
#define HC_HOUSE_VERB(word, part)                                                                  \
    {                                                                                              \
        .name = word, .takes = HC_FROM_HOUSE, .role = HC_HOUSE_##part                              \
    }
#define HC_HOUSE_SEAT_VERB(word, part)                                                             \
    {                                                                                              \
        .name = word, .takes = HC_FROM_HOUSE | HC_TAKES_SEAT, .role = HC_HOUSE_##part              \
    }

/* Rows of a game's options. `values` are the names of an enumeration, HC_NAMES("one", "other"). */
#define HC_NAMES(...) ((const char *const[]){__VA_ARGS__})
#define HC_BOOL(word, usual)                                                                       \
    {                                                                                              \
        word, HC_OPTION_BOOL, 0, 1, usual, NULL                                                    \
    }
#define HC_INT(word, least, most, usual)                                                           \
    {                                                                                              \
        word, HC_OPTION_INT, least, most, usual, NULL                                              \
    }
#define HC_ENUM(word, most, usual, values)                                                         \
    {                                                                                              \
        word, HC_OPTION_ENUM, 0, most, usual, values                                               \
    }
#define HC_SEED()                                                                                  \
    {                                                                                              \
        "seed", HC_OPTION_SEED, 0, 0, 0, NULL                                                      \
    }

/* A row of a game's events that everybody may see; card faces are masked by core. */
#define HC_EVENT(word, letters)                                                                    \
    {                                                                                              \
        .name = word, .args = letters                                                              \
    }

#define HC_COUNT(array) (sizeof(array) / sizeof *(array))

/* A fold of events is always inlined, so that emitting one whose kind is known costs just its arm;
 * what is off the common way of a play stays out of the functions that are on it. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NOT_INLINE    __attribute__((noinline))

enum hc_awaits { HC_AWAITS_TURN, HC_AWAITS_HOUSE, HC_AWAITS_NOBODY };

struct hc_phase {
    const char *name;
    enum hc_awaits awaits;
    const char *dialect[3];       /* First2Shed, UNO Lite, host engine */
    const char *ready_dialect[3]; /* in the lobby, when there are enough players to start */
};

/*
 * One kind of event. `args` lists its public arguments in the order they are printed: s seat, o
 * other seat, c first card, n number of cards, v value, b value as true or false, C value as a
 * colour, r value as one of names, m value as a mask of seats, f value as a face. Two are not
 * printed in the short form, because an event that has them is private: F first card as what is
 * played, t other seat, or nobody, as its target. V is a value for sentences alone.
 * The catalogues have a sentence for each kind, in which these arguments have names: s and m are
 * {who}, o and t {other}, v and V {number}, b {flag}, C {color}, r {reason}, f {guess}; {card},
 * {cards} and {count} are in every event. An empty sentence: it is the engine's own affair.
 */
struct hc_event_kind {
    const char *name, *args;
    enum hc_sight sight;
    const char *const *names; /* NULL ends them, so that a forged value can be refused */
    bool is_set; /* the cards have no order: a viewer sees them sorted, hidden ones last, since the
                  * places of known cards between hidden ones would tell something of those */
};

enum { HC_LIKELY = 256 };

/* What statistics count of every seat, beside matches, wins and points. */
enum hc_counted {
    HC_COUNTED_PLAYED, /* cards played */
    HC_COUNTED_CAUGHT, /* players caught without a call */
    HC_COUNTED
};

enum hc_show { HC_SHOW_NONE, HC_SHOW_TOP, HC_SHOW_ALL };

struct hc_pile_kind {
    const char *name;
    enum hc_show show;
    uint8_t show_all_option; /* an option that makes it HC_SHOW_ALL; HC_NONE if there is none */
    uint8_t seat;            /* whose own pile it is, or HC_NONE */
    const char *owners; /* the fact with the face that each seat laid here; NULL: nobody asks */
};

/* Rows of a game's piles: one of the table, one of a seat, and one of the table whose cards have
 * owners, which a fact tells. */
#define HC_PILE(word, how, option)                                                                 \
    {                                                                                              \
        .name = word, .show = HC_SHOW_##how, .show_all_option = option, .seat = HC_NONE            \
    }
#define HC_SEAT_PILE(word, how, whose)                                                             \
    {                                                                                              \
        .name = word, .show = HC_SHOW_##how, .show_all_option = HC_NONE, .seat = whose             \
    }
#define HC_OWNED_PILE(word, how, fact)                                                             \
    {                                                                                              \
        .name = word, .show = HC_SHOW_##how, .show_all_option = HC_NONE, .seat = HC_NONE,          \
        .owners = fact                                                                             \
    }

/* A refusal that a game has beside those of holecard.h. Its number is one that no other has, from
 * 64 on (those of two are older). */
struct hc_refusal_row {
    enum hc_refusal refusal;
    const char *name;
};

/* Every game's state begins with these two bytes; phase 0 is the lobby. */
enum { HC_STATE_PHASE, HC_STATE_TURN };

struct hc_move; /* one command on its way: games_inside.h */

/*
 * A verb that people may try against whoever holds so many cards, while an option is on: whether it
 * would be accepted is not for them to know. Programs are given the exact list.
 */
struct hc_tried {
    uint8_t verb, cards;
    uint8_t option; /* a narrow one */
};

struct hc_game {
    const char *name;
    bool is_template; /* for those who make games: nobody is offered it, but it can be named */
    struct hc_option_list options;
    uint8_t deck_option, seats_min_option, seats_max_option; /* narrow options; HC_NONE if none */
    uint8_t seats_min;                                       /* where there is no such option */
    uint8_t dealt_option; /* with `needs`: how many cards each player is dealt; HC_NONE if none */
    const struct hc_deck *const *decks; /* by the value of deck_option */
    struct hc_grammar grammar;
    const struct hc_phase *phases;
    const struct hc_fact *facts;
    const struct hc_event_kind *events;
    const struct hc_pile_kind *piles;
    const struct hc_refusal_row *refusals; /* its own; NULL if it has none */
    uint8_t phase_count, fact_count, event_count, pile_count, refusal_count;
    /* For statistics: for each thing counted the name of the event that adds one to its seat; NULL
     * if this game has no such thing. */
    const char *counted[HC_COUNTED];
    const struct hc_tried *tried;          /* NULL: there is nothing of the kind */
    const struct hc_match_length *lengths; /* from short to long, the first is one round */
    uint8_t length_count;

    /* Fills the state of a table in the lobby; everything is zero before. */
    void (*open)(struct hc_table *table);
    enum hc_refusal (*decide)(struct hc_move *move);
    void (*apply)(struct hc_table *table, const struct hc_event *event);
    void (*actions)(const struct hc_table *table, unsigned seat, uint32_t now_ms,
                    struct hc_actions *actions);
    /* All invariants; NULL or what is broken. Must hold its own against any state. */
    const char *(*check)(const struct hc_table *table);
    /* Completes a position whose cards and facts were set by hand, or were imagined from a view.
     * `given` has a bit for each fact that was; piles are filled as they were given. */
    void (*settle)(struct hc_table *table, uint64_t given);
    /* How good a command of `seat`, lawful now, looks to a sound player who goes by rules of thumb:
     * the better, the higher; negative if doing nothing is better where that is possible. May look
     * only at what the seat may know: its own hand, hc_box_known, what hands lack, public facts.
     * May be NULL: then all commands look alike. */
    int32_t (*worth)(const struct hc_table *table, unsigned seat, const struct hc_command *command);
    /* The same by the few plain rules of a player who has just learned the game and counts nothing.
     * May be NULL: then `worth` stands for it. */
    int32_t (*plain)(const struct hc_table *table, unsigned seat, const struct hc_command *command);
    /* Of a hundred commands of an easy player, how many are what `plain` likes least: chosen so
     * that such a player wins about a third of the rounds against one who goes by `plain`. */
    uint8_t slips;
    /* How likely the players would have done what they did last, with the hands that they have in
     * this imagined table: 0 to HC_LIKELY. May be NULL: then nothing is learned from it. */
    unsigned (*likely)(const struct hc_table *table, unsigned viewer);
    /* Sets what a viewer of an imagined table sees nowhere, and its cards do not tell, to way
     * number `nth` of those in which it may be: an action begun in secret, a chance to catch
     * somebody. `face` is a card that was shown since, or HC_NONE. False if there is no such way.
     * May be NULL: then what `settle` has set is the only one. */
    bool (*recall)(struct hc_table *table, unsigned viewer, unsigned face, unsigned nth);
    /* How many cards of the deck a deal to so many players needs. May be NULL: then every deck has
     * enough for as many as its seats_max. */
    unsigned (*needs)(const struct hc_rules *rules, unsigned players);
    /* The points of a seat that end a match of so many players (0: that is not known yet); 0 if
     * one round does, or if it cannot be told yet. */
    unsigned (*goal)(const struct hc_rules *rules, unsigned players);
    /* Whether a face may be played on a top card while a colour, or HC_NONE, counts. May be NULL:
     * then every face may be. */
    bool (*matches)(unsigned face, unsigned top, unsigned color);
    /* Of the verbs that take nothing, those (as bits) that somebody may be able to give now, by
     * what everybody can see: it must not tell anything about a hand. May be NULL: then they all
     * may be. */
    uint32_t (*open_verbs)(const struct hc_view *view);
    /* A warning about rules that have no effect as set, by its name in the catalogues ("advice"),
     * or NULL. `given` has a bit for each option that was named. May be NULL itself. */
    const char *(*advise)(const struct hc_rules *rules, uint64_t given);
};

/* Colours, decks with their cards, and phases, as members of a JSON object; and the cards of the
 * deck of these rules. */
void hc_game_json(const struct hc_game *game, const struct hc_language *language,
                  struct hc_text *out);
void hc_cards_json(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_language *language, struct hc_text *out);
/* The name of the deck of these rules; NULL if the game has only one. */
const char *hc_deck_name(const struct hc_game *game, const struct hc_rules *rules);

extern const struct hc_game *const hc_games[];
extern const unsigned hc_games_count;

/* The games that people are offered, from 0; NULL past the last one. Templates are not among them.
 */
const struct hc_game *hc_game_offered(size_t index);

static inline const struct hc_deck *hc_deck_of(const struct hc_game *game,
                                               const struct hc_rules *rules)
{
    return game->decks[game->deck_option == HC_NONE ? 0 : rules->byte[game->deck_option]];
}

/* Whom a state waits for: a seat, HC_HOUSE or HC_NONE. */
static inline unsigned hc_awaited(const struct hc_game *game, const uint8_t *state)
{
    switch (game->phases[state[HC_STATE_PHASE]].awaits) {
    case HC_AWAITS_TURN:
        return state[HC_STATE_TURN];
    case HC_AWAITS_HOUSE:
        return HC_HOUSE;
    case HC_AWAITS_NOBODY:
        break;
    }
    return HC_NONE;
}

/* The next place for an event in the buffer, with room for `count` cards; hc_event_done ends it. */
static inline struct hc_event *hc_event_begin(struct hc_events *events, unsigned count)
{
    HC_CHECK(events->used <= HC_EVENT_BYTES - sizeof(struct hc_event) - count);
    return (struct hc_event *)(void *)(events->bytes + events->used);
}

static inline void hc_event_done(struct hc_events *events, const struct hc_event *event)
{
    events->used += (uint32_t)(sizeof *event + event->count + 3) & ~3u;
    events->count++;
}

/* Writes an event without its cards; they belong at the result's cards[]. The place is taken before
 * anything is written, because a byte of an event could be a byte of these numbers for all that the
 * compiler knows. */
static inline struct hc_event *hc_event_add(struct hc_events *events, unsigned kind, unsigned seat,
                                            unsigned other, int32_t value, unsigned count)
{
    struct hc_event *event = hc_event_begin(events, count);

    events->used += (uint32_t)(sizeof *event + count + 3) & ~3u;
    events->count++;
    event->kind = (uint8_t)kind;
    event->seat = (uint8_t)seat;
    event->other = (uint8_t)other;
    event->count = (uint8_t)count;
    event->value = value;
    return event;
}

/* Fills a choice and returns its ways; each argument is a set, 0 if it is not taken. */
static inline uint32_t hc_fill_choice(struct hc_choice *choice, unsigned verb, uint64_t faces,
                                      unsigned colors, unsigned targets, uint64_t guesses)
{
    uint32_t ways = faces ? hc_bits(faces) : 1;

    if (colors)
        ways *= hc_bits(colors);
    if (targets)
        ways *= hc_bits(targets);
    if (guesses)
        ways *= hc_bits(guesses);
    choice->verb = (uint8_t)verb;
    choice->colors = (uint8_t)colors;
    choice->targets = (uint16_t)targets;
    choice->ways = (uint16_t)ways;
    choice->marked = 0;
    choice->faces = faces;
    choice->guesses = guesses;
    return ways;
}

/* Adds a choice to a list of actions. */
static inline void hc_choose(struct hc_actions *actions, unsigned verb, uint64_t faces,
                             unsigned colors, unsigned targets, uint64_t guesses)
{
    HC_CHECK(actions->count < HC_CHOICES_MAX);
    actions->ways +=
        hc_fill_choice(&actions->choice[actions->count++], verb, faces, colors, targets, guesses);
}

#endif
