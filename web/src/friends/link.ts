// SPDX-License-Identifier: MIT
// link.ts: what connects the browsers of a table, as the pages see it. links.ts makes one.
//
// A link carries one document of Yjs, and who is there (awareness), between all who have the secret of the room. It finds
// its own ways: directly, over WebRTC; through the relay of a server as long as there is no direct way; or by hand.

/** Where browsers find each other. Null: nowhere. */
export interface Places {
    /** As "wss://cards.example.org/signal". */
    signal: string | null;
    /** As "wss://cards.example.org/yws", without the name of a room. */
    relay: string | null;
    ice: RTCIceServer[];
}

/** How friends are reached now, by the numbers of their documents (`doc.clientID`). */
export interface Reached {
    direct: number[];
    /** Those that are reached by the relay alone. */
    relay: number[];
}

export interface Link {
    readonly reached: Reached;
    /** Calls `listener` whenever `reached` has changed, until the function that it returns is called. */
    subscribe(listener: (reached: Reached) => void): () => void;
    /** The first half of a connection by hand: a text for one friend, who answers with another. */
    invite(): Promise<string>;
    /** The answer to an invitation. Throws if the text is none for this room. */
    accept(invitation: string): Promise<string>;
    /** The last half, by whoever invited. Throws if the text is no answer to an invitation of this page. */
    complete(answer: string): Promise<void>;
    /** Says good-bye, which ends the state of this page in `awareness`, and ends all connections. */
    close(): void;
}
