// SPDX-License-Identifier: MIT
// sit.ts: the ways to a seat: a table with bots at once, a table of one's own, and a free seat at another's.
import { fitting, NAME_BYTES_MAX } from "../bounded";
import type { House } from "../connection/house";
import { prefer, preference } from "../device";
import { say } from "../words/words";

const BOT_NAMES = ["Mira", "Rook", "Otto", "Juno", "Bea", "Nils", "Ada", "Finn", "Ida", "Pip"];

/** Chosen at random here and mixed into the deal, so that nobody else can have chosen the cards. */
export function entropy(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
        byte.toString(16).padStart(2, "0"),
    ).join("");
}

/** The name of this person; whoever has not said one is a guest with a number. */
export function personName(): string {
    const name = fitting(preference("name").trim(), NAME_BYTES_MAX).trim();
    if (name) return name;
    const [number = 0] = crypto.getRandomValues(new Uint16Array(1));
    const guest = say("guest_name", { number: 100 + (number % 900) });
    prefer("name", guest);
    return guest;
}

/** A name for one more bot at a table. */
export function botName(
    taken: string[],
    from = Math.floor(Math.random() * BOT_NAMES.length),
): string {
    const free = BOT_NAMES.map((_, i) => BOT_NAMES[(i + from) % BOT_NAMES.length] ?? "").filter(
        (name) => !taken.includes(name),
    );
    return free[0] ?? "";
}

/** Opens a table, sits down, fills it with bots and starts. Gives the code as soon as there is a table. */
export async function playNow(
    house: House,
    game: string,
    rules: string,
    bot: string,
    opponents: number,
): Promise<string> {
    const reply = await house.request({
        op: "create",
        game,
        rules,
        /* A table of this device stays until somebody wants it away. */
        settings: house.base ? "next=one abandon_days=240" : "next=one",
        title: say("title_bots"),
    });
    const table = "table" in reply && reply.table ? reply.table : "";
    const name = personName();
    const taken = [name];
    const steps: Promise<unknown>[] = [
        house.request({ op: "sit", table, name, entropy: entropy() }),
    ];
    for (let i = 0; i < opponents; i++) {
        const one = botName(taken);
        taken.push(one);
        steps.push(house.request({ op: "add_bot", table, bot: `${bot} ${one}` }));
    }
    steps.push(house.request({ op: "start", table }));
    await Promise.all(steps);
    return table;
}

/** Sits down under this person's name; if somebody there has it already, under one like it. */
export async function sit(house: House, table: string, seat?: number): Promise<void> {
    const name = personName();
    const where = seat === undefined ? {} : { seat };
    try {
        await house.request({ op: "sit", table, name, entropy: entropy(), ...where });
    } catch (why) {
        if (!(why instanceof Error) || !("code" in why) || why.code !== "duplicate_player")
            throw why;
        const other = `${fitting(name, NAME_BYTES_MAX - 2)} ${2 + Math.floor(Math.random() * 8)}`;
        await house.request({ op: "sit", table, name: other, entropy: entropy(), ...where });
    }
}

/** The code of a table in what somebody typed or pasted: the code, or a link to it. */
export function codeIn(text: string): string | null {
    const trimmed = text.trim();
    const link = /(?:\/t)?\/([A-Za-z]{6})(?:[?#].*)?$/.exec(trimmed);
    const plain = trimmed.replace(/[\s-]/g, "");
    const code = link?.[1] ?? (/^[A-Za-z]{6}$/.test(plain) ? plain : null);
    return code?.toUpperCase() ?? null;
}
