// SPDX-License-Identifier: MIT
// table_sheet.tsx: what lies over a table when it is asked for: the story on small screens, the menu, the invitation,
// and the questions before one leaves or ends a match.
import type { Table } from "../connection/fold";
import type { Game } from "../connection/games";
import { useHouse } from "../connection/house";
import { usePreference } from "../device";
import { Choice, Sheet, Switch } from "../frame";
import { FriendsPart } from "../friends/friends_part";
import { Invitation } from "../lobby/invitation";
import { RulesSummary } from "../lobby/waiting_room";
import type { Room } from "../messages";
import { navigate } from "../route";
import { useWords } from "../words/words";
import { LeaveSheet, Question } from "./leave_sheet";
import { Story } from "./story";
import { Watchers } from "./watchers";

export type SheetName = "story" | "menu" | "invite" | "leave" | "end";

interface TableSheetProps {
    sheet: SheetName;
    onSheet: (sheet: SheetName | null) => void;
    table: Table;
    room: Room;
    game: Game | null;
    title: string;
    /** Whether this game can say which cards are still possible. */
    helps: boolean;
    /** Asks the house, and shows why if it refuses. */
    onAsk: (what: Promise<unknown>) => void;
}

function Menu({ table, room, game, helps, onSheet }: TableSheetProps) {
    const say = useWords();
    const house = useHouse();
    const [sort, setSort] = usePreference("sort");
    const [helper, setHelper] = usePreference("helper");
    const seated = table.seat !== null;
    return (
        <>
            <p class="mono invitation-code">
                {table.code.slice(0, 3)} {table.code.slice(3)}
            </p>
            <Watchers room={room} />
            <Choice
                label={say("sort")}
                name="sort"
                value={sort}
                values={[
                    { value: "color", text: say("sort_color") },
                    { value: "value", text: say("sort_value") },
                    { value: "arrival", text: say("sort_arrival") },
                ]}
                onChange={setSort}
            />
            {helps && <Switch label={say("helper")} checked={helper} onChange={setHelper} />}
            <section>
                <h3>{say("rules_of_table")}</h3>
                <RulesSummary room={room} game={game} />
            </section>
            {house.between(table.code) && (
                <FriendsPart part="HostCan" code={table.code} onDone={() => onSheet(null)} />
            )}
            <div class="buttons">
                {house.invitation(table.code) !== null && (
                    <button type="button" class="button" onClick={() => onSheet("invite")}>
                        {say("invite")}
                    </button>
                )}
                {seated && room.host === table.seat && room.stage === "playing" && (
                    <button type="button" class="button" onClick={() => onSheet("end")}>
                        {say("propose_end")}
                    </button>
                )}
                {seated && (
                    <button type="button" class="button" onClick={() => onSheet("leave")}>
                        {say("leave_table")}
                    </button>
                )}
            </div>
        </>
    );
}

export function TableSheet(props: TableSheetProps) {
    const say = useWords();
    const house = useHouse();
    const { sheet, table } = props;
    const close = () => props.onSheet(null);
    switch (sheet) {
        case "story":
            return (
                <Sheet title={say("story")} class="story-sheet" onClose={close}>
                    <Story table={table} />
                </Sheet>
            );
        case "invite":
            return (
                <Sheet key={sheet} title={say("invite")} onClose={close}>
                    <Invitation code={table.code} />
                </Sheet>
            );
        case "menu":
            return (
                <Sheet key={sheet} title={props.title} onClose={close}>
                    <Menu {...props} />
                </Sheet>
            );
        case "leave":
            return (
                <LeaveSheet
                    key={sheet}
                    code={table.code}
                    onClose={close}
                    onLeave={() => {
                        props.onAsk(house.request({ op: "leave", table: table.code }));
                        navigate("/");
                    }}
                />
            );
        case "end":
            return (
                <Sheet key={sheet} title={say("propose_end")} onClose={close}>
                    <Question
                        text={say("end_sure")}
                        yes={say("agree_end")}
                        onNo={close}
                        onYes={() => {
                            close();
                            props.onAsk(house.request({ op: "end", table: table.code }));
                        }}
                    />
                </Sheet>
            );
    }
}
