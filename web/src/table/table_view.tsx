// SPDX-License-Identifier: MIT
// table_view.tsx: a match as one of its players, or a spectator, sees it. It shows the view, the events and the actions
// that the house gives, and sends one of these actions back; it knows no rule.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table } from "../connection/fold";
import {
    cardRow,
    cardSentence,
    type Game,
    shortTitle,
    tableTitle,
    useGame,
} from "../connection/games";
import { Refused, useHouse } from "../connection/house";
import { type Preferences, usePreference } from "../device";
import { Connection, TopBar } from "../frame";
import { valuesOf } from "../lobby/rules_text";
import { sit } from "../lobby/sit";
import type { View } from "../messages";
import { navigate } from "../route";
import { useWords } from "../words/words";
import { Acts, KEYS, useCommandWords } from "./acts";
import { Asking, answerKey, Confirm } from "./asking";
import { useAttention } from "./attention";
import { CardTip, useTip } from "./card_tip";
import {
    type Command,
    choose,
    nextPart,
    onButtons,
    readCommands,
    withCard,
    withoutCard,
} from "./commands";
import { listFact, numberFact, over, textFact } from "./facts";
import { type Before, flyAll, measure, slide } from "./flights";
import { Hand, type Held, sorted, useHeld } from "./hand";
import { Middle } from "./middle";
import { movement } from "./movement";
import { RoundEnd } from "./round_end";
import { Clock, Discards, nameOf, Score, Seat, turnLimit, useSeatWords } from "./seats";
import { playSound } from "./sounds";
import { Story } from "./story";
import { left, type SheetName, TableSheet } from "./table_sheet";
import { Tips } from "./tips";
import { useBubbles, usePossible } from "./told";

const REFUSAL_MS = 5000;
const TYPED_MS = 1200;
const LINE_MAX = 100;
/** So long the last card of a round is seen before the end is told. */
const END_MS = 900;

/** What wins the match; null if one round does. */
function goalOf(game: Game | null, view: View | null, rules: string): number | null {
    const tokens = numberFact(view, "tokens_to_win");
    if (tokens) return tokens;
    const values = valuesOf(rules);
    if (values.match_mode === "single") return null;
    const option = game?.options.find((one) => one.name === "points_to_win");
    return option ? Number(values.points_to_win ?? option.default) : null;
}

/** The open view of a table that is watched late: every hand as its own seat saw it. */
function openView(late: View[]): View | null {
    const first = late[0];
    if (!first) return null;
    const hands = late.map((view, seat) => view.hands[seat] ?? { count: 0 });
    return { ...first, seat: null, hands, actions: [], marked: [] } as unknown as View;
}

/** The last sentences, as many as one looks at in passing, and at least one. */
function lastWords(sentences: string[]): string[] {
    const last: string[] = [];
    for (const sentence of [...sentences].reverse()) {
        if (last.length > 0 && last.join(" ").length + sentence.length > LINE_MAX) break;
        last.unshift(sentence);
    }
    return last;
}

interface Choosing {
    /** The card in the hand that it is about. */
    key: string | null;
    commands: Command[];
    confirm: Command | null;
}

const SORTS: Preferences["sort"][] = ["color", "value", "arrival"];

export function TableView({ table }: { table: Table }) {
    const say = useWords();
    const house = useHouse();
    const room = table.room;
    const view = table.late ? openView(table.late) : table.view;
    const game = useGame(room?.game);
    const root = useRef<HTMLElement>(null);
    const layer = useRef<HTMLDivElement>(null);
    const [sort, setSort] = usePreference("sort");
    const [helper] = usePreference("helper");
    const [choosing, setChoosing] = useState<Choosing | null>(null);
    const [sent, setSent] = useState<{ key: string | null } | null>(null);
    const [refused, setRefused] = useState<{ card: string; why: string } | null>(null);
    const [sheet, setSheet] = useState<SheetName | null>(null);
    const [thinking, setThinking] = useState(false);
    const [ended, setEnded] = useState(over(view) !== null);
    const [read, setRead] = useState(table.told);
    const { tip, show } = useTip();
    const bubbles = useBubbles(table);
    const words = useCommandWords(game, table);

    const seat = table.seat;
    const hand = seat === null ? null : (view?.hands[seat] ?? null);
    const held = useHeld(hand?.cards ?? []);
    const cards = useMemo(() => sorted(held, sort, game), [held, sort, game]);
    const commands = useMemo(
        () => readCommands(table.late ? [] : (view?.actions ?? [])),
        [view?.actions, table.late],
    );
    const playable = useMemo(
        () =>
            new Set(
                commands.flatMap((command) =>
                    command.word && withCard([command], command.word).length ? [command.word] : [],
                ),
            ),
        [commands],
    );
    const buttons = onButtons(commands);
    const forced = withoutCard(commands);
    const mine = seat !== null && table.waits_for.includes(seat);
    const end = over(view);
    const rules = room?.rules ?? "";
    const goal = goalOf(game, view, rules);
    const has_discards = view?.piles.some((pile) => pile.name === "discards") ?? false;
    const possible = usePossible(table, helper && has_discards && seat !== null && !end);
    const seq = view?.seq ?? 0;

    const title = room ? tableTitle(room.title, game) : table.code;
    useAttention(mine, title);

    /* ---- movement: measured before this drawing reaches the page, flown after it ---- */
    const flown = useRef(table.moment?.key ?? 0);
    const before = useRef<Before | null>(null);
    const moment = table.moment;
    const moves = moment !== null && moment.key > flown.current;
    if (moves) before.current = measure(root.current);
    useLayoutEffect(() => {
        if (!moment || moment.key <= flown.current) return;
        flown.current = moment.key;
        const now = before.current;
        if (!root.current || !layer.current || !now || !view || document.hidden) return;
        slide(root.current, now);
        flyAll(root.current, layer.current, movement(moment.events, view), now, seat);
    });

    /* Sorted otherwise, the cards of the hand change places before one's eyes. */
    useLayoutEffect(() => {
        if (root.current && before.current) slide(root.current, before.current);
    }, [sort]);

    useEffect(() => {
        if (!end) {
            setEnded(false);
            return;
        }
        const timer = setTimeout(() => setEnded(true), END_MS);
        return () => clearTimeout(timer);
    }, [end]);
    useEffect(() => {
        if (end === "match" && seat !== null && listFact(view, "match_winners").includes(seat))
            playSound("win");
    }, [end]);

    /* What was begun is over when the table has moved on, unless it can still be done. */
    useEffect(() => {
        setChoosing((now) => {
            if (!now) return null;
            const still = now.commands.filter((one) =>
                commands.some((two) => two.text === one.text),
            );
            return still.length > 0 ? { ...now, commands: still } : null;
        });
    }, [commands]);
    useEffect(() => setSent(null), [seq]);
    useEffect(() => {
        if (!refused) return;
        const timer = setTimeout(() => setRefused(null), REFUSAL_MS);
        return () => clearTimeout(timer);
    }, [refused]);
    useEffect(() => {
        if (table.advice) setThinking(false);
    }, [table.advice]);
    useEffect(() => {
        if (sheet === "story") setRead(table.told);
    }, [sheet, table.told]);

    const tell = useCallback((key: string, why: unknown) => {
        if (why instanceof Refused) setRefused({ card: key, why: why.message });
    }, []);

    const act = useCallback(
        async (text: string, key: string | null) => {
            if (sent) return;
            setSent({ key });
            setChoosing(null);
            setRefused(null);
            try {
                await house.act(table.code, text);
            } catch (why) {
                tell(key ?? "", why);
            }
            setSent(null);
        },
        [house, table.code, sent, tell],
    );

    /** Goes on with what is left of a choice: asks further, or does it. */
    function go(left_over: Command[], key: string | null) {
        const [only] = left_over;
        if (nextPart(left_over) || !only) {
            setChoosing({ key, commands: left_over, confirm: null });
            return;
        }
        if (view?.marked.includes(only.text))
            setChoosing({ key, commands: left_over, confirm: only });
        else void act(only.text, key);
    }

    function chooseCard(card: Held) {
        if (choosing?.key === card.key) {
            setChoosing(null);
            return;
        }
        show(null, null, "hover");
        const possible = withCard(commands, card.face);
        if (possible.length > 0) go(possible, card.key);
        else void act(`play ${card.face}`, card.key); /* the engine says why not */
    }

    function answer(value: string) {
        const now = choosing ?? { key: null, commands: forced, confirm: null };
        const next = nextPart(now.commands);
        if (next) go(choose(now.commands, next.part, value), now.key);
    }

    async function ask(what: Promise<unknown>) {
        try {
            await what;
        } catch (why) {
            tell("", why);
        }
    }

    function agree() {
        void ask(house.request({ op: "agree", table: table.code }));
    }

    function advise() {
        if (thinking || !mine) return;
        setThinking(true);
        house.request({ op: "advise", table: table.code }).catch((why) => {
            setThinking(false);
            tell("", why);
        });
    }

    const asked = choosing?.confirm
        ? null
        : nextPart(choosing ? choosing.commands : forced.length > 1 ? forced : []);
    const hints = !/\bhints=false\b/.test(room?.settings ?? "");
    const advice =
        table.advice && table.advice.seq === seq && table.advice.command
            ? readCommands([table.advice.command])[0]
            : undefined;

    function sortNext() {
        before.current = measure(root.current);
        setSort(SORTS[(SORTS.indexOf(sort) + 1) % SORTS.length] ?? "color");
    }

    /* ---- keys ---- */
    const typed = useRef({ text: "", at: 0 });
    const keys = useRef<(event: KeyboardEvent) => void>(() => {});
    keys.current = (event) => {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || sheet) return;
        if (target.closest("input, textarea, select, dialog")) return;
        const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
        if (key === "Escape" && choosing) {
            setChoosing(null);
            focusHand();
            return;
        }
        if (asked) {
            const value = asked.values.find((one, i) => answerKey(asked.part, one, i) === key);
            if (value !== undefined) {
                event.preventDefault();
                answer(value);
            }
            return;
        }
        if (choosing) return;
        const pressed = buttons.find((command) => KEYS[command.verb] === key);
        if (typed.current.text === "" || event.timeStamp - typed.current.at > TYPED_MS) {
            typed.current.text = "";
            if (pressed) {
                event.preventDefault();
                void act(pressed.text, null);
                return;
            }
            if (key === "S" && !has_discards) return sortNext();
            if (key === "H" && hints) return advise();
            if (key === "N" && (room?.asks === "next" || room?.asks === "rematch")) return agree();
            if ((key === "ArrowLeft" || key === "ArrowRight") && !target.closest(".hand")) {
                event.preventDefault();
                focusHand();
                return;
            }
        }
        if (key.length !== 1 || !/[A-Z0-9]/.test(key)) return;
        typed.current = { text: typed.current.text + key, at: event.timeStamp };
        const card = cards.find((one) => one.face === typed.current.text);
        if (card) {
            typed.current.text = "";
            event.preventDefault();
            chooseCard(card);
        } else if (!cards.some((one) => one.face.startsWith(typed.current.text)))
            typed.current.text = "";
    };
    useEffect(() => {
        const listener = (event: KeyboardEvent) => keys.current(event);
        addEventListener("keydown", listener);
        return () => removeEventListener("keydown", listener);
    }, []);

    function focusHand() {
        root.current?.querySelector<HTMLElement>('.hand-card[tabindex="0"]')?.focus();
    }

    /* A control that is gone must not take the focus with it. */
    useLayoutEffect(() => {
        if (document.activeElement === document.body && hadFocus.current) focusHand();
    });
    const hadFocus = useRef(false);
    useEffect(() => {
        const element = root.current;
        const note = (event: FocusEvent) => {
            const at = event.target as HTMLElement;
            hadFocus.current = at.matches?.(":focus-visible") && !!element?.contains(at);
        };
        addEventListener("focusin", note);
        return () => removeEventListener("focusin", note);
    }, []);

    const own = useSeatWords(table, seat ?? 0, goal);
    if (!room || !view) return null;

    const count = view.hands.length;
    const others = Array.from({ length: count }, (_, i) =>
        seat === null ? i : (seat + 1 + i) % count,
    );
    if (seat !== null) others.pop();
    const turn = numberFact(view, "turn");
    const round = numberFact(view, "round");
    const my_turn = seat !== null && turn === seat && !end;
    const limit = turnLimit(room);
    const unread = table.story.some((line) => line.kind === "chat" && line.key > read);
    const draw = buttons.find((command) => command.verb === "draw");
    const uno = buttons.find((command) => command.verb === "uno");
    const calls = !has_discards && !/\buno_call=false\b/.test(rules);
    const phase = game?.phases.find((one) => one.name === textFact(view, "phase"));
    const away = room.seats.flatMap((sitter) => (sitter.away ? [sitter.name ?? ""] : []));
    const says = moment?.says ?? [];
    /* What just happened, and what is asked of this player. */
    const sentence = [
        ...lastWords(moment?.told ?? []),
        mine && !end && forced.length === 0 ? say("your_turn_now") : "",
        !moment && !mine && turn !== null ? say("turn_of", { name: nameOf(room, turn) }) : "",
    ]
        .filter(Boolean)
        .join(" ");
    /* What is asked in a box of its own has no words here. */
    const ways = new Set(
        commands.map((command) =>
            words({ ...command, choices: command.word ? {} : command.choices }),
        ),
    );
    ways.delete("");
    const allowed =
        commands.length === 0
            ? say("nothing_allowed")
            : ways.size > 0
              ? say("allowed_now", { what: [...ways].slice(0, 6).join("; ") })
              : "";
    const chosen_key = choosing?.key ?? null;

    const tips = (
        <Tips
            game={room.game}
            now={{
                my_turn: mine,
                can_play: playable.size > 0,
                can_draw: draw !== undefined,
                can_call: uno !== undefined,
                asks: asked?.part ?? null,
                somebody_safe:
                    listFact(view, "protected").length > 0 || listFact(view, "out").length > 0,
                over: end !== null && ended,
            }}
        />
    );

    return (
        <div class="table-page">
            <TopBar
                end={
                    <>
                        <button
                            type="button"
                            class="button small bar-invite"
                            onClick={() => setSheet("invite")}
                        >
                            {say("invite")}
                        </button>
                        <button
                            type="button"
                            class="icon-button story-button"
                            aria-label={say("story")}
                            title={say("story")}
                            onClick={() => setSheet("story")}
                        >
                            <svg viewBox="0 0 24 24" aria-hidden="true">
                                <path d="M4 5h16v11H11l-5 4v-4H4z" />
                            </svg>
                            {unread && <span class="dot" />}
                        </button>
                        <button
                            type="button"
                            class="icon-button"
                            aria-label={say("menu")}
                            title={say("menu")}
                            onClick={() => setSheet("menu")}
                        >
                            <svg viewBox="0 0 24 24" aria-hidden="true">
                                <path d="M5 7h14M5 12h14M5 17h14" />
                            </svg>
                        </button>
                    </>
                }
            >
                <span class="bar-title">
                    <b>{title}</b>
                    <span class="bar-code mono">
                        {table.code.slice(0, 3)} {table.code.slice(3)}
                    </span>
                    <span class="bar-goal">
                        {[
                            title === shortTitle(game) ? "" : shortTitle(game, room.game),
                            round ? say("round_number", { number: round }) : "",
                            goal
                                ? say(has_discards ? "first_to_tokens" : "first_to", { goal })
                                : "",
                            room.watchers > 0 ? say("watching", { count: room.watchers }) : "",
                        ]
                            .filter(Boolean)
                            .join(" · ")}
                    </span>
                </span>
            </TopBar>
            <Connection />
            <main
                id="content"
                ref={root}
                tabIndex={-1}
                class={`table game-${room.game} ${end && ended ? "ended" : ""}`}
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
                                    ? () => answer(String(one))
                                    : null
                            }
                        />
                    ))}
                    {seat !== null && (
                        <li class={my_turn ? "seat own-chip turn" : "seat own-chip"}>
                            <div class="seat-face">
                                <span class="seat-name">
                                    <b>{say("you_name")}</b>
                                    {own.tags.map((tag) => (
                                        <span key={tag.text} class={tag.loud ? "tag" : "tag quiet"}>
                                            {tag.text}
                                        </span>
                                    ))}
                                </span>
                                <span class="seat-count">
                                    {own.score ? (
                                        <Score words={own} />
                                    ) : (
                                        say("cards_count", { count: own.count })
                                    )}
                                </span>
                                {has_discards && (
                                    <span class="seat-cards">
                                        <Discards
                                            view={view}
                                            seat={seat}
                                            label={say("discard_pile")}
                                        />
                                    </span>
                                )}
                            </div>
                            {my_turn && limit !== null && table.deadline_ms !== null && (
                                <Clock deadline_ms={table.deadline_ms} limit={limit} />
                            )}
                        </li>
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
                {end && ended ? (
                    <RoundEnd
                        table={table}
                        view={view}
                        goal={goal}
                        onAgree={agree}
                        onLeave={() => {
                            if (seat !== null)
                                void ask(house.request({ op: "leave", table: table.code }));
                            navigate("/");
                        }}
                    >
                        {tips}
                    </RoundEnd>
                ) : (
                    <Middle
                        view={view}
                        onDraw={draw && !sent ? () => void act(draw.text, null) : null}
                    />
                )}
                <div class="lower">
                    {!(end && ended) && tips}
                    {room.asks === "go_on" && (
                        <div class="notice" role="status">
                            {say("table_paused", { names: away.join(", ") })}
                            {seat !== null && (
                                <button type="button" class="button small" onClick={agree}>
                                    {say("go_on_without")}
                                </button>
                            )}
                        </div>
                    )}
                    {room.asks === "end" && seat !== null && !room.seats[seat]?.wants_end && (
                        <div class="notice" role="status">
                            {say("end_proposed")}
                            <button type="button" class="button small" onClick={agree}>
                                {say("agree_end")}
                            </button>
                        </div>
                    )}
                    <div class="sentence-place">
                        <p class={mine ? "sentence mine" : "sentence"}>
                            {advice ? (
                                <b>{say("hint_is", { command: words(advice) })}</b>
                            ) : thinking ? (
                                say("hint_thinking")
                            ) : (
                                sentence || phase?.sentence
                            )}
                        </p>
                    </div>
                    <div class="only-heard" role="log" aria-live="polite">
                        {says.join(" ")}
                        {mine ? ` ${say("your_turn_now")}` : ""}
                    </div>
                    {seat === null ? (
                        <div class="watching">
                            <p>{say("you_watch")}</p>
                            {left.has(table.code) && room.stage === "playing" && (
                                <button
                                    type="button"
                                    class="button"
                                    onClick={() => ask(sit(house, table.code))}
                                >
                                    {say("seat_back")}
                                </button>
                            )}
                        </div>
                    ) : (
                        <>
                            {has_discards && (
                                <div class="own-discards">
                                    <Discards view={view} seat={seat} label={say("discard_pile")} />
                                </div>
                            )}
                            <Hand
                                game={game}
                                name={room.game}
                                seat={seat}
                                cards={cards}
                                playable={playable}
                                active={mine && !end}
                                selected={chosen_key}
                                sent={sent?.key ?? null}
                                refused={refused && { ...refused, allowed }}
                                hinted={advice?.word ?? null}
                                onChoose={chooseCard}
                                onTip={show}
                                sentenceOf={(face) => cardSentence(cardRow(game, face), rules)}
                                asking={
                                    choosing?.confirm ? (
                                        <Confirm
                                            onYes={() =>
                                                choosing.confirm &&
                                                void act(choosing.confirm.text, choosing.key)
                                            }
                                            onNo={() => {
                                                setChoosing(null);
                                                focusHand();
                                            }}
                                        />
                                    ) : (
                                        asked && (
                                            <Asking
                                                key={`${chosen_key} ${asked.part}`}
                                                game={game}
                                                room={room}
                                                seat={seat}
                                                part={asked.part}
                                                values={asked.values}
                                                card={chosen_key}
                                                onAnswer={answer}
                                                onCancel={
                                                    choosing
                                                        ? () => {
                                                              setChoosing(null);
                                                              focusHand();
                                                          }
                                                        : null
                                                }
                                            />
                                        )
                                    )
                                }
                            />
                            <Acts
                                own={own}
                                my_turn={my_turn}
                                clock={
                                    my_turn && limit !== null && table.deadline_ms !== null ? (
                                        <Clock deadline_ms={table.deadline_ms} limit={limit} />
                                    ) : null
                                }
                                bubble={bubbles.get(seat) ?? null}
                                buttons={buttons}
                                words={words}
                                draws={!has_discards}
                                calls={calls}
                                sort={has_discards ? null : sort}
                                hint={hints ? mine && !thinking && !end : null}
                                busy={sent !== null}
                                onAct={(command) => void act(command.text, null)}
                                onSort={sortNext}
                                onHint={advise}
                            />
                        </>
                    )}
                </div>
                {tip && !choosing && !asked && !end && (
                    <CardTip tip={tip} game={game} rules={rules} />
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
                    onAsk={ask}
                />
            )}
        </div>
    );
}
