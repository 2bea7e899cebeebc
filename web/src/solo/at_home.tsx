// SPDX-License-Identifier: MIT
// at_home.tsx: the house of this device for pages: the same House as a server's, behind another line. Its pages have
// addresses that begin with /home. It deals whenever the server cannot be reached, and always where there is none.
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { House, HouseContext } from "../connection/house";
import {
    hasHomeTables,
    homeToken,
    keepHomeTables,
    keepHomeToken,
    onPreference,
    preference,
} from "../device";
import { hostedTable, invitationLink } from "../friends/kept_tables";
import type { MyTable } from "../messages";
import { BaseContext } from "../route";
import { Store, useStore } from "../store";
import { type Key, language, say, useWords } from "../words/words";
import { deviceHouse } from "./device_house";
import { DeviceLine } from "./device_line";
import type { Trouble } from "./solo_messages";

export const HOME = "/home";
/** A line that is down for less than this is not worth moving house. */
const DOWN_MS = 700;
/** A server that has not answered after this long is not waited for. */
const CONNECTING_MS = 4000;

let home: House | null = null;

/** The house of this device; the first call opens it. */
export function homeHouse(): House {
    if (home) return home;
    const device = deviceHouse();
    const line = new DeviceLine(device);
    const house = new House(line, {
        language,
        token: () => device.person ?? homeToken(),
        keepToken: (token) => {
            keepHomeToken(token);
            device.keepPerson(token);
        },
        name: () => preference("name"),
        offline: () => say("home_wait"),
        hinted: (name) => say("hinted", { name }),
        base: HOME,
        get: (path) => device.get(path),
        invitation: (code, site) => {
            const table = hostedTable(code);
            return table ? invitationLink(site, table) : null;
        },
        between: (code) => (hostedTable(code) ? "host" : null),
    });
    house.mine.subscribe(() => {
        const has = house.mine.get().length > 0;
        /* A device that wants space shall not take it from a table. */
        if (has && !hasHomeTables()) navigator.storage?.persist?.().catch(() => {});
        keepHomeTables(has);
    });
    let speaks = preference("language");
    onPreference(() => {
        if (preference("language") === speaks) return;
        speaks = preference("language");
        line.reconnect();
    });
    home = house;
    return house;
}

/* Whether the address is the server's, and only this device answers for it now. */
const StandInContext = createContext(false);

export function AtHome(props: { standIn?: boolean; children: ComponentChildren }) {
    return (
        <HouseContext.Provider value={homeHouse()}>
            <BaseContext.Provider value={HOME}>
                <StandInContext.Provider value={props.standIn ?? false}>
                    {props.children}
                </StandInContext.Provider>
            </BaseContext.Provider>
        </HouseContext.Provider>
    );
}

/** Whether the server can be reached, as far as is known; it is given a moment. */
export function useReach(server: House): boolean {
    const status = useStore(server.status);
    const [late, setLate] = useState(false);
    useEffect(() => {
        if (status === "up") {
            setLate(false);
            return;
        }
        const timer = setTimeout(() => setLate(true), status === "down" ? DOWN_MS : CONNECTING_MS);
        return () => clearTimeout(timer);
    }, [status]);
    return status === "up" || !late;
}

const NO_TABLES = new Store<MyTable[]>([]);

/** The tables of this device, for a page of the server's; none are looked for where there were none. */
export function useHomeTables(): MyTable[] {
    const base = useContext(BaseContext);
    const [looks] = useState(() => base !== HOME && hasHomeTables());
    return useStore(looks ? homeHouse().mine : NO_TABLES);
}

const WORDS: Record<NonNullable<Trouble>, Key> = {
    not_kept: "home_not_kept",
    full: "home_full",
    too_old: "home_too_old",
    damaged: "home_damaged",
    no_engine: "home_no_engine",
};

/** What people have to know about the house of this device: that it stands in for a server, or is in trouble. */
export function useHomeNotice(): string {
    const say = useWords();
    const standIn = useContext(StandInContext);
    const trouble = useStore(deviceHouse().trouble);
    const words = [standIn ? say("home_stands_in") : "", trouble ? say(WORDS[trouble]) : ""];
    return words.filter(Boolean).join(" ");
}
