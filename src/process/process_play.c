// SPDX-License-Identifier: MIT
/* process_play.c: `holecard play`, `history`, `replay` and `statistics`: the terminal door, with a
 * house at home. */
#include "process/home_house.h"
#include "process/home_past.h"
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
    .past = home_past,
    .past_find = home_past_find,
    .past_log = home_past_log,
    .past_remove = home_past_remove,
};

int process_play(int argc, char **argv)
{
    return terminal_play(argc, argv, &process);
}

int process_history(int argc, char **argv)
{
    return terminal_history(argc, argv, &process);
}

int process_replay(int argc, char **argv)
{
    return terminal_replay(argc, argv, &process);
}

int process_statistics(int argc, char **argv)
{
    return terminal_statistics(argc, argv, &process);
}
