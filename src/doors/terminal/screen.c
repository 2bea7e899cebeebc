// SPDX-License-Identifier: MIT
/*
 * screen.c: the terminal as a page, by ncurses.
 *
 * Signals decide how this is built. Keys are waited for in one place, screen_key(), where signals
 * are let in only while nothing is drawn, so none is missed and none comes between two strokes. How
 * the terminal is given back after a crash is worked out when it is taken: a handler may then do no
 * more than write bytes. Where the locale is not UTF-8, every sign has an ASCII letter instead.
 */
#include "doors/terminal/screen.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "doors/terminal/spots.h"
#include "net/clock.h"

enum {
    ESCAPE_MS = 25,      /* after this long an Escape is a key, not the beginning of one */
    RESTORE_BYTES = 256, /* the longest sequences of terminfo are far shorter */
    FAILURES_MAX = 20,   /* reads in a row that give nothing: the terminal is gone */
    TITLE_BYTES = 120,
    MOUSE_KEY = KEY_MAX + 1, /* what ncurses calls the beginning of a report of the mouse */
    MOUSE_NUMBERS = 3,       /* button, column, row */
    MOUSE_MAX = 10000,       /* larger numbers are no places */
    MOUSE_WHEEL = 64,        /* the bit of a wheel; 1 is then down, otherwise a button */
    MOUSE_OTHER = 0x3c,      /* shift, alt, control, and movement: not for us */
};

/* Buttons are reported, in the format of SGR, which knows windows of any size; the former title is
 * kept by the terminal. */
static const char modes_on[] = "\033[?1000h\033[?1006h\033[22;2t";
static const char modes_off[] = "\033[?1006l\033[?1000l\033[23;2t";

static struct {
    SCREEN *screen; /* NULL while the terminal is not ours */
    bool utf8;
    attr_t attributes[SCREEN_STYLES];
    short pair[SCREEN_STYLES];
    sigset_t held, outside; /* what is kept out while we draw, and the mask we came with */
    bool has_modes;         /* the terminal understands the mouse and a title */
    int held_spot;          /* where a button was pressed */
    char title[TITLE_BYTES];
} page;

/* What handlers use. */
static volatile sig_atomic_t stops, suspends;
static volatile sig_atomic_t is_taken;
static struct termios before;
static char restore[RESTORE_BYTES];
static size_t restore_length;

/* ---- Giving the terminal back ---------------------------------------------------------------- */

static int add_to_restore(int c)
{
    if (restore_length < RESTORE_BYTES)
        restore[restore_length++] = (char)c;
    return c;
}

static void add_capability(const char *string)
{
    if (string && string != (const char *)-1)
        tputs(string, 1, add_to_restore);
}

static void prepare_restore(void)
{
    restore_length = 0;
    for (const char *c = modes_off; page.has_modes && *c; c++)
        add_to_restore(*c);
    add_capability(exit_attribute_mode);
    add_capability(keypad_local);
    add_capability(cursor_normal);
    add_capability(exit_ca_mode);
}

/* Only what a handler may do. */
static void write_bytes(const char *bytes, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t count = write(STDOUT_FILENO, bytes + done, size - done);

        if (count <= 0)
            break;
        done += (size_t)count;
    }
}

static void restore_by_hand(void)
{
    if (!is_taken)
        return;
    is_taken = 0;
    write_bytes(restore, restore_length);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

/* The signals that we handle, and what was done about them before. */
static struct {
    int number;
    bool is_crash;
    struct sigaction before;
} signals[] = {
    {.number = SIGINT},
    {.number = SIGTERM},
    {.number = SIGHUP},
    {.number = SIGQUIT},
    {.number = SIGABRT, .is_crash = true},
    {.number = SIGBUS, .is_crash = true},
    {.number = SIGFPE, .is_crash = true},
    {.number = SIGILL, .is_crash = true},
    {.number = SIGSEGV, .is_crash = true},
    {.number = SIGTRAP, .is_crash = true},
};

enum { SIGNALS = sizeof signals / sizeof *signals };

/* Lets whoever handled the signal before have it. It arrives when the handler returns. */
static void end_by(int number)
{
    restore_by_hand();
    for (unsigned i = 0; i < SIGNALS; i++)
        if (signals[i].number == number)
            sigaction(number, &signals[i].before, NULL);
    raise(number);
}

static void on_stop(int number)
{
    int kept = errno;

    if (stops)
        end_by(number);
    stops = 1;
    errno = kept;
}

/* Ctrl-Z: the terminal is given back when nothing is being drawn. */
static void on_suspend(int number)
{
    (void)number;
    suspends = 1;
}

static void take_suspension(void)
{
    struct sigaction before_us, action = {.sa_handler = on_suspend};

    sigemptyset(&action.sa_mask);
    /* Who ignores it cannot be suspended. */
    if (sigaction(SIGTSTP, NULL, &before_us) == 0 && before_us.sa_handler == SIG_DFL)
        sigaction(SIGTSTP, &action, NULL);
}

static void give_suspension_back(void)
{
    struct sigaction now, action = {.sa_handler = SIG_DFL};

    if (sigaction(SIGTSTP, NULL, &now) == 0 && now.sa_handler == on_suspend)
        sigaction(SIGTSTP, &action, NULL);
}

static void take_signals(void)
{
    take_suspension();
    sigemptyset(&page.held);
    for (unsigned i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = signals[i].is_crash ? end_by : on_stop};

        sigfillset(&action.sa_mask);
        sigaction(signals[i].number, &action, &signals[i].before);
        if (!signals[i].is_crash)
            sigaddset(&page.held, signals[i].number);
    }
    sigaddset(&page.held, SIGWINCH);
}

static void give_signals_back(void)
{
    give_suspension_back();
    for (unsigned i = 0; i < SIGNALS; i++)
        sigaction(signals[i].number, &signals[i].before, NULL);
}

/* ---- Taking it ------------------------------------------------------------------------------- */

/* A locale that is not installed says nothing of the terminal; today's terminals take UTF-8. */
static void take_locale(void)
{
    if (!setlocale(LC_CTYPE, ""))
        setlocale(LC_CTYPE, "C.UTF-8");
    page.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
}

bool screen_possible(void)
{
    const char *kind = getenv("TERM");
    TERMINAL *former = cur_term;
    bool drawable;
    int error;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !kind || !*kind ||
        !strcmp(kind, "dumb") || setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    drawable = cursor_address && clear_screen;
    del_curterm(set_curterm(former));
    return drawable;
}

/* Cards are filled with their colour, so that they stand out on light and on dark terminals. */
static const struct {
    attr_t plain, painted; /* without colours, and with them */
    short ink, paper;      /* -1: the terminal's own */
} looks[SCREEN_STYLES] = {
    [SCREEN_PLAIN] = {A_NORMAL, A_NORMAL, -1, -1},
    [SCREEN_FAINT] = {A_DIM, A_DIM, -1, -1},
    [SCREEN_TITLE] = {A_BOLD, A_BOLD, -1, -1},
    [SCREEN_SELECTED] = {A_REVERSE, A_REVERSE, -1, -1},
    [SCREEN_ALARM] = {A_BOLD, A_BOLD, COLOR_RED, -1},
    [SCREEN_RED] = {A_NORMAL, A_BOLD, COLOR_WHITE, COLOR_RED},
    [SCREEN_BLUE] = {A_NORMAL, A_BOLD, COLOR_WHITE, COLOR_BLUE},
    [SCREEN_GREEN] = {A_NORMAL, A_NORMAL, COLOR_BLACK, COLOR_GREEN},
    [SCREEN_YELLOW] = {A_NORMAL, A_NORMAL, COLOR_BLACK, COLOR_YELLOW},
    [SCREEN_BLACK] = {A_NORMAL, A_NORMAL, COLOR_BLACK, COLOR_WHITE},
    [SCREEN_WILD] = {A_NORMAL, A_BOLD, COLOR_WHITE, COLOR_MAGENTA},
    [SCREEN_PAPER] = {A_REVERSE, A_NORMAL, COLOR_BLACK, COLOR_WHITE},
};

static void mix_styles(void)
{
    const char *without = getenv("NO_COLOR");
    bool colors = (!without || !*without) && has_colors() && start_color() == OK &&
                  use_default_colors() == OK && COLORS >= 8 && COLOR_PAIRS >= SCREEN_STYLES;

    for (short s = 0; s < SCREEN_STYLES; s++) {
        bool mixed = colors && (looks[s].ink >= 0 || looks[s].paper >= 0) &&
                     init_pair(s, looks[s].ink, looks[s].paper) == OK;

        page.pair[s] = mixed ? s : 0;
        page.attributes[s] = mixed ? looks[s].painted : looks[s].plain;
    }
}

/* A console of a machine has no window, and what is no terminal of the usual kind might show the
 * sequences as letters. */
static bool knows_modes(void)
{
    const char *kind = getenv("TERM");

    return cursor_address && !strncmp(cursor_address, "\033[", 2) && kind &&
           strncmp(kind, "linux", 5) != 0 && strncmp(kind, "vt", 2) != 0;
}

/* Mouse and title; ncurses does not know of them. */
static void take_modes(void)
{
    page.title[0] = '\0';
    if (page.has_modes)
        write_bytes(modes_on, sizeof modes_on - 1);
}

static void give_modes_back(void)
{
    if (page.has_modes)
        write_bytes(modes_off, sizeof modes_off - 1);
}

bool screen_open(void)
{
    static bool promised;
    sigset_t suspend;

    if (page.screen)
        return true;
    if (!screen_possible() || tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    take_locale();
    /* Before ncurses does: it leaves alone what somebody handles already. */
    take_signals();
    page.screen = newterm(NULL, stdout, stdin);
    if (!page.screen) {
        give_signals_back();
        return false;
    }
    if (!promised)
        promised = atexit(screen_close) == 0;
    stops = suspends = 0;
    page.has_modes = knows_modes();
    prepare_restore();
    is_taken = 1;
    sigemptyset(&suspend);
    sigaddset(&suspend, SIGTSTP);
    sigprocmask(SIG_BLOCK, &suspend, &page.outside);
    set_escdelay(ESCAPE_MS);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, TRUE);
    curs_set(0);
    define_key("\033[<", MOUSE_KEY);
    mix_styles();
    refresh();
    take_modes();
    return true;
}

void screen_close(void)
{
    if (!page.screen)
        return;
    is_taken = 0;
    give_modes_back();
    endwin();
    delscreen(page.screen);
    page.screen = NULL;
    give_signals_back();
    sigprocmask(SIG_SETMASK, &page.outside, NULL);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

int screen_rows(void)
{
    return page.screen ? LINES : 0;
}

int screen_columns(void)
{
    return page.screen ? COLS : 0;
}

void screen_clear(void)
{
    spots_clear();
    erase();
}

/* What stands for a sign where there is only ASCII. */
static const struct {
    wchar_t sign;
    char ascii;
} instead[] = {
    {0xb7, '.'},   {0xd7, 'x'},    {0x2013, '-'},  {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''},
    {0x201c, '"'}, {0x201d, '"'},  {0x2022, '.'},  {0x2026, '~'}, {0x2190, '<'},  {0x2191, '^'},
    {0x2192, '>'}, {0x2193, 'v'},  {0x21ba, '<'},  {0x21bb, '>'}, {0x2212, '-'},  {0x2500, '-'},
    {0x2502, '|'}, {0x250c, '+'},  {0x2510, '+'},  {0x2514, '+'}, {0x2518, '+'},  {0x251c, '+'},
    {0x2524, '+'}, {0x252c, '+'},  {0x2534, '+'},  {0x253c, '+'}, {0x2550, '='},  {0x256d, '.'},
    {0x256e, '.'}, {0x256f, '\''}, {0x2570, '\''}, {0x2588, '#'}, {0x2591, ':'},  {0x2592, ':'},
    {0x25a0, '#'}, {0x25b2, '^'},  {0x25b8, '>'},  {0x25b6, '>'}, {0x25bc, 'v'},  {0x25c0, '<'},
    {0x25c6, '+'}, {0x25c7, '&'},  {0x25cf, 'o'},  {0x2605, '*'}, {0x2713, 'x'},
};

/* The next character of a text, which moves on behind it; '?' for what is no UTF-8. */
static wchar_t next_sign(const char **text)
{
    const unsigned char *byte = (const unsigned char *)*text;
    unsigned more = byte[0] >= 0xf0 ? 3 : byte[0] >= 0xe0 ? 2 : byte[0] >= 0xc0 ? 1 : 0;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    uint32_t sign = more ? byte[0] & (0x3fu >> more) : byte[0];

    for (unsigned i = 1; i <= more; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            *text += i;
            return '?';
        }
        sign = sign << 6 | (byte[i] & 0x3f);
    }
    *text += more + 1;
    if ((!more && sign >= 0x80) || sign < least[more] || sign > 0x10ffff ||
        (sign >= 0xd800 && sign < 0xe000))
        return '?';
    return (wchar_t)sign;
}

/* A sign as this terminal can show it. */
static wchar_t shown(wchar_t sign)
{
    if (sign < ' ' || (sign >= 0x7f && sign < 0xa0))
        return '?';
    if (sign < 0x7f || page.utf8)
        return sign;
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++)
        if (instead[i].sign == sign)
            return instead[i].ascii;
    return '?';
}

int screen_put(int row, int column, int width, enum screen_style style, const char *text)
{
    int used = 0;

    if (!page.screen || row < 0 || row >= LINES || column < 0 || column >= COLS)
        return 0;
    width = width < COLS - column ? width : COLS - column;
    while (*text) {
        wchar_t cell[2] = {shown(next_sign(&text)), L'\0'};
        int wide = wcwidth(cell[0]);
        cchar_t drawn;

        if (wide < 0) {
            cell[0] = L'?';
            wide = 1;
        }
        if (used + wide > width)
            break;
        if (!wide)
            continue;
        setcchar(&drawn, cell, page.attributes[style], page.pair[style], NULL);
        mvadd_wch(row, column + used, &drawn);
        used += wide;
    }
    return used;
}

void screen_show(void)
{
    refresh();
}

void screen_ring(void)
{
    if (page.screen)
        write_bytes("\a", 1);
}

void screen_title(const char *text)
{
    char title[TITLE_BYTES], bytes[TITLE_BYTES + 8];

    snprintf(title, sizeof title, "%s", text);
    if (!page.screen || !page.has_modes || !page.utf8 || !strcmp(title, page.title))
        return;
    for (char *c = title; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    memcpy(page.title, title, sizeof title);
    write_bytes(bytes, (size_t)snprintf(bytes, sizeof bytes, "\033]2;%s\a", title));
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static const struct {
    wint_t code;
    int key; /* enum screen_key */
} function_keys[] =
    {
        {KEY_UP, SCREEN_UP},          {KEY_DOWN, SCREEN_DOWN},      {KEY_LEFT, SCREEN_LEFT},
        {KEY_RIGHT, SCREEN_RIGHT},    {KEY_PPAGE, SCREEN_PAGE_UP},  {KEY_NPAGE, SCREEN_PAGE_DOWN},
        {KEY_HOME, SCREEN_HOME},      {KEY_END, SCREEN_LAST},       {KEY_ENTER, SCREEN_ENTER},
        {KEY_BACKSPACE, SCREEN_BACK}, {KEY_RESIZE, SCREEN_RESIZED},
},
  control_keys[] = {
      {'\r', SCREEN_ENTER}, {'\n', SCREEN_ENTER},  {'\t', SCREEN_TAB},  {'\b', SCREEN_BACK},
      {0x7f, SCREEN_BACK},  {0x1b, SCREEN_ESCAPE}, {0x03, SCREEN_STOP},
};

enum { REDRAW = 'L' & 0x1f };

static bool wait_input(int64_t left_ms, bool forever);

/* The rest of a report comes at once, but perhaps not in one piece. */
static bool read_rest(wint_t *code)
{
    int kind = get_wch(code);

    if (kind == ERR && wait_input(ESCAPE_MS, false))
        kind = get_wch(code);
    return kind == OK;
}

/* A report of the mouse, "0;12;5M" or with m when a button is let go, of which the beginning was
 * read: what the click means, or SCREEN_NOTHING. A click counts when the button is let go where it
 * was pressed: so nothing of it is left for the shell when it ends the program. */
static int read_mouse(void)
{
    int number[MOUSE_NUMBERS] = {0}, key;
    unsigned which = 0;
    wint_t code;

    for (;;) {
        if (!read_rest(&code))
            return SCREEN_NOTHING;
        if (code == ';' && which + 1 < MOUSE_NUMBERS)
            which++;
        else if (code >= '0' && code <= '9' && number[which] < MOUSE_MAX)
            number[which] = number[which] * 10 + (int)(code - '0');
        else
            break;
    }
    if ((code != 'M' && code != 'm') || which + 1 < MOUSE_NUMBERS || number[0] & MOUSE_OTHER)
        return SCREEN_NOTHING;
    if (number[0] & MOUSE_WHEEL)
        return number[0] == MOUSE_WHEEL       ? SCREEN_WHEEL_UP
               : number[0] == MOUSE_WHEEL + 1 ? SCREEN_WHEEL_DOWN
                                              : SCREEN_NOTHING;
    key = number[0] ? 0 : spots_find(number[2] - 1, number[1] - 1);
    if (code == 'M') {
        page.held_spot = key;
        return SCREEN_NOTHING;
    }
    return key && key == page.held_spot ? key | SCREEN_CLICKED : SCREEN_NOTHING;
}

/* A key that has come already, or SCREEN_NOTHING. Keys that mean nothing here are none. */
static int read_key(bool *failed)
{
    wint_t code;
    int kind = get_wch(&code);

    *failed = kind == ERR;
    if (kind == KEY_CODE_YES) {
        if (code == MOUSE_KEY)
            return read_mouse();
        for (size_t i = 0; i < sizeof function_keys / sizeof *function_keys; i++)
            if (function_keys[i].code == code)
                return function_keys[i].key;
        return SCREEN_NOTHING;
    }
    if (kind == ERR)
        return SCREEN_NOTHING;
    if (code == REDRAW) {
        clearok(curscr, TRUE);
        return SCREEN_RESIZED;
    }
    for (size_t i = 0; i < sizeof control_keys / sizeof *control_keys; i++)
        if (control_keys[i].code == code)
            return control_keys[i].key;
    return code >= ' ' && code <= 0x10ffff ? (int)code : SCREEN_NOTHING;
}

/* Waits for input with all signals let in; false if the time is up or a signal came. */
static bool wait_input(int64_t left_ms, bool forever)
{
    struct timespec left = {(time_t)(left_ms / 1000), (long)(left_ms % 1000) * 1000000};
    fd_set input;

    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    return pselect(STDIN_FILENO + 1, &input, NULL, NULL, forever ? NULL : &left, &page.outside) > 0;
}

/* A window may also have changed while we were suspended, and then nobody tells us. */
static bool size_changed(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_row || !size.ws_col ||
        (size.ws_row == LINES && size.ws_col == COLS))
        return false;
    resizeterm(size.ws_row, size.ws_col);
    return true;
}

/* Whether Ctrl-Z was pressed; the signal may still be on its way. */
static bool is_suspended(void)
{
    sigset_t pending;

    return suspends || (sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP) == 1);
}

/* Gives the terminal to the shell until we are to go on. */
static void suspend(void)
{
    sigset_t signal;

    sigemptyset(&signal);
    sigaddset(&signal, SIGTSTP);
    is_taken = 0;
    give_modes_back();
    endwin();
    give_suspension_back();
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &signal, NULL);
    /* Here it goes on. */
    sigprocmask(SIG_BLOCK, &signal, NULL);
    take_suspension();
    suspends = 0;
    is_taken = 1;
    refresh();
    take_modes();
}

/* The signals are held while this runs. */
static int await_key(int timeout_ms)
{
    int64_t end_ms = (int64_t)clock_steady_ms() + timeout_ms;
    unsigned failures = 0;

    for (;;) {
        bool failed;
        int key = stops ? SCREEN_STOP : read_key(&failed);
        int64_t left_ms = end_ms - (int64_t)clock_steady_ms();

        if (key != SCREEN_NOTHING)
            return key;
        if (is_suspended()) {
            suspend();
            size_changed();
            return SCREEN_RESIZED;
        }
        if (size_changed())
            return SCREEN_RESIZED;
        if (timeout_ms >= 0 && left_ms <= 0)
            return SCREEN_NOTHING;
        if (!failed)
            continue;
        failures = wait_input(left_ms, timeout_ms < 0) ? failures + 1 : 0;
        if (failures > FAILURES_MAX)
            return SCREEN_STOP;
    }
}

int screen_key(int timeout_ms)
{
    sigset_t drawing;
    int key;

    if (!page.screen)
        return SCREEN_STOP;
    sigprocmask(SIG_BLOCK, &page.held, &drawing);
    key = await_key(timeout_ms);
    sigprocmask(SIG_SETMASK, &drawing, NULL);
    return key;
}
