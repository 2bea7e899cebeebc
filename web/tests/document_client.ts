// SPDX-License-Identifier: MIT
// document_client.ts: a player who knows the shared maps by their description alone (docs/p2p.md) and nothing of our
// code: reads the maps, plays by what they say, and tries something else when an action was not done.
import type * as Y from "yjs";

interface Card {
    color: string | null;
    value: string;
}
type Action = Record<string, unknown>;

const COLORS = ["red", "blue", "green", "yellow"];

export class DocumentClient {
    readonly me: string;
    /** How many actions were done, and how many were not. */
    done = 0;
    rejected = 0;
    private readonly state: Y.Map<unknown>;
    private readonly hands: Y.Map<unknown>;
    private readonly actions: Y.Map<unknown>;
    private situation = "";
    private options: Action[] = [];
    private waiting = false;

    constructor(
        doc: Y.Doc,
        private readonly below: (bound: number) => number,
    ) {
        this.me = String(doc.clientID);
        this.state = doc.getMap("gameStateMap");
        this.hands = doc.getMap("dealtHandsMap");
        this.actions = doc.getMap("actionsMap");
        /* One update may change all three maps; whoever looks when none is missing sees a whole table. */
        doc.on("afterTransaction", () => {
            if (!doc.store.pendingStructs) this.look();
        });
    }

    join(name: string): void {
        this.waiting = true;
        this.actions.set(this.me, { type: "JOIN", name });
    }

    private look(): void {
        if (this.actions.get(this.me)) return; // the host has not looked at it yet
        const playing = this.state.get("status") === "PLAYING";
        if (!playing || String(this.state.get("currentTurn")) !== this.me) {
            this.situation = "";
            return;
        }
        const before = this.situation;
        const hand = (this.hands.get(this.me) ?? []) as Card[];
        const names = ["discardPile", "playerCardCounts", "currentRound", "facts"];
        this.situation = JSON.stringify([hand, names.map((name) => this.state.get(name))]);
        if (this.waiting && this.situation === before) this.rejected++;
        else if (this.waiting) this.done++;
        this.waiting = true;
        if (this.situation !== before) this.options = this.think(hand);
        const action = this.options.shift();
        if (!action) throw new Error(`nothing is accepted in ${this.situation}`);
        this.actions.set(this.me, action);
    }

    private shuffle<T>(list: T[]): T[] {
        for (let i = list.length - 1; i > 0; i--) {
            const j = this.below(i + 1);
            [list[i], list[j]] = [list[j] as T, list[i] as T];
        }
        return list;
    }

    /** Everything worth trying, what is most likely to be accepted first. */
    private think(hand: Card[]): Action[] {
        const order = this.state.get("turnOrder") as number[];
        const others = this.shuffle(order.filter((player) => String(player) !== this.me));
        const declaredColor = COLORS[this.below(4)];
        if (this.state.get("game") === "two") return this.thinkTwo(hand, others);
        const top = (this.state.get("discardPile") as Card[]).at(-1);
        const fits = ({ color, value }: Card) =>
            !top?.color || !color || color === top.color || value === top.value;
        const swaps = (this.state.get("rules") as string).includes("seven_swap");
        const plays = this.shuffle(hand.filter(fits)).flatMap((card): Action[] => {
            const action: Action = { type: "PLAY_CARD", card };
            if (card.value.startsWith("wild")) action.declaredColor = declaredColor;
            if (card.value !== "7" || !swaps) return [action];
            return others.map((targetId) => ({ ...action, targetId }));
        });
        const draw = { type: "DRAW_CARD" };
        const rest: Action[] = [{ type: "PASS" }, { type: "CHOOSE_COLOR", declaredColor }];
        for (const targetId of others) rest.push({ type: "CHOOSE_TARGET", targetId });
        return this.below(8) === 0 ? [draw, ...plays, ...rest] : [...plays, draw, ...rest];
    }

    private thinkTwo(hand: Card[], others: number[]): Action[] {
        const actions: Action[] = [];
        for (const card of hand) {
            actions.push({ type: "PLAY_CARD", card });
            for (const targetId of [...others, Number(this.me)]) {
                actions.push({ type: "PLAY_CARD", card, targetId });
                for (const guess of ["2", "3", "4", "5", "6", "7", "8"])
                    actions.push({ type: "PLAY_CARD", card, targetId, guess });
            }
        }
        /* A Princess is kept as long as there is anything else. */
        return this.shuffle(actions).sort(
            (a, b) =>
                Number((a.card as Card).value === "8") - Number((b.card as Card).value === "8"),
        );
    }
}
