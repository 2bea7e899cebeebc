// SPDX-License-Identifier: MIT
// solo_shelf.ts: where the house of this device keeps things: boxes of values with texts as keys, changed in
// transactions that hold as a whole or not at all. One shelf is IndexedDB; where a browser keeps nothing (private windows,
// blocked storage) another one lasts until the tab is closed.
//
// Version 1 of the database has the boxes of BOXES. A newer page brings an older database up to date in `upgrade`, and
// never drops what it finds; an older page does not touch a newer one (TooNew).

export const BOXES = ["meta", "rooms", "pieces", "matches", "logs", "statistics", "aside"] as const;
export type Box = (typeof BOXES)[number];

const DATABASE = "holecard";
const VERSION = 1;

/** A newer page has been here. */
export class TooNew extends Error {}

/** What may be done within a transaction. Nothing else may be waited for there. */
export interface Boxes {
    get<T>(box: Box, key: string): Promise<T | undefined>;
    /** All values whose keys begin so, by their keys. */
    all<T>(box: Box, begin?: string): Promise<T[]>;
    put(box: Box, key: string, value: unknown): void;
    remove(box: Box, key: string): void;
    /** Removes everything whose key begins so. */
    clear(box: Box, begin: string): void;
}

export interface Shelf {
    /** Whether it outlives the tab. */
    lasts: boolean;
    /** Reads. */
    look<T>(does: (boxes: Boxes) => Promise<T>): Promise<T>;
    /** Changes things. When it is done, they are on the disk; if it fails, nothing has changed. */
    change<T>(does: (boxes: Boxes) => Promise<T>): Promise<T>;
}

/* ---- IndexedDB ---- */

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

const beginningWith = (begin: string): IDBKeyRange => IDBKeyRange.bound(begin, `${begin}\uffff`);

class DatabaseShelf implements Shelf {
    readonly lasts = true;

    constructor(private readonly database: IDBDatabase) {}

    look<T>(does: (boxes: Boxes) => Promise<T>): Promise<T> {
        return this.transact("readonly", does);
    }

    change<T>(does: (boxes: Boxes) => Promise<T>): Promise<T> {
        return this.transact("readwrite", does);
    }

    private async transact<T>(
        mode: IDBTransactionMode,
        does: (boxes: Boxes) => Promise<T>,
    ): Promise<T> {
        const transaction = this.database.transaction(BOXES, mode, { durability: "strict" });
        const ended = new Promise<void>((resolve, reject) => {
            transaction.oncomplete = () => resolve();
            transaction.onabort = () =>
                reject(transaction.error ?? new DOMException("it was given up", "AbortError"));
        });
        const boxes: Boxes = {
            get: (box, key) => answerTo(transaction.objectStore(box).get(key)),
            all: (box, begin) =>
                answerTo(
                    transaction
                        .objectStore(box)
                        .getAll(begin === undefined ? null : beginningWith(begin)),
                ),
            put: (box, key, value) => void transaction.objectStore(box).put(value, key),
            remove: (box, key) => void transaction.objectStore(box).delete(key),
            clear: (box, begin) => void transaction.objectStore(box).delete(beginningWith(begin)),
        };
        /* Whoever waits for it below is told; nobody else needs to be. */
        ended.catch(() => {});
        let result: T;
        try {
            result = await does(boxes);
        } catch (problem) {
            try {
                transaction.abort();
            } catch {
                /* It was given up already: then that is the reason, and `ended` has it. */
            }
            await ended.catch(() => {});
            throw transaction.error ?? problem;
        }
        await ended;
        return result;
    }
}

function upgrade(database: IDBDatabase): void {
    for (const box of BOXES)
        if (!database.objectStoreNames.contains(box)) database.createObjectStore(box);
}

/** Opens the database of this site. Fails with TooNew; with any other error if the browser has none for us. */
export function openShelf(onReplaced: () => void): Promise<Shelf> {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(DATABASE, VERSION);
        request.onupgradeneeded = () => upgrade(request.result);
        request.onsuccess = () => {
            const database = request.result;
            /* A newer page wants to bring it up to date. */
            database.onversionchange = () => {
                database.close();
                onReplaced();
            };
            database.onclose = onReplaced;
            resolve(new DatabaseShelf(database));
        };
        request.onerror = () =>
            reject(request.error?.name === "VersionError" ? new TooNew() : request.error);
    });
}

/* ---- Until the tab is closed ---- */

export class MemoryShelf implements Shelf {
    readonly lasts = false;
    private boxes = new Map<Box, Map<string, unknown>>(BOXES.map((box) => [box, new Map()]));

    look<T>(does: (boxes: Boxes) => Promise<T>): Promise<T> {
        return does(this.open());
    }

    async change<T>(does: (boxes: Boxes) => Promise<T>): Promise<T> {
        const before = new Map([...this.boxes].map(([box, values]) => [box, new Map(values)]));
        try {
            return await does(this.open());
        } catch (problem) {
            this.boxes = before;
            throw problem;
        }
    }

    private open(): Boxes {
        const values = (box: Box) => this.boxes.get(box) ?? new Map<string, unknown>();
        const keys = (box: Box, begin = "") =>
            [...values(box).keys()].filter((key) => key.startsWith(begin)).sort();
        return {
            get: async <T>(box: Box, key: string) => values(box).get(key) as T | undefined,
            all: async <T>(box: Box, begin?: string) =>
                keys(box, begin).map((key) => values(box).get(key) as T),
            put: (box, key, value) => void values(box).set(key, structuredClone(value)),
            remove: (box, key) => void values(box).delete(key),
            clear: (box, begin) => {
                for (const key of keys(box, begin)) values(box).delete(key);
            },
        };
    }
}
