// SPDX-License-Identifier: MIT
/* journal.c: reading, appending, and undoing. Start with journal_append; compact.c has the rest. */
#include "store/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "store/aside.h"
#include "store/scan.h"

enum {
    ROW_WEIGHT = 24,         /* what a row takes beside its bytes */
    WEIGHT_MIN = 1 << 20,    /* less is not worth compacting */
    FIRST_LOG_BYTES = 1 << 9 /* while loading; then twice as much each time */
};

/* What a room weighs once it is compacted. */
static uint64_t weight_of(const struct room *room)
{
    return (room->row ? ROW_WEIGHT + room->size : 0) +
           (room->log_last ? ROW_WEIGHT + room->log_size : 0) + room->note_size;
}

/* The first row that counts. A journal that does not say is read from its beginning: what was
 * being left behind is made good by what was written anew. */
static bool find_start(struct journal *journal)
{
    return database_meta(journal->database, "journal_start", &journal->start) >= 0 ||
           journal->database->is_corrupt;
}

bool journal_open(struct journal *journal, struct database *database)
{
    sqlite3_stmt *asked;
    int64_t last = 0;
    int found;

    memset(journal, 0, sizeof *journal);
    journal->database = database;
    journal->weight_min = WEIGHT_MIN;
    if (!find_start(journal))
        return false;
    asked = database_ask(database, SQL_JOURNAL_ENDS, "");
    found = asked ? database_next(database, asked) : -1;
    if (found == 1) {
        journal->deleted = sqlite3_column_int64(asked, 0);
        last = sqlite3_column_int64(asked, 1);
        database_enough(asked);
    }
    /* Old rows are left if the last compaction was cut short. */
    if (last && journal->deleted < journal->start) {
        journal->compaction = COMPACTION_DELETE;
        journal->boundary = journal->start;
    }
    journal->next = last < journal->start ? journal->start : last + 1;
    return found == 1 || database->is_corrupt;
}

void journal_release(struct journal *journal)
{
    rooms_release(&journal->rooms);
    names_release(&journal->names);
    free(journal->undo);
    free(journal->todo);
    memset(journal, 0, sizeof *journal);
}

/* ---- Transactions --------------------------------------------------------------------------- */

bool journal_begin(struct journal *journal)
{
    if (!database_begin(journal->database))
        return false;
    journal->transaction++;
    journal->undo_count = 0;
    journal->next_undo = journal->next;
    journal->weight_undo = journal->weight;
    journal->live_undo = journal->live;
    return true;
}

void journal_rollback(struct journal *journal)
{
    database_rollback(journal->database);
    for (size_t i = 0; i < journal->undo_count; i++) {
        const struct room *undo = &journal->undo[i];

        if (room_is_blank(undo))
            rooms_remove(&journal->rooms, undo->number);
        else
            *rooms_find(&journal->rooms, undo->number) = *undo;
    }
    journal->undo_count = 0;
    journal->next = journal->next_undo;
    journal->weight = journal->weight_undo;
    journal->live = journal->live_undo;
}

bool journal_commit(struct journal *journal)
{
    if (!database_commit(journal->database)) {
        journal_rollback(journal);
        return false;
    }
    for (size_t i = 0; i < journal->undo_count; i++) {
        uint64_t number = journal->undo[i].number;

        if (room_is_blank(rooms_find(&journal->rooms, number)))
            rooms_remove(&journal->rooms, number);
    }
    journal->undo_count = 0;
    journal->resting = false;
    return true;
}

struct room *journal_touch(struct journal *journal, uint64_t number)
{
    struct room *room;

    if (journal->undo_count == journal->undo_room) {
        size_t wanted = journal->undo_room ? 2 * journal->undo_room : 64;
        struct room *undo = realloc(journal->undo, wanted * sizeof *undo);

        if (!undo) {
            database_complain(journal->database, "cannot be used: there is not enough memory");
            return NULL;
        }
        journal->undo = undo;
        journal->undo_room = wanted;
    }
    if (!(room = rooms_get(&journal->rooms, number))) {
        database_complain(journal->database, "cannot be used: there is not enough memory");
        return NULL;
    }
    if (room->touched != journal->transaction) {
        journal->undo[journal->undo_count++] = *room;
        room->touched = journal->transaction;
    }
    return room;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* What a row does to its room, whether it is written or read. */
static void fold(struct room *room, enum row_kind kind, int64_t row, size_t size, size_t note_size)
{
    room->note_size = (uint32_t)note_size;
    switch (kind) {
    case ROW_ROOM:
        room->row = row;
        room->size = (uint32_t)size;
        break;
    case ROW_LOG:
        room->log_first = room->log_first ? room->log_first : row;
        room->log_last = row;
        room->log_size += size;
        break;
    case ROW_WHOLE:
        room->log_first = room->log_last = row;
        room->log_size = size;
        break;
    case ROW_GONE:
        room->row = 0;
        room->size = 0;
        room->log_damage = room->bytes_damage = 0;
        /* fall through */
    case ROW_RESULT:
        room->log_first = room->log_last = 0;
        room->log_size = 0;
        break;
    }
}

static void weigh(struct journal *journal, struct room *room, enum row_kind kind, int64_t row,
                  size_t size, size_t note_size)
{
    journal->live -= weight_of(room);
    fold(room, kind, row, size, note_size);
    journal->live += weight_of(room);
    journal->weight += ROW_WEIGHT + size + note_size;
}

bool journal_put(struct journal *journal, struct room *room, const struct row *row)
{
    int64_t previous = row->kind == ROW_LOG ? room->log_last : 0;
    uint64_t at = row->kind == ROW_WHOLE ? 0 : room->log_size;

    if (!database_do(journal->database, SQL_JOURNAL_ADD, "iiiiibb", journal->next,
                     (int64_t)room->number, (int64_t)row->kind, (int64_t)at, previous,
                     row->size ? row->bytes : "", row->size, row->note_size ? row->note : "",
                     row->note_size))
        return false;
    weigh(journal, room, row->kind, journal->next++, row->size, row->note_size);
    if (row->kind == ROW_ROOM)
        names_add(&journal->names, row->bytes, row->size);
    return true;
}

bool journal_append(struct journal *journal, struct room *room, const struct row *row)
{
    return journal_renew(journal, room) && journal_put(journal, room, row);
}

static bool damaged(struct journal *journal, int64_t row)
{
    return database_complain(
        journal->database, "is damaged: row %lld of the journal does not fit; go back to a backup",
        (long long)row);
}

uint8_t *journal_log(struct journal *journal, const struct room *room)
{
    uint8_t *bytes = malloc(room->log_size + 1);
    uint64_t left = room->log_size;
    int64_t row = room->log_last;
    bool ok =
        bytes || database_complain(journal->database, "cannot be used: there is not enough memory");

    while (ok && row) {
        sqlite3_stmt *asked = database_ask(journal->database, SQL_JOURNAL_ROW, "i", row);
        int found = asked ? database_next(journal->database, asked) : -1;
        uint64_t size;

        if (found != 1) {
            ok = found == 0 && damaged(journal, row);
            break;
        }
        size = (uint64_t)sqlite3_column_bytes(asked, 3);
        /* Rows lead back in time only, so this ends. */
        ok = (size <= left && (uint64_t)sqlite3_column_int64(asked, 1) == left - size &&
              sqlite3_column_int64(asked, 2) < row) ||
             damaged(journal, row);
        if (ok && size)
            memcpy(bytes + left - size, sqlite3_column_blob(asked, 3), size);
        left -= ok ? size : 0;
        row = sqlite3_column_int64(asked, 2);
        database_enough(asked);
    }
    if (ok && left)
        ok = damaged(journal, room->log_first);
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}

/* ---- Loading -------------------------------------------------------------------------------- */

/* Adds to a copy of the log, or replaces it if `at` is 0. */
static bool keep_log(struct room *room, uint64_t at, const void *bytes, size_t size)
{
    size_t wanted = room->log_room ? room->log_room : FIRST_LOG_BYTES;

    while (wanted < at + size)
        wanted *= 2;
    if (wanted != room->log_room) {
        uint8_t *log = realloc(room->log, wanted);

        if (!log)
            return false;
        room->log = log;
        room->log_room = wanted;
    }
    memcpy(room->log + at, bytes, size);
    return true;
}

static bool keep_bytes(uint8_t **kept, const void *bytes, size_t size)
{
    uint8_t *copy = realloc(*kept, size);

    if (!copy)
        return false;
    *kept = copy;
    memcpy(copy, bytes, size);
    return true;
}

struct read_row {
    int64_t id, previous;
    uint64_t room, at;
    int kind;
    struct row part;
    bool is_sound; /* as it was written */
};

static void read_row(struct read_row *row, sqlite3_stmt *asked)
{
    *row = (struct read_row){.id = sqlite3_column_int64(asked, 0),
                             .room = (uint64_t)sqlite3_column_int64(asked, 1),
                             .kind = sqlite3_column_int(asked, 2),
                             .at = (uint64_t)sqlite3_column_int64(asked, 3),
                             .previous = sqlite3_column_int64(asked, 4),
                             .part.bytes = sqlite3_column_blob(asked, 5),
                             .part.note = sqlite3_column_blob(asked, 6),
                             .part.size = (size_t)sqlite3_column_bytes(asked, 5),
                             .part.note_size = (size_t)sqlite3_column_bytes(asked, 6),
                             .is_sound = sqlite3_column_int(asked, 7)};
    row->part.kind = (enum row_kind)row->kind;
}

/* Whether it can be a row at all. */
static bool has_sense(const struct read_row *row)
{
    size_t size = row->part.size, note_size = row->part.note_size;

    switch (row->kind) {
    case ROW_ROOM:
        return size > 0 && size <= STORE_ROOM_BYTES_MAX && note_size <= STORE_NOTE_BYTES_MAX;
    case ROW_LOG:
        return size > 0 && row->at <= STORE_LOG_BYTES_MAX &&
               size <= STORE_LOG_BYTES_MAX - row->at && note_size <= STORE_NOTE_BYTES_MAX;
    case ROW_WHOLE:
        return !row->at && size > 0 && size <= STORE_LOG_BYTES_MAX &&
               note_size <= STORE_NOTE_BYTES_MAX;
    case ROW_RESULT:
    case ROW_GONE:
        return !note_size;
    default:
        return false;
    }
}

/* Whether it follows what is known of its room. */
static bool follows(const struct room *room, const struct read_row *row)
{
    if (row->kind == ROW_WHOLE)
        return true;
    return row->at == room->log_size && (row->kind != ROW_LOG || row->previous == room->log_last);
}

/*
 * Says what a row tells about damage to its room, and whether the row counts. A damaged row may
 * belong to another room than it says; one that does not follow shows that one before it is
 * missing. What is written whole later makes good what came before.
 */
static bool judge(struct journal *journal, struct room *room, const struct read_row *row)
{
    bool is_next = follows(room, row);

    if (!journal->bad_row && (!is_next || !row->is_sound || !has_sense(row)))
        journal->bad_row = row->id;
    if (!row->is_sound || !has_sense(row)) {
        room->log_damage = room->bytes_damage = row->id;
        return has_sense(row) && is_next;
    }
    switch (row->part.kind) {
    case ROW_ROOM:
        room->bytes_damage = 0;
        if (!is_next && !room->log_damage)
            room->log_damage = row->id;
        return true;
    case ROW_LOG:
        if (!is_next && !room->log_damage)
            room->log_damage = row->id;
        return is_next;
    case ROW_GONE:
        room->bytes_damage = 0;
        /* fall through */
    case ROW_WHOLE:
    case ROW_RESULT:
        room->log_damage = 0;
        return true;
    }
    return false;
}

static bool load_row(struct journal *journal, sqlite3_stmt *asked)
{
    struct read_row row;
    struct room *room;
    bool kept, counts;

    read_row(&row, asked);
    room = rooms_get(&journal->rooms, row.room);
    kept = room;
    counts = room && judge(journal, room, &row);
    if (row.kind == ROW_ROOM)
        names_add(&journal->names, row.part.bytes, row.part.size);
    if (counts && row.kind == ROW_ROOM)
        kept = keep_bytes(&room->bytes, row.part.bytes, row.part.size);
    else if (counts && (row.kind == ROW_LOG || row.kind == ROW_WHOLE))
        kept = keep_log(room, row.at, row.part.bytes, row.part.size);
    if (kept && counts && row.part.note_size)
        kept = keep_bytes(&room->note, row.part.note, row.part.note_size);
    if (!kept)
        return database_complain(journal->database, "needs more memory than there is");
    if (counts)
        weigh(journal, room, row.part.kind, row.id, row.part.size, row.part.note_size);
    if (room_is_blank(room))
        rooms_remove(&journal->rooms, row.room);
    return true;
}

/* The log of the room's last finished match, if there is one; the caller frees it. */
static bool find_finished(struct journal *journal, struct store_room *given, uint8_t **log)
{
    struct database *database = journal->database;
    sqlite3_stmt *asked = database_ask(database, SQL_MATCH_LAST, "i", (int64_t)given->room);
    int found = asked ? database_next(database, asked) : -1;

    /* Without its log a finished match cannot be shown, and its room is set aside by its owner. */
    if (found != 1)
        return !found || database->is_corrupt;
    given->finished_number = (uint32_t)sqlite3_column_int64(asked, 0);
    given->finished_size = (size_t)sqlite3_column_bytes(asked, 1);
    given->finished = *log = malloc(given->finished_size + 1);
    if (*log && given->finished_size)
        memcpy(*log, sqlite3_column_blob(asked, 1), given->finished_size);
    database_enough(asked);
    return *log || database_complain(database, "needs more memory than there is");
}

/* Hands a room over. It may be set aside meanwhile, so nothing of it is used afterwards. */
static bool give(struct journal *journal, struct room *room, store_each *each, void *context)
{
    uint8_t *bytes = room->bytes, *log = room->log, *note = room->note, *finished = NULL;
    int64_t damage = room->log_damage ? room->log_damage : room->bytes_damage;
    char text[96];
    struct store_room given = {.room = room->number,
                               .bytes = bytes,
                               .log = log,
                               .note = note,
                               .size = room->size,
                               .log_size = (size_t)room->log_size,
                               .note_size = room->note_size};
    bool ok = true;

    if (damage) {
        snprintf(text, sizeof text,
                 "row %lld of the journal does not fit, or is not as it was written",
                 (long long)damage);
        given.damage = text;
        journal->damaged++;
    }
    room->bytes = room->log = room->note = NULL;
    room->log_room = 0;
    if (each && !given.log_size)
        ok = find_finished(journal, &given, &finished);
    if (each && ok) {
        journal->given = &given;
        each(context, &given);
        journal->given = NULL;
    }
    free(bytes);
    free(log);
    free(note);
    free(finished);
    return ok;
}

/* By number: the places of rooms change when one of them goes. */
static bool give_all(struct journal *journal, store_each *each, void *context)
{
    size_t count = 0;
    uint64_t *numbers = rooms_numbers(&journal->rooms, &count);
    bool ok = numbers || database_complain(journal->database, "needs more memory than there is");

    for (size_t i = 0; ok && i < count; i++)
        ok = give(journal, rooms_find(&journal->rooms, numbers[i]), each, context);
    free(numbers);
    return ok;
}

bool journal_load(struct journal *journal, store_each *each, void *context)
{
    struct scan scan = {
        .database = journal->database, .statement = SQL_JOURNAL_ALL, .next = journal->start};
    sqlite3_stmt *row;
    int found;

    while ((found = scan_next(&scan, &row)) == 1)
        if (!load_row(journal, row)) {
            database_enough(row);
            return false;
        }
    journal->gaps = scan.gaps;
    journal->gap = scan.gap;
    if (journal->bad_row)
        journal_clear(journal);
    return !found && give_all(journal, each, context);
}

bool journal_set_aside(struct journal *journal, uint64_t number, const char *reason)
{
    struct room *room;

    HC_CHECK(journal->given && journal->given->room == number);
    if (!journal_begin(journal))
        return false;
    room = journal_touch(journal, number);
    if (!room || !aside_add(journal->database, journal->given, reason) ||
        !journal_append(journal, room, &(struct row){.kind = ROW_GONE})) {
        journal_rollback(journal);
        return false;
    }
    if (!journal_commit(journal))
        return false;
    journal->damaged -= journal->given->damage != NULL;
    return true;
}
