import { createRequire } from "node:module";
import { createHmac } from "node:crypto";
import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { Agent } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Receipt, Send } from "../kernel/sender.ts";
import { contains, hostOf, isLocal, isLoopback, isLoopbackHost } from "./addresses.ts";
import { ANSWER_MS, send } from "./send.ts";
import { systemTime } from "./system.ts";

const { version } = createRequire(import.meta.url)("payconform/package.json") as { version: string };

/** How deliveries of webhooks identify themselves. */
export const USER_AGENT = `payconform-emulator/${version}`;

/** The secret that signs the deliveries to an endpoint. It derives from the seed and the endpoint's id. */
export function secretOf(seed: number, endpointId: string): string {
  const bytes = createHmac("sha256", `payconform webhooks ${seed}`).update(endpointId).digest();
  return `whsec_${bytes.subarray(0, 24).toString("base64")}`;
}

/**
 * The headers that sign a webhook as defined by Standard Webhooks (https://www.standardwebhooks.com): an HMAC-SHA256 of the event's id, the
 * time in seconds and the body.
 */
export function signatureHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> {
  const seconds = Math.floor(at / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}

/** The time for a connection to each address of a name, ms. */
const ADDRESS_MS = 5_000;

/** Whether webhooks for a host may go to an address that it resolved to. */
type MayReach = (address: string, host: string) => boolean;

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
  (mayReach: MayReach, resolve: Resolve, onOutOfReach: (host: string) => void): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (fault, found) => {
      if (fault !== null) return done(fault, "", 0);
      const within = found.filter(({ address }) => mayReach(address, host));
      const [first] = within;
      if (first === undefined) {
        onOutOfReach(host);
        return done(new OutOfReach(host), "", 0);
      }
      if (options.all === true) return done(null, within);
      return done(null, first.address, first.family);
    });
  };

class OutOfReach extends Error {
  constructor(host: string) {
    super(`webhooks do not go to ${host}: name it with --allow-webhooks-to`);
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
  /** The longest time for a response, ms. Default: `ANSWER_MS`. */
  withinMs?: number;
}): Send & { close(): void } {
  const { mayReach, onOutOfReach, resolve = lookup, withinMs = ANSWER_MS } = options;
  const reported = new Set<string>();
  const report = (host: string): void => {
    if (reported.has(host) || reported.size >= 100) return;
    reported.add(host);
    onOutOfReach(host);
  };
  const connecting = {
    keepAlive: true,
    lookup: resolveWithin(mayReach, resolve, report),
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  };
  const agents = new Map<string, Agent>();
  /** The agent of a protocol. That of `https:` is loaded by the first delivery which needs it. */
  const agentOf = (protocol: string): Agent => {
    const AgentOf = protocol === "https:" ? process.getBuiltinModule("node:https").Agent : Agent;
    const agent = agents.get(protocol) ?? new AgentOf(connecting);
    agents.set(protocol, agent);
    return agent;
  };

  const post: Send = async ({ url, body, headers, signal }) => {
    const to = new URL(url);
    const host = hostOf(to);
    const began = systemTime.now();
    const ended = (outcome: Receipt): Receipt => ({ ...outcome, durationMs: systemTime.now() - began });
    // An address is not looked up, so check it here.
    if (isIP(host) !== 0 && !mayReach(host, host)) {
      report(host);
      return { reason: new OutOfReach(host).message };
    }
    try {
      const { status, location } = await send(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        signal,
        withinMs,
        agent: agentOf(to.protocol),
      });
      const isRedirect = location !== undefined && status >= 300 && status < 400;
      return ended({
        status,
        ...(isRedirect ? { reason: `redirects are not followed, here to ${location}` } : {}),
      });
    } catch (error) {
      return ended({ reason: (error as Error).message });
    }
  };

  return Object.assign(post, {
    close: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  });
}
