// SPDX-License-Identifier: MIT
//
// build.mjs OUT [WASM [static]]: makes the pages that the server gives to browsers, in the folder OUT; or those that
// any host may serve as plain files, from any folder, and that deal by themselves.
//
// What has a hash in its name never changes, so browsers may keep it for ever; index.html names
// what belongs to it. WASM is the engine as a module, which a page loads when it is needed;
// without it the pages offer nothing that needs it.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const [out, wasm, kind] = process.argv.slice(2);
if (!out) {
    console.error("usage: node build.mjs OUT [WASM [static]]");
    process.exit(2);
}

const common = {
    absWorkingDir: here,
    outdir: path.resolve(out),
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox115", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
};

// The name, from the root of the server, of what became of an entry point.
function nameOf(result, entry) {
    for (const [file, { entryPoint }] of Object.entries(result.metafile.outputs))
        if (entryPoint === entry) return file;
    throw new Error(`${entry} was not built`);
}

// A server shows the page at many addresses, and a plain host at one.
const isStatic = kind === "static";
const base = isStatic ? "./" : "/";
const urlOf = (file) => base + path.basename(file);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

let wasmUrl = "";
if (wasm) {
    const bytes = await readFile(wasm);
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
    wasmUrl = urlOf(`holecard-${hash}.wasm`);
    await writeFile(path.join(out, path.basename(wasmUrl)), bytes);
}

// A worker is a file of its own, and whoever starts it must know its name.
async function buildWorker(entry, define = {}) {
    const values = Object.entries({ WASM_URL: wasmUrl, STATIC: isStatic, ...define });
    const worker = await esbuild.build({
        ...common,
        entryPoints: [entry],
        define: Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value)])),
    });
    return urlOf(nameOf(worker, entry));
}

const reviewWorker = await buildWorker("src/replay/review_worker.ts");
const followWorker = await buildWorker("src/friends/follow_worker.ts");
const thinkWorker = await buildWorker("src/solo/think_worker.ts");
const houseWorker = await buildWorker("src/solo/house_worker.ts", {
    THINK_WORKER_URL: thinkWorker,
});

const pages = await esbuild.build({
    ...common,
    entryPoints: ["src/main.tsx", "src/style/index.css"],
    splitting: true,
    define: {
        STATIC: JSON.stringify(isStatic),
        WASM_URL: JSON.stringify(wasmUrl),
        REVIEW_WORKER_URL: JSON.stringify(reviewWorker),
        FOLLOW_WORKER_URL: JSON.stringify(followWorker),
        HOUSE_WORKER_URL: JSON.stringify(houseWorker),
        SERVICE_WORKER_URL: JSON.stringify(urlOf("service_worker.js")),
    },
});

const script = nameOf(pages, "src/main.tsx");
const preloads = pages.metafile.outputs[script].imports
    .filter(({ kind }) => kind === "import-statement")
    .map((chunk) => `<link rel="modulepreload" href="${urlOf(chunk.path)}">`);
// A host of plain files says no policy with them, so the page brings its own: src/doors/server/static_files.c. It may
// connect to other places, since friends can meet at any server that somebody names.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'">`;
const values = {
    base,
    policy: isStatic ? policy : "",
    script: urlOf(script),
    style: urlOf(nameOf(pages, "src/style/index.css")),
    preloads: preloads.join("\n"),
};
const html = (await readFile(path.join(here, "index.html"), "utf8"))
    .replace(/\{\{(\w+)\}\}/g, (_, name) => values[name])
    .replace(/\n+/g, "\n");
await writeFile(path.join(out, "index.html"), html);
const asTheyAre = [
    "logo.svg",
    "logo_turn.svg",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
    "holecard.webmanifest",
];
for (const name of asTheyAre)
    await writeFile(path.join(out, name), await readFile(path.join(here, name)));

// The service worker keeps all of it; its own name stays, since that is how browsers find a newer one.
const files = (await readdir(out)).filter((name) => name !== "index.html").sort();
const version = createHash("sha256").update(html);
for (const name of files) version.update(await readFile(path.join(out, name)));
await esbuild.build({
    ...common,
    entryPoints: ["src/solo/service_worker.ts"],
    entryNames: "[name]",
    define: {
        VERSION: JSON.stringify(version.digest("hex").slice(0, 12)),
        FILES: JSON.stringify(files),
        MAIN: JSON.stringify(path.basename(script)),
    },
});
