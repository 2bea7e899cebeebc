// SPDX-License-Identifier: MIT
/*
 * room_save.c: a room's own data as bytes and back. The table is not among them: its truth is the
 * log.
 *
 *   4, 1       "HCRM", version 3
 *   1 + n      name of the game
 *   2 + n      rules, "name=value name=value": only what differs from the defaults
 *   2 + n      settings, the same
 *   1 each     stage, host, seats
 *   4          match
 *   6, 1 + n   code, title
 *   4 x 16     bans
 *   2          who wants the match to end, a bit for each seat; version 1 has not got this
 *   1          why the house has ended it; versions 1 and 2 have not got this
 *   then ten seats, each beginning with one byte:
 *     0        empty
 *     1        a person: guest (16), name (1 + n), flags (1), entropy (32) if the flags say so
 *     2        a bot: which one, and behind a blank its own name if it has one (1 + n), budget (4)
 *   flags      1 contributes, 2 away, 4 left, 8 dropped
 *   then the progress, which is all that the commands of a match change:
 *     1 each   question, timeouts
 *     2        who has agreed, a bit for each seat
 *     4        seq of the table
 *     8 each   times: turn, still, moved, quiet, stage
 *     25 steps where turns began, newest first
 *     then for each person the number of ids (1), and each, newest first: a step to the id, a step
 *     to its seq, refusal (1)
 *
 * Numbers are little-endian. A step is what must be subtracted from the number before (at first 0)
 * to get this one, seven bits to a byte, the highest bit set in all but the last. There is one way
 * to write a room, and reading refuses every other.
 * Connections and spectators are not written: they end with the process.
 */
#include "room/room_inside.h"
#include "table/log.h"

enum { VERSION = 3, VERSION_WITHOUT_WHY = 2, VERSION_WITHOUT_END = 1, TEXT_MAX = 4095 };
enum { CONTRIBUTES = 1, IS_AWAY = 2, HAS_LEFT = 4, IS_DROPPED = 8 };

/* ---- Writing --------------------------------------------------------------------------------- */

struct out {
    uint8_t *bytes;
    size_t size, used;
};

/* Where there is room, all eight bytes are written at once; those past `width` do not count. */
static void put(struct out *out, uint64_t value, unsigned width)
{
    uint8_t bytes[8];

    if (out->used + sizeof bytes <= out->size) {
        hc_store64(out->bytes + out->used, value);
    } else if (out->used < out->size) {
        hc_store64(bytes, value);
        hc_copy(out->bytes + out->used, bytes,
                width < out->size - out->used ? width : out->size - out->used);
    }
    out->used += width;
}

static void put_bytes(struct out *out, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        put(out, ((const uint8_t *)bytes)[i], 1);
}

static void put_text(struct out *out, const char *text, unsigned width)
{
    put(out, hc_length(text), width);
    put_bytes(out, text, hc_length(text));
}

/* The options that differ from their defaults, in their order. */
static void print_options(const struct hc_option_list *list, const struct hc_rules *rules,
                          char *text, size_t size)
{
    struct hc_text out;

    hc_text_init(&out, text, size);
    hc_options_print_changed(list, rules, &out);
    HC_CHECK(out.length < size);
}

static void put_options(struct out *out, const struct hc_option_list *list,
                        const struct hc_rules *rules)
{
    char text[TEXT_MAX + 1];

    print_options(list, rules, text, sizeof text);
    put_text(out, text, 2);
}

/* Writes a step from `*last`, which becomes `value`. */
static void put_step(struct out *out, uint32_t *last, uint32_t value)
{
    uint32_t step = *last - value;

    for (; step > 127; step >>= 7)
        put(out, (step & 127) | 128, 1);
    put(out, step, 1);
    *last = value;
}

static void put_person(struct out *out, const struct hc_room_seat *sits)
{
    put_bytes(out, sits->guest, HC_GUEST_BYTES);
    put_text(out, sits->name, 1);
    put(out,
        (sits->contributes ? CONTRIBUTES : 0u) | (sits->away ? IS_AWAY : 0u) |
            (sits->left ? HAS_LEFT : 0u) | (sits->dropped ? IS_DROPPED : 0u),
        1);
    if (sits->contributes)
        put_bytes(out, sits->entropy, HC_SEED_BYTES);
}

static void put_ids(struct out *out, const struct hc_room_seat *sits)
{
    uint32_t id = 0, seq = 0;
    unsigned ids = 0;

    while (ids < HC_ROOM_IDS && sits->id[ids])
        ids++;
    put(out, ids, 1);
    for (unsigned i = 0; i < ids; i++) {
        put_step(out, &id, sits->id[i]);
        put_step(out, &seq, sits->id_seq[i]);
        put(out, sits->id_refusal[i], 1);
    }
}

static bool has_table(const struct hc_room *room)
{
    return room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED;
}

static void put_head(struct out *out, const struct hc_room *room)
{
    put_bytes(out, "HCRM", 4);
    put(out, VERSION, 1);
    put_text(out, room_game(room)->name, 1);
    put_options(out, &room_game(room)->options, &room->rules);
    put_options(out, &hc_room_settings, &room->settings);
    put(out, room->stage, 1);
    put(out, room->host, 1);
    put(out, room->seats, 1);
    put(out, room->match, 4);
    put_bytes(out, room->code, HC_ROOM_CODE_CHARS);
    put_text(out, room->title, 1);
    put_bytes(out, room->ban, sizeof room->ban);
    put(out, room->ending, 2);
    put(out, room->ended, 1);
}

static void put_progress(struct out *out, const struct hc_room *room)
{
    unsigned agreed = 0;
    uint32_t seq = 0;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        agreed |= (unsigned)room->seat[s].agreed << s;
    put(out, room->question, 1);
    put(out, room->timeouts, 1);
    put(out, agreed, 2);
    put(out, has_table(room) ? hc_table_seq(&room->table) : 0, 4);
    put(out, room->turn_ms, 8);
    put(out, room->still_ms, 8);
    put(out, room->moved_ms, 8);
    put(out, room->quiet_ms, 8);
    put(out, room->stage_ms, 8);
    for (unsigned i = 0; i <= HC_ROOM_LATE_MAX; i++)
        put_step(out, &seq, room->turn_seq[i]);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room_is_person(room, s))
            put_ids(out, &room->seat[s]);
}

size_t hc_room_progress(const struct hc_room *room, uint8_t *bytes, size_t size)
{
    struct out out = {bytes, size, 0};

    put_progress(&out, room);
    HC_CHECK(out.used <= HC_ROOM_PROGRESS_BYTES);
    return out.used;
}

static void put_bot_name(struct out *out, const struct hc_room_seat *sits)
{
    const char *kind = hc_bot_at(sits->bot)->name;
    bool named = !hc_text_same(kind, sits->name);

    put(out, hc_length(kind) + (named ? 1 + hc_length(sits->name) : 0), 1);
    put_bytes(out, kind, hc_length(kind));
    if (named) {
        put(out, ' ', 1);
        put_bytes(out, sits->name, hc_length(sits->name));
    }
}

size_t hc_room_save(const struct hc_room *room, uint8_t *bytes, size_t size)
{
    struct out out = {bytes, size, 0};

    put_head(&out, room);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        const struct hc_room_seat *sits = &room->seat[s];

        put(&out, sits->who, 1);
        if (sits->who == HC_SEAT_PERSON) {
            put_person(&out, sits);
        } else if (sits->who == HC_SEAT_BOT) {
            put_bot_name(&out, sits);
            put(&out, sits->budget, 4);
        }
    }
    put_progress(&out, room);
    HC_CHECK(out.used <= HC_ROOM_SAVE_BYTES);
    return out.used;
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct in {
    const uint8_t *bytes;
    size_t size, at;
    bool bad; /* something was read past the end, or is out of range */
};

static uint64_t get(struct in *in, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++, in->at++)
        if (in->at < in->size)
            value |= (uint64_t)in->bytes[in->at] << 8 * i;
        else
            in->bad = true;
    return value;
}

/* A byte that must not be above `most`. */
static uint8_t get_upto(struct in *in, unsigned most)
{
    unsigned value = (unsigned)get(in, 1);

    in->bad |= value > most;
    return (uint8_t)(value > most ? 0 : value);
}

static void get_bytes(struct in *in, void *to, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)to)[i] = (uint8_t)get(in, 1);
}

/* A text that fits into `size` with its zero, which `text` is filled up with. */
static void get_text(struct in *in, char *text, size_t size, unsigned width)
{
    size_t length = (size_t)get(in, width);

    hc_zero(text, size);
    if (length >= size) {
        in->bad = true;
        return;
    }
    get_bytes(in, text, length);
    in->bad |= hc_length(text) != length;
}

static const struct hc_game *get_game(struct in *in, struct hc_room *room)
{
    char name[HC_LOG_NAME_MAX + 1];

    get_text(in, name, sizeof name, 1);
    for (unsigned g = 0; !in->bad && g < hc_games_count; g++)
        if (hc_text_same(hc_games[g]->name, name)) {
            room->game = (uint8_t)g;
            return hc_games[g];
        }
    return NULL;
}

/* Only what print_options writes is accepted. */
static bool get_options(struct in *in, const struct hc_option_list *list, struct hc_rules *rules)
{
    char text[TEXT_MAX + 1], again[TEXT_MAX + 1];
    struct hc_problem why;
    uint64_t given;

    get_text(in, text, sizeof text, 2);
    if (in->bad || !hc_options_parse(list, text, rules, &given, NULL, &why))
        return false;
    hc_options_forget_seed(rules);
    print_options(list, rules, again, sizeof again);
    return hc_text_same(text, again);
}

/* Reads a step from `*last`, to which it leads; only the shortest way to write it is accepted. */
static uint32_t get_step(struct in *in, uint32_t *last)
{
    uint64_t step = 0;
    unsigned byte, shift = 0;

    do {
        byte = (unsigned)get(in, 1);
        step |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && shift < 35);
    in->bad |= byte & 128 || step > UINT32_MAX || (shift > 7 && !byte);
    *last -= (uint32_t)step;
    return *last;
}

static void get_person(struct in *in, struct hc_room_seat *sits)
{
    unsigned flags;

    get_bytes(in, sits->guest, HC_GUEST_BYTES);
    get_text(in, sits->name, HC_ROOM_NAME_BYTES, 1);
    in->bad |= !room_name_ok(sits->name, HC_ROOM_NAME_BYTES);
    flags = get_upto(in, CONTRIBUTES | IS_AWAY | HAS_LEFT | IS_DROPPED);
    sits->contributes = flags & CONTRIBUTES;
    sits->away = flags & IS_AWAY;
    sits->left = flags & HAS_LEFT;
    sits->dropped = flags & IS_DROPPED;
    if (sits->contributes)
        get_bytes(in, sits->entropy, HC_SEED_BYTES);
}

static void get_ids(struct in *in, struct hc_room_seat *sits)
{
    unsigned ids = get_upto(in, HC_ROOM_IDS);
    uint32_t id = 0, seq = 0;

    for (unsigned i = 0; i < HC_ROOM_IDS; i++) {
        sits->id[i] = i < ids ? get_step(in, &id) : 0;
        in->bad |= i < ids && !sits->id[i];
        sits->id_seq[i] = i < ids ? get_step(in, &seq) : 0;
        sits->id_refusal[i] = i < ids ? (uint8_t)get(in, 1) : 0;
        in->bad |= !hc_refusal_name((enum hc_refusal)sits->id_refusal[i]);
    }
}

static void get_bot(struct in *in, struct hc_room_seat *sits)
{
    char text[2 * HC_ROOM_NAME_BYTES];
    const struct hc_bot *bot;
    const char *name;
    size_t length = 0;
    bool named;

    get_text(in, text, sizeof text, 1);
    sits->budget = (uint32_t)get(in, 4);
    while (text[length] && text[length] != ' ')
        length++;
    named = text[length];
    text[length] = '\0';
    while ((bot = hc_bot_at(sits->bot)) && !hc_text_same(bot->name, text))
        sits->bot++;
    in->bad |= !bot || sits->budget > HC_BUDGET_MAX || (bot && !bot->budget != !sits->budget);
    /* One that has no name of its own has the name of its kind, and that is not written twice. */
    name = named ? text + length + 1 : text;
    in->bad |= !room_name_ok(name, HC_ROOM_NAME_BYTES) || (named && hc_text_same(name, text));
    if (!in->bad)
        hc_copy(sits->name, name, hc_length(name) + 1);
}

static void get_seats(struct in *in, struct hc_room *room)
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        struct hc_room_seat *sits = &room->seat[s];

        sits->who = get_upto(in, HC_SEAT_BOT);
        if (sits->who == HC_SEAT_PERSON) {
            get_person(in, sits);
            /* No two seats have one guest, and nobody's guest is all zero. */
            in->bad |= hc_room_seat_of(room, sits->guest) != s;
            for (unsigned t = 0; t < s; t++)
                in->bad |= room_is_person(room, t) &&
                           hc_same(room->seat[t].guest, sits->guest, HC_GUEST_BYTES);
        } else if (sits->who == HC_SEAT_BOT) {
            get_bot(in, sits);
        }
    }
}

static void get_head(struct in *in, struct hc_room *room, unsigned version)
{
    room->stage = get_upto(in, HC_ROOM_CLOSED);
    room->host = (uint8_t)get(in, 1);
    room->seats = get_upto(in, HC_SEATS_MAX);
    room->match = (uint32_t)get(in, 4);
    get_bytes(in, room->code, HC_ROOM_CODE_CHARS);
    get_text(in, room->title, HC_ROOM_TITLE_BYTES, 1);
    get_bytes(in, room->ban, sizeof room->ban);
    room->ending = version == VERSION_WITHOUT_END ? 0 : (uint16_t)get(in, 2);
    room->ended = version <= VERSION_WITHOUT_WHY ? 0 : get_upto(in, HC_ROOM_ENDS - 1);
}

/* All that is left of `in`. */
static void get_progress(struct in *in, struct hc_room *room, uint32_t *seq)
{
    uint64_t *const times[] = {&room->turn_ms, &room->still_ms, &room->moved_ms, &room->quiet_ms,
                               &room->stage_ms};
    uint32_t turn = 0;
    unsigned agreed;

    room->question = get_upto(in, HC_ASK_REMATCH);
    room->timeouts = get_upto(in, HC_ROOM_TIMEOUTS_MAX);
    agreed = (unsigned)get(in, 2);
    in->bad |= agreed >> HC_SEATS_MAX;
    *seq = (uint32_t)get(in, 4);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] = get(in, 8);
    for (unsigned i = 0; i <= HC_ROOM_LATE_MAX; i++)
        room->turn_seq[i] = get_step(in, &turn);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        room->seat[s].agreed = agreed >> s & 1;
        in->bad |= room->seat[s].agreed && !room_is_person(room, s);
        if (room_is_person(room, s))
            get_ids(in, &room->seat[s]);
    }
    in->bad |= in->at != in->size;
}

/* ---- Checking -------------------------------------------------------------------------------- */

static const char *check_seats(const struct hc_room *room)
{
    unsigned taken = room_taken(room), wanted = (1u << room->seats) - 1;
    const struct hc_game *game = room_game(room);

    if (room->stage == HC_ROOM_LOBBY ? room->seats || taken >> room_seats_max(room)
                                     : room->stage != HC_ROOM_CLOSED && taken != wanted)
        return "the saved room has people where there are no seats";
    if (has_table(room) || room->stage == HC_ROOM_OPENING)
        if (room->seats < hc_seats_min(game, &room->rules) ||
            room->seats > hc_seats_max(game, &room->rules))
            return "the saved room has too many seats, or too few";
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        const struct hc_room_seat *sits = &room->seat[s];

        if (room->stage < HC_ROOM_PLAYING && (sits->away || sits->left || sits->dropped))
            return "somebody in the saved room has left a match that has not begun";
        if (!room->question && sits->agreed)
            return "somebody in the saved room agrees to nothing";
    }
    if (room->ending && (room->stage != HC_ROOM_PLAYING || room->ending & ~room_players(room) ||
                         !(room->ending >> room->host & 1)))
        return "somebody in the saved room wants an end that the host has not proposed";
    if (room->ended && room->stage < HC_ROOM_PLAYING)
        return "the saved room says why a match ended that has not begun";
    return NULL;
}

static const char *check_head(const struct hc_room *room, uint32_t seq)
{
    struct hc_room again = *room;

    if (room->host >= HC_SEATS_MAX && room->host != HC_NONE)
        return "the saved room has a host on a seat that does not exist";
    room_pass_host(&again);
    if (again.host != room->host)
        return "the saved room has a host who does not sit there";
    if (!room_name_ok(room->title, HC_ROOM_TITLE_BYTES) ||
        !room_name_ok(room->code, HC_ROOM_CODE_CHARS + 1) ||
        hc_length(room->code) != HC_ROOM_CODE_CHARS)
        return "the saved room has no title, or no code";
    if (has_table(room) ? !room->match : seq != 0)
        return "the saved room has events without a match";
    for (unsigned i = 0; i <= HC_ROOM_LATE_MAX; i++)
        if (room->turn_seq[i] > (i ? room->turn_seq[i - 1] : has_table(room) ? seq : UINT32_MAX))
            return "the turns of the saved room are in disorder";
    return check_seats(room);
}

static bool refuse(struct hc_problem *why, size_t at, const char *what)
{
    struct hc_text out;

    hc_text_init(&out, why->text, sizeof why->text);
    hc_put(&out, what);
    why->at = at;
    return false;
}

static void skip_text(struct in *in, unsigned width)
{
    size_t length = (size_t)get(in, width);

    in->at += length;
}

bool hc_room_saved_code(const uint8_t *bytes, size_t size, char code[HC_ROOM_CODE_CHARS + 1])
{
    struct in in = {bytes, size, 4 + 1, false};

    hc_zero(code, HC_ROOM_CODE_CHARS + 1);
    skip_text(&in, 1); /* the game */
    skip_text(&in, 2); /* its rules */
    skip_text(&in, 2); /* the settings */
    get(&in, 3 + 4);   /* stage, host and seats; match */
    get_bytes(&in, code, HC_ROOM_CODE_CHARS);
    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++)
        in.bad |= !((code[i] >= 'A' && code[i] <= 'Z') || (code[i] >= '0' && code[i] <= '9'));
    return !in.bad;
}

/* Whoever is named in saved bytes: where, and on which seat; HC_NONE: sent away. */
typedef void named(void *context, size_t at, unsigned seat);

/* Gives where stage, host and seats stand, and all who are named; false if that cannot be read. */
static bool find_named(const uint8_t *bytes, size_t size, size_t *stage_at, named *each,
                       void *context)
{
    struct in in = {bytes, size, 4, false};
    unsigned version = (unsigned)get(&in, 1), who;

    skip_text(&in, 1); /* the game */
    skip_text(&in, 2); /* its rules */
    skip_text(&in, 2); /* the settings */
    *stage_at = in.at;
    in.at += 3 + 4 + HC_ROOM_CODE_CHARS;
    skip_text(&in, 1); /* the title */
    for (unsigned b = 0; b < HC_ROOM_BANS_MAX; b++, in.at += HC_GUEST_BYTES)
        if (in.at + HC_GUEST_BYTES <= size)
            each(context, in.at, HC_NONE);
    in.at += version == VERSION_WITHOUT_END ? 0 : version == VERSION_WITHOUT_WHY ? 2 : 3;
    for (unsigned s = 0; s < HC_SEATS_MAX && !in.bad; s++) {
        who = (unsigned)get(&in, 1);
        in.bad |= who > HC_SEAT_BOT;
        if (who == HC_SEAT_PERSON) {
            size_t at = in.at;

            in.at += HC_GUEST_BYTES;
            skip_text(&in, 1);
            in.at += get(&in, 1) & CONTRIBUTES ? HC_SEED_BYTES : 0;
            if (!in.bad)
                each(context, at, s);
        } else if (who == HC_SEAT_BOT) {
            skip_text(&in, 1);
            in.at += 4;
        }
    }
    return !in.bad && in.at <= size && version >= VERSION_WITHOUT_END && version <= VERSION;
}

struct telling {
    const uint8_t *bytes;
    hc_room_guest *each;
    void *context;
};

static void tell_guest(void *context, size_t at, unsigned seat)
{
    static const uint8_t nobody[HC_GUEST_BYTES];
    const struct telling *telling = context;

    (void)seat;
    if (!hc_same(telling->bytes + at, nobody, sizeof nobody))
        telling->each(telling->context, telling->bytes + at);
}

bool hc_room_saved_guests(const uint8_t *bytes, size_t size, hc_room_guest *each, void *context)
{
    struct telling telling = {bytes, each, context};
    size_t stage_at;

    return find_named(bytes, size, &stage_at, tell_guest, &telling);
}

struct passing {
    uint8_t *bytes;
    const struct hc_room_pass *pass;
    unsigned host;
};

static void pass_guest(void *context, size_t at, unsigned seat)
{
    struct passing *passing = context;
    uint8_t *guest = passing->bytes + at;

    if (hc_same(guest, passing->pass->was, HC_GUEST_BYTES))
        hc_copy(guest, passing->pass->now, HC_GUEST_BYTES);
    if (seat != HC_NONE && hc_same(guest, passing->pass->host, HC_GUEST_BYTES))
        passing->host = seat;
}

bool hc_room_saved_pass(uint8_t *bytes, size_t size, const struct hc_room_pass *pass)
{
    struct passing passing = {bytes, pass, HC_NONE};
    size_t stage_at, end_at;

    if (!find_named(bytes, size, &stage_at, pass_guest, &passing) || passing.host == HC_NONE)
        return false;
    end_at = stage_at + 3 + 4 + HC_ROOM_CODE_CHARS;
    end_at += 1u + bytes[end_at] + HC_ROOM_BANS_MAX * HC_GUEST_BYTES;
    if (bytes[stage_at + 1] != passing.host && bytes[4] != VERSION_WITHOUT_END)
        hc_zero(bytes + end_at, 2); /* an end that the host before has proposed */
    bytes[stage_at + 1] = (uint8_t)passing.host;
    return true;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Replay knows no secret: the key is made anew from the seed and what the seats contributed. */
static void make_key(struct hc_table *table, const uint8_t *log, size_t size, const uint8_t *seed)
{
    struct hc_log_reader reader;
    struct hc_record record;

    hc_deal_key(seed, table->key);
    if (!hc_log_open(&reader, log, size))
        return;
    while (hc_log_next(&reader, &record) > 0)
        if (record.kind == HC_RECORD_CONTRIBUTION)
            hc_deal_mix(table->key, record.seat, record.bytes);
}

static bool get_table(struct hc_room *room, const struct hc_room_saved *saved, uint32_t seq,
                      struct hc_problem *why)
{
    const uint8_t *log = saved->log, *seed = saved->seed;
    size_t size = saved->log_size;

    if (!log || !seed)
        return refuse(why, 0, "the saved room has a match, but its log or seed is missing");
    if (!hc_log_replay(log, size, UINT32_MAX, &room->table, NULL, NULL, why))
        return false;
    if (hc_game_of(&room->table) != room_game(room) || room->table.seats != room->seats ||
        !hc_same(&room->table.rules, &room->rules, sizeof room->rules))
        return refuse(why, 0, "the log is one of another table than the saved room's");
    if (hc_table_seq(&room->table) != seq)
        return refuse(why, 0, "the log ends at another event than the saved room");
    if (room->stage == HC_ROOM_FINISHED && hc_table_awaits(&room->table) != HC_NONE)
        return refuse(why, 0, "the saved room is finished, but its match is not over");
    for (unsigned s = 0; room->stage == HC_ROOM_PLAYING && s < room->seats; s++)
        if (hc_table_awaits(&room->table) != HC_NONE &&
            room->seat[s].dropped != room_is_dropped(room, s))
            return refuse(why, 0, "the log and the saved room disagree on who plays");
    make_key(&room->table, log, size, seed);
    return true;
}

/* ---- Coming back ----------------------------------------------------------------------------- */

/* No time lies in the future, and nobody loses a turn because the house was away. */
static void wake_up(struct hc_room *room, uint64_t now_ms)
{
    uint64_t *const times[] = {&room->turn_ms, &room->still_ms, &room->moved_ms, &room->quiet_ms,
                               &room->stage_ms};
    uint64_t chance_ms, up_ms;

    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (*times[i] > now_ms)
            *times[i] = now_ms;
    room->called_ms = now_ms;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY)
            room->seat[s].gone_ms = now_ms;
    /* In a pause the turn goes on later with the time that was left when it began. */
    chance_ms = room_later(room->still_ms ? room->still_ms : now_ms, HC_ROOM_LATE_MS);
    up_ms =
        room->still_ms ? room_later(room->turn_ms, room_turn_limit(room)) : hc_room_deadline(room);
    if (hc_room_asks(room) == HC_ASK_NEXT)
        up_ms = room_later(room->turn_ms, room_span(room, HC_ROOM_NEXT_MS));
    if (up_ms < chance_ms)
        room->turn_ms = room_later(room->turn_ms, chance_ms - up_ms);
}

bool hc_room_load(struct hc_room *room, const struct hc_room_saved *saved, uint64_t now_ms,
                  struct hc_problem *why)
{
    struct in in = {saved->bytes, saved->size, 0, false};
    struct in newer = {saved->progress, saved->progress_size, 0, false};
    const struct hc_game *game;
    const char *wrong;
    uint8_t magic[4];
    unsigned version;
    uint32_t seq;

    hc_zero(room, sizeof *room);
    hc_zero(why, sizeof *why);
    get_bytes(&in, magic, sizeof magic);
    if (in.bad || !hc_same(magic, "HCRM", 4))
        return refuse(why, 0, "these bytes are no saved room");
    version = (unsigned)get(&in, 1);
    if (version < VERSION_WITHOUT_END || version > VERSION)
        return refuse(why, 4, "the saved room is of a version that this program cannot read");
    game = get_game(&in, room);
    if (!game)
        return refuse(why, in.at, "the saved room is of a game that this program does not have");
    if (!get_options(&in, &game->options, &room->rules) ||
        hc_seats_max(game, &room->rules) < hc_seats_min(game, &room->rules))
        return refuse(why, in.at, "the saved room has rules that cannot be read");
    if (!get_options(&in, &hc_room_settings, &room->settings))
        return refuse(why, in.at, "the saved room has settings that cannot be read");
    get_head(&in, room, version);
    get_seats(&in, room);
    get_progress(&in, room, &seq);
    if (newer.size)
        get_progress(&newer, room, &seq);
    if (in.bad || newer.bad)
        return refuse(why, in.at, "the saved room has a number out of range, or the wrong length");
    wrong = check_head(room, seq);
    if (wrong)
        return refuse(why, in.at, wrong);
    if (has_table(room) && !get_table(room, saved, seq, why))
        return false;
    wake_up(room, now_ms);
    return true;
}
