// SPDX-License-Identifier: MIT
// read.ts: what a server, or the host of a table, says, read from its text. Nothing else of the page looks at the types of a
// message, and nothing but this calls one a message: the other end may be of another version, or mean ill.
import { news, type Server, type Shape, shapes } from "../messages";

export interface Unreadable {
    op: "unreadable";
}

function letterOf(value: unknown): string {
    if (value === null) return "z";
    if (Number.isSafeInteger(value)) return "n";
    return { string: "s", boolean: "b" }[typeof value as string] ?? "?";
}

/* Whether a value has the types of a shape (messages.mjs). Members that a shape does not name are not looked at. */
function fits(shape: Shape | undefined, value: unknown): boolean {
    if (typeof shape === "number")
        return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= shape;
    if (typeof shape === "string")
        return shape.startsWith("@")
            ? fits(shapes[shape.slice(1)], value)
            : shape.includes(letterOf(value));
    if (Array.isArray(shape))
        return shape.length === 1
            ? Array.isArray(value) && value.every((one) => fits(shape[0], one))
            : shape.some((one) => fits(one, value));
    if (!shape || typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const { "*": others, ...named } = shape;
    const members = new Map(Object.entries(value));
    for (const [name, member] of Object.entries(named)) {
        const plain = name.replace("?", "");
        if (members.has(plain) ? !fits(member, members.get(plain)) : plain === name) return false;
        members.delete(plain);
    }
    return !others || [...members.values()].every((one) => fits(others, one));
}

/** Reads a message. Null: a later version has made it, and it is to be ignored. `more`: shapes of messages that only this
    line has, by their op. */
export function readNews<More = never>(
    text: string,
    more: Record<string, Shape> = {},
): Server | More | Unreadable | null {
    try {
        const message = JSON.parse(text) as { op: string };
        const { op } = message;
        const shape = Object.hasOwn(more, op) ? more[op] : news.includes(op) && shapes[op];
        if (shape === false && typeof op === "string") return null;
        if (shape && fits(shape, message)) return message as Server | More;
    } catch {
        /* It is no JSON, or no object. */
    }
    return { op: "unreadable" };
}

/** Reads the body of an answer, as the definition `name` of the schema. Null: it is something else. Fails if the body does
    not come. */
export async function readBody<T>(answer: Response, name: string): Promise<T | null> {
    const text = await answer.text();
    try {
        const body: unknown = JSON.parse(text);
        return fits(shapes[name], body) ? (body as T) : null;
    } catch {
        return null;
    }
}
