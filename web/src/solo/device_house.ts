// SPDX-License-Identifier: MIT
// device_house.ts: the house of this device, as a page sees it: lines that speak the protocol, and what pages ask of a
// server by GET. The house itself is the engine in a worker (house_worker.ts). All tabs have one house together.
//
//   const line = deviceHouse().open({ up() {…}, down() {…}, receive(text) {…} }, token);
//   line.send('{"op":"hello","tag":1}');
//
// Every line is a guest of its own. With a token, whoever speaks on the line is that guest, whatever a hello says: so a
// table's host can bring in friends without giving anybody's token away.
import { Store } from "../store";
import type { FromHouse, Move, Moved, ToHouse, Trouble } from "./solo_messages";

export interface LineListener {
    /** The line can be used; say hello. After `down` that may come again. */
    up(): void;
    down(): void;
    receive(text: string): void;
}

export interface OpenLine {
    /** Sends a message. It is dropped while the line is down. */
    send(text: string): void;
    /** Ends it; nothing comes any more. */
    close(): void;
}

interface Place extends LineListener {
    is_up: boolean;
    token: string | undefined;
}

/* A hello on a line with a token is that guest's. The message is written anew, so that the house reads what was looked at
   here; what is no message at all is for the house to refuse. */
function withToken(text: string, token: string): string {
    let message: unknown;
    try {
        message = JSON.parse(text);
    } catch {
        return text;
    }
    const hello = typeof message === "object" && message !== null && "op" in message;
    return JSON.stringify(
        hello && (message as { op: unknown }).op === "hello"
            ? { ...(message as object), token }
            : message,
    );
}

export class DeviceHouse {
    readonly trouble = new Store<Trouble>(null);
    /** The token of whoever plays on this device, as the house has stored it; known once a line is up. */
    person: string | null = null;

    private readonly worker: Worker;
    private readonly places = new Map<number, Place>();
    private readonly asked = new Map<number, (answer: Response) => void>();
    private readonly moving = new Map<number, (moved: Moved) => void>();
    private count = 0;

    constructor(start: () => Worker) {
        this.worker = start();
        this.worker.onmessage = ({ data }: MessageEvent<FromHouse>) => this.take(data);
        this.worker.onerror = () => this.trouble.set("no_engine");
    }

    open(listener: LineListener, token?: string): OpenLine {
        const line = ++this.count;
        const place: Place = {
            is_up: false,
            token,
            up: () => listener.up(),
            down: () => listener.down(),
            receive: (text) => listener.receive(text),
        };
        this.places.set(line, place);
        this.post({ op: "open", line });
        return {
            send: (text) => {
                if (!place.is_up || !this.places.has(line)) return;
                this.post({
                    op: "say",
                    line,
                    text: place.token ? withToken(text, place.token) : text,
                });
            },
            close: () => {
                if (this.places.delete(line)) this.post({ op: "close", line });
            },
        };
    }

    /** Stores it with the tables: what a page keeps elsewhere may be lost when the browser crashes. */
    keepPerson(token: string | null): void {
        if (token === this.person) return;
        this.person = token;
        this.post({ op: "person", token });
    }

    /** What a server answers to GET: `/api/games`, `/api/rules/GAME`, `/api/matches/MATCH` and its players. */
    get(path: string): Promise<Response> {
        const id = ++this.count;
        return new Promise((resolve) => {
            this.asked.set(id, resolve);
            this.post({ op: "get", id, path });
        });
    }

    /** A table goes to the house of another device, or comes from one. All lines may be down for a moment. */
    move(move: Move): Promise<Moved> {
        const id = ++this.count;
        return new Promise((resolve) => {
            this.moving.set(id, resolve);
            this.post({ op: "move", id, move });
        });
    }

    private post(message: ToHouse): void {
        this.worker.postMessage(message);
    }

    private take(message: FromHouse): void {
        switch (message.op) {
            case "trouble":
                this.trouble.set(message.trouble);
                return;
            case "got": {
                const { status, type, body } = message.got;
                this.asked.get(message.id)?.(
                    new Response(body, { status, headers: { "Content-Type": type } }),
                );
                this.asked.delete(message.id);
                return;
            }
            case "moved":
                this.moving.get(message.id)?.(message.moved);
                this.moving.delete(message.id);
                return;
        }
        const place = this.places.get(message.line);
        if (!place) return;
        if (message.op === "text") {
            place.receive(message.text);
            return;
        }
        place.is_up = message.op === "up";
        if (message.op === "up") {
            /* The house may be in a tab of an older page, which keeps nobody. */
            this.person = message.person ?? null;
            place.up();
        } else place.down();
    }
}

let house: DeviceHouse | null = null;

/** The house of this device; the first call opens it. */
export function deviceHouse(): DeviceHouse {
    house ??= new DeviceHouse(() => new Worker(HOUSE_WORKER_URL, { type: "module" }));
    return house;
}
