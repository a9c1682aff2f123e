import * as fc from "fast-check";
import { rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { givenCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { passes, requireInput } from "../fixtures/port-inputs.ts";

const CREATED = "subscription.created";

/** What was subscribed to (§6.1). */
export default [
  /** Subscriptions of many quantities. */
  rule("subscription-events/created-has-the-items", async (check) => {
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
        const { items } = event.data;
        if (!Array.isArray(items)) throw new Inconclusive(`${CREATED} has no list of items`);
        const reported = items.map((item) => (item as { quantity?: unknown } | null)?.quantity);
        const prices = items.map((item) => (item as { priceId?: unknown } | null)?.priceId);
        check.expect.that(`the quantities in ${CREATED}`, reported, event).toBe([quantity]);
        const requested = passes(check, "createSubscription", "priceId") ? subscription.priceId : null;
        const price = requested ?? subscription.created.output("priceId");
        if (price !== undefined) check.expect.that(`the prices in ${CREATED}`, prices, event).toBe([price]);
      },
    });
  }),
];
