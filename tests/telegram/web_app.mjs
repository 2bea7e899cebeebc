// SPDX-License-Identifier: MIT
//
// web_app.mjs: what Telegram hands to a Mini App (`initData`), and what that gets for it. It is signed
// with the bot's token as the documentation says: HMAC-SHA256 of the sorted lines, by a key that is
// the HMAC of the token by "WebAppData".
import { createHmac } from "node:crypto";

/** `fields` without `hash`; objects are written as JSON. */
export function initData(token, fields) {
    const values = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
    ]);
    const lines = values.map(([name, value]) => `${name}=${value}`).sort();
    const key = createHmac("sha256", "WebAppData").update(token).digest();
    const hash = createHmac("sha256", key).update(lines.join("\n")).digest("hex");
    return new URLSearchParams([...values, ["hash", hash]]).toString();
}

/** What a Mini App gets for what Telegram handed to it. */
export async function logIn(door, data) {
    const answer = await door.fetch("/api/telegram", {
        method: "POST",
        headers: { "Content-Type": "text/plain" },
        body: data,
    });
    return { status: answer.status, ...(await answer.json()) };
}
