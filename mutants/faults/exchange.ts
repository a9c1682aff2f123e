import { openapi } from "../../spec/index.ts";
import { type DocumentedOperation, documentedOperations, parsed } from "../../spec/json.ts";
import type { Wrap } from "../mutant.ts";

/** A request with its body read as JSON. */
export interface Asked {
  readonly url: URL;
  readonly headers: Headers;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

/** A request to a faulty target, which may forward it to the unchanged one. */
export interface Exchange extends Asked {
  /** Null for a route that is not in the contract. */
  readonly operation: string | null;
  /** Aborted once the client has given up. */
  readonly signal: AbortSignal;
  /** Forwards the request, or one that differs in these members. */
  readonly forward: (changed?: Partial<Asked>) => Promise<Response>;
}

/** How a faulty target answers a request. */
type Behaviour = (exchange: Exchange) => Promise<Response>;

/** A target with another behaviour. `make` is called once for each target, so the behaviour may have state. */
export const behaving =
  (make: () => Behaviour): Wrap =>
  (handler) => {
    const behave = make();
    return async (request) => {
      const bytes = await request.clone().arrayBuffer();
      const asked: Asked = {
        url: new URL(request.url),
        headers: new Headers(request.headers),
        body: parsed(new TextDecoder().decode(bytes)),
      };
      const forward: Exchange["forward"] = (changed) =>
        handler(
          changed === undefined && !request.bodyUsed
            ? request
            : rewritten(request.method, { asked, bytes }, { ...asked, ...changed }),
        );
      return behave({ ...asked, operation: operationOf(request), signal: request.signal, forward });
    };
  };

/** A target that answers some requests in another way: those to an operation, or to the paths that the contract does not name. */
export const treating = (route: string | RegExp, make: () => Behaviour): Wrap =>
  behaving(() => {
    const behave = make();
    return (exchange) => {
      const { operation, url } = exchange;
      const isSelected = typeof route === "string" ? operation === route : route.test(url.pathname);
      return isSelected ? behave(exchange) : exchange.forward();
    };
  });

/** A request with other content. An unchanged body keeps its bytes. */
function rewritten(
  method: string,
  { asked, bytes }: { readonly asked: Asked; readonly bytes: ArrayBuffer },
  { url, headers: given, body }: Asked,
): Request {
  const headers = new Headers(given);
  headers.delete("content-length");
  const content = body === asked.body ? bytes : JSON.stringify(body);
  return new Request(url, {
    method,
    headers,
    ...(content === undefined || bytes.byteLength === 0 ? {} : { body: content }),
  });
}

/** An answer with its body read as JSON. */
export interface Reply {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** Parses an answer; null if its body is not JSON. The answer can still be read. */
export async function parseReply(answer: Response): Promise<Reply | null> {
  const body = parsed(await answer.clone().text());
  return body === undefined
    ? null
    : { status: answer.status, contentType: answer.headers.get("content-type"), body };
}

/** The answer with other content; an unchanged body keeps its bytes. */
export async function rewriteReply(answer: Response, before: Reply, after: Reply): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  if (after.contentType !== null) headers.set("content-type", after.contentType);
  const body = after.body === before.body ? await answer.arrayBuffer() : JSON.stringify(after.body);
  return new Response(body, { status: after.status, headers });
}

interface Route {
  readonly id: string;
  readonly method: string;
  readonly host: "payment" | "checkout";
  readonly pattern: RegExp;
}

/** In order of precedence: literal segments precede parameters, because `/test-clocks/simulate` is not a clock. */
const routes: readonly Route[] = [...documentedOperations(openapi)]
  .sort((a, b) => parameters(a) - parameters(b))
  .map(({ path, method, operation }) => ({
    id: String(operation["operationId"]),
    method,
    host: operation["x-host"] === "checkout" ? "checkout" : "payment",
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
  }));

/** The operation of the contract for a request to one of the hosts in this process; null if there is none. @internal */
export function operationOf({ method, url }: Pick<Request, "method" | "url">): string | null {
  const { hostname, pathname } = new URL(url);
  const host = hostname.startsWith("checkout") ? "checkout" : "payment";
  const found = routes.find(
    (route) => route.host === host && route.method === method && route.pattern.test(pathname),
  );
  return found?.id ?? null;
}

function parameters({ path }: DocumentedOperation): number {
  return path.split("{").length;
}
