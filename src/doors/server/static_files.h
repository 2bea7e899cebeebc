// SPDX-License-Identifier: MIT
/*
 * static_files.h: files that are part of the program and are given to anybody: what a browser
 * shows. They are made from the folder web/; tools/embed.sh makes the list of them.
 */
#ifndef HC_DOORS_SERVER_STATIC_FILES_H
#define HC_DOORS_SERVER_STATIC_FILES_H

#include "doors/server/wire.h"

/* The bytes of a file in one of its forms. The tag, in its quotes, is made of a hash of the file
 * and differs between forms: equal tags are equal bytes. */
struct static_form {
    const uint8_t *bytes; /* NULL: there is no such form */
    size_t size;
    const char *tag;
};

struct static_file {
    const char *path, *type;
    bool lasts; /* whatever else changes: its name has a hash of it */
    struct static_form plain, gzip;
};

extern const struct static_file static_files[];
extern const size_t static_file_count;

/* The form of a file that a request asks for; *known: whoever asks has it already. */
const struct static_form *static_choose(const struct static_file *file,
                                        const struct http_head *head, bool *known);
/* Writes the headers that say what form of a file it is. */
void static_headers(struct hc_text *out, const struct static_file *file,
                    const struct static_form *form, bool known);
/* Whoever may show one address of the page in a frame, and what lies below it; NULL: nobody. */
struct static_frame {
    const char *path, *origin;
};

/* Answers a request for one of the files; false if none has that path, and nothing was done. */
bool static_answer(struct client *client, const struct http_head *head,
                   const struct static_frame *frame);

#endif
