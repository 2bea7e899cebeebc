// SPDX-License-Identifier: MIT
/*
 * protocol_message.c: what is said to clients, as JSON.
 *
 * News are masked already; this file writes them down. What a room is made of (who sits where) is
 * the same for everybody, and is sent only when it differs from what this line was shown; a view is
 * sent as a change of the one that was shown last, where that is possible.
 */
#include "games/game.h"
#include "protocol/protocol_inside.h"
#include "table/view.h"

enum { ROW_BYTES = 300, SENTENCE_CHARS = 1200, LOG_HEAD_BYTES = 200 };
enum { MISSED_MAX = 40 }; /* events that are told to whoever comes back */

static void put_head(struct hc_text *out, const char *op, uint32_t tag)
{
    hc_json_open(out, NULL, '{');
    hc_json_word(out, "op", op);
    if (tag)
        hc_json_number(out, "re", tag);
}

static void begin(struct protocol_line *line, struct hc_text *out, const char *op, uint32_t tag)
{
    hc_text_init(out, line->protocol->text, sizeof line->protocol->text);
    put_head(out, op, tag);
}

/* Sends what was begun; the last thing that is done with a line. */
static void end(struct protocol_line *line, struct hc_text *out)
{
    hc_json_close(out, '}');
    if (out->length < out->size)
        line->protocol->plan.door.send(line->context, out->chars, out->length);
    else
        line->protocol->plan.door.send(line->context, NULL, 0);
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

static void put_seat(const struct hc_seat_view *seat, struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    hc_json_word(out, "who", protocol_who_word((enum hc_room_who)seat->who));
    if (seat->who != HC_SEAT_EMPTY)
        hc_json_string(out, "name", seat->name);
    if (seat->who == HC_SEAT_BOT)
        hc_json_word(out, "bot", hc_bot_at(seat->bot)->name);
    if (seat->who == HC_SEAT_PERSON) {
        hc_json_bool(out, "connected", seat->connected);
        if (seat->away)
            hc_json_bool(out, "away", true);
        if (seat->agreed)
            hc_json_bool(out, "agreed", true);
        if (seat->wants_end)
            hc_json_bool(out, "wants_end", true);
    }
    hc_json_close(out, '}');
}

/* Only what differs from the defaults: everybody can look those up. */
static void put_options(struct protocol *protocol, const char *key,
                        const struct hc_option_list *list, const struct hc_rules *rules,
                        struct hc_text *out)
{
    struct hc_text options;

    hc_text_init(&options, protocol->part, sizeof protocol->part);
    hc_options_print_changed(list, rules, &options);
    hc_json_string(out, key, protocol->part);
}

/* How many look on, and those of them who have said a name. */
static void put_watchers(const struct protocol *protocol, const struct hc_room_view *room,
                         struct hc_text *out)
{
    struct house_watchers watchers;

    hc_json_number(out, "watchers", room->watchers);
    house_watchers(protocol->plan.house, room->code, &watchers);
    if (!watchers.count)
        return;
    hc_json_open(out, "watcher_names", '[');
    for (unsigned i = 0; i < watchers.count; i++)
        hc_json_string(out, NULL, watchers.name[i]);
    hc_json_close(out, ']');
}

/* Differs whenever put_watchers says something else. */
static uint32_t mark_watchers(const struct protocol *protocol, const struct hc_room_view *room)
{
    const uint32_t basis = 0x811c9dc5, prime = 0x01000193; /* FNV-1a */
    struct house_watchers watchers;
    uint32_t mark = (basis ^ room->watchers) * prime;

    house_watchers(protocol->plan.house, room->code, &watchers);
    for (unsigned i = 0; i < watchers.count; i++) {
        for (const char *c = watchers.name[i]; *c; c++)
            mark = (mark ^ (uint8_t)*c) * prime;
        mark *= prime; /* the end of a name counts */
    }
    return mark;
}

void protocol_put_room(struct protocol *protocol, const struct hc_room_view *room,
                       struct hc_text *out)
{
    const struct hc_game *game = hc_games[room->game];

    hc_json_open(out, "room", '{');
    hc_json_word(out, "table", room->code);
    hc_json_string(out, "title", room->title);
    hc_json_word(out, "game", game->name);
    put_options(protocol, "rules", &game->options, &room->rules, out);
    put_options(protocol, "settings", &hc_room_settings, &room->settings, out);
    hc_json_word(out, "stage", protocol_stage_word((enum hc_room_stage)room->stage));
    hc_json_number(out, "match", room->match);
    if (room->host < HC_SEATS_MAX)
        hc_json_number(out, "host", room->host);
    hc_json_word(out, "asks", protocol_question_word((enum hc_room_question)room->asks));
    if (room->ended)
        hc_json_word(out, "ended", protocol_end_word((enum hc_room_end)room->ended));
    put_watchers(protocol, room, out);
    hc_json_open(out, "seats", '[');
    for (unsigned s = 0; s < room->seats; s++)
        put_seat(&room->seat[s], out);
    hc_json_close(out, ']');
    hc_json_close(out, '}');
}

static void put_row(const struct hc_room_view *room, struct hc_text *out)
{
    hc_json_word(out, "table", room->code);
    hc_json_string(out, "title", room->title);
    hc_json_word(out, "game", hc_games[room->game]->name);
    hc_json_number(out, "taken", room->taken);
    hc_json_number(out, "seats", room->seats);
    hc_json_number(out, "watchers", room->watchers);
    hc_json_bool(out, "open", room->open);
    hc_json_bool(out, "started", room->started);
    hc_json_bool(out, "watchable", room->watchable);
}

/* ---- The public tables ---------------------------------------------------------------------- */

void protocol_put_row(const struct hc_room_view *room, struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    put_row(room, out);
    hc_json_close(out, '}');
}

struct listing {
    struct hc_text *out;
    unsigned count;
};

static void put_public(void *context, const struct hc_room_view *room)
{
    struct listing *listing = context;

    protocol_put_row(room, listing->out);
    listing->count++;
}

/* What other houses have, behind our own. */
static bool put_others(const struct protocol *protocol, unsigned first,
                       const struct listing *listing)
{
    const struct protocol_list *others = &protocol->plan.others;
    unsigned own = house_list_count(protocol->plan.house);
    bool more;

    if (!others->rows)
        return false;
    others->rows(others->context, first > own ? first - own : 0, HOUSE_LIST_ROWS - listing->count,
                 listing->out, &more);
    return more;
}

/* What a page says behind its head. */
static void put_page(struct protocol *protocol, unsigned first, struct hc_text *out)
{
    unsigned next = first + HOUSE_LIST_ROWS;
    struct listing listing = {.out = out};
    bool more;

    hc_json_number(out, "first", first);
    hc_json_open(out, "tables", '[');
    more = house_list(protocol->plan.house, first, put_public, &listing) ||
           put_others(protocol, first, &listing);
    hc_json_close(out, ']');
    if (more && next <= HOUSE_DEPTH_MAX)
        hc_json_number(out, "next", next);
}

/* The text of a page, made anew if the list has changed. */
static const char *page_text(struct protocol *protocol, unsigned number)
{
    const struct protocol_plan *plan = &protocol->plan;
    struct page *page = &protocol->page[number];
    uint64_t version = house_list_version(plan->house);
    uint64_t others = plan->others.version ? plan->others.version(plan->others.context) : 0;
    struct hc_text out;

    _Static_assert(HOUSE_LIST_ROWS * ROW_BYTES < PROTOCOL_TEXT_BYTES, "a page fits");
    if (page->text && page->version == version && page->others == others)
        return page->text;
    hc_text_init(&out, protocol->part, sizeof protocol->part);
    out.comma = true;
    put_page(protocol, number * HOUSE_LIST_ROWS, &out);
    if (page->text)
        plan->resize(plan->context, page->text, 0);
    page->text = plan->resize(plan->context, NULL, out.length + 1);
    page->version = version;
    page->others = others;
    if (!page->text)
        return protocol->part;
    hc_copy(page->text, out.chars, out.length + 1);
    return page->text;
}

bool protocol_put_tables(struct protocol *protocol, uint32_t first, uint32_t tag,
                         struct hc_text *out)
{
    if (first > HOUSE_DEPTH_MAX)
        return false;
    put_head(out, "tables", tag);
    hc_put(out, page_text(protocol, first / HOUSE_LIST_ROWS));
    hc_json_close(out, '}');
    return true;
}

void protocol_tables(struct protocol_line *line, uint32_t first, uint32_t tag)
{
    struct protocol *protocol = line->protocol;
    struct hc_text out;

    hc_text_init(&out, protocol->text, sizeof protocol->text);
    if (protocol_put_tables(protocol, first, tag, &out))
        line->protocol->plan.door.send(line->context, out.chars, out.length);
    else
        protocol_refuse(line, tag, HC_TOO_LONG, HOUSE_TOO_DEEP);
}

/* ---- A guest's own tables -------------------------------------------------------------------- */

static void put_waits(unsigned waits_for, uint64_t deadline_ms, struct hc_text *out)
{
    if (deadline_ms != HC_ROOM_NEVER)
        hc_json_number(out, "deadline_ms", (int64_t)deadline_ms);
    hc_json_open(out, "waits_for", '[');
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (waits_for >> s & 1)
            hc_json_number(out, NULL, s);
    hc_json_close(out, ']');
}

unsigned protocol_put_mine(const struct protocol *protocol, const uint8_t guest[HC_GUEST_BYTES],
                           unsigned most, struct hc_text *out)
{
    struct house_mine mine;
    unsigned count = 0;

    _Static_assert(HOUSE_MINE_MAX * 2 * ROW_BYTES < PROTOCOL_TEXT_BYTES, "the list fits");
    for (unsigned at = 0; count < most && house_mine(protocol->plan.house, guest, at, &mine);
         at++) {
        if (!mine.is_sure)
            continue; /* another house may have it by now, and lists it */
        hc_json_open(out, NULL, '{');
        put_row(&mine.room, out);
        hc_json_word(out, "stage", protocol_stage_word((enum hc_room_stage)mine.room.stage));
        hc_json_word(out, "asks", protocol_question_word((enum hc_room_question)mine.room.asks));
        hc_json_number(out, "seat", mine.seat);
        put_waits(mine.waits_for, mine.deadline_ms, out);
        hc_json_bool(out, "my_turn", mine.my_turn);
        hc_json_close(out, '}');
        count++;
    }
    return count;
}

/* The tables where the line's guest sits, and what each waits for. */
static void put_mine(struct protocol_line *line, struct hc_text *out)
{
    const struct protocol_rows *others = line->protocol->others;

    hc_json_open(out, "mine", '[');
    protocol_put_mine(line->protocol, house_guest(line->line),
                      HOUSE_MINE_MAX - (others ? others->count : 0), out);
    if (others && others->count) {
        hc_put(out, out->comma ? "," : "");
        hc_put(out, others->text);
    }
    hc_json_close(out, ']');
}

void protocol_mine(struct protocol_line *line, uint32_t tag)
{
    struct hc_text out;

    begin(line, &out, "mine", tag);
    put_mine(line, &out);
    end(line, &out);
}

/* ---- The protocol itself -------------------------------------------------------------------- */

/* Where others come in: as somebody has said, or else wherever this machine is. */
static void put_reach(const struct protocol_reach *reach, struct hc_text *out)
{
    if (!reach)
        return;
    if (reach->public_url)
        hc_json_string(out, "public_url", reach->public_url);
    if (reach->public_url || !reach->own_count)
        return;
    hc_json_open(out, "own_urls", '[');
    for (unsigned i = 0; i < reach->own_count; i++)
        hc_json_string(out, NULL, reach->own_url[i]);
    hc_json_close(out, ']');
}

void protocol_welcome(struct protocol_line *line, uint32_t tag, const char *token)
{
    struct hc_text out;

    begin(line, &out, "welcome", tag);
    hc_json_number(&out, "version", PROTOCOL_VERSION);
    hc_json_string(&out, "token", token);
    hc_json_hex(&out, "guest", house_guest(line->line), HC_GUEST_BYTES);
    hc_json_word(&out, "language", hc_language_code(house_language(line->line)));
    put_reach(line->protocol->plan.reach, &out);
    put_mine(line, &out);
    end(line, &out);
}

void protocol_refuse(struct protocol_line *line, uint32_t tag, enum hc_refusal refusal,
                     const char *why)
{
    struct hc_text out;

    begin(line, &out, "answer", tag);
    hc_json_bool(&out, "ok", false);
    hc_json_word(&out, "code", hc_refusal_name(refusal));
    hc_json_string(&out, "why", why);
    end(line, &out);
}

/* ---- What was shown ------------------------------------------------------------------------- */

static struct shown *shown_of(struct protocol_line *line, uint64_t number)
{
    struct shown *shown = line->shown;

    while (shown && shown->number != number)
        shown = shown->next;
    if (shown)
        return shown;
    shown = line->protocol->plan.resize(line->protocol->plan.context, NULL, sizeof *shown);
    if (!shown)
        return NULL;
    *shown = (struct shown){.next = line->shown, .number = number};
    line->shown = shown;
    return shown;
}

void protocol_forget_shown(struct protocol_line *line, uint64_t number)
{
    for (struct shown **link = &line->shown; *link; link = &(*link)->next)
        if ((*link)->number == number) {
            struct shown *shown = *link;

            *link = shown->next;
            line->protocol->plan.resize(line->protocol->plan.context, shown, 0);
            return;
        }
}

/* ---- News ----------------------------------------------------------------------------------- */

/* The room, unless this line was shown just that. */
static void put_room(struct protocol *protocol, const struct house_news *news, struct shown *shown,
                     struct hc_text *out)
{
    const struct hc_room_view *room = news->room;
    char name[PROTOCOL_MATCH_CHARS];

    if (shown && room->mark == shown->mark && news->kind != HOUSE_ANSWER)
        return;
    if (shown)
        shown->mark = room->mark;
    if (shown)
        shown->watchers = mark_watchers(protocol, room);
    protocol_put_room(protocol, room, out);
    hc_json_hex(out, "commitment", room->commitment, HC_SEED_BYTES);
    if (room->stage == HC_ROOM_FINISHED) {
        protocol_match_name(room->number, room->match, name, sizeof name);
        hc_json_word(out, "match_id", name);
    }
}

/* The events as this viewer may see them, and as sentences. */
static void put_events(const struct house_news *news, const struct hc_language *language,
                       struct hc_text *out)
{
    const struct hc_game *game = hc_games[news->room->game];
    const struct hc_rules *rules = &news->view->rules;
    const char *names[HC_SEATS_MAX];
    char text[SENTENCE_CHARS];

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        names[s] = news->room->seat[s].name;
    hc_json_open(out, "events", '[');
    for (size_t i = 0; i < news->seen_count; i++)
        hc_seen_write(game, rules, &news->seen[i], out);
    hc_json_close(out, ']');
    hc_json_open(out, "says", '[');
    for (size_t i = 0; i < news->seen_count; i++)
        if (hc_seen_say(game, rules, &news->seen[i], news->viewer, names, language, text,
                        sizeof text))
            hc_json_string(out, NULL, text);
    hc_json_close(out, ']');
}

/* Whether the view that was shown last is that of the table before these events. */
static bool follows(const struct shown *shown, const struct house_news *news)
{
    return shown && news->kind == HOUSE_UPDATE && news->has_events &&
           shown->match == news->room->match && shown->seq == news->seq_before &&
           shown->viewer == news->viewer;
}

/* Whether nothing has happened at the table since the view that was shown last. */
static bool is_known(const struct shown *shown, const struct house_news *news)
{
    return shown && news->kind == HOUSE_UPDATE && !news->mine && !news->has_events &&
           shown->match == news->room->match && shown->seq == news->seq &&
           shown->viewer == news->viewer;
}

/* What this viewer may know: all of it, what differs from what was shown last, or nothing if
 * nothing does. */
static void put_view(const struct house_news *news, struct shown *shown, struct hc_text *out)
{
    put_waits(news->waits_for, news->deadline_ms, out);
    if (is_known(shown, news))
        return;
    if (follows(shown, news))
        hc_view_write(house_view_before(news, shown->view_ms), news->view, "change", out);
    else
        hc_view_write(NULL, news->view, "view", out);
    if (shown) {
        shown->match = news->room->match;
        shown->seq = news->seq;
        shown->viewer = (uint8_t)news->viewer;
        shown->view_ms = news->view_ms;
    }
}

/* Every seat's view of the table as it was some turns ago, for spectators who may see them. Sent
 * when it is another moment than the one that was shown last. */
static void put_late(const struct house_news *news, struct shown *shown, struct hc_text *out)
{
    const struct hc_view *views;
    unsigned count;

    if (!news->late || (shown && news->late == shown->late && news->kind != HOUSE_ANSWER))
        return;
    views = house_late_views(news, &count);
    if (!views)
        return;
    if (shown)
        shown->late = news->late;
    hc_json_open(out, "late", '[');
    for (unsigned s = 0; s < count; s++)
        hc_view_write(NULL, &views[s], NULL, out);
    hc_json_close(out, ']');
}

static void put_answer(const struct house_news *news, const struct hc_language *language,
                       struct hc_text *out)
{
    const struct hc_game *game = news->room ? hc_games[news->room->game] : NULL;

    hc_json_bool(out, "ok", news->refusal == HC_OK);
    if (news->refusal) {
        hc_json_word(out, "code", hc_refusal_name(news->refusal));
        hc_json_string(out, "why",
                       *news->why ? news->why : hc_refusal_sentence(game, news->refusal, language));
    }
    if (news->repeat)
        hc_json_bool(out, "repeat", true);
}

/* What was said, or that there was a hint, which has no words. */
static void write_chat(struct protocol_line *line, const struct house_news *news)
{
    struct hc_text out;

    begin(line, &out, news->kind == HOUSE_HINT ? "hint" : "chat", news->tag);
    hc_json_word(&out, "table", news->room->code);
    if (news->seat < HC_SEATS_MAX) {
        hc_json_number(&out, "seat", news->seat);
        hc_json_string(&out, "name", news->room->seat[news->seat].name);
    }
    if (news->kind == HOUSE_CHAT)
        hc_json_string(&out, "text", news->text);
    end(line, &out);
}

/* What each hand may hold, as far as the viewer can tell. */
static void write_possible(struct protocol_line *line, const struct house_news *news)
{
    struct hc_text out;

    if (!news->has_table) {
        protocol_refuse(line, news->tag, HC_BAD_PHASE, "no match is played there");
        return;
    }
    begin(line, &out, "possible", news->tag);
    hc_json_word(&out, "table", news->room->code);
    hc_json_number(&out, "seq", news->seq);
    hc_possible_write(news->view, "hands", &out);
    end(line, &out);
}

static void write_advice(struct protocol_line *line, const struct house_news *news)
{
    struct hc_text out;

    begin(line, &out, "advice", 0);
    hc_json_word(&out, "table", news->room->code);
    hc_json_number(&out, "seq", news->seq);
    if (*news->text)
        hc_json_string(&out, "do", news->text);
    end(line, &out);
}

static void write_watchers(struct protocol_line *line, const struct house_news *news)
{
    struct shown *shown = shown_of(line, news->room->number);
    uint32_t mark = mark_watchers(line->protocol, news->room);
    struct hc_text out;

    if (shown && shown->watchers == mark)
        return;
    if (shown)
        shown->watchers = mark;
    begin(line, &out, "watchers", 0);
    hc_json_word(&out, "table", news->room->code);
    put_watchers(line->protocol, news->room, &out);
    end(line, &out);
}

static void put_table(struct protocol *protocol, const struct house_news *news, struct shown *shown,
                      const struct hc_language *language, struct hc_text *out)
{
    hc_json_word(out, "table", news->room->code);
    if (news->has_table)
        hc_json_number(out, "seq", news->seq);
    if (news->viewer < HC_SEATS_MAX)
        hc_json_number(out, "seat", news->viewer);
    if (news->has_events)
        put_events(news, language, out);
    if (news->has_table)
        put_view(news, shown, out);
    put_late(news, shown, out);
    put_room(protocol, news, shown, out);
}

struct missed {
    const struct house_news *news;
    const struct hc_language *language;
    const char *names[HC_SEATS_MAX];
    struct hc_text *out;
};

static void put_missed_event(void *context, const struct hc_seen *seen)
{
    const struct missed *missed = context;
    const struct house_news *news = missed->news;
    char text[SENTENCE_CHARS];

    if (missed->out->length + 2 * SENTENCE_CHARS < missed->out->size &&
        hc_seen_say(hc_games[news->room->game], &news->view->rules, seen, news->viewer,
                    missed->names, missed->language, text, sizeof text))
        hc_json_string(missed->out, NULL, text);
}

/* What happened while whoever enters was not there. */
static void put_missed(struct protocol_line *line, const struct house_news *news,
                       struct hc_text *out)
{
    struct missed missed = {.news = news, .language = house_language(line->line), .out = out};

    uint32_t seq = line->missed_seq;

    if (seq == NOTHING_MISSED || !news->mine || news->tag != line->missed_tag)
        return;
    line->missed_seq = NOTHING_MISSED;
    if (news->refusal || !news->has_table || news->room->stage != HC_ROOM_PLAYING)
        return;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        missed.names[s] = news->room->seat[s].name;
    hc_json_open(out, "missed", '[');
    house_missed(news, seq, MISSED_MAX, put_missed_event, &missed);
    hc_json_close(out, ']');
}

static void write_room(struct protocol_line *line, const struct house_news *news)
{
    static const char *const ops[] = {
        [HOUSE_ANSWER] = "answer", [HOUSE_UPDATE] = "update", [HOUSE_GONE] = "gone"};
    struct shown *shown = news->room ? shown_of(line, news->room->number) : NULL;
    struct hc_text out;

    begin(line, &out, ops[news->kind], news->tag);
    if (news->mine)
        put_answer(news, house_language(line->line), &out);
    if (news->room)
        put_table(line->protocol, news, shown, house_language(line->line), &out);
    if (news->room)
        put_missed(line, news, &out);
    if (news->kind == HOUSE_GONE)
        protocol_forget_shown(line, news->room->number);
    end(line, &out);
}

/* ---- What the store knows ------------------------------------------------------------------- */

static void put_statistics(const struct house_row *row, bool with_person, struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    if (with_person) {
        hc_json_hex(out, "guest", row->guest, sizeof row->guest);
        hc_json_string(out, "name", row->name);
    } else {
        hc_json_string(out, "game", row->game);
    }
    hc_json_number(out, "matches", row->matches);
    hc_json_number(out, "wins", row->wins);
    hc_json_number(out, "points", row->points);
    hc_json_number(out, "played", row->played);
    hc_json_number(out, "caught", row->caught);
    hc_json_number(out, "streak", row->streak);
    hc_json_number(out, "best_streak", row->best_streak);
    hc_json_number(out, "rating", row->rating);
    hc_json_number(out, "deviation", row->deviation);
    hc_json_close(out, '}');
}

static void put_rows(const struct house_records *records, bool with_person, struct hc_text *out)
{
    hc_json_open(out, "rows", '[');
    for (size_t i = 0; i < records->count; i++)
        put_statistics(&records->row[i], with_person, out);
    hc_json_close(out, ']');
}

static void put_match(const struct house_match *match, struct hc_text *out)
{
    char name[PROTOCOL_MATCH_CHARS];

    protocol_match_name(match->room, match->number, name, sizeof name);
    hc_json_string(out, "match", name);
    hc_json_string(out, "game", match->game);
    hc_json_number(out, "finished_ms", (int64_t)match->finished_ms);
    if (!match->seats)
        return;
    hc_json_open(out, "names", '[');
    for (unsigned s = 0; s < match->seats; s++)
        if (*match->name[s])
            hc_json_string(out, NULL, match->name[s]);
        else
            hc_json_null(out, NULL);
    hc_json_close(out, ']');
}

static void put_matches(const struct house_records *records, struct hc_text *out)
{
    hc_json_open(out, "matches", '[');
    for (size_t i = 0; i < records->count; i++) {
        hc_json_open(out, NULL, '{');
        put_match(&records->match[i], out);
        if (records->match[i].seats)
            hc_json_number(out, "seat", records->match[i].seat);
        if (records->match[i].rating)
            hc_json_number(out, "rating", records->match[i].rating);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

/* Codes with blanks between. */
static void put_elsewhere(const char *codes, struct hc_text *out)
{
    char code[HC_ROOM_CODE_CHARS + 1] = "";

    for (; *codes; codes += HC_ROOM_CODE_CHARS + 1) {
        hc_copy(code, codes, HC_ROOM_CODE_CHARS);
        hc_json_word(out, NULL, code);
    }
}

void protocol_put_records(const struct house_records *records, uint32_t tag, struct hc_text *out)
{
    static const char *const ops[] = {
        [HOUSE_LOG] = "log",          [HOUSE_STATISTICS] = "statistics",
        [HOUSE_LEADERS] = "leaders",  [HOUSE_HISTORY] = "history",
        [HOUSE_FORGET] = "forgotten", [HOUSE_PLAYERS] = "players"};
    const struct house_question *question = records->question;

    put_head(out, ops[question->kind], tag);
    switch (question->kind) {
    case HOUSE_LOG:
        break;
    case HOUSE_STATISTICS:
        hc_json_hex(out, "guest", question->guest, HC_GUEST_BYTES);
        put_rows(records, false, out);
        break;
    case HOUSE_LEADERS:
        hc_json_string(out, "game", question->game);
        hc_json_number(out, "first", question->first);
        put_rows(records, true, out);
        break;
    case HOUSE_HISTORY:
        hc_json_number(out, "first", question->first);
        put_matches(records, out);
        break;
    case HOUSE_PLAYERS:
        put_match(records->match, out);
        break;
    case HOUSE_FORGET:
        hc_json_open(out, "stays", '[');
        for (size_t i = 0; i < records->count; i++)
            hc_json_word(out, NULL, records->stays[i]);
        put_elsewhere(question->elsewhere, out);
        hc_json_close(out, ']');
        break;
    }
    hc_json_close(out, '}');
}

const char *protocol_no_records(const struct house_records *records, enum hc_refusal *refusal)
{
    switch (records->found) {
    case HOUSE_FOUND:
        break;
    case HOUSE_MISSING:
        *refusal = HC_NO_ROOM;
        return "there is no such finished match";
    case HOUSE_NO_ANSWER:
        *refusal = HC_NOT_STORED;
        return "the store does not answer; try again later";
    }
    return NULL;
}

/* A log as JSON, in a message as long as it needs. */
static void write_log(struct protocol_line *line, const struct house_news *news)
{
    const struct house_records *records = news->records;
    const struct protocol_plan *plan = &line->protocol->plan;
    char name[PROTOCOL_MATCH_CHARS], *text = NULL;
    struct hc_problem why;
    size_t length = 0, head;
    struct hc_text out;

    /* Every byte becomes two characters or more: what is far too long is not even measured. */
    if (records->log_size <= plan->log_max / 2)
        length = hc_log_json(records->log, records->log_size, NULL, 0, &why);
    if (records->log_size > plan->log_max / 2 || length > plan->log_max) {
        protocol_refuse(line, news->tag, HC_TOO_LONG,
                        "that log is too long for a message; fetch it over HTTP");
        return;
    }
    if (length)
        text = plan->resize(plan->context, NULL, length + LOG_HEAD_BYTES);
    if (!text) {
        protocol_refuse(line, news->tag, HC_NOT_STORED, "that log cannot be read");
        return;
    }
    hc_text_init(&out, text, length + LOG_HEAD_BYTES);
    put_head(&out, "log", news->tag);
    protocol_match_name(records->question->room, records->question->number, name, sizeof name);
    hc_json_word(&out, "match", name);
    hc_put(&out, ",\"log\":");
    head = out.length;
    hc_log_json(records->log, records->log_size, text + head, length + 1, &why);
    text[head + length] = '}';
    line->protocol->plan.door.send(line->context, text, head + length + 1);
    plan->resize(plan->context, text, 0);
}

static void write_records(struct protocol_line *line, const struct house_news *news)
{
    enum hc_refusal refusal;
    const char *why = protocol_no_records(news->records, &refusal);
    struct hc_text out;

    if (why) {
        protocol_refuse(line, news->tag, refusal, why);
    } else if (news->records->question->kind == HOUSE_LOG) {
        write_log(line, news);
    } else {
        hc_text_init(&out, line->protocol->text, sizeof line->protocol->text);
        protocol_put_records(news->records, news->tag, &out);
        line->protocol->plan.door.send(line->context, out.chars, out.length);
    }
}

/* Whoever reads too slowly is not told what others do, since that could go on for ever; when they
 * have read what waits, they are shown how things are then. */
static bool is_left_out(struct protocol_line *line, const struct house_news *news)
{
    struct shown *shown;

    if (news->mine || news->kind == HOUSE_GONE || !line->protocol->plan.door.is_slow ||
        !line->protocol->plan.door.is_slow(line->context))
        return false;
    shown = shown_of(line, news->room->number);
    if (shown)
        shown->behind = true;
    return shown != NULL;
}

void protocol_line_catch_up(struct protocol_line *line)
{
    struct shown *shown = line->shown;

    while (shown && !shown->behind)
        shown = shown->next;
    if (!shown || !line->line)
        return;
    shown->behind = false;
    shown->mark = 0; /* the room, and with it how many look on */
    house_show(line->line, shown->number);
}

/* Its guest comes back, wherever the table is then. */
static void say_moved(struct protocol_line *line)
{
    if (line->protocol->plan.door.moved)
        line->protocol->plan.door.moved(line->context);
}

void protocol_news(void *context, const struct house_news *news)
{
    if (news->kind != HOUSE_MOVED && is_left_out(context, news))
        return;
    switch (news->kind) {
    case HOUSE_MOVED:
        say_moved(context);
        break;
    case HOUSE_WATCHERS:
        write_watchers(context, news);
        break;
    case HOUSE_CHAT:
    case HOUSE_HINT:
        write_chat(context, news);
        break;
    case HOUSE_LOOK:
        write_possible(context, news);
        break;
    case HOUSE_ADVICE:
        write_advice(context, news);
        break;
    case HOUSE_RECORDS:
        write_records(context, news);
        break;
    case HOUSE_ANSWER:
    case HOUSE_UPDATE:
    case HOUSE_GONE:
        write_room(context, news);
        break;
    }
}
