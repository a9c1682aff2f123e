import { type Charge, charges } from "../../emulator/areas/connect/records.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { transacting } from "../connect/races.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { alsoTelling, draft } from "./parts.ts";
import { firsts, plain, subtle } from "./telling.ts";

/** The charge that a decision stores for the first time. */
const chargeIn = ({ writes = [] }: Decision): Charge | undefined => {
  const write = writes.find((one) => one.do === "put" && one.table.name === charges.name);
  return write?.do === "put" ? (write.record as Charge) : undefined;
};

/** Commissions that are told otherwise than documented (§6.2). */
const commissions: readonly Mutant[] = [
  mutant(
    {
      id: "application-fee-created-told-twice",
      violates: "connect-events/capture-emits-application-fee-created",
      summary: "A commission is told twice, each time as an event of its own.",
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
      summary: "A commission is told when its charge is created.",
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
  subtle(
    "application-fee-created-of-nothing",
    "zero-commission-emits-nothing",
    "commissionCreated",
    "A commission of nothing is told.",
    () => ({ when: () => true }),
  ),
  plain(
    "application-fee-created-names-the-marketplace",
    "application-fee-created-names-the-vendor",
    "commissionCreated",
    "The event of a commission names the marketplace, which receives it.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  plain(
    "application-fee-created-swaps-the-accounts",
    "application-fee-created-names-both-accounts",
    "commissionCreated",
    "The event of a commission swaps vendor and controller.",
    ({ data }) => ({
      data: {
        ...data,
        controllerAccountId: ({ vendor }) => vendor.id,
        connectedAccountId: ({ vendor }) => vendor.accountId,
      },
    }),
  ),
  subtle(
    "clawback-of-the-rest-untold",
    "clawback-emits-application-fee-refunded",
    "commissionRefunded",
    "The refund that completes a charge does not tell what it claws back.",
    ({ when }) => ({
      when: (facts) => when(facts) && facts.charge.refunded < facts.charge.amount,
    }),
  ),
  subtle(
    "clawback-of-nothing-told",
    "zero-clawback-emits-nothing",
    "commissionRefunded",
    "A refund that claws nothing back is told as one that does.",
    () => ({ when: () => true }),
  ),
  plain(
    "application-fee-refunded-names-the-charge",
    "application-fee-refunded-names-the-commission",
    "commissionRefunded",
    "The event of a clawback names the charge in place of the commission.",
    ({ data }) => ({
      data: { ...data, application_fee: ({ charge }) => charge.id },
    }),
  ),
  subtle(
    "later-clawback-names-the-marketplace",
    "application-fee-refunded-names-the-vendor",
    "commissionRefunded",
    "The event of a later clawback names the marketplace.",
    ({ account }) => ({
      account: (facts) => (facts.charge.clawed === facts.amount ? account(facts) : facts.vendor.accountId),
    }),
  ),
  subtle(
    "clawbacks-do-not-accumulate",
    "application-fee-refunded-accumulates",
    "commissionRefunded",
    "The event of a clawback tells its own amount as the total.",
    ({ data }) => ({
      data: { ...data, refunded_amount: ({ amount }) => amount },
    }),
  ),
];

/** Maturities that are told otherwise than documented. */
const maturity: readonly Mutant[] = [
  plain(
    "funds-available-untold",
    "maturity-emits-funds-available",
    "fundsAvailable",
    "A credit becomes available, and nobody is told.",
    () => ({ when: () => false }),
  ),
  subtle(
    "funds-available-told-once",
    "maturity-emits-funds-available",
    "fundsAvailable",
    "Only the first credit of a wallet that becomes available is told.",
    ({ when }) => {
      const first = firsts();
      return { when: (facts) => when(facts) && first(facts.wallet.id) };
    },
  ),
  subtle(
    "funds-available-told-of-two-at-most",
    "funds-available-covers-all-credits",
    "fundsAvailable",
    "Of the credits of a wallet that become available together, two are told.",
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
  subtle(
    "funds-available-tells-the-balance",
    "funds-available-is-the-credit",
    "fundsAvailable",
    "The event of a maturity tells all that has become available so far.",
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
  plain(
    "funds-available-names-the-marketplace",
    "funds-available-names-the-vendor",
    "fundsAvailable",
    "The event of a maturity names the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
];

/** Refunds that nobody can pay, told otherwise than documented. */
const refunds: readonly Mutant[] = [
  plain(
    "refund-blocked-told-as-a-reversal",
    "refused-refund-emits-refund-blocked",
    "refundBlocked",
    "A refund that nobody can pay is told as a blocked reversal.",
    () => ({ type: "connect.reversal.blocked_insufficient_funds" }),
  ),
  subtle(
    "refund-blocked-told-once",
    "three-refused-refunds-three-events",
    "refundBlocked",
    "Only the first blocked refund of a charge is told.",
    () => {
      const first = firsts();
      return { when: ({ charge }) => first(charge.id) };
    },
  ),
  plain(
    "refund-blocked-names-the-marketplace",
    "refund-blocked-names-the-vendor",
    "refundBlocked",
    "The event of a blocked refund names the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  subtle(
    "refund-blocked-tells-the-charge",
    "refund-blocked-asked-amount",
    "refundBlocked",
    "The event of a blocked partial refund tells the whole charge.",
    ({ data }) => ({
      data: { ...data, refund_amount: ({ charge }) => charge.amount },
    }),
  ),
  subtle(
    "refund-blocked-requires-the-charge",
    "refund-blocked-amounts",
    "refundBlocked",
    "The event of a blocked partial refund tells the whole charge as required.",
    ({ data }) => ({
      data: { ...data, required: ({ charge }) => charge.amount },
    }),
  ),
];

/** Lies in the events of commissions, maturities and refunds (§6.2). */
export const fundEventMutants: readonly Mutant[] = [...commissions, ...maturity, ...refunds];
