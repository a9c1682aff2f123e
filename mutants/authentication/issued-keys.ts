import { isObject } from "../../spec/json.ts";
import { treating } from "../faults/exchange.ts";
import { byId, type Mutant, named, perEmulator, type Replace, type Wrap } from "../mutant.ts";
import { authenticating, type Authentication, ONE_OF_EACH_KIND } from "../shared/authentication.ts";

/** Accepts only each account's first test key while it is in force. */
function withoutSuccessors(given: Authentication): Pick<Authentication, "callerOf"> {
  const firstKeys = new Map<string, string>();
  return {
    callerOf: (state, key, operation) => {
      const caller = given.callerOf(state, key, operation);
      if (caller === undefined) return undefined;
      const account = `${caller.accountId}/${caller.mode}`;
      const first = firstKeys.get(account) ?? key;
      firstKeys.set(account, first);
      return first === key ? caller : undefined;
    },
  };
}

type Caller = NonNullable<ReturnType<Authentication["callerOf"]>>;

/** Remembers the caller of each key; `isAccepted` decides whether a replaced key is still accepted. */
const outliving = (isAccepted: (uses: number, operation: string) => boolean): Replace =>
  authenticating((given) => {
    const observed = new Map<string, { readonly caller: Caller; uses: number }>();
    return {
      callerOf: (state, key, operation) => {
        const caller = given.callerOf(state, key, operation);
        if (caller !== undefined) {
          observed.set(key, { caller, uses: 0 });
          return caller;
        }
        const old = observed.get(key);
        if (old === undefined) return undefined;
        old.uses += 1;
        return isAccepted(old.uses, operation) ? old.caller : undefined;
      },
    };
  });

/** Operations that still accept a replaced key (§5), one of each kind. */
const replacedKeyOnOneRoute: readonly Mutant[] = ONE_OF_EACH_KIND.map(([operation, what]) => ({
  id: `replaced-key-for-${operation}`,
  violates: ["authentication/regenerated-key-stops-on-every-route"],
  summary: `For ${what} a replaced key is still accepted.`,
  replace: outliving((_uses, at) => at === operation),
}));

/** Accepts keys on some routes only if they are their accounts' first ones. */
const firstKeysOnly = (isAbout: (operation: string) => boolean): Replace =>
  authenticating((given) => {
    const { callerOf } = withoutSuccessors(given);
    return {
      callerOf: (state, key, operation) => {
        const first = callerOf(state, key, operation);
        return isAbout(operation) ? first : given.callerOf(state, key, operation);
      },
    };
  });

/** Reads with a replaced key of one mode what it read before, from a cache. */
const stillReading = (operation: string, mode: "test" | "live"): Wrap =>
  treating(operation, () => {
    const read = new Map<string, Response>();
    return async ({ url, headers, forward }) => {
      const key = headers.get("authorization") ?? "";
      const answer = await forward();
      const asked = `${key} ${url.pathname}`;
      if (answer.ok && key.includes(`sk_${mode}_`)) read.set(asked, answer.clone());
      return answer.status === 401 ? (read.get(asked)?.clone() ?? answer) : answer;
    };
  });

export const mutants = named({
  "new-key-unknown-to-test-clocks": {
    violates: ["authentication/regenerated-key-stops-on-every-route"],
    summary: "A key that replaced another one is refused by the retrieval of a test clock.",
    replace: firstKeysOnly((operation) => operation === "retrieveTestClock"),
  },
  "replaced-key-lives-on": {
    violates: [
      "authentication/regenerated-key-stops-at-once",
      "authentication/regenerated-key-stops-on-checkout-host",
      "authentication/valid-keys-only",
    ],
    summary: "A replaced key is still accepted.",
    replace: authenticating(() => ({ revoke: () => [] })),
  },
  "second-replaced-key-lives-on": {
    violates: ["authentication/regenerated-key-stops-at-once"],
    summary: "A key that a second regeneration replaces is still accepted.",
    replace: authenticating((given) => {
      const replaced = new Set<string>();
      return {
        revoke: (key) => {
          const account = `${key.caller.accountId}/${key.caller.mode}`;
          if (replaced.has(account)) return [];
          replaced.add(account);
          return given.revoke(key);
        },
      };
    }),
  },
  "replaced-key-still-reads": {
    violates: ["authentication/regenerated-key-stops-at-once"],
    summary: "A replaced key can still read what it created.",
    replace: outliving((_uses, operation) => operation.startsWith("retrieve")),
  },
  "replaced-key-works-on-checkout-host": {
    violates: ["authentication/regenerated-key-stops-on-checkout-host"],
    summary: "The checkout host still accepts a replaced key.",
    replace: outliving((_uses, operation) => operation === "createSession"),
  },
  "key-refused-now-and-then": {
    violates: ["authentication/valid-keys-always"],
    summary: "Each fifth request to create an intent is refused as unauthorized.",
    replace: perEmulator(() => {
      let requests = 0;
      return authenticating(({ callerOf }) => ({
        callerOf: (state, key, operation) => {
          if (operation === "createPaymentIntent" && (requests += 1) % 5 === 0) return undefined;
          return callerOf(state, key, operation);
        },
      }));
    }),
  },
  "successor-not-in-force": {
    violates: ["authentication/regenerated-key-successor-works"],
    summary: "The key that a regeneration returns is refused.",
    replace: authenticating((given) => withoutSuccessors(given)),
  },
  "successor-has-no-schedule": {
    violates: ["authentication/regenerated-key-successor-works"],
    summary: "The payout schedule is shown to the key that set it only.",
    wrap: treating("retrievePayoutSchedule", () => {
      const keys = new Map<unknown, string>();
      return async ({ headers, forward }) => {
        const answer = await forward();
        const body: unknown = answer.ok ? await answer.clone().json() : null;
        if (!isObject(body) || body["cadence"] === null) return answer;
        const key = headers.get("authorization") ?? "";
        const first = keys.get(body["account"]) ?? key;
        keys.set(body["account"], first);
        return first === key ? answer : Response.json({ ...body, cadence: null, enabled: false });
      };
    }),
  },
  "test-key-without-environment": {
    violates: ["authentication/test-key-prefix"],
    summary: "Test keys begin with sk_ alone.",
    replace: authenticating((given) => ({
      issue: (mode, ids) => given.issue(mode, ids).replace("sk_test_", "sk_"),
    })),
  },
  "live-key-called-production": {
    violates: ["authentication/live-key-prefix"],
    summary: "Live keys begin with sk_prod_.",
    replace: authenticating((given) => ({
      issue: (mode, ids) => given.issue(mode, ids).replace("sk_live_", "sk_prod_"),
    })),
  },
  "replaced-key-lives-one-request-longer": {
    violates: ["authentication/regenerated-key-stops-at-once"],
    summary: "A replaced key is refused only from its second request on.",
    replace: outliving((uses) => uses === 1),
  },
  "replaced-key-still-pays-out": {
    violates: ["authentication/regenerated-key-stops-at-once"],
    summary: "A replaced key can still create payouts.",
    replace: outliving((_uses, operation) => ["createDisbursement", "createRemittance"].includes(operation)),
  },
  "replaced-key-still-reads-clocks": {
    violates: ["authentication/regenerated-key-stops-on-checkout-host"],
    summary: "A replaced key can still list test clocks.",
    replace: outliving((_uses, operation) => operation === "listTestClocks"),
  },
  "replaced-key-still-reads-connect": {
    violates: ["authentication/regenerated-key-stops-at-once"],
    summary: "A replaced key can still read the activation of Connect.",
    replace: outliving((_uses, operation) => operation === "retrieveActivation"),
  },
  "replaced-key-reads-its-remittances": {
    violates: ["authentication/regenerated-key-stops-at-once"],
    summary: "A replaced key can still read the remittances that it read before.",
    wrap: stillReading("retrieveRemittance", "test"),
  },
  "replaced-live-key-reads-its-remittances": {
    violates: ["authentication/regenerated-key-stops-on-every-route"],
    summary: "A replaced live key can still read the remittances that it read before.",
    wrap: stillReading("retrieveRemittance", "live"),
  },
  ...byId(replacedKeyOnOneRoute),
});
