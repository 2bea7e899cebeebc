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
static const char *const questions[] = {"nothing", "next", "go_on", "rematch"};
static const char *const sitters[] = {"empty", "person", "bot"};

static void begin(struct server *server, struct hc_text *out, const char *op, uint32_t tag)
{
    hc_text_init(out, server->text, sizeof server->text);
    hc_json_open(out, NULL, '{');
    hc_json_string(out, "op", op);
    if (tag)
        hc_json_number(out, "re", tag);
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

    begin(visitor->server, &out, "welcome", tag);
    hc_json_number(&out, "version", SERVER_VERSION);
    hc_json_string(&out, "token", token);
    hc_json_hex(&out, "guest", house_guest(visitor->line), HC_GUEST_BYTES);
    end(visitor, &out);
}

void speak_wrong(struct visitor *visitor, uint32_t tag, const char *why)
{
    struct hc_text out;

    begin(visitor->server, &out, "answer", tag);
    hc_json_bool(&out, "ok", false);
    hc_json_string(&out, "code", hc_refusal_name(HC_MALFORMED));
    hc_json_string(&out, "why", why);
    end(visitor, &out);
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

static void put_seat(const struct hc_room *room, unsigned seat, struct hc_text *out)
{
    const struct hc_room_seat *sits = &room->seat[seat];

    hc_json_open(out, NULL, '{');
    hc_json_string(out, "who", sitters[sits->who]);
    if (sits->who != HC_SEAT_EMPTY)
        hc_json_string(out, "name", sits->name);
    if (sits->who == HC_SEAT_BOT)
        hc_json_string(out, "bot", hc_bot_at(sits->bot)->name);
    if (sits->who == HC_SEAT_PERSON) {
        hc_json_bool(out, "connected", sits->connections > 0);
        if (sits->away)
            hc_json_bool(out, "away", true);
        if (sits->agreed)
            hc_json_bool(out, "agreed", true);
    }
    hc_json_close(out, '}');
}

void speak_room(struct server *server, const struct hc_room *room, struct hc_text *out)
{
    const struct hc_game *game = hc_games[room->game];
    struct hc_room_row row;
    struct hc_text options;

    hc_room_row(room, &row);
    hc_json_open(out, "room", '{');
    hc_json_string(out, "table", room->code);
    hc_json_string(out, "title", room->title);
    hc_json_string(out, "game", game->name);
    hc_rules_print(game, &room->rules, server->part, sizeof server->part);
    hc_json_string(out, "rules", server->part);
    hc_text_init(&options, server->part, sizeof server->part);
    hc_options_print(&hc_room_settings, &room->settings, &options);
    hc_json_string(out, "settings", server->part);
    hc_json_string(out, "stage", stages[room->stage]);
    hc_json_number(out, "match", room->match);
    if (room->host < HC_SEATS_MAX)
        hc_json_number(out, "host", room->host);
    hc_json_string(out, "asks", questions[hc_room_asks(room)]);
    hc_json_number(out, "watchers", row.watchers);
    hc_json_open(out, "seats", '[');
    for (unsigned s = 0; s < row.seats; s++)
        put_seat(room, s, out);
    hc_json_close(out, ']');
    hc_json_close(out, '}');
}

static void put_row(const struct hc_room *room, struct hc_text *out)
{
    struct hc_room_row row;

    hc_room_row(room, &row);
    hc_json_open(out, NULL, '{');
    hc_json_string(out, "table", row.code);
    hc_json_string(out, "title", row.title);
    hc_json_string(out, "game", row.game);
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
    begin(server, &out, "tables", tag);
    hc_json_open(&out, "tables", '[');
    house_each_room(server->house, put_public, &listing);
    hc_json_close(&out, ']');
    hc_json_close(&out, '}');
    *length = out.length;
    return server->text;
}

/* ---- News ----------------------------------------------------------------------------------- */

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325ull;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)text[i]) * 0x100000001b3ull;
    return hash;
}

static struct shown *shown_of(struct visitor *visitor, const char *code)
{
    struct shown *shown = visitor->shown;

    for (unsigned i = 0; i < SERVER_ROOMS_MAX; i++)
        if (!strcmp(shown[i].code, code))
            return &shown[i];
    shown = &visitor->shown[visitor->shown_next++ % SERVER_ROOMS_MAX];
    *shown = (struct shown){.hash = 0};
    memcpy(shown->code, code, sizeof shown->code);
    return shown;
}

/* The room, unless this visitor was shown just that. */
static void put_room(struct visitor *visitor, const struct house_news *news, struct hc_text *out)
{
    struct shown *shown = shown_of(visitor, news->room->code);
    struct hc_text before = *out;
    uint64_t hash;

    speak_room(visitor->server, news->room, out);
    if (news->commitment)
        hc_json_hex(out, "commitment", news->commitment, HC_SEED_BYTES);
    if (out->length >= out->size)
        return;
    hash = hash_of(before.at + before.length, out->length - before.length);
    if (hash == shown->hash && news->kind != HOUSE_ANSWER)
        *out = before;
    shown->hash = hash;
}

static bool has_table(const struct hc_room *room)
{
    return room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED;
}

static void put_event(struct server *server, const struct hc_table *table,
                      const struct hc_event *event, unsigned viewer,
                      const char *const names[HC_SEATS_MAX], struct hc_text *events,
                      struct hc_text *says)
{
    char text[1200];
    struct hc_seen seen;

    (void)server;
    hc_event_see(table, event, viewer, &seen);
    hc_seen_json(table, &seen, text, sizeof text);
    hc_json_raw(events, NULL, text);
    hc_seen_say(table, &seen, viewer, names, text, sizeof text);
    if (*text)
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
        put_event(server, &table, event, news->viewer, names, out, &says);
    }
    hc_json_close(out, ']');
    hc_json_close(&says, ']');
    hc_json_raw(out, "says", server->part);
}

static void put_view(struct server *server, const struct house_news *news, struct hc_text *out)
{
    struct hc_view view;
    uint64_t deadline = hc_room_deadline(news->room);
    unsigned waits = hc_room_waits_for(news->room);

    hc_view(&news->room->table, news->viewer, news->room->heard_ms, &view);
    hc_view_json(&view, server->part, sizeof server->part);
    hc_json_raw(out, "view", server->part);
    if (deadline != HC_ROOM_NEVER)
        hc_json_number(out, "deadline_ms", (int64_t)deadline);
    hc_json_open(out, "waits_for", '[');
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (waits >> s & 1)
            hc_json_number(out, NULL, s);
    hc_json_close(out, ']');
}

static void put_answer(const struct house_news *news, struct hc_text *out)
{
    const struct hc_room_answer *answer = news->answer;

    hc_json_bool(out, "ok", answer->refusal == HC_OK);
    if (answer->refusal) {
        hc_json_string(out, "code", hc_refusal_name(answer->refusal));
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

    begin(visitor->server, &out, "chat", news->mine ? news->tag : 0);
    hc_json_string(&out, "table", news->room->code);
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
    begin(visitor->server, &out,
          news->kind == HOUSE_ANSWER ? "answer"
          : news->kind == HOUSE_GONE ? "gone"
                                     : "update",
          news->mine ? news->tag : 0);
    if (news->mine)
        put_answer(news, &out);
    if (news->room) {
        hc_json_string(&out, "table", news->room->code);
        if (has_table(news->room))
            hc_json_number(&out, "seq", hc_table_seq(&news->room->table));
        if (news->viewer < HC_SEATS_MAX)
            hc_json_number(&out, "seat", news->viewer);
        if (news->was)
            put_events(visitor, news, &out);
        if (has_table(news->room))
            put_view(visitor->server, news, &out);
        put_room(visitor, news, &out);
    }
    end(visitor, &out);
}
