import { isDeepStrictEqual } from "node:util";
import type { ReceivedEvent } from "../../harness/inbox/event.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { explains, isOutcomeOfPayment, TWICE } from "../model/billing.ts";
import { ifLived, lived, ofStory } from "../expect/scenario-rules.ts";
import {
  immediateCancellation,
  linkedInvoice,
  pause,
  quantityChange,
  scheduledCancellation,
  trial,
  voidedInvoice,
} from "../scenarios/ends.ts";
import { AFTERWARDS, automaticRetry, calledRetry, renewal, RENEWED } from "../scenarios/renewals.ts";
import { pausedAgain } from "../scenarios/states.ts";
import type { Story } from "../scenarios/recorder.ts";
import { causal, isKnown, reachesEnd, unexpected } from "../expect/causality.ts";
import { eventsOf, given, isLaterCycles, stepOf, told } from "../expect/scenario-events.ts";

/** What holds of the events of a whole life: causes before effects, nothing twice, nothing for others (§4.8, §6.1). */
export default [
  /**
   * Its own dates, from the first period and from each renewal after; nothing is billed more than a day, in
   * whatever zone, ahead of one, and everything a day after. So it is once a debt is settled, a trial or a pause
   * is over.
   */
  ofStory("subscription-events/billed-at-the-period-end", renewal, async (check, story) => {
    for (const type of ["payment.completed", "payment.failed", "subscription.updated"]) {
      for (const step of [
        "advanced short of the reminder",
        "advanced past the reminder",
        "advanced short of the due date",
      ]) {
        const [early] = eventsOf(story, step, type, (event) => !repeats(event, story, step));
        if (early !== undefined)
          throw unexpected(
            early,
            `${step}: nothing is due before ${new Date(story.due.first).toISOString()}`,
          );
      }
    }
    if (eventsOf(story, RENEWED, "subscription.updated").length === 0)
      throw new Violation({
        basis: "deadline",
        expected: `the renewal that is due at ${new Date(story.due.last).toISOString()} to be billed a day after`,
        actual: "no subscription.updated came",
      });
    reachesEnd(story);
    for (const tell of [calledRetry, automaticRetry, trial, pausedAgain]) {
      const other = await ifLived(check, tell);
      if (other?.steps.some(({ name }) => name === AFTERWARDS) === true)
        told(other, AFTERWARDS, "subscription.updated");
    }
  }),

  /** The periods that the updates report follow each other without a gap. */
  ofStory("subscription-events/each-renewal-is-told", renewal, (_check, story) => {
    given(story, RENEWED, "subscription.updated");
    reachesEnd(story);
  }),

  /** What each step reported is explained by it or by a step before it. */
  ofStory("subscription-events/nothing-ahead-of-the-clock", renewal, async (check, story) => {
    given(story, RENEWED, "subscription.updated");
    causal(story);
    if (check.has("port.cancelSubscription")) causal(await scheduledCancellation(check));
    if (check.has("port.createTrialSubscription")) causal(await trial(check));
    for await (const other of lived(check, [pause, immediateCancellation, linkedInvoice, voidedInvoice]))
      causal(other);
  }),

  ofStory("subscription-events/nothing-before-the-request", pause, async (check, story) => {
    before(story, "paused", "subscription.paused");
    before(story, "resumed", "subscription.resumed");
    before(await scheduledCancellation(check), "cancellation scheduled", "subscription.canceled");
  }),

  /** The same customer has another one that no clock holds; all that is ever reported for it is its creation. */
  ofStory("subscription-events/nothing-for-bystanders", renewal, (_check, story) => {
    given(story, RENEWED, "subscription.updated");
    if (story.bystander === null) throw new Inconclusive("the customer has no other subscription");
    const about = story.steps
      .flatMap((step) => step.events)
      .filter((event) => event.data["subscriptionId"] === story.bystander);
    const [other] = about.filter((event) => isKnown(event) && !explains("created", event.type));
    if (other !== undefined) throw unexpected(other, "the subscription is on no clock");
    for (const [type, key] of [
      ["invoice.paid", "invoiceId"],
      ["payment.completed", "orderId"],
    ] as const) {
      const paid = about.filter((event) => event.type === type);
      const second = paid.find((event) => event.data[key] !== paid[0]?.data[key]);
      if (second !== undefined) throw unexpected(second, "the subscription is on no clock");
    }
  }),

  /** Of two subscriptions of a customer one fails to renew. */
  ofStory("subscription-events/renewal-names-its-subscription", calledRetry, async (check, story) => {
    const { declined } = { declined: stepOf(story, "declined").events };
    const named = declined.filter((event) =>
      ["subscription.past_due", "payment.failed"].includes(event.type),
    );
    if (!story.heard || named.length === 0)
      throw new Inconclusive("no event of the declined renewal came; another rule judges that");
    const renewed = (await renewal(check)) as Story;
    const updates = stepOf(renewed, RENEWED).events.filter((event) => event.type === "subscription.updated");
    for (const [event, owner] of [
      ...named.map((each) => [each, story] as const),
      ...updates.map((each) => [each, renewed] as const),
    ])
      check.expect
        .that(`subscriptionId of ${event.type}`, event.data["subscriptionId"], event)
        .toBe(owner.subscription.id);
  }),

  /** Of all deliveries of a life, those with one id have one name and are about the same. */
  ofStory("subscription-events/ids-tell-events-apart", renewal, (check, story) => {
    given(story, RENEWED, "subscription.updated");
    const known = new Map<string, ReceivedEvent>();
    for (const event of story.deliveries) {
      if (event.id === "") continue;
      const first = known.get(event.id) ?? event;
      known.set(event.id, first);
      // A redelivery may be written again, with what has changed of its object meanwhile.
      if (!isDeepStrictEqual(first.data, event.data)) check.observe("webhook-retries", "with other data");
      if (first.type !== event.type || !isDeepStrictEqual(named(first), named(event)))
        throw new Violation({
          expected: `one event with the id ${event.id}`,
          actual: `two came: ${JSON.stringify(first.body)} and ${JSON.stringify(event.body)}`,
          event,
        });
    }
  }),

  ofStory("subscription-events/no-event-of-the-trials-end", trial, (check, story) => {
    given(story, "created", "subscription.created");
    const { events } = stepOf(story, "past the trial's end");
    const [own] = events.filter(
      (event) => event.type.startsWith("subscription.") && !isOutcomeOfPayment(event, events),
    );
    if (own !== undefined) throw unexpected(own, "the end of a trial is not reported");
    check.observe(
      "trial-end-events",
      [...new Set(events.map((event) => event.type))].sort().join(", ") || "nothing",
    );
  }),

  /** By the time another creation is reported, nothing came of the change. */
  ofStory("subscription-events/nothing-on-quantity-change", quantityChange, (_check, story) => {
    // What comes late of the creation is none of the change.
    for (const type of ["subscription.created", "invoice.paid", "payment.completed"])
      given(story, "created", type);
    for (const step of ["quantity changed", "followed by another creation"]) {
      const [came] = stepOf(story, step).events.filter(
        (event) =>
          event.data["subscriptionId"] === story.subscription.id &&
          !repeats(event, story, step) &&
          (event.type !== "invoice.finalized" || isLaterCycles(story)(event)),
      );
      if (came !== undefined) throw unexpected(came, "a change of quantity is not reported");
    }
  }),
];

/** Whether a payment's event repeats one of an earlier step under another id. */
function repeats(event: ReceivedEvent, story: Story, step: string): boolean {
  if (!TWICE.includes(event.type)) return false;
  const key = event.type === "invoice.paid" ? "invoiceId" : "orderId";
  const steps = story.steps.slice(0, story.steps.indexOf(stepOf(story, step)));
  return steps.some((earlier) =>
    earlier.events.some((other) => other.type === event.type && other.data[key] === event.data[key]),
  );
}

/** What an event is about: its identifiers, and the period. */
const named = ({ data }: ReceivedEvent): unknown =>
  Object.entries(data)
    .filter(([name]) => /Id$|^currentPeriod/.test(name))
    .sort();

function before(story: Story, step: string, type: string): void {
  given(story, step, type);
  const [early] = story.steps
    .slice(0, story.steps.indexOf(stepOf(story, step)))
    .flatMap((each) => each.events)
    .filter((event) => event.type === type);
  if (early !== undefined) throw unexpected(early, "nobody had asked for it");
}
