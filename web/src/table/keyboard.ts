// SPDX-License-Identifier: MIT
// keyboard.ts: a table without a mouse: a key for each thing that can be done, cards by their code, and a focus that is
// never lost.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { KEYS } from "./acts";
import { answerKey } from "./asking";
import { onButtons } from "./commands";
import type { Held } from "./hand";
import type { Turn } from "./turn";

/** The codes of cards have more than one letter; this long after one the next begins anew. */
const TYPED_MS = 1200;

export function focusHand(root: RefObject<HTMLElement | null>): void {
    root.current?.querySelector<HTMLElement>('.hand-card[tabindex="0"]')?.focus();
}

export interface KeysProps {
    root: RefObject<HTMLElement | null>;
    /** Whether something lies over the table that has the keys for itself. */
    covered: boolean;
    turn: Turn;
    cards: Held[];
    onCard: (card: Held) => void;
    /** What can be done by a key now; null where it cannot. */
    onSort: (() => void) | null;
    onHint: (() => void) | null;
    onNext: (() => void) | null;
}

export function useKeys(props: KeysProps): void {
    const typed = useRef({ text: "", at: 0 });
    const keys = useRef<(event: KeyboardEvent) => void>(() => {});
    keys.current = (event) => {
        const { turn, cards } = props;
        const { asked, choosing } = turn;
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || props.covered) return;
        if (target.closest("input, textarea, select, dialog")) return;
        const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
        if (key === "Escape" && choosing) {
            turn.cancel();
            focusHand(props.root);
            return;
        }
        if (asked) {
            const value = asked.values.find((one, i) => answerKey(asked.part, one, i) === key);
            if (value !== undefined) {
                event.preventDefault();
                turn.answer(value);
            }
            return;
        }
        if (choosing) return;
        if (typed.current.text === "" || event.timeStamp - typed.current.at > TYPED_MS) {
            typed.current.text = "";
            const pressed = onButtons(turn.commands).find(({ verb }) => KEYS[verb] === key);
            if (pressed) {
                event.preventDefault();
                void turn.act(pressed.text, null);
                return;
            }
            const own = { S: props.onSort, H: props.onHint, N: props.onNext }[key];
            if (own) return own();
            if ((key === "ArrowLeft" || key === "ArrowRight") && !target.closest(".hand")) {
                event.preventDefault();
                focusHand(props.root);
                return;
            }
        }
        if (key.length !== 1 || !/[A-Z0-9]/.test(key)) return;
        typed.current = { text: typed.current.text + key, at: event.timeStamp };
        const card = cards.find((one) => one.face === typed.current.text);
        if (card) {
            typed.current.text = "";
            event.preventDefault();
            props.onCard(card);
        } else if (!cards.some((one) => one.face.startsWith(typed.current.text)))
            typed.current.text = "";
    };
    useEffect(() => {
        const listener = (event: KeyboardEvent) => keys.current(event);
        addEventListener("keydown", listener);
        return () => removeEventListener("keydown", listener);
    }, []);
}

/** A control that is gone must not take the focus with it. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
    const had = useRef(false);
    useLayoutEffect(() => {
        if (document.activeElement === document.body && had.current) focusHand(root);
    });
    useEffect(() => {
        const element = root.current;
        const note = (event: FocusEvent) => {
            const at = event.target as HTMLElement;
            had.current = at.matches?.(":focus-visible") && !!element?.contains(at);
        };
        addEventListener("focusin", note);
        return () => removeEventListener("focusin", note);
    }, []);
}
