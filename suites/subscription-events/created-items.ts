import * as fc from "fast-check";
import { type Check, Inconclusive, type ReceivedEvent, rule } from "../kit.ts";
import { eventsOf } from "../scenarios/scenario-events.ts";
import { ifReachable, PATIENT } from "../scenarios/scenario-rules.ts";
import { givenCustomer, type GivenSubscription, givenSubscription } from "../fixtures/subscriptions.ts";
import { passes, requireInput } from "../fixtures/port-inputs.ts";
import { hostedPage, hostedTrial } from "../scenarios/hosted-pages.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { unpaidCreation } from "../scenarios/renewals.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";

const CREATED = "subscription.created";

const OTHER_CREATIONS = [
  [unpaidCreation, "createSubscription"],
  [trial, "createTrialSubscription"],
  [hostedPage, "checkoutSubscription"],
  [hostedTrial, "checkoutTrialSubscription"],
] as const;

/** The items of a new subscription (§6.1). */
export default [
  /** Creates subscriptions with many quantities, then unpaid ones, ones on trial, and ones from the hosted page. */
  rule("subscription-events/created-has-the-items", PATIENT, async (check) => {
    requireInput(check, "createSubscription", "quantity");
    const customer = await givenCustomer(check);
    const inbox = await check.inbox({ merchant: customer.merchant, names: [CREATED] });
    if (customer.id !== null) inbox.own(customer.id);
    await check.property({
      effort: 0.3,
      from: fc.integer({ min: 1, max: 9 }),
      shares: { "more than one": 0.3 },
      classesOf: (quantity) => (quantity > 1 ? ["more than one"] : []),
      holds: async (quantity) => {
        const subscription = await givenSubscription(check, { customer, quantity });
        inbox.own(subscription.id);
        const event = await inbox.next({
          type: CREATED,
          where: ({ data }) => data["subscriptionId"] === subscription.id,
        });
        hasItems(check, event, subscription, "createSubscription");
      },
    });
    for (const [runScenario, port] of OTHER_CREATIONS) {
      const scenario = await ifReachable(check, runScenario);
      for (const event of scenario === null ? [] : eventsOf(scenario, "created", CREATED).slice(0, 1))
        hasItems(check, event, (scenario as Scenario).subscription, port);
    }
  }),
];

/** Compares with the requested price and quantity, if the port passes them on. @throws Inconclusive if the event has no list of items */
function hasItems(
  check: Check,
  event: ReceivedEvent,
  { priceId, quantity, created }: GivenSubscription,
  port: string,
): void {
  const { items } = event.data;
  if (!Array.isArray(items)) throw new Inconclusive(`${CREATED} has no list of items`);
  const reported = items.map((item) => (item as { quantity?: unknown } | null)?.quantity);
  const prices = items.map((item) => (item as { priceId?: unknown } | null)?.priceId);
  if (passes(check, port, "quantity"))
    check.expect.that(`the quantities in ${CREATED}`, reported, event).toBe([quantity]);
  const price = (passes(check, port, "priceId") ? priceId : null) ?? created.output("priceId");
  if (price !== undefined) check.expect.that(`the prices in ${CREATED}`, prices, event).toBe([price]);
}
