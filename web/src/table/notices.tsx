// SPDX-License-Identifier: MIT
// notices.tsx: what a table as a whole waits for, above the sentence: somebody who is away, or the end that was proposed.
import type { Room } from "../messages";
import { useWords } from "../words/words";

interface NoticesProps {
    room: Room;
    seat: number | null;
    onAgree: () => void;
}

export function Notices({ room, seat, onAgree }: NoticesProps) {
    const say = useWords();
    const away = room.seats.flatMap((sitter) => (sitter.away ? [sitter.name ?? ""] : []));
    return (
        <>
            {room.asks === "go_on" && (
                <div class="notice" role="status">
                    {say("table_paused", { names: away.join(", ") })}
                    {seat !== null && (
                        <button type="button" class="button small" onClick={onAgree}>
                            {say("go_on_without")}
                        </button>
                    )}
                </div>
            )}
            {room.asks === "end" && seat !== null && !room.seats[seat]?.wants_end && (
                <div class="notice" role="status">
                    {say("end_proposed")}
                    <button type="button" class="button small" onClick={onAgree}>
                        {say("agree_end")}
                    </button>
                </div>
            )}
        </>
    );
}
