/**
 * The parts of undici that send requests. Its entry also loads fetch, web sockets, caches and mocks, which takes longer than judging one
 * rule. Its version is fixed in package.json.
 */
import { createRequire } from "node:module";
import type * as Undici from "undici";

export { default as errors } from "undici/lib/core/errors.js";
export { default as Agent } from "undici/lib/dispatcher/agent.js";
export { default as buildConnector } from "undici/lib/core/connect.js";

const require = createRequire(import.meta.url);

/** Creates a dispatcher through a proxy, for which undici must be loaded as a whole. `connect` makes the connections to the proxy. */
export function proxyAgent(
  options: Undici.ProxyAgent.Options,
  connect: Undici.buildConnector.connector,
): Undici.ProxyAgent {
  const { Pool, ProxyAgent } = require("undici") as typeof Undici;
  return new ProxyAgent({ ...options, clientFactory: (origin) => new Pool(origin, { connect }) });
}

/** Undici's parser of answers, as bytes of WebAssembly. */
export const parserBytes = (): Uint8Array => require("undici/lib/llhttp/llhttp_simd-wasm.js") as Uint8Array;
