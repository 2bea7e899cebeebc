// SPDX-License-Identifier: MIT
// socket.ts: a line over a WebSocket, which connects again by itself for as long as the page is open.
import type { Client } from "../messages";
import type { Line, News } from "./line";
import { readNews } from "./read";

const RETRY_FIRST_MS = 400;
const RETRY_MAX_MS = 15_000;
/** A connection that says nothing of itself for so long is asked whether it is still there. */
const SILENCE_MS = 25_000;
const ANSWER_MS = 8_000;

export class SocketLine implements Line {
    private socket: WebSocket | null = null;
    private readonly listeners = new Set<(news: News) => void>();
    private failures = 0;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private silence: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly url: string) {
        this.connect();
        /* A laptop that wakes up, or a phone that finds its network, need not wait for the next try. */
        addEventListener("online", () => this.hurry());
        addEventListener("offline", () => this.socket?.close());
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "visible") this.hurry();
        });
    }

    send(message: Client): void {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    subscribe(listener: (news: News) => void): () => void {
        this.listeners.add(listener);
        return () => {
            this.listeners.delete(listener);
        };
    }

    /** Ends the connection and makes another one at once. */
    reconnect(): void {
        this.failures = 0;
        this.socket?.close();
        this.hurry();
    }

    private tell(news: News): void {
        for (const listener of [...this.listeners]) listener(news);
    }

    private hurry(): void {
        if (this.socket) return;
        clearTimeout(this.retry);
        this.connect();
    }

    private connect(): void {
        const socket = new WebSocket(this.url);
        this.socket = socket;
        socket.onopen = () => {
            this.failures = 0;
            this.listen(socket);
            this.tell({ op: "up" });
        };
        socket.onmessage = ({ data }) => {
            this.listen(socket);
            const news = readNews(String(data));
            if (news) this.tell(news);
        };
        socket.onclose = () => {
            if (this.socket !== socket) return;
            clearTimeout(this.silence);
            this.socket = null;
            const wait = Math.min(
                RETRY_MAX_MS,
                RETRY_FIRST_MS * 2 ** Math.min(this.failures++, 10),
            );
            /* Not all pages of a server that comes back shall knock in the same moment. */
            this.retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
            this.tell({ op: "down" });
        };
    }

    /* A network that vanished without a word is noticed by asking for something that costs nothing. */
    private listen(socket: WebSocket): void {
        clearTimeout(this.silence);
        this.silence = setTimeout(() => {
            if (this.socket !== socket) return;
            this.send({ op: "mine" });
            this.silence = setTimeout(() => socket.close(), ANSWER_MS);
        }, SILENCE_MS);
    }
}
