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

/** The operation of a request, and the parameters of its path. */
interface Found {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

const isParameter = (segment: string): boolean => segment.startsWith(":");

function match({ operation, segments }: Route, path: readonly string[]): Found | undefined {
  if (segments.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const given = path[at] ?? "";
    if (isParameter(segment)) params[segment.slice(1)] = given;
    else if (segment !== given) return undefined;
  }
  return { operation, params };
}

/**
 * Creates a function that finds the operation of a method and a path without encoded characters: the first that matches, like the router of
 * web requests, but faster.
 * @internal
 */
export function createRoutes(
  operations: readonly Operation[],
): (method: string, path: string) => Found | undefined {
  const routes = new Map<string, Route[]>();
  for (const operation of operations) {
    const { method, path } = operation;
    routes.set(method, [...(routes.get(method) ?? []), { operation, segments: path.split("/") }]);
  }
  const search = (method: string, path: string): Found | undefined => {
    const segments = path.split("/");
    for (const route of routes.get(method) ?? []) {
      const found = match(route, segments);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const fixed = new Map(
    [...routes].map(([method, some]) => [
      method,
      new Map(
        some
          .filter(({ segments }) => !segments.some(isParameter))
          .map(({ operation: { path } }) => [path, search(method, path)]),
      ),
    ]),
  );
  return (method, path) => fixed.get(method)?.get(path) ?? search(method, path);
}

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
export function createHost(options: HostOptions): Host {
  const { operations, time, onFault } = options;
  const { serve, record } = createExchange(options);
  const app = new Hono();

  for (const operation of operations) {
    app.on(operation.method, operation.path, async (context: Context): Promise<Response> => {
      const received = receivedFromWeb(context.req.raw, context.req.param());
      return responseOf(await serve(operation, received));
    });
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
  const findOperation = createRoutes(operations);
  const answer: SocketAnswer = (incoming, plain, send) => {
    const found = findOperation(plain.method, plain.path);
    if (found === undefined) return false;
    const received = new SocketRequest(incoming, plain, found.params);
    const fail = (fault: unknown): void => {
      const failure = failed(fault, onFault);
      record(received, time.now(), { answer: failure });
      send({ answer: failure });
    };
    const begin = (): void => {
      let given: Whenever<Served>;
      try {
        given = serve(found.operation, received);
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
