import { reservedLate, torn, transacting } from "../connect/races.ts";
import type { Mutant } from "../mutant.ts";
import { part } from "../part.ts";

export const mutants: readonly Mutant[] = [
  {
    ...{
      id: "withdrawals-at-once-each-pay",
      violates: ["withdrawals/concurrent-distinct-keys-withdraw-once"],
      summary: "Simultaneous withdrawals each pay out the initial balance.",
      subtle: true,
      replace: transacting(["createWithdrawal"], torn),
    },
    socket: true,
  },
  {
    ...{
      id: "withdrawal-key-reserved-late",
      violates: ["withdrawals/concurrent-same-key-withdraws-once"],
      summary: "A key is recorded only after its request, and two simultaneous requests both pay out.",
      subtle: true,
      replace: (parts) => {
        const late = reservedLate(parts.connect.withdrawals.idempotency.scope);
        const changed = transacting(["createWithdrawal"], async (...all) => {
          const decision = await torn(...all);
          late.done();
          return decision;
        })(parts);
        return part(["connect", "withdrawals", "idempotency"], () => ({ scope: late.scope }))(changed);
      },
    },
    socket: true,
  },
];
