// SPDX-License-Identifier: MIT
/*
 * rules_page.tsx: how a game is played, its cards and its options, all told by the engine for the
 * rules that the address names (`?rules=party`): a table leads here with its own, and what differs
 * from the usual rules is marked.
 */
import { useEffect, useState } from "preact/hooks";
import { CardFace } from "../cards/cards";
import type { Face } from "../cards/faces";
import { type Game, shortTitle, useGame, useGames } from "../connection/games";
import { useHouse } from "../connection/house";
import { Page, Switch } from "../frame";
import { titleOf } from "../lobby/rules_text";
import type { HttpRules } from "../messages";
import { Link, navigate, usePlace } from "../route";
import { useStore } from "../store";
import { Icon } from "../style/icons";
import { language, useWords } from "../words/words";

type Option = HttpRules["options"][number];
type Value = Option["default"];

type Told = { rules: HttpRules | null; why: string };

/** What the engine says about a game by these rules. */
function useRules(game: string, rules: string): Told {
    const [told, setTold] = useState<Told>({ rules: null, why: "" });
    const spoken = language();
    const house = useHouse();
    const status = useStore(house.status);
    const [failed, setFailed] = useState(false);
    const again = failed && status === "up";
    useEffect(() => {
        const stop = new AbortController();
        const query = new URLSearchParams({ rules, language: spoken });
        house
            .ask<HttpRules>(`/api/rules/${game}?${query}`, "http_rules")
            .then((answer) => {
                if (stop.signal.aborted) return;
                setFailed(false);
                if ("body" in answer) setTold({ rules: answer.body, why: "" });
                else setTold({ rules: null, why: answer.wrong });
            })
            .catch(() => {
                /* The frame of the page says that the server is away. */
                if (!stop.signal.aborted) setFailed(true);
            });
        return () => stop.abort();
    }, [house, game, rules, spoken, again]);
    return told;
}

/* ---- How to play ---- */

/* A paragraph begins with what it is about: "Goal: …". */
function Lesson(props: { paragraphs: string[] }) {
    return (
        <section class="lesson">
            {props.paragraphs.map((paragraph) => {
                const colon = paragraph.indexOf(":");
                return (
                    <div key={paragraph} class="panel">
                        <h2>{paragraph.slice(0, colon)}</h2>
                        <p>{paragraph.slice(colon + 1).trim()}</p>
                    </div>
                );
            })}
        </section>
    );
}

/* ---- Cards ---- */

interface Kind {
    face: Face;
    faces: Face[];
    copies: number;
}

/* Faces that say the same about the same value, in several colours, are one kind. */
function kindsOf(cards: Face[]): Kind[] {
    const kinds = new Map<string, Kind>();
    for (const face of cards) {
        const plain = face.effect === null && face.class === "number" && face.color !== null;
        const key = plain ? "number" : face.color === null ? face.code : face.value;
        const kind = kinds.get(key);
        if (!kind) kinds.set(key, { face, faces: [face], copies: face.quantity });
        else {
            kind.copies += face.quantity;
            kind.faces.push(face);
        }
    }
    return [...kinds.values()];
}

/* One card of each colour, and of numbers not the same one four times. */
function sampleOf(kind: Kind): Face[] {
    const colors = [...new Set(kind.faces.map((face) => face.color))];
    return colors.flatMap((color, i) => {
        const own = kind.faces.filter((face) => face.color === color);
        return own[Math.min(own.length - 1, i * 2 + 1)] ?? own[0] ?? [];
    });
}

/* Of a card that there is in several colours, without the colour, which comes first. */
function nameOf(face: Face): string {
    return face.color === null ? face.name : face.name.replace(/^\S+\s+/, "");
}

function KindRow(props: { game: Game; kind: Kind }) {
    const say = useWords();
    const { face, copies, faces } = props.kind;
    const colored = face.color !== null;
    const values = [...new Set(faces.map((one) => one.value))];
    const numbers = values.length > 1;
    const name = numbers ? `${values[0]} – ${values.at(-1)}` : nameOf(face);

    return (
        <li class={colored ? "kind" : "kind kind-plain"}>
            <div class="kind-cards" aria-hidden="true">
                {(colored ? sampleOf(props.kind) : [face]).map((one) => (
                    <span class="kind-card" key={one.code}>
                        <CardFace face={one} game={props.game} />
                    </span>
                ))}
            </div>
            <div>
                <h3>{name}</h3>
                <p>{face.sentence}</p>
                <p class="dim small">
                    {say("rules_copies", { count: copies })}
                    {!numbers && ` · ${say("rules_worth", { count: face.points })}`}
                </p>
            </div>
        </li>
    );
}

/* ---- Options ---- */

function valueText(option: Option, value: Value, say: ReturnType<typeof useWords>): string {
    if (typeof value === "boolean") return say(value ? "rules_yes" : "rules_no");
    return titleOf(option, String(value));
}

function OptionRow(props: { option: Option }) {
    const say = useWords();
    const { option } = props;
    const value = option.value ?? option.default;
    const differs = value !== option.default;

    return (
        <li class={differs ? "option differs" : "option"}>
            <div>
                <p>{option.sentence}</p>
                <code class="dim">{option.name}</code>
            </div>
            <div class="option-value">
                <b>{valueText(option, value, say)}</b>
                {differs && (
                    <span class="dim small">
                        {say("rules_default", { value: valueText(option, option.default, say) })}
                    </span>
                )}
            </div>
        </li>
    );
}

function OptionList(props: { options: Option[] }) {
    const say = useWords();
    const [wanted, setWanted] = useState("");
    const [only, setOnly] = useState(false);
    const differing = props.options.filter(
        (option) => option.value !== undefined && option.value !== option.default,
    );
    const words = wanted.toLowerCase().split(/\s+/);
    const shown = (only ? differing : props.options).filter((option) => {
        const text = `${option.name} ${option.sentence}`.toLowerCase();
        return words.every((word) => text.includes(word));
    });

    return (
        <section class="panel" aria-labelledby="options">
            <div class="options-head">
                <h2 id="options">{say("rules_options")}</h2>
                <p class="dim">
                    {differing.length > 0
                        ? say("rules_changed", { count: differing.length })
                        : say("rules_usual")}
                </p>
                {differing.length > 0 && (
                    <Switch label={say("rules_only_changed")} checked={only} onChange={setOnly} />
                )}
                <label class="options-search">
                    <span class="only-heard">{say("rules_search")}</span>
                    <Icon name="search" />
                    <input
                        type="search"
                        class="field"
                        placeholder={say("rules_search")}
                        value={wanted}
                        onInput={(event) => setWanted(event.currentTarget.value)}
                    />
                </label>
            </div>
            <ul class="options">
                {shown.map((option) => (
                    <OptionRow key={option.name} option={option} />
                ))}
            </ul>
            {shown.length === 0 && <p class="dim">{say("rules_none")}</p>}
        </section>
    );
}

/* ---- The page ---- */

function Presets(props: { game: Game; rules: string }) {
    const say = useWords();
    return (
        <nav class="presets-row" aria-label={say("rules_presets")}>
            {props.game.presets.map((preset, i) => {
                const current = props.rules === preset.name || (!props.rules && i === 0);
                return (
                    <Link
                        key={preset.name}
                        href={`/rules/${props.game.name}${i === 0 ? "" : `?rules=${preset.name}`}`}
                        class={current ? "preset-card current" : "preset-card"}
                        current={current}
                    >
                        <b>{preset.title}</b>
                        <span class="dim small">{preset.sentence}</span>
                    </Link>
                );
            })}
        </nav>
    );
}

function Games(props: { current: string }) {
    const say = useWords();
    const games = (useGames()?.games ?? []).filter((game) => game.name !== "null");
    return (
        <nav class="choices" aria-label={say("rules")}>
            {games.map((game) => (
                <Link
                    key={game.name}
                    href={`/rules/${game.name}`}
                    class="button"
                    current={game.name === props.current}
                >
                    {shortTitle(game)}
                </Link>
            ))}
        </nav>
    );
}

export function RulesPage(props: { game: string }) {
    const say = useWords();
    const house = useHouse();
    const { query } = usePlace();
    const rules = query.get("rules") ?? "";
    const game = useGame(props.game);
    const { rules: told, why } = useRules(props.game, rules);
    const title = say("rules_of", { game: shortTitle(game, props.game) });

    return (
        <Page title={title} class="rules">
            <Games current={props.game} />
            <header class="rules-head">
                <div>
                    <h1>{title}</h1>
                    {told && (
                        <p class="lead">
                            {say(
                                told.seats_min === told.seats_max
                                    ? "rules_two_players"
                                    : "rules_players",
                                {
                                    min: told.seats_min,
                                    max: told.seats_max,
                                },
                            )}
                        </p>
                    )}
                </div>
                <button
                    type="button"
                    class="button main"
                    onClick={() =>
                        navigate(
                            `${house.base}/new?game=${props.game}&rules=${encodeURIComponent(rules)}`,
                        )
                    }
                >
                    {say("rules_open")}
                </button>
            </header>
            {why && (
                <p class="bad" role="alert">
                    {say("rules_wrong", { why })}
                </p>
            )}
            {game && <Presets game={game} rules={rules} />}
            {told && <Lesson paragraphs={told.how_to_play} />}
            {told && game && (
                <section class="panel" aria-labelledby="cards">
                    <h2 id="cards">{say("rules_cards")}</h2>
                    <ul class="kinds">
                        {kindsOf(told.cards as Face[]).map((kind) => (
                            <KindRow key={kind.face.code} game={game} kind={kind} />
                        ))}
                    </ul>
                </section>
            )}
            {told && <OptionList options={told.options} />}
        </Page>
    );
}
