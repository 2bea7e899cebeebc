// SPDX-License-Identifier: MIT
/*
 * match.cpp: a match of every game by a program in C++, with the public header alone. All storage
 * is as large as the library says, so a function that says too little is found by the sanitizers.
 */
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <holecard.h>

namespace
{

void must(bool fact, const std::string &what)
{
    if (fact)
        return;
    std::fprintf(stderr, "match.cpp: %s\n", what.c_str());
    std::exit(1);
}

/* Any text of the library: asked for its length first. */
template <typename Print> std::string text_of(Print print)
{
    std::vector<char> text(print(nullptr, 0) + 1);

    must(print(text.data(), text.size()) + 1 == text.size(), "a text changes its length");
    return text.data();
}

class Log
{
  public:
    explicit Log(const hc_table *table, const uint8_t *commitment) : bytes(hc_log_begin_bytes())
    {
        must(hc_log_begin(&log, bytes.data(), bytes.size(), table, commitment), "no log is begun");
    }

    void add(unsigned seat, const hc_command &command, const struct hc_events &events)
    {
        make_room();
        must(hc_log_add(&log, 0, seat, &command, &events), "a command does not fit into its log");
        must(hc_log_seal(&log), "a seal does not fit behind it");
    }

    void reveal(const uint8_t *seed, const uint8_t *salt)
    {
        make_room();
        must(hc_log_reveal(&log, seed, salt) && hc_log_seal(&log), "the seed does not fit");
    }

    void must_be_honest() const
    {
        hc_problem why;

        must(hc_log_verify(log.bytes, log.used, &why) == HC_HONEST, why.text);
        must(text_of([&](char *out, size_t size) {
                 return hc_log_json(log.bytes, log.used, out, size, &why);
             }).front() == '{',
             "the log is no JSON");
    }

  private:
    /* Not one byte more than is said to be enough. */
    void make_room()
    {
        bytes.resize(log.used + hc_log_record_bytes());
        log.bytes = bytes.data();
        log.size = bytes.size();
    }

    std::vector<uint8_t> bytes;
    hc_log log;
};

/* What everybody sees of a command, and the numbers of its cards. */
void look(const hc_table *table, const struct hc_events &events)
{
    for (const hc_event *event = hc_event_first(&events); event;
         event = hc_event_next(&events, event)) {
        hc_seen seen;

        for (unsigned i = 0; i < event->count; i++)
            must(hc_event_cards(event)[i] < HC_CARDS_MAX, "there is no such card");
        hc_event_see(table, event, HC_SPECTATOR, &seen);
        text_of([&](char *out, size_t size) {
            return hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, HC_SPECTATOR,
                               nullptr, nullptr, out, size);
        });
    }
}

/* The first thing that the awaited seat may do; of the house the first is the way on. */
hc_command choose(const hc_table *table, unsigned seat)
{
    struct hc_actions actions;
    hc_command command;

    hc_actions(table, seat, 0, &actions);
    must(actions.ways > 0, "the awaited seat can do nothing");
    hc_actions_at(&actions, 0, &command);
    return command;
}

void play(const hc_game *game)
{
    std::vector<uint64_t> storage(hc_table_bytes() / sizeof(uint64_t) + 1);
    hc_table *table = reinterpret_cast<hc_table *>(storage.data());
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES], commitment[HC_SEED_BYTES];
    struct hc_events events;
    struct hc_view view;
    hc_problem why;
    hc_rules rules;
    hc_gate gate = {0};
    unsigned seat, commands = 0;

    must(hc_rules_parse(game, "", &rules, &why), why.text);
    hc_seed_from_number(1, seed);
    hc_seed_from_number(2, salt);
    hc_commitment(seed, salt, commitment);
    must(hc_table_open(table, game, &rules, hc_seats_min(game, &rules), seed) == HC_OK,
         "no table is opened");
    Log log(table, commitment);

    while ((seat = hc_table_awaits(table)) != HC_NONE && commands++ < 5000) {
        hc_command command = choose(table, seat);

        hc_gate_enter(&gate);
        must(hc_submit(table, seat, &command, 0, &events) == HC_OK, "what is offered is refused");
        hc_gate_leave(&gate);
        log.add(seat, command, events);
        look(table, events);
    }
    hc_view(table, HC_SPECTATOR, 0, &view);
    must(text_of([&](char *out, size_t size) { return hc_view_json(&view, out, size); }).front() ==
             '{',
         "the view is no JSON");
    log.reveal(seed, salt);
    log.must_be_honest();
    std::printf("%s: %u commands\n", hc_game_title(game, nullptr), commands);
}

/* A whole table fits where the library says it does, and a hint into the memory that it wants. */
void save_and_ask(const hc_game *game)
{
    std::vector<uint64_t> storage(hc_table_bytes() / sizeof(uint64_t) + 1);
    hc_table *table = reinterpret_cast<hc_table *>(storage.data());
    std::vector<uint8_t> saved(hc_table_save_bytes());
    std::vector<uint64_t> scratch(hc_hint_bytes(50) / sizeof(uint64_t) + 1);
    struct hc_hint hints[HC_HINTS_MAX];
    uint8_t seed[HC_SEED_BYTES];
    struct hc_events events;
    struct hc_view view;
    hc_command start;
    hc_problem why;
    hc_rules rules;
    size_t size;

    must(hc_rules_parse(game, "", &rules, &why), why.text);
    hc_seed_from_number(3, seed);
    must(hc_table_open(table, game, &rules, hc_seats_max(game, &rules), seed) == HC_OK, "no table");
    must(hc_house_command(game, HC_HOUSE_START, HC_NONE, &start), "no start");
    must(hc_submit(table, HC_HOUSE, &start, 0, &events) == HC_OK, "the start is refused");
    size = hc_table_save(table, saved.data(), saved.size());
    must(size <= saved.size() && hc_table_load(table, saved.data(), size, &why), "not saved");
    hc_view(table, hc_table_awaits(table), 0, &view);
    must(hc_hint(&view, seed, 50, scratch.data(), hints) > 0, "no hint");
}

} // namespace

int main()
{
    for (size_t i = 0; hc_game_at(i); i++) {
        play(hc_game_at(i));
        save_and_ask(hc_game_at(i));
    }
    must(hc_game_find("shed") != nullptr, "there is no shed");
    return 0;
}
