import { together } from "./areas/common/deciders.ts";
import { nextOutcome } from "./areas/common/outcomes.ts";
import type { Payout } from "./areas/common/payout.ts";
import { customers } from "./areas/customers/record.ts";
import { owedInvoice } from "./areas/billing/charge.ts";
import { subscriptions } from "./areas/billing/records.ts";
import { settleDelay, settlementOf } from "./areas/payments/settlement.ts";
import type { State } from "./kernel/state.ts";
import type { Effects } from "./kernel/types.ts";
import type { MagicValue } from "./magic-values.ts";
import { magicValueFor } from "./magic-values.ts";
import type { Parts } from "./parts.ts";

/** Whether control has prepared the next outcome of a kind, which takes precedence. */
const isPrepared = (state: State, accountId: string, kind: string): boolean =>
  nextOutcome(state, accountId, kind, "").outcome !== "";

/** The effects of a new payout, whose settlement a magic value decides. */
const planned = ({ timers = [], ...effects }: Effects, kind: string, value: MagicValue): Effects => ({
  ...effects,
  timers: timers.flatMap((change) => {
    if (change.do !== "schedule" || change.timer.kind !== kind) return [change];
    if (value.payout === "unanswered") return [];
    const { timer } = change;
    const at = timer.at + (value.lateMs ?? 0);
    return [{ ...change, timer: { ...timer, at, payload: { ...timer.payload, outcome: value.payout } } }];
  }),
});

/**
 * Parts in which phone numbers and amounts decide how payments, payouts and renewals end. No answer changes its form: what is executed
 * later ends otherwise, and a remittance gets another of its documented states.
 */
export function withMagic(parts: Parts): Parts {
  const { billing, connect, disbursements, remittances, paymentIntents } = parts;
  const { withdrawals } = connect;
  const ofPayout = (
    state: State,
    kind: string,
    { accountId, phone, amount }: Payout,
  ): MagicValue | undefined =>
    isPrepared(state, accountId, kind) ? undefined : magicValueFor({ phone, amount });
  return {
    ...parts,
    magic: magicValueFor,
    billing: {
      ...billing,
      outcome: (state, subscription) => {
        const usual = billing.outcome(state, subscription);
        // It uses up what control has prepared.
        if (usual.writes.length > 0) return usual;
        const phone = state.get(customers, subscription.customerId)?.phone;
        const value = magicValueFor({ phone, amount: billing.amount(state, subscription.items) });
        if (value === undefined) return usual;
        const known = state.get(subscriptions, subscription.id);
        const isFirst = known === undefined || known.status === "trialing";
        const isAgain = owedInvoice(state, subscription) !== undefined;
        const end = isAgain ? value.again : isFirst ? value.payment : value.renewal;
        return { approved: end === "approved", writes: [] };
      },
    },
    connect: {
      ...connect,
      withdrawals: {
        ...withdrawals,
        inFlight: {
          ...withdrawals.inFlight,
          end: (given) => {
            const { payout, lateMs = 0 } = magicValueFor(given) ?? { payout: "succeeded" };
            if (payout === "unanswered") return null;
            // Withdrawals are not canceled.
            return { outcome: payout === "canceled" ? "failed" : payout, lateMs };
          },
        },
      },
    },
    disbursements: {
      ...disbursements,
      create: {
        ...disbursements.create,
        effects: (payout, context) => {
          const effects = disbursements.create.effects(payout, context);
          const value = ofPayout(context.state, "disbursement", payout);
          return value === undefined ? effects : planned(effects, "disbursement.settle", value);
        },
      },
    },
    remittances: {
      ...remittances,
      create: {
        ...remittances.create,
        record: (context) => {
          const payout = remittances.create.record(context);
          const value = ofPayout(context.state, "remittance", payout);
          if (value === undefined) return payout;
          const isLater = value.payout === "unanswered" || value.lateMs !== undefined;
          return { ...payout, status: isLater ? "processing" : value.payout };
        },
        effects: (payout, context) => {
          const effects = remittances.create.effects(payout, context);
          const value = ofPayout(context.state, "remittance", payout);
          return value === undefined ? effects : planned(effects, "remittance.settle", value);
        },
      },
    },
    paymentIntents: {
      ...paymentIntents,
      create: {
        ...paymentIntents.create,
        effects: (intent, context) => {
          const effects = paymentIntents.create.effects(intent, context);
          const value = magicValueFor({ amount: intent.amount });
          if (value === undefined || value.payment === "unanswered") return effects;
          const at = context.now + settleDelay + (value.lateMs ?? 0);
          return together(effects, { timers: [settlementOf(context.ids, intent, value.payment, at)] });
        },
      },
    },
  };
}
