// SPDX-License-Identifier: MIT
// sentence.tsx: the one line above the hand: what just happened, and what is asked of this person. Whoever listens hears
// everything that happened.
import type { Table } from "../connection/fold";
import type { Game } from "../connection/games";
import type { Room, View } from "../messages";
import { useWords } from "../words/words";
import type { Command } from "./commands";
import { numberFact, over, textFact } from "./facts";
import { nameOf } from "./seats";
import type { Turn } from "./turn";

const LINE_MAX = 100;

/** The last sentences, as many as one looks at in passing, and at least one. */
function lastWords(sentences: string[]): string[] {
    const last: string[] = [];
    for (const sentence of [...sentences].reverse()) {
        if (last.length > 0 && last.join(" ").length + sentence.length > LINE_MAX) break;
        last.unshift(sentence);
    }
    return last;
}

interface SentenceProps {
    table: Table;
    room: Room;
    view: View;
    /** Whether the view is of some turns ago. */
    then: boolean;
    game: Game | null;
    turn: Turn;
    words: (command: Command) => string;
}

export function Sentence({ table, room, view, then, game, turn, words }: SentenceProps) {
    const say = useWords();
    const { moment } = table;
    const { mine, advice } = turn;
    const whose = numberFact(view, "turn");
    const phase = game?.phases.find((one) => one.name === textFact(view, "phase"));
    const sentence = [
        ...lastWords(then ? [] : (moment?.told ?? [])),
        mine && !over(view) && !turn.forced ? say("your_turn_now") : "",
        (then || !moment) && !mine && whose !== null && !over(view)
            ? say("turn_of", { name: nameOf(room, whose) })
            : "",
    ]
        .filter(Boolean)
        .join(" ");
    return (
        <>
            <div class="sentence-place">
                <p class={mine ? "sentence mine" : "sentence"}>
                    {advice ? (
                        <b>{say("hint_is", { command: words(advice) })}</b>
                    ) : turn.thinking ? (
                        say("hint_thinking")
                    ) : (
                        sentence || phase?.sentence
                    )}
                </p>
            </div>
            <div class="only-heard" role="log" aria-live="polite">
                {(moment?.says ?? []).join(" ")}
                {mine ? ` ${say("your_turn_now")}` : ""}
            </div>
        </>
    );
}
