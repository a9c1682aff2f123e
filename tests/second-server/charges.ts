/** Direct charges on behalf of a vendor, and their refunds (§6.2, §7.4, §7.5); the routes are this server's own. */
import { vendorFor } from "./connect-guard.ts";
import type { Charge } from "./connect-types.ts";
import { emitConnect, sandboxOf } from "./feed.ts";
import { at, demand, isFrancs, Refusal, type Reply, textAt } from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { numericId, stamp, uuidId } from "./text.ts";
import { credit, debit, spareOf } from "./wallets.ts";

function refuse(status: number, code: string, more: Record<string, unknown> = {}): never {
  throw new Refusal(status, { ...more, detail: `Not done: ${code}`, code });
}

/** One percent, rounded up: what the service itself keeps of a charge. */
const serviceFee = (amount: number): number => Math.ceil(amount / 100);
const commissionOf = (amount: number, rate: number): number => Math.floor((amount * rate) / 100);

/** The vendor and the commission rate (in percent) that an intent names, judged; both null for a plain intent. */
export function directChargeTerms(
  call: Call,
  amount: number,
): { onBehalfOf: string | null; feeRate: number | null } {
  const vendorId = at(call.body, "on_behalf_of") ?? null;
  const rate = at(call.body, "application_fee_rate") ?? null;
  if (vendorId === null && rate === null) return { onBehalfOf: null, feeRate: null };
  if (vendorId === null || rate === null) refuse(422, "connect.incomplete_request");
  const vendor = vendorFor(call, textAt(call.body, "on_behalf_of"));
  const percent = Number(rate);
  if (call.merchant.feePayer === null) refuse(422, "connect.fee_payer_unset");
  const commission = commissionOf(amount, percent);
  if (commission > amount) refuse(400, "connect.application_fee_too_high");
  const free = percent === 0 && call.merchant.connectMode === "platform";
  if (!free && !(commission > serviceFee(amount))) refuse(400, "connect.application_fee_too_low");
  return { onBehalfOf: vendor.id, feeRate: percent };
}

/** Pays an open intent. */
function capture(call: Call): Reply {
  const { books, merchant, world } = call;
  const intent = books.intents.get(textAt(call.body, "intent"));
  if (intent === undefined) throw new Refusal(404, { message: "PaymentIntent not found" });
  if (intent.status !== "requires_confirmation") throw new Refusal(409, { reason: "NOT_OPEN" });
  intent.status = "succeeded";
  if (intent.onBehalfOf === null || intent.feeRate === null) {
    books.wallet += intent.amount;
    return { status: 200, body: { charge: null, intent: intent.id } };
  }
  const vendor = vendorFor(call, intent.onBehalfOf);
  const commission = commissionOf(intent.amount, intent.feeRate);
  const charge: Charge = {
    id: uuidId("ch_"),
    intent: intent.id,
    vendor: vendor.id,
    gross: intent.amount,
    commission,
    refunded: 0,
    clawed: 0,
    feeId: uuidId("afee_"),
    capturedMs: call.now,
  };
  books.charges.set(charge.id, charge);
  books.wallet += commission;
  credit(world, books, vendor, {
    kind: "charge",
    source: charge.id,
    amount: charge.gross - commission,
    fee: commission,
  });
  const created = stamp(call.now);
  if (commission > 0) {
    emitConnect(books, "connect.application_fee.created", vendor.id, {
      account: { object: "connect_account", id: vendor.id },
      updatedAt: created,
      createdAt: created,
      sandboxId: sandboxOf(books),
      idempotencyReference: null,
      feePayer: merchant.feePayer,
      currency: "xaf",
      refundedAmount: 0,
      amount: commission,
      transferId: null,
      intentId: intent.id,
      chargeId: charge.id,
      connectedAccountId: vendor.id,
      controllerAccountId: merchant.accountId,
      id: charge.feeId,
    });
  }
  return { status: 200, body: { charge: charge.id, intent: intent.id } };
}

/** Refunds part of a charge: the vendor's share first, the marketplace as the last resort. */
function refund(call: Call): Reply {
  const { books } = call;
  const charge = [...books.charges.values()].find(({ intent }) => intent === call.params["intent"]);
  if (charge === undefined) throw new Refusal(404, { message: "charge not found" });
  demand(422, call.body, { amount: { test: isFrancs, optional: true } });
  const left = charge.gross - charge.refunded;
  const amount = Number(at(call.body, "amount") ?? left);
  if (amount > left || left === 0) throw new Refusal(409, { reason: "MORE_THAN_LEFT" });
  const vendor = vendorFor(call, charge.vendor);
  const clawed = Math.floor((charge.commission * (charge.refunded + amount)) / charge.gross) - charge.clawed;
  const required = amount - clawed;
  const spare = spareOf(vendor);
  const fromVendor = Math.min(spare, required);
  if (amount - fromVendor > books.wallet) {
    const facts = {
      currency: "XAF",
      shortfall: amount - fromVendor - books.wallet,
      marketplace_balance: books.wallet,
      seller_available: spare,
      required,
    };
    const data = { ...facts, refund_amount: amount, charge: charge.id, account: vendor.id };
    emitConnect(books, "connect.refund.blocked_insufficient_funds", vendor.id, data);
    refuse(402, "connect.insufficient_funds_for_refund", { ...facts, available: spare });
  }
  if (fromVendor > 0) debit(vendor, "refund", fromVendor, charge.id);
  books.wallet -= amount - fromVendor;
  charge.refunded += amount;
  charge.clawed += clawed;
  const id = numericId("re_");
  if (clawed > 0) {
    emitConnect(books, "connect.application_fee.refunded", vendor.id, {
      currency: "xaf",
      refunded_amount: charge.clawed,
      amount: clawed,
      refund: id,
      application_fee: charge.feeId,
      account: vendor.id,
    });
  }
  return { status: 201, body: { amount, charge: charge.id, refund: id } };
}

export const chargeRoutes: Route[] = [
  { method: "POST", path: "/v1/till/captures", answer: capture },
  { method: "POST", path: "/v1/till/intents/{intent}/refunds", answer: refund },
];
