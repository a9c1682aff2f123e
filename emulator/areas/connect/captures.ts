import { coded, json, message } from "../../kernel/answers.ts";
import { owns } from "../../kernel/merchants.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { paymentIntents } from "../payment-intents/record.ts";
import { announce } from "./announce.ts";
import { credit } from "./credits.ts";
import { availableFrom } from "./fees.ts";
import { guard } from "./guard.ts";
import { reached } from "./named-vendor.ts";
import type { CaptureParts, ConnectGuard, ConnectInput } from "./parts.ts";
import { type Charge, charges } from "./records.ts";
import { lineOn, newWallet, outside, walletIn, wallets } from "./wallets.ts";

/** The caller's charge on the intent that the path names. */
export function chargeOf({ state, command }: ConnectInput): Charge | undefined {
  const found = state.find(charges, "intent", command.params["id"] ?? "")[0];
  return found !== undefined && owns(command.caller, found) ? found : undefined;
}

/** Refuses an intent that is no charge of the caller. */
export const chargeGuard: ConnectGuard = guard("charge", (input) =>
  chargeOf(input) === undefined ? message(404, "Charge not found") : undefined,
);

const openGuard: ConnectGuard = guard("open", (input) =>
  (chargeOf(input)?.capturedAt ?? null) === null
    ? undefined
    : coded(422, "connect.charge_already_captured", "The charge is captured already"),
);

function capture(input: ConnectInput): Decision {
  const { state, now, ids, parts } = input;
  const before = chargeOf(input);
  const intent = before === undefined ? undefined : state.get(paymentIntents, before.intentId);
  if (before === undefined || intent === undefined) throw new Error("No guard looked for the charge");
  const { accountId, mode, currency } = before;
  const vendor = reached(state, before.vendor);
  const marketplace = walletIn(state, accountId, mode, currency);
  if (marketplace === undefined) throw new Error("A capture needs the marketplace's wallet");
  const known = walletIn(state, vendor.id, mode, currency);
  const wallet = known ?? newWallet(vendor.id, mode, currency, ids);
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
    answer: json(200, {
      id: intent.id,
      object: "charge",
      charge: charge.id,
      status: "succeeded",
      amount: charge.amount,
      currency,
      on_behalf_of: vendor.id,
      application_fee: charge.feeId,
      application_fee_amount: charge.commission,
    }),
    writes: [
      ...(known === undefined ? [put(wallets, wallet)] : []),
      put(charges, charge),
      put(paymentIntents, { ...intent, status: "succeeded", updatedAt: now }),
      ...(credited.writes ?? []),
    ],
    timers: credited.timers ?? [],
    postings: [
      {
        id: ids.id("entry_"),
        at: now,
        kind: "charge",
        currency,
        lines: parts.charges.capture.lines(shares, wallet, marketplace),
        details: { charge: charge.id },
      },
    ],
    events: announce(parts.events.commissionCreated, { vendor, charge }, mode),
  };
}

/** Captures: the payment is approved, and each gets its share (§6.2). */
export const createCaptureParts = (): CaptureParts => ({
  guards: [chargeGuard, openGuard],
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
