import { refusedButDone } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { keys } from "./parts.ts";

export const mutants: readonly Mutant[] = [
  ...keys.counted,
  {
    id: "withdrawal-paid-out-during-an-outage",
    violates: ["withdrawals/outage-moves-no-money"],
    summary: "A withdrawal that is refused for an outage is made.",
    replace: refusedButDone("withdrawals", "outage"),
  },
];
