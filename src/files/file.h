// SPDX-License-Identifier: MIT
/*
 * file.h: whole files, read under a limit and written all or nothing.
 *
 * Writing goes to a temporary name beside the target, is flushed to the disk and then renamed, so
 * that a reader finds the old file or the new one and never half of one.
 */
#ifndef HC_FILES_FILE_H
#define HC_FILES_FILE_H

#include "holecard.h"

enum {
    FILE_BYTES_MAX = 64 << 20, /* a match of a million commands is a fifth of this */
    FILE_SHOWN_CHARS = 80      /* of a path, in a sentence that has more to say */
};

/* A path as a sentence shows it: of a long one its end, which names the file. */
struct file_shown {
    char text[FILE_SHOWN_CHARS + 4];
};
struct file_shown file_shown(const char *path);

/* Reads a file ("-" is standard input). On success *bytes is the caller's to free and has a zero
 * byte behind its end. On failure false, and why->text names the file and the reason. */
bool file_read(const char *path, uint8_t **bytes, size_t *size, struct hc_problem *why);
bool file_write(const char *path, const void *bytes, size_t size, struct hc_problem *why);
/* Whether a file could be written there, as far as that can be known before. Nothing is changed. */
bool file_try(const char *path, struct hc_problem *why);
/* The name of a file is durable only when its folder is. Some file systems cannot do that; then it
 * is not ours to promise. */
void file_flush_folder(const char *path);

#endif
