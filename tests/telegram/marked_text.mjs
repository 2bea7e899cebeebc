// SPDX-License-Identifier: MIT
//
// marked_text.mjs: text with HTML marks as the Bot API reads it (`parse_mode: "HTML"`): the text that
// people see, and its entities. Anything wrong is refused in the words of the real service. Lengths
// and offsets of entities are in UTF-16 units, which is how JavaScript counts; offsets in refusals
// are in bytes of UTF-8.

const ENTITIES = {
    b: "bold",
    strong: "bold",
    i: "italic",
    em: "italic",
    u: "underline",
    ins: "underline",
    s: "strikethrough",
    strike: "strikethrough",
    del: "strikethrough",
    "tg-spoiler": "spoiler",
    code: "code",
    pre: "pre",
    blockquote: "blockquote",
    a: "text_link",
    span: "spoiler",
    "tg-emoji": "custom_emoji",
};
const SIGNS = { lt: "<", gt: ">", amp: "&", quot: '"' };

export class MarkError extends Error {}

function decode(text) {
    return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));?/gi, (whole, hex, number, name) => {
        if (name) return SIGNS[name] ?? whole;
        const code = hex ? Number.parseInt(hex, 16) : Number(number);
        return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

/** Gives { text, entities } of a marked text; throws MarkError. */
export function readMarks(marked) {
    let text = "";
    const entities = [];
    const open = [];
    const offset = (at) => Buffer.byteLength(marked.slice(0, at));
    for (let at = 0; at < marked.length; ) {
        const next = marked.indexOf("<", at);
        text += decode(marked.slice(at, next < 0 ? undefined : next));
        if (next < 0) break;
        const end = marked.indexOf(">", next);
        const place = `at byte offset ${offset(next)}`;
        const closing = marked[next + 1] === "/";
        if (end < 0) throw new MarkError(`Unclosed ${closing ? "end" : "start"} tag ${place}`);
        const inside = marked.slice(next + (closing ? 2 : 1), end);
        const name = (/^[^\s]*/.exec(inside)?.[0] ?? "").toLowerCase();
        at = end + 1;
        if (!closing) {
            if (!Object.hasOwn(ENTITIES, name))
                throw new MarkError(`Unsupported start tag "${name}" ${place}`);
            open.push({ name, from: text.length, ...attributes(name, inside, place) });
            continue;
        }
        const tag = open.pop();
        if (!tag) throw new MarkError(`Unexpected end tag ${place}`);
        if (name && name !== tag.name)
            throw new MarkError(
                `Unmatched end tag ${place}, expected "</${tag.name}>", found "</${name}>"`,
            );
        const entity = entityOf(tag, text);
        if (entity) entities.push(entity);
    }
    if (open.length)
        throw new MarkError(`Can't find end tag corresponding to start tag "${open.at(-1).name}"`);
    entities.sort((a, b) => a.offset - b.offset || b.length - a.length);
    return trim(text, entities);
}

function attributes(name, inside, place) {
    const found = {};
    const rest = inside.slice(name.length);
    const pattern = /\s*([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([a-z0-9.-]+)))?/giy;
    let end = 0;
    for (const match of rest.matchAll(pattern)) {
        found[match[1].toLowerCase()] = decode(match[2] ?? match[3] ?? match[4] ?? "");
        end = match.index + match[0].length;
    }
    if (rest.slice(end).trim())
        throw new MarkError(
            `Expected equal sign in declaration of an attribute of the tag "${name}" ${place}`,
        );
    if (name === "span" && found.class !== "tg-spoiler")
        throw new MarkError(`Tag "span" must have class "tg-spoiler" ${place}`);
    return { href: found.href };
}

function entityOf(tag, text) {
    const entity = { type: ENTITIES[tag.name], offset: tag.from, length: text.length - tag.from };
    if (entity.length === 0) return null;
    if (tag.name !== "a") return entity;
    const url = tag.href ?? text.slice(tag.from);
    return /^(https?|tg):\/\/\S+$|^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(url)
        ? { ...entity, url }
        : null;
}

/** The service takes blanks away from both ends. */
function trim(text, entities) {
    const start = text.length - text.trimStart().length;
    const size = text.trim().length;
    const kept = entities
        .map((entity) => {
            const from = Math.max(entity.offset - start, 0);
            const to = Math.min(entity.offset + entity.length - start, size);
            return { ...entity, offset: from, length: to - from };
        })
        .filter(({ length }) => length > 0);
    return { text: text.trim(), entities: kept };
}

/** What the service finds by itself in what people type. */
export function findEntities(text) {
    const found = [];
    for (const [type, pattern] of [
        ["bot_command", /(?<![\w/])\/[A-Za-z0-9_]{1,64}(@\w{3,32})?\b/g],
        ["mention", /(?<!\w)@\w{3,32}\b/g],
        ["url", /\bhttps?:\/\/\S+/g],
    ])
        for (const match of text.matchAll(pattern))
            found.push({ type, offset: match.index, length: match[0].length });
    return found
        .filter((one) => !found.some((other) => other !== one && contains(other, one)))
        .sort((a, b) => a.offset - b.offset);
}

function contains(outer, inner) {
    return (
        outer.offset <= inner.offset && outer.offset + outer.length >= inner.offset + inner.length
    );
}
