/** Cancel, pause, resume and retry-payment (§3, §4.9). */
import { activate, collect, end, periodEnd, voidInvoice } from "./billing-engine.ts";
import { clockTime, conflict, findSubscription, shown, showSubscription } from "./billing-show.ts";
import { emitBilling } from "./feed.ts";
import { at, type Reply } from "./fields.ts";
import { REFUSING_PHONE } from "./payouts.ts";
import type { Call, Route } from "./router.ts";
import { eastern } from "./text.ts";

function cancel(call: Call): Reply {
  const sub = findSubscription(call);
  const now = clockTime(call, sub.clock);
  if (sub.status === "canceled") conflict("over");
  if (at(call.body, "cancelImmediately") === true) {
    sub.cancelAskedMs = sub.cancelMs = now;
    end(call.books, sub, now, {});
    return shown(sub);
  }
  if (sub.cancelMs !== null) return shown(sub);
  sub.cancelAskedMs = now;
  const due = sub.status === "past_due" ? periodEnd(call.books, sub, sub.cycles + 1) : sub.endMs;
  sub.cancelMs = Math.max(now, due);
  emitBilling(call.books, "subscription.canceled", {
    effectiveDate: eastern(sub.cancelMs),
    canceledAt: eastern(now),
    reason: "asked_by_merchant",
    status: sub.status,
    customerId: sub.customer,
    subscriptionId: sub.id,
  });
  const upcoming = sub.invoice === null ? undefined : call.books.invoices.get(sub.invoice);
  if (sub.status === "active" && upcoming?.state === "open") voidInvoice(call.books, upcoming, now);
  return shown(sub);
}

function hold(call: Call): Reply {
  const sub = findSubscription(call);
  if (sub.status === "canceled" || sub.status === "on_hold") conflict("not_running");
  const previousStatus = sub.status;
  sub.heldFrom = previousStatus;
  sub.status = "on_hold";
  const data = { pausedAt: eastern(clockTime(call, sub.clock)), previousStatus, status: sub.status };
  emitBilling(call.books, "subscription.paused", {
    ...data,
    customerId: sub.customer,
    subscriptionId: sub.id,
  });
  return shown(sub);
}

function resume(call: Call): Reply {
  const sub = findSubscription(call);
  if (sub.status !== "on_hold" || sub.heldFrom === null) conflict("not_on_hold");
  sub.status = sub.heldFrom;
  sub.heldFrom = null;
  const data = {
    resumedAt: eastern(clockTime(call, sub.clock)),
    previousStatus: "on_hold",
    status: sub.status,
  };
  emitBilling(call.books, "subscription.resumed", {
    ...data,
    customerId: sub.customer,
    subscriptionId: sub.id,
  });
  return shown(sub);
}

/** Asks for the money again; the answer comes before the outcome (§3). */
function retryPayment(call: Call): Reply {
  const { books, world } = call;
  const sub = findSubscription(call);
  const invoice = sub.invoice === null ? undefined : books.invoices.get(sub.invoice);
  if ((sub.status !== "past_due" && sub.status !== "unpaid") || invoice?.state !== "open")
    conflict("nothing_owed");
  if (sub.settling) return shown(sub);
  const now = clockTime(call, sub.clock);
  const success = !(books.customers.get(sub.customer)?.msisdn ?? "").endsWith(REFUSING_PHONE);
  sub.settling = success;
  const body = { paymentStatus: { success }, ...showSubscription(sub) };
  world.later(world.settleMs, () => {
    sub.settling = false;
    if (invoice.state !== "open" || sub.status === "canceled") return;
    if (collect(books, sub, invoice, now, 1)) activate(books, sub, now);
  });
  return { status: 200, body };
}

export const actRoutes: Route[] = [
  { method: "POST", path: "/v1/agreements/{id}/cancel", answer: cancel },
  { method: "POST", path: "/v1/agreements/{id}/pause", answer: hold },
  { method: "POST", path: "/v1/agreements/{id}/resume", answer: resume },
  { method: "POST", path: "/v1/agreements/{id}/retry-payment", answer: retryPayment },
];
