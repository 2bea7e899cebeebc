// SPDX-License-Identifier: MIT
// service_worker.ts: keeps the files of this page in the browser, so that it opens without a connection.
//
// The page itself comes from the network while that answers, so that everybody has the newest; its files have hashes in
// their names, and come from what was kept. A new version is kept beside the one before it: a tab that is still open with
// the older one finds its files, and its table goes on. Nothing else is ever kept: what a server answers below /api and on
// its WebSocket does not come through here.

interface WaitingEvent extends Event {
    waitUntil(done: Promise<unknown>): void;
}

interface AskedEvent extends WaitingEvent {
    request: Request;
    respondWith(answer: Promise<Response>): void;
}

interface Scope {
    registration: { scope: string };
    skipWaiting(): Promise<void>;
    clients: { claim(): Promise<void> };
    addEventListener(type: "install" | "activate", take: (event: WaitingEvent) => void): void;
    addEventListener(type: "fetch", take: (event: AskedEvent) => void): void;
}

const scope = globalThis as unknown as Scope;
const PREFIX = "holecard-";
const CACHE = PREFIX + VERSION;
/** This version and the one before. */
const VERSIONS_KEPT = 2;
/** A network that does not answer for so long is no network. */
const PATIENCE_MS = 4000;
const PAGE = new URL("./", scope.registration.scope).href;
const files = new Set(FILES.map((file) => new URL(file, PAGE).href));

async function keep(): Promise<void> {
    const page = await fetch(new Request(PAGE, { cache: "reload" }));
    const text = await page.clone().text();
    /* In the middle of an update: the page would name files of another version. */
    if (!page.ok || !text.includes(MAIN)) throw new Error("that is another page");
    const cache = await caches.open(CACHE);
    await cache.addAll([...files]);
    await cache.put(PAGE, page);
    await scope.skipWaiting();
}

async function tidy(): Promise<void> {
    const others = (await caches.keys()).filter(
        (name) => name.startsWith(PREFIX) && name !== CACHE,
    );
    const old = others.slice(0, Math.max(0, others.length - (VERSIONS_KEPT - 1)));
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
}

async function keptPage(): Promise<Response> {
    return (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();
}

async function givePage(request: Request): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
        const answer = await fetch(request, { signal: patience.signal });
        /* A proxy whose server is away answers in its place. */
        return answer.status >= 502 ? await keptPage() : answer;
    } catch {
        return await keptPage();
    } finally {
        clearTimeout(timer);
    }
}

async function giveFile(request: Request): Promise<Response> {
    return (await caches.match(request.url)) ?? (await fetch(request));
}

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(tidy()));
scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const path = new URL(request.url).href.replace(PAGE, "/");
    if (request.method !== "GET" || !request.url.startsWith(PAGE)) return;
    if (path.startsWith("/api/") || path.startsWith("/healthz")) return;
    if (request.mode === "navigate") event.respondWith(givePage(request));
    else if (files.has(request.url) || /-[0-9A-Z]{8}\.\w+$/.test(path))
        event.respondWith(giveFile(request));
});
