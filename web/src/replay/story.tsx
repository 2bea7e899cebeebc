// SPDX-License-Identifier: MIT
/*
 * story.tsx: what happened, as sentences, up to the moment that is shown: whoever looks on as it
 * was seen then is not told how it ends. With all hands open it is told to the end.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../words/words";
import type { Eyes, Film } from "./film";

/* So long may telling keep the page from anything else. */
const SLICE_MS = 8;

/** The sentences of every stop as they become known: the engine tells them a few at a time. */
function useTold(film: Film, eyes: Eyes, language: string): string[][] {
    const [told, setTold] = useState<string[][]>([]);
    useEffect(() => {
        const says: string[][] = [];
        let timer = 0;
        const go = () => {
            const began = performance.now();
            while (says.length <= film.last && performance.now() - began < SLICE_MS)
                says.push(film.moment(says.length, eyes, language).says);
            setTold([...says]);
            if (says.length <= film.last) timer = window.setTimeout(go, 0);
        };
        go();
        return () => clearTimeout(timer);
    }, [film, eyes, language]);
    return told;
}

interface StoryProps {
    film: Film;
    eyes: Eyes;
    index: number;
    language: string;
    onGo: (index: number) => void;
}

export function Story(props: StoryProps) {
    const { film, index } = props;
    const say = useWords();
    const told = useTold(film, props.eyes, props.language);
    const list = useRef<HTMLOListElement>(null);
    const shown = props.eyes === "open" ? told : told.slice(0, index + 1);

    useEffect(() => {
        const box = list.current;
        const now = box?.querySelector<HTMLElement>("[aria-current]");
        if (!box || !now) return;
        const top = now.offsetTop;
        if (top < box.scrollTop || top + now.offsetHeight > box.scrollTop + box.clientHeight)
            box.scrollTop = top - box.clientHeight + now.offsetHeight + 24;
    }, [index, shown.length]);
    return (
        <ol class="film-story" ref={list}>
            {shown.map((says, stop) => {
                const round = film.stops[stop]?.round ?? 0;
                const begins = round !== (film.stops[stop - 1]?.round ?? 0);
                if (says.length === 0 && !begins) return null;
                return (
                    <li key={stop} class={begins ? "film-round" : ""}>
                        {begins && <h2>{say("round_number", { number: round })}</h2>}
                        {says.length > 0 && (
                            <button
                                type="button"
                                class="film-line"
                                aria-current={stop === index ? "step" : undefined}
                                onClick={() => props.onGo(stop)}
                            >
                                {says.join(" ")}
                            </button>
                        )}
                    </li>
                );
            })}
        </ol>
    );
}
