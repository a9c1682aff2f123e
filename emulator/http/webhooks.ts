import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Send } from "../kernel/sender.ts";
import { contains, hostOf, isLocal, isLoopback, isLoopbackHost } from "./addresses.ts";

/** The time for the headers of a response, and between two parts of its body, ms. */
const IDLE_MS = 10_000;
/** The time for the whole response, ms. */
const WHOLE_MS = 30_000;

/** Whether webhooks for a host may go to an address that it resolved to. */
export type MayReach = (address: string, host: string) => boolean;

/**
 * Decides where webhooks may go: to this machine while no other machine can register one (`ownMachineOnly`), and to `listed` names, addresses
 * and networks such as 10.0.0.0/8. A listed name permits the addresses that it resolves to, except those of this machine and its local link,
 * because the owner of the name chooses what it resolves to.
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

/** Resolves a name to all its addresses. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (fault: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup that returns only permitted addresses. The connection uses its result, so a second lookup cannot return another address. */
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
 * Sends webhooks over the network. It does not follow redirects. It calls `onOutOfReach` once for each host to which webhooks may not go.
 */
export function postOverNetwork(options: {
  mayReach: MayReach;
  onOutOfReach: (host: string) => void;
  /** Default: the resolver of this machine. */
  resolve?: Resolve;
}): Send & { close(): Promise<void> } {
  const { mayReach, onOutOfReach, resolve = lookup } = options;
  /** Loaded by the first delivery. The main module of undici would load five times as much. */
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
    // An address is not looked up, so check it here.
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
      headersTimeout: IDLE_MS,
      bodyTimeout: IDLE_MS,
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300;
  };

  const send: Send = async (request) => {
    try {
      return await post(request);
    } catch (error) {
      if (error instanceof OutOfReach) report(error.host);
      // The receiver may have just closed a kept connection, so try once more.
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
