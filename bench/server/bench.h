// SPDX-License-Identifier: MIT
/*
 * bench.h: what the files of bench_server share: a program that puts load on a server and measures
 * what comes back. Start reading at main.c.
 *
 * One thread and one epoll serve all connections. The server's own costs (processor time, memory)
 * are read from /proc, so it may be any process of this machine.
 */
#ifndef HC_BENCH_SERVER_BENCH_H
#define HC_BENCH_SERVER_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- main.c --------------------------------------------------------------------------------- */

/* Says what went wrong and ends the program. */
_Noreturn void fail(const char *what, const char *more);
uint64_t now_ns(void);
uint32_t random_below(uint32_t bound);

/* ---- links.c: the client's side of many WebSockets ------------------------------------------ */

enum { LINK_SAY_MAX = 1000 }; /* characters of the longest message that is sent */

struct link {
    int fd;     /* -1: it is not connected */
    bool open;  /* the WebSocket is */
    bool plain; /* it is no WebSocket, and never will be: bytes come as they are */
    bool deaf;  /* nothing is read */
    unsigned number;
    char *kept; /* an unfinished frame */
    size_t kept_used;
};

struct link_handlers {
    void (*opened)(void *context, struct link *link);
    void (*heard)(void *context, struct link *link, const char *text, size_t length);
    /* The server has hung up, or takes nothing more. NULL: that is an error, and ends the program.
     */
    void (*lost)(void *context, struct link *link);
};

/* Makes room for `count` links to a port of this machine, none of them connected. */
void links_prepare(unsigned count, unsigned port, const struct link_handlers *handlers,
                   void *context);
/* From which address of the loopback links come from now on, counted from 0. */
void links_come_from(unsigned address);
struct link *link_at(unsigned number);
/* Begins to connect; `opened` is called when the WebSocket is there. */
void link_connect(unsigned number);
void link_say(struct link *link, const char *text, size_t length);
/* Bytes of a plain link; those that nobody takes now are left out. */
void link_say_plain(struct link *link, const char *bytes, size_t count);
void link_close(struct link *link);
/* Serves whatever comes until `until_ns` or until something came. */
void links_serve(uint64_t until_ns);

/* ---- process.c: what the server costs ------------------------------------------------------- */

struct cost {
    uint64_t time_ns, processor_ns, resident_bytes;
    uint64_t load_ns; /* what this program itself has used of the processor */
};

struct cost cost_of(unsigned process);

/* ---- times.c: many durations, and where they lie -------------------------------------------- */

struct times {
    uint32_t *us10; /* in tenths of a microsecond */
    size_t count, size;
};

void times_add(struct times *times, uint64_t ns);
/* In microseconds; 0 if there are none. */
double times_at(struct times *times, double percent);
void times_forget(struct times *times);

/* ---- disk.c --------------------------------------------------------------------------------- */

/* Writes to a file that has its full size, and waits each time until that is on the disk; the file
 * is removed afterwards. */
void disk_sync(const char *path, double rate, uint64_t seconds, struct times *times);

/* ---- tables.c: people who play -------------------------------------------------------------- */

struct tables_plan {
    unsigned port, count;
    unsigned share; /* tables at which a person plays over the same link, from 1 to 8 */
    const char *game, *rules;
    const char *settings; /* of each table, beside those that every measurement needs */
    const char *bot;      /* sits at each table too; then an action is over when a person may act */
    bool known;           /* people have the tokens of tables_token, and can come back */
};

struct tables_counts {
    uint64_t actions, refused, bytes;
    struct times times;
};

/* Connects two people for each table, lets them sit down and start, and returns when all play. */
void tables_open(const struct tables_plan *plan);
/* Everybody acts as soon as both have seen the last action, `limit` commands to a table and match
 * at most (0: any number), until the time is over or nobody may act. */
void tables_play(uint64_t until_ns, unsigned limit, struct tables_counts *counts);
/* So many actions a second, each at a table that is ready. Latency counts from the moment an action
 * was due, whether or not it could be sent then. */
void tables_play_slowly(uint64_t until_ns, double rate, struct tables_counts *counts);
/* Nobody acts; what comes is read. */
void tables_rest(uint64_t until_ns);
/* Ends the match of a table, as both people agree, and gives the name of its log. */
const char *tables_end(unsigned number);
const char *tables_code(unsigned number);
/* The token of the person of a link, if people are known. */
enum { TOKEN_CHARS = 32 };
void tables_token(unsigned link, char token[TOKEN_CHARS + 1]);

/* ---- flood.c: an adversary beside those who play -------------------------------------------- */

struct flood_plan {
    const char *kind;
    unsigned port, tables; /* tables: of those who play, which are known by tables_code */
    const char *table;     /* a long match of two people whose tokens are known */
    const char *match;     /* a long match that is over */
};

/* Starts the adversary as a process of its own, from an address of its own, and returns when it has
 * prepared whatever it needs. Call it after tables_open. */
void flood_prepare(const struct flood_plan *plan);
void flood_begin(void);
/* Ends it, and gives how often it asked and how many answers it got. */
void flood_end(uint64_t *asked, uint64_t *answered);

/* ---- people.c ------------------------------------------------------------------------------- */

/* Makes a store in which so many people have played one match each. */
void people_store(const char *path, unsigned count);

/* ---- echo.c: a server that says what it hears, and its load --------------------------------- */

/* Serves until it is killed; prints the port. */
int echo_serve(void);
void echo_ask(unsigned port, unsigned links, double rate, uint64_t seconds, struct times *times,
              uint64_t *count);

#endif
