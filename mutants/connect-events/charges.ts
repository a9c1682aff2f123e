import { charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { acting, connecting, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { alsoTelling, draft, liesAboutEvent } from "./parts.ts";

const created = liesAboutEvent("commissionCreated");
const refunded = liesAboutEvent("commissionRefunded");

/** The events of commissions, wrongly (§6.2). */
export const chargeEventMutants: readonly Mutant[] = [
  created.plain(
    "commission-told-to-nobody",
    "connect-events/capture-emits-application-fee-created",
    "No commission is told.",
    () => ({ when: () => false }),
  ),
  mutant(
    {
      id: "commission-told-twice",
      violates: "connect-events/capture-emits-application-fee-created",
      summary: "A commission is told by two events.",
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
  created.plain(
    "commission-of-the-marketplace",
    "connect-events/application-fee-created-names-the-vendor",
    "The event of a commission is about the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  created.data(
    "commission-mixes-accounts",
    "connect-events/application-fee-created-names-both-accounts",
    "The event of a commission takes the vendor for the controller.",
    { controllerAccountId: ({ vendor }) => vendor.id },
  ),
  created.plain(
    "no-commission-told",
    "connect-events/zero-commission-emits-nothing",
    "A charge without commission is told as one with a commission of zero.",
    () => ({ when: () => true }),
  ),
  refunded.plain(
    "clawback-told-to-nobody",
    "connect-events/clawback-emits-application-fee-refunded",
    "No clawback is told.",
    () => ({ when: () => false }),
  ),
  refunded.subtle(
    "clawback-of-the-rest-told-to-nobody",
    "connect-events/clawback-emits-application-fee-refunded",
    "The clawback that ends a commission is not told.",
    () => ({
      when: ({ charge, amount }) => amount > 0 && charge.clawed < charge.commission,
    }),
  ),
  refunded.plain(
    "clawback-of-the-marketplace",
    "connect-events/application-fee-refunded-names-the-vendor",
    "The event of a clawback is about the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  refunded.data(
    "clawback-names-the-charge",
    "connect-events/application-fee-refunded-names-the-commission",
    "The event of a clawback names the charge as the commission.",
    { application_fee: ({ charge }) => charge.id },
  ),
  refunded.data(
    "clawback-total-is-the-part",
    "connect-events/application-fee-refunded-accumulates",
    "The cumulative amount of a clawback is that of its own refund.",
    { refunded_amount: ({ amount }) => amount },
  ),
  refunded.data(
    "clawback-total-stops-at-the-third",
    "connect-events/application-fee-refunded-accumulates",
    "The cumulative amount of the last clawback lacks a franc.",
    {
      refunded_amount: ({ charge }) =>
        charge.clawed === charge.commission ? charge.clawed - 1 : charge.clawed,
    },
    true,
  ),
  refunded.plain(
    "no-clawback-told",
    "connect-events/zero-clawback-emits-nothing",
    "A refund that claws nothing back is told as one that claws back zero.",
    () => ({ when: () => true }),
  ),
  created.data(
    "commission-event-in-another-currency",
    "connect-events/application-fee-created-currency-of-the-charge",
    "The event of a commission tells the other CFA franc.",
    { currency: () => "xof" },
  ),
  created.data(
    "commission-event-refunded-at-once",
    "connect-events/application-fee-created-starts-unrefunded",
    "The event of a commission tells all of it as refunded.",
    { refundedAmount: ({ charge }) => charge.commission },
  ),
  refunded.data(
    "clawback-event-in-another-currency",
    "connect-events/application-fee-refunded-currency-of-the-charge",
    "The event of a clawback tells the other CFA franc.",
    { currency: () => "xof" },
  ),
  created.data(
    "commission-event-in-hundredths",
    "connect-events/application-fee-created-within-the-charge",
    "The event of a commission counts in hundredths of a franc.",
    { amount: ({ charge }) => charge.commission * 100 },
  ),
  refunded.data(
    "clawback-events-in-hundredths",
    "connect-events/application-fee-refunded-within-the-commission",
    "The events of clawbacks count in hundredths of a franc.",
    { amount: ({ amount }) => amount * 100, refunded_amount: ({ charge }) => charge.clawed * 100 },
  ),
  mutant(
    {
      id: "clawback-of-a-refused-refund-told",
      violates: "connect-events/refused-refund-emits-no-application-fee-refunded",
      summary: "A refund that lacks funds is told to claw the commission back.",
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
