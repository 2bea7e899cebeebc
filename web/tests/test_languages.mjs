// SPDX-License-Identifier: MIT
//
// test_languages.mjs: the page in every language, where there is least room for it.
import { fits } from "./looks.mjs";
import { story, TAUGHT } from "./play.mjs";
import { check, PHONE, picture, trial, until } from "./trial.mjs";

/** The locale of a browser, the language that it gets, and words of the page and of the engine. */
const SPOKEN = [
    ["de-DE", "de", "Sofort spielen", /Karte/],
    ["es-AR", "es", "Jugar ya", /carta/],
    ["pt-BR", "pt", "Jogar agora", /carta/],
    ["ru-RU", "ru", "Играть сразу", /[Кк]арт/],
];

async function speaks(page, code, words) {
    await page.getByRole("button", { name: words }).waitFor();
    check((await page.locator("html").getAttribute("lang")) === code, `the page is not in ${code}`);
}

async function look(page, name) {
    await fits(page, name);
    await picture(page, name, { full: true });
}

/** The language of the browser, in the page's own words and in those of the engine, on a phone. */
async function on_a_phone(world) {
    await world.serve();
    for (const [locale, code, words, told] of SPOKEN) {
        const person = await world.person({ locale, viewport: PHONE, kept: TAUGHT });
        const { page } = person;
        await speaks(page, code, words);
        await look(page, `phone-${code}-front`);
        for (const place of ["new", "rules/two", "people", "me"]) {
            await person.goto(`/${place}`);
            await page.locator("h1").first().waitFor();
            await look(page, `phone-${code}-${place.replace("/", "-")}`);
        }
        await person.goto("/");
        await page.locator(".play-button").click();
        await page.locator(".hand-card").first().waitFor();
        await until(
            async () => (await story(page)).some((line) => told.test(line)),
            "the engine speaks the language",
        );
        await look(page, `phone-${code}-table`);
        await person.context.close();
    }
}

/** Another language is chosen; its words come from the server, which has to be asked twice. */
async function chosen(world) {
    await world.serve();
    /* What a service worker fetches cannot be made to fail here. */
    const person = await world.person({
        viewport: PHONE,
        kept: TAUGHT,
        serviceWorkers: "block",
    });
    const { page } = person;
    let asked = 0;
    await page.route(/\/ru-\w+\.js$/, (route) => (asked++ ? route.continue() : route.abort()));
    person.expectTrouble(/Failed to load resource|ERR_FAILED|registration blocked/);
    await speaks(page, "en", "Play now");
    await person.button("Settings").click();
    await page.getByRole("radio", { name: "Русский" }).check();
    await page.getByText("Светлый").waitFor();
    await look(page, "phone-settings");
    await page.keyboard.press("Escape");
    await speaks(page, "ru", "Играть сразу");
    check(asked === 2, `it was asked for ${asked} times`);

    /* A letter has two bytes; a field takes no more of them than the table does. */
    await person.button("Настройки").click();
    const name = page.getByLabel("Твоё имя");
    await name.fill("Александра Иванова");
    check((await name.inputValue()) === "Александра И", `it is ${await name.inputValue()}`);
    await page.keyboard.press("Escape");
    await person.button("Играть сразу").click();
    await page.locator(".hand-card").first().waitFor();
}

trial(on_a_phone, chosen);
