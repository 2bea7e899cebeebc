// SPDX-License-Identifier: MIT
// middle.tsx: the piles in the middle of the table, and which way play goes.
import { useRef } from "preact/hooks";
import { Card, Pile, Shape } from "../cards/cards";
import { cardRow, useGame } from "../connection/games";
import { Still } from "../memo";
import type { Pile as PileData, View } from "../messages";
import { language, useWords } from "../words/words";
import { numberFact, textFact } from "./facts";
import { pileOf } from "./movement";

/** A card laid by hand lies a little askew; always the same for the same place in the pile. */
const askew = (count: number) => ((count * 47) % 11) - 5;

/** The last cards that were on top: what a card that is still flying will cover. */
function useTops(pile: PileData | undefined): { face: string; count: number }[] {
    const tops = useRef<{ face: string; count: number }[]>([]);
    const face = pile?.cards?.[0];
    const count = pile?.count ?? 0;
    const last = tops.current.at(-1);
    if (!face || count === 0) tops.current = [];
    else if (!last || last.count !== count || last.face !== face) {
        const below = tops.current.filter((one) => one.count < count).slice(-2);
        tops.current = [...below, { face, count }];
    }
    return tops.current;
}

function DiscardPile({ view, pile }: { view: View; pile: PileData }) {
    const say = useWords();
    const game = useGame(view.game);
    const tops = useTops(pile);
    const face = pile.cards?.[0];
    const row = face ? cardRow(game, face) : null;
    const color = textFact(view, "color");
    const ring = row && row.color === null && color !== null;
    const paint = game?.colors.find((one) => one.code === color);
    const label = [
        say("pile_cards", { name: say("discard_pile"), count: pile.count }),
        row ? say("top_card", { name: row.name }) : "",
        paint ? say("color_now", { color: paint.name }) : "",
    ]
        .filter(Boolean)
        .join(". ");
    return (
        <div class="middle-pile" role="img" aria-label={label}>
            <div
                class={ring ? `ring ring-${paint?.paint}` : "ring"}
                data-place={pileOf("discard")}
                data-drop
            >
                {tops.length === 0 ? (
                    <Pile count={0} />
                ) : (
                    <Pile count={Math.max(1, pile.count)}>
                        <span class="tops">
                            {tops.map((top, i) => (
                                <span
                                    key={top.count}
                                    class="top"
                                    style={{ transform: `rotate(${askew(top.count)}deg)` }}
                                    data-face={top.face}
                                    {...(i === tops.length - 1 ? { "data-newest": true } : {})}
                                >
                                    <Card game={view.game} face={top.face} />
                                </span>
                            ))}
                        </span>
                    </Pile>
                )}
            </div>
            <p class="middle-word">
                {row && <span>{row.name}</span>}
                {ring && paint && (
                    <b>
                        <Shape paint={paint.paint} /> {paint.name}
                    </b>
                )}
            </p>
        </div>
    );
}

function DrawPile(props: { pile: PileData; onDraw: (() => void) | null; label: string }) {
    const say = useWords();
    const words = say("pile_cards", { name: props.label, count: props.pile.count });
    const face = (
        <span data-place={pileOf(props.pile.name)}>
            <Pile count={props.pile.count} />
        </span>
    );
    return (
        <div class="middle-pile">
            {props.onDraw ? (
                <button
                    type="button"
                    class="pile-button"
                    aria-label={`${say("draw")}. ${words}`}
                    onClick={props.onDraw}
                >
                    {face}
                </button>
            ) : (
                <div class="pile-button" role="img" aria-label={words}>
                    {face}
                </div>
            )}
            <p class="middle-word">{say("cards_count", { count: props.pile.count })}</p>
        </div>
    );
}

function Direction({ view }: { view: View }) {
    const say = useWords();
    const direction = numberFact(view, "direction");
    if (direction === null) return null;
    return (
        <div
            class={direction === 1 ? "direction" : "direction reversed"}
            role="img"
            aria-label={say(direction === 1 ? "clockwise" : "counterclockwise")}
            title={say(direction === 1 ? "clockwise" : "counterclockwise")}
        >
            <svg viewBox="0 0 48 48" aria-hidden="true">
                <path d="M39 18A17 17 0 0 0 9.5 15M9 30a17 17 0 0 0 29.5 3" />
                <path d="M40.5 8.500V19H30M7.500 39.500V29H18" />
            </svg>
        </div>
    );
}

function Piles({ view, onDraw }: { view: View; onDraw: (() => void) | null }) {
    const say = useWords();
    const pile = (name: string) =>
        view.piles.find((one) => one.name === name && one.seat === undefined);
    const draw = pile("draw");
    const discard = pile("discard");
    const aside = pile("set_aside");
    const open = pile("face_up");
    const pending = numberFact(view, "pending");
    return (
        <div class="middle">
            <Direction view={view} />
            <div class="piles">
                {draw && <DrawPile pile={draw} onDraw={onDraw} label={say("draw_pile")} />}
                {discard && <DiscardPile view={view} pile={discard} />}
                {aside && (
                    <div class="middle-pile small-pile">
                        <div
                            role="img"
                            aria-label={say("pile_cards", {
                                name: say("set_aside"),
                                count: aside.count,
                            })}
                            data-place={pileOf("set_aside")}
                        >
                            <Pile count={aside.count} />
                        </div>
                        <p class="middle-word">{say("set_aside")}</p>
                    </div>
                )}
                {open && open.count > 0 && (
                    <div class="middle-pile small-pile">
                        <span class="discards" data-place={pileOf("face_up")}>
                            {open.cards?.map((face, i) => (
                                <span key={i} class="discards-card" data-face={face}>
                                    <Card game={view.game} face={face} />
                                </span>
                            ))}
                        </span>
                        <p class="middle-word">{say("face_up")}</p>
                    </div>
                )}
                {pending !== null && pending > 0 && (
                    <p class="pending" role="note">
                        +{pending}
                    </p>
                )}
            </div>
        </div>
    );
}

/** Most of what happens leaves the middle of the table as it is. */
export function Middle({ view, onDraw }: { view: View; onDraw: (() => void) | null }) {
    const draw = useRef(onDraw);
    draw.current = onDraw;
    const mark = JSON.stringify([
        language(),
        view.piles.filter((pile) => pile.seat === undefined),
        [view.color, view.direction, view.pending],
        onDraw !== null,
    ]);
    return (
        <Still mark={mark}>
            {() => <Piles view={view} onDraw={onDraw && (() => draw.current?.())} />}
        </Still>
    );
}
