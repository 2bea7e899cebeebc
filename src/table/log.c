// SPDX-License-Identifier: MIT
/*
 * log.c: the bytes of a log, written and read.
 *
 *   header   "HCLG" version, length game, varint length rules, seats, commitment[32]
 *   command  0fEFssss time verb [face] [colour] [target] [guess] events…
 *   event    mokkkkkk ssss vvcc [other] [value] [count] cards…
 *   others   1000ssss entropy[32] | 10011111 seed[32] salt[32] | 10101111 digest[32]
 *
 * A command's first byte says whether events follow (E), the flag word was given (F) and a face
 * follows (f). An event says whether more follow (m) and a second seat follows (o), in how many
 * bytes its value is (0, 1, 2, 4) and its number of cards (0, 1, 2, or a byte that counts them).
 * Numbers are little-endian; a varint has seven bits a byte, the lowest first. docs/log-format.md
 * has an example.
 */
#include "table/log.h"

#include "core/sha256.h"

static const uint8_t magic[4] = {'H', 'C', 'L', 'G'};

enum {
    NAME_AT = sizeof magic + 1, /* of the length of the game's name in the header */
    VALUE_SHIFT = 2,
    CARDS_MASK = 3,
    CARDS_COUNTED = 3,
};

void hc_log_link(uint8_t chain[HC_SEED_BYTES], const uint8_t *bytes, size_t size)
{
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, chain, HC_SEED_BYTES);
    hc_sha256_add(&sha, bytes, size);
    hc_sha256_end(&sha, chain);
}

void hc_log_link_header(uint8_t chain[HC_SEED_BYTES], const uint8_t *bytes, size_t size)
{
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, bytes, size);
    hc_sha256_end(&sha, chain);
}

struct hc_text hc_log_problem(struct hc_problem *why, size_t at, uint32_t record, uint32_t seq)
{
    struct hc_text out;

    hc_zero(why, sizeof *why);
    why->at = at;
    why->record = record;
    why->seq = seq;
    hc_text_init(&out, why->text, sizeof why->text);
    if (seq) {
        hc_put(&out, "event ");
        hc_put_number(&out, seq);
    } else if (record) {
        hc_put(&out, "record ");
        hc_put_number(&out, record);
    } else {
        hc_put(&out, "header");
    }
    hc_put(&out, " at byte ");
    hc_put_number(&out, (int64_t)at);
    hc_put(&out, ": ");
    return out;
}

/* ---- Writing: what does not fit is counted and never stored, and the log stays as it was. ---- */

struct writer {
    uint8_t *bytes;
    size_t size, used;
};

static struct writer pick_up(const struct hc_log *log)
{
    return (struct writer){log->bytes, log->size, log->used};
}

/* Makes what was written part of the log, if all of it fitted. */
static bool put_down(struct hc_log *log, const struct writer *writer)
{
    if (writer->used > writer->size)
        return false;
    log->used = writer->used;
    return true;
}

static void put_byte(struct writer *writer, unsigned byte)
{
    if (writer->used < writer->size)
        writer->bytes[writer->used] = (uint8_t)byte;
    writer->used++;
}

static void put_bytes(struct writer *writer, const void *bytes, size_t size)
{
    if (writer->used <= writer->size && size <= writer->size - writer->used)
        hc_copy(writer->bytes + writer->used, bytes, size);
    writer->used += size;
}

static void put_varint(struct writer *writer, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        put_byte(writer, 0x80 | (unsigned)(number & 0x7f));
    put_byte(writer, (unsigned)number);
}

bool hc_log_header(struct hc_log *log, uint8_t *storage, size_t size, const char *game,
                   const char *rules, unsigned seats, const uint8_t commitment[HC_SEED_BYTES])
{
    struct writer writer = {storage, size, 0};
    size_t name_length = hc_length(game), rules_length = hc_length(rules);

    HC_CHECK(name_length <= HC_LOG_NAME_MAX && rules_length <= HC_LOG_RULES_MAX);
    put_bytes(&writer, magic, sizeof magic);
    put_byte(&writer, HC_LOG_VERSION);
    put_byte(&writer, (unsigned)name_length);
    put_bytes(&writer, game, name_length);
    put_varint(&writer, rules_length);
    put_bytes(&writer, rules, rules_length);
    put_byte(&writer, seats);
    put_bytes(&writer, commitment, HC_SEED_BYTES);
    if (writer.used > writer.size)
        return false;
    *log = (struct hc_log){.bytes = storage, .size = size, .used = writer.used};
    log->sealed = log->used;
    hc_log_link_header(log->chain, storage, log->used);
    return true;
}

size_t hc_log_begin_bytes(void)
{
    return sizeof magic + 1 + 1 + HC_LOG_NAME_MAX + 2 + HC_LOG_RULES_MAX + 1 + HC_SEED_BYTES;
}

/* An event takes no more bytes in a log than in the buffer of a command (hc_log_event_bytes), and
 * nothing else is as long as the events of a command. */
size_t hc_log_record_bytes(void)
{
    enum { TIME_BYTES = 10, COMMAND_BYTES = 5 };

    return 1 + TIME_BYTES + COMMAND_BYTES + HC_EVENT_BYTES + 1 + HC_SEED_BYTES;
}

bool hc_log_begin(struct hc_log *log, uint8_t *storage, size_t size, const struct hc_table *table,
                  const uint8_t commitment[HC_SEED_BYTES])
{
    const struct hc_game *game = hc_game_of(table);
    char rules[HC_LOG_RULES_MAX + 1];
    size_t length = hc_rules_print(game, &table->rules, rules, sizeof rules);

    HC_CHECK(length < sizeof rules);
    /* What happened before the log began would be missing from it. */
    if (table->seq)
        return false;
    return hc_log_header(log, storage, size, game->name, rules, table->seats, commitment);
}

bool hc_log_contribution(struct hc_log *log, unsigned seat, const uint8_t entropy[HC_SEED_BYTES])
{
    struct writer writer = pick_up(log);

    HC_CHECK(seat < HC_SEATS_MAX);
    put_byte(&writer, HC_LOG_CONTRIBUTION | seat);
    put_bytes(&writer, entropy, HC_SEED_BYTES);
    return put_down(log, &writer);
}

bool hc_log_reveal(struct hc_log *log, const uint8_t seed[HC_SEED_BYTES],
                   const uint8_t salt[HC_SEED_BYTES])
{
    struct writer writer = pick_up(log);

    put_byte(&writer, HC_LOG_REVEAL | HC_LOG_NOBODY);
    put_bytes(&writer, seed, HC_SEED_BYTES);
    put_bytes(&writer, salt, HC_SEED_BYTES);
    return put_down(log, &writer);
}

bool hc_log_digest(struct hc_log *log, const uint8_t digest[HC_SEED_BYTES])
{
    struct writer writer = pick_up(log);

    put_byte(&writer, HC_LOG_DIGEST | HC_LOG_NOBODY);
    put_bytes(&writer, digest, HC_SEED_BYTES);
    if (!put_down(log, &writer))
        return false;
    hc_copy(log->chain, digest, HC_SEED_BYTES);
    log->sealed = log->used;
    return true;
}

bool hc_log_seal(struct hc_log *log)
{
    uint8_t chain[HC_SEED_BYTES];

    if (log->sealed == log->used)
        return true;
    hc_copy(chain, log->chain, sizeof chain);
    hc_log_link(chain, log->bytes + log->sealed, log->used - log->sealed);
    return hc_log_digest(log, chain);
}

/* The game is in the header, so a writer need not carry it. */
static const struct hc_game *game_written(const struct hc_log *log)
{
    char name[HC_LOG_NAME_MAX + 1] = "";
    const struct hc_game *game;

    hc_copy(name, log->bytes + NAME_AT + 1, log->bytes[NAME_AT]);
    game = hc_game_find(name);
    HC_CHECK(game);
    return game;
}

/* A command as its own text would read back: without what the verb does not take, and with one
 * value for everything that names nothing. */
static struct hc_command tidy(const struct hc_grammar *grammar, const struct hc_command *command)
{
    struct hc_command tidied = *command;
    unsigned takes;

    HC_CHECK(command->verb < grammar->verb_count && command->verb <= HC_LOG_VERB_MASK);
    takes = grammar->verbs[command->verb].takes;
    if (!(takes & HC_TAKES_CARD))
        tidied.face = HC_NONE;
    if (!(takes & (HC_TAKES_COLOR | HC_TAKES_COLOR_KEY)))
        tidied.color = HC_NONE;
    if (!(takes & (HC_TAKES_SEAT | HC_TAKES_TARGET_KEY)))
        tidied.target = HC_NONE;
    if (!(takes & HC_TAKES_GUESS_KEY))
        tidied.guess = HC_NONE;
    tidied.flag = takes & HC_TAKES_FLAG && command->flag;
    if (tidied.color >= hc_length(grammar->colors) && tidied.color != HC_NONE)
        tidied.color = HC_BAD;
    if (tidied.target >= HC_SEATS_MAX && tidied.target != HC_NONE)
        tidied.target = HC_BAD;
    if (tidied.guess == HC_HIDDEN)
        tidied.guess = HC_BAD;
    return tidied;
}

static void put_command(struct writer *writer, const struct hc_command *command)
{
    put_byte(writer, command->verb | (command->color != HC_NONE ? HC_LOG_HAS_COLOR : 0u) |
                         (command->target != HC_NONE ? HC_LOG_HAS_TARGET : 0u) |
                         (command->guess != HC_NONE ? HC_LOG_HAS_GUESS : 0u));
    if (command->face != HC_NONE)
        put_byte(writer, command->face);
    if (command->color != HC_NONE)
        put_byte(writer, command->color);
    if (command->target != HC_NONE)
        put_byte(writer, command->target);
    if (command->guess != HC_NONE)
        put_byte(writer, command->guess);
}

/* The code of the smallest size that holds a value: 0, 1, 2 and 3 stand for 0, 1, 2 and 4 bytes. */
static unsigned value_code(int32_t value)
{
    if (value == 0)
        return 0;
    if (value >= INT8_MIN && value <= INT8_MAX)
        return 1;
    return value >= INT16_MIN && value <= INT16_MAX ? 2 : 3;
}

static unsigned value_bytes(unsigned code)
{
    return code == 3 ? 4 : code;
}

static unsigned cards_code(unsigned count)
{
    return count < CARDS_COUNTED ? count : CARDS_COUNTED;
}

size_t hc_log_event_bytes(const struct hc_event *event)
{
    return 2u + (event->other != HC_NONE) + value_bytes(value_code(event->value)) +
           (cards_code(event->count) == CARDS_COUNTED) + event->count;
}

static void put_event(struct writer *writer, const struct hc_event *event, bool more)
{
    unsigned seat = event->seat == HC_NONE ? HC_LOG_NOBODY : event->seat;
    unsigned code = value_code(event->value), cards = cards_code(event->count);
    uint8_t value[4];

    HC_CHECK(event->kind <= HC_LOG_KIND_MASK && seat <= HC_LOG_NOBODY);
    hc_store32(value, (uint32_t)event->value);
    put_byte(writer, event->kind | (event->other != HC_NONE ? HC_LOG_HAS_OTHER : 0u) |
                         (more ? HC_LOG_MORE : 0u));
    put_byte(writer, seat << 4 | code << VALUE_SHIFT | cards);
    if (event->other != HC_NONE)
        put_byte(writer, event->other);
    put_bytes(writer, value, value_bytes(code));
    if (cards == CARDS_COUNTED)
        put_byte(writer, event->count);
    put_bytes(writer, event->cards, event->count);
}

bool hc_log_add(struct hc_log *log, uint64_t time_ms, unsigned seat,
                const struct hc_command *command, const struct hc_events *events)
{
    struct hc_command tidied = tidy(&game_written(log)->grammar, command);
    const struct hc_event *event = hc_event_first(events), *next;
    struct writer writer = pick_up(log);

    HC_CHECK(seat < HC_SEATS_MAX || seat == HC_HOUSE);
    put_byte(&writer, (seat == HC_HOUSE ? HC_LOG_NOBODY : seat) |
                          (tidied.face != HC_NONE ? HC_LOG_HAS_FACE : 0u) |
                          (tidied.flag ? HC_LOG_HAS_FLAG : 0u) | (event ? HC_LOG_HAS_EVENTS : 0u));
    /* Modulo 2^64, so that a clock that was set back costs bytes and not the log. */
    put_varint(&writer, time_ms - log->time_ms);
    put_command(&writer, &tidied);
    for (; event; event = next) {
        next = hc_event_next(events, event);
        put_event(&writer, event, next != NULL);
    }
    if (!put_down(log, &writer))
        return false;
    log->time_ms = time_ms;
    return true;
}

/* ---- Reading: every byte may be a lie. ------------------------------------------------------ */

static bool refuse(struct hc_log_reader *reader, size_t at, const char *what)
{
    struct hc_text out = hc_log_problem(&reader->problem, at, reader->records, 0);

    hc_put(&out, what);
    return false;
}

/* The same with the number that was found there. */
static bool refuse_number(struct hc_log_reader *reader, size_t at, const char *what,
                          uint64_t number)
{
    struct hc_text out = hc_log_problem(&reader->problem, at, reader->records, 0);

    hc_put(&out, what);
    hc_put_number(&out, (int64_t)number);
    return false;
}

/* The next `size` bytes, or NULL with a problem. */
static const uint8_t *take(struct hc_log_reader *reader, size_t size)
{
    const uint8_t *bytes = reader->bytes + reader->at;
    size_t left = reader->size - reader->at;

    if (size > left) {
        refuse_number(reader, reader->at, "the log is cut short; missing bytes: ", size - left);
        return NULL;
    }
    reader->at += size;
    return bytes;
}

static bool take_byte(struct hc_log_reader *reader, uint8_t *byte)
{
    const uint8_t *next = take(reader, 1);

    if (next)
        *byte = *next;
    return next != NULL;
}

static bool take_varint(struct hc_log_reader *reader, uint64_t *number)
{
    size_t start = reader->at;
    uint8_t byte;

    *number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (!take_byte(reader, &byte))
            return false;
        if (shift == 63 && byte > 1)
            return refuse(reader, start, "a number of more than 64 bits");
        *number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte & 0x80)
            continue;
        if (shift && !byte)
            return refuse(reader, start, "a number that is longer than it must be");
        return true;
    }
    return refuse(reader, start, "a number of more than 64 bits");
}

/* Copies text out and terminates it. Only printable characters belong there. */
static bool take_text(struct hc_log_reader *reader, char *text, size_t length)
{
    size_t start = reader->at;
    const uint8_t *bytes = take(reader, length);

    if (!bytes)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] < ' ' || bytes[i] > '~')
            return refuse_number(reader, start + i, "no text has the character ", bytes[i]);
        text[i] = (char)bytes[i];
    }
    text[length] = '\0';
    return true;
}

static bool open_game(struct hc_log_reader *reader)
{
    char name[HC_LOG_NAME_MAX + 1];
    size_t start = reader->at;
    uint8_t length;

    if (!take_byte(reader, &length))
        return false;
    if (length > HC_LOG_NAME_MAX)
        return refuse_number(reader, start, "no game has a name of this length: ", length);
    if (!take_text(reader, name, length))
        return false;
    reader->game = hc_game_find(name);
    if (!reader->game) {
        struct hc_text out = hc_log_problem(&reader->problem, start + 1, 0, 0);

        hc_put(&out, "there is no game \"");
        hc_put(&out, name);
        hc_put(&out, "\" here");
        return false;
    }
    return true;
}

static bool open_rules(struct hc_log_reader *reader)
{
    char text[HC_LOG_RULES_MAX + 1];
    size_t start = reader->at;
    struct hc_problem why;
    uint64_t length, seed;

    if (!take_varint(reader, &length))
        return false;
    if (length > HC_LOG_RULES_MAX)
        return refuse(reader, start, "the text of the rules is too long");
    start = reader->at;
    if (!take_text(reader, text, (size_t)length))
        return false;
    if (!hc_rules_parse(reader->game, text, &reader->rules, &why))
        return refuse(reader, start + why.at, why.text);
    if (hc_rules_seed(&reader->rules, &seed))
        return refuse(reader, start, "the rules of a log must not hold a seed");
    return true;
}

bool hc_log_open(struct hc_log_reader *reader, const uint8_t *bytes, size_t size)
{
    const uint8_t *next;

    hc_zero(reader, sizeof *reader);
    reader->bytes = bytes;
    reader->size = size;
    if (size < sizeof magic || !hc_same(bytes, magic, sizeof magic)) {
        struct hc_text out;

        hc_text_init(&out, reader->problem.text, sizeof reader->problem.text);
        hc_put(&out, "not a Holecard log ");
        hc_put(&out, size ? "(no HCLG at byte 0)" : "(empty)");
        return false;
    }
    reader->at = sizeof magic;
    if (!(next = take(reader, 1)))
        return false;
    if (*next != HC_LOG_VERSION)
        return refuse_number(reader, sizeof magic, "this is not version 1 but ", *next);
    if (!open_game(reader) || !open_rules(reader) || !(next = take(reader, 1)))
        return false;
    if (*next > hc_seats_max(reader->game, &reader->rules))
        return refuse_number(reader, reader->at - 1,
                             "these rules are not for so many players: ", *next);
    reader->seats = *next;
    if (!(next = take(reader, HC_SEED_BYTES)))
        return false;
    hc_copy(reader->commitment, next, HC_SEED_BYTES);
    return true;
}

void hc_log_rules(const struct hc_log_reader *reader, char text[HC_LOG_RULES_MAX + 1])
{
    struct hc_log_reader again = {
        .bytes = reader->bytes,
        .size = reader->size,
        .at = NAME_AT + 1u + reader->bytes[NAME_AT],
    };
    uint64_t length;
    bool taken = take_varint(&again, &length) && take_text(&again, text, (size_t)length);

    HC_CHECK(taken);
}

/* The arguments of a command, in the order of their bytes. */
enum argument { FACE, COLOR, TARGET, GUESS };

static const char *const argument_names[] = {
    [FACE] = "card", [COLOR] = "colour", [TARGET] = "seat", [GUESS] = "guess"};

static bool refuse_argument(struct hc_log_reader *reader, size_t at, const char *what,
                            enum argument argument)
{
    struct hc_text out = hc_log_problem(&reader->problem, at, reader->records, 0);

    hc_put(&out, what);
    hc_put(&out, argument_names[argument]);
    return false;
}

/* Whether a value names something of this game. Only an argument that stands behind a key may
 * name nothing and still be logged: where it has no effect, the game accepts it. */
static bool names_something(const struct hc_log_reader *reader, enum argument argument,
                            unsigned value)
{
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);

    switch (argument) {
    case GUESS:
    case FACE:
        return (value < deck->face_count && deck->faces[value].code) ||
               (argument == GUESS && value == HC_BAD);
    case COLOR:
        return value < hc_length(reader->game->grammar.colors) || value == HC_BAD;
    case TARGET:
        break;
    }
    return value < HC_SEATS_MAX || value == HC_BAD;
}

static bool take_argument(struct hc_log_reader *reader, enum argument argument, bool present,
                          bool behind_verb, bool behind_key, uint8_t *value)
{
    *value = HC_NONE;
    if (!present)
        return !behind_verb || refuse_argument(reader, reader->at, "the verb needs a ", argument);
    if (!behind_verb && !behind_key)
        return refuse_argument(reader, reader->at, "the verb takes no ", argument);
    return take_byte(reader, value) &&
           (names_something(reader, argument, *value) ||
            refuse_argument(reader, reader->at - 1, "there is no such ", argument));
}

static bool take_command(struct hc_log_reader *reader, unsigned tag, struct hc_command *command)
{
    const struct hc_grammar *grammar = &reader->game->grammar;
    size_t start = reader->at;
    unsigned takes;
    bool card, seat, color;
    uint8_t verb;

    if (!take_byte(reader, &verb))
        return false;
    command->verb = verb & HC_LOG_VERB_MASK;
    if (command->verb >= grammar->verb_count)
        return refuse_number(reader, start, "this game has no verb ", command->verb);
    takes = grammar->verbs[command->verb].takes;
    command->flag = (tag & HC_LOG_HAS_FLAG) != 0;
    if (command->flag && !(takes & HC_TAKES_FLAG))
        return refuse(reader, start, "the verb takes no flag");
    card = takes & HC_TAKES_CARD;
    seat = !card && takes & HC_TAKES_SEAT;
    color = !card && !seat && takes & HC_TAKES_COLOR;
    return take_argument(reader, FACE, tag & HC_LOG_HAS_FACE, card, false, &command->face) &&
           take_argument(reader, COLOR, verb & HC_LOG_HAS_COLOR, color, takes & HC_TAKES_COLOR_KEY,
                         &command->color) &&
           take_argument(reader, TARGET, verb & HC_LOG_HAS_TARGET, seat,
                         takes & HC_TAKES_TARGET_KEY, &command->target) &&
           take_argument(reader, GUESS, verb & HC_LOG_HAS_GUESS, false, takes & HC_TAKES_GUESS_KEY,
                         &command->guess);
}

static bool take_value(struct hc_log_reader *reader, unsigned code, int32_t *value)
{
    size_t start = reader->at;
    const uint8_t *bytes = take(reader, value_bytes(code));

    if (!bytes)
        return false;
    if (code == 0)
        *value = 0;
    else if (code == 1)
        *value = (int8_t)bytes[0];
    else if (code == 2)
        *value = (int16_t)(bytes[0] | bytes[1] << 8);
    else
        *value = (int32_t)hc_load32(bytes);
    if (value_code(*value) != code)
        return refuse(reader, start, "a value that is longer than it must be");
    return true;
}

static bool take_cards(struct hc_log_reader *reader, unsigned code, struct hc_event *event,
                       size_t room)
{
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);
    const uint8_t *cards;
    size_t start;

    event->count = (uint8_t)code;
    if (code == CARDS_COUNTED && !take_byte(reader, &event->count))
        return false;
    if (code == CARDS_COUNTED && event->count < CARDS_COUNTED)
        return refuse(reader, reader->at - 1, "cards are counted that need no counting");
    if (event->count > room)
        return refuse(reader, reader->at, "a command has more events than a command can have");
    start = reader->at;
    if (!(cards = take(reader, event->count)))
        return false;
    for (unsigned i = 0; i < event->count; i++) {
        if (cards[i] >= HC_CARDS_MAX || !hc_has(deck->cards, cards[i]))
            return refuse_number(reader, start + i, "the deck has no card ", cards[i]);
        event->cards[i] = cards[i];
    }
    return true;
}

static bool take_seat(struct hc_log_reader *reader, size_t at, unsigned number, uint8_t nobody,
                      uint8_t *seat)
{
    *seat = number == HC_LOG_NOBODY ? nobody : (uint8_t)number;
    return number == HC_LOG_NOBODY || number < HC_SEATS_MAX ||
           refuse_number(reader, at, "there is no seat ", number);
}

static bool take_event(struct hc_log_reader *reader, struct hc_events *events, bool *more)
{
    size_t start = reader->at;
    struct hc_event *event;
    uint8_t kind, shape;

    if (!take_byte(reader, &kind) || !take_byte(reader, &shape))
        return false;
    if (events->used + sizeof *event > HC_EVENT_BYTES)
        return refuse(reader, start, "a command has more events than a command can have");
    event = hc_event_begin(events, 0);
    event->kind = kind & HC_LOG_KIND_MASK;
    event->other = HC_NONE;
    *more = kind & HC_LOG_MORE;
    if (event->kind >= reader->game->event_count)
        return refuse_number(reader, start, "this game has no event ", event->kind);
    if (!take_seat(reader, start + 1, shape >> 4, HC_NONE, &event->seat))
        return false;
    if (kind & HC_LOG_HAS_OTHER && !take_byte(reader, &event->other))
        return false;
    if (kind & HC_LOG_HAS_OTHER && event->other >= HC_SEATS_MAX)
        return refuse_number(reader, reader->at - 1, "there is no seat ", event->other);
    if (!take_value(reader, shape >> VALUE_SHIFT & 3, &event->value) ||
        !take_cards(reader, shape & CARDS_MASK, event,
                    HC_EVENT_BYTES - events->used - sizeof *event))
        return false;
    hc_event_done(events, event);
    return true;
}

static bool take_record(struct hc_log_reader *reader, unsigned tag, struct hc_record *record)
{
    bool more = tag & HC_LOG_HAS_EVENTS;
    uint64_t delta;

    record->kind = HC_RECORD_COMMAND;
    if (!take_seat(reader, record->at, tag & 15, HC_HOUSE, &record->seat) ||
        !take_varint(reader, &delta) || !take_command(reader, tag, &record->command))
        return false;
    reader->time_ms += delta;
    record->time_ms = reader->time_ms;
    while (more)
        if (!take_event(reader, &record->events, &more))
            return false;
    return true;
}

static bool take_other(struct hc_log_reader *reader, unsigned tag, struct hc_record *record)
{
    size_t size = HC_SEED_BYTES;
    const uint8_t *bytes;

    switch (tag & 0xf0) {
    case HC_LOG_CONTRIBUTION:
        record->kind = HC_RECORD_CONTRIBUTION;
        break;
    case HC_LOG_REVEAL:
        record->kind = HC_RECORD_REVEAL;
        size = 2 * HC_SEED_BYTES;
        break;
    case HC_LOG_DIGEST:
        record->kind = HC_RECORD_DIGEST;
        break;
    default:
        return refuse_number(reader, record->at, "no record begins with ", tag);
    }
    if (record->kind == HC_RECORD_CONTRIBUTION ? (tag & 15) >= HC_SEATS_MAX
                                               : (tag & 15) != HC_LOG_NOBODY)
        return refuse_number(reader, record->at, "no record begins with ", tag);
    record->seat = (uint8_t)(record->kind == HC_RECORD_CONTRIBUTION ? tag & 15 : HC_NONE);
    if (!(bytes = take(reader, size)))
        return false;
    hc_copy(record->bytes, bytes, size);
    return true;
}

int hc_log_next(struct hc_log_reader *reader, struct hc_record *record)
{
    uint8_t tag;

    if (reader->problem.text[0])
        return -1;
    if (reader->at == reader->size)
        return 0;
    reader->records++;
    record->at = reader->at;
    record->time_ms = reader->time_ms;
    record->command = (struct hc_command){HC_NONE, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    record->events.used = record->events.count = 0;
    hc_zero(record->bytes, sizeof record->bytes);
    if (!take_byte(reader, &tag))
        return -1;
    return (tag & 0x80 ? take_other(reader, tag, record) : take_record(reader, tag, record)) ? 1
                                                                                             : -1;
}

bool hc_log_resume(struct hc_log *log, uint8_t *storage, size_t size, const uint8_t *bytes,
                   size_t count)
{
    struct hc_log_reader reader;
    struct hc_record record;
    int result;

    if (count > size || !hc_log_open(&reader, bytes, count))
        return false;
    hc_zero(log, sizeof *log);
    hc_log_link_header(log->chain, bytes, reader.at);
    log->sealed = reader.at;
    while ((result = hc_log_next(&reader, &record)) == 1)
        if (record.kind == HC_RECORD_DIGEST) {
            hc_copy(log->chain, record.bytes, HC_SEED_BYTES);
            log->sealed = reader.at;
        }
    if (result)
        return false;
    hc_copy(storage, bytes, count);
    log->bytes = storage;
    log->size = size;
    log->used = count;
    log->time_ms = reader.time_ms;
    return true;
}
