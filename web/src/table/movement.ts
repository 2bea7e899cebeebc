// SPDX-License-Identifier: MIT
// movement.ts: which cards go from where to where when something happens. Events are the engine's; this is how they look.
import type { Event, View } from "../messages";

/** A place on the table: "hand:2", "pile:draw", "pile:discards:1". */
export type Place = string;

export interface Step {
    from: Place;
    to: Place;
    /** The face, if the viewer knows it. */
    face: string | null;
    /** Steps of one event follow each other closely; the next event waits a little. */
    group: number;
}

export const handOf = (seat: number): Place => `hand:${seat}`;
export const pileOf = (name: string, seat?: number): Place =>
    seat === undefined ? `pile:${name}` : `pile:${name}:${seat}`;

/** More cards than this at once are a hint of what happens, not a count. */
const MANY = 12;
const PER_HAND = 3;

function faces(event: Event): (string | null)[] {
    if (event.cards) return event.cards.map((face) => (face === "?" ? null : face));
    return Array.from({ length: event.count ?? 1 }, () => null);
}

/** Where a card goes that a seat lays down. */
function laid(view: View, seat: number): Place {
    return view.piles.some((pile) => pile.seat === seat)
        ? pileOf("discards", seat)
        : pileOf("discard");
}

function dealt(view: View): Omit<Step, "group">[] {
    const steps: Omit<Step, "group">[] = [];
    const most = Math.max(0, ...view.hands.map((hand) => hand.count));
    for (let i = 0; i < most; i++)
        view.hands.forEach((hand, seat) => {
            const own = seat === view.seat;
            if (i >= hand.count || (!own && i >= PER_HAND)) return;
            const face = own ? (hand.cards?.[i] ?? null) : null;
            steps.push({ from: pileOf("draw"), to: handOf(seat), face });
        });
    return steps;
}

function passedOn(view: View): Omit<Step, "group">[] {
    const active = Array.isArray(view.active)
        ? (view.active as number[])
        : view.hands.map((_, i) => i);
    const by = view.direction === -1 ? -1 : 1;
    return active.flatMap((seat, i) => {
        const next = active[(i + by + active.length) % active.length] ?? seat;
        return Array.from({ length: PER_HAND }, () => ({
            from: handOf(seat),
            to: handOf(next),
            face: null,
        }));
    });
}

function stepsOf(event: Event, view: View): Omit<Step, "group">[] {
    const seat = event.seat ?? -1;
    const each = (from: Place, to: Place) => faces(event).map((face) => ({ from, to, face }));
    switch (event.event) {
        case "card_played":
        case "card_discarded":
            return each(handOf(seat), laid(view, seat));
        case "drew":
        case "card_dealt":
            return each(pileOf("draw"), handOf(seat));
        case "dealt":
            return dealt(view);
        case "initial_card":
            return each(pileOf("draw"), pileOf("discard"));
        case "set_aside_dealt":
            return each(pileOf("set_aside"), handOf(seat));
        case "card_removed":
            return each(pileOf("draw"), pileOf("set_aside"));
        case "card_laid_open":
            return each(pileOf("draw"), pileOf("face_up"));
        case "cards_buried":
            return each(handOf(seat), pileOf("draw"));
        case "reshuffled":
            return Array.from({ length: PER_HAND }, () => ({
                from: pileOf("discard"),
                to: pileOf("draw"),
                face: null,
            }));
        case "hands_swapped": {
            const other = event.other ?? -1;
            return [
                { from: handOf(seat), to: handOf(other), face: null },
                { from: handOf(other), to: handOf(seat), face: null },
            ];
        }
        case "hands_passed":
            return passedOn(view);
    }
    return [];
}

/** What moves, in the order in which it happened. `view` is the one after all of it. */
export function movement(events: Event[], view: View): Step[] {
    return events.flatMap((event, group) => {
        const steps = stepsOf(event, view);
        const shown = event.event === "dealt" ? steps : steps.slice(0, MANY);
        return shown.map((step) => ({ ...step, group }));
    });
}
