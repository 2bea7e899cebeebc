// SPDX-License-Identifier: MIT
// asking.tsx: what a card still needs to know, asked where the card is: a colour, a person, a guess. What may be answered
// comes from the commands that the engine offers.
import { useEffect, useRef } from "preact/hooks";
import { Card, Shape } from "../cards/cards";
import { cardRow, type Game } from "../connection/games";
import type { Room } from "../messages";
import { type Key, useWords } from "../words/words";
import type { Part } from "./commands";
import { nameOf } from "./seats";

const QUESTIONS: Record<Part, Key> = {
    color: "choose_color",
    target: "choose_target",
    guess: "choose_guess",
    last: "choose_last",
};

/** The key that answers, beside the mouse. */
export function answerKey(part: Part, value: string, i: number): string {
    return part === "target" ? String(i + 1) : value;
}

/** Puts something over a card of the hand in which it is, and never over the edge of the table. */
export function standOver(element: HTMLElement, key: string | null): void {
    const hand = element.closest<HTMLElement>(".hand");
    const card = key ? hand?.querySelector<HTMLElement>(`[data-key="${key}"]`) : null;
    if (!hand) return;
    const box = hand.getBoundingClientRect();
    const at = card?.getBoundingClientRect();
    const half = element.offsetWidth / 2;
    const wanted = at ? at.left + at.width / 2 - box.left : box.width / 2;
    element.style.left = `${Math.max(half, Math.min(box.width - half, wanted))}px`;
}

export function Asking(props: {
    game: Game | null;
    room: Room;
    seat: number | null;
    part: Part;
    values: string[];
    /** The key of the card in the hand that it is about. */
    card: string | null;
    onAnswer: (value: string) => void;
    onCancel: (() => void) | null;
}) {
    const say = useWords();
    const { game, part } = props;
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const element = box.current;
        if (!element) return;
        element.querySelector<HTMLElement>(".answer")?.focus({ preventScroll: true });
        const stand = () => standOver(element, props.card);
        stand();
        addEventListener("resize", stand);
        return () => removeEventListener("resize", stand);
    }, [props.card, part]);

    return (
        <div
            class={`asking asking-${part}`}
            ref={box}
            role="dialog"
            aria-label={say(QUESTIONS[part])}
            onKeyDown={(event) => {
                const buttons = [...(box.current?.querySelectorAll<HTMLElement>(".answer") ?? [])];
                const at = buttons.indexOf(document.activeElement as HTMLElement);
                const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
                if (by === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                buttons[(at + by + buttons.length) % buttons.length]?.focus();
            }}
        >
            <p class="asking-question">
                {say(QUESTIONS[part])}
                {props.onCancel && (
                    <button
                        type="button"
                        class="icon-button small-icon"
                        aria-label={say("cancel")}
                        onClick={props.onCancel}
                    >
                        <svg viewBox="0 0 24 24" aria-hidden="true">
                            <path d="M6 6l12 12M18 6L6 18" />
                        </svg>
                    </button>
                )}
            </p>
            <div class="answers">
                {props.values.map((value, i) => {
                    const key = answerKey(part, value, i);
                    const color = game?.colors.find((one) => one.code === value);
                    if (part === "color")
                        return (
                            <button
                                type="button"
                                key={value}
                                class={`answer answer-color answer-${color?.paint}`}
                                onClick={() => props.onAnswer(value)}
                            >
                                <Shape paint={color?.paint ?? ""} />
                                <span>{color?.name ?? value}</span>
                                <kbd>{key}</kbd>
                            </button>
                        );
                    if (part === "target")
                        return (
                            <button
                                type="button"
                                key={value}
                                class="answer button"
                                onClick={() => props.onAnswer(value)}
                            >
                                {Number(value) === props.seat
                                    ? say("yourself")
                                    : nameOf(props.room, Number(value))}
                                <kbd>{key}</kbd>
                            </button>
                        );
                    return (
                        <button
                            type="button"
                            key={value}
                            class="answer answer-card"
                            title={cardRow(game, value)?.sentence}
                            onClick={() => props.onAnswer(value)}
                        >
                            <span class="only-heard">{cardRow(game, value)?.name ?? value}</span>
                            <Card game={game?.name ?? ""} face={value} />
                        </button>
                    );
                })}
            </div>
        </div>
    );
}

/** A command that loses at once is asked about. */
export function Confirm(props: { onYes: () => void; onNo: () => void }) {
    const say = useWords();
    const no = useRef<HTMLButtonElement>(null);
    useEffect(() => no.current?.focus({ preventScroll: true }), []);
    return (
        <div class="asking asking-confirm" role="alertdialog" aria-label={say("loses_at_once")}>
            <p class="asking-question">{say("loses_at_once")}</p>
            <div class="answers">
                <button type="button" class="answer button" ref={no} onClick={props.onNo}>
                    {say("cancel")}
                </button>
                <button type="button" class="answer button" onClick={props.onYes}>
                    {say("do_it")}
                </button>
            </div>
        </div>
    );
}
