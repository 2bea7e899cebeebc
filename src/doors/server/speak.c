// SPDX-License-Identifier: MIT
/*
 * speak.c: what is said to clients, as JSON.
 *
 * A visitor gets what the guest's seat may know: events and views are masked by the engine, and
 * this file never looks into a table by itself. What a room is made of besides (who sits where) is
 * the same for everybody, and is sent only when it differs from what this visitor was shown.
 */
#include <string.h>

#include "doors/server/inside.h"
#include "games/game.h"

static const char *const stages[] = {"lobby", "opening", "playing", "finished", "closed"};
static const char *const questions[] = {"nothing", "next", "go_on", "rematch", "end"};
static const char *const sitters[] = {"empty", "person", "bot"};

void speak_head(struct hc_text *out, const char *op, uint32_t tag)
{
    hc_json_open(out, NULL, '{');
    hc_json_word(out, "op", op);
    if (tag)
        hc_json_number(out, "re", tag);
}

void speak_begin(struct server *server, struct hc_text *out, const char *op, uint32_t tag)
{
    hc_text_init(out, server->text, sizeof server->text);
    speak_head(out, op, tag);
}

static void end(struct visitor *visitor, struct hc_text *out)
{
    hc_json_close(out, '}');
    if (out->length < sizeof visitor->server->text)
        client_send(visitor->client, visitor->server->text, out->length);
    else
        client_close(visitor->client, FRAME_TOO_BIG, "a message to you would be too long");
}

void speak_welcome(struct visitor *visitor, uint32_t tag, const char *token)
{
    struct hc_text out;

    speak_begin(visitor->server, &out, "welcome", tag);
    hc_json_number(&out, "version", SERVER_VERSION);
    hc_json_string(&out, "token", token);
    hc_json_hex(&out, "guest", house_guest(visitor->line), HC_GUEST_BYTES);
    end(visitor, &out);
}

void speak_wrong(struct visitor *visitor, uint32_t tag, enum hc_refusal refusal, const char *why)
{
    struct hc_text out;

    speak_begin(visitor->server, &out, "answer", tag);
    hc_json_bool(&out, "ok", false);
    hc_json_word(&out, "code", hc_refusal_name(refusal));
    hc_json_string(&out, "why", why);
    end(visitor, &out);
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

static void put_seat(const struct hc_room *room, unsigned seat, bool agreed, struct hc_text *out)
{
    const struct hc_room_seat *sits = &room->seat[seat];

    hc_json_open(out, NULL, '{');
    hc_json_word(out, "who", sitters[sits->who]);
    if (sits->who != HC_SEAT_EMPTY)
        hc_json_string(out, "name", sits->name);
    if (sits->who == HC_SEAT_BOT)
        hc_json_word(out, "bot", hc_bot_at(sits->bot)->name);
    if (sits->who == HC_SEAT_PERSON) {
        hc_json_bool(out, "connected", sits->connections > 0);
        if (sits->away)
            hc_json_bool(out, "away", true);
        if (agreed)
            hc_json_bool(out, "agreed", true);
        if (room->ending >> seat & 1)
            hc_json_bool(out, "wants_end", true);
    }
    hc_json_close(out, '}');
}

/* Only what differs from the defaults: everybody can look those up. */
static void put_options(struct server *server, const char *key, const struct hc_option_list *list,
                        const struct hc_rules *rules, struct hc_text *out)
{
    struct hc_text options;

    hc_text_init(&options, server->part, sizeof server->part);
    hc_options_print_changed(list, rules, &options);
    hc_json_string(out, key, server->part);
}

void speak_room(struct server *server, const struct hc_room *room, struct hc_text *out)
{
    const struct hc_game *game = hc_games[room->game];
    unsigned agreed = hc_room_agreed(room);
    struct hc_room_row row;

    hc_room_row(room, &row);
    hc_json_open(out, "room", '{');
    hc_json_word(out, "table", room->code);
    hc_json_string(out, "title", room->title);
    hc_json_word(out, "game", game->name);
    put_options(server, "rules", &game->options, &room->rules, out);
    put_options(server, "settings", &hc_room_settings, &room->settings, out);
    hc_json_word(out, "stage", stages[room->stage]);
    hc_json_number(out, "match", room->match);
    if (room->host < HC_SEATS_MAX)
        hc_json_number(out, "host", room->host);
    hc_json_word(out, "asks", questions[hc_room_asks(room)]);
    hc_json_number(out, "watchers", row.watchers);
    hc_json_open(out, "seats", '[');
    for (unsigned s = 0; s < row.seats; s++)
        put_seat(room, s, agreed >> s & 1, out);
    hc_json_close(out, ']');
    hc_json_close(out, '}');
}

static void put_row(const struct hc_room *room, struct hc_text *out)
{
    struct hc_room_row row;

    hc_room_row(room, &row);
    hc_json_open(out, NULL, '{');
    hc_json_word(out, "table", row.code);
    hc_json_string(out, "title", row.title);
    hc_json_word(out, "game", row.game);
    hc_json_number(out, "taken", row.taken);
    hc_json_number(out, "seats", row.seats);
    hc_json_number(out, "watchers", row.watchers);
    hc_json_bool(out, "open", row.open);
    hc_json_bool(out, "started", row.started);
    hc_json_bool(out, "watchable", row.watchable);
    hc_json_close(out, '}');
}

enum { ROWS_MAX = 200, ROW_BYTES = 300 };

struct listing {
    struct hc_text *out;
    unsigned rows;
};

static bool put_public(void *context, const struct hc_room *room)
{
    struct listing *listing = context;
    struct hc_room_row row;

    hc_room_row(room, &row);
    if (row.is_public && listing->rows++ < ROWS_MAX)
        put_row(room, listing->out);
    return listing->rows < ROWS_MAX;
}

const char *speak_tables(struct server *server, uint32_t tag, size_t *length)
{
    struct hc_text out;
    struct listing listing = {&out, 0};

    _Static_assert(ROWS_MAX * ROW_BYTES < SERVER_TEXT_BYTES, "the list fits");
    speak_begin(server, &out, "tables", tag);
    hc_json_open(&out, "tables", '[');
    house_each_room(server->house, put_public, &listing);
    hc_json_close(&out, ']');
    hc_json_close(&out, '}');
    *length = out.length;
    return server->text;
}

/* ---- News ----------------------------------------------------------------------------------- */

static uint64_t add_to_mark(uint64_t mark, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof mark) {
        uint64_t word = 0;

        memcpy(&word, (const uint8_t *)bytes + i, size - i < sizeof word ? size - i : sizeof word);
        mark = (mark ^ word) * 0x9e3779b97f4a7c15ull;
        mark ^= mark >> 32;
    }
    return mark;
}

/* A number that differs whenever what put_room writes does, so that it is only written when it is
 * new: whatever speak_room shows must be in here. */
static uint64_t mark_of(const struct hc_room *room, const uint8_t *commitment)
{
    struct hc_room_row row;
    uint64_t mark = 1;

    hc_room_row(room, &row);
    mark = add_to_mark(mark, &room->rules, sizeof room->rules);
    mark = add_to_mark(mark, &room->settings, sizeof room->settings);
    mark = add_to_mark(mark, room->title, strlen(room->title));
    mark = add_to_mark(mark, &room->match, sizeof room->match);
    mark = add_to_mark(mark,
                       (const uint8_t[]){room->game, room->stage, room->host, row.watchers,
                                         row.seats, room->question, (uint8_t)hc_room_asks(room)},
                       7);
    for (unsigned s = 0; s < row.seats; s++) {
        const struct hc_room_seat *sits = &room->seat[s];

        mark = add_to_mark(mark, sits->name, strlen(sits->name));
        mark = add_to_mark(mark,
                           (const uint8_t[]){sits->who, sits->bot, sits->connections > 0,
                                             sits->away, sits->agreed, room->ending >> s & 1},
                           6);
    }
    return commitment ? add_to_mark(mark, commitment, HC_SEED_BYTES) : mark;
}

/* The room, unless this visitor was shown just that. */
static void put_room(struct visitor *visitor, const struct house_news *news, struct hc_text *out)
{
    uint64_t mark = mark_of(news->room, news->commitment);
    char name[RECORDS_NAME_CHARS];

    if (news->shown && mark == news->shown->room && news->kind != HOUSE_ANSWER)
        return;
    if (news->shown)
        news->shown->room = mark;
    speak_room(visitor->server, news->room, out);
    if (news->commitment)
        hc_json_hex(out, "commitment", news->commitment, HC_SEED_BYTES);
    if (news->room->stage == HC_ROOM_FINISHED) {
        records_name(house_number(news->at), news->room->match, name);
        hc_json_word(out, "match_id", name);
    }
}

static bool has_table(const struct hc_room *room)
{
    return room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED;
}

static void put_event(const struct hc_table *table, const struct hc_event *event, unsigned viewer,
                      const char *const names[HC_SEATS_MAX], struct hc_text *events,
                      struct hc_text *says)
{
    char text[1200];
    struct hc_seen seen;

    hc_event_see(table, event, viewer, &seen);
    hc_seen_write(table, &seen, events);
    if (hc_seen_say(table, &seen, viewer, names, text, sizeof text))
        hc_json_string(says, NULL, text);
}

/* The events as this visitor may see them, and as sentences. */
static void put_events(struct visitor *visitor, const struct house_news *news, struct hc_text *out)
{
    struct server *server = visitor->server;
    const struct hc_events *events = &news->answer->events;
    const char *names[HC_SEATS_MAX];
    struct hc_table table = *news->was;
    struct hc_text says;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        names[s] = news->room->seat[s].name;
    hc_text_init(&says, server->part, sizeof server->part);
    hc_json_open(&says, NULL, '[');
    hc_json_open(out, "events", '[');
    for (const struct hc_event *event = hc_event_first(events); event;
         event = hc_event_next(events, event)) {
        hc_table_apply(&table, event);
        put_event(&table, event, news->viewer, names, out, &says);
    }
    hc_json_close(out, ']');
    hc_json_close(&says, ']');
    hc_json_raw(out, "says", server->part);
}

/* Whether the view that was shown last is that of the table before these events. */
static bool follows(const struct house_shown *shown, const struct house_news *news)
{
    return shown && news->kind == HOUSE_UPDATE && news->was && shown->match == news->room->match &&
           shown->seq == hc_table_seq(news->was) && shown->viewer == news->viewer;
}

/* What this visitor may know: all of it, or what differs from what was shown last. */
static void put_view(const struct house_news *news, struct hc_text *out)
{
    const struct hc_room *room = news->room;
    uint64_t deadline = hc_room_deadline(room);
    unsigned waits = hc_room_waits_for(room);
    struct hc_view view, was;

    hc_view(&room->table, news->viewer, room->called_ms, &view);
    if (follows(news->shown, news)) {
        hc_view(news->was, news->viewer, news->shown->view_ms, &was);
        hc_view_write(&was, &view, "change", out);
    } else {
        hc_view_write(NULL, &view, "view", out);
    }
    if (news->shown) {
        news->shown->match = room->match;
        news->shown->seq = view.seq;
        news->shown->viewer = news->viewer;
        news->shown->view_ms = room->called_ms;
    }
    if (deadline != HC_ROOM_NEVER)
        hc_json_number(out, "deadline_ms", (int64_t)deadline);
    hc_json_open(out, "waits_for", '[');
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (waits >> s & 1)
            hc_json_number(out, NULL, s);
    hc_json_close(out, ']');
}

/* Every seat's view of the table as it was some turns ago, for spectators who may see them. Sent
 * when it is another moment than the one that was shown last. */
static void put_late(const struct house_news *news, struct hc_text *out)
{
    uint32_t seq = hc_room_late_seq(news->room);
    uint64_t late = (uint64_t)news->room->match << 32 | seq;
    struct hc_table table;
    struct hc_view view;

    if (news->viewer != HC_SPECTATOR || !seq ||
        (news->shown && late == news->shown->late && news->kind != HOUSE_ANSWER) ||
        !house_table_at(news->at, news->room, seq, &table))
        return;
    if (news->shown)
        news->shown->late = late;
    hc_json_open(out, "late", '[');
    for (unsigned s = 0; s < hc_table_seats(&table); s++) {
        hc_view(&table, s, news->room->called_ms, &view);
        hc_view_write(NULL, &view, NULL, out);
    }
    hc_json_close(out, ']');
}

static void put_answer(const struct house_news *news, struct hc_text *out)
{
    const struct hc_room_answer *answer = news->answer;

    hc_json_bool(out, "ok", answer->refusal == HC_OK);
    if (answer->refusal) {
        hc_json_word(out, "code", hc_refusal_name(answer->refusal));
        hc_json_string(out, "why",
                       *answer->why ? answer->why : hc_refusal_sentence(answer->refusal));
    }
    if (answer->repeat)
        hc_json_bool(out, "repeat", true);
}

static void speak_chat(struct visitor *visitor, const struct house_news *news)
{
    unsigned seat = news->answer->seat;
    struct hc_text out;

    speak_begin(visitor->server, &out, "chat", news->mine ? news->tag : 0);
    hc_json_word(&out, "table", news->room->code);
    if (seat < HC_SEATS_MAX) {
        hc_json_number(&out, "seat", seat);
        hc_json_string(&out, "name", news->room->seat[seat].name);
    }
    hc_json_string(&out, "text", news->text ? news->text : "");
    end(visitor, &out);
}

void speak_news(void *context, const struct house_news *news)
{
    struct visitor *visitor = context;
    struct hc_text out;

    if (news->kind == HOUSE_CHAT) {
        speak_chat(visitor, news);
        return;
    }
    speak_begin(visitor->server, &out,
                news->kind == HOUSE_ANSWER ? "answer"
                : news->kind == HOUSE_GONE ? "gone"
                                           : "update",
                news->mine ? news->tag : 0);
    if (news->mine)
        put_answer(news, &out);
    if (news->room) {
        hc_json_word(&out, "table", news->room->code);
        if (has_table(news->room))
            hc_json_number(&out, "seq", hc_table_seq(&news->room->table));
        if (news->viewer < HC_SEATS_MAX)
            hc_json_number(&out, "seat", news->viewer);
        if (news->was)
            put_events(visitor, news, &out);
        if (has_table(news->room))
            put_view(news, &out);
        put_late(news, &out);
        put_room(visitor, news, &out);
    }
    end(visitor, &out);
}
