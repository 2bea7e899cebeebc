// SPDX-License-Identifier: MIT
/*
 * shapes.tsx: the four shapes that stand for colours wherever cards are shown: ▲ ● ■ ◆. A shape is
 * drawn in a square of 100, about the point (0, 0), so that all four look equally large.
 */
import type { JSX } from "preact";

/** Where the words for a colour's paint (red, blue …) lead: outline, and how far down text in it stands. */
const SHAPES: Record<string, { outline: string; drop: number; room: number }> = {
    red: {
        outline:
            "M-4.6-43.5a5.4 5.4 0 0 1 9.2 0L49 35.5a5.4 5.4 0 0 1-4.6 8H-44.4a5.4 5.4 0 0 1-4.6-8z",
        drop: 13,
        room: 0.8,
    },
    blue: { outline: "M0-44a44 44 0 1 1 0 88a44 44 0 1 1 0-88z", drop: 0, room: 1 },
    green: {
        outline: "M-34-40H34a6 6 0 0 1 6 6V34a6 6 0 0 1-6 6H-34a6 6 0 0 1-6-6V-34a6 6 0 0 1 6-6z",
        drop: 0,
        room: 1,
    },
    yellow: {
        outline:
            "M-4.2-49a5.6 5.6 0 0 1 8.4 0L45.5-4.3a6.4 6.4 0 0 1 0 8.6L4.2 49a5.6 5.6 0 0 1-8.4 0L-45.5 4.3a6.4 6.4 0 0 1 0-8.6z",
        drop: 0,
        room: 0.92,
    },
};

/** The order in which a card with all of them shows them. */
export const PAINTS = ["red", "blue", "green", "yellow"];

export function outlineOf(paint: string): string {
    return SHAPES[paint]?.outline ?? "M0-40a40 40 0 1 1 0 80a40 40 0 1 1 0-80z";
}

/** How far below the middle a shape's own middle is, and how much room text has there. */
export function middleOf(paint: string): { drop: number; room: number } {
    return SHAPES[paint] ?? { drop: 0, room: 1 };
}

/** A shape inside a drawing. */
export function ShapeAt(props: { paint: string; x: number; y: number; size: number }): JSX.Element {
    const { paint, x, y, size } = props;

    return (
        <path
            class={`paint-${paint}`}
            d={outlineOf(paint)}
            transform={`translate(${x} ${y}) scale(${size / 100})`}
        />
    );
}

/** A shape in a line of text, as high as its capitals. What it means stands beside it as a word. */
export function Shape(props: { paint: string; class?: string }): JSX.Element {
    return (
        <svg class={`shape ${props.class ?? ""}`} viewBox="-52 -52 104 104" aria-hidden="true">
            <path class={`paint-${props.paint}`} d={outlineOf(props.paint)} />
        </svg>
    );
}
