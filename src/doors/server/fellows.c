// SPDX-License-Identifier: MIT
/* fellows.c: dialling, accepting, reading and writing. Start reading at on_read and on_prepare. */
#include "doors/server/fellows.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

enum {
    BEAT_MS = 1000, /* how often each side says something */
    READ_BYTES = 64 << 10,
    IN_MAX = TRUNK_PAYLOAD_MAX + TRUNK_OVERHEAD + READ_BYTES,
    BACKLOG = 64,
};

struct buffer {
    uint8_t *bytes;
    size_t used, size;
};

struct fellow {
    struct fellows *fellows;
    struct fellow *next, *previous;
    uv_tcp_t tcp;
    uv_connect_t connect;
    uv_write_t write;
    struct trunk trunk;
    char place[PLACE_CHARS]; /* that was dialled; "": it was accepted */
    uint64_t heard_ms;
    struct buffer in, out, writing;
    struct buffer early; /* frames from before the hello: their sizes, and the frames */
    bool is_writing, is_connected, is_closing, was_slow;
    bool is_full;    /* too much waits for it: it is given up in this turn of the loop */
    uint8_t version; /* of what it knows */
    void *data;
};

struct fellows {
    struct fellows_plan plan;
    uv_tcp_t listener;
    uv_prepare_t prepare;
    uv_timer_t beat;
    uv_timer_t soon; /* there is something to write: the loop must not wait before that */
    struct fellow *first;
    unsigned count, handles;
    uint64_t met; /* how often one that was dialled has proved that it is there */
};

/* ---- Buffers --------------------------------------------------------------------------------- */

/* Room for so many bytes more. */
static uint8_t *extend(struct buffer *buffer, size_t size)
{
    size_t wanted = buffer->size ? buffer->size : 4096;

    while (wanted < buffer->used + size)
        wanted *= 2;
    if (wanted != buffer->size) {
        buffer->bytes = realloc(buffer->bytes, wanted);
        HC_CHECK(buffer->bytes);
        buffer->size = wanted;
    }
    return buffer->bytes + buffer->used;
}

static void clear(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct buffer){NULL, 0, 0};
}

/* ---- Closing --------------------------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle)
{
    struct fellow *fellow = handle->data;
    struct fellows *fellows = fellow->fellows;

    clear(&fellow->in);
    clear(&fellow->out);
    clear(&fellow->writing);
    clear(&fellow->early);
    trunk_end(&fellow->trunk);
    free(fellow);
    if (!--fellows->handles)
        free(fellows);
}

void fellow_close(struct fellow *fellow)
{
    struct fellows *fellows = fellow->fellows;

    if (fellow->is_closing)
        return;
    fellow->is_closing = true;
    *(fellow->previous ? &fellow->previous->next : &fellows->first) = fellow->next;
    if (fellow->next)
        fellow->next->previous = fellow->previous;
    fellows->count--;
    fellows->plan.closed(fellows->plan.context, fellow);
    uv_close((uv_handle_t *)&fellow->tcp, on_closed);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static size_t queued(const struct fellow *fellow)
{
    return fellow->out.used + fellow->early.used + (fellow->is_writing ? fellow->writing.used : 0);
}

bool fellow_is_slow(struct fellow *fellow)
{
    bool is_slow = queued(fellow) > FELLOWS_SLOW;

    fellow->was_slow |= is_slow;
    return is_slow;
}

static void on_written(uv_write_t *write, int status)
{
    struct fellow *fellow = write->data;
    struct fellows *fellows = fellow->fellows;

    fellow->is_writing = false;
    fellow->writing.used = 0;
    if (fellow->is_closing)
        return;
    if (status < 0) {
        fellow_close(fellow);
    } else if (fellow->was_slow && !queued(fellow)) {
        fellow->was_slow = false;
        fellows->plan.drained(fellows->plan.context, fellow);
    }
}

static void flush(struct fellow *fellow)
{
    struct buffer empty = fellow->writing;
    uv_buf_t bytes;

    if (fellow->is_writing || !fellow->out.used || !fellow->is_connected)
        return;
    fellow->writing = fellow->out;
    fellow->out = empty;
    fellow->is_writing = true;
    fellow->write.data = fellow;
    bytes = uv_buf_init((char *)fellow->writing.bytes, (unsigned)fellow->writing.used);
    if (uv_write(&fellow->write, (uv_stream_t *)&fellow->tcp, &bytes, 1, on_written)) {
        fellow->is_writing = false;
        fellow_close(fellow);
    }
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct fellows *fellows = prepare->data;

    for (struct fellow *fellow = fellows->first, *next; fellow; fellow = next) {
        next = fellow->next;
        if (fellow->is_full)
            fellow_close(fellow);
        else
            flush(fellow);
    }
}

static void seal(struct fellow *fellow, const struct trunk_frame *frame)
{
    fellow->out.used +=
        trunk_seal(&fellow->trunk, frame, extend(&fellow->out, frame->size + TRUNK_OVERHEAD));
}

/* Keeps a frame until it can be sealed. */
static void keep_early(struct fellow *fellow, const struct trunk_frame *frame)
{
    struct buffer *early = &fellow->early;
    uint8_t *out = extend(early, sizeof *frame + frame->size);

    memcpy(out, frame, sizeof *frame);
    if (frame->size)
        memcpy(out + sizeof *frame, frame->bytes, frame->size);
    early->used += sizeof *frame + frame->size;
}

static void send_early(struct fellow *fellow)
{
    struct trunk_frame frame;

    for (size_t at = 0; at < fellow->early.used; at += sizeof frame + frame.size) {
        memcpy(&frame, fellow->early.bytes + at, sizeof frame);
        frame.bytes = fellow->early.bytes + at + sizeof frame;
        seal(fellow, &frame);
    }
    clear(&fellow->early);
}

/* The next turn of the loop, in which it is written, comes at once. */
static void on_soon(uv_timer_t *timer)
{
    (void)timer;
}

void fellow_send(struct fellow *fellow, unsigned kind, uint32_t channel, const void *bytes,
                 size_t size)
{
    struct trunk_frame frame = {
        .kind = (uint8_t)kind, .channel = channel, .bytes = bytes, .size = size};

    fellow->is_full |= size > TRUNK_PAYLOAD_MAX || queued(fellow) > FELLOWS_QUEUE;
    if (fellow->is_closing || fellow->is_full)
        return;
    if (!uv_is_active((uv_handle_t *)&fellow->fellows->soon))
        uv_timer_start(&fellow->fellows->soon, on_soon, 0, 0);
    if (fellow->trunk.is_open)
        seal(fellow, &frame);
    else
        keep_early(fellow, &frame);
}

/* Says that we are there, and what we know. */
static void ping(struct fellow *fellow)
{
    const uint8_t version = FELLOWS_VERSION;

    fellow_send(fellow, FELLOWS_PING, 0, &version, sizeof version);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
    struct fellow *fellow = handle->data;

    (void)suggested;
    *room = uv_buf_init((char *)extend(&fellow->in, READ_BYTES), READ_BYTES);
}

/* One thing that has come; false when there is nothing more for now. */
static bool take_one(struct fellow *fellow, size_t *at)
{
    struct fellows *fellows = fellow->fellows;
    bool was_proved = fellow->trunk.is_proved;
    struct trunk_frame frame;
    size_t used;

    switch (
        trunk_take(&fellow->trunk, fellow->in.bytes + *at, fellow->in.used - *at, &used, &frame)) {
    case TRUNK_HELLO:
        *at += used;
        ping(fellow); /* which proves that we know the secret */
        send_early(fellow);
        return true;
    case TRUNK_FRAME:
        *at += used;
        fellows->met += !was_proved && *fellow->place;
        if (frame.kind != FELLOWS_PING)
            fellows->plan.take(fellows->plan.context, fellow, &frame);
        else if (frame.size)
            fellow->version = frame.bytes[0];
        return !fellow->is_closing;
    case TRUNK_MORE:
        return false;
    case TRUNK_WRONG:
        break;
    }
    fellow_close(fellow);
    return false;
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *room)
{
    struct fellow *fellow = stream->data;
    struct buffer *in = &fellow->in;
    size_t at = 0;

    (void)room;
    if (count < 0) {
        fellow_close(fellow);
        return;
    }
    in->used += (size_t)count;
    while (!fellow->is_closing && at < in->used && take_one(fellow, &at))
        ;
    if (fellow->is_closing)
        return;
    if (fellow->trunk.is_proved) /* others may say what they like */
        fellow->heard_ms = uv_now(fellow->fellows->plan.loop);
    memmove(in->bytes, in->bytes + at, in->used - at);
    in->used -= at;
    HC_CHECK(in->used <= IN_MAX);
    if (!in->used)
        clear(in);
}

/* ---- Beginning ------------------------------------------------------------------------------- */

static struct fellow *add(struct fellows *fellows)
{
    struct fellow *fellow = calloc(1, sizeof *fellow);

    HC_CHECK(fellow);
    fellow->fellows = fellows;
    uv_tcp_init(fellows->plan.loop, &fellow->tcp);
    fellow->tcp.data = fellow;
    fellow->heard_ms = uv_now(fellows->plan.loop);
    fellow->next = fellows->first;
    if (fellows->first)
        fellows->first->previous = fellow;
    fellows->first = fellow;
    fellows->count++;
    fellows->handles++;
    return fellow;
}

static void say_hello(struct fellow *fellow)
{
    uint8_t entropy[TRUNK_ENTROPY_BYTES];

    randombytes_buf(entropy, sizeof entropy);
    trunk_begin(&fellow->trunk, fellow->fellows->plan.secret, *fellow->place, entropy,
                extend(&fellow->out, TRUNK_HELLO_BYTES));
    fellow->out.used += TRUNK_HELLO_BYTES;
}

static void begin_reading(struct fellow *fellow)
{
    fellow->is_connected = true;
    uv_tcp_nodelay(&fellow->tcp, 1);
    if (uv_read_start((uv_stream_t *)&fellow->tcp, on_room, on_read))
        fellow_close(fellow);
}

static void on_connect(uv_connect_t *connect, int status)
{
    struct fellow *fellow = connect->data;

    if (fellow->is_closing)
        return;
    if (status < 0)
        fellow_close(fellow);
    else
        begin_reading(fellow);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct fellows *fellows = listener->data;
    bool is_full = fellows->count >= FELLOWS_MAX;
    struct fellow *fellow;

    if (status < 0)
        return;
    fellow = add(fellows);
    if (uv_accept(listener, (uv_stream_t *)&fellow->tcp) || is_full) {
        fellow_close(fellow);
        return;
    }
    say_hello(fellow);
    begin_reading(fellow);
}

static bool address_of(const struct place *place, struct sockaddr_storage *address)
{
    return !uv_ip4_addr(place->host, (int)place->port, (struct sockaddr_in *)(void *)address) ||
           !uv_ip6_addr(place->host, (int)place->port, (struct sockaddr_in6 *)(void *)address);
}

struct fellow *fellows_dial(struct fellows *fellows, const char *text)
{
    struct sockaddr_storage address;
    struct place place;
    struct fellow *fellow = fellows->first;

    while (fellow && strcmp(fellow->place, text) != 0)
        fellow = fellow->next;
    if (fellow)
        return fellow;
    if (strlen(text) >= PLACE_CHARS || !place_read(text, &place) || !place.port ||
        !address_of(&place, &address) || fellows->count >= FELLOWS_MAX)
        return NULL;
    fellow = add(fellows);
    strcpy(fellow->place, text);
    say_hello(fellow);
    fellow->connect.data = fellow;
    if (uv_tcp_connect(&fellow->connect, &fellow->tcp, (const struct sockaddr *)&address,
                       on_connect)) {
        fellow_close(fellow);
        return NULL;
    }
    return fellow;
}

/* Whether it has said nothing for so long. */
static bool is_silent(const struct fellow *fellow, uint64_t ms)
{
    return uv_now(fellow->fellows->plan.loop) - fellow->heard_ms > ms;
}

void fellows_list(struct fellows *fellows, const char *places)
{
    for (struct fellow *fellow = fellows->first, *next; fellow; fellow = next) {
        next = fellow->next;
        if (*fellow->place && is_silent(fellow, 2 * BEAT_MS) &&
            !place_is_among(places, fellow->place))
            fellow_close(fellow);
    }
}

static bool is_reached(const struct fellow *fellow)
{
    return *fellow->place && fellow->trunk.is_proved && !fellow->is_full;
}

uint64_t fellows_met(const struct fellows *fellows)
{
    return fellows->met;
}

unsigned fellows_ask_all(struct fellows *fellows, unsigned kind, uint32_t channel,
                         const void *bytes, size_t size)
{
    unsigned count = 0;

    for (struct fellow *fellow = fellows->first; fellow; fellow = fellow->next)
        if (is_reached(fellow)) {
            fellow_send(fellow, kind, channel, bytes, size);
            count++;
        }
    return count;
}

bool fellow_was_dialled(const struct fellow *fellow)
{
    return *fellow->place;
}

bool fellow_is_proved(const struct fellow *fellow)
{
    return fellow->trunk.is_proved;
}

bool fellow_knows(const struct fellow *fellow, unsigned version)
{
    return fellow->trunk.is_proved && fellow->version >= version;
}

void fellow_set(struct fellow *fellow, void *data)
{
    fellow->data = data;
}

void *fellow_get(const struct fellow *fellow)
{
    return fellow->data;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* Who has not proved to know the secret is not waited for any longer than who is silent. */
static void on_beat(uv_timer_t *timer)
{
    struct fellows *fellows = timer->data;

    for (struct fellow *fellow = fellows->first, *next; fellow; fellow = next) {
        next = fellow->next;
        if (is_silent(fellow, fellows->plan.lease_ms + BEAT_MS))
            fellow_close(fellow);
        else if (fellow->trunk.is_open)
            ping(fellow);
    }
}

unsigned fellows_count(const struct fellows *fellows)
{
    unsigned count = 0;

    for (const struct fellow *fellow = fellows->first; fellow; fellow = fellow->next)
        count += fellow->trunk.is_proved;
    return count;
}

static bool listen_on(struct fellows *fellows, char why[240])
{
    const struct place *place = fellows->plan.listen;
    struct sockaddr_storage address;
    int error = address_of(place, &address) ? 0 : UV_EINVAL;

    if (!error)
        error = uv_tcp_bind(&fellows->listener, (const struct sockaddr *)&address, 0);
    if (!error)
        error = uv_listen((uv_stream_t *)&fellows->listener, BACKLOG, on_connection);
    if (error)
        snprintf(why, 240, "cannot listen for other processes on %.60s port %u: %s", place->host,
                 place->port, uv_strerror(error));
    return !error;
}

struct fellows *fellows_open(const struct fellows_plan *plan, char why[240])
{
    struct fellows *fellows = calloc(1, sizeof *fellows);

    HC_CHECK(fellows);
    fellows->plan = *plan;
    uv_tcp_init(plan->loop, &fellows->listener);
    uv_prepare_init(plan->loop, &fellows->prepare);
    uv_timer_init(plan->loop, &fellows->beat);
    uv_timer_init(plan->loop, &fellows->soon);
    fellows->listener.data = fellows->prepare.data = fellows->beat.data = fellows->soon.data =
        fellows;
    fellows->handles = 4;
    if (!listen_on(fellows, why)) {
        fellows_close(fellows);
        return NULL;
    }
    uv_prepare_start(&fellows->prepare, on_prepare);
    uv_timer_start(&fellows->beat, on_beat, BEAT_MS, BEAT_MS);
    return fellows;
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct fellows *fellows = handle->data;

    if (!--fellows->handles)
        free(fellows);
}

void fellows_close(struct fellows *fellows)
{
    sodium_memzero(fellows->plan.secret, sizeof fellows->plan.secret);
    while (fellows->first)
        fellow_close(fellows->first);
    uv_close((uv_handle_t *)&fellows->listener, on_handle_closed);
    uv_close((uv_handle_t *)&fellows->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&fellows->beat, on_handle_closed);
    uv_close((uv_handle_t *)&fellows->soon, on_handle_closed);
}
