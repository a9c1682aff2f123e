import type { Check } from "../../harness/check.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { EVENT_NAMES } from "../model/billing.ts";
import { EVENTFUL } from "../scenarios/all.ts";
import { readInstant, toldTo } from "../fixtures/times.ts";
import { ifLived, lived, ofStory } from "../expect/scenario-rules.ts";
import { linkedInvoice, trial } from "../scenarios/ends.ts";
import { automaticRetry, calledRetry, creation, renewal } from "../scenarios/renewals.ts";
import type { Story } from "../scenarios/recorder.ts";
import { eventsOf, given, member, statusAfter, stepOf } from "../expect/scenario-events.ts";
import { passes } from "../fixtures/port-inputs.ts";

const RENEWED = "advanced past the due date";
const UPDATED = "subscription.updated";
const ACTIVATED = "subscription.activated";
const CREATED = "subscription.created";
const BILLED = ["invoice.finalized", "invoice.paid", "payment.completed"];

/** What events say of a subscription is what it is (§6.1). */
export default [
  /** Every event of lives in which every name comes. */
  ofStory("subscription-events/each-names-the-customer", renewal, async (check) => {
    for await (const each of lived(check, EVENTFUL)) namesTheCustomer(check, each);
  }),

  /** Read it once it is where the event says. */
  ofStory("subscription-events/periods-are-the-subscriptions", renewal, async (check, story) => {
    agrees(check, story, RENEWED, UPDATED, ["currentPeriodStart", "currentPeriodEnd", "nextBillingDate"]);
    for (const [tell, step, type] of [
      [creation, "created", CREATED],
      [trial, "created", CREATED],
      [calledRetry, "retried", ACTIVATED],
      [automaticRetry, "retried", ACTIVATED],
    ] as const) {
      const other = await ifLived(check, tell);
      if (other !== null && eventsOf(other, step, type).length > 0)
        agrees(check, other, step, type, ["currentPeriodStart", "currentPeriodEnd"]);
    }
  }),

  /** Lives whose invoices are issued and paid in every way. */
  ofStory("subscription-events/billed-in-the-prices-currency", renewal, async (check, story) => {
    const { currency } = check.profile.ordinary;
    const isAsked =
      story.subscription.priceId !== null &&
      passes(check, "createPrice", "currency") &&
      passes(check, "createSubscription", "priceId");
    let known = isAsked ? currency.toLowerCase() : null;
    for (const each of [
      story,
      await ifLived(check, calledRetry),
      await ifLived(check, automaticRetry),
      await ifLived(check, linkedInvoice),
    ])
      for (const event of each === null ? [] : BILLED.flatMap((type) => eventsOf(each, "ever", type))) {
        const told = event.data["currency"];
        // Its presence and its type are another rule's matter.
        if (typeof told !== "string") continue;
        known ??= told.toLowerCase();
        check.expect.that(`currency of ${event.type}, in lowercase`, told.toLowerCase(), event).toBe(known);
      }
  }),

  ofStory("subscription-events/updated-has-the-status", renewal, (check, story) => {
    const event = given(story, RENEWED, UPDATED);
    check.expect
      .that(`status of ${UPDATED}`, member(event, "status"))
      .toBe(statusAfter(check, story, RENEWED));
  }),
];

function namesTheCustomer(check: Check, story: Story): void {
  const { customerId } = story.subscription;
  if (customerId === null) throw new Inconclusive("nothing shows whose subscription it is");
  for (const type of EVENT_NAMES)
    for (const { data } of eventsOf(story, "ever", type))
      if (typeof data["customerId"] === "string")
        check.expect.that(`customerId of ${type}`, data["customerId"]).toBe(customerId);
}

/** Compares times of an event with those read after the step, as exactly as both are reported. */
function agrees(check: Check, story: Story, step: string, type: string, names: readonly string[]): void {
  const event = given(story, step, type);
  const { after } = stepOf(story, step);
  if (after === null) throw new Inconclusive("no route reads the subscription");
  for (const name of names) {
    const told = readInstant(event.data[name]);
    const read = after.port.output(name);
    const known = readInstant(read);
    if (told === null || known === null) continue;
    const exactness = toldTo(event.data[name], read);
    check.expect
      .that(`the distance in ms of ${name} in ${type} and in the subscription`, told - known)
      .toSatisfy("nothing, as far as it is reported", (distance) => Math.abs(Number(distance)) < exactness);
  }
}
