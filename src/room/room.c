// SPDX-License-Identifier: MIT
/*
 * room.c: what people ask of a room, one function for each verb; start reading with hc_room_do at
 * the end. Every function is a list of early returns and then what is done; besides, requests are
 * tried on a copy, so that a refusal leaves the room as it was, but for the memory of its id.
 */
#include "room/room_inside.h"

/* A request on its way. `seat` is the guest's own, or HC_NONE. */
struct asking {
    struct hc_room *room;
    const struct hc_room_request *request;
    struct hc_room_answer *answer;
    const char *text;
    unsigned seat;
};

/* ---- Seats ----------------------------------------------------------------------------------- */

void room_forget_agreement(struct hc_room *room)
{
    room->question = HC_ASK_NOTHING;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        room->seat[s].agreed = false;
}

void room_forget_end(struct hc_room *room, unsigned seat)
{
    room->ending &= seat == room->host ? 0 : (uint16_t) ~(1u << seat);
}

void room_enter(struct hc_room *room, enum hc_room_stage stage, uint64_t now_ms)
{
    room->stage = (uint8_t)stage;
    room->stage_ms = now_ms;
    if (stage == HC_ROOM_LOBBY)
        room->seats = 0;
    if (stage <= HC_ROOM_PLAYING)
        room->ended = HC_END_NONE;
    room->ending = 0;
    room_forget_agreement(room);
}

void room_pass_host(struct hc_room *room)
{
    unsigned host = room->host == HC_NONE ? 0 : room->host;

    if (room->host != HC_NONE && room_is_person(room, host) && !room->seat[host].left)
        return;
    for (unsigned i = 0; i < HC_SEATS_MAX; i++) {
        unsigned s = (host + i) % HC_SEATS_MAX;

        if (room_is_person(room, s) && !room->seat[s].left) {
            room->host = (uint8_t)s;
            return;
        }
    }
    room->host = HC_NONE;
}

void room_vacate(struct hc_room *room, unsigned seat)
{
    hc_zero(&room->seat[seat], sizeof room->seat[seat]);
    room_pass_host(room);
}

/* A free seat of the lobby: the one that is asked for, or the first. */
static enum hc_refusal free_seat(const struct hc_room *room, unsigned wanted, unsigned *seat)
{
    unsigned most = room_seats_max(room), taken = room_taken(room);

    *seat = wanted;
    if (wanted == HC_NONE)
        for (*seat = 0; *seat < most && taken >> *seat & 1;)
            ++*seat;
    else if (wanted >= most)
        return HC_NO_SEAT;
    return *seat >= most || taken >> *seat & 1 ? HC_ROOM_FULL : HC_OK;
}

static struct hc_room_watcher *watcher_of(struct hc_room *room, const uint8_t *guest)
{
    for (unsigned w = 0; w < HC_ROOM_WATCHERS_MAX; w++)
        if (room->watcher[w].connections && hc_same(room->watcher[w].guest, guest, HC_GUEST_BYTES))
            return &room->watcher[w];
    return NULL;
}

static bool is_banned(const struct hc_room *room, const uint8_t *guest)
{
    for (unsigned b = 0; b < HC_ROOM_BANS_MAX; b++)
        if (hc_same(room->ban[b], guest, HC_GUEST_BYTES))
            return true;
    return false;
}

static bool is_nobody(const uint8_t *guest)
{
    static const uint8_t nobody[HC_GUEST_BYTES];

    return hc_same(guest, nobody, sizeof nobody);
}

/* A name that can be shown, that says what it seems to say, and that nobody else here has. */
static enum hc_refusal judge_name(const struct asking *ask, const char *name)
{
    static const char hides[] =
        "a name has whole letters and plain blanks, nothing that is not seen",
                      alike[] = "that name looks like another one at this table";

    if (!room_name_ok(name, HC_ROOM_NAME_BYTES))
        return HC_BAD_TEXT;
    if (!room_name_shows(name)) {
        hc_copy(ask->answer->why, hides, sizeof hides);
        return HC_BAD_TEXT;
    }
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        const struct hc_room_seat *sits = &ask->room->seat[s];

        if (sits->who == HC_SEAT_EMPTY || !room_names_alike(sits->name, name))
            continue;
        if (!hc_text_same(sits->name, name))
            hc_copy(ask->answer->why, alike, sizeof alike);
        return HC_DUPLICATE_PLAYER;
    }
    return HC_OK;
}

/* False: there is none, or it is there already. */
static bool take_entropy(struct hc_room_seat *sits, const uint8_t *entropy)
{
    if (!entropy || (sits->contributes && hc_same(sits->entropy, entropy, HC_SEED_BYTES)))
        return false;
    hc_copy(sits->entropy, entropy, HC_SEED_BYTES);
    sits->contributes = true;
    return true;
}

/* Somebody who said goodbye changes their mind. */
static enum hc_refusal come_back(const struct asking *ask)
{
    struct hc_room *room = ask->room;

    if (!room->seat[ask->seat].left || room_dropped(room) >> ask->seat & 1)
        return HC_DUPLICATE_PLAYER;
    room->seat[ask->seat].left = false;
    room->seat[ask->seat].gone_ms = ask->request->now_ms;
    room_pass_host(room);
    ask->answer->seat = (uint8_t)ask->seat;
    return HC_OK;
}

static enum hc_refusal sit(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    const uint8_t *guest = ask->request->guest;
    struct hc_room_watcher *watcher;
    enum hc_refusal refusal;
    unsigned seat;

    if (ask->seat != HC_NONE)
        return come_back(ask);
    if (room->stage != HC_ROOM_LOBBY)
        return HC_BAD_PHASE;
    if (is_nobody(guest) || is_banned(room, guest))
        return HC_NOT_ALLOWED;
    refusal = judge_name(ask, ask->text);
    if (refusal)
        return refusal;
    refusal = free_seat(room, ask->request->seat, &seat);
    if (refusal)
        return refusal;
    room->seat[seat].who = HC_SEAT_PERSON;
    room->seat[seat].gone_ms = ask->request->now_ms;
    hc_copy(room->seat[seat].guest, guest, HC_GUEST_BYTES);
    hc_copy(room->seat[seat].name, ask->text, hc_length(ask->text) + 1);
    take_entropy(&room->seat[seat], ask->request->entropy);
    watcher = watcher_of(room, guest);
    if (watcher) {
        room->seat[seat].connections = watcher->connections;
        hc_zero(watcher, sizeof *watcher);
    }
    room_pass_host(room);
    ask->answer->seat = (uint8_t)seat;
    return HC_OK;
}

/* In mid-match: a bot plays on where the settings say so; to wait for somebody who does not want to
 * come back makes no sense, so otherwise the match goes on without them. */
static enum hc_refusal leave_match(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    uint64_t now_ms = ask->request->now_ms;
    struct hc_command drop;

    if (room_setting(room, HC_ROOM_AWAY) != HC_AWAY_BOT && !(room_dropped(room) >> ask->seat & 1)) {
        if (!room_house_may(room, HC_HOUSE_DROP, ask->seat, now_ms, &drop))
            return HC_BAD_PHASE;
        room_submit(room, HC_HOUSE, &drop, now_ms, ask->answer);
    }
    room->seat[ask->seat].away = true;
    room->seat[ask->seat].asked = 0;
    return HC_OK;
}

static enum hc_refusal leave(const struct asking *ask)
{
    struct hc_room *room = ask->room;

    if (room->seat[ask->seat].left || room->stage == HC_ROOM_OPENING)
        return HC_BAD_PHASE;
    if (room->stage == HC_ROOM_LOBBY) {
        room_vacate(room, ask->seat);
        ask->answer->seat = (uint8_t)ask->seat;
        return HC_OK;
    }
    if (room->stage == HC_ROOM_PLAYING) {
        enum hc_refusal refusal = leave_match(ask);

        if (refusal)
            return refusal;
    }
    room->seat[ask->seat].left = true;
    room->seat[ask->seat].agreed = false;
    room_forget_end(room, ask->seat);
    room_pass_host(room);
    room_watch_clock(room, ask->request->now_ms);
    return HC_OK;
}

/* ---- Connections: nothing of this is stored -------------------------------------------------- */

static enum hc_refusal connect(const struct asking *ask)
{
    uint8_t *connections = &ask->room->seat[ask->seat].connections;

    if (*connections == UINT8_MAX)
        return HC_TOO_FAST;
    ++*connections;
    return HC_OK;
}

static enum hc_refusal disconnect(const struct asking *ask)
{
    struct hc_room_watcher *watcher = watcher_of(ask->room, ask->request->guest);

    if (ask->seat == HC_NONE) {
        if (!watcher)
            return HC_NOT_ALLOWED;
        if (--watcher->connections == 0)
            hc_zero(watcher, sizeof *watcher);
        return HC_OK;
    }
    if (!ask->room->seat[ask->seat].connections)
        return HC_BAD_PHASE;
    if (--ask->room->seat[ask->seat].connections == 0)
        ask->room->seat[ask->seat].gone_ms = ask->request->now_ms;
    return HC_OK;
}

/* Whoever sits sees their own cards, and must not see others', however late. */
static enum hc_refusal watch(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    const uint8_t *guest = ask->request->guest;
    struct hc_room_watcher *watcher = watcher_of(room, guest);

    if (ask->seat != HC_NONE)
        return HC_DUPLICATE_PLAYER;
    if (room_setting(room, HC_ROOM_WATCH) == HC_WATCH_NONE || is_nobody(guest))
        return HC_NOT_ALLOWED;
    for (unsigned w = 0; !watcher && w < HC_ROOM_WATCHERS_MAX; w++)
        if (!room->watcher[w].connections)
            watcher = &room->watcher[w];
    if (!watcher)
        return HC_ROOM_FULL;
    if (watcher->connections == UINT8_MAX)
        return HC_TOO_FAST;
    watcher->connections++;
    hc_copy(watcher->guest, guest, HC_GUEST_BYTES);
    return HC_OK;
}

/* ---- The host, in the lobby ------------------------------------------------------------------ */

/* Seats without gaps, in the order they had. */
static void close_ranks(struct hc_room *room)
{
    unsigned to = 0;

    for (unsigned from = 0; from < HC_SEATS_MAX; from++) {
        if (room->seat[from].who == HC_SEAT_EMPTY)
            continue;
        if (room->host == from)
            room->host = (uint8_t)to;
        if (from != to) {
            room->seat[to] = room->seat[from];
            hc_zero(&room->seat[from], sizeof room->seat[from]);
        }
        to++;
    }
    room->seats = (uint8_t)to;
}

static enum hc_refusal start(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    struct hc_problem why;
    enum hc_refusal refusal = hc_rules_fit_in(
        room_game(room), &room->rules, hc_bits(room_taken(room)), ask->request->language, &why);

    if (refusal) {
        hc_copy(ask->answer->why, why.text, sizeof why.text);
        return refusal;
    }
    close_ranks(room);
    room_enter(room, HC_ROOM_OPENING, ask->request->now_ms);
    return HC_OK;
}

/* "search:500", or "search:500 Bea" if the bot is to have a name of its own. */
static enum hc_refusal add_bot(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    size_t length = 0;
    uint32_t budget;
    const struct hc_bot *bot;
    const char *name;
    enum hc_refusal refusal;
    unsigned seat, index = 0;

    while (ask->text[length] && ask->text[length] != ' ')
        length++;
    bot = hc_bot_parse(ask->text, length, &budget);
    if (!bot)
        return HC_BAD_SETTING;
    /* Bots of one kind are all called alike, unless they have names. */
    name = ask->text[length] ? ask->text + length + 1 : bot->name;
    refusal = name == bot->name ? HC_OK : judge_name(ask, name);
    if (!refusal)
        refusal = free_seat(room, ask->request->seat, &seat);
    if (refusal)
        return refusal;
    while (hc_bot_at(index) != bot)
        index++;
    room->seat[seat].who = HC_SEAT_BOT;
    room->seat[seat].bot = (uint8_t)index;
    room->seat[seat].budget = budget;
    hc_copy(room->seat[seat].name, name, hc_length(name) + 1);
    ask->answer->seat = (uint8_t)seat;
    return HC_OK;
}

static enum hc_refusal remove_bot(const struct asking *ask)
{
    unsigned seat = ask->request->seat;

    if (seat >= HC_SEATS_MAX || ask->room->seat[seat].who != HC_SEAT_BOT)
        return HC_NO_SEAT;
    room_vacate(ask->room, seat);
    ask->answer->seat = (uint8_t)seat;
    return HC_OK;
}

static enum hc_refusal kick(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    unsigned seat = ask->request->seat;

    if (seat >= HC_SEATS_MAX || !room_is_person(room, seat) || seat == ask->seat)
        return HC_NO_SEAT;
    for (unsigned b = HC_ROOM_BANS_MAX - 1; b > 0; b--)
        hc_copy(room->ban[b], room->ban[b - 1], HC_GUEST_BYTES);
    hc_copy(room->ban[0], room->seat[seat].guest, HC_GUEST_BYTES);
    room_vacate(room, seat);
    ask->answer->seat = (uint8_t)seat;
    return HC_OK;
}

/* Everybody who sits must still have a seat afterwards. */
static enum hc_refusal keep_seats(const struct hc_room *room)
{
    return room_taken(room) >> room_seats_max(room) ? HC_ROOM_FULL : HC_OK;
}

static enum hc_refusal set_up(const struct asking *ask)
{
    struct hc_problem why;
    uint64_t given;

    if (!hc_options_parse(&hc_room_settings, ask->text, &ask->room->settings, &given,
                          ask->request->language, &why)) {
        hc_copy(ask->answer->why, why.text, sizeof ask->answer->why);
        return HC_BAD_SETTING;
    }
    return keep_seats(ask->room);
}

static enum hc_refusal set_rules(const struct asking *ask)
{
    struct hc_problem why;

    if (!hc_rules_parse_in(room_game(ask->room), ask->text, &ask->room->rules,
                           ask->request->language, &why)) {
        hc_copy(ask->answer->why, why.text, sizeof ask->answer->why);
        return HC_BAD_SETTING;
    }
    hc_options_forget_seed(&ask->room->rules);
    return keep_seats(ask->room);
}

static enum hc_refusal set_title(const struct asking *ask)
{
    if (!room_name_ok(ask->text, HC_ROOM_TITLE_BYTES))
        return HC_BAD_TEXT;
    hc_zero(ask->room->title, HC_ROOM_TITLE_BYTES);
    hc_copy(ask->room->title, ask->text, hc_length(ask->text));
    return HC_OK;
}

/* ---- The match ------------------------------------------------------------------------------- */

static enum hc_refusal act(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    struct hc_command command;
    struct hc_problem why;
    enum hc_refusal refusal;

    if (room->stage != HC_ROOM_PLAYING)
        return room->stage == HC_ROOM_FINISHED ? HC_GAME_OVER : HC_BAD_PHASE;
    if (room->seat[ask->seat].left)
        return HC_NOT_ALLOWED;
    refusal = hc_command_parse_in(room_game(room), &room->rules, ask->text, &command,
                                  ask->request->language, &why);
    if (refusal) {
        hc_copy(ask->answer->why, why.text, sizeof ask->answer->why);
        return refusal;
    }
    if (!hc_is_side_action(room_game(room), command.verb) &&
        ask->request->seq != hc_table_seq(&room->table))
        return HC_STALE;
    room->timeouts = 0;
    return room_submit(room, ask->seat, &command, ask->request->now_ms, ask->answer);
}

static enum hc_refusal move_bot(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    unsigned seat = ask->request->seat;
    struct hc_command command;
    struct hc_problem why;

    if (room->stage != HC_ROOM_PLAYING)
        return HC_BAD_PHASE;
    if (seat >= room->seats || !room_bot_plays(room, seat))
        return HC_NOT_ALLOWED;
    if (ask->request->seq != hc_table_seq(&room->table))
        return HC_STALE;
    if (!*ask->text)
        return HC_OK;
    if (hc_command_parse(room_game(room), &room->rules, ask->text, &command, &why))
        return HC_MALFORMED;
    return room_submit(room, seat, &command, ask->request->now_ms, ask->answer);
}

/* The host proposes it, those who are there agree; a tick then does it. */
static enum hc_refusal end(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    struct hc_command command;

    if (room->stage != HC_ROOM_PLAYING)
        return room->stage == HC_ROOM_FINISHED ? HC_GAME_OVER : HC_BAD_PHASE;
    if (!(room_players(room) >> ask->seat & 1) || (!room->ending && ask->seat != room->host))
        return HC_NOT_ALLOWED;
    if (!room_house_may(room, HC_HOUSE_END, HC_NONE, ask->request->now_ms, &command))
        return HC_BAD_PHASE;
    ask->answer->changed = !(room->ending >> ask->seat & 1);
    ask->answer->seat = (uint8_t)ask->seat;
    room->ending |= (uint16_t)(1u << ask->seat);
    return HC_OK;
}

static enum hc_refusal agree(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    struct hc_room_seat *sits = &room->seat[ask->seat];
    enum hc_room_question question = hc_room_asks(room);

    if (question == HC_ASK_NOTHING)
        return HC_BAD_PHASE;
    if (question == HC_ASK_END)
        return end(ask);
    if (!(room_players(room) >> ask->seat & 1) || room_missing(room) >> ask->seat & 1)
        return HC_NOT_ALLOWED;
    if (question != room->question)
        room_forget_agreement(room);
    room->question = (uint8_t)question;
    ask->answer->changed = !sits->agreed;
    sits->agreed = true;
    if (question == HC_ASK_REMATCH)
        ask->answer->changed |= take_entropy(sits, ask->request->entropy);
    ask->answer->seat = (uint8_t)ask->seat;
    return HC_OK;
}

/* ---- Chat ------------------------------------------------------------------------------------ */

/* While a match is on, spectators speak among themselves: they may see more than a player. */
static enum hc_refusal chat(const struct asking *ask)
{
    struct hc_room *room = ask->room;
    struct hc_room_watcher *watcher = watcher_of(room, ask->request->guest);
    unsigned who = room_setting(room, HC_ROOM_CHAT);
    bool sits = ask->seat != HC_NONE;

    if (who == HC_CHAT_NONE || (!sits && (who == HC_CHAT_PLAYERS || !watcher)))
        return HC_NOT_ALLOWED;
    if (!*ask->text || !room_text_ok(ask->text, HC_ROOM_LINE_BYTES))
        return HC_BAD_TEXT;
    ask->answer->seat = sits ? (uint8_t)ask->seat : HC_SPECTATOR;
    ask->answer->chat = sits || room->stage == HC_ROOM_LOBBY || room->stage == HC_ROOM_FINISHED
                            ? HC_CHAT_TO_EVERYBODY
                            : HC_CHAT_TO_WATCHERS;
    return HC_OK;
}

/* A hint is thought up where the player sits, so all that can be done is to tell the others. */
static enum hc_refusal hint(const struct asking *ask)
{
    if (!room_setting(ask->room, HC_ROOM_HINTS))
        return HC_NOT_ALLOWED;
    if (ask->room->stage != HC_ROOM_PLAYING)
        return HC_BAD_PHASE;
    ask->answer->seat = (uint8_t)ask->seat;
    ask->answer->chat = HC_CHAT_TO_EVERYBODY;
    return HC_OK;
}

/* ---- All requests ---------------------------------------------------------------------------- */

/* Who may ask, and whether the room's own data always changes; otherwise the function says so. */
enum { SITTER = 1, HOST = 2, STORED = 4 };

static const struct {
    enum hc_refusal (*judge)(const struct asking *ask);
    unsigned needs;
} verbs[HC_ROOM_VERB_COUNT] = {
    [HC_DO_SIT] = {sit, STORED},
    [HC_DO_LEAVE] = {leave, SITTER | STORED},
    [HC_DO_CONNECT] = {connect, SITTER},
    [HC_DO_DISCONNECT] = {disconnect, 0},
    [HC_DO_START] = {start, HOST | STORED},
    [HC_DO_ACT] = {act, SITTER},
    [HC_DO_AGREE] = {agree, SITTER},
    [HC_DO_END] = {end, SITTER},
    [HC_DO_ADD_BOT] = {add_bot, HOST | STORED},
    [HC_DO_REMOVE_BOT] = {remove_bot, HOST | STORED},
    [HC_DO_SETTINGS] = {set_up, HOST | STORED},
    [HC_DO_RULES] = {set_rules, HOST | STORED},
    [HC_DO_TITLE] = {set_title, HOST | STORED},
    [HC_DO_KICK] = {kick, HOST | STORED},
    [HC_DO_WATCH] = {watch, 0},
    [HC_DO_CHAT] = {chat, 0},
    [HC_DO_HINT] = {hint, SITTER},
    [HC_DO_BOT_MOVE] = {move_bot, 0},
};

static bool answer_again(const struct asking *ask)
{
    const struct hc_room_seat *sits = &ask->room->seat[ask->seat];

    for (unsigned i = 0; i < HC_ROOM_IDS; i++)
        if (sits->id[i] == ask->request->id) {
            ask->answer->refusal = (enum hc_refusal)sits->id_refusal[i];
            ask->answer->seq = sits->id_seq[i];
            ask->answer->seat = (uint8_t)ask->seat;
            ask->answer->repeat = true;
            return true;
        }
    return false;
}

/* Refusals are forgotten first: to be told "no" once more does no harm. */
static void remember(struct hc_room_seat *sits, uint32_t id, const struct hc_room_answer *answer)
{
    unsigned victim = HC_ROOM_IDS - 1;

    while (victim > 0 && sits->id[victim] && !sits->id_refusal[victim])
        victim--;
    if (sits->id[victim] && !sits->id_refusal[victim])
        victim = HC_ROOM_IDS - 1;
    for (unsigned i = victim; i > 0; i--) {
        sits->id[i] = sits->id[i - 1];
        sits->id_seq[i] = sits->id_seq[i - 1];
        sits->id_refusal[i] = sits->id_refusal[i - 1];
    }
    sits->id[0] = id;
    sits->id_seq[0] = answer->seq;
    sits->id_refusal[0] = (uint8_t)answer->refusal;
}

static enum hc_refusal judge(const struct asking *ask)
{
    unsigned needs;

    if ((unsigned)ask->request->verb >= HC_ROOM_VERB_COUNT)
        return HC_MALFORMED;
    needs = verbs[ask->request->verb].needs;
    if (ask->room->stage == HC_ROOM_CLOSED)
        return HC_GAME_OVER;
    if (needs & (SITTER | HOST) && ask->seat == HC_NONE)
        return HC_NOT_ALLOWED;
    if (needs & HOST && ask->seat != ask->room->host)
        return HC_NOT_ALLOWED;
    if (needs & HOST && ask->room->stage != HC_ROOM_LOBBY)
        return HC_BAD_PHASE;
    return verbs[ask->request->verb].judge(ask);
}

void hc_room_do_or_undo(struct hc_room *room, const struct hc_room *undo,
                        const struct hc_room_request *request, struct hc_room_answer *answer)
{
    struct asking ask = {room, request, answer, request->text ? request->text : "",
                         hc_room_seat_of(room, request->guest)};
    bool once = request->verb == HC_DO_ACT || request->verb == HC_DO_ADD_BOT;
    bool counts = once && request->id && ask.seat != HC_NONE;

    room_answer_clear(room, answer);
    if (counts && answer_again(&ask))
        return;
    room_take_time(room, request->now_ms);
    answer->refusal = judge(&ask);
    if (answer->refusal) {
        *room = *undo;
    } else {
        answer->changed |= (verbs[request->verb].needs & STORED) != 0;
        if (request->verb != HC_DO_BOT_MOVE)
            room->quiet_ms = request->now_ms;
    }
    if (counts)
        remember(&room->seat[ask.seat], request->id, answer);
}

void hc_room_do(struct hc_room *room, const struct hc_room_request *request,
                struct hc_room_answer *answer)
{
    struct hc_room undo = *room;

    hc_room_do_or_undo(room, &undo, request, answer);
}

/* ---- Opening and undoing --------------------------------------------------------------------- */

enum hc_refusal hc_room_open(struct hc_room *room, const struct hc_game *game, const char *rules,
                             const char *settings, const char *title,
                             const char code[HC_ROOM_CODE_CHARS + 1], uint64_t now_ms,
                             const struct hc_language *language, struct hc_problem *why)
{
    uint64_t given;

    hc_zero(room, sizeof *room);
    hc_zero(why, sizeof *why);
    while (hc_games[room->game] != game)
        room->game++;
    if (!room_name_ok(title, HC_ROOM_TITLE_BYTES))
        return HC_BAD_TEXT;
    if (!hc_options_parse(&hc_room_settings, settings, &room->settings, &given, language, why) ||
        !hc_rules_parse_in(game, rules, &room->rules, language, why))
        return HC_BAD_SETTING;
    hc_options_forget_seed(&room->rules);
    hc_copy(room->title, title, hc_length(title));
    hc_copy(room->code, code, HC_ROOM_CODE_CHARS);
    room->host = HC_NONE;
    room->called_ms = room->turn_ms = room->moved_ms = now_ms;
    room->quiet_ms = room->stage_ms = now_ms;
    return HC_OK;
}

void hc_room_undo(struct hc_room *room, const struct hc_room *undo)
{
    struct hc_room was = *room;

    *room = *undo;
    hc_zero(room->watcher, sizeof room->watcher);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        struct hc_room_seat *sits = &room->seat[s];
        unsigned seat = hc_room_seat_of(&was, sits->guest);

        sits->asked = 0; /* what a bot has answered may be lost */
        sits->connections = 0;
        if (room_is_person(room, s))
            sits->gone_ms = seat == HC_NONE ? was.called_ms : was.seat[seat].gone_ms;
    }
}
