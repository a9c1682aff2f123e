import { charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { acting, connecting, refusing } from "../connect/parts.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { eventDataMutant, eventMutant } from "./mutant.ts";
import { alsoTelling, draft } from "./parts.ts";

/** The events of commissions, wrongly (§6.2). */
export const chargeEventMutants: readonly Mutant[] = [
  eventMutant(
    {
      id: "commission-told-to-nobody",
      violates: "connect-events/capture-emits-application-fee-created",
      summary: "No commission is reported.",
    },
    "commissionCreated",
    () => ({ when: () => false }),
  ),
  mutant(
    {
      id: "commission-told-twice",
      violates: "connect-events/capture-emits-application-fee-created",
      summary: "A commission is reported by two events.",
      subtle: true,
    },
    (parts) =>
      connecting(parts, ({ charges: usual }) => ({
        charges: {
          ...usual,
          capture: {
            ...usual.capture,
            ...acting(usual.capture, (decision) => ({
              ...decision,
              events: [...(decision.events ?? []), ...(decision.events ?? [])],
            })),
          },
        },
      })),
  ),
  eventMutant(
    {
      id: "commission-of-the-marketplace",
      violates: "connect-events/application-fee-created-names-the-vendor",
      summary: "The event of a commission is about the marketplace.",
    },
    "commissionCreated",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  eventDataMutant(
    {
      id: "commission-mixes-accounts",
      violates: "connect-events/application-fee-created-names-both-accounts",
      summary: "The event of a commission takes the vendor for the controller.",
    },
    "commissionCreated",
    { controllerAccountId: ({ vendor }) => vendor.id },
  ),
  eventMutant(
    {
      id: "no-commission-told",
      violates: "connect-events/zero-commission-emits-nothing",
      summary: "A charge without commission is reported as one with a commission of zero.",
    },
    "commissionCreated",
    () => ({ when: () => true }),
  ),
  eventMutant(
    {
      id: "clawback-told-to-nobody",
      violates: "connect-events/clawback-emits-application-fee-refunded",
      summary: "No clawback is reported.",
    },
    "commissionRefunded",
    () => ({ when: () => false }),
  ),
  eventMutant(
    {
      id: "clawback-of-the-rest-told-to-nobody",
      violates: "connect-events/clawback-emits-application-fee-refunded",
      summary: "The clawback that ends a commission is not reported.",
      subtle: true,
    },
    "commissionRefunded",
    () => ({
      when: ({ charge, amount }) => amount > 0 && charge.clawed < charge.commission,
    }),
  ),
  eventMutant(
    {
      id: "clawback-of-the-marketplace",
      violates: "connect-events/application-fee-refunded-names-the-vendor",
      summary: "The event of a clawback is about the marketplace.",
    },
    "commissionRefunded",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  eventDataMutant(
    {
      id: "clawback-names-the-charge",
      violates: "connect-events/application-fee-refunded-names-the-commission",
      summary: "The event of a clawback names the charge as the commission.",
    },
    "commissionRefunded",
    { application_fee: ({ charge }) => charge.id },
  ),
  eventDataMutant(
    {
      id: "clawback-total-is-the-part",
      violates: "connect-events/application-fee-refunded-accumulates",
      summary: "The cumulative amount of a clawback is that of its own refund.",
    },
    "commissionRefunded",
    { refunded_amount: ({ amount }) => amount },
  ),
  eventDataMutant(
    {
      id: "clawback-total-stops-at-the-third",
      violates: "connect-events/application-fee-refunded-accumulates",
      summary: "The cumulative amount of the last clawback lacks a franc.",
      subtle: true,
    },
    "commissionRefunded",
    {
      refunded_amount: ({ charge }) =>
        charge.clawed === charge.commission ? charge.clawed - 1 : charge.clawed,
    },
  ),
  eventMutant(
    {
      id: "no-clawback-told",
      violates: "connect-events/zero-clawback-emits-nothing",
      summary: "A refund that claws nothing back is reported as one that claws back zero.",
    },
    "commissionRefunded",
    () => ({ when: () => true }),
  ),
  eventDataMutant(
    {
      id: "commission-event-in-another-currency",
      violates: "connect-events/application-fee-created-currency-of-the-charge",
      summary: "The event of a commission reports the other CFA franc.",
    },
    "commissionCreated",
    { currency: () => "xof" },
  ),
  eventDataMutant(
    {
      id: "commission-event-refunded-at-once",
      violates: "connect-events/application-fee-created-starts-unrefunded",
      summary: "The event of a commission reports all of it as refunded.",
    },
    "commissionCreated",
    { refundedAmount: ({ charge }) => charge.commission },
  ),
  eventDataMutant(
    {
      id: "clawback-event-in-another-currency",
      violates: "connect-events/application-fee-refunded-currency-of-the-charge",
      summary: "The event of a clawback reports the other CFA franc.",
    },
    "commissionRefunded",
    { currency: () => "xof" },
  ),
  eventDataMutant(
    {
      id: "commission-event-in-hundredths",
      violates: "connect-events/application-fee-created-within-the-charge",
      summary: "The event of a commission counts in hundredths of a franc.",
    },
    "commissionCreated",
    { amount: ({ charge }) => charge.commission * 100 },
  ),
  eventDataMutant(
    {
      id: "clawback-events-in-hundredths",
      violates: "connect-events/application-fee-refunded-within-the-commission",
      summary: "The events of clawbacks count in hundredths of a franc.",
    },
    "commissionRefunded",
    { amount: ({ amount }) => amount * 100, refunded_amount: ({ charge }) => charge.clawed * 100 },
  ),
  mutant(
    {
      id: "clawback-of-a-refused-refund-told",
      violates: "connect-events/refused-refund-emits-no-application-fee-refunded",
      summary: "A refund that lacks funds is reported to claw the commission back.",
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
            const told = draft("connect.application_fee.refunded", vendor, {
              application_fee: feeId,
              refund: "re_refused",
              amount: commission,
              refunded_amount: commission,
              currency,
            });
            return alsoTelling(refusal, [told]);
          }),
        },
      })),
  ),
];
