// SPDX-License-Identifier: MIT
// friend_house.ts: the house of a friend's device for pages: the same House as a server's, behind a line through the
// document. It stays open, with the seat, whatever page is shown.
import { House } from "../connection/house";
import type { Line } from "../connection/line";
import { onPreference, preference } from "../device";
import type { Client } from "../messages";
import { deviceHouse } from "../solo/device_house";
import { language, say } from "../words/words";
import { Follower } from "./follower";
import { FriendLine } from "./friend_line";
import { Taker } from "./hand_over";
import { writeCopy } from "./host_copy";
import { type Sight, showAll } from "./judge";
import {
    changeTable,
    FRIENDS,
    fromHex,
    idOf,
    invitationLink,
    type KeptTable,
    keepBreach,
    keepDeal,
    keepGift,
    keptTable,
    keptTables,
    toHex,
} from "./kept_tables";
import { type Meeting, meetingOf } from "./meeting";
import { derive, keysFrom } from "./seal";
import { mapsOf } from "./shared_maps";
import { Watch } from "./watch";

/** What is asked of the host: finished matches. All else is the same everywhere. */
const OF_HOST = /^\/api\/matches\//;

async function look(line: FriendLine, path: string): Promise<Response> {
    if (OF_HOST.test(path))
        return (await line.get(path)) ?? Promise.reject(new TypeError("the host is not there"));
    /* A code may say what only the host shall read, and be longer than a server draws. */
    if (STATIC || path.startsWith("/api/qr?")) return await deviceHouse().get(path);
    return await fetch(path).catch(() => deviceHouse().get(path));
}

/* The match to which a commitment belongs that is told now. */
function nextMatch(house: House, code: string): number | null {
    const { room } = house.table(code).get();
    return room ? room.match + (room.stage === "playing" ? 0 : 1) : null;
}

/** What tables have shown to this page, by the key of the host and the match: for the judgement in the end. */
const shown = new Map<string, Map<number, Sight>>();

export function shownBy({ host }: KeptTable, match: number): Map<number, Sight> {
    const key = `${host} ${match}`;
    const found = shown.get(key) ?? new Map<number, Sight>();
    shown.set(key, found);
    return found;
}

/* What friends must remember to judge a deal: what was promised before anybody gave anything, and what they gave. */
function witness(house: House, table: KeptTable): (message: Client) => void {
    const { code, host } = table;
    house.table(code).subscribe(() => {
        const { commitment, room, view, seat } = house.table(code).get();
        const match = nextMatch(house, code);
        if (match !== null && commitment) keepDeal(host, match, { commitment });
        if (room?.stage === "playing" && view && seat !== null)
            shownBy(table, room.match).set(view.seq, showAll(room.rules, view));
        const kept = keptTables.get().find((one) => one.host === host);
        const now = { title: room?.title ?? "", seated: seat !== null };
        if (room && kept && (kept.title !== now.title || kept.seated !== now.seated))
            changeTable(host, now);
    });
    return (message) => {
        const match = nextMatch(house, code);
        const { room, commitment } = house.table(code).get();
        if (match === null || room?.stage === "playing") return;
        if ("entropy" in message && message.entropy)
            keepGift(host, match, message.entropy, commitment);
    };
}

/* If the host makes this device the host, it has the table before anybody relies on it. */
function takeOver(table: KeptTable, { doc, chain }: Meeting): Taker {
    const { code, room, host } = table;
    const secret = fromHex(table.secret);
    const copyOf = { code, token: "", secret, room };
    return new Taker({
        doc,
        chain,
        code,
        keys: keysFrom(secret),
        /* The engine is loaded when it is wanted. */
        house: { move: (move) => deviceHouse().move(move) },
        note: ({ sealed, memory }) =>
            toHex(writeCopy(derive(secret, "copy"), { ...copyOf, sealed, memory })),
        become: (copy) => {
            if (!keptTable(host)?.hosts) changeTable(host, { hosts: true, copy });
        },
    });
}

function open(table: KeptTable): House {
    const meeting = meetingOf(table);
    const { doc, chain } = meeting;
    const { host, code } = table;
    const follower = new Follower();
    const watch = new Watch({
        chain,
        code,
        follow: (step) => follower.follow(step),
        show: (statements) => meeting.show(statements),
        found: (breach) => keepBreach(host, breach),
    });
    const friend = new FriendLine({
        doc,
        keys: keysFrom(fromHex(table.secret)),
        chain,
        stated: (said) => watch.state(said),
    });
    friend.subscribe((news) => watch.hear(news));
    meeting.onShown((statements) => watch.compare(statements));
    const taker = takeOver(table, meeting);
    friend.subscribe(({ op }) => {
        if (op === "up") void taker.hostGoesOn();
    });
    let note: (message: Client) => void = () => {};
    const line: Line = {
        send(message) {
            note(message);
            friend.send(message);
        },
        subscribe: (listener) => friend.subscribe(listener),
    };
    const waits = () => say(friend.lost ? "friends_elsewhere" : "friends_host_awaited");
    const house = new House(line, {
        language,
        token: () => null,
        keepToken: () => {},
        name: () => preference("name"),
        offline: waits,
        waits,
        hinted: (name) => say("hinted", { name }),
        base: `${FRIENDS}/${idOf(table)}`,
        get: (path) => look(friend, path),
        invitation: (_, base) => invitationLink(base, table),
        between: () => (keptTable(table.host)?.hosts ? "host" : "friend"),
    });
    note = witness(house, table);
    house.follow(code);
    const { table: facts } = mapsOf(doc);
    /* Before anything has come, nobody is missing. */
    const meet = () => {
        if (facts.has("client")) friend.setPresent(meeting.present());
    };
    meeting.reached.subscribe(meet);
    facts.observe(meet);
    let speaks = preference("language");
    onPreference(() => {
        if (preference("language") === speaks) return;
        speaks = preference("language");
        friend.reconnect();
    });
    return house;
}

const houses = new Map<string, House>();

/** The house of the host of a table; the first call opens it. */
export function friendHouse(table: KeptTable): House {
    let found = houses.get(table.host);
    if (!found) {
        found = open(table);
        houses.set(table.host, found);
    }
    return found;
}
