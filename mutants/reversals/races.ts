import { answeredEarly, torn, transacting } from "../connect/races.ts";
import { named } from "../mutant.ts";

export const mutants = named({
  "reversal-cap-broken-by-two-at-once": {
    violates: [
      "reversals/concurrent-reversals-respect-the-cap",
      "reversals/concurrent-reversals-linearize",
      "reversals/concurrent-on-one-wallet",
    ],
    summary: "Simultaneous reversals each read the remainder before the others reduced it.",
    socket: true,
    replace: transacting(["createAllocationReversal"], torn),
  },
  "reversal-reported-as-it-was": {
    violates: ["reversals/concurrent-reversals-linearize"],
    summary: "A reversal reports the running total without simultaneous reversals.",
    socket: true,
    replace: (parts) => transacting(["createAllocationReversal"], answeredEarly())(parts),
  },
  "withdrawal-beside-a-reversal": {
    violates: ["reversals/concurrent-with-withdrawal"],
    summary: "A withdrawal pays out funds that a simultaneous reversal takes.",
    socket: true,
    replace: transacting(["createWithdrawal"], torn),
  },
});
