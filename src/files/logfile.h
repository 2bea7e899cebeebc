// SPDX-License-Identifier: MIT
/*
 * logfile.h: files that hold a log, as bytes or as JSON.
 *
 * The first byte tells them apart: the bytes begin with "HCLG", the JSON form with '{'. A log that
 * is read from JSON is turned into exactly the bytes it was exported from, so everything else works
 * on the bytes alone. JSON is read one record at a time: the memory it takes is that of the bytes,
 * whatever the text is.
 */
#ifndef HC_FILES_LOGFILE_H
#define HC_FILES_LOGFILE_H

#include "holecard.h"

struct logfile {
    uint8_t *bytes; /* the log */
    size_t size;
    uint8_t *text; /* the JSON that it was made from, NULL if the file held the bytes */
    size_t text_size;
    size_t *record_at; /* where each record begins in the text; [0] is the header */
    size_t record_count;
};

/* Reads a log under the limit of file_read; "-" is standard input. It must be readable to its end,
 * JSON in every detail. On failure why->text names the file, in JSON also line and column, and says
 * whether it is no log or cut short. On success the caller ends with logfile_release. */
bool logfile_read(const char *path, struct logfile *file, struct hc_problem *why);
/* The same for JSON in memory, which must come from malloc: the file owns it from now on, and is to
 * be released whatever the result. On failure why->at is the place in the text. */
bool logfile_parse(uint8_t *text, size_t size, struct logfile *file, struct hc_problem *why);
void logfile_release(struct logfile *file);
/* Writes the bytes of a log, all or nothing. */
bool logfile_write(const char *path, const struct hc_log *log, struct hc_problem *why);
/* The JSON form of a log, terminated by a zero; the caller frees it. NULL if the log is broken. */
char *logfile_json(const struct logfile *file, size_t *length, struct hc_problem *why);
/* Where in the file a problem with its log is: the path, and in JSON also line and column of the
 * record. The text of the problem says where in the bytes. */
void logfile_where(const struct logfile *file, const char *path, const struct hc_problem *why,
                   char *out, size_t size);

#endif
