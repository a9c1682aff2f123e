/** Finds the route, identifies the caller, and lets the route answer. */
import { Refusal, type Reply } from "./fields.ts";
import type { Request } from "./wire.ts";
import type { Books, Merchant, World } from "./world.ts";

/** A request whose sender is known. */
export interface Call {
  request: Request;
  body: unknown;
  /** Path parameters by name, decoded. */
  params: Record<string, string>;
  books: Books;
  merchant: Merchant;
  world: World;
  now: number;
}

export interface Route {
  method: "GET" | "POST" | "DELETE" | "PATCH";
  /** Path with `{name}` for parameters. */
  path: string;
  /** Which 401 body the route has (§5.6). */
  unauthorizedForm?: "error" | "code";
  /** Looks at the body before anybody asks for the key. */
  shape?: (request: Request) => void;
  answer: (call: Call) => Reply | Promise<Reply>;
}

function match(route: Route, path: string): Record<string, string> | null {
  const wanted = route.path.split("/");
  const got = path.split("/");
  if (wanted.length !== got.length) return null;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const piece = got[index] ?? "";
    if (step.startsWith("{")) {
      if (piece === "") return null;
      params[step.slice(1, -1)] = decode(piece);
    } else if (step !== piece) return null;
  }
  return params;
}

function decode(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

/** The 401 of a route (§5.6). */
export function unauthorized(kind: Route["unauthorizedForm"]): Refusal {
  if (kind === "error") return new Refusal(401, { error: "Unauthorized", hint: "Present a secret key" });
  if (kind === "code") return new Refusal(401, { detail: "Unknown caller", code: "E_UNAUTHORIZED" });
  return new Refusal(401, { message: "Unauthorized" }, { "www-authenticate": "Bearer" });
}

/** The header kept for partners (§7.8). */
function refuseReservedHeader(request: Request, route: Route): void {
  const credential = /^Bearer\s+(\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (request.header("x-partner-account") === null || credential === undefined) return;
  if (!credential.startsWith("sk_")) {
    throw new Refusal(400, { message: "X-Partner-Account is only supported with a partner secret key" });
  }
  if (route.path.startsWith("/v1/connect/")) {
    throw new Refusal(400, { message: "X-Partner-Account is not supported on this endpoint" });
  }
}

function booksOf(world: World, request: Request, route: Route): Books {
  const key = /^Bearer\s+(\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  for (const merchant of world.merchants) {
    if (key === merchant.testKey) return merchant.test;
    if (key === merchant.liveKey) return merchant.live;
  }
  throw unauthorized(route.unauthorizedForm);
}

/** Answers a request out of a table of routes. */
export async function dispatch(world: World, routes: readonly Route[], request: Request): Promise<Reply> {
  const allowed: string[] = [];
  for (const route of routes) {
    const params = match(route, request.path);
    if (params === null) continue;
    if (route.method !== request.method) {
      allowed.push(route.method);
      continue;
    }
    refuseReservedHeader(request, route);
    route.shape?.(request);
    const books = booksOf(world, request, route);
    const call = { request, body: request.body, params, books, merchant: books.merchant, world };
    return route.answer({ ...call, now: Date.now() });
  }
  if (allowed.length === 0) throw new Refusal(404, { message: "route not found" });
  throw new Refusal(405, { message: "Not with this method" }, { allow: allowed.join(", ") });
}
