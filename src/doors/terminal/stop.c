// SPDX-License-Identifier: MIT
/*
 * stop.c: Ctrl-C while lines are read.
 *
 * It may come just before somebody waits for input, and would not wake them: so it also puts an
 * empty file in the place of the input, and whoever waits next finds its end.
 */
#include "doors/terminal/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t came;
static int nothing = -1;

static void on_stop(int number)
{
    int kept = errno;

    (void)number;
    came = 1;
    dup2(nothing, STDIN_FILENO);
    errno = kept;
}

void stop_watch(void)
{
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = (int)SA_RESETHAND};

    if (nothing < 0)
        nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool stop_came(void)
{
    return came;
}
