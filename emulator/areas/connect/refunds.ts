import { guard } from "../../kernel/guards.ts";
import { newEntry } from "../../kernel/ledger.ts";
import { fieldError, coded, json, message, validationFailed } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { atMost, number, positive, whole } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { valueAt } from "../../kernel/validate.ts";
import { largestAmount } from "../common/fields.ts";
import { announce } from "./events.ts";
import { chargeGuard, chargeOf } from "./captures.ts";
import { debit } from "./credits.ts";
import { drawCredits } from "./draws.ts";
import { fieldsGuard } from "./guard.ts";
import { reached } from "./named-vendor.ts";
import type { ConnectGuard, ConnectInput, RefundParts } from "./parts.ts";
import { type Charge, charges } from "./records.ts";
import { transactions } from "./transactions.ts";
import { heldIn, lineOn, outside, walletIn } from "../account/wallets.ts";

const amountOf = (input: ConnectInput, charge: Charge): number | undefined => {
  const amount = valueAt(input.command.body, "amount");
  if (amount === undefined) return charge.amount - charge.refunded;
  return typeof amount === "number" && Number.isSafeInteger(amount) && amount > 0 ? amount : undefined;
};

/** The charge, the amount and the two wallets; undefined if another guard refuses. */
function claim(input: ConnectInput) {
  const charge = chargeOf(input);
  const amount = charge === undefined ? undefined : amountOf(input, charge);
  if (charge === undefined || amount === undefined || charge.capturedAt === null) return undefined;
  const { accountId, mode, currency } = charge;
  const vendorWallet = walletIn(input.state, charge.vendor, mode, currency);
  const marketplace = walletIn(input.state, accountId, mode, currency);
  if (vendorWallet === undefined || marketplace === undefined) return undefined;
  const held = heldIn(input.state, vendorWallet);
  const reach = input.parts.draws.reach(held);
  return {
    charge,
    amount,
    vendorWallet,
    marketplace,
    held,
    reach,
    // A negative balance cannot pay.
    funds: Math.max(0, heldIn(input.state, marketplace).available),
  };
}

const capturedGuard: ConnectGuard = guard("captured", (input) => {
  const charge = chargeOf(input);
  return charge?.capturedAt === null ? message(422, "Only a captured charge can be refunded") : undefined;
});

const remainderGuard: ConnectGuard = guard("remainder", (input) => {
  const charge = chargeOf(input);
  const amount = charge === undefined ? undefined : amountOf(input, charge);
  if (charge === undefined || amount === undefined) return undefined;
  return amount === 0 || amount > charge.amount - charge.refunded
    ? validationFailed(422, [fieldError("max", "amount", "The refund goes beyond what remains")])
    : undefined;
});

const fundsGuard: ConnectGuard = {
  name: "funds",
  refuse: (input) => {
    const claimed = claim(input);
    if (claimed === undefined) return undefined;
    const { charge, amount, reach, funds } = claimed;
    const { refunds, events } = input.parts;
    const shortage = refunds.shortage(amount, reach, funds, charge.currency);
    if (shortage === undefined) return undefined;
    const vendor = reached(input.state, charge.vendor);
    const facts = { vendor, charge, refundAmount: amount, ...shortage };
    return {
      answer: refunds.shortageRefusal(shortage),
      events: announce(events.refundBlocked, facts, charge.mode),
    };
  },
};

function refund(input: ConnectInput): Decision {
  const { state, now, ids, parts } = input;
  const claimed = claim(input);
  if (claimed === undefined) throw new Error("No guard looked for the charge");
  const { charge, amount, vendorWallet, marketplace, held, reach, funds } = claimed;
  const vendor = reached(state, charge.vendor);
  // Also claw back what an earlier refund could not, up to the amount of this one.
  const clawed = Math.min(parts.refunds.clawback(charge, amount), funds, amount);
  const split = parts.refunds.split(amount, clawed, reach, funds);
  const drawn = parts.draws.split(held, split.vendor);
  const refundId = ids.id("re_");
  const after: Charge = { ...charge, refunded: charge.refunded + amount, clawed: charge.clawed + clawed };
  return {
    answer: json(parts.refunds.status, {
      id: refundId,
      object: "refund",
      charge: charge.id,
      payment_intent: charge.intentId,
      amount,
      currency: charge.currency,
      application_fee_refunded: clawed,
      status: "succeeded",
      created_at: isoUtc(now),
    }),
    writes: [
      put(charges, after),
      ...(split.vendor === 0
        ? []
        : [
            put(
              transactions,
              debit({
                vendor,
                wallet: vendorWallet,
                kind: "refund",
                source: refundId,
                amount: split.vendor,
                now,
                ids,
              }),
            ),
          ]),
      ...drawCredits(state, vendorWallet, drawn.pending, charge.id),
    ],
    postings: [
      newEntry(ids, {
        at: now,
        kind: "refund",
        book: charge,
        lines: parts.refunds.lines(drawn, split.marketplace, vendorWallet, marketplace),
        details: {
          refund: refundId,
          charge: charge.id,
          intent: charge.intentId,
          ...(clawed === 0 ? {} : { applicationFee: charge.feeId }),
        },
      }),
    ],
    events: announce(
      parts.events.commissionRefunded,
      { vendor, charge: after, refundId, amount: clawed },
      charge.mode,
    ),
  };
}

/** Refunds as documented: refused only if the marketplace cannot pay either. */
export const createRefundParts = (): RefundParts => ({
  fields: [{ field: "amount", rules: [number, whole, positive, atMost(largestAmount)] }],
  invalidStatus: 422,
  clawback: ({ amount: gross, commission, refunded, clawed }, amount) =>
    Number((BigInt(commission) * BigInt(refunded + amount)) / BigInt(gross)) - clawed,
  shortage: (required, sellerAvailable, marketplaceBalance, currency) => {
    const available = sellerAvailable + marketplaceBalance;
    return required > available
      ? {
          required,
          sellerAvailable,
          marketplaceBalance,
          available,
          shortfall: required - available,
          currency,
        }
      : undefined;
  },
  shortageRefusal: ({ required, sellerAvailable, available, marketplaceBalance, shortfall, currency }) =>
    coded(402, "connect.insufficient_funds_for_refund", "Neither the vendor nor the marketplace can pay", {
      required,
      seller_available: sellerAvailable,
      available,
      marketplace_balance: marketplaceBalance,
      shortfall,
      currency,
    }),
  guards: [fieldsGuard((parts) => parts.refunds), chargeGuard, capturedGuard, remainderGuard, fundsGuard],
  act: refund,
  split: (amount, clawed, vendor) => {
    const share = Math.min(amount - clawed, vendor);
    return { vendor: share, marketplace: amount - share };
  },
  lines: ({ pending, available }, marketplacePays, vendor, marketplace) => [
    lineOn(vendor, "pending", -pending),
    lineOn(vendor, "available", -available),
    lineOn(marketplace, "available", -marketplacePays),
    { account: outside.world, amount: pending + available + marketplacePays },
  ],
  status: 201,
});
