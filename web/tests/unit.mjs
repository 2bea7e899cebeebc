// SPDX-License-Identifier: MIT
//
// unit.mjs [OUT]: runs tests/*.test.ts and *.test.mjs with Node's own test runner. Those in
// TypeScript are bundled first, as the pages are, so that they can import any of their modules.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? "unit");
const names = readdirSync(here);
const tests = names.filter((name) => /\.test\.tsx?$/.test(name));
const plain = names.filter((name) => name.endsWith(".test.mjs"));

rmSync(out, { recursive: true, force: true });
await esbuild.build({
    absWorkingDir: here,
    entryPoints: tests,
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: {
        "@noble/curves/ed25519": path.join(here, "native_ed25519.mjs"),
        "lib0/webcrypto": path.join(here, "late_crypto.mjs"),
    },
    define: {
        WASM_URL: '""',
        REVIEW_WORKER_URL: '""',
        FOLLOW_WORKER_URL: '""',
        HOUSE_WORKER_URL: '""',
        STATIC: "false",
        SOURCE: JSON.stringify(path.resolve(here, "../..")),
    },
    logLevel: "warning",
});
const files = [
    ...plain.map((name) => path.join(here, name)),
    ...tests.map((name) => path.join(out, name.replace(/\.tsx?$/, ".mjs"))),
];
const chosen = process.env.HC_TEST ? [`--test-name-pattern=${process.env.HC_TEST}`] : [];
process.exit(
    spawnSync(process.execPath, ["--test", ...chosen, ...files], { stdio: "inherit" }).status ?? 1,
);
