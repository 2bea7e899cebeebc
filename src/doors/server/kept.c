// SPDX-License-Identifier: MIT
/* kept.c: keeping answers. Start reading at kept_add(). */
#include "doors/server/kept.h"

#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"
#include "doors/server/gzip.h"

enum { TAG_BYTES = 16, LEVEL = 6 }; /* of 1 to 9: more takes twice as long and saves a hundredth */

static void release(struct kept_one *one)
{
    free(one->key);
    free((void *)(uintptr_t)one->file.plain.bytes);
    free((void *)(uintptr_t)one->file.gzip.bytes);
    *one = (struct kept_one){.key = NULL};
}

const struct static_file *kept_find(const struct kept *kept, const char *key)
{
    for (unsigned i = 0; i < KEPT_MAX; i++)
        if (kept->one[i].key && !strcmp(kept->one[i].key, key))
            return &kept->one[i].file;
    return NULL;
}

/* Like those of files: equal tags are equal bytes. */
static void write_tags(struct kept_one *one)
{
    uint8_t digest[32];
    struct hc_sha256 sha;
    struct hc_text out;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, one->file.plain.bytes, one->file.plain.size);
    hc_sha256_end(&sha, digest);
    hc_text_init(&out, one->tag, sizeof one->tag);
    hc_put(&out, "\"");
    hc_put_hex(&out, digest, TAG_BYTES);
    hc_put(&out, "\"");
    hc_text_init(&out, one->gzip_tag, sizeof one->gzip_tag);
    hc_put(&out, "\"");
    hc_put_hex(&out, digest, TAG_BYTES);
    hc_put(&out, "-gzip\"");
    one->file.plain.tag = one->tag;
    one->file.gzip.tag = one->gzip_tag;
}

const struct static_file *kept_add(struct kept *kept, const char *key, const char *text,
                                   size_t length)
{
    struct kept_one *one = &kept->one[kept->next];
    uint8_t *copy = malloc(length + 1);

    release(one);
    one->key = strdup(key);
    one->file.path = one->key;
    one->file.type = kept->type;
    one->file.plain.bytes = copy;
    if (!one->key || !copy) {
        release(one);
        return NULL;
    }
    memcpy(copy, text, length);
    one->file.plain.size = length;
    one->file.gzip.bytes = gzip_make(text, length, LEVEL, &one->file.gzip.size);
    write_tags(one);
    kept->next = (kept->next + 1) % KEPT_MAX;
    return &one->file;
}

void kept_free(struct kept *kept)
{
    for (unsigned i = 0; i < KEPT_MAX; i++)
        release(&kept->one[i]);
}
