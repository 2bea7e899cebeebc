// SPDX-License-Identifier: MIT
/*
 * replay.c: folding a log into a table, and verifying that it was not altered after the deal.
 *
 * Replay believes outcomes and checks that they are possible: it needs no secret. Verification
 * decides every command once more with the revealed seed and compares each event, so it finds a
 * deck that was altered as well as an unlawful move. Both go through the records in their order and
 * both check the digests on the way, so what is named is the first thing that is wrong.
 */
#include "table/log.h"

/* A log on the way through: where the chain is, and what is not sealed yet. */
struct walk {
    struct hc_log_reader reader;
    struct hc_record record;
    uint8_t chain[HC_SEED_BYTES];
    size_t header;  /* its bytes */
    size_t sealed;  /* the chain covers everything before this byte */
    uint32_t loose; /* records behind it */
    bool revealed;
};

static struct hc_text accuse(const struct walk *walk, struct hc_problem *why)
{
    return hc_log_problem(why, walk->record.at, walk->reader.records, 0);
}

/* Accuses one event of the record. Its place follows from the sizes of the events behind it. */
static struct hc_text accuse_event(const struct walk *walk, const struct hc_event *event,
                                   uint32_t seq, struct hc_problem *why)
{
    size_t at = walk->reader.at;

    for (; event; event = hc_event_next(&walk->record.events, event))
        at -= hc_log_event_bytes(event);
    return hc_log_problem(why, at, walk->reader.records, seq);
}

static bool blame(const struct walk *walk, struct hc_problem *why, const char *what)
{
    struct hc_text out = accuse(walk, why);

    hc_put(&out, what);
    return false;
}

static bool walk_open(struct walk *walk, const uint8_t *bytes, size_t size, struct hc_problem *why)
{
    if (!hc_log_open(&walk->reader, bytes, size)) {
        *why = walk->reader.problem;
        return false;
    }
    hc_log_link_header(walk->chain, bytes, walk->reader.at);
    walk->header = walk->sealed = walk->reader.at;
    walk->loose = 0;
    walk->revealed = false;
    return true;
}

static bool check_digest(struct walk *walk, struct hc_problem *why)
{
    struct hc_text out;

    if (!walk->loose)
        return blame(walk, why, "this digest seals nothing");
    hc_log_link(walk->chain, walk->reader.bytes + walk->sealed, walk->record.at - walk->sealed);
    if (hc_same(walk->chain, walk->record.bytes, HC_SEED_BYTES)) {
        walk->sealed = walk->reader.at;
        walk->loose = 0;
        return true;
    }
    out = accuse(walk, why);
    hc_put(&out, "the digest does not fit: a byte from ");
    /* The first digest seals the header too. */
    hc_put_number(&out, walk->sealed == walk->header ? 0 : (int64_t)walk->sealed);
    hc_put(&out, " to ");
    hc_put_number(&out, (int64_t)walk->reader.at - 1);
    hc_put(&out, " was changed");
    return false;
}

/* 1: a record whose place in the log is right; 0: the end; -1: a problem. */
static int walk_next(struct walk *walk, struct hc_problem *why)
{
    int more = hc_log_next(&walk->reader, &walk->record);

    if (more < 0)
        *why = walk->reader.problem;
    if (more <= 0)
        return more;
    if (walk->record.kind == HC_RECORD_DIGEST)
        return check_digest(walk, why) ? 1 : -1;
    if (walk->revealed) {
        blame(walk, why, "the secret is out, so only a digest may follow");
        return -1;
    }
    walk->revealed = walk->record.kind == HC_RECORD_REVEAL;
    walk->loose++;
    return 1;
}

static bool check_sealed(const struct walk *walk, struct hc_problem *why)
{
    struct hc_text out;

    if (!walk->loose)
        return true;
    out = hc_log_problem(why, walk->sealed, walk->reader.records - walk->loose + 1, 0);
    hc_put(&out, "the log is cut short; records without a digest: ");
    hc_put_number(&out, walk->loose);
    return false;
}

/* Whether a walk that came to its end, or to a problem (`more` is negative), could read the log. */
static bool is_whole(const struct walk *walk, int more, struct hc_problem *why)
{
    return more < 0 ? !walk->reader.problem.text[0] : check_sealed(walk, why);
}

bool hc_log_whole(const uint8_t *bytes, size_t size, struct hc_problem *why)
{
    struct walk walk;
    int more;

    hc_zero(why, sizeof *why);
    if (!walk_open(&walk, bytes, size, why))
        return false;
    while ((more = walk_next(&walk, why)) > 0)
        continue;
    return is_whole(&walk, more, why);
}

/* ---- Replay --------------------------------------------------------------------------------- */

/* What the next event relies on. A forged event may leave any of it broken. */
static const char *unsafe(const struct hc_table *table)
{
    const struct hc_game *game = hc_game_of(table);
    unsigned turn = table->state[HC_STATE_TURN];

    if (table->box.broken)
        return "a card is not where this event takes it from";
    if (table->state[HC_STATE_PHASE] >= game->phase_count)
        return "there is no such phase";
    /* In the lobby the turn is seat 0 even while nobody sits there. */
    if (turn && turn >= table->seats && turn != HC_NONE)
        return "the turn would go to an empty chair";
    return NULL;
}

/* Folds the events of a command up to event number `last`. */
static bool fold(const struct walk *walk, struct hc_table *table, uint32_t last,
                 hc_each_event *each, void *context, struct hc_problem *why)
{
    const struct hc_record *record = &walk->record;
    const struct hc_event *event = hc_event_first(&record->events);
    const char *wrong;

    if (record->seat >= table->seats && record->seat != HC_HOUSE)
        return blame(walk, why, "nobody sits on that seat");
    for (; event && table->seq < last; event = hc_event_next(&record->events, event)) {
        uint32_t seq = table->seq + 1;

        wrong = "this cannot happen to these seats and cards";
        if (hc_event_plausible(table, event)) {
            hc_table_apply(table, event);
            wrong = unsafe(table);
        }
        if (wrong) {
            struct hc_text out = accuse_event(walk, event, seq, why);

            hc_put(&out, wrong);
            return false;
        }
        if (each)
            each(context, table, record, event);
    }
    wrong = event ? NULL : hc_table_check(table);
    return !wrong || blame(walk, why, wrong);
}

/* A contribution changes the deal only, which replay is told; it must still be in its place. */
static bool check_contribution(const struct walk *walk, struct hc_table *table,
                               struct hc_problem *why)
{
    enum hc_refusal refusal = hc_table_contribute(table, walk->record.seat, walk->record.bytes);

    return !refusal || blame(walk, why, hc_refusal_sentence(NULL, refusal, NULL));
}

static bool open_table(const struct walk *walk, const uint8_t *seed, struct hc_table *table,
                       struct hc_problem *why)
{
    const struct hc_log_reader *reader = &walk->reader;
    enum hc_refusal refusal =
        hc_table_open(table, reader->game, &reader->rules, reader->seats, seed);

    if (refusal) {
        struct hc_text out = hc_log_problem(why, 0, 0, 0);

        hc_put(&out, hc_refusal_sentence(NULL, refusal, NULL));
    }
    return !refusal;
}

bool hc_log_replay(const uint8_t *bytes, size_t size, uint32_t seq, struct hc_table *table,
                   hc_each_event *each, void *context, struct hc_problem *why)
{
    static const uint8_t no_seed[HC_SEED_BYTES];
    struct walk walk;
    int more = 0;

    hc_zero(why, sizeof *why);
    if (!walk_open(&walk, bytes, size, why) || !open_table(&walk, no_seed, table, why))
        return false;
    while (table->seq < seq && (more = walk_next(&walk, why)) > 0) {
        if (walk.record.kind == HC_RECORD_CONTRIBUTION && !check_contribution(&walk, table, why))
            return false;
        if (walk.record.kind == HC_RECORD_COMMAND && !fold(&walk, table, seq, each, context, why))
            return false;
    }
    if (more == 0 && table->seq < seq && seq != UINT32_MAX) {
        struct hc_text out = hc_log_problem(why, size, walk.reader.records, 0);

        hc_put(&out, "the log ends with event ");
        hc_put_number(&out, table->seq);
        return false;
    }
    return more >= 0;
}

/* ---- Verification --------------------------------------------------------------------------- */

/* What two events can differ in, in the order in which it is looked for. */
enum field { KIND, SEAT, OTHER, VALUE, COUNT, CARD, SAME };

static enum field difference(const struct hc_event *a, const struct hc_event *b, unsigned *card)
{
    if (a->kind != b->kind)
        return KIND;
    if (a->seat != b->seat)
        return SEAT;
    if (a->other != b->other)
        return OTHER;
    if (a->value != b->value)
        return VALUE;
    if (a->count != b->count)
        return COUNT;
    for (*card = 0; *card < a->count; ++*card)
        if (a->cards[*card] != b->cards[*card])
            return CARD;
    return SAME;
}

/* Whether an event of the log says what this one does as it was said before there was a card in it:
 * the face, and above it the target, packed into the value. */
static bool is_packed(const struct hc_log_reader *reader, const struct hc_event *said,
                      const struct hc_event *right)
{
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);

    return hc_event_has(&reader->game->events[right->kind], 'F') && said->kind == right->kind &&
           said->seat == right->seat && said->other == HC_NONE && !said->count &&
           said->value == (deck->face_of[right->cards[0]] | right->other << 8);
}

static void put_place(unsigned seat, struct hc_text *out)
{
    if (seat < HC_SEATS_MAX)
        hc_put_number(out, seat);
    else
        hc_put(out, "none");
}

/* One side of a difference: the event's name and what it says there. */
static void put_side(const struct hc_log_reader *reader, const struct hc_event *event,
                     enum field field, unsigned card, struct hc_text *out)
{
    const struct hc_deck *deck = hc_deck_of(reader->game, &reader->rules);

    hc_put(out, reader->game->events[event->kind].name);
    switch (field) {
    case KIND:
    case SAME:
        break;
    case SEAT:
        hc_put(out, " for seat ");
        put_place(event->seat, out);
        break;
    case OTHER:
        hc_put(out, " with seat ");
        put_place(event->other, out);
        break;
    case VALUE:
        hc_put(out, " with ");
        hc_put_number(out, event->value);
        break;
    case COUNT:
        hc_put(out, " with this many cards: ");
        hc_put_number(out, event->count);
        break;
    case CARD:
        hc_put(out, " with ");
        hc_put(out, hc_face_code(reader->game, &reader->rules, deck->face_of[event->cards[card]]));
        hc_put(out, " (number ");
        hc_put_number(out, event->cards[card]);
        hc_put(out, ") as card ");
        hc_put_number(out, card + 1);
        break;
    }
}

/* Holds the events of the log to those of the rules; `seq` is the number of the first. */
static bool compare(const struct walk *walk, const struct hc_events *rules, uint32_t seq,
                    struct hc_problem *why)
{
    const struct hc_events *log = &walk->record.events;
    const struct hc_event *said = hc_event_first(log), *right = hc_event_first(rules);
    enum field field = KIND;
    struct hc_text out;
    unsigned card = 0;

    while (said && right &&
           ((field = difference(said, right, &card)) == SAME ||
            is_packed(&walk->reader, said, right))) {
        said = hc_event_next(log, said);
        right = hc_event_next(rules, right);
        field = KIND;
        seq++;
    }
    if (!said && !right)
        return true;
    out = accuse_event(walk, said, seq, why);
    hc_put(&out, "the log says ");
    if (said)
        put_side(&walk->reader, said, field, card, &out);
    else
        hc_put(&out, "no more");
    hc_put(&out, ", the rules say ");
    if (right)
        put_side(&walk->reader, right, field, card, &out);
    else
        hc_put(&out, "no more");
    hc_put(&out, field == SEAT || field == OTHER ? " (the first seat is 0)" : "");
    return false;
}

/* Decides the command of the record again on a table with the true key. */
static bool judge(const struct walk *walk, struct hc_table *table, struct hc_problem *why)
{
    const struct hc_record *record = &walk->record;
    uint32_t seq = table->seq + 1;
    struct hc_events events;
    enum hc_refusal refusal =
        hc_submit(table, record->seat, &record->command, record->time_ms, &events);
    char command[HC_COMMAND_CHARS];
    struct hc_text out;

    if (!refusal)
        return compare(walk, &events, seq, why);
    hc_command_print(walk->reader.game, &walk->reader.rules, &record->command, command,
                     sizeof command);
    out = accuse(walk, why);
    hc_put(&out, "the rules refuse \"");
    hc_put(&out, command);
    hc_put(&out, "\": ");
    hc_put(&out, hc_refusal_sentence(NULL, refusal, NULL));
    return false;
}

/* Looks ahead for the secret, as far as the log can be read. */
static bool find_secret(const struct walk *walk, uint8_t secret[2 * HC_SEED_BYTES])
{
    struct hc_log_reader reader = walk->reader;
    struct hc_record record;

    while (hc_log_next(&reader, &record) > 0)
        if (record.kind == HC_RECORD_REVEAL) {
            hc_copy(secret, record.bytes, sizeof record.bytes);
            return true;
        }
    return false;
}

/* Whether the secret is the one that was committed to before the match. */
static bool is_committed(const struct walk *walk, const uint8_t secret[2 * HC_SEED_BYTES])
{
    uint8_t commitment[HC_SEED_BYTES];

    hc_commitment(secret, secret + HC_SEED_BYTES, commitment);
    return hc_same(commitment, walk->reader.commitment, HC_SEED_BYTES);
}

/* `known`: the table has the true key, so that every command can be decided again. */
static bool check_record(const struct walk *walk, struct hc_table *table, bool known,
                         struct hc_problem *why)
{
    switch (walk->record.kind) {
    case HC_RECORD_COMMAND:
        return known ? judge(walk, table, why) : fold(walk, table, UINT32_MAX, NULL, NULL, why);
    case HC_RECORD_CONTRIBUTION:
        return check_contribution(walk, table, why);
    case HC_RECORD_REVEAL:
        return is_committed(walk, walk->record.bytes) ||
               blame(walk, why, "seed and salt do not give the commitment in the header");
    case HC_RECORD_DIGEST:
        break;
    }
    return true;
}

enum hc_verdict hc_log_verify(const uint8_t *bytes, size_t size, struct hc_problem *why)
{
    uint8_t secret[2 * HC_SEED_BYTES] = {0};
    struct hc_table table;
    struct walk walk;
    bool known;
    int more;

    hc_zero(why, sizeof *why);
    if (!walk_open(&walk, bytes, size, why))
        return HC_UNREADABLE;
    known = find_secret(&walk, secret) && is_committed(&walk, secret);
    if (!open_table(&walk, secret, &table, why))
        return HC_DISHONEST;
    while ((more = walk_next(&walk, why)) > 0)
        if (!check_record(&walk, &table, known, why))
            return HC_DISHONEST;
    if (!is_whole(&walk, more, why))
        return HC_UNREADABLE;
    if (more < 0)
        return HC_DISHONEST;
    return walk.revealed ? HC_HONEST : HC_UNREVEALED;
}
