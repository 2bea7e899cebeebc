// SPDX-License-Identifier: MIT
/* me_page.tsx: what the server knows about whoever looks: figures, matches, and how to be forgotten. */
import { useEffect, useState } from "preact/hooks";
import { shortTitle, useGames } from "../connection/games";
import { Refused, useHouse } from "../connection/house";
import { Page, Sheet } from "../frame";
import type { GameRow, History } from "../messages";
import { Link } from "../route";
import { useStore } from "../store";
import { Icon } from "../style/icons";
import { language, useWords } from "../words/words";
import { GameFigures } from "./figures";
import { Bars, daysOf, ratingsOf } from "./plots";

type Match = History["matches"][number];

const PAGE = 50;
const DAYS = 35;

interface Known {
    rows: GameRow[];
    matches: Match[];
    more: boolean;
}

function useMe(): { known: Known | null; why: string; more: () => void } {
    const house = useHouse();
    const status = useStore(house.status);
    const [known, setKnown] = useState<Known | null>(null);
    const [why, setWhy] = useState("");

    async function ask(before: Match[]) {
        try {
            const [{ rows }, { matches }] = await Promise.all([
                house.request({ op: "statistics" }),
                house.request({ op: "history", first: before.length }),
            ]);
            setKnown({ rows, matches: [...before, ...matches], more: matches.length === PAGE });
            setWhy("");
        } catch (problem) {
            if (problem instanceof Refused) setWhy(problem.message);
        }
    }
    useEffect(() => {
        if (status === "up") void ask([]);
    }, [status]);
    return { known, why, more: () => known && void ask(known.matches) };
}

function MatchRow(props: { match: Match }) {
    const { match } = props;
    const say = useWords();
    const games = useGames()?.games ?? [];
    const game = games.find((one) => one.name === match.game) ?? null;
    const others = (match.names ?? []).filter((name, seat) => name && seat !== match.seat);
    const seat = match.seat === undefined ? "" : `?seat=${match.seat}`;
    const time = new Date(match.finished_ms);

    return (
        <li>
            <Link href={`/r/${match.match}${seat}`} class="match-row">
                <Icon name="play" />
                <span class="match-words">
                    <b>{shortTitle(game, match.game)}</b>
                    <span class="dim"> {others.join(", ")}</span>
                </span>
                <time class="dim small" dateTime={time.toISOString()}>
                    {time.toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" })}
                </time>
                <span class="only-heard">{say("replay")}</span>
            </Link>
        </li>
    );
}

function Forget() {
    const say = useWords();
    const house = useHouse();
    const [asks, setAsks] = useState(false);
    const [told, setTold] = useState("");

    async function forget() {
        try {
            const { stays } = await house.request({ op: "forget" });
            if (stays.length === 0) house.forgetToken();
            setTold(
                stays.length > 0
                    ? say("me_forgotten_stays", { tables: stays.join(", ") })
                    : say("me_forgotten"),
            );
        } catch (problem) {
            if (problem instanceof Refused) setTold(problem.message);
        }
    }
    return (
        <>
            <button type="button" class="button quiet forget" onClick={() => setAsks(true)}>
                {say("me_forget")}
            </button>
            {asks && (
                <Sheet title={say("me_forget")} onClose={() => setAsks(false)}>
                    <p>{say("me_forget_about")}</p>
                    <p role="status">{told}</p>
                    {!told && (
                        <button type="button" class="button" onClick={forget}>
                            {say("me_forget_sure")}
                        </button>
                    )}
                </Sheet>
            )}
        </>
    );
}

function Matches(props: { known: Known; more: () => void }) {
    const say = useWords();
    const { matches } = props.known;
    const days = daysOf(
        matches.map((match) => match.finished_ms),
        DAYS,
        new Date(),
    );
    const dated = (time_ms: number) =>
        new Date(time_ms).toLocaleDateString(language(), { day: "numeric", month: "short" });

    return (
        <section class="panel" aria-labelledby="matches">
            <h2 id="matches">{say("me_history")}</h2>
            <figure class="matches-days">
                <figcaption class="dim small">{say("me_days")}</figcaption>
                <Bars
                    days={days}
                    label={`${say("me_days")}: ${days.reduce((sum, day) => sum + day.count, 0)}`}
                    title={(day) => say("me_day", { date: dated(day.time_ms), count: day.count })}
                />
                <p class="matches-ends dim small" aria-hidden="true">
                    <span>{dated(days[0]?.time_ms ?? 0)}</span>
                    <span>{dated(days.at(-1)?.time_ms ?? 0)}</span>
                </p>
            </figure>
            <ul class="matches">
                {matches.map((match) => (
                    <MatchRow key={match.match} match={match} />
                ))}
            </ul>
            {props.known.more && (
                <button type="button" class="button" onClick={props.more}>
                    {say("people_more")}
                </button>
            )}
        </section>
    );
}

export function MePage() {
    const say = useWords();
    const { known, why, more } = useMe();
    const nothing = known && known.rows.length === 0 && known.matches.length === 0;

    return (
        <Page title={say("my_page")} class="me">
            <header>
                <h1>{say("my_page")}</h1>
                <p class="lead">{say("me_about")}</p>
            </header>
            {why && <p class="bad">{why}</p>}
            {!known && !why && <p class="dim">{say("loading")}</p>}
            {nothing && (
                <div class="empty">
                    <p>{say("me_none")}</p>
                    <Link href="/" class="button main">
                        {say("play_now")}
                    </Link>
                </div>
            )}
            {known && known.rows.length > 0 && (
                <div class="figures-row">
                    {known.rows.map((row) => (
                        <GameFigures
                            key={row.game}
                            row={row}
                            ratings={ratingsOf(known.matches, row)}
                        />
                    ))}
                </div>
            )}
            {known && known.matches.length > 0 && <Matches known={known} more={more} />}
            <Forget />
        </Page>
    );
}
