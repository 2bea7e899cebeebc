// SPDX-License-Identifier: MIT
// notices.tsx: what a table as a whole waits for, above the sentence: somebody who is away, or the end that was proposed;
// and that this person has left, with the way back.
import type { Room, View } from "../messages";
import { useWords } from "../words/words";
import { listFact } from "./facts";

interface NoticesProps {
    room: Room;
    view: View;
    seat: number | null;
    onAgree: () => void;
    onReturn: () => void;
}

export function Notices({ room, view, seat, onAgree, onReturn }: NoticesProps) {
    const say = useWords();
    const away = room.seats.flatMap((sitter) => (sitter.away ? [sitter.name ?? ""] : []));
    const out =
        seat !== null && [...listFact(view, "gone"), ...listFact(view, "dropped")].includes(seat);
    const has_left = seat !== null && room.stage === "playing" && room.seats[seat]?.away === true;
    return (
        <>
            {has_left && (
                <div class="notice" role="status">
                    {say(out ? "you_are_out" : "you_have_left")}
                    {!out && (
                        <button type="button" class="button small" onClick={onReturn}>
                            {say("seat_back")}
                        </button>
                    )}
                </div>
            )}
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
