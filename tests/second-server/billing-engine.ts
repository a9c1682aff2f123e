/** What happens to a subscription as time goes by (§3, §4.8, §6.1). */
import type { Invoice, Standing, Subscription } from "./billing-types.ts";
import { openIntent } from "./collect.ts";
import { emitBilling } from "./feed.ts";
import { REFUSING_PHONE } from "./payouts.ts";
import { eastern, numericId, uuidId } from "./text.ts";
import type { Books } from "./world.ts";

const DAY = 86_400_000;
const RETRIES = 3;

/** `count` units after an anchor; a month that is too short ends on its last day. */
function after(anchorMs: number, every: "day" | "week" | "month", count: number): number {
  if (every !== "month") return anchorMs + count * (every === "week" ? 7 : 1) * DAY;
  const date = new Date(anchorMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

/** End of the subscription's paid period number `cycle` (from 1). */
export function periodEnd(books: Books, sub: Subscription, cycle: number): number {
  return after(sub.anchorMs, books.prices.get(sub.price)?.every ?? "month", cycle);
}

export function issue(books: Books, sub: Subscription, nowMs: number, announce: boolean): Invoice {
  const invoice: Invoice = {
    id: uuidId("in_"),
    number: `B-${books.invoices.size + 1}`,
    subscription: sub.id,
    customer: sub.customer,
    order: numericId("ord_"),
    total: (books.prices.get(sub.price)?.unitAmount ?? 0) * sub.quantity,
    state: "open",
    issuedMs: nowMs,
  };
  books.invoices.set(invoice.id, invoice);
  sub.invoice = invoice.id;
  if (announce) {
    emitBilling(books, "invoice.finalized", {
      finalizedAt: eastern(nowMs),
      currency: "xaf",
      amountDue: invoice.total,
      appliedBalance: 0,
      total: invoice.total,
      customerId: sub.customer,
      invoiceNumber: invoice.number,
      invoiceId: invoice.id,
    });
  }
  return invoice;
}

/** Requests payment of an open invoice; emits the events `times` times if it succeeded. */
export function collect(
  books: Books,
  sub: Subscription,
  invoice: Invoice,
  nowMs: number,
  times: number,
): boolean {
  const phone = books.customers.get(sub.customer)?.msisdn ?? "";
  const paid = !phone.endsWith(REFUSING_PHONE);
  const intent = openIntent(
    { books, now: Date.now() },
    { amount: invoice.total, status: paid ? "succeeded" : "failed" },
  );
  const request = {
    customerId: sub.customer,
    subscriptionId: sub.id,
    paymentIntentId: intent.id,
    orderId: invoice.order,
  };
  const when = eastern(nowMs);
  if (!paid) {
    emitBilling(books, "payment.failed", { failedAt: when, error: "wallet_refused", ...request });
    return false;
  }
  invoice.state = "paid";
  const money = { currency: "xaf", amount: invoice.total };
  for (let time = 0; time < times; time += 1) {
    emitBilling(books, "payment.completed", { completedAt: when, ...money, ...request });
    const { subscriptionId, orderId } = request;
    emitBilling(books, "invoice.paid", {
      paidAt: when,
      ...money,
      orderId,
      subscriptionId,
      invoiceId: invoice.id,
    });
  }
  return true;
}

export function voidInvoice(books: Books, invoice: Invoice, nowMs: number): void {
  invoice.state = "void";
  emitBilling(books, "invoice.voided", {
    voidedAt: eastern(nowMs),
    customerId: invoice.customer,
    invoiceId: invoice.id,
  });
}

function nextPeriod(books: Books, sub: Subscription): void {
  sub.startMs = sub.endMs;
  sub.cycles += 1;
  sub.endMs = periodEnd(books, sub, sub.cycles);
  sub.invoice = null;
}

const span = (sub: Subscription) => ({
  currentPeriodEnd: eastern(sub.endMs),
  currentPeriodStart: eastern(sub.startMs),
});
const who = (sub: Subscription) => ({ customerId: sub.customer, subscriptionId: sub.id });

/** Settles an unpaid or past_due subscription whose invoice has just been paid. */
export function activate(books: Books, sub: Subscription, nowMs: number): void {
  if (sub.status === "past_due") nextPeriod(books, sub);
  sub.invoice = null;
  sub.retries = null;
  sub.status = "active";
  const data = { activatedAt: eastern(nowMs), ...span(sub), status: sub.status, ...who(sub) };
  emitBilling(books, "subscription.activated", data);
}

/** Ends a subscription, voiding what it still owes. */
export function end(books: Books, sub: Subscription, nowMs: number, more: Record<string, unknown>): void {
  const previousStatus: Standing = sub.status;
  sub.status = "canceled";
  sub.retries = null;
  const open = sub.invoice === null ? undefined : books.invoices.get(sub.invoice);
  if (open?.state === "open") voidInvoice(books, open, nowMs);
  const canceledAt = eastern(sub.cancelAskedMs ?? nowMs);
  const data = {
    previousStatus,
    ...more,
    canceledAt,
    reason: "asked_by_merchant",
    status: sub.status,
    ...who(sub),
  };
  emitBilling(books, "subscription.canceled", data);
}

interface Step {
  kind: "trial" | "reminder" | "due" | "cancel" | "retry";
  atMs: number;
}

const NAMES: Record<Step["kind"], string | null> = {
  trial: "subscription/trial.over",
  reminder: "subscription/billing.upcoming",
  due: "subscription/billing.due",
  cancel: "subscription/cancellation.due",
  retry: null,
};

/** The next thing time does to the subscription, if there is any. */
function nextStep({ status, cancelMs, trial, invoice, startMs, endMs, retries }: Subscription): Step | null {
  if (status === "canceled") return null;
  const steps: Step[] = [];
  if (cancelMs !== null) steps.push({ kind: "cancel", atMs: cancelMs });
  if (status === "trialing" && trial !== null) steps.push({ kind: "trial", atMs: trial.endMs });
  if (status === "active" && cancelMs === null) {
    const early = endMs - 3 * DAY;
    if (invoice === null && early > startMs) steps.push({ kind: "reminder", atMs: early });
    else steps.push({ kind: "due", atMs: endMs });
  }
  if ((status === "past_due" || status === "unpaid") && retries !== null) {
    steps.push({ kind: "retry", atMs: retries.nextMs });
  }
  return steps.toSorted((a, b) => a.atMs - b.atMs)[0] ?? null;
}

function fall(books: Books, sub: Subscription, nowMs: number, status: "past_due" | "unpaid"): void {
  const previousStatus = sub.status;
  sub.status = status;
  sub.retries = { nextMs: nowMs + DAY, left: RETRIES };
  if (status === "unpaid") return;
  const data = { updatedAt: eastern(nowMs), reason: "wallet_refused", previousStatus, status, ...who(sub) };
  emitBilling(books, "subscription.past_due", data);
}

function take(books: Books, sub: Subscription, { kind, atMs }: Step): void {
  const known = sub.invoice === null ? undefined : books.invoices.get(sub.invoice);
  if (kind === "cancel") end(books, sub, atMs, { completedAt: eastern(atMs) });
  else if (kind === "reminder") issue(books, sub, atMs, true);
  else if (kind === "trial") {
    sub.anchorMs = sub.startMs = atMs;
    sub.cycles = 1;
    sub.endMs = periodEnd(books, sub, 1);
    if (collect(books, sub, issue(books, sub, atMs, true), atMs, 1)) {
      sub.status = "active";
      sub.invoice = null;
    } else fall(books, sub, atMs, "unpaid");
  } else if (kind === "retry") retry(books, sub, known, atMs);
  else if (known?.state === "void") nextPeriod(books, sub);
  else if (known?.state === "paid" || collect(books, sub, known ?? issue(books, sub, atMs, true), atMs, 2)) {
    nextPeriod(books, sub);
    const data = { updatedAt: eastern(atMs), nextBillingDate: eastern(sub.endMs), ...span(sub) };
    emitBilling(books, "subscription.updated", { ...data, status: sub.status, ...who(sub) });
  } else fall(books, sub, atMs, "past_due");
}

function retry(books: Books, sub: Subscription, invoice: Invoice | undefined, nowMs: number): void {
  const left = (sub.retries?.left ?? 1) - 1;
  sub.retries = left > 0 ? { nextMs: nowMs + DAY, left } : null;
  if (invoice?.state !== "open") sub.retries = null;
  else if (collect(books, sub, invoice, nowMs, 1)) activate(books, sub, nowMs);
}

/** Does all that is due up to `toMs`; returns the names of the triggers that the document lists (§4.8). */
export function run(books: Books, sub: Subscription, toMs: number): string[] {
  const names: string[] = [];
  for (let step = nextStep(sub); step !== null && step.atMs <= toMs; step = nextStep(sub)) {
    take(books, sub, step);
    const name = NAMES[step.kind];
    if (name !== null) names.push(name);
  }
  return names;
}

/** What {@link run} would trigger, without doing it. */
export function foresee(books: Books, sub: Subscription, toMs: number): string[] {
  const invoices = new Map([...books.invoices].map(([id, invoice]) => [id, { ...invoice }]));
  return run({ ...books, invoices, intents: new Map(), feed: [] }, structuredClone(sub), toMs);
}
