// SPDX-License-Identifier: MIT
/* head.c: looking into the head of an answer. */
#include "net/head.h"

#include <string.h>
#include <strings.h>

size_t head_end(const uint8_t *bytes, size_t count)
{
    for (size_t i = 4; i <= count && i <= HEAD_MAX; i++)
        if (!memcmp(bytes + i - 4, "\r\n\r\n", 4))
            return i;
    return 0;
}

unsigned head_status(const char *head)
{
    static const char version[] = "HTTP/1.1 ";
    unsigned status = 0;

    if (strncmp(head, version, sizeof version - 1) != 0)
        return 0;
    head += sizeof version - 1;
    for (unsigned i = 0; i < 3; i++) {
        if (head[i] < '0' || head[i] > '9')
            return 0;
        status = 10 * status + (unsigned)(head[i] - '0');
    }
    return head[3] == ' ' || head[3] == '\r' ? status : 0;
}

const char *head_value(const char *head, const char *name, size_t *length)
{
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, strlen(name)) != 0 || line[strlen(name)] != ':')
            continue;
        line += strlen(name) + 1;
        line += strspn(line, " \t");
        *length = strcspn(line, " \t\r\n");
        return line;
    }
    return NULL;
}
