// SPDX-License-Identifier: MIT
// links_hand.ts: the two texts of a connection by hand: an invitation, which has one end, and its answer, which has the other.
// People pass them on as they like; they are sealed, so nobody learns addresses from them.
import { type Description, readDescription, writeDescription } from "./links_describe";
import { readJson, writeJson } from "./links_frame";
import { fromText, type Sealer, toText } from "./links_seal";

const HAND_MAX = 4096;

export interface Note {
    /** Null: it is an invitation; otherwise the id of the page that this answers. */
    to: string | null;
    /** Of the invitation. */
    number: number;
    end: Description;
}

export function writeNote(sealer: Sealer, { to, number, end }: Note): string {
    return toText(sealer.seal(writeJson({ to, number, end: writeDescription(end) })));
}

/** An invitation, or an answer to `self`. Throws if the text is none. */
export function readNote(
    sealer: Sealer,
    text: string,
    self: string | null,
): Note & { from: string } {
    const bytes = fromText(text.trim(), HAND_MAX);
    const opened = bytes && sealer.open(bytes);
    const { to, number, end } = (opened && readJson(opened.body, HAND_MAX)) ?? {};
    const description = readDescription(end);
    if (!opened || to !== self || !Number.isSafeInteger(number) || !description)
        throw new Error("this text is not for this table");
    return { from: opened.from, to: self, number: Number(number), end: description };
}
