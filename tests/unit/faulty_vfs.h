// SPDX-License-Identifier: MIT
/*
 * faulty_vfs.h: a disk that fails on purpose, and loses power.
 *
 * A layer over SQLite's own way to files. It counts what is done through each seam and lets the
 * n-th time fail, once or from then on. Nothing is really synced: it remembers what every write
 * since the last sync has replaced, so that a power failure can take those writes back. Include it
 * after cmocka.h.
 */
#ifndef HC_TESTS_FAULTY_VFS_H
#define HC_TESTS_FAULTY_VFS_H

#include <errno.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long a fault lasts: it passes at once, or stays until the power fails. */
enum { PASSES = 1, STAYS = 2, BOTH = PASSES | STAYS };

/* Each seam: its name, what SQLite is told, the errno that comes with it, and how long it lasts. A
 * full disk is a write that says so; a torn write gets half of its bytes onto the disk. */
#define SEAMS(X)                                                                                   \
    X(OPEN, SQLITE_CANTOPEN, EMFILE, BOTH)                                                         \
    X(READ, SQLITE_IOERR_READ, EIO, BOTH)                                                          \
    X(WRITE, SQLITE_IOERR_WRITE, EIO, BOTH)                                                        \
    X(TORN_WRITE, SQLITE_IOERR_WRITE, EIO, STAYS)                                                  \
    X(FULL, SQLITE_FULL, ENOSPC, PASSES)                                                           \
    X(SYNC, SQLITE_IOERR_FSYNC, EIO, BOTH)                                                         \
    X(TRUNCATE, SQLITE_IOERR_TRUNCATE, EIO, BOTH)                                                  \
    X(SIZE, SQLITE_IOERR_FSTAT, EIO, BOTH)                                                         \
    X(LOCK, SQLITE_IOERR_LOCK, EIO, BOTH)                                                          \
    X(SHARED_MEMORY, SQLITE_IOERR_SHMMAP, EIO, BOTH)                                               \
    X(SHARED_LOCK, SQLITE_IOERR_SHMLOCK, EIO, BOTH)                                                \
    X(DELETE, SQLITE_IOERR_DELETE, EIO, BOTH)                                                      \
    X(ACCESS, SQLITE_IOERR_ACCESS, EIO, BOTH)

enum seam {
#define X(name, code, reason, lasts) SEAM_##name,
    SEAMS(X)
#undef X
        SEAM_COUNT
};

static const struct {
    const char *name;
    int code, reason;
    unsigned lasts;
} seams[SEAM_COUNT] = {
#define X(name, code, reason, lasts) {#name, code, reason, lasts},
    SEAMS(X)
#undef X
};

/* What a write or a truncation has replaced. */
struct undo {
    struct undo *next; /* the one before it */
    sqlite3_int64 offset, file_size;
    int size;
    uint8_t bytes[];
};

/* A file that has unsynced writes, open or closed. */
struct unsynced {
    struct unsynced *next;
    char path[256];
    struct undo *last;
};

static struct {
    sqlite3_vfs vfs, *real;
    struct unsynced *files;
    enum seam seam;
    uint64_t countdown; /* to the fault; 0: none is to come */
    bool stays;         /* it stays, once it has come */
    bool dead;          /* without power: nothing is done any more */
    uint64_t faults;    /* that came */
    const void *zeros;  /* what a file was just made longer with */
} faulty;

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real; /* right behind this */
    struct unsynced *unsynced;
    sqlite3_int64 fill; /* how long it is to be made with zeros, before anything else; or 0 */
};

/* ---- Faults --------------------------------------------------------------------------------- */

static inline bool faulty_is_due(enum seam seam)
{
    if (seam != faulty.seam || !faulty.countdown)
        return false;
    if (faulty.countdown > 1) {
        faulty.countdown--;
        return false;
    }
    if (!faulty.stays)
        faulty.countdown = 0;
    faulty.faults++;
    errno = seams[seam].reason;
    return true;
}

/* SQLITE_OK, or what the seam says when it fails. */
static inline int faulty_try(enum seam seam)
{
    if (faulty.dead)
        return SQLITE_IOERR;
    return faulty_is_due(seam) ? seams[seam].code : SQLITE_OK;
}

/* The n-th time that this seam is used from now on fails. */
static inline void faulty_arm(enum seam seam, uint64_t nth, bool stays)
{
    faulty.seam = seam;
    faulty.countdown = nth;
    faulty.stays = stays;
    faulty.faults = 0;
}

static inline void faulty_disarm(void)
{
    faulty.countdown = 0;
}

/* ---- What was not synced -------------------------------------------------------------------- */

static inline struct unsynced *unsynced_of(const char *path)
{
    struct unsynced *file = faulty.files;

    while (file && strcmp(file->path, path) != 0)
        file = file->next;
    if (file)
        return file;
    file = calloc(1, sizeof *file);
    assert_non_null(file);
    assert_true(strlen(path) < sizeof file->path);
    snprintf(file->path, sizeof file->path, "%s", path);
    file->next = faulty.files;
    return faulty.files = file;
}

static inline void unsynced_forget(struct unsynced *file)
{
    while (file->last) {
        struct undo *undo = file->last;

        file->last = undo->next;
        free(undo);
    }
}

/* Remembers what is in the file from `offset` on, before it changes. */
static inline void remember(struct faulty_file *file, sqlite3_int64 offset, sqlite3_int64 size)
{
    const struct sqlite3_io_methods *real = file->real->pMethods;
    sqlite3_int64 file_size;
    struct undo *undo;

    assert_int_equal(real->xFileSize(file->real, &file_size), SQLITE_OK);
    if (size > file_size - offset)
        size = file_size > offset ? file_size - offset : 0;
    undo = malloc(sizeof *undo + (size_t)size);
    assert_non_null(undo);
    *undo = (struct undo){file->unsynced->last, offset, file_size, (int)size};
    if (size)
        assert_int_equal(real->xRead(file->real, undo->bytes, (int)size, offset), SQLITE_OK);
    file->unsynced->last = undo;
}

/* The power fails. Whoever has files open may only close them. */
static inline void faulty_power_off(void)
{
    faulty.dead = true;
}

/* It comes back, and no file has what was not synced. All files are closed. */
static inline void faulty_power_on(void)
{
    faulty.dead = false;
    for (struct unsynced *file = faulty.files; file; file = file->next) {
        FILE *disk = file->last ? fopen(file->path, "r+b") : NULL;

        for (struct undo *undo = file->last; disk && undo; undo = undo->next) {
            assert_int_equal(fseek(disk, undo->offset, SEEK_SET), 0);
            assert_int_equal(fwrite(undo->bytes, 1, (size_t)undo->size, disk), undo->size);
            assert_int_equal(fflush(disk), 0);
            assert_int_equal(ftruncate(fileno(disk), undo->file_size), 0);
        }
        if (disk)
            fclose(disk);
        unsynced_forget(file);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

static inline struct faulty_file *faulty_of(sqlite3_file *file)
{
    return (struct faulty_file *)file;
}

static inline bool is_zero(const uint8_t *bytes, int size)
{
    return bytes == faulty.zeros || (!bytes[0] && !memcmp(bytes, bytes + 1, (size_t)size - 1));
}

/* Zeros at the end, one large piece after the other, count as one write: a log is given its size
 * so. They become a hole when they are over, which is fast. */
static bool goes_on_filling(struct faulty_file *file, const void *bytes, int size,
                            sqlite3_int64 offset)
{
    if (!file->fill || offset != file->fill || !is_zero(bytes, size))
        return false;
    file->fill = offset + size;
    return true;
}

static bool begins_filling(struct faulty_file *file, const void *bytes, int size,
                           sqlite3_int64 offset)
{
    sqlite3_int64 file_size;

    if (size <= 4096 || !is_zero(bytes, size) ||
        file->real->pMethods->xFileSize(file->real, &file_size) || offset < file_size)
        return false;
    file->fill = offset + size;
    faulty.zeros = bytes;
    return true;
}

/* The file beneath, as long as it is to be. */
static sqlite3_file *real_of(sqlite3_file *handle)
{
    struct faulty_file *file = faulty_of(handle);

    if (file->fill && file->real->pMethods->xTruncate(file->real, file->fill))
        fail_msg("the real disk fails");
    file->fill = 0;
    return file->real;
}

static int faulty_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(faulty_of(file)->real);
}

static int faulty_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    int code = faulty_try(SEAM_READ);

    return code ? code : real_of(file)->pMethods->xRead(faulty_of(file)->real, bytes, size, offset);
}

static int faulty_write(sqlite3_file *handle, const void *bytes, int size, sqlite3_int64 offset)
{
    struct faulty_file *file = faulty_of(handle);
    sqlite3_file *real;
    int code;

    if (goes_on_filling(file, bytes, size, offset))
        return SQLITE_OK;
    real = real_of(handle);
    if ((code = faulty_try(SEAM_WRITE)) || (code = faulty_try(SEAM_FULL)))
        return code;
    remember(file, offset, size);
    if (begins_filling(file, bytes, size, offset))
        return SQLITE_OK;
    if ((code = faulty_try(SEAM_TORN_WRITE)))
        size /= 2;
    if (size && real->pMethods->xWrite(real, bytes, size, offset))
        fail_msg("the real disk fails");
    return code;
}

static int faulty_truncate(sqlite3_file *handle, sqlite3_int64 size)
{
    struct faulty_file *file = faulty_of(handle);
    int code = faulty_try(SEAM_TRUNCATE);

    if (code)
        return code;
    real_of(handle);
    remember(file, size, INT32_MAX);
    return file->real->pMethods->xTruncate(file->real, size);
}

static int faulty_sync(sqlite3_file *file, int flags)
{
    int code = faulty_try(SEAM_SYNC);

    (void)flags;
    if (!code)
        unsynced_forget(faulty_of(file)->unsynced);
    return code;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size)
{
    int code = faulty_try(SEAM_SIZE);

    return code ? code : real_of(file)->pMethods->xFileSize(faulty_of(file)->real, size);
}

static int faulty_lock(sqlite3_file *file, int level)
{
    int code = faulty_try(SEAM_LOCK);

    return code ? code : faulty_of(file)->real->pMethods->xLock(faulty_of(file)->real, level);
}

static int faulty_unlock(sqlite3_file *file, int level)
{
    return faulty_of(file)->real->pMethods->xUnlock(faulty_of(file)->real, level);
}

static int faulty_is_reserved(sqlite3_file *file, int *result)
{
    return faulty_of(file)->real->pMethods->xCheckReservedLock(faulty_of(file)->real, result);
}

static int faulty_control(sqlite3_file *file, int what, void *argument)
{
    return faulty_of(file)->real->pMethods->xFileControl(faulty_of(file)->real, what, argument);
}

static int faulty_sector(sqlite3_file *file)
{
    return faulty_of(file)->real->pMethods->xSectorSize(faulty_of(file)->real);
}

static int faulty_device(sqlite3_file *file)
{
    return faulty_of(file)->real->pMethods->xDeviceCharacteristics(faulty_of(file)->real);
}

static int faulty_shm_map(sqlite3_file *file, int page, int size, int extend,
                          void volatile **memory)
{
    int code = faulty_try(SEAM_SHARED_MEMORY);

    return code ? code
                : faulty_of(file)->real->pMethods->xShmMap(faulty_of(file)->real, page, size,
                                                           extend, memory);
}

/* Letting go of a lock does not fail. */
static int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    int code = flags & SQLITE_SHM_LOCK ? faulty_try(SEAM_SHARED_LOCK) : SQLITE_OK;

    return code ? code
                : faulty_of(file)->real->pMethods->xShmLock(faulty_of(file)->real, offset, count,
                                                            flags);
}

static void faulty_shm_barrier(sqlite3_file *file)
{
    faulty_of(file)->real->pMethods->xShmBarrier(faulty_of(file)->real);
}

static int faulty_shm_unmap(sqlite3_file *file, int remove)
{
    return faulty_of(file)->real->pMethods->xShmUnmap(faulty_of(file)->real, remove);
}

static const struct sqlite3_io_methods faulty_methods = {
    .iVersion = 2, /* with shared memory, without mapped files */
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_is_reserved,
    .xFileControl = faulty_control,
    .xSectorSize = faulty_sector,
    .xDeviceCharacteristics = faulty_device,
    .xShmMap = faulty_shm_map,
    .xShmLock = faulty_shm_lock,
    .xShmBarrier = faulty_shm_barrier,
    .xShmUnmap = faulty_shm_unmap,
};

/* ---- The folder ----------------------------------------------------------------------------- */

static int faulty_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *handle, int flags,
                       int *out)
{
    struct faulty_file *file = faulty_of(handle);
    int code = faulty_try(SEAM_OPEN);

    (void)vfs;
    memset(file, 0, sizeof *file);
    file->real = (sqlite3_file *)(file + 1);
    if (code || (code = faulty.real->xOpen(faulty.real, path, file->real, flags, out)))
        return code;
    file->base.pMethods = &faulty_methods;
    file->unsynced = unsynced_of(path ? path : "");
    return SQLITE_OK;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    int code = faulty_try(SEAM_DELETE);

    (void)vfs;
    (void)sync;
    if (code)
        return code;
    unsynced_forget(unsynced_of(path));
    return faulty.real->xDelete(faulty.real, path, 0);
}

static int faulty_access(sqlite3_vfs *vfs, const char *path, int flags, int *result)
{
    int code = faulty_try(SEAM_ACCESS);

    (void)vfs;
    return code ? code : faulty.real->xAccess(faulty.real, path, flags, result);
}

/* From now on every database is on the faulty disk. */
static inline void faulty_begin(void)
{
    faulty.real = sqlite3_vfs_find(NULL);
    assert_non_null(faulty.real);
    faulty.vfs = *faulty.real;
    faulty.vfs.zName = "faulty";
    faulty.vfs.szOsFile = (int)sizeof(struct faulty_file) + faulty.real->szOsFile;
    faulty.vfs.xOpen = faulty_open;
    faulty.vfs.xDelete = faulty_delete;
    faulty.vfs.xAccess = faulty_access;
    assert_int_equal(sqlite3_vfs_register(&faulty.vfs, 1), SQLITE_OK);
}

static inline void faulty_end(void)
{
    assert_int_equal(sqlite3_vfs_unregister(&faulty.vfs), SQLITE_OK);
    while (faulty.files) {
        struct unsynced *file = faulty.files;

        faulty.files = file->next;
        unsynced_forget(file);
        free(file);
    }
}

#endif
