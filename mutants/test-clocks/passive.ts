import { type Mutant, mutant } from "../mutant.ts";
import { finishing } from "../shared/answers.ts";

/** Mutants that break a passive rule in some answers only. */
export const testClocksPassiveMutants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-list-in-words",
      violates: "test-clocks/list-body",
      summary: "The list of clocks is a text.",
    },
    (parts) => finishing(parts, "listTestClocks", (answer) => ({ ...answer, body: "no clocks" })),
  ),
];
