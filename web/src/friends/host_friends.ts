// SPDX-License-Identifier: MIT
// host_friends.ts: the friends with keys, at the host: who is who, what they say, and what is to be told to them. A friend
// is known by the key; the number in the maps is made of it.
import { HostChannel } from "./host_channel";
import type { HostGuest } from "./host_guest";
import { Budget } from "./links_frame";
import { isCommand } from "./plain_action";
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

/** Whether a newcomer has a key takes a while to find out: so many are looked at, at once and in a second. */
const NEWCOMERS_MAX = 48;
const NEWCOMERS_PER_S = 2;

/** What a friend may ask for besides commands, which come one at a time: so much at once, and in a second. */
const REQUESTS_MAX = 200;
const REQUESTS_PER_S = 20;
/** What is heard at least in the session after one with too many: otherwise it could never begin. */
const REQUESTS_AGAIN = 20;

/** Tags are below this, and above zero, which is none. */
const TAGS = 2 ** 32;

/** What friends may look at by GET: finished matches. */
const LOOKS = /^\/api\/matches\/[0-9a-f]{16}\/\d{1,9}(\/players)?$/;

export interface Around {
    keys: Keys;
    /** The key of whoever opened the table. */
    table: string;
    code: string;
    get(path: string): Promise<Response>;
    /** Whether there is a place for one who was not here. */
    hasPlace(): boolean;
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
    pace: Budget;
    /** As whom the page has introduced itself; there need not be a seat of that name. */
    called?: string;
}

const newPace = (): Budget => new Budget(REQUESTS_MAX, REQUESTS_PER_S);

interface Message {
    op?: unknown;
    do?: unknown;
    get?: unknown;
    tag?: unknown;
    table?: unknown;
    seq?: unknown;
    id?: unknown;
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

const isTag = (tag: unknown): tag is number =>
    Number.isInteger(tag) && Number(tag) > 0 && Number(tag) < TAGS;

const refusal = (tag: number): string =>
    JSON.stringify({
        op: "answer",
        re: tag,
        ok: false,
        code: "not_allowed",
        why: "you may not do that",
    });

export class HostFriends {
    private readonly friends = new Map<Player, Friend>();
    private readonly newcomers = new Budget(NEWCOMERS_MAX, NEWCOMERS_PER_S);
    /** What was signed last. */
    private stated = { text: "", said: "" };

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
        const channel = new HostChannel(keys, table, id, session);
        channel.changed = true;
        this.friends.set(guest.player, { channel, guest, pace: newPace() });
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
        /* Whoever waits for a place is left alone, or would ask for ever. */
        if (!known && !this.around.hasPlace()) return true;
        const friend = known ? this.hearAgain(known, value) : this.meet(player, id, value);
        if (friend) this.pump(friend);
        return !!known || !!friend;
    }

    /** Whether a command waits for something that was said before it. */
    isEarly(player: Player, value: unknown): boolean {
        return this.friends.get(player)?.channel.look(value) === "early";
    }

    /** The next command of a friend, in words that the house answers with its tag, whatever else was said with it.
     *  Undefined: it has been answered, or cannot be. Null: it is none of this friend now. */
    takeCommand(player: Player, value: unknown): { text: string; tag: number } | undefined | null {
        const channel = this.friends.get(player)?.channel;
        const text = channel?.takeAction(value) ?? null;
        if (!channel || text === null) return null;
        const message = parse(text);
        if (!message || !isTag(message.tag)) return undefined;
        const { do: command, table, seq, id, tag } = message;
        if (typeof command === "string" && isCommand(command) && table === this.around.code)
            return { text: JSON.stringify({ do: command, table, seq, id, tag }), tag };
        channel.tell(refusal(tag));
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
        if (!(value instanceof Uint8Array) || !this.newcomers.take(1)) return null;
        try {
            channel = new HostChannel(this.around.keys, this.around.table, id);
        } catch {
            return null;
        }
        if (!channel.read(value)) return null;
        const guest = this.around.connect(player, id, true);
        if (!guest) return null;
        const friend = { channel, guest, pace: newPace() };
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
            if (!friend.pace.take(1)) {
                channel.lose();
                friend.pace = newPace();
                friend.pace.take(REQUESTS_MAX - REQUESTS_AGAIN);
                return;
            }
            const message = parse(text);
            const tag = message?.tag;
            if (!message || !isTag(tag)) continue;
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
