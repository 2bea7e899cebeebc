// SPDX-License-Identifier: MIT
// own_chip.tsx: this person's own seat among the chips on top of a small screen.
import type { ComponentChildren } from "preact";
import type { View } from "../messages";
import { useWords } from "../words/words";
import { Discards, Score, type SeatWords } from "./seats";

interface OwnChipProps {
    view: View;
    seat: number;
    own: SeatWords;
    my_turn: boolean;
    has_discards: boolean;
    clock: ComponentChildren;
}

export function OwnChip({ view, seat, own, my_turn, has_discards, clock }: OwnChipProps) {
    const say = useWords();
    return (
        <li class={my_turn ? "seat own-chip turn" : "seat own-chip"}>
            <div class="seat-face">
                <span class="seat-name">
                    <b>{say("you_name")}</b>
                    {own.tags.map((tag) => (
                        <span key={tag.text} class={tag.loud ? "tag" : "tag quiet"}>
                            {tag.text}
                        </span>
                    ))}
                </span>
                <span class="seat-count">
                    {own.score ? <Score words={own} /> : say("cards_count", { count: own.count })}
                </span>
                {has_discards && (
                    <span class="seat-cards">
                        <Discards view={view} seat={seat} label={say("discard_pile")} />
                    </span>
                )}
            </div>
            {clock}
        </li>
    );
}
