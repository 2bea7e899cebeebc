// SPDX-License-Identifier: MIT
//
// chat_pages.mjs: chats as pages that look like chats, for people who want to see what the bot is
// like: build/chats/TEST/CHAT.html. Each message as it is at last; what it said before can be opened.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const STYLE = `
body { margin: 0; background: #0e1621; color: #f5f5f5; font: 15px/1.4 system-ui, sans-serif; }
main { max-width: 640px; margin: 0 auto; padding: 16px; }
h1 { font-size: 18px; } h1 small, .note, .time { color: #7d8b99; font-weight: normal; }
.message { margin: 8px 0; display: flex; flex-direction: column; align-items: flex-start; }
.message.person { align-items: flex-end; }
.bubble { background: #182533; border-radius: 12px; padding: 6px 12px; max-width: 82%; white-space: pre-wrap;
  overflow-wrap: anywhere; } .person .bubble { background: #2b5278; }
.who { color: #6ab3f3; font-weight: 600; font-size: 13px; } .time { font-size: 11px; }
.deleted { opacity: .45; text-decoration: line-through; }
.row { display: flex; gap: 4px; width: 82%; margin-top: 4px; }
.row span { flex: 1; background: #22344a; border-radius: 8px; padding: 6px; text-align: center; font-size: 14px; }
.service { text-align: center; color: #7d8b99; font-size: 13px; margin: 10px; }
img { max-width: 100%; border-radius: 8px; display: block; } blockquote { border-left: 3px solid #6ab3f3; margin: 0;
  padding-left: 8px; } code, pre { font-family: ui-monospace, monospace; } a { color: #6ab3f3; }
details { font-size: 13px; color: #9fb0c0; } .answer { color: #ffd27d; font-size: 13px; }
`;
const TAGS = {
    bold: "b",
    italic: "i",
    underline: "u",
    strikethrough: "s",
    code: "code",
    pre: "pre",
    blockquote: "blockquote",
    text_link: "a",
    spoiler: "mark",
};

function safe(text) {
    return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A text with its entities as HTML. */
function marked(text, entities = []) {
    const edges = [];
    for (const { type, offset, length } of entities) {
        const tag = TAGS[type];
        if (!tag) continue;
        edges.push([offset, 1, -length, `<${tag}>`], [offset + length, 0, length, `</${tag}>`]);
    }
    edges.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    let html = "";
    let at = 0;
    for (const [offset, , , tag] of edges) {
        html += safe(text.slice(at, offset)) + tag;
        at = offset;
    }
    return html + safe(text.slice(at));
}

function content(message, picture) {
    const image = picture
        ? `<img alt="" src="data:image/png;base64,${picture.toString("base64")}">`
        : "";
    return (
        image +
        marked(message.text ?? message.caption ?? "", message.entities ?? message.caption_entities)
    );
}

function bubble(posted) {
    const { now } = posted;
    if (now.text === undefined && !now.photo) {
        const { message_id: _, from: who, chat: __, date: ___, ...what } = now;
        return `<div class="service">${safe(who?.first_name ?? "")} ${safe(Object.keys(what).join(", "))}</div>`;
    }
    const person = now.from?.is_bot ? "" : " person";
    const time = new Date(now.date * 1000).toISOString().slice(11, 19);
    const rows = posted.rows
        .map(
            (row) =>
                `<div class="row">${row.map(({ text }) => `<span>${safe(text)}</span>`).join("")}</div>`,
        )
        .join("");
    const older = posted.versions.slice(0, -1);
    const before = older.length
        ? `<details><summary>edited ${older.length}×</summary>${older
              .map((one) => `<div class="bubble">${content(one, null)}</div>`)
              .join("<br>")}</details>`
        : "";
    const answers = posted.answers
        .filter(({ text }) => text)
        .map(
            ({ from, text, show_alert }) =>
                `<div class="answer">${show_alert ? "⚠" : "→"} ${safe(from.first_name)}: ${safe(text)}</div>`,
        )
        .join("");
    const topic = now.message_thread_id
        ? ` <span class="note">#${now.message_thread_id}</span>`
        : "";
    const reply = now.reply_to_message
        ? `<blockquote>${safe((now.reply_to_message.text ?? "…").slice(0, 60))}</blockquote>`
        : "";
    return `<div class="message${person}${posted.deleted ? " deleted" : ""}">
<div class="bubble"><div class="who">${safe(now.from?.first_name ?? "?")}${topic}</div>${reply}${content(now, posted.picture)}
<div class="time">${time}</div>${before}</div>${rows}${answers}</div>`;
}

function page(chat) {
    const keyboard = (chat.replyKeyboard ?? [])
        .map(
            (row) =>
                `<div class="row">${row.map((key) => `<span>${safe(key.text ?? key)}</span>`).join("")}</div>`,
        )
        .join("");
    return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(chat.title)}</title><style>${STYLE}</style>
<main><h1>${safe(chat.title)} <small>${chat.facts.type}, ${chat.posted.length} messages</small></h1>
${chat.posted.map(bubble).join("\n")}${keyboard}</main>`;
}

/** Writes all chats in which something was said below `folder`. */
export function writePages(folder, chats) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const chat of chats)
        if (chat.posted.length)
            writeFileSync(
                path.join(
                    folder,
                    `${chat.title.replace(/[^\w-]+/g, "_")}_${Math.abs(chat.id)}.html`,
                ),
                page(chat),
            );
}
