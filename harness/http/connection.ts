import { rootCertificates } from "node:tls";
import type { Agent as UndiciAgent, Dispatcher } from "undici";
import type { Access, Network, Profile } from "../profile/types.ts";
import { createConnector, type Resolve } from "./connector.ts";
import { Agent, proxyAgent } from "./undici.ts";

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
