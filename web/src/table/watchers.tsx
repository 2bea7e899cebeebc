// SPDX-License-Identifier: MIT
// watchers.tsx: who looks on: by name those who have said one, and how many others there are.
import type { Room } from "../messages";
import { useWords } from "../words/words";

export function Watchers({ room }: { room: Room }) {
    const say = useWords();
    const names = room.watcher_names ?? [];
    const others = Math.max(0, room.watchers - names.length);
    if (names.length + others === 0) return null;
    return (
        <div class="watchers small">
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M2 12c4-8 16-8 20 0-4 8-16 8-20 0z" />
                <circle cx="12" cy="12" r="3" />
            </svg>
            <ul aria-label={say("watchers")}>
                {names.map((name, i) => (
                    <li key={`${i} ${name}`}>{name}</li>
                ))}
                {others > 0 && (
                    <li class="dim">
                        {say(names.length > 0 ? "watchers_more" : "watching", { count: others })}
                    </li>
                )}
            </ul>
        </div>
    );
}
