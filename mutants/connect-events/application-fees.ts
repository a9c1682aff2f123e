import { type Charge, charges } from "../../emulator/areas/connect/records.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting } from "../connect/parts.ts";
import { transacting } from "../connect/races.ts";
import { named } from "../named.ts";
import { firsts } from "../shared/firsts.ts";
import {
  alsoEmitting,
  connectEvent,
  connectEventData,
  draft,
  forFirstVendor,
  firstOfMarketplace,
} from "./parts.ts";

/** The charge that a decision creates. */
const chargeIn = ({ writes = [] }: Decision): Charge | undefined => {
  const write = writes.find((one) => one.do === "put" && one.table.name === charges.name);
  return write?.do === "put" ? (write.record as Charge) : undefined;
};

export const mutants = named({
  "commission-told-to-nobody": {
    violates: ["connect-events/capture-emits-application-fee-created"],
    summary: "No commission is reported.",
    replace: connectEvent("commissionCreated", () => ({ when: () => false })),
  },
  "commission-of-second-vendor-not-emitted": {
    violates: ["connect-events/capture-emits-application-fee-created"],
    summary: "Commissions are reported for the first vendor of a marketplace only.",
    replace: connectEvent("commissionCreated", forFirstVendor),
  },
  "second-commission-not-emitted": {
    violates: ["connect-events/capture-emits-application-fee-created"],
    summary: "Only the first commission of a vendor is reported.",
    replace: connectEvent("commissionCreated", ({ when }) => {
      const first = firsts();
      return { when: (facts) => when(facts) && first(facts.vendor.id) };
    }),
  },
  "commission-refunded-of-the-first-charge": {
    violates: ["connect-events/application-fee-refunded-names-the-commission"],
    summary: "Every refund of a vendor names the commission of its first refunded charge.",
    replace: connectEvent("commissionRefunded", ({ data }) => {
      const known = new Map<string, unknown>();
      return {
        data: {
          ...data,
          application_fee: (facts) => {
            const { id } = facts.vendor;
            if (!known.has(id)) known.set(id, data["application_fee"]?.(facts));
            return known.get(id);
          },
        },
      };
    }),
  },
  "commission-refunded-over-all-charges": {
    violates: ["connect-events/application-fee-refunded-accumulates"],
    summary: "The cumulative amount of a clawback adds up the refunds of all charges of a vendor.",
    replace: connectEvent("commissionRefunded", ({ data }) => {
      const sums = new Map<string, number>();
      return {
        data: {
          ...data,
          refunded_amount: (facts) => {
            const { id } = facts.vendor;
            sums.set(id, (sums.get(id) ?? 0) + Number(data["amount"]?.(facts)));
            return sums.get(id);
          },
        },
      };
    }),
  },
  "commission-told-twice": {
    violates: ["connect-events/capture-emits-application-fee-created"],
    summary: "A commission is reported by two events.",
    replace: acting("charges.capture", (decision) => ({
      ...decision,
      events: [...(decision.events ?? []), ...(decision.events ?? [])],
    })),
  },
  "commission-of-the-marketplace": {
    violates: ["connect-events/application-fee-created-names-the-vendor"],
    summary: "The event of a commission names the marketplace as its account.",
    replace: connectEvent("commissionCreated", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "commission-mixes-accounts": {
    violates: ["connect-events/application-fee-created-names-both-accounts"],
    summary: "The event of a commission names the vendor as the controller.",
    replace: connectEventData("commissionCreated", { controllerAccountId: ({ vendor }) => vendor.id }),
  },
  "commission-names-the-first-connected": {
    violates: ["connect-events/application-fee-created-names-both-accounts"],
    summary:
      "The events of commissions name the first vendor of a marketplace that paid one as the connected account.",
    replace: connectEvent("commissionCreated", ({ data }) => {
      const first = firstOfMarketplace();
      return { data: { ...data, connectedAccountId: ({ vendor }) => first(vendor) } };
    }),
  },
  "no-commission-told": {
    violates: ["connect-events/zero-commission-emits-nothing"],
    summary: "A charge without commission is reported as one with a commission of zero.",
    replace: connectEvent("commissionCreated", () => ({ when: () => true })),
  },
  "clawback-told-to-nobody": {
    violates: ["connect-events/clawback-emits-application-fee-refunded"],
    summary: "No clawback is reported.",
    replace: connectEvent("commissionRefunded", () => ({ when: () => false })),
  },
  "clawback-of-the-marketplace": {
    violates: ["connect-events/application-fee-refunded-names-the-vendor"],
    summary: "The event of a clawback names the marketplace as its account.",
    replace: connectEvent("commissionRefunded", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "clawback-names-the-charge": {
    violates: ["connect-events/application-fee-refunded-names-the-commission"],
    summary: "The event of a clawback names the charge as the commission.",
    replace: connectEventData("commissionRefunded", { application_fee: ({ charge }) => charge.id }),
  },
  "clawback-total-is-the-part": {
    violates: ["connect-events/application-fee-refunded-accumulates"],
    summary: "The cumulative amount of a clawback is that of its own refund.",
    replace: connectEventData("commissionRefunded", { refunded_amount: ({ amount }) => amount }),
  },
  "clawback-total-stops-at-the-third": {
    violates: ["connect-events/application-fee-refunded-accumulates"],
    summary: "The cumulative amount of the last clawback is one franc too low.",
    replace: connectEventData("commissionRefunded", {
      refunded_amount: ({ charge }) =>
        charge.clawed === charge.commission ? charge.clawed - 1 : charge.clawed,
    }),
  },
  "no-clawback-told": {
    violates: ["connect-events/zero-clawback-emits-nothing"],
    summary: "A refund without a clawback is reported with a clawback of zero.",
    replace: connectEvent("commissionRefunded", () => ({ when: () => true })),
  },
  "commission-event-in-another-currency": {
    violates: ["connect-events/application-fee-created-currency-of-the-charge"],
    summary: "The event of a commission reports the currency XOF.",
    replace: connectEventData("commissionCreated", { currency: () => "xof" }),
  },
  "commission-event-refunded-at-once": {
    violates: ["connect-events/application-fee-created-starts-unrefunded"],
    summary: "The event of a commission reports the full commission as refunded.",
    replace: connectEventData("commissionCreated", { refundedAmount: ({ charge }) => charge.commission }),
  },
  "clawback-event-in-another-currency": {
    violates: ["connect-events/application-fee-refunded-currency-of-the-charge"],
    summary: "The event of a clawback reports the currency XOF.",
    replace: connectEventData("commissionRefunded", { currency: () => "xof" }),
  },
  "commission-event-in-hundredths": {
    violates: ["connect-events/application-fee-created-within-the-charge"],
    summary: "The event of a commission counts in hundredths of a franc.",
    replace: connectEventData("commissionCreated", { amount: ({ charge }) => charge.commission * 100 }),
  },
  "clawback-events-in-hundredths": {
    violates: ["connect-events/application-fee-refunded-within-the-commission"],
    summary: "The events of clawbacks count in hundredths of a franc.",
    replace: connectEventData("commissionRefunded", {
      amount: ({ amount }) => amount * 100,
      refunded_amount: ({ charge }) => charge.clawed * 100,
    }),
  },
  "application-fee-created-before-the-capture": {
    violates: ["connect-events/uncaptured-charge-emits-no-application-fee"],
    summary: "A commission is reported when its charge is created.",
    replace: transacting(["createPaymentIntent"], (decide, commit) => {
      const decision = decide();
      const charge = chargeIn(decision);
      const emitting =
        charge === undefined
          ? decision
          : alsoEmitting(decision, [
              draft(
                "connect.application_fee.created",
                {
                  id: charge.vendor,
                  accountId: charge.accountId,
                  mode: charge.mode,
                },
                {
                  chargeId: charge.id,
                  intentId: charge.intentId,
                  amount: charge.commission,
                },
              ),
            ]);
      commit(emitting);
      return emitting;
    }),
  },
  "application-fee-created-swaps-the-accounts": {
    violates: ["connect-events/application-fee-created-names-both-accounts"],
    summary: "The event of a commission swaps vendor and controller.",
    replace: connectEventData("commissionCreated", {
      controllerAccountId: ({ vendor }) => vendor.id,
      connectedAccountId: ({ vendor }) => vendor.accountId,
    }),
  },
  "clawback-of-the-rest-untold": {
    violates: ["connect-events/clawback-emits-application-fee-refunded"],
    summary: "The refund that completes a charge does not report the clawed-back amount.",
    replace: connectEvent("commissionRefunded", ({ when }) => ({
      when: (facts) => when(facts) && facts.charge.refunded < facts.charge.amount,
    })),
  },
  "later-clawback-names-the-marketplace": {
    violates: ["connect-events/application-fee-refunded-names-the-vendor"],
    summary: "The event of a later clawback names the marketplace.",
    replace: connectEvent("commissionRefunded", ({ account }) => ({
      account: (facts) => (facts.charge.clawed === facts.amount ? account(facts) : facts.vendor.accountId),
    })),
  },
});
