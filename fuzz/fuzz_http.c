// SPDX-License-Identifier: MIT
/*
 * fuzz_http.c: any bytes as the head of an HTTP request. Whatever is read lies within what came, a
 * head is not whole before its last byte, and what follows it does not change it.
 */
#include <stdlib.h>
#include <string.h>

#include "doors/server/address.h"
#include "doors/server/http.h"

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void check_text(struct http_text text, const char *bytes, size_t used)
{
    if (!text.at)
        return;
    must(text.at >= bytes && text.at + text.length <= bytes + used);
    must(!memchr(text.at, '\r', text.length) && !memchr(text.at, '\n', text.length));
    (void)http_lists(text, "upgrade");
}

static void check_head(const struct http_head *head, const char *bytes, size_t used)
{
    const struct http_text texts[] = {head->method,        head->path,          head->query,
                                      head->host,          head->origin,        head->authorization,
                                      head->forwarded_for, head->websocket_key, head->content_type};
    struct address address;
    char clean[ADDRESS_CHARS];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(texts[i], bytes, used);
    must(head->method.length && head->path.length && head->path.at[0] == '/');
    must(!head->upgrade || head->websocket_key.length == 24);
    must(used <= HTTP_HEAD_MAX && head->body_size <= 999999999);
    if (head->forwarded_for.at)
        (void)address_parse(head->forwarded_for.at, head->forwarded_for.length, &address, clean);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    /* A copy of just that size, so that a step beyond it is noticed. */
    char *bytes = malloc(size + 1);
    struct http_head head, other;
    size_t used = 0, again = 0;

    must(bytes != NULL);
    if (size)
        memcpy(bytes, input, size);
    if (http_read(bytes, size, &head, &used) == HTTP_WHOLE) {
        must(used <= size);
        check_head(&head, bytes, used);
        must(http_read(bytes, used - 1, &other, &again) == HTTP_MORE);
        must(http_read(bytes, used, &other, &again) == HTTP_WHOLE && again == used);
        must(other.body_size == head.body_size && other.upgrade == head.upgrade);
    }
    free(bytes);
    return 0;
}
