// SPDX-License-Identifier: MIT
/* test_file.c: files are read and replaced whole, and a problem with one names it. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/utf8.h"
#include "files/file.h"
#include "scratch.h"

static void assert_file_holds(const char *path, const char *want)
{
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    assert_true(file_read(path, &bytes, &size, &why));
    assert_int_equal(size, strlen(want));
    assert_string_equal((char *)bytes, want);
    free(bytes);
}

static void files_are_replaced_whole(void **state)
{
    char folder[SCRATCH_CHARS], path[SCRATCH_CHARS + 8], link[SCRATCH_CHARS + 8];
    struct hc_problem why;
    struct stat status;

    (void)state;
    assert_true(make_scratch(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_true(file_write(path, "one", 3, &why));
    assert_file_holds(path, "one");
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("file", link), 0);
    assert_true(file_write(link, "second", 6, &why));
    assert_file_holds(path, "second");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(unlink(path), 0);
    /* Nothing else is left behind. */
    assert_int_equal(rmdir(folder), 0);
    assert_false(file_write(path, "three", 5, &why));
    assert_non_null(strstr(why.text, path));
}

static void devices_are_written_through(void **state)
{
    struct hc_problem why;
    struct stat status;

    (void)state;
    assert_true(file_write("/dev/null", "one", 3, &why));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_false(file_write("/dev/full", "one", 3, &why));
    assert_false(file_write("/", "one", 3, &why));
}

static void unreadable_files_are_named(void **state)
{
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    (void)state;
    assert_false(file_read("/nowhere/at all", &bytes, &size, &why));
    assert_non_null(strstr(why.text, "/nowhere/at all: "));
    assert_false(file_read("/", &bytes, &size, &why));
    assert_false(file_read("/dev/zero", &bytes, &size, &why));
    assert_non_null(strstr(why.text, "64 MiB"));
}

/* However long the path: the file is named, and so is what is wrong with it. */
static void long_paths_are_shown_by_their_end(void **state)
{
    char path[1000] = "";
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    (void)state;
    for (unsigned length = 1; length < 250; length++) {
        memset(path, 'f', length);
        snprintf(path + length, sizeof path - length, "/Kärtchen/home-1.store");
        assert_false(file_read(path, &bytes, &size, &why));
        assert_non_null(strstr(why.text, "home-1.store: No such file or directory"));
    }
    for (unsigned length = 1; length < 90; length++) {
        memset(path, 'f', length);
        snprintf(path + length, sizeof path - length, "öäüöäüöäüöäüöäüöäüöäüöäüöäüöäüöäü.store");
        struct file_shown shown = file_shown(path);

        assert_true(hc_utf8_ok(shown.text, strlen(shown.text)));
    }
    assert_string_equal(file_shown("short.store").text, "short.store");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_replaced_whole),
        cmocka_unit_test(devices_are_written_through),
        cmocka_unit_test(unreadable_files_are_named),
        cmocka_unit_test(long_paths_are_shown_by_their_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
