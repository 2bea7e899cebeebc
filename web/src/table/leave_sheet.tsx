// SPDX-License-Identifier: MIT
// leave_sheet.tsx: the question before one leaves a table. The host of one between friends is asked who shall go on with it.
import { useHouse } from "../connection/house";
import { Sheet } from "../frame";
import { FriendsPart } from "../friends/friends_part";
import { useWords } from "../words/words";

/** A question with what is done if the answer is yes. */
export function Question(props: {
    text: string;
    yes: string;
    onYes: () => void;
    onNo: () => void;
}) {
    const say = useWords();
    return (
        <>
            <p>{props.text}</p>
            <div class="buttons">
                <button type="button" class="button main" onClick={props.onYes}>
                    {props.yes}
                </button>
                <button type="button" class="button" onClick={props.onNo}>
                    {say("cancel")}
                </button>
            </div>
        </>
    );
}

export function LeaveSheet(props: { code: string; onClose: () => void; onLeave: () => void }) {
    const say = useWords();
    const hosts = useHouse().between(props.code) === "host";
    return (
        <Sheet title={say("leave_table")} onClose={props.onClose}>
            {hosts && <FriendsPart part="LeaveTo" code={props.code} />}
            <Question
                text={say(hosts ? "friends_leave_sure" : "leave_sure")}
                yes={say("leave_table")}
                onNo={props.onClose}
                onYes={() => {
                    props.onClose();
                    props.onLeave();
                }}
            />
        </Sheet>
    );
}
