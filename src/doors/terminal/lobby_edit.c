// SPDX-License-Identifier: MIT
/*
 * lobby_edit.c: the host changes rules and settings of a server's table, with the page of options
 * of the start menu. What was changed is sent when the host leaves that page.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/join_inside.h"
#include "doors/terminal/menu.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"
#include "doors/terminal/stop.h"

/* Waits for input on the full screen, while the server is listened to. */
static bool wait_on_screen(struct menu *menu, int timeout_ms)
{
    struct visit *visit = menu->context;
    enum guest_event event = guest_wait(visit->guest, STDIN_FILENO, timeout_ms);

    menu->stopped = visit->guest->gone;
    return event == GUEST_INPUT;
}

/* The same for a line. What happens meanwhile is printed, and the question stays. */
static bool wait_for_line(void *context)
{
    struct menu *menu = context;
    struct visit *visit = menu->context;

    while (!stop_came() && !visit->guest->gone)
        if (guest_wait(visit->guest, STDIN_FILENO, -1) == GUEST_INPUT)
            return true;
    menu->stopped = true;
    return false;
}

/* The preset of the settings of which fewest values differ. */
static unsigned nearest_preset(const struct hc_option_list *list, const struct hc_rules *values)
{
    unsigned nearest = 0, fewest = HC_OPTIONS_MAX + HC_WIDE_MAX + 1;

    for (unsigned p = 0; p < list->preset_count; p++) {
        unsigned count = 0;
        struct hc_problem why;
        struct hc_rules preset;
        uint64_t given;

        hc_options_parse(list, list->presets[p].name, &preset, &given, NULL, &why);
        for (size_t o = 0; hc_options_at(list, o); o++)
            count += hc_options_value(list, &preset, o) != hc_options_value(list, values, o);
        if (count < fewest) {
            fewest = count;
            nearest = p;
        }
    }
    return nearest;
}

static bool open_menu(struct visit *visit, bool settings, struct setup *setup, struct menu *menu,
                      struct hc_problem *why)
{
    const struct guest_room *room = &visit->guest->room;
    uint64_t given;

    setup_usual(setup);
    setup_game(setup, room->game);
    setup->rules = room->rules;
    *menu = (struct menu){
        .setup = setup,
        .at_table = true,
        .preset = setup_nearest_preset(setup),
        .title = phrase_word(settings ? TERMINAL_TITLE_SETTINGS : TERMINAL_TITLE_RULES),
        .context = visit};
    if (!settings)
        return true;
    menu->settings = &hc_room_settings;
    if (!hc_options_parse(menu->settings, room->settings, &menu->values, &given, NULL, why))
        return false;
    menu->preset = nearest_preset(menu->settings, &menu->values);
    return true;
}

static bool send_changes(struct visit *visit, const struct menu *menu, struct hc_problem *why)
{
    const char *name = menu->settings ? "settings" : "rules";
    char text[RULES_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    menu_put_options(menu, &out);
    return guest_ask(visit->guest, json_pack("{s:s,s:s}", "op", name, name, text), why);
}

bool lobby_edit(struct visit *visit, bool settings, struct hc_problem *why)
{
    struct input input = {.echo = visit->input.echo, .wait = wait_for_line};
    struct setup setup;
    struct menu menu;

    if (!open_menu(visit, settings, &setup, &menu, why))
        return false;
    input.context = &menu;
    menu.input = &input;
    if (visit->full)
        menu.wait = wait_on_screen;
    visit->stopped = !menu_edit(&menu, visit->full) && !visit->guest->gone;
    return menu.stopped || !menu.changed || send_changes(visit, &menu, why);
}
