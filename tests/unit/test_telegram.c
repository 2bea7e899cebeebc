// SPDX-License-Identifier: MIT
/* test_telegram.c: people in chats play whole matches by pressing buttons. */
#include "unit/telegram_world.h"

static bool is_over(int64_t chat)
{
    const struct message *message = last_message(chat);

    return message && strstr(message->text, "Game over");
}

/* Whoever is shown something to do privately does some of it, until the match is over. */
static void play_on(int64_t first, unsigned people)
{
    for (unsigned i = 0; i < STEPS_MAX && !is_over(GROUP); i++) {
        int64_t person = first + (int64_t)(world_random() % people);
        const struct message *message = last_message(person);

        if (!message || !press_any(person, message, "a."))
            if (!message || !press_any(person, message, "n."))
                pass(700);
    }
    assert_true(is_over(GROUP));
}

static void play_in_group(const char *game, unsigned people)
{
    char code[HC_ROOM_CODE_CHARS + 1], text[100];

    for (unsigned p = 0; p < people; p++)
        say(101 + (int64_t)p, 101 + (int64_t)p, "/start");
    snprintf(text, sizeof text, "/new %s", game);
    say(101, GROUP, text);
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    add_witness(0, code);
    for (unsigned p = 1; p < people; p++)
        press(101 + (int64_t)p, last_message(GROUP), "Join");
    for (unsigned p = 0; p < people; p++)
        add_witness(101 + (int64_t)p, code);
    press(101, last_message(GROUP), "Start");
    pass(3000);
    play_on(101, people);
    for (unsigned p = 0; p < people; p++) {
        pass(3000);
        assert_non_null(strstr(last_message(101 + (int64_t)p)->text, "Game over"));
    }
    assert_true(world.peeks > 20);
}

static void shed_in_a_group(void **state)
{
    (void)state;
    play_in_group("shed match_mode=single", 3);
}

static void lite_for_two(void **state)
{
    (void)state;
    play_in_group("shed lite", 2);
}

static void brutal_in_a_group(void **state)
{
    (void)state;
    play_in_group("shed brutal", 4);
}

static void two_in_a_group(void **state)
{
    (void)state;
    play_in_group("two", 3);
}

static void new_edition_of_two(void **state)
{
    (void)state;
    play_in_group("two ed2019", 4);
}

/* The same match with pictures: what they show is what the text says. */
static void pictures_in_a_group(void **state)
{
    (void)state;
    say(101, GROUP, "/pictures");
    press(101, last_message(GROUP), "yes");
    say(102, 102, "/pictures");
    press(102, last_message(102), "yes");
    play_in_group("shed lite", 2);
    assert_true(world.photos > 20);
}

/* Another match at the same table, and the same calls for the same updates. */
static void the_same_again(void **state)
{
    uint64_t sum;

    play_in_group("two", 2);
    press(101, last_message(GROUP), "Play again");
    press(102, last_message(GROUP), "Play again");
    pass(5000);
    assert_null(strstr(last_message(GROUP)->text, "Game over"));
    play_on(101, 2);
    sum = world.sum;
    end_world(state);
    begin_world(state);
    play_in_group("two", 2);
    press(101, last_message(GROUP), "Play again");
    press(102, last_message(GROUP), "Play again");
    pass(5000);
    play_on(101, 2);
    assert_true(sum == world.sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lite_for_two, begin_world, end_world),
        cmocka_unit_test_setup_teardown(shed_in_a_group, begin_world, end_world),
        cmocka_unit_test_setup_teardown(brutal_in_a_group, begin_world, end_world),
        cmocka_unit_test_setup_teardown(two_in_a_group, begin_world, end_world),
        cmocka_unit_test_setup_teardown(new_edition_of_two, begin_world, end_world),
        cmocka_unit_test_setup_teardown(pictures_in_a_group, begin_world, end_world),
        cmocka_unit_test_setup_teardown(the_same_again, begin_world, end_world),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
