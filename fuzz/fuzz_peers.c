// SPDX-License-Identifier: MIT
/*
 * fuzz_peers.c: any bytes as messages of four peers at /signal and of four at /yws. Each message is
 * two bytes and its own: the first says who speaks, whether it leaves instead, and in which room it
 * is when it comes back; the second how long the message is. What goes out of /signal is JSON with
 * a type, what goes out of /yws is as long as what came in, and nobody who was sent away is told
 * more.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "doors/server/relay.h"
#include "doors/server/signalling.h"

enum { PEERS = 4, LEAVES = 0x10, RELAYS = 0x20, ROOM = 0x40, OWN_BYTES = 5 };

struct peer {
    struct signal_peer *signals;
    struct relay_peer *relays;
};

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void on_text(void *who, const void *text, size_t length)
{
    const struct peer *peer = who;
    json_t *message;

    must(peer->signals && hc_utf8_ok(text, length));
    message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_string(json_object_get(message, "type")));
    json_decref(message);
}

static size_t came; /* bytes of the message that is being passed on */

static void on_bytes(void *who, const void *bytes, size_t size)
{
    const struct peer *peer = who;

    must(peer->relays && size && ((const uint8_t *)bytes)[0] <= 3);
    must(size == came || size <= OWN_BYTES);
}

static void leave(struct peer *peer)
{
    if (peer->signals)
        signal_leave(peer->signals);
    if (peer->relays)
        relay_leave(peer->relays);
    peer->signals = NULL;
    peer->relays = NULL;
}

static void speak(struct peer *peer, const char *bytes, size_t size)
{
    const char *why = NULL;

    came = size;
    if (peer->signals && hc_utf8_ok(bytes, size)) /* the wire lets no other text pass */
        why = signal_take(peer->signals, bytes, size);
    if (peer->relays)
        why = relay_take(peer->relays, (const uint8_t *)bytes, size);
    if (why)
        leave(peer);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct signalling_plan signals = {.send = on_text, .topics_max = 3};
    struct relay_plan relays = {.send = on_bytes, .rooms_max = 2};
    struct signalling *signalling = signalling_open(&signals);
    struct relay *relay = relay_open(&relays);
    struct peer peer[PEERS] = {{NULL, NULL}};

    must(signalling && relay);
    while (size >= 2) {
        struct peer *who = &peer[input[0] % PEERS];
        size_t length = input[1] < size - 2 ? input[1] : size - 2;

        if (input[0] & LEAVES)
            leave(who);
        if (!who->signals && !who->relays) {
            if (input[0] & RELAYS)
                who->relays = relay_join(relay, input[0] & ROOM ? "a" : "b", 1, who);
            else
                who->signals = signal_join(signalling, who);
        }
        speak(who, (const char *)input + 2, length);
        input += 2 + length;
        size -= 2 + length;
    }
    for (unsigned i = 0; i < PEERS; i++)
        leave(&peer[i]);
    must(!signalling_topics(signalling) && !relay_rooms(relay));
    signalling_close(signalling);
    relay_close(relay);
    return 0;
}
