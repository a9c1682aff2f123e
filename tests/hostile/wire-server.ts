import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { createIntentsService } from "../harness/intents-server.ts";

/** One request as a wire-level server reads it, with what a right server would answer. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Counts the requests to this server, from 1. */
  readonly number: number;
  readonly right: { readonly status: number; readonly body: Buffer };
}

/** What a server does with the bytes of a connection. */
export interface Behaviour {
  /** On each connection; true if no request is to be read. */
  readonly onConnection?: (socket: Socket) => boolean;
  /** The path that the service behind it is asked for. */
  readonly readsPath?: (path: string) => string;
  readonly onRequest?: (socket: Socket, request: WireRequest) => void;
}

export interface WireServer {
  readonly url: string;
  readonly key: string;
  readonly requests: () => number;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A server that writes bytes, not HTTP: what it sends is up to its behaviour. Behind it is a right service of intents. */
export async function startWireServer(behaviour: Behaviour, tls?: TlsOptions): Promise<WireServer> {
  const service = createIntentsService();
  const sockets = new Set<Socket>();
  let count = 0;
  let port = 0;
  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    if (behaviour.onConnection?.(socket) === true) return;
    readRequests(socket, (request) => {
      count += 1;
      const { status, body } = service.answer({
        ...request,
        path: behaviour.readsPath?.(request.path) ?? request.path,
        authorization: request.headers["authorization"],
      });
      const right = { status, body: Buffer.from(JSON.stringify(body)) };
      const { onRequest = answerRight } = behaviour;
      onRequest(socket, { ...request, number: count, right });
    });
  };
  let server: Server;
  const start = async (): Promise<void> => {
    server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket);
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as { port: number }).port;
  };
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await start();
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    key: service.key,
    requests: () => count,
    start,
    stop,
    close: stop,
  };
}

function readRequests(
  socket: Socket,
  onRequest: (request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    text: string;
  }) => void,
): void {
  let pending = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.indexOf("\r\n\r\n");
      if (end === -1) return;
      const [first = "", ...lines] = pending.subarray(0, end).toString("latin1").split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line): [string, string] => {
          const colon = line.indexOf(":");
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
      );
      const length = Number(headers["content-length"] ?? 0);
      if (pending.byteLength < end + 4 + length) return;
      const text = pending.subarray(end + 4, end + 4 + length).toString("utf8");
      pending = pending.subarray(end + 4 + length);
      const [method = "", path = "/"] = first.split(" ");
      onRequest({ method, path: path.split("?")[0] ?? "/", headers, text });
    }
  });
}

export const json = "content-type: application/json";
export const length = (bytes: number): string => `content-length: ${bytes}`;

/** An answer in HTTP/1.1 as it has to be, or with other headers than it should have. */
export function http(options: {
  status?: number | string;
  headers?: readonly string[];
  /** Header lines beside the usual ones. */
  more?: readonly string[];
  body?: Buffer | string;
  version?: string;
}): Buffer {
  const { status = 200, version = "1.1", more = [] } = options;
  const body = Buffer.from(options.body ?? "");
  const headers = options.headers ?? [json, length(body.byteLength), ...more];
  const reason = typeof status === "string" ? status : `${status} Whatever`;
  return Buffer.concat([
    Buffer.from(
      `HTTP/${version} ${reason}\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`,
      "latin1",
    ),
    body,
  ]);
}

export function answerRight(socket: Socket, request: WireRequest): void {
  socket.write(http(request.right));
}

/** Writes again and again until the client stops reading; never more than the connection takes. */
export function pour(socket: Socket, chunk: () => Buffer | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.writable) if (!socket.write(chunk())) return;
  };
  socket.on("drain", more);
  more();
}

/** Writes a piece every few ms until the connection ends. */
export function drip(socket: Socket, everyMs: number, piece: () => Buffer | string): void {
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else if (socket.writable) socket.write(piece());
  }, everyMs);
}
