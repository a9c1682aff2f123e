import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { hostOf, httpUrl, isUnspecified } from "../../emulator/http/addresses.ts";
import { listenProblem } from "../../emulator/http/listen.ts";
import type { Received } from "./forward.ts";

const MAX_BYTES = 1_048_576;
/** The signature headers, which are forwarded. */
const KEPT = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** A server that receives events. */
export interface Receiver {
  /** Its URL on this machine. */
  readonly url: string;
  /** Its URL for a server that may be on another machine. */
  urlToward(server: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens a server that passes each event to `take` and answers with the status that it returns. @throws Error if it cannot listen */
export async function openReceiver(
  { host, port }: { readonly host: string; readonly port: number },
  take: (received: Received) => Promise<number>,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    const end = (status: number): void => void response.writeHead(status).end();
    if (request.method !== "POST") return end(405);
    bodyOf(request)
      .then(async (body) => (body === undefined ? 413 : take({ body, headers: keptHeaders(request) })))
      .then(end, () => end(400));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (fault) => reject(listenProblem(host, port, fault))).listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const urlAt = (address: string): string => `${httpUrl(address, bound.port)}/`;
  return {
    url: urlAt(bound.address),
    urlToward: async (other) =>
      urlAt(isUnspecified(bound.address) ? await addressToward(new URL(other)) : bound.address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The address of this machine that a server sees. It is that of the loopback interface if the server does not answer. */
function addressToward(server: URL): Promise<string> {
  return new Promise((resolve) => {
    const port = server.port === "" ? (server.protocol === "https:" ? 443 : 80) : Number(server.port);
    const socket = connect({ host: hostOf(server), port });
    const end = (): void => {
      resolve(socket.localAddress ?? "127.0.0.1");
      socket.destroy();
    };
    socket.once("connect", end).once("error", end);
  });
}

/** Reads a body; undefined if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
