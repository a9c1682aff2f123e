import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { buildConnector } from "undici";
import { type Deadline, startDeadline } from "../deadline.ts";
import { TransportFault } from "../verdicts.ts";
import { buildConnector as build } from "./undici.ts";

/** Resolves a name to its addresses, in the order in which they are tried. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** How long one address is tried alone (RFC 8305, section 5), ms. Earlier attempts continue, so this ends no attempt. */
const NEXT_ADDRESS_MS = 250;

const resolveByMachine: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Makes connections for undici. Of the addresses of a name, the first that answers is used: Node's own selection drops an address after
 * 250 ms, and undici a connection after 10 s, whatever the deadlines of the profile are.
 */
export function createConnector(options: {
  readonly tls: SecureContextOptions;
  /** The time for a connection and its TLS handshake, ms. */
  readonly withinMs: number;
  /** Ends attempts when the transport closes. */
  readonly closing: AbortSignal;
  readonly resolve?: Resolve | undefined;
}): buildConnector.connector {
  const { tls, withinMs, closing, resolve = resolveByMachine } = options;
  const secured = build({ ...tls, timeout: 0 });
  return (to, callback) => {
    const attempt = new AbortController();
    let isOver = false;
    const end = (error: Error | null, socket?: Socket): void => {
      if (isOver) return void socket?.destroy();
      isOver = true;
      deadline.cancel();
      closing.removeEventListener("abort", onClosing);
      if (error === null && socket !== undefined) return callback(null, socket);
      attempt.abort();
      callback(error ?? new Error("no connection"), null);
    };
    const onClosing = (): void => end(new TransportFault("interrupted", "the connection was closed"));
    closing.addEventListener("abort", onClosing, { once: true });
    const deadline: Deadline = startDeadline({
      ms: withinMs,
      onPassed: () => end(new TransportFault("timeout", `no connection within ${withinMs} ms`)),
    });
    const { hostname, protocol } = to;
    const port = Number(to.port || (protocol === "https:" ? 443 : 80));
    const addresses = isIP(hostname) === 0 ? resolve(hostname) : Promise.resolve([hostname]);
    addresses
      .then((found) => firstToConnect(found, port, attempt.signal))
      .then((socket) => {
        if (protocol !== "https:") return end(null, socket);
        attempt.signal.addEventListener("abort", () => socket.destroy(), { once: true });
        secured({ ...to, httpSocket: socket }, (error, over) =>
          error === null ? end(null, over ?? undefined) : end(error),
        );
      })
      .catch((error: unknown) => end(error as Error));
  };
}

/** Connects to the addresses one after another, without ending earlier attempts, until one answers. @throws the error of the last one */
function firstToConnect(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = [...addresses];
    const pending = new Set<Socket>();
    let timer: NodeJS.Timeout | undefined;
    let fault: NodeJS.ErrnoException = new Error("the name has no address");
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      for (const socket of pending) socket.destroy();
    };
    const onAbort = (): void => {
      stop();
      reject(new TransportFault("interrupted", "the connection was closed"));
    };
    const next = (): void => {
      clearTimeout(timer);
      const host = waiting.shift();
      if (host === undefined) {
        if (pending.size > 0) return;
        stop();
        return reject(fault);
      }
      const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
      pending.add(socket);
      const onError = (error: NodeJS.ErrnoException): void => {
        pending.delete(socket);
        // A refusal shows that the machine is there, which is more than that another address has no route.
        if (fault.code !== "ECONNREFUSED") fault = error;
        next();
      };
      socket.once("error", onError).once("connect", () => {
        socket.off("error", onError);
        pending.delete(socket);
        stop();
        resolve(socket);
      });
      if (waiting.length > 0) timer = setTimeout(next, NEXT_ADDRESS_MS);
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    next();
  });
}
