// SPDX-License-Identifier: MIT
/*
 * plots.tsx: small drawings of numbers: a rating with how sure it is, a share, a curve, matches by
 * day. Each has its numbers in words too, as its label.
 */

import type { GameRow, History } from "../messages";

/** A scale of ratings that has room for all of them, with round ends. */
export interface Scale {
    low: number;
    high: number;
}

export interface Rated {
    rating: number;
    deviation: number;
}

/* A rating is within two deviations of the truth nineteen times in twenty. */
const SURE = 2;

export function scaleOf(rows: Rated[]): Scale {
    const lows = rows.map(({ rating, deviation }) => rating - SURE * deviation);
    const highs = rows.map(({ rating, deviation }) => rating + SURE * deviation);
    if (rows.length === 0) return { low: 1000, high: 2000 };
    return {
        low: Math.floor(Math.min(...lows) / 100) * 100,
        high: Math.ceil(Math.max(...highs) / 100) * 100,
    };
}

export function placeOn({ low, high }: Scale, value: number): number {
    return high > low ? ((value - low) / (high - low)) * 100 : 50;
}

/** Round numbers between the ends of a scale, at most about `most` of them. */
export function ticksOf({ low, high }: Scale, most = 5): number[] {
    const steps = [10, 20, 50, 100, 200, 250, 500, 1000, 2000];
    const step = steps.find((one) => (high - low) / one <= most) ?? high - low;
    const ticks: number[] = [];
    for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
    return ticks;
}

/** A rating as a dot on a line as long as it is unsure. */
export function Whisker(props: Rated & { scale: Scale; own: boolean; label: string }) {
    const { rating, deviation, scale } = props;
    const from = placeOn(scale, rating - SURE * deviation);
    const to = placeOn(scale, rating + SURE * deviation);

    return (
        <svg class={props.own ? "whisker own" : "whisker"} role="img" aria-label={props.label}>
            {ticksOf(scale).map((tick) => (
                <line
                    key={tick}
                    class="plot-grid"
                    x1={`${placeOn(scale, tick)}%`}
                    x2={`${placeOn(scale, tick)}%`}
                    y1="0"
                    y2="100%"
                />
            ))}
            <line class="whisker-line" x1={`${from}%`} x2={`${to}%`} y1="50%" y2="50%" />
            <circle class="whisker-dot" cx={`${placeOn(scale, rating)}%`} cy="50%" r="5.5" />
        </svg>
    );
}

/** The numbers of a scale, to stand above whiskers. */
export function Axis(props: { scale: Scale }) {
    return (
        <span class="axis" aria-hidden="true">
            {ticksOf(props.scale).map((tick) => (
                <span key={tick} style={{ left: `${placeOn(props.scale, tick)}%` }}>
                    {tick}
                </span>
            ))}
        </span>
    );
}

const ROUND = 2 * Math.PI * 42;

/** A share of a whole, as a ring. */
export function Ring(props: { share: number; label: string }) {
    return (
        <svg class="share-plot" viewBox="-50 -50 100 100" role="img" aria-label={props.label}>
            <circle class="share-all" r="42" />
            <circle
                class="share-part"
                r="42"
                stroke-dasharray={`${props.share * ROUND} ${ROUND}`}
                transform="rotate(-90)"
            />
            <text class="share-text" y="7.5">
                {Math.round(props.share * 100)}&nbsp;%
            </text>
        </svg>
    );
}

/** A curve through values in their order. */
export function Curve(props: { values: number[]; label: string }) {
    const { values } = props;
    const scale = {
        low: Math.floor((Math.min(...values) - 10) / 50) * 50,
        high: Math.ceil((Math.max(...values) + 10) / 50) * 50,
    };
    const x = (i: number) => (i / Math.max(1, values.length - 1)) * 100;
    const y = (value: number) => 100 - placeOn(scale, value);
    const line = values
        .map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(2)} ${y(value).toFixed(2)}`)
        .join("");
    const ticks = ticksOf(scale, 4);

    return (
        <div class="curve" role="img" aria-label={props.label}>
            {ticks.map((tick) => (
                <span key={tick} class="curve-tick" style={{ top: `${y(tick)}%` }}>
                    {tick}
                </span>
            ))}
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                {ticks.map((tick) => (
                    <path key={tick} class="plot-grid" d={`M0 ${y(tick)}H100`} />
                ))}
                <path class="curve-under" d={`${line}L100 100L0 100z`} />
                <path class="curve-line" d={line} />
            </svg>
            <span class="curve-dot" style={{ top: `${y(values.at(-1) ?? 0)}%` }} />
        </div>
    );
}

/** The ratings of a game in the order of its matches: those before each, and the one of now. */
export function ratingsOf(matches: History["matches"], row: GameRow): number[] {
    const before = matches
        .filter((match) => match.game === row.game && match.rating !== undefined)
        .map((match) => match.rating as number)
        .reverse();
    return [...before, row.rating];
}

export interface Day {
    /** Midnight at which it began, here. */
    time_ms: number;
    count: number;
}

/** The last days up to today, each with how many of these moments lie in it. */
export function daysOf(times_ms: number[], days: number, now: Date): Day[] {
    return Array.from({ length: days }, (_, i) => {
        const begins = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1 + i);
        const ends = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 2 + i);
        return {
            time_ms: begins.getTime(),
            count: times_ms.filter((time) => time >= begins.getTime() && time < ends.getTime())
                .length,
        };
    });
}

/** Bars, one for each day. */
export function Bars(props: { days: Day[]; label: string; title: (day: Day) => string }) {
    const most = Math.max(1, ...props.days.map((day) => day.count));
    const wide = 600 / props.days.length;

    return (
        <svg
            class="bars"
            viewBox="0 0 600 90"
            preserveAspectRatio="none"
            role="img"
            aria-label={props.label}
        >
            {props.days.map((day, i) => (
                <rect
                    key={day.time_ms}
                    class={day.count > 0 ? "bar-some" : "bar-none"}
                    x={i * wide + 2}
                    width={wide - 4}
                    y={day.count > 0 ? 84 - (day.count / most) * 80 : 82}
                    height={day.count > 0 ? (day.count / most) * 80 + 2 : 4}
                    rx="2"
                >
                    <title>{props.title(day)}</title>
                </rect>
            ))}
        </svg>
    );
}
