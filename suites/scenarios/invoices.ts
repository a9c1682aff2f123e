import { type Check, Inconclusive, type Merchant } from "../kit.ts";
import { isLaterCycles } from "./later-cycles.ts";
import { around, dueOf, givenClockFor } from "../fixtures/test-clocks.ts";
import { act, advances, scenario } from "./acts.ts";
import { begun } from "./renewals.ts";

/** A subscription whose next invoice was issued, and its clock before the due date. @throws Inconclusive if none was reported */
export async function withIssuedInvoice(check: Check, merchant?: Merchant) {
  check.require("events");
  const { customer, log, subscription } = await begun(check, { merchant });
  const times = around(await dueOf(check, subscription));
  const clock = await givenClockFor(check, subscription);
  const go = advances(check, clock, { log, subscription });
  await go("reminded", "reminded", times.afterReminder);
  const invoiceId = log.events("invoice.finalized").findLast(isLaterCycles(log))?.data["invoiceId"];
  if (typeof invoiceId !== "string") throw new Inconclusive("no issued invoice was reported");
  log.own(invoiceId);
  return { customer, log, subscription, clock, times, go, invoiceId };
}

const invoiceAct = (
  port: "voidInvoice" | "payInvoice",
  name: string,
  transition: "voided" | "paid by link",
) =>
  scenario(`an invoice that is ${name}`, async (maker) => {
    maker.require(`port.${port}`);
    const { log, subscription, times, go, invoiceId } = await withIssuedInvoice(maker);
    const done = await log.act({
      name,
      transition,
      do: () => maker.ports.call(port, { inputs: { invoiceId }, key: subscription.merchant.testKey }),
    });
    maker.succeeded(done.answer);
    const then = transition === "voided" ? "due when voided" : "renewed ahead";
    await go("past the date it was due", then, times.afterDue);
    return { log, subscription };
  });

/** Issued invoices that are voided, and paid. */
export const voidedInvoice = invoiceAct("voidInvoice", "voided", "voided");
export const linkedInvoice = invoiceAct("payInvoice", "paid by link", "paid by link");

/** A cancellation that is scheduled when the next invoice was issued. */
export const scheduledAfterIssue = scenario("a scheduled cancellation after an issue", async (maker) => {
  const history = await withIssuedInvoice(maker);
  await act(maker, history, "cancelSubscription", "cancellation scheduled");
  return history;
});

/** A pause when the next invoice was issued, and its resumption at the same time of the clock. */
export const pausedAfterIssue = scenario("a pause after an issue", async (maker) => {
  const history = await withIssuedInvoice(maker);
  await act(maker, history, "pauseSubscription", "paused");
  await act(maker, history, "resumeSubscription", "resumed");
  return history;
});
