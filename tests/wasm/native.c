// SPDX-License-Identifier: MIT
/*
 * native.c: the native side of the wasm comparison.
 *
 *   wasm_native GAME RULES SEATS SEED-HEX < COMMANDS > LOG
 *
 * Every line of the input is "seat time command"; all must be accepted. The log goes to standard
 * output and must equal the one that the wasm module wrote for the same commands.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holecard.h"

enum { LOG_BYTES = 1 << 20 };

static void stop(const char *what, const char *which)
{
    fprintf(stderr, "wasm_native: %s: %s\n", what, which);
    exit(1);
}

static void read_hex(const char *text, uint8_t *bytes)
{
    if (strlen(text) != 2 * HC_SEED_BYTES)
        stop("a seed has 64 hexadecimal digits", text);
    for (unsigned i = 0; i < HC_SEED_BYTES; i++)
        bytes[i] = (uint8_t)strtoul((const char[]){text[2 * i], text[2 * i + 1], '\0'}, NULL, 16);
}

int main(int argc, char **argv)
{
    static const uint8_t salt[HC_SEED_BYTES];
    static struct hc_events events;
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t *bytes = malloc(LOG_BYTES), seed[HC_SEED_BYTES], commitment[HC_SEED_BYTES];
    const struct hc_game *game;
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_log log;
    char line[256];

    if (argc != 5 || !table || !bytes)
        stop("usage", "wasm_native GAME RULES SEATS SEED-HEX");
    game = hc_game_find(argv[1]);
    read_hex(argv[4], seed);
    if (!game || !hc_rules_parse(game, argv[2], &rules, &why))
        stop("no such game or rules", argv[2]);
    if (hc_table_open(table, game, &rules, (unsigned)atoi(argv[3]), seed) != HC_OK)
        stop("the table cannot be opened", argv[3]);
    hc_commitment(seed, salt, commitment);
    if (!hc_log_begin(&log, bytes, LOG_BYTES, table, commitment))
        stop("the log does not fit", argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        struct hc_command command;
        unsigned seat;
        unsigned long long now_ms;
        int start;

        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%u %llu %n", &seat, &now_ms, &start) != 2 ||
            hc_command_parse(game, &rules, line + start, &command, &why) != HC_OK ||
            hc_submit(table, seat, &command, now_ms, &events) != HC_OK ||
            !hc_log_add(&log, now_ms, seat, &command, &events))
            stop("not accepted", line);
    }
    if (!hc_log_seal(&log) || fwrite(log.bytes, 1, log.used, stdout) != log.used)
        stop("cannot write", "the log");
    free(bytes);
    free(table);
    return 0;
}
