// SPDX-License-Identifier: MIT
//
// test_telegram.mjs: the page as Telegram opens it, and as others would like to open it. Whether the server believes
// what Telegram has signed is tested with a bot (tests/telegram); here its answer is made up, and the page has to go by it.
import { createServer } from "node:net";
import { accessible, check, PHONE, picture, trial, until } from "./trial.mjs";

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

/** What a program of Telegram gives to a page that it shows; functions that run there. */
const PHONE_VIEW = () => {
    window.TelegramWebviewProxy = { postEvent() {} };
};
const OLD_VIEW = () => {
    window.external = { notify() {} };
};

/* A server with a bot. Nobody answers where it looks for Telegram. */
async function withBot(world) {
    const nobody = createServer((line) => line.destroy());
    await new Promise((listens) => nobody.listen(0, "127.0.0.1", listens));
    nobody.unref();
    process.env.BOT_TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";
    const api = `http://127.0.0.1:${nobody.address().port}`;
    await world.serve("--telegram", "--telegram-api", api);
}

/* Somebody who was a guest in this browser before; the server answers what Telegram signed with this. */
async function visitor(world, { status = 200, view = null, name = "", browser } = {}) {
    const person = await world.person({
        browser,
        kept: {
            "holecard.token": OWN,
            "holecard.preferences": JSON.stringify({ name, taught: ["shed", "two"] }),
        },
        at: null,
        viewport: PHONE,
    });
    if (view) await person.context.addInitScript(view);
    const seen = { posted: [], tokens: [] };
    await person.page.route("**/api/telegram", async (route) => {
        seen.posted.push(route.request().postData());
        const json = status === 200 ? { ok: true, token: LENT, name: "Ann" } : { ok: false };
        await route.fulfill({ status, json });
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
    await withBot(world);
    const code = await world.server.open("shed");
    const { page, seen } = await visitor(world, { view: PHONE_VIEW });
    const { data, address } = opened("/telegram", { start_param: code.toLowerCase() });
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
    await withBot(world);
    const { page, person, seen } = await visitor(world, { status: 403, view: PHONE_VIEW });
    person.expectTrouble(/403/);
    await page.goto(world.server.url + opened("/telegram", {}, "#17212b").address);
    await page.getByRole("alert").waitFor();
    await accessible(page, "not believed");
    await picture(page, "telegram-refused");
    check(seen.tokens.length === 0, "it came in all the same");
    check((await kept(page)) === OWN, "the guest of the browser is lost");
}

/** Words that Telegram has signed are no more than an address where Telegram does not show the page. */
async function links_of_others(world) {
    await withBot(world);
    const code = await world.server.open("shed");
    const rows = [
        ["an address without such words", "/", PHONE_VIEW, "/", null],
        ["a link to the Mini App, in a browser", "/telegram", null, "/", null],
        [
            "a link to a table of the Mini App, in a browser",
            `/telegram/${code}`,
            null,
            `/${code}`,
            null,
        ],
        ["a link to a table, in a browser", `/${code}`, null, `/${code}`, null],
        ["a link to a table, in a web view of Telegram", `/${code}`, PHONE_VIEW, `/${code}`, null],
        ["the Mini App in a web view of a phone", "/telegram", PHONE_VIEW, "/", LENT],
        ["the Mini App in an old web view", `/telegram/${code}`, OLD_VIEW, `/${code}`, LENT],
    ];
    for (const [why, path, view, place, lent] of rows) {
        const { page, seen } = await visitor(world, { view });
        const words = why.includes("without") ? path : opened(path).address;
        await page.goto(world.server.url + words);
        await until(() => seen.tokens.length > 0, `${why}: it says hello`);
        check(seen.posted.length === (lent ? 1 : 0), `${why}: posted ${seen.posted}`);
        check(seen.tokens[0] === (lent ?? OWN), `${why}: it says hello as ${seen.tokens}`);
        check(new URL(page.url()).pathname === place, `${why}: it leads to ${page.url()}`);
    }
}

/** A person with a name here decides whether they are the one whom Telegram names; the answer holds from then on. */
async function asked_who_it_is(world) {
    await withBot(world);
    const come = async (answer) => {
        const { page, seen, person } = await visitor(world, { view: PHONE_VIEW, name: "Bob" });
        await page.goto(world.server.url + opened("/telegram").address);
        await page.getByRole("heading", { name: "Bist du Ann?" }).waitFor();
        check(seen.tokens.length === 0, "it came in before it asked");
        await accessible(page, "the question who it is");
        await picture(page, "telegram-who");
        await page.getByRole("button", { name: answer }).click();
        await until(() => seen.tokens.length > 0, "it says hello");
        check(page.url() === `${world.server.url}/`, `it leads to ${page.url()}`);
        return { page, seen, person };
    };
    const no = await come("Nein");
    check(no.seen.tokens[0] === OWN, "it is another guest though the person said no");
    check((await no.page.locator("html").getAttribute("lang")) === "en", "it speaks German");

    const { page, seen, person } = await come("Ja, ich bin Ann");
    check(seen.tokens[0] === LENT, "it is not the guest that the person said");
    const again = async (id) => {
        seen.tokens.length = 0;
        const user = JSON.stringify({ id, first_name: "Ann", language_code: "en" });
        await page.goto(world.server.url + opened("/telegram", { user }).address);
    };
    await again(7);
    await until(() => seen.tokens.length > 0, "somebody known is not asked");
    await again(8);
    await page.getByRole("heading", { name: "Are you Ann?" }).waitFor();
    check(seen.tokens.length === 0, `${person.page.url()}: it came in as somebody else`);
}

/** Telegram's web clients show the Mini App in a frame. Pages of others cannot, and Telegram can show no other page. */
async function in_a_frame(world) {
    await withBot(world);
    /* Chromium asks before a page from elsewhere shows one of this machine. */
    const browser = await world.launch(["--disable-features=LocalNetworkAccessChecks"]);
    const code = await world.server.open("shed");
    const rows = [
        ["the Mini App in a web client of Telegram", "https://web.telegram.org", "/telegram", true],
        ["the Mini App in another page", "https://evil.example", "/telegram", false],
        ["another page of the site in Telegram's", "https://web.telegram.org", `/${code}`, false],
    ];
    for (const [why, around, path, shown] of rows) {
        const { page, person, seen } = await visitor(world, { browser });
        /* The script of trial.mjs runs on the browser's own page about it, too. */
        if (!shown) person.expectTrouble(/frame-ancestors|Access is denied for this document/);
        const { address } = opened(path);
        const body = `<!doctype html><iframe id="app" src="${world.server.url}${address}"></iframe>`;
        await page.route(`${around}/**`, (route) =>
            route.fulfill({ contentType: "text/html", body: body.replaceAll("&", "&amp;") }),
        );
        await page.goto(`${around}/a/`);
        const frame = page.frames()[1];
        if (shown) {
            await until(() => seen.tokens.length > 0, `${why}: it says hello`);
            check(seen.tokens[0] === LENT, `${why}: it says hello as ${seen.tokens}`);
            await frame.getByRole("button").first().waitFor();
        } else {
            const blocked = (text) => /frame-ancestors/.test(text);
            await until(() => person.complaints.some(blocked), `${why}: it is blocked`);
            check(seen.posted.length === 0, `${why}: it was shown`);
        }
    }
}

await trial(the_seat_of_the_chat, not_believed, links_of_others, asked_who_it_is, in_a_frame);
