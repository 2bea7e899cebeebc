// SPDX-License-Identifier: MIT
/*
 * screen.h: the whole terminal as a page of cells, its keyboard and its mouse: the only file that
 * knows ncurses.
 *
 * Everything is drawn anew for each page: clear, put, show. What does not fit is cut off, never
 * wrapped. A style never says anything by its colour alone: what it means stands in the text too.
 * The terminal is given back as it was on every way out: return, exit, a signal, a failed check.
 */
#ifndef HC_DOORS_TERMINAL_SCREEN_H
#define HC_DOORS_TERMINAL_SCREEN_H

#include <stdbool.h>

enum screen_style {
    SCREEN_PLAIN,
    SCREEN_FAINT,    /* what matters less */
    SCREEN_TITLE,    /* bold */
    SCREEN_SELECTED, /* where the cursor is: reversed */
    SCREEN_ALARM,    /* a refusal, a clock that runs out */
    SCREEN_RED,      /* the paints of cards */
    SCREEN_BLUE,
    SCREEN_GREEN,
    SCREEN_YELLOW,
    SCREEN_BLACK,
    SCREEN_WILD,
    SCREEN_PAPER, /* black on white */
    SCREEN_STYLES
};

/* What screen_key returns: a character, or one of these. */
enum screen_key {
    SCREEN_UP = 0x110000,
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_HOME,
    SCREEN_LAST,  /* the End key */
    SCREEN_ENTER, /* Return, or the one on the keypad */
    SCREEN_ESCAPE,
    SCREEN_BACK, /* Backspace */
    SCREEN_TAB,
    SCREEN_WHEEL_UP, /* of a mouse */
    SCREEN_WHEEL_DOWN,
    SCREEN_RESIZED, /* draw again */
    SCREEN_NOTHING, /* no key came in time */
    SCREEN_STOP,    /* Ctrl-C, a signal to end, or the terminal is gone: save and leave */
};

/* What is added to a key that came by a click: see spots.h. */
enum { SCREEN_CLICKED = 1 << 24 };

/* Whether input and output are a terminal that can be drawn on. */
bool screen_possible(void);
/* Takes the terminal. False, and nothing changed, if it cannot be drawn on after all. */
bool screen_open(void);
/* Gives the terminal back; may be called twice. */
void screen_close(void);
int screen_rows(void);
int screen_columns(void);
void screen_clear(void);
/* Puts a text (UTF-8) of at most `width` columns and returns how many it took. Characters that
 * would be commands to the terminal are replaced. */
int screen_put(int row, int column, int width, enum screen_style style, const char *text);
/* Shows the page. */
void screen_show(void);
/* Rings the bell; and sets the title of the window, where there is one. Whoever gives the terminal
 * back restores the former title. */
void screen_ring(void);
void screen_title(const char *text);
/* The next key; waits at most `timeout_ms`, for ever if it is negative. */
int screen_key(int timeout_ms);

#endif
