// SPDX-License-Identifier: MIT
//
// build.mjs OUT [WASM]: makes the pages that the server gives to browsers, in the folder OUT.
//
// What has a hash in its name never changes, so browsers may keep it for ever; index.html names
// what belongs to it. WASM is the engine as a module, which a page loads when it is needed;
// without it the pages offer nothing that needs it.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const [out, wasm] = process.argv.slice(2);
if (!out) {
    console.error("usage: node build.mjs OUT [WASM]");
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

const urlOf = (file) => `/${path.basename(file)}`;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

let wasmUrl = "";
if (wasm) {
    const bytes = await readFile(wasm);
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
    wasmUrl = `/holecard-${hash}.wasm`;
    await writeFile(path.join(out, wasmUrl), bytes);
}

// A worker is a file of its own, and the pages must know its name.
const workerEntry = "src/replay/review_worker.ts";
const worker = await esbuild.build({ ...common, entryPoints: [workerEntry] });

const pages = await esbuild.build({
    ...common,
    entryPoints: ["src/main.tsx", "src/style/index.css"],
    splitting: true,
    define: {
        WASM_URL: JSON.stringify(wasmUrl),
        REVIEW_WORKER_URL: JSON.stringify(urlOf(nameOf(worker, workerEntry))),
    },
});

const script = nameOf(pages, "src/main.tsx");
const preloads = pages.metafile.outputs[script].imports
    .filter(({ kind }) => kind === "import-statement")
    .map((chunk) => `<link rel="modulepreload" href="${urlOf(chunk.path)}">`);
const values = {
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
