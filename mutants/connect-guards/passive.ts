import type { Mutant } from "../mutant.ts";
import { changes } from "../shared/answers.ts";

/** Mutants that break a passive rule in some answers only. */
export const connectGuardsPassiveMutants: readonly Mutant[] = [
  changes(
    {
      id: "connect-code-is-a-number",
      violates: "connect-guards/refusal-code",
      summary: "The code of a refused withdrawal is a number.",
      when: (body) => body["code"] !== undefined,
    },
    { operations: ["createWithdrawal"], status: 422 },
    (body) => {
      body["code"] = 422;
    },
  ),
];
