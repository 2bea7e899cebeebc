// SPDX-License-Identifier: MIT
/*
 * sim_chats.h: people in the chats of sim_telegram.h, who type and press whatever they like, and
 * witnesses who know what each of them may have seen.
 *
 * A witness is a line of the same guest (of nobody, for groups) that looks at the same tables. It
 * is also a connection of that guest, so only every other world has witnesses.
 */
#ifndef HC_TESTS_UNIT_SIM_CHATS_H
#define HC_TESTS_UNIT_SIM_CHATS_H

#include "doors/telegram/telegram_keys.h"
#include "protocol/protocol_words.h"
#include "unit/sim_telegram.h"
#include "unit/telegram_peek.h"

static const char *const folk_names[FOLKS] = {"Anna", "Ben", "Clara", "Dan <b>&amp;", "Eve"};

/* ---- Who is who ------------------------------------------------------------------------------ */

static void guest_of(int64_t person, uint8_t guest[HC_GUEST_BYTES])
{
    uint8_t token[TELEGRAM_TOKEN_BYTES] = {7};

    if (person)
        telegram_token(door, person, token);
    protocol_guest_of(token, guest);
}

/* The person on a seat; 0: somebody else, or nobody. */
static int64_t folk_at(const struct hc_room *room, unsigned seat)
{
    uint8_t guest[HC_GUEST_BYTES];

    for (int64_t person = FOLK; person < FOLK + FOLKS; person++) {
        guest_of(person, guest);
        if (!memcmp(guest, room->seat[seat].guest, sizeof guest))
            return person;
    }
    return 0;
}

/* ---- Witnesses ------------------------------------------------------------------------------- */

/* What was seen of one room: in the match that is on, in the one before, and in all of them. */
struct glimpse {
    char code[HC_ROOM_CODE_CHARS + 1];
    uint32_t match;
    bool waits; /* it comes in, and was not told yet what it sees there */
    struct peek now, before;
    uint64_t ever;
};

static struct witness {
    struct house_line *line;
    struct glimpse glimpse[STORE_ROOMS];
    unsigned glimpses;
} witnesses[FOLKS + 1]; /* the last one is a spectator */

static struct {
    bool any;    /* whether this world has them */
    bool plant;  /* whether hands are shown to others on purpose, */
    bool caught; /* and that was noticed */
} peeking;

static struct glimpse *glimpse_of(struct witness *witness, const char *code)
{
    for (unsigned i = 0; i < witness->glimpses; i++)
        if (!strcmp(witness->glimpse[i].code, code))
            return &witness->glimpse[i];
    must(witness->glimpses < STORE_ROOMS, "too many rooms for this test");
    witness->glimpse[witness->glimpses] = (struct glimpse){.match = 0};
    snprintf(witness->glimpse[witness->glimpses].code, HC_ROOM_CODE_CHARS + 1, "%s", code);
    return &witness->glimpse[witness->glimpses++];
}

static void witness_missed(void *context, const struct hc_seen *event)
{
    peek_add_event(context, event);
}

static void witness_sees(void *context, const struct house_news *news)
{
    struct glimpse *glimpse = news->room ? glimpse_of(context, news->room->code) : NULL;

    if (glimpse && news->mine)
        glimpse->waits = false;
    if (!glimpse || !news->has_table)
        return;
    if (glimpse->match != news->room->match) {
        glimpse->before = glimpse->now;
        glimpse->now = (struct peek){.game = NULL};
        glimpse->match = news->room->match;
    }
    peek_add(&glimpse->now, news);
    if (!news->has_events) /* it looks for the first time, or again */
        house_missed(news, 0, UINT32_MAX, witness_missed, &glimpse->now);
    glimpse->ever |= glimpse->now.faces;
}

/* Players look where they sit, the spectator everywhere. */
static void witnesses_look(void)
{
    for (unsigned w = 0; peeking.any && w <= FOLKS; w++) {
        uint8_t guest[HC_GUEST_BYTES];

        guest_of(w < FOLKS ? FOLK + (int64_t)w : 0, guest);
        if (!witnesses[w].line)
            witnesses[w].line = house_line_open(house, guest, witness_sees, &witnesses[w]);
        for (size_t i = 0; i < house->slots; i++) {
            struct house_room *room = house->slot[i];

            if (room && !room->gone && !lines_membership(witnesses[w].line, room) &&
                (w == FOLKS || hc_room_seat_of(now_of(room), guest) != HC_NONE)) {
                glimpse_of(&witnesses[w], room->code)->waits = true;
                house_enter(witnesses[w].line, 0, room->code);
            }
        }
    }
}

/* The name of a card in a text that nobody may read in that chat; NULL: there is none. A text
 * without a table may be about any. The end of a match may be told late, when others were played.
 */
static const char *find_peek(int64_t chat, const char *text)
{
    struct witness *spectator = &witnesses[FOLKS];
    struct witness *own = chat > 0 ? &witnesses[chat - FOLK] : spectator;
    char code[HC_ROOM_CODE_CHARS + 1];
    const char *found = NULL;

    code_of(text, code);
    for (unsigned i = 0; i < spectator->glimpses; i++) {
        const struct glimpse *all = &spectator->glimpse[i], *more = glimpse_of(own, all->code);
        struct peek both = all->now;

        if (!both.game || (*code && strcmp(code, all->code) != 0))
            continue;
        if (all->waits || more->waits)
            return NULL; /* what was stored when the process died is news to it, too */
        both.faces |= all->before.faces | more->now.faces | more->before.faces;
        if (strstr(text, "Game over"))
            both.faces |= all->ever | more->ever;
        met.peeks++;
        found = peek_find(&both, text);
        if (!found)
            return NULL;
    }
    return found;
}

/* How a game is played may be told to everybody, and which commands there are; in private, hints
 * guess. */
static bool is_harmless(int64_t chat, const char *text, bool is_board)
{
    return !is_board && (chat > 0 || strstr(text, "<code>") || strstr(text, "\n/draw"));
}

static void check_peek(int64_t chat, const json_t *json, bool is_board)
{
    const char *text = json_string_value(json_object_get(json, "text")), *found;

    if (!text || !peeking.any || is_harmless(chat, text, is_board))
        return;
    found = find_peek(chat, text);
    if (found) {
        printf("%s was shown to %lld: %s\n", found, (long long)chat, text);
        must(false, "somebody is shown a card that they may not see");
    }
    if (peeking.plant && chat > 0)
        for (int64_t other = FOLK; other < FOLK + FOLKS; other++)
            peeking.caught |= other != chat && find_peek(other, text);
}

/* ---- Saying and pressing --------------------------------------------------------------------- */

static void say_as(const char *kind, int64_t person, int64_t chat, int64_t id, const char *text)
{
    json_t *message = json_pack("{s:I,s:I,s:o,s:s}", "message_id", (json_int_t)id, "date",
                                (json_int_t)1, "chat", make_chat(chat), "text", text);

    put_user(message, "from", person, folk_names[person - FOLK]);
    if (chat > 0)
        place_of(chat)->open = true;
    service.pings += !strcmp(text, "/ping");
    post(person, json_pack("{s:o}", kind, message), "");
}

static void say(int64_t person, int64_t chat, const char *text)
{
    say_as("message", person, chat, ++service.next_message, text);
}

static void press(int64_t person, const struct message *message, const char *data)
{
    char id[24];
    json_t *query;

    if (peeking.any && *data == TG_PRESS_LANGUAGE)
        return; /* witnesses know the English names of cards */
    snprintf(id, sizeof id, "q%u", ++service.queries);
    query = json_pack("{s:s,s:s,s:s,s:{s:I,s:I,s:o,s:s}}", "id", id, "chat_instance", "1", "data",
                      data, "message", "message_id", (json_int_t)message->id, "date", (json_int_t)1,
                      "chat", make_chat(message->chat), "text", message->text);
    put_user(query, "from", person, folk_names[person - FOLK]);
    post(person, json_pack("{s:o}", "callback_query", query), id);
}

/* One of the buttons of a message whose data begin with any of these letters ("": any); NULL if
 * there is none. */
static const char *button_of(const struct message *message, const char *letters)
{
    const json_t *rows = json_object_get(message->keyboard, "inline_keyboard");
    const char *found = NULL;
    unsigned count = 0;
    size_t r, k;
    json_t *row, *key;

    json_array_foreach((json_t *)rows, r, row)
    {
        json_array_foreach(row, k, key)
        {
            const char *data = json_string_value(json_object_get(key, "callback_data"));

            if (data && (!*letters || strchr(letters, *data)) && one_in(++count))
                found = data;
        }
    }
    return found;
}

/* A message that somebody can see, mostly one of the last, with such a button; NULL: none. */
static const struct message *message_seen(int64_t person, const char *letters)
{
    const struct message *found = NULL;

    for (unsigned i = service.messages; i-- > 0;) {
        const struct message *message = &service.message[i];

        if (message->deleted || (message->chat > 0 && message->chat != person) ||
            !button_of(message, letters))
            continue;
        found = message;
        if (below(3))
            break;
    }
    return found;
}

/* ---- What people come up with ---------------------------------------------------------------- */

static const char *some_code(void)
{
    const struct house_room *room =
        house->slots ? house->slot[below((uint32_t)house->slots)] : NULL;

    for (unsigned i = 0; i < 8 && !room && house->slots; i++)
        room = house->slot[below((uint32_t)house->slots)];
    return room ? room->code : "BCDFHJ";
}

static int64_t some_group(void)
{
    struct place *place = place_now(&service.place[FOLKS + below(GROUPS)]);

    return place->id;
}

/* Marks of tables that were wished for, in their rules: points_to_win. */
enum { MARK = 1000 };
static unsigned marks;

static void wish_table(int64_t person, int64_t chat)
{
    static const char *const clocks[] = {"", " slow", "", ""};
    char text[120];

    if (one_in(4))
        snprintf(text, sizeof text, "/new two%s", clocks[below(4)]);
    else
        snprintf(text, sizeof text, "/new shed lite match_mode=single points_to_win=%u%s",
                 MARK + ++marks, clocks[below(4)]);
    say(person, chat, text);
}

static void type_something(int64_t person)
{
    static const char *const texts[] = {
        "/ping",   "/startgame", "/startgame", "/hand",  "/state",    "/draw",     "/pass",
        "/play 1", "/uno",       "/addbot",    "/leave", "/mytables", "/help",     "/rules",
        "/hint",   "/skip",      "/endgame",   "hello",  "/stats",    "/reminders"};
    int64_t chat = one_in(2) ? person : some_group();
    char text[60];

    switch (below(12)) {
    case 0:
        if (met.tables < 1000000 && house_counts(house)->rooms < 5)
            wish_table(person, chat);
        break;
    case 1:
    case 2:
        snprintf(text, sizeof text, "/join %s", some_code());
        say(person, chat, text);
        break;
    case 3:
        snprintf(text, sizeof text, one_in(2) ? "/watch %s" : "/start h%s", some_code());
        say(person, one_in(2) ? person : chat, text);
        break;
    case 4: /* a message is changed: one that is known, or one that is not */
        if (!service.calm)
            say_as("edited_message", person, chat, 1 + below((uint32_t)service.next_message + 2),
                   texts[below(sizeof texts / sizeof *texts)]);
        break;
    default:
        say(person, chat, texts[below(sizeof texts / sizeof *texts)]);
        break;
    }
}

static void press_something(int64_t person, const char *letters)
{
    const struct message *message = message_seen(person, letters);
    const char *data = message ? button_of(message, letters) : NULL;

    if (!data)
        return;
    press(person, message, data);
    if (one_in(6))
        press(person, message, data);
}

/* Whoever is waited for somewhere does something about it; where nothing is played people begin. */
static void somebody_plays(void)
{
    if (one_in(6))
        press_something(FOLK + below(FOLKS), one_in(3) ? "n" : "jsb");
    for (size_t i = 0; i < house->slots; i++) {
        const struct house_room *room = house->slot[i];
        unsigned waits = room && !room->gone ? hc_room_waits_for(now_of(room)) : 0;

        for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
            int64_t person = waits >> s & 1 ? folk_at(now_of(room), s) : 0;

            if (person && one_in(2))
                press_something(person, below(5) ? "an" : "hf");
        }
    }
}

/* ---- What happens to chats ------------------------------------------------------------------- */

static void post_membership(int64_t person, int64_t chat, bool in)
{
    const char *out = chat > 0 ? "kicked" : "left";
    json_t *json = json_pack(
        "{s:{s:o,s:I,s:{s:s,s:{s:I,s:b,s:s}},s:{s:s,s:{s:I,s:b,s:s}}}}", "my_chat_member", "chat",
        make_chat(chat), "date", (json_int_t)1, "old_chat_member", "status", in ? out : "member",
        "user", "id", (json_int_t)1, "is_bot", 1, "first_name", "b", "new_chat_member", "status",
        in ? "member" : out, "user", "id", (json_int_t)1, "is_bot", 1, "first_name", "b");

    put_user(json_object_get(json, "my_chat_member"), "from", person, folk_names[person - FOLK]);
    post(person, json, "");
}

/* The bot may not write there any more, or may again. */
static void shut_or_open(int64_t person, struct place *place)
{
    place->shut = !place->shut;
    if (place->id > 0 && !place->shut)
        place->open = true;
    post_membership(person, place->id, !place->shut);
}

static void become_supergroup(int64_t person, struct place *place)
{
    int64_t id = -1000 - (int64_t)service.places;
    json_t *message;

    place_add(id);
    place->moved_to = id;
    if (one_in(3)) /* somebody writes there first, or nobody says so at all */
        say(person, id, "/state");
    if (one_in(4))
        return;
    message = json_pack("{s:I,s:I,s:o,s:I}", "message_id", (json_int_t)++service.next_message,
                        "date", (json_int_t)1, "chat", make_chat(place->id), "migrate_to_chat_id",
                        (json_int_t)id);
    put_user(message, "from", person, folk_names[person - FOLK]);
    post(person, json_pack("{s:o}", "message", message), "");
}

static void chats_change(int64_t person)
{
    switch (below(6)) {
    case 0:
        shut_or_open(person, place_of(person));
        break;
    case 1:
        shut_or_open(person, place_of(some_group()));
        break;
    case 2:
        if (service.places + 2 < PLACES)
            become_supergroup(person, place_of(some_group()));
        break;
    default:
        if (service.messages) {
            service
                .message[service.messages - 1 - below(service.messages < 8 ? service.messages : 8)]
                .deleted = true;
            met.deleted++;
        }
        break;
    }
}

static void somebody_acts(void)
{
    int64_t person = FOLK + below(FOLKS);

    switch (below(20)) {
    case 0:
        if (!service.calm && one_in(2))
            chats_change(person);
        break;
    case 1:
    case 2:
    case 3:
    case 4:
        type_something(person);
        break;
    case 5:
    case 6:
        press_something(person, one_in(2) ? "" : "jsbn");
        break;
    default:
        somebody_plays();
        break;
    }
}

#endif
