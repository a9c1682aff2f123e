import type { Operation } from "../kernel/types.ts";
import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import type { Whenever } from "../kernel/whenever.ts";
import type { Traffic } from "../traffic/index.ts";
import { createExchange, type HttpOptions } from "./exchange.ts";
import { failed, withFallbacks } from "./fallbacks.ts";
import { pagePaths } from "./page-addresses.ts";
import { announcedBy, type Plain, receivedFromWeb, SocketRequest } from "./received.ts";
import { responseOf, type Served } from "./respond.ts";

/** A host: a function from request to response. */
export interface Host {
  fetch: (request: Request) => Response | Promise<Response>;
  /** The same for a plain request on a socket, without web objects. */
  answer: SocketAnswer;
}

/** Answers a plain request on a socket and calls `send` once. Returns false if the request needs `fetch`. */
export type SocketAnswer = (
  incoming: IncomingMessage,
  plain: Plain,
  send: (served: Served) => void,
) => boolean;

interface HostOptions extends HttpOptions {
  name: string;
  operations: readonly Operation[];
  /** The operations of the other host; a request for one is answered with a hint. */
  elsewhere?: readonly Operation[];
  traffic: Traffic;
  /** Answers requests below `pagePaths`. */
  pages: (request: Request) => Promise<Response>;
}

/** Creates a host that serves operations. @internal */
function createHost(options: HostOptions): Host {
  const { operations, time, onFault } = options;
  const { serve, record } = createExchange(options);
  const app = new Hono();
  const operationOf = new Map<unknown, Operation>();

  for (const operation of operations) {
    const handler = async ({ req }: Context): Promise<Response> =>
      responseOf(await serve(operation, receivedFromWeb(req.raw, req.param())));
    operationOf.set(handler, operation);
    app.on(operation.method, operation.path, handler);
  }
  const pageRoutes = pagePaths.flatMap((path) =>
    ["GET", "POST"].map((method) => ({ method, path: `${path}:id` })),
  );
  for (const { method, path } of pageRoutes) {
    app.on(method, path, async (context) => {
      const began = time.now();
      const response = await options.pages(context.req.raw);
      record(receivedFromWeb(context.req.raw, {}), began, {
        operationId: "hostedPage",
        answer: { status: response.status, body: undefined },
      });
      return response;
    });
  }
  const served = withFallbacks(app, [...operations, ...pageRoutes], {
    onFault,
    elsewhere: options.elsewhere ?? [],
    onAnswer: (request, answer) => record(receivedFromWeb(request, {}), time.now(), { answer }),
  });
  const answer: SocketAnswer = (incoming, plain, send) => {
    const [[first], texts] = served.router.match(plain.method, plain.path);
    const operation = operationOf.get(first?.[0][0]);
    if (first === undefined || operation === undefined) return false;
    // Nothing in a plain path is encoded.
    const params: Record<string, string> = {};
    for (const [name, at] of Object.entries<string | number>(first[1]))
      params[name] = typeof at === "number" ? (texts?.[at] ?? "") : at;
    const received = new SocketRequest(incoming, plain, params);
    const fail = (fault: unknown): void => {
      const failure = failed(fault, onFault);
      record(received, time.now(), { answer: failure });
      send({ answer: failure });
    };
    const begin = (): void => {
      let given: Whenever<Served>;
      try {
        given = serve(operation, received);
      } catch (fault) {
        return fail(fault);
      }
      if (given instanceof Promise) given.then(send, fail);
      else send(given);
    };
    // The body nearly always arrives with the headers. In the next tick, it can be read without waiting.
    if (announcedBy(plain) > 0) process.nextTick(begin);
    else begin();
    return true;
  };
  return { fetch: (request) => served.fetch(request), answer };
}

/** Creates the two hosts of the document, and one that serves the operations of both on a single port. */
export function createHosts(
  operations: readonly Operation[],
  options: Omit<HostOptions, "name" | "operations" | "elsewhere">,
): Readonly<Record<"payment" | "checkout" | "both", Host>> {
  const host = (name: "payment" | "checkout"): Host =>
    createHost({
      ...options,
      name,
      operations: operations.filter((operation) => operation.host === name),
      elsewhere: operations.filter((operation) => operation.host !== name),
    });
  return {
    payment: host("payment"),
    checkout: host("checkout"),
    both: createHost({ ...options, name: "both hosts", operations }),
  };
}
