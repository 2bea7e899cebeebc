// SPDX-License-Identifier: MIT
// links_share.ts: the document, and who is there, as messages: what is told to a friend who was just reached, what to all
// when something changes, and what becomes of what friends say. It knows no ways.
//
// Yjs bears with repeats and any order, so a message may come by several ways, and everything is passed on: a friend
// who is connected to one other only gets it all.
import {
    type Awareness,
    applyAwarenessUpdate,
    encodeAwarenessUpdate,
    removeAwarenessStates,
} from "y-protocols/awareness";
import * as Y from "yjs";
import { ASK, AWARE, message, UPDATE } from "./links_frame";

const AWARE_MAX = 64 * 1024;
const PEOPLE_MAX = 64;

export interface ShareEvents {
    update(bytes: Uint8Array, origin: unknown): void;
    aware(bytes: Uint8Array, origin: unknown): void;
}

export class Share {
    private readonly stop: () => void;

    constructor(
        private readonly doc: Y.Doc,
        private readonly awareness: Awareness,
        events: ShareEvents,
    ) {
        const onUpdate = (update: Uint8Array, origin: unknown) => events.update(update, origin);
        const onAware = (
            changes: Record<"added" | "updated" | "removed", number[]>,
            origin: unknown,
        ) => {
            const clients = [...changes.added, ...changes.updated, ...changes.removed];
            events.aware(encodeAwarenessUpdate(awareness, clients), origin);
        };
        doc.on("update", onUpdate);
        awareness.on("update", onAware);
        this.stop = () => {
            doc.off("update", onUpdate);
            awareness.off("update", onAware);
        };
    }

    /** For a friend who was just reached. */
    greeting(): Uint8Array[] {
        /* Who has counted this page as gone believes a newer word only. */
        const state = this.awareness.getLocalState();
        if (state) this.awareness.setLocalState(state);
        const people = [...this.awareness.getStates().keys()];
        return [
            message(ASK, Y.encodeStateVector(this.doc)),
            message(AWARE, encodeAwarenessUpdate(this.awareness, people)),
        ];
    }

    /** What a friend said, who came by `origin`. False: it makes no sense. */
    take(bytes: Uint8Array, origin: unknown, reply: (bytes: Uint8Array) => void): boolean {
        const body = bytes.subarray(1);
        try {
            switch (bytes[0]) {
                case ASK:
                    reply(message(UPDATE, Y.encodeStateAsUpdate(this.doc, body)));
                    return true;
                case UPDATE:
                    Y.decodeUpdate(body);
                    this.apply(body, origin);
                    return true;
                case AWARE:
                    return this.takeAware(body, origin);
                default:
                    return false;
            }
        } catch {
            return false;
        }
    }

    /** Somebody has gone, by the number of the document; or this page goes. */
    leave(client = this.awareness.clientID): void {
        removeAwarenessStates(this.awareness, [client], this);
    }

    close(): void {
        this.stop();
    }

    /* What fails now is not the fault of the update: somebody who observes the document has failed. */
    private apply(update: Uint8Array, origin: unknown): void {
        try {
            Y.applyUpdate(this.doc, update, origin);
        } catch (error) {
            setTimeout(() => {
                throw error;
            });
        }
    }

    private takeAware(body: Uint8Array, origin: unknown): boolean {
        if (body.length > AWARE_MAX || (body[0] ?? 0) > PEOPLE_MAX) return false;
        applyAwarenessUpdate(this.awareness, body, origin);
        const { meta, states } = this.awareness;
        const others = [...states.keys()].filter((client) => client !== this.awareness.clientID);
        if (others.length > PEOPLE_MAX)
            removeAwarenessStates(this.awareness, others.slice(PEOPLE_MAX), this);
        if (meta.size > 4 * PEOPLE_MAX)
            for (const client of [...meta.keys()])
                if (!states.has(client) && client !== this.awareness.clientID) meta.delete(client);
        return true;
    }
}
