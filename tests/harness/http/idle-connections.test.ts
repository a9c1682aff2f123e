import { createServer } from "node:http";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { socketTransport } from "../../../harness/http/socket.ts";
import type { Transport } from "../../../harness/http/wire.ts";
import { listening, type LocalServer } from "../../local-server.ts";
import { blockEventLoop } from "../block-event-loop.ts";

/** Shorter than the five or more seconds after which servers commonly close an idle connection. */
const SERVER_IDLE_MS = 1_500;

/** Well within the time for which an idle connection is kept. */
const SOON_MS = 500;

let server: LocalServer;
let transport: Transport;
let connections = 0;
/** Of the last request: what it came on, and when. */
let socket: Socket | undefined;
let arrivedAt = 0;

beforeEach(async () => {
  connections = 0;
  socket = undefined;
  const http = createServer((request, response) => {
    socket = request.socket;
    arrivedAt = performance.now();
    // Without the header that announces when the server will close.
    response.setHeader("connection", "keep-alive");
    response.end("{}");
  });
  http.keepAliveTimeout = SERVER_IDLE_MS;
  (http as { keepAliveTimeoutBuffer?: number }).keepAliveTimeoutBuffer = 0;
  http.on("connection", () => (connections += 1));
  server = await listening(http);
  transport = socketTransport({ connections: 1 });
});

afterEach(async () => {
  await transport.close();
  await server.close();
});

test("a request after a pause of the process is not sent on a connection that the server closed meanwhile", async () => {
  expect((await ask()).status).toBe(200);
  blockEventLoop(2 * SERVER_IDLE_MS);
  expect((await ask()).status).toBe(200);
  expect(connections).toBe(2);
});

test("requests one after the other share a connection", async () => {
  // On a busy machine the process may stand still in between, and then a connection of its own is right.
  for (let soon = 0; soon < 5;) {
    const before = { answeredAt: performance.now(), socket };
    expect((await ask()).status).toBe(200);
    if (arrivedAt - before.answeredAt > SOON_MS) continue;
    if (before.socket !== undefined) expect(socket).toBe(before.socket);
    soon += 1;
  }
});

function ask(): ReturnType<Transport["send"]> {
  return transport.send(
    { method: "POST", url: new URL(server.url), headers: [], body: null },
    { deadlineMs: 30_000, signal: new AbortController().signal },
  );
}
