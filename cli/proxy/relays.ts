import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import { type Connection, connectionTo, dispatcherFor } from "../../harness/http/connection.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { DescribedTarget } from "../targets/describe.ts";
import type { PassingTraffic } from "./passing-traffic.ts";
import { MAX_HEADER_BYTES, openRelay, type Relay } from "./relay.ts";

/** Where the proxy listens. A port of 0 means any free one. */
export interface Ports {
  readonly host: string;
  readonly port: number;
  /** Default: the next port. */
  readonly checkoutPort?: number;
  /** Default: the port after that of the checkout host. */
  readonly controlPort?: number;
  readonly webhookPort?: number;
  /** Where deliveries of events go. */
  readonly webhookTo?: string;
}

/** An address of the proxy, and what it stands for. */
interface Address {
  readonly what: string;
  readonly url: string;
  readonly to: string;
}

export interface Relays {
  readonly addresses: readonly Address[];
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** Shorter than the idle timeout of most servers. The side that closes first knows that no request is in flight. */
const IDLE_CONNECTION_MS = 1_000;

const LIMITS = {
  pipelining: 1,
  keepAliveTimeout: IDLE_CONNECTION_MS,
  keepAliveMaxTimeout: IDLE_CONNECTION_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: MAX_HEADER_BYTES,
};

/** Listens for each host of the target, and for deliveries if there is a port for them. @throws UsageError for a port that cannot be used */
export async function openRelays(
  { profile, access }: Pick<DescribedTarget, "profile" | "access">,
  ports: Ports,
  traffic: PassingTraffic,
  answers: Parameters<typeof openRelay>[0]["answers"],
): Promise<Relays> {
  const closing = new AbortController();
  // Every connection that is being made listens.
  setMaxListeners(0, closing.signal);
  const dispatchers: Dispatcher[] = [];
  const over = (connection: Connection): Dispatcher => {
    const dispatcher = dispatcherFor(LIMITS, connection, closing.signal);
    dispatchers.push(dispatcher);
    return dispatcher;
  };
  const opened: (Address & { readonly relay: Relay })[] = [];
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(opened.map(({ relay }) => relay.close()));
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
  };
  try {
    const toTarget = over(connectionTo({ profile, access }));
    for (const { what, target, port, flag } of hostsOf(profile.target, ports)) {
      const tap = traffic.requestsTo(target);
      const own = opened.length === 0 && answers !== undefined ? { answers } : {};
      const given = {
        host: ports.host,
        target,
        port,
        tap,
        dispatcher: toTarget,
        headers: access.headers,
        ...own,
      };
      const relay = await openRelay(given).catch(unusable(flag));
      opened.push({ what, url: relay.url, to: target, relay });
    }
    const { webhookPort: port, webhookTo: target } = ports;
    if (port !== undefined && target !== undefined) {
      const { exchangeMs: withinMs } = profile.deadlines;
      const dispatcher = over({ network: {}, access: { headers: {} }, withinMs });
      const given = { host: ports.host, target, port, tap: traffic.deliveries(), dispatcher, headers: {} };
      const relay = await openRelay(given).catch(unusable("--webhook-port"));
      opened.push({ what: "webhooks", url: relay.url, to: target, relay });
    }
    return { addresses: opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const unusable =
  (flag: string) =>
  (error: unknown): never => {
    throw new UsageError(`${(error as Error).message}; set another ${flag}, or 0 for any free port`);
  };

/** The hosts of the target, without those below another one. */
function hostsOf(
  { baseUrl, checkoutUrl, controlUrl }: DescribedTarget["profile"]["target"],
  { port, checkoutPort, controlPort }: Ports,
): readonly {
  readonly what: string;
  readonly target: string;
  readonly port: number;
  readonly flag: string;
}[] {
  const after = (one: number): number => (one === 0 ? 0 : one + 1);
  const hosts = [{ what: "payment host", target: baseUrl, port, flag: "--port" }];
  const add = (what: string, target: string | undefined, given: number | undefined, flag: string): void => {
    const last = hosts.at(-1);
    if (target === undefined || last === undefined || hosts.some((one) => isBelow(target, one.target)))
      return;
    hosts.push({ what, target, port: given ?? after(last.port), flag });
  };
  add("checkout host", checkoutUrl, checkoutPort, "--checkout-port");
  add("control", controlUrl, controlPort, "--control-port");
  return hosts;
}

/** Whether a URL is another one, or below its path. */
const isBelow = (url: string, other: string): boolean =>
  `${url.replace(/\/+$/, "")}/`.startsWith(`${other.replace(/\/+$/, "")}/`);
