/* What goes wrong before there is an answer that can be read as HTTP. */
import { randomBytes } from "node:crypto";
import { untrusted } from "./certificate.ts";
import { testMisbehaviours } from "./misbehaving.ts";
import { always, onConnection, onRequest, withHeaders } from "./misbehaviour.ts";
import {
  answerRight,
  drip,
  http,
  json,
  length,
  pour,
  startWireServer,
  type WireServer,
} from "./wire-server.ts";

/** A server under a scheme that it does not speak. */
const under = async (scheme: string, started: Promise<WireServer>): Promise<WireServer> => {
  const server = await started;
  return { ...server, url: server.url.replace(/^https?/, scheme) };
};
const EARLY_HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
const SETTINGS = "000012040000000000000300000064000400100000";

testMisbehaviours("unjudged", {
  "refuses connections": async () => {
    const server = await startWireServer({});
    await server.stop();
    return { ...server, close: () => Promise.resolve() };
  },
  "resets every new connection": onConnection((socket) => socket.resetAndDestroy()),
  "closes every new connection": onConnection((socket) => socket.end()),
  "never says a word": onConnection(() => undefined),
  "resets once it has read the request": onRequest((socket) => socket.resetAndDestroy()),
  "resets after its headers": onRequest((socket) => {
    socket.write(http({ headers: [json, length(100)] }), () => socket.resetAndDestroy());
  }),
  "hangs within the headers": always(() => "HTTP/1.1 200 OK\r\ncontent-type: appl"),
  "hangs before the body": always(() => http({ headers: [json, length(100)] })),
  "hangs within the body": always(() => http({ headers: [json, length(100)], body: '{"id":' })),
  "drips its headers": onRequest((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-drop: ");
    drip(socket, 10, () => "a");
  }),
  "drips its body": onRequest((socket) => {
    socket.write(http({ headers: [json, length(1_000_000)] }));
    drip(socket, 10, () => " ");
  }),
  "sends headers without end": onRequest((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    pour(socket, () => "x-more: and more\r\n".repeat(100));
  }),
  "sends one header of a megabyte": always(({ right }) =>
    http({ ...right, more: [`x-huge: ${"a".repeat(1_000_000)}`] }),
  ),
  "sends informational answers without end": onRequest((socket) =>
    pour(socket, () => EARLY_HINTS.repeat(50)),
  ),
  "sends an unrequested 100 Continue": onRequest((socket, request) => {
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    answerRight(socket, request);
  }),
  "upgrades to a protocol of its own": always(
    () => "HTTP/1.1 101 Switching Protocols\r\nupgrade: own\r\nconnection: upgrade\r\n\r\n",
  ),
  "speaks no HTTP": always(() => randomBytes(300)),
  "greets as SSH does": onConnection((socket) => void socket.write("SSH-2.0-OpenSSH_9.7\r\n")),
  "speaks HTTP/2 without being asked": onConnection(
    (socket) => void socket.write(Buffer.from(SETTINGS, "hex")),
  ),
  "has an unreadable status line": always(() => "HTTP/1.1 2OO OK\r\n\r\n"),
  "has a NUL within a header": withHeaders((bytes) => [json, "x-nul: a\0b", length(bytes)]),
  "has an untrusted certificate": () => startWireServer({}, untrusted),
  "speaks plain HTTP where TLS is expected": () => under("https", startWireServer({})),
  "speaks TLS where plain HTTP is expected": () => under("http", startWireServer({}, untrusted)),
});

testMisbehaviours("fair", {
  "sends a few early hints before its answers": onRequest((socket, request) => {
    socket.write(EARLY_HINTS.repeat(3));
    answerRight(socket, request);
  }),
  "speaks HTTP/1.0 and hangs up": onRequest(
    (socket, { right }) => void socket.end(http({ ...right, version: "1.0" })),
  ),
  "says nothing of length and hangs up at the end": onRequest(
    (socket, { right }) => void socket.end(http({ ...right, headers: [json, "connection: close"] })),
  ),
  "answers twice to each request": onRequest((socket, request) => {
    answerRight(socket, request);
    socket.write(http({ status: 200, body: '{"forged":true}' }));
  }),
});
