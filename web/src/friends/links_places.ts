// SPDX-License-Identifier: MIT
// links_places.ts: where browsers find each other, and which room is meant: what the server of a page offers, what
// somebody typed into the settings, and the secret of a room as text for the fragment of an address.
import type { Places } from "./link";
import { fromText, ROOM_SIZE, toText } from "./links_seal";

const ICE_MAX = 8;
const ICE_CHARS = 200;

export const NOWHERE: Places = { signal: null, relay: null, ice: [] };

/** A room that nobody knows yet. */
export const newRoom = (): Uint8Array => crypto.getRandomValues(new Uint8Array(ROOM_SIZE));

export const roomText = (room: Uint8Array): string => toText(room);

/** Null: that is no room. */
export function readRoom(text: string): Uint8Array | null {
    const room = fromText(text, ROOM_SIZE);
    return room?.length === ROOM_SIZE ? room : null;
}

/* stun:HOST, or turn:USER:PASSWORD@HOST, each with a port and what else such an address may have. */
function readIceServer(text: string): RTCIceServer | null {
    const found =
        /^(stuns?|turns?):(?:([^:@\s]+):([^:@\s]+)@)?([-.\w]+|\[[\d:a-f]+\])(:\d{1,5})?(\?transport=(?:udp|tcp))?$/i.exec(
            text,
        );
    if (!found || text.length > ICE_CHARS) return null;
    const [, scheme = "", username, credential, host, port = "", query = ""] = found;
    const is_turn = scheme.toLowerCase().startsWith("turn");
    if (is_turn !== (username !== undefined)) return null;
    const urls = `${scheme}:${host}${port}${query}`;
    return is_turn ? { urls, username, credential } : { urls };
}

/** ICE servers as people write them, between commas; null: one of them is none, or there are too many. */
export function readIce(text: string): RTCIceServer[] | null {
    const texts = text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean);
    const servers = texts.map(readIceServer).filter((server) => server !== null);
    return servers.length === texts.length && servers.length <= ICE_MAX ? servers : null;
}

/** What settings say: the address of a server ("": there is none), and ICE servers. Null: it cannot be read. */
export function placesAt(address: string, ice: string): Places | null {
    const servers = readIce(ice);
    if (!servers) return null;
    if (!address.trim()) return { ...NOWHERE, ice: servers };
    try {
        const url = new URL(address.trim());
        if (!/^(https?|wss?):$/.test(url.protocol) || url.search || url.hash) return null;
        const base = url.href.replace(/^http/, "ws").replace(/\/$/, "");
        return { signal: `${base}/signal`, relay: `${base}/yws`, ice: servers };
    } catch {
        return null;
    }
}

/** What the server of this page offers. */
export async function placesHere(): Promise<Places> {
    if (STATIC) return NOWHERE;
    const places = placesAt(location.origin, "") ?? NOWHERE;
    try {
        const answer = await fetch("/api/friends");
        const { ice, signal, relay } = (await answer.json()) as Record<string, unknown>;
        return {
            signal: signal === true ? places.signal : null,
            relay: relay === true ? places.relay : null,
            ice: (Array.isArray(ice) && readIce(ice.join(","))) || [],
        };
    } catch {
        return places;
    }
}
