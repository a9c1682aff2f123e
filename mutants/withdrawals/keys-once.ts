import { connectPart, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

export const mutants: readonly Mutant[] = [
  ...keyedRequestMutants({
    name: "withdrawal",
    path: /\/withdrawals$/,
    rules: {
      conflict: "withdrawals/conflict-withdraws-once",
      conflictEnds: "withdrawals/key-in-progress-ends",
      refusal: "withdrawals/key-after-refusal-withdraws-once",
      outage: "withdrawals/key-after-outage-withdraws-once",
      others: "withdrawals/key-outlasts-others",
    },
  }),
  {
    id: "withdrawal-paid-out-during-an-outage",
    violates: ["withdrawals/outage-moves-no-money"],
    summary: "A withdrawal that is refused for an outage is made.",
    subtle: true,
    replace: connectPart("withdrawals", (usual) =>
      refusing(usual, "outage", (refusal, input) => {
        const others = usual.guards.filter((guard) => guard.name !== "outage");
        const other = others.some((guard) => guard.refuse(input) !== undefined);
        return other ? refusal : { ...usual.act(input), answer: refusal.answer };
      }),
    ),
  },
];
