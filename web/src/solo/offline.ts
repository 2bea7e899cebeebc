// SPDX-License-Identifier: MIT
// offline.ts: asks the browser to keep this page, so that it opens without a connection (service_worker.ts).

/** Whoever pays for every byte is not sent more than what they look at. */
function saves(): boolean {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    return connection?.saveData === true;
}

/** Keeps the page on this device, once it is shown. Browsers allow that on secure connections, and on this machine. */
export function stayInstalled(): void {
    if (!("serviceWorker" in navigator) || !WASM_URL || saves()) return;
    const register = () => {
        navigator.serviceWorker
            .register(SERVICE_WORKER_URL, { updateViaCache: "none" })
            .catch(() => {
                /* Blocked, or the server is away: the page works as before, with a connection. */
            });
    };
    if (document.readyState === "complete") register();
    else addEventListener("load", register, { once: true });
}
