// SPDX-License-Identifier: MIT
// route.tsx: which page is shown. Addresses are real ones, so that each can be shared and the back button works.
import type { ComponentChildren } from "preact";
import { Store, useStore } from "./store";

export interface Place {
    path: string;
    query: URLSearchParams;
    hash: string;
}

const here = (): Place => ({
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
});

const place = new Store<Place>(here());

addEventListener("popstate", () => place.set(here()));
addEventListener("hashchange", () => place.set(here()));

/** Goes to an address of this site without loading it anew. */
export function navigate(href: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", href);
    else {
        history.pushState(null, "", href);
        scrollTo(0, 0);
    }
    place.set(here());
}

export function usePlace(): Place {
    return useStore(place);
}

interface LinkProps {
    href: string;
    class?: string;
    children: ComponentChildren;
    label?: string;
    current?: boolean;
}

export function Link({ href, class: name, children, label, current }: LinkProps) {
    const follow = (event: MouseEvent) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
            return;
        event.preventDefault();
        navigate(href);
    };
    return (
        <a
            href={href}
            class={name}
            onClick={follow}
            aria-label={label}
            aria-current={current ? "page" : undefined}
        >
            {children}
        </a>
    );
}
