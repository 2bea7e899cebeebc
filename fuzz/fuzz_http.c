// SPDX-License-Identifier: MIT
/*
 * fuzz_http.c: any bytes as the head of an HTTP request and of an answer. Whatever is read lies
 * within what came, a head is not whole before its last byte, and what follows it does not change
 * it. What the server makes of its headers is tried too.
 */
#include <stdlib.h>
#include <string.h>

#include "doors/server/address.h"
#include "doors/server/static_files.h"
#include "net/frame.h"
#include "net/http.h"

typedef enum http_result reader(const char *bytes, size_t count, struct http_head *head,
                                size_t *used);

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void check_text(struct http_text text, const char *bytes, size_t used)
{
    struct http_text item;
    size_t items = 0;

    if (!text.start)
        return;
    must(text.start >= bytes && text.start + text.length <= bytes + used);
    must(!memchr(text.start, '\r', text.length) && !memchr(text.start, '\n', text.length));
    while (http_next(&text, &item))
        must(item.start >= bytes && item.start + item.length <= bytes + used && ++items <= used);
}

static void check_head(const struct http_head *head, const char *bytes, size_t used)
{
    const struct http_text texts[] = {
        head->method,
        head->path,
        head->query,
        head->host,
        head->origin,
        head->authorization,
        head->forwarded_for,
        head->content_type,
        head->accept_encoding,
        head->if_none_match,
        head->websocket_key,
        head->websocket_accept,
        head->connection,
        head->upgrade,
        head->websocket_version,
        head->content_length,
        head->transfer_encoding,
    };
    struct address address;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(texts[i], bytes, used);
    must(head->body_size <= 999999999);
    if (head->forwarded_for.start)
        (void)address_parse(head->forwarded_for.start, head->forwarded_for.length, &address);
}

/* Whoever says nothing about it gets the file as it is. */
static void check_choice(const struct http_head *head)
{
    const struct static_file *file = &static_files[0];
    bool known;
    const struct static_form *form = static_choose(file, head, &known);

    must(form == &file->plain || (form == &file->gzip && head->accept_encoding.start));
    must(!known || head->if_none_match.start);
}

/* Reads it, and parts of it. */
static bool check_end(reader *read, const char *bytes, size_t size, struct http_head *head,
                      size_t *used)
{
    struct http_head other;
    size_t again = 0;

    if (read(bytes, size, head, used) != HTTP_WHOLE)
        return false;
    must(*used <= size);
    check_head(head, bytes, *used);
    must(read(bytes, *used - 1, &other, &again) == HTTP_MORE);
    must(read(bytes, *used, &other, &again) == HTTP_WHOLE && again == *used);
    must(other.body_size == head->body_size && other.upgrades == head->upgrades);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    /* A copy of just that size, so that a step beyond it is noticed. */
    char *bytes = malloc(size + 1);
    struct http_head head;
    size_t used = 0;

    must(bytes != NULL);
    if (size)
        memcpy(bytes, input, size);
    if (check_end(http_read_request, bytes, size, &head, &used)) {
        must(used <= HTTP_REQUEST_MAX && head.has_size && !head.status);
        must(head.method.length && head.path.length && head.path.start[0] == '/');
        must(!head.upgrades || head.websocket_key.length == FRAME_KEY_CHARS);
        check_choice(&head);
    }
    if (check_end(http_read_answer, bytes, size, &head, &used)) {
        must(used <= HTTP_ANSWER_MAX && !head.method.start);
        must(head.status >= 100 && head.status <= 999);
        must(!head.upgrades || head.websocket_accept.length == FRAME_ACCEPT_CHARS);
    }
    free(bytes);
    return 0;
}
