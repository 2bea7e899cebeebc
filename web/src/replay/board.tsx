// SPDX-License-Identifier: MIT
/*
 * board.tsx: a table as it was at a moment of a film: nobody acts, everything is shown that the
 * eyes may see. Hands stand with their owners, piles that belong to somebody lie before them, all
 * others in the middle.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Back, Card, Pile, Shape } from "../cards/cards";
import { colorOf, faceOf, HIDDEN } from "../cards/faces";
import { useGame } from "../connection/games";
import type { Event, Hand, Pile as PileRow, View } from "../messages";
import { Icon } from "../style/icons";
import { listFact, numberFact, scoresOf, textFact } from "../table/facts";
import { flyAll, measure } from "../table/flights";
import { handOf, movement, pileOf } from "../table/movement";
import { useWords } from "../words/words";

interface BoardProps {
    /** Which stop of the film it is; cards fly when it is the one after the last that was shown. */
    index: number;
    events: Event[];
    view: View;
    names: string[];
    /** Who sits in the foreground; null: nobody more than others. */
    own: number | null;
    /** Who did what has just happened; null: the house. */
    actor: number | null;
}

const SHOWN_MAX = 24;

/* A list of faces in words: "Red 5, Blue Skip". */
function useNames(game: string): (faces: string[]) => string {
    const data = useGame(game) ?? undefined;
    return (faces) => faces.map((face) => faceOf(data, face).name).join(", ");
}

function Fan(props: { game: string; hand: Hand; seat: number; label: string }) {
    const say = useWords();
    const names = useNames(props.game);
    const known = (props.hand.cards ?? []).filter((face) => face !== HIDDEN);
    const hidden = props.hand.count - known.length;
    const label = [
        names(known),
        hidden > 0 ? say("replay_hidden", { count: hidden }) : "",
        props.hand.count === 0 ? say("replay_no_cards") : "",
    ].filter(Boolean);

    return (
        <div
            class="open-hand"
            role="img"
            aria-label={`${props.label}: ${label.join("; ")}`}
            data-place={handOf(props.seat)}
        >
            {[...known, ...Array<string>(hidden).fill(HIDDEN)]
                .slice(0, SHOWN_MAX)
                .map((face, i) => (
                    <span class="open-card" key={`${face} ${i}`}>
                        {face === HIDDEN ? <Back /> : <Card game={props.game} face={face} />}
                    </span>
                ))}
            {props.hand.count === 0 && <span class="card card-place" />}
        </div>
    );
}

/* Cards that lie open before their owner, in the order in which they came. */
function Discards(props: { game: string; pile: PileRow; name: string }) {
    const say = useWords();
    const names = useNames(props.game);
    const cards = [...(props.pile.cards ?? [])].reverse();

    return (
        <div
            class="open-discards"
            data-place={pileOf(props.pile.name, props.pile.seat)}
            role="img"
            aria-label={`${say("replay_discards", { name: props.name })}: ${names(cards) || "–"}`}
        >
            {cards.map((face, i) => (
                <span
                    class="open-card"
                    key={i}
                    {...(i === cards.length - 1 ? { "data-newest": true } : {})}
                >
                    <Card game={props.game} face={face} />
                </span>
            ))}
        </div>
    );
}

function SeatPanel(props: BoardProps & { seat: number }) {
    const { view, seat } = props;
    const say = useWords();
    const hand = view.hands[seat];
    const name = props.names[seat] ?? "";
    const scores = scoresOf(view);
    const out = [...listFact(view, "out"), ...listFact(view, "knocked_out")].includes(seat);
    const gone = [...listFact(view, "gone"), ...listFact(view, "dropped")].includes(seat);
    const winner = [...listFact(view, "round_winners"), ...listFact(view, "match_winners")];
    const classes = [
        "replay-seat",
        numberFact(view, "turn") === seat ? "turn" : "",
        props.actor === seat ? "actor" : "",
        out || gone ? "out" : "",
        props.own === seat ? "own" : "",
    ];

    if (!hand) return null;
    return (
        <section class={classes.join(" ")} aria-label={name}>
            <header class="replay-seat-head">
                <b>{name}</b>
                {winner.includes(seat) && (
                    <span class="tag">
                        {say(
                            textFact(view, "phase") === "game_over" ? "replay_won" : "replay_round",
                        )}
                    </span>
                )}
                {listFact(view, "protected").includes(seat) && (
                    <span class="tag quiet">{say("replay_protected")}</span>
                )}
                {listFact(view, "called").includes(seat) && <span class="tag quiet">UNO</span>}
                {out && <span class="tag quiet">{say("replay_out")}</span>}
                {gone && <span class="tag quiet">{say("replay_gone")}</span>}
                <span class="dim small replay-seat-count">
                    {say("cards_count", { count: hand.count })}
                    {scores && ` · ${say(scores.kind, { count: scores.values[seat] ?? 0 })}`}
                </span>
            </header>
            <div class="replay-seat-cards">
                <Fan
                    game={view.game}
                    hand={hand}
                    seat={seat}
                    label={say("replay_hand", { name })}
                />
                {view.piles
                    .filter((pile) => pile.seat === seat)
                    .map((pile) => (
                        <Discards key={pile.name} game={view.game} pile={pile} name={name} />
                    ))}
            </div>
        </section>
    );
}

/* What was on top before: it is seen while the next card is still in the air. */
function useLastTop(top: string | undefined): string | undefined {
    const tops = useRef<(string | undefined)[]>([]);
    if (tops.current[0] !== top) tops.current = [top, tops.current[0]];
    return tops.current[1];
}

function MiddlePile(props: { view: View; pile: PileRow }) {
    const { view, pile } = props;
    const say = useWords();
    const game = useGame(view.game) ?? undefined;
    const top = pile.cards?.[0];
    const below = useLastTop(top);
    const face = top ? faceOf(game, top) : null;
    const color = colorOf(game, textFact(view, "color"));
    const ring = face && face.color === null ? color : undefined;
    const title = (() => {
        if (pile.name === "draw") return say("draw_pile");
        if (pile.name === "discard") return say("discard_pile");
        return pile.name === "set_aside" ? say("replay_set_aside") : say("replay_face_up");
    })();

    return (
        <div
            class="replay-pile"
            role="img"
            aria-label={`${say("pile_cards", { name: title, count: pile.count })}${face ? `. ${face.name}` : ""}${ring ? `. ${ring.name}` : ""}`}
        >
            <div class={ring ? `replay-ring ring-${ring.paint}` : "replay-ring"}>
                <div data-place={pileOf(pile.name)}>
                    <Pile count={pile.count}>
                        {top && (
                            <span class="replay-tops">
                                {below && <Card game={view.game} face={below} />}
                                <span data-newest>
                                    <Card game={view.game} face={top} />
                                </span>
                            </span>
                        )}
                    </Pile>
                </div>
            </div>
            <p class="dim small">
                {face?.name ??
                    (pile.name === "draw" ? say("cards_count", { count: pile.count }) : title)}
                {ring && (
                    <b class="replay-color">
                        <Shape paint={ring.paint} /> {ring.name}
                    </b>
                )}
            </p>
        </div>
    );
}

/* At most five beside each other, in rows of about the same length. */
function columnsOf(count: number): number {
    return Math.ceil(count / Math.ceil(count / 5));
}

/* Lets the cards of a stop fly to where they are drawn, if the film went one step on. */
function useFlights({ index, events, view }: BoardProps) {
    const root = useRef<HTMLDivElement>(null);
    const layer = useRef<HTMLDivElement>(null);
    const last = useRef(index);

    useLayoutEffect(() => {
        const on = last.current + 1 === index;
        last.current = index;
        if (!on || !root.current || !layer.current) return;
        flyAll(root.current, layer.current, movement(events, view), measure(root.current), null);
    }, [index, events, view]);
    return { root, layer };
}

export function Board(props: BoardProps) {
    const { view } = props;
    const say = useWords();
    const seats = view.hands.map((_, seat) => seat);
    const { own } = props;
    const half = Math.ceil(seats.length / 2);
    const others =
        own === null ? seats.slice(0, half) : [...seats.slice(own + 1), ...seats.slice(0, own)];
    const foreground = own === null ? seats.slice(half).reverse() : [own];
    const middle = view.piles.filter(
        (pile) => pile.seat === undefined && (pile.count > 0 || pile.name === "draw"),
    );
    const direction = numberFact(view, "direction");

    const { root, layer } = useFlights(props);

    return (
        <div class={`board seats-${seats.length}`} ref={root}>
            <div class="flights" ref={layer} aria-hidden="true" />
            <div class="board-seats" style={{ "--columns": columnsOf(others.length) }}>
                {others.map((seat) => (
                    <SeatPanel key={seat} {...props} seat={seat} />
                ))}
            </div>
            <div class="board-middle">
                {middle.map((pile) => (
                    <MiddlePile key={pile.name} view={view} pile={pile} />
                ))}
                {direction !== null && seats.length > 2 && (
                    <span
                        class={direction < 0 ? "replay-way back" : "replay-way"}
                        role="img"
                        aria-label={say(direction < 0 ? "replay_backwards" : "replay_forwards")}
                    >
                        <Icon name="turning" />
                    </span>
                )}
            </div>
            <div class="board-seats" style={{ "--columns": columnsOf(foreground.length) }}>
                {foreground.map((seat) => (
                    <SeatPanel key={seat} {...props} seat={seat} />
                ))}
            </div>
        </div>
    );
}
