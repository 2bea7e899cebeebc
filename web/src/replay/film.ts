// SPDX-License-Identifier: MIT
/*
 * film.ts: a finished match that can be wound to any moment, as any seat saw it.
 *
 * The film stops after each command. What is shown at a stop comes from the engine; this file only
 * counts events. With all hands open a stop is put together from what each seat knew of its own
 * hand, and told as to a spectator.
 */
import type { Event, HttpLog, View } from "../messages";
import { type Engine, SPECTATOR } from "./engine";

/** A stop: the film stands right after this command. */
export interface Stop {
    seq: number;
    time_ms: number;
    /** Whose command it was; null: the house's. */
    seat: number | null;
    command: string;
    round: number;
}

export interface Moment {
    seq: number;
    time_ms: number;
    events: Event[];
    says: string[];
    view: View;
}

/** Through whose eyes: a seat's, a spectator's, or all hands open. */
export type Eyes = number | "everybody" | "open";

interface LogEvent {
    event: string;
    value?: number;
}

interface LogCommand {
    at: number;
    seat: number | "house";
    do: string;
    events?: LogEvent[];
}

/** What the log says about its own proof. */
export interface Proof {
    commitment: string;
    seed: string | null;
    salt: string | null;
    contributions: number;
    digests: number;
    commands: number;
    rounds: number;
}

const ROUND_EVENTS = new Set(["round_started", "round_updated"]);

const isCommand = (record: object): boolean => "do" in record;

export class Film {
    readonly game: string;
    readonly rules: string;
    readonly seats: number;
    readonly stops: Stop[];
    readonly proof: Proof;
    private readonly engine: Engine;
    private spoken = "";
    private readonly kept = new Map<string, Moment>();

    constructor(
        engine: Engine,
        readonly log: Uint8Array,
        readonly names: (string | null)[],
    ) {
        const json = engine.json(log) as HttpLog;
        this.engine = engine;
        this.game = json.game;
        this.rules = json.rules;
        this.seats = json.seats;
        this.stops = findStops(json);
        this.proof = findProof(json, this.stops);
        engine.call(names);
    }

    get last(): number {
        return this.stops.length - 1;
    }

    /** The stop at an event, or the next one before it. */
    at(seq: number): number {
        let index = 0;
        while (index < this.last && (this.stops[index + 1]?.seq ?? 0) <= seq) index++;
        return index;
    }

    /** What is seen at a stop, and said in a language. */
    moment(index: number, eyes: Eyes, language: string): Moment {
        const key = `${index} ${eyes}`;
        if (language !== this.spoken) {
            this.spoken = language;
            this.engine.speak(language);
            this.kept.clear();
        }
        let moment = this.kept.get(key);
        if (!moment) {
            const seq = this.stops[index]?.seq ?? 0;
            moment = eyes === "open" ? this.open(seq) : this.see(seq, eyes);
            this.kept.set(key, moment);
        }
        return moment;
    }

    private see(seq: number, eyes: number | "everybody"): Moment {
        const viewer = eyes === "everybody" ? SPECTATOR : eyes;
        return this.engine.replay(this.log, seq, viewer) as Moment;
    }

    private open(seq: number): Moment {
        const moment = this.see(seq, "everybody");
        const hands = moment.view.hands.map((hand, seat) => ({
            ...hand,
            cards: this.see(seq, seat).view.hands[seat]?.cards ?? [],
        }));
        return { ...moment, view: Object.assign({}, moment.view, { hands }) };
    }
}

function findStops(json: HttpLog): Stop[] {
    const stops: Stop[] = [];
    let seq = 0;
    let round = 0;
    for (const record of json.records.filter(isCommand)) {
        const command = record as unknown as LogCommand;
        for (const event of command.events ?? [])
            if (ROUND_EVENTS.has(event.event)) round = event.value ?? round + 1;
        seq += command.events?.length ?? 0;
        stops.push({
            seq,
            time_ms: command.at,
            seat: command.seat === "house" ? null : command.seat,
            command: command.do,
            round,
        });
    }
    return stops;
}

function findProof(json: HttpLog, stops: Stop[]): Proof {
    const records = json.records as Record<string, unknown>[];
    const reveal = records.find((record) => "reveal" in record)?.reveal as
        | { seed: string; salt: string }
        | undefined;
    return {
        commitment: json.commitment,
        seed: reveal?.seed ?? null,
        salt: reveal?.salt ?? null,
        contributions: records.filter((record) => "contribution" in record).length,
        digests: records.filter((record) => "digest" in record).length,
        commands: stops.length,
        rounds: stops.at(-1)?.round ?? 0,
    };
}
