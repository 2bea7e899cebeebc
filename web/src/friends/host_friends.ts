// SPDX-License-Identifier: MIT
// host_friends.ts: the friends with keys, at the host: who is who, what they say, and what is to be told to them. A friend
// is known by the key; the number in the maps is made of it.

import { bytesToHex } from "@noble/hashes/utils";
import { HostChannel } from "./host_channel";
import type { HostGuest } from "./host_guest";
import type { Records } from "./records";
import { isId, type Keys, playerOfKey } from "./seal";
import type { Player } from "./shared_maps";
import { stateOfPlay, writeStatement } from "./statement";

/** Requests that a friend may make in the host's house. Its other tables, and what it has counted, are nobody's business. */
const ALLOWED = new Set(
    (
        "hello mine enter exit sit leave start agree end chat hint advise possible " +
        "add_bot remove_bot kick settings rules title log players"
    ).split(" "),
);

/** What friends may look at by GET: finished matches. */
const LOOKS = /^\/api\/matches\/[0-9a-f]{16}\/\d{1,9}(\/players)?$/;

export interface Around {
    keys: Keys;
    /** The key of whoever opened the table. */
    table: string;
    code: string;
    get(path: string): Promise<Response>;
    /** Gives a friend a new line to the house. Null: there is no place for one who was not here. */
    connect(player: Player, friend: string, is_new: boolean): HostGuest | null;
    /** Something is to be told. */
    settle(): void;
}

/** So long is a name at most. */
const NAME_CHARS = 40;

interface Friend {
    channel: HostChannel;
    guest: HostGuest;
    /** As whom the page has introduced itself; there need not be a seat of that name. */
    called?: string;
}

interface Message {
    op?: unknown;
    do?: unknown;
    get?: unknown;
    tag?: unknown;
    table?: unknown;
    name?: unknown;
}

function parse(text: string): Message | null {
    try {
        const message: unknown = JSON.parse(text);
        return typeof message === "object" && message !== null ? message : null;
    } catch {
        return null;
    }
}

const refusal = (tag: number): string =>
    JSON.stringify({
        op: "answer",
        re: tag,
        ok: false,
        code: "not_allowed",
        why: "that is not yours to do",
    });

export class HostFriends {
    private readonly friends = new Map<Player, Friend>();
    /** What was signed last. */
    private stated = { text: "", said: "" };
    private readonly life = bytesToHex(crypto.getRandomValues(new Uint8Array(8)));

    constructor(private readonly around: Around) {}

    isFriend(player: Player): boolean {
        return this.friends.has(player);
    }

    players(): Iterable<Player> {
        return this.friends.keys();
    }

    /** The keys of all friends by their numbers. */
    keys(): Record<string, string> {
        return Object.fromEntries(
            [...this.friends].map(([player, { channel }]) => [String(player), channel.friend]),
        );
    }

    /** The numbers of their last sessions, by their keys. */
    sessions(): [player: Player, friend: string, session: number][] {
        return [...this.friends].map(([player, { channel }]) => [
            player,
            channel.friend,
            channel.number,
        ]);
    }

    /** A friend who was here before the host was opened again. */
    expect(guest: HostGuest, id: string, session: number): void {
        const { keys, table } = this.around;
        const channel = new HostChannel(keys, table, this.life, id, session);
        channel.changed = true;
        this.friends.set(guest.player, { channel, guest });
    }

    /** From now on a friend is another guest of the house. */
    setGuest(player: Player, guest: HostGuest): void {
        const friend = this.friends.get(player);
        if (friend) friend.guest = guest;
    }

    clientOf(player: Player): number | undefined {
        return this.friends.get(player)?.channel.client;
    }

    recordsOf(player: Player): Records | undefined {
        return this.friends.get(player)?.channel.records;
    }

    tell(player: Player, text: string): void {
        this.friends.get(player)?.channel.tell(text);
    }

    /** The name with which a friend came. */
    calledName(player: Player): string {
        return this.friends.get(player)?.called ?? "";
    }

    /** What friends shall read and is not in the document yet. Whoever asks for it writes it. */
    *records(): Iterable<[friend: string, record: Uint8Array]> {
        for (const { channel, guest } of this.friends.values())
            if (channel.changed) yield [channel.friend, channel.record(this.state(guest))];
    }

    /** Somebody has written into `lines`. False: nobody needs what is there. */
    hear(key: string, value: unknown): boolean {
        const [way, id, ...more] = key.split("/");
        if (!id || more.length > 0 || !isId(id) || (way !== "up" && way !== "down")) return false;
        const player = playerOfKey(id);
        const known = this.friends.get(player);
        if (known && known.channel.friend !== id) return false;
        if (way === "down") {
            /* It is the host's to write. */
            if (known) known.channel.changed = true;
            return true;
        }
        const friend = known ? this.hearAgain(known, value) : this.meet(player, id, value);
        if (friend) this.pump(friend);
        return !!known || !!friend;
    }

    /** Whether a command waits for something that was said before it. */
    isEarly(player: Player, value: unknown): boolean {
        return this.friends.get(player)?.channel.look(value) === "early";
    }

    /** The next command of a friend. Undefined: it has been answered. Null: it is none of this friend now. */
    takeCommand(player: Player, value: unknown): { text: string; tag: number } | undefined | null {
        const channel = this.friends.get(player)?.channel;
        const text = channel?.takeAction(value) ?? null;
        if (!channel || text === null) return null;
        const message = parse(text);
        if (!message || typeof message.tag !== "number") return undefined;
        if (typeof message.do === "string" && message.table === this.around.code)
            return { text, tag: message.tag };
        channel.tell(refusal(message.tag));
        return undefined;
    }

    /** Takes what was said after a command. */
    goOn(player: Player): void {
        const friend = this.friends.get(player);
        if (friend) this.pump(friend);
    }

    /* The same step is signed once for all. */
    private state({ table }: HostGuest): string | undefined {
        const statement = table.fresh ? stateOfPlay(table) : null;
        if (!statement) return undefined;
        const text = JSON.stringify(statement);
        if (text !== this.stated.text)
            this.stated = { text, said: writeStatement(this.around.keys, statement) };
        return this.stated.said;
    }

    private meet(player: Player, id: string, value: unknown): Friend | null {
        let channel: HostChannel;
        try {
            channel = new HostChannel(this.around.keys, this.around.table, this.life, id);
        } catch {
            return null;
        }
        if (!channel.read(value)) return null;
        const guest = this.around.connect(player, id, true);
        if (!guest) return null;
        const friend = { channel, guest };
        this.friends.set(player, friend);
        return friend;
    }

    private hearAgain(friend: Friend, value: unknown): Friend {
        if (friend.channel.read(value) === "fresh")
            this.around.connect(friend.guest.player, friend.channel.friend, false);
        return friend;
    }

    private pump(friend: Friend): void {
        const { channel, guest } = friend;
        for (let text = channel.next(); text !== null; text = channel.next()) {
            const message = parse(text);
            const tag = message?.tag;
            if (!message || typeof tag !== "number") continue;
            if (message.op === "hello" && typeof message.name === "string")
                friend.called = message.name.slice(0, NAME_CHARS);
            const here = message.table === undefined || message.table === this.around.code;
            if (typeof message.get === "string") this.look(channel, message.get, tag);
            else if (here && message.do === undefined && ALLOWED.has(String(message.op)))
                guest.say(text);
            else channel.tell(refusal(tag));
        }
    }

    private look(channel: HostChannel, path: string, tag: number): void {
        if (!LOOKS.test(path)) {
            channel.tell(refusal(tag));
            return;
        }
        void this.around.get(path).then(async (answer) => {
            const bytes = new Uint8Array(await answer.arrayBuffer());
            const type = answer.headers.get("Content-Type") ?? "";
            const body = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
            channel.tell(JSON.stringify({ op: "got", re: tag, status: answer.status, type, body }));
            this.around.settle();
        });
    }
}
