// SPDX-License-Identifier: MIT
//
// http_call.mjs: one request over HTTP on a connection of its own, whose bytes are counted.
import http from "node:http";
import { readAll } from "./call_body.mjs";
import { theTime, waitFor } from "./world_time.mjs";

/** Like fetch(), for what the tests need of it. */
export function callHttp(url, { method = "GET", headers = {}, body = "" } = {}) {
    const time = theTime();
    const later = (act) => time.turn(`${method} ${url}`, act);
    const answered = new Promise((done, failed) => {
        const request = http.request(url, { method, headers, agent: false });
        request.once("socket", (socket) => time.watch(socket));
        request.once("error", (error) => later(() => failed(error)));
        request.once("response", (response) =>
            readAll(response).then(
                (bytes) => later(() => done(answerOf(response, bytes))),
                (error) => later(() => failed(error)),
            ),
        );
        later(() => request.end(body));
    });
    return waitFor(answered);
}

function answerOf({ statusCode, headers }, bytes) {
    return {
        status: statusCode,
        ok: statusCode < 300,
        headers: { get: (name) => headers[name] ?? null },
        text: async () => bytes.toString(),
        json: async () => JSON.parse(bytes.toString()),
    };
}
