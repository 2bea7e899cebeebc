// SPDX-License-Identifier: MIT
/*
 * questions.c: what is asked of the store: finished logs, statistics, and to be forgotten.
 *
 * A question waits, is handed out, and is answered once; a line that closes meanwhile leaves it
 * without an asker. A wish to be forgotten waits until the guest's seats in lobbies have been given
 * up and that is durable.
 */
#include "house/house_inside.h"

struct question {
    struct question *next;
    struct house *house;
    struct house_line *line; /* NULL: nobody wants to know any more */
    uint32_t tag;
    unsigned waits; /* for so many items */
    bool handed_out;
    struct house_question what;
};

/* Gives up the guest's seats in lobbies. */
static void leave_lobbies(struct question *question)
{
    struct house *house = question->house;
    struct house_room *room;
    unsigned index = 0;

    question->waits++; /* what is refused at once must not end it before all are left */
    while ((room = guests_room(house, question->what.guest, index))) {
        struct hc_room_request request = {.verb = HC_DO_LEAVE, .seat = HC_NONE};

        packing_open(room);
        if (room->now->stage != HC_ROOM_LOBBY || room->gone) {
            index++;
            continue;
        }
        hc_copy(request.guest, question->what.guest, sizeof request.guest);
        question->waits++;
        house_decide(room, NULL, 0, &request, question);
        if (guests_room(house, question->what.guest, index) == room) {
            question->waits--; /* it was refused */
            index++;
        }
    }
    question->waits--;
}

void house_ask(struct house_line *line, uint32_t tag, const struct house_question *what)
{
    struct house *house = line->house;
    struct question *question, **link = &house->questions;

    if (house->stopping) {
        news_refuse(line, tag, HC_CLOSING, "");
        return;
    }
    if (what->first > HOUSE_DEPTH_MAX) {
        news_refuse(line, tag, HC_TOO_LONG, HOUSE_TOO_DEEP);
        return;
    }
    if (house->question_count >= HOUSE_QUESTIONS_MAX ||
        line->questions >= HOUSE_QUESTIONS_OF_LINE_MAX) {
        news_refuse(line, tag, HC_TOO_FAST, "too many questions wait; try again in a moment");
        return;
    }
    question = house_new(house, sizeof *question);
    *question = (struct question){.house = house, .line = line, .tag = tag, .what = *what};
    question->what.id = ++house->question_id;
    while (*link)
        link = &(*link)->next;
    *link = question;
    house->question_count++;
    line->questions++;
    if (what->kind == HOUSE_FORGET)
        leave_lobbies(question);
}

void questions_waited(struct question *question)
{
    question->waits--;
}

bool house_next_question(struct house *house, struct house_question *what)
{
    for (struct question *question = house->questions; question; question = question->next)
        if (!question->handed_out && !question->waits) {
            question->handed_out = true;
            *what = question->what;
            return true;
        }
    return false;
}

static void remove_question(struct house *house, struct question **link)
{
    struct question *question = *link;

    *link = question->next;
    house->question_count--;
    house_free(house, question);
}

/* Where the guest still sits. */
static size_t find_stays(const struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                         char stays[HOUSE_MINE_MAX][HC_ROOM_CODE_CHARS + 1])
{
    const struct house_room *room;
    size_t count = 0;

    while (count < HOUSE_MINE_MAX && (room = guests_room(house, guest, (unsigned)count)))
        hc_copy(stays[count++], room->code, sizeof *stays);
    return count;
}

void house_answer(struct house *house, uint32_t id, struct house_records *records)
{
    struct question **link = &house->questions, *question;
    char stays[HOUSE_MINE_MAX][HC_ROOM_CODE_CHARS + 1];

    while (*link && (*link)->what.id != id)
        link = &(*link)->next;
    question = *link;
    if (!question || !question->handed_out)
        return; /* said twice */
    records->question = &question->what;
    if (question->what.kind == HOUSE_FORGET) {
        records->count = find_stays(house, question->what.guest, stays);
        records->stays = stays;
    }
    if (question->line) {
        question->line->questions--;
        news_records(question->line, question->tag, records);
    }
    for (link = &house->questions; *link != question;) /* a line that was told may have gone */
        link = &(*link)->next;
    remove_question(house, link);
}

void questions_forget_line(struct house_line *line)
{
    for (struct question *question = line->house->questions; question; question = question->next)
        if (question->line == line)
            question->line = NULL;
}

void questions_give_up(struct house *house)
{
    for (struct question **link = &house->questions; *link;) {
        struct question *question = *link;

        if (question->what.kind == HOUSE_FORGET) {
            link = &question->next;
            continue;
        }
        *link = question->next;
        house->question_count--;
        if (question->line) {
            question->line->questions--;
            news_refuse(question->line, question->tag, HC_CLOSING, "");
        }
        house_free(house, question);
        link = &house->questions; /* a line that was told may have gone */
    }
}

void questions_close(struct house *house)
{
    while (house->questions)
        remove_question(house, &house->questions);
}
