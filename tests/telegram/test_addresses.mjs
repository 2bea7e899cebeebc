// SPDX-License-Identifier: MIT
//
// test_addresses.mjs: buttons that lead to the web client: each address is one that the server has, and only
// the one for the Mini App may be shown in a frame.
import { check } from "./people.mjs";
import { trial } from "./telegram_trial.mjs";

const PUBLIC = "https://cards.example.org";

/* The buttons of a kind in the last messages of a chat. */
const addresses = (chat, of) =>
    chat.posted
        .flatMap(({ now }) => now.reply_markup?.inline_keyboard?.flat() ?? [])
        .map(of)
        .filter(Boolean);

/* What the server has there, and who may show it in a frame. */
async function look(door, address) {
    check(address.startsWith(`${PUBLIC}/`), `it leads elsewhere: ${address}`);
    const answer = await door.fetch(address.slice(PUBLIC.length));
    check(answer.status === 200, `${address}: ${answer.status}`);
    check((await answer.text()).includes('id="app"'), `${address} is not the page`);
    return answer.headers.get("content-security-policy").split("frame-ancestors ")[1];
}

async function buttons_lead_to_pages(world) {
    await world.open();
    const door = await world.serve({ words: ["--public-url", PUBLIC] });
    const ann = world.person("Ann");
    ann.tells("/new shed");
    const [app] = await world.until(() => {
        const found = addresses(ann.private, (button) => button.web_app?.url);
        return found.length && found;
    }, "Ann is offered the Mini App");
    check(/^\/telegram\/[A-Z]{6}$/.test(app.slice(PUBLIC.length)), `the Mini App is at ${app}`);
    check((await look(door, app)) === "https://web.telegram.org", `${app} may not be framed`);

    const group = world.group("Cards", [ann]);
    ann.says(group, "/new shed");
    const [page] = await world.until(() => {
        const found = addresses(group, (button) => button.url).filter((url) =>
            url.startsWith("https://cards"),
        );
        return found.length && found;
    }, "the group is offered the page");
    check(/^\/[A-Z]{6}$/.test(page.slice(PUBLIC.length)), `the page is at ${page}`);
    check((await look(door, page)) === "'none'", `${page} may be framed`);
}

trial(buttons_lead_to_pages);
