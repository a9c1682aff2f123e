/** Allocations, reversals and withdrawals (§2.5, §2.6, §4.5, §4.7). */
import { idempotencyKey, once, refuseFields, vendorFor } from "./connect-guard.ts";
import type { Allocation, Vendor } from "./connect-types.ts";
import { emitConnect, sandboxOf } from "./feed.ts";
import { at, demand, isFrancs, isText, Refusal, type Reply } from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { stamp, uuidId } from "./text.ts";
import { credit, debit, spareOf, sweep } from "./wallets.ts";

function refuse(status: number, code: string, more: Record<string, unknown> = {}): never {
  throw new Refusal(status, { ...more, detail: `Not done: ${code}`, code });
}

/** Two percent, rounded up. */
const surcharge = (amount: number): number => Math.ceil(amount / 50);

function refuseUnready({ merchant }: Call, vendor: Vendor): void {
  if (merchant.feePayer === null) refuse(422, "connect.fee_payer_unset");
  if (merchant.country === "ST") refuse(422, "connect.country_unsupported");
  if (!merchant.priced) refuse(503, "E_CONNECT_PRICING_UNAVAILABLE");
  if (merchant.delay === "unset") refuse(503, "E_CONNECT_AVAILABILITY_DELAY_UNSET");
  if (vendor.currency !== "XAF") refuse(422, "E_CURRENCY_MISMATCH");
}

function allocate(call: Call, vendor: Vendor, asked: number, key: string | null): Reply {
  const { books, merchant, world } = call;
  const fee = surcharge(asked);
  const vendorPays = merchant.feePayer === "account";
  const amount = vendorPays ? asked - fee : asked;
  const debited = vendorPays ? asked : asked + fee;
  if (amount <= 0) refuse(422, "connect.vendor_net_not_positive");
  if (debited > books.wallet) refuse(402, "connect.own_wallet_too_low");
  books.wallet -= debited;
  const allocation: Allocation = { id: uuidId("ctr_"), vendor: vendor.id, amount, fee, reversed: 0 };
  books.allocations.set(allocation.id, allocation);
  const availableMs = credit(world, books, vendor, {
    kind: "allocation",
    source: allocation.id,
    amount,
    fee,
  });
  const available = availableMs === null ? null : stamp(availableMs);
  const created = stamp(Date.now());
  emitConnect(books, "connect.transfer.created", vendor.id, {
    account: { object: "connect_account", id: vendor.id },
    updatedAt: created,
    createdAt: created,
    sandboxId: sandboxOf(books),
    idempotencyReference: key,
    availableAt: available,
    currency: "xaf",
    reversedAmount: 0,
    fee,
    amount,
    destinationWalletId: vendor.wallet?.id,
    sourceWalletId: `wlt_${merchant.accountId.slice(5)}`,
    connectedAccountId: vendor.id,
    controllerAccountId: merchant.accountId,
    id: allocation.id,
  });
  const body = {
    created_at: created,
    available_at: available,
    grid: "two-percent",
    currency: "xaf",
    fee,
    amount,
    destination: vendor.id,
    object: "connect_allocation",
    id: allocation.id,
  };
  return { status: 201, body };
}

function allocationFor({ books, params }: Call): Allocation {
  const id = params["allocationId"] ?? "";
  if (!/^ctr_[0-9a-f-]{36}$/.test(id)) throw new Refusal(403, { message: "Forbidden" });
  const allocation = books.allocations.get(id);
  if (allocation === undefined) throw new Refusal(404, { message: "allocation not found" });
  return allocation;
}

function reverse(call: Call, allocation: Allocation, asked: number | null): Reply {
  const { books, merchant } = call;
  const remaining = allocation.amount - allocation.reversed;
  const amount = asked ?? remaining;
  if (amount > remaining || remaining === 0) {
    refuse(422, "connect.reversal_exceeds_remaining", { remaining, requested: amount });
  }
  const vendor = vendorFor(call, allocation.vendor);
  const spare = spareOf(vendor);
  if (spare < amount) {
    const facts = { currency: "XAF", shortfall: amount - spare, seller_available: spare, required: amount };
    const type = "connect.reversal.blocked_insufficient_funds";
    emitConnect(books, type, vendor.id, { ...facts, allocation: allocation.id, account: vendor.id });
    refuse(402, "connect.insufficient_funds_for_reversal", facts);
  }
  debit(vendor, "reversal", amount, allocation.id);
  books.wallet += amount;
  allocation.reversed += amount;
  const id = uuidId("ctrr_");
  const created = stamp(Date.now());
  emitConnect(books, "connect.transfer.reversed", vendor.id, {
    account: { object: "connect_account", id: vendor.id },
    updatedAt: created,
    createdAt: created,
    sandboxId: sandboxOf(books),
    idempotencyReference: null,
    currency: "xaf",
    amount,
    controllerAccountId: merchant.accountId,
    connectTransferId: allocation.id,
    id,
  });
  const body = {
    created_at: created,
    reversed_total: allocation.reversed,
    currency: "xaf",
    amount,
    destination: vendor.id,
    allocation: allocation.id,
    left: allocation.amount - allocation.reversed,
    object: "connect_reversal",
    id,
  };
  return { status: 201, body };
}

function withdraw({ books, world }: Call, vendor: Vendor): Reply {
  if ((vendor.wallet?.available ?? 0) <= 0) refuse(422, "E_CONNECT_VENDOR_EMPTY_BALANCE");
  if (books.withdrawals.some((other) => other.vendor === vendor.id && other.inFlight)) {
    refuse(422, "E_PENDING_WITHDRAW");
  }
  if (vendor.payoutTo === null) refuse(422, "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE");
  const withdrawal = { id: uuidId("wdr_"), vendor: vendor.id, amount: sweep(vendor), inFlight: true };
  books.withdrawals.push(withdrawal);
  world.later(world.settleMs * 4, () => {
    withdrawal.inFlight = false;
  });
  const { id, amount } = withdrawal;
  return { status: 201, body: { currency: "xaf", moved: amount, vendor: vendor.id, reference: id } };
}

export const connectMoneyRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/connect/allocations",
    shape({ body }) {
      demand(400, body, { amount: { test: isFrancs }, destination: { test: isText } });
    },
    answer(call) {
      const destination = String(at(call.body, "destination"));
      const asked = Number(at(call.body, "amount"));
      if (destination === call.merchant.accountId) {
        throw new Refusal(403, { message: "Forbidden", detail: "That account is yours" });
      }
      const vendor = vendorFor(call, destination);
      refuseUnready(call, vendor);
      const key = idempotencyKey(call, false);
      const act = () => allocate(call, vendor, asked, key);
      const fingerprint = `${destination} ${asked}`;
      return once(call, { scope: "allocation", key, fingerprint, again: "replay", act });
    },
  },
  {
    method: "POST",
    path: "/v1/connect/allocations/{allocationId}/reversals",
    answer(call) {
      const allocation = allocationFor(call);
      const asked = at(call.body, "amount");
      if (asked !== undefined) demand(422, call.body, { amount: { test: isFrancs } });
      return reverse(call, allocation, asked === undefined ? null : Number(asked));
    },
  },
  {
    method: "POST",
    path: "/v1/connect/accounts/{acct}/withdrawals",
    answer(call) {
      const vendor = vendorFor(call, call.params["acct"] ?? "");
      refuseFields(call.body, ["amount", "destination", "account_id"], "unsupported");
      const key = idempotencyKey(call, true);
      const act = () => withdraw(call, vendor);
      return once(call, { scope: "withdrawal", key, fingerprint: vendor.id, again: "replay", act });
    },
  },
];
