// SPDX-License-Identifier: MIT
// commands.ts: the commands that a view offers, taken apart so that they can be asked for step by step. It knows the
// grammar of commands (verb, words, name=value), and no rule.

export interface Command {
    text: string;
    verb: string;
    /** The first word after the verb: a card, a colour or a seat. */
    word: string | null;
    choices: Record<string, string>;
}

/** In which order the parts of a command are asked for. */
const ORDER = ["color", "target", "guess", "last"] as const;
export type Part = (typeof ORDER)[number];

/** Verbs whose word is a card in the hand. */
const CARD_VERBS = new Set(["play", "jump", "keep"]);
/** Verbs whose word is itself a choice of that name. */
const WORD_PARTS: Record<string, Part> = { color: "color", target: "target" };

export function readCommand(text: string): Command {
    const [verb = "", ...words] = text.split(" ");
    const command: Command = { text, verb, word: null, choices: {} };
    for (const word of words) {
        const at = word.indexOf("=");
        if (at > 0) command.choices[word.slice(0, at)] = word.slice(at + 1);
        else command.word ??= word;
    }
    const part = WORD_PARTS[verb];
    if (part && command.word !== null) command.choices[part] = command.word;
    return command;
}

export function readCommands(texts: string[]): Command[] {
    return texts.map(readCommand);
}

/** What can be done with a card of the hand. */
export function withCard(commands: Command[], face: string): Command[] {
    return commands.filter((command) => CARD_VERBS.has(command.verb) && command.word === face);
}

/** What is asked without a card: a colour for one that lies there already, a partner. */
export function withoutCard(commands: Command[]): Command[] {
    return commands.filter((command) => command.verb in WORD_PARTS);
}

/** What stands on buttons. */
export function onButtons(commands: Command[]): Command[] {
    return commands.filter(
        (command) => !CARD_VERBS.has(command.verb) && !(command.verb in WORD_PARTS),
    );
}

/** The next thing to ask for so that one of these commands remains, and what may be answered. */
export function nextPart(commands: Command[]): { part: Part; values: string[] } | null {
    if (commands.length < 2) return null;
    for (const part of ORDER) {
        const values = [...new Set(commands.map((command) => command.choices[part] ?? ""))];
        if (values.length > 1) return { part, values: values.filter((value) => value !== "") };
    }
    return null;
}

export function choose(commands: Command[], part: Part, value: string): Command[] {
    return commands.filter((command) => command.choices[part] === value);
}
