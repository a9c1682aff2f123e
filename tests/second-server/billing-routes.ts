/** Customers, prices, subscriptions and invoices (§2.12, §4.9); paths and bodies are this server's own. */
import { activate, collect, issue, periodEnd, run, voidInvoice } from "./billing-engine.ts";
import { clockTime, conflict, findSubscription, missing, shown, showSubscription } from "./billing-show.ts";
import type { Customer, Invoice, Subscription } from "./billing-types.ts";
import { emitBilling } from "./feed.ts";
import {
  at,
  type Body,
  demand,
  fault,
  isFrancs,
  isEmail,
  isText,
  oneOf,
  type Reply,
  refuseFaults,
  type Test,
} from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { eastern, numericId, uuidId } from "./text.ts";

const DAY = 86_400_000;

function announceCreation(call: Call, sub: Subscription, customer: Customer, page: string | null): void {
  const { createdAt, trialEnd, trialStart, items, currentPeriodEnd, currentPeriodStart } =
    showSubscription(sub);
  const trial = { trialEnd, trialStart };
  const base = { status: sub.status, customerId: customer.id, subscriptionId: sub.id };
  if (sub.trial !== null && page === null) {
    emitBilling(call.books, "subscription.trial_ending", { trialEndDate: trialEnd, ...trial, ...base });
  }
  const period = { currentPeriodEnd, currentPeriodStart };
  const customerEmail = customer.email;
  const data = { createdAt, items, ...trial, ...period, customerEmail, ...base };
  emitBilling(
    call.books,
    "subscription.created",
    page === null ? data : { checkoutSessionId: page, ...data },
  );
}

const isTrialDays: Test = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? null : "days");

/** Opens a subscription; `page` is the hosted page it comes from, null through the API. */
function subscribe(call: Call, page: string | null): Reply {
  const { body, books, now } = call;
  demand(422, body, { customer: { test: isText }, price: { test: isText } });
  demand(422, body, {
    quantity: { test: isFrancs, optional: true },
    freeDays: { test: isTrialDays, optional: true },
  });
  const customer = books.customers.get(String(at(body, "customer"))) ?? missing("customer");
  const price = books.prices.get(String(at(body, "price"))) ?? missing("price");
  const start = clockTime(call, customer.clock);
  const freeDays = Number(at(body, "freeDays") ?? 0);
  const trial = freeDays === 0 ? null : { startMs: start, endMs: start + freeDays * DAY };
  const sub: Subscription = {
    id: uuidId("sub_"),
    customer: customer.id,
    price: price.id,
    quantity: Number(at(body, "quantity") ?? 1),
    status: trial === null ? "active" : "trialing",
    heldFrom: null,
    startMs: start,
    endMs: trial?.endMs ?? start,
    trial,
    anchorMs: start,
    cycles: 1,
    cancelMs: null,
    cancelAskedMs: null,
    invoice: null,
    retries: null,
    settling: false,
    createdMs: now,
    clock: customer.clock,
  };
  books.subscriptions.set(sub.id, sub);
  let success = true;
  if (trial === null) {
    sub.endMs = periodEnd(books, sub, 1);
    success = collect(books, sub, issue(books, sub, start, false), start, 1);
    if (success) sub.invoice = null;
    else {
      sub.status = "unpaid";
      sub.retries = { nextMs: start + DAY, left: 3 };
    }
  }
  announceCreation(call, sub, customer, page);
  const paymentStatus = { success, asked: trial === null };
  return {
    status: 201,
    body: { ...(page === null ? {} : { page }), paymentStatus, ...showSubscription(sub) },
  };
}

const showInvoice = ({ issuedMs, order, ...plain }: Invoice): Body => ({
  issued: eastern(issuedMs),
  ccy: "xaf",
  orderId: order,
  ...plain,
});

export const billingRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/subscribers",
    answer({ body, books }) {
      demand(422, body, { email: { test: isEmail }, msisdn: { test: isText } });
      const [email, msisdn] = [String(at(body, "email")), String(at(body, "msisdn"))];
      const customer: Customer = { id: numericId("cus_"), email, msisdn, clock: null };
      books.customers.set(customer.id, customer);
      return { status: 201, body: { msisdn, email, reference: customer.id } };
    },
  },
  {
    method: "PATCH",
    path: "/v1/subscribers/{id}",
    answer({ body, books, params }) {
      const customer = books.customers.get(params["id"] ?? "") ?? missing("customer");
      demand(422, body, { msisdn: { test: isText } });
      customer.msisdn = String(at(body, "msisdn"));
      return {
        status: 200,
        body: { msisdn: customer.msisdn, email: customer.email, reference: customer.id },
      };
    },
  },
  {
    method: "POST",
    path: "/v1/tariffs",
    answer({ body, books }) {
      demand(422, body, {
        unit: { test: isFrancs },
        every: { test: oneOf(["day", "week", "month"], false) },
      });
      const every = String(at(body, "every")) as "day" | "week" | "month";
      const price = { id: uuidId("price_"), unitAmount: Number(at(body, "unit")), every };
      books.prices.set(price.id, price);
      return { status: 201, body: { every, unit: price.unitAmount, reference: price.id } };
    },
  },
  { method: "POST", path: "/v1/subscriptions", answer: (call) => subscribe(call, null) },
  {
    method: "POST",
    path: "/v1/counter/subscriptions",
    answer: (call) => subscribe(call, uuidId("session_")),
  },
  {
    method: "GET",
    path: "/v1/agreements/{id}",
    answer(call) {
      const sub = findSubscription(call);
      if (sub.clock === null) run(call.books, sub, call.now);
      return shown(sub);
    },
  },
  {
    method: "PATCH",
    path: "/v1/agreements/{id}",
    answer(call) {
      const sub = findSubscription(call);
      demand(422, call.body, { quantity: { test: isFrancs }, price: { test: isText, optional: true } });
      const price = at(call.body, "price");
      if (price !== undefined && price !== sub.price) refuseFaults(422, [fault("price", "exists")]);
      sub.quantity = Number(at(call.body, "quantity"));
      return shown(sub);
    },
  },
  {
    method: "GET",
    path: "/v1/bills",
    answer({ books, request }) {
      const of = request.query.get("of");
      if (of === null) refuseFaults(422, [fault("of", "required")]);
      const bills = [...books.invoices.values()].filter((invoice) => invoice.subscription === of);
      return { status: 200, body: { bills: bills.map(showInvoice) } };
    },
  },
  {
    method: "POST",
    path: "/v1/bills/{id}/settle",
    answer(call) {
      const { books, params } = call;
      const invoice = books.invoices.get(params["id"] ?? "") ?? missing("invoice");
      const sub = books.subscriptions.get(invoice.subscription) ?? missing("subscription");
      if (invoice.state !== "open") conflict("not_open");
      const now = clockTime(call, sub.clock);
      const paid = collect(books, sub, invoice, now, 1);
      if (paid && (sub.status === "past_due" || sub.status === "unpaid")) activate(books, sub, now);
      return { status: 200, body: showInvoice(invoice) };
    },
  },
  {
    method: "POST",
    path: "/v1/bills/{id}/void",
    answer(call) {
      const invoice = call.books.invoices.get(call.params["id"] ?? "") ?? missing("invoice");
      if (invoice.state !== "open") conflict("not_open");
      const clock = call.books.subscriptions.get(invoice.subscription)?.clock ?? null;
      voidInvoice(call.books, invoice, clockTime(call, clock));
      return { status: 200, body: showInvoice(invoice) };
    },
  },
];
