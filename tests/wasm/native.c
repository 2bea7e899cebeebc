// SPDX-License-Identifier: MIT
/*
 * native.c: the native side of the wasm comparison: the same door, compiled for this machine.
 *
 *   wasm_native < CALLS > RESULTS
 *
 * Every line of the input is a call, "name number number … =bytes", where the bytes, in hexadecimal
 * digits, go into `in` first. Its line of the output is the result as a number, and "=bytes" for
 * calls that hand bytes over. It must equal what the wasm module gave for the same calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors/wasm/wasm.h"
#include "doors/wasm/wasm_inside.h"

enum { ARGUMENTS_MAX = 3 };

/* NUMBER: the result is all. BYTES: it is the length of what is in `out`. TEXT: a line, whose text
 * is fetched. */
enum gives { NUMBER, BYTES, TEXT };

#define CALLS(X)                                                                                   \
    X(key, NUMBER, wasm_key())                                                                     \
    X(open, NUMBER, wasm_open((uint32_t)a[0]))                                                     \
    X(close, NUMBER, (wasm_close(), wasm_used()))                                                  \
    X(time, NUMBER, (wasm_time(a[0], a[1]), 0))                                                    \
    X(tick, NUMBER, (wasm_tick(), 0))                                                              \
    X(due, NUMBER, wasm_due())                                                                     \
    X(line_open, NUMBER, wasm_line_open())                                                         \
    X(line_close, NUMBER, (wasm_line_close((unsigned)a[0]), 0))                                    \
    X(say, NUMBER, wasm_say((unsigned)a[0], (size_t)a[1]))                                         \
    X(text_next, TEXT, wasm_text_next())                                                           \
    X(batch, BYTES, wasm_batch())                                                                  \
    X(stored, NUMBER, wasm_stored((int)a[0], (size_t)a[1]))                                        \
    X(load, NUMBER, wasm_load((size_t)a[0]))                                                       \
    X(saved_code, BYTES, wasm_saved_code((size_t)a[0]))                                            \
    X(saved_pass, BYTES, wasm_saved_pass((size_t)a[0]))                                            \
    X(question, BYTES, wasm_question())                                                            \
    X(answer, NUMBER, wasm_answer((uint32_t)a[0], (unsigned)a[1], (size_t)a[2]))                   \
    X(thought, BYTES, wasm_thought())                                                              \
    X(think, BYTES, wasm_think((size_t)a[0]))                                                      \
    X(thought_done, NUMBER, wasm_thought_done((uint32_t)a[0], (size_t)a[1]))                       \
    X(verify, NUMBER, wasm_verify((size_t)a[0]))                                                   \
    X(log_json, BYTES, wasm_log_json((size_t)a[0]))                                                \
    X(replay, BYTES, wasm_replay((size_t)a[0], (uint32_t)a[1], (unsigned)a[2]))                    \
    X(language, NUMBER, wasm_language((size_t)a[0]))                                               \
    X(names, NUMBER, wasm_set_names((size_t)a[0]))                                                 \
    X(decisions, BYTES, wasm_decisions((size_t)a[0]))                                              \
    X(advice, BYTES, wasm_advice((size_t)a[0], (uint32_t)a[1]))                                    \
    X(tally, BYTES, wasm_tally((size_t)a[0]))                                                      \
    X(follow, NUMBER, wasm_follow((size_t)a[0]))                                                   \
    X(games, BYTES, wasm_games())                                                                  \
    X(rules, BYTES, wasm_rules((size_t)a[0]))                                                      \
    X(qr, BYTES, wasm_qr((size_t)a[0]))                                                            \
    X(why, BYTES, wasm_why())

#define X(name, gives, call)                                                                       \
    static double call_##name(const double a[ARGUMENTS_MAX])                                       \
    {                                                                                              \
        (void)a;                                                                                   \
        return (double)(call);                                                                     \
    }
CALLS(X)
#undef X

static const struct {
    const char *name;
    enum gives gives;
    double (*run)(const double a[ARGUMENTS_MAX]);
} calls[] = {
#define X(name, gives, call) {#name, gives, call_##name},
    CALLS(X)
#undef X
};

static void stop(const char *what, const char *which)
{
    fprintf(stderr, "wasm_native: %s: %s\n", what, which);
    exit(1);
}

void *wasm_more_pages(size_t count)
{
    return aligned_alloc(16, count * WASM_PAGE_BYTES);
}

static void print_bytes(const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";

    putchar('=');
    for (size_t i = 0; i < size; i++) {
        putchar(digits[bytes[i] >> 4]);
        putchar(digits[bytes[i] & 15]);
    }
}

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void read_bytes(const char *hex)
{
    size_t size = strcspn(hex, "\n") / 2;
    uint8_t *bytes = wasm_in(size);

    if (!bytes)
        stop("too many bytes", hex);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
}

static void run(char *line)
{
    size_t length = strcspn(line, " \n"), i = 0;
    char *next = line + length;
    double arguments[ARGUMENTS_MAX] = {0}, result;

    while (i < sizeof calls / sizeof *calls &&
           (strlen(calls[i].name) != length || memcmp(calls[i].name, line, length) != 0))
        i++;
    if (i == sizeof calls / sizeof *calls)
        stop("no such call", line);
    for (unsigned n = 0; n < ARGUMENTS_MAX && *next == ' ' && next[1] != '='; n++)
        arguments[n] = strtod(next + 1, &next);
    if (*next == ' ')
        read_bytes(next + 2);
    result = calls[i].run(arguments);
    printf("%.0f", result);
    if (calls[i].gives == BYTES)
        print_bytes(wasm_out(), (size_t)result);
    if (calls[i].gives == TEXT)
        print_bytes(wasm_text(), wasm_text_length());
    putchar('\n');
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;

    while (getline(&line, &size, stdin) > 0)
        run(line);
    free(line);
    return 0;
}
