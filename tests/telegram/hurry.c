// SPDX-License-Identifier: MIT
/*
 * hurry.c: a program for which time passes faster than for others.
 *
 * It is preloaded (LD_PRELOAD). HC_HURRY is "SPEED BASE FILE": so many seconds pass for the program
 * in one of ours, and its wall clock was right BASE milliseconds after 1970. Clocks of the C
 * library run that much faster, and waits of loops end that much earlier, so the program sees a
 * world in which everything takes its usual time. A bot that sends one message a second plays a
 * match in seconds.
 *
 * FILE has eight bytes: the milliseconds by which its wall clock was put forward. Hours that nobody
 * wants to wait for pass like that, and the steady clock, by which transfers give up, knows nothing
 * of it. Whoever sleeps is not woken.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t speed, base_ns;
static const volatile int64_t *skipped_ms;

__attribute__((constructor)) static void read_speed(void)
{
    const char *text = getenv("HC_HURRY");
    long long fast, base_ms;
    int length = 0, file;
    void *map;

    if (!text || sscanf(text, "%lld %lld %n", &fast, &base_ms, &length) != 2 || fast < 1)
        abort();
    file = open(text + length, O_RDONLY | O_CLOEXEC);
    map = mmap(NULL, sizeof *skipped_ms, PROT_READ, MAP_SHARED, file, 0);
    if (file < 0 || map == MAP_FAILED)
        abort();
    close(file);
    skipped_ms = map;
    speed = fast;
    base_ns = base_ms * 1000000;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    int64_t ns;

    if (status || !speed || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return status;
    ns = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
        ns = base_ns + (ns - base_ns) * speed + *skipped_ms * 1000000;
    else
        ns *= speed;
    now->tv_sec = ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    return 0;
}

/* Milliseconds of the program as ours: at least one, so that nothing spins. */
static int sooner(int ms)
{
    return ms <= 0 || speed < 2 ? ms : (int)((ms + speed - 1) / speed);
}

int epoll_pwait(int epoll, struct epoll_event *events, int count, int ms, const sigset_t *mask)
{
    return (int)syscall(SYS_epoll_pwait, epoll, events, count, sooner(ms), mask, 8);
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int ms)
{
    return epoll_pwait(epoll, events, count, ms, NULL);
}

/* Threads that wait until a time have it from the steady clock. */
int pthread_cond_timedwait(pthread_cond_t *wake, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
    static int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    int64_t ns = ((int64_t)until->tv_sec * 1000000000 + until->tv_nsec) / speed;
    struct timespec ours = {ns / 1000000000, ns % 1000000000};

    if (!wait)
        *(void **)&wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    return wait(wake, mutex, &ours);
}
