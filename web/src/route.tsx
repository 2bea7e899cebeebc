// SPDX-License-Identifier: MIT
// route.tsx: which page is shown. Addresses are real ones, so that each can be shared and the back button works. Where
// files are served by a plain host (STATIC), which knows one page, the address of a page stands behind its `#`.
//
// Pages of a house other than the server's have addresses that begin with its base; links and places leave that to the
// context, so that pages need not know it.
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { Store, useStore } from "./store";

export interface Place {
    path: string;
    query: URLSearchParams;
    hash: string;
}

/** What the addresses of the pages around begin with. */
export const BaseContext = createContext("");

/** Where a page is for the browser, given its address on this site. */
export function addressOf(href: string): string {
    return STATIC ? `#${href}` : href;
}

/* Path, query with its `?`, and what stands behind the `#`. */
function parts(): [string, string, string] {
    const address = STATIC
        ? location.hash.slice(1) || "/"
        : location.pathname + location.search + location.hash;
    const [, path = "/", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?#?(.*)$/.exec(address) ?? [];
    return [path, query, hash];
}

function here(): Place {
    const [path, query, hash] = parts();
    return { path, query: new URLSearchParams(query), hash };
}

const place = new Store<Place>(here());

addEventListener("popstate", () => place.set(here()));
addEventListener("hashchange", () => place.set(here()));

/** Goes to an address of this site without loading it anew. */
export function navigate(href: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", addressOf(href));
    else {
        history.pushState(null, "", addressOf(href));
        scrollTo(0, 0);
    }
    place.set(here());
}

/** Changes the words of the address behind its path, and the page stays as it is. */
export function rewrite(change: { query?: string; hash?: string }): void {
    const [path, query, hash] = parts();
    const moment = change.hash ?? hash;
    const address = path + (change.query ?? query) + (moment ? `#${moment}` : "");
    history.replaceState(null, "", addressOf(address));
}

/** The place within the house whose pages these are. */
export function usePlace(): Place {
    const base = useContext(BaseContext);
    const now = useStore(place);
    return base && now.path.startsWith(`${base}/`)
        ? { ...now, path: now.path.slice(base.length) }
        : now;
}

/* The front page is the same for all houses. Tables between friends say by themselves whose they are; a host has nothing
   but those and their matches for others. */
function within(base: string, href: string): string {
    if (href === "/" || href.startsWith("/friends/")) return href;
    return base.startsWith("/friends/") && !/^\/[tr]\//.test(href) ? href : base + href;
}

interface LinkProps {
    href: string;
    class?: string;
    children: ComponentChildren;
    label?: string;
    current?: boolean;
}

export function Link({ href, class: name, children, label, current }: LinkProps) {
    const base = useContext(BaseContext);
    const follow = (event: MouseEvent) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
            return;
        event.preventDefault();
        navigate(within(base, href));
    };
    return (
        <a
            href={addressOf(within(base, href))}
            class={name}
            onClick={follow}
            aria-label={label}
            aria-current={current ? "page" : undefined}
        >
            {children}
        </a>
    );
}
