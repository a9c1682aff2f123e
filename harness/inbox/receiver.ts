import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Letterbox, Receiver, ReceiverOptions, OpenReceiver } from "../http/wire.ts";
import { MAX_EVENT_BYTES } from "./mailbox.ts";

/** The interval at which time limits are checked, and how long a sender may keep a connection, ms. */
const TIMEOUTS = {
  connectionsCheckingInterval: 1_000,
  // A sender must not reuse a connection that is about to close: its event would be lost, or delayed by a retry.
  keepAliveTimeout: 120_000,
};
const CONNECTIONS = 512;

/**
 * Opens the receiver.
 * @throws Error with a plain message if the port or the certificate cannot be used
 */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { mailbox, bind = "127.0.0.1", port = 0, withinMs = 0 } = options;
  const limits = { ...TIMEOUTS, requestTimeout: withinMs, headersTimeout: withinMs };
  const handler = (request: IncomingMessage, response: ServerResponse): void =>
    take(request, response, mailbox);
  const { certificateFile, keyFile } = options;
  const tls = certificateFile !== undefined && keyFile !== undefined;
  const server: Server = tls
    ? createTlsServer({ ...limits, cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, handler)
    : createServer(limits, handler);
  server.maxConnections = CONNECTIONS;
  server.on("drop", () => mailbox.drop(null));
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(`the inbox cannot listen on ${bind}:${port}: ${listeningProblem(error)}`)),
    );
    server.listen(port, bind, resolve);
  });
  server.unref();
  const taken = (server.address() as AddressInfo).port;
  const base = (options.publicUrl ?? `${tls ? "https" : "http"}://${hostAt(bind)}:${taken}`).replace(
    /\/+$/,
    "",
  );
  return {
    urlFor: (path) => `${base}/${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The host of a URL for an address. No target can connect to the unspecified address. */
function hostAt(bind: string): string {
  const address = bind === "0.0.0.0" ? "127.0.0.1" : bind === "::" ? "::1" : bind;
  return address.includes(":") ? `[${address}]` : address;
}

/** The address in the path of a delivery: its last segment. */
function addressIn(path: string): string {
  return path.split("?")[0]?.split("/").at(-1) ?? "";
}

function take(request: IncomingMessage, response: ServerResponse, mailbox: Letterbox): void {
  const address = addressIn(request.url ?? "/");
  const chunks: Buffer[] = [];
  let size = 0;
  const answer = (status: number): void => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end("{}");
  };
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= MAX_EVENT_BYTES) chunks.push(chunk);
    else if (!response.headersSent) {
      // Stop reading, since a delivery may be endless.
      mailbox.drop(address);
      response.setHeader("connection", "close");
      answer(413);
      response.once("finish", () => request.destroy());
    }
  });
  request.on("error", () => undefined);
  request.on("end", () => {
    if (response.headersSent) return;
    if (request.method !== "POST") return answer(405);
    mailbox.put(Buffer.concat(chunks), address);
    answer(200);
  });
}

function listeningProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE")
    return "the port is in use; set another `events.receiver.port` in the profile, or leave it out for any free port";
  if (code === "EADDRNOTAVAIL")
    return "this machine does not have the address; set another `events.receiver.bind` in the profile";
  return code ?? message;
}

/** Deliveries within this process: the target sends them with `deliver` to receivers that were opened with `open`. */
interface InProcessDeliveries {
  readonly open: OpenReceiver;
  /** Resolves to whether the receiver accepted the delivery. */
  readonly deliver: (delivery: { readonly url: string; readonly body: string }) => Promise<boolean>;
}

const BASE = "http://inbox.localhost";

export function inProcessDeliveries(): InProcessDeliveries {
  const mailboxes = new Set<Letterbox>();
  return {
    open: ({ mailbox }) => {
      mailboxes.add(mailbox);
      return Promise.resolve({
        urlFor: (address) => `${BASE}/${address}`,
        close: () => {
          mailboxes.delete(mailbox);
          return Promise.resolve();
        },
      });
    },
    deliver: ({ url, body }) => {
      const address = addressIn(new URL(url).pathname);
      const bytes = Buffer.from(body);
      for (const mailbox of mailboxes) mailbox.put(bytes, address);
      return Promise.resolve(mailboxes.size > 0);
    },
  };
}
