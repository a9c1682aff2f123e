import { merchants } from "../../emulator/kernel/merchants.ts";
import { ruleIdOf } from "../../spec/index.ts";
import type { Parts } from "../../emulator/index.ts";
import type { Mutant, Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

export type Authentication = Parts["authentication"];

/** Replaces parts of authentication. */
export const authenticating = (change: PartChange<Authentication>): Replace =>
  part(["authentication"], change);

/** An operation of each kind, with its object in words, for mutants that treat keys wrongly on only one route. */
export const ONE_OF_EACH_KIND = [
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

/** Mutants of an operation that accepts requests without a key, and ones with an unknown key, for one of its merchants (`at`). */
export function openingTo(
  operation: string,
  { id, rule, at }: { readonly id: string; readonly rule: string; readonly at: 0 | -1 },
): readonly Mutant[] {
  const anyone = "anyone";
  const opening = (how: "without-key" | "with-unknown-key", what: string): Mutant => ({
    id: `${id}-open-${how}`,
    violates: [ruleIdOf(`${rule}-${how}`)],
    summary: `The operation ${operation} accepts ${what}.`,
    replace: authenticating((given) => ({
      readKey: (header, asked) => {
        const key = given.readKey(header, asked);
        return key === undefined && how === "without-key" && asked === operation ? anyone : key;
      },
      callerOf: (state, key, asked) => {
        const caller = given.callerOf(state, key, asked);
        if (caller !== undefined || asked !== operation) return caller;
        if (how === "without-key" && key !== anyone) return undefined;
        const merchant = state.all(merchants).at(at);
        return merchant === undefined ? undefined : { accountId: merchant.id, mode: "test" };
      },
    })),
  });
  return [opening("without-key", "no key"), opening("with-unknown-key", "any key")];
}
