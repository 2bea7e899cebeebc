// SPDX-License-Identifier: MIT
/*
 * wasm.h: everything that the module exports, by the names that a page calls. docs/wasm.md is this
 * list for people who write pages.
 *
 * A module instance has one house. Text and bytes cross in two buffers: the page asks for one to
 * write into (`in`), and what it is handed lies in the other (`out`), as many bytes as the function
 * returned. Either may move with any call. Any number and any bytes may be given: what makes no
 * sense is refused by a 0. But the bytes for `think` must be those of a `thought`.
 */
#ifndef HC_DOORS_WASM_WASM_H
#define HC_DOORS_WASM_WASM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

enum {
    WASM_IN_MAX = 64 << 20, /* bytes that a page may write at once */
    WASM_LINES_MAX = 64,    /* at a time */
    WASM_ROOMS_MAX = 32,
    WASM_THOUGHTS_MAX = 64,         /* that are out */
    WASM_BATCH_BYTES_MAX = 1 << 20, /* but a room's entry is whole, however large */
    WASM_LOG_BYTES_MAX = 4 << 20,   /* of a match */
    WASM_LOG_JSON_MAX = 32 << 20,   /* of a log in a message */
};

/* ---- Buffers --------------------------------------------------------------------------------- */

/* Where to write at least `size` bytes; 0 if that is too much. */
EXPORT("in") void *wasm_in(size_t size);
/* Where the bytes of the last call are. */
EXPORT("out") void *wasm_out(void);
/* Why the last call that says why returned 0, as a sentence in `out`; its length. */
EXPORT("why") size_t wasm_why(void);
/* Bytes that are allocated: nothing before `open` and after `close`, but for the buffers. */
EXPORT("used") size_t wasm_used(void);

/* ---- The house ------------------------------------------------------------------------------- */

/* Takes 32 bytes of entropy out of `in`, and mixes them with those before. 0 if all are zero. */
EXPORT("key") int wasm_key(void);
/* Opens a house without rooms. A bot may imagine so many games for a command; 0: any number. 0 if
 * there is a house, no key was given, or no memory. */
EXPORT("open") int wasm_open(uint32_t bot_budget_max);
/* Forgets all of it, but for the key. What was stored can be loaded again. */
EXPORT("close") void wasm_close(void);
/* What time it is, before anything that happens then: milliseconds since 1970, and of a clock that
 * only goes forward. */
EXPORT("time") void wasm_time(double now_ms, double steady_ms);
EXPORT("tick") void wasm_tick(void);
/* When to call `tick` next, in milliseconds since 1970; Infinity: not by itself. */
EXPORT("due") double wasm_due(void);

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A number above 0; 0 if there are too many. */
EXPORT("line_open") unsigned wasm_line_open(void);
/* Nothing is told to it from now on, not even what waited to be fetched. */
EXPORT("line_close") void wasm_line_close(unsigned line);
/* A message on that line, `length` bytes of `in`. 0 if there is no such line, or it is no UTF-8. */
EXPORT("say") int wasm_say(unsigned line, size_t length);
/* The next message to a line: the line, and the text in `text`, `text_length`. 0: there is none. A
 * length of 0: nothing can be told to this line any more, close it. */
EXPORT("text_next") unsigned wasm_text_next(void);
EXPORT("text") const void *wasm_text(void);
EXPORT("text_length") size_t wasm_text_length(void);

/* ---- The store ------------------------------------------------------------------------------- */

/* The bytes of a batch that is to be stored; 0: there is none, or one is on its way. */
EXPORT("batch") size_t wasm_batch(void);
/* The truth about it, once. If it has not failed as a whole, `in` has the numbers of `lost_count`
 * rooms that were not stored, 8 bytes each. */
EXPORT("stored") int wasm_stored(int failed, size_t lost_count);
/* A room as it was stored, `length` bytes of `in`. 0: `why` says what is wrong with it. */
EXPORT("load") int wasm_load(size_t length);
/* The code of a stored room, whose bytes are `length` of `in`, in `out`. 0: they cannot be read. */
EXPORT("saved_code") size_t wasm_saved_code(size_t length);
/*
 * Another house shall have a stored room. `in` has three tokens of 16 bytes, and the room's bytes:
 * whoever had the first token has the second one there, and whoever has the third one is the host.
 * Its bytes for that house are in `out`. 0: `why` says what is wrong.
 */
EXPORT("saved_pass") size_t wasm_saved_pass(size_t length);
/* A question to the store in `out`; 0: there is none. */
EXPORT("question") size_t wasm_question(void);
/* Its answer: found (0), missing (1) or none (2); `length` bytes of `in`. 0 if they do not answer
 * a question that is open. */
EXPORT("answer") int wasm_answer(uint32_t id, unsigned found, size_t length);

/* ---- Bots ------------------------------------------------------------------------------------ */

/* A thought that is wanted, for `think`; 0: there is none. Its first four bytes are its id. */
EXPORT("thought") size_t wasm_thought(void);
/* Thinks about the thought of `length` bytes in `in`, here or in another instance of this module,
 * which needs no house. The length of the command in `out`; 0: the bot would rather wait. */
EXPORT("think") size_t wasm_think(size_t length);
/* What came of it: `length` letters of `in`. 0 if no such thought is out, or that is no command of
 * its game. */
EXPORT("thought_done") int wasm_thought_done(uint32_t id, size_t length);

/* ---- Languages ------------------------------------------------------------------------------- */

/* The language of what `replay` says, by a code or a locale of `length` bytes in `in`. 0 if there
 * is none for it: then it is English. On a line, `hello` says it. */
EXPORT("language") int wasm_language(size_t length);
/* The names of the players in what is said about finished logs, seat by seat, each with a zero at
 * its end, `length` bytes of `in`. Seats without one are called by their number. 0 if that is no
 * text or too long, and then nobody has a name. */
EXPORT("names") int wasm_set_names(size_t length);

/* ---- Finished logs: they need no house ------------------------------------------------------- */

/* Whether the log of `length` bytes in `in` is unaltered since the deal (0), not revealed (1), not
 * honest (2), or cannot be read (3): `why` says what is wrong. */
EXPORT("verify") int wasm_verify(size_t length);
/* The log as JSON; 0: `why` says what is wrong. */
EXPORT("log_json") size_t wasm_log_json(size_t length);
/* A moment of it, right after event number `seq` or at its end, as a viewer may know it: JSON with
 * seq, time_ms, events and says of that command so far, and view. 0: `why` says what is wrong. */
EXPORT("replay") size_t wasm_replay(size_t length, uint32_t seq, unsigned viewer);
/* Every moment at which a player had a choice, as a list in JSON: seq of the last event before it,
 * seat, round, and what the player did. 0: `why` says what is wrong. */
EXPORT("decisions") size_t wasm_decisions(size_t length);
/* What the player did right after event number `seq`, and what a bot would have done with what that
 * player could see: JSON. It takes a while. 0: `why` says what is wrong. */
EXPORT("advice") size_t wasm_advice(size_t length, uint32_t seq);
/* What it says about each seat, for statistics: JSON. 0: `why` says what is wrong. */
EXPORT("tally") size_t wasm_tally(size_t length);

/* ---- Following another's table: it needs no house -------------------------------------------- */

/* Whether a step that was shown can have been an honest one: 0: it can; 1: that hangs on what the
 * viewer cannot know; 2: it cannot, and `why` says what is wrong. `in` has `length` bytes, four
 * texts, each with a zero at its end: the words of the rules, the view before, or nothing, the
 * events, and the view after, as in the protocol. */
EXPORT("follow") int wasm_follow(size_t length);

/* ---- What can be chosen: it needs no house --------------------------------------------------- */

/* All games, settings and bots, as JSON in the language of `language`. */
EXPORT("games") size_t wasm_games(void);
/* One game by some rules, as JSON: `length` bytes of `in`, its name and the words of the rules,
 * each with a zero at its end. 0: `why` says what is wrong. */
EXPORT("rules") size_t wasm_rules(size_t length);
/* A QR code that says the `length` bytes of `in`, as an SVG; 0 if there is none for them. */
EXPORT("qr") size_t wasm_qr(size_t length);

#endif
