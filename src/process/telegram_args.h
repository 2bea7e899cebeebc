// SPDX-License-Identifier: MIT
/* telegram_args.h: what `holecard serve --telegram` and `holecard telegram` are told alike. */
#ifndef HC_PROCESS_TELEGRAM_ARGS_H
#define HC_PROCESS_TELEGRAM_ARGS_H

#include <stdbool.h>

#define TELEGRAM_API_MUST "an address, as https://api.telegram.org"

/* For struct arg: both put the text where `to` points. */
bool telegram_read_api(const char *text, void *to);
bool telegram_read_webhook(const char *text, void *to);

#endif
