// SPDX-License-Identifier: MIT
/*
 * curl_calls.c: curl says which sockets it wants watched and when it wants to be called; the loop
 * does both. Start reading with curl_calls_begin and on_socket.
 */
#include "net/curl_calls.h"

#define CURL_DISABLE_TYPECHECK /* its macros would not go through pointers */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "files/library.h"

enum {
    CONNECT_MS = 15000,
    CONNECTIONS_MAX = 32, /* to one service; what is more waits in curl */
    IDLE_S = 45,          /* connections that were idle for longer are not used again */
};

/* ---- The library ---------------------------------------------------------------------------- */

/* Every function that is used, as its header declares it. */
#define FUNCTIONS(X)                                                                               \
    X(curl_global_init)                                                                            \
    X(curl_easy_init)                                                                              \
    X(curl_easy_setopt)                                                                            \
    X(curl_easy_getinfo)                                                                           \
    X(curl_easy_cleanup)                                                                           \
    X(curl_easy_strerror)                                                                          \
    X(curl_multi_init)                                                                             \
    X(curl_multi_setopt)                                                                           \
    X(curl_multi_add_handle)                                                                       \
    X(curl_multi_remove_handle)                                                                    \
    X(curl_multi_socket_action)                                                                    \
    X(curl_multi_assign)                                                                           \
    X(curl_multi_info_read)                                                                        \
    X(curl_multi_cleanup)                                                                          \
    X(curl_slist_append)                                                                           \
    X(curl_slist_free_all)                                                                         \
    X(curl_mime_init)                                                                              \
    X(curl_mime_addpart)                                                                           \
    X(curl_mime_name)                                                                              \
    X(curl_mime_data)                                                                              \
    X(curl_mime_data_cb)                                                                           \
    X(curl_mime_filename)                                                                          \
    X(curl_mime_type)                                                                              \
    X(curl_mime_free)

static struct {
    FUNCTIONS(LIBRARY_MEMBER)
} library;
static bool is_there;

static void load(void)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME)};

    is_there = library_load("libcurl.so.4", names, sizeof names / sizeof *names, &library);
    if (is_there)
        is_there = !library.curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* ---- What there is -------------------------------------------------------------------------- */

struct curl_calls {
    CURLM *multi;
    uv_loop_t *loop;
    uv_timer_t timer;
    struct curl_call *first;
    unsigned handles; /* of the loop */
    bool is_closing;
    curl_may *may; /* NULL: nobody has to be asked */
    void *may_context;
};

/* A socket that curl wants watched. */
struct watched {
    uv_poll_t poll;
    struct curl_calls *calls;
    curl_socket_t socket;
};

/* What is read of a body, once. */
struct given {
    const char *bytes;
    size_t left;
};

struct curl_call {
    struct curl_calls *calls;
    struct curl_call *next, *previous;
    CURL *easy;
    struct curl_slist *headers;
    curl_mime *form;
    struct given body; /* or the file */
    char *answer;
    size_t used, size, answer_max;
    bool is_too_long;
    curl_done *done;
    void *context;
};

static void on_handle_closed(uv_handle_t *handle)
{
    struct curl_calls *calls = handle->data;

    if (--calls->handles)
        return;
    free(calls);
}

static void on_watched_closed(uv_handle_t *handle)
{
    struct watched *watched = (struct watched *)handle;

    handle->data = watched->calls;
    on_handle_closed(handle);
    free(watched);
}

/* ---- Calls that are over -------------------------------------------------------------------- */

static void free_call(struct curl_call *call)
{
    struct curl_calls *calls = call->calls;

    *(call->previous ? &call->previous->next : &calls->first) = call->next;
    if (call->next)
        call->next->previous = call->previous;
    library.curl_multi_remove_handle(calls->multi, call->easy);
    library.curl_easy_cleanup(call->easy);
    library.curl_mime_free(call->form);
    library.curl_slist_free_all(call->headers);
    free(call->answer);
    free(call);
}

void curl_call_cancel(struct curl_call *call)
{
    free_call(call);
}

/* What failed before anything was sent has not arrived. */
static enum curl_fate fate_of(CURLcode code)
{
    switch ((int)code) {
    case CURLE_OK:
        return CURL_ANSWERED;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_PROXY:
        return CURL_NOT_SENT;
    default: /* numbers of a library may be new */
        return CURL_UNKNOWN;
    }
}

static void end_call(struct curl_call *call, CURLcode code)
{
    struct curl_answer answer = {.fate = call->is_too_long ? CURL_TOO_LONG : fate_of(code),
                                 .body = call->answer ? call->answer : "",
                                 .size = call->used,
                                 .why = ""};
    curl_off_t connect_us = 0;
    long status = 0;

    library.curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
    library.curl_easy_getinfo(call->easy, CURLINFO_PRETRANSFER_TIME_T, &connect_us);
    if (answer.fate == CURL_ANSWERED)
        answer.status = (unsigned)status;
    else
        answer.why =
            call->is_too_long ? "the answer is too long" : library.curl_easy_strerror(code);
    /* It took too long to connect: there was no connection yet. */
    if (code == CURLE_OPERATION_TIMEDOUT && !connect_us)
        answer.fate = CURL_NOT_SENT;
    call->done(call->context, &answer);
    free_call(call);
}

static void end_calls(struct curl_calls *calls)
{
    CURLMsg *message;
    int left;

    while ((message = library.curl_multi_info_read(calls->multi, &left))) {
        struct curl_call *call = NULL;

        if (message->msg != CURLMSG_DONE)
            continue;
        library.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &call);
        end_call(call, message->data.result);
    }
}

/* ---- The loop ------------------------------------------------------------------------------- */

static bool may_go_on(const struct curl_calls *calls)
{
    return !calls->may || calls->may(calls->may_context);
}

void curl_calls_guard(struct curl_calls *calls, curl_may *may, void *context)
{
    calls->may = may;
    calls->may_context = context;
}

static void on_timer(uv_timer_t *timer)
{
    struct curl_calls *calls = timer->data;
    int running;

    if (!may_go_on(calls))
        return;
    library.curl_multi_socket_action(calls->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    end_calls(calls);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    struct watched *watched = poll->data;
    struct curl_calls *calls = watched->calls;
    int flags = status < 0 ? CURL_CSELECT_ERR : 0, running;

    if (!may_go_on(calls))
        return;
    flags |= events & UV_READABLE ? CURL_CSELECT_IN : 0;
    flags |= events & UV_WRITABLE ? CURL_CSELECT_OUT : 0;
    library.curl_multi_socket_action(calls->multi, watched->socket, flags, &running);
    end_calls(calls);
}

/* Curl wants this socket watched, or no longer. */
static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *kept)
{
    struct curl_calls *calls = context;
    struct watched *watched = kept;

    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watched) {
            uv_poll_stop(&watched->poll);
            library.curl_multi_assign(calls->multi, socket, NULL);
            uv_close((uv_handle_t *)&watched->poll, on_watched_closed);
        }
        return 0;
    }
    if (!watched) {
        watched = calloc(1, sizeof *watched);
        if (!watched || uv_poll_init_socket(calls->loop, &watched->poll, socket)) {
            free(watched);
            return -1;
        }
        watched->poll.data = watched;
        watched->calls = calls;
        watched->socket = socket;
        calls->handles++;
        library.curl_multi_assign(calls->multi, socket, watched);
    }
    uv_poll_start(&watched->poll,
                  (what & CURL_POLL_IN ? UV_READABLE : 0) |
                      (what & CURL_POLL_OUT ? UV_WRITABLE : 0),
                  on_ready);
    return 0;
}

static int on_set_timer(CURLM *multi, long wait_ms, void *context)
{
    struct curl_calls *calls = context;

    (void)multi;
    if (calls->is_closing)
        return 0;
    uv_update_time(calls->loop);
    if (wait_ms < 0)
        uv_timer_stop(&calls->timer);
    else
        uv_timer_start(&calls->timer, on_timer, (uint64_t)wait_ms, 0);
    return 0;
}

struct curl_calls *curl_calls_open(uv_loop_t *loop, struct hc_problem *why)
{
    static uv_once_t once = UV_ONCE_INIT;
    struct curl_calls *calls;

    uv_once(&once, load);
    if (!is_there) {
        snprintf(why->text, sizeof why->text,
                 "libcurl, which is needed for this, is not there; install libcurl4");
        return NULL;
    }
    calls = calloc(1, sizeof *calls);
    HC_CHECK(calls);
    calls->loop = loop;
    calls->multi = library.curl_multi_init();
    HC_CHECK(calls->multi);
    uv_timer_init(loop, &calls->timer);
    calls->timer.data = calls;
    calls->handles = 1;
    library.curl_multi_setopt(calls->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    library.curl_multi_setopt(calls->multi, CURLMOPT_SOCKETDATA, calls);
    library.curl_multi_setopt(calls->multi, CURLMOPT_TIMERFUNCTION, on_set_timer);
    library.curl_multi_setopt(calls->multi, CURLMOPT_TIMERDATA, calls);
    library.curl_multi_setopt(calls->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)CONNECTIONS_MAX);
    library.curl_multi_setopt(calls->multi, CURLMOPT_MAXCONNECTS, (long)CONNECTIONS_MAX);
    return calls;
}

void curl_calls_close(struct curl_calls *calls)
{
    calls->is_closing = true;
    while (calls->first)
        free_call(calls->first);
    library.curl_multi_cleanup(calls->multi);
    uv_close((uv_handle_t *)&calls->timer, on_handle_closed);
}

/* ---- Beginning ------------------------------------------------------------------------------ */

/* There is no way back in it: so curl cannot send it once more by itself. */
static size_t on_give(char *to, size_t size, size_t count, void *context)
{
    struct given *given = context;
    size_t most = size * count, taken = given->left < most ? given->left : most;

    memcpy(to, given->bytes, taken);
    given->bytes += taken;
    given->left -= taken;
    return taken;
}

static size_t on_answer(char *bytes, size_t size, size_t count, void *context)
{
    struct curl_call *call = context;
    size_t more = size * count, wanted = call->used + more + 1;

    if (call->used + more > call->answer_max) {
        call->is_too_long = true;
        return 0;
    }
    if (wanted > call->size) {
        size_t larger = wanted < 2 * call->size ? 2 * call->size : wanted + 1024;
        char *grown = realloc(call->answer, larger);

        if (!grown)
            return 0;
        call->answer = grown;
        call->size = larger;
    }
    memcpy(call->answer + call->used, bytes, more);
    call->used += more;
    call->answer[call->used] = '\0';
    return more;
}

static bool add_part(struct curl_call *call, const struct curl_part *from)
{
    curl_mimepart *part = library.curl_mime_addpart(call->form);

    if (!part || library.curl_mime_name(part, from->name))
        return false;
    if (!from->file)
        return !library.curl_mime_data(part, from->bytes, from->size);
    call->body = (struct given){from->bytes, from->size};
    return !library.curl_mime_data_cb(part, (curl_off_t)from->size, on_give, NULL, NULL,
                                      &call->body) &&
           !library.curl_mime_filename(part, from->file) &&
           !library.curl_mime_type(part, from->type);
}

static bool add_header(struct curl_call *call, const char *line)
{
    struct curl_slist *longer = library.curl_slist_append(call->headers, line);

    if (longer)
        call->headers = longer;
    return longer;
}

static bool set_body(struct curl_call *call, const struct curl_request *request)
{
    if (!add_header(call, "Expect:")) /* nobody waits before the body */
        return false;
    if (request->json) {
        call->body = (struct given){request->json, strlen(request->json)};
        library.curl_easy_setopt(call->easy, CURLOPT_POST, 1L);
        library.curl_easy_setopt(call->easy, CURLOPT_POSTFIELDSIZE_LARGE,
                                 (curl_off_t)call->body.left);
        library.curl_easy_setopt(call->easy, CURLOPT_READFUNCTION, on_give);
        library.curl_easy_setopt(call->easy, CURLOPT_READDATA, &call->body);
        return add_header(call, "Content-Type: application/json");
    }
    call->form = library.curl_mime_init(call->easy);
    for (unsigned i = 0; call->form && i < request->parts; i++)
        if (!add_part(call, &request->part[i]))
            return false;
    return call->form && !library.curl_easy_setopt(call->easy, CURLOPT_MIMEPOST, call->form);
}

static bool set_up(struct curl_call *call, const struct curl_request *request)
{
    CURL *easy = call->easy;

    if (!set_body(call, request))
        return false;
    library.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, call->headers);
    library.curl_easy_setopt(easy, CURLOPT_PRIVATE, call);
    library.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    library.curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    library.curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    library.curl_easy_setopt(easy, CURLOPT_USERAGENT, "holecard/" HC_VERSION);
    library.curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    library.curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, (long)IDLE_S);
    library.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    library.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
    library.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_answer);
    library.curl_easy_setopt(easy, CURLOPT_WRITEDATA, call);
    return !library.curl_easy_setopt(easy, CURLOPT_URL, request->url) &&
           !library.curl_multi_add_handle(call->calls->multi, easy);
}

struct curl_call *curl_calls_begin(struct curl_calls *calls, const struct curl_request *request,
                                   curl_done *done, void *context)
{
    struct curl_call *call = calloc(1, sizeof *call);

    if (!call)
        return NULL;
    call->calls = calls;
    call->done = done;
    call->context = context;
    call->answer_max = request->answer_max;
    call->next = calls->first;
    if (call->next)
        call->next->previous = call;
    calls->first = call;
    call->easy = library.curl_easy_init();
    if (call->easy && set_up(call, request))
        return call;
    free_call(call);
    return NULL;
}
