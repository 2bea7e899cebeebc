// SPDX-License-Identifier: MIT
/* own_name.c: asking for a name, and keeping it in the settings. */
#include "doors/terminal/own_name.h"

#include <ctype.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/line.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/settings.h"
#include "doors/terminal/setup_text.h"

enum { PROMPT_CHARS = 200 };

bool own_name_is_open(const struct arguments *given, const struct setup *setup)
{
    return !given->name && !*setup->name[0];
}

void own_name_usual(char name[NAME_BYTES])
{
    const struct passwd *login = getpwuid(getuid());
    struct setup scratch;
    struct hc_problem why;

    snprintf(name, NAME_BYTES, "%s", phrase_word(TERMINAL_GUEST));
    if (!login || !*login->pw_name ||
        !setup_one_name(&scratch, 0, login->pw_name, strlen(login->pw_name), &why))
        return;
    memcpy(name, scratch.name[0], NAME_BYTES);
    name[0] = (char)toupper((unsigned char)name[0]);
}

static void ask(struct setup *setup)
{
    struct input input = {.has_kept = false};
    char usual[NAME_BYTES], prompt[PROMPT_CHARS], line[TYPED_CHARS];
    struct hc_problem why;
    struct hc_text out;

    own_name_usual(usual);
    hc_text_init(&out, prompt, sizeof prompt);
    PHRASE(&out, TERMINAL_ASK_NAME, {"name", usual, 0});
    for (;;) {
        enum line_result result = line_read(&input, prompt, line);

        if (result == LINE_END)
            return;
        if (result == LINE_GIVEN && !*line)
            snprintf(line, sizeof line, "%s", usual);
        if (result == LINE_GIVEN && setup_one_name(setup, 0, line, strlen(line), &why))
            return;
        line_refuse(result == LINE_GIVEN ? why.text : phrase_word(TERMINAL_TOO_LONG));
    }
}

void own_name_ask(struct setup *setup)
{
    ask(setup);
    if (*setup->name[0])
        settings_write(setup);
}

void own_name_keep(struct setup *setup, const char *name)
{
    struct hc_problem why;

    if (!*setup->name[0] && setup_one_name(setup, 0, name, strlen(name), &why))
        settings_write(setup);
}
