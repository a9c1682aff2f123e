import * as fc from "fast-check";
import { respelledTimestamp } from "../../generators/index.ts";
import { type Check, Inconclusive, numberOf, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { codeless, expectRefusal, requireRefused } from "../expect/refusals.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { givenCustomer, type GivenSubscription, givenSubscription } from "../fixtures/subscriptions.ts";
import { DAY, HOUR, written, writtenExactly } from "../fixtures/times.ts";
import { isNew } from "../scenarios/scenario-rules.ts";
import { created } from "../scenarios/acts.ts";
import { recorder } from "../scenarios/recorder.ts";
import { emitted } from "../scenarios/scenario-events.ts";
import { CLOCK_NAMES } from "../fixtures/created-objects.ts";
import { noDates, someNoDates } from "../fixtures/values.ts";
import {
  REFUSED,
  around,
  boundOf,
  dueOf,
  periodOf,
  readClock,
  requestAdvance,
  deleteClock,
  frozenTimeOf,
  givenClockFor,
  untilReady,
  withinPeriod,
} from "../fixtures/test-clocks.ts";
import { attaches, clockIn, holds, listClocks, listedClock } from "../fixtures/test-clock-lists.ts";
import { clockOf, inItsNextPeriod, simulate, type Simulation } from "../fixtures/simulations.ts";
import { expectBillingDue } from "../expect/billing-due.ts";

/** No other check of the account may create and delete clocks meanwhile. */
const ALONE = { alone: true };
const SIMULATED = "simulated past the due date";

/** The start, end and effects of a simulation (§4.8, §7.9). */
export default [
  /**
   * Compares the times within the precision of the subscription's `currentPeriodStart`. Simulates subscriptions that are on a clock already
   * as well, if that is not refused: on that of a simulation, and on one in the middle of its period.
   */
  rule("test-clocks/simulate-starts-with-the-period", async (check) => {
    const subscription = await givenSubscription(check);
    const answer = check.succeeded(await simulatedFor(check, subscription, 1));
    await startsWithThePeriod(check, subscription, answer);
    await inItsNextPeriod(check, subscription, answer);
    const { answer: labelled, subscription: other } = await simulated(check, {
      name: check.name("simulation"),
    });
    await startsWithThePeriod(check, other, labelled);
    const onClock = await givenSubscription(check);
    await givenClockFor(check, onClock, (await withinPeriod(check, onClock)) + 5 * DAY);
    for (const one of [other, onClock]) {
      const again = await simulatedFor(check, one, 8);
      if (again.succeeded) await startsWithThePeriod(check, one, again);
    }
  }),
  rule("test-clocks/simulate-moves-its-clock", async (check) => {
    await fromAnywhere(check);
    const { answer, to, subscription } = await simulated(check, {}, true);
    const { merchant } = subscription;
    const id = await clockOf(check, subscription, answer);
    await untilReady(check, { merchant, id }, to);
    check.expect.that("time of the clock", await frozenTimeOf(check, { merchant, id }), answer).toBe(to);
    const { status } = check.succeeded(await readClock({ merchant, id })).body as { status?: unknown };
    if (status !== "ready") return;
    const next = await requestAdvance({ merchant, id }, to + DAY);
    check.expect(next).toAnswer(200);
    check.expect.field("advancedFrom", boundOf(next, "advancedFrom"), next).toBe(to);
  }),
  rule("test-clocks/simulate-keeps-its-name", async (check) => {
    for (const name of [check.name("simulation"), "0", CLOCK_NAMES[check.seed % CLOCK_NAMES.length]]) {
      const { answer, subscription } = await simulated(check, { name });
      const id = await clockOf(check, subscription, answer);
      const read = check.succeeded(await readClock({ merchant: subscription.merchant, id }));
      check.expect.field("name", read.body.name, read).toBe(name);
    }
  }),
  rule("test-clocks/simulate-creates-a-clock", ALONE, async (check) => {
    const { answer, subscription } = await simulated(check);
    const id = await clockOf(check, subscription, answer);
    await listedClock(check, subscription.merchant, id);
  }),
  /** Simulates for an attached subscription as well, if that is not refused. */
  rule("test-clocks/simulate-attaches-the-subscription", ALONE, async (check) => {
    const { answer, subscription } = await simulated(check);
    await isOnItsClock(check, subscription, answer);
    const attached = await givenSubscription(check);
    const advanceTo = written(around(await dueOf(check, attached)).beforeDue);
    await givenClockFor(check, attached);
    const again = await simulate(check, attached, { advanceTo });
    if (again.succeeded) await isOnItsClock(check, attached, again);
  }),

  /** Simulates for an attached subscription as well, if that is not refused. */
  rule("test-clocks/simulate-triggers-billing-due", async (check) => {
    const subscription = await givenSubscription(check);
    const advanceTo = written(around(await dueOf(check, subscription)).afterDue);
    const answer = check.succeeded(await simulate(check, subscription, { advanceTo }));
    expectBillingDue(check, answer, subscription);
    const attached = await givenSubscription(check);
    await givenClockFor(check, attached);
    const again = await simulate(check, attached, { advanceTo });
    if (again.succeeded) expectBillingDue(check, again, attached);
  }),
  rule("test-clocks/simulate-replays-the-due-date", async (check) => {
    const customer = await givenCustomer(check);
    const log = await recorder(check, customer);
    const subscription = await created(check, log, { customer });
    const times = around(await dueOf(check, subscription));
    await log.act({
      name: SIMULATED,
      transition: "renewed",
      do: async () =>
        check.succeeded(await simulate(check, subscription, { advanceTo: written(times.afterDue) })),
    });
    const scenario = log.scenario(subscription);
    emitted(scenario, SIMULATED, "payment.completed", (event) =>
      isNew("orderId", SIMULATED)(event, scenario),
    );
  }),

  notLater(
    "test-clocks/simulate-to-its-start",
    (from) => fc.constant(written(from)),
    (check, answer) => {
      check.expect(answer).toAnswer(400);
    },
  ),
  notLater(
    "test-clocks/simulate-to-its-start-elsewhere",
    (from) => respelledTimestamp(written(from)),
    (_check, answer) => {
      expectRefusal(answer, "an advanceTo that is startFrom, written with another offset");
    },
  ),
  notLater(
    "test-clocks/simulate-to-before-its-start",
    (from) => fc.integer({ min: 1, max: 20 * 86_400 }).map((seconds) => written(from - seconds * 1_000)),
    (check, answer) => {
      check.expect(answer).toAnswer(400);
    },
    // However a target rounds them, these are not later.
    (from) => [1, 999].map((ms) => writtenExactly(from - ms)),
  ),
  notLater("test-clocks/simulate-refusal-has-no-code", (from) => fc.constant(written(from)), codeless),
  rule("test-clocks/simulate-to-the-default-start", async (check) => {
    const subscription = await givenSubscription(check);
    const { start } = await periodOf(check, subscription);
    for (const advanceTo of [writtenExactly(start), written(start), written(start - DAY)])
      check.expect(await simulate(check, subscription, { advanceTo })).toAnswer(400);
    check.succeeded(await simulate(check, subscription, { advanceTo: written(start + DAY) }));
  }),

  rule("test-clocks/simulate-refused-creates-nothing", ALONE, async (check) => {
    const subscription = await givenSubscription(check);
    const from = await withinPeriod(check, subscription);
    // It is on a clock, where it stays.
    const clock = await givenClockFor(check, subscription, from);
    const before = await listClocks(check, subscription.merchant);
    for (const advanceTo of [written(from), written(from - DAY), "xyz"]) {
      const refused = await simulate(check, subscription, { startFrom: written(from), advanceTo });
      requireRefused(refused, "an invalid simulation");
    }
    const { merchant } = subscription;
    const inOrder = { startFrom: written(from), advanceTo: written(from + DAY) };
    const unknown = { ...subscription, id: "sub_000000000000000000000000" };
    if ((await simulate(check, unknown, inOrder)).succeeded)
      throw new Inconclusive("the simulation was not refused; another rule judges that");
    for (const key of [...invalidKeys(merchant), ...(merchant.liveKey === null ? [] : [merchant.liveKey])]) {
      const requested = { ...subscription, merchant: { ...merchant, api: check.as(key) } };
      requireRefused(await simulate(check, requested, inOrder), "a simulation with another key");
    }
    const after = await listClocks(check, merchant);
    if (before.partial || after.partial) throw new Inconclusive("the list may be one page of several");
    const left = after.clocks.filter((clock) => clockIn(before, textOf(clock["id"])) === undefined);
    if (left.length > 0 && !merchant.own)
      throw new Inconclusive("another client of this merchant may have created clocks meanwhile");
    check.expect.that("the clocks that refused simulations left", left, after.answer).toBe([]);
    const isAttached = (list: typeof before): boolean =>
      attaches("subscriptions", subscription.id)(clockIn(list, clock.id) ?? {});
    if (isAttached(before))
      check.expect
        .that("whether its clock still has the subscription", isAttached(after), after.answer)
        .toBe(true);
  }),

  rule("test-clocks/simulate-without-a-subscription", async (check) => {
    const merchant = await check.ownMerchant();
    const from = Date.now() + HOUR;
    const json = { startFrom: written(from), advanceTo: written(from + DAY) };
    check.expect(await merchant.api.simulateTestClock({ json })).toAnswer(...REFUSED);
    if (!check.has("port.createSubscription")) return;
    const subscription = await givenSubscription(check, { customer: await givenCustomer(check, merchant) });
    const { start } = await periodOf(check, subscription);
    check.succeeded(
      await simulate(check, subscription, {
        startFrom: written(Math.max(start, from)),
        advanceTo: written(Math.max(start, from) + DAY),
      }),
    );
    check
      .expect(await merchant.api.simulateTestClock({ json: { ...json, subscriptionId: null } }))
      // A server may look up a null id and not find it.
      .toAnswer(...REFUSED, 404);
  }),
  rule("test-clocks/simulate-without-a-target", async (check) => {
    const subscription = await givenSubscription(check);
    check.expect(await simulate(check, subscription, {})).toAnswer(...REFUSED);
    const { start } = await periodOf(check, subscription);
    check.succeeded(await simulate(check, subscription, { advanceTo: written(start + DAY) }));
  }),
  noDate("test-clocks/simulate-to-no-date", "advanceTo"),
  noDate("test-clocks/simulate-from-no-date", "startFrom"),
];

/** A simulation over some days of the current period. */
async function simulatedFor(check: Check, subscription: GivenSubscription, days: number) {
  const { start, exactness } = await periodOf(check, subscription);
  return simulate(check, subscription, { advanceTo: written(start + exactness + days * DAY) });
}

/** Expects a simulation to start with the period, within the precision of both. */
async function startsWithThePeriod(check: Check, subscription: GivenSubscription, answer: Simulation) {
  const { start, exactness } = await periodOf(check, subscription);
  check.expect
    .that(
      "the distance in ms of advancedFrom and currentPeriodStart",
      boundOf(answer, "advancedFrom") - start,
      answer,
    )
    .toSatisfy(
      "0, within the precision of both",
      (distance) => Math.abs(numberOf(distance)) < Math.max(1_000, exactness),
    );
}

/** A simulation over some days of the first period, to any time or to midnight. */
async function simulated(check: Check, extra: Readonly<Record<string, unknown>> = {}, isMidnight = false) {
  const subscription = await givenSubscription(check);
  const { start } = await periodOf(check, subscription);
  const unit = isMidnight ? DAY : 1_000;
  const to = Math.floor(start / unit) * unit + 2 * DAY;
  const answer = check.succeeded(await simulate(check, subscription, { advanceTo: written(to), ...extra }));
  return { answer, subscription, to };
}

/** Simulates one subscription from many times, also from midnight, in any notation, for the trace rules. Deleting their clocks detaches it. */
async function fromAnywhere(check: Check): Promise<void> {
  const subscription = await givenSubscription(check);
  const first = await withinPeriod(check, subscription);
  const expectFrom = async (seconds: number, isRespelt: boolean): Promise<void> => {
    const from = first + seconds * 1_000;
    const to = from + HOUR;
    const [startFrom, advanceTo] = isRespelt
      ? (fc.sample(fc.tuple(respelledTimestamp(written(from)), respelledTimestamp(written(to))), {
          seed: check.seed + seconds,
          numRuns: 1,
        })[0] ?? [])
      : [written(from), written(to)];
    const answer = await simulate(check, subscription, { startFrom, advanceTo });
    // Times with an offset may be refused.
    if (isRespelt && !answer.succeeded) return;
    const id = await clockOf(check, subscription, check.succeeded(answer));
    await deleteClock(check, { merchant: subscription.merchant, id });
  };
  const seconds = fc.integer({ min: 0, max: 15 * 86_400 });
  const examples = [(DAY - (first % DAY)) / 1_000];
  await check.property({ effort: 0.4, from: seconds, examples, holds: (one) => expectFrom(one, false) });
  await check.property({ effort: 0.2, from: seconds, examples, holds: (one) => expectFrom(one, true) });
}

/** The same simulation with an end one second later succeeds. */
function notLater(
  id: RuleId,
  ends: (from: number) => fc.Arbitrary<string>,
  judge: (check: Check, answer: Simulation) => void,
  refused: (from: number) => readonly string[] = () => [],
): RuleCheck {
  return rule(id, async (check) => {
    const subscription = await givenSubscription(check);
    const from = await withinPeriod(check, subscription);
    const startFrom = written(from);
    for (const advanceTo of refused(from))
      expectRefusal(
        await simulate(check, subscription, { startFrom, advanceTo }),
        `the advanceTo ${advanceTo}`,
      );
    await check.property({
      effort: 0.3,
      from: ends(from),
      holds: async (advanceTo) => judge(check, await simulate(check, subscription, { startFrom, advanceTo })),
    });
    check.succeeded(await simulate(check, subscription, { startFrom, advanceTo: written(from + 1_000) }));
  });
}

/** The same simulation with a date succeeds. */
function noDate(id: RuleId, field: "advanceTo" | "startFrom"): RuleCheck {
  return rule(id, async (check) => {
    const subscription = await givenSubscription(check);
    const from = await withinPeriod(check, subscription);
    const dates = { startFrom: written(from), advanceTo: written(from + DAY) };
    await check.property({
      effort: 0.5,
      from: noDates({ required: field === "advanceTo" }),
      examples: someNoDates({ required: field === "advanceTo" }),
      holds: async (value) => {
        const answer = await simulate(check, subscription, { ...dates, [field]: value });
        check.expect(answer).toAnswer(...REFUSED);
      },
    });
    check.succeeded(await simulate(check, subscription, dates));
  });
}

/** Expects that the clock of a simulation shows its subscription. */
async function isOnItsClock(
  check: Check,
  subscription: GivenSubscription,
  answer: Simulation,
): Promise<void> {
  const id = await clockOf(check, subscription, answer);
  const shows = attaches("subscriptions", subscription.id);
  const listed = await listedClock(check, subscription.merchant, id, shows);
  check.expect
    .that("whether the clock shows the subscription", holds(listed["subscriptions"], subscription.id))
    .toBe(true);
}
