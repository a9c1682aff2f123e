import { tornMutants, transacting } from "../connect/races.ts";
import {
  lockedByOthers,
  lockedForEver,
  repeatedAgain,
  spentUnused,
  triedAgain,
} from "../faults/cut-requests.ts";
import { family, inOrder, named, part, perEmulator, type Wrap } from "../mutant.ts";

const RULE = "reversals/overlapping-movements-have-an-order";

export const mutants = named({
  ...family<readonly [summary: string, wrap: Wrap]>(
    {
      "cut-allocation-repeated-again": [
        "The repetition of an allocation whose client gave up credits the vendor again.",
        repeatedAgain("createAllocation"),
      ],
      "cut-withdrawal-repeated-again": [
        "The repetition of a withdrawal whose client gave up is another withdrawal.",
        repeatedAgain("createWithdrawal"),
      ],
      "cut-allocation-locks-its-key": [
        "The key of an allocation whose client gave up stays in progress.",
        lockedForEver("createAllocation"),
      ],
      "cut-withdrawal-locks-its-key": [
        "The key of a withdrawal whose client gave up stays in progress.",
        lockedForEver("createWithdrawal"),
      ],
      "cut-allocation-spends-its-key": [
        "An allocation whose client gave up has no effect, but its key counts as used.",
        spentUnused("createAllocation"),
      ],
      "cut-allocation-tried-again": [
        "An allocation whose client gave up is made twice.",
        triedAgain("createAllocation"),
      ],
      "cut-reversal-tried-again": [
        "A reversal whose client gave up is made twice.",
        triedAgain("createAllocationReversal"),
      ],
      "withdrawal-locked-by-another-vendor": [
        "A withdrawal is refused while one of another vendor is in progress.",
        lockedByOthers("createWithdrawal", { status: 422, code: "E_PENDING_WITHDRAW" }),
      ],
      "allocation-locked-by-another-vendor": [
        "The key of an allocation counts as in progress while another vendor's allocation is made.",
        lockedByOthers("createAllocation", { status: 409, code: "E_IDEMPOTENCY_CONFLICT" }),
      ],
    },
    ([summary, wrap]) => ({ violates: [RULE], summary, wrap }),
  ),
  ...tornMutants({
    "reversal-beside-a-withdrawal": [RULE, "createAllocationReversal", "createWithdrawal"],
  }),
  "withdrawal-takes-concurrent-allocations": {
    violates: [RULE],
    summary: "A withdrawal pays out pending funds, too, while an allocation is in progress.",
    replace: perEmulator(() => {
      let inProgress = 0;
      const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
      return inOrder(
        transacting(["createAllocation"], async (decide, commit) => {
          inProgress += 1;
          await pause();
          const decision = decide();
          commit(decision);
          inProgress -= 1;
          return decision;
        }),
        part(["connect", "withdrawals", "inFlight"], ({ amount }) => ({
          amount: (available) => amount(available) + (inProgress > 0 ? 1_000 : 0),
        })),
      );
    }),
  },
});
