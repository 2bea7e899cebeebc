// SPDX-License-Identifier: MIT
// table_view.tsx: a match as one of its players, or a spectator, sees it. It shows the view, the events and the actions
// that the house gives, and sends one of these actions back; it knows no rule.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table } from "../connection/fold";
import { tableTitle, useGame } from "../connection/games";
import { useHouse } from "../connection/house";
import { type Preferences, usePreference } from "../device";
import { Connection, useTitle } from "../frame";
import { FriendsPart } from "../friends/friends_part";
import { sit } from "../lobby/sit";
import type { Room, View } from "../messages";
import { navigate } from "../route";
import { useWords } from "../words/words";
import { useCommandWords } from "./acts";
import { CardTip, useTip } from "./card_tip";
import { listFact, numberFact, over } from "./facts";
import { goalOf } from "./goal";
import { type Held, sorted, useHeld } from "./hand";
import { focusHand, useKeptFocus, useKeys } from "./keyboard";
import { Middle } from "./middle";
import { useMoving } from "./moving";
import { Notices } from "./notices";
import { OwnChip } from "./own_chip";
import { OwnPlace } from "./own_place";
import { RoundEnd } from "./round_end";
import { Clock, nameOf, Seat, turnLimit, useSeatWords } from "./seats";
import { Sentence } from "./sentence";
import { playSound } from "./sounds";
import { Story } from "./story";
import { TableBar } from "./table_bar";
import { type SheetName, TableSheet } from "./table_sheet";
import { Tips } from "./tips";
import { useBubbles, usePossible } from "./told";
import { useTurn } from "./turn";
import { Watching } from "./watching";

/** So long the last card of a round is seen before the end is told. */
const END_MS = 900;
const SORTS: Preferences["sort"][] = ["color", "value", "arrival"];
const NO_CARDS: string[] = [];

/** Whether the end of a round or match is told by now. */
function useEnded(view: View, seat: number | null): boolean {
    const end = over(view);
    const [ended, setEnded] = useState(end !== null);
    useEffect(() => {
        if (!end) {
            setEnded(false);
            return;
        }
        if (end === "match" && seat !== null && listFact(view, "match_winners").includes(seat))
            playSound("win");
        const timer = setTimeout(() => setEnded(true), END_MS);
        return () => clearTimeout(timer);
    }, [end]);
    return end !== null && ended;
}

interface TableViewProps {
    table: Table;
    room: Room;
    /** What is shown of it. */
    view: View;
    /** Whether that is the table of some turns ago, with all hands; null where there is none. */
    open: boolean | null;
    onOpen: (open: boolean) => void;
}

export function TableView({ table, room, view, open, onOpen }: TableViewProps) {
    const say = useWords();
    const house = useHouse();
    const game = useGame(room.game);
    const root = useRef<HTMLElement>(null);
    const layer = useRef<HTMLDivElement>(null);
    const [sort, setSort] = usePreference("sort");
    const [helper] = usePreference("helper");
    const [sheet, setSheet] = useState<SheetName | null>(null);
    const { tip, show } = useTip();
    const bubbles = useBubbles(table);
    const words = useCommandWords(game, table);
    const turn = useTurn(table, view);

    const { seat } = table;
    const held = useHeld((seat === null ? null : view.hands[seat]?.cards) ?? NO_CARDS);
    const cards = useMemo(() => sorted(held, sort, game), [held, sort, game]);
    const { mine, commands } = turn;
    const end = over(view);
    const ended = useEnded(view, seat);
    const goal = goalOf(game, view, room.rules);
    const has_discards = view.piles.some((pile) => pile.name === "discards");
    const possible = usePossible(table, helper && has_discards && seat !== null && !end);
    const own = useSeatWords(table, seat ?? 0, goal);
    const title = tableTitle(room.title, game);
    const hints = !/\bhints=false\b/.test(room.settings);
    useTitle(title);
    /* What happens now does not move the cards of then. */
    const beforeMove = useMoving(root, layer, open ? null : table.moment, view, sort);

    function chooseCard(card: Held) {
        show(null, null, "hover");
        turn.chooseCard(card);
    }

    function cancel() {
        turn.cancel();
        focusHand(root);
    }

    function sortNext() {
        beforeMove();
        setSort(SORTS[(SORTS.indexOf(sort) + 1) % SORTS.length] ?? "color");
    }

    function leave() {
        if (seat !== null) void turn.ask(house.request({ op: "leave", table: table.code }));
        navigate("/");
    }

    useKeys({
        root,
        covered: sheet !== null,
        turn,
        cards,
        onCard: chooseCard,
        onSort: has_discards ? null : sortNext,
        onHint: hints ? turn.advise : null,
        onNext: room.asks === "next" || room.asks === "rematch" ? turn.agree : null,
    });
    useKeptFocus(root);

    const count = view.hands.length;
    const others = Array.from({ length: count }, (_, i) =>
        seat === null ? i : (seat + 1 + i) % count,
    );
    if (seat !== null) others.pop();
    const my_turn = seat !== null && numberFact(view, "turn") === seat && !end;
    const limit = turnLimit(room);
    const clock =
        my_turn && limit !== null && table.deadline_ms !== null ? (
            <Clock deadline_ms={table.deadline_ms} limit={limit} />
        ) : null;
    const draw = commands.find((command) => command.verb === "draw");
    const asked = turn.asked;
    const tips = (
        <Tips
            game={room.game}
            now={{
                my_turn: mine,
                can_play: turn.playable.size > 0,
                can_draw: draw !== undefined,
                can_call: commands.some((command) => command.verb === "uno"),
                asks: asked?.part ?? null,
                somebody_safe:
                    listFact(view, "protected").length > 0 || listFact(view, "out").length > 0,
                over: ended,
            }}
        />
    );

    return (
        <div class="table-page">
            <TableBar
                table={table}
                room={room}
                view={view}
                game={game}
                title={title}
                goal={goal}
                sheet={sheet}
                onSheet={setSheet}
            />
            <Connection />
            <main
                id="content"
                ref={root}
                tabIndex={-1}
                class={`table game-${room.game} ${ended ? "ended" : ""} ${open ? "open-hands" : ""}`}
                onPointerOver={(event) => {
                    const at = (event.target as HTMLElement).closest<HTMLElement>("[data-face]");
                    if (event.pointerType !== "mouse" || at?.dataset.own) return;
                    show(at?.dataset.face ?? null, at, "hover");
                }}
            >
                <h1 class="only-heard">{title}</h1>
                <ul
                    class={`seats of-${others.length} ${others.length > 5 ? "many" : ""}`}
                    aria-label={say("players")}
                >
                    {others.map((one) => (
                        <Seat
                            key={one}
                            table={{ ...table, view }}
                            seat={one}
                            goal={goal}
                            bubble={bubbles.get(one) ?? null}
                            possible={possible?.[one] ?? null}
                            onChoose={
                                asked?.part === "target" && asked.values.includes(String(one))
                                    ? () => turn.answer(String(one))
                                    : null
                            }
                        />
                    ))}
                    {seat !== null && (
                        <OwnChip
                            view={view}
                            seat={seat}
                            own={own}
                            my_turn={my_turn}
                            has_discards={has_discards}
                            clock={clock}
                        />
                    )}
                </ul>
                {bubbles.size > 0 && (
                    <div class="bubble-row" aria-hidden="true">
                        {[...bubbles].map(([one, text]) => (
                            <p key={one}>
                                <b>{nameOf(room, one)}</b> {text}
                            </p>
                        ))}
                    </div>
                )}
                {ended ? (
                    <RoundEnd
                        table={table}
                        view={view}
                        goal={goal}
                        onAgree={turn.agree}
                        onLeave={leave}
                    >
                        {tips}
                    </RoundEnd>
                ) : (
                    <Middle
                        view={view}
                        onDraw={draw && !turn.sent ? () => void turn.act(draw.text, null) : null}
                    />
                )}
                <div class="lower">
                    {!ended && tips}
                    {house.between(table.code) && <FriendsPart part="Change" code={table.code} />}
                    {house.between(table.code) === "friend" && (
                        <FriendsPart part="Found" code={table.code} />
                    )}
                    <Notices
                        room={room}
                        view={view}
                        seat={seat}
                        onAgree={turn.agree}
                        onReturn={() => turn.ask(sit(house, table.code))}
                    />
                    <Sentence
                        table={table}
                        room={room}
                        view={view}
                        then={open === true}
                        game={game}
                        turn={turn}
                        words={words}
                    />
                    {seat === null ? (
                        <Watching room={room} open={open} onOpen={onOpen} />
                    ) : (
                        <OwnPlace
                            game={game}
                            room={room}
                            view={view}
                            seat={seat}
                            own={own}
                            my_turn={my_turn}
                            has_discards={has_discards}
                            clock={clock}
                            bubble={bubbles.get(seat) ?? null}
                            turn={turn}
                            words={words}
                            cards={cards}
                            sort={sort}
                            hints={hints}
                            onCard={chooseCard}
                            onCancel={cancel}
                            onSort={sortNext}
                            onTip={show}
                        />
                    )}
                </div>
                {tip && !turn.choosing && !asked && !end && (
                    <CardTip tip={tip} game={game} rules={room.rules} />
                )}
                <div class="flights" ref={layer} aria-hidden="true" />
            </main>
            <aside class="side" aria-label={say("story")}>
                <Story table={table} />
            </aside>
            {sheet && (
                <TableSheet
                    sheet={sheet}
                    onSheet={setSheet}
                    table={table}
                    room={room}
                    game={game}
                    title={title}
                    helps={has_discards}
                    onAsk={turn.ask}
                />
            )}
        </div>
    );
}
