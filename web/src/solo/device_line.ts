// SPDX-License-Identifier: MIT
// device_line.ts: the line of this page to the house of its device: what socket.ts is to a server.
import type { Line, News } from "../connection/line";
import { readNews } from "../connection/read";
import type { Client } from "../messages";
import type { DeviceHouse, OpenLine } from "./device_house";

export class DeviceLine implements Line {
    private readonly listeners = new Set<(news: News) => void>();
    private line: OpenLine;

    constructor(
        private readonly house: DeviceHouse,
        private readonly token?: string,
    ) {
        this.line = this.open();
    }

    send(message: Client): void {
        this.line.send(JSON.stringify(message));
    }

    subscribe(listener: (news: News) => void): () => void {
        this.listeners.add(listener);
        return () => {
            this.listeners.delete(listener);
        };
    }

    /** Ends the line and opens another one. */
    reconnect(): void {
        this.line.close();
        this.tell({ op: "down" });
        this.line = this.open();
    }

    private open(): OpenLine {
        return this.house.open(
            {
                up: () => this.tell({ op: "up" }),
                down: () => this.tell({ op: "down" }),
                receive: (text) => {
                    const news = readNews(text);
                    if (news) this.tell(news);
                },
            },
            this.token,
        );
    }

    private tell(news: News): void {
        for (const listener of [...this.listeners]) listener(news);
    }
}
