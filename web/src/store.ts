// SPDX-License-Identifier: MIT
// store.ts: a value that pages look at, and that tells them when it is another one.
import { useLayoutEffect, useState } from "preact/hooks";

export class Store<T> {
    private value: T;
    private readonly listeners = new Set<() => void>();

    constructor(value: T) {
        this.value = value;
    }

    get(): T {
        return this.value;
    }

    set(value: T): void {
        if (Object.is(value, this.value)) return;
        this.value = value;
        for (const listener of [...this.listeners]) listener();
    }

    /** Calls `listener` after each change, until the function that it returns is called. */
    subscribe(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => {
            this.listeners.delete(listener);
        };
    }
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
    const [, draw] = useState({});
    const value = store.get();
    useLayoutEffect(() => {
        /* It may have changed between the drawing and this. */
        if (!Object.is(value, store.get())) draw({});
        return store.subscribe(() => draw({}));
    }, [store]);
    return value;
}
