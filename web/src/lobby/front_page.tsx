// SPDX-License-Identifier: MIT
// front_page.tsx: where everybody comes in: one button that seats you, and the other ways to a table.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Card } from "../cards/cards";
import { shortTitle, tableTitle, useGame, useGames } from "../connection/games";
import { calls, useHouse } from "../connection/house";
import { usePreference } from "../device";
import { Choice, Connection, TopBar, useTitle } from "../frame";
import { hostedTable, isHome, keptTables, tableAddress } from "../friends/kept_tables";
import type { MyTable, Row } from "../messages";
import { Link, navigate } from "../route";
import { HOME, useHomeTables } from "../solo/at_home";
import { useStore } from "../store";
import { type Key, useWords } from "../words/words";
import { codeIn, playNow } from "./sit";

const LIST_EVERY_MS = 5000;
/** Games for people, with the cards that stand for them. What is said here is shown until the house has told it. */
const OFFERED: { name: string; title: string; fan: string[] }[] = [
    { name: "shed", title: "Shed", fan: ["R7", "BT", "G5", "Y0", "WF"] },
    { name: "two", title: "Do You Have A Two", fan: ["1", "4", "6", "8"] },
];
const BOTS = ["easy", "fair", "strong"].map((name) => ({ name, sentence: "" }));
const LENGTHS = ["round", "few", "official"].map((name) => ({ name, sentence: "", options: "" }));

function Fan({ game, faces }: { game: string; faces: string[] }) {
    return (
        <span class="fan" aria-hidden="true">
            {faces.map((face) => (
                <span key={face} class="fan-card">
                    <Card game={game} face={face} />
                </span>
            ))}
        </span>
    );
}

function PlayNow() {
    const say = useWords();
    const house = useHouse();
    const games = useGames();
    const [name, setGame] = usePreference("game");
    const [bot, setBot] = usePreference("bot");
    const [opponents, setOpponents] = usePreference("opponents");
    const [length, setLength] = usePreference("length");
    const [busy, setBusy] = useState(false);
    const [why, setWhy] = useState("");
    const game = games?.games.find((one) => one.name === name);
    const most = Math.min(3, (game?.seats_max ?? 4) - 1);

    async function play() {
        if (busy) return;
        setBusy(true);
        setWhy("");
        try {
            const rules = game?.lengths.find((one) => one.name === length)?.options ?? "";
            const code = await playNow(house, name, rules, bot, Math.min(opponents, most));
            navigate(`${house.base}/t/${code}`);
        } catch (error) {
            setWhy(error instanceof Error ? error.message : String(error));
            setBusy(false);
        }
    }
    return (
        <section class="play-now" aria-label={say("play_now")}>
            <fieldset class="games">
                <legend class="only-heard">{say("game")}</legend>
                {OFFERED.map((one) => (
                    <label key={one.name} class="game-one">
                        <input
                            type="radio"
                            name="game"
                            checked={one.name === name}
                            onChange={() => setGame(one.name)}
                        />
                        <span class="game-face">
                            <Fan game={one.name} faces={one.fan} />
                            <b>
                                {shortTitle(
                                    games?.games.find((two) => two.name === one.name) ?? null,
                                    one.title,
                                )}
                            </b>
                        </span>
                    </label>
                ))}
            </fieldset>
            <div class="play-choices">
                <Choice
                    label={say("against")}
                    name="opponents"
                    value={String(Math.min(opponents, most))}
                    values={Array.from({ length: most }, (_, i) => ({
                        value: String(i + 1),
                        text: say("opponents", { count: i + 1 }),
                    }))}
                    onChange={(value) => setOpponents(Number(value))}
                />
                <Choice
                    label={say("strength")}
                    name="bot"
                    value={bot}
                    values={(games?.bots ?? BOTS).map((one) => ({
                        value: one.name,
                        text: say(`bot_${one.name}` as Key) ?? one.name,
                        title: one.sentence,
                    }))}
                    onChange={setBot}
                />
                <Choice
                    label={say("length")}
                    name="length"
                    value={length}
                    values={(game?.lengths ?? LENGTHS).map((one) => ({
                        value: one.name,
                        text: say(`length_${one.name}` as Key) ?? one.name,
                        title: one.sentence,
                    }))}
                    onChange={setLength}
                />
            </div>
            <button
                type="button"
                class="button main play-button"
                disabled={busy || !games}
                onClick={play}
            >
                {say("play_now")}
            </button>
            {house.base === HOME && <p class="dim small play-where">{say("home_deals")}</p>}
            <p class="bad play-why" role="alert">
                {why}
            </p>
        </section>
    );
}

function Join() {
    const say = useWords();
    const [text, setText] = useState("");
    const [wrong, setWrong] = useState(false);
    return (
        <form
            class="join"
            onSubmit={(event) => {
                event.preventDefault();
                const code = codeIn(text);
                setWrong(code === null);
                if (code) navigate(`/t/${code}`);
            }}
        >
            <label>
                {say("join_table")}
                <input
                    class="field code-field"
                    type="text"
                    value={text}
                    placeholder="BTNHRK"
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck={false}
                    aria-invalid={wrong}
                    aria-describedby="join-wrong"
                    onInput={(event) => {
                        setText(event.currentTarget.value);
                        setWrong(false);
                    }}
                />
            </label>
            <button type="submit" class="button">
                {say("join")}
            </button>
            <p id="join-wrong" class={wrong ? "bad small" : "dim small"}>
                {say(wrong ? "bad_code" : "code_about")}
            </p>
        </form>
    );
}

function stateOf(row: MyTable): Key {
    if (calls(row)) return "your_turn";
    if (row.stage === "finished") return "finished";
    return row.started ? "waits" : "in_lobby";
}

/** What a table in a list is called, its game, and what else the list tells of it. */
function RowTitle({ row, children }: { row: Row; children: ComponentChildren }) {
    const game = useGame(row.game);
    const title = tableTitle(row.title, game);
    const name = shortTitle(game, row.game);
    return (
        <span class="row-title">
            <b>{title}</b>
            <span class="dim small">
                {title === name ? "" : `${name} · `}
                {children}
            </span>
        </span>
    );
}

function MyTables() {
    const say = useWords();
    const house = useHouse();
    const mine = useStore(house.mine);
    const home = useHomeTables();
    const rows = [
        ...mine.map((row) => ({ ...row, base: house.base })),
        ...home.map((row) => ({ ...row, base: HOME })),
    ].sort((a, b) => Number(calls(b)) - Number(calls(a)));
    const joined = useStore(keptTables).filter((one) => one.seated && !isHome(one));
    if (rows.length === 0 && joined.length === 0) return null;
    return (
        <section class="panel front-mine">
            <h2>{say("my_tables")}</h2>
            <ul class="rows">
                {rows.map((row) => (
                    <li key={row.base + row.table} class={calls(row) ? "row waits" : "row"}>
                        <RowTitle row={row}>
                            <span class="mono">{row.table}</span>
                        </RowTitle>
                        {row.base === HOME && (
                            <span class="tag quiet">
                                {say(hostedTable(row.table) ? "friends_badge" : "home_badge")}
                            </span>
                        )}
                        <span class={calls(row) ? "tag" : "tag quiet"}>{say(stateOf(row))}</span>
                        <Link
                            href={`${row.base === house.base ? "" : row.base}/t/${row.table}`}
                            class="button small"
                        >
                            {say("continue_table")}
                        </Link>
                    </li>
                ))}
                {joined.map((table) => (
                    <li key={table.host} class="row">
                        <span class="row-title">
                            <b>{table.title}</b>
                            <span class="dim small mono">{table.code}</span>
                        </span>
                        <span class="tag quiet">{say("friends_badge")}</span>
                        <Link href={tableAddress(table)} class="button small">
                            {say("continue_table")}
                        </Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function PublicTables() {
    const say = useWords();
    const house = useHouse();
    const status = useStore(house.status);
    const [rows, setRows] = useState<Row[] | null>(null);

    useEffect(() => {
        if (status !== "up") return;
        let shown = true;
        const ask = () => {
            if (document.visibilityState !== "visible") return;
            house.request({ op: "list" }).then(
                (reply) => shown && setRows(reply.tables),
                () => {},
            );
        };
        ask();
        const timer = setInterval(ask, LIST_EVERY_MS);
        return () => {
            shown = false;
            clearInterval(timer);
        };
    }, [house, status]);

    return (
        <section class="panel">
            <h2>{say("public_tables")}</h2>
            {rows && rows.length === 0 && <p class="dim rows-empty">{say("no_public_tables")}</p>}
            <ul class="rows">
                {rows?.map((row) => (
                    <li key={row.table} class="row">
                        <RowTitle row={row}>
                            {say("seats_taken", { taken: row.taken, seats: row.seats })}
                            {row.started ? ` · ${say("playing_now")}` : ""}
                        </RowTitle>
                        <Link
                            href={`/t/${row.table}`}
                            class={row.open ? "button small" : "button small quiet"}
                        >
                            {say(row.open ? "sit_down" : "watch")}
                        </Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function FrontPage() {
    const say = useWords();
    const [game] = usePreference("game");
    const { base } = useHouse();
    useTitle("Holecard");
    return (
        <>
            <TopBar />
            <Connection />
            <main id="content" class="front" tabIndex={-1}>
                <div class="front-felt">
                    <h1>{say("tagline")}</h1>
                    <PlayNow />
                </div>
                <div class="front-more">
                    <MyTables />
                    <div class="front-ways">
                        <section class="panel way">
                            <div>
                                <h2>{say("open_table")}</h2>
                                <p class="dim">
                                    {say(base === HOME ? "open_table_home" : "open_table_about")}
                                </p>
                            </div>
                            <Link href="/new" class="button">
                                {say("open_table")}
                            </Link>
                        </section>
                        {WASM_URL && (
                            <section class="panel way">
                                <div>
                                    <h2>{say("friends_play")}</h2>
                                    <p class="dim">{say("friends_play_about")}</p>
                                </div>
                                <Link
                                    href={`${base === HOME ? "" : HOME}/new?friends`}
                                    class="button"
                                >
                                    {say("friends_open")}
                                </Link>
                            </section>
                        )}
                        {base !== HOME && (
                            <section class="panel" aria-label={say("join_table")}>
                                <Join />
                            </section>
                        )}
                        <section class="panel way">
                            <div>
                                <h2>{say("learn_game")}</h2>
                                <p class="dim">{say("learn_about")}</p>
                            </div>
                            <Link href={`/rules/${game}`} class="button">
                                {say("rules")}
                            </Link>
                        </section>
                    </div>
                    {base !== HOME && (
                        <div class="front-tables">
                            <PublicTables />
                        </div>
                    )}
                </div>
            </main>
        </>
    );
}
