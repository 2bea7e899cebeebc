// SPDX-License-Identifier: MIT
// friends_parts.tsx: what pages of a table between friends show besides: what a host can do, who is the host and who could
// be it, who is connected, how to connect without a server, what was found against the host, and what the deal was found
// to be.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Between, type House, useHouse } from "../connection/house";
import { CopyButton, useQr } from "../lobby/invitation";
import { loadEngine } from "../replay/engine";
import { navigate } from "../route";
import { Store, useStore } from "../store";
import { Icon } from "../style/icons";
import { type Key, type say, useWords } from "../words/words";
import { shownBy } from "./friend_house";
import type { Heir } from "./friends_host";
import { type Hosted, hostedHere } from "./hosted";
import { type Judgement, judge } from "./judge";
import { hostedTable, idOf, isHome, type KeptTable, keptTables } from "./kept_tables";
import { type Meeting, meetings } from "./meeting";
import type { PlainWay } from "./plain_way";
import { mapsOf } from "./shared_maps";
import type { Breach } from "./watch";

const NOBODY = new Store({ direct: [] as number[], relay: [] as number[] });
const UNKNOWN = new Store<boolean | null>(null);
const NO_WAY = new Store<PlainWay | null>(null);
const NOT_GIVING = new Store<Heir | null>(null);

function useKept(code: string): KeptTable | undefined {
    const { base } = useHouse();
    const kept = useStore(keptTables);
    return hostedTable(code) ?? kept.find((one) => base.endsWith(`/${idOf(one)}`));
}

function useMeeting(code: string): Meeting | undefined {
    const table = useKept(code);
    return useStore(meetings).get(table?.host ?? "");
}

/* What this tab shares as the host, if it does, and to whom it is being handed over. */
function useHosted(code: string): { hosted: Hosted | undefined; giving: Heir | null } {
    const hosted = useStore(hostedHere).get(useKept(code)?.host ?? "");
    return { hosted, giving: useStore(hosted?.giving ?? NOT_GIVING) };
}

function useHeirs(code: string): { hosted: Hosted | undefined; heirs: Heir[] } {
    const { hosted, giving } = useHosted(code);
    /* Who is there changes with the table and with the connections. */
    useStore(useHouse().table(code));
    useStore(useMeeting(code)?.reached ?? NOBODY);
    return { hosted, heirs: giving ? [] : (hosted?.heirs() ?? []) };
}

function Handing({ hosted, heir }: { hosted: Hosted; heir: Heir }) {
    const say = useWords();
    return (
        <div class="friends-handing">
            <p role="status">
                <span class="spinner" aria-hidden="true" />{" "}
                {say("friends_handing", { name: heir.name })}
            </p>
            <button type="button" class="button small" onClick={() => hosted.withdraw()}>
                {say("cancel")}
            </button>
        </div>
    );
}

function Heirs(props: { heirs: Heir[]; label: Key; onChoose: (heir: Heir) => void }) {
    const say = useWords();
    return (
        <div class="buttons">
            {props.heirs.map((heir) => (
                <button
                    key={heir.key}
                    type="button"
                    class="button small"
                    onClick={() => props.onChoose(heir)}
                >
                    {say(props.label, { name: heir.name })}
                </button>
            ))}
        </div>
    );
}

interface HostProps {
    code: string;
    onDone?: () => void;
}

/** What a host can do with seats and with the table itself. */
export const HostCan = (props: HostProps) => (
    <>
        <GiveSeat {...props} />
        <HandOver {...props} />
    </>
);

/* The seat of somebody who is away may go to a friend who has none. */
function GiveSeat({ code, onDone }: HostProps) {
    const say = useWords();
    const { hosted } = useHeirs(code);
    const pairs = (hosted?.away() ?? []).flatMap((from) =>
        (hosted?.standing() ?? []).map((to) => ({ from, to })),
    );
    if (!hosted || pairs.length === 0) return null;
    return (
        <section class="friends-hand-over">
            <h3>{say("friends_give_seat")}</h3>
            <p class="dim small">{say("friends_give_seat_about")}</p>
            <div class="buttons">
                {pairs.map(({ from, to }) => (
                    <button
                        key={from.key + to.key}
                        type="button"
                        class="button small"
                        onClick={() => {
                            onDone?.();
                            hosted.giveSeat(from, to);
                        }}
                    >
                        {say("friends_give_seat_to", {
                            from: from.name,
                            to: to.name || say("friends_somebody"),
                        })}
                    </button>
                ))}
            </div>
        </section>
    );
}

/* Makes a friend the host. */
function HandOver({ code, onDone }: HostProps) {
    const say = useWords();
    const { hosted, heirs } = useHeirs(code);
    if (!hosted || heirs.length === 0) return null;
    return (
        <section class="friends-hand-over">
            <h3>{say("friends_hand_over")}</h3>
            <p class="dim small">{say("friends_hand_over_about")}</p>
            <Heirs
                heirs={heirs}
                label="friends_hand_over_to"
                onChoose={(heir) => {
                    onDone?.();
                    hosted.handOver(heir, false);
                }}
            />
        </section>
    );
}

/** The same for a host who leaves. */
export function LeaveTo({ code }: { code: string }) {
    const say = useWords();
    const { hosted, heirs } = useHeirs(code);
    if (!hosted || heirs.length === 0) return null;
    return (
        <section class="friends-hand-over">
            <p>{say("friends_leave_on")}</p>
            <Heirs
                heirs={heirs}
                label="friends_leave_to"
                onChoose={(heir) => {
                    hosted.handOver(heir, true);
                    navigate("/");
                }}
            />
        </section>
    );
}

function Word({ children, onClose }: { children: ComponentChildren; onClose?: () => void }) {
    const say = useWords();
    return (
        <div class="friends-change">
            <div class="friends-change-word">
                {children}
                {onClose && (
                    <button
                        type="button"
                        class="icon-button"
                        aria-label={say("close")}
                        onClick={onClose}
                    >
                        <Icon name="cross" />
                    </button>
                )}
            </div>
        </div>
    );
}

/** Over a table: that it is being handed over, and then who is the host, as it was said of the first one. */
export function Change({ code }: { code: string }) {
    const say = useWords();
    const house = useHouse();
    const { hosted, giving } = useHosted(code);
    const { room } = useStore(house.table(code));
    const changes = useKept(code)?.changes.length ?? 0;
    const [seen, setSeen] = useState(changes);
    const name = room?.seats[room.host ?? -1]?.name;
    if (hosted && giving)
        return (
            <Word>
                <Handing hosted={hosted} heir={giving} />
            </Word>
        );
    if (changes <= seen || !name) return null;
    return (
        <Word onClose={() => setSeen(changes)}>
            <p role="status">
                {house.between(code) === "host"
                    ? say("friends_new_host_you")
                    : say("friends_new_host", { name })}
            </p>
        </Word>
    );
}

function Knows({ between }: { between: Between }) {
    const say = useWords();
    return (
        <p class="friends-word">
            <b>{say("friends_host_knows")}</b>{" "}
            {say(between === "host" ? "friends_you_host" : "friends_you_join")}
        </p>
    );
}

/** How programs come to a plain table. */
function Programs({ way }: { way: PlainWay }) {
    const say = useWords();
    return (
        <details class="more">
            <summary>{say("friends_programs")}</summary>
            <div class="friends-texts">
                <p class="dim small">{say("friends_programs_about")}</p>
                <Text label={say("friends_programs_relay")} value={way.url} />
                <Text label={say("friends_programs_room")} value={way.room} />
            </div>
        </details>
    );
}

/** What a host can do, before one sits down; and who is connected. */
export function Notice({ code }: { code: string }) {
    const say = useWords();
    const between = useHouse().between(code);
    const meeting = useMeeting(code);
    const { direct, relay } = useStore(meeting?.reached ?? NOBODY);
    const way = useStore(meeting?.plain_way ?? NO_WAY);
    const plain = meeting && mapsOf(meeting.doc).table.get("sealed") === false;
    return (
        <>
            <Knows between={between} />
            {plain && <p class="friends-word">{say("friends_hands_open")}</p>}
            {way && <Programs way={way} />}
            {between === "host" && (
                <p class="dim small" role="status">
                    {say("friends_reached", { count: direct.length + relay.length })}
                </p>
            )}
            <HostCan code={code} />
        </>
    );
}

/** While the host is looked for. */
export function Coming({ code }: { code: string }) {
    const say = useWords();
    const between = useHouse().between(code);
    const has_place = useStore(useMeeting(code)?.has_place ?? UNKNOWN);
    const { hosted, giving } = useHosted(code);
    if (hosted && giving)
        return (
            <div class="panel friends-coming">
                <Handing hosted={hosted} heir={giving} />
            </div>
        );
    return (
        <div class="panel friends-coming">
            <p role="status">
                <span class="spinner" aria-hidden="true" />{" "}
                {say(has_place === false ? "friends_no_place" : "friends_looking")}
            </p>
            <Knows between={between} />
            {between === "friend" && <ByHand code={code} open={has_place === false} />}
        </div>
    );
}

function Text(props: { label: string; value: string; onInput?: (value: string) => void }) {
    const { onInput } = props;
    return (
        <label>
            {props.label}
            <textarea
                class="field mono"
                rows={3}
                value={props.value}
                readOnly={!onInput}
                spellcheck={false}
                autocomplete="off"
                onFocus={(event) => !onInput && event.currentTarget.select()}
                onInput={(event) => onInput?.(event.currentTarget.value.trim())}
            />
        </label>
    );
}

/* A text for a camera. */
function Picture({ label, text }: { label: string; text: string }) {
    const picture = useQr(text);
    return picture ? <img class="qr" src={picture} alt={label} width="240" height="240" /> : null;
}

/** A connection without a server: a text for each way, sent as friends like, or read by a camera. */
export function ByHand({ code, open }: { code: string; open?: boolean }) {
    const say = useWords();
    const hosts = useHouse().between(code) === "host";
    const meeting = useMeeting(code);
    const [made, setMade] = useState("");
    const [pasted, setPasted] = useState("");
    const [wrong, setWrong] = useState(false);

    async function attempt(what: () => Promise<void>) {
        setWrong(false);
        await what().catch(() => setWrong(true));
    }
    const offer = () =>
        attempt(async () => {
            setPasted("");
            setMade((await (await meeting?.link)?.invite()) ?? "");
        });
    const answer = () =>
        attempt(async () => setMade((await (await meeting?.link)?.accept(pasted)) ?? ""));
    const complete = () =>
        attempt(async () => {
            await (await meeting?.link)?.complete(pasted);
            setMade("");
            setPasted("");
        });
    const paste = (
        <Text
            label={say(hosts ? "friends_answer" : "friends_offer")}
            value={pasted}
            onInput={setPasted}
        />
    );
    const label = say(hosts ? "friends_offer" : "friends_answer");
    const copy = made && (
        <>
            <Text label={label} value={made} />
            <CopyButton text={made} label={say("copy")} class="small" />
            <Picture label={label} text={made} />
        </>
    );
    return (
        <details class="more" open={open}>
            <summary>{say("friends_by_hand")}</summary>
            <div class="friends-texts">
                <p class="dim small">
                    {say(hosts ? "friends_by_hand_host" : "friends_by_hand_friend")}
                </p>
                {hosts && !made && (
                    <button type="button" class="button small" disabled={!meeting} onClick={offer}>
                        {say("friends_make_offer")}
                    </button>
                )}
                {hosts ? copy : paste}
                {hosts ? made && paste : null}
                {(!hosts || made) && (
                    <button
                        type="button"
                        class="button small"
                        disabled={!pasted}
                        onClick={hosts ? complete : answer}
                    >
                        {say(hosts ? "friends_connect" : "friends_make_answer")}
                    </button>
                )}
                {!hosts && copy}
                <p class="bad small" role="alert">
                    {wrong ? say("friends_wrong_text") : ""}
                </p>
            </div>
        </details>
    );
}

/* Who did what, and when. */
function breachWords(words: typeof say, { wrong, seq, name }: Breach): string {
    return words("friends_breach", { name, step: seq, what: words(`friends_breach_${wrong}`) });
}

const breachesOf = ({ breaches }: KeptTable, match: number | undefined): Breach[] =>
    (breaches ?? []).filter((breach) => breach.match === match);

/** What this friend's device has found against the host in the match that is played. */
export function Found({ code }: { code: string }) {
    const say = useWords();
    const table = useKept(code);
    const { room } = useStore(useHouse().table(code));
    const [breach] = table ? breachesOf(table, room?.match) : [];
    return breach ? (
        <p class="notice friends-breach bad small" role="alert">
            <Icon name="cross" /> {breachWords(say, breach)}
        </p>
    ) : null;
}

async function findOut(house: House, code: string, table: KeptTable): Promise<Judgement> {
    const { match_id, seat } = house.table(code).get();
    const [engine, answer] = await Promise.all([
        loadEngine(WASM_URL),
        house.get(`/api/matches/${match_id}`),
    ]);
    if (!answer.ok) throw new Error(String(answer.status));
    const log = new Uint8Array(await answer.arrayBuffer());
    const match = Number(match_id?.split("/")[1]);
    const own = isHome(table) ? undefined : null;
    const deal = table.deals.find((one) => one.match === match) ?? own;
    return judge(engine, log, deal, seat ?? 0, shownBy(table, match), breachesOf(table, match));
}

/** After a match: what everybody's own device finds about the deal. */
export function Verdict({ code }: { code: string }) {
    const say = useWords();
    const house = useHouse();
    const table = useKept(code);
    const { match_id } = useStore(house.table(code));
    const status = useStore(house.status);
    const [found, setFound] = useState<Judgement | null>(null);
    useEffect(() => {
        if (!table || !match_id || found || status !== "up") return;
        let shown = true;
        /* What cannot be fetched is tried again when the host is back. */
        findOut(house, code, table).then(
            (judgement) => shown && setFound(judgement),
            () => {},
        );
        return () => {
            shown = false;
        };
    }, [house, code, match_id, status]);
    const honest = found?.verdict === "honest";
    const told = found && found.verdict !== "not_seen";
    const words = (judgement: Judgement) => {
        if (judgement.verdict === "broken") return say("friends_broken", { why: judgement.why });
        if (judgement.verdict === "unread") return say("friends_unchecked", { why: judgement.why });
        if (judgement.verdict === "unrevealed")
            return say("friends_unchecked", { why: say("deal_unrevealed") });
        if (judgement.verdict === "breach")
            return say("friends_broken", { why: breachWords(say, judgement.breach) });
        return say(`friends_${judgement.verdict}`);
    };
    return (
        <p class={`friends-verdict ${told ? (honest ? "good" : "bad") : "dim"}`} role="status">
            {told && <Icon name={honest ? "shield" : "cross"} />}
            {found ? words(found) : say("friends_judging")}
        </p>
    );
}
