// SPDX-License-Identifier: MIT
/*
 * invite.c: the address that an invitation names.
 *
 * What the server's operator has said goes first; then the address by which this person came,
 * unless that leads nowhere from elsewhere; then one of the server's machine. Start reading at
 * invite_server().
 */
#include "doors/terminal/invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "doors/terminal/phrase.h"
#include "doors/terminal/qr.h"
#include "doors/terminal/status.h"

enum {
    TABLE_CHARS = URL_SERVER_CHARS + URL_CODE_CHARS + 1,
    LINE_ROWS = 60, /* a code that line mode may print, and how wide it may be */
    LINE_COLUMNS = 120,
};

static bool is_loopback(const char *host)
{
    return !strncmp(host, "127.", 4) || !strcmp(host, "::1") || !strcasecmp(host, "localhost");
}

const char *invite_server(const struct visit *visit)
{
    const struct guest *guest = visit->guest;

    if (*guest->public_url)
        return guest->public_url;
    return *guest->own_url && is_loopback(visit->url.host) ? guest->own_url : visit->server;
}

void invite_put_table(const struct visit *visit, struct hc_text *out)
{
    hc_put(out, invite_server(visit));
    hc_put_char(out, '/');
    hc_put(out, visit->guest->code);
}

const char *invite_warning(const struct visit *visit)
{
    struct hc_problem why;
    struct url url;

    if (!url_parse(invite_server(visit), &url, &why))
        return "";
    if (is_loopback(url.host))
        return phrase_word(TERMINAL_INVITE_ALONE);
    return url.encrypted ? "" : phrase_word(TERMINAL_INVITE_OPEN);
}

bool invite_qr(const struct visit *visit, int rows, int columns, struct sheet *sheet,
               struct hc_problem *why)
{
    char table[TABLE_CHARS];
    struct hc_text out;

    hc_text_init(&out, table, sizeof table);
    invite_put_table(visit, &out);
    return qr_write(table, rows, columns, sheet) ||
           say_why(why, "%s", phrase_word(TERMINAL_INVITE_NO_ROOM));
}

/* Black on white whatever the terminal's own colours are: otherwise readers would see it reversed.
 */
bool invite_print_qr(const struct visit *visit, struct hc_problem *why)
{
    struct sheet *sheet = malloc(sizeof *sheet);
    bool written;

    say_why(why, "there is not enough memory");
    if (sheet)
        sheet_begin(sheet, 0);
    written = sheet && invite_qr(visit, LINE_ROWS, LINE_COLUMNS, sheet, why);
    for (size_t i = 0; written && i < sheet->count; i++)
        printf(visit->terminal ? "\033[30;107m%s\033[0m\n" : "%s\n", sheet->row[i]);
    free(sheet);
    return written;
}

const char *invite_letters(void)
{
    return phrase_word(TERMINAL_CODE_LETTERS);
}
