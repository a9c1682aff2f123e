import { reservedLate, torn, transacting } from "../connect/races.ts";
import { named, part } from "../mutant.ts";

export const mutants = named({
  "withdrawals-at-once-each-pay": {
    violates: ["withdrawals/concurrent-distinct-keys-withdraw-once"],
    summary: "Simultaneous withdrawals each pay out the initial balance.",
    socket: true,
    replace: transacting(["createWithdrawal"], torn),
  },
  "withdrawal-key-reserved-late": {
    violates: ["withdrawals/concurrent-same-key-withdraws-once"],
    summary: "A key is recorded only after its request, and two simultaneous requests both pay out.",
    socket: true,
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
});
