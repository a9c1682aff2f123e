import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { respelling, trimming } from "../faults/requests.ts";
import { family, type Mutant, named } from "../mutant.ts";
import { routeOf, withRule } from "../shared/operations.ts";

/** Notations in which a target may compare identifiers. */
const RESPELLED: Readonly<Record<string, readonly [keyof typeof operationRows, (text: string) => string]>> = {
  "session-id-in-full-width": ["retrieveSession", (text) => text.normalize("NFKC")],
  "allocation-id-cut-to-its-length": ["createAllocationReversal", (text) => text.slice(0, 28)],
  "remittance-id-with-a-plus": ["retrieveRemittance", (text) => text.replace(/^\+/, "")],
  "vendor-id-of-one-line": ["createWithdrawal", (text) => text.split("\n")[0] ?? ""],
  "attached-id-without-zeros": ["attachTestClock", (text) => text.replace(/_0+/, "_")],
  "intent-id-with-a-prefix-of-any-casing": ["retrievePaymentIntent", (text) => text.replace(/^PI_/, "pi_")],
};

export const mutants: readonly Mutant[] = [
  ...withRule("finds-exact-ids-only").map(({ operation, row, rule }) => ({
    id: `${row}-trims-identifiers`,
    violates: [rule],
    summary: `${operation} ignores a blank after an identifier.`,
    wrap: trimming(routeOf(operation)),
  })),
  ...named(
    family(RESPELLED, ([name, change]) => ({
      violates: [ruleIdOf(`conventions/${operationRows[name].row ?? ""}-finds-exact-ids-only`)],
      summary: `${name} reads an identifier in another notation.`,
      wrap: respelling(name, change),
    })),
  ),
];
