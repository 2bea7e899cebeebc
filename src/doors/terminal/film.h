// SPDX-License-Identifier: MIT
/*
 * film.h: a saved match that can be wound forward and back, and played at a speed.
 *
 * A film is at an event: 0 is the table before the first one. While the log is read for the first
 * time the table is kept at places that are evenly spread over it, so winding back never means
 * more than going on from the nearest of them. There are at most FILM_MARKS_MAX such places: when
 * they are all used, every second one is given up, so the memory is the same for any log.
 *
 * Some events are the engine's own memory and are told to nobody. Steps do not stop at them.
 *
 * Nothing here knows a screen or a clock.
 */
#ifndef HC_DOORS_TERMINAL_FILM_H
#define HC_DOORS_TERMINAL_FILM_H

#include "core/text.h"
#include "games/game.h"

enum {
    FILM_MARKS_MAX = 1024, /* of about 1 KiB each */
    FILM_LINES_MAX = 100,  /* more than a screen has room for */
    FILM_LINE_CHARS = 1024,
};

/* The reader of a log, up to and with one event. */
struct film_head {
    struct hc_log_reader reader;  /* behind `record` */
    struct hc_record record;      /* what the event came from */
    const struct hc_event *event; /* in the record; NULL before the first one */
    struct hc_table *table;       /* right after the event */
    uint32_t before;              /* how many events there were before the record */
};

/* A place between two records. */
struct film_mark {
    uint32_t seq;
    size_t at; /* the next byte of the log */
    uint64_t time_ms;
    uint32_t records;
};

struct film {
    struct film_head head;
    uint32_t events;   /* of the whole match */
    unsigned seats;    /* at its end */
    uint64_t start_ms; /* the time of the first command */
    struct film_mark *mark;
    uint8_t *tables; /* at the marks, at the head, and at one that looks round */
    size_t mark_count;
    uint32_t spacing; /* of the marks, in records */
    uint32_t *round;  /* the event with which each round begins */
    size_t round_count, round_room;
    bool is_over; /* nothing needs to be hidden any more */
    enum hc_verdict verdict;
    struct hc_problem problem; /* of a match that was not honest */
    unsigned speed;            /* an index into the list of speeds */
    bool playing;
    uint64_t due_ms; /* when the next step is to be made */
};

/* The last sentences up to the film's event, as one viewer saw them happen. */
struct film_story {
    char text[FILM_LINES_MAX][FILM_LINE_CHARS];
    char *line[FILM_LINES_MAX]; /* the oldest first */
    unsigned count;
    unsigned fresh; /* the first line that came of the command which the film is at */
};

/*
 * Reads and checks a log, whose bytes must outlive the film, and stops before its first event.
 * False: why says what is wrong with the log, or that there is not enough memory. The caller ends
 * with film_release, whatever the result.
 */
bool film_open(struct film *film, const uint8_t *bytes, size_t size, struct hc_problem *why);
void film_release(struct film *film);

/* The event at which the film is. */
uint32_t film_seq(const struct film *film);
/* To an event, or to the last one if there are fewer. */
void film_seek(struct film *film, uint32_t seq);
/* To the next event that is told to anybody, or to the one before; to an end if there is none. */
void film_step(struct film *film, bool back);
/* To the last event of this command, or of the next one if it is there; back to the last event of
 * the command before. */
void film_step_command(struct film *film, bool back);
/* To the beginning of the next round; back to that of this one, or of the one before if it is
 * there. Without such a round nothing happens. */
void film_step_round(struct film *film, bool back);

/* Milliseconds from the first command to the one that the film is at. */
uint64_t film_time_ms(const struct film *film);
/* Whether the film's event ends its command. */
bool film_ends_command(const struct film *film);
/* Fills a view of the table; `all` uncovers it, and is ignored unless the match is over. While a
 * command is under way nobody can act. */
void film_view(const struct film *film, unsigned viewer, bool all, struct hc_view *view);
/* `names` of the seats; NULL: as sentences have them without. */
void film_tell(const struct film *film, unsigned viewer, bool all, const char *const *names,
               struct film_story *story);

/* Starts or stops playing; at the end it starts from the beginning. */
void film_toggle(struct film *film, uint64_t now_ms);
/* One speed up or down, as far as there are any. */
void film_faster(struct film *film, uint64_t now_ms);
void film_slower(struct film *film, uint64_t now_ms);
/* How many events: "2 a second". */
void film_put_speed(const struct film *film, struct hc_text *out);
/* Makes a step if one is due and returns how many milliseconds to wait for the next, -1 if the film
 * is not playing. It stops at the end. */
int film_run(struct film *film, uint64_t now_ms);

#endif
