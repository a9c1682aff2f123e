import { guard } from "../../kernel/guards.ts";
import { newEntry } from "../../kernel/ledger.ts";
import { json, message } from "../../kernel/answers.ts";
import { owns } from "../../kernel/merchants.ts";
import { put } from "../../kernel/table.ts";
import type { Decision, Effects } from "../../kernel/types.ts";
import type { Booking } from "../account/payments.ts";
import { immovable, movedTo, type PaymentIntent, paymentIntents } from "../payment-intents/record.ts";
import { announce } from "./events.ts";
import { credit } from "./credits.ts";
import { availableFrom } from "./fees.ts";
import { reached } from "./named-vendor.ts";
import type { CaptureParts, ConnectGuard, ConnectInput, ConnectParts } from "./parts.ts";
import { type Charge, charges } from "./records.ts";
import { lineOn, outside, walletIn, walletOfHolder } from "../account/wallets.ts";

/** The caller's charge for the intent in the path. */
export function chargeOf({ state, command }: ConnectInput): Charge | undefined {
  const found = state.find(charges, "intent", command.params["id"] ?? "")[0];
  return found !== undefined && owns(command.caller, found) ? found : undefined;
}

/** Refuses an intent without a charge of the caller. */
export const chargeGuard: ConnectGuard = guard("charge", (input) =>
  chargeOf(input) === undefined ? message(404, "Charge not found") : undefined,
);

const openGuard: ConnectGuard = guard("open", (input) =>
  (chargeOf(input)?.capturedAt ?? null) === null ? undefined : message(422, "The charge is captured already"),
);

/** Refuses an intent that cannot succeed any more (§3). */
const endedGuard: ConnectGuard = guard("ended", (input) => {
  const charge = chargeOf(input);
  const intent = charge === undefined ? undefined : input.state.get(paymentIntents, charge.intentId);
  return intent === undefined || intent.status === "succeeded" || movedTo(intent, "succeeded", input.now)
    ? undefined
    : message(422, immovable(intent, "succeeded"));
});

/** The effects of a capture. The intent succeeds. */
export function captureOf(
  { state, now, ids, parts }: Booking & { parts: ConnectParts },
  before: Charge,
): { charge: Charge; intent: PaymentIntent; effects: Effects } {
  const found = state.get(paymentIntents, before.intentId);
  const intent = found === undefined ? undefined : movedTo(found, "succeeded", now);
  if (intent === undefined) throw new Error(`The payment of ${before.id} cannot succeed`);
  const { accountId, mode, currency } = before;
  const vendor = reached(state, before.vendor);
  const marketplace = walletIn(state, accountId, mode, currency);
  if (marketplace === undefined) throw new Error("A capture needs the marketplace's wallet");
  const { wallet, writes } = walletOfHolder(state, { holder: vendor.id, mode, currency }, ids);
  const charge: Charge = {
    ...before,
    capturedAt: now,
    transferId: ids.id("tr_"),
    feeId: before.commission > 0 ? ids.id("afee_") : null,
  };
  const shares = parts.charges.capture.shares(charge);
  const credited = credit({
    vendor,
    wallet,
    kind: "charge",
    source: charge.id,
    amount: shares.vendor,
    fee: charge.amount - shares.vendor,
    now,
    availableAt: availableFrom(state, parts.fees, accountId, now),
    ids,
  });
  return {
    charge,
    intent,
    effects: {
      writes: [...writes, put(charges, charge), put(paymentIntents, intent), ...credited.writes],
      timers: credited.timers,
      postings: [
        newEntry(ids, {
          at: now,
          kind: "charge",
          book: { mode, currency },
          lines: parts.charges.capture.lines(shares, wallet, marketplace),
          details: {
            charge: charge.id,
            intent: intent.id,
            transfer: charge.transferId,
            ...(charge.feeId === null ? {} : { applicationFee: charge.feeId }),
          },
        }),
      ],
      events: announce(parts.events.commissionCreated, { vendor, charge }, mode),
    },
  };
}

function capture(input: ConnectInput): Decision {
  const before = chargeOf(input);
  if (before === undefined) throw new Error("No guard looked for the charge");
  const { charge, intent, effects } = captureOf(input, before);
  return {
    ...effects,
    answer: json(200, {
      id: intent.id,
      object: "charge",
      charge: charge.id,
      status: "succeeded",
      amount: charge.amount,
      currency: charge.currency,
      on_behalf_of: charge.vendor,
      application_fee: charge.feeId,
      application_fee_amount: charge.commission,
    }),
  };
}

/** Captures: the payment is approved, and vendor, marketplace and service get their shares (§6.2). */
export const createCaptureParts = (): CaptureParts => ({
  guards: [chargeGuard, openGuard, endedGuard],
  act: capture,
  shares: ({ amount, commission, serviceFee, feePayer }) =>
    feePayer === "account"
      ? { vendor: amount - serviceFee, marketplace: 0, service: serviceFee }
      : { vendor: amount - commission, marketplace: commission - serviceFee, service: serviceFee },
  lines: (shares, vendor, marketplace) => [
    { account: outside.world, amount: -(shares.vendor + shares.marketplace + shares.service) },
    lineOn(vendor, "pending", shares.vendor),
    lineOn(marketplace, "available", shares.marketplace),
    { account: outside.fees, amount: shares.service },
  ],
});
