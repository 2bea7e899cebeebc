// SPDX-License-Identifier: MIT
/*
 * prompt.h: how every page of the full screen talks with a person: keys, a typed line, a notice,
 * a list or a story to move through, and panels over the page.
 *
 * A page is data: the keys that it knows, how a line begins on it, its panels, and what draws it.
 * It calls prompt_read() again and again, and is told what the person wants of it. The rest is done
 * here, so that all pages behave alike:
 *
 *   Escape         takes back what was begun: the panel, the line, looking back; then PROMPT_BACK
 *   the quit key   closes a panel; on the page PROMPT_LEAVE
 *   Enter          does what was typed or chosen; otherwise PROMPT_ENTER
 *   ?              opens the help: the page's keys that have a sentence, and what `help` adds
 *   Up, Down, PageUp, PageDown, Home, End
 *                  move in the panel, in the page's list or in its story, unless the page has them
 *
 * A click on a row is Enter on it, a click on something else is the key that stands there
 * (spots.h), and gives up what is being typed. The wheel moves in what is shown.
 *
 * A panel gets every key before the line, the line gets characters before the page. A notice lasts
 * until the next key. Letters are keys in either case.
 *
 * prompt_press() needs no screen. Start reading there.
 */
#ifndef HC_DOORS_TERMINAL_PROMPT_H
#define HC_DOORS_TERMINAL_PROMPT_H

#include "core/template.h"
#include "doors/terminal/panel.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/sheet.h"

enum {
    PROMPT_CHARS = 256, /* a line has fewer */
    PROMPT_NOTICE_CHARS = 800,
    PROMPT_CODE_CHARS = 8,
};

/* A key that a page knows. The numbers are the page's own. */
struct prompt_key {
    int key; /* a small letter, another character, an enum screen_key; 0: it is only listed */
    int request, with;
    const char *name; /* for the help; NULL: it is not listed there */
    enum hc_word sentence;
};

enum prompt_typing {
    PROMPT_TYPES_FIELD,  /* nothing but what prompt_edit opened, which is then taken as it is */
    PROMPT_TYPES_DIGITS, /* a number; any other key gives it up, and is a key */
    PROMPT_TYPES_WORDS,  /* a colon or a space begins a line; all other characters must be keys */
    PROMPT_TYPES_ALL,    /* every character that is no key begins a line */
};

enum { PROMPT_NO_PANEL, PROMPT_HELP, PROMPT_OWN /* a page's own panels are numbered from here */ };

/* A panel over the page: a list, of which a row is chosen, or something to read. */
struct prompt_panel {
    int id;
    const char *title, *foot;
    /* Fills the sheet; called again when the window has changed. */
    void (*write)(void *page, struct sheet *sheet);
    bool is_list;
    bool is_paper;   /* its rows are dark on light */
    size_t above;    /* in a list: so many rows before it are only read; `write` may set it */
    size_t selected; /* in a list, at first, counted behind those */
    /* In a list: what may be typed for each row, in capitals; NULL: nothing can be typed. */
    const char (*code)[PROMPT_CODE_CHARS];
    bool is_numbered; /* in a list: a row can be typed as its number, from 1, too */
};

enum prompt_event {
    PROMPT_NOTHING, /* that the page must see to: it draws itself again and asks again */
    PROMPT_KEY,     /* one of the page's keys: `pressed` */
    PROMPT_LINE,    /* a line was typed: `line`, without the colon and spaces around it */
    PROMPT_CARD,    /* a card of the hand was clicked: `card` */
    PROMPT_ENTER,   /* Enter where nothing was typed: on row list.selected, if there is a list */
    PROMPT_CHOSEN,  /* Enter in a panel, or a row was typed: `closed`, and prompt_chosen() */
    PROMPT_CLOSED,  /* a panel was closed without an answer: `closed`, by `key` */
    PROMPT_BACK,
    PROMPT_LEAVE,
    PROMPT_STOP, /* Ctrl-C, a signal, or the terminal is gone */
};

struct prompt {
    /* What the page brings. All but `page` and `draw` may be left out, and may change at any time.
     */
    void *page;
    void (*draw)(void *page); /* without panels, and without showing it */
    /* Waits for input or for news of others; true if there is input. NULL: there are no others. */
    bool (*wait)(void *page, int timeout_ms);
    const struct prompt_key *keys;
    size_t key_count;
    int quit; /* the key that leaves; 0: there is none */
    enum prompt_typing typing;
    struct sheet *sheet; /* for panels; NULL: the page has none, and no help */
    void (*help)(void *page, struct sheet *sheet);
    struct {
        size_t count, selected; /* no rows: no list */
        size_t first, shown;    /* set by prompt_draw_list */
    } list;
    struct {
        size_t count; /* set by prompt_tell */
        size_t back;  /* how many sentences at the end are not shown */
        size_t shown; /* how many are: the page sets it when it is drawn */
    } story;

    /* What it reads. */
    char notice[PROMPT_NOTICE_CHARS];
    bool refused; /* the notice is a refusal */
    bool is_typing;
    char typed[PROMPT_CHARS]; /* so far */
    char line[PROMPT_CHARS];
    const struct prompt_key *pressed;
    int key;                         /* the last one */
    int card;                        /* the last one that was clicked */
    struct prompt_panel over;        /* the panel that is open; its id may be PROMPT_NO_PANEL */
    int closed;                      /* the id of the panel that was closed last … */
    size_t closed_above;             /* … and its rows before the list */
    struct panel panel;              /* as it is drawn */
    size_t panel_shown;              /* rows */
    char letters[PROMPT_CODE_CHARS]; /* typed in a list */
};

/* Shows the page, waits for a key, for news of others, or so many milliseconds (for ever if
 * negative), and returns what is wanted of the page. */
enum prompt_event prompt_read(struct prompt *prompt, int timeout_ms);
/* The same for a key that has come. */
enum prompt_event prompt_press(struct prompt *prompt, int key);
/* Only shows the page, for what takes a while. */
void prompt_show(struct prompt *prompt);

/* The row of a list that was chosen, from 0. */
size_t prompt_chosen(const struct prompt *prompt);

/* A notice, as printf would; and one that says why something is not done: "No: why." */
__attribute__((format(printf, 2, 3))) void prompt_say(struct prompt *prompt, const char *format,
                                                      ...);
void prompt_say_words(struct prompt *prompt, enum hc_word word, const struct words_value *values,
                      size_t count);
#define PROMPT_SAY(prompt, word, ...)                                                              \
    prompt_say_words(prompt, word, (const struct words_value[]){__VA_ARGS__},                      \
                     sizeof((const struct words_value[]){__VA_ARGS__}) /                           \
                         sizeof(struct words_value))
void prompt_refuse(struct prompt *prompt, const char *why);
/* Opens the line with a text that can be changed; and gives up what is typed. */
void prompt_edit(struct prompt *prompt, const char *text);
void prompt_clear(struct prompt *prompt);
/* Opens a panel in place of what is open (the page must have a sheet); and closes it, which is no
 * event. Titles, feet and codes must last as long as it is open. */
void prompt_open(struct prompt *prompt, const struct prompt_panel *panel);
void prompt_open_help(struct prompt *prompt);
void prompt_close(struct prompt *prompt);
/* There are so many sentences now. Whoever looks back is not moved along. */
void prompt_tell(struct prompt *prompt, size_t count);
/* Looks further back, or forward again. */
void prompt_look_back(struct prompt *prompt, long by);

/* A page that is the prompt's list. */
struct prompt_list_page {
    const char *title;
    const char *aside; /* at the right end of the title line, urgent; may be NULL */
    const char *words; /* below the list; a notice takes their place */
    const char *foot;  /* the keys */
    void (*put_row)(const void *page, size_t row, int at, bool selected);
};

void prompt_draw_list(struct prompt *prompt, const struct prompt_list_page *look);

#endif
