// SPDX-License-Identifier: MIT
// moving.ts: when cards of a table move: with each thing that happened, and when the hand is sorted otherwise. Places are
// measured before a drawing reaches the page, and cards flown after it.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Moment } from "../connection/fold";
import type { View } from "../messages";
import { type Before, flyAll, measure, slide } from "./flights";
import { movement } from "./movement";

/** `moment` is what happened last, null if nothing is to move; `order` how the hand is sorted. Gives a function to call
 * before that changes. */
export function useMoving(
    root: RefObject<HTMLElement | null>,
    layer: RefObject<HTMLElement | null>,
    moment: Moment | null,
    view: View,
    order: string,
): () => void {
    const flown = useRef(moment?.key ?? 0);
    const before = useRef<Before | null>(null);
    if (moment !== null && moment.key > flown.current) before.current = measure(root.current);
    useLayoutEffect(() => {
        if (!moment || moment.key <= flown.current) return;
        flown.current = moment.key;
        const now = before.current;
        if (!root.current || !layer.current || !now || document.hidden) return;
        slide(root.current, now);
        flyAll(root.current, layer.current, movement(moment.events, view), now, view.seat);
    });

    /* Sorted otherwise, the cards of the hand change places before one's eyes. */
    useLayoutEffect(() => {
        if (root.current && before.current) slide(root.current, before.current);
    }, [order]);
    return () => {
        before.current = measure(root.current);
    };
}
