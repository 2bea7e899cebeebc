// SPDX-License-Identifier: MIT
/*
 * wasm_inside.h: what the files of the module share. wasm.c has the house, its lines and the
 * buffers, wasm_store.c what is stored, wasm_thought.c bots, wasm_log.c and
 * wasm_review.c finished logs, wasm_catalogue.c what can be chosen, wasm_heap.c memory.
 */
#ifndef HC_DOORS_WASM_WASM_INSIDE_H
#define HC_DOORS_WASM_WASM_INSIDE_H

#include "core/check.h"
#include "core/memory.h"
#include "doors/wasm/wasm.h"
#include "doors/wasm/wasm_heap.h"
#include "protocol/protocol.h"

struct thinking; /* a thought that is out */

/* A message that waits to be fetched. */
struct waiting_text {
    struct waiting_text *next;
    unsigned line;
    size_t length;
    char text[];
};

struct wasm {
    struct wasm_heap heap;
    uint8_t *in, *out;
    size_t in_size, out_size;
    size_t out_used; /* by what is being written */
    struct hc_problem why;
    const struct hc_language *language; /* of what is said about finished logs; NULL: English */
    char name[HC_SEATS_MAX][HC_ROOM_NAME_BYTES]; /* of players in these; empty: by number */
    const char *names[HC_SEATS_MAX];
    uint8_t key[HC_SEED_BYTES]; /* of the next entropy */
    bool has_key;
    struct house *house; /* NULL: not open */
    struct protocol *protocol;
    struct protocol_line *line[WASM_LINES_MAX];
    struct waiting_text *text; /* that was fetched last */
    struct waiting_text *texts, **texts_end;
    struct thinking *thinking;
    unsigned thinking_count;
    uint32_t thinking_id;
    struct wasm_question {
        uint32_t id, count; /* id 0: none */
        enum house_question_kind kind;
        uint64_t room; /* and number: of the match that it is about */
        uint32_t number;
    } question[HOUSE_QUESTIONS_MAX]; /* that the page has not answered */
};

/* The instance: a module has exactly one. */
extern struct wasm wasm;

/* Fresh pages of memory: wasm_pages.c, or a test's. */
void *wasm_more_pages(size_t count);

/* Memory of the heap; never NULL. */
void *wasm_new(size_t size);
/* The same where there may be none. */
void *wasm_try(size_t size);
void wasm_free(void *memory);

/* Writing `out`: begin, then add. */
void wasm_begin(void);
void wasm_put(const void *bytes, size_t size);
void wasm_put_number(uint64_t number, unsigned bytes);
/* Room for a text of so many characters and its zero. */
char *wasm_text_room(size_t length);
/* Writes a text into `out`, however long it becomes; its length. */
size_t wasm_write(void (*write)(const void *context, struct hc_text *out), const void *context);
/* Says why in a sentence. */
void wasm_say_why(const char *sentence);

/* Reading `in`: the next `size` bytes, NULL when there are not so many. */
struct wasm_reader {
    const uint8_t *next;
    size_t left;
};
bool wasm_read(struct wasm_reader *reader,
               size_t length); /* begins; false if there is not so much */
const uint8_t *wasm_get(struct wasm_reader *reader, size_t size);

/* wasm_thought.c */
void wasm_forget_thoughts(void);

#endif
