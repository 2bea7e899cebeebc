// SPDX-License-Identifier: MIT
//
// messages.mjs: writes src/messages.ts, the types of all messages, from the schema of the
// protocol. A definition `my_table` becomes the type MyTable. The file is not kept in git: the
// schema is the one place that says what a message is.
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

const types = Object.entries(schema.$defs).map(
    ([name, node]) => `export type ${named(name)} = ${typeOf(node)};\n`,
);
const text = `// Made by messages.mjs from docs/protocol.schema.json.\n${types.join("")}`;
let before = "";
try {
    before = readFileSync(target, "utf8");
} catch {}
if (before !== text) writeFileSync(target, text);
