import type { Mutant } from "../mutant.ts";
import { liesAboutEvent } from "./parts.ts";

const created = liesAboutEvent("transferCreated");
const reversed = liesAboutEvent("transferReversed");
const commission = liesAboutEvent("commissionCreated");
const clawback = liesAboutEvent("commissionRefunded");
const funds = liesAboutEvent("fundsAvailable");
const refund = liesAboutEvent("refundBlocked");
const reversal = liesAboutEvent("reversalBlocked");

/** A reversal that takes all that is left. */
const isLast = (one: { reversedTotal: number; amount: number }): boolean => one.reversedTotal > one.amount;

/** Faults of Connect's events that show in some of them alone (§6.2). */
export const rareEventMutants: readonly Mutant[] = [
  created.data(
    "allocation-event-reference-absent-with-key",
    "connect-events/transfer-created-idempotency-reference",
    "The event of an allocation with a key lacks the reference.",
    { idempotencyReference: ({ allocation }) => (allocation.reference === null ? null : undefined) },
    true,
  ),
  created.data(
    "allocation-event-fee-as-text-when-large",
    "connect-events/transfer-created-fee",
    "The event of an allocation above 5,020 tells its fee as text.",
    { fee: ({ allocation: { amount, fee } }) => (amount > 5_020 ? String(fee) : fee) },
    true,
  ),
  created.data(
    "allocation-event-destination-absent-of-second",
    "connect-events/transfer-created-destination-wallet-id",
    "The events of a vendor's later allocations lack the wallet that was credited.",
    {
      destinationWalletId: ({ destination, allocation }) =>
        allocation.reference === null ? destination.id : undefined,
    },
    true,
  ),
  created.data(
    "allocation-event-updated-never",
    "connect-events/transfer-created-updated-at",
    "The event of an allocation with a key was never updated.",
    {
      updatedAt: ({ allocation }) =>
        allocation.reference === null ? new Date(allocation.createdAt).toISOString() : undefined,
    },
    true,
  ),
  created.data(
    "allocation-event-available-at-once",
    "connect-events/transfer-created-agrees-on-availability",
    "The event of an allocation without a key tells its creation as the date of availability.",
    {
      availableAt: ({ allocation: { reference, createdAt, availableAt } }) =>
        new Date(reference === null ? createdAt : availableAt).toISOString(),
    },
  ),
  created.data(
    "allocation-event-available-a-second-later-when-large",
    "connect-events/transfer-created-agrees-on-availability",
    "The event of an allocation above 5,020 tells a date of availability that is a second later.",
    {
      availableAt: ({ allocation: { amount, availableAt } }) =>
        new Date(availableAt + (amount > 5_020 ? 1_000 : 0)).toISOString(),
    },
    true,
  ),
  reversed.data(
    "second-reversal-event-amount-as-text",
    "connect-events/transfer-reversed-amount",
    "The event of a second reversal tells its amount as text.",
    { amount: ({ reversal: one }) => (isLast(one) ? String(one.amount) : one.amount) },
    true,
  ),
  reversed.data(
    "second-reversal-event-id-of-the-allocation",
    "connect-events/transfer-reversed-id-prefix",
    "The event of a second reversal has the prefix of allocations in its id.",
    { id: ({ reversal: one }) => (isLast(one) ? one.id.replace("ctrr_", "ctr_") : one.id) },
    true,
  ),
  reversed.data(
    "second-reversal-event-without-allocation",
    "connect-events/transfer-reversed-connect-transfer-id",
    "The event of a second reversal does not name its allocation.",
    { connectTransferId: ({ reversal: one }) => (isLast(one) ? null : one.allocation) },
    true,
  ),
  reversed.data(
    "second-reversal-event-created-in-a-list",
    "connect-events/transfer-reversed-created-at",
    "The event of a second reversal has its creation in a list.",
    {
      createdAt: ({ reversal: one }) => {
        const created = new Date(one.createdAt).toISOString();
        return isLast(one) ? [created] : created;
      },
    },
    true,
  ),
  commission.data(
    "commission-event-payer-in-uppercase-of-platforms",
    "connect-events/application-fee-created-fee-payer-documented",
    "The event of a commission of 500 and more tells the payer in capital letters.",
    {
      feePayer: ({ charge: { feePayer, commission: taken } }) =>
        taken >= 500 ? feePayer.toUpperCase() : feePayer,
    },
    true,
  ),
  commission.data(
    "commission-event-amount-in-cents",
    "connect-events/application-fee-created-amount",
    "The event of a commission of 1,000 and more tells its amount as a text with decimals.",
    {
      amount: ({ charge: { commission: taken } }) => (taken >= 1_000 ? `${String(taken)}.00` : taken),
    },
    true,
  ),
  clawback.data(
    "second-clawback-event-without-total",
    "connect-events/application-fee-refunded-refunded-amount",
    "From the second refund on, the event of a clawback lacks the total.",
    { refunded_amount: ({ charge, amount }) => (charge.clawed > amount ? undefined : charge.clawed) },
    true,
  ),
  clawback.data(
    "last-clawback-event-names-no-fee",
    "connect-events/application-fee-refunded-application-fee-prefix",
    "The event that ends a commission names the charge in its place.",
    {
      application_fee: ({ charge }) => (charge.clawed === charge.commission ? charge.id : charge.feeId),
    },
    true,
  ),
  funds.data(
    "maturity-event-of-odd-credits-without-source",
    "connect-events/funds-available-source-transaction",
    "The event of a maturity of an odd amount does not say where it came from.",
    { source_transaction: ({ transaction, amount }) => (amount % 2 === 1 ? undefined : transaction.id) },
    true,
  ),
  funds.data(
    "maturity-event-of-odd-credits-by-text",
    "connect-events/funds-available-amount",
    "The event of a maturity of an odd amount tells it as text.",
    { amount: ({ amount }) => (amount % 2 === 1 ? String(amount) : amount) },
    true,
  ),
  refund.data(
    "blocked-refund-event-with-empty-vendor-available",
    "connect-events/refund-blocked-seller-available",
    "Of a vendor with nothing the event of a blocked refund does not tell what is there.",
    { seller_available: ({ sellerAvailable }) => (sellerAvailable === 0 ? undefined : sellerAvailable) },
    true,
  ),
  refund.data(
    "blocked-refund-event-without-the-marketplace",
    "connect-events/refund-blocked-marketplace-balance",
    "Of a vendor with nothing the event of a blocked refund does not tell what the marketplace has.",
    {
      marketplace_balance: ({ marketplaceBalance, sellerAvailable }) =>
        sellerAvailable === 0 ? undefined : marketplaceBalance,
    },
    true,
  ),
  reversal.data(
    "blocked-reversal-event-with-empty-vendor-available",
    "connect-events/reversal-blocked-seller-available",
    "Of a vendor with nothing the event of a blocked reversal tells null.",
    { seller_available: ({ sellerAvailable }) => (sellerAvailable === 0 ? null : sellerAvailable) },
    true,
  ),
  reversal.subtle(
    "third-blocked-reversal-with-the-balance",
    "connect-events/reversal-blocked-has-no-marketplace-balance",
    "From the second on, the event of a blocked reversal tells the marketplace's balance.",
    ({ data }) => {
      const seen = new Set<string>();
      return {
        data: {
          ...data,
          marketplace_balance: ({ allocation: { id } }) => {
            if (seen.has(id)) return 0;
            seen.add(id);
            return undefined;
          },
        },
      };
    },
  ),
];
