import type { Parts } from "../../emulator/index.ts";
import { answeredEarly, torn, transacting } from "../connect/races.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";

function raceMutant(fault: Omit<Fault, "subtle">, replace: (parts: Parts) => Parts): Mutant {
  return { ...mutant({ ...fault, subtle: true }, replace), socket: true };
}

/** Mutants of the rules that `suites/reversals/races.ts` judges. */
export const reversalsRacesMutants: readonly Mutant[] = [
  raceMutant(
    {
      id: "reversal-cap-broken-by-two-at-once",
      violates: [
        "reversals/concurrent-reversals-respect-the-cap",
        "reversals/concurrent-reversals-linearize",
      ],
      summary: "Simultaneous reversals each read the remainder before the others reduced it.",
    },
    (parts) => transacting(parts, ["createAllocationReversal"], torn),
  ),
  raceMutant(
    {
      id: "reversal-told-as-it-was",
      violates: "reversals/concurrent-reversals-linearize",
      summary: "A reversal reports the running total without simultaneous reversals.",
    },
    (parts) => transacting(parts, ["createAllocationReversal"], answeredEarly()),
  ),
  raceMutant(
    {
      id: "withdrawal-beside-a-reversal",
      violates: "reversals/concurrent-with-withdrawal",
      summary: "A withdrawal pays out funds that a simultaneous reversal takes.",
    },
    (parts) => transacting(parts, ["createWithdrawal"], torn),
  ),
];
