import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createShop, type ReportedEvent } from "../subscriptions/shop.ts";

const hour = 3_600_000;

/** An outcome without the identifiers that differ from run to run. */
const outline = (events: readonly ReportedEvent[]) =>
  events.map(({ type, created_at, data }) => [
    type,
    created_at,
    data["status"],
    data["currentPeriodEnd"],
    data["amount"],
    data["invoiceNumber"],
  ]);

/** Two subscriptions, one with a trial, some payments declined, advanced through these times. */
async function played(plan: { begin: number; stops: readonly number[]; declines: number }) {
  const shop = await createShop();
  await shop.control("POST", `/merchants/${shop.accountId}/clock`, {
    to: new Date(plan.begin).toISOString(),
  });
  const first = await shop.subscribe();
  const second = await shop.subscribe({ trialDays: 9 });
  const bystander = await shop.subscribe({
    customerId: (await shop.checkout("POST", "/v1/customers", {})).json["id"],
  });
  const clock = await shop.clock(new Date(plan.begin).toISOString());
  await shop.attach(clock, { subscriptionId: first });
  await shop.attach(clock, { subscriptionId: second });
  if (plan.declines > 0) await shop.decline(plan.declines);
  await shop.newEvents();
  const triggered: unknown[] = [];
  for (const stop of plan.stops) {
    const { json } = await shop.advance(clock, new Date(stop).toISOString());
    triggered.push(...(json["triggeredEvents"] as { event: string }[]).map(({ event }) => event));
  }
  const events = await shop.newEvents();
  const shown = [await shop.show(first), await shop.show(second)].map(
    ({ status, currentPeriodStart, currentPeriodEnd }) => ({ status, currentPeriodStart, currentPeriodEnd }),
  );
  expect(events.filter(({ data }) => data["subscriptionId"] === bystander)).toEqual([]);
  expect(shop.faults).toEqual([]);
  return { triggered, events, shown, ends: { first, second } };
}

const begins = fc.integer({ min: 0, max: 4 * 365 * 24 }).map((hours) => Date.UTC(2026, 1, 1) + hours * hour);

describe("laws of test clocks", () => {
  it("an advance in steps equals one advance", async () => {
    await fc.assert(
      fc.asyncProperty(
        begins,
        fc.uniqueArray(fc.integer({ min: 1, max: 150 * 24 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 9 }),
        async (begin, hours, declines) => {
          const stops = hours.sort((a, b) => a - b).map((each) => begin + each * hour);
          const stepwise = await played({ begin, stops, declines });
          const atOnce = await played({ begin, stops: stops.slice(-1), declines });
          expect(stepwise.triggered).toEqual(atOnce.triggered);
          expect(outline(stepwise.events)).toEqual(outline(atOnce.events));
          expect(stepwise.shown).toEqual(atOnce.shown);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("each renewal is billed at the end of the period that was reported before", async () => {
    await fc.assert(
      fc.asyncProperty(begins, async (begin) => {
        const { events } = await played({ begin, stops: [begin + 400 * 24 * hour], declines: 0 });
        const updates = events.filter(({ type }) => type === "subscription.updated");
        for (const id of new Set(updates.map(({ data }) => data["subscriptionId"]))) {
          const own = updates.filter(({ data }) => data["subscriptionId"] === id);
          expect(own.length).toBeGreaterThan(11);
          own.slice(1).forEach((update, at) => {
            expect(update.created_at).toBe(own[at]?.data["currentPeriodEnd"]);
            expect(update.data["currentPeriodStart"]).toBe(update.created_at);
          });
        }
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      }),
      { numRuns: 10 },
    );
  });
});
