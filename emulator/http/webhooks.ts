import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Send } from "../kernel/sender.ts";
import { contains, hostOf, isLocal, isLoopback, isLoopbackHost } from "./addresses.ts";

const PATIENCE_MS = 10_000;
/** Receivers that answer too slowly are given up. */
const WHOLE_MS = 30_000;

/** Whether webhooks may go to an address that a host resolved to. */
export type MayReach = (address: string, host: string) => boolean;

/**
 * Where webhooks go: to this machine while nobody else can register one (`ownMachineOnly`), and to what is listed. An
 * entry is a name, an address, or a network such as 10.0.0.0/8. A listed name admits what it resolves to, but no address
 * of this machine or its immediate network: a name's owner could make it lead there.
 */
export function reachableBy(options: { listed: readonly string[]; ownMachineOnly: () => boolean }): MayReach {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const entry of options.listed) {
    const [address = "", prefix] = entry.split("/");
    const version = isIP(address);
    if (version === 0) names.add(entry.toLowerCase());
    else networks.addSubnet(address, Number(prefix ?? (version === 6 ? 128 : 32)), `ipv${version}` as "ipv4");
  }
  return (address, host) => {
    if (isLoopback(address) && options.ownMachineOnly()) return true;
    if (contains(networks, address)) return true;
    return names.has(host) && (!isLocal(address) || isLoopbackHost(host));
  };
}

/** All addresses of a name. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (fault: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Resolves a host and leaves the addresses that may be reached: a connection goes to one of these and to no other. */
const resolveWithin =
  (mayReach: MayReach, resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (fault, found) => {
      if (fault !== null) return done(fault, "", 0);
      const within = found.filter(({ address }) => mayReach(address, host));
      const [first] = within;
      if (first === undefined) return done(new OutOfReach(host), "", 0);
      if (options.all === true) return done(null, within);
      return done(null, first.address, first.family);
    });
  };

class OutOfReach extends Error {
  readonly host: string;
  constructor(host: string) {
    super(`Webhooks do not go to ${host}`);
    this.host = host;
  }
}

/**
 * Posts over the network, with ten seconds for the answer's head and thirty for the whole of it; redirects are not
 * followed. `onOutOfReach` hears once of each host that webhooks do not go to.
 */
export function postOverNetwork(options: {
  mayReach: MayReach;
  onOutOfReach: (host: string) => void;
  /** Default: as this machine resolves names. */
  resolve?: Resolve;
}): Send & { close(): Promise<void> } {
  const { mayReach, onOutOfReach, resolve = lookup } = options;
  /** Loaded by the first delivery, in parts: the entry of undici loads five times as much. */
  const client = async () => {
    const [{ default: request }, { default: Agent }] = await Promise.all([
      import("undici/lib/api/api-request.js"),
      import("undici/lib/dispatcher/agent.js"),
    ]);
    return { request, agent: new Agent({ connect: { lookup: resolveWithin(mayReach, resolve) } }) };
  };
  let made: ReturnType<typeof client> | undefined;
  const reported = new Set<string>();

  const post = async ({ url, body, headers, signal }: Parameters<Send>[0]): Promise<boolean> => {
    const to = new URL(url);
    const host = hostOf(to);
    // An address is not resolved, so it never meets the lookup.
    if (isIP(host) !== 0 && !mayReach(host, host)) throw new OutOfReach(host);
    made ??= client();
    const { request, agent } = await made;
    const answer = await request.call(agent, {
      origin: to.origin,
      path: `${to.pathname}${to.search}`,
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]),
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300;
  };

  const send: Send = async (request) => {
    try {
      return await post(request);
    } catch (error) {
      if (error instanceof OutOfReach) report(error.host);
      // A kept connection may have been closed by its other end just now, which says nothing of the receiver.
      else if (isReset(error)) return post(request).catch(() => false);
      return false;
    }
  };

  const report = (host: string): void => {
    if (reported.has(host) || reported.size >= 100) return;
    reported.add(host);
    onOutOfReach(host);
  };

  return Object.assign(send, {
    close: async () => (await made)?.agent.destroy(),
  });
}

const isReset = (error: unknown): boolean =>
  ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes((error as { code?: string }).code ?? "");
