// SPDX-License-Identifier: MIT
// invitation.tsx: how others come to a table: its code, a link, and the link as a picture for phones.
import { useEffect, useState } from "preact/hooks";
import { copyText } from "../clipboard";
import { useHouse } from "../connection/house";
import { FriendsPart } from "../friends/friends_part";
import { useStore } from "../store";
import { useWords } from "../words/words";

const LOCAL = /^(localhost|127\.|\[?::1\]?$)/;

/** Where others reach this server. `local` if nobody but people at this machine can. */
export function useAddress(): { base: string; local: boolean } {
    const house = useHouse();
    const welcome = useStore(house.welcome);
    const here = !LOCAL.test(location.hostname);
    if (STATIC) return { base: location.href.replace(/#.*$/, "#"), local: !here };
    const base =
        welcome?.public_url ??
        (here ? location.origin : (welcome?.own_urls?.[0] ?? location.origin));
    return {
        base: base.replace(/\/$/, ""),
        local: !welcome?.public_url && !here && !welcome?.own_urls?.length,
    };
}

/** The address of a picture that says a text. */
export function useQr(text: string): string | undefined {
    const house = useHouse();
    const path = `/api/qr?text=${encodeURIComponent(text)}`;
    const [picture, setPicture] = useState<string>();
    useEffect(() => {
        if (!house.base || !text) return;
        let shown = true;
        house
            .get(path)
            .then(async (answer) => {
                const svg = await answer.text();
                if (shown && answer.ok) setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`);
            })
            .catch(() => {
                /* The link stands beside it. */
            });
        return () => {
            shown = false;
        };
    }, [house, path]);
    return house.base ? picture : path;
}

export function CopyButton(props: { text: string; label: string; class?: string }) {
    const say = useWords();
    const [copied, setCopied] = useState(false);
    return (
        <button
            type="button"
            class={`button ${props.class ?? ""}`}
            onClick={async () => {
                await copyText(props.text);
                setCopied(true);
                setTimeout(() => setCopied(false), 2000);
            }}
        >
            <span aria-live="polite">{copied ? say("copied") : props.label}</span>
        </button>
    );
}

export function Invitation({ code }: { code: string }) {
    const say = useWords();
    const { base, local } = useAddress();
    const house = useHouse();
    const own = house.invitation(code, base);
    const between = house.between(code);
    const url = own === undefined ? `${base}/t/${code}` : (own ?? "");
    /* A friend's device would have to load the engine for it, which it does not need to play. */
    const pictured = between !== "friend";
    const picture = useQr(pictured ? url : "");
    const shares = typeof navigator.share === "function";
    if (!url) return <p class="dim">{say("home_alone")}</p>;
    return (
        <div class="invitation">
            {pictured && (
                <img class="qr" src={picture} alt={say("scan")} width="148" height="148" />
            )}
            <div class="invitation-text">
                {!between && (
                    <p class="invitation-code mono">
                        <span class="only-heard">{say("code")} </span>
                        {code.slice(0, 3)} {code.slice(3)}
                    </p>
                )}
                <p class="dim small">
                    {say(
                        local ? "invite_local" : between ? "friends_invite_about" : "invite_about",
                    )}
                </p>
                <input
                    class="field mono"
                    type="text"
                    readOnly
                    value={url}
                    aria-label={say("invite")}
                    onFocus={(event) => event.currentTarget.select()}
                />
                <div class="buttons">
                    <CopyButton text={url} label={say("copy_link")} />
                    {shares && (
                        <button
                            type="button"
                            class="button"
                            onClick={() => {
                                navigator.share({ title: "Holecard", url }).catch(() => {});
                            }}
                        >
                            {say("share")}
                        </button>
                    )}
                </div>
                {between === "host" && <FriendsPart part="ByHand" code={code} />}
            </div>
        </div>
    );
}
