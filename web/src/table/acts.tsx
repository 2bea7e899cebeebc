// SPDX-License-Identifier: MIT
// acts.tsx: the buttons under the hand, within a thumb's reach. The key that does the same is printed on each.
import type { ComponentChildren } from "preact";
import type { Table } from "../connection/fold";
import { cardRow, type Game } from "../connection/games";
import type { Preferences } from "../device";
import { useWords } from "../words/words";
import type { Command } from "./commands";
import { numberFact } from "./facts";
import { nameOf, Score, type SeatWords } from "./seats";

/** The key of a command that stands on a button. */
export const KEYS: Record<string, string> = {
    draw: "D",
    pass: "P",
    uno: "U",
    catch: "C",
    challenge: "X",
};

/** What a command is called: on a button, as a hint, and among what is possible. */
export function useCommandWords(game: Game | null, table: Table) {
    const say = useWords();
    return (command: Command): string => {
        const parts: string[] = [];
        const card = command.word ? cardRow(game, command.word) : null;
        switch (command.verb) {
            case "play":
                parts.push(card?.name ?? command.word ?? "");
                break;
            case "jump":
                parts.push(say("jump_in"), card?.name ?? "");
                break;
            case "keep":
                parts.push(say("keep"), card?.name ?? "");
                break;
            case "draw": {
                const count = numberFact(table.view, "pending") ?? 0;
                parts.push(count > 0 ? say("draw_penalty", { count }) : say("draw"));
                break;
            }
            case "pass":
                parts.push(say("pass"));
                break;
            case "challenge":
                parts.push(say("challenge"));
                break;
            case "uno":
                parts.push(say("uno"));
                break;
            case "catch":
                parts.push(say("catch_name", { name: nameOf(table.room, Number(command.word)) }));
                break;
            default:
                if (command.verb !== "color" && command.verb !== "target") parts.push(command.text);
        }
        const { color, target, guess } = command.choices;
        if (color) parts.push(game?.colors.find((one) => one.code === color)?.name ?? color);
        if (target)
            parts.push(
                Number(target) === table.seat
                    ? say("yourself")
                    : nameOf(table.room, Number(target)),
            );
        if (guess) parts.push(cardRow(game, guess)?.name ?? guess);
        return parts.filter(Boolean).join(", ");
    };
}

interface ActsProps {
    own: SeatWords;
    my_turn: boolean;
    clock: ComponentChildren;
    /** What this player has just said. */
    bubble: string | null;
    buttons: Command[];
    words: (command: Command) => string;
    /** Whether this game draws and passes by buttons, which then keep their place. */
    draws: boolean;
    calls: boolean;
    /** How the hand is sorted; null where there is nothing to sort. */
    sort: Preferences["sort"] | null;
    /** Whether a hint can be had now; null at a table without hints. */
    hint: boolean | null;
    busy: boolean;
    onAct: (command: Command) => void;
    onSort: () => void;
    onHint: () => void;
}

export function Acts(props: ActsProps) {
    const say = useWords();
    const { own, buttons, words, busy } = props;
    const find = (verb: string) => buttons.find((command) => command.verb === verb);
    const uno = find("uno");
    /* One place for both: whoever has drawn may pass. */
    const draw = find("pass") ?? find("draw");
    const rest = buttons.filter((command) => !["draw", "pass", "uno"].includes(command.verb));
    /* Beside more than one of them only the keys of the quiet buttons have room. */
    const crowded = rest.length > 1;
    return (
        <div class="acts">
            <div class="acts-left">
                <div class={props.my_turn ? "own-seat turn" : "own-seat"}>
                    <b>{own.name}</b>
                    {own.tags.map((tag) => (
                        <span key={tag.text} class={tag.loud ? "tag" : "tag quiet"}>
                            {tag.text}
                        </span>
                    ))}
                    <span class="dim">
                        <Score words={own} />
                    </span>
                    {props.bubble && <span class="bubble">{props.bubble}</span>}
                    {props.clock}
                </div>
            </div>
            <div class="acts-middle">
                {(props.draws || draw) && (
                    <button
                        type="button"
                        class="button act draw-button"
                        disabled={!draw || busy}
                        onClick={() => draw && props.onAct(draw)}
                    >
                        {draw ? words(draw) : say("draw")}
                        <kbd>{KEYS[draw?.verb ?? "draw"]}</kbd>
                    </button>
                )}
                {props.calls && (
                    <button
                        type="button"
                        class={uno ? "button act uno main" : "button act uno"}
                        disabled={!uno || busy}
                        onClick={() => uno && props.onAct(uno)}
                    >
                        {say("uno")}
                        <kbd>{KEYS.uno}</kbd>
                    </button>
                )}
            </div>
            <div class={crowded ? "acts-right crowded" : "acts-right"}>
                {rest.map((command) => (
                    <button
                        type="button"
                        key={command.text}
                        class="button act"
                        title={words(command)}
                        disabled={busy}
                        onClick={() => props.onAct(command)}
                    >
                        <span class="act-words">{words(command)}</span>
                        {KEYS[command.verb] && <kbd>{KEYS[command.verb]}</kbd>}
                    </button>
                ))}
                {props.sort && (
                    <button
                        type="button"
                        class="button quiet act sort-button"
                        title={say(`sort_${props.sort}`)}
                        onClick={props.onSort}
                    >
                        <span class="act-words">{say(`sort_${props.sort}`)}</span>
                        <kbd>S</kbd>
                    </button>
                )}
                {props.hint !== null && (
                    <button
                        type="button"
                        class="button quiet act hint-button"
                        title={say("hint")}
                        disabled={!props.hint}
                        onClick={props.onHint}
                    >
                        <span class="act-words">{say("hint")}</span>
                        <kbd>H</kbd>
                    </button>
                )}
            </div>
        </div>
    );
}
