// SPDX-License-Identifier: MIT
/*
 * curl_calls.h: calls to an HTTP service elsewhere: libcurl on a libuv loop.
 *
 * A call is a POST of JSON, or of a form with a file. Connections are kept and used again. Who is
 * called is checked by its certificate; redirects are not followed; proxies are used if the
 * environment names them, as curl has it. What went wrong is said in words that name no address,
 * because addresses may have secrets in them.
 *
 * A call that may have arrived is never sent a second time: its body is given away once, and
 * whatever would need it again fails.
 *
 * libcurl brings two dozen libraries along, which would make every start of the program longer, so
 * it is loaded by curl_calls_open.
 */
#ifndef HC_NET_CURL_CALLS_H
#define HC_NET_CURL_CALLS_H

#include <uv.h>

#include "holecard.h"

struct curl_calls;
struct curl_call;

/* NULL, and why->text says what is missing. */
struct curl_calls *curl_calls_open(uv_loop_t *loop, struct hc_problem *why);
/* Gives up every call without a word; it is freed when the loop has run once more. */
void curl_calls_close(struct curl_calls *calls);

/* Is asked before anything goes on; if it says no, it has given up all calls. */
typedef bool curl_may(void *context);
void curl_calls_guard(struct curl_calls *calls, curl_may *may, void *context);

/* A member of a form; its bytes must last as long as the call. */
struct curl_part {
    const char *name;
    const char *file; /* what the file is called; NULL: it is no file */
    const char *type; /* of a file */
    const void *bytes;
    size_t size;
};

struct curl_request {
    const char *url;              /* copied */
    const char *json;             /* must last as long as the call; NULL: a form */
    const struct curl_part *part; /* copied, but for the bytes of files */
    unsigned parts;
    uint64_t timeout_ms;
    size_t answer_max; /* bytes of a body that is taken */
};

enum curl_fate {
    CURL_ANSWERED,
    CURL_NOT_SENT, /* it has certainly not arrived */
    CURL_UNKNOWN,  /* it may have */
    CURL_TOO_LONG, /* answered by more than was to be taken */
};

struct curl_answer {
    enum curl_fate fate;
    unsigned status; /* if it was answered, by HTTP's status and a body, with a zero behind it */
    const char *body;
    size_t size;
    const char *why; /* otherwise; without addresses */
};
/* Once, from the loop, never before curl_calls_begin has returned; the call is freed then. */
typedef void curl_done(void *context, const struct curl_answer *answer);

/* NULL without memory: then nobody is told. */
struct curl_call *curl_calls_begin(struct curl_calls *calls, const struct curl_request *request,
                                   curl_done *done, void *context);
/* Ends it without a word; it may have arrived. */
void curl_call_cancel(struct curl_call *call);

#endif
