import { apiKeys } from "../../emulator/kernel/merchants.ts";
import type { Caller } from "../../emulator/kernel/request.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { authenticating } from "./authenticating.ts";

/** Routes of every kind, each the only one that deals wrongly with keys. */
const ROUTES = [
  ["retrieveDisbursement", "one disbursement"],
  ["retrieveSession", "one session"],
  ["retrieveOverview", "the overview"],
  ["listAccounts", "the vendors"],
  ["retrieveAccountCompliance", "a vendor's compliance"],
  ["createAllocation", "an allocation"],
  ["createWithdrawal", "a withdrawal"],
  ["createAccount", "a vendor's creation"],
  ["advanceTestClock", "a clock's advance"],
  ["deleteTestClock", "a clock's deletion"],
  ["attachTestClock", "an attachment"],
] as const;

/** One route that takes what is no key any more, or never was (§5). */
export const oneRouteMutants: readonly Mutant[] = ROUTES.flatMap(([operation, what]): readonly Mutant[] => {
  const fault = (how: string, violates: RuleId, summary: string) => ({
    id: `${how}-for-${operation}`,
    violates,
    summary: `For ${what} ${summary}`,
    subtle: true,
  });
  return [
    authenticating(
      fault("bare-key", "authentication/every-route-wants-the-scheme", "the bare key will do."),
      (given) => ({
        readKey: (header, at) => given.readKey(header, at) ?? (at === operation ? header : undefined),
      }),
    ),
    authenticating(
      fault(
        "cut-key",
        "authentication/every-route-wants-the-whole-key",
        "a key without its last character will do.",
      ),
      (given) => ({
        callerOf: (state, key, at) =>
          given.callerOf(state, key, at) ??
          (at === operation
            ? state.all(apiKeys).find(({ id }) => id.slice(0, -1) === key)?.caller
            : undefined),
      }),
    ),
    authenticating(
      fault(
        "replaced-key",
        "authentication/regenerated-key-stops-on-every-route",
        "a replaced key goes on working.",
      ),
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
  ];
});
