// SPDX-License-Identifier: MIT
// round_end.tsx: the end of a round or of the match: every hand, how the points came about, and what comes next.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Card } from "../cards/cards";
import type { Table } from "../connection/fold";
import { cardRow, useGame } from "../connection/games";
import { useHouse } from "../connection/house";
import { FriendsPart } from "../friends/friends_part";
import type { View } from "../messages";
import { Link } from "../route";
import { useWords } from "../words/words";
import { listFact, over, scoresOf } from "./facts";
import { nameOf } from "./seats";

/** Without a goal the round was the match, and a total says nothing. */
function Hands({ table, view, goal }: { table: Table; view: View; goal: number | null }) {
    const say = useWords();
    const game = useGame(view.game);
    const scores = scoresOf(view);
    const winners = listFact(view, "round_winners");
    const out = listFact(view, "out");
    const order = view.hands.map((_, seat) => seat);
    if (scores)
        order.sort(
            (a, b) =>
                Number(winners.includes(b)) - Number(winners.includes(a)) ||
                (scores.values[b] ?? 0) - (scores.values[a] ?? 0),
        );
    /* What the winner gains is what the others hold; the event says so. */
    const gained = new Map(
        (table.moment?.events ?? []).flatMap((event) =>
            event.event === "round_won" && event.seat !== undefined && Number(event.value) > 0
                ? [[event.seat, Number(event.value)] as const]
                : [],
        ),
    );
    const points = (seat: number) =>
        (view.hands[seat]?.cards ?? []).reduce(
            (sum, face) => sum + (cardRow(game, face)?.points ?? 0),
            0,
        );
    const known = (seat: number) =>
        (view.hands[seat]?.cards?.length ?? 0) === (view.hands[seat]?.count ?? 0);
    return (
        <table class="end-hands">
            <thead>
                <tr>
                    <th scope="col" class="only-heard">
                        {say("players")}
                    </th>
                    <th scope="col">{say("hand_left")}</th>
                    {scores?.kind === "points" && <th scope="col">{say("in_hand")}</th>}
                    {scores && goal !== null && <th scope="col">{say("total")}</th>}
                </tr>
            </thead>
            <tbody>
                {order.map((seat) => {
                    const hand = view.hands[seat];
                    return (
                        <tr key={seat} class={winners.includes(seat) ? "won" : undefined}>
                            <th scope="row">
                                {seat === table.seat ? say("you_name") : nameOf(table.room, seat)}
                            </th>
                            <td>
                                <span class="end-cards">
                                    {hand?.cards && hand.cards.length > 0 && (
                                        <span class="end-fan">
                                            {hand.cards.map((face, i) => (
                                                <span
                                                    key={`${face}${i}`}
                                                    class="end-card"
                                                    data-face={face}
                                                    role="img"
                                                    aria-label={cardRow(game, face)?.name ?? face}
                                                >
                                                    <Card game={view.game} face={face} />
                                                </span>
                                            ))}
                                        </span>
                                    )}
                                    {hand && !known(seat) && (
                                        <span class="dim small">
                                            {say("cards_count", { count: hand.count })}
                                        </span>
                                    )}
                                    {hand?.count === 0 && <span class="dim small">–</span>}
                                    {out.includes(seat) && (
                                        <span class="tag quiet">{say("out_of_round")}</span>
                                    )}
                                </span>
                            </td>
                            {scores?.kind === "points" && (
                                <td class={gained.has(seat) ? "number gained" : "number"}>
                                    {gained.has(seat)
                                        ? `+${gained.get(seat)}`
                                        : known(seat)
                                          ? points(seat)
                                          : ""}
                                </td>
                            )}
                            {scores && goal !== null && (
                                <td class="number">
                                    <b>{scores.values[seat]}</b>
                                    <span class="dim"> / {goal}</span>
                                </td>
                            )}
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

export function RoundEnd(props: {
    table: Table;
    view: View;
    goal: number | null;
    onAgree: () => void;
    onLeave: () => void;
    children: ComponentChildren;
}) {
    const say = useWords();
    const house = useHouse();
    const { table, view } = props;
    const main = useRef<HTMLButtonElement>(null);
    const what = over(view);
    const seated = table.seat !== null;
    const asks = table.room?.asks;
    const agreed = seated && table.room?.seats[table.seat ?? 0]?.agreed === true;
    useEffect(() => {
        /* Whoever was at the cards goes on with the key that played them; a person who writes is left alone. */
        const at = document.activeElement;
        if (!at || at === document.body || at.closest(".table"))
            main.current?.focus({ preventScroll: true });
    }, []);
    const winners = listFact(view, what === "match" ? "match_winners" : "round_winners");
    const names = winners.map((seat) => nameOf(table.room, seat));
    const title =
        winners.length === 0
            ? say("no_winner")
            : winners.length === 1
              ? winners[0] === table.seat
                  ? say(what === "match" ? "you_won" : "you_won_round")
                  : say(what === "match" ? "won_by" : "won_round_by", { name: names[0] ?? "" })
              : say("won_together", { names: names.join(", ") });
    return (
        <section
            class={what === "match" ? "round-end match-end" : "round-end"}
            aria-label={say(what === "match" ? "match_over" : "round_over")}
        >
            <p class="dim small">{say(what === "match" ? "match_over" : "round_over")}</p>
            <h2>{title}</h2>
            <Hands table={table} view={view} goal={props.goal} />
            {what === "match" && house.between(table.code) && (
                <FriendsPart part="Verdict" code={table.code} />
            )}
            {props.children}
            <div class="buttons">
                {seated && (asks === "next" || asks === "rematch") && (
                    <button
                        type="button"
                        class="button main"
                        ref={main}
                        disabled={agreed}
                        onClick={props.onAgree}
                    >
                        {agreed
                            ? say("next_waits")
                            : say(asks === "next" ? "next_round" : "rematch")}
                        {!agreed && <kbd>N</kbd>}
                    </button>
                )}
                {table.match_id && (
                    <Link href={`/r/${table.match_id}`} class="button">
                        {say("replay")}
                    </Link>
                )}
                {what === "match" && (
                    <button type="button" class="button quiet" onClick={props.onLeave}>
                        {say("to_lobby")}
                    </button>
                )}
            </div>
        </section>
    );
}
