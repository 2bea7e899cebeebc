// SPDX-License-Identifier: MIT
/* process_play.c: `holecard play` and `holecard statistics`: the terminal door, with a house at
 * home. */
#include "process/home_house.h"
#include "process/process.h"

static const struct terminal_process process = {
    .open = home_open,
    .close = home_close,
    .link = home_link,
    .log = home_log,
    .recount = home_recount,
    .kept = home_kept,
    .statistics = home_statistics,
    .history = home_history,
};

int process_play(int argc, char **argv)
{
    return terminal_play(argc, argv, &process);
}

int process_statistics(int argc, char **argv)
{
    return terminal_statistics(argc, argv, &process);
}
