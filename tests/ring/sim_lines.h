// SPDX-License-Identifier: MIT
/*
 * sim_lines.h: lines of guests: what they ask, what they are told, and that both fit together.
 *
 * A line remembers every request until it is answered, and of each room the last that it was told.
 * All news come in by told(), which holds them against the store (sim_witness.h).
 */
#ifndef HC_TESTS_RING_SIM_LINES_H
#define HC_TESTS_RING_SIM_LINES_H

#include "ring/sim_acts.h"
#include "ring/sim_witness.h"

enum {
    GUESTS = 7,
    STRANGER = GUESTS, /* never sits down */
    NOBODY,            /* has no identity */
    PEOPLE,
    LINES = 18,
    REQUESTS = 256,
    MEMORIES = 20, /* more than a house has rooms (sim_house.h) */
    FRAMES = 7,    /* commands that are sent again: fewer than a seat remembers ids */
};

enum request_kind { ASK_ROOM, ASK_CREATE, ASK_ENTER, ASK_EXIT, ASK_STORE };

/* A request that waits for its answer. */
struct request {
    uint32_t tag;
    uint64_t order; /* of all requests of the world */
    enum request_kind kind;
    enum hc_room_verb verb;
    char code[HC_ROOM_CODE_CHARS + 1];
    int expected; /* the refusal; -1: any */
    bool stored;  /* if it is accepted, then only when it is durable */
};

/* What a line was told of a room. */
struct memory_of_room {
    uint64_t number, mark;
    unsigned watchers;
    char code[HC_ROOM_CODE_CHARS + 1];
    uint64_t answered; /* the last request of this room that was answered */
    uint64_t chat;     /* the last line of chat */
    uint32_t match, seq;
    unsigned viewer, waits_for, asks, stage;
    bool has_view;
    struct hc_view view;
};

/* A command that may be sent again. */
struct frame {
    char code[HC_ROOM_CODE_CHARS + 1], text[HC_COMMAND_CHARS];
    uint32_t seq, id;
};

struct guest {
    uint8_t id[HC_GUEST_BYTES];
    char name[HC_ROOM_NAME_BYTES];
    uint32_t next_id;
    struct frame frame[FRAMES];
    unsigned frames;
};

struct line {
    struct house_line *line;
    unsigned guest;
    bool open;
    struct request request[REQUESTS];
    unsigned requests;
    uint32_t next_tag;
    struct memory_of_room memory[MEMORIES];
    unsigned memories;
};

static struct {
    struct guest guest[PEOPLE];
    struct line line[LINES];
    uint64_t orders, chats;
    bool shy; /* lines close themselves while they are told something */
} people;

/* ---- Opening and closing --------------------------------------------------------------------- */

static void told(void *context, const struct house_news *news);

static void open_line(struct line *line, unsigned guest)
{
    line->guest = guest;
    line->open = true;
    line->requests = line->memories = 0;
    line->line = house_line_open(house, people.guest[guest].id, told, line);
    must(line->line != NULL, "a line cannot be opened");
    house_line_from(line->line, guest % 3); /* some share where they come from */
}

/* Before the house hears of it: nothing may be told from now on. */
static void close_line(struct line *line)
{
    line->open = false;
    house_line_close(line->line);
    line->line = NULL;
}

static unsigned lines_of(unsigned guest)
{
    unsigned count = 0;

    for (unsigned i = 0; i < LINES; i++)
        count += people.line[i].open && people.line[i].guest == guest;
    return count;
}

/* ---- What is told ---------------------------------------------------------------------------- */

/* The room that is not in the house any more and was seen first. */
static void forget_a_room(struct line *line)
{
    unsigned i = 0;

    while (i < line->memories && room_by_number(line->memory[i].number))
        i++;
    must(i < line->memories, "too many rooms for this test");
    memmove(&line->memory[i], &line->memory[i + 1],
            (line->memories - i - 1) * sizeof line->memory[0]);
    line->memories--;
}

static struct memory_of_room *memory_of(struct line *line, const struct hc_room_view *room)
{
    struct memory_of_room *memory;

    for (unsigned i = 0; i < line->memories; i++)
        if (line->memory[i].number == room->number)
            return &line->memory[i];
    if (line->memories == MEMORIES)
        forget_a_room(line);
    memory = &line->memory[line->memories++];
    *memory = (struct memory_of_room){.number = room->number};
    memcpy(memory->code, room->code, sizeof memory->code);
    return memory;
}

/* The viewer is the guest's own seat, and no other. */
static void check_viewer(const struct house_news *news, const struct guest *guest)
{
    const struct hc_room_view *room = news->room;

    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who == HC_SEAT_PERSON && !strcmp(room->seat[s].name, guest->name))
            must(news->viewer == s, "somebody who sits is told as if they did not");
    if (news->viewer == HC_SPECTATOR)
        must(room->stage == HC_ROOM_LOBBY || room->watchable || news->kind == HOUSE_ANSWER,
             "somebody looks on where nobody may");
    else
        must(news->viewer < room->seats && !strcmp(room->seat[news->viewer].name, guest->name),
             "somebody is told what another may know");
}

/* A line of chat has the number of its speaker, and its own. */
static void check_chat(const struct house_news *news, struct memory_of_room *memory)
{
    const struct hc_room_view *room = news->room;
    unsigned guest;
    unsigned long long number;

    must(sscanf(news->text, "guest %u says %llu", &guest, &number) == 2, "chat is garbled");
    must(number > memory->chat, "chat is told out of order, or twice");
    memory->chat = number;
    if (news->seat != HC_SPECTATOR)
        must(!strcmp(room->seat[news->seat].name, people.guest[guest].name),
             "chat is told under another's name");
    else
        must(room->stage == HC_ROOM_LOBBY || room->stage == HC_ROOM_FINISHED ||
                 news->viewer == HC_SPECTATOR,
             "a spectator speaks to players");
    seen.chats++;
}

/* Each request is answered once, as the room has decided, in order, and when that is durable. */
static void check_answer(struct line *line, const struct house_news *news,
                         struct memory_of_room *memory)
{
    struct request request;
    unsigned i = 0;

    while (i < line->requests && line->request[i].tag != news->tag)
        i++;
    must(i < line->requests, "something is answered that was not asked, or answered before");
    request = line->request[i];
    memmove(&line->request[i], &line->request[i + 1],
            (line->requests - i - 1) * sizeof line->request[0]);
    line->requests--;
    seen.repeats += news->repeat;
    seen.refused += news->refusal != HC_OK;
    seen.not_stored += news->refusal == HC_NOT_STORED;
    if (request.kind == ASK_STORE)
        return;
    if (request.expected >= 0 && news->refusal != HC_NOT_STORED)
        must((int)news->refusal == request.expected, "the answer is not what the room decided");
    if (!news->room) {
        must(news->refusal != HC_OK || request.kind == ASK_EXIT, "accepted, but where?");
        return;
    }
    must(request.order > memory->answered, "answers come in another order than requests");
    memory->answered = request.order;
    if (request.stored && !news->refusal && !news->repeat)
        must(store_says_durable(news->room->number), "something is told before it is durable");
}

/* Whether the line will be told what happens in a room from now on. */
static bool goes_on_hearing(const struct line *line, uint64_t number)
{
    const struct house_room *room = room_by_number(number);
    const struct membership *m = room ? lines_membership(line->line, room) : NULL;

    return m && (m->counted || now_of(room)->stage == HC_ROOM_LOBBY);
}

/* Rooms are told of in the order in which things happened. */
static void remember(const struct line *line, struct memory_of_room *memory,
                     const struct house_news *news)
{
    const struct hc_room_view *room = news->room;

    must(room->match >= memory->match, "an earlier match is told of");
    if (room->match == memory->match && news->has_table)
        must(news->seq >= memory->seq, "an earlier moment is told of");
    if (room->match == memory->match && news->has_events && memory->has_view)
        must(news->seq_before == memory->seq, "events are left out, or told twice");
    memory->mark = room->mark;
    memory->watchers = room->watchers;
    memory->match = room->match;
    memory->seq = news->has_table ? news->seq : 0;
    memory->viewer = news->viewer;
    memory->waits_for = news->waits_for;
    memory->asks = room->asks;
    memory->stage = room->stage;
    memory->has_view = news->has_table && goes_on_hearing(line, room->number);
    if (news->has_table)
        memory->view = *news->view;
}

static void fold_news(const struct line *line, const struct house_news *news)
{
    const uint64_t numbers[] = {
        (uint64_t)(line - people.line),
        news->kind,
        news->mine,
        news->tag,
        news->refusal,
        news->repeat,
        news->room ? news->room->mark : 0,
        news->has_table ? news->seq : 0,
        news->has_table ? news->view_ms : 0,
        news->room ? news->deadline_ms : 0,
        news->room ? news->waits_for : 0,
        news->room ? news->viewer : 0,
        news->has_events ? news->seq_before : 0,
        news->has_events ? news->seen_count : 0,
        news->room ? news->late : 0,
        news->kind == HOUSE_CHAT ? news->seat : 0,
        news->kind == HOUSE_RECORDS ? news->records->found : 0,
    };

    fold(numbers, sizeof numbers);
    fold_text(news->why);
    fold_text(news->kind == HOUSE_CHAT ? news->text : "");
}

static void told(void *context, const struct house_news *news)
{
    struct line *line = context;
    const struct guest *guest = &people.guest[line->guest];
    struct memory_of_room *memory = news->room ? memory_of(line, news->room) : NULL;

    must(line->open, "a line is told something after it was closed");
    fold_news(line, news);
    if (news->room) {
        const struct stored_room *kept = store_room(news->room->number);

        if (kept) {
            check_viewer(news, guest);
            if (news->kind != HOUSE_WATCHERS)
                check_table_news(news);
            else
                must(!news->has_table && !news->view && !news->late, "a table is told as a number");
            if (news->kind == HOUSE_CHAT)
                check_chat(news, memory);
        } else {
            must(news->refusal == HC_NOT_STORED, "somebody is told of a room that is not stored");
        }
        if (news->kind == HOUSE_GONE)
            must(kept && kept->gone, "a room is told to be gone, and is stored");
    }
    if (news->mine)
        check_answer(line, news, memory);
    else
        must(news->kind != HOUSE_ANSWER && news->kind != HOUSE_RECORDS, "an answer to nobody");
    if (news->kind == HOUSE_WATCHERS)
        memory->watchers = news->room->watchers;
    else if (news->room)
        remember(line, memory, news);
    if (people.shy && one_in(24)) {
        seen.closings++;
        close_line(line);
    }
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static struct request *new_request(struct line *line, enum request_kind kind, const char *code)
{
    struct request *request = &line->request[line->requests++];

    must(line->requests <= REQUESTS, "too many requests wait");
    *request = (struct request){
        .tag = ++line->next_tag, .order = ++people.orders, .kind = kind, .expected = -1};
    snprintf(request->code, sizeof request->code, "%s", code);
    return request;
}

/* What a refused request must leave as it was: everything but the memory of its id. */
static void check_refused(const struct hc_room *before, const struct hc_room *after)
{
    struct hc_room copy = *after;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        memcpy(copy.seat[s].id, before->seat[s].id, sizeof copy.seat[s].id);
        memcpy(copy.seat[s].id_seq, before->seat[s].id_seq, sizeof copy.seat[s].id_seq);
        memcpy(copy.seat[s].id_refusal, before->seat[s].id_refusal, sizeof copy.seat[s].id_refusal);
    }
    must(!memcmp(&copy, before, sizeof copy), "a refused request has changed something");
}

/* Everybody speaks for themselves, and only while the host's proposal stands; what was said once is
 * not stored again. */
static void check_agreement(const struct hc_room *before, const struct hc_room *after,
                            const uint8_t *guest, const struct hc_room_answer *answer)
{
    unsigned seat = hc_room_seat_of(before, guest);

    must(answer->changed == !same_essence(before, after), "nothing new is to be stored");
    must(((after->ending ^ before->ending) & ~(1u << seat)) == 0,
         "somebody wants the end for another");
    must(!after->ending || after->ending >> after->host & 1,
         "a match is to end that the host goes on with");
}

/* Nobody acts for another, nor on what they did not see. */
static void check_act(const struct hc_room *before, const struct hc_room_request *request,
                      const struct hc_room_answer *answer)
{
    must(hc_room_seat_of(before, request->guest) == answer->seat && answer->seat != HC_NONE,
         "somebody acted on a seat that is not theirs");
    must(request->seq == hc_table_seq(&before->table) ||
             hc_is_side_action(hc_games[before->game], answer->command.verb),
         "a stale command was accepted");
}

/* What the room will answer, tried on a copy; not if the house may have a say in it first. */
static void foresee(const struct line *line, const char *code, struct hc_room_request request,
                    struct request *asked)
{
    static struct hc_room_answer answer;
    const struct house_room *room = registry_find(house, code);
    const struct membership *m = room ? lines_membership(line->line, room) : NULL;
    struct hc_room copy;

    if (!m || room->gone || !(m->counted || now_of(room)->stage == HC_ROOM_LOBBY) ||
        pending_full(room) || house->stopping || request.verb == HC_DO_BOT_MOVE ||
        request.verb == HC_DO_CONNECT || request.verb == HC_DO_DISCONNECT ||
        request.verb == HC_DO_WATCH || request.verb == HC_DO_ADD_BOT)
        return;
    copy = *now_of(room);
    memcpy(request.guest, house_guest(line->line), HC_GUEST_BYTES);
    request.now_ms = wall_ms;
    hc_room_do(&copy, &request, &answer);
    if (answer.refusal || answer.repeat) {
        check_refused(now_of(room), &copy);
        must(!answer.changed && !answer.record, "a refusal is to be stored");
    } else if (request.verb == HC_DO_AGREE || request.verb == HC_DO_END) {
        check_agreement(now_of(room), &copy, request.guest, &answer);
    } else if (request.verb == HC_DO_ACT) {
        check_act(now_of(room), &request, &answer);
    }
    asked->expected = (int)answer.refusal;
    asked->stored = answer.changed || answer.record;
}

static void ask_room(struct line *line, const char *code, struct hc_room_request request)
{
    struct request *asked = new_request(line, ASK_ROOM, code);

    asked->verb = request.verb;
    asked->stored = request.verb != HC_DO_CHAT && request.verb != HC_DO_HINT &&
                    request.verb != HC_DO_AGREE && request.verb != HC_DO_END;
    foresee(line, code, request, asked);
    house_do(line->line, asked->tag, code, &request);
}

/* A command of the game, which is written down. */
static void ask_act(struct line *line, const struct frame *frame)
{
    const struct house_room *room = registry_find(house, frame->code);
    struct hc_command command;
    struct hc_problem why;

    if (room && hc_command_parse(hc_games[now_of(room)->game], &now_of(room)->rules, frame->text,
                                 &command, &why) == HC_OK)
        acts_note(people.guest[line->guest].id, frame->code, HC_NONE, frame->id, &command);
    ask_room(line, frame->code,
             (struct hc_room_request){.verb = HC_DO_ACT,
                                      .seat = (uint8_t)below(HC_SEATS_MAX),
                                      .seq = frame->seq,
                                      .id = frame->id,
                                      .text = frame->text});
}

#endif
