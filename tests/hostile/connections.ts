import { randomBytes } from "node:crypto";
import { untrusted } from "./certificate.ts";
import { always, type Misbehaviour, onConnection, onRequest, withHeaders } from "./misbehaviour.ts";
import { answerRight, drip, http, pour, startWireServer, type WireServer } from "./wire-server.ts";

const json = "content-type: application/json";
const length = (bytes: number): string => `content-length: ${bytes}`;

/** A server under a scheme that it does not speak. */
const under = async (scheme: string, started: Promise<WireServer>): Promise<WireServer> => {
  const server = await started;
  return { ...server, url: server.url.replace(/^https?/, scheme) };
};

/** What goes wrong before there is an answer that can be read as HTTP. */
export const connections: readonly Misbehaviour[] = [
  {
    what: "refuses connections",
    behaves: {},
    so: "unjudged",
    start: async () => {
      const server = await startWireServer({});
      await server.stop();
      return { ...server, close: () => Promise.resolve() };
    },
  },
  {
    what: "resets every new connection",
    behaves: onConnection((socket) => socket.resetAndDestroy()),
    so: "unjudged",
  },
  {
    what: "closes every new connection",
    behaves: onConnection((socket) => socket.end()),
    so: "unjudged",
  },
  { what: "never says a word", behaves: onConnection(() => undefined), so: "unjudged" },
  {
    what: "resets once it has read the request",
    behaves: onRequest((socket) => socket.resetAndDestroy()),
    so: "unjudged",
  },
  {
    what: "resets after its headers",
    behaves: onRequest((socket) => {
      socket.write(http({ headers: [json, length(100)] }), () => socket.resetAndDestroy());
    }),
    so: "unjudged",
  },
  {
    what: "hangs within the headers",
    behaves: always(() => "HTTP/1.1 200 OK\r\ncontent-type: appl"),
    so: "unjudged",
  },
  {
    what: "hangs before the body",
    behaves: always(() => http({ headers: [json, length(100)] })),
    so: "unjudged",
  },
  {
    what: "hangs within the body",
    behaves: always(() => http({ headers: [json, length(100)], body: '{"id":' })),
    so: "unjudged",
  },
  {
    what: "drips its headers",
    behaves: onRequest((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-drop: ");
      drip(socket, 10, () => "a");
    }),
    so: "unjudged",
  },
  {
    what: "drips its body",
    behaves: onRequest((socket) => {
      socket.write(http({ headers: [json, length(1_000_000)] }));
      drip(socket, 10, () => " ");
    }),
    so: "unjudged",
  },
  {
    what: "sends headers without end",
    behaves: onRequest((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, () => "x-more: and more\r\n".repeat(100));
    }),
    so: "unjudged",
  },
  {
    what: "sends one header of a megabyte",
    behaves: withHeaders((bytes) => [json, `x-huge: ${"a".repeat(1_000_000)}`, length(bytes)]),
    so: "unjudged",
  },
  {
    what: "sends informational answers without end",
    behaves: onRequest((socket) =>
      pour(socket, () => "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(50)),
    ),
    so: "unjudged",
  },
  {
    what: "sends a few early hints before its answers",
    behaves: onRequest((socket, request) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(3));
      answerRight(socket, request);
    }),
    so: "fair",
  },
  {
    what: "sends an unrequested 100 Continue",
    behaves: onRequest((socket, request) => {
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      answerRight(socket, request);
    }),
    so: "unjudged",
  },
  {
    what: "upgrades to a protocol of its own",
    behaves: always(() => "HTTP/1.1 101 Switching Protocols\r\nupgrade: own\r\nconnection: upgrade\r\n\r\n"),
    so: "unjudged",
  },
  { what: "speaks no HTTP", behaves: always(() => randomBytes(300)), so: "unjudged" },
  {
    what: "greets as SSH does",
    behaves: onConnection((socket) => void socket.write("SSH-2.0-OpenSSH_9.7\r\n")),
    so: "unjudged",
  },
  {
    what: "speaks HTTP/2 without being asked",
    behaves: onConnection(
      (socket) => void socket.write(Buffer.from("000012040000000000000300000064000400100000", "hex")),
    ),
    so: "unjudged",
  },
  { what: "has an unreadable status line", behaves: always(() => "HTTP/1.1 2OO OK\r\n\r\n"), so: "unjudged" },
  {
    what: "has a NUL within a header",
    behaves: withHeaders((bytes) => [json, "x-nul: a\0b", length(bytes)]),
    so: "unjudged",
  },
  {
    what: "speaks HTTP/1.0 and hangs up",
    behaves: onRequest(
      (socket, { right }) =>
        void socket.end(http({ ...right, version: "1.0", headers: [json, length(right.body.byteLength)] })),
    ),
    so: "fair",
  },
  {
    what: "says nothing of length and hangs up at the end",
    behaves: onRequest(
      (socket, { right }) => void socket.end(http({ ...right, headers: [json, "connection: close"] })),
    ),
    so: "fair",
  },
  {
    what: "answers twice to each request",
    behaves: onRequest((socket, request) => {
      answerRight(socket, request);
      socket.write(http({ status: 200, body: '{"forged":true}' }));
    }),
    so: "fair",
  },
  {
    what: "has an untrusted certificate",
    behaves: {},
    so: "unjudged",
    start: () => startWireServer({}, untrusted),
  },
  {
    what: "speaks plain HTTP where TLS is expected",
    behaves: {},
    so: "unjudged",
    start: () => under("https", startWireServer({})),
  },
  {
    what: "speaks TLS where plain HTTP is expected",
    behaves: {},
    so: "unjudged",
    start: () => under("http", startWireServer({}, untrusted)),
  },
];
