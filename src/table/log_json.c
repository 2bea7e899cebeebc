// SPDX-License-Identifier: MIT
/*
 * log_json.c: a log as one JSON text for people, one record a line.
 *
 * Nothing is left out, so that the bytes can be made again from the text. What is absent (a second
 * seat, a value of zero, cards) is not written. Faces stand beside card numbers for the reader.
 */
#include "table/log.h"

/* Every record begins on a line of its own. */
static void begin_record(struct hc_text *out)
{
    hc_put(out, out->comma ? ",\n" : "\n");
    out->comma = false;
    hc_json_open(out, NULL, '{');
}

static void put_seat(const char *key, unsigned seat, struct hc_text *out)
{
    if (seat < HC_SEATS_MAX)
        hc_json_number(out, key, seat);
    else
        hc_json_string(out, key, "house");
}

static void put_event(const struct hc_log_reader *reader, const struct hc_event *event,
                      struct hc_text *out)
{
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);

    hc_json_open(out, NULL, '{');
    hc_json_string(out, "event", reader->game->events[event->kind].name);
    if (event->seat != HC_NONE)
        hc_json_number(out, "seat", event->seat);
    if (event->other != HC_NONE)
        hc_json_number(out, "other", event->other);
    if (event->value)
        hc_json_number(out, "value", event->value);
    if (event->count) {
        hc_json_open(out, "cards", '[');
        for (unsigned i = 0; i < event->count; i++)
            hc_json_number(out, NULL, event->cards[i]);
        hc_json_close(out, ']');
        hc_json_open(out, "faces", '[');
        for (unsigned i = 0; i < event->count; i++)
            hc_json_string(
                out, NULL,
                hc_face_code(reader->game, &reader->rules, deck->face_of[event->cards[i]]));
        hc_json_close(out, ']');
    }
    hc_json_close(out, '}');
}

static void put_command(const struct hc_log_reader *reader, const struct hc_record *record,
                        struct hc_text *out)
{
    const struct hc_event *event = hc_event_first(&record->events);
    char command[HC_COMMAND_CHARS];

    hc_command_print(reader->game, &reader->rules, &record->command, command, sizeof command);
    hc_json_number(out, "at", (int64_t)record->time_ms);
    put_seat("seat", record->seat, out);
    hc_json_string(out, "do", command);
    hc_json_open(out, "events", '[');
    for (; event; event = hc_event_next(&record->events, event))
        put_event(reader, event, out);
    hc_json_close(out, ']');
}

static void put_record(const struct hc_log_reader *reader, const struct hc_record *record,
                       struct hc_text *out)
{
    begin_record(out);
    switch (record->kind) {
    case HC_RECORD_COMMAND:
        put_command(reader, record, out);
        break;
    case HC_RECORD_CONTRIBUTION:
        put_seat("seat", record->seat, out);
        hc_json_hex(out, "contribution", record->bytes, HC_SEED_BYTES);
        break;
    case HC_RECORD_REVEAL:
        hc_json_open(out, "reveal", '{');
        hc_json_hex(out, "seed", record->bytes, HC_SEED_BYTES);
        hc_json_hex(out, "salt", record->bytes + HC_SEED_BYTES, HC_SEED_BYTES);
        hc_json_close(out, '}');
        break;
    case HC_RECORD_DIGEST:
        hc_json_hex(out, "digest", record->bytes, HC_SEED_BYTES);
        break;
    }
    hc_json_close(out, '}');
}

/* The rules are copied as they stand: a later version may know more options than the log names. */
static void put_header(const struct hc_log_reader *reader, struct hc_text *out)
{
    char rules[HC_LOG_RULES_MAX + 1];

    hc_log_rules(reader, rules);
    hc_json_string(out, "format", "holecard-log");
    hc_json_number(out, "version", HC_LOG_VERSION);
    hc_json_string(out, "game", reader->game->name);
    hc_json_string(out, "rules", rules);
    hc_json_number(out, "seats", reader->seats);
    hc_json_hex(out, "commitment", reader->commitment, HC_SEED_BYTES);
}

size_t hc_log_json(const uint8_t *bytes, size_t size, char *out, size_t out_size,
                   struct hc_problem *why)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_text text;
    int more;

    hc_zero(why, sizeof *why);
    hc_text_init(&text, out, out_size);
    if (!hc_log_open(&reader, bytes, size)) {
        *why = reader.problem;
        return 0;
    }
    hc_json_open(&text, NULL, '{');
    put_header(&reader, &text);
    hc_json_open(&text, "records", '[');
    while ((more = hc_log_next(&reader, &record)) > 0)
        put_record(&reader, &record, &text);
    hc_put_char(&text, '\n');
    hc_json_close(&text, ']');
    hc_json_close(&text, '}');
    hc_put_char(&text, '\n');
    if (more < 0) {
        *why = reader.problem;
        return 0;
    }
    return text.length;
}
