// SPDX-License-Identifier: MIT
// frame.tsx: what stands round every page: the bar on top, the word that there is no connection, and the settings of
// this device.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { NAME_BYTES_MAX, typed } from "./bounded";
import { calls, useHouse } from "./connection/house";
import { usePreference } from "./device";
import { Link, usePlace } from "./route";
import { HOME, useHomeNotice } from "./solo/at_home";
import { Store, useStore } from "./store";
import { playSound } from "./table/sounds";
import { languages, language as spoken, useWords } from "./words/words";

export function Logo() {
    return (
        <svg class="logo" viewBox="0 0 26 34" aria-hidden="true">
            <rect class="logo-paper" x="1.5" y="1.5" width="23" height="31" rx="5" />
            <circle class="logo-hole" cx="13" cy="14.5" r="4.6" />
            <path class="logo-hole" d="M10.6 17.5h4.8l1.5 8h-7.8z" />
        </svg>
    );
}

/** A dialog of the browser, shown while it is in the tree. Escape and a press beside it close it. */
export function Sheet(props: {
    title: string;
    onClose: () => void;
    class?: string;
    children: ComponentChildren;
}) {
    const say = useWords();
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const element = dialog.current;
        if (element && !element.open) element.showModal();
        return () => element?.close();
    }, []);
    return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
        <dialog
            ref={dialog}
            class={`sheet ${props.class ?? ""}`}
            aria-label={props.title}
            onCancel={(event) => {
                event.preventDefault();
                props.onClose();
            }}
            onClick={(event) => {
                if (event.target === event.currentTarget) props.onClose();
            }}
        >
            <div class="sheet-body">
                <div class="sheet-head">
                    <h2>{props.title}</h2>
                    <button
                        type="button"
                        class="icon-button"
                        aria-label={say("close")}
                        onClick={props.onClose}
                    >
                        <svg viewBox="0 0 24 24" aria-hidden="true">
                            <path d="M6 6l12 12M18 6L6 18" />
                        </svg>
                    </button>
                </div>
                {props.children}
            </div>
        </dialog>
    );
}

/** A row of choices of which one holds, as radio buttons. */
export function Choice<T extends string>(props: {
    label: string;
    name: string;
    value: T;
    values: { value: T; text: string; title?: string }[];
    onChange: (value: T) => void;
    hideLabel?: boolean;
}) {
    return (
        <fieldset class="choice">
            <legend class={props.hideLabel ? "only-heard" : ""}>{props.label}</legend>
            <div class="choice-row">
                {props.values.map(({ value, text, title }) => (
                    <label key={value} class="choice-one" title={title}>
                        <input
                            type="radio"
                            name={props.name}
                            checked={value === props.value}
                            onChange={() => props.onChange(value)}
                        />
                        <span>{text}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

export function Switch(props: {
    label: string;
    checked: boolean;
    onChange: (checked: boolean) => void;
    children?: ComponentChildren;
}) {
    return (
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                aria-checked={props.checked}
                checked={props.checked}
                onChange={(event) => props.onChange(event.currentTarget.checked)}
            />
            <span class="switch-text">
                {props.label}
                {props.children}
            </span>
        </label>
    );
}

export function SettingsSheet({ onClose }: { onClose: () => void }) {
    const say = useWords();
    const [name, setName] = usePreference("name");
    const [language, setLanguage] = usePreference("language");
    const [theme, setTheme] = usePreference("theme");
    const [size, setSize] = usePreference("card_size");
    const [sound, setSound] = usePreference("sound");
    const [notify, setNotify] = usePreference("notify");
    const [address, setAddress] = usePreference("friends_address");
    const [ice, setIce] = usePreference("friends_ice");
    const house = useHouse();
    useEffect(() => () => house.introduce(), [house]);

    const [denied, setDenied] = useState(false);

    function wantSounds(wanted: boolean) {
        setSound(wanted);
        playSound("turn"); /* so that one knows what to expect */
    }

    async function wantNotices(wanted: boolean) {
        const allowed =
            wanted &&
            "Notification" in window &&
            (await Notification.requestPermission()) === "granted";
        setNotify(allowed);
        setDenied(wanted && !allowed);
    }
    return (
        <Sheet title={say("settings")} onClose={onClose}>
            <label>
                {say("your_name")}
                <input
                    class="field"
                    type="text"
                    value={name}
                    autocomplete="nickname"
                    onInput={(event) => setName(typed(event, NAME_BYTES_MAX))}
                />
            </label>
            <Choice
                label={say("language")}
                name="language"
                value={language || spoken()}
                values={Object.entries(languages).map(([value, { name }]) => ({
                    value,
                    text: name,
                }))}
                onChange={setLanguage}
            />
            <Choice
                label={say("theme")}
                name="theme"
                value={theme}
                values={[
                    { value: "system", text: say("theme_system") },
                    { value: "dark", text: say("theme_dark") },
                    { value: "light", text: say("theme_light") },
                ]}
                onChange={setTheme}
            />
            <Choice
                label={say("card_size")}
                name="size"
                value={size}
                values={[
                    { value: "small", text: say("size_small") },
                    { value: "medium", text: say("size_medium") },
                    { value: "large", text: say("size_large") },
                ]}
                onChange={setSize}
            />
            <Switch label={say("sound")} checked={sound} onChange={wantSounds} />
            <Switch label={say("notify")} checked={notify} onChange={wantNotices} />
            <p class="bad small" role="status">
                {denied ? say("notify_denied") : ""}
            </p>
            <details class="more">
                <summary>{say("friends_settings")}</summary>
                <label>
                    {say("friends_address")}
                    <input
                        class="field mono"
                        type="text"
                        value={address}
                        maxLength={200}
                        placeholder="wss://cards.example.org"
                        autocomplete="off"
                        spellcheck={false}
                        onInput={(event) => setAddress(event.currentTarget.value.trim())}
                    />
                </label>
                <label>
                    {say("friends_ice")}
                    <input
                        class="field mono"
                        type="text"
                        value={ice}
                        maxLength={400}
                        placeholder="stun:stun.example.org:3478"
                        autocomplete="off"
                        spellcheck={false}
                        onInput={(event) => setIce(event.currentTarget.value.trim())}
                    />
                </label>
                <p class="dim small">{say("friends_settings_about")}</p>
            </details>
            <p class="dim small">{say("kept_here")}</p>
        </Sheet>
    );
}

/** Says that there is no connection, for as long as there is none. */
export function Connection() {
    return useHouse().base === HOME ? <HomeConnection /> : <ServerConnection />;
}

function HomeConnection() {
    const notice = useHomeNotice();
    return (
        <div class="connection" role="status">
            {notice && <div class="connection-word">{notice}</div>}
        </div>
    );
}

function ServerConnection() {
    const say = useWords();
    const house = useHouse();
    const status = useStore(house.status);
    const [late, setLate] = useState(false);
    /* A hiccup that is over in a moment is not worth a word. */
    useEffect(() => {
        setLate(false);
        if (status === "up") return;
        const timer = setTimeout(() => setLate(true), status === "down" ? 300 : 1500);
        return () => clearTimeout(timer);
    }, [status]);
    return (
        <div class="connection" role="status">
            {status !== "up" && late && (
                <div class="connection-word">
                    <span class="spinner" aria-hidden="true" />
                    {house.waits() ?? say("offline")}
                </div>
            )}
        </div>
    );
}

export function TopBar(props: { children?: ComponentChildren; end?: ComponentChildren }) {
    const say = useWords();
    const house = useHouse();
    const mine = useStore(house.mine);
    const { path } = usePlace();
    const [settings, setSettings] = useState(false);
    const turns = mine.filter((row) => calls(row) && path !== `/t/${row.table}`);
    const first = turns[0];
    return (
        <header class="bar">
            {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page. */}
            <a
                class="skip"
                href="#content"
                onClick={(event) => {
                    /* What stands behind the # may be the address of this page. */
                    event.preventDefault();
                    document.getElementById("content")?.focus();
                }}
            >
                {say("skip_to_content")}
            </a>
            <Link href="/" class="bar-home" label="Holecard">
                <Logo />
                {!props.children && <b>Holecard</b>}
            </Link>
            {props.children ?? (
                <nav class="bar-links" aria-label="Holecard">
                    <Link href="/rules/shed" current={path.startsWith("/rules")}>
                        {say("rules")}
                    </Link>
                    <Link href="/people" current={path === "/people"}>
                        {say("people")}
                    </Link>
                    <Link href="/me" current={path === "/me"}>
                        {say("my_page")}
                    </Link>
                </nav>
            )}
            <span class="bar-space" />
            {first && (
                <Link href={`/t/${first.table}`} class="badge">
                    <span class="badge-count">{turns.length}</span>{" "}
                    <span class="badge-text">{say("your_turn")}</span>
                    <span class="only-heard">
                        {say("waiting_for_you", { count: turns.length })}
                    </span>
                </Link>
            )}
            {props.end}
            <button
                type="button"
                class="icon-button"
                aria-label={say("settings")}
                title={say("settings")}
                onClick={() => setSettings(true)}
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
                    <circle cx="16" cy="7" r="2.6" />
                    <circle cx="8" cy="17" r="2.6" />
                </svg>
            </button>
            {settings && <SettingsSheet onClose={() => setSettings(false)} />}
        </header>
    );
}

/** A page that is read: the bar, and what it is about. */
export function Page(props: { title: string; class?: string; children: ComponentChildren }) {
    useTitle(props.title);
    return (
        <>
            <TopBar />
            <Connection />
            <main id="content" class={`reading ${props.class ?? ""}`} tabIndex={-1}>
                {props.children}
            </main>
        </>
    );
}

/** What the page is about; attention.tsx puts it into the title of the tab. */
export const pageTitle = new Store("Holecard");

export function useTitle(title: string): void {
    useEffect(() => pageTitle.set(title), [title]);
}
