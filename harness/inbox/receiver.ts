import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Mailbox } from "./mailbox.ts";

const MAX_EVENT_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;

/** An HTTP server that takes events: any POST, whatever its path. */
export interface Receiver {
  /** Address for a registration; `path` makes it its own. */
  readonly urlFor: (path: string) => string;
  readonly close: () => Promise<void>;
}

/**
 * Opens the receiver.
 * @throws Error with a plain message when the port or the certificate cannot be had
 */
export async function openReceiver(options: {
  mailbox: Mailbox;
  bind?: string;
  port?: number;
  publicUrl?: string;
  certificateFile?: string;
  keyFile?: string;
}): Promise<Receiver> {
  const { mailbox, bind = "127.0.0.1", port = 0 } = options;
  const handler = (request: IncomingMessage, response: ServerResponse): void =>
    take(request, response, mailbox);
  const { certificateFile, keyFile } = options;
  const tls = certificateFile !== undefined && keyFile !== undefined;
  const server: Server = tls
    ? createTlsServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, handler)
    : createServer(handler);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(`the inbox cannot listen on ${bind}:${port}: ${error.code ?? error.message}`)),
    );
    server.listen(port, bind, resolve);
  });
  server.unref();
  const taken = (server.address() as AddressInfo).port;
  const base = (
    options.publicUrl ?? `${tls ? "https" : "http"}://${bind.includes(":") ? `[${bind}]` : bind}:${taken}`
  ).replace(/\/+$/, "");
  return {
    urlFor: (path) => `${base}/${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function take(request: IncomingMessage, response: ServerResponse, mailbox: Mailbox): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= MAX_EVENT_BYTES) chunks.push(chunk);
  });
  request.on("error", () => undefined);
  request.on("end", () => {
    const address = (request.url ?? "/").replace(/^\/+/, "").split("?")[0] ?? "";
    const lastPart = address.split("/").at(-1) ?? "";
    const refused = size > MAX_EVENT_BYTES ? 413 : mailbox.refuses(lastPart) ? 500 : null;
    if (refused === null && request.method === "POST") mailbox.put(Buffer.concat(chunks), lastPart);
    response.writeHead(refused ?? (request.method === "POST" ? 200 : 405), {
      "content-type": "application/json",
    });
    response.end("{}");
  });
}
