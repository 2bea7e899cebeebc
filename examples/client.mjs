// SPDX-License-Identifier: MIT
/*
 * client.mjs URL CODE NAME: a player of one's own at a server's table, in JavaScript alone:
 *
 *   node client.mjs ws://localhost:7777/ws BCDFHJ Anna
 *
 * It starts the match if it is the host, does the first thing that it may do, until the match is
 * over, and says what it waits for. docs/protocol.md says what is spoken. Node has the WebSocket of
 * browsers from version 22 on; this one is for 18 as well, so half of it is a small WebSocket.
 */
import { randomBytes } from "node:crypto";
import { get } from "node:http";

const [url, table, name] = process.argv.slice(2);
if (!name) {
  console.error("usage: node client.mjs URL CODE NAME");
  process.exit(2);
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

let socket;

function send(payload, kind = 1) { // a frame of fewer than 126 bytes, as all of ours are
  const mask = randomBytes(4);
  const masked = payload.map((byte, i) => byte ^ mask[i % 4]);
  socket.write(Buffer.concat([Buffer.from([0x80 | kind, 0x80 | payload.length]), mask, masked]));
}

const say = (message) => send(Buffer.from(JSON.stringify(message)));

function readFrames(bytes) { // gives what is left of a frame that is not complete
  while (bytes.length >= 2) {
    const more = { 126: 2, 127: 8 }[bytes[1]] ?? 0;
    if (bytes.length < 2 + more) break;
    const size = more === 8 ? Number(bytes.readBigUInt64BE(2)) : more ? bytes.readUInt16BE(2) : bytes[1];
    const end = 2 + more + size;
    if (bytes.length < end) break;
    const payload = bytes.subarray(2 + more, end);
    if (bytes[0] === 0x89) send(payload, 10); // a ping
    if (bytes[0] === 0x81) read(JSON.parse(payload));
    bytes = bytes.subarray(end);
  }
  return bytes;
}

let room, said;
const view = {};

function tell(text) { // once, and not again with every message
  if (text !== said) console.log(text);
  said = text;
}

function readLobby(seat) {
  const taken = room.seats.filter(({ who }) => who !== "empty").length;
  if (room.host !== seat) tell(`Waiting for ${room.seats[room.host]?.name ?? "a host"} to start the match.`);
  else if (taken < 2) tell(`Waiting for somebody else at ${table}.`);
  else say({ op: "start", table });
}

function read(message) {
  const { says = [], why, seat, waits_for: awaited = [] } = message;
  const news = message.room;
  room = news ?? room;
  Object.assign(view, message.view ?? message.change);
  says.forEach((sentence) => console.log(sentence));
  if (why) console.log("No:", why);
  if (room?.stage === "finished") socket.end();
  else if (news?.stage === "lobby" && seat !== undefined) readLobby(seat);
  else if (awaited.includes(seat) && view.actions.length)
    say({ do: view.actions[0], table, seq: view.seq });
  else if (awaited.includes(seat)) say({ op: "agree", table });
  else if (awaited.length) tell(`Waiting for ${awaited.map((s) => room.seats[s].name).join(", ")}.`);
}

const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13,
                  "Sec-WebSocket-Key": randomBytes(16).toString("base64") };
get(url.replace(/^ws:/, "http:"), { headers }, () => fail("that is no server of tables"))
  .on("error", () => fail("there is no such server"))
  .on("upgrade", (answer, connection, first) => {
    socket = connection;
    say({ op: "hello" });
    say({ op: "sit", table, name });
    let left = readFrames(first);
    socket.on("data", (bytes) => { left = readFrames(Buffer.concat([left, bytes])); });
    socket.on("close", () => console.log(room?.stage === "finished" ? "The match is over." : "The server hung up."));
  });
