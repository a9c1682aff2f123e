import { answerFaults } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import type { Mutant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";

const created = answerFaults(
  "created allocation",
  { operations: ["createAllocation"], status: 201 },
  "allocations/",
);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  created.drops(
    "fee",
    "fee",
    where("if it is zero", ({ fee }: Body) => fee === 0),
  ),
];
