// SPDX-License-Identifier: MIT
/*
 * strip.tsx: how the chances of the players moved, drawn under the film on the same scale as the
 * slider above it. A line is one player's chance to win the round after each decision; it begins
 * anew with each round. The places where the most was lost can be pressed.
 */
import { useWords } from "../words/words";
import type { Film } from "./film";
import { chancesOf, costOf, type Judged, type Review, worstOf } from "./review";

const WIDTH = 1000;
const HEIGHT = 120;
const DASHES = ["", "10 5", "3 5", "12 4 3 4"];

/** What a player's line looks like wherever it is drawn. */
export function lineOf(seat: number): { class: string; dash: string } {
    const paint = ["red", "blue", "green", "yellow"][seat % 4];
    return { class: `line-${paint}`, dash: DASHES[Math.floor(seat / 4) % 4] ?? "" };
}

interface StripProps {
    film: Film;
    review: Review;
    names: string[];
    /** Whose line stands out. */
    seat: number;
    index: number;
    onGo: (seq: number) => void;
}

/** Where a stop is on the strip, from 0 to 1: the slider has equal steps. */
export function shareOf(film: Film, index: number): number {
    return film.last > 0 ? index / film.last : 0;
}

function path(film: Film, review: Review, seat: number): string {
    let round = -1;
    return chancesOf(review, seat)
        .map((chance) => {
            const x = (shareOf(film, film.at(chance.seq) + 1) * WIDTH).toFixed(1);
            const y = (HEIGHT - (chance.permille / 1000) * HEIGHT).toFixed(1);
            const verb = chance.round === round ? "L" : "M";
            round = chance.round;
            return `${verb}${x} ${y}`;
        })
        .join("");
}

/* A line of one decision has no length; a dot shows it. */
function Line(props: StripProps & { whose: number }) {
    const look = lineOf(props.whose);
    const own = props.whose === props.seat;
    return (
        <path
            class={`strip-line ${look.class} ${own ? "own" : ""}`}
            d={path(props.film, props.review, props.whose)}
            stroke-dasharray={look.dash}
        />
    );
}

function Swing(props: {
    decision: Judged;
    place: number;
    share: number;
    onGo: (seq: number) => void;
}) {
    const say = useWords();
    const { decision } = props;
    return (
        <button
            type="button"
            class="swing"
            style={{ left: `${props.share * 100}%` }}
            title={say("review_swing", {
                cost: costOf(decision),
                what: decision.advice?.says ?? "",
            })}
            aria-label={`${props.place}. ${say("review_swing", { cost: costOf(decision), what: decision.advice?.says ?? "" })}`}
            onClick={() => props.onGo(decision.seq)}
        >
            {props.place}
        </button>
    );
}

export function Strip(props: StripProps) {
    const { film, review } = props;
    const say = useWords();
    const seats = Array.from({ length: film.seats }, (_, seat) => seat);
    const rounds = film.stops.flatMap((stop, index) =>
        index > 0 && stop.round !== film.stops[index - 1]?.round
            ? [{ index, round: stop.round }]
            : [],
    );
    const worst = worstOf(review, props.seat);

    return (
        <div class="strip">
            <div class="strip-plot">
                <svg
                    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                    preserveAspectRatio="none"
                    role="img"
                    aria-label={say("review_strip", { name: props.names[props.seat] ?? "" })}
                >
                    <path class="strip-half" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
                    {rounds.map(({ index }) => (
                        <path
                            key={index}
                            class="strip-round"
                            d={`M${(shareOf(film, index) * WIDTH).toFixed(1)} 0V${HEIGHT}`}
                        />
                    ))}
                    {seats
                        .filter((whose) => whose !== props.seat)
                        .map((whose) => (
                            <Line key={whose} {...props} whose={whose} />
                        ))}
                    <Line {...props} whose={props.seat} />
                    <path
                        class="strip-now"
                        d={`M${(shareOf(film, props.index) * WIDTH).toFixed(1)} 0V${HEIGHT}`}
                    />
                </svg>
                {worst.map((decision, place) => (
                    <Swing
                        key={decision.seq}
                        decision={decision}
                        place={place + 1}
                        share={shareOf(film, film.at(decision.seq))}
                        onGo={props.onGo}
                    />
                ))}
            </div>
            <ul class="legend small">
                {seats.map((whose) => (
                    <li key={whose} class={whose === props.seat ? "own" : "dim"}>
                        <svg viewBox="0 0 26 8" aria-hidden="true">
                            <path
                                class={`strip-line own ${lineOf(whose).class}`}
                                d="M1 4H25"
                                stroke-dasharray={lineOf(whose).dash}
                            />
                        </svg>
                        {props.names[whose]}
                    </li>
                ))}
            </ul>
            {!review.done && review.decisions.length > 0 && (
                <p class="strip-word dim small">
                    {say("review_thinks", {
                        judged: review.judged,
                        count: review.decisions.length,
                    })}
                </p>
            )}
        </div>
    );
}
