import type { MiddlewareHandler } from "hono";
import type { Books, Merchants } from "./merchants.ts";

/** What authentication adds to a request. */
export interface Authenticated {
  Variables: { books: Books };
}

/** Not hono's `bearerAuth`: it answers a malformed header with 400, and the interface wants 401. */
export function authenticate(merchants: Merchants, refusal: object): MiddlewareHandler<Authenticated> {
  return async (c, next) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
    const books = key === undefined ? undefined : merchants.booksOf(key);
    if (books === undefined) return c.json(refusal, 401);
    c.set("books", books);
    return next();
  };
}
