import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { authenticating, type Authentication, ONE_OF_EACH_KIND } from "../shared/authentication.ts";

/** Remembers whom each key stood for, and goes on to accept it for some operations. */
function rememberingOldKeys(
  given: Authentication,
  where: (operation: string) => boolean,
): Pick<Authentication, "callerOf"> {
  const observed = new Map<string, NonNullable<ReturnType<Authentication["callerOf"]>>>();
  return {
    callerOf: (state, key, operation) => {
      const caller = given.callerOf(state, key, operation);
      if (caller !== undefined) observed.set(key, caller);
      return caller ?? (where(operation) ? observed.get(key) : undefined);
    },
  };
}

/** Accepts each account's first test key only, for as long as it is in force. */
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

/** A mutant that remembers the caller of each key; `isAccepted` decides whether a replaced key is still accepted. */
const outliving = (
  fault: { readonly id: string; readonly violates: RuleId; readonly summary: string },
  isAccepted: (uses: number, operation: string) => boolean,
): Mutant =>
  authenticating({ ...fault, subtle: true }, (given) => {
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

/** One route that goes on to accept a replaced key (§5). */
const replacedKeyOnOneRoute: readonly Mutant[] = ONE_OF_EACH_KIND.map(([operation, what]) =>
  authenticating(
    {
      id: `replaced-key-for-${operation}`,
      violates: "authentication/regenerated-key-stops-on-every-route",
      summary: `For ${what} a replaced key is still accepted.`,
      subtle: true,
    },
    (given) => {
      const known = new Map<string, Caller>();
      return {
        callerOf: (state, key, at) => {
          const caller = given.callerOf(state, key, at);
          if (caller !== undefined) known.set(key, caller);
          return caller ?? (at === operation ? known.get(key) : undefined);
        },
      };
    },
  ),
);

/** Mutants of the rules that `suites/authentication/issued-keys.ts` judges. */
export const authenticationIssuedKeysMutants: readonly Mutant[] = [
  authenticating(
    {
      id: "replaced-key-lives-on",
      violates: [
        "authentication/regenerated-key-stops-at-once",
        "authentication/regenerated-key-stops-on-checkout-host",
      ],
      summary: "A replaced key is still accepted.",
    },
    () => ({ revoke: () => [] }),
  ),
  authenticating(
    {
      id: "replaced-key-still-reads",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key can still read what it created.",
      subtle: true,
    },
    (given) => rememberingOldKeys(given, (operation) => operation.startsWith("retrieve")),
  ),
  authenticating(
    {
      id: "replaced-key-works-on-checkout-host",
      violates: "authentication/regenerated-key-stops-on-checkout-host",
      summary: "The checkout host still accepts a replaced key.",
      subtle: true,
    },
    (given) => rememberingOldKeys(given, (operation) => operation === "createSession"),
  ),
  authenticating(
    {
      id: "successor-not-in-force",
      violates: "authentication/regenerated-key-successor-works",
      summary: "The key that a regeneration returns is refused.",
    },
    (given) => withoutSuccessors(given),
  ),
  authenticating(
    {
      id: "test-key-without-environment",
      violates: "authentication/test-key-prefix",
      summary: "Test keys begin with sk_ alone.",
    },
    (given) => ({ issue: (mode, ids) => given.issue(mode, ids).replace("sk_test_", "sk_") }),
  ),
  authenticating(
    {
      id: "live-key-called-production",
      violates: "authentication/live-key-prefix",
      summary: "Live keys begin with sk_prod_.",
    },
    (given) => ({ issue: (mode, ids) => given.issue(mode, ids).replace("sk_live_", "sk_prod_") }),
  ),
  outliving(
    {
      id: "replaced-key-lives-one-request-longer",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key is refused only from its second request on.",
    },
    (uses) => uses === 1,
  ),
  outliving(
    {
      id: "replaced-key-still-pays-out",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key can still create payouts.",
    },
    (_uses, operation) => ["createDisbursement", "createRemittance"].includes(operation),
  ),
  outliving(
    {
      id: "replaced-key-still-reads-clocks",
      violates: "authentication/regenerated-key-stops-on-checkout-host",
      summary: "A replaced key can still list test clocks.",
    },
    (_uses, operation) => operation === "listTestClocks",
  ),
  outliving(
    {
      id: "replaced-key-still-reads-connect",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key can still read the activation of Connect.",
    },
    (_uses, operation) => operation === "retrieveActivation",
  ),
  ...replacedKeyOnOneRoute,
];
