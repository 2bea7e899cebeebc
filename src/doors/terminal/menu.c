// SPDX-License-Identifier: MIT
/* menu.c: the way into the start menu and out of it. */
#include "doors/terminal/menu.h"

#include <string.h>

#include "doors/terminal/menu_rows.h"
#include "doors/terminal/settings.h"
#include "doors/terminal/status.h"

bool menu_run(struct setup *setup, bool full, char id[UNFINISHED_ID_CHARS], int *status)
{
    struct menu menu;
    enum row_kind end;

    menu_open(&menu, setup);
    end = full ? menu_full(&menu) : menu_line(&menu);
    *id = '\0';
    if (menu.changed)
        settings_write(setup);
    if (end == ROW_CONTINUE)
        memcpy(id, menu.id, UNFINISHED_ID_CHARS);
    *status = menu.stopped ? STATUS_STOPPED : STATUS_OK;
    return end != ROW_LEAVE;
}
