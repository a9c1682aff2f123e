import { setFlagsFromString } from "node:v8";
import { parserBytes, buildConnector as build, Agent, proxyAgent } from "./undici.ts";
import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { type SecureContextOptions, rootCertificates } from "node:tls";
import type { buildConnector, Agent as UndiciAgent, Dispatcher } from "undici";
import { type Deadline, startDeadline } from "../time.ts";
import { TransportFault } from "../verdicts.ts";
import type { Access, Network, Profile } from "../profile/types.ts";

/** How much a function of WebAssembly does before V8 optimises it, roughly in bytes: V8's own setting, and that of the parser. */
const USUAL_BUDGET = process.versions.v8.startsWith("11.") ? 1_800_000 : 13_000_000;
const PARSER_BUDGET = 2_000_000_000;

let compiled: object | undefined;

/**
 * Lets V8 optimise undici's parser of answers, which is WebAssembly, after some hundreds of answers instead of at the first ones. V8
 * compiles the same bytes once for all threads: undici gets what is compiled here. The setting returns to V8's own: with any other, V8 does
 * not use what it has cached of Node's code.
 */
export function deferParserOptimisation(): void {
  if (compiled !== undefined) return;
  setFlagsFromString(`--wasm-tiering-budget=${PARSER_BUDGET}`);
  compiled = new WebAssembly.Module(parserBytes());
  setFlagsFromString(`--wasm-tiering-budget=${USUAL_BUDGET}`);
}

/** Resolves a name to its addresses, in the order in which they are tried. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** How long one address is tried alone (RFC 8305, section 5), ms. Earlier attempts continue, so this ends no attempt. */
const NEXT_ADDRESS_MS = 250;

const resolveByMachine: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Makes connections for undici. Of the addresses of a name, the first that answers is used: Node's own selection drops an address after
 * 250 ms, and undici a connection after 10 s, whatever the deadlines of the profile are.
 */
function createConnector(options: {
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

/** How connections are made: through a proxy or not, with additional authorities or not, with a certificate of the client or not. */
export interface Connection {
  readonly network: Network;
  readonly access: Access;
  /** The time for a connection, ms. */
  readonly withinMs: number;
  /** Default: the resolver of this machine. */
  readonly resolve?: Resolve;
}

/** The connection to the target of a profile. */
export function connectionTo(target: { readonly profile: Profile; readonly access: Access }): Connection {
  const { network, deadlines } = target.profile;
  return { network, access: target.access, withinMs: deadlines.exchangeMs };
}

/** Creates a dispatcher for such connections, with these limits. `closing` ends connections that are being made. */
export function dispatcherFor(
  limits: UndiciAgent.Options,
  { network, access, withinMs, resolve }: Connection,
  closing: AbortSignal,
): Dispatcher {
  const { certificateAuthority, clientCertificate, proxyCredentials } = access;
  const trust = certificateAuthority === undefined ? {} : { ca: [...rootCertificates, certificateAuthority] };
  const tls = { ...trust, ...clientCertificate };
  const { proxy } = network;
  if (proxy === undefined)
    return new Agent({ ...limits, connect: createConnector({ tls, withinMs, closing, resolve }) });
  return proxyAgent(
    {
      ...limits,
      uri: proxy.url,
      // The certificate of the client is for the target, not for the proxy.
      requestTls: { ...tls, timeout: withinMs },
      ...(proxyCredentials === undefined
        ? {}
        : { token: `Basic ${Buffer.from(proxyCredentials, "utf8").toString("base64")}` }),
    },
    createConnector({ tls: trust, withinMs, closing, resolve }),
  );
}
