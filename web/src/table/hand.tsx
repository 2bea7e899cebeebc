// SPDX-License-Identifier: MIT
// hand.tsx: the cards one holds: sorted, those that can be played raised, played by a click, by dragging, or by keys.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Card } from "../cards/cards";
import { cardRow, type Game } from "../connection/games";
import type { Preferences } from "../device";
import { useWords } from "../words/words";
import { standOver } from "./asking";
import type { ShowTip } from "./card_tip";
import { drop } from "./flights";
import { handOf } from "./movement";

export interface Held {
    key: string;
    face: string;
    /** Counts up with each card that came. */
    came: number;
}

/** The hand with a name for each card, so that a card stays itself while others come and go. */
export function useHeld(faces: string[]): Held[] {
    const held = useRef<Held[]>([]);
    const came = useRef(0);
    const known = held.current.map((card) => card.face).join(" ");
    const wanted = [...faces];
    if (known !== wanted.join(" ")) {
        const kept: Held[] = [];
        for (const card of held.current) {
            const at = wanted.indexOf(card.face);
            if (at < 0) continue;
            wanted.splice(at, 1);
            kept.push(card);
        }
        for (const face of wanted) {
            came.current++;
            kept.push({ key: `c${came.current}`, face, came: came.current });
        }
        const order = new Map(faces.map((face, i) => [face, i]));
        held.current = kept.sort(
            (a, b) => (order.get(a.face) ?? 0) - (order.get(b.face) ?? 0) || a.came - b.came,
        );
    }
    return held.current;
}

export function sorted(held: Held[], sort: Preferences["sort"], game: Game | null): Held[] {
    if (sort === "arrival") return [...held].sort((a, b) => a.came - b.came);
    if (sort === "color") return held; /* as the engine sorts them */
    const place = (face: string) => {
        const row = cardRow(game, face);
        if (!row) return 0;
        const value = /^\d+$/.test(row.value) ? Number(row.value) : 20 + row.points;
        return value * 8 + (row.value.charCodeAt(0) % 8);
    };
    return [...held].sort((a, b) => place(a.face) - place(b.face));
}

const VISIBLE_MIN = 44;
const DRAG_PX = 9;

interface HandProps {
    game: Game | null;
    name: string;
    seat: number;
    cards: Held[];
    playable: Set<string>;
    /** Faces that could be played only now and not by turn: raised, and said so. */
    active: boolean;
    selected: string | null;
    sent: string | null;
    refused: { card: string; why: string; allowed: string } | null;
    hinted: string | null;
    asking: ComponentChildren;
    onChoose: (card: Held) => void;
    onTip: ShowTip;
    sentenceOf: (face: string) => string;
}

/** Why a card was refused, beside the card, and what can be done instead. */
function Refusal(props: { card: string; why: string; allowed: string }) {
    const box = useRef<HTMLSpanElement>(null);
    useLayoutEffect(() => {
        if (box.current) standOver(box.current, props.card);
    }, [props.card]);
    return (
        <span class="refusal-word" ref={box}>
            <b>{props.why}</b> <span>{props.allowed}</span>
        </span>
    );
}

interface Drag {
    key: string;
    pointer: number;
    x: number;
    y: number;
    moved: boolean;
    element: HTMLElement;
}

export function Hand(props: HandProps) {
    const say = useWords();
    const box = useRef<HTMLDivElement>(null);
    const probe = useRef<HTMLSpanElement>(null);
    const [width, setWidth] = useState(0);
    const [card_width, setCardWidth] = useState(104);
    const drag = useRef<Drag | null>(null);
    const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
    const quiet = useRef(false);
    const [focused, setFocused] = useState<string | null>(null);
    const { cards } = props;

    /* Both change with the window and with the size of cards that was chosen. */
    useLayoutEffect(() => {
        const [element, card] = [box.current, probe.current];
        if (!element || !card) return;
        const look = () => {
            setWidth(element.clientWidth);
            setCardWidth(card.offsetWidth);
        };
        look();
        const observer = new ResizeObserver(look);
        observer.observe(element);
        observer.observe(card);
        return () => observer.disconnect();
    }, []);

    const room = width - 16;
    const most = card_width + 8;
    const step =
        cards.length > 1
            ? Math.max(VISIBLE_MIN, Math.min(most, (room - card_width) / (cards.length - 1)))
            : most;
    const tabbed =
        cards.find((card) => card.key === focused)?.key ??
        cards.find((card) => props.playable.has(card.face))?.key ??
        cards[0]?.key;

    function move(by: number) {
        const buttons = [...(box.current?.querySelectorAll<HTMLElement>("[data-own]") ?? [])];
        const at = buttons.indexOf(document.activeElement as HTMLElement);
        const next = buttons[(at + by + buttons.length) % buttons.length];
        next?.focus();
    }

    function begin(event: PointerEvent, card: Held) {
        quiet.current = false;
        if (event.button !== 0) return;
        const element = event.currentTarget as HTMLElement;
        drag.current = {
            key: card.key,
            pointer: event.pointerId,
            x: event.clientX,
            y: event.clientY,
            moved: false,
            element,
        };
        clearTimeout(press.current);
        /* A quick hand is off the card before its first move is told; a card may be gone by then. */
        if (event.pointerType === "mouse") {
            if (element.isConnected) element.setPointerCapture(event.pointerId);
        } else
            press.current = setTimeout(() => {
                if (drag.current?.moved) return;
                quiet.current = true;
                props.onTip(card.face, element, "press");
            }, 450);
    }

    function follow(event: PointerEvent) {
        const now = drag.current;
        if (!now || now.pointer !== event.pointerId || !now.element.isConnected) return;
        const x = event.clientX - now.x;
        const y = event.clientY - now.y;
        if (!now.moved) {
            const far = event.pointerType === "mouse" ? Math.hypot(x, y) > DRAG_PX : -y > DRAG_PX;
            if (!far) {
                if (Math.hypot(x, y) > DRAG_PX) clearTimeout(press.current);
                return;
            }
            now.moved = true;
            clearTimeout(press.current);
            props.onTip(null, null, "press");
            now.element.setPointerCapture(event.pointerId);
            now.element.classList.add("dragged");
        }
        now.element.style.transform = `translate(${x}px, ${y}px)`;
        event.preventDefault();
    }

    function end(event: PointerEvent, card: Held, cancelled: boolean) {
        clearTimeout(press.current);
        const now = drag.current;
        drag.current = null;
        if (!now?.moved) return;
        quiet.current = true;
        const rect = now.element.getBoundingClientRect();
        now.element.classList.remove("dragged");
        now.element.style.transform = "";
        const top = box.current?.getBoundingClientRect().top ?? 0;
        if (cancelled || event.clientY > top + 20) return;
        drop(card.face, rect);
        props.onChoose(card);
    }

    return (
        <div
            class={props.active ? "hand active" : "hand"}
            ref={box}
            data-place={handOf(props.seat)}
        >
            <span class="hand-probe" ref={probe} aria-hidden="true" />
            {props.asking}
            {/* biome-ignore lint/a11y/useSemanticElements: the hand is a set of buttons. */}
            <div
                class="hand-cards"
                role="group"
                aria-label={say("your_hand")}
                onKeyDown={(event) => {
                    if (event.key === "ArrowRight") move(1);
                    else if (event.key === "ArrowLeft") move(-1);
                    else return;
                    event.preventDefault();
                }}
            >
                {cards.map((card, i) => {
                    const row = cardRow(props.game, card.face);
                    const can = props.playable.has(card.face);
                    const refused = props.refused?.card === card.key ? props.refused : null;
                    const classes = ["hand-card", can ? "yes" : "no"];
                    if (card.key === props.selected) classes.push("chosen");
                    if (card.key === props.sent) classes.push("sent");
                    if (refused) classes.push("refused");
                    if (card.face === props.hinted) classes.push("hinted");
                    return (
                        <button
                            type="button"
                            key={card.key}
                            class={classes.join(" ")}
                            style={{ marginLeft: i === 0 ? "0" : `${step - card_width}px` }}
                            data-own={card.face}
                            data-key={card.key}
                            data-face={card.face}
                            tabIndex={card.key === tabbed ? 0 : -1}
                            aria-describedby={refused ? "refusal" : undefined}
                            onFocus={(event) => {
                                setFocused(card.key);
                                event.currentTarget.scrollIntoView({
                                    block: "nearest",
                                    inline: "nearest",
                                });
                                if (event.currentTarget.matches(":focus-visible"))
                                    props.onTip(card.face, event.currentTarget, "focus");
                            }}
                            onBlur={() => props.onTip(null, null, "focus")}
                            onPointerEnter={(event) => {
                                if (event.pointerType === "mouse" && !drag.current)
                                    props.onTip(card.face, event.currentTarget, "hover");
                            }}
                            onPointerLeave={(event) => {
                                if (event.pointerType === "mouse") props.onTip(null, null, "hover");
                            }}
                            onPointerDown={(event) => begin(event, card)}
                            onPointerMove={follow}
                            onPointerUp={(event) => end(event, card, false)}
                            onPointerCancel={(event) => end(event, card, true)}
                            onContextMenu={(event) => event.preventDefault()}
                            onClick={(event) => {
                                /* Of a double click only the first counts. */
                                if (quiet.current) quiet.current = false;
                                else if (event.detail < 2) props.onChoose(card);
                            }}
                        >
                            <span class="only-heard">
                                {row?.name ?? card.face}. {say(can ? "can_play" : "cannot_play")}{" "}
                                {props.sentenceOf(card.face)}
                            </span>
                            <Card game={props.name} face={card.face} />
                        </button>
                    );
                })}
            </div>
            <div class="refusal" role="alert" id="refusal">
                {props.refused && <Refusal key={props.refused.why} {...props.refused} />}
            </div>
        </div>
    );
}
