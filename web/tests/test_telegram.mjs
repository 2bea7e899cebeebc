// SPDX-License-Identifier: MIT
//
// test_telegram.mjs: the page as Telegram opens it. Whether the server believes what Telegram has signed is
// tested with a bot (tests/telegram); here its answer is made up, and the page has to go by it.
import { until } from "./play.mjs";
import { accessible, check, PHONE, picture, trial } from "./trial.mjs";

const OWN = "0123456789abcdef0123456789abcdef";
const LENT = "fedcba9876543210fedcba9876543210";

/* The address that Telegram would make, behind a path. */
function opened(path, fields = {}, background = "#ffffff") {
    const data = new URLSearchParams({
        user: JSON.stringify({ id: 7, first_name: "Ann", language_code: "de" }),
        auth_date: "1700000000",
        ...fields,
        hash: "ab".repeat(32),
    }).toString();
    const words = new URLSearchParams({
        tgWebAppData: data,
        tgWebAppVersion: "8.0",
        tgWebAppPlatform: "web",
        tgWebAppThemeParams: JSON.stringify({ bg_color: background }),
    });
    return { data, address: `${path}#${words}` };
}

/* Somebody who was a guest in this browser before; the server answers what Telegram signed with this. */
async function visitor(world, status, answer) {
    const person = await world.person({
        kept: { "holecard.token": OWN },
        at: null,
        viewport: PHONE,
    });
    const seen = { posted: [], tokens: [] };
    await person.page.route("**/api/telegram", async (route) => {
        seen.posted.push(route.request().postData());
        await route.fulfill({ status, json: answer });
    });
    person.page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => {
            const message = JSON.parse(payload);
            if (message.op === "hello") seen.tokens.push(message.token);
        }),
    );
    return { person, page: person.page, seen };
}

const kept = (page) => page.evaluate(() => localStorage.getItem("holecard.token"));

/** The person sits down as the guest that they are in chats, at the table that was meant. */
async function the_seat_of_the_chat(world) {
    await world.serve();
    const code = await world.server.open("shed");
    const { page, seen } = await visitor(world, 200, { ok: true, token: LENT, name: "Ann" });
    const { data, address } = opened("/", { start_param: code.toLowerCase() });
    await page.goto(world.server.url + address);
    await page.waitForURL(`${world.server.url}/${code}`);
    await page.getByRole("button", { name: "Platz nehmen" }).waitFor();
    check(seen.posted.join() === data, `was posted: ${seen.posted}`);
    await until(() => seen.tokens.length > 0, "it says hello");
    const html = page.locator("html");
    check((await html.getAttribute("lang")) === "de", "it does not speak Telegram's language");
    check((await html.getAttribute("data-theme")) === "light", "it is not as light as Telegram");
    check(
        (await page.getByLabel("Wie sollen wir dich nennen?").inputValue()) === "Ann",
        "the name is not Telegram's",
    );
    await picture(page, "telegram-table");
    await page.getByRole("button", { name: "Platz nehmen" }).click();
    await page.getByText("Ann").first().waitFor();

    /* Loaded again, without Telegram's words in the address, it is the same person. */
    await page.reload();
    await until(() => seen.tokens.length > 1, "it says hello again");
    check(
        seen.tokens.every((token) => token === LENT),
        `the tokens were ${seen.tokens}`,
    );
    check((await kept(page)) === OWN, "the guest of the browser is lost");
    check(seen.posted.length === 1, "it asked twice");
}

/** What the server does not believe leads nowhere, and says what to do. */
async function not_believed(world) {
    await world.serve();
    const { page, person, seen } = await visitor(world, 403, { ok: false, why: "too old" });
    person.expectTrouble(/403/);
    await page.goto(world.server.url + opened("/", {}, "#17212b").address);
    await page.getByRole("alert").waitFor();
    await accessible(page, "not believed");
    await picture(page, "telegram-refused");
    check(seen.tokens.length === 0, "it came in all the same");
    check((await kept(page)) === OWN, "the guest of the browser is lost");
}

/** In a browser the page is what it always was. */
async function without_telegram(world) {
    await world.serve();
    const { page, seen } = await visitor(world, 500, {});
    await page.goto(`${world.server.url}/`);
    await until(() => seen.tokens.length > 0, "it says hello");
    check(seen.posted.length === 0, "it asked about Telegram");
    check(seen.tokens[0] === OWN, "it forgot who it was");
}

await trial(the_seat_of_the_chat, not_believed, without_telegram);
