import { json } from "../emulator/kernel/answers.ts";
import { apiKeys } from "../emulator/kernel/merchants.ts";
import type { Variant } from "./variant.ts";
import { named, part } from "../mutants/mutant.ts";
import { authenticating } from "../mutants/shared/authentication.ts";
import { withHeaders } from "./parts.ts";

/** Other choices at the open points in `spec/areas/authentication.yaml`. */
export const variants = named<Variant>({
  "hints-on-401": {
    openPoints: ["unauthorized-most-routes"],
    what: "A 401 has a `WWW-Authenticate` header",
    wrap: withHeaders((headers, status) => {
      if (status === 401) headers.set("www-authenticate", "Bearer");
    }),
  },
  "clocks-are-unauthorized-in-their-shape": {
    openPoints: ["unauthorized-most-routes"],
    what: "A 401 of a test clock or a subscription has the form of their other errors",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      const own = /^\/v1\/(test-helpers|subscriptions)/.test(new URL(request.url).pathname);
      return answer.status === 401 && own
        ? Response.json({ error: "Unauthorized", code: "UNAUTHORIZED" }, { status: 401 })
        : answer;
    },
  },
  "scheme-as-written": {
    openPoints: ["bearer-scheme-casing"],
    what: "The scheme is case-sensitive",
    replace: authenticating(({ readKey }) => ({
      readKey: (header, operation) =>
        header?.startsWith("Bearer ") === true ? readKey(header, operation) : undefined,
    })),
  },
  "both-keys-replaced": {
    openPoints: ["regeneration-of-other-mode"],
    what: "Replacing one key also revokes the merchant's other key",
    replace: authenticating(({ revoke, callerOf }) => {
      const ended = new Set<string>();
      return {
        revoke: (key) => {
          ended.add(`${key.caller.accountId}/${key.caller.mode === "test" ? "live" : "test"}`);
          return revoke(key);
        },
        callerOf: (state, key, operation) => {
          const caller = callerOf(state, key, operation);
          const known = state.get(apiKeys, key);
          if (caller === undefined || known === undefined) return caller;
          return ended.has(`${caller.accountId}/${caller.mode}`) ? undefined : caller;
        },
      };
    }),
  },
  "singletons-refuse-by-code-alone": {
    openPoints: ["singleton-unauthorized-message"],
    what: "The 401 of a singleton has no message",
    replace: part(["authentication", "unauthorized"], () => ({
      connectSingletons: () => json(401, { code: "E_UNAUTHORIZED" }),
    })),
  },
});
