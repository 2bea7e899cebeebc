// SPDX-License-Identifier: MIT
/*
 * logfile.c: reading the JSON form of a log back into its bytes.
 *
 * The outer object is read by hand and every value in it by jansson, so that the largest tree is
 * one record. What a record says is written with the same functions that wrote the log, and read
 * back at once by the reader of logs, which judges everything that can be judged there.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "files/logfile.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/file.h"
#include "table/log.h"

/* The longest text of one value: all events of a command with every card spelt out take less. */
enum { VALUE_CHARS_MAX = 256 << 10 };

struct reading {
    struct logfile *file;
    struct hc_problem *why;
    size_t at;    /* the next character */
    size_t start; /* of the value that is looked at */
    struct hc_log log;
    struct hc_log_reader reader;
    struct hc_record record;
    size_t record_room;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct reading *reading,
                                                         const char *format, ...)
{
    char *text = reading->why->text;
    va_list arguments;

    memset(reading->why, 0, sizeof *reading->why);
    reading->why->at = reading->start;
    reading->why->record = (uint32_t)reading->file->record_count;
    va_start(arguments, format);
    vsnprintf(text, sizeof reading->why->text, format, arguments);
    va_end(arguments);
    /* It may quote the file, which must not speak to the terminal. */
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
    return false;
}

/* ---- The text ------------------------------------------------------------------------------- */

static void skip_space(struct reading *reading)
{
    const struct logfile *file = reading->file;

    while (reading->at < file->text_size && file->text[reading->at] &&
           strchr(" \t\r\n", file->text[reading->at]))
        reading->at++;
    reading->start = reading->at;
}

/* Whether the next character that is no space is this one; then it is taken. */
static bool take_if(struct reading *reading, char c)
{
    skip_space(reading);
    if (reading->at == reading->file->text_size || reading->file->text[reading->at] != (uint8_t)c)
        return false;
    reading->at++;
    return true;
}

static bool take(struct reading *reading, char c)
{
    if (take_if(reading, c))
        return true;
    return reading->at == reading->file->text_size ? refuse(reading, "the log is cut short")
                                                   : refuse(reading, "'%c' is missing here", c);
}

/* The next value, or NULL with a problem. */
static json_t *take_value(struct reading *reading)
{
    const struct logfile *file = reading->file;
    json_error_t error;
    json_t *value;
    size_t left;

    skip_space(reading);
    left = file->text_size - reading->at;
    value = json_loadb((const char *)file->text + reading->at,
                       left < VALUE_CHARS_MAX ? left : VALUE_CHARS_MAX,
                       JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY, &error);
    if (value) {
        reading->at += (size_t)error.position;
    } else if (error.position >= VALUE_CHARS_MAX) {
        refuse(reading, "this is longer than a record can be");
    } else {
        reading->start = reading->at + (size_t)(error.position > 0 ? error.position : 0);
        refuse(reading, "%s",
               json_error_code(&error) == json_error_premature_end_of_input ? "the log is cut short"
                                                                            : error.text);
    }
    return value;
}

/* ---- Members -------------------------------------------------------------------------------- */

static bool get_number(struct reading *reading, const json_t *object, const char *key,
                       json_int_t min, json_int_t max, json_int_t *number)
{
    const json_t *value = json_object_get(object, key);

    if (!json_is_integer(value))
        return refuse(reading, "\"%s\" must be a whole number", key);
    *number = json_integer_value(value);
    if (*number < min || *number > max)
        return refuse(reading, "\"%s\" must be %lld to %lld", key, (long long)min, (long long)max);
    return true;
}

/* The same for a member that may be left out. */
static bool find_number(struct reading *reading, const json_t *object, const char *key,
                        json_int_t min, json_int_t max, json_int_t otherwise, json_int_t *number)
{
    *number = otherwise;
    return !json_object_get(object, key) || get_number(reading, object, key, min, max, number);
}

static bool get_string(struct reading *reading, const json_t *object, const char *key,
                       size_t length_max, const char **string)
{
    const json_t *value = json_object_get(object, key);

    if (!json_is_string(value))
        return refuse(reading, "\"%s\" must be a text", key);
    *string = json_string_value(value);
    if (json_string_length(value) > length_max)
        return refuse(reading, "\"%s\" must have at most %zu characters", key, length_max);
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool get_hex(struct reading *reading, const json_t *object, const char *key,
                    uint8_t bytes[HC_SEED_BYTES])
{
    const char *hex = json_string_value(json_object_get(object, key));

    if (!hex || strlen(hex) != 2 * HC_SEED_BYTES ||
        strspn(hex, "0123456789abcdef") != 2 * HC_SEED_BYTES)
        return refuse(reading, "\"%s\" must be 64 hexadecimal digits in lower case", key);
    for (unsigned i = 0; i < HC_SEED_BYTES; i++)
        bytes[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
    return true;
}

/* Nobody's misspelt member is passed over in silence. */
static bool only(struct reading *reading, const json_t *object, const char *const *keys)
{
    json_t *all = (json_t *)object; /* iterating changes nothing, but wants to be able to */
    const char *key;
    json_t *value;

    json_object_foreach(all, key, value)
    {
        const char *const *known = keys;

        while (*known && strcmp(*known, key))
            known++;
        if (!*known)
            return refuse(reading, "\"%s\" does not belong here", key);
    }
    return true;
}

/* ---- Events --------------------------------------------------------------------------------- */

static bool get_kind(struct reading *reading, const json_t *object, uint8_t *kind)
{
    const struct hc_game *game = reading->reader.game;
    const char *name = NULL;

    if (!get_string(reading, object, "event", 63, &name))
        return false;
    for (*kind = 0; *kind < game->event_count; ++*kind)
        if (!strcmp(game->events[*kind].name, name))
            return true;
    return refuse(reading, "\"%s\" is not an event of this game", name);
}

/* Faces are there for people; if they are there, they must be right. */
static bool check_faces(struct reading *reading, const json_t *faces, const struct hc_event *event)
{
    const struct hc_log_reader *reader = &reading->reader;
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);

    if (!faces)
        return true;
    if (!json_is_array(faces) || json_array_size(faces) != event->count)
        return refuse(reading, "\"faces\" must name as many cards as \"cards\"");
    for (unsigned i = 0; i < event->count; i++) {
        const char *face = json_string_value(json_array_get(faces, i));
        const char *code =
            hc_face_code(reader->game, &reader->rules, deck->face_of[event->cards[i]]);

        if (!face || strcmp(face, code))
            return refuse(reading, "card %u is %s, and \"faces\" must say so", event->cards[i],
                          code);
    }
    return true;
}

static bool get_cards(struct reading *reading, const json_t *object, struct hc_event *event,
                      size_t room)
{
    const struct hc_log_reader *reader = &reading->reader;
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);
    const json_t *cards = json_object_get(object, "cards");

    if (cards && !json_is_array(cards))
        return refuse(reading, "\"cards\" must be a list");
    if (json_array_size(cards) > UINT8_MAX || json_array_size(cards) > room)
        return refuse(reading, "a command cannot move so many cards");
    event->count = (uint8_t)json_array_size(cards);
    for (unsigned i = 0; i < event->count; i++) {
        const json_t *card = json_array_get(cards, i);
        json_int_t number = json_integer_value(card);

        if (!json_is_integer(card) || number < 0 || number >= HC_CARDS_MAX ||
            !hc_has(deck->cards, (unsigned)number))
            return refuse(reading, "\"cards\" must list numbers of cards of this deck");
        event->cards[i] = (uint8_t)number;
    }
    return check_faces(reading, json_object_get(object, "faces"), event);
}

static bool get_event(struct reading *reading, const json_t *object, struct hc_events *events)
{
    static const char *const keys[] = {"event", "seat", "other", "value", "cards", "faces", NULL};
    json_int_t seat, other, value;
    struct hc_event *event;

    if (!json_is_object(object))
        return refuse(reading, "an event must be an object");
    if (events->used + sizeof *event > HC_EVENT_BYTES)
        return refuse(reading, "a command cannot have so many events");
    event = hc_event_begin(events, 0);
    if (!only(reading, object, keys) || !get_kind(reading, object, &event->kind) ||
        !find_number(reading, object, "seat", 0, HC_SEATS_MAX - 1, HC_NONE, &seat) ||
        !find_number(reading, object, "other", 0, HC_SEATS_MAX - 1, HC_NONE, &other) ||
        !find_number(reading, object, "value", INT32_MIN, INT32_MAX, 0, &value) ||
        !get_cards(reading, object, event, HC_EVENT_BYTES - events->used - sizeof *event))
        return false;
    event->seat = (uint8_t)seat;
    event->other = (uint8_t)other;
    event->value = (int32_t)value;
    hc_event_done(events, event);
    return true;
}

/* ---- Records -------------------------------------------------------------------------------- */

static bool too_large(struct reading *reading)
{
    return refuse(reading, "the log is too large");
}

static bool get_seat(struct reading *reading, const json_t *object, unsigned *seat)
{
    const char *name = json_string_value(json_object_get(object, "seat"));
    json_int_t number = HC_HOUSE;

    if (!(name && !strcmp(name, "house")) &&
        !get_number(reading, object, "seat", 0, HC_SEATS_MAX - 1, &number))
        return refuse(reading, "\"seat\" must be 0 to %d or \"house\"", HC_SEATS_MAX - 1);
    *seat = (unsigned)number;
    return true;
}

static bool add_command(struct reading *reading, const json_t *object)
{
    static const char *const keys[] = {"at", "seat", "do", "events", NULL};
    const struct hc_log_reader *reader = &reading->reader;
    const json_t *events = json_object_get(object, "events");
    struct hc_events happened = {.used = 0};
    struct hc_command command;
    struct hc_problem why;
    const char *text = NULL;
    json_int_t at = 0;
    unsigned seat = HC_HOUSE;

    if (!only(reading, object, keys) ||
        !get_number(reading, object, "at", INT64_MIN, INT64_MAX, &at) ||
        !get_seat(reading, object, &seat) ||
        !get_string(reading, object, "do", HC_COMMAND_CHARS, &text))
        return false;
    if (hc_command_parse(reader->game, &reader->rules, text, &command, &why))
        return refuse(reading, "\"do\": %s", why.text);
    if (!json_is_array(events))
        return refuse(reading, "\"events\" must be a list");
    for (size_t i = 0; i < json_array_size(events); i++)
        if (!get_event(reading, json_array_get(events, i), &happened))
            return false;
    return hc_log_add(&reading->log, (uint64_t)at, seat, &command, &happened) || too_large(reading);
}

static bool add_contribution(struct reading *reading, const json_t *object)
{
    static const char *const keys[] = {"seat", "contribution", NULL};
    uint8_t entropy[HC_SEED_BYTES];
    json_int_t seat = 0;

    return only(reading, object, keys) &&
           get_number(reading, object, "seat", 0, HC_SEATS_MAX - 1, &seat) &&
           get_hex(reading, object, "contribution", entropy) &&
           (hc_log_contribution(&reading->log, (unsigned)seat, entropy) || too_large(reading));
}

static bool add_reveal(struct reading *reading, const json_t *object)
{
    static const char *const keys[] = {"reveal", NULL};
    static const char *const inner_keys[] = {"seed", "salt", NULL};
    const json_t *inner = json_object_get(object, "reveal");
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];

    if (!json_is_object(inner))
        return refuse(reading, "\"reveal\" must be an object");
    return only(reading, object, keys) && only(reading, inner, inner_keys) &&
           get_hex(reading, inner, "seed", seed) && get_hex(reading, inner, "salt", salt) &&
           (hc_log_reveal(&reading->log, seed, salt) || too_large(reading));
}

/* The digest is taken as it is: whether it fits is for verification to say. */
static bool add_digest(struct reading *reading, const json_t *object)
{
    static const char *const keys[] = {"digest", NULL};
    uint8_t digest[HC_SEED_BYTES];

    return only(reading, object, keys) && get_hex(reading, object, "digest", digest) &&
           (hc_log_digest(&reading->log, digest) || too_large(reading));
}

/* Remembers where a record begins in the text. */
static bool note_place(struct reading *reading)
{
    struct logfile *file = reading->file;

    if (file->record_count == reading->record_room) {
        size_t room = reading->record_room ? 2 * reading->record_room : 256;
        size_t *more = realloc(file->record_at, room * sizeof *more);

        if (!more)
            return refuse(reading, "there is not enough memory to read it");
        file->record_at = more;
        reading->record_room = room;
    }
    file->record_at[file->record_count++] = reading->start;
    return true;
}

static bool add_record(struct reading *reading, const json_t *object)
{
    bool added;

    if (!json_is_object(object))
        return refuse(reading, "a record must be an object");
    if (json_object_get(object, "do"))
        added = add_command(reading, object);
    else if (json_object_get(object, "contribution"))
        added = add_contribution(reading, object);
    else if (json_object_get(object, "reveal"))
        added = add_reveal(reading, object);
    else if (json_object_get(object, "digest"))
        added = add_digest(reading, object);
    else
        return refuse(reading, "a record has \"do\", \"contribution\", \"reveal\" or \"digest\"");
    if (!added)
        return false;
    reading->reader.size = reading->log.used;
    if (hc_log_next(&reading->reader, &reading->record) != 1)
        return refuse(reading, "%s", reading->reader.problem.text);
    return true;
}

static bool take_records(struct reading *reading)
{
    if (!take(reading, '['))
        return false;
    if (take_if(reading, ']'))
        return true;
    do {
        json_t *object;
        bool ok;

        skip_space(reading);
        if (!note_place(reading) || !(object = take_value(reading)))
            return false;
        ok = add_record(reading, object);
        json_decref(object);
        if (!ok)
            return false;
    } while (take_if(reading, ','));
    return take(reading, ']');
}

/* ---- The header ----------------------------------------------------------------------------- */

/* Whether what was read of the outer object says that it is a log. */
static bool is_log(const json_t *header)
{
    const char *format = json_string_value(json_object_get(header, "format"));

    return format && !strcmp(format, "holecard-log");
}

static bool begin_log(struct reading *reading, const json_t *header)
{
    struct logfile *file = reading->file;
    const char *game = NULL, *rules = NULL;
    uint8_t commitment[HC_SEED_BYTES];
    json_int_t version = 0, seats = 0;

    reading->start = 0;
    if (!is_log(header))
        return false; /* logfile_parse says so */
    if (!get_number(reading, header, "version", HC_LOG_VERSION, HC_LOG_VERSION, &version) ||
        !get_string(reading, header, "game", HC_LOG_NAME_MAX, &game) ||
        !get_string(reading, header, "rules", HC_LOG_RULES_MAX, &rules) ||
        !get_number(reading, header, "seats", 0, HC_SEATS_MAX, &seats) ||
        !get_hex(reading, header, "commitment", commitment))
        return false;
    /* The bytes are never longer than the text. */
    file->bytes = malloc(file->text_size);
    if (!file->bytes)
        return refuse(reading, "there is not enough memory to read it");
    if (!hc_log_header(&reading->log, file->bytes, file->text_size, game, rules, (unsigned)seats,
                       commitment))
        return too_large(reading);
    if (!hc_log_open(&reading->reader, file->bytes, reading->log.used))
        return refuse(reading, "%s", reading->reader.problem.text);
    return true;
}

/* One member of the outer object. What describes the log must come before its records. */
static bool take_member(struct reading *reading, json_t *header, bool *begun)
{
    static const char *const keys[] = {"format", "version",    "game", "rules",
                                       "seats",  "commitment", NULL};
    json_t *key = take_value(reading), *value;
    size_t start = reading->start;
    bool ok = true;

    if (!key)
        return false;
    if (!json_is_string(key))
        ok = refuse(reading, "the name of a member is missing here");
    ok = ok && take(reading, ':');
    if (ok && !strcmp(json_string_value(key), "records")) {
        ok = !*begun || refuse(reading, "\"records\" is there twice");
        ok = ok && begin_log(reading, header) && take_records(reading);
        *begun = true;
    } else if (ok) {
        value = take_value(reading);
        ok = value != NULL;
        reading->start = start;
        if (ok && (*begun || json_object_get(header, json_string_value(key))))
            ok = refuse(reading, "this member is there twice or behind \"records\"");
        if (ok)
            ok = !json_object_set(header, json_string_value(key), value) &&
                 only(reading, header, keys);
        json_decref(value);
    }
    json_decref(key);
    return ok;
}

static bool take_log(struct reading *reading, json_t *header)
{
    bool begun = false;

    if (!header)
        return refuse(reading, "there is not enough memory to read it");
    if (!note_place(reading) || !take(reading, '{'))
        return false;
    do {
        if (!take_member(reading, header, &begun))
            return false;
    } while (take_if(reading, ','));
    if (!take(reading, '}'))
        return false;
    skip_space(reading);
    if (reading->at < reading->file->text_size)
        return refuse(reading, "there is something behind the log");
    return begun || refuse(reading, "there are no \"records\"");
}

bool logfile_parse(uint8_t *text, size_t size, struct logfile *file, struct hc_problem *why)
{
    struct reading reading = {.file = file, .why = why};
    json_t *header = json_object();
    bool ok;

    memset(why, 0, sizeof *why);
    *file = (struct logfile){.text = text, .text_size = size};
    ok = take_log(&reading, header);
    if (!ok && !is_log(header)) {
        reading.start = 0;
        refuse(&reading, "not a Holecard log (no \"format\":\"holecard-log\")");
    }
    json_decref(header);
    file->size = reading.log.used;
    return ok;
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* Line and column of a place in a text, both from 1. */
static void find_place(const uint8_t *text, size_t at, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at; i++) {
        ++*column;
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

bool logfile_read(const char *path, struct logfile *file, struct hc_problem *why)
{
    size_t size, line, column;
    struct hc_problem inner;
    uint8_t *bytes;

    *file = (struct logfile){.bytes = NULL};
    if (!file_read(path, &bytes, &size, why))
        return false;
    if (bytes[0] != '{') {
        file->bytes = bytes;
        file->size = size;
    } else if (!logfile_parse(bytes, size, file, &inner)) {
        *why = inner;
        find_place(file->text, inner.at, &line, &column);
        snprintf(why->text, sizeof why->text, "%s:%zu:%zu: %.120s", file_shown(path).text, line,
                 column, inner.text);
        logfile_release(file);
        return false;
    }
    if (hc_log_whole(file->bytes, file->size, &inner))
        return true;
    *why = inner;
    snprintf(why->text, sizeof why->text, "%s: %.120s", file_shown(path).text, inner.text);
    logfile_release(file);
    return false;
}

void logfile_release(struct logfile *file)
{
    free(file->bytes);
    free(file->text);
    free(file->record_at);
    *file = (struct logfile){.bytes = NULL};
}

bool logfile_write(const char *path, const struct hc_log *log, struct hc_problem *why)
{
    return file_write(path, log->bytes, log->used, why);
}

char *logfile_json(const struct logfile *file, size_t *length, struct hc_problem *why)
{
    char *json;

    *length = hc_log_json(file->bytes, file->size, NULL, 0, why);
    if (!*length)
        return NULL;
    json = malloc(*length + 1);
    if (json)
        hc_log_json(file->bytes, file->size, json, *length + 1, why);
    else
        snprintf(why->text, sizeof why->text, "there is not enough memory for the JSON form");
    return json;
}

void logfile_where(const struct logfile *file, const char *path, const struct hc_problem *why,
                   char *out, size_t size)
{
    size_t line, column;

    if (!file->text || why->record >= file->record_count) {
        snprintf(out, size, "%s", path);
        return;
    }
    find_place(file->text, file->record_at[why->record], &line, &column);
    snprintf(out, size, "%s:%zu:%zu", path, line, column);
}
