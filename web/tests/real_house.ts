// SPDX-License-Identifier: MIT
// real_house.ts: the house of a device for tests in Node. Between DeviceHouse and the engine as a wasm module stands, in
// place of a worker, an object that passes on what both say; the store is one in memory. HC_WASM says where the module is.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { DeviceHouse } from "../src/solo/device_house";
import { EngineModule } from "../src/solo/engine_module";
import { EMPTY } from "../src/solo/solo_bytes";
import { SoloHouse } from "../src/solo/solo_house";
import type { FromHouse, ToHouse } from "../src/solo/solo_messages";
import { MemoryShelf } from "../src/solo/solo_shelf";
import { SoloStore } from "../src/solo/solo_store";

/* Node 18 has it only as a module. */
if (!globalThis.crypto)
    Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });

export const WASM = process.env.HC_WASM ?? "";

/** Dice that a seed makes: numbers below a bound. */
export function dice(seed: number): (bound: number) => number {
    let state = (BigInt(seed) + 1n) * 0x9e3779b97f4a7c15n;
    return (bound) => {
        state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
        let z = state;
        z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
        z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
        return Number(((z ^ (z >> 31n)) >> 11n) % BigInt(bound));
    };
}

/** From now on all entropy comes from dice, so that a seed repeats a whole match. */
export function seedEntropy(below: (bound: number) => number): void {
    Object.defineProperty(globalThis.crypto, "getRandomValues", {
        configurable: true,
        value: (array: Uint8Array) => {
            const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
            for (let i = 0; i < bytes.length; i++) bytes[i] = below(256);
            return array;
        },
    });
    Math.random = () => below(2 ** 32) / 2 ** 32;
}

seedEntropy(dice(Number(process.env.HC_SEED ?? 1)));

let compiled: WebAssembly.Module | null = null;

/** Another instance of the engine. */
export function newInstance(): WebAssembly.Instance {
    compiled ??= new WebAssembly.Module(readFileSync(WASM));
    return new WebAssembly.Instance(compiled);
}

class WorkerHere {
    onmessage: ((event: { data: FromHouse }) => void) | null = null;
    onerror: unknown = null;
    private house: SoloHouse | null = null;
    private readonly open = new Set<number>();
    private readonly asked = new Map<number, ToHouse>();
    private readonly waiting: ToHouse[] = [];
    private over = false;
    private readonly numbers = new Map<number, number>();
    private readonly lines = new Map<number, number>();

    constructor(readonly shelf: MemoryShelf) {
        void this.begin();
    }

    postMessage(message: ToHouse): void {
        if (this.house) this.take(this.house, message);
        else this.waiting.push(message);
    }

    terminate(): void {
        this.over = true;
        this.house?.stop();
        this.house = null;
        this.onmessage = null;
    }

    private async begin(): Promise<void> {
        const engine = new EngineModule(newInstance());
        const mind = new EngineModule(newInstance());
        const store = new SoloStore(this.shelf, SoloHouse.tallyWith(engine));
        await store.claim();
        const { house } = await SoloHouse.open(engine, {
            store,
            fresh: async () =>
                new EngineModule(new WebAssembly.Instance(compiled as WebAssembly.Module)),
            think: async (thought) => {
                const length = mind.calls.think(mind.put(thought));
                return length ? mind.out(length) : EMPTY;
            },
            tell: (number, text) => {
                const line = this.lines.get(number);
                if (line === undefined) return;
                if (text === null) this.say({ op: "down", line });
                else this.say({ op: "text", line, text });
            },
            stored: () => {},
            ended: (why) => {
                throw why;
            },
        });
        if (this.over) {
            house.stop();
            return;
        }
        this.house = house;
        for (const message of this.waiting.splice(0)) this.take(house, message);
    }

    /* The rooms of the house are others now: it is opened anew, as house_worker.ts does it. */
    private again(): void {
        this.house?.stop();
        this.house = null;
        this.lines.clear();
        for (const line of this.open) {
            this.say({ op: "down", line });
            this.waiting.unshift({ op: "open", line });
        }
        this.waiting.push(...this.asked.values());
        void this.begin();
    }

    private say(data: FromHouse): void {
        queueMicrotask(() => this.onmessage?.({ data }));
    }

    private take(house: SoloHouse, message: ToHouse): void {
        if (message.op === "move") {
            this.asked.set(message.id, message);
            void house.move(message.move).then((moved) => {
                if (this.over) return;
                if (!moved) this.again();
                else if (this.asked.delete(message.id))
                    this.say({ op: "moved", id: message.id, moved });
            });
        } else if (message.op === "get") {
            void house
                .get(message.path)
                .then((got) => this.say({ op: "got", id: message.id, got }));
        } else if (message.op === "open") {
            const number = house.open();
            this.numbers.set(message.line, number);
            this.lines.set(number, message.line);
            this.open.add(message.line);
            this.say({ op: "up", line: message.line, person: null });
        } else if (message.op !== "person") {
            const number = this.numbers.get(message.line) ?? 0;
            if (message.op === "say") house.say(number, message.text);
            else {
                this.open.delete(message.line);
                this.lines.delete(number);
                house.close(number);
            }
        }
    }
}

/** The house of a device, with what a shelf has: an empty one, or that of a device that has crashed. */
export class RealHouse extends DeviceHouse {
    private readonly here: WorkerHere;

    constructor(readonly shelf = new MemoryShelf()) {
        const here = new WorkerHere(shelf);
        super(() => here as unknown as Worker);
        this.here = here;
    }

    stop(): void {
        this.here.terminate();
    }
}
