import type { Allocation, Charge, Reversal } from "../../emulator/areas/connect/records.ts";
import type { Mutant } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, inList, asText, nothing, uppercase } from "../faults/values.ts";
import { firsts } from "../shared/firsts.ts";
import {
  clawback,
  commission,
  maturity,
  refundBlocked,
  reversalBlocked,
  reversed,
  transfer,
} from "./parts.ts";

const large = where("above 5,020", ({ allocation }: { allocation: Allocation }) => allocation.amount > 5_020);
const keyed = where(
  "with a key",
  ({ allocation }: { allocation: Allocation }) => allocation.reference !== null,
);
const last = where(
  "of the last reversal",
  ({ reversal }: { reversal: Reversal }) => reversal.reversedTotal > reversal.amount,
);
const lastClawback = where(
  "at the end",
  ({ charge }: { charge: Charge }) => charge.clawed === charge.commission,
);
const from = (francs: number) =>
  where(`from ${francs} on`, ({ charge }: { charge: Charge }) => charge.commission >= francs);
const laterClawback = where(
  "from the second on",
  ({ charge, amount }: { charge: Charge; amount: number }) => charge.clawed > amount,
);
const odd = where("of an odd amount", ({ amount }: { amount: number }) => amount % 2 === 1);
const empty = where(
  "when the vendor has no funds",
  ({ sellerAvailable }: { sellerAvailable: number }) => sellerAvailable === 0,
);
const allocationPrefix = as<unknown>("with the prefix of an allocation", (id) =>
  String(id).replace("ctrr_", "ctr_"),
);
const cents = as<unknown>("a text with decimals", (amount) => `${String(amount)}.00`);
const theCharge = as<{ charge: Charge }>("the charge", (_usual, { charge }) => charge.id);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  transfer.gives("fee", "fee", asText, large),
  transfer.drops("destinationWalletId", "destination-wallet-id", keyed),
  transfer.drops("updatedAt", "updated-at", keyed),
  reversed.gives("amount", "amount", asText, last),
  reversed.gives("id", "id-prefix", allocationPrefix, last),
  reversed.gives("connectTransferId", "connect-transfer-id", nothing, last),
  reversed.gives("createdAt", "created-at", inList, last),
  commission.gives("feePayer", "fee-payer-documented", uppercase, from(500)),
  commission.gives("amount", "amount", cents, from(1_000)),
  clawback.drops("refunded_amount", "refunded-amount", laterClawback),
  clawback.gives("application_fee", "application-fee-prefix", theCharge, lastClawback),
  maturity.drops("source_transaction", "source-transaction", odd),
  maturity.gives("amount", "amount", asText, odd),
  refundBlocked.drops("seller_available", "seller-available", empty),
  refundBlocked.drops("marketplace_balance", "marketplace-balance", empty),
  reversalBlocked.gives("seller_available", "seller-available", nothing, empty),
  reversalBlocked.remembers(
    "marketplace_balance",
    "has-no-marketplace-balance",
    "0 from the second on",
    () => {
      const first = firsts();
      return (_usual, { allocation }) => (first(allocation.id) ? undefined : 0);
    },
  ),
];
