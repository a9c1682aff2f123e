import { type Check, Inconclusive, type Merchant } from "../kit.ts";
import { isLaterCycles } from "./later-cycles.ts";
import { around, dueOf, givenClockFor } from "../fixtures/test-clocks.ts";
import { advances } from "./acts.ts";
import type { Scenario } from "./recorder.ts";
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

function invoiceAct(
  check: Check,
  act: { port: "voidInvoice" | "payInvoice"; name: string; transition: "voided" | "paid by link" },
): Promise<Scenario> {
  return check.once(`scenario of an invoice that is ${act.name}`, async (maker) => {
    maker.require(`port.${act.port}`);
    const { log, subscription, times, go, invoiceId } = await withIssuedInvoice(maker);
    const done = await log.act({
      name: act.name,
      transition: act.transition,
      do: () => maker.ports.call(act.port, { inputs: { invoiceId }, key: subscription.merchant.testKey }),
    });
    maker.succeeded(done.answer);
    if (act.transition === "paid by link")
      await go("past the date it was due", "renewed ahead", times.afterDue);
    return log.scenario(subscription);
  });
}

/** An issued invoice that is voided. */
export function voidedInvoice(check: Check): Promise<Scenario> {
  return invoiceAct(check, { port: "voidInvoice", name: "voided", transition: "voided" });
}

export function linkedInvoice(check: Check): Promise<Scenario> {
  return invoiceAct(check, { port: "payInvoice", name: "paid by link", transition: "paid by link" });
}
