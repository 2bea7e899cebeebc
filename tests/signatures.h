// SPDX-License-Identifier: MIT
/*
 * signatures.h: numbers that change when seeded matches, rooms or worlds behave otherwise.
 *
 * tests/signatures/TEST.txt has a line for each match: its name, then a number for each subject. A
 * number says nothing about right and wrong; other tests do. If you meant to change something, read
 * in the failure which subjects changed, and write the new numbers: HC_SIGN=1 make check T=TEST
 */
#ifndef HC_TESTS_SIGNATURES_H
#define HC_TESTS_SIGNATURES_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIGNATURES_BYTES = 1 << 20, SIGNATURE_SUBJECTS = 8 };

static struct {
    const char *test;
    const char *const *subjects;
    unsigned subject_count;
    char text[SIGNATURES_BYTES]; /* of the file; empty while it is written */
    FILE *out;                   /* the file, if it is written */
    unsigned matches, other[SIGNATURE_SUBJECTS];
    bool differs;
} signatures;

/* Begins with the numbers of a test; there is one for each subject. */
static inline void signatures_open(const char *test, const char *const *subjects, unsigned count)
{
    char path[500];
    FILE *file;

    snprintf(path, sizeof path, HC_SOURCE_DIR "/tests/signatures/%s.txt", test);
    signatures.test = test;
    signatures.subjects = subjects;
    signatures.subject_count = count;
    file = fopen(path, getenv("HC_SIGN") ? "w" : "r");
    if (!file)
        fail_msg("%s cannot be opened", path);
    if (getenv("HC_SIGN")) {
        signatures.out = file;
        return;
    }
    assert_true(fread(signatures.text, 1, SIGNATURES_BYTES - 1, file) < SIGNATURES_BYTES - 1);
    fclose(file);
}

/* The numbers behind the name of a match, or NULL. */
static inline const char *signatures_find(const char *match)
{
    size_t length = strlen(match);

    for (const char *line = signatures.text; *line; line = strchr(line, '\n') + 1)
        if (!strncmp(line, match, length) && line[length] == ':')
            return line + length + 1;
    return NULL;
}

/* Compares or writes the numbers of a match. The details are printed if it is the first match that
 * differs. */
static inline void signatures_add(const char *match, const char *details, const uint64_t *sums)
{
    const char *kept = signatures.out ? NULL : signatures_find(match);
    bool was_same = !signatures.differs;

    signatures.matches++;
    if (signatures.out)
        fprintf(signatures.out, "%s:", match);
    for (unsigned s = 0; s < signatures.subject_count; s++) {
        uint32_t sum = (uint32_t)(sums[s] ^ sums[s] >> 32), want = 0;

        if (signatures.out) {
            fprintf(signatures.out, " %08" PRIx32, sum);
            continue;
        }
        if (kept) {
            char *next;

            want = (uint32_t)strtoul(kept, &next, 16);
            kept = next;
            if (want == sum)
                continue;
        }
        if (was_same)
            printf("%s (%s), %s: expected %08" PRIx32 "%s, got %08" PRIx32 "\n", match, details,
                   signatures.subjects[s], want, kept ? "" : " (no such match)", sum);
        signatures.other[s]++;
        signatures.differs = true;
    }
    if (signatures.out)
        fputc('\n', signatures.out);
}

/* Fails if a match differs, and says how many do. */
static inline void signatures_close(void)
{
    if (signatures.out) {
        fclose(signatures.out);
        return;
    }
    for (unsigned s = 0; s < signatures.subject_count; s++)
        if (signatures.other[s])
            printf("%s: %u of %u differ\n", signatures.subjects[s], signatures.other[s],
                   signatures.matches);
    if (signatures.differs)
        fail_msg("write the new numbers, if they are meant: HC_SIGN=1 make check T=%s",
                 signatures.test);
}

#endif
