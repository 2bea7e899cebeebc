// SPDX-License-Identifier: MIT
/*
 * cards.tsx: cards, drawn by code in a field of 120 × 176. A card is paper; what stands on it comes
 * from the server's row of its face. The shape in the middle carries the value, the corner repeats
 * it so that a fanned hand reads from the left, and its code stands at the foot for those who type.
 * Cards without a colour have a number, an emblem and a name, and say what they do where they are
 * drawn large enough to be read; the style sheet decides that by the card's own width.
 *
 * Pictures are hidden from screen readers: whoever shows a card labels the control around it.
 */
import type { ComponentChildren } from "preact";
import { useGames } from "../connection/games";
import { memo } from "../memo";
import { Emblem } from "./emblems";
import { type Color, colorOf, type DeckGame, type Face, faceOf, HIDDEN } from "./faces";
import { middleOf, outlineOf, PAINTS, ShapeAt } from "./shapes";

export { Shape } from "./shapes";

const WIDTH = 120;
const HEIGHT = 176;
const CORNER = WIDTH / 9;

function Paper() {
    return (
        <rect
            class="card-paper"
            x="0.75"
            y="0.75"
            width={WIDTH - 1.5}
            height={HEIGHT - 1.5}
            rx={CORNER}
        />
    );
}

/* What stands for a value that is not a number: a drawing in a square of 40 about (0, 0). */
const SIGNS: Record<string, string> = {
    skip: "M0-15.5a15.5 15.5 0 1 1 0 31a15.5 15.5 0 1 1 0-31zM-10.5 10.5 10.5-10.5",
    reverse: "M-15-6H11L3-14.5M15 6H-11l8 8.5",
};

/* A number has a line under it where it could be read upside down as another. */
function mark(face: Face): { text?: string; sign?: string; underlined?: boolean } {
    if (face.draws > 0) return { text: `+${face.draws}` };
    if (SIGNS[face.value]) return { sign: SIGNS[face.value] };
    if (face.class === "wild") return {};
    return { text: face.value, underlined: face.value === "6" || face.value === "9" };
}

function Mark(props: { face: Face; x: number; y: number; size: number; class: string }) {
    const { face, x, y, size } = props;
    const { text, sign, underlined } = mark(face);

    if (sign)
        return (
            <path
                class={`card-sign ${props.class}`}
                d={sign}
                transform={`translate(${x} ${y}) scale(${size / 44})`}
            />
        );
    if (!text) return null;
    return (
        <>
            <text class={props.class} x={x} y={y + size * 0.36} font-size={size}>
                {text}
            </text>
            {underlined && (
                <rect
                    class={props.class}
                    x={x - size * 0.25}
                    y={y + size * 0.45}
                    width={size * 0.5}
                    height={size * 0.085}
                    rx={size * 0.04}
                />
            )}
        </>
    );
}

function Foot(props: { face: Face }) {
    return (
        <text class="card-code" x={WIDTH / 2} y="167" font-size="11.5">
            {props.face.code}
        </text>
    );
}

/* The corner, and the same turned round in the one across. */
function Corners(props: { children: ComponentChildren }) {
    return (
        <>
            <g>{props.children}</g>
            <g transform={`rotate(180 ${WIDTH / 2} ${HEIGHT / 2})`}>{props.children}</g>
        </>
    );
}

function Colored(props: { face: Face; color: Color }) {
    const { face, color } = props;
    const { drop, room } = middleOf(color.paint);
    const long = face.draws > 9 ? 0.8 : 1;

    return (
        <>
            <rect
                class={`card-frame frame-${color.paint}`}
                x="6.5"
                y="6.5"
                width={WIDTH - 13}
                height={HEIGHT - 13}
                rx={CORNER - 4.5}
            />
            <g transform={`translate(${WIDTH / 2} 90)`}>
                <path
                    class={`paint-${color.paint}`}
                    d={outlineOf(color.paint)}
                    transform="scale(.78)"
                />
                <Mark
                    face={face}
                    x={0}
                    y={drop}
                    size={(face.draws ? 36 : 43) * room * long}
                    class={`on-${color.paint}`}
                />
            </g>
            <Corners>
                <Mark
                    face={face}
                    x={face.draws ? 23 : 21}
                    y={22}
                    size={face.draws ? 18.5 : 26}
                    class={`ink-${color.paint}`}
                />
                <ShapeAt paint={color.paint} x={21} y={43} size={14} />
            </Corners>
            <Foot face={face} />
        </>
    );
}

function Wild(props: { face: Face; colors: Color[] }) {
    const { face, colors } = props;
    const paints = colors.length === 4 ? colors.map((color) => color.paint) : PAINTS;
    const places = [
        [41, 71],
        [79, 71],
        [41, 109],
        [79, 109],
    ] as const;

    return (
        <>
            <rect
                class="card-frame"
                x="6.5"
                y="6.5"
                width={WIDTH - 13}
                height={HEIGHT - 13}
                rx={CORNER - 4.5}
            />
            {paints.map((paint, i) => {
                const [x, y] = places[i] ?? [0, 0];
                return <ShapeAt key={paint} paint={paint} x={x} y={y} size={34} />;
            })}
            {face.draws > 0 ? (
                <>
                    <circle class="card-seal" cx={WIDTH / 2} cy="90" r="19" />
                    <Mark face={face} x={WIDTH / 2} y={90} size={22} class="on-ink" />
                </>
            ) : (
                <path class="card-ink" d="M60 76l4 10 10 4-10 4-4 10-4-10-10-4 10-4z" />
            )}
            <Corners>
                {face.draws > 0 ? (
                    <Mark face={face} x={23} y={22} size={18.5} class="card-ink" />
                ) : (
                    <path class="card-ink" d="M21 11l3 8 8 3-8 3-3 8-3-8-8-3 8-3z" />
                )}
                {paints.map((paint, i) => (
                    <ShapeAt
                        key={paint}
                        paint={paint}
                        x={i % 2 ? 25.5 : 16.5}
                        y={i > 1 ? 47.5 : 38.5}
                        size={7.6}
                    />
                ))}
            </Corners>
            <Foot face={face} />
        </>
    );
}

/* Without a colour: a number, an emblem and a name. */
function Plain(props: { face: Face }) {
    const { face } = props;
    const named = face.effect !== null && face.name !== face.value;

    if (!named)
        return (
            <>
                <Mark face={face} x={WIDTH / 2} y={86} size={64} class="card-ink" />
                <Corners>
                    <Mark face={face} x={20} y={22} size={24} class="card-ink" />
                </Corners>
            </>
        );
    return (
        <>
            <rect
                class="card-frame frame-accent"
                x="6.5"
                y="6.5"
                width={WIDTH - 13}
                height={HEIGHT - 13}
                rx={CORNER - 4.5}
            />
            <text class="card-number" x="13" y="40" font-size="36">
                {face.value}
            </text>

            <Emblem effect={face.effect} x={WIDTH / 2} y={88} size={66} />
            <text
                class={face.name.length > 7 ? "card-name long" : "card-name"}
                x={WIDTH / 2}
                y="148"
            >
                {face.name}
            </text>
        </>
    );
}

/** A face from its row. `game` tells the colours. */
export function CardFace(props: { face: Face; game: DeckGame | undefined; class?: string }) {
    const { face, game } = props;
    const color = colorOf(game, face.color);
    const plain = !color && face.class !== "wild";

    return (
        <span class={`card ${plain ? "card-plain" : ""} ${props.class ?? ""}`} aria-hidden="true">
            <svg aria-hidden="true" class="card-face" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
                <Paper />
                {color ? (
                    <Colored face={face} color={color} />
                ) : plain ? (
                    <Plain face={face} />
                ) : (
                    <Wild face={face} colors={game?.colors ?? []} />
                )}
            </svg>
            {plain && face.effect && <span class="card-sentence">{face.sentence}</span>}
        </span>
    );
}

/** A card by its code; one that is not seen shows its back. */
export const Card = memo((props: { game: string; face: string; deck?: string; class?: string }) => {
    const game = useGames()?.games.find((one) => one.name === props.game);

    if (props.face === HIDDEN) return <Back class={props.class} />;
    return <CardFace face={faceOf(game, props.face, props.deck)} game={game} class={props.class} />;
});

/* Fine lines across the back, in both directions, within the edge. */
const LATTICE = (() => {
    const [left, top, right, bottom] = [14, 14, WIDTH - 14, HEIGHT - 14];
    const lines: string[] = [];

    for (let sum = left + top + 10; sum < right + bottom; sum += 14) {
        const x1 = Math.min(right, sum - top);
        const x2 = Math.max(left, sum - bottom);
        lines.push(`M${x1} ${sum - x1}L${x2} ${sum - x2}`);
        lines.push(`M${WIDTH - x1} ${sum - x1}L${WIDTH - x2} ${sum - x2}`);
    }
    return lines.join("");
})();

export const Back = memo((props: { class?: string }) => {
    return (
        <span class={`card card-back ${props.class ?? ""}`} aria-hidden="true">
            <svg aria-hidden="true" class="card-face" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
                <Paper />
                <rect
                    class="back-field"
                    x="6"
                    y="6"
                    width={WIDTH - 12}
                    height={HEIGHT - 12}
                    rx="8.5"
                />
                <path class="back-lines" d={LATTICE} />
                <rect
                    class="back-edge"
                    x="12"
                    y="12"
                    width={WIDTH - 24}
                    height={HEIGHT - 24}
                    rx="4.5"
                />
                <path
                    class="back-medal"
                    d="M60 50c21 0 32 15 32 38s-11 38-32 38-32-15-32-38 11-38 32-38z"
                />
                <circle class="back-keyhole" cx="60" cy="79" r="12" />
                <path class="back-keyhole" d="M54.5 86h11l5 25h-21z" />
            </svg>
        </span>
    );
});

const LAYERS_MAX = 7;

/** Cards on each other: as thick as there are many, with `children` on top, or an empty place. */
export function Pile(props: { count: number; children?: ComponentChildren; class?: string }) {
    const layers = Math.min(LAYERS_MAX, Math.ceil(props.count / 14));
    const edges = Array.from({ length: layers }, (_, i) => {
        const step = (i + 1) * 1.5;
        return `${-step * 0.35}px ${step}px 0 ${i % 2 ? "var(--paper-edge)" : "var(--paper-shade)"}`;
    });

    return (
        <span class={`pile ${props.class ?? ""}`}>
            {props.count > 0 ? (
                <span
                    class="pile-cards"
                    style={{ boxShadow: [...edges, "0 9px 16px var(--shadow)"].join(", ") }}
                >
                    {props.children ?? <Back />}
                </span>
            ) : (
                <span class="card card-place" aria-hidden="true" />
            )}
        </span>
    );
}
