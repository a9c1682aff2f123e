/** Disbursements and remittances (§2.3, §2.4, §4.3, §4.4). */
import { refuseOutOfBounds } from "./collect.ts";
import {
  at,
  demand,
  fault,
  isCurrency,
  isFrancs,
  isNumeral,
  isObject,
  isText,
  oneOf,
  Refusal,
  refuseFaults,
  type Test,
} from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { stamp, uuidId, zulu } from "./text.ts";
import type { Payout } from "./world.ts";

/** Phones ending like this refuse money; this server's own convention. */
export const REFUSING_PHONE = "666";

const isMsisdn: Test = (value) =>
  typeof value === "string" && /^\+?\d{8,15}$/.test(value.replaceAll(" ", "")) ? null : "msisdn";

function judge(body: unknown, amount: Test): void {
  demand(400, body, {
    payment_method_data: { test: isObject },
    "payment_method_data.type": { test: oneOf(["momo"]) },
    "payment_method_data.momo.msisdn": { test: isMsisdn },
    "payment_method_data.momo.country": { test: oneOf(["cg", "cm", "ga", "td", "cf", "gq"]) },
    "payment_method_data.momo.operator_name": { test: oneOf(["mtn", "airtel"]) },
    last_name: { test: isText },
    first_name: { test: isText },
    currency: { test: isCurrency },
    amount: { test: amount },
    metadata: { test: isObject, optional: true },
  });
}

function show(payout: Payout): Record<string, unknown> {
  const { createdMs, updatedMs, ...plain } = payout;
  return {
    updatedAt: stamp(updatedMs),
    createdAt: stamp(createdMs),
    shouldExecutedAt: zulu(createdMs),
    type: 41,
    batch: null,
    currency: "xaf",
    ...plain,
  };
}

function send(call: Call, object: Payout["object"]): Payout {
  const { body, books, now, world } = call;
  const amount = Number(at(body, "amount"));
  refuseOutOfBounds(amount);
  const momo = (name: string) => String(at(body, `payment_method_data.momo.${name}`));
  const payout: Payout = {
    id: uuidId(object === "disbursement" ? "wt_" : "rem_"),
    object,
    amount,
    firstName: String(at(body, "first_name")),
    lastName: String(at(body, "last_name")),
    operatorName: momo("operator_name"),
    country: momo("country").toLowerCase(),
    phone: momo("msisdn").replace(/\D/g, ""),
    status: "processing",
    createdMs: now,
    updatedMs: now,
  };
  books.payouts.set(payout.id, payout);
  world.later(world.settleMs, () => {
    payout.status = payout.phone.endsWith(REFUSING_PHONE) ? "failed" : "succeeded";
    payout.updatedMs = Date.now();
  });
  return payout;
}

function find({ books, params }: Call, object: Payout["object"]): Payout {
  const payout = books.payouts.get(params["id"] ?? "");
  if (payout?.object !== object) throw new Refusal(404, { message: `${object} not found` });
  return payout;
}

function natural(call: Call, name: string, fallback: number): number {
  const text = call.request.query.get(name);
  if (text === null) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text)) refuseFaults(400, [fault(name, "integer")]);
  return Number(text);
}

/** The page of remittances, oldest first; a page that does not exist is not found. */
function list(call: Call): Record<string, unknown> {
  const limit = Math.min(natural(call, "limit", 10), 100);
  const page = natural(call, "page", 1);
  const all = [...call.books.payouts.values()].filter((payout) => payout.object === "remittance");
  const pages = Math.max(1, Math.ceil(all.length / limit));
  if (page > pages) throw new Refusal(404, { message: "page not found" });
  const data = all.slice((page - 1) * limit, page * limit).map(show);
  return { meta: { pages, limit, page, total: all.length, order: "ascending" }, data };
}

export const payoutRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/disbursements",
    shape: ({ body }) => judge(body, isFrancs),
    answer: (call) => ({ status: 200, body: show(send(call, "disbursement")) }),
  },
  {
    method: "GET",
    path: "/v1/disbursement/{id}",
    answer: (call) => ({ status: 200, body: show(find(call, "disbursement")) }),
  },
  {
    method: "POST",
    path: "/v1/remittance",
    shape: ({ body }) => judge(body, isNumeral),
    answer: (call) => ({ status: 200, body: show(send(call, "remittance")) }),
  },
  { method: "GET", path: "/v1/remittance", answer: (call) => ({ status: 200, body: list(call) }) },
  {
    method: "GET",
    path: "/v1/remittance/{id}",
    answer: (call) => ({ status: 200, body: show(find(call, "remittance")) }),
  },
];
