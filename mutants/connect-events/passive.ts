import { named } from "../named.ts";
import { connectEventData, connectEvent } from "./parts.ts";

/** Whether a reversal takes the whole remainder. */
const isLast = (one: { reversedTotal: number; amount: number }): boolean => one.reversedTotal > one.amount;

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "allocation-event-fee-as-text-when-large": {
    violates: ["connect-events/transfer-created-fee"],
    summary: "The event of an allocation above 5,020 reports its fee as a string.",
    replace: connectEventData("transferCreated", {
      fee: ({ allocation: { amount, fee } }) => (amount > 5_020 ? String(fee) : fee),
    }),
  },
  "allocation-event-destination-absent-of-second": {
    violates: ["connect-events/transfer-created-destination-wallet-id"],
    summary: "The events of a vendor's later allocations lack the credited wallet.",
    replace: connectEventData("transferCreated", {
      destinationWalletId: ({ destination, allocation }) =>
        allocation.reference === null ? destination.id : undefined,
    }),
  },
  "allocation-event-updated-never": {
    violates: ["connect-events/transfer-created-updated-at"],
    summary: "The event of an allocation with a key lacks the time of its update.",
    replace: connectEventData("transferCreated", {
      updatedAt: ({ allocation }) =>
        allocation.reference === null ? new Date(allocation.createdAt).toISOString() : undefined,
    }),
  },
  "second-reversal-event-amount-as-text": {
    violates: ["connect-events/transfer-reversed-amount"],
    summary: "The event of a second reversal reports its amount as a string.",
    replace: connectEventData("transferReversed", {
      amount: ({ reversal: one }) => (isLast(one) ? String(one.amount) : one.amount),
    }),
  },
  "second-reversal-event-id-of-the-allocation": {
    violates: ["connect-events/transfer-reversed-id-prefix"],
    summary: "The event of a second reversal has the prefix of allocations in its id.",
    replace: connectEventData("transferReversed", {
      id: ({ reversal: one }) => (isLast(one) ? one.id.replace("ctrr_", "ctr_") : one.id),
    }),
  },
  "second-reversal-event-without-allocation": {
    violates: ["connect-events/transfer-reversed-connect-transfer-id"],
    summary: "The event of a second reversal does not name its allocation.",
    replace: connectEventData("transferReversed", {
      connectTransferId: ({ reversal: one }) => (isLast(one) ? null : one.allocation),
    }),
  },
  "second-reversal-event-created-in-a-list": {
    violates: ["connect-events/transfer-reversed-created-at"],
    summary: "The creation time in the event of a second reversal is in an array.",
    replace: connectEventData("transferReversed", {
      createdAt: ({ reversal: one }) => {
        const created = new Date(one.createdAt).toISOString();
        return isLast(one) ? [created] : created;
      },
    }),
  },
  "commission-event-payer-in-uppercase-of-platforms": {
    violates: ["connect-events/application-fee-created-fee-payer-documented"],
    summary: "The event of a commission of 500 and more reports the payer in uppercase.",
    replace: connectEventData("commissionCreated", {
      feePayer: ({ charge: { feePayer, commission: taken } }) =>
        taken >= 500 ? feePayer.toUpperCase() : feePayer,
    }),
  },
  "commission-event-amount-in-cents": {
    violates: ["connect-events/application-fee-created-amount"],
    summary: "The event of a commission of 1,000 and more reports its amount as a text with decimals.",
    replace: connectEventData("commissionCreated", {
      amount: ({ charge: { commission: taken } }) => (taken >= 1_000 ? `${String(taken)}.00` : taken),
    }),
  },
  "second-clawback-event-without-total": {
    violates: ["connect-events/application-fee-refunded-refunded-amount"],
    summary: "From the second refund on, the event of a clawback lacks the total.",
    replace: connectEventData("commissionRefunded", {
      refunded_amount: ({ charge, amount }) => (charge.clawed > amount ? undefined : charge.clawed),
    }),
  },
  "last-clawback-event-names-no-fee": {
    violates: ["connect-events/application-fee-refunded-application-fee-prefix"],
    summary: "The event that ends a commission names the charge instead.",
    replace: connectEventData("commissionRefunded", {
      application_fee: ({ charge }) => (charge.clawed === charge.commission ? charge.id : charge.feeId),
    }),
  },
  "maturity-event-of-odd-credits-without-source": {
    violates: ["connect-events/funds-available-source-transaction"],
    summary: "The event of a maturity of an odd amount lacks its source.",
    replace: connectEventData("fundsAvailable", {
      source_transaction: ({ transaction, amount }) => (amount % 2 === 1 ? undefined : transaction.id),
    }),
  },
  "maturity-event-of-odd-credits-by-text": {
    violates: ["connect-events/funds-available-amount"],
    summary: "The event of a maturity of an odd amount reports it as a string.",
    replace: connectEventData("fundsAvailable", {
      amount: ({ amount }) => (amount % 2 === 1 ? String(amount) : amount),
    }),
  },
  "blocked-refund-event-with-empty-vendor-available": {
    violates: ["connect-events/refund-blocked-seller-available"],
    summary: "The event of a blocked refund lacks the vendor's funds when there are none.",
    replace: connectEventData("refundBlocked", {
      seller_available: ({ sellerAvailable }) => (sellerAvailable === 0 ? undefined : sellerAvailable),
    }),
  },
  "blocked-refund-event-without-the-marketplace": {
    violates: ["connect-events/refund-blocked-marketplace-balance"],
    summary: "The event of a blocked refund lacks the marketplace's balance when the vendor has no funds.",
    replace: connectEventData("refundBlocked", {
      marketplace_balance: ({ marketplaceBalance, sellerAvailable }) =>
        sellerAvailable === 0 ? undefined : marketplaceBalance,
    }),
  },
  "blocked-reversal-event-with-empty-vendor-available": {
    violates: ["connect-events/reversal-blocked-seller-available"],
    summary: "The event of a blocked reversal reports null when the vendor has no funds.",
    replace: connectEventData("reversalBlocked", {
      seller_available: ({ sellerAvailable }) => (sellerAvailable === 0 ? null : sellerAvailable),
    }),
  },
  "third-blocked-reversal-with-the-balance": {
    violates: ["connect-events/reversal-blocked-has-no-marketplace-balance"],
    summary: "From the second on, the event of a blocked reversal reports the marketplace's balance.",
    replace: connectEvent("reversalBlocked", ({ data }) => {
      const observed = new Set<string>();
      return {
        data: {
          ...data,
          marketplace_balance: ({ allocation: { id } }) => {
            if (observed.has(id)) return 0;
            observed.add(id);
            return undefined;
          },
        },
      };
    }),
  },
});
