// SPDX-License-Identifier: MIT
// flights.ts: cards that move. The table is drawn at once as it is now; copies of cards then fly from where they were to
// where they are, and what they stand for is hidden until they land. So moving never holds up the game, and a table that
// moves on hurries whatever is still in the air.
//
// Places carry data-place; cards of the own hand data-own (the face) and data-key. All of it is imperative, outside of the
// tree of components: nothing is drawn anew while cards fly.
import type { Place, Step } from "./movement";
import { playSound } from "./sounds";

const FLY_MS = 220;
const NEXT_MS = 60;
const GROUP_MS = 110;
const ALL_MS = 900;
const HURRY = 4;
const EASE = "cubic-bezier(.2,.8,.3,1)";

export interface Before {
    places: Map<Place, DOMRect>;
    /** Cards of the own hand by face, from the left. */
    own: Map<string, DOMRect[]>;
    keys: Map<string, DOMRect>;
}

const running = new Set<Animation>();
/** Where a card was dropped that is being played: it flies from there. */
let dropped: { face: string; rect: DOMRect } | null = null;

export function drop(face: string, rect: DOMRect): void {
    dropped = { face, rect };
}

export function measure(root: HTMLElement | null): Before {
    const before: Before = { places: new Map(), own: new Map(), keys: new Map() };
    if (!root) return before;
    for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
        const rect = element.getBoundingClientRect();
        if (rect.width > 0) before.places.set(element.dataset.place ?? "", rect);
    }
    for (const element of root.querySelectorAll<HTMLElement>("[data-own]")) {
        const rect = element.getBoundingClientRect();
        const face = element.dataset.own ?? "";
        before.own.set(face, [...(before.own.get(face) ?? []), rect]);
        before.keys.set(element.dataset.key ?? "", rect);
    }
    return before;
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/* A place that is not shown (a seat scrolled out of sight, a collapsed panel) has no size. */
const seen = (rect: DOMRect | undefined): rect is DOMRect => rect !== undefined && rect.width > 0;

/** A card inside a place, or nothing if it shows none. */
function cardIn(element: HTMLElement | null): HTMLElement | null {
    return element?.querySelector<HTMLElement>(".card:not(.card-place)") ?? null;
}

interface Landing {
    rect: DOMRect;
    /** What is hidden until the card is there. */
    element: HTMLElement | null;
    look: HTMLElement | null;
}

/** The table as it is drawn now: where cards start and land. It only looks: whoever changes the page between two looks
 * lets the browser lay it out twice. */
class Places {
    private readonly taken = new Set<HTMLElement>();
    private readonly found = new Map<Place, HTMLElement | null>();

    constructor(
        private readonly root: HTMLElement,
        private readonly before: Before,
        private readonly seat: number | null,
    ) {}

    /** A place as it is shown on this screen: small ones show some places elsewhere than large ones. */
    private shown(place: Place): HTMLElement | null {
        let found = this.found.get(place);
        if (found === undefined) {
            const all = this.root.querySelectorAll<HTMLElement>(`[data-place="${place}"]`);
            found = [...all].find((one) => one.getBoundingClientRect().width > 0) ?? null;
            this.found.set(place, found);
        }
        return found;
    }

    start(step: Step): DOMRect | null {
        const own = step.from === `hand:${this.seat}` && step.face !== null;
        if (own && dropped?.face === step.face) {
            const { rect } = dropped;
            dropped = null;
            return rect;
        }
        const held = own && step.face ? this.before.own.get(step.face)?.shift() : undefined;
        if (seen(held)) return held;
        const rest = this.shown(step.from)
            ?.querySelector<HTMLElement>("[data-rest]")
            ?.getBoundingClientRect();
        if (seen(rest)) return rest;
        const rect = this.before.places.get(step.from);
        return seen(rect) ? rect : null;
    }

    landing(step: Step): Landing | null {
        const place = this.shown(step.to);
        if (!place) return null;
        if (step.to === `hand:${this.seat}`) return this.inOwnHand(step, place);
        if (step.to.startsWith("pile:") && step.to !== "pile:draw") {
            const newest = place.querySelector<HTMLElement>("[data-newest]");
            if (newest && !this.taken.has(newest)) {
                this.taken.add(newest);
                return {
                    rect: newest.getBoundingClientRect(),
                    element: newest,
                    look: cardIn(newest),
                };
            }
        }
        const rest = place.querySelector<HTMLElement>("[data-rest]")?.getBoundingClientRect();
        return {
            rect: seen(rest) ? rest : place.getBoundingClientRect(),
            element: null,
            look: null,
        };
    }

    private inOwnHand(step: Step, place: HTMLElement): Landing | null {
        for (const card of place.querySelectorAll<HTMLElement>("[data-own]")) {
            if (this.taken.has(card) || this.before.keys.has(card.dataset.key ?? "")) continue;
            if (step.face !== null && card.dataset.own !== step.face) continue;
            this.taken.add(card);
            return { rect: card.getBoundingClientRect(), element: card, look: cardIn(card) };
        }
        return null;
    }
}

interface Flight {
    from: DOMRect;
    landing: Landing;
    /** What flies looks like this. */
    model: HTMLElement;
    delay: number;
    sound: "lay" | "draw";
}

function fly(layer: HTMLElement, { from, landing, model, delay, sound }: Flight) {
    const to = landing.rect;
    const wide = Math.min(to.width, to.height * (120 / 176));
    const left = to.left + (to.width - wide) / 2;
    const grow = Math.min(from.width, from.height * (120 / 176)) / wide;
    const x = from.left + from.width / 2 - (left + wide / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    const ghost = model.cloneNode(true) as HTMLElement;
    ghost.classList.add("ghost");
    ghost.style.width = `${wide}px`;
    ghost.style.left = `${left}px`;
    ghost.style.top = `${to.top + (to.height - wide * (176 / 120)) / 2}px`;
    layer.append(ghost);
    if (landing.element) landing.element.style.visibility = "hidden";
    const animation = ghost.animate(
        [
            { visibility: "visible", transform: `translate(${x}px, ${y}px) scale(${grow})` },
            { visibility: "visible", transform: "translate(0, 0) scale(1)" },
        ],
        { duration: FLY_MS, delay, easing: EASE, fill: "forwards" },
    );
    running.add(animation);
    const land = () => {
        running.delete(animation);
        ghost.remove();
        if (landing.element) landing.element.style.visibility = "";
    };
    animation.onfinish = land;
    animation.oncancel = land;
    playSound(sound, delay);
}

interface Slide {
    card: HTMLElement;
    by: number;
}

/** Cards of the own hand that stand elsewhere than before. */
function slides(root: HTMLElement, before: Before): Slide[] {
    if (still()) return [];
    return [...root.querySelectorAll<HTMLElement>("[data-own]")].flatMap((card) => {
        const old = before.keys.get(card.dataset.key ?? "");
        const by = old ? old.left - card.getBoundingClientRect().left : 0;
        return Math.abs(by) < 1 ? [] : [{ card, by }];
    });
}

function begin(slides: Slide[]): void {
    for (const { card, by } of slides)
        card.animate([{ translate: `${by}px 0` }, { translate: "0 0" }], {
            duration: FLY_MS,
            easing: EASE,
        });
}

/** Cards of the own hand slide to their new places. */
export function slide(root: HTMLElement, before: Before): void {
    begin(slides(root, before));
}

/** How the cards of these steps fly, one after the other, and all of them before people get impatient. */
function flights(steps: Step[], places: Places, back: HTMLElement | null): Flight[] {
    const flights: Flight[] = [];
    const groups = new Set(steps.map((step) => step.group)).size;
    const hurry = Math.min(1, ALL_MS / (steps.length * NEXT_MS + groups * GROUP_MS));
    let delay = 0;
    let group = steps[0]?.group ?? 0;
    for (const step of steps) {
        if (step.group !== group) delay += GROUP_MS * hurry;
        group = step.group;
        const from = places.start(step);
        const landing = places.landing(step);
        const model = landing?.look ?? back;
        if (!from || !landing || !seen(landing.rect) || !model) continue;
        const sound = step.to.startsWith("pile") ? "lay" : "draw";
        flights.push({ from, landing, model, delay, sound });
        delay += NEXT_MS * hurry;
    }
    return flights;
}

/** Moves cards: those of the steps fly, and those of the own hand close ranks. `before` was measured before the table was
 * drawn as it is now. */
export function flyAll(
    root: HTMLElement,
    layer: HTMLElement,
    steps: Step[],
    before: Before,
    seat: number | null,
): void {
    for (const animation of running) animation.playbackRate = HURRY;
    const places = new Places(root, before, seat);
    if (still()) {
        for (const landing of steps.map((step) => places.landing(step)))
            landing?.element?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
        return;
    }
    const sliding = slides(root, before);
    const flying = flights(steps, places, root.querySelector<HTMLElement>(".card-back"));
    begin(sliding);
    for (const flight of flying) fly(layer, flight);
}
