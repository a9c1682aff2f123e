import * as fc from "fast-check";
import { type Check, type Inbox, type ReceivedEvent, rule } from "../kit.ts";
import { eventsOf } from "../scenarios/scenario-events.ts";
import { ifReachable, PATIENT } from "../scenarios/scenario-rules.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import {
  type GivenCustomer,
  givenCustomer,
  givenPrice,
  givenSubscription,
  type Wanted,
} from "../fixtures/subscriptions.ts";
import { requireInput } from "../fixtures/port-inputs.ts";
import { expectItems } from "../expect/created-items.ts";
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
  /** Creates subscriptions with many quantities, then one on trial with several, one with two items, unpaid ones, ones on trial, and ones from the hosted page. */
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
      holds: (quantity) => createdWith(check, inbox, { customer, quantity }),
    });
    await ifPossible(() =>
      createdWith(check, inbox, { customer, quantity: 3, creationPort: "createTrialSubscription" }),
    );
    await ifPossible(() => hasBothItems(check, customer, inbox));
    for (const [runScenario, port] of OTHER_CREATIONS) {
      const scenario = await ifReachable(check, runScenario);
      for (const event of scenario === null ? [] : eventsOf(scenario, "created", CREATED).slice(0, 1))
        expectItems(check, event, (scenario as Scenario).subscription, port);
    }
  }),
];

/** Creates a subscription, and compares the items in its event. */
async function createdWith(check: Check, inbox: Inbox, wanted: Wanted): Promise<void> {
  const subscription = await givenSubscription(check, wanted);
  inbox.own(subscription.id);
  const where = ({ data }: ReceivedEvent): boolean => data["subscriptionId"] === subscription.id;
  const event = await inbox.next({ type: CREATED, where });
  expectItems(check, event, subscription, wanted.creationPort ?? "createSubscription");
}

/**
 * Creates a subscription with two prices in different quantities, if the body lists items. The request is not shown, so a target may refuse
 * or ignore a second item.
 */
async function hasBothItems(check: Check, customer: GivenCustomer, inbox: Inbox): Promise<void> {
  const wanted: Item[] = [];
  for (const quantity of [1, 4]) {
    const priceId = await givenPrice(check, customer.merchant, false);
    if (priceId !== null) wanted.push({ priceId, quantity });
  }
  const [first, second] = wanted;
  const extra = bodyWith(check, wanted);
  // A target may have one price for equal requests.
  if (first === undefined || extra === null || first.priceId === second?.priceId) return;
  const { id } = await givenSubscription(check, { customer, ...first, extra });
  inbox.own(id);
  const event = await inbox.next({ type: CREATED, where: ({ data }) => data["subscriptionId"] === id });
  const { items } = event.data;
  if (!Array.isArray(items) || items.length !== wanted.length) return;
  const quantities = wanted.map(
    ({ priceId }) => (items as readonly Item[]).find((item) => item.priceId === priceId)?.quantity,
  );
  check.expect
    .that(`the quantities of two prices in ${CREATED}`, quantities, event)
    .toBe(wanted.map(({ quantity }) => quantity));
}

interface Item {
  readonly priceId: string;
  readonly quantity: number;
}

/** The list of the binding's body that has one price and quantity, with these instead. Null if there is none. */
function bodyWith(check: Check, items: readonly Item[]): Readonly<Record<string, unknown>> | null {
  for (const [name, list] of Object.entries(check.profile.ports["createSubscription"]?.body ?? {})) {
    const template = Array.isArray(list) && list.length === 1 ? JSON.stringify(list[0]) : "";
    if (!template.includes('"{priceId}"') || !template.includes('"{quantity}"')) continue;
    const filled = items.map(({ priceId, quantity }) =>
      template
        .replace('"{priceId}"', JSON.stringify(priceId))
        .replace('"{quantity}"', JSON.stringify(quantity)),
    );
    return { [name]: filled.map((item) => JSON.parse(item) as unknown) };
  }
  return null;
}
