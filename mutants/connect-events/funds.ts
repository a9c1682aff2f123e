import { type Charge, charges } from "../../emulator/areas/connect/records.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { transacting } from "../connect/races.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { eventMutant, firsts } from "./mutant.ts";
import { alsoTelling, draft } from "./parts.ts";

/** The charge that a decision stores for the first time. */
const chargeIn = ({ writes = [] }: Decision): Charge | undefined => {
  const write = writes.find((one) => one.do === "put" && one.table.name === charges.name);
  return write?.do === "put" ? (write.record as Charge) : undefined;
};

/** Commissions that are reported otherwise than documented (§6.2). */
const commissions: readonly Mutant[] = [
  mutant(
    {
      id: "application-fee-created-told-twice",
      violates: "connect-events/capture-emits-application-fee-created",
      summary: "A commission is reported twice, each time as an event of its own.",
    },
    (parts) =>
      transacting(parts, ["captureCharge"], (decide, commit) => {
        const decision = decide();
        const told = alsoTelling(decision, decision.events ?? []);
        commit(told);
        return told;
      }),
  ),
  mutant(
    {
      id: "application-fee-created-before-the-capture",
      violates: "connect-events/uncaptured-charge-emits-no-application-fee",
      summary: "A commission is reported when its charge is created.",
      subtle: true,
    },
    (parts) =>
      transacting(parts, ["createPaymentIntent"], (decide, commit) => {
        const decision = decide();
        const charge = chargeIn(decision);
        const told =
          charge === undefined
            ? decision
            : alsoTelling(decision, [
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
        commit(told);
        return told;
      }),
  ),
  eventMutant(
    {
      id: "application-fee-created-of-nothing",
      violates: "connect-events/zero-commission-emits-nothing",
      summary: "A commission of nothing is reported.",
      subtle: true,
    },
    "commissionCreated",
    () => ({ when: () => true }),
  ),
  eventMutant(
    {
      id: "application-fee-created-names-the-marketplace",
      violates: "connect-events/application-fee-created-names-the-vendor",
      summary: "The event of a commission names the marketplace, which receives it.",
    },
    "commissionCreated",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  eventMutant(
    {
      id: "application-fee-created-swaps-the-accounts",
      violates: "connect-events/application-fee-created-names-both-accounts",
      summary: "The event of a commission swaps vendor and controller.",
    },
    "commissionCreated",
    ({ data }) => ({
      data: {
        ...data,
        controllerAccountId: ({ vendor }) => vendor.id,
        connectedAccountId: ({ vendor }) => vendor.accountId,
      },
    }),
  ),
  eventMutant(
    {
      id: "clawback-of-the-rest-untold",
      violates: "connect-events/clawback-emits-application-fee-refunded",
      summary: "The refund that completes a charge does not say what it claws back.",
      subtle: true,
    },
    "commissionRefunded",
    ({ when }) => ({
      when: (facts) => when(facts) && facts.charge.refunded < facts.charge.amount,
    }),
  ),
  eventMutant(
    {
      id: "clawback-of-nothing-told",
      violates: "connect-events/zero-clawback-emits-nothing",
      summary: "A refund that claws nothing back is reported as one that does.",
      subtle: true,
    },
    "commissionRefunded",
    () => ({ when: () => true }),
  ),
  eventMutant(
    {
      id: "application-fee-refunded-names-the-charge",
      violates: "connect-events/application-fee-refunded-names-the-commission",
      summary: "The event of a clawback names the charge in place of the commission.",
    },
    "commissionRefunded",
    ({ data }) => ({
      data: { ...data, application_fee: ({ charge }) => charge.id },
    }),
  ),
  eventMutant(
    {
      id: "later-clawback-names-the-marketplace",
      violates: "connect-events/application-fee-refunded-names-the-vendor",
      summary: "The event of a later clawback names the marketplace.",
      subtle: true,
    },
    "commissionRefunded",
    ({ account }) => ({
      account: (facts) => (facts.charge.clawed === facts.amount ? account(facts) : facts.vendor.accountId),
    }),
  ),
  eventMutant(
    {
      id: "clawbacks-do-not-accumulate",
      violates: "connect-events/application-fee-refunded-accumulates",
      summary: "The event of a clawback reports its own amount as the total.",
      subtle: true,
    },
    "commissionRefunded",
    ({ data }) => ({
      data: { ...data, refunded_amount: ({ amount }) => amount },
    }),
  ),
];

/** Maturities that are reported otherwise than documented. */
const maturity: readonly Mutant[] = [
  eventMutant(
    {
      id: "funds-available-untold",
      violates: "connect-events/maturity-emits-funds-available",
      summary: "A credit becomes available, and nobody is reported.",
    },
    "fundsAvailable",
    () => ({ when: () => false }),
  ),
  eventMutant(
    {
      id: "funds-available-told-once",
      violates: "connect-events/maturity-emits-funds-available",
      summary: "Only the first credit of a wallet that becomes available is reported.",
      subtle: true,
    },
    "fundsAvailable",
    ({ when }) => {
      const first = firsts();
      return { when: (facts) => when(facts) && first(facts.wallet.id) };
    },
  ),
  eventMutant(
    {
      id: "funds-available-told-of-two-at-most",
      violates: "connect-events/funds-available-covers-all-credits",
      summary: "Of the credits of a wallet that become available together, two are reported.",
      subtle: true,
    },
    "fundsAvailable",
    ({ when }) => {
      const told = new Map<string, number>();
      return {
        when: (facts) => {
          const { wallet, transaction } = facts;
          const move = `${wallet.id} ${Math.floor((transaction.maturedAt ?? 0) / 60_000)}`;
          told.set(move, (told.get(move) ?? 0) + 1);
          return when(facts) && (told.get(move) ?? 0) <= 2;
        },
      };
    },
  ),
  eventMutant(
    {
      id: "funds-available-tells-the-balance",
      violates: "connect-events/funds-available-is-the-credit",
      summary: "The event of a maturity reports all that has become available so far.",
      subtle: true,
    },
    "fundsAvailable",
    ({ data }) => {
      const sums = new Map<string, number>();
      return {
        data: {
          ...data,
          amount: ({ wallet, amount }) => {
            const sum = (sums.get(wallet.id) ?? 0) + amount;
            sums.set(wallet.id, sum);
            return sum;
          },
        },
      };
    },
  ),
  eventMutant(
    {
      id: "funds-available-names-the-marketplace",
      violates: "connect-events/funds-available-names-the-vendor",
      summary: "The event of a maturity names the marketplace.",
    },
    "fundsAvailable",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
];

/** Refunds that nobody can pay, reported otherwise than documented. */
const refunds: readonly Mutant[] = [
  eventMutant(
    {
      id: "refund-blocked-told-as-a-reversal",
      violates: "connect-events/refused-refund-emits-refund-blocked",
      summary: "A refund that nobody can pay is reported as a blocked reversal.",
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
      id: "refund-blocked-names-the-marketplace",
      violates: "connect-events/refund-blocked-names-the-vendor",
      summary: "The event of a blocked refund names the marketplace.",
    },
    "refundBlocked",
    () => ({ account: ({ vendor }) => vendor.accountId }),
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

/** Faults in the events of commissions, maturities and refunds (§6.2). */
export const fundEventMutants: readonly Mutant[] = [...commissions, ...maturity, ...refunds];
