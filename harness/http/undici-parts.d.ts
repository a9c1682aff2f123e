declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";
  const send: (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
  export default send;
}
declare module "undici/lib/core/errors.js" {
  import { errors } from "undici";
  export default errors;
}
declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export default buildConnector;
}
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export default Agent;
}
declare module "undici/lib/web/fetch/constants.js" {
  /** The ports which `fetch` refuses. */
  export const badPorts: readonly string[];
}
declare namespace WebAssembly {
  /** A global of Node, which its types do not have. */
  const Module: new (bytes: Uint8Array) => object;
}
