// SPDX-License-Identifier: MIT
/* fetch.c: asking for a page and reading it to its end. Start reading at fetch(). */
#include "net/fetch.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/clock.h"
#include "net/http.h"
#include "net/stream.h"

enum { READ_BYTES = 1 << 16, ROOM = HTTP_ANSWER_MAX + FETCH_BYTES_MAX };

struct page {
    struct stream stream;
    uint64_t end_ms;
    uint8_t *bytes;
    size_t count, room;
    size_t head, length; /* of the head, and of what follows it; head 0: it has not come yet */
};

/* Reads what has come; false if nothing more will, or there is no room for it. */
static bool read_some(struct page *page)
{
    long count;

    if (page->count + READ_BYTES > page->room) {
        size_t room = page->room ? 2 * page->room : 2 * READ_BYTES;
        uint8_t *more = page->count < ROOM ? realloc(page->bytes, room) : NULL;

        if (!more)
            return false;
        page->bytes = more;
        page->room = room;
    }
    count = stream_read(&page->stream, page->bytes + page->count, READ_BYTES);
    page->count += count > 0 ? (size_t)count : 0;
    return count >= 0;
}

/* Takes the head apart, once it is there; false if it is none of ours. */
static bool take_head(struct page *page, unsigned *status)
{
    struct http_head head;
    enum http_result result =
        http_read_answer((const char *)page->bytes, page->count, &head, &page->head);

    if (result != HTTP_WHOLE)
        return result == HTTP_MORE;
    *status = head.status;
    page->length = head.body_size;
    return head.has_size && head.body_size <= FETCH_BYTES_MAX;
}

static bool is_whole(const struct page *page)
{
    return page->head && page->count >= page->head + page->length;
}

/* Reads until the page is whole. */
static bool read_page(struct page *page, unsigned *status)
{
    struct pollfd wanted = {.fd = page->stream.descriptor, .events = POLLIN};

    while (!is_whole(page)) {
        size_t before = page->count;

        if (!read_some(page) || (!page->head && !take_head(page, status)))
            return false;
        if (page->count == before && poll(&wanted, 1, clock_left_ms(page->end_ms)) != 1)
            return false;
    }
    return true;
}

bool fetch(const struct url *url, const char *ca, const char *path, int timeout_ms, uint8_t **bytes,
           size_t *size, unsigned *status, struct hc_problem *why)
{
    struct page page = {.end_ms = clock_steady_ms() + (uint64_t)timeout_ms};
    bool came;

    *status = 0;
    if (!stream_open(&page.stream, url, ca, timeout_ms, why))
        return false;
    came =
        stream_get(&page.stream, url, path, "Connection: close\r\n", clock_left_ms(page.end_ms)) &&
        read_page(&page, status);
    stream_close(&page.stream);
    if (came && *status == 200) {
        memmove(page.bytes, page.bytes + page.head, page.length);
        *bytes = page.bytes;
        *size = page.length;
        return true;
    }
    free(page.bytes);
    if (came)
        snprintf(why->text, sizeof why->text, "the server answers with status %u", *status);
    else
        snprintf(why->text, sizeof why->text, "the server does not answer as it should");
    return false;
}
