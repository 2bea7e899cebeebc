// SPDX-License-Identifier: MIT
/*
 * wasm_store.c: what is stored and asked of the store, as bytes. Numbers are little-endian.
 *
 *   batch     entries one after the other, each:
 *             room (8) · length of the room's log before this (8) · flags (4) · length of the state
 *             (4), of the piece of log (4), of the result (4) · state · piece of log · result
 *             flags: 1 the room is gone · 2 the state is the room's bytes; otherwise it is a note
 *
 *   result    number of the match (4) · seats (4) · when it ended (8)
 *             for each seat guest (16) and name (24, filled up with zeros)
 *
 *   load      room (8) · lengths (4 each): bytes, note, log, finished log · these four
 *
 *   question  id (4) · kind (4) · room (8) · number (4) · first (4) · count (4)
 *             guest (16) · game (32)
 *
 *   answer    log: its bytes
 *
 *             history: for each match room (8) · when it ended (8) · number (4) · game (32)
 *             rating of the guest before it, or 0 (8) · seat of the guest (4)
 *             seats, or 0 if nobody knows who sat there (4) · ten names (24 each)
 *
 *             players: when it ended (8) · game (32) · for each seat name (24)
 *
 *             statistics, leaders: for each row guest (16) · name (64) · game (32)
 *             matches, wins, points, played, caught, streak, best streak, rating,
 *             deviation (8 each)
 */
#include "core/utf8.h"
#include "doors/wasm/wasm_inside.h"
#include "protocol/protocol_words.h"

enum {
    FLAG_GONE = 1,
    FLAG_BYTES = 2,
    MATCH_BYTES = 20 + HOUSE_GAME_CHARS + 16 + HC_SEATS_MAX * HC_ROOM_NAME_BYTES,
    ROW_BYTES = HC_GUEST_BYTES + HOUSE_PLAYER_CHARS + HOUSE_GAME_CHARS + 9 * 8
};

/* ---- Batches --------------------------------------------------------------------------------- */

static size_t result_size(const struct house_result *result)
{
    return result ? 16 + result->seats * (size_t)(HC_GUEST_BYTES + HC_ROOM_NAME_BYTES) : 0;
}

static void put_result(const struct house_result *result)
{
    wasm_put_number(result->number, 4);
    wasm_put_number(result->seats, 4);
    wasm_put_number(result->finished_ms, 8);
    for (unsigned s = 0; s < result->seats; s++) {
        wasm_put(result->player[s].guest, HC_GUEST_BYTES);
        wasm_put(result->player[s].name, HC_ROOM_NAME_BYTES);
    }
}

static void put_entry(const struct house_entry *entry)
{
    const uint8_t *state = entry->bytes ? entry->bytes : entry->note;
    size_t state_size = entry->bytes ? entry->size : entry->note_size;

    wasm_put_number(entry->room, 8);
    wasm_put_number(entry->log_size, 8);
    wasm_put_number((entry->gone ? FLAG_GONE : 0u) | (entry->bytes ? FLAG_BYTES : 0u), 4);
    wasm_put_number(state_size, 4);
    wasm_put_number(entry->log_bytes, 4);
    wasm_put_number(result_size(entry->result), 4);
    wasm_put(state, state_size);
    wasm_put(entry->log, entry->log_bytes);
    if (entry->result)
        put_result(entry->result);
}

size_t wasm_batch(void)
{
    struct house_entry entry;

    wasm_begin();
    while (wasm.house && house_next_entry(wasm.house, &entry))
        put_entry(&entry);
    return wasm.out_used;
}

int wasm_stored(int failed, size_t lost_count)
{
    struct house_verdict verdict = {.failed = failed != 0};
    uint64_t lost[WASM_ROOMS_MAX];
    struct wasm_reader reader = {NULL, 0};

    if (!wasm.house || lost_count > WASM_ROOMS_MAX ||
        (lost_count && !wasm_read(&reader, 8 * lost_count)))
        return 0;
    for (size_t i = 0; i < lost_count; i++)
        lost[i] = hc_load64(wasm_get(&reader, 8));
    verdict.lost = lost;
    verdict.lost_count = lost_count;
    house_stored(wasm.house, &verdict);
    return 1;
}

int wasm_load(size_t length)
{
    struct house_saved saved;
    struct wasm_reader reader;
    const uint8_t *head;

    if (!wasm.house || !wasm_read(&reader, length) || !(head = wasm_get(&reader, 24))) {
        wasm_say_why("there is no house, or that is too short");
        return 0;
    }
    saved = (struct house_saved){.room = hc_load64(head),
                                 .size = hc_load32(head + 8),
                                 .note_size = hc_load32(head + 12),
                                 .log_size = hc_load32(head + 16),
                                 .finished_size = hc_load32(head + 20)};
    saved.bytes = wasm_get(&reader, saved.size);
    saved.note = saved.bytes ? wasm_get(&reader, saved.note_size) : NULL;
    saved.log = saved.note ? wasm_get(&reader, saved.log_size) : NULL;
    saved.finished = saved.log ? wasm_get(&reader, saved.finished_size) : NULL;
    if (!saved.finished || reader.left) {
        wasm_say_why("the lengths do not fit");
        return 0;
    }
    return house_load(wasm.house, &saved, &wasm.why);
}

size_t wasm_saved_code(size_t length)
{
    struct house_saved saved = {.size = length};
    char code[HC_ROOM_CODE_CHARS + 1] = "";
    struct wasm_reader reader;

    wasm_begin();
    if (wasm_read(&reader, length)) {
        saved.bytes = reader.next;
        house_saved_code(&saved, code);
    }
    wasm_put(code, hc_length(code));
    return wasm.out_used;
}

size_t wasm_saved_pass(size_t length)
{
    struct house_pass pass;
    struct wasm_reader reader;
    const uint8_t *token;

    wasm_begin();
    if (!wasm_read(&reader, length) || !(token = wasm_get(&reader, 3 * PROTOCOL_TOKEN_BYTES))) {
        wasm_say_why("that is too short");
        return 0;
    }
    protocol_guest_of(token, pass.was);
    protocol_guest_of(token + PROTOCOL_TOKEN_BYTES, pass.now);
    protocol_guest_of(token + (size_t)2 * PROTOCOL_TOKEN_BYTES, pass.host);
    wasm_put(reader.next, reader.left);
    if (!house_saved_pass(wasm.out, wasm.out_used, &pass)) {
        wasm_say_why("the room cannot be read, or that person does not sit there");
        return 0;
    }
    return wasm.out_used;
}

/* ---- Questions ------------------------------------------------------------------------------- */

static struct wasm_question *find_question(uint32_t id)
{
    for (unsigned i = 0; i < HOUSE_QUESTIONS_MAX; i++)
        if (wasm.question[i].id == id)
            return &wasm.question[i];
    return NULL;
}

size_t wasm_question(void)
{
    struct house_question question;
    struct wasm_question *place = find_question(0);

    wasm_begin();
    if (!wasm.house || !place || !house_next_question(wasm.house, &question))
        return 0;
    *place = (struct wasm_question){question.id, question.count, question.kind, question.room,
                                    question.number};
    wasm_put_number(question.id, 4);
    wasm_put_number(question.kind, 4);
    wasm_put_number(question.room, 8);
    wasm_put_number(question.number, 4);
    wasm_put_number(question.first, 4);
    wasm_put_number(question.count, 4);
    wasm_put(question.guest, sizeof question.guest);
    wasm_put(question.game, sizeof question.game);
    return wasm.out_used;
}

/* A text that is filled up with zeros; false if it is none. */
static bool get_text(struct wasm_reader *reader, char *text, size_t size)
{
    hc_copy(text, wasm_get(reader, size), size);
    return !text[size - 1] && hc_utf8_ok(text, hc_length(text));
}

static bool get_match(struct wasm_reader *reader, struct house_match *match)
{
    uint32_t seat, seats;
    bool good;

    *match = (struct house_match){.room = hc_load64(wasm_get(reader, 8))};
    match->finished_ms = hc_load64(wasm_get(reader, 8));
    match->number = hc_load32(wasm_get(reader, 4));
    good = get_text(reader, match->game, sizeof match->game);
    match->rating = (int64_t)hc_load64(wasm_get(reader, 8));
    seat = hc_load32(wasm_get(reader, 4));
    seats = hc_load32(wasm_get(reader, 4));
    good = good && seats <= HC_SEATS_MAX && (seat < seats || !seats);
    match->seat = (uint8_t)seat;
    match->seats = (uint8_t)seats;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        good = get_text(reader, match->name[s], HC_ROOM_NAME_BYTES) && good;
    return good;
}

static bool get_row(struct wasm_reader *reader, struct house_row *row)
{
    int64_t *const number[] = {&row->matches,     &row->wins,   &row->points,
                               &row->played,      &row->caught, &row->streak,
                               &row->best_streak, &row->rating, &row->deviation};
    bool good;

    hc_copy(row->guest, wasm_get(reader, HC_GUEST_BYTES), HC_GUEST_BYTES);
    good = get_text(reader, row->name, sizeof row->name);
    good = get_text(reader, row->game, sizeof row->game) && good;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        *number[i] = (int64_t)hc_load64(wasm_get(reader, 8));
    return good;
}

/* Rows of `size` bytes: how many there are, or false if that cannot be. */
static bool count_rows(const struct wasm_question *question, size_t length, size_t size,
                       size_t *count)
{
    *count = length / size;
    return length % size == 0 && *count <= question->count && *count <= PROTOCOL_ROWS;
}

static bool answer_matches(const struct wasm_question *question, struct wasm_reader *reader,
                           struct house_records *records)
{
    struct house_match match[PROTOCOL_ROWS];

    if (!count_rows(question, reader->left, MATCH_BYTES, &records->count))
        return false;
    for (size_t i = 0; i < records->count; i++)
        if (!get_match(reader, &match[i]))
            return false;
    records->match = match;
    house_answer(wasm.house, question->id, records);
    return true;
}

static bool answer_players(const struct wasm_question *question, struct wasm_reader *reader,
                           struct house_records *records)
{
    struct house_match match = {.room = question->room, .number = question->number};
    size_t names;

    if (reader->left < 8 + HOUSE_GAME_CHARS)
        return false;
    names = reader->left - (8 + HOUSE_GAME_CHARS);
    if (names % HC_ROOM_NAME_BYTES || names / HC_ROOM_NAME_BYTES > HC_SEATS_MAX)
        return false;
    match.finished_ms = hc_load64(wasm_get(reader, 8));
    match.seats = (uint8_t)(names / HC_ROOM_NAME_BYTES);
    if (!get_text(reader, match.game, sizeof match.game))
        return false;
    for (unsigned s = 0; s < match.seats; s++)
        if (!get_text(reader, match.name[s], HC_ROOM_NAME_BYTES))
            return false;
    records->match = &match;
    records->count = 1;
    house_answer(wasm.house, question->id, records);
    return true;
}

static bool answer_rows(const struct wasm_question *question, struct wasm_reader *reader,
                        struct house_records *records)
{
    struct house_row row[PROTOCOL_ROWS];

    if (!count_rows(question, reader->left, ROW_BYTES, &records->count))
        return false;
    for (size_t i = 0; i < records->count; i++)
        if (!get_row(reader, &row[i]))
            return false;
    records->row = row;
    house_answer(wasm.house, question->id, records);
    return true;
}

static bool answer_found(const struct wasm_question *question, struct wasm_reader *reader,
                         struct house_records *records)
{
    switch (question->kind) {
    case HOUSE_LOG:
        records->log = reader->next;
        records->log_size = reader->left;
        break;
    case HOUSE_HISTORY:
        return answer_matches(question, reader, records);
    case HOUSE_PLAYERS:
        return answer_players(question, reader, records);
    case HOUSE_STATISTICS:
    case HOUSE_LEADERS:
        return answer_rows(question, reader, records);
    case HOUSE_FORGET:
        break;
    }
    house_answer(wasm.house, question->id, records);
    return true;
}

int wasm_answer(uint32_t id, unsigned found, size_t length)
{
    struct wasm_question *question = id ? find_question(id) : NULL;
    struct house_records records = {.found = (enum house_found)found};
    struct wasm_reader reader = {NULL, 0};

    if (!question || found > HOUSE_NO_ANSWER || (length && !wasm_read(&reader, length)))
        return 0;
    if (records.found == HOUSE_FOUND) {
        if (!answer_found(question, &reader, &records))
            return 0;
    } else {
        house_answer(wasm.house, id, &records);
    }
    question->id = 0;
    return 1;
}
