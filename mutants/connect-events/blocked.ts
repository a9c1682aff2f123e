import { charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { refusing } from "../connect/parts.ts";
import { named } from "../named.ts";
import { alsoEmitting, connectEvent, connectEventData, draft, emittingForRefusedReversals } from "./parts.ts";
import { firsts } from "../shared/firsts.ts";

export const mutants = named({
  "blocked-reversal-told-to-nobody": {
    violates: ["connect-events/refused-reversal-emits-reversal-blocked"],
    summary: "No reversal that lacks funds is reported.",
    replace: connectEvent("reversalBlocked", () => ({ when: () => false })),
  },
  "blocked-reversal-told-once": {
    violates: ["connect-events/three-refused-reversals-three-events"],
    summary: "An allocation whose reversal lacks funds is reported once.",
    replace: connectEvent("reversalBlocked", () => {
      const first = firsts();
      return { when: ({ allocation }) => first(allocation.id) };
    }),
  },
  "blocked-reversal-of-the-marketplace": {
    violates: ["connect-events/reversal-blocked-names-the-vendor"],
    summary: "The event of a reversal that lacks funds names the marketplace as its account.",
    replace: connectEvent("reversalBlocked", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "blocked-reversal-names-the-vendor-as-allocation": {
    violates: ["connect-events/reversal-blocked-names-the-allocation"],
    summary: "The event of a reversal that lacks funds names the vendor as the allocation.",
    replace: connectEventData("reversalBlocked", { allocation: ({ vendor }) => vendor.id }),
  },
  "blocked-reversal-hides-the-shortfall": {
    violates: ["connect-events/reversal-blocked-amounts"],
    summary: "The event of a reversal that lacks funds reports no shortfall.",
    replace: connectEventData("reversalBlocked", { shortfall: () => 0 }),
  },
  "blocked-reversal-requires-the-allocation": {
    violates: ["connect-events/reversal-blocked-amounts"],
    summary: "The event of a reversal that lacks funds reports the whole allocation as required.",
    replace: connectEventData("reversalBlocked", { required: ({ allocation }) => allocation.amount }),
  },
  "blocked-reversal-requires-the-shortfall": {
    violates: ["connect-events/reversal-blocked-amounts"],
    summary: "The event of a reversal that lacks funds reports the shortfall as required.",
    replace: connectEventData("reversalBlocked", { required: ({ shortfall }) => shortfall }),
  },
  "blocked-reversal-told-as-done": {
    violates: ["connect-events/refused-reversal-emits-no-transfer-reversed"],
    summary: "A reversal that lacks funds is reported as successful.",
    replace: emittingForRefusedReversals("funds", "connect.transfer.reversed", (allocation) => ({
      id: "ctrr_blocked",
      connectTransferId: allocation.id,
    })),
  },
  "blocked-refund-told-to-nobody": {
    violates: ["connect-events/refused-refund-emits-refund-blocked"],
    summary: "No refund that lacks funds is reported.",
    replace: connectEvent("refundBlocked", () => ({ when: () => false })),
  },
  "blocked-refund-of-the-marketplace": {
    violates: ["connect-events/refund-blocked-names-the-vendor"],
    summary: "The event of a refund that lacks funds names the marketplace as its account.",
    replace: connectEvent("refundBlocked", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "blocked-refund-asks-for-nothing": {
    violates: ["connect-events/refund-blocked-asked-amount"],
    summary: "The event of a refund that lacks funds reports nothing as the refund.",
    replace: connectEventData("refundBlocked", { refund_amount: () => 0 }),
  },
  "blocked-refund-asks-for-the-charge": {
    violates: ["connect-events/refund-blocked-asked-amount"],
    summary: "The event of a refund that lacks funds reports the whole charge as the refund.",
    replace: connectEventData("refundBlocked", { refund_amount: ({ charge }) => charge.amount }),
  },
  "blocked-refund-hides-the-shortfall": {
    violates: ["connect-events/refund-blocked-amounts"],
    summary: "The event of a refund that lacks funds reports no shortfall.",
    replace: connectEventData("refundBlocked", { shortfall: () => 0 }),
  },
  "blocked-refund-tells-the-joint-balance": {
    violates: ["connect-events/refund-blocked-amounts"],
    summary:
      "The event of a refund that lacks funds reports a franc more of the marketplace than the refusal.",
    replace: connectEventData("refundBlocked", {
      marketplace_balance: ({ marketplaceBalance }) => marketplaceBalance + 1,
    }),
  },
  "blocked-reversal-in-another-currency": {
    violates: ["connect-events/reversal-blocked-agrees-on-currency"],
    summary: "The event of a reversal that lacks funds reports another currency than the refusal.",
    replace: connectEventData("reversalBlocked", { currency: () => "xof" }),
  },
  "blocked-refund-in-another-currency": {
    violates: ["connect-events/refund-blocked-agrees-on-currency"],
    summary: "The event of a refund that lacks funds reports another currency than the refusal.",
    replace: connectEventData("refundBlocked", { currency: () => "xof" }),
  },
  "clawback-of-a-refused-refund-told": {
    violates: ["connect-events/refused-refund-emits-no-application-fee-refunded"],
    summary: "A refund that lacks funds is reported as a clawback.",
    replace: refusing("refunds", "funds", (refusal, { state, command }) => {
      const [charge] = state.find(charges, "intent", command.params["id"] ?? "");
      const vendor = charge === undefined ? undefined : state.get(vendors, charge.vendor);
      if (charge === undefined || vendor === undefined) return refusal;
      const { commission, currency, feeId } = charge;
      const extra = draft("connect.application_fee.refunded", vendor, {
        application_fee: feeId,
        refund: "re_refused",
        amount: commission,
        refunded_amount: commission,
        currency,
      });
      return alsoEmitting(refusal, [extra]);
    }),
  },
  "refund-blocked-told-as-a-reversal": {
    violates: ["connect-events/refused-refund-emits-refund-blocked"],
    summary: "A refund that cannot be paid is reported as a blocked reversal.",
    replace: connectEvent("refundBlocked", () => ({ type: "connect.reversal.blocked_insufficient_funds" })),
  },
  "refund-blocked-told-once": {
    violates: ["connect-events/three-refused-refunds-three-events"],
    summary: "Only the first blocked refund of a charge is reported.",
    replace: connectEvent("refundBlocked", () => {
      const first = firsts();
      return { when: ({ charge }) => first(charge.id) };
    }),
  },
  "refund-blocked-requires-the-charge": {
    violates: ["connect-events/refund-blocked-amounts"],
    summary: "The event of a blocked partial refund reports the whole charge as required.",
    replace: connectEventData("refundBlocked", { required: ({ charge }) => charge.amount }),
  },
});
