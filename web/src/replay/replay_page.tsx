// SPDX-License-Identifier: MIT
/*
 * replay_page.tsx: a finished match as a film. The address names the match, whose eyes look
 * (`?seat=1`, `?open`) and the moment (`#120`), so any of it can be shared. The engine replays it
 * in the browser; start reading at Viewer.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { copyText } from "../clipboard";
import { shortTitle, useGame } from "../connection/games";
import { type House, useHouse } from "../connection/house";
import { readBody } from "../connection/read";
import { Page } from "../frame";
import type { HttpWrong, Players } from "../messages";
import { Link, rewrite, usePlace } from "../route";
import { HOME } from "../solo/at_home";
import { useStore } from "../store";
import { Icon, type IconName } from "../style/icons";
import { type Key, language, useWords } from "../words/words";
import { Board } from "./board";
import { Deal } from "./deal";
import { type Engine, loadEngine } from "./engine";
import { type Eyes, Film } from "./film";
import { useReview } from "./review";
import { ReviewPanel } from "./review_panel";
import { Story } from "./story";
import { Strip } from "./strip";

/* ---- Fetching ---- */

interface Loaded {
    film: Film;
    engine: Engine;
    names: string[];
}

type Fetched =
    | { state: "loading" }
    | { state: "failed"; why: string; offline: boolean }
    | ({ state: "there" } & Loaded);

/* Logs have no names; the server may know them from its results. */
async function fetchNames(house: House, match: string): Promise<(string | null)[]> {
    const answer = await house.ask<Players>(`/api/matches/${match}/players`, "players");
    return ("body" in answer && answer.body.names) || [];
}

/* Bots may have the same name. */
function tellApart(names: string[]): string[] {
    return names.map((name, seat) =>
        names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${seat + 1}`,
    );
}

async function fetchFilm(
    house: House,
    match: string,
    call: (seat: number) => string,
): Promise<Loaded> {
    const [engine, answer, known] = await Promise.all([
        loadEngine(WASM_URL),
        house.get(`/api/matches/${match}`),
        fetchNames(house, match).catch(() => []),
    ]);
    if (!answer.ok) throw new Error((await readBody<HttpWrong>(answer, "http_wrong"))?.why);
    const log = new Uint8Array(await answer.arrayBuffer());
    const names = tellApart(Array.from({ length: 10 }, (_, seat) => known[seat] || call(seat)));
    const film = new Film(engine, log, names);
    return { film, engine, names: names.slice(0, film.seats) };
}

function useFilm(match: string): Fetched {
    const say = useWords();
    const house = useHouse();
    const status = useStore(house.status);
    const [fetched, setFetched] = useState<Fetched>({ state: "loading" });
    const [tries, setTries] = useState(0);
    /* What failed is tried again when the server is back. */
    useEffect(() => {
        if (status === "up" && fetched.state === "failed" && fetched.offline) setTries(tries + 1);
    }, [status]);
    useEffect(() => {
        let wanted = true;
        setFetched({ state: "loading" });
        fetchFilm(house, match, (seat) => say("player_number", { number: seat + 1 })).then(
            (loaded) => wanted && setFetched({ state: "there", ...loaded }),
            (problem: Error) => {
                const offline = problem instanceof TypeError;
                const why = offline ? say("offline") : problem.message;
                if (wanted) setFetched({ state: "failed", why, offline });
            },
        );
        return () => {
            wanted = false;
        };
    }, [house, match, tries]);
    return fetched;
}

/* ---- Winding ---- */

const STEP_MS = [1600, 800, 400] as const;
const SPEEDS = ["½×", "1×", "2×"] as const;

interface Winder {
    index: number;
    plays: boolean;
    speed: number;
    go: (index: number) => void;
    play: (plays: boolean) => void;
    faster: () => void;
}

function useWinder(film: Film, seq: number): Winder {
    const [index, setIndex] = useState(() => film.at(seq));
    const [plays, setPlays] = useState(false);
    const [speed, setSpeed] = useState(1);

    useEffect(() => setIndex(film.at(seq)), [film, seq]);
    useEffect(() => {
        if (!plays) return;
        if (index >= film.last) {
            setPlays(false);
            return;
        }
        const timer = setTimeout(() => setIndex(index + 1), STEP_MS[speed]);
        return () => clearTimeout(timer);
    }, [plays, index, speed, film]);
    /* The address follows, but not faster than browsers allow. */
    useEffect(() => {
        const timer = setTimeout(() => {
            rewrite({ hash: String(film.stops[index]?.seq ?? 0) });
        }, 400);
        return () => clearTimeout(timer);
    }, [index, film]);
    return {
        index,
        plays,
        speed,
        go: (to) => setIndex(Math.min(film.last, Math.max(0, to))),
        play: (on) => {
            if (on && index >= film.last) setIndex(0);
            setPlays(on);
        },
        faster: () => setSpeed((speed + 1) % STEP_MS.length),
    };
}

/* Where the round of a stop begins, or the next one does. */
function roundFrom(film: Film, index: number, forward: boolean): number {
    const round = film.stops[index]?.round ?? 0;
    if (forward) {
        const next = film.stops.findIndex((stop, i) => i > index && stop.round !== round);
        return next < 0 ? film.last : next;
    }
    const first = film.stops.findIndex((stop) => stop.round === round);
    if (first < index) return first;
    const before = film.stops[index - 1]?.round ?? 0;
    return Math.max(
        0,
        film.stops.findIndex((stop) => stop.round === before),
    );
}

function useKeys(film: Film, winder: Winder, setEyes: (eyes: Eyes) => void): void {
    const latest = useRef({ film, winder, setEyes });
    latest.current = { film, winder, setEyes };
    useEffect(() => {
        const obey = (event: KeyboardEvent) => {
            const { film, winder, setEyes } = latest.current;
            const { target } = event;
            if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey)
                return;
            if (target.closest("input, select, textarea, dialog, summary")) return;
            if (event.key === " " && target.closest("button, a")) return;
            const keys: Record<string, () => void> = {
                ArrowRight: () => winder.go(winder.index + 1),
                ArrowLeft: () => winder.go(winder.index - 1),
                ArrowDown: () => winder.go(roundFrom(film, winder.index, true)),
                ArrowUp: () => winder.go(roundFrom(film, winder.index, false)),
                Home: () => winder.go(0),
                End: () => winder.go(film.last),
                " ": () => winder.play(!winder.plays),
                o: () => setEyes("open"),
                e: () => setEyes("everybody"),
            };
            const seat = Number(event.key) - 1;
            const key = keys[event.key];
            if (!key && !(seat >= 0 && seat < film.seats)) return;
            event.preventDefault();
            if (key) key();
            else setEyes(seat);
        };
        addEventListener("keydown", obey);
        return () => removeEventListener("keydown", obey);
    }, []);
}

/* The stops at which another round begins. */
function roundsOf({ stops }: Film): number[] {
    return stops.flatMap((stop, i) => (i && stop.round !== stops[i - 1]?.round ? [i] : []));
}

/* ---- Showing ---- */

function Knob(props: {
    icon: IconName;
    label: string;
    onClick: () => void;
    class?: string;
    disabled?: boolean;
}) {
    return (
        <button
            type="button"
            class={`button icon ${props.class ?? ""}`}
            aria-label={props.label}
            title={props.label}
            disabled={props.disabled}
            onClick={props.onClick}
        >
            <Icon name={props.icon} />
        </button>
    );
}

function Controls(props: {
    film: Film;
    winder: Winder;
    sentence: string;
    children: ComponentChildren;
}) {
    const say = useWords();
    const { film, winder } = props;
    const { index } = winder;

    return (
        <div class="winder">
            <p class="replay-say" role="status">
                {props.sentence}
            </p>
            <input
                type="range"
                class="slider"
                min={0}
                max={film.last}
                value={index}
                aria-label={say("replay_position")}
                aria-valuetext={props.sentence}
                style={{ "--share": `${(film.last ? index / film.last : 0) * 100}%` }}
                onInput={(event) => winder.go(Number(event.currentTarget.value))}
            />
            <div class="rounds" aria-hidden="true">
                {roundsOf(film).map((one) => (
                    <span key={one} style={{ left: `${(one / film.last) * 100}%` }} />
                ))}
            </div>
            {props.children}
            <div class="winder-row">
                <Knob icon="first" label={say("replay_first")} onClick={() => winder.go(0)} />
                <Knob
                    icon="previous"
                    label={say("replay_back")}
                    disabled={index === 0}
                    onClick={() => winder.go(index - 1)}
                />
                <Knob
                    icon={winder.plays ? "pause" : "play"}
                    label={say(winder.plays ? "replay_pause" : "replay_play")}
                    class="main"
                    onClick={() => winder.play(!winder.plays)}
                />
                <Knob
                    icon="next"
                    label={say("replay_forward")}
                    disabled={index === film.last}
                    onClick={() => winder.go(index + 1)}
                />
                <Knob icon="last" label={say("replay_last")} onClick={() => winder.go(film.last)} />
                <button
                    type="button"
                    class="button quiet number"
                    aria-label={say("replay_speed", { speed: SPEEDS[winder.speed] ?? "" })}
                    onClick={winder.faster}
                >
                    {SPEEDS[winder.speed]}
                </button>
                <span class="winder-place dim small number">
                    {index + 1} / {film.last + 1}
                </span>
            </div>
        </div>
    );
}

function EyesChoice(props: { names: string[]; eyes: Eyes; onEyes: (eyes: Eyes) => void }) {
    const say = useWords();
    return (
        <label class="eyes">
            <span class="only-heard">{say("replay_eyes")}</span>
            <Icon name="eye" />
            <select
                class="field"
                value={String(props.eyes)}
                onChange={({ currentTarget: { value } }) =>
                    props.onEyes(value === "open" || value === "everybody" ? value : Number(value))
                }
            >
                {props.names.map((name, seat) => (
                    <option key={String(seat)} value={String(seat)}>
                        {say("replay_as", { name })}
                    </option>
                ))}
                <option value="everybody">{say("replay_everybody")}</option>
                <option value="open">{say("replay_open")}</option>
            </select>
        </label>
    );
}

function CopyLink() {
    const say = useWords();
    const { base } = useHouse();
    const [copied, setCopied] = useState(false);
    /* Nobody else can look into this device. */
    if (base === HOME) return null;
    async function copy() {
        await copyText(location.href);
        setCopied(true);
    }
    return (
        <button
            type="button"
            class="button small"
            aria-label={say(copied ? "copied" : "replay_copy")}
            onClick={copy}
            onBlur={() => setCopied(false)}
        >
            <Icon name={copied ? "check" : "link"} />
            <span>{say(copied ? "copied" : "replay_copy")}</span>
        </button>
    );
}

const TABS: Record<string, Key> = {
    story: "replay_story",
    review: "replay_review",
    deal: "replay_deal",
};

function eyesOf(query: URLSearchParams, seats: number): Eyes {
    const seat = Number(query.get("seat") ?? Number.NaN);
    if (query.has("open")) return "open";
    return seat >= 0 && seat < seats ? seat : "everybody";
}

function useEyes(seats: number): [Eyes, (eyes: Eyes) => void] {
    const { query } = usePlace();
    const [eyes, setEyes] = useState<Eyes>(() => eyesOf(query, seats));
    return [
        eyes,
        (next) => {
            const words = next === "open" ? "?open" : next === "everybody" ? "" : `?seat=${next}`;
            rewrite({ query: words });
            setEyes(next);
        },
    ];
}

function Viewer(props: Loaded & { match: string; seq: number }) {
    const { film, engine, names } = props;
    const say = useWords();
    const spoken = language();
    const game = useGame(film.game);
    const winder = useWinder(film, props.seq);
    const [eyes, setEyes] = useEyes(film.seats);
    const [tab, setTab] = useState("story");
    const [wanted, setWanted] = useState(false);
    const [chosen, setChosen] = useState(0);
    const seat = typeof eyes === "number" ? eyes : chosen;
    const review = useReview(film, wanted, seat);
    const now = useMemo(
        () => film.moment(winder.index, eyes, spoken),
        [film, winder.index, eyes, spoken],
    );
    const stop = film.stops[winder.index];
    const sentence = now.says.join(" ") || (stop?.command ?? "");
    const goSeq = (seq: number) => winder.go(film.at(seq));
    useKeys(film, winder, setEyes);

    return (
        <Page title={`${say("replay")}: ${shortTitle(game)}`} class="replay">
            <header class="replay-head">
                <h1>
                    {shortTitle(game)}
                    <span class="dim"> · {names.join(", ")}</span>
                </h1>
                <p class="dim small">
                    <time dateTime={new Date(stop?.time_ms ?? 0).toISOString()}>
                        {new Date(stop?.time_ms ?? 0).toLocaleString(spoken, {
                            dateStyle: "medium",
                            timeStyle: "short",
                        })}
                    </time>
                    {stop && stop.round > 0 && ` · ${say("round_number", { number: stop.round })}`}
                    {" · "}
                    <Link href={`/rules/${film.game}?rules=${encodeURIComponent(film.rules)}`}>
                        {say("rules")}
                    </Link>
                </p>
                <div class="replay-tools">
                    <EyesChoice names={names} eyes={eyes} onEyes={setEyes} />
                    <CopyLink />
                </div>
            </header>
            <div class="replay-stage">
                <Board
                    index={winder.index}
                    events={now.events}
                    view={now.view}
                    names={names}
                    own={typeof eyes === "number" ? eyes : null}
                    actor={stop?.seat ?? null}
                />
                <Controls film={film} winder={winder} sentence={sentence}>
                    {wanted && (
                        <Strip
                            film={film}
                            review={review}
                            names={names}
                            seat={seat}
                            index={winder.index}
                            onGo={goSeq}
                        />
                    )}
                </Controls>
            </div>
            <aside class="replay-side panel">
                <div class="choices" role="tablist" aria-label={say("replay")}>
                    {Object.entries(TABS).map(([name, key]) => (
                        <button
                            key={name}
                            type="button"
                            role="tab"
                            id={`tab-${name}`}
                            class="button"
                            aria-selected={tab === name}
                            aria-controls="replay-panel"
                            onClick={() => setTab(name)}
                        >
                            {say(key)}
                        </button>
                    ))}
                </div>
                <div
                    id="replay-panel"
                    class="replay-panel"
                    role="tabpanel"
                    aria-labelledby={`tab-${tab}`}
                >
                    {tab === "story" && (
                        <Story
                            film={film}
                            eyes={eyes}
                            index={winder.index}
                            language={spoken}
                            onGo={winder.go}
                        />
                    )}
                    {tab === "review" && (
                        <ReviewPanel
                            film={film}
                            review={review}
                            names={names}
                            seat={seat}
                            wanted={wanted}
                            onSeat={(one) => {
                                setChosen(one);
                                if (typeof eyes === "number") setEyes(one);
                            }}
                            onGo={goSeq}
                            onWant={() => setWanted(true)}
                        />
                    )}
                    {tab === "deal" && <Deal film={film} engine={engine} />}
                </div>
            </aside>
        </Page>
    );
}

export function ReplayPage(props: { match: string; seq: number }) {
    const say = useWords();
    const fetched = useFilm(props.match);

    if (fetched.state === "there")
        return <Viewer key={props.match} {...fetched} match={props.match} seq={props.seq} />;
    return (
        <Page title={say("replay")}>
            {fetched.state === "loading" ? (
                <p class="dim" role="status">
                    {say("loading")}
                </p>
            ) : (
                <div class="empty" role="alert">
                    <h1>{say("replay_cannot")}</h1>
                    <p>{WASM_URL ? fetched.why : say("replay_no_engine")}</p>
                    <Link href="/" class="button">
                        {say("to_front")}
                    </Link>
                </div>
            )}
        </Page>
    );
}
