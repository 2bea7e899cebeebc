// SPDX-License-Identifier: MIT
// identity.mjs: the wasm module and the native engine give byte-identical logs.
//
//   node identity.mjs HOLECARD.WASM WASM_NATIVE
//
// Plays random matches in the module, gives the same commands to the native program, and compares
// the logs. Also: the module needs no imports, and its verification notices a changed byte.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const [wasmFile, native] = process.argv.slice(2);
const HOUSE = 252, NOBODY = 255, SEED_BYTES = 32;
const module = new WebAssembly.Module(readFileSync(wasmFile));
assert.deepEqual(WebAssembly.Module.imports(module), [], "the module imports nothing");

let state = 1n; // xorshift: the test's own dice
function below(bound) {
  state ^= (state << 13n) & 0xffffffffffffffffn;
  state ^= state >> 7n;
  state ^= (state << 17n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(bound));
}

function playMatch(game, rules, seats, number) {
  const { exports: hc } = new WebAssembly.Instance(module, {});
  const input = () => new Uint8Array(hc.memory.buffer, hc.in());
  const output = (length) => new Uint8Array(hc.memory.buffer, hc.out(), length);
  const text = (length) => Buffer.from(output(length)).toString();
  const write = (string) => input().set(Buffer.from(string + "\0"));
  const seed = Uint8Array.from({ length: SEED_BYTES }, (_, i) => (number * 31 + i * 7) & 255);
  const seedAt = hc.in() + 4096;
  const commands = [];
  let now = 1000;

  write(`${game}\0${rules}`);
  new Uint8Array(hc.memory.buffer).set(seed, seedAt);
  assert.equal(hc.open(seedAt, seats), 0, "the table opens");
  function submit(seat, command) {
    write(command);
    assert.equal(hc.submit(seat, now), 0, `${game} ${rules}: ${seat} ${command}`);
    commands.push(`${seat} ${now} ${command}`);
    now += below(1500);
  }
  while (commands.length < 1500 && hc.awaits() !== NOBODY) {
    const seat = hc.awaits();
    if (seat === HOUSE) submit(HOUSE, commands.length ? "next" : "start");
    else submit(seat, text(hc.action(seat, below(hc.ways(seat, now)), now)));
  }
  const viewed = JSON.parse(text(hc.view(0, now)));
  assert.equal(viewed.game, game);
  const log = Buffer.from(output(hc.log()));
  input().set(log);
  assert.equal(hc.verify(log.length), 1, "sound, and not revealed");
  const place = below(log.length);
  input()[place] ^= 1 << below(8);
  assert.equal(hc.verify(log.length), 2, `byte ${place} of ${log.length} was changed`);

  const run = spawnSync(native, [game, rules, String(seats), Buffer.from(seed).toString("hex")], {
    input: commands.join("\n") + "\n",
    maxBuffer: 1 << 24,
  });
  assert.equal(run.status, 0, run.stderr.toString());
  assert.ok(run.stdout.equals(log), `${game} "${rules}": the logs differ`);
  return commands.length;
}

const matches = [
  ["null", "", 3],
  ["shed", "official", 4], ["shed", "first2shed", 2], ["shed", "lite", 2], ["shed", "host", 5],
  ["shed", "party", 4], ["shed", "brutal", 6], ["shed", "official stacking=any jump_in=true", 10],
  ["two", "two", 4], ["two", "classic2012", 2], ["two", "ed2019", 6],
];
let played = 0, commands = 0;
for (let round = 0; round < 8; round++)
  for (const [game, rules, seats] of matches) {
    commands += playMatch(game, rules, seats, ++played);
  }
console.log(`${played} matches, ${commands} commands: native and wasm logs are identical`);
