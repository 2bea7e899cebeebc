// SPDX-License-Identifier: MIT
/*
 * come.ts: the page as a Mini App in Telegram.
 *
 * Telegram opens it with words behind the `#` of its address: who the person is, signed by it, how things look there, and
 * which table is meant. The server checks the signature and lends the token of the guest that this person is in
 * chats; so the seat is the same. A guest that the browser had before is left alone. No script of Telegram's is loaded: what is
 * needed of it is these few lines.
 *
 * Anybody can have words signed for themselves and put them into a link. The person who opens that link would play as the
 * guest of its author, who sees the hand. So the words count only at the address of the Mini App and inside of a
 * program of Telegram, and a person who was here before as somebody else is asked.
 */
import { readBody } from "../connection/read";
import {
    keepTelegramPerson,
    lendToken,
    type Preferences,
    preference,
    propose,
    telegramPerson,
} from "../device";
import type { HttpTelegram } from "../messages";
import { navigate } from "../route";
import { loadWords, say } from "../words/words";
import { parsed, placeOf, readOpened } from "./opened";

const AGAIN_MS = 2000;
const SESSION = "holecard.telegram";
/** Where Telegram shows the page in a frame. The server allows no other page to do so (mini_app.h). */
const FRAME = "https://web.telegram.org";

type Tell = (event: string, about: Record<string, unknown> | null) => void;

/* How to say something to the program of Telegram that shows the page; each has its own ear. Null: none shows it. */
function findTelegram(): Tell | null {
    const { TelegramWebviewProxy: proxy, external } = window as unknown as {
        TelegramWebviewProxy?: { postEvent?(event: string, about: string): void };
        external?: { notify?(message: string): void };
    };
    const message: (...said: Parameters<Tell>) => string = (event, about) =>
        JSON.stringify({ eventType: event, eventData: about });
    if (typeof proxy?.postEvent === "function")
        return (event, about) => proxy.postEvent?.(event, JSON.stringify(about));
    if (typeof external?.notify === "function")
        return (...said) => external.notify?.(message(...said));
    if (window.parent !== window)
        return (...said) => window.parent.postMessage(message(...said), FRAME);
    return null;
}

interface Lent {
    token: string;
    given: Partial<Preferences>;
}

/* Asks until there is an answer. Null: the server does not believe it. */
async function ask(data: string): Promise<HttpTelegram | null> {
    for (;;) {
        try {
            const answer = await fetch("/api/telegram", { method: "POST", body: data });
            if (answer.ok) return await readBody<HttpTelegram>(answer, "http_telegram");
            if (answer.status < 500) return null;
        } catch {
            /* The server cannot be reached now. */
        }
        await new Promise((again) => setTimeout(again, AGAIN_MS));
    }
}

/* The rest of this visit, also when the page is loaded anew; a browser may refuse to remember. */
function remembered(): Lent | null {
    try {
        const { token, given } = parsed(sessionStorage.getItem(SESSION));
        return typeof token === "string" ? { token, given: { ...(given as Lent["given"]) } } : null;
    } catch {
        return null;
    }
}

function remember(lent: Lent): void {
    try {
        sessionStorage.setItem(SESSION, JSON.stringify(lent));
    } catch {
        /* Then it is asked again. */
    }
}

/* A page with a title, a sentence and buttons below it. */
function show(title: string, role: string, text: string, buttons: HTMLElement[] = []): HTMLElement {
    const page = document.createElement("main");
    const heading = document.createElement("h1");
    const words = document.createElement("p");
    page.className = "reading";
    heading.textContent = title;
    words.setAttribute("role", role);
    words.textContent = text;
    page.append(heading, words, ...buttons);
    document.getElementById("app")?.append(page);
    return page;
}

function refuse(): Promise<never> {
    show("Holecard", "alert", say("telegram_refused"));
    return new Promise(() => {});
}

/* Whether the person here is the one whom Telegram names. Somebody who was nobody else here before is not asked. */
async function isMeant(person: string, name: string): Promise<boolean> {
    const before = telegramPerson();
    if (before === null ? !preference("name") : before === person) return true;
    await loadWords().catch(() => {});
    return await new Promise((resolve) => {
        const choices = [say("telegram_no"), say("telegram_yes", { name })].map((words, i) => {
            const button = document.createElement("button");
            button.className = "button";
            button.textContent = words;
            button.onclick = () => {
                page.remove();
                resolve(i === 1);
            };
            return button;
        });
        const page = show(
            say("telegram_who", { name }),
            "status",
            say("telegram_who_about", { name }),
            choices,
        );
    });
}

/** Settles who plays, if Telegram shows this page. A person whom the server does not believe is told so, and comes no
    further. */
export async function comeFromTelegram(): Promise<void> {
    const place = placeOf(location.pathname);
    const tell = place === null ? null : findTelegram();
    const opened = tell && readOpened(location.hash);
    let lent = remembered();

    if (opened) {
        tell("web_app_ready", null);
        tell("web_app_expand", null);
        /* A hand is scrolled with the same finger that would close the page. */
        tell("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
        propose({ language: opened.language, theme: opened.theme });
        const guest = await ask(opened.data);
        if (!guest) return refuse();
        if (await isMeant(opened.person, guest.name)) {
            keepTelegramPerson(opened.person);
            const { language, theme } = opened;
            lent = { token: guest.token, given: { name: guest.name, language, theme } };
            remember(lent);
        }
        propose({});
    }
    if (lent) {
        lendToken(lent.token);
        propose(lent.given);
    }
    /* What Telegram has signed does not stay in the address. */
    if (place !== null) navigate(opened?.table ? `/${opened.table}` : place, { replace: true });
}
