// SPDX-License-Identifier: MIT
// tips.tsx: the first table of a game explains itself, in five small steps, each at the moment when it matters.
import { useEffect, useState } from "preact/hooks";
import { usePreference } from "../device";
import { type Key, useWords } from "../words/words";

/** What is going on, as far as a tip may depend on it. */
export interface Moment {
    my_turn: boolean;
    can_play: boolean;
    can_draw: boolean;
    can_call: boolean;
    asks: string | null;
    somebody_safe: boolean;
    over: boolean;
}

interface Lesson {
    key: Key;
    when: (now: Moment) => boolean;
}

const LESSONS: Record<string, Lesson[]> = {
    shed: [
        { key: "tip_shed_play", when: (now) => now.my_turn && now.can_play && !now.asks },
        { key: "tip_shed_draw", when: (now) => now.my_turn && !now.can_play && now.can_draw },
        { key: "tip_shed_color", when: (now) => now.asks === "color" },
        { key: "tip_shed_uno", when: (now) => now.can_call },
        { key: "tip_shed_points", when: (now) => now.over },
    ],
    two: [
        { key: "tip_two_play", when: (now) => now.my_turn && now.can_play && !now.asks },
        { key: "tip_two_target", when: (now) => now.asks === "target" },
        { key: "tip_two_guess", when: (now) => now.asks === "guess" },
        { key: "tip_two_safe", when: (now) => now.somebody_safe && !now.asks },
        { key: "tip_two_tokens", when: (now) => now.over },
    ],
};

export function Tips({ game, now }: { game: string; now: Moment }) {
    const say = useWords();
    const [taught, setTaught] = usePreference("taught");
    const [shown, setShown] = useState<Key | null>(null);
    const lessons = LESSONS[game] ?? [];
    const all = taught.includes(game);
    const due = all
        ? undefined
        : lessons.find((lesson) => !taught.includes(lesson.key) && lesson.when(now));
    const current = lessons.find((lesson) => lesson.key === shown);

    useEffect(() => {
        /* A tip stays while its moment lasts; one whose moment has passed was seen. */
        if (shown && current && !current.when(now)) {
            setTaught([...taught, shown]);
            setShown(null);
        } else if (!shown && due) setShown(due.key);
    });
    if (!shown || all) return null;
    const step = lessons.findIndex((lesson) => lesson.key === shown) + 1;
    return (
        <aside class="tip" aria-label={say("tip_of", { step, steps: lessons.length })}>
            <p role="status">{say(shown)}</p>
            <div class="tip-end">
                <span class="dim small">{say("tip_of", { step, steps: lessons.length })}</span>
                <button
                    type="button"
                    class="button small quiet"
                    onClick={() => {
                        setShown(null);
                        setTaught([...taught, game]);
                    }}
                >
                    {say("skip_tour")}
                </button>
                <button
                    type="button"
                    class="button small"
                    onClick={() => {
                        setTaught([...taught, shown]);
                        setShown(null);
                    }}
                >
                    {say("got_it")}
                </button>
            </div>
        </aside>
    );
}
