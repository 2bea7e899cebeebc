// SPDX-License-Identifier: MIT
// friends_host.ts: whoever opens a table for friends. The table itself is one of this device's house; every player is a
// guest there with a line of their own. The host takes what players ask, one at a time, and writes what came of it into
// the maps that all share (shared_maps.ts). Start reading at `settle`.
//
// What one step changes is written in one transaction. A house tells each guest by itself, so the host waits until all of
// them have been told the same step; no other step can come in between, because the house tells in the order of steps.
//
// Friends with a key speak the protocol, through records that they and the host alone can read (host_friends.ts). At a
// plain table there may also be players who know nothing but the maps; the host speaks for them.
import { bytesToHex } from "@noble/hashes/utils";
import type * as Y from "yjs";
import { valuesOf } from "../lobby/rules_text";
import { clearOffer, type People } from "./hand_over";
import { HostFriends } from "./host_friends";
import { type GuestHouse, HostGuest, OFFLINE, type Outcome } from "./host_guest";
import { type Join, readAction } from "./plain_action";
import { downKey, Records } from "./records";
import { derive, type Keys, keysFrom, playerOfKey } from "./seal";
import {
    type Card,
    handOf,
    type Maps,
    mapsOf,
    OwnMap,
    onNewNumber,
    type Player,
    type Rejection,
    type Status,
    stateOf,
    statusOf,
} from "./shared_maps";

/** More people than a table has seats may want one. */
const GUESTS_MAX = 24;

/** So many who are nobody here find why nothing was done for them. */
const STRANGERS_MAX = 64;

export interface HostOptions {
    doc: Y.Doc;
    house: GuestHouse;
    /** The table, which is there already, and the token of the host's own seat. It is not needed if the host is among the
        friends that it remembers: then it has got the table from another host. */
    code: string;
    token: string;
    /** The key of whoever opened the table; missing: this host. */
    table?: string;
    /** 32 bytes that nobody else has, the same for this table whenever it is opened again. */
    secret: Uint8Array;
    /** Whether hands are for their owners alone; otherwise anybody may play who can read the maps. */
    sealed: boolean;
    /** Whom the host knew when the table was open before. */
    memory?: HostMemory;
    /** Is called when there is something else to remember. */
    remember?(memory: HostMemory): void;
}

/** What the host must know of its players to go on after a reload; the house has all else. */
export interface HostMemory {
    friends: { key: string; session: number; ticket: string; name: string }[];
    players: { player: Player; ticket: string; name: string }[];
}

/** A friend who could be the host. */
export interface Heir {
    key: string;
    name: string;
}

/** A ticket that is the token itself: it was made by another host. */
const TOKEN = "token ";

interface Busy {
    key: string;
    value: unknown;
    /** Undefined: the house has not said yet. */
    outcome: Outcome | undefined;
}

interface Joining extends Join {
    done(outcome: Outcome): void;
}

/* A key of `actionsMap` is a number as text, written as numbers are written. */
function playerOf(key: string): Player | null {
    const player = Number(key);
    return Number.isSafeInteger(player) && player > 0 && String(player) === key ? player : null;
}

export class FriendsHost {
    readonly maps: Maps;
    readonly keys: Keys;
    private readonly doc: Y.Doc;
    private readonly own: HostGuest;
    private readonly ownRecords: Records;
    private readonly guests = new Map<Player, HostGuest>();
    /** As whom the house knows them: of what their tokens are made. */
    private readonly tickets = new Map<Player, string>();
    private readonly friends: HostFriends;
    private readonly joining = new Map<HostGuest, Joining>();
    /** The hands as they were written last. */
    private readonly hands = new Map<Player, { text: string; value: unknown }>();
    /** What was rejected last of each player; those who are none are kept up to STRANGERS_MAX. */
    private readonly rejected = new Map<string, Rejection>();
    private readonly queue = new Set<string>();
    private busy: Busy | null = null;
    /** Whether something is to be written, and whether that is being done. */
    private unsettled = false;
    private settling = false;
    /** Null: nothing has been written yet. */
    private round: number | null = null;
    /** To what the host has agreed, and the others with it. */
    private agreed = "nothing";
    private remembered = "";
    private over = false;
    /** Set: nothing more is taken, and this is called when nothing is under way. */
    private rested: (() => void) | null = null;
    private readonly stopObserving: () => void;
    private readonly written: Record<"state" | "table" | "rejections", OwnMap>;

    constructor(private readonly options: HostOptions) {
        const { doc, secret, token, memory } = options;
        this.doc = doc;
        this.maps = mapsOf(doc);
        const { state, table: facts, rejections } = this.maps;
        this.written = {
            state: new OwnMap(state),
            table: new OwnMap(facts),
            rejections: new OwnMap(rejections),
        };
        this.keys = keysFrom(secret);
        const { id } = this.keys;
        const table = options.table ?? id;
        this.ownRecords = new Records(this.keys, table, id, id);
        const self = memory?.friends.find(({ key }) => key === id);
        this.own = self ? this.newOwn(self.ticket) : this.newGuest(playerOfKey(id), "own", token);
        this.friends = new HostFriends({
            keys: this.keys,
            table,
            code: options.code,
            get: (path) => options.house.get(path),
            hasPlace: () => this.guests.size < GUESTS_MAX,
            connect: (player, friend, is_new) => this.connectFriend(player, friend, is_new),
            settle: () => this.settle(),
        });
        if (memory) this.recall(memory);
        this.stopObserving = this.observe();
        for (const key of this.maps.actions.keys()) this.want(key);
        this.own.connect();
        this.hearFriends(this.maps.lines.keys());
    }

    /** Asks for something from the host's own seat. */
    ask(message: Record<string, unknown>, done?: (outcome: Outcome) => void): void {
        this.own.ask({ ...message, table: this.options.code }, done);
    }

    /** Who can be reached now, by the numbers of their documents. Others count as disconnected. */
    setPresent(present: Set<number>): void {
        for (const guest of this.guests.values()) {
            if (guest === this.own) continue;
            const client = this.friends.clientOf(guest.player) ?? guest.player;
            if (client === this.doc.clientID || present.has(client)) guest.connect();
            else if (guest.connected) this.leaveAlone(guest);
        }
        this.settle();
    }

    /* Where a bot plays on, or the match goes on without whoever is away, nobody is waited for. */
    private isWaiting(): boolean {
        const { away } = valuesOf(this.own.table.room?.settings ?? "");
        return away !== "bot" && away !== "drop";
    }

    /** Gives the seat of somebody who is waited for to a friend who has none, hand and score and name included. Whoever
     *  it belonged to looks on from then on. False: it is not to be had. */
    giveSeat(from: Player, to: Player): boolean {
        if (!this.isWaiting()) return false;
        const [away, comer] = [this.guests.get(from), this.guests.get(to)];
        const [seat, ticket] = [this.tickets.get(from), this.tickets.get(to)];
        if (!away || !comer || !seat || !ticket || !this.friends.isFriend(to)) return false;
        if (!this.friends.isFriend(from) || away.connected || !comer.connected) return false;
        if (this.seatOf(away) === null || this.seatOf(comer) !== null) return false;
        this.leaveAlone(comer);
        const heir = this.newGuest(to, seat);
        heir.name = away.name;
        this.friends.setGuest(to, heir);
        this.friends.setGuest(from, this.newGuest(from, ticket));
        this.hands.delete(to);
        heir.connect();
        return true;
    }

    /** Takes nothing more. Resolves when nothing is under way. */
    async rest(): Promise<void> {
        await new Promise<void>((resolve) => {
            this.rested = resolve;
            this.settle();
        });
    }

    /** The friends who sit there and can be reached: they could be the host. */
    heirs(): Heir[] {
        return this.others((guest) => guest.connected && this.seatOf(guest) !== null);
    }

    /** The friends who have a seat, cannot be reached, and are waited for. */
    away(): Heir[] {
        if (!this.isWaiting()) return [];
        return this.others((guest) => !guest.connected && this.seatOf(guest) !== null);
    }

    /** The friends who are there and have no seat. */
    standing(): Heir[] {
        return this.others((guest) => guest.connected && this.seatOf(guest) === null);
    }

    private others(are: (guest: HostGuest) => boolean): Heir[] {
        return Object.entries(this.friends.keys()).flatMap(([player, key]) => {
            const guest = this.guests.get(Number(player));
            const is_one = guest && key !== this.keys.id && are(guest);
            const name = guest?.name || this.friends.calledName(Number(player));
            return is_one ? [{ key, name }] : [];
        });
    }

    /** The number of a friend's document. */
    clientOf(friend: string): number | undefined {
        return this.friends.clientOf(playerOfKey(friend));
    }

    /** What the next host's house has to know; null: that friend has no seat. */
    people(heir: string): People | null {
        const ticket = this.tickets.get(playerOfKey(heir));
        if (!ticket || !this.heirs().some(({ key }) => key === heir)) return null;
        const { friends, players } = this.memory();
        const { id } = this.keys;
        const self = friends.find(({ key }) => key === id);
        const now = this.tokenOf(self?.ticket ?? `key ${id}`);
        if (!self) friends.push({ key: id, session: 0, ticket: TOKEN + now, name: this.own.name });
        const pass = <T extends { ticket: string }>(one: T): T => ({
            ...one,
            ticket: TOKEN + this.tokenOf(one.ticket),
        });
        return {
            was: self ? now : this.options.token,
            now,
            heir: this.tokenOf(ticket),
            memory: { friends: friends.map(pass), players: players.map(pass) },
        };
    }

    close(): void {
        this.over = true;
        this.stopObserving();
        for (const guest of [this.own, ...this.guests.values()]) guest.disconnect();
    }

    private observe(): () => void {
        const { actions, lines } = this.maps;
        const onAction = (event: Y.YMapEvent<unknown>, { origin }: Y.Transaction) => {
            if (origin === this) return;
            for (const key of event.keysChanged) this.want(key);
            this.next();
        };
        const onLine = (event: Y.YMapEvent<unknown>, { origin }: Y.Transaction) => {
            if (origin !== this) this.hearFriends(event.keysChanged);
        };
        /* Whatever others write over what is the host's to write is put right. */
        const repair = (transaction: Y.Transaction) => {
            if (transaction.origin !== this && this.isTouched(transaction)) this.settle();
        };
        actions.observe(onAction);
        lines.observe(onLine);
        this.doc.on("afterTransaction", repair);
        const stopLooking = onNewNumber(this.doc, () => this.settle());
        return () => {
            stopLooking();
            actions.unobserve(onAction);
            lines.unobserve(onLine);
            this.doc.off("afterTransaction", repair);
        };
    }

    /* ---- People ---- */

    private newGuest(player: Player, ticket: string, token = this.tokenOf(ticket)): HostGuest {
        const guest: HostGuest = new HostGuest(
            player,
            token,
            this.options.code,
            this.options.house,
            {
                up: () => {
                    if (!this.friends.isFriend(player)) this.greet(guest);
                    else this.friends.tell(player, '{"op":"up"}');
                    this.settle();
                },
                down: () => {
                    this.friends.tell(player, '{"op":"down"}');
                    this.settle();
                },
                heard: (_, text) => {
                    this.friends.tell(player, text);
                    this.settle();
                },
            },
        );
        this.guests.set(player, guest);
        this.tickets.set(player, ticket);
        return guest;
    }

    /* The host among the friends plays as they do. This line only sees the table for the maps. */
    private newOwn(ticket: string): HostGuest {
        const settle = () => this.settle();
        const { code, house } = this.options;
        const player = playerOfKey(this.keys.id);
        return new HostGuest(player, this.tokenOf(ticket), code, house, {
            up: (own) => this.greet(own),
            down: settle,
            heard: settle,
        });
    }

    private recall({ friends, players }: HostMemory): void {
        for (const { key, session, name, ticket } of friends) {
            const guest = this.newGuest(playerOfKey(key), ticket);
            guest.name = name;
            this.friends.expect(guest, key, session);
        }
        for (const { player, ticket, name } of players) {
            const guest = this.newGuest(player, ticket);
            guest.name = name;
            guest.connect();
        }
    }

    private memory(): HostMemory {
        const ticketOf = (player: Player) => this.tickets.get(player) ?? "";
        const friends = this.friends.sessions().map(([player, key, session]) => {
            const name = this.guests.get(player)?.name ?? "";
            return { key, session, ticket: ticketOf(player), name };
        });
        const players = [...this.guests.values()]
            .filter((guest) => guest !== this.own && !this.friends.isFriend(guest.player))
            .map(({ player, name }) => ({ player, ticket: ticketOf(player), name }));
        return { friends, players };
    }

    private rememberAll(): void {
        const memory = this.memory();
        const text = JSON.stringify(memory);
        if (text === this.remembered) return;
        this.remembered = text;
        this.options.remember?.(memory);
    }

    private tokenOf(ticket: string): string {
        if (ticket.startsWith(TOKEN)) return ticket.slice(TOKEN.length);
        return bytesToHex(derive(this.options.secret, `seat ${ticket}`)).slice(0, 32);
    }

    /* Whoever comes for the first time sits down; others follow the table again. */
    private greet(guest: HostGuest): void {
        const table = this.options.code;
        guest.ask({ op: "hello" });
        const joining = this.joining.get(guest);
        this.joining.delete(guest);
        if (!joining) guest.ask({ op: "enter", table });
        else {
            const { name, entropy } = joining;
            guest.ask({ op: "sit", table, name, ...(entropy ? { entropy } : {}) }, joining.done);
        }
    }

    private hearFriends(keys: Iterable<string>): void {
        if (this.rested) return;
        const { lines } = this.maps;
        const useless = [...keys].filter(
            (key) => lines.has(key) && !this.friends.hear(key, lines.get(key)),
        );
        if (useless.length > 0)
            this.doc.transact(() => {
                for (const key of useless) lines.delete(key);
            }, this);
        for (const player of this.friends.players()) this.want(String(player));
        this.settle();
    }

    /* A friend has come, for the first time or with another page. Null: there is no place. */
    private connectFriend(player: Player, friend: string, is_new: boolean): HostGuest | null {
        const known = this.guests.get(player);
        if (is_new && (known || this.guests.size >= GUESTS_MAX)) return null;
        const guest = known ?? this.newGuest(player, `key ${friend}`);
        guest.disconnect();
        guest.connect();
        return guest;
    }

    private leaveAlone(guest: HostGuest): void {
        guest.disconnect();
        this.joining.get(guest)?.done(OFFLINE);
        this.friends.tell(guest.player, '{"op":"down"}');
    }

    private dismiss(guest: HostGuest): void {
        this.guests.delete(guest.player);
        this.joining.delete(guest);
        guest.disconnect();
    }

    /* ---- What the table is ---- */

    /** Whether all guests have been told the same step. */
    private isEven(): boolean {
        const steps = new Set<string>();
        for (const { table } of [this.own, ...this.guests.values()])
            if (table.fresh && table.seat !== null)
                steps.add(`${table.room?.stage} ${table.room?.match} ${table.view?.seq}`);
        return steps.size <= 1;
    }

    /* A seat's number may change while its player is away. */
    private seatOf(guest: HostGuest): number | null {
        if (guest.table.fresh) return guest.table.seat;
        const seats = this.own.table.room?.seats ?? [];
        const seat = seats.findIndex(({ who, name }) => who !== "empty" && name === guest.name);
        return seat < 0 || !guest.name ? null : seat;
    }

    /** Who sits where; null: nobody. */
    private players(): (Player | null)[] {
        const seats = this.own.table.room?.seats ?? [];
        const players = seats.map(({ who }, seat) => (who === "empty" ? null : -1 - seat));
        for (const guest of this.guests.values()) {
            const seat = this.seatOf(guest);
            if (seat !== null && players[seat] !== null) players[seat] = guest.player;
        }
        return players;
    }

    private status(): Status {
        const { room, view } = this.own.table;
        return room ? statusOf(room, view) : "LOBBY";
    }

    private isTouched({ changed }: Y.Transaction): boolean {
        const { state, hands, rejections, table, hosts } = this.maps;
        const ours: unknown[] = [state, hands, rejections, table, hosts];
        return [...changed.keys()].some((type) => ours.includes(type));
    }

    /* What is written may lead to more that is to be written: that comes after it, not within it. */
    private settle(): void {
        this.unsettled = true;
        if (this.settling) return;
        this.settling = true;
        try {
            while (this.unsettled) {
                this.unsettled = false;
                this.settleOnce();
            }
        } finally {
            this.settling = false;
        }
    }

    private settleOnce(): void {
        if (this.over || !this.own.table.room || !this.own.table.fresh || !this.isEven()) return;
        this.rememberAll();
        this.doc.transact(() => this.publish(), this);
        this.follow();
        this.next();
        if (!this.busy) this.rested?.();
    }

    private publish(): void {
        const { room, view } = this.own.table;
        if (!room) return;
        const state = stateOf(room, view, this.players());
        if (this.busy && this.busy.outcome !== undefined) {
            this.clear(this.busy, this.busy.outcome);
            this.busy = null;
        }
        if (this.round !== null && state.currentRound !== this.round) this.clearAll();
        this.round = state.currentRound;
        this.written.state.put({ ...state });
        this.publishHands(state.status !== "LOBBY");
        this.writeRejections();
        this.written.table.put({
            version: 1,
            host: this.keys.id,
            client: this.doc.clientID,
            code: this.options.code,
            sealed: this.options.sealed,
            keys: this.friends.keys(),
        });
        clearOffer(this.doc);
        for (const [friend, record] of this.friends.records())
            this.maps.lines.set(downKey(friend), record);
    }

    private publishHands(dealt: boolean): void {
        const { hands } = this.maps;
        const wanted = new Set<string>();
        for (const guest of this.guests.values()) {
            const { view, fresh } = guest.table;
            const seat = this.seatOf(guest);
            const count = seat === null ? 0 : this.own.table.view?.hands[seat]?.count;
            const key = String(guest.player);
            /* Whoever has not come back since the host has may still read what was there. */
            if (dealt && !view && seat !== null) wanted.add(key);
            const hand = dealt && view && seat !== null ? handOf(view, seat) : null;
            if (!hand || hand.length !== count) continue;
            wanted.add(key);
            const value = fresh || !hands.has(key) ? this.shownHand(guest.player, hand) : null;
            if (value && hands.get(key) !== value) hands.set(key, value);
        }
        for (const key of [...hands.keys()]) if (!wanted.has(key)) hands.delete(key);
    }

    /* What the document has for a hand: the same value as long as it is the same hand. */
    private shownHand(player: Player, hand: Card[]): unknown {
        const text = JSON.stringify(hand);
        const before = this.hands.get(player);
        if (before?.text === text) return before.value;
        const own = player === this.own.player ? this.ownRecords : null;
        const records = own ?? this.friends.recordsOf(player);
        const value = this.options.sealed ? records?.writeHand(hand) : hand;
        this.hands.set(player, { text, value });
        return value;
    }

    /* A client of the maps has no way to agree to anything: it does as the host does. */
    private follow(): void {
        const { room, seat } = this.own.table;
        const agreed = seat !== null && room?.seats[seat]?.agreed ? room.asks : "nothing";
        if (agreed === this.agreed) return;
        this.agreed = agreed;
        if (agreed === "nothing") return;
        for (const guest of this.guests.values())
            if (
                guest !== this.own &&
                guest.table.seat !== null &&
                !this.friends.isFriend(guest.player)
            )
                guest.ask({ op: "agree", table: this.options.code });
    }

    /* ---- What players ask ---- */

    private want(key: string): void {
        this.queue.add(key);
    }

    private clear({ key, value }: Busy, outcome: Outcome): void {
        const { actions } = this.maps;
        if (outcome) this.rejected.set(key, outcome);
        else this.rejected.delete(key);
        /* Whoever has asked for something else meanwhile is not forgotten. */
        if (Object.is(actions.get(key), value)) actions.set(key, null);
        else this.want(key);
    }

    private clearAll(): void {
        for (const [key, value] of [...this.maps.actions.entries()])
            if (value !== null && key !== this.busy?.key) this.maps.actions.set(key, null);
    }

    private next(): void {
        if (this.over || this.rested || this.busy) return;
        if (!this.own.table.fresh || !this.isEven()) return;
        const { actions } = this.maps;
        const refused = new Map<string, Outcome>();
        const ours: string[] = [];
        const others: string[] = [];
        for (const key of this.queue) {
            const value = actions.get(key) ?? null;
            const player = playerOf(key);
            if (player !== null && (this.guests.has(player) || this.friends.isFriend(player))) {
                /* A command that comes before what was said first stays there; it is looked at again with that. */
                if (value === null || this.friends.isEarly(player, value)) this.queue.delete(key);
                else ours.push(key);
                continue;
            }
            const answer = player && value ? this.answerStranger(value, others.length) : null;
            if (answer === "join") others.push(key);
            else refused.set(key, answer);
        }
        if (refused.size > 0) this.refuse(refused);
        const key = ours[0] ?? others[0];
        if (key === undefined) return;
        this.queue.delete(key);
        this.busy = { key, value: actions.get(key), outcome: undefined };
        this.take(this.busy, Number(key));
    }

    /* Whoever is nobody here can only ask for a seat, at a plain table, and after some others who do. */
    private answerStranger(value: unknown, before: number): Rejection | "join" {
        if (this.options.sealed)
            return { code: "not_signed", why: "nobody with a key has signed this" };
        const action = readAction(this.own.table.room?.game ?? "", value, this.players());
        if (action.kind === "none") return { code: "malformed", why: action.why };
        if (action.kind !== "join")
            return { code: "no_seat", why: "nobody with this number sits here" };
        if (this.guests.size >= GUESTS_MAX || before >= STRANGERS_MAX)
            return { code: "room_full", why: "there are too many people" };
        return "join";
    }

    /* What needs no house. There may be any number of them, so all are answered at once. */
    private refuse(answers: Map<string, Outcome>): void {
        const { actions } = this.maps;
        this.doc.transact(() => {
            for (const [key, answer] of answers) {
                this.queue.delete(key);
                this.rejected.delete(key);
                if (answer) this.rejected.set(key, answer);
                else actions.delete(key);
            }
            this.writeRejections();
            for (const key of answers.keys()) if (actions.get(key)) actions.set(key, null);
        }, this);
    }

    /* Only the last ones of those who are nobody here are told why. */
    private writeRejections(): void {
        const strangers = [...this.rejected.keys()].filter((key) => !this.guests.has(Number(key)));
        for (const key of strangers.slice(0, -STRANGERS_MAX)) {
            this.rejected.delete(key);
            this.maps.actions.delete(key);
        }
        this.written.rejections.put(Object.fromEntries(this.rejected));
    }

    /* The house has not been asked, so there is nothing to wait for. */
    private reject(busy: Busy, why: string, code = "malformed"): void {
        busy.outcome = { code, why };
        this.settle();
    }

    private take(busy: Busy, player: Player): void {
        if (this.friends.isFriend(player)) {
            this.takeSealed(busy, player);
            return;
        }
        const game = this.own.table.room?.game ?? "";
        const action = readAction(game, busy.value, this.players());
        if (action.kind === "none") this.reject(busy, action.why);
        else if (action.kind === "join") this.join(busy, player, action);
        else this.act(busy, player, action.kind === "do" ? action.command : null);
    }

    /* What comes of it is told to whoever asked alone: a refusal may say something about a hand. */
    private takeSealed(busy: Busy, player: Player): void {
        const guest = this.guests.get(player);
        const command = guest && this.friends.takeCommand(player, busy.value);
        if (!guest || command === null) {
            this.reject(busy, "it was forged, said before, or said by an older page", "not_signed");
            return;
        }
        if (!command) busy.outcome = null;
        else
            guest.pass(command.text, command.tag, () => {
                busy.outcome = null;
            });
        this.friends.goOn(player);
        this.settle();
    }

    private act(busy: Busy, player: Player, command: string | null): void {
        const guest = this.guests.get(player);
        const table = this.options.code;
        if (!guest || guest.table.seat === null) {
            this.reject(busy, "nobody with this number sits here", "no_seat");
            return;
        }
        if (!guest.connected) {
            this.reject(busy, "the table waits for you to come back", "offline");
            return;
        }
        if (command === null) {
            guest.ask({ op: "leave", table }, (outcome) => {
                busy.outcome = outcome;
                if (!outcome) this.dismiss(guest);
            });
            return;
        }
        if (this.status() === "LOBBY") {
            this.reject(busy, "the match has not begun", "bad_phase");
            return;
        }
        this.doNow(busy, guest, command);
    }

    /* An action says nothing of the moment for which it was meant, so it is judged by the table as it is. */
    private doNow(busy: Busy, guest: HostGuest, command: string): void {
        const seq = guest.table.view?.seq ?? 0;
        const message = { op: "do", do: command, table: this.options.code, seq };
        guest.ask(message, (outcome) => {
            if (outcome?.code === "stale") this.doNow(busy, guest, command);
            else busy.outcome = outcome;
        });
    }

    private join(busy: Busy, player: Player, action: Join): void {
        if (this.guests.has(player)) {
            this.reject(busy, "you sit here already", "duplicate_player");
            return;
        }
        const guest = this.newGuest(player, `number ${player}`);
        this.joining.set(guest, {
            ...action,
            done: (outcome) => {
                busy.outcome = outcome;
                if (outcome) this.dismiss(guest);
            },
        });
        guest.connect();
    }
}
