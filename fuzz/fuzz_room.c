// SPDX-License-Identifier: MIT
/*
 * fuzz_room.c: any bytes as a saved room and its log. The first two bytes are the length of the
 * room, then come the room, the log, and whatever is left of it as requests. What is read is
 * written again with the same length, or as the version that came after it; and a room that was
 * read can be used.
 */
#include <stdlib.h>
#include <string.h>

#include "room/room.h"

enum {
    NOW = 1000000000,
    REQUESTS_MAX = 64,
    VERSION_AT = 4,
    NEW_IN_VERSION_2 = 2,
    NEW_IN_VERSION_3 = 1
};

static void must(bool fact)
{
    if (!fact)
        abort();
}

/* Requests made of bytes: verb, guest, seat, seq, and a text from a list. */
static void use(struct hc_room *room, const uint8_t *bytes, size_t size)
{
    static const char *const texts[] = {"keep", "draw", "play R5", "pass", "live", "random", "x"};
    static const uint8_t seed[HC_SEED_BYTES];
    struct hc_room_answer answer;
    uint64_t now_ms = NOW;

    for (size_t i = 0; i + 5 <= size && i < 5 * REQUESTS_MAX; i += 5) {
        struct hc_room_request request = {
            .verb = (enum hc_room_verb)(bytes[i] % (HC_ROOM_VERB_COUNT + 1)),
            .seat = bytes[i + 2],
            .seq = hc_table_seq(&room->table) + bytes[i + 3] % 3,
            .id = bytes[i + 3] / 3,
            .now_ms = now_ms,
            .text = texts[bytes[i + 4] % 7],
        };

        if (bytes[i + 1] < HC_SEATS_MAX)
            memcpy(request.guest, room->seat[bytes[i + 1]].guest, HC_GUEST_BYTES);
        else
            memset(request.guest, bytes[i + 1], HC_GUEST_BYTES);
        hc_room_do(room, &request, &answer);
        for (unsigned t = 0; t < 8 && (t == 0 || answer.more); t++)
            hc_room_tick(room, now_ms, seed, &answer);
        now_ms += (uint64_t)bytes[i + 4] * 1000;
        hc_room_waits_for(room);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const uint8_t seed[HC_SEED_BYTES];
    uint8_t again[HC_ROOM_SAVE_BYTES], progress[HC_ROOM_PROGRESS_BYTES];
    struct hc_room_saved saved;
    struct hc_room room, twice;
    struct hc_problem why;
    size_t length, after;

    if (size < 2)
        return 0;
    length = bytes[0] | (size_t)bytes[1] << 8;
    bytes += 2;
    size -= 2;
    if (length > size)
        length = size;
    saved = (struct hc_room_saved){.bytes = bytes,
                                   .size = length,
                                   .log = bytes + length,
                                   .log_size = size - length,
                                   .seed = seed};
    if (!hc_room_load(&room, &saved, NOW, &why)) {
        must(why.text[0]);
        return 0;
    }
    after = hc_room_save(&room, again, sizeof again);
    must(after == length + (bytes[VERSION_AT] < 2 ? NEW_IN_VERSION_2 : 0) +
                      (bytes[VERSION_AT] < 3 ? NEW_IN_VERSION_3 : 0));
    saved.bytes = again;
    saved.size = after;
    saved.progress = progress;
    saved.progress_size = hc_room_progress(&room, progress, sizeof progress);
    must(hc_room_load(&twice, &saved, NOW, &why));
    must(!memcmp(&twice, &room, sizeof room));
    use(&room, bytes, size);
    return 0;
}
