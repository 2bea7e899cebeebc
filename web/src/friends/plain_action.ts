// SPDX-License-Identifier: MIT
// plain_action.ts: what a player has written into `actionsMap`, read under limits: anybody may write anything there.
// The rules are the engine's; this only turns the action into a command, or says why it is none.
import { colorLetter, faceOf, type Player } from "./shared_maps";

export interface Join {
    name: string;
    /** What goes into the deal, if the player wants to have a part in it. */
    entropy: string | null;
}

export type PlainAction =
    | ({ kind: "join" } & Join)
    | { kind: "leave" }
    | { kind: "do"; command: string }
    | { kind: "none"; why: string };

const COMMAND_MAX = 80;
const NAME_MAX = 23;

const none = (why: string): PlainAction => ({ kind: "none", why });

/** Whether it is one line of what a keyboard has; whether that is a command, the game says. */
export const isCommand = (text: string): boolean =>
    text.length <= COMMAND_MAX && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text);

const command = (text: string): PlainAction =>
    isCommand(text) ? { kind: "do", command: text } : none("that is no command");

function targetOf(target: unknown, players: (Player | null)[]): number | null {
    if (typeof target !== "number" && typeof target !== "string") return null;
    const seat = players.findIndex(
        (player) => player !== null && String(player) === String(target),
    );
    return seat < 0 ? null : seat;
}

function playOf(
    game: string,
    action: Record<string, unknown>,
    players: (Player | null)[],
): PlainAction {
    const face = faceOf(game, action.card);
    if (!face) return none("that is no card");
    const words = [`play ${face}`];
    if (action.declaredColor !== undefined && action.declaredColor !== null) {
        const letter = colorLetter(action.declaredColor);
        if (!letter) return none("that is no colour");
        words.push(`color=${letter}`);
    }
    if (action.targetId !== undefined && action.targetId !== null) {
        const seat = targetOf(action.targetId, players);
        if (seat === null) return none("nobody here has this number");
        words.push(`target=${seat}`);
    }
    if (typeof action.guess === "string") words.push(`guess=${action.guess}`);
    return command(words.join(" "));
}

function joinOf({ name, entropy }: Record<string, unknown>): PlainAction {
    if (typeof name !== "string" || name.length > NAME_MAX)
        return none(`a name has at most ${NAME_MAX} letters`);
    if (entropy === undefined || entropy === null) return { kind: "join", name, entropy: null };
    return typeof entropy === "string" && /^[0-9a-f]{64}$/.test(entropy)
        ? { kind: "join", name, entropy }
        : none("entropy has 64 hexadecimal digits");
}

/** `players` by their seats. */
export function readAction(game: string, value: unknown, players: (Player | null)[]): PlainAction {
    if (
        typeof value !== "object" ||
        value === null ||
        Object.getPrototypeOf(value) !== Object.prototype
    )
        return none("an action is an object");
    const action = value as Record<string, unknown>;
    switch (action.type) {
        case "JOIN":
            return joinOf(action);
        case "LEAVE":
            return { kind: "leave" };
        case "PLAY_CARD":
            return playOf(game, action, players);
        case "DRAW_CARD":
            return command("draw");
        case "PASS":
            return command("pass");
        case "CALL_UNO":
            return command("uno");
        case "CHALLENGE_UNO": {
            const seat = targetOf(action.targetId, players);
            return seat === null ? none("nobody here has this number") : command(`catch ${seat}`);
        }
        case "CHOOSE_COLOR": {
            const letter = colorLetter(action.declaredColor);
            return letter ? command(`color ${letter}`) : none("that is no colour");
        }
        case "CHOOSE_TARGET": {
            const seat = targetOf(action.targetId, players);
            return seat === null ? none("nobody here has this number") : command(`target ${seat}`);
        }
        case "DO":
            return typeof action.do === "string" ? command(action.do) : none("that is no command");
        default:
            return none("there is no such action");
    }
}
