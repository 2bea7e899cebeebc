// SPDX-License-Identifier: MIT
/*
 * static_files.c: giving away the files that are part of the program.
 *
 * A file with a hash in its name is kept by browsers for ever. Any other is asked for anew each
 * time, with the tag of what the browser has: most answers are a head of status 304. A range is not
 * looked at, which RFC 9110 (14.2) allows to every server: who asks for a part gets all of it, and
 * Accept-Ranges says so beforehand. 416 would be wrong, since it is about ranges that lie outside
 * of the file. Start reading at static_answer().
 */
#include "doors/server/static_files.h"

#include <string.h>

#include "core/check.h"
#include "protocol/protocol_words.h"

enum { HEADERS_BYTES = 1000 };

/* A page may use what comes with it, and nothing else: no form, no script that stands in the page
 * itself; and nobody shows it in a frame but those who are named. Its address, which may have the
 * code of a table in it, is told to nobody. */
static const char policy[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                             "style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                             "manifest-src 'self'; worker-src 'self'; "
                             "base-uri 'none'; form-action 'none'; frame-ancestors ";
static const struct {
    const char *name, *value;
} safety[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

/* "/BCDFGH": what an invitation names. */
static bool is_table(struct http_text path)
{
    char code[HC_ROOM_CODE_CHARS + 1], typed[HC_ROOM_CODE_CHARS + 1] = "";

    if (path.length != 1 + HC_ROOM_CODE_CHARS || path.start[0] != '/')
        return false;
    memcpy(typed, path.start + 1, HC_ROOM_CODE_CHARS);
    return protocol_read_code(typed, code);
}

/* Addresses inside of the one page, which finds out by its own script what they show. */
static bool is_page(struct http_text path)
{
    static const char *const single[] = {"/new", "/people", "/me", "/friends"};
    static const char *const folders[] = {"/t/", "/r/", "/rules/", "/home/", "/friends/"};

    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (http_is(path, single[i]))
            return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (path.length > strlen(folders[i]) && !memcmp(path.start, folders[i], strlen(folders[i])))
            return true;
    return is_table(path);
}

/* The address that may be shown in a frame, or one below it. */
static bool is_framed(struct http_text path, const struct static_frame *frame)
{
    size_t length = frame ? strlen(frame->path) : 0;

    return frame && path.length >= length && !memcmp(path.start, frame->path, length) &&
           (path.length == length || path.start[length] == '/');
}

static const struct static_file *find(struct http_text path, bool framed)
{
    if (framed || is_page(path))
        path = (struct http_text){"/", 1};
    for (size_t i = 0; i < static_file_count; i++)
        if (http_is(path, static_files[i].path))
            return &static_files[i];
    return NULL;
}

static void refuse_method(struct client *client)
{
    static const char why[] = "{\"ok\":false,\"code\":\"not_allowed\","
                              "\"why\":\"a file can be read, with GET or HEAD\"}";
    char text[HEADERS_BYTES];
    struct hc_text headers;

    hc_text_init(&headers, text, sizeof text);
    http_write(&headers, "Allow", "GET, HEAD");
    http_write(&headers, "Content-Type", "application/json");
    client_headers(&headers, "no-store");
    client_reply(client, 405, text, why, sizeof why - 1);
}

const struct static_form *static_choose(const struct static_file *file,
                                        const struct http_head *head, bool *known)
{
    const struct static_form *form =
        file->gzip.bytes && http_takes_gzip(head->accept_encoding) ? &file->gzip : &file->plain;

    *known = http_has_tag(head->if_none_match, form->tag);
    return form;
}

void static_headers(struct hc_text *out, const struct static_file *file,
                    const struct static_form *form, bool known)
{
    http_write(out, "ETag", form->tag);
    if (file->gzip.bytes)
        http_write(out, "Vary", "Accept-Encoding");
    if (known)
        return;
    http_write(out, "Content-Type", file->type);
    http_write(out, "Accept-Ranges", "none");
    if (form == &file->gzip)
        http_write(out, "Content-Encoding", "gzip");
}

/* The one header that differs from address to address. */
static void write_policy(struct hc_text *headers, const char *frame_ancestors)
{
    hc_put(headers, "Content-Security-Policy: ");
    hc_put(headers, policy);
    hc_put(headers, frame_ancestors);
    hc_put(headers, "\r\n");
}

bool static_answer(struct client *client, const struct http_head *head,
                   const struct static_frame *frame)
{
    bool framed = is_framed(head->path, frame);
    const struct static_file *file = find(head->path, framed);
    const struct static_form *form;
    char text[HEADERS_BYTES];
    struct hc_text headers;
    bool known;

    if (!file)
        return false;
    if (!http_is(head->method, "GET") && !http_is(head->method, "HEAD")) {
        refuse_method(client);
        return true;
    }
    form = static_choose(file, head, &known);
    hc_text_init(&headers, text, sizeof text);
    static_headers(&headers, file, form, known);
    http_write(&headers, "Cache-Control",
               file->lasts ? "public, max-age=31536000, immutable" : "no-cache");
    write_policy(&headers, framed ? frame->origin : "'none'");
    for (size_t i = 0; i < sizeof safety / sizeof *safety; i++)
        http_write(&headers, safety[i].name, safety[i].value);
    HC_CHECK(headers.length < sizeof text);
    client_reply(client, known ? 304 : 200, text, form->bytes, known ? 0 : form->size);
    return true;
}
