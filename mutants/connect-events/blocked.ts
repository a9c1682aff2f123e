import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { liesAboutEvent, tellingOfRefusedReversals } from "./parts.ts";

const reversal = liesAboutEvent("reversalBlocked");
const refund = liesAboutEvent("refundBlocked");

/** True for what was not seen before. */
const news = (): ((id: string) => boolean) => {
  const seen = new Set<string>();
  return (id) => !seen.has(id) && seen.add(id).size > 0;
};

/** The events of refusals for lack of funds, wrongly (§6.2). */
export const blockedEventMutants: readonly Mutant[] = [
  reversal.plain(
    "blocked-reversal-told-to-nobody",
    "connect-events/refused-reversal-emits-reversal-blocked",
    "No reversal that lacks funds is told.",
    () => ({ when: () => false }),
  ),
  reversal.subtle(
    "blocked-reversal-told-once",
    "connect-events/three-refused-reversals-three-events",
    "An allocation whose reversal lacks funds is told once.",
    () => {
      const isNew = news();
      return { when: ({ allocation }) => isNew(allocation.id) };
    },
  ),
  reversal.plain(
    "blocked-reversal-of-the-marketplace",
    "connect-events/reversal-blocked-names-the-vendor",
    "The event of a reversal that lacks funds is about the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  reversal.data(
    "blocked-reversal-names-the-vendor-as-allocation",
    "connect-events/reversal-blocked-names-the-allocation",
    "The event of a reversal that lacks funds names the vendor as the allocation.",
    { allocation: ({ vendor }) => vendor.id },
  ),
  reversal.data(
    "blocked-reversal-hides-the-shortfall",
    "connect-events/reversal-blocked-amounts",
    "The event of a reversal that lacks funds tells no shortfall.",
    { shortfall: () => 0 },
  ),
  reversal.data(
    "blocked-reversal-requires-the-allocation",
    "connect-events/reversal-blocked-amounts",
    "The event of a reversal that lacks funds tells the whole allocation as required.",
    { required: ({ allocation }) => allocation.amount },
    true,
  ),
  mutant(
    {
      id: "blocked-reversal-told-as-done",
      violates: "connect-events/refused-reversal-emits-no-transfer-reversed",
      summary: "A reversal that lacks funds is told as done.",
    },
    (parts) =>
      tellingOfRefusedReversals(parts, "funds", "connect.transfer.reversed", (allocation) => ({
        id: "ctrr_blocked",
        connectTransferId: allocation.id,
      })),
  ),
  refund.plain(
    "blocked-refund-told-to-nobody",
    "connect-events/refused-refund-emits-refund-blocked",
    "No refund that lacks funds is told.",
    () => ({ when: () => false }),
  ),
  refund.subtle(
    "blocked-refund-told-once",
    "connect-events/three-refused-refunds-three-events",
    "A charge whose refund lacks funds is told once.",
    () => {
      const isNew = news();
      return { when: ({ charge }) => isNew(charge.id) };
    },
  ),
  refund.plain(
    "blocked-refund-of-the-marketplace",
    "connect-events/refund-blocked-names-the-vendor",
    "The event of a refund that lacks funds is about the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  refund.data(
    "blocked-refund-asks-for-nothing",
    "connect-events/refund-blocked-asked-amount",
    "The event of a refund that lacks funds tells nothing as the refund.",
    { refund_amount: () => 0 },
  ),
  refund.data(
    "blocked-refund-asks-for-the-charge",
    "connect-events/refund-blocked-asked-amount",
    "The event of a refund that lacks funds tells the whole charge as the refund.",
    { refund_amount: ({ charge }) => charge.amount },
    true,
  ),
  refund.data(
    "blocked-refund-hides-the-shortfall",
    "connect-events/refund-blocked-amounts",
    "The event of a refund that lacks funds tells no shortfall.",
    { shortfall: () => 0 },
  ),
  refund.data(
    "blocked-refund-tells-the-joint-balance",
    "connect-events/refund-blocked-amounts",
    "The event of a refund that lacks funds tells a franc more of the marketplace than the refusal.",
    { marketplace_balance: ({ marketplaceBalance }) => marketplaceBalance + 1 },
  ),
  reversal.data(
    "blocked-reversal-in-another-currency",
    "connect-events/reversal-blocked-agrees-on-currency",
    "The event of a reversal that lacks funds tells another currency than the refusal.",
    { currency: () => "xof" },
  ),
  refund.data(
    "blocked-refund-in-another-currency",
    "connect-events/refund-blocked-agrees-on-currency",
    "The event of a refund that lacks funds tells another currency than the refusal.",
    { currency: () => "xof" },
  ),
];
