// SPDX-License-Identifier: MIT
/*
 * unfinished.c: writing, finding and continuing unfinished matches. keep() writes, and
 * unfinished_continue() reads; the form of the file is told in unfinished.h.
 */
#include "doors/terminal/unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "doors/terminal/setup_text.h"
#include "store/file.h"

enum {
    ID_DIGITS = 8,
    HEAD_CHARS = 8192,      /* the text before the log */
    SECRET_BYTES = 256,     /* more than the records that reveal and seal a log */
    LOOSE_BYTES_MAX = 8192, /* of the log; hashing so much takes well below a millisecond */
    FILES_MAX = 10000,      /* looked at in the folder */
};

static const char first_line[] = "holecard unfinished 1\n", ending[] = ".match";

__attribute__((format(printf, 2, 3))) static bool refuse(struct hc_problem *why, const char *format,
                                                         ...)
{
    va_list values;

    memset(why, 0, sizeof *why);
    va_start(values, format);
    vsnprintf(why->text, sizeof why->text, format, values);
    va_end(values);
    return false;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool is_id(const char *text)
{
    return *text && strlen(text) < UNFINISHED_ID_CHARS &&
           text[strspn(text, "0123456789abcdef-")] == '\0';
}

static bool place(struct unfinished *file, const char *id, struct hc_problem *why)
{
    char folder[HOME_PATH_CHARS];

    if (!home_unfinished(folder))
        return refuse(why, "there is no home folder to keep matches in");
    if (snprintf(file->path, sizeof file->path, "%s/%s%s", folder, id, ending) >=
            (int)sizeof file->path ||
        snprintf(file->beside, sizeof file->beside, "%s/%s.tmp", folder, id) >=
            (int)sizeof file->beside)
        return refuse(why, "the path of the folder for unfinished matches is too long");
    return true;
}

/* Locks a match; -1 if it is not there or is played elsewhere. A file that was replaced between
 * opening and locking is played elsewhere too. */
static int lock(const char *path)
{
    int held = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat mine, there;

    if (held >= 0 && !flock(held, LOCK_EX | LOCK_NB) && !fstat(held, &mine) &&
        S_ISREG(mine.st_mode) && !stat(path, &there) && mine.st_ino == there.st_ino &&
        mine.st_dev == there.st_dev)
        return held;
    if (held >= 0)
        close(held);
    return -1;
}

static bool write_all(int to, const void *bytes, size_t size)
{
    for (const uint8_t *at = bytes; size;) {
        ssize_t put = write(to, at, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

/* The new file is locked before it takes the place of the old one, so the match is never free. It
 * is not flushed to the disk: a match must survive a crash of the program, and a move should not
 * wait for the disk. */
static bool replace(struct unfinished *file, const void *bytes, size_t size)
{
    int to = open(file->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool ok = to >= 0 && !flock(to, LOCK_EX | LOCK_NB) && write_all(to, bytes, size) &&
              !rename(file->beside, file->path);

    if (!ok) {
        int error = errno;

        if (to >= 0) {
            unlink(file->beside);
            close(to);
        }
        errno = error;
        return false;
    }
    if (file->lock >= 0)
        close(file->lock);
    file->lock = to;
    return true;
}

/* ---- Saving --------------------------------------------------------------------------------- */

static void put_line(struct hc_text *out, const char *name,
                     void (*put)(const struct setup *setup, struct hc_text *out),
                     const struct setup *setup)
{
    hc_put(out, name);
    hc_put(out, " = ");
    put(setup, out);
    hc_put_char(out, '\n');
}

static void put_number_line(struct hc_text *out, const char *name, unsigned number)
{
    hc_put(out, name);
    hc_put(out, " = ");
    hc_put_number(out, number);
    hc_put_char(out, '\n');
}

static bool is_one_line(const char *path)
{
    for (; *path; path++)
        if ((unsigned char)*path < ' ')
            return false;
    return true;
}

/* The log may be named from another folder when the match goes on. */
static void put_log(const char *path, struct hc_text *out)
{
    char here[HOME_PATH_CHARS];

    if (!path || !is_one_line(path))
        return;
    if (*path != '/' && (!getcwd(here, sizeof here) || !is_one_line(here)))
        return;
    hc_put(out, "log = ");
    if (*path != '/') {
        hc_put(out, here);
        hc_put_char(out, '/');
    }
    hc_put(out, path);
    hc_put_char(out, '\n');
}

static void put_head(const struct match *match, struct hc_text *out)
{
    const struct setup *setup = &match->setup;

    hc_put(out, first_line);
    put_line(out, "bots", setup_put_bots, setup);
    put_line(out, "names", setup_put_names, setup);
    if (setup->delay_given)
        put_number_line(out, "delay", setup->bot_delay_ms);
    put_number_line(out, "forget", setup->forget);
    hc_put(out, "told =");
    for (unsigned s = 0; s < setup->seats; s++) {
        hc_put_char(out, ' ');
        hc_put_number(out, (int64_t)match->story[s].told);
    }
    hc_put_char(out, '\n');
    put_log(setup->log, out);
    hc_put_char(out, '\n');
}

/* The match as the bytes of its file; the caller frees them. NULL if there is no memory. */
static uint8_t *encode(const struct match *match, size_t *size)
{
    struct hc_log log = match->log;
    uint8_t *bytes = malloc(HEAD_CHARS + log.used + SECRET_BYTES);
    struct hc_text head;

    if (!bytes)
        return NULL;
    hc_text_init(&head, (char *)bytes, HEAD_CHARS);
    put_head(match, &head);
    memcpy(bytes + head.length, log.bytes, log.used);
    log.bytes = bytes + head.length;
    log.size = log.used + SECRET_BYTES;
    /* The copy is revealed and sealed; the log itself goes on without that. */
    if (head.length >= HEAD_CHARS || !hc_log_reveal(&log, match->setup.seed, match->setup.salt) ||
        !hc_log_commit(&log)) {
        free(bytes);
        return NULL;
    }
    *size = head.length + log.used;
    return bytes;
}

static void keep(struct match *match, void *context)
{
    struct unfinished *file = context;
    size_t size = 0;
    uint8_t *bytes;

    /* What is sealed need not be hashed again each time. */
    if (match->log.used - match->log.committed > LOOSE_BYTES_MAX)
        match_seal(match);
    bytes = encode(match, &size);
    *file->trouble = '\0';
    if (!bytes)
        snprintf(file->trouble, sizeof file->trouble, "there is not enough memory");
    else if (!replace(file, bytes, size))
        snprintf(file->trouble, sizeof file->trouble, "%.160s: %s", file->path, strerror(errno));
    free(bytes);
}

/* ---- The folder ----------------------------------------------------------------------------- */

struct entry {
    char id[UNFINISHED_ID_CHARS];
    struct timespec saved;
};

static int newest_first(const void *a, const void *b)
{
    const struct entry *one = a, *two = b;

    if (one->saved.tv_sec != two->saved.tv_sec)
        return one->saved.tv_sec < two->saved.tv_sec ? 1 : -1;
    if (one->saved.tv_nsec != two->saved.tv_nsec)
        return one->saved.tv_nsec < two->saved.tv_nsec ? 1 : -1;
    return strcmp(one->id, two->id);
}

/* The id of a file's name; false if it is another file. */
static bool read_id(const char *name, char id[UNFINISHED_ID_CHARS])
{
    const char *dot = strchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : 0;

    if (!dot || strcmp(dot, ending) != 0 || length >= UNFINISHED_ID_CHARS)
        return false;
    memcpy(id, name, length);
    id[length] = '\0';
    return is_id(id);
}

/* All matches of the folder, the newest first; the caller frees the list. */
static struct entry *list(size_t *count)
{
    char folder[HOME_PATH_CHARS];
    struct entry *entries = NULL;
    struct dirent *row;
    DIR *files;

    *count = 0;
    if (!home_unfinished(folder) || !(files = opendir(folder)))
        return NULL;
    while ((row = readdir(files)) && *count < FILES_MAX) {
        struct entry entry = {{0}, {0, 0}};
        struct entry *more;
        struct stat found;

        if (!read_id(row->d_name, entry.id) ||
            fstatat(dirfd(files), row->d_name, &found, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(found.st_mode))
            continue;
        entry.saved = found.st_mtim;
        if (!(more = realloc(entries, (*count + 1) * sizeof *entries)))
            break;
        entries = more;
        entries[(*count)++] = entry;
    }
    closedir(files);
    if (*count)
        qsort(entries, *count, sizeof *entries, newest_first);
    return entries;
}

/* Makes room for one more. */
static void remove_oldest(void)
{
    size_t count;
    struct entry *entries = list(&count);

    for (size_t i = UNFINISHED_MAX - 1; i < count; i++) {
        struct unfinished old = {.lock = -1};
        struct hc_problem why;
        int held;

        if (!place(&old, entries[i].id, &why) || (held = lock(old.path)) < 0)
            continue;
        unlink(old.path);
        unlink(old.beside);
        close(held);
    }
    free(entries);
}

bool unfinished_last(char id[UNFINISHED_ID_CHARS])
{
    size_t count;
    struct entry *entries = list(&count);
    bool found = false;

    for (size_t i = 0; i < count && !found; i++) {
        struct unfinished file = {.lock = -1};
        struct hc_problem why;
        int held = place(&file, entries[i].id, &why) ? lock(file.path) : -1;

        found = held >= 0;
        if (found) {
            memcpy(id, entries[i].id, UNFINISHED_ID_CHARS);
            close(held);
        }
    }
    free(entries);
    return found;
}

/* An id that no file has: the same seed gives the same commitment. */
static bool find_free(struct unfinished *file, const struct match *match, struct hc_problem *why)
{
    char id[UNFINISHED_ID_CHARS];
    struct hc_text digits;

    hc_text_init(&digits, id, sizeof id);
    hc_put_hex(&digits, match->commitment, ID_DIGITS / 2);
    for (unsigned number = 2; number < 100; number++) {
        if (!place(file, id, why))
            return false;
        if (access(file->path, F_OK)) {
            memcpy(file->id, id, sizeof id);
            return true;
        }
        snprintf(id + ID_DIGITS, sizeof id - ID_DIGITS, "-%u", number);
    }
    return refuse(why, "%s: there are too many matches with the same seed", file->path);
}

static bool begin(struct unfinished *file, struct match *match, const char *folder,
                  struct hc_problem *why)
{
    if (!home_make(folder))
        return refuse(why, "%.160s: %s", folder, strerror(errno));
    if (!find_free(file, match, why))
        return false;
    remove_oldest();
    keep(match, file);
    return !*file->trouble || refuse(why, "%s", file->trouble);
}

void unfinished_begin(struct unfinished *file, struct match *match)
{
    char folder[HOME_PATH_CHARS];
    struct hc_problem why;

    *file = (struct unfinished){.lock = -1};
    if (!home_unfinished(folder))
        return;
    if (begin(file, match, folder, &why)) {
        match->keep = keep;
        match->keep_context = file;
    } else {
        fprintf(stderr, "holecard play: this match is not kept: %s\n", why.text);
        unfinished_end(file, false);
    }
}

void unfinished_end(struct unfinished *file, bool over)
{
    if (*file->id) {
        if (over)
            unlink(file->path);
        if (file->lock >= 0)
            close(file->lock);
    }
    free(file->log);
    *file = (struct unfinished){.lock = -1};
}

/* ---- Continuing ----------------------------------------------------------------------------- */

/* A file that was read: its head, the log behind it, and what the head says. */
struct reading {
    uint8_t *bytes;
    size_t size, log_at;
    struct setup setup;
    const char *told, *log;
};

/* Cuts the head into lines; `log_at` is behind the empty line that ends it. */
static bool find_log(struct reading *reading, struct hc_problem *why)
{
    size_t limit = reading->size < HEAD_CHARS ? reading->size : HEAD_CHARS;

    if (reading->size < sizeof first_line - 1 ||
        memcmp(reading->bytes, first_line, sizeof first_line - 1) != 0)
        return refuse(why, "it does not begin as an unfinished match of this version does");
    for (size_t i = sizeof first_line - 1; i < limit; i++) {
        if (!reading->bytes[i])
            break;
        if (reading->bytes[i] == '\n' && reading->bytes[i - 1] == '\n') {
            reading->bytes[i] = '\0';
            reading->log_at = i + 1;
            return true;
        }
    }
    return refuse(why, "the lines at its beginning do not end");
}

static bool take_line(struct reading *reading, const char *line, const char **bots,
                      struct hc_problem *why)
{
    const char *equals = strstr(line, " =");
    size_t length = equals ? (size_t)(equals - line) : 0;
    const char *value = equals ? equals + 2 + (equals[2] == ' ') : line;

    if (hc_word_is(line, length, "bots"))
        *bots = value;
    else if (hc_word_is(line, length, "told"))
        reading->told = value;
    else if (hc_word_is(line, length, "log"))
        reading->log = value;
    else if (hc_word_is(line, length, "names"))
        return setup_names(&reading->setup, value, why);
    else if (hc_word_is(line, length, "delay"))
        return setup_delay(&reading->setup, value, why);
    else if (hc_word_is(line, length, "forget"))
        return setup_forget(&reading->setup, value, why);
    else
        return refuse(why, "\"%.40s\" is not a line that belongs there", line);
    return true;
}

static bool read_head(struct reading *reading, struct hc_problem *why)
{
    char *line = (char *)reading->bytes + sizeof first_line - 1;
    const char *bots = NULL;
    char seats[8];

    while (*line) {
        char *end = strchr(line, '\n');

        *end = '\0';
        if (!take_line(reading, line, &bots, why))
            return false;
        line = end + 1;
    }
    if (!bots)
        return refuse(why, "it does not say who plays");
    snprintf(seats, sizeof seats, "%u", reading->setup.seats);
    return setup_seat(&reading->setup, seats, bots, why);
}

/* What is said of a file may quote it, and it must not speak to the terminal. */
static bool blame(const char *path, struct hc_problem *why)
{
    char text[HC_PROBLEM_CHARS];

    memcpy(text, why->text, sizeof text);
    for (char *c = text; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    return refuse(why, "%.110s cannot be continued: %.110s", path, text);
}

/* Reads a file and its head, and opens the log far enough to know game, rules and seats. */
static bool read_match(const char *path, struct reading *reading, struct hc_log_reader *log,
                       struct hc_problem *why)
{
    *reading = (struct reading){.bytes = NULL};
    setup_usual(&reading->setup);
    if (!file_read(path, &reading->bytes, &reading->size, why))
        return false;
    if (!find_log(reading, why))
        return blame(path, why);
    if (!hc_log_open(log, reading->bytes + reading->log_at, reading->size - reading->log_at)) {
        *why = log->problem;
        return blame(path, why);
    }
    setup_game(&reading->setup, log->game);
    reading->setup.rules = log->rules;
    reading->setup.seats = log->seats;
    return read_head(reading, why) || blame(path, why);
}

/* Takes the secret out of a log that has been verified. */
static void take_secret(struct reading *reading, struct hc_log_reader log)
{
    struct hc_record record;

    while (hc_log_next(&log, &record) > 0)
        if (record.kind == HC_RECORD_REVEAL) {
            memcpy(reading->setup.seed, record.bytes, HC_SEED_BYTES);
            memcpy(reading->setup.salt, record.bytes + HC_SEED_BYTES, HC_SEED_BYTES);
        }
}

/* Plays a verified log again, up to the secret at its end. */
static bool repeat(struct match *match, struct hc_log_reader *log, struct hc_problem *why)
{
    struct hc_record record;

    while (hc_log_next(log, &record) > 0 && record.kind != HC_RECORD_REVEAL)
        if (!match_repeat(match, &record))
            return refuse(why, "its commands cannot be given again");
    return true;
}

/* The last sentences are told again, and everything that had not been told. */
static void restore_stories(struct match *match, const char *told)
{
    for (unsigned s = 0; s < match->setup.seats; s++) {
        struct story *story = &match->story[s];
        uint64_t count = 0;

        while (told && *told == ' ')
            told++;
        if (told)
            told = hc_read_number(told, UINT32_MAX, &count);
        story->told = story->count < MATCH_RECAP ? 0 : story->count - MATCH_RECAP;
        if (count < story->told)
            story->told = count;
    }
}

static bool restore(struct unfinished *file, struct reading *reading, struct hc_log_reader *log,
                    struct match *match, struct hc_problem *why)
{
    enum hc_verdict verdict = hc_log_verify(log->bytes, log->size, why);

    if (verdict == HC_UNREVEALED)
        return refuse(why, "its end is missing");
    if (verdict == HC_DISHONEST)
        return false;
    take_secret(reading, *log);
    file->log = reading->log ? strdup(reading->log) : NULL;
    reading->setup.log = file->log;
    if (!match_open(match, &reading->setup))
        return refuse(why, "there is not enough memory");
    if (!repeat(match, log, why))
        return false;
    restore_stories(match, reading->told);
    return true;
}

bool unfinished_continue(struct unfinished *file, const char *id, struct match *match,
                         struct hc_problem *why)
{
    struct reading reading;
    struct hc_log_reader log;
    bool ok;

    *match = (struct match){.people = 0};
    *file = (struct unfinished){.lock = -1};
    if (!is_id(id))
        return refuse(why, "\"%.20s\" is not the name of an unfinished match", id);
    if (!place(file, id, why))
        return false;
    if ((file->lock = lock(file->path)) < 0)
        return refuse(why, "the match %s is %s", id,
                      access(file->path, F_OK) ? "not among the unfinished ones"
                                               : "being played at another terminal");
    ok = read_match(file->path, &reading, &log, why) &&
         (restore(file, &reading, &log, match, why) || blame(file->path, why));
    free(reading.bytes);
    if (!ok) {
        close(file->lock);
        return false;
    }
    snprintf(file->id, sizeof file->id, "%s", id);
    match->keep = keep;
    match->keep_context = file;
    return true;
}

bool unfinished_describe(const char *id, char *out, size_t size)
{
    struct unfinished file = {.lock = -1};
    struct reading reading;
    struct hc_log_reader log;
    struct hc_problem why;
    struct stat found;
    struct tm local;
    char when[60];
    bool ok;

    if (!is_id(id) || !place(&file, id, &why) || stat(file.path, &found))
        return false;
    ok = read_match(file.path, &reading, &log, &why) && localtime_r(&found.st_mtime, &local) &&
         strftime(when, sizeof when, "%d %B at %H:%M", &local);
    if (ok)
        snprintf(out, size, "%s, %u players, left on %s", hc_game_name(reading.setup.game),
                 reading.setup.seats, when + (*when == '0'));
    free(reading.bytes);
    return ok;
}
