// SPDX-License-Identifier: MIT
// waiting_room.tsx: a table before its match: who sits there, who may still come, and by which rules they will play.
import { useState } from "preact/hooks";
import { NAME_BYTES_MAX, typed } from "../bounded";
import type { Table } from "../connection/fold";
import { type Game, shortTitle, tableTitle, useGames } from "../connection/games";
import { useHouse } from "../connection/house";
import { usePreference } from "../device";
import { Choice, Sheet } from "../frame";
import { FriendsPart } from "../friends/friends_part";
import type { Room, Sitter } from "../messages";
import { Link, navigate } from "../route";
import { LeaveSheet } from "../table/leave_sheet";
import { Watchers } from "../table/watchers";
import { type Key, useWords } from "../words/words";
import { Invitation } from "./invitation";
import { RulesForm } from "./rules_form";
import { type Chosen, readRules, titleOf, valuesOf, writeRules } from "./rules_text";
import { botName, sit } from "./sit";

function ChangeRules(props: { room: Room; game: Game; onClose: () => void }) {
    const say = useWords();
    const house = useHouse();
    const { room, game } = props;
    const [chosen, setChosen] = useState<Chosen>(readRules(room.rules, game.presets));
    const [why, setWhy] = useState("");
    async function change() {
        try {
            await house.request({
                op: "rules",
                table: room.table,
                rules: writeRules(chosen, game.options, game.presets),
            });
            props.onClose();
        } catch (error) {
            setWhy(error instanceof Error ? error.message : String(error));
        }
    }
    return (
        <Sheet title={say("change_rules")} class="wide" onClose={props.onClose}>
            <RulesForm game={game} chosen={chosen} onChange={setChosen} />
            <div class="form-end sticky">
                <p class="bad" role="alert">
                    {why}
                </p>
                <button type="button" class="button main" onClick={change}>
                    {say("change_rules")}
                </button>
            </div>
        </Sheet>
    );
}

/** The rules of a table in words: its preset, and the sentence of each option that is different. */
export function RulesSummary({ room, game }: { room: Room; game: Game | null }) {
    const say = useWords();
    if (!game) return null;
    const chosen = readRules(room.rules, game.presets);
    const preset = game.presets.find((one) => one.name === chosen.preset);
    const optionOf = (name: string) => game.options.find((one) => one.name === name);
    const differs = Object.entries(valuesOf(room.rules)).filter(([name]) => name in chosen.values);
    return (
        <div class="rules-summary">
            <p>
                <b>{preset?.title}</b>
                <span class="dim">: {preset?.sentence}</span>
            </p>
            {differs.length > 0 && (
                <ul>
                    {differs.map(([name, value]) => (
                        <li key={name}>
                            <span class="mono">
                                {name.replaceAll("_", " ")}: {titleOf(optionOf(name), value)}
                            </span>
                            <span class="dim small"> {optionOf(name)?.sentence}</span>
                        </li>
                    ))}
                </ul>
            )}
            <Link
                class="small"
                href={`/rules/${room.game}?rules=${encodeURIComponent(room.rules)}`}
            >
                {say("learn_game")}
            </Link>
        </div>
    );
}

function SeatRow(props: {
    sitter: Sitter;
    seat: number;
    table: Table;
    host: boolean;
    onAsk: (what: () => Promise<unknown>) => void;
}) {
    const say = useWords();
    const house = useHouse();
    const { sitter, seat, table } = props;
    const me = table.seat === seat;
    const code = table.code;
    const tags: string[] = [];
    if (me) tags.push(say("you"));
    if (table.room?.host === seat) tags.push(say("host"));
    if (sitter.who === "bot")
        tags.push(say("bot_is", { level: say(`bot_${sitter.bot}` as Key) ?? sitter.bot ?? "" }));
    if (sitter.who === "person" && sitter.connected === false) tags.push(say("offline_seat"));
    return (
        <li class={me ? "seat-row me" : "seat-row"}>
            <span class="avatar" aria-hidden="true">
                {(sitter.name ?? "?").slice(0, 1).toUpperCase()}
            </span>
            <span class="seat-row-name">
                <b>{sitter.name}</b>
                <span class="dim small">{tags.join(" · ")}</span>
            </span>
            {props.host && !me && (
                <button
                    type="button"
                    class="button small quiet"
                    aria-label={`${say("remove")}: ${sitter.name}`}
                    onClick={() =>
                        props.onAsk(() =>
                            house.request({
                                op: sitter.who === "bot" ? "remove_bot" : "kick",
                                table: code,
                                seat,
                            }),
                        )
                    }
                >
                    {say("remove")}
                </button>
            )}
        </li>
    );
}

export function WaitingRoom({ table }: { table: Table }) {
    const say = useWords();
    const house = useHouse();
    const games = useGames();
    const [name, setName] = usePreference("name");
    const [bot, setBot] = usePreference("bot");
    const [why, setWhy] = useState("");
    const [busy, setBusy] = useState(false);
    const [changing, setChanging] = useState(false);
    const [leaving, setLeaving] = useState(false);
    const room = table.room;
    if (!room) return null;
    const game = games?.games.find((one) => one.name === room.game) ?? null;
    const host = table.seat !== null && room.host === table.seat;
    const sitters = room.seats.flatMap((sitter, seat) =>
        sitter.who === "empty" ? [] : [{ sitter, seat }],
    );
    const free = room.seats.length - sitters.length;
    const least = Number(valuesOf(room.rules).min_players ?? game?.seats_min ?? 2);

    async function ask(what: () => Promise<unknown>) {
        if (busy) return;
        setBusy(true);
        setWhy("");
        try {
            await what();
        } catch (error) {
            setWhy(error instanceof Error ? error.message : String(error));
        }
        setBusy(false);
    }
    const leave = () => ask(() => house.request({ op: "leave", table: table.code }));
    /* Without a host a table between friends is over. */
    const hosts = house.between(table.code) === "host";
    return (
        <main id="content" class="waiting" tabIndex={-1}>
            <header class="waiting-head">
                <h1>{tableTitle(room.title, game)}</h1>
                <p class="dim">
                    {[
                        tableTitle(room.title, game) === shortTitle(game)
                            ? ""
                            : shortTitle(game, room.game),
                        say("seats_taken", { taken: sitters.length, seats: room.seats.length }),
                    ]
                        .filter(Boolean)
                        .join(" · ")}
                </p>
                <Watchers room={room} />
            </header>
            <div class="waiting-columns">
                <section class="panel" aria-label={say("players")}>
                    <ul class="seat-rows">
                        {sitters.map(({ sitter, seat }) => (
                            <SeatRow
                                key={seat}
                                sitter={sitter}
                                seat={seat}
                                table={table}
                                host={host}
                                onAsk={ask}
                            />
                        ))}
                    </ul>
                    {sitters.length === 0 && <p class="dim">{say("wait_for_start")}</p>}
                    {free > 0 && sitters.length > 0 && (
                        <p class="dim small free-seats">{say("free_seats", { count: free })}</p>
                    )}
                    {table.seat === null && free > 0 && (
                        <form
                            class="take-seat"
                            onSubmit={(event) => {
                                event.preventDefault();
                                void ask(() => sit(house, table.code));
                            }}
                        >
                            <label>
                                {say("name_first")}
                                <input
                                    class="field"
                                    type="text"
                                    value={name}
                                    autocomplete="nickname"
                                    onInput={(event) => setName(typed(event, NAME_BYTES_MAX))}
                                />
                            </label>
                            <button type="submit" class="button main" disabled={busy}>
                                {say("take_seat")}
                            </button>
                        </form>
                    )}
                    {host && free > 0 && (
                        <div class="add-bot">
                            <Choice
                                label={say("strength")}
                                name="add-bot"
                                value={bot}
                                hideLabel
                                values={(games?.bots ?? []).map((one) => ({
                                    value: one.name,
                                    text: say(`bot_${one.name}` as Key) ?? one.name,
                                    title: one.sentence,
                                }))}
                                onChange={setBot}
                            />
                            <button
                                type="button"
                                class="button"
                                onClick={() =>
                                    ask(() =>
                                        house.request({
                                            op: "add_bot",
                                            table: table.code,
                                            bot: `${bot} ${botName(sitters.map(({ sitter }) => sitter.name ?? ""))}`.trim(),
                                        }),
                                    )
                                }
                            >
                                {say("add_bot")}
                            </button>
                        </div>
                    )}
                    <p class="bad" role="alert">
                        {why}
                    </p>
                    <div class="waiting-start">
                        {host && (
                            <button
                                type="button"
                                class="button main"
                                disabled={busy || sitters.length < least}
                                onClick={() =>
                                    ask(() => house.request({ op: "start", table: table.code }))
                                }
                            >
                                {say("start")}
                            </button>
                        )}
                        {host && sitters.length < least && (
                            <p class="dim small">{say("start_needs", { count: least })}</p>
                        )}
                        {!host && room.host !== undefined && table.seat !== null && (
                            <p class="dim">
                                {say("wait_for_host", { name: room.seats[room.host]?.name ?? "" })}
                            </p>
                        )}
                        {table.seat !== null && (
                            <button
                                type="button"
                                class="button quiet"
                                onClick={() => (hosts ? setLeaving(true) : void leave())}
                            >
                                {say("leave_table")}
                            </button>
                        )}
                    </div>
                </section>
                <div class="waiting-side">
                    {house.between(table.code) && (
                        <section class="panel friends-notice">
                            <h2>{say("friends_title")}</h2>
                            <FriendsPart part="Notice" code={table.code} />
                        </section>
                    )}
                    <section class="panel">
                        <h2>{say("invite")}</h2>
                        <Invitation code={table.code} />
                    </section>
                    <section class="panel">
                        <h2>{say("rules_of_table")}</h2>
                        <RulesSummary room={room} game={game} />
                        {host && game && (
                            <button
                                type="button"
                                class="button small"
                                onClick={() => setChanging(true)}
                            >
                                {say("change_rules")}
                            </button>
                        )}
                    </section>
                </div>
            </div>
            {changing && game && (
                <ChangeRules room={room} game={game} onClose={() => setChanging(false)} />
            )}
            {leaving && (
                <LeaveSheet
                    code={table.code}
                    onClose={() => setLeaving(false)}
                    onLeave={() => {
                        void leave();
                        navigate("/");
                    }}
                />
            )}
        </main>
    );
}
