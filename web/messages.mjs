// SPDX-License-Identifier: MIT
//
// messages.mjs: writes src/messages.ts, the types of all messages, and what has to be looked at to
// know that a message of a server is one (`shapes`), from the schema of the protocol. A definition
// `my_table` becomes the type MyTable. The file is not kept in git: the schema is the one place that
// says what a message is.
import { readFileSync, writeFileSync } from "node:fs";

const schema = JSON.parse(
    readFileSync(new URL("../docs/protocol.schema.json", import.meta.url), "utf8"),
);
const target = new URL("src/messages.ts", import.meta.url);

const named = (name) => name.replace(/(^|_)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());
const union = (types) => [...new Set(types)].join(" | ") || "never";

function typeOf(node) {
    if (node === true) return "unknown";
    if (node === false) return "never";
    if (node.$ref) return named(node.$ref.replace("#/$defs/", ""));
    if (node.oneOf) return union(node.oneOf.map(typeOf));
    if ("const" in node) return JSON.stringify(node.const);
    if (node.enum) return union(node.enum.map((value) => JSON.stringify(value)));
    if (Array.isArray(node.type)) return union(node.type.map((type) => typeOf({ ...node, type })));
    switch (node.type) {
        case "string":
        case "boolean":
        case "null":
            return node.type;
        case "integer":
        case "number":
            return "number";
        case "array":
            return `Array<${typeOf(node.items)}>`;
        case "object":
            return objectOf(node);
    }
    throw new Error(`what is the type of ${JSON.stringify(node)}?`);
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
    const members = Object.entries(properties).map(
        ([name, node]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(node)};`,
    );
    const known = `{ ${members.join(" ")} }`;
    if (additionalProperties === false) return known;
    // Members beyond those that are named, as a game's own facts.
    const others = typeOf(additionalProperties ?? true);
    return `${known} & { [name: string]: ${others} }`;
}

// What src/connection/read.ts checks of a value. A letter is a type: s string, b boolean, n whole
// number, z null. A number is the largest of whole numbers from 0. A list of one is a list of those,
// a longer one has what a value may be. @name is another definition; `member?` may be missing, and
// `*` stands for all members that are not named. Patterns, lengths, and the values of an enum are not
// checked: a later server may have others.
const LETTERS = { string: "s", boolean: "b", integer: "n", null: "z" };

const isText = (shape) => typeof shape === "string" && !shape.startsWith("@");

// One shape for several: all letters together, and each other shape beside them.
function either(shapes) {
    const letters = [...new Set(shapes.filter(isText).join(""))].join("");
    const others = shapes.filter((shape) => !isText(shape));
    const all = letters ? [letters, ...others] : others;
    return all.length === 1 ? all[0] : all;
}

function shapeOf(node) {
    if (node === false) return "";
    if (node.$ref) {
        const name = node.$ref.replace("#/$defs/", "");
        const { type } = schema.$defs[name];
        if (type && type !== "object") return shapeOf(schema.$defs[name]);
        needed.add(name);
        return `@${name}`;
    }
    if (node.oneOf) return either(node.oneOf.map((one) => shapeOf(one)));
    const values = "const" in node ? [node.const] : node.enum;
    if (values) return LETTERS[{ number: "integer" }[typeof values[0]] ?? typeof values[0]];
    if (Array.isArray(node.type)) return either(node.type.map((type) => LETTERS[type]));
    if (node.type === "array") return [shapeOf(node.items)];
    if (node.type === "integer" && node.minimum === 0)
        return node.maximum ?? Number.MAX_SAFE_INTEGER;
    if (node.type !== "object") return LETTERS[node.type];
    const { properties = {}, required = [], additionalProperties: others } = node;
    const members = Object.entries(properties).map(([name, member]) => [
        required.includes(name) ? name : `${name}?`,
        shapeOf(member),
    ]);
    if (others?.$ref) members.push(["*", shapeOf(others)]);
    return Object.fromEntries(members);
}

const news = schema.$defs.server.oneOf.map(({ $ref }) => $ref.replace("#/$defs/", ""));
for (const name of news)
    if (schema.$defs[name].properties.op.const !== name) throw new Error(`${name} has another op`);
const needed = new Set([...news, "http_games", "http_rules", "http_telegram", "http_wrong"]);
const shapes = {};
for (const name of needed) shapes[name] = shapeOf(schema.$defs[name]);
const types = Object.entries(schema.$defs).map(
    ([name, node]) => `export type ${named(name)} = ${typeOf(node)};\n`,
);
const text = `// Made by messages.mjs from docs/protocol.schema.json.
${types.join("")}
export type Shape = string | number | Shape[] | { [member: string]: Shape };
export const news: string[] = ${JSON.stringify(news)};
export const shapes: Record<string, Shape> = ${JSON.stringify(shapes)};
`;
let before = "";
try {
    before = readFileSync(target, "utf8");
} catch {}
if (before !== text) writeFileSync(target, text);
