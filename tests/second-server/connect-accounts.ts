/** Vendors: creation, reading, transactions, compliance, onboarding (§2.10, §4.7). */
import { idempotencyKey, once, refuseFields, vendorFor } from "./connect-guard.ts";
import type { Transaction, Vendor } from "./connect-types.ts";
import {
  at,
  demand,
  fault,
  isEmail,
  isText,
  Refusal,
  type Reply,
  refuseFaults,
  type Test,
  textAt,
} from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { numericId, stamp, uuidId } from "./text.ts";
import { pendingOf } from "./wallets.ts";
import type { Books, World } from "./world.ts";

const isCountry: Test = (value) =>
  typeof value === "string" && /^[a-z]{2}$/i.test(value) ? null : "country";

/** Adds a vendor to the books; with a payout destination its file counts as approved. */
export function addVendor(world: World, books: Books, given: Partial<Vendor> & { name: string }): Vendor {
  const vendor: Vendor = {
    email: null,
    country: "CG",
    currency: "XAF",
    payoutTo: null,
    review: (given.payoutTo ?? null) === null ? null : "approved",
    deleted: false,
    createdMs: Date.now(),
    wallet: null,
    transactions: [],
    links: new Map(),
    ...given,
    id: numericId("acct_"),
    owner: books.merchant.accountId,
    live: books.live,
  };
  books.vendors.push(vendor);
  world.vendors.set(vendor.id, vendor);
  return vendor;
}

function core(vendor: Vendor, { merchant }: Books): Record<string, unknown> {
  return {
    opened: stamp(vendor.createdMs),
    fee_payer: merchant.feePayer,
    environment: vendor.live ? "live" : "test",
    account_state: "active",
    contact_email: vendor.email,
    trade_name: vendor.name,
    organisation: null,
    run_by: vendor.owner,
    object: "connect_account",
    id: vendor.id,
  };
}

/** 20 creations a minute (§8): every request counts that was not refused for the rate itself. */
function refuseHaste({ books, now }: Call): void {
  books.creations = books.creations.filter((atMs) => now - atMs < 60_000);
  const first = books.creations[0];
  if (books.creations.length >= 20 && first !== undefined) {
    const wait = String(Math.max(1, Math.ceil((first + 60_000 - now) / 1000)));
    throw new Refusal(
      429,
      { code: "E_TOO_MANY_REQUESTS", detail: "Slower, please" },
      { "retry-after": wait },
    );
  }
  books.creations.push(now);
}

async function create(call: Call): Promise<Reply> {
  const { body, books, world } = call;
  refuseHaste(call);
  refuseFields(body, ["phone", "type", "fee_payer"], "unsupported");
  demand(422, body, {
    trade_name: { test: isText },
    country: { test: isCountry },
    contact_email: { test: isEmail, optional: true },
    payout_to: { test: isText, optional: true },
  });
  const key = idempotencyKey(call, true);
  if (books.merchant.connectMode === null) {
    throw new Refusal(422, { code: "connect.controller_mode_unset", detail: "Activate first" });
  }
  const given = {
    name: String(at(body, "trade_name")),
    country: String(at(body, "country")).toUpperCase(),
    email: (at(body, "contact_email") ?? null) as string | null,
    payoutTo: (at(body, "payout_to") ?? null) as string | null,
  };
  const act = () => {
    if (given.email !== null && books.vendors.some(({ email }) => email === given.email))
      throw new Refusal(409, { code: "connect.address_taken", detail: "This address is taken" });
    const vendor = addVendor(world, books, given);
    return { status: 201, body: { ...core(vendor, books), type: "business" } };
  };
  return once(call, { scope: "account", key, fingerprint: JSON.stringify(given), again: "refuse", act });
}

/** Ten a page, oldest first, behind an opaque cursor in `from`. */
function list({ books, request }: Call): Record<string, unknown> {
  const size = Math.min(50, Number(/^[1-9]\d{0,3}$/.exec(request.query.get("size") ?? "")?.[0] ?? 10));
  const from = request.query.get("from");
  const present = books.vendors.filter((vendor) => !vendor.deleted);
  const index =
    from === null ? 0 : present.findIndex((v) => v.id === Buffer.from(from, "base64url").toString());
  if (index < 0) refuseFaults(422, [fault("from", "cursor")]);
  const next = present[index + size];
  const data = present.slice(index, index + size).map((vendor) => {
    const { country, currency } = vendor;
    return { currency, country, ...core(vendor, books), type: "business" };
  });
  const cursor = next === undefined ? null : Buffer.from(next.id).toString("base64url");
  return { next_cursor: cursor, has_more: next !== undefined, data, object: "list" };
}

function showEntry(entry: Transaction): Record<string, unknown> {
  const when = (ms: number | null) => (ms === null ? null : stamp(ms));
  return {
    matured_at: when(entry.maturedMs),
    available_at: when(entry.availableMs),
    created_at: stamp(entry.createdMs),
    cause: entry.kind,
    amount_fee: entry.fee,
    currency: "xaf",
    amount: entry.amount,
    object: "wallet_entry",
    id: entry.id,
  };
}

/** Pages of twenty, from page 1, oldest first; past the end they are empty. */
function transactions(call: Call): Record<string, unknown> {
  const vendor = vendorFor(call, call.params["acct"] ?? "");
  const text = call.request.query.get("p") ?? "1";
  if (!/^[1-9]\d{0,8}$/.test(text)) refuseFaults(422, [fault("p", "integer")]);
  const start = (Number(text) - 1) * 20;
  const data = vendor.transactions.slice(start, start + 20).map(showEntry);
  return { has_more: vendor.transactions.length > start + 20, data, object: "list", p: Number(text) };
}

function retrieve(call: Call): Record<string, unknown> {
  const vendor = vendorFor(call, call.params["acct"] ?? "");
  const { wallet, country } = vendor;
  const balances =
    wallet === null
      ? []
      : [{ unripe: pendingOf(wallet), ready: wallet.available, ccy: "xaf", wallet: wallet.id }];
  return { balances, country, ...core(vendor, call.books) };
}

function compliance(call: Call): Record<string, unknown> {
  const vendor = vendorFor(call, call.params["acct"] ?? "");
  const operable = vendor.review === "approved";
  const allowed = operable ? ["withdraw", "collect"] : [];
  return { allowed_operations: allowed, operable, review: vendor.review, vendor: vendor.id };
}

const SCHEDULED = ["CG", "CM", "GA"];
const KNOWN = [...SCHEDULED, "TD", "CF", "GQ"];

/** A link by which the vendor hands in papers; the same key gets the same link. */
function onboard(call: Call): Reply {
  const vendor = vendorFor(call, textAt(call.body, "vendor"));
  refuseFields(call.body, ["country", "kycLevel"], "derived");
  const code = !KNOWN.includes(vendor.country)
    ? "E_REFERENTIAL_COUNTRY_MISSING"
    : !SCHEDULED.includes(vendor.country)
      ? "E_CONNECT_ONBOARDING_UNSUPPORTED"
      : null;
  if (code !== null) throw new Refusal(502, { code, detail: "No way in from there" });
  const key = idempotencyKey(call, false) ?? uuidId("once-");
  const link = vendor.links.get(key) ?? `https://papers.example/${uuidId("")}`;
  vendor.links.set(key, link);
  vendor.review ??= "created";
  return { status: 201, body: { lasts: 3600, link, vendor: vendor.id } };
}

export const connectAccountRoutes: Route[] = [
  { method: "POST", path: "/v1/connect/accounts", answer: create },
  { method: "GET", path: "/v1/connect/accounts", answer: (call) => ({ status: 200, body: list(call) }) },
  {
    method: "GET",
    path: "/v1/connect/accounts/{acct}",
    answer: (call) => ({ status: 200, body: retrieve(call) }),
  },
  {
    method: "GET",
    path: "/v1/connect/accounts/{acct}/transactions",
    answer: (call) => ({ status: 200, body: transactions(call) }),
  },
  {
    method: "GET",
    path: "/v1/connect/accounts/{acct}/compliance",
    answer: (call) => ({ status: 200, body: compliance(call) }),
  },
  { method: "POST", path: "/v1/connect/papers", answer: onboard },
];
