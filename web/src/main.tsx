// SPDX-License-Identifier: MIT
// main.tsx: where the page starts: it connects to its server, if there is one, and shows the page of the address. What is
// below /home is of the house of this device, and so is whatever a server that cannot be reached would have to answer.
//
// Pages that most people do not open first are loaded when they are.
import { type ComponentChildren, type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Attention } from "./attention";
import { House, HouseContext, useHouse } from "./connection/house";
import { SocketLine } from "./connection/socket";
import { dress, keepToken, onPreference, preference, token } from "./device";
import { Page } from "./frame";
import { FRIENDS, keptTables } from "./friends/kept_tables";
import { FrontPage } from "./lobby/front_page";
import { NewTablePage } from "./lobby/new_table_page";
import { Link, usePlace } from "./route";
import { AtHome, HOME, useReach } from "./solo/at_home";
import { stayInstalled } from "./solo/offline";
import { useStore } from "./store";
import { TablePage } from "./table/table_page";
import { comeFromTelegram } from "./telegram/come";
import { language, loadWords, say, useWords } from "./words/words";

/** A page, or a language, that could not be loaded is tried again after so long. */
const AGAIN_MS = 2000;
const CODE = /^\/(?:t\/)?([A-Za-z]{6})$/;

function Later<P extends object>(props: {
    load: () => Promise<ComponentType<P>>;
    page: string;
    props: P;
}) {
    const say = useWords();
    const [Loaded, setLoaded] = useState<{ page: string; component: ComponentType<P> } | null>(
        null,
    );
    const [failed, setFailed] = useState(false);
    useEffect(() => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let shown = true;
        const load = () =>
            props.load().then(
                (component) => shown && setLoaded({ page: props.page, component }),
                () => {
                    if (!shown) return;
                    setFailed(true);
                    timer = setTimeout(load, AGAIN_MS);
                },
            );
        void load();
        return () => {
            shown = false;
            clearTimeout(timer);
        };
    }, [props.page]);
    if (Loaded?.page === props.page) return <Loaded.component {...props.props} />;
    return (
        <Page title="Holecard">
            <p class="dim">{say(failed ? "offline" : "loading")}</p>
        </Page>
    );
}

function Missing() {
    const say = useWords();
    return (
        <Page title={say("not_found")}>
            <h1>{say("not_found")}</h1>
            <p>
                <Link href="/" class="button">
                    {say("to_front")}
                </Link>
            </p>
        </Page>
    );
}

function Pages() {
    const { path, hash } = usePlace();
    useWords();
    const [, section = "", rest = ""] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    const code = CODE.exec(path)?.[1];

    switch (section) {
        case "":
            return <FrontPage />;
        case "new":
            return <NewTablePage />;
        case "people":
            return (
                <Later
                    page="people"
                    load={async () => (await import("./statistics/people_page")).PeoplePage}
                    props={{}}
                />
            );
        case "me":
            return (
                <Later
                    page="me"
                    load={async () => (await import("./statistics/me_page")).MePage}
                    props={{}}
                />
            );
        case "rules":
            return (
                <Later
                    page="rules"
                    load={async () => (await import("./rules/rules_page")).RulesPage}
                    props={{ game: rest || "shed" }}
                />
            );
        case "r":
            return (
                <Later
                    page="replay"
                    load={async () => (await import("./replay/replay_page")).ReplayPage}
                    props={{ match: rest, seq: Number(hash) || 0 }}
                />
            );
    }
    if (code) return <TablePage key={code} code={code.toUpperCase()} />;
    return <Missing />;
}

/* Stands for all pages of a house that has said something unreadable: what they would show lacks a part. */
function Unreadable() {
    const say = useWords();
    return (
        <Page title="Holecard">
            <h1>{say("unreadable")}</h1>
            <p role="alert">{say("unreadable_about")}</p>
            <p>
                <button type="button" class="button main" onClick={() => location.reload()}>
                    {say("reload")}
                </button>
            </p>
        </Page>
    );
}

function Site() {
    const unreadable = useStore(useHouse().unreadable);
    if (unreadable) return <Unreadable />;
    return (
        <>
            <Attention />
            <Pages />
        </>
    );
}

/* Tables and matches of a server are to be had nowhere else. */
const OF_SERVER = /^\/(t\/|r\/|[A-Za-z]{6}$)/;

/* The pages of somebody who was invited, by whoever is the host. */
function WithFriends() {
    const say = useWords();
    const [Pages, setPages] = useState<ComponentType<{ children: ComponentChildren }> | null>(null);
    useEffect(() => {
        const load = () =>
            import("./friends/friend_pages").then(
                ({ FriendPages }) => setPages(() => FriendPages),
                () => setTimeout(load, AGAIN_MS),
            );
        void load();
    }, []);
    if (!Pages) return <p class="reading dim">{say("loading")}</p>;
    return (
        <Pages>
            <Site />
        </Pages>
    );
}

const isOfFriends = (path: string): boolean =>
    !!WASM_URL && (path === FRIENDS || path.startsWith(`${FRIENDS}/`));

function AlwaysAtHome() {
    const { path } = usePlace();
    if (isOfFriends(path)) return <WithFriends />;
    return (
        <AtHome>
            <Site />
        </AtHome>
    );
}

function WithServer(props: { server: House }) {
    const { path } = usePlace();
    const reached = useReach(props.server);
    if (isOfFriends(path)) return <WithFriends />;
    if (path.startsWith(`${HOME}/`))
        return (
            <AtHome>
                <Site />
            </AtHome>
        );
    if (!reached && !OF_SERVER.test(path) && WASM_URL)
        return (
            <AtHome standIn>
                <Site />
            </AtHome>
        );
    return (
        <HouseContext.Provider value={props.server}>
            <Site />
        </HouseContext.Provider>
    );
}

/** The house behind this page's server. */
function openServer(): House {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new SocketLine(`${scheme}//${location.host}/ws`);
    /* Another language: the house shall speak it too, from now on. */
    let speaks = preference("language");
    onPreference(() => {
        if (preference("language") === speaks) return;
        speaks = preference("language");
        line.reconnect();
    });
    const house = new House(line, {
        language,
        token,
        keepToken,
        name: () => preference("name"),
        offline: () => say("not_connected"),
        hinted: (name) => say("hinted", { name }),
        base: "",
        get: (path) => fetch(path),
    });
    /* What another tab has done meanwhile is seen when this one is looked at again. */
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") void house.refresh();
    });
    return house;
}

dress(document.documentElement);
document.documentElement.lang = language();
const speak = (): Promise<void> =>
    loadWords().catch(() => void setTimeout(speak, AGAIN_MS) /* English until then */);
onPreference(() => {
    document.documentElement.lang = language();
    void speak();
});

/* Nobody shall see English flash by; who plays is settled before the house is asked, and may speak another language. */
await speak();
if (!STATIC) await comeFromTelegram();
const server = STATIC ? null : openServer();
const app = document.getElementById("app");
if (app) render(server ? <WithServer server={server} /> : <AlwaysAtHome />, app);

/* Whatever page is shown, friends can play at the tables that this device deals. */
function host(): void {
    if (keptTables.get().some(({ hosts }) => hosts))
        import("./friends/hosting").then(
            ({ hostAll }) => hostAll(),
            () => setTimeout(host, AGAIN_MS),
        );
}
host();
keptTables.subscribe(host);
stayInstalled();
