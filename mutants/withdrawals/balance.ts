import { walletFor } from "../../emulator/areas/connect/in-flight-withdrawals.ts";
import type { ConnectInput, WithdrawalParts } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { heldIn, lineOn, type Wallet } from "../../emulator/areas/account/wallets.ts";
import { acting, refusedButDone, refusing } from "../connect/parts.ts";
import { named, part, type PartChange, type Replace } from "../mutant.ts";

const flying = (change: PartChange<WithdrawalParts["inFlight"]>): Replace =>
  part(["connect", "withdrawals", "inFlight"], change);

/** The wallet of the vendor that the path names. */
const walletOf = ({ state, command }: ConnectInput): Wallet | undefined => {
  const vendor = state.get(vendors, command.params["acct"] ?? "");
  return vendor === undefined ? undefined : walletFor(state, vendor);
};

export const mutants = named({
  "withdrawal-paid-out-during-an-outage": {
    violates: ["withdrawals/outage-moves-no-money"],
    summary: "A withdrawal that is refused for an outage is made.",
    replace: refusedButDone("withdrawals", "outage"),
  },
  "withdrawal-leaves-a-franc": {
    violates: ["withdrawals/takes-the-whole-available-balance"],
    summary: "A withdrawal leaves a franc in the available balance.",
    replace: flying(() => ({ amount: (available) => available - 1 })),
  },
  "withdrawal-has-a-limit": {
    violates: ["withdrawals/takes-the-whole-available-balance"],
    summary: "A withdrawal pays out at most ten thousand francs.",
    replace: flying(() => ({ amount: (available) => Math.min(available, 10_000) })),
  },
  "withdrawal-reports-coins": {
    violates: ["withdrawals/reports-the-available-balance", "withdrawals/takes-the-read-balance"],
    summary: "The reported amount of a withdrawal is rounded to ten francs, the paid amount is not.",
    replace: part(["connect", "withdrawals", "presenter"], () => ({
      amount: ({ amount }) => Math.floor(amount / 10) * 10,
    })),
  },
  "withdrawal-takes-pending-funds": {
    violates: ["withdrawals/leaves-the-pending-balance"],
    summary: "A withdrawal also pays out the pending funds.",
    replace: acting("withdrawals", (decision, input) => {
      const wallet = walletOf(input);
      if (wallet === undefined) return decision;
      const { pending } = heldIn(input.state, wallet);
      return {
        ...decision,
        postings: (decision.postings ?? []).map((entry) => ({
          ...entry,
          lines: [...entry.lines, lineOn(wallet, "pending", -pending), lineOn(wallet, "transit", pending)],
        })),
      };
    }),
  },
  "withdrawal-of-pending-funds": {
    violates: ["withdrawals/pending-funds-cannot-be-withdrawn"],
    summary: "A withdrawal of a vendor with only pending funds succeeds without effect.",
    replace: refusing("withdrawals", "balance", (refusal, input) =>
      heldIn(input.state, walletOf(input)).pending > 0 ? undefined : refusal,
    ),
  },
});
