// SPDX-License-Identifier: MIT
/*
 * come.ts: the page as a Mini App in Telegram.
 *
 * Telegram opens it with words behind the `#` of its address: who the person is, signed by it, how things look there, and
 * which table is meant. The server checks the signature and lends the token of the guest that this person is in
 * chats; so the seat is the same. A guest that the browser had before is left alone. No script of Telegram's is loaded: what is
 * needed of it is these few lines.
 */
import { lendToken, type Preferences, propose } from "../device";
import { navigate } from "../route";
import { say } from "../words/words";
import { parsed, placeOf, readOpened } from "./opened";

const AGAIN_MS = 2000;
const SESSION = "holecard.telegram";
/** Where Telegram shows the page in a frame. */
const FRAME = "https://web.telegram.org";

/* Says something to the program that shows the page; each has its own ear. */
function tell(event: string, about: Record<string, unknown> | null): void {
    const { TelegramWebviewProxy: proxy, external } = window as unknown as {
        TelegramWebviewProxy?: { postEvent(event: string, about: string): void };
        external?: { notify?(message: string): void };
    };
    const message = JSON.stringify({ eventType: event, eventData: about });
    if (proxy) proxy.postEvent(event, JSON.stringify(about));
    else if (external?.notify) external.notify(message);
    else if (window.parent !== window) window.parent.postMessage(message, FRAME);
}

interface Lent {
    token: string;
    given: Partial<Preferences>;
}

/* Asks until there is an answer. Null: the server does not believe it. */
async function ask(data: string): Promise<{ token: string; name: string } | null> {
    for (;;) {
        try {
            const answer = await fetch("/api/telegram", { method: "POST", body: data });
            if (answer.ok) return (await answer.json()) as { token: string; name: string };
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

function refuse(): Promise<never> {
    const page = document.createElement("main");
    const title = document.createElement("h1");
    const words = document.createElement("p");
    page.className = "reading";
    title.textContent = "Holecard";
    words.setAttribute("role", "alert");
    words.textContent = say("telegram_refused");
    page.append(title, words);
    document.getElementById("app")?.append(page);
    return new Promise(() => {});
}

/** Settles who plays, if Telegram shows this page. Whoever the server does not believe is told so, and comes no further. */
export async function comeFromTelegram(): Promise<void> {
    const opened = readOpened(location.hash);
    const place = opened?.table ? `/${opened.table}` : placeOf(location.pathname);
    let lent = remembered();

    if (opened) {
        tell("web_app_ready", null);
        tell("web_app_expand", null);
        /* A hand is scrolled with the same finger that would close the page. */
        tell("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
        propose({ language: opened.language, theme: opened.theme });
        const guest = await ask(opened.data);
        if (!guest) return refuse();
        lent = {
            token: guest.token,
            given: { name: guest.name, language: opened.language, theme: opened.theme },
        };
        remember(lent);
    }
    if (lent) {
        lendToken(lent.token);
        propose(lent.given);
    }
    /* What Telegram has signed does not stay in the address. */
    if (place !== null || opened) navigate(place ?? location.pathname, { replace: true });
}
