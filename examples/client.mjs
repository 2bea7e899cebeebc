// SPDX-License-Identifier: MIT
/*
 * client.mjs URL CODE [NAME]: a player of one's own at a server's table, in JavaScript.
 *
 *   node client.mjs ws://localhost:7777/ws BCDFHJ Anna
 *
 * It sits down, does the first thing it may do whenever it is its turn, and stays until the match
 * is over. It uses the WebSocket of browsers, which Node has from version 22 on; versions 20 and 21
 * have it with `node --experimental-websocket`. docs/protocol.md says what is spoken.
 */
const [url, table, name = "JavaScript"] = process.argv.slice(2);

if (!table || typeof WebSocket === "undefined") {
  console.error(table ? "this Node has no WebSocket; try node --experimental-websocket"
                      : "usage: node client.mjs URL CODE [NAME]");
  process.exit(2);
}

const socket = new WebSocket(url);
const say = (message) => socket.send(JSON.stringify(message));
let stage = "", agreed = false;

socket.onopen = () => {
  say({ op: "hello" });
  say({ op: "enter", table });
  say({ op: "sit", table, name });
};

socket.onmessage = ({ data }) => {
  const { ok, why, says = [], room, view } = JSON.parse(data);
  says.forEach((sentence) => console.log(sentence));
  if (ok === false) console.log("No:", why);
  if (room) {
    stage = room.stage;
    if (room.asks === "next" && !agreed) say({ op: "agree", table });
    agreed = room.asks === "next";
  }
  if (stage === "finished") socket.close();
  else if (view?.actions.length && view.turn === view.seat)
    say({ do: view.actions[0], table, seq: view.seq });
};

socket.onclose = ({ reason }) => console.log(reason || "The match is over.");
socket.onerror = () => { console.error("there is no such server"); process.exit(1); };
