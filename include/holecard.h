// SPDX-License-Identifier: MIT
/*
 * holecard.h: the public API of libholecard.
 *
 * A table is the whole truth about one match. You submit commands; the game judges each one and
 * either refuses it (nothing changes, bit for bit) or answers with events that have already been
 * applied. What a seat may know of the table is a view; what it may see of an event is a seen
 * event. Nothing here allocates, reads a clock, draws entropy or keeps a global: storage, time and
 * seeds are arguments. One table belongs to one thread at a time (see hc_gate for sharing one).
 *
 * Where to start: hc_game_find, hc_rules_parse, hc_table_open, hc_submit, hc_actions, hc_view.
 * docs/api.md walks through them with an example.
 */
#ifndef HOLECARD_H
#define HOLECARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HC_VERSION "0.1.0"

/* What is declared here is what the shared library exports. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
#define HC_ALIGNED(bytes) alignas(bytes)
/* A struct and the function that fills it share a name: say `struct hc_view` where you mean it. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif
extern "C" {
#else
#define HC_ALIGNED(bytes) _Alignas(bytes)
#endif

/* How much there can be of everything, and why. */
enum {
    HC_SEATS_MAX = 10,      /* the largest table of any game */
    HC_CARDS_MAX = 128,     /* card numbers are below this: a set of cards is two machine words */
    HC_FACES_MAX = 64,      /* distinct faces of a deck: a set of faces is one machine word */
    HC_PILES_MAX = 9,       /* two: deck, set aside, face up, and six discard piles */
    HC_STATE_BYTES = 104,   /* what a game remembers beside the places of its cards */
    HC_SEED_BYTES = 32,     /* seeds, salts, contributions, commitments and digests */
    HC_EVENT_BYTES = 4096,  /* all events of one command, 16 rejected first cards among them */
    HC_CHOICES_MAX = 12,    /* kinds of command that one seat may give at one moment */
    HC_OPTIONS_MAX = 48,    /* options of one game with values below 256 */
    HC_WIDE_MAX = 6,        /* options of one game with larger values */
    HC_COMMAND_CHARS = 48,  /* the longest printed command with its terminating zero */
    HC_PROBLEM_CHARS = 240, /* the longest explanation with its terminating zero */
};

/* Values of a byte that is otherwise a seat, a face or a colour. */
enum {
    HC_NONE = 255,      /* not given, nobody, nothing */
    HC_HIDDEN = 254,    /* there is one, but the viewer may not know it */
    HC_BAD = 253,       /* given in a command, but it names nothing of this game */
    HC_HOUSE = 252,     /* as a seat: the house itself, which starts rounds and reports time-outs */
    HC_SPECTATOR = 251, /* as a viewer: somebody without a seat */
};

/* ---- Refusals -------------------------------------------------------------------------------
 * A refusal is a fact about a command, never about us: our own mistakes are assertions. Append
 * only, since the names go over the wire and the numbers into stores. These are for all games, and
 * stay below 64; a game may have more, which it lists in its own folder and which are known by
 * name.
 */
#define HC_REFUSALS(X)                                                                             \
    X(0, OK, ok)                                                                                   \
    X(1, MALFORMED, malformed)                                                                     \
    X(2, STALE, stale)                                                                             \
    X(3, NO_SEAT, no_seat)                                                                         \
    X(4, NOT_ALLOWED, not_allowed)                                                                 \
    X(5, GAME_OVER, game_over)                                                                     \
    X(6, PAUSED, paused)                                                                           \
    X(7, BAD_PHASE, bad_phase)                                                                     \
    X(8, NOT_YOUR_TURN, not_your_turn)                                                             \
    X(9, NO_CARD, no_card)                                                                         \
    X(10, NOT_PLAYABLE, not_playable)                                                              \
    X(11, ONLY_DRAWN, only_drawn)                                                                  \
    X(12, ALREADY_DREW, already_drew)                                                              \
    X(13, DRAW_FIRST, draw_first)                                                                  \
    X(14, MUST_PLAY, must_play)                                                                    \
    X(15, MUST_PLAY_DRAWN, must_play_drawn)                                                        \
    X(16, PENALTY_PENDING, penalty_pending)                                                        \
    X(17, WD4_ILLEGAL, wd4_illegal)                                                                \
    X(18, NO_CHALLENGE, no_challenge)                                                              \
    X(19, BAD_COLOR, bad_color)                                                                    \
    X(20, BAD_TARGET, bad_target)                                                                  \
    X(21, UNO_NOT_ALLOWED, uno_not_allowed)                                                        \
    X(22, CHALLENGE_INVALID, challenge_invalid)                                                    \
    X(23, JUMP_INVALID, jump_invalid)                                                              \
    X(24, NOT_ENOUGH_PLAYERS, not_enough_players)                                                  \
    X(25, ROOM_FULL, room_full)                                                                    \
    X(26, DUPLICATE_PLAYER, duplicate_player)                                                      \
    X(27, BAD_CONFIG, bad_config)                                                                  \
    X(32, BAD_TEXT, bad_text)                                                                      \
    X(33, BAD_SETTING, bad_setting)                                                                \
    X(34, TOO_FAST, too_fast)                                                                      \
    X(35, NOT_STORED, not_stored)                                                                  \
    X(36, NO_ROOM, no_room)                                                                        \
    X(37, CLOSING, closing)                                                                        \
    X(38, TOO_LONG, too_long)

enum hc_refusal {
#define X(number, code, name) HC_##code = (number),
    HC_REFUSALS(X)
#undef X
        HC_REFUSALS_MAX = 128 /* all numbers are below this */
};

/* The code as it goes over the wire ("not_your_turn"); NULL if there is no refusal with that
 * number. */
const char *hc_refusal_name(enum hc_refusal refusal);
/* The refusal with that wire name, or HC_REFUSALS_MAX. */
enum hc_refusal hc_refusal_find(const char *name);

/* What is wrong with a text or a log, and where. `at` is a byte offset into what was read. */
struct hc_problem {
    size_t at;
    uint32_t record; /* logs: the record, counted from 1; 0 is the header */
    uint32_t seq;    /* logs: the event, counted from 1; 0 if none */
    char text[HC_PROBLEM_CHARS];
};

/* ---- Languages ------------------------------------------------------------------------------
 * What the engine says to people is said in a language. NULL is English wherever one is asked for.
 */
struct hc_language;

/* The language for a code or a locale ("de", "de_AT.UTF-8"); NULL if there is none. */
const struct hc_language *hc_language_find(const char *code);
/* Language number `index`, from 0, which is English; NULL past the last one. */
const struct hc_language *hc_language_at(size_t index);
/* "de", "Deutsch". */
const char *hc_language_code(const struct hc_language *language);
const char *hc_language_name(const struct hc_language *language);

/* ---- Games and rules ------------------------------------------------------------------------ */
struct hc_game;

/* The game with that name, or NULL. */
const struct hc_game *hc_game_find(const char *name);
/* Game number `index`, from 0; NULL past the last one. */
const struct hc_game *hc_game_at(size_t index);
/* Its name for programs ("two"), and its title for people ("Do You Have A Two"). */
const char *hc_game_name(const struct hc_game *game);
const char *hc_game_title(const struct hc_game *game, const struct hc_language *language);
/* Why a command was refused, as this game says it; `game` may be NULL. NULL if there is no such
 * refusal. */
const char *hc_refusal_sentence(const struct hc_game *game, enum hc_refusal refusal,
                                const struct hc_language *language);

enum hc_option_type { HC_OPTION_BOOL, HC_OPTION_INT, HC_OPTION_ENUM, HC_OPTION_SEED };

/* One rule that can be chosen. `values` holds the names of an enumeration, from 0 to max. */
struct hc_option {
    const char *name;
    enum hc_option_type type;
    uint32_t min, max, preset;
    const char *const *values;
};

/* A named set of values. */
struct hc_preset {
    const char *name;
    const char *text; /* the options that differ from the defaults: "name=value name=value" */
};

/* Option or preset number `index`, from 0; NULL past the last one. */
const struct hc_option *hc_option_at(const struct hc_game *game, size_t index);
const struct hc_preset *hc_preset_at(const struct hc_game *game, size_t index);
/* What they mean, in a sentence. */
const char *hc_option_sentence(const struct hc_game *game, const struct hc_option *option,
                               const struct hc_language *language);
const char *hc_preset_sentence(const struct hc_game *game, const struct hc_preset *preset,
                               const struct hc_language *language);

/* How long a match may be, as people mean it: one round, a few, or as the official rules say. */
struct hc_match_length {
    const char *name; /* "round", "few", "official" */
    const char *text; /* the options that make it so: "name=value name=value" */
};

/* Length number `index`, from 0, which is one round; NULL past the last one. */
const struct hc_match_length *hc_match_length_at(const struct hc_game *game, size_t index);
const char *hc_match_length_sentence(const struct hc_game *game,
                                     const struct hc_match_length *length,
                                     const struct hc_language *language);

/* The rules of one match: a value for every option of its game. */
struct hc_rules {
    uint8_t byte[HC_OPTIONS_MAX];
    uint32_t wide[HC_WIDE_MAX];
};

/*
 * Reads "[preset] [name=value]…"; an empty text gives the game's defaults. On failure returns
 * false and says in `why` which option is wrong and what is allowed; `why->at` is its offset. On
 * success `why->text` is empty, or a warning about an option that has no effect as set.
 */
bool hc_rules_parse(const struct hc_game *game, const char *text, struct hc_rules *rules,
                    struct hc_problem *why);
/* The same, with what is wrong in a language. */
bool hc_rules_parse_in(const struct hc_game *game, const char *text, struct hc_rules *rules,
                       const struct hc_language *language, struct hc_problem *why);
/*
 * Writes all options as "name=value name=value", without the seed. Like every printing function
 * here: writes at most `size` bytes with the terminating zero and returns the length wanted. Call
 * it with NULL and 0 to ask how large the buffer must be: one byte more than it returns.
 */
size_t hc_rules_print(const struct hc_game *game, const struct hc_rules *rules, char *out,
                      size_t size);
/*
 * Whether a match with these rules can be dealt to so many players: HC_OK, HC_NOT_ENOUGH_PLAYERS,
 * HC_ROOM_FULL or HC_BAD_CONFIG. `why->text` says what is wrong and what to change, or is empty.
 */
enum hc_refusal hc_rules_fit(const struct hc_game *game, const struct hc_rules *rules,
                             unsigned players, struct hc_problem *why);
enum hc_refusal hc_rules_fit_in(const struct hc_game *game, const struct hc_rules *rules,
                                unsigned players, const struct hc_language *language,
                                struct hc_problem *why);
/* The value of an option by its index. */
uint32_t hc_rules_value(const struct hc_game *game, const struct hc_rules *rules, size_t option);
/* The number given as "seed=…" in the rules text; false if there was none. */
bool hc_rules_seed(const struct hc_rules *rules, uint64_t *seed);
/* A 32-byte seed made from a number, for reproducible matches. */
void hc_seed_from_number(uint64_t number, uint8_t seed[HC_SEED_BYTES]);

/* How many may play by these rules. */
unsigned hc_seats_min(const struct hc_game *game, const struct hc_rules *rules);
unsigned hc_seats_max(const struct hc_game *game, const struct hc_rules *rules);
/* The name of phase number `index`, from 0, which is the lobby; NULL past the last one. And what it
 * means to people: "a player's turn". */
const char *hc_phase_name(const struct hc_game *game, size_t index);
const char *hc_phase_sentence(const struct hc_game *game, size_t index,
                              const struct hc_language *language);
/* How many points or tokens of a seat end a match of so many players (0: nobody knows yet); 0 if
 * one round decides it, or if that depends on the number of players. */
unsigned hc_goal(const struct hc_game *game, const struct hc_rules *rules, unsigned players);
/* How to play by these rules, in under 300 words: the goal, a turn, special cards, the end; each a
 * paragraph of its own, and the end of a line between two. `players` may be 0. */
size_t hc_how_to_play(const struct hc_game *game, const struct hc_rules *rules, unsigned players,
                      const struct hc_language *language, char *out, size_t size);

/* ---- Faces ----------------------------------------------------------------------------------
 * What is printed on the cards, and what they do by these rules. A face is a number below
 * HC_FACES_MAX; commands, choices and views have it. Numbers that no card has are "?", "hidden",
 * and worth nothing.
 */
enum hc_face_class { HC_CLASS_NUMBER, HC_CLASS_ACTION, HC_CLASS_WILD };

/* What a card does. */
struct hc_effect {
    const char *name; /* "skip", "guess" */
    uint8_t draws;    /* cards that somebody else must draw by it */
};

/* Face number `index` of the deck, from 0; HC_NONE past the last one. */
unsigned hc_face_at(const struct hc_game *game, const struct hc_rules *rules, size_t index);
/* The code of a face ("R5"), "?" if it is hidden; what stands on it beside its colour ("5",
 * "skip"). */
const char *hc_face_code(const struct hc_game *game, const struct hc_rules *rules, unsigned face);
const char *hc_face_value(const struct hc_game *game, const struct hc_rules *rules, unsigned face);
/* Its colour, which is the place of a letter in hc_color_codes, or HC_NONE. */
unsigned hc_face_color(const struct hc_game *game, const struct hc_rules *rules, unsigned face);
/* What kind of card it is, and the name of a kind: "number", "action", "wild". */
enum hc_face_class hc_face_class(const struct hc_game *game, const struct hc_rules *rules,
                                 unsigned face);
const char *hc_face_class_name(enum hc_face_class kind);
/* The points it counts, and how many cards of the deck have it. */
int hc_face_points(const struct hc_game *game, const struct hc_rules *rules, unsigned face);
unsigned hc_face_quantity(const struct hc_game *game, const struct hc_rules *rules, unsigned face);
/* Its name: "Red 5". A printing function as hc_rules_print; HC_NAME_CHARS are always enough. */
enum { HC_NAME_CHARS = 64 };
size_t hc_face_name(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                    const struct hc_language *language, char *out, size_t size);
/* What it does when it is played, or NULL if nothing; the same as a sentence in any case. */
const struct hc_effect *hc_face_effect(const struct hc_game *game, const struct hc_rules *rules,
                                       unsigned face);
const char *hc_face_sentence(const struct hc_game *game, const struct hc_rules *rules,
                             unsigned face, const struct hc_language *language);
/*
 * Whether a face may be played on a top card with that face while that colour counts; HC_NONE: the
 * top card's own. The two alone are asked about: a penalty that waits, a card just drawn or what
 * else is in the hand may forbid it (hc_may, hc_actions). Where cards are not played on each other
 * every face may be.
 */
bool hc_face_matches(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                     unsigned top, unsigned color);
/* The letters of the colours or suits, in order ("RBGY"; "" if there are none). */
const char *hc_color_codes(const struct hc_game *game);
/* The name of a colour ("red", "hearts"); "none" if there is no such colour. */
const char *hc_color_name(const struct hc_game *game, unsigned color,
                          const struct hc_language *language);
/* A symbol for a colour, one column wide ("▲", "♥"), which tells it without its paint; "◇" if there
 * is no such colour. */
const char *hc_color_symbol(const struct hc_game *game, unsigned color);
/* What a colour is painted with: several suits may share one. */
enum hc_paint {
    HC_PAINT_RED,
    HC_PAINT_BLUE,
    HC_PAINT_GREEN,
    HC_PAINT_YELLOW,
    HC_PAINT_BLACK,
    HC_PAINT_NONE /* no such colour: wild cards */
};
enum hc_paint hc_color_paint(const struct hc_game *game, unsigned color);
/* Its name for programs: "red"; "none". */
const char *hc_paint_name(enum hc_paint paint);

/* ---- Commands -------------------------------------------------------------------------------
 * A command is text everywhere a person or a wire is: "play WF color=G", "catch 2". It is parsed
 * and printed here and nowhere else. Unused arguments are HC_NONE.
 */
struct hc_command {
    uint8_t verb;   /* which verb of the game */
    uint8_t face;   /* the card, by its face */
    uint8_t color;  /* a colour, 0 to 7 */
    uint8_t target; /* a seat */
    uint8_t guess;  /* a second face */
    uint8_t flag;   /* 1 if the verb's flag word was given ("uno") */
};

/* HC_OK, or HC_MALFORMED with an explanation. Reads at most 64 bytes of a zero-terminated text. */
enum hc_refusal hc_command_parse(const struct hc_game *game, const struct hc_rules *rules,
                                 const char *text, struct hc_command *command,
                                 struct hc_problem *why);
enum hc_refusal hc_command_parse_in(const struct hc_game *game, const struct hc_rules *rules,
                                    const char *text, struct hc_command *command,
                                    const struct hc_language *language, struct hc_problem *why);
/* Writes a command as it is typed: "play WF color=G". HC_COMMAND_CHARS are always enough. */
size_t hc_command_print(const struct hc_game *game, const struct hc_rules *rules,
                        const struct hc_command *command, char *out, size_t size);

/* ---- The house ------------------------------------------------------------------------------
 * What the house does at the table of any game, whatever the game calls it. A game may lack any of
 * these, but for the start.
 */
enum hc_house_role {
    HC_HOUSE_NO_ROLE, /* a verb of the players */
    HC_HOUSE_START,   /* the match begins */
    HC_HOUSE_NEXT,    /* another round begins */
    HC_HOUSE_STEP,    /* anything else that is due in the course of a round */
    HC_HOUSE_END,     /* the match is ended before its time */
    HC_HOUSE_TIMEOUT, /* a seat has run out of time */
    HC_HOUSE_LEAVE,   /* a seat is away */
    HC_HOUSE_RETURN,  /* and back */
    HC_HOUSE_DROP,    /* the match goes on without a seat */
    HC_HOUSE_JOIN,    /* one more seat, in the lobby */
};

/* The command of HC_HOUSE for that role, about a seat or HC_NONE; false if the game has none. */
bool hc_house_command(const struct hc_game *game, enum hc_house_role role, unsigned seat,
                      struct hc_command *command);
/* What the house uses a command for. */
enum hc_house_role hc_house_role(const struct hc_game *game, const struct hc_command *command);

/* ---- Events ---------------------------------------------------------------------------------
 * What happened: atomic, immutable, with its outcome. Events carry card numbers and are the truth;
 * only the owner of the table may look at them. Everybody else gets seen events.
 */
struct hc_event {
    uint8_t kind;  /* which event of the game */
    uint8_t seat;  /* whom it happened to */
    uint8_t other; /* a second seat */
    uint8_t count; /* of its cards, which follow it: hc_event_cards */
    int32_t value;
#ifndef __cplusplus
    uint8_t cards[];
#endif
};

/* The numbers of its cards, as many as event->count. */
const uint8_t *hc_event_cards(const struct hc_event *event);

/* The events of one command, in the caller's storage. */
struct hc_events {
    uint32_t used;  /* bytes */
    uint32_t count; /* events */
    HC_ALIGNED(8) uint8_t bytes[HC_EVENT_BYTES];
};

/* The first event, and the one after `event`; NULL at the end. */
const struct hc_event *hc_event_first(const struct hc_events *events);
const struct hc_event *hc_event_next(const struct hc_events *events, const struct hc_event *event);

/* ---- Tables --------------------------------------------------------------------------------- */
struct hc_table;

/* How much storage a table wants. It holds no pointers and may be copied with memcpy. */
size_t hc_table_bytes(void);

/*
 * Opens a table in the lobby with `seats` players (more may join by the house's "join SEAT"). The
 * same game, rules, seats, seed and commands give the same events on every machine. Refuses with
 * HC_ROOM_FULL if the rules do not allow so many.
 */
enum hc_refusal hc_table_open(struct hc_table *table, const struct hc_game *game,
                              const struct hc_rules *rules, unsigned seats,
                              const uint8_t seed[HC_SEED_BYTES]);
/* Mixes a seat's own entropy into the deal. Only in the lobby: HC_BAD_PHASE afterwards. */
enum hc_refusal hc_table_contribute(struct hc_table *table, unsigned seat,
                                    const uint8_t entropy[HC_SEED_BYTES]);

/*
 * Judges a command of `seat` (or HC_HOUSE) and applies it. HC_OK: `events` holds what happened.
 * Anything else: nothing changed and `events` is empty. `now_ms` is any clock of milliseconds; it
 * matters only to rules with a time limit.
 */
enum hc_refusal hc_submit(struct hc_table *table, unsigned seat, const struct hc_command *command,
                          uint64_t now_ms, struct hc_events *events);
/* The same from text. */
enum hc_refusal hc_submit_text(struct hc_table *table, unsigned seat, const char *command,
                               uint64_t now_ms, struct hc_events *events);
/* Whether a command would be accepted, and if not why; changes nothing. */
enum hc_refusal hc_may(const struct hc_table *table, unsigned seat,
                       const struct hc_command *command, uint64_t now_ms);

/* What was opened: the game, its rules, and how many seats there are now. */
const struct hc_game *hc_table_game(const struct hc_table *table);
const struct hc_rules *hc_table_rules(const struct hc_table *table);
unsigned hc_table_seats(const struct hc_table *table);
/* How many events have happened. */
uint32_t hc_table_seq(const struct hc_table *table);
/* The seat the table waits for, HC_HOUSE between rounds, HC_NONE when the match is over. */
unsigned hc_table_awaits(const struct hc_table *table);
/* Folds one event into the table. It must come from a log of this table at this place. */
void hc_table_apply(struct hc_table *table, const struct hc_event *event);
/* Everything that must hold between commands, all cards of the deck being somewhere included; NULL,
 * or what is broken. */
const char *hc_table_check(const struct hc_table *table);
/*
 * The phase by its own name, or by the name other engines give the same state: First2Shed
 * ("StatePlayerTurn"), UNO Lite ("in_progress"), the host engine ("PLAYING"). NULL if none.
 */
enum hc_dialect { HC_DIALECT_OWN, HC_DIALECT_FIRST2SHED, HC_DIALECT_LITE, HC_DIALECT_HOST };
const char *hc_table_phase(const struct hc_table *table, enum hc_dialect dialect);
/*
 * A fact of the table by its name ("turn", "scores", "round_winners"): the value with that index,
 * for facts with a value for each seat. Seats are a mask in facts such as "out". False if there is
 * no such fact. This is the truth; what a seat may know is in its view.
 */
bool hc_table_fact(const struct hc_table *table, const char *name, unsigned index, int64_t *value);
/* Facts that most games have, whatever they call them. */
enum hc_common {
    HC_COMMON_NONE,
    HC_COMMON_ROUND,         /* its number */
    HC_COMMON_ROUND_WINNERS, /* seats, as a mask */
    HC_COMMON_MATCH_WINNERS,
    HC_COMMON_POINTS, /* of each seat */
    HC_COMMON_IN,     /* seats that are in the round, as a mask */
    HC_COMMON_OUT,    /* or those that are not */
    HC_COMMON_DIRECTION,
};
/* As hc_table_fact, for one of those: the truth. */
bool hc_table_common(const struct hc_table *table, enum hc_common which, unsigned index,
                     int64_t *value);

/* Writes a table out, and reads it back checking every byte. `size` of hc_table_save_bytes() is
 * always enough. hc_table_load returns false and says why if the bytes are no table. */
size_t hc_table_save_bytes(void);
size_t hc_table_save(const struct hc_table *table, uint8_t *out, size_t size);
bool hc_table_load(struct hc_table *table, const uint8_t *bytes, size_t size,
                   struct hc_problem *why);

/* ---- Actions --------------------------------------------------------------------------------
 * Every command that would be accepted from a seat now. A choice stands for all commands of one
 * verb: one of `faces`, one of `colors`, one of `targets`, one of `guesses`; an empty set means
 * that the argument is not taken. Sound and complete, but for arguments that may be left out to be
 * asked for later, or have no effect.
 */
struct hc_choice {
    uint8_t verb;
    uint8_t colors;
    uint16_t targets;
    uint16_t ways;   /* how many commands this choice stands for */
    uint16_t marked; /* 1: lawful, but it loses at once (the Princess); nobody means to */
    uint64_t faces;
    uint64_t guesses;
};

struct hc_actions {
    uint32_t count; /* of choice[] */
    uint32_t ways;  /* of all choices */
    struct hc_choice choice[HC_CHOICES_MAX];
};

/* Fills in what a seat, or HC_HOUSE, may do now; the house's way on comes first. */
void hc_actions(const struct hc_table *table, unsigned seat, uint64_t now_ms,
                struct hc_actions *actions);
/* Command number `index`, below actions->ways. */
void hc_actions_at(const struct hc_actions *actions, uint32_t index, struct hc_command *command);
/* Whether a verb is a side action (call, catch, jump in): one that is judged against the table as
 * it is, whosever turn it is, and may come late. */
bool hc_is_side_action(const struct hc_game *game, unsigned verb);

/* ---- Views ----------------------------------------------------------------------------------
 * The table as one seat, or a spectator, may know it: a table with holes. face[] lists the cards of
 * every place one after the other; a face is HC_HIDDEN unless the viewer knows that card.
 */
struct hc_spot {
    uint8_t start, count;
};

struct hc_view {
    const struct hc_game *game;
    struct hc_rules rules;
    uint32_t seq;
    uint8_t seats, viewer;
    struct hc_spot hand[HC_SEATS_MAX]; /* sorted by face, hidden cards last */
    uint64_t lacks[HC_SEATS_MAX];      /* faces that everybody takes that hand not to hold */
    uint64_t exposed[HC_SEATS_MAX];    /* faces of the viewer's hand that this seat knows of */
    struct hc_spot pile[HC_PILES_MAX]; /* top card first */
    uint8_t face[HC_CARDS_MAX];
    HC_ALIGNED(8) uint8_t state[HC_STATE_BYTES]; /* the game's facts; read them with hc_view_fact */
    struct hc_actions actions;
};

/* Fills in what a seat, or HC_SPECTATOR, may know now. */
void hc_view(const struct hc_table *table, unsigned viewer, uint64_t now_ms, struct hc_view *view);
/* As hc_table_fact, from what the viewer may know. A hidden value is HC_HIDDEN. */
bool hc_view_fact(const struct hc_view *view, const char *name, unsigned index, int64_t *value);
/* As hc_table_common, from what the viewer may know. */
bool hc_view_common(const struct hc_view *view, enum hc_common which, unsigned index,
                    int64_t *value);
/* As hc_table_awaits: a seat, HC_HOUSE between rounds, HC_NONE when the match is over. */
unsigned hc_view_awaits(const struct hc_view *view);
/* The seat of the round that comes after `seat` in the direction of play, and the one before it;
 * HC_NONE if nobody is in the round. */
unsigned hc_view_next(const struct hc_view *view, unsigned seat);
unsigned hc_view_previous(const struct hc_view *view, unsigned seat);
/* The seat that laid a card of a pile, counted from the top card, which is 0; HC_NONE if the game
 * does not say whose cards lie there. */
unsigned hc_view_owner(const struct hc_view *view, unsigned pile, unsigned index);
/* Writes a view as a JSON object: docs/protocol.md lists its members. */
size_t hc_view_json(const struct hc_view *view, char *out, size_t size);

/* An event as one viewer may see it: faces instead of card numbers, HC_HIDDEN where unknown. */
struct hc_seen {
    uint8_t kind, seat, other, count;
    uint8_t hidden; /* 1: something happened to `seat`, the rest is private */
    int32_t value;
    uint8_t face[HC_CARDS_MAX];
};

/* `table` must be as it was right after the event. */
void hc_event_see(const struct hc_table *table, const struct hc_event *event, unsigned viewer,
                  struct hc_seen *seen);
/* "card_played 0 R5": the name and the public arguments. */
size_t hc_seen_print(const struct hc_game *game, const struct hc_rules *rules,
                     const struct hc_seen *seen, char *out, size_t size);
/* The same as a JSON object: docs/protocol.md lists its members. */
size_t hc_seen_json(const struct hc_game *game, const struct hc_rules *rules,
                    const struct hc_seen *seen, char *out, size_t size);
/* A sentence for people: "You play a Red 5." `names` may be NULL. Empty for events that are the
 * engine's own memory and mean nothing to anybody. */
size_t hc_seen_say(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_seen *seen, unsigned viewer,
                   const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                   char *out, size_t size);
/* A command in words, as one could choose it: "Play a Wild, naming green". `names` as above. */
size_t hc_command_say(const struct hc_view *view, const struct hc_command *command,
                      const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                      char *out, size_t size);
/* How far a seat has come: "12 of 500 points"; empty if one round decides the match. */
size_t hc_goal_say(const struct hc_view *view, unsigned seat, const struct hc_language *language,
                   char *out, size_t size);

/* ---- Hints ----------------------------------------------------------------------------------
 * What a strong player would do with what this view says: `budget` games are imagined from it and
 * played out. For each command that the viewer may give now a hint tells how often it was tried
 * and how often the viewer then won the round. The best of those that were tried most comes
 * first: do that.
 */
enum { HC_HINTS_MAX = 64, HC_HINT_BUDGET = 2000 };

struct hc_hint {
    struct hc_command command;
    uint32_t tries;
    uint16_t win_permille; /* of the tries; a shared win counts as a share */
};

/* The scratch memory that a budget wants, aligned for any object. */
size_t hc_hint_bytes(uint32_t budget);
/* Fills at most HC_HINTS_MAX hints and returns how many; 0 if the viewer can do nothing now. The
 * same view, seed and budget give the same hints. */
unsigned hc_hint(const struct hc_view *view, const uint8_t seed[HC_SEED_BYTES], uint32_t budget,
                 void *scratch, struct hc_hint hints[HC_HINTS_MAX]);

/* ---- Logs -----------------------------------------------------------------------------------
 * The log is the ground truth of a match: docs/log-format.md gives every byte. A writer appends to
 * the caller's storage; what would not fit is not written and the writer says so.
 */
struct hc_log {
    uint8_t *bytes;
    size_t size, used, sealed;
    uint64_t time_ms; /* of the last record */
    uint8_t chain[HC_SEED_BYTES];
};

/* The commitment to a secret seed that is published before the match: SHA-256 of seed and salt. */
void hc_commitment(const uint8_t seed[HC_SEED_BYTES], const uint8_t salt[HC_SEED_BYTES],
                   uint8_t commitment[HC_SEED_BYTES]);

/* Storage that is always enough for hc_log_begin, and what one more record and the seal behind it
 * take at most. A log that has so much left cannot be too small. */
size_t hc_log_begin_bytes(void);
size_t hc_log_record_bytes(void);
/* All return false if the storage is too small; the log is then as it was before the call. A log
 * begins with its table: hc_log_begin also returns false if the table has events already. */
bool hc_log_begin(struct hc_log *log, uint8_t *storage, size_t size, const struct hc_table *table,
                  const uint8_t commitment[HC_SEED_BYTES]);
bool hc_log_contribution(struct hc_log *log, unsigned seat, const uint8_t entropy[HC_SEED_BYTES]);
bool hc_log_add(struct hc_log *log, uint64_t time_ms, unsigned seat,
                const struct hc_command *command, const struct hc_events *events);
bool hc_log_reveal(struct hc_log *log, const uint8_t seed[HC_SEED_BYTES],
                   const uint8_t salt[HC_SEED_BYTES]);
/* Seals the log so far: chains and stores the digest of everything since the last seal; nothing if
 * there is nothing new. */
bool hc_log_seal(struct hc_log *log);
/* Goes on writing a log that was written before; its bytes are copied into the storage. False as
 * above, or if they are no log. */
bool hc_log_resume(struct hc_log *log, uint8_t *storage, size_t size, const uint8_t *bytes,
                   size_t count);

enum hc_record_kind {
    HC_RECORD_COMMAND,
    HC_RECORD_CONTRIBUTION,
    HC_RECORD_REVEAL,
    HC_RECORD_DIGEST
};

struct hc_record {
    enum hc_record_kind kind;
    size_t at;        /* offset of its first byte */
    uint64_t time_ms; /* commands */
    uint8_t seat;     /* commands and contributions */
    struct hc_command command;
    uint8_t bytes[2 * HC_SEED_BYTES]; /* entropy; seed and salt; digest */
    struct hc_events events;
};

/* Reads a log from its bytes. Every byte is checked; a hostile log gives a problem, no harm. */
struct hc_log_reader {
    const uint8_t *bytes;
    size_t size, at;
    uint64_t time_ms;
    uint32_t records;
    const struct hc_game *game;
    struct hc_rules rules;
    uint8_t seats;
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_problem problem;
};

/* Begins to read, with the header of the log. False: reader->problem says what is wrong. */
bool hc_log_open(struct hc_log_reader *reader, const uint8_t *bytes, size_t size);
/* 1: a record; 0: the end; -1: reader->problem says what is wrong. */
int hc_log_next(struct hc_log_reader *reader, struct hc_record *record);

/*
 * Replays a log up to and with event number `seq` (UINT32_MAX: all). Cards and seats of every event
 * are checked against the table before it is applied, so a forged log is refused, not believed.
 * Each event is handed to `each` (may be NULL) right after it was applied.
 */
typedef void hc_each_event(void *context, const struct hc_table *table,
                           const struct hc_record *record, const struct hc_event *event);
bool hc_log_replay(const uint8_t *bytes, size_t size, uint32_t seq, struct hc_table *table,
                   hc_each_event *each, void *context, struct hc_problem *why);

enum hc_verdict {
    HC_HONEST,     /* nothing was altered after the deal, and every move was lawful */
    HC_UNREVEALED, /* sound so far, but the secret is not (yet) in the log */
    HC_DISHONEST,  /* the problem names the first event or record that is wrong */
    HC_UNREADABLE, /* no log, cut short or damaged: the problem says which, nothing is disproved */
};
/* Plays a log again by the rules, with the dice of the revealed seed. It cannot tell whether the
 * one who dealt tried several deals and kept this one. */
enum hc_verdict hc_log_verify(const uint8_t *bytes, size_t size, struct hc_problem *why);

/* The whole log as one JSON text. Returns the length wanted, 0 with a problem for a broken log. */
size_t hc_log_json(const uint8_t *bytes, size_t size, char *out, size_t out_size,
                   struct hc_problem *why);

/* ---- One table, several threads -------------------------------------------------------------
 * Tables are independent: two threads with two tables need nothing. If several threads must share
 * one table, keep a gate beside it and hold the gate around every call that names the table. A
 * command takes well under a microsecond, so waiting is spinning. Zero it before use.
 */
struct hc_gate {
    unsigned char busy; /* changed by atomic operations only */
};
/* Waits until nobody else is inside, and goes in; goes out again. */
void hc_gate_enter(struct hc_gate *gate);
void hc_gate_leave(struct hc_gate *gate);

#ifdef __cplusplus
}
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
