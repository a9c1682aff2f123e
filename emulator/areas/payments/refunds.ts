import { newEntry } from "../../kernel/ledger.ts";
import { fieldError, json, message, only, validationFailed } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import type { Mode } from "../../kernel/request.ts";
import { put, table } from "../../kernel/table.ts";
import type { Context, Decide, Decision } from "../../kernel/types.ts";
import { valueAt } from "../../kernel/validate.ts";
import { accountSettingsOf } from "../account/settings.ts";
import { heldIn, lineOn, outside, walletOfHolder } from "../account/wallets.ts";
import { findOwn, refuseBody } from "../common/deciders.ts";
import type { ConnectParts } from "../connect/parts.ts";
import { charges } from "../connect/records.ts";
import { type PaymentIntent, paymentIntents } from "../payment-intents/record.ts";

/** The refund of a plain payment. Whole francs. */
interface Refund {
  /** `re_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly intentId: string;
  readonly amount: number;
  readonly createdAt: number;
}

/** The refunds of payments that are not on behalf of a vendor. */
const refunds = table<Refund>("refunds", { intent: (refund) => refund.intentId });

/** The caller's intent in the path, unless it is a charge on behalf of a vendor. */
function plainIntent(context: Context): PaymentIntent | undefined {
  const intent = findOwn(paymentIntents)(context);
  const isCharge = intent !== undefined && context.state.find(charges, "intent", intent.id).length > 0;
  return isCharge ? undefined : intent;
}

function refund(context: Context, intent: PaymentIntent, parts: ConnectParts): Decision {
  const { state, command, now, ids } = context;
  const { shortage, shortageRefusal, status } = parts.refunds;
  const refusal = refuseBody(command.body, parts.refunds);
  if (refusal !== undefined) return only(refusal);
  if (intent.status !== "succeeded")
    return only(message(422, "Only a payment that succeeded can be refunded"));
  const { accountId, mode, currency } = intent;
  const before = state.find(refunds, "intent", intent.id).reduce((sum, { amount }) => sum + amount, 0);
  const remaining = intent.amount - before;
  const amount = Number(valueAt(command.body, "amount") ?? remaining);
  if (amount === 0 || amount > remaining)
    return only(validationFailed(422, [fieldError("max", "amount", "The refund goes beyond what remains")]));
  const { wallet, writes } = walletOfHolder(state, { holder: accountId, mode, currency }, ids);
  const short = shortage(amount, 0, heldIn(state, wallet).available, currency);
  if (short !== undefined && accountSettingsOf(state, accountId).payoutOverdraft === "refused")
    return only(shortageRefusal(short));
  const made: Refund = { id: ids.id("re_"), accountId, mode, intentId: intent.id, amount, createdAt: now };
  return {
    answer: json(status, {
      id: made.id,
      object: "refund",
      payment_intent: intent.id,
      amount,
      currency,
      status: "succeeded",
      created_at: isoUtc(now),
    }),
    writes: [...writes, put(refunds, made)],
    postings: [
      newEntry(ids, {
        at: now,
        kind: "refund",
        book: { mode, currency },
        lines: [lineOn(wallet, "available", -amount), { account: outside.world, amount }],
        details: { refund: made.id, intent: intent.id },
      }),
    ],
  };
}

/** Extends the refund of charges by refunds of plain payments, which the merchant's balance pays. */
export const withPlainRefunds =
  (ofCharge: Decide, parts: ConnectParts): Decide =>
  (context) => {
    const intent = plainIntent(context);
    return intent === undefined ? ofCharge(context) : refund(context, intent, parts);
  };
