import { type Check, Inconclusive, rule, Violation } from "../kit.ts";
import { EVENTFUL } from "../scenarios/all.ts";
import { possibleScenarios } from "../scenarios/scenario-rules.ts";
import { unexpected } from "../scenarios/causality.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { asPrecondition } from "../fixtures/reading.ts";
import {
  callFor,
  type GivenSubscription,
  givenCustomer,
  givenSubscription,
} from "../fixtures/subscriptions.ts";

const CREATED = "subscription.created";
const PAID = "invoice.paid";
const DONE = "payment.completed";
const CANCELED = "subscription.canceled";

/** An endpoint receives exactly the events to which it subscribed (§6). */
export default [
  /**
   * Registers several endpoints for each name, then creates a subscription that emits all of them, and does so again with a new endpoint.
   * Other subscriptions have two endpoints through all their changes.
   */
  rule("subscription-events/names-without-prefix", async (check) => {
    const { inbox, make, merchant, customerId } = await endpoint(check, [DONE]);
    const others = await Promise.all(
      [PAID, CREATED, DONE, DONE, CREATED, PAID].map(async (name) => ({
        name,
        inbox: await check.inbox({ merchant, names: [name] }),
      })),
    );
    if (customerId !== null) for (const other of others) other.inbox.own(customerId);
    await make((id) => {
      for (const other of others) other.inbox.own(id);
    });
    await inbox.next({ type: DONE });
    for (const other of others) await other.inbox.next({ type: other.name });
    // How many endpoints a merchant may have is not shown.
    const late = await ifPossible(() => check.inbox({ merchant, names: [CREATED, DONE] }));
    if (late !== null) {
      const second = await make(late.own);
      for (const type of [CREATED, DONE])
        await late.next({ type, where: ({ data }) => data["subscriptionId"] === second.id });
    }
    for await (const { missed, subscription } of possibleScenarios(check, EVENTFUL))
      for (const event of missed)
        throw new Violation({
          basis: "deadline",
          expected: `each endpoint with the name ${event.type} to receive it for the subscription ${subscription.id}`,
          actual: "only one of two endpoints did",
          event,
        });
  }),

  /**
   * Registers an endpoint for each name, then creates a subscription and cancels it immediately. The events of one endpoint are the fence
   * for the others.
   */
  rule("subscription-events/unsubscribed-names-stay-away", async (check) => {
    const { inbox, make, merchant, customerId } = await endpoint(check, [CREATED]);
    const cancels = check.ports.bound("cancelSubscription");
    const others = await Promise.all(
      [DONE, ...(cancels ? [CANCELED] : [])].map(async (name) => ({
        name,
        inbox: await check.inbox({ merchant, names: [name] }),
      })),
    );
    if (customerId !== null) for (const other of others) other.inbox.own(customerId);
    const subscription = await make((id) => {
      for (const other of others) other.inbox.own(id);
    });
    await inbox.next({ type: CREATED });
    for (const other of others) {
      if (other.name === CANCELED) {
        const inputs = { cancelImmediately: true };
        const { answer } = await callFor(check, subscription, "cancelSubscription", { inputs });
        if (answer.succeeded) await asPrecondition(() => other.inbox.next({ type: CANCELED }));
      } else await other.inbox.next({ type: other.name });
    }
    for (const { name: wanted, inbox: each } of [{ name: CREATED, inbox }, ...others]) {
      await each.none({ type: wanted === CREATED ? DONE : CREATED }, () => Promise.resolve());
      const [astray] = each.events().filter((event) => event.type !== wanted);
      if (astray !== undefined) throw unexpected(astray, `the endpoint subscribed only to ${wanted}`);
    }
  }),
];

/** An endpoint for these names, and a creation that emits events. */
async function endpoint(check: Check, names: readonly string[]) {
  const { events } = check.profile;
  if (events !== undefined && "feed" in events)
    throw new Inconclusive("events are read from a feed, which is no endpoint and contains all of them");
  const customer = await givenCustomer(check);
  const inbox = await check.inbox({ merchant: customer.merchant, names });
  if (customer.id !== null) inbox.own(customer.id);
  const make = async (own: (id: string) => void = () => undefined): Promise<GivenSubscription> => {
    const subscription = await givenSubscription(check, { customer });
    inbox.own(subscription.id);
    own(subscription.id);
    return subscription;
  };
  return { inbox, make, merchant: customer.merchant, customerId: customer.id };
}
