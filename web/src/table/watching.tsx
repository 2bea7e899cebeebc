// SPDX-License-Identifier: MIT
// watching.tsx: what stands where others have their hand, for somebody who looks on: that they do, and what they look at.
import { Switch } from "../frame";
import type { Room } from "../messages";
import { useWords } from "../words/words";

interface WatchingProps {
    room: Room;
    /** Whether all hands are shown, as they were some turns ago; null where they are never shown. */
    open: boolean | null;
    onOpen: (open: boolean) => void;
}

export function Watching({ room, open, onOpen }: WatchingProps) {
    const say = useWords();
    const late = /\bwatch=late\b/.test(room.settings);
    const turns = Number(/\blate_turns=(\d+)/.exec(room.settings)?.[1] ?? 8);
    return (
        <div class="watching">
            <p>{say(late && open === null ? "you_watch_soon" : "you_watch", { turns })}</p>
            {open !== null && room.stage === "playing" && (
                <Switch label={say("watch_late", { turns })} checked={open} onChange={onOpen} />
            )}
        </div>
    );
}
