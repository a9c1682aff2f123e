import { calendarEdges } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { rule } from "../../harness/rule.ts";
import { NeedMissing, Violation } from "../../harness/verdicts.ts";
import { type GivenSubscription, givenOwnCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { DAY, HOUR, readInstant } from "../fixtures/times.ts";
import { recorder } from "../scenarios/recorder.ts";
import {
  advance,
  around,
  attach,
  dueAt,
  dueOf,
  type GivenClock,
  givenClock,
  periodOf,
} from "../fixtures/test-clocks.ts";

const UPDATED = "subscription.updated";
const PERIODS = 3;

/**
 * Goal: a target bills on its own dates at the ends of months and years, and on leap days. Method: periods that start at
 * such an edge, each advanced to short of its stated end, and past it; how long a month is, the target tells.
 */
export default [
  rule(
    "subscription-events/billed-at-the-period-end-across-months",
    (check) =>
      check.property({
        effort: 0.15,
        from: calendarEdges(),
        examples: ["2027-01-31T12:00:00Z", "2028-02-29T00:00:00Z"],
        holds: async (edge) => {
          const at = Date.parse(edge);
          const { subscription, clock, log } = await startingAt(check, at);
          let due = await dueOf(check, subscription);
          for (let period = 1; period <= PERIODS; period += 1) {
            const times = around(due);
            await log.act({
              name: `${period} short`,
              moment: "nothing",
              do: () => advance(check, clock, times.beforeDue),
            });
            const early = log.events(UPDATED).length;
            if (early >= period)
              throw new Violation({
                expected: `renewal ${period} of a subscription from ${edge} not to be billed before ${new Date(due.first).toISOString()}`,
                actual: `${early} were told a day earlier`,
              });
            await log.act({
              name: `${period} due`,
              moment: "renewed",
              do: () => advance(check, clock, times.afterDue),
            });
            const update = log.events(UPDATED).at(period - 1);
            if (update === undefined)
              throw new Violation({
                basis: "deadline",
                expected: `renewal ${period} of a subscription from ${edge} to be billed on ${new Date(due.last).toISOString()}`,
                actual: `${log.events(UPDATED).length} were told a day later`,
              });
            const end = readInstant(update.data["currentPeriodEnd"]);
            check.observe("period-length", `${edge}: ${String(update.data["currentPeriodEnd"])}`);
            if (end === null) return;
            due = dueAt(end, readInstant(update.data["nextBillingDate"]));
          }
        },
      }),
    { deadlineMs: 300_000 },
  ),
];

/**
 * A subscription whose period starts at an instant: on a merchant whose real time control moves there, else of a customer
 * who was attached to a clock there before.
 */
export async function startingAt(check: Check, at: number) {
  const merchant = await check.ownMerchant();
  const byControl = check.has("control.moveWallClock") && check.has("control.createMerchant");
  if (byControl)
    await check.control.call("moveWallClock", {
      path: { accountId: merchant.accountId },
      json: { to: new Date(at).toISOString() },
    });
  const customer = await givenOwnCustomer(check, merchant);
  const log = await recorder(check, customer);
  let clock: GivenClock | undefined;
  if (!byControl) {
    clock = await givenClock(check, { merchant, at });
    check.succeeded(await attach(clock, { customerId: customer.id }));
  }
  let subscription: GivenSubscription | undefined;
  await log.act({
    name: "created",
    moment: "created",
    do: async () => {
      subscription = await givenSubscription(check, { customer });
      log.own(subscription.id);
      return subscription.created;
    },
  });
  if (subscription === undefined) throw new Error("a creation was lost");
  const { start } = await periodOf(check, subscription);
  // Whether later subscriptions of an attached customer follow its clock is open.
  if (Math.abs(start - at) > DAY) throw new NeedMissing("control.moveWallClock");
  clock ??= await attachedClock(check, merchant, subscription, start + HOUR);
  return { subscription, clock, log };
}

async function attachedClock(
  check: Check,
  merchant: Merchant,
  subscription: GivenSubscription,
  at: number,
): Promise<GivenClock> {
  const clock = await givenClock(check, { merchant, at });
  check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
  return clock;
}
