import { setImmediate } from "node:timers/promises";
import { TransportFault } from "../verdicts.ts";
import { decoded } from "./socket.ts";
import { cutOff, type OpenReceiver, type Transport, withDeadline } from "./wire.ts";

/** A target in this process: a handler per origin. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** A transport to fetch handlers, by origin. Rules about bytes and races use a socket instead. */
export function inProcessTransport(
  handlers: Readonly<Record<string, FetchHandler>>,
  options: { readonly openReceiver?: OpenReceiver } = {},
): Transport {
  return {
    ...options,
    kind: "in-process",
    close: () => Promise.resolve(),
    send: async (request, options) => {
      const handler = handlers[request.url.origin];
      if (handler === undefined)
        throw new TransportFault("refused", `nothing listens on ${request.url.origin}`);
      // Nothing else in this process waits for real events. Without this, timers and deliveries would have to wait for all checks.
      await setImmediate();
      if (options.signal.aborted) throw new TransportFault("interrupted", "the check ended");
      const init: RequestInit = {
        method: request.method,
        headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      };
      if (request.body !== null) init.body = request.body;
      const client = new AbortController();
      if (options.cut === true) init.signal = client.signal;
      const answering = handler(new Request(request.url, init));
      if (options.cut === true) {
        void Promise.resolve(answering).catch(() => undefined);
        client.abort();
        throw cutOff();
      }
      const answer = answering instanceof Promise ? await withDeadline(answering, options) : answering;
      const headers = [...answer.headers] as (readonly [string, string])[];
      const body = new Uint8Array(await answer.arrayBuffer());
      return { status: answer.status, headers, body: decoded(body, headers) };
    },
  };
}
