// SPDX-License-Identifier: MIT
/*
 * wasm.c: the door for browsers: a house, its lines, and the buffers that everything crosses in.
 *
 * A page has no way to be called, so it asks: after whatever it says to the module it fetches
 * texts, a batch, questions and thoughts until there are none. Entropy is a key that the page
 * gives; each draw replaces it by one that follows from it, so that nothing which was drawn can be
 * worked out from what the memory holds now.
 */
#include "core/sha256.h"
#include "core/utf8.h"
#include "doors/wasm/wasm_inside.h"

struct wasm wasm = {.heap = {.pages = wasm_more_pages}};

/* ---- Memory and buffers ---------------------------------------------------------------------- */

void *wasm_try(size_t size)
{
    return wasm_heap_resize(&wasm.heap, NULL, size);
}

void *wasm_new(size_t size)
{
    void *memory = wasm_try(size);

    HC_CHECK(memory);
    return memory;
}

void wasm_free(void *memory)
{
    if (memory)
        wasm_heap_resize(&wasm.heap, memory, 0);
}

void *wasm_in(size_t size)
{
    if (size > WASM_IN_MAX)
        return NULL;
    if (size > wasm.in_size || !wasm.in) {
        wasm_free(wasm.in);
        wasm.in_size = size > PROTOCOL_MESSAGE_BYTES ? size : PROTOCOL_MESSAGE_BYTES;
        wasm.in = wasm_try(wasm.in_size);
        if (!wasm.in)
            wasm.in_size = 0;
    }
    return wasm.in;
}

void *wasm_out(void)
{
    return wasm.out;
}

size_t wasm_used(void)
{
    return wasm.heap.used;
}

static void reserve(size_t size)
{
    size_t wanted = wasm.out_size ? wasm.out_size : 4096;

    while (wanted < size)
        wanted *= 2;
    if (wanted == wasm.out_size)
        return;
    wasm.out = wasm_heap_resize(&wasm.heap, wasm.out, wanted);
    HC_CHECK(wasm.out);
    wasm.out_size = wanted;
}

void wasm_begin(void)
{
    wasm.out_used = 0;
}

void wasm_put(const void *bytes, size_t size)
{
    reserve(wasm.out_used + size);
    if (size)
        hc_copy(wasm.out + wasm.out_used, bytes, size);
    wasm.out_used += size;
}

void wasm_put_number(uint64_t number, unsigned bytes)
{
    uint8_t little[8];

    hc_store64(little, number);
    wasm_put(little, bytes);
}

char *wasm_text_room(size_t length)
{
    reserve(length + 1);
    return (char *)wasm.out;
}

size_t wasm_write(void (*write)(const void *context, struct hc_text *out), const void *context)
{
    size_t room = PROTOCOL_TEXT_BYTES;
    struct hc_text out;

    for (;;) {
        hc_text_init(&out, wasm_text_room(room), room + 1);
        write(context, &out);
        if (out.length <= room)
            return out.length;
        room = out.length;
    }
}

void wasm_say_why(const char *sentence)
{
    hc_copy(wasm.why.text, sentence, hc_length(sentence) + 1);
}

size_t wasm_why(void)
{
    wasm_begin();
    wasm_put(wasm.why.text, hc_length(wasm.why.text));
    return wasm.out_used;
}

bool wasm_read(struct wasm_reader *reader, size_t length)
{
    *reader = (struct wasm_reader){wasm.in, length};
    return wasm.in && length <= wasm.in_size;
}

const uint8_t *wasm_get(struct wasm_reader *reader, size_t size)
{
    const uint8_t *bytes = reader->next;

    if (size > reader->left)
        return NULL;
    reader->next += size;
    reader->left -= size;
    return bytes;
}

/* ---- Entropy --------------------------------------------------------------------------------- */

static void roll(struct hc_dice *dice, uint8_t *bytes, size_t size)
{
    while (size) {
        size_t part = size < 8 ? size : 8;
        uint8_t word[8];

        hc_store64(word, hc_dice_word(dice));
        hc_copy(bytes, word, part);
        bytes += part;
        size -= part;
    }
}

static void draw(void *context, void *bytes, size_t size)
{
    struct hc_dice dice;

    (void)context;
    hc_dice_open(&dice, wasm.key, 0, 0);
    roll(&dice, wasm.key, sizeof wasm.key);
    roll(&dice, bytes, size);
}

int wasm_key(void)
{
    static const char tag[] = "holecard key 1";
    static const uint8_t nothing[HC_SEED_BYTES];
    struct hc_sha256 sha;

    if (!wasm.in || hc_same(wasm.in, nothing, sizeof nothing))
        return 0; /* somebody forgot to fill it */
    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, wasm.key, sizeof wasm.key);
    hc_sha256_add(&sha, wasm.in, HC_SEED_BYTES);
    hc_sha256_end(&sha, wasm.key);
    hc_zero(wasm.in, HC_SEED_BYTES);
    wasm.has_key = true;
    return 1;
}

/* ---- The house ------------------------------------------------------------------------------- */

static void free_texts(void)
{
    while (wasm.texts) {
        struct waiting_text *text = wasm.texts;

        wasm.texts = text->next;
        wasm_free(text);
    }
    wasm.texts_end = &wasm.texts;
    wasm_free(wasm.text);
    wasm.text = NULL;
}

void wasm_close(void)
{
    for (unsigned i = 0; i < WASM_LINES_MAX; i++)
        wasm_line_close(i + 1);
    if (wasm.protocol)
        protocol_close(wasm.protocol);
    if (wasm.house)
        house_close(wasm.house);
    wasm.protocol = NULL;
    wasm.house = NULL;
    free_texts();
    wasm_forget_thoughts();
    hc_zero(wasm.question, sizeof wasm.question);
    wasm_free(wasm.in);
    wasm_free(wasm.out);
    wasm.in = wasm.out = NULL;
    wasm.in_size = wasm.out_size = 0;
}

/* Keeps a message until it is fetched. The context points to the line's place in wasm.line. */
static void keep_text(void *context, const char *text, size_t length)
{
    struct waiting_text *waiting = wasm_new(sizeof *waiting + length);

    waiting->next = NULL;
    waiting->line = (unsigned)((struct protocol_line **)context - wasm.line) + 1;
    waiting->length = length;
    if (length)
        hc_copy(waiting->text, text, length);
    *wasm.texts_end = waiting;
    wasm.texts_end = &waiting->next;
}

int wasm_open(uint32_t bot_budget_max)
{
    struct house_plan plan = {.resize = wasm_heap_resize,
                              .entropy = draw,
                              .context = &wasm.heap,
                              .rooms_max = WASM_ROOMS_MAX,
                              .bot_budget_max = bot_budget_max,
                              .batch_bytes_max = WASM_BATCH_BYTES_MAX,
                              .log_bytes_max = WASM_LOG_BYTES_MAX};
    struct protocol_plan protocol = {.door = {.send = keep_text},
                                     .resize = wasm_heap_resize,
                                     .entropy = draw,
                                     .context = &wasm.heap,
                                     .log_max = WASM_LOG_JSON_MAX};

    if (wasm.house || !wasm.has_key)
        return 0;
    wasm.texts_end = &wasm.texts;
    wasm.house = house_open(&plan);
    protocol.house = wasm.house;
    if (wasm.house)
        wasm.protocol = protocol_open(&protocol);
    if (!wasm.protocol)
        wasm_close();
    return wasm.protocol != NULL;
}

/* A number of JavaScript as a whole one that it can have. */
static uint64_t whole(double number)
{
    const double most = 9007199254740991.0;

    if (!(number > 0))
        return 0;
    return (uint64_t)(number < most ? number : most);
}

void wasm_time(double now_ms, double steady_ms)
{
    if (wasm.house)
        house_time(wasm.house, whole(now_ms), whole(steady_ms * 1000));
}

void wasm_tick(void)
{
    if (wasm.house)
        house_tick(wasm.house);
}

double wasm_due(void)
{
    uint64_t due_ms = wasm.house ? house_due(wasm.house) : HC_ROOM_NEVER;

    return due_ms == HC_ROOM_NEVER ? __builtin_inf() : (double)due_ms;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

unsigned wasm_line_open(void)
{
    for (unsigned i = 0; wasm.house && i < WASM_LINES_MAX; i++) {
        if (wasm.line[i])
            continue;
        wasm.line[i] = protocol_line_open(wasm.protocol, &wasm.line[i]);
        return wasm.line[i] ? i + 1 : 0;
    }
    return 0;
}

static struct protocol_line *line_at(unsigned line)
{
    return line && line <= WASM_LINES_MAX ? wasm.line[line - 1] : NULL;
}

static void drop_texts(unsigned line)
{
    struct waiting_text **link = &wasm.texts;

    while (*link) {
        struct waiting_text *text = *link;

        if (text->line == line) {
            *link = text->next;
            wasm_free(text);
        } else {
            link = &text->next;
        }
    }
    wasm.texts_end = link;
}

void wasm_line_close(unsigned line)
{
    if (!line_at(line))
        return;
    protocol_line_close(wasm.line[line - 1]);
    wasm.line[line - 1] = NULL;
    drop_texts(line);
}

int wasm_say(unsigned line, size_t length)
{
    struct wasm_reader reader;

    if (!line_at(line) || !wasm_read(&reader, length) ||
        !hc_utf8_ok((const char *)reader.next, length))
        return 0;
    protocol_take(line_at(line), (const char *)reader.next, length);
    return 1;
}

unsigned wasm_text_next(void)
{
    struct waiting_text *text = wasm.texts;

    wasm_free(wasm.text);
    wasm.text = text;
    if (!text)
        return 0;
    wasm.texts = text->next;
    if (!wasm.texts)
        wasm.texts_end = &wasm.texts;
    return text->line;
}

const void *wasm_text(void)
{
    return wasm.text ? wasm.text->text : NULL;
}

size_t wasm_text_length(void)
{
    return wasm.text ? wasm.text->length : 0;
}
