// SPDX-License-Identifier: MIT
// links_socket.ts: a WebSocket to a place where browsers meet, which connects again by itself until it is closed. Whoever
// has it says something every WORD_MS to which the server answers, so that a network which vanished is noticed.
const RETRY_FIRST_MS = 400;
const RETRY_MAX_MS = 15_000;
export const WORD_MS = 8_000;
const SILENCE_MS = 20_000;

export interface SocketEvents {
    up(): void;
    down(): void;
    /** Text, or an ArrayBuffer. */
    message(data: unknown): void;
    /** It is time to say something. */
    word(): void;
}

export class KeptSocket {
    private socket: WebSocket | null = null;
    private failures = 0;
    private heard = 0;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private timer: ReturnType<typeof setInterval> | undefined;
    private readonly hurry = () => {
        if (this.socket) return;
        clearTimeout(this.retry);
        this.connect();
    };

    constructor(
        private readonly url: string,
        private readonly events: SocketEvents,
    ) {
        addEventListener("online", this.hurry);
        document.addEventListener("visibilitychange", this.hurry);
        this.connect();
    }

    get isUp(): boolean {
        return this.socket?.readyState === WebSocket.OPEN;
    }

    send(data: string | Uint8Array): void {
        if (this.isUp) this.socket?.send(data as string | Uint8Array<ArrayBuffer>);
    }

    /** Ends the connection, and makes another one after a while. */
    drop(): void {
        const { socket } = this;
        if (!socket) return;
        /* A network that has vanished would not say so for long. */
        this.lose(socket);
        socket.close();
    }

    close(): void {
        removeEventListener("online", this.hurry);
        document.removeEventListener("visibilitychange", this.hurry);
        clearTimeout(this.retry);
        clearInterval(this.timer);
        const { socket } = this;
        this.socket = null;
        /* A browser complains about a socket that is closed before it was open. */
        if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
        else socket?.close();
    }

    private connect(): void {
        const socket = new WebSocket(this.url);
        socket.binaryType = "arraybuffer";
        this.socket = socket;
        socket.onopen = () => {
            if (this.socket !== socket) return;
            this.failures = 0;
            this.heard = performance.now();
            this.timer = setInterval(() => this.tick(), WORD_MS);
            this.events.up();
        };
        socket.onmessage = ({ data }) => {
            if (this.socket !== socket) return;
            this.heard = performance.now();
            this.events.message(data);
        };
        socket.onclose = () => this.lose(socket);
    }

    private lose(socket: WebSocket): void {
        if (this.socket !== socket) return;
        clearInterval(this.timer);
        this.socket = null;
        const wait = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(this.failures++, 10));
        this.retry = setTimeout(this.hurry, wait * (0.75 + Math.random() / 2));
        this.events.down();
    }

    private tick(): void {
        if (performance.now() - this.heard > SILENCE_MS) this.drop();
        else this.events.word();
    }
}
