// SPDX-License-Identifier: MIT
// seats.tsx: the people round the table: who they are, how many cards they hold, what is known of these, whose turn it is.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Back, Card } from "../cards/cards";
import type { Table } from "../connection/fold";
import { cardRow, useGame } from "../connection/games";
import { Still } from "../memo";
import type { Hand, Room, View } from "../messages";
import { language, useWords } from "../words/words";
import { listFact, numberFact, scoresOf, textFact } from "./facts";
import { handOf, pileOf } from "./movement";

const BACKS_MAX = 10;
const LACKS_MAX = 8;

/** How long a turn may take, as the settings of the room say; null if no clock runs. */
export function turnLimit(room: Room): number | null {
    const words = room.settings.split(" ");
    const value = (name: string) =>
        words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const clock = value("clock") ?? (words.includes("live") ? "live" : undefined);
    if (clock === "live") return Number(value("turn_ms") ?? 30_000);
    if (clock === "slow") return Number(value("turn_hours") ?? 24) * 3_600_000;
    const rule = /\bturn_ms=(\d+)/.exec(room.rules)?.[1];
    return rule ? Number(rule) : null;
}

/** The time that is left, running along the lower edge. */
export function Clock({ deadline_ms, limit }: { deadline_ms: number; limit: number }) {
    const bar = useRef<HTMLSpanElement>(null);
    useEffect(() => {
        const left = Math.max(0, deadline_ms - Date.now());
        const animation = bar.current?.animate(
            [{ transform: `scaleX(${Math.min(1, left / limit)})` }, { transform: "scaleX(0)" }],
            { duration: left, fill: "forwards" },
        );
        return () => animation?.cancel();
    }, [deadline_ms, limit]);
    return <span class="clock" ref={bar} aria-hidden="true" />;
}

export function nameOf(room: Room | null, seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return "";
    return room?.seats[seat]?.name || `#${seat + 1}`;
}

/** Short names of faces, for lists. */
export function useFaceNames(game: string): (faces: string[]) => string {
    const data = useGame(game);
    return (faces) => faces.map((face) => cardRow(data, face)?.name ?? face).join(", ");
}

function Held({ hand, game }: { hand: Hand; game: string }) {
    const known = hand.cards?.filter((face) => face !== "?") ?? [];
    const hidden = Math.max(0, hand.count - known.length);
    const backs = Math.min(hidden, BACKS_MAX);
    return (
        <span class={known.length ? "held" : "held unknown"} aria-hidden="true">
            <span class="held-rest" data-rest />
            {known.slice(0, BACKS_MAX).map((face, i) => (
                <span class="held-card" key={`${face}${i}`}>
                    <Card game={game} face={face} />
                </span>
            ))}
            {useMemo(
                () =>
                    Array.from({ length: backs }, (_, i) => (
                        <span class="held-card" key={i}>
                            <Back />
                        </span>
                    )),
                [backs],
            )}
        </span>
    );
}

/** What a player has laid down, oldest first. */
export function Discards(props: { view: View; seat: number; label: string }) {
    const pile = props.view.piles.find((one) => one.name === "discards" && one.seat === props.seat);
    const names = useFaceNames(props.view.game);
    if (!pile) return null;
    const cards = [...(pile.cards ?? [])].reverse();
    return (
        <span
            class="discards"
            role="img"
            data-place={pileOf("discards", props.seat)}
            aria-label={`${props.label}: ${cards.length ? names(cards) : "–"}`}
        >
            {cards.length === 0 && <span class="card card-place" />}
            {cards.map((face, i) => (
                <span
                    key={i}
                    class="discards-card"
                    data-face={face}
                    {...(i === cards.length - 1 ? { "data-newest": true } : {})}
                >
                    <Card game={props.view.game} face={face} />
                </span>
            ))}
        </span>
    );
}

/** What was won, as so many dots of those that win. */
export function Tokens(props: { value: number; goal: number; label: string }) {
    return (
        <span class="tokens" role="img" aria-label={props.label} title={props.label}>
            {Array.from({ length: props.goal }, (_, i) => (
                <span key={i} class={i < props.value ? "token won" : "token"} />
            ))}
        </span>
    );
}

export type SeatWords = ReturnType<typeof useSeatWords>;

export function Score({ words }: { words: SeatWords }) {
    return words.tokens ? (
        <Tokens {...words.tokens} label={words.score} />
    ) : (
        <span>{words.score}</span>
    );
}

const TOKENS_MAX = 9;

export interface SeatProps {
    table: Table;
    seat: number;
    goal: number | null;
    /** What this person has just said. */
    bubble: string | null;
    possible: string[] | null;
    /** Set while this seat can be chosen. */
    onChoose: (() => void) | null;
}

/** The words about a seat: cards, score, and what makes it special. */
export function useSeatWords(table: Table, seat: number, goal: number | null) {
    const say = useWords();
    const { view, room } = table;
    const sitter = room?.seats[seat];
    const hand = view?.hands[seat];
    const scores = scoresOf(view);
    const tags: { text: string; loud: boolean }[] = [];
    if (listFact(view, "out").includes(seat) || listFact(view, "knocked_out").includes(seat))
        tags.push({ text: say("out_of_round"), loud: false });
    if (listFact(view, "protected").includes(seat))
        tags.push({ text: say("protected"), loud: false });
    if (listFact(view, "called").includes(seat)) tags.push({ text: say("called_uno"), loud: true });
    else if (view && scores?.kind === "points" && hand?.count === 1)
        tags.push({ text: say("one_card"), loud: true });
    if (listFact(view, "gone").includes(seat) || listFact(view, "dropped").includes(seat))
        tags.push({ text: say("has_left"), loud: false });
    else if (sitter?.away) tags.push({ text: say("away"), loud: false });
    else if (sitter?.who === "person" && sitter.connected === false)
        tags.push({ text: say("offline_seat"), loud: false });
    const value = scores?.values[seat] ?? 0;
    const score = !scores
        ? ""
        : goal
          ? scores.kind === "tokens"
              ? say("tokens_of", { points: value, goal })
              : say("score_of", { points: value, goal })
          : scores.kind === "points"
            ? ""
            : say("tokens", { count: value });
    return {
        name: nameOf(room, seat),
        count: hand?.count ?? 0,
        tags,
        score,
        tokens: scores?.kind === "tokens" && goal && goal <= TOKENS_MAX ? { value, goal } : null,
    };
}

/** A seat with all that is said of it. */
interface SeatBoxProps {
    view: View;
    seat: number;
    hand: Hand;
    words: SeatWords;
    class: string;
    discards: boolean;
    lacks: string[];
    out: boolean;
    turn: boolean;
    limit: number | null;
    deadline_ms: number | null;
    bubble: string | null;
    possible: string[] | null;
    onChoose: RefObject<(() => void) | null>;
}

function SeatBox(props: SeatBoxProps) {
    const say = useWords();
    const { view, seat, hand, words, discards, lacks, turn, limit, deadline_ms } = props;
    const names = useFaceNames(view.game);
    const body = (
        <>
            <span class="seat-name">
                <b>{words.name}</b>
                {words.tags.map((tag) => (
                    <span key={tag.text} class={tag.loud ? "tag" : "tag quiet"}>
                        {tag.text}
                    </span>
                ))}
            </span>
            <span class="seat-count">
                {!discards && say("cards_count", { count: words.count })}
                {!discards && words.score && " · "}
                <Score words={words} />
            </span>
            <span class="seat-cards">
                <Held hand={hand} game={view.game} />
                {discards && <Discards view={view} seat={seat} label={say("discard_pile")} />}
            </span>
            {discards && (
                <span class="seat-known">
                    {props.possible && !props.out ? (
                        <span title={names(props.possible)}>
                            {say("possible_short")} <b>{props.possible.join(" ")}</b>
                        </span>
                    ) : (
                        lacks.length > 0 && (
                            <span title={say("not_holding", { cards: names(lacks) })}>
                                {say("not_short")} <s>{lacks.join(" ")}</s>
                            </span>
                        )
                    )}
                    {hand.exposed && hand.exposed.length > 0 && !props.out && (
                        <span class="seat-exposed">
                            {say("knows_yours", { cards: names(hand.exposed) })}
                        </span>
                    )}
                </span>
            )}
            {turn && limit !== null && deadline_ms !== null && (
                <Clock deadline_ms={deadline_ms} limit={limit} />
            )}
            {props.bubble && <span class="bubble">{props.bubble}</span>}
        </>
    );
    const label = [
        words.name,
        say("cards_count", { count: words.count }),
        words.score,
        ...words.tags.map((tag) => tag.text),
        turn ? say("turn_of", { name: words.name }) : "",
    ]
        .filter(Boolean)
        .join(", ");
    return (
        <li class={props.class} data-place={handOf(seat)}>
            {props.onChoose.current ? (
                <button type="button" class="seat-face" onClick={() => props.onChoose.current?.()}>
                    {body}
                </button>
            ) : (
                // biome-ignore lint/a11y/useSemanticElements: a group of facts, no fieldset.
                <div class="seat-face" role="group" aria-label={label}>
                    {body}
                </div>
            )}
        </li>
    );
}

/** Most of what happens at a table changes nothing about most seats: those are not drawn again. */
export function Seat(props: SeatProps) {
    const { table, seat } = props;
    const { view, room } = table;
    const words = useSeatWords(table, seat, props.goal);
    const onChoose = useRef(props.onChoose);
    onChoose.current = props.onChoose;
    const hand = view?.hands[seat];
    if (!view || !room || !hand) return null;
    const phase = textFact(view, "phase");
    const turn =
        numberFact(view, "turn") === seat && phase !== "round_over" && phase !== "game_over";
    const own = view.piles.filter((pile) => pile.seat === seat);
    const discards = own.some((pile) => pile.name === "discards");
    const out =
        listFact(view, "out").includes(seat) || listFact(view, "knocked_out").includes(seat);
    const classes = ["seat"];
    if (turn) classes.push("turn");
    if (out) classes.push("is-out");
    if (props.onChoose) classes.push("choosable");
    if (listFact(view, "protected").includes(seat)) classes.push("is-protected");
    const said = {
        hand,
        words,
        class: classes.join(" "),
        discards,
        lacks: discards ? (hand.lacks ?? []).slice(0, LACKS_MAX) : [],
        out,
        turn,
        limit: turn ? turnLimit(room) : null,
        deadline_ms: turn ? table.deadline_ms : null,
        bubble: props.bubble,
        possible: props.possible,
    };
    return (
        <Still mark={JSON.stringify([language(), own, said])}>
            {() => <SeatBox view={view} seat={seat} onChoose={onChoose} {...said} />}
        </Still>
    );
}
