import { charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { connecting, refusing } from "../connect/parts.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { eventDataMutant, eventMutant, firsts } from "./mutant.ts";
import { alsoEmitting, draft, emittingForRefusedReversals } from "./parts.ts";

/** A predicate that is true for the first occurrence of each value. */
const news = (): ((id: string) => boolean) => {
  const observed = new Set<string>();
  return (id) => !observed.has(id) && observed.add(id).size > 0;
};

/** Mutants of the rules that `suites/connect-events/blocked.ts` judges. */
export const connectEventsBlockedMutants: readonly Mutant[] = [
  eventMutant(
    {
      id: "blocked-reversal-told-to-nobody",
      violates: "connect-events/refused-reversal-emits-reversal-blocked",
      summary: "No reversal that lacks funds is reported.",
    },
    "reversalBlocked",
    () => ({ when: () => false }),
  ),
  eventMutant(
    {
      id: "blocked-reversal-told-once",
      violates: "connect-events/three-refused-reversals-three-events",
      summary: "An allocation whose reversal lacks funds is reported once.",
      subtle: true,
    },
    "reversalBlocked",
    () => {
      const isNew = news();
      return { when: ({ allocation }) => isNew(allocation.id) };
    },
  ),
  eventMutant(
    {
      id: "blocked-reversal-of-the-marketplace",
      violates: "connect-events/reversal-blocked-names-the-vendor",
      summary: "The event of a reversal that lacks funds names the marketplace as its account.",
    },
    "reversalBlocked",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  eventDataMutant(
    {
      id: "blocked-reversal-names-the-vendor-as-allocation",
      violates: "connect-events/reversal-blocked-names-the-allocation",
      summary: "The event of a reversal that lacks funds names the vendor as the allocation.",
    },
    "reversalBlocked",
    { allocation: ({ vendor }) => vendor.id },
  ),
  eventDataMutant(
    {
      id: "blocked-reversal-hides-the-shortfall",
      violates: "connect-events/reversal-blocked-amounts",
      summary: "The event of a reversal that lacks funds reports no shortfall.",
    },
    "reversalBlocked",
    { shortfall: () => 0 },
  ),
  eventDataMutant(
    {
      id: "blocked-reversal-requires-the-allocation",
      violates: "connect-events/reversal-blocked-amounts",
      summary: "The event of a reversal that lacks funds reports the whole allocation as required.",
      subtle: true,
    },
    "reversalBlocked",
    { required: ({ allocation }) => allocation.amount },
  ),
  eventDataMutant(
    {
      id: "blocked-reversal-requires-the-shortfall",
      violates: "connect-events/reversal-blocked-amounts",
      summary: "The event of a reversal that lacks funds reports the shortfall as required.",
      subtle: true,
    },
    "reversalBlocked",
    { required: ({ shortfall }) => shortfall },
  ),
  mutant(
    {
      id: "blocked-reversal-told-as-done",
      violates: "connect-events/refused-reversal-emits-no-transfer-reversed",
      summary: "A reversal that lacks funds is reported as done.",
    },
    (parts) =>
      emittingForRefusedReversals(parts, "funds", "connect.transfer.reversed", (allocation) => ({
        id: "ctrr_blocked",
        connectTransferId: allocation.id,
      })),
  ),
  eventMutant(
    {
      id: "blocked-refund-told-to-nobody",
      violates: "connect-events/refused-refund-emits-refund-blocked",
      summary: "No refund that lacks funds is reported.",
    },
    "refundBlocked",
    () => ({ when: () => false }),
  ),
  eventMutant(
    {
      id: "blocked-refund-told-once",
      violates: "connect-events/three-refused-refunds-three-events",
      summary: "A charge whose refund lacks funds is reported once.",
      subtle: true,
    },
    "refundBlocked",
    () => {
      const isNew = news();
      return { when: ({ charge }) => isNew(charge.id) };
    },
  ),
  eventMutant(
    {
      id: "blocked-refund-of-the-marketplace",
      violates: "connect-events/refund-blocked-names-the-vendor",
      summary: "The event of a refund that lacks funds names the marketplace as its account.",
    },
    "refundBlocked",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  eventDataMutant(
    {
      id: "blocked-refund-asks-for-nothing",
      violates: "connect-events/refund-blocked-asked-amount",
      summary: "The event of a refund that lacks funds reports nothing as the refund.",
    },
    "refundBlocked",
    { refund_amount: () => 0 },
  ),
  eventDataMutant(
    {
      id: "blocked-refund-asks-for-the-charge",
      violates: "connect-events/refund-blocked-asked-amount",
      summary: "The event of a refund that lacks funds reports the whole charge as the refund.",
      subtle: true,
    },
    "refundBlocked",
    { refund_amount: ({ charge }) => charge.amount },
  ),
  eventDataMutant(
    {
      id: "blocked-refund-hides-the-shortfall",
      violates: "connect-events/refund-blocked-amounts",
      summary: "The event of a refund that lacks funds reports no shortfall.",
    },
    "refundBlocked",
    { shortfall: () => 0 },
  ),
  eventDataMutant(
    {
      id: "blocked-refund-tells-the-joint-balance",
      violates: "connect-events/refund-blocked-amounts",
      summary:
        "The event of a refund that lacks funds reports a franc more of the marketplace than the refusal.",
    },
    "refundBlocked",
    { marketplace_balance: ({ marketplaceBalance }) => marketplaceBalance + 1 },
  ),
  eventDataMutant(
    {
      id: "blocked-reversal-in-another-currency",
      violates: "connect-events/reversal-blocked-agrees-on-currency",
      summary: "The event of a reversal that lacks funds reports another currency than the refusal.",
    },
    "reversalBlocked",
    { currency: () => "xof" },
  ),
  eventDataMutant(
    {
      id: "blocked-refund-in-another-currency",
      violates: "connect-events/refund-blocked-agrees-on-currency",
      summary: "The event of a refund that lacks funds reports another currency than the refusal.",
    },
    "refundBlocked",
    { currency: () => "xof" },
  ),
  mutant(
    {
      id: "clawback-of-a-refused-refund-told",
      violates: "connect-events/refused-refund-emits-no-application-fee-refunded",
      summary: "A refund that lacks funds is reported as a clawback.",
    },
    (parts) =>
      connecting(parts, ({ refunds }) => ({
        refunds: {
          ...refunds,
          ...refusing(refunds, "funds", (refusal, { state, command }) => {
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
      })),
  ),
  eventMutant(
    {
      id: "refund-blocked-told-as-a-reversal",
      violates: "connect-events/refused-refund-emits-refund-blocked",
      summary: "A refund that cannot be paid is reported as a blocked reversal.",
    },
    "refundBlocked",
    () => ({ type: "connect.reversal.blocked_insufficient_funds" }),
  ),
  eventMutant(
    {
      id: "refund-blocked-told-once",
      violates: "connect-events/three-refused-refunds-three-events",
      summary: "Only the first blocked refund of a charge is reported.",
      subtle: true,
    },
    "refundBlocked",
    () => {
      const first = firsts();
      return { when: ({ charge }) => first(charge.id) };
    },
  ),
  eventMutant(
    {
      id: "refund-blocked-tells-the-charge",
      violates: "connect-events/refund-blocked-asked-amount",
      summary: "The event of a blocked partial refund reports the whole charge.",
      subtle: true,
    },
    "refundBlocked",
    ({ data }) => ({
      data: { ...data, refund_amount: ({ charge }) => charge.amount },
    }),
  ),
  eventMutant(
    {
      id: "refund-blocked-requires-the-charge",
      violates: "connect-events/refund-blocked-amounts",
      summary: "The event of a blocked partial refund reports the whole charge as required.",
      subtle: true,
    },
    "refundBlocked",
    ({ data }) => ({
      data: { ...data, required: ({ charge }) => charge.amount },
    }),
  ),
];
