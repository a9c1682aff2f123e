import { rootCertificates } from "node:tls";
import type { Agent as UndiciAgent, Dispatcher } from "undici";
import type { Access, Network } from "../profile/types.ts";
import { Agent, proxyAgent } from "./undici.ts";

/** How connections are made: through a proxy or not, and with additional certificate authorities or not. */
export interface Connection {
  readonly network: Network;
  readonly access: Access;
}

/** Creates a dispatcher for such connections, with these limits. */
export function dispatcherFor(limits: UndiciAgent.Options, connection: Connection | undefined): Dispatcher {
  const authority = connection?.access.certificateAuthority;
  const trust = authority === undefined ? undefined : { ca: [...rootCertificates, authority] };
  const proxy = connection?.network.proxy;
  if (proxy === undefined)
    return new Agent({ ...limits, ...(trust === undefined ? {} : { connect: trust }) });
  const credentials = connection?.access.proxyCredentials;
  return proxyAgent({
    ...limits,
    uri: proxy.url,
    ...(trust === undefined ? {} : { requestTls: trust, proxyTls: trust }),
    ...(credentials === undefined
      ? {}
      : { token: `Basic ${Buffer.from(credentials, "utf8").toString("base64")}` }),
  });
}
