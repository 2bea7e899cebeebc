// SPDX-License-Identifier: MIT
// links_describe.ts: one end of a WebRTC connection in as few words as it takes. Browsers describe it in a page of SDP, of
// which all but these words is the same for a data channel; the reader writes that page anew. So it fits into a QR code,
// and nothing that others say reaches a browser but in places and forms that are known here.
//
//   description   ufrag pwd fingerprint setup, between blanks; then candidates, each after a line break
//   candidate     type address port priority
//
// Candidates are of UDP: the few networks that let only TCP through have the relay.

export interface Description {
    ufrag: string;
    pwd: string;
    /** Of the certificate, SHA-256: 64 hexadecimal digits. */
    fingerprint: string;
    setup: "actpass" | "active";
    candidates: string[];
}

export const CANDIDATES_MAX = 24;
const TEXT_MAX = 4096;

const HEAD = /^([\w+/]{4,256}) ([\w+/]{22,256}) ([0-9a-f]{64}) (actpass|active)$/;
const CANDIDATE = /^(host|srflx|prflx|relay) ([-.:\w]{1,100}) (\d{1,5}) (\d{1,10})$/;

/** Null: it is none, or none of ours. */
export function candidateOfSdp(line: string): string | null {
    const words = line.replace(/^a=/, "").replace(/^candidate:/, "");
    const found = /^\S+ 1 udp (\d+) (\S+) (\d+) typ (\S+)/i.exec(words);
    if (!found) return null;
    const [, priority, address, port, type] = found;
    const text = `${type} ${address} ${port} ${priority}`;
    return CANDIDATE.test(text) ? text : null;
}

/** As a browser takes it; null: it makes no sense. */
export function candidateToSdp(text: string): string | null {
    const [, type, address, port, priority] = CANDIDATE.exec(text) ?? [];
    if (!type || Number(port) > 65535 || Number(priority) > 0xffff_ffff) return null;
    const base = type === "host" ? "" : " raddr 0.0.0.0 rport 0";
    return `candidate:1 1 udp ${priority} ${address} ${port} typ ${type}${base}`;
}

/** What a browser says of its own end. Throws if it is not what browsers say of a data channel. */
export function describe(sdp: string): Description {
    const value = (name: string) =>
        new RegExp(`^a=${name}:(.*)$`, "m").exec(sdp)?.[1]?.trim() ?? "";
    const [, digest = ""] = /^sha-256 (.*)$/i.exec(value("fingerprint")) ?? [];
    const description = {
        ufrag: value("ice-ufrag"),
        pwd: value("ice-pwd"),
        fingerprint: digest.replace(/:/g, "").toLowerCase(),
        setup: value("setup") === "active" ? ("active" as const) : ("actpass" as const),
        candidates: sdp
            .split(/\r?\n/)
            .filter((line) => line.startsWith("a=candidate:"))
            .map(candidateOfSdp)
            .filter((candidate) => candidate !== null)
            .slice(0, CANDIDATES_MAX),
    };
    if (!readDescription(writeDescription(description))) throw new Error("no data channel");
    return description;
}

export const writeDescription = (end: Description): string =>
    [`${end.ufrag} ${end.pwd} ${end.fingerprint} ${end.setup}`, ...end.candidates].join("\n");

export function readDescription(text: unknown): Description | null {
    if (typeof text !== "string" || text.length > TEXT_MAX) return null;
    const [head = "", ...candidates] = text.split("\n");
    const found = HEAD.exec(head);
    if (!found || candidates.length > CANDIDATES_MAX) return null;
    if (!candidates.every((candidate) => candidateToSdp(candidate))) return null;
    const [, ufrag = "", pwd = "", fingerprint = "", setup] = found;
    return {
        ufrag,
        pwd,
        fingerprint,
        setup: setup === "active" ? "active" : "actpass",
        candidates,
    };
}

/** The page of SDP that a browser wants. */
export function toSdp(end: Description): string {
    const lines = [
        "v=0",
        "o=- 1 2 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        `a=ice-ufrag:${end.ufrag}`,
        `a=ice-pwd:${end.pwd}`,
        "a=ice-options:trickle",
        `a=fingerprint:sha-256 ${end.fingerprint.match(/../g)?.join(":").toUpperCase()}`,
        `a=setup:${end.setup}`,
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:65536",
        ...end.candidates.map((candidate) => `a=${candidateToSdp(candidate)}`),
    ];
    return lines.map((line) => `${line}\r\n`).join("");
}
