// SPDX-License-Identifier: MIT
// story.tsx: what happened at the table, for looking back, and what people say to each other.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { LINE_BYTES_MAX, typed } from "../bounded";
import type { Line, Table } from "../connection/fold";
import { useHouse } from "../connection/house";
import { memo } from "../memo";
import { useWords } from "../words/words";
import { Watchers } from "./watchers";

/** Whether this person may write here, as the settings of the table say. */
function mayWrite(table: Table): boolean {
    const chat = /\bchat=(\w+)/.exec(table.room?.settings ?? "")?.[1] ?? "all";
    return chat === "all" || (chat === "players" && table.seat !== null);
}

const StoryLine = memo(({ line, me }: { line: Line; me: number | null }) => {
    const say = useWords();
    if (line.kind === "round")
        return <li class="telling-round">{say("round_number", { number: line.text })}</li>;
    if (line.kind === "chat")
        return (
            <li
                class={
                    line.seat !== undefined && line.seat === me
                        ? "telling-chat mine"
                        : "telling-chat"
                }
            >
                <b>{line.name ?? say("spectator")}</b> {line.text}
            </li>
        );
    return <li class={line.kind === "note" ? "telling-note" : undefined}>{line.text}</li>;
});

export function Story({ table }: { table: Table }) {
    const say = useWords();
    const house = useHouse();
    const list = useRef<HTMLOListElement>(null);
    const stays = useRef(true);
    const [text, setText] = useState("");
    const [why, setWhy] = useState("");
    const last = table.story.at(-1)?.key;

    useLayoutEffect(() => {
        const element = list.current;
        if (element && stays.current) element.scrollTop = element.scrollHeight;
    }, [last]);
    useEffect(() => {
        const element = list.current;
        if (element) element.scrollTop = element.scrollHeight;
    }, []);

    const lines = useMemo(
        () => table.story.map((line) => <StoryLine key={line.key} line={line} me={table.seat} />),
        [table.story, table.seat],
    );

    async function speak(words: string) {
        if (!words.trim()) return;
        setWhy("");
        try {
            await house.request({ op: "chat", table: table.code, text: words.trim() });
            setText("");
        } catch (error) {
            setWhy(error instanceof Error ? error.message : String(error));
        }
    }
    const quick = [say("quick_nice"), say("quick_ouch"), say("quick_haha"), say("quick_gg")];
    return (
        <div class="telling">
            <h2>{say("story")}</h2>
            {table.room && <Watchers room={table.room} />}
            <ol
                ref={list}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with keys.
                tabIndex={0}
                aria-label={say("story")}
                onScroll={(event) => {
                    const element = event.currentTarget;
                    stays.current =
                        element.scrollHeight - element.scrollTop - element.clientHeight < 40;
                }}
            >
                {lines}
            </ol>
            {mayWrite(table) && (
                <>
                    {/* biome-ignore lint/a11y/useSemanticElements: a few buttons, no form. */}
                    <div class="quick" role="group" aria-label={say("reactions")}>
                        {quick.map((words) => (
                            <button
                                type="button"
                                key={words}
                                class="quick-word"
                                onClick={() => speak(words)}
                            >
                                {words}
                            </button>
                        ))}
                    </div>
                    <form
                        class="chat"
                        onSubmit={(event) => {
                            event.preventDefault();
                            void speak(text);
                        }}
                    >
                        <input
                            class="field"
                            type="text"
                            value={text}
                            placeholder={say("say_something")}
                            aria-label={say("say_something")}
                            autocomplete="off"
                            onInput={(event) => setText(typed(event, LINE_BYTES_MAX))}
                        />
                        <button type="submit" class="icon-button" aria-label={say("send")}>
                            <svg viewBox="0 0 24 24" aria-hidden="true">
                                <path d="M4 12h15M13 6l6 6-6 6" />
                            </svg>
                        </button>
                    </form>
                    {why && (
                        <p class="bad small" role="alert">
                            {why}
                        </p>
                    )}
                </>
            )}
        </div>
    );
}
