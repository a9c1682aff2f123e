import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { soon } from "../shared/reading.ts";
import type { GivenSubscription } from "../subscriptions/given.ts";
import { readingOf, readSubscription } from "../subscriptions/given.ts";
import { DAY, HOUR, instantOf, MINUTE, readInstant, toldTo, written } from "../subscriptions/instants.ts";

export type Clock = Answer<SuccessBody<"createTestClock">>;
export type Advance = Answer<SuccessBody<"advanceTestClock">>;

/** A test clock of one check. */
export interface GivenClock {
  readonly merchant: Merchant;
  readonly id: string;
  /** Epoch ms at which it was set up. */
  readonly at: number;
  readonly created: Clock;
}

/** How far ahead of ours a clock at "the present" is set up, since a target's time may differ from ours; ms. */
const AHEAD_MS = 5 * 60_000;

/** A new clock, near the present unless told; deleted when the check ends. */
export async function givenClock(
  check: Check,
  options: { merchant?: Merchant; at?: number; name?: string } = {},
): Promise<GivenClock> {
  const merchant = options.merchant ?? (await check.merchant());
  const at = Math.ceil((options.at ?? Date.now() + AHEAD_MS) / 1_000) * 1_000;
  const created = check.succeeded(
    await merchant.api.createTestClock({
      body: { frozenTime: written(at), name: options.name ?? check.name("clock") },
    }),
  );
  const id = String(created.field("id"));
  deleteAtTheEnd(check, merchant, id);
  return { merchant, id, at, created };
}

export function deleteAtTheEnd(check: Check, merchant: Merchant, id: string): void {
  check.cleanUp((cleaning) => cleaning.as(merchant.testKey).deleteTestClock({ path: { id } }));
}

/**
 * A clock for a subscription, and the subscription on it. It starts an hour into the period: what happens on clocks before
 * the period or the present is open.
 */
export async function givenClockFor(
  check: Check,
  subscription: GivenSubscription,
  at?: number,
): Promise<GivenClock & { attached: Answer<SuccessBody<"attachTestClock">> }> {
  const start = at ?? Math.max((await periodOf(check, subscription)).start, Date.now()) + HOUR;
  const clock = await givenClock(check, { merchant: subscription.merchant, at: start });
  const attached = check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
  return { ...clock, attached };
}

export function attach(
  clock: { readonly merchant: Merchant; readonly id: string },
  body: { subscriptionId?: string; customerId?: string },
): Promise<Answer<SuccessBody<"attachTestClock">>> {
  return clock.merchant.api.attachTestClock({ path: { id: clock.id }, json: body });
}

/** Asks for an advance to an epoch ms, as ISO 8601 in UTC. */
export function askAdvance(
  clock: { readonly merchant: Merchant; readonly id: string },
  to: number | string,
): Promise<Advance> {
  const frozenTime = typeof to === "number" ? written(to) : to;
  return clock.merchant.api.advanceTestClock({ path: { id: clock.id }, body: { frozenTime } });
}

/** Advances a clock and waits until it does not call itself `advancing` any more, and stands there. */
export async function advance(
  check: Check,
  clock: { readonly merchant: Merchant; readonly id: string },
  to: number,
): Promise<Advance> {
  const answer = check.succeeded(await askAdvance(clock, to));
  await untilReady(check, clock, to);
  return answer;
}

/** Whether a completed clock refuses. */
export function isCompleted({ status, body }: Answer): boolean {
  return status === 400 && (body as { code?: unknown } | null)?.code === "TEST_CLOCK_COMPLETED";
}

/** An advance of a clock that may be completed by the end of its subscriptions (`clock-transitions`). */
export async function advanceWhatEnded(
  check: Check,
  clock: Pick<GivenClock, "merchant" | "id">,
  to: number,
): Promise<Advance> {
  const answer = await askAdvance(clock, to);
  if (isCompleted(answer)) return answer;
  check.succeeded(answer);
  await untilReady(check, clock, to);
  return answer;
}

/**
 * Waits until a clock is not `advancing`, and, for as long as a target may be inconsistent, until it stands where it was moved:
 * an advance is processed after its answer. Whether it stands there is for the rules to judge.
 * @throws Inconclusive when the clock is `advancing` at the deadline
 */
export async function untilReady(
  check: Check,
  clock: { readonly merchant: Merchant; readonly id: string },
  to?: number,
): Promise<void> {
  await untilNotAdvancing(check, clock);
  if (to === undefined) return;
  await soon(check, {
    read: () => readClock(clock),
    // It was asked for whole seconds.
    holds: ({ succeeded, body }) => !succeeded || Math.abs((readInstant(body.frozenTime) ?? to) - to) < 1_000,
  });
}

async function untilNotAdvancing(
  check: Check,
  clock: { readonly merchant: Merchant; readonly id: string },
): Promise<void> {
  try {
    await check.eventually({
      expected: `the clock ${clock.id} to have advanced`,
      read: () => readClock(clock),
      holds: (answer) => !answer.succeeded || (answer.body as { status?: unknown }).status !== "advancing",
      show: (answer) => answer.summary,
    });
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(error.message);
    throw error;
  }
}

export async function readClock(clock: { readonly merchant: Merchant; readonly id: string }): Promise<Clock> {
  return await clock.merchant.api.retrieveTestClock({ path: { id: clock.id } });
}

/** A clock's answer once it is there, or has had the time to show: how soon a creation does is open. */
export const readShown = (
  check: Check,
  clock: { readonly merchant: Merchant; readonly id: string },
): Promise<Clock> => soon(check, { read: () => readClock(clock), holds: ({ succeeded }) => succeeded });

/** Where a clock stands, epoch ms. */
export async function standOf(
  check: Check,
  clock: { readonly merchant: Merchant; readonly id: string },
): Promise<number> {
  const answer = check.succeeded(await readClock(clock));
  return instantOf("frozenTime", answer.field("frozenTime"));
}

/** The current period by the target's own words, epoch ms: from the creation's answer, else by reading. */
export async function periodOf(
  check: Check,
  subscription: GivenSubscription,
): Promise<{ start: number; end: number; exactness: number }> {
  const { start, end, port } = readingOf(subscription.created);
  if (start !== null && end !== null) return { start, end, exactness: exactnessOf(port) };
  if (!check.ports.bound("retrieveSubscription"))
    throw new Inconclusive("the answer to the creation tells no period, and no route reads the subscription");
  const read = await readSubscription(check, subscription);
  if (read.start === null || read.end === null)
    throw new Inconclusive(`${read.port.answer.what} tells no period`);
  return { start: read.start, end: read.end, exactness: exactnessOf(read.port) };
}

/** How exactly the period's start is told, ms. */
const exactnessOf = (port: PortAnswer): number => toldTo(port.output("currentPeriodStart"));

/** When the current period is billed by the target's own words: at its end, or at the next billing date. Epoch ms. */
export interface Due {
  readonly first: number;
  readonly last: number;
}

export const dueAt = (first: number, other: number | null = null): Due => ({
  first: Math.min(first, other ?? first),
  last: Math.max(first, other ?? first),
});

/** @throws Inconclusive when the target does not tell */
export async function dueOf(check: Check, subscription: GivenSubscription): Promise<Due> {
  const { end } = await periodOf(check, subscription);
  if (!check.ports.bound("retrieveSubscription")) return dueAt(end);
  const read = await readSubscription(check, subscription);
  return dueAt(read.end ?? end, read.nextBilling);
}

/** Instants about a due date that no reading of the day and its zone blurs (open point `due-date`). */
export const around = ({ first, last }: Due) => ({
  /** The reminder cannot have come. */
  beforeReminder: first - 4 * DAY - HOUR,
  /** The reminder has come, the due date cannot have. */
  afterReminder: Math.min(last - 2 * DAY + HOUR, first - DAY - 2 * HOUR),
  /** Nothing is due yet. */
  beforeDue: first - DAY - HOUR,
  /** The due date has come for a target that bills when the period ends. */
  due: last + MINUTE,
  /** The due date has come for every reading. */
  afterDue: last + DAY + HOUR,
  /** An automatic retry has come for every reading. */
  afterRetry: last + 3 * DAY - HOUR,
});

/** The trigger of a due date. */
export const BILLING_DUE = "subscription/billing.due";

/** The entries of `triggeredEvents`, as far as they are entries. */
export function triggered(value: unknown): readonly { event: string; subscriptionId: string }[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry) => {
    const { event, subscriptionId } = (entry ?? {}) as { event?: unknown; subscriptionId?: unknown };
    return { event: String(event), subscriptionId: String(subscriptionId) };
  });
}

/**
 * Advances past a due date, and no further than the target needs: to just after the end of the period, and on to the day
 * after when the due date was not among what that triggered.
 */
export async function advancePastDue(
  check: Check,
  clock: { readonly merchant: Merchant; readonly id: string },
  due: Due,
): Promise<{ answer: Advance; at: number }> {
  const times = around(due);
  const answer = await advance(check, clock, times.due);
  const { triggeredEvents } = answer.body as { triggeredEvents?: unknown };
  if (triggered(triggeredEvents).some(({ event }) => event === BILLING_DUE)) return { answer, at: times.due };
  return { answer: await advance(check, clock, times.afterDue), at: times.afterDue };
}

/** The clock in the answer of an attachment, an advance or a simulation: what it says of itself, if anything. */
export function embedded(answer: Answer<{ testClock?: unknown }>): Record<string, unknown> {
  const { testClock } = answer.body;
  return typeof testClock === "object" && testClock !== null ? (testClock as Record<string, unknown>) : {};
}

/** The instant of a field that may have any form (`advance-bounds-format`). */
export function boundOf(answer: Advance, name: "advancedFrom" | "advancedTo"): number {
  const value = (answer.body as Record<string, unknown>)[name];
  return instantOf(name, value);
}

/** What can be made, or null where the target lacks something for it. */
export async function unlessNeeded<T>(make: () => Promise<T>): Promise<T | null> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof NeedMissing || error instanceof Inconclusive) return null;
    throw error;
  }
}

/** How an instant is written, for observations. */
export function formOf(value: unknown): string {
  if (typeof value === "number") return "a number";
  if (typeof value !== "string") return typeof value;
  if (readInstant(value) === null) return "another text";
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return "a bare date";
  return value.endsWith("Z") ? "ISO 8601 with Z" : "ISO 8601 with an offset";
}
