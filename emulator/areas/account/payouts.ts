import { newEntry, type Entry } from "../../kernel/ledger.ts";
import type { Mode } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import type { Write } from "../../kernel/table.ts";
import type { Booking } from "./payments.ts";
import { accountSettingsOf } from "./settings.ts";
import { heldIn, lineOn, operatorAccount, type Pot, walletIn, walletOfHolder } from "./wallets.ts";

/** Money that a merchant sends to a recipient. Whole francs. */
interface Outgoing {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly amount: number;
  readonly currency: string;
  readonly operatorName: string;
  readonly country: string;
}

/** The movements of a payout's money: from where, to where. */
const movements = {
  /** When it is created. */
  begun: ["available", "transit"],
  /** To the operator. */
  succeeded: ["transit", undefined],
  /** Back to the merchant, after a failure or a cancellation. */
  returned: ["transit", "available"],
} as const satisfies Record<string, readonly [Pot, Pot | undefined]>;

export type Movement = keyof typeof movements;

/** Books movements of a payout's money. */
export function movePayout(
  { state, now, ids }: Booking,
  payout: Outgoing,
  kind: string,
  steps: readonly Movement[],
): { writes: readonly Write[]; postings: readonly Entry[] } {
  const { accountId, mode, amount, currency, operatorName, country } = payout;
  const { wallet, writes } = walletOfHolder(state, { holder: accountId, mode, currency }, ids);
  const book = (step: Movement): Entry => {
    const [from, to] = movements[step];
    const outside = { account: operatorAccount(operatorName, country), amount };
    return newEntry(ids, {
      at: now,
      kind: `${kind}.${step}`,
      book: { mode, currency },
      lines: [lineOn(wallet, from, -amount), to === undefined ? outside : lineOn(wallet, to, amount)],
      details: { [kind]: payout.id },
    });
  };
  return { writes, postings: steps.map(book) };
}

/** Whether a payout exceeds the available balance of a merchant whose settings do not allow that. */
export function lacksFunds(
  state: State,
  payout: Pick<Outgoing, "accountId" | "mode" | "amount" | "currency">,
): boolean {
  const { accountId, mode, amount, currency } = payout;
  if (accountSettingsOf(state, accountId).payoutOverdraft === "allowed") return false;
  return heldIn(state, walletIn(state, accountId, mode, currency)).available < amount;
}
