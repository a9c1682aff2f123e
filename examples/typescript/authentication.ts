import type { MiddlewareHandler } from "hono";
import type { Environment, Merchants } from "./merchants.ts";

/** What authentication adds to the context of a request. */
export interface Authenticated {
  Variables: { environment: Environment };
}

/** Finds the merchant by the bearer key. hono's `bearerAuth` does not fit: it answers a malformed header with 400, not 401. */
export function authenticate(merchants: Merchants, refusal: object): MiddlewareHandler<Authenticated> {
  return async (c, next) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
    const environment = key === undefined ? undefined : merchants.environmentOf(key);
    if (environment === undefined) return c.json(refusal, 401);
    c.set("environment", environment);
    return next();
  };
}
