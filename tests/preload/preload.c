// SPDX-License-Identifier: MIT
/*
 * preload.c: gives a program its entropy and its time, so that a test can repeat what the program
 * does. It is preloaded (LD_PRELOAD) into a program that knows nothing of it.
 *
 * HC_ENTROPY=TEXT: getrandom() gives bytes that follow from TEXT. Each start needs another text,
 * or two programs draw the same secrets.
 *
 * HC_AHEAD=FILE: for a program whose time is real. FILE holds eight bytes: the seconds by which the
 * steady clock of the program is ahead. The file is mapped, so what a test writes counts at once. A
 * thread that sleeps is not woken.
 *
 * HC_TIME=PATH: a Unix socket at which the test listens. The clocks of the program stand still,
 * and only the test moves them. Each line from the test sets both clocks, in microseconds; each
 * line is answered when the program is idle:
 *
 *     test:     WALL STEADY
 *     program:  DEADLINE READ WRITTEN OPEN_READ OPEN_WRITTEN
 *
 * DEADLINE is the earliest steady time that any thread waits for, -1 if there is none. READ and
 * WRITTEN count the bytes of all TCP connections so far: compared with what the test has sent and
 * received, they say whether anything is under way. OPEN_READ and OPEN_WRITTEN count only the
 * connections that the program has accepted and not closed, and each acceptance as a byte read. So
 * bytes that one side sent and the other never read matter no longer when both sides have closed.
 * Connections from UNCOUNTED are not among them: the test does not read what comes there.
 * The program is idle if all its threads sleep in the kernel, except the watcher, which is the
 * thread that speaks with the test.
 *
 * Start reading at watch(). A function of the C library that waits for a time is replaced by one
 * that calls wait_for().
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { POLLED_MAX = 64 };        /* descriptors that one call waits for */
enum { DESCRIPTORS_FROM = 500 }; /* of its own */
enum { THREADS_MAX = 256 };      /* of the program; it has about ten */
enum { ACCEPTED_MAX = 65536 };   /* descriptors of accepted connections */
enum { READ, WRITTEN };          /* the two ways of bytes */
/* The pause between two looks at threads that are not idle: short at first, since most are idle
 * soon; then longer, since looking takes time from a program that works. */
enum { PAUSE_FIRST_NS = 100000, PAUSE_LAST_NS = 6400000 };
#define UNCOUNTED 0x7f000009 /* 127.0.0.9 */
#define NEVER     INT64_MAX

/* A thread that waits for a time: in ppoll() with an eventfd, or at a condition. */
struct wait {
    struct wait *next;
    int64_t until_us;
    int event;             /* -1: it waits at a condition */
    pthread_cond_t *wake;  /* NULL: it waits in ppoll() */
    pthread_mutex_t *held; /* the mutex of the condition */
};

static int test_socket = -1; /* -1: nobody moves the time; the clocks are those of the system */
static atomic_int_fast64_t wall_us, steady_us;
static atomic_uint_fast64_t all_bytes[2], open_bytes[2]; /* READ, WRITTEN */
static struct {
    atomic_ulong inode; /* 0: nobody was accepted there */
    atomic_uint_fast64_t bytes[2];
} accepted[ACCEPTED_MAX];
static atomic_int accepted_end; /* one more than the highest descriptor among them */
static pthread_mutex_t accepted_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t waits_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct wait *waits; /* under the mutex, as is a change of the clocks */

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "preload: %s: %s\n", what, strerror(errno));
    abort();
}

/* Moves a descriptor to a high number: a program that closes one twice, as some do, does not close
 * one of these. */
static int out_of_the_way(int fd)
{
    int high = fd < 0 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, DESCRIPTORS_FROM);

    if (high < 0)
        return fd; /* there are not so many */
    close(fd);
    return high;
}

/* ---- Entropy -------------------------------------------------------------------------------- */

static uint64_t entropy_state;
static bool has_entropy;
static pthread_mutex_t entropy_mutex = PTHREAD_MUTEX_INITIALIZER;

/* FNV-1a. */
static void take_entropy(const char *text)
{
    entropy_state = 0xcbf29ce484222325;
    for (; *text; text++)
        entropy_state = (entropy_state ^ (unsigned char)*text) * 0x100000001b3;
    has_entropy = true;
}

/* SplitMix64: the next eight bytes. */
static uint64_t next_entropy(void)
{
    uint64_t mixed = entropy_state += 0x9e3779b97f4a7c15;

    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    unsigned char *bytes = to;

    if (!has_entropy)
        return syscall(SYS_getrandom, to, size, flags);
    pthread_mutex_lock(&entropy_mutex);
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = next_entropy();

        memcpy(bytes + at, &word, size - at < 8 ? size - at : 8);
    }
    pthread_mutex_unlock(&entropy_mutex);
    return (ssize_t)size;
}

/* ---- Clocks --------------------------------------------------------------------------------- */

static bool is_moved(void)
{
    return test_socket >= 0;
}

static const volatile int64_t *ahead_s; /* NULL: the steady clock is that of the system */

static void map_ahead(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *mapped = mmap(NULL, sizeof *ahead_s, PROT_READ, MAP_SHARED, file, 0);

    if (mapped == MAP_FAILED)
        give_up(path);
    close(file);
    ahead_s = mapped;
}

static int read_real_clock(clockid_t clock, bool is_wall, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);

    if (!status && ahead_s && !is_wall)
        now->tv_sec += *ahead_s;
    return status;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    bool is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    int64_t us;

    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return (int)syscall(SYS_clock_gettime, clock, now);
    if (!is_moved())
        return read_real_clock(clock, is_wall, now);
    us = is_wall ? wall_us : steady_us;
    *now = (struct timespec){us / 1000000, us % 1000000 * 1000};
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec wall;

    (void)zone;
    clock_gettime(CLOCK_REALTIME, &wall);
    *now = (struct timeval){wall.tv_sec, wall.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *to)
{
    struct timespec wall;

    clock_gettime(CLOCK_REALTIME, &wall);
    if (to)
        *to = wall.tv_sec;
    return wall.tv_sec;
}

/* ---- Waiting for a time --------------------------------------------------------------------- */

/* Adds a wait to the list. False, and it is not added, if its time has come. */
static bool enroll(struct wait *wait)
{
    bool is_early;

    pthread_mutex_lock(&waits_mutex);
    is_early = steady_us < wait->until_us;
    if (is_early) {
        wait->next = waits;
        waits = wait;
    }
    pthread_mutex_unlock(&waits_mutex);
    return is_early;
}

static void withdraw(struct wait *wait)
{
    struct wait **at = &waits;

    pthread_mutex_lock(&waits_mutex);
    while (*at != wait)
        at = &(*at)->next;
    *at = wait->next;
    pthread_mutex_unlock(&waits_mutex);
}

static int poll_really(struct pollfd *polled, nfds_t count, const struct timespec *limit,
                       const sigset_t *mask)
{
    struct timespec left = limit ? *limit : (struct timespec){0, 0}; /* the kernel changes it */

    return (int)syscall(SYS_ppoll, polled, count, limit ? &left : NULL, mask, 8);
}

/* The descriptor by which the watcher wakes this thread. */
static int own_event(void)
{
    static _Thread_local int event = -1;

    if (event < 0 && (event = out_of_the_way(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))) < 0)
        give_up("eventfd");
    return event;
}

/* ppoll() until a steady time: the number of descriptors with events, 0 when the time has come, -1
 * with errno set. */
static int wait_for(struct pollfd *polled, nfds_t count, int64_t until_us, const sigset_t *mask)
{
    static const struct timespec at_once;
    struct wait wait = {.until_us = until_us, .event = own_event()};
    struct pollfd all[POLLED_MAX + 1];
    int ready;
    uint64_t woken;

    if (count > POLLED_MAX)
        give_up("too many descriptors to wait for");
    while (!(ready = poll_really(polled, count, &at_once, mask)) && enroll(&wait)) {
        if (count)
            memcpy(all, polled, count * sizeof *polled);
        all[count] = (struct pollfd){.fd = wait.event, .events = POLLIN};
        ready = poll_really(all, count + 1, NULL, mask);
        withdraw(&wait);
        if (ready < 0)
            return -1;
        if (all[count].revents && read(wait.event, &woken, sizeof woken) < 0)
            give_up("reading the event");
    }
    return ready;
}

static int64_t after_ms(int ms)
{
    return ms < 0 ? NEVER : steady_us + (int64_t)ms * 1000;
}

static int64_t after_span(const struct timespec *span)
{
    return span ? steady_us + span->tv_sec * 1000000 + (span->tv_nsec + 999) / 1000 : NEVER;
}

int epoll_pwait(int epoll, struct epoll_event *events, int count, int ms, const sigset_t *mask)
{
    struct pollfd polled = {.fd = epoll, .events = POLLIN};
    int64_t until_us = after_ms(ms);

    if (!is_moved())
        return (int)syscall(SYS_epoll_pwait, epoll, events, count, ms, mask, 8);
    for (;;) {
        int ready = ms ? wait_for(&polled, 1, until_us, mask) : 0, got;

        if (ready < 0)
            return ready;
        got = (int)syscall(SYS_epoll_pwait, epoll, events, count, 0, mask, 8);
        if (got || !ready)
            return got;
    }
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int ms)
{
    return epoll_pwait(epoll, events, count, ms, NULL);
}

int ppoll(struct pollfd *polled, nfds_t count, const struct timespec *limit, const sigset_t *mask)
{
    return is_moved() ? wait_for(polled, count, after_span(limit), mask)
                      : poll_really(polled, count, limit, mask);
}

int poll(struct pollfd *polled, nfds_t count, int ms)
{
    struct timespec limit = {ms / 1000, ms % 1000 * 1000000L};

    return ppoll(polled, count, ms < 0 ? NULL : &limit, NULL);
}

/* The program only asks what can be read. */
int pselect(int limit, fd_set *readable, fd_set *writable, fd_set *failed,
            const struct timespec *span, const sigset_t *mask)
{
    struct pollfd polled[POLLED_MAX];
    nfds_t count = 0;
    int ready;

    if (writable || failed)
        give_up("pselect for more than reading");
    for (int fd = 0; fd < limit; fd++)
        if (FD_ISSET(fd, readable) && count < POLLED_MAX)
            polled[count++] = (struct pollfd){.fd = fd, .events = POLLIN};
    ready = ppoll(polled, count, span, mask);
    if (ready < 0)
        return ready;
    FD_ZERO(readable);
    for (nfds_t i = 0; i < count; i++)
        if (polled[i].revents)
            FD_SET(polled[i].fd, readable);
    return ready;
}

int nanosleep(const struct timespec *span, struct timespec *left)
{
    if (!is_moved())
        return (int)syscall(SYS_nanosleep, span, left);
    return wait_for(NULL, 0, after_span(span), NULL);
}

/* Conditions are waited at by the steady clock. */
int pthread_cond_timedwait(pthread_cond_t *wake, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
    static int (*wait_really)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    struct wait wait = {.until_us = until->tv_sec * 1000000 + (until->tv_nsec + 999) / 1000,
                        .event = -1,
                        .wake = wake,
                        .held = mutex};
    int status;

    if (!is_moved()) {
        if (!wait_really)
            *(void **)&wait_really = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
        return wait_really(wake, mutex, until);
    }
    if (!enroll(&wait))
        return ETIMEDOUT;
    status = pthread_cond_wait(wake, mutex); /* the caller looks at the time again */
    withdraw(&wait);
    return status;
}

/* ---- What goes through TCP connections ------------------------------------------------------ */

/* Adds to the sums if the descriptor is such a connection. Returns `size`. */
static ssize_t count_bytes(int fd, ssize_t size, int way)
{
    int family, error = errno;
    socklen_t length = sizeof family;

    if (size > 0 && is_moved() && !getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &length) &&
        (family == AF_INET || family == AF_INET6)) {
        all_bytes[way] += (uint64_t)size;
        if (fd < ACCEPTED_MAX && accepted[fd].inode) {
            accepted[fd].bytes[way] += (uint64_t)size;
            open_bytes[way] += (uint64_t)size;
        }
    }
    errno = error;
    return size;
}

static void forget_accepted(int fd)
{
    accepted[fd].inode = 0;
    for (int way = READ; way <= WRITTEN; way++) {
        open_bytes[way] -= accepted[fd].bytes[way];
        accepted[fd].bytes[way] = 0;
    }
}

/* Libuv closes descriptors without the C library, so they are looked at. */
static void forget_closed(void)
{
    struct stat stat;

    pthread_mutex_lock(&accepted_mutex);
    for (int fd = 0; fd < accepted_end; fd++)
        if (accepted[fd].inode && (fstat(fd, &stat) || stat.st_ino != accepted[fd].inode))
            forget_accepted(fd);
    pthread_mutex_unlock(&accepted_mutex);
}

static void remember_accepted(int fd)
{
    struct stat stat;

    pthread_mutex_lock(&accepted_mutex);
    forget_accepted(fd);
    if (fstat(fd, &stat))
        give_up("fstat");
    accepted[fd].inode = stat.st_ino;
    accepted[fd].bytes[READ] = 1;
    open_bytes[READ]++;
    if (accepted_end <= fd)
        accepted_end = fd + 1;
    pthread_mutex_unlock(&accepted_mutex);
}

int accept4(int listener, __SOCKADDR_ARG peer, socklen_t *restrict length, int flags)
{
    int fd = (int)syscall(SYS_accept4, listener, peer.__sockaddr__, length, flags);
    struct sockaddr_in from = {.sin_family = AF_UNSPEC};
    socklen_t size = sizeof from;

    if (is_moved() && fd >= 0 && fd < ACCEPTED_MAX &&
        !getpeername(fd, (struct sockaddr *)&from, &size) && from.sin_family == AF_INET &&
        from.sin_addr.s_addr != htonl(UNCOUNTED))
        remember_accepted(fd);
    return fd;
}

ssize_t read(int fd, void *to, size_t size)
{
    return count_bytes(fd, syscall(SYS_read, fd, to, size), READ);
}

ssize_t recv(int fd, void *to, size_t size, int flags)
{
    ssize_t got = syscall(SYS_recvfrom, fd, to, size, flags, NULL, NULL);

    return flags & MSG_PEEK ? got : count_bytes(fd, got, READ);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    return count_bytes(fd, syscall(SYS_recvmsg, fd, message, flags), READ);
}

ssize_t write(int fd, const void *from, size_t size)
{
    return count_bytes(fd, syscall(SYS_write, fd, from, size), WRITTEN);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    return count_bytes(fd, syscall(SYS_writev, fd, parts, count), WRITTEN);
}

ssize_t send(int fd, const void *from, size_t size, int flags)
{
    return count_bytes(fd, syscall(SYS_sendto, fd, from, size, flags, NULL, 0), WRITTEN);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    return count_bytes(fd, syscall(SYS_sendmsg, fd, message, flags), WRITTEN);
}

/* ---- The watcher ---------------------------------------------------------------------------- */

/* Wakes a thread whose time has come. False: its mutex is held, so it may not wait yet. */
static bool wake_thread(const struct wait *wait)
{
    static const uint64_t one = 1;

    if (!wait->wake)
        return syscall(SYS_write, wait->event, &one, sizeof one) == sizeof one;
    if (pthread_mutex_trylock(wait->held))
        return false;
    pthread_cond_broadcast(wait->wake);
    pthread_mutex_unlock(wait->held);
    return true;
}

static void move_clocks(int64_t wall, int64_t steady)
{
    bool all_woken;

    do {
        all_woken = true;
        pthread_mutex_lock(&waits_mutex);
        wall_us = wall;
        steady_us = steady;
        for (const struct wait *wait = waits; wait; wait = wait->next)
            if (wait->until_us <= steady && !wake_thread(wait))
                all_woken = false;
        pthread_mutex_unlock(&waits_mutex);
        if (!all_woken)
            sched_yield();
    } while (!all_woken);
}

/* The other threads of the program. Their files stay open, since opening them takes longer than
 * reading them. */
static struct {
    int id, status; /* status: its file in /proc */
} threads[THREADS_MAX];
static unsigned thread_count;
static int task_folder = -1;

static void forget_threads(void)
{
    while (thread_count)
        close(threads[--thread_count].status);
}

static void list_threads(void)
{
    const int self = (int)syscall(SYS_gettid);
    DIR *folder = opendir("/proc/self/task");

    if (!folder)
        give_up("/proc/self/task");
    forget_threads();
    for (const struct dirent *entry; (entry = readdir(folder));) {
        int id = atoi(entry->d_name), status;
        char path[64];

        snprintf(path, sizeof path, "/proc/self/task/%d/status", id);
        if (id <= 0 || id == self ||
            (status = out_of_the_way(open(path, O_RDONLY | O_CLOEXEC))) < 0)
            continue; /* a thread that has just ended */
        if (thread_count == THREADS_MAX)
            give_up("too many threads");
        threads[thread_count].id = id;
        threads[thread_count++].status = status;
    }
    closedir(folder);
}

/* Whether the list has as many threads as the program: the folder has a link for each. */
static bool knows_threads(void)
{
    struct stat folder;

    if (task_folder < 0)
        task_folder = out_of_the_way(open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (task_folder < 0 || fstat(task_folder, &folder))
        give_up("/proc/self/task");
    return folder.st_nlink == 2 + 1 + thread_count;
}

/* Reads how often a thread was switched and whether it sleeps. False: it is gone. */
static bool look_at_thread(int status, uint64_t *switches, bool *sleeps)
{
    char text[4096];
    const char *state, *willing, *forced;
    ssize_t size = pread(status, text, sizeof text - 1, 0);

    if (size <= 0)
        return false;
    text[size] = '\0';
    state = strstr(text, "\nState:\t");
    willing = strstr(text, "\nvoluntary_ctxt_switches:\t");
    forced = strstr(text, "\nnonvoluntary_ctxt_switches:\t");
    if (!state || !willing || !forced)
        return false;
    *sleeps = state[8] == 'S';
    *switches = strtoull(willing + 26, NULL, 10) + strtoull(forced + 29, NULL, 10);
    return true;
}

/* Whether all other threads sleep. `*sum` stays the same as long as none of them has run. */
static bool all_sleep(uint64_t *sum)
{
    if (!knows_threads())
        list_threads();
    *sum = 0;
    for (unsigned i = 0; i < thread_count; i++) {
        uint64_t switches;
        bool sleeps;

        if (!look_at_thread(threads[i].status, &switches, &sleeps)) {
            forget_threads();
            return false;
        }
        if (!sleeps)
            return false;
        *sum = *sum * 31 + switches + (uint64_t)threads[i].id;
    }
    return true;
}

/* Returns when two looks in a row have found all threads asleep and none has run between them. */
static void wait_until_idle(void)
{
    struct timespec pause = {0, PAUSE_FIRST_NS};
    uint64_t before, after;

    while (!all_sleep(&before) || !all_sleep(&after) || before != after) {
        syscall(SYS_nanosleep, &pause, NULL);
        if (pause.tv_nsec < PAUSE_LAST_NS)
            pause.tv_nsec *= 2;
    }
}

static int64_t earliest_deadline(void)
{
    int64_t earliest = NEVER;

    pthread_mutex_lock(&waits_mutex);
    for (const struct wait *wait = waits; wait; wait = wait->next)
        if (wait->until_us < earliest)
            earliest = wait->until_us;
    pthread_mutex_unlock(&waits_mutex);
    return earliest == NEVER ? -1 : earliest;
}

/* Takes a line with both clocks. False: the test has gone. */
static bool take_time(void)
{
    char line[80];
    size_t size = 0;
    int64_t wall, steady;

    do {
        if (size == sizeof line - 1 || syscall(SYS_read, test_socket, line + size, 1) != 1)
            return false;
    } while (line[size++] != '\n');
    line[size] = '\0';
    if (sscanf(line, "%" SCNd64 " %" SCNd64, &wall, &steady) != 2)
        give_up("not the time");
    move_clocks(wall, steady);
    return true;
}

static void *watch(void *context)
{
    char line[120];

    prctl(PR_SET_NAME, "watcher"); /* tests that look at the threads of a program know it by that */
    do {
        wait_until_idle();
        forget_closed();
        int size = snprintf(line, sizeof line, "%" PRId64 " %ju %ju %ju %ju\n", earliest_deadline(),
                            (uintmax_t)all_bytes[READ], (uintmax_t)all_bytes[WRITTEN],
                            (uintmax_t)open_bytes[READ], (uintmax_t)open_bytes[WRITTEN]);

        if (syscall(SYS_write, test_socket, line, (size_t)size) != size)
            break;
    } while (take_time());
    return context;
}

/* The clocks are right before main(): the first line of the test is waited for. */
static void take_clocks(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sigset_t all, before;
    pthread_t watcher;

    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    if (socket_ < 0 || connect(socket_, (struct sockaddr *)&address, sizeof address))
        give_up(path);
    test_socket = out_of_the_way(socket_);
    if (!take_time())
        give_up("the test has gone");
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (pthread_create(&watcher, NULL, watch, NULL))
        give_up("pthread_create");
    pthread_detach(watcher);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

__attribute__((constructor)) static void begin(void)
{
    const char *entropy = getenv("HC_ENTROPY"), *ahead = getenv("HC_AHEAD");
    const char *path = getenv("HC_TIME");

    if (entropy)
        take_entropy(entropy);
    if (ahead)
        map_ahead(ahead);
    if (!path)
        return;
    take_clocks(path);
    /* The test does not wait for programs that this one starts. */
    unsetenv("LD_PRELOAD");
    unsetenv("HC_TIME");
}
