import { type Check, NothingToJudge, type ReceivedEvent, rule, textOf, Violation } from "../kit.ts";
import { reportedTo } from "../../harness/timestamps.ts";
import { passes } from "../fixtures/port-inputs.ts";
import { DAY, parseTimestamp } from "../fixtures/times.ts";
import { EVENT_NAMES } from "../model/billing.ts";
import { type Interleaved, interleavedLives, livedThrough } from "../scenarios/interleaved.ts";
import type { Passage } from "../scenarios/neighbours.ts";
import { occurrenceOf } from "../scenarios/recorder.ts";
import { PATIENT } from "../scenarios/scenario-rules.ts";
import { expectItems } from "../expect/created-items.ts";

/** What the data of an event shows, and what is known. */
interface Shown {
  readonly event: ReceivedEvent;
  readonly field: string;
  /** What it has to be, in words. */
  readonly expected: string;
  readonly holds: boolean;
}

/** The member of each event that shows when it happened. */
const TIMES: Readonly<Record<string, string>> = {
  "subscription.activated": "activatedAt",
  "subscription.updated": "updatedAt",
  "subscription.past_due": "updatedAt",
  "subscription.paused": "pausedAt",
  "subscription.resumed": "resumedAt",
  "invoice.finalized": "finalizedAt",
  "invoice.paid": "paidAt",
  "invoice.voided": "voidedAt",
  "payment.completed": "completedAt",
  "payment.failed": "failedAt",
};

/** The events of subscriptions show what is known of them, whatever happened before (§6.1). */
export default [
  /** Judges the subscription and its neighbours in every life, from their creation on. */
  rule("subscription-events/agree-whatever-came-before", PATIENT, async (check) => {
    let judged = 0;
    for (const life of await interleavedLives(check)) {
      const shown = [...ofCreations(check, life), ...ofPassages(check, life)];
      judged += shown.length;
      const wrong = shown.find(({ holds }) => !holds);
      if (wrong === undefined) continue;
      const { event, field, expected } = wrong;
      throw new Violation({
        expected: `${field} of ${event.type} to be ${expected} ${livedThrough(life)}`,
        actual: `it is ${JSON.stringify(event.data[field]) ?? "absent"}`,
        event,
      });
    }
    if (judged === 0) throw new NothingToJudge("no event of a life shows what is known");
  }),
];

const is = (
  event: ReceivedEvent,
  field: string,
  known: string | null,
  read: (value: unknown) => unknown = (value) => value,
): readonly Shown[] =>
  known === null || event.data[field] === undefined
    ? []
    : [{ event, field, expected: known, holds: read(event.data[field]) === known }];

/** A text in any casing. A value of another type is judged elsewhere. */
const isInAnyCasing = (event: ReceivedEvent, field: string, known: string): readonly Shown[] =>
  typeof event.data[field] === "string"
    ? is(event, field, known.toLowerCase(), (value) => textOf(value).toLowerCase())
    : [];

/** Two times that agree within the precision of both. Nothing if one of them cannot be read. */
function isWhen(event: ReceivedEvent, field: string, known: unknown): readonly Shown[] {
  const reported = event.data[field];
  const [time, wanted] = [parseTimestamp(reported), parseTimestamp(known)];
  if (time === null || wanted === null) return [];
  const holds = Math.abs(time - wanted) < reportedTo(reported, known);
  return [{ event, field, expected: textOf(known), holds }];
}

/** The creation of each of them, whose items are compared as well. */
function ofCreations(check: Check, { steps, passages }: Interleaved): readonly Shown[] {
  const subscriptions = new Map(
    passages.map(({ member: { subscription } }) => [subscription.id, subscription]),
  );
  return steps.flatMap(({ transition, port, events, after }) => {
    const subscription = subscriptions.get(textOf(port?.output("subscriptionId")));
    if (subscription === undefined || !transition.startsWith("created")) return [];
    const { id, customer, customerId } = subscription;
    const creationPort = transition === "created trialing" ? "createTrialSubscription" : "createSubscription";
    const isAddressed = customer.id !== null && passes(check, "createCustomer", "email");
    return events
      .filter(({ type, data }) => type === "subscription.created" && data["subscriptionId"] === id)
      .flatMap((event) => {
        const { items, checkoutSessionId = null } = event.data;
        if (Array.isArray(items)) expectItems(check, event, subscription, creationPort);
        return [
          ...is(event, "customerId", customerId),
          ...is(event, "status", after?.status ?? null),
          ...(isAddressed ? isInAnyCasing(event, "customerEmail", customer.email) : []),
          {
            ...{ event, field: "checkoutSessionId", expected: "absent or null" },
            holds: checkoutSessionId === null,
          },
        ];
      });
  });
}

/**
 * The first report of everything that happened. It may arrive after its step: what does not agree with the step in which it arrives may be
 * that of an earlier step, which has no such event yet, or may have several.
 */
function ofPassages(check: Check, { passages }: Interleaved): readonly Shown[] {
  const began = passages[0]?.times.map(([first]) => first) ?? [];
  const known = new Set<string>();
  const reported = new Map<Passage, Set<string>>();
  return passages.flatMap((passage, at) =>
    passage.events.flatMap((event) => {
      const occurrence = occurrenceOf(event);
      if (known.has(occurrence)) return [];
      known.add(occurrence);
      const mayReport = (one: Passage): boolean =>
        one.member === passage.member &&
        (one.expected.may === EVENT_NAMES ||
          ([...one.expected.must, ...one.expected.may].includes(event.type) &&
            reported.get(one)?.has(event.type) !== true));
      const readings = [passage, ...passages.slice(0, at).filter(mayReport)].map((one) => ({
        one,
        shown: ofPassage(check, one, event, began),
      }));
      const agreeing = readings.find(({ shown }) => shown.every(({ holds }) => holds));
      const { one, shown } = agreeing ?? { one: passage, shown: readings[0]?.shown ?? [] };
      reported.set(one, new Set([...(reported.get(one) ?? []), event.type]));
      return shown;
    }),
  );
}

/** What an event shows if it reports this step. @param began the earliest time of all steps by each clock */
function ofPassage(
  check: Check,
  passage: Passage,
  event: ReceivedEvent,
  began: readonly number[],
): readonly Shown[] {
  const isCaused = passage.expected.must.includes(event.type);
  return [
    ...is(event, "customerId", passage.member.subscription.customerId),
    ...currencyIn(check, passage, event),
    ...timesIn(passage, event, isCaused ? passage.times.map(([first]) => first) : began),
    ...(isCaused ? [...statesIn(passage, event), ...periodIn(passage, event)] : []),
  ];
}

/** The status in each event of a step that causes it, and the one before. */
function statesIn(passage: Passage, event: ReceivedEvent): readonly Shown[] {
  const { what, before, after, events } = passage;
  const isAlone = events.every(({ type }) => type === event.type || !type.startsWith("subscription."));
  const earlier = before.status === "active" ? "active" : null;
  switch (event.type) {
    case "subscription.activated":
      return is(event, "status", "active");
    case "subscription.updated":
      return is(event, "status", isAlone ? "active" : null);
    case "subscription.past_due":
      return [...is(event, "status", "past_due"), ...is(event, "previousStatus", earlier)];
    case "subscription.paused":
      return [...is(event, "status", isAlone ? after.status : null), ...is(event, "previousStatus", earlier)];
    case "subscription.resumed":
      return is(event, "status", isAlone ? after.status : null);
    case "subscription.canceled":
      return what.do === "schedule"
        ? [...is(event, "status", before.status), ...isWhen(event, "effectiveDate", after.cancelAt)]
        : [
            ...is(event, "status", "canceled"),
            ...is(event, "previousStatus", what.do === "advance" && isAlone ? earlier : null),
          ];
    default:
      return [];
  }
}

/** When it happened, by the clock or in real time. @param from the earliest time by each */
function timesIn({ times }: Passage, event: ReceivedEvent, from: readonly number[]): readonly Shown[] {
  const field = TIMES[event.type] ?? "";
  const at = parseTimestamp(event.data[field]);
  if (at === null) return [];
  const spans = times.map(([first, last], index) => [(from[index] ?? first) - DAY, last + DAY] as const);
  const expected = spans.map((span) => span.map((time) => new Date(time).toISOString()).join(" to "));
  return [
    {
      ...{ event, field, expected: expected.join(", or ") },
      holds: spans.some(([first, last]) => at >= first && at <= last),
    },
  ];
}

/** The period that the subscription has after its only renewal in a step, or after its payment. */
function periodIn({ expected, before, after }: Passage, event: ReceivedEvent): readonly Shown[] {
  if (!["subscription.updated", "subscription.activated"].includes(event.type)) return [];
  // Several renewals may be reported, of which only the last one has this period.
  if (expected.may === EVENT_NAMES || after.end === before.end) return [];
  return ["currentPeriodStart", "currentPeriodEnd", "nextBillingDate"].flatMap((field) =>
    isWhen(event, field, after.port.output(field)),
  );
}

/** Every price is in the ordinary currency. */
function currencyIn(check: Check, { member }: Passage, event: ReceivedEvent): readonly Shown[] {
  const isAsked =
    member.subscription.priceId !== null &&
    passes(check, "createPrice", "currency") &&
    passes(check, "createSubscription", "priceId");
  return isAsked ? isInAnyCasing(event, "currency", check.profile.ordinary.currency) : [];
}
