// SPDX-License-Identifier: MIT
/* full_inside.h: a match on the full screen, as its files share it. */
#ifndef HC_DOORS_TERMINAL_FULL_INSIDE_H
#define HC_DOORS_TERMINAL_FULL_INSIDE_H

#include "core/text.h"
#include "doors/terminal/after.h"
#include "doors/terminal/ask.h"
#include "doors/terminal/keys.h"
#include "doors/terminal/page.h"
#include "doors/terminal/visit.h"
#include "doors/terminal/prompt.h"
#include "doors/terminal/request.h"
#include "doors/terminal/typed.h"

/* What is on the screen below the panels. */
enum full_page {
    PAGE_TABLE,
    PAGE_HIDE,    /* the table is still shown until Enter hides it */
    PAGE_CURTAIN, /* nobody's hand is shown */
};

enum full_panel {
    PANEL_ASK = PROMPT_OWN, /* what a command leaves open */
    PANEL_HINTS,            /* Enter does it */
    PANEL_READ,             /* something to read */
    PANEL_LEAVE,            /* leave or stay */
    PANEL_AWAY,             /* wait for somebody who is away, or not */
    PANEL_ROUND,            /* a round is over */
    PANEL_OVER,             /* the match is over */
};

enum { FULL_KEYS_MAX = KEYS_VERBS_MAX + 16 };

struct full {
    struct visit *visit;
    struct keys keys;
    struct prompt_key key[FULL_KEYS_MAX]; /* the same for the prompt */
    size_t key_count;
    struct prompt prompt;
    struct sheet sheet;
    enum full_page page;
    struct hc_view view;
    const char *names[HC_SEATS_MAX];
    unsigned seat; /* who has the screen; HC_SPECTATOR: nobody */
    unsigned next; /* who gets it after the curtain */

    enum request reading; /* what is read */
    struct question question;
    unsigned speaker; /* whose command is asked about … */
    bool is_turn;     /* … and that it is that one's turn */
    struct hc_hint hints[HC_HINTS_MAX];
    unsigned hint_count;

    int selected;  /* the card under the cursor, or -1 */
    bool had_turn; /* when the table was last looked at */
    size_t fresh;  /* the first sentence that is news */

    uint64_t hold_ms;          /* until then nothing shall happen, if that is in our hands … */
    uint64_t since_ms;         /* … since this time … */
    uint32_t held_seq;         /* … and this moment */
    bool pondered;             /* bots have thought about it */
    struct hc_actions chances; /* what the person might last do out of turn */
    uint32_t opened_seq;       /* the moment at which a question was last opened by itself */

    size_t ended_with;       /* sentences that the panel at the end knows of … */
    struct after_list after; /* … and what it offers */
    char leave_code[2][PROMPT_CODE_CHARS];
    char away[SAID_CHARS]; /* who is away */
    bool waited;           /* and that the person waits for them */
    bool late;             /* who looks on sees all hands, as they were some turns ago */

    bool ended;
    enum play_end end;
};

/* full.c */
void full_finish(struct full *full, enum play_end end);
/* Moves the cursor to the next card that can be played, if there is one. */
void full_select_playable(struct full *full, int from);
/* Asks whether to leave the table. */
void full_ask_leave(struct full *full);

/* full_command.c: commands, and what is asked of the door. */
/* Gives a command and shows the answer. */
void full_give(struct full *full, unsigned seat, const struct hc_command *command);
/* The same, but asks for what the command leaves open. */
void full_begin(struct full *full, unsigned seat, const struct hc_command *command);
/* The question was answered by a row. */
void full_answer(struct full *full, unsigned row);
/* A command or a short one, of somebody at this terminal. */
void full_command(struct full *full, unsigned seat, const char *line);
/* Does what was typed. */
void full_obey(struct full *full, const char *line);
void full_request(struct full *full, enum request request, const char *rest);
/* What the help adds to the keys. */
void full_write_help(void *page, struct sheet *sheet);

/* full_draw.c */
void full_draw(void *page);
/* "[d] Draw   [Enter] Play R5 B7": what the person may do now. */
void full_put_offer(const struct full *full, struct hc_text *out);

/* Whom the table waits for. */
static inline unsigned full_awaited(const struct full *full)
{
    return visit_awaits(full->visit);
}

/* Whether a person has the screen. */
static inline bool full_has_seat(const struct full *full)
{
    return full->seat < full->view.seats;
}

#endif
