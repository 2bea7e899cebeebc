// SPDX-License-Identifier: MIT
// hosting.ts: the tables between friends of which this device is the host. Each is a table of its own house, and is shared
// for as long as a page of this site is open here, whatever it shows; one tab does it for all of them. Whoever has opened a
// table plays there at home (at_home.tsx); whoever got it from another host goes on with the pages of a friend.
// Whatever the host must know after a reload or a crash is stored: the table in the house, the secret in kept_tables.ts.
import type { House } from "../connection/house";
import { homeToken } from "../device";
import { addressOf, navigate } from "../route";
import { HOME, homeHouse } from "../solo/at_home";
import { deviceHouse } from "../solo/device_house";
import { Store } from "../store";
import { friendHouse } from "./friend_house";
import type { Heir } from "./friends_host";
import { readCopy, writeCopy } from "./host_copy";
import { HostTable } from "./host_table";
import { type Hosted, hostedHere } from "./hosted";
import {
    changeTable,
    forgetTable,
    fromHex,
    hostedTable,
    type KeptTable,
    keepTable,
    keptTable,
    keptTables,
    randomHex,
    tableAddress,
    toHex,
} from "./kept_tables";
import { type Meeting, meetingOf } from "./meeting";
import { derive, keysFrom } from "./seal";

/** A table that is shared by this tab. */
class Hosting implements Hosted {
    readonly giving = new Store<Heir | null>(null);
    private leaves = false;
    private stop: () => void = () => {};
    private host: HostTable | null = null;

    constructor(
        private readonly table: KeptTable,
        private readonly meeting: Meeting,
    ) {}

    /** Until the host has left the table, it is gone, or somebody else is the host. */
    async share(token: string, left: (hosting: Hosting) => Promise<void>): Promise<void> {
        const { code, room } = this.table;
        const { doc, chain } = this.meeting;
        const secret = fromHex(this.table.secret);
        const key = derive(secret, "copy");
        const copy = readCopy(key, fromHex(this.table.copy));
        const sealed = copy?.sealed ?? true;
        let given = () => {};
        const isGiven = new Promise<true>((resolve) => {
            given = () => resolve(true);
        });
        const host = await HostTable.open({
            doc,
            chain,
            house: deviceHouse(),
            code,
            token,
            secret,
            sealed,
            memory: copy?.memory,
            remember: (memory) => {
                const kept = writeCopy(key, { code, token, secret, sealed, room, memory });
                changeTable(this.table.host, { copy: toHex(kept) });
            },
            given,
        });
        if (!host) {
            this.beNoHost();
            return;
        }
        this.begin(host, sealed);
        const gave = await Promise.race([isGiven, left(this)]);
        this.end();
        if (gave) {
            this.beNoHost();
            this.beFriend();
        } else {
            this.meeting.close();
            forgetTable(this.table.host);
        }
    }

    heirs(): Heir[] {
        return this.host?.heirs() ?? [];
    }

    handOver(heir: Heir, leaves: boolean): void {
        this.leaves = leaves;
        void this.host?.handOver(heir);
    }

    withdraw(): void {
        this.host?.withdraw();
    }

    away(): Heir[] {
        return this.host?.away() ?? [];
    }

    standing(): Heir[] {
        return this.host?.standing() ?? [];
    }

    giveSeat(from: Heir, to: Heir): void {
        this.host?.giveSeat(from, to);
    }

    private begin(host: HostTable, sealed: boolean): void {
        const { meeting } = this;
        this.host = host;
        if (!sealed) void meeting.admitPrograms();
        host.giving.subscribe(() => this.giving.set(host.giving.get()));
        this.stop = meeting.reached.subscribe(() => host.setPresent(meeting.present()));
        hostedHere.set(new Map(hostedHere.get()).set(this.table.host, this));
    }

    private end(): void {
        this.stop();
        this.meeting.dismissPrograms();
        this.host?.close();
        const others = [...hostedHere.get()].filter(([, one]) => one !== this);
        hostedHere.set(new Map(others));
    }

    /* The meeting goes on, so that all friends learn who the host is. A page that has not handed the table over itself does
       no more: another tab may have done it, and have the seat now. */
    private beNoHost(): void {
        changeTable(this.table.host, { hosts: false, copy: "" });
    }

    /* The seat stays, by the key that was the host's; or it is given up, as that of anybody who leaves. */
    private beFriend(): void {
        const { code, host } = this.table;
        const house = friendHouse({ ...this.table, ...keptTable(host) });
        const shown = STATIC ? location.hash : location.pathname;
        if (shown === addressOf(`${HOME}/t/${code}`) && !this.leaves)
            navigate(tableAddress(this.table), { replace: true });
        if (this.leaves) house.request({ op: "leave", table: code }).catch(() => {});
    }
}

/** The tables that this tab shares, or will when the tab that does it is closed. */
const hosted = new Set<string>();

/* Resolves when the table is shared here no longer. Where there are no locks every tab does it, and the newest is heard. */
async function alone(code: string, share: () => Promise<void>): Promise<void> {
    if (navigator.locks) await navigator.locks.request(`holecard friends ${code}`, share);
    else await share();
}

async function come(house: House): Promise<string> {
    const token = () => (house.status.get() === "up" ? homeToken() : null);
    return await new Promise((resolve) => {
        const look = () => {
            const found = token();
            if (!found) return;
            stop();
            resolve(found);
        };
        const stop = house.status.subscribe(look);
        look();
    });
}

/* Until the host has left the table at home, or it is gone. While it is handed over, the house does not have it. */
function leftHome(house: House, { code, host }: KeptTable, { giving }: Hosting): Promise<void> {
    return new Promise((resolve) => {
        const look = () => {
            const row = house.mine.get().find(({ table }) => table === code);
            if (row) {
                if (keptTables.get().some((one) => one.host === host && one.title !== row.title))
                    changeTable(host, { title: row.title });
                return;
            }
            if (house.status.get() !== "up" || giving.get() || !hostedTable(code)) return;
            stop();
            resolve();
        };
        const stop = house.mine.subscribe(look);
        look();
    });
}

/* The same for a host who plays as friends do. */
function leftFriends({ host }: KeptTable): Promise<void> {
    return new Promise((resolve) => {
        const look = () => {
            if (keptTable(host)?.seated) return;
            stop();
            resolve();
        };
        const stop = keptTables.subscribe(look);
        look();
    });
}

async function host(table: KeptTable): Promise<void> {
    if (hosted.has(table.host)) return;
    hosted.add(table.host);
    const house = hostedTable(table.code) ? homeHouse() : null;
    const token = house ? await come(house) : "";
    await alone(table.code, async () => {
        /* Another tab may have had it until now. */
        const now = keptTable(table.host);
        if (!now?.hosts) return;
        const hosting = new Hosting(now, meetingOf(now));
        await hosting.share(token, (self) =>
            house ? leftHome(house, now, self) : leftFriends(now),
        );
    });
    hosted.delete(table.host);
}

/** Goes on with all tables of which this device is the host. */
export function hostAll(): void {
    for (const table of keptTables.get()) if (table.hosts) void host(table);
}

/** From now on friends can come to a table of this device's house, at which its person sits; with open hands if it is
 *  `plain`. */
export function share(code: string, at: string, plain: boolean): void {
    const [secret, room] = [randomHex(), randomHex()];
    const bytes = fromHex(secret);
    const memory = { friends: [], players: [] };
    const copy = { code, token: "", secret: bytes, sealed: !plain, room, memory };
    const table = {
        code,
        host: keysFrom(bytes).id,
        room,
        at,
        secret,
        hosts: true,
        changes: [],
        title: "",
        seated: true,
        deals: [],
        copy: toHex(writeCopy(derive(bytes, "copy"), copy)),
    };
    keepTable(table);
    void host(table);
}
