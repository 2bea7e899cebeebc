// SPDX-License-Identifier: MIT
/* people_page.tsx: the best players of each game, and what each of them has reached. */
import { useEffect, useState } from "preact/hooks";
import { shortTitle, useGames } from "../connection/games";
import { Refused, useHouse } from "../connection/house";
import { Page, Sheet } from "../frame";
import type { GameRow, LeaderRow } from "../messages";
import { Link, navigate, usePlace } from "../route";
import { useStore } from "../store";
import { useWords } from "../words/words";
import { GameFigures } from "./figures";
import { Axis, scaleOf, Whisker } from "./plots";

const PAGE = 50;

type Board = { rows: LeaderRow[]; more: boolean } | null;

function useLeaders(game: string): { board: Board; why: string; more: () => void } {
    const house = useHouse();
    const [board, setBoard] = useState<Board>(null);
    const [why, setWhy] = useState("");

    async function ask(first: number, before: LeaderRow[]) {
        try {
            const { rows } = await house.request({ op: "leaders", game, first });
            setBoard({ rows: [...before, ...rows], more: rows.length === PAGE });
            setWhy("");
        } catch (problem) {
            if (problem instanceof Refused) setWhy(problem.message);
        }
    }
    const status = useStore(house.status);
    useEffect(() => {
        if (status === "up") void ask(0, []);
    }, [game, status]);
    return {
        board,
        why,
        more: () => board && void ask(board.rows.length, board.rows),
    };
}

function PersonSheet(props: { guest: string; name: string; onClose: () => void }) {
    const house = useHouse();
    const say = useWords();
    const [rows, setRows] = useState<GameRow[] | null>(null);

    useEffect(() => {
        house.request({ op: "statistics", guest: props.guest }).then(
            (told) => setRows(told.rows),
            () => setRows([]),
        );
    }, [house, props.guest]);
    return (
        <Sheet title={props.name} onClose={props.onClose} class="person">
            {rows === null && <p class="dim">{say("loading")}</p>}
            {rows?.map((row) => (
                <GameFigures key={row.game} row={row} />
            ))}
        </Sheet>
    );
}

function Leaders(props: { board: NonNullable<Board>; me: string; more: () => void }) {
    const say = useWords();
    const [person, setPerson] = useState<LeaderRow | null>(null);
    const { rows } = props.board;
    const scale = scaleOf(rows);

    return (
        <>
            <table class="leaders">
                <thead>
                    <tr>
                        <th scope="col" class="leaders-place">
                            <span class="only-heard">{say("people_rank")}</span>
                        </th>
                        <th scope="col">{say("people_name")}</th>
                        <th scope="col" class="leaders-rating">
                            {say("people_rating")}
                        </th>
                        <th scope="col" class="leaders-plot">
                            <span class="only-heard">{say("people_rating")}</span>
                            <Axis scale={scale} />
                        </th>
                        <th scope="col" class="leaders-number">
                            {say("people_wins")}
                        </th>
                        <th scope="col" class="leaders-number leaders-streak">
                            {say("people_streak")}
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row, place) => (
                        <tr key={row.guest} class={row.guest === props.me ? "own" : ""}>
                            <td class="leaders-place dim">{place + 1}</td>
                            <td>
                                <button
                                    type="button"
                                    class="leaders-name"
                                    onClick={() => setPerson(row)}
                                >
                                    {row.name || say("people_nameless")}
                                </button>
                                {row.guest === props.me && (
                                    <span class="tag">{say("people_you")}</span>
                                )}
                            </td>
                            <td class="leaders-rating">
                                <b>{row.rating}</b>
                            </td>
                            <td class="leaders-plot">
                                <Whisker
                                    rating={row.rating}
                                    deviation={row.deviation}
                                    scale={scale}
                                    own={row.guest === props.me}
                                    label={say("people_sure", {
                                        rating: row.rating,
                                        deviation: row.deviation,
                                    })}
                                />
                            </td>
                            <td class="leaders-number">
                                {row.wins}
                                <span class="dim"> / {row.matches}</span>
                            </td>
                            <td class="leaders-number leaders-streak">{row.best_streak}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {props.board.more && (
                <button type="button" class="button" onClick={props.more}>
                    {say("people_more")}
                </button>
            )}
            {person && (
                <PersonSheet
                    guest={person.guest}
                    name={person.name || say("people_nameless")}
                    onClose={() => setPerson(null)}
                />
            )}
        </>
    );
}

export function PeoplePage() {
    const say = useWords();
    const house = useHouse();
    const { query } = usePlace();
    const welcome = useStore(house.welcome);
    const games = (useGames()?.games ?? []).filter((game) => game.name !== "null");
    const game = query.get("game") ?? "shed";
    const { board, why, more } = useLeaders(game);

    return (
        <Page title={say("people")} class="people">
            <header>
                <h1>{say("people")}</h1>
                <p class="lead">{say("people_about")}</p>
            </header>
            <nav class="choices" aria-label={say("people")}>
                {games.map((one) => (
                    <Link
                        key={one.name}
                        href={`/people?game=${one.name}`}
                        class="button"
                        current={one.name === game}
                    >
                        {shortTitle(one)}
                    </Link>
                ))}
            </nav>
            {why && <p class="bad">{why}</p>}
            {board && board.rows.length > 0 && (
                <div class="panel leaders-panel">
                    <Leaders board={board} me={welcome?.guest ?? ""} more={more} />
                </div>
            )}
            {board && board.rows.length === 0 && (
                <div class="empty">
                    <p>{say("people_none")}</p>
                    <button type="button" class="button main" onClick={() => navigate("/")}>
                        {say("people_first")}
                    </button>
                </div>
            )}
            {!board && !why && <p class="dim">{say("loading")}</p>}
        </Page>
    );
}
