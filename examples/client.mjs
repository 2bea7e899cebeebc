// SPDX-License-Identifier: MIT
/*
 * client.mjs URL CODE NAME: a player of one's own at a server's table, in JavaScript:
 *
 *   node client.mjs ws://localhost:7777/ws BCDFHJ Anna
 *
 * It does the first thing that it may do, until the match is over. docs/protocol.md says what is
 * spoken. Node has the WebSocket of browsers from version 22 on; versions 20 and 21 have it with
 * `node --experimental-websocket`.
 */
const [url, table, name] = process.argv.slice(2);

if (!name || typeof WebSocket === "undefined") {
  console.error(name ? "this Node has no WebSocket; try node --experimental-websocket"
                     : "usage: node client.mjs URL CODE NAME");
  process.exit(2);
}

const socket = new WebSocket(url);
const say = (message) => socket.send(JSON.stringify(message));
const seen = {};

socket.onopen = () => {
  say({ op: "hello" });
  say({ op: "sit", table, name });
};

socket.onmessage = ({ data }) => {
  const { says = [], why, room, view, change, seat, waits_for: awaited = [] } = JSON.parse(data);
  Object.assign(seen, view ?? change);
  says.forEach((sentence) => console.log(sentence));
  if (why) console.log("No:", why);
  if (room?.stage === "finished") socket.close();
  else if (awaited.includes(seat) && seen.actions.length)
    say({ do: seen.actions[0], table, seq: seen.seq });
  else if (awaited.includes(seat)) say({ op: "agree", table });
};

socket.onclose = ({ reason }) => console.log(reason || "The match is over.");
socket.onerror = () => { console.error("there is no such server"); process.exit(1); };
