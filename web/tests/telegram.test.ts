// SPDX-License-Identifier: MIT
// telegram.test.ts: what Telegram writes into the address of a Mini App, and what becomes of it.
import assert from "node:assert/strict";
import test from "node:test";
import { placeOf, readOpened } from "../src/telegram/opened";

const opened = (fields: Record<string, string>, more: Record<string, string> = {}) =>
    readOpened(
        `#${new URLSearchParams({
            tgWebAppData: new URLSearchParams(fields).toString(),
            tgWebAppVersion: "8.0",
            ...more,
        })}`,
    );
const theme = (bg_color: string) =>
    opened({ user: "{}" }, { tgWebAppThemeParams: JSON.stringify({ bg_color }) })?.theme;

test("a page that Telegram has not opened says so", () => {
    for (const hash of ["", "#", "#12", "#tgWebAppVersion=8.0", "#tgWebAppData="])
        assert.equal(readOpened(hash), null, hash);
});

test("signed words of somebody else before those of Telegram make all of them worthless", () => {
    assert.equal(readOpened("#tgWebAppData=user%3D1&tgWebAppData=user%3D2"), null);
});

test("the person is the one in what was signed", () => {
    for (const [user, person] of [
        ['{"id":7,"first_name":"Ann"}', "7"],
        ['{"id":"7"}', ""],
        ["{}", ""],
        ["not JSON", ""],
    ] as const)
        assert.equal(opened({ user })?.person, person, user);
});

test("what was signed is passed on as it came", () => {
    const data = "user=%7B%22id%22%3A1%7D&auth_date=1&hash=ab+c%20d";
    assert.equal(readOpened(`#tgWebAppData=${encodeURIComponent(data)}`)?.data, data);
});

test("a table is meant only by its code", () => {
    for (const [start_param, table] of [
        ["BCDFHJ", "BCDFHJ"],
        ["bcdfhj", "BCDFHJ"],
        ["", ""],
        ["BCDFG", ""],
        ["../BCDFHJ", ""],
        ["BCDFHJ?x", ""],
    ] as const)
        assert.equal(opened({ user: "{}", start_param })?.table, table, start_param);
});

test("language and theme are Telegram's", () => {
    assert.equal(opened({ user: '{"id":1,"language_code":"pt-br"}' })?.language, "pt-br");
    assert.equal(opened({ user: '{"language_code":7}' })?.language, "");
    assert.equal(opened({ user: "not JSON" })?.language, "");
    assert.equal(theme("#17212b"), "dark");
    assert.equal(theme("#ffffff"), "light");
    assert.equal(theme("red"), "system");
    assert.equal(opened({ user: "{}" })?.theme, "system");
});

test("addresses of the Mini App lead to those of the pages", () => {
    for (const [path, want] of [
        ["/telegram", "/"],
        ["/telegram/", "/"],
        ["/telegram/bcdfhj", "/BCDFHJ"],
        ["/telegram/BCDFHJ/", "/BCDFHJ"],
        ["/telegrams", null],
        ["/telegram/new", null],
        ["/", null],
        ["/BCDFHJ", null],
    ] as const)
        assert.equal(placeOf(path), want, path);
});
