// SPDX-License-Identifier: MIT
/*
 * emblems.tsx: a drawing of few strokes for each thing that a card can do, in a square of 64. One
 * ink for the strokes, one accent for the one part that carries the meaning. The words are those
 * of `effect` in the server's rows.
 */
import type { JSX } from "preact";

const EMBLEMS: Record<string, JSX.Element> = {
    /* A halberd. */
    guess: (
        <>
            <path class="fill" d="M34 17c9-5 17-2 20 9-3 11-11 14-20 9z" />
            <path d="M32 16v44M32 3l5 8-5 6-5-6zM30 20l-13 6 13 6" />
        </>
    ),
    /* An eye. */
    look: (
        <>
            <circle class="fill" cx="32" cy="32" r="8.5" />
            <path d="M6 32c7-11 15.5-16 26-16s19 5 26 16c-7 11-15.5 16-26 16S13 43 6 32zM32 8V4M17 11l-2-4M47 11l2-4" />
        </>
    ),
    /* Scales, one side down. */
    compare: (
        <>
            <path class="fill" d="M44 38h18a9 9 0 0 1-18 0z" />
            <path d="M32 8v48M22 56h20M11 16l42 8M11 16 3 34h16zM53 24l-9 14h18zM3 34a8 8 0 0 0 16 0" />
        </>
    ),
    /* A shield. */
    protect: (
        <>
            <path class="fill" d="M32 14v37C21 46 15 38 15 27v-7c7 0 12-2 17-6z" />
            <path d="M32 7c7 6 14 8 23 8v13c0 14-9 24-23 30C18 52 9 42 9 28V15c9 0 16-2 23-8z" />
        </>
    ),
    /* A card that leaves, under a coronet. */
    discard: (
        <>
            <path class="fill" d="M14 24 10 9l11 7L32 6l11 10 11-7-4 15z" />
            <path d="M14 30h36M32 36v21M22 48l10 10 10-10" />
        </>
    ),
    /* A crown, and two ways. */
    trade: (
        <>
            <path class="fill" d="M12 30 7 10l14 9L32 5l11 14 14-9-5 20z" />
            <path d="M10 44h40M42 37l8 7-8 7M54 56H16" />
        </>
    ),
    /* A fan, folded out, that hides a face. */
    nothing: (
        <>
            <path class="fill" d="M32 52 20 29a26 26 0 0 1 24 0z" />
            <path d="M32 54 5 28a38 38 0 0 1 54 0zM32 54 17 20M32 54l15-34M32 54V16M32 54v6" />
        </>
    ),
    /* A heart with a small crown. */
    lose: (
        <>
            <path
                class="fill"
                d="M32 56C19 47 10 39 10 30c0-12 16-15 22-4 6-11 22-8 22 4 0 9-9 17-22 26z"
            />
            <path d="M23 16 20 5l7 4 5-6 5 6 7-4-3 11z" />
        </>
    ),
    /* A mask. */
    token: (
        <>
            <path
                class="fill"
                d="M6 22c9-4 17-4 26 0 9-4 17-4 26 0 1 14-5 24-14 24-6 0-9-4-12-8-3 4-6 8-12 8C11 46 5 36 6 22z"
            />
            <path
                class="hole"
                d="M14 29c4-3 9-2 12 2-4 3-9 2-12-2zM50 29c-4-3-9-2-12 2 4 3 9 2 12-2z"
            />
            <path d="M6 22C3 18 3 14 5 10M58 22c3-4 3-8 1-12" />
        </>
    ),
    /* A scroll with a seal. */
    exchange: (
        <>
            <path d="M18 10h34c-5 0-6 4-6 8v30c0 5-3 8-8 8H12c5 0 8-3 8-8V18c0-4-2-8-7-8-4 0-6 3-6 6s2 5 5 5h8M28 22h10M28 31h10" />
            <circle class="fill" cx="35" cy="44" r="7" />
        </>
    ),
};

export function Emblem(props: { effect: string | null; x: number; y: number; size: number }) {
    const { effect, x, y, size } = props;
    const drawing = effect ? EMBLEMS[effect] : undefined;

    if (!drawing) return null;
    return (
        <g class="emblem">
            <g transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 64})`}>
                {drawing}
            </g>
        </g>
    );
}
