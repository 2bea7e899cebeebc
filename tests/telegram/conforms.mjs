// SPDX-License-Identifier: MIT
//
// conforms.mjs: whether a value is what the Bot API's types say (the table of bot_types.mjs). A
// member that no type knows is as wrong as one of a wrong type.
import { readFileSync } from "node:fs";

/** A file that came with a request, where the API takes one. */
export class SentFile {
    constructor(name, type, bytes) {
        this.name = name;
        this.type = type;
        this.bytes = bytes;
    }
    toJSON() {
        return `${this.name}, ${this.bytes.length} bytes`;
    }
}

export class BotTypes {
    constructor(path) {
        Object.assign(this, JSON.parse(readFileSync(path, "utf8")));
        this.names = new Map(Object.keys(this.methods).map((name) => [name.toLowerCase(), name]));
    }
    /** A method's name as it is written, whatever its case; undefined if there is none. */
    method(name) {
        return this.names.get(name.toLowerCase());
    }
    /** What is wrong with the parameters of a call; "" if nothing is. */
    wrongCall(method, parameters) {
        const { takes } = this.methods[method];
        if (takes) return this.wrong(takes, parameters, method);
        const [name] = Object.keys(parameters);
        return name === undefined ? "" : `${method}.${name}: nobody knows it`;
    }
    /** The declared result of an edit names only what is edited; any message will do for it. */
    wrongResult(method, result) {
        const path = `result of ${method}`;
        const complaint = this.wrong(this.methods[method].gives, result, path);
        const isMessage = complaint.endsWith("nobody knows it") && result.message_id;
        return isMessage ? this.wrong(this.message, result, path) : complaint;
    }
    wrongUpdate(update) {
        return this.wrong(this.update, update, "update");
    }
    /** The shape of one parameter, without what may be left out. */
    parameter(method, name) {
        const { takes } = this.methods[method];
        return takes ? (this.objects[takes[1]].members[name]?.[0] ?? null) : null;
    }
    /** Whether a value of this shape is written as it is, where a form is sent. */
    isPlain(shape) {
        if (shape[0] === "ref")
            return (this.objects[shape[1]].shapes ?? []).some((s) => this.isPlain(s));
        return shape[0] === "string" || (shape[0] === "is" && typeof shape[1] === "string");
    }

    wrong([kind, what], value, path) {
        switch (kind) {
            case "string":
            case "boolean":
                return typeof value === kind ? "" : `${path}: no ${kind}`;
            case "number":
                return Number.isFinite(value) ? "" : `${path}: no number`;
            case "is":
                return value === what ? "" : `${path}: not ${JSON.stringify(what)}`;
            case "file":
                return value instanceof SentFile ? "" : `${path}: no file`;
            case "any":
                return "";
            case "list":
                if (!Array.isArray(value)) return `${path}: no list`;
                return first(value.entries(), ([i, one]) => this.wrong(what, one, `${path}[${i}]`));
            case "map":
                if (!isObject(value)) return `${path}: no object`;
                return first(Object.entries(value), ([name, one]) =>
                    this.wrong(what, one, `${path}.${name}`),
                );
            case "ref":
                return this.wrongNamed(this.objects[what], value, path);
        }
        throw new Error(`the table has a shape ${kind}`);
    }
    wrongNamed({ name, members, shapes }, value, path) {
        if (shapes) {
            const complaints = shapes.map((shape) => this.wrong(shape, value, path));
            if (complaints.includes("")) return "";
            // The longest path is that of the shape that was nearly right.
            return complaints.sort((a, b) => depth(b) - depth(a))[0];
        }
        if (!isObject(value) || value instanceof SentFile) return `${path}: no object (${name})`;
        const unknown = Object.keys(value).find((key) => !Object.hasOwn(members, key));
        if (unknown !== undefined) return `${path}.${unknown}: nobody knows it`;
        return first(Object.entries(members), ([key, [shape, optional]]) => {
            if (value[key] === undefined) return optional ? "" : `${path}.${key}: missing`;
            return this.wrong(shape, value[key], `${path}.${key}`);
        });
    }
}

function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

function depth(complaint) {
    return complaint.slice(0, complaint.indexOf(":")).split(/[.[]/).length;
}

function first(values, complain) {
    for (const one of values) {
        const complaint = complain(one);
        if (complaint) return complaint;
    }
    return "";
}
