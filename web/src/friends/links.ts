// SPDX-License-Identifier: MIT
// links.ts: connects the browsers of a table (link.ts). Start reading at connect().
//
// There are two ways to a friend. The relay (links_relay.ts) is there as soon as a server is, and carries everything until
// there is a better way. Directly (links_direct.ts) it goes once both have told each other how, at /signal
// (links_signal.ts) or by hand (links_hand.ts). While all friends are reached directly, the relay only hears that they are
// there; when a direct way is lost or in doubt, it carries again. Whenever a way becomes the one in use, both ends ask each
// other for what they lack (links_share.ts), so nothing is lost between two ways.
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import type { Link, Places, Reached } from "./link";
import { Direct } from "./links_direct";
import { ASK, AWARE, Budget, HELLO, message, readHello, UPDATE, writeJson } from "./links_frame";
import { Friend } from "./links_friend";
import { readNote, writeNote } from "./links_hand";
import { Relay } from "./links_relay";
import { newId, Sealer } from "./links_seal";
import { Share } from "./links_share";
import { type Signal, Signalling } from "./links_signal";
import { onNewNumber } from "./shared_maps";

/** More people than sit at a table, and pages that are gone and not forgotten yet. */
const FRIENDS_MAX = 48;
const NEWCOMERS_PER_S = 1;
const ATTEMPT_MS = 10_000;
/** After a direct way was lost, before it is tried again. */
const AGAIN_MS = 300;
const HALVES_MAX = 16;

/** Connects a document with those of all who have the 32 bytes of `room`. */
export function connect(doc: Y.Doc, awareness: Awareness, room: Uint8Array, places: Places): Link {
    return new Links(doc, awareness, room, places);
}

/** To whom a connection leads: by hand this is known only when the answer is here. */
interface Other {
    friend: Friend | null;
}

/** One end of a connection by hand, until it is open. */
interface Half {
    other: Other;
    /** Of an invitation; null: this is an answer. */
    number: number | null;
}

class Links implements Link {
    reached: Reached = { direct: [], relay: [] };
    private readonly self = newId();
    private readonly friends = new Map<string, Friend>();
    private readonly newcomers = new Budget(FRIENDS_MAX, NEWCOMERS_PER_S);
    private readonly listeners = new Set<(reached: Reached) => void>();
    private readonly share: Share;
    private readonly relay: Relay | null;
    private readonly signalling: Signalling | null;
    private readonly hand: Sealer;
    private readonly halves = new Map<Direct, Half>();
    private attempts = 0;
    private over = false;
    private readonly stopLooking: () => void;

    constructor(
        private readonly doc: Y.Doc,
        awareness: Awareness,
        room: Uint8Array,
        private readonly places: Places,
    ) {
        const { self } = this;
        const admits = (id: string, size: number) => {
            const friend = this.friendOf(id);
            return friend !== null && this.admits(friend, size);
        };
        this.hand = new Sealer(room, "hand", self);
        this.share = new Share(doc, awareness, {
            update: (bytes, origin) => {
                this.tellDirectly(message(UPDATE, bytes), origin);
                if (this.isForRelay(origin)) this.relay?.update(bytes);
            },
            aware: (bytes, origin) => {
                this.tellDirectly(message(AWARE, bytes), origin);
                if (this.isForRelay(origin)) this.relay?.send(message(AWARE, bytes));
            },
        });
        this.relay = places.relay
            ? new Relay(places.relay, room, self, () => doc.clientID, {
                  admits,
                  met: (id, client) => this.setRelayed(id, true, client),
                  lost: (id) => this.setRelayed(id, false),
                  message: (id, bytes) => this.takeRelayed(id, bytes),
              })
            : null;
        this.signalling =
            places.signal && typeof RTCPeerConnection !== "undefined"
                ? new Signalling(places.signal, room, self, {
                      admits,
                      take: (id, signal) => this.takeSignal(id, signal),
                  })
                : null;
        this.stopLooking = onNewNumber(doc, () => {
            this.tellDirectly(this.hello(), null);
            this.relay?.hello();
        });
    }

    subscribe(listener: (reached: Reached) => void): () => void {
        this.listeners.add(listener);
        return () => {
            this.listeners.delete(listener);
        };
    }

    close(): void {
        if (this.over) return;
        this.stopLooking();
        this.share.leave();
        this.over = true;
        this.listeners.clear();
        for (const { direct } of this.friends.values()) direct?.send(this.hello(true));
        for (const friend of this.friends.values()) friend.end();
        for (const direct of [...this.halves.keys()]) direct.close();
        this.share.close();
        this.relay?.close();
        this.signalling?.close();
    }

    /* ---- By hand ---- */

    async invite(): Promise<string> {
        const number = ++this.attempts;
        const direct = this.newHalf({ other: { friend: null }, number });
        await direct.offer();
        return writeNote(this.hand, { to: null, number, end: await direct.whole() });
    }

    async accept(invitation: string): Promise<string> {
        const { from, number, end } = readNote(this.hand, invitation, null);
        const friend = from === this.self ? null : this.friendOf(from);
        if (!friend) throw new Error("this invitation leads nowhere");
        const direct = this.newHalf({ other: { friend }, number: null });
        await direct.answer(end);
        return writeNote(this.hand, { to: from, number, end: await direct.whole() });
    }

    async complete(answer: string): Promise<void> {
        const { from, number, end } = readNote(this.hand, answer, this.self);
        const found = [...this.halves].find(([, half]) => half.number === number);
        const friend = this.friendOf(from);
        if (!found || !friend) throw new Error("this invitation is not open any more");
        const [direct, half] = found;
        half.other.friend = friend;
        half.number = null;
        await direct.complete(end);
    }

    private newHalf(half: Half): Direct {
        const direct = this.newDirect(half.other);
        const [oldest] = this.halves.keys();
        if (this.halves.size >= HALVES_MAX) oldest?.close();
        this.halves.set(direct, half);
        return direct;
    }

    /* ---- Friends ---- */

    /* The friend with this id, who may be new; null: there are too many. */
    private friendOf(id: string): Friend | null {
        const known = this.friends.get(id);
        if (known) return known;
        if (this.over || !this.newcomers.take(1)) return null;
        for (const friend of this.friends.values()) {
            if (this.friends.size < FRIENDS_MAX) break;
            if (friend.isIdle) this.friends.delete(friend.id);
        }
        if (this.friends.size >= FRIENDS_MAX) return null;
        const friend = new Friend(id);
        this.friends.set(id, friend);
        return friend;
    }

    private hello(bye = false): Uint8Array {
        return message(HELLO, writeJson({ client: this.doc.clientID, heard: [], bye }));
    }

    /* Takes the best way that there is now, and tells what has changed. */
    private settle(friend: Friend): void {
        if (this.over) return;
        const before = friend.way;
        friend.way = friend.best;
        if (friend.way && friend.way !== before)
            for (const bytes of this.share.greeting()) this.tell(friend, bytes);
        if (before && !friend.way && friend.client !== null) this.share.leave(friend.client);
        this.tellReached();
    }

    private tellReached(): void {
        const by = (way: Friend["way"]) =>
            [...this.friends.values()]
                .filter((friend) => friend.way === way)
                .map(({ client }) => client)
                .filter((client) => client !== null);
        const reached = { direct: by("direct"), relay: by("relay") };
        if (JSON.stringify(reached) === JSON.stringify(this.reached)) return;
        this.reached = reached;
        for (const listener of [...this.listeners]) listener(reached);
    }

    /* ---- Telling and being told ---- */

    private tell(friend: Friend, bytes: Uint8Array): void {
        if (friend.way === "direct") friend.direct?.send(bytes);
        else if (friend.way === "relay") this.relay?.send(bytes, friend.id);
    }

    private tellDirectly(bytes: Uint8Array, origin: unknown): void {
        for (const { direct } of this.friends.values()) if (direct !== origin) direct?.send(bytes);
    }

    /* What came by the relay has come to all who are there. */
    private isForRelay(origin: unknown): boolean {
        if (!this.relay || origin === this.relay) return false;
        return [...this.friends.values()].some(({ way }) => way === "relay");
    }

    private admits(friend: Friend, size: number): boolean {
        if (friend.isShut) return false;
        if (friend.admits(size)) return true;
        this.shut(friend);
        return false;
    }

    private shut(friend: Friend): void {
        friend.shut();
        this.relay?.forget(friend.id);
    }

    private takeFrom(
        friend: Friend,
        bytes: Uint8Array,
        origin: unknown,
        reply: (bytes: Uint8Array) => void,
    ): void {
        if (bytes[0] === ASK && !friend.mayAsk()) return;
        if (!this.share.take(bytes, origin, reply)) this.shut(friend);
    }

    private takeRelayed(id: string, bytes: Uint8Array): void {
        const friend = this.friends.get(id);
        if (!friend || friend.isShut) return;
        this.takeFrom(friend, bytes, this.relay, (reply) => this.relay?.send(reply, id));
    }

    private takeDirect(friend: Friend, direct: Direct, bytes: Uint8Array): void {
        if (!this.admits(friend, bytes.length)) return;
        const hello = bytes[0] === HELLO ? readHello(bytes.subarray(1)) : null;
        if (hello?.bye) {
            friend.failed();
            direct.close();
        } else if (hello) {
            friend.client = hello.client;
            this.tellReached();
        } else {
            this.takeFrom(friend, bytes, direct, (reply) => direct.send(reply));
        }
    }

    private setRelayed(id: string, relayed: boolean, client?: number): void {
        const friend = this.friends.get(id);
        if (!friend) return;
        friend.relayed = relayed;
        friend.client = client ?? friend.client;
        this.settle(friend);
    }

    /* ---- Direct ways ---- */

    /* Throws if this browser has no WebRTC. */
    private newDirect(other: Other, candidate?: (text: string) => void): Direct {
        const direct: Direct = new Direct(this.places.ice, {
            candidate,
            changed: () => {
                if (other.friend && direct.open) this.use(other.friend, direct);
            },
            message: (bytes) => {
                if (other.friend) this.takeDirect(other.friend, direct, bytes);
            },
            closed: () => {
                this.halves.delete(direct);
                if (other.friend) this.drop(other.friend, direct);
            },
        });
        return direct;
    }

    private use(friend: Friend, direct: Direct): void {
        const before = friend.direct;
        if (before !== direct) {
            friend.direct = direct;
            this.halves.delete(direct);
            if (friend.attempt?.direct === direct) {
                clearTimeout(friend.attempt.timer);
                friend.attempt = null;
            }
            friend.succeeded();
            friend.way = null;
            before?.close();
            direct.send(this.hello());
        }
        this.settle(friend);
    }

    private drop(friend: Friend, direct: Direct): void {
        if (friend.attempt?.direct === direct) {
            clearTimeout(friend.attempt.timer);
            friend.attempt = null;
            friend.failed();
        }
        if (friend.direct !== direct) return;
        friend.direct = null;
        this.settle(friend);
        setTimeout(() => this.approach(friend), AGAIN_MS);
    }

    /* Of two the one with the lower id offers; the other one says that it is here. */
    private approach(friend: Friend): void {
        if (this.over || friend.isShut || !friend.mayTry) return;
        if (this.self < friend.id) this.offer(friend);
        else this.signalling?.send({ is: "here", to: friend.id });
    }

    private newAttempt(friend: Friend, number: number): Direct | null {
        const to = friend.id;
        friend.attempt?.direct.close();
        try {
            const direct = this.newDirect({ friend }, (candidate) =>
                this.signalling?.send({ is: "candidate", to, attempt: number, candidate }),
            );
            const timer = setTimeout(() => direct.close(), ATTEMPT_MS);
            friend.attempt = { number, direct, timer };
            return direct;
        } catch {
            friend.failed();
            return null;
        }
    }

    private offer(friend: Friend): void {
        if (!this.signalling) return;
        const attempt = ++this.attempts;
        const direct = this.newAttempt(friend, attempt);
        direct
            ?.offer()
            .then((end) => this.signalling?.send({ is: "offer", to: friend.id, attempt, end }))
            .catch(() => direct.close());
    }

    private takeSignal(id: string, signal: Signal): void {
        const friend = this.friends.get(id);
        if (!friend || friend.isShut) return;
        const attempt = "attempt" in signal ? friend.attempt : null;
        if (signal.is === "here") {
            /* Who says so to this page alone has no way to it, whatever it looks like from here. */
            if (signal.to ? this.self < id : friend.best !== "direct") this.approach(friend);
        } else if (signal.is === "offer") {
            if (id < this.self) this.answer(friend, signal.attempt, signal.end);
        } else if (attempt && attempt.number === signal.attempt) {
            const { direct } = attempt;
            if (signal.is === "candidate") direct.add(signal.candidate);
            else direct.complete(signal.end).catch(() => direct.close());
        }
    }

    private answer(friend: Friend, attempt: number, offer: Parameters<Direct["answer"]>[0]): void {
        const direct = this.newAttempt(friend, attempt);
        direct
            ?.answer(offer)
            .then((end) => this.signalling?.send({ is: "answer", to: friend.id, attempt, end }))
            .catch(() => direct.close());
    }
}
