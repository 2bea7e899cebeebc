// SPDX-License-Identifier: MIT
/* full_inside.h: a match on the full screen, as its four files share it. */
#ifndef HC_DOORS_TERMINAL_FULL_INSIDE_H
#define HC_DOORS_TERMINAL_FULL_INSIDE_H

#include "core/text.h"
#include "doors/terminal/ask.h"
#include "doors/terminal/errand.h"
#include "doors/terminal/keys.h"
#include "doors/terminal/page.h"
#include "doors/terminal/panel.h"
#include "doors/terminal/play.h"
#include "doors/terminal/sheet.h"
#include "doors/terminal/typed.h"

enum { NOTICE_CHARS = 400 };

enum mode {
    MODE_TABLE,
    MODE_ASK,     /* a list: what the command leaves open */
    MODE_HINTS,   /* a list: Enter does it */
    MODE_READ,    /* something to read */
    MODE_LEAVE,   /* a list: leave or stay */
    MODE_AWAY,    /* a list: wait for somebody who is away, or not */
    MODE_HIDE,    /* the page is still shown until Enter hides it */
    MODE_CURTAIN, /* nobody's hand is shown */
    MODE_ROUND,   /* a round is over */
    MODE_OVER,    /* the match is over */
};

struct full {
    struct match *match;
    struct keys keys;
    struct hc_view view;
    const char *names[HC_SEATS_MAX];
    unsigned seat; /* who has the screen; HC_SPECTATOR: nobody */
    unsigned next; /* who gets it after the curtain */
    enum mode mode;

    struct panel panel;
    enum errand reading; /* what is read */
    struct sheet sheet;
    struct question question;
    unsigned speaker; /* whose command is asked about */
    struct hc_hint hints[HC_HINTS_MAX];

    int selected;  /* the card under the cursor, or -1 */
    bool had_turn; /* when the table was last looked at */
    char typed[TYPED_CHARS];
    char notice[NOTICE_CHARS];
    bool refused;
    size_t told, fresh, back, shown; /* sentences of the story */

    uint64_t due_ms;           /* when a bot acts next */
    struct hc_actions chances; /* what the person might last do out of turn */
    uint32_t aside_seq;        /* the moment at which bots were last asked to act out of turn */
    uint32_t opened_seq;       /* the moment at which a question was last opened by itself */
    uint32_t turn_ms;          /* the time for a turn; 0: no limit */
    unsigned clock_seat;
    uint64_t clock_ms; /* when the turn of that seat began */

    size_t ended_with;       /* sentences that the panel at the end knows of */
    char away[NOTICE_CHARS]; /* who is away */
    bool waited;             /* and that the person waits for them */
    bool late;               /* who looks on sees all hands, as they were some turns ago */

    bool ended;
    enum play_end end;
};

/* full.c */
void full_finish(struct full *full, enum play_end end);
/* An answer below the table; a refusal says why. */
void full_say(struct full *full, const char *text);
void full_refuse(struct full *full, const char *why);
/* Moves the cursor to the next card that can be played, if there is one. */
void full_select_playable(struct full *full, int from);
/* From now on the bots wait for their usual time. */
void full_schedule(struct full *full);
/* An empty sheet that fits the window. */
void full_begin_sheet(struct full *full);
/* Opens a panel over the page with the rows of the sheet; in a list one row is selected. */
void full_open_panel(struct full *full, enum mode mode, const char *title, bool list,
                     const char *foot);

/* full_input.c: keys. */
void full_table_key(struct full *full, int key);
void full_list_key(struct full *full, int key);
void full_read_key(struct full *full, int key);
void full_ask_leave(struct full *full);

/* full_command.c: commands, and what is asked of the door. */
/* Gives a command and shows the answer. */
void full_give(struct full *full, unsigned seat, const struct hc_command *command);
/* The same, but asks for what the command leaves open. */
void full_begin(struct full *full, unsigned seat, const struct hc_command *command);
/* Goes on with it, when the question was answered. */
void full_proceed(struct full *full);
/* A command or a short one, of somebody at this terminal. */
void full_command(struct full *full, unsigned seat, const char *line);
/* Does what was typed. */
void full_obey(struct full *full, const char *line);
void full_run_errand(struct full *full, enum errand errand, const char *rest);
/* Looks further back at what happened, or forward again. */
void full_look_back(struct full *full, long by);
/* The window has another size: what is read is folded to its width. */
void full_fold_again(struct full *full);

/* full_draw.c */
void full_draw(struct full *full);
/* "[d] Draw   [Enter] Play R5 B7": what the person may do now. */
void full_put_offer(const struct full *full, struct hc_text *out);

/* Whom the table waits for. */
static inline unsigned full_awaited(const struct full *full)
{
    return match_awaits(full->match);
}

/* Whether a person has the screen. */
static inline bool full_has_seat(const struct full *full)
{
    return full->seat < full->match->setup.seats;
}

#endif
