// SPDX-License-Identifier: MIT
// card_tip.tsx: what a card does, beside the card: on hover, on focus, and on a long press.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cardRow, cardSentence, type Game } from "../connection/games";
import { useWords } from "../words/words";

export interface Tip {
    face: string;
    at: HTMLElement;
    rect: DOMRect;
}

const HOVER_MS = 450;
const PRESS_SHOWS_MS = 3500;

/** Shows what the card with this face does, beside an element; without a face it shows nothing any more. */
export type ShowTip = (
    face: string | null,
    at: HTMLElement | null,
    how: "hover" | "focus" | "press",
) => void;

export function useTip(): { tip: Tip | null; show: ShowTip } {
    const [tip, setTip] = useState<Tip | null>(null);
    const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
    useEffect(() => () => clearTimeout(timer.current), []);
    const show = useCallback<ShowTip>((face, at, how) => {
        clearTimeout(timer.current);
        if (!face || !at) {
            setTip(null);
            return;
        }
        const put = () => {
            if (at.isConnected) setTip({ face, at, rect: at.getBoundingClientRect() });
        };
        if (how === "press") {
            put();
            timer.current = setTimeout(() => setTip(null), PRESS_SHOWS_MS);
        } else timer.current = setTimeout(put, HOVER_MS);
    }, []);
    return { tip, show };
}

export function CardTip({ tip, game, rules }: { tip: Tip; game: Game | null; rules: string }) {
    const say = useWords();
    const box = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const element = box.current;
        if (!element) return;
        const half = element.offsetWidth / 2;
        const middle = tip.rect.left + tip.rect.width / 2;
        element.style.left = `${Math.max(half + 8, Math.min(innerWidth - half - 8, middle))}px`;
        let above = tip.rect.top - element.offsetHeight - 12;
        /* What just happened can still be read. */
        const told = element.parentElement?.querySelector(".sentence")?.getBoundingClientRect();
        if (told && above < told.bottom && above + element.offsetHeight > told.top)
            above = told.top - element.offsetHeight - 8;
        element.style.top = `${above > 4 ? above : tip.rect.bottom + 12}px`;
    }, [tip]);
    const row = cardRow(game, tip.face);
    /* A card that was played is elsewhere now. */
    if (!row || !tip.at.isConnected) return null;
    return (
        <div class="card-tip" role="tooltip" ref={box}>
            <b>{row.name}</b>
            <span>{cardSentence(row, rules)}</span>
            {(game?.colors.length ?? 0) > 0 && (
                <span class="dim">{say("points", { count: row.points })}</span>
            )}
        </div>
    );
}
