import { apiKeys } from "../../emulator/kernel/merchants.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { authenticating, type Authentication } from "./authenticating.ts";

type Caller = NonNullable<ReturnType<Authentication["callerOf"]>>;

/** One operation takes keys that nobody was given, as long as they look like one. */
const fooledByShape = (name: string, operation: string): Mutant =>
  authenticating(
    {
      id: `${name}-open-to-shapely-keys`,
      violates: ruleIdOf(`authentication/${name}-with-unknown-key`),
      summary: `The operation ${operation} takes any key that has the shape of a test key.`,
      subtle: true,
    },
    (given) => ({
      callerOf: (state, key, at) => {
        const caller = given.callerOf(state, key, at);
        if (caller !== undefined || at !== operation || !/^sk_test_\w{16,}$/.test(key)) return caller;
        return state.all(apiKeys)[0]?.caller;
      },
    }),
  );

/** Remembers whom a key stood for; `lives` says whether it goes on once it was replaced. */
const outliving = (
  fault: { readonly id: string; readonly violates: RuleId; readonly summary: string },
  lives: (uses: number, operation: string) => boolean,
): Mutant =>
  authenticating({ ...fault, subtle: true }, (given) => {
    const seen = new Map<string, { readonly caller: Caller; uses: number }>();
    return {
      callerOf: (state, key, operation) => {
        const caller = given.callerOf(state, key, operation);
        if (caller !== undefined) {
          seen.set(key, { caller, uses: 0 });
          return caller;
        }
        const old = seen.get(key);
        if (old === undefined) return undefined;
        old.uses += 1;
        return lives(old.uses, operation) ? old.caller : undefined;
      },
    };
  });

/** Doors that are open to few (§5). */
export const rareKeyMutants: readonly Mutant[] = [
  fooledByShape("create-disbursement", "createDisbursement"),
  fooledByShape("list-remittances", "listRemittances"),
  fooledByShape("list-test-clocks", "listTestClocks"),
  fooledByShape("retrieve-session", "retrieveSession"),
  outliving(
    {
      id: "replaced-key-lives-one-request-longer",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key is forgotten by the first request that comes with it.",
    },
    (uses) => uses === 1,
  ),
  outliving(
    {
      id: "replaced-key-still-pays-out",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key goes on to create payouts.",
    },
    (_uses, operation) => ["createDisbursement", "createRemittance"].includes(operation),
  ),
  outliving(
    {
      id: "replaced-key-still-reads-clocks",
      violates: "authentication/regenerated-key-stops-on-checkout-host",
      summary: "A replaced key goes on to list test clocks.",
    },
    (_uses, operation) => operation === "listTestClocks",
  ),
  outliving(
    {
      id: "replaced-key-still-reads-connect",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key goes on to read the activation of Connect.",
    },
    (_uses, operation) => operation === "retrieveActivation",
  ),
];
