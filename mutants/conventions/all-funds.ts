import { currencyOf, heldIn, walletIn } from "../../emulator/areas/account/wallets.ts";
import { quoteOf } from "../../emulator/areas/connect/fees.ts";
import { fieldError, validationFailed } from "../../emulator/kernel/answers.ts";
import type { Context, Decision } from "../../emulator/kernel/types.ts";
import { alsoRefusing } from "../connect/parts.ts";
import { named, part, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

/** Refuses what would leave the account with nothing. */
function refusingTheLast({ state, command }: Context, debit: number | undefined): Decision | undefined {
  const { accountId, mode } = command.caller;
  const { available } = heldIn(state, walletIn(state, accountId, mode, currencyOf(state, accountId)));
  return debit === available
    ? { answer: validationFailed(422, [fieldError("balance", "amount", "Insufficient funds")]) }
    : undefined;
}

const amountOf = ({ command: { body } }: Context): number =>
  isObject(body) ? Number(body["amount"]) : Number.NaN;

const payout = (area: "disbursements" | "remittances"): Replace =>
  part([area, "create"], ({ guards }) => ({
    guards: [...guards, { name: "mutant", refuse: (input) => refusingTheLast(input, amountOf(input)) }],
  }));

export const mutants = named({
  "allocation-of-all-funds-refused": {
    violates: ["conventions/create-allocation-of-all-funds-accepted"],
    summary: "An allocation that takes exactly what the marketplace has is refused.",
    replace: alsoRefusing("allocations", (input) => {
      const { state, command, parts } = input;
      const amount = amountOf(input);
      if (!(Number.isSafeInteger(amount) && amount > 0)) return undefined;
      return refusingTheLast(input, quoteOf(state, parts.fees, command.caller.accountId, amount)?.debit);
    }),
  },
  "disbursement-of-all-funds-refused": {
    violates: ["conventions/create-disbursement-of-all-funds-accepted"],
    summary: "A disbursement of exactly what the account has is refused.",
    replace: payout("disbursements"),
  },
  "remittance-of-all-funds-refused": {
    violates: ["conventions/create-remittance-of-all-funds-accepted"],
    summary: "A remittance of exactly what the account has is refused.",
    replace: payout("remittances"),
  },
});
