// SPDX-License-Identifier: MIT
//
// call_body.mjs: the parameters of a call, in each form that the Bot API takes: a query, a form,
// a form in parts with files, or JSON.
import { SentFile } from "./conforms.mjs";

export async function readAll(request) {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    return Buffer.concat(pieces);
}

function readParts(bytes, boundary) {
    const values = {};
    const line = Buffer.from(`--${boundary}`);
    let at = bytes.indexOf(line);
    for (;;) {
        const from = at + line.length + 2;
        const next = bytes.indexOf(line, from);
        if (at < 0 || next < 0) return values;
        const gap = bytes.indexOf("\r\n\r\n", from);
        const head = bytes.slice(from, gap).toString();
        const body = bytes.slice(gap + 4, next - 2);
        const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
        const file = /filename="([^"]*)"/.exec(head)?.[1];
        const type = /content-type:\s*(\S+)/i.exec(head)?.[1] ?? "";
        values[name] = file === undefined ? body.toString() : new SentFile(file, type, body);
        at = next;
    }
}

/** The parameters by name, as they were sent: values of forms are texts yet. Throws if the body is not
 * what its type says. */
function readBody(type, bytes) {
    if (bytes.length === 0) return { values: {}, isForm: false };
    if (/^application\/json\b/.test(type))
        return { values: JSON.parse(bytes.toString()), isForm: false };
    if (/^application\/x-www-form-urlencoded\b/.test(type))
        return { values: Object.fromEntries(new URLSearchParams(bytes.toString())), isForm: true };
    const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/.exec(type)?.[1];
    if (!boundary) throw new Error(`a body of type "${type}"`);
    return { values: readParts(bytes, boundary), isForm: true };
}

/** The parameters of a call of `method`, with files in the place of `attach://NAME`. */
export function readParameters(types, method, url, type, bytes) {
    const body = readBody(type, bytes);
    const values = { ...Object.fromEntries(url.searchParams), ...body.values };
    const texts = body.isForm ? Object.keys(values) : [...url.searchParams.keys()];
    const attached = new Set();
    for (const name of texts) {
        const shape = types.parameter(method, name);
        const value = values[name];
        if (shape && typeof value === "string" && !types.isPlain(shape))
            values[name] = JSON.parse(value);
    }
    const attach = (value) => {
        if (typeof value === "string" && value.startsWith("attach://")) {
            const name = value.slice("attach://".length);
            if (!(values[name] instanceof SentFile)) throw new Error(`${value} is not there`);
            attached.add(name);
            return values[name];
        }
        if (typeof value !== "object" || value === null || value instanceof SentFile) return value;
        for (const key of Object.keys(value)) value[key] = attach(value[key]);
        return value;
    };
    attach(values);
    for (const name of attached) delete values[name];
    // A chat may be named by a text of digits in a form.
    if (texts.includes("chat_id") && /^-?\d+$/.test(values.chat_id))
        values.chat_id = Number(values.chat_id);
    return values;
}
