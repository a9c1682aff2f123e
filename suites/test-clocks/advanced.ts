import * as fc from "fast-check";
import { respelledTimestamp } from "../../generators/index.ts";
import { type Check, Inconclusive, NothingToJudge, rule, type RuleCheck, type RuleId } from "../kit.ts";
import { codeless, expectRefusal, requireRefused } from "../expect/refusals.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { DAY, HOUR, isShownAs, parseTimestamp, written, writtenExactly } from "../fixtures/times.ts";
import { noDates, someNoDates } from "../fixtures/values.ts";
import {
  type Advance,
  type ClockId,
  advance,
  requestAdvance,
  boundOf,
  embedded,
  formOf,
  type GivenClock,
  givenClock,
  givenCompleted,
  isCompleted,
  REFUSED,
  frozenTimeOf,
  readClock,
  untilReady,
} from "../fixtures/test-clocks.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { cutting, expectSet, record } from "../scenarios/histories.ts";

/** Spans of time in whole seconds. */
const forward = (): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: 1, max: 3_600 }), fc.integer({ min: 1, max: 60 * 86_400 }));

/** Which times a clock accepts and refuses, and how it advances (§4.8, §7.9). */
export default [
  rule("test-clocks/advance-by-one-second", async (check) => {
    const clock = await givenClock(check);
    const answer = await requestAdvance(clock, clock.at + 1_000);
    check.expect(answer).toAnswer(200);
  }),

  /** A clock that shows milliseconds is compared in milliseconds. */
  rule("test-clocks/advance-by-one-millisecond", async (check) => {
    const exact = await givenExact(check);
    if (exact === null)
      throw new NothingToJudge("the clock does not show the milliseconds of a requested time");
    let { at } = exact;
    for (const ms of [1, 999, 500]) {
      at += ms;
      const answer = await requestAdvance(exact.clock, writtenExactly(at));
      check.expect(answer).toAnswer(200);
      await expectTime(check, { ...exact.clock, at }, answer);
    }
    // Without the zeros at the end of the fraction, which a target may refuse.
    for (const ms of [250, 500]) {
      at = Math.ceil(at / 1_000) * 1_000 + ms;
      const answer = await requestAdvance(exact.clock, writtenExactly(at).replace(/0+Z$/, "Z"));
      if (answer.succeeded) await expectTime(check, { ...exact.clock, at }, answer);
    }
  }),

  moves("test-clocks/advance-moves-the-clock", async (check, _answer, { clock, to }) => {
    check.expect.that("time of the clock", await frozenTimeOf(check, clock)).toBe(to);
  }),
  moves("test-clocks/advance-tells-whence", (check, answer, { from }) => {
    check.expect.field("advancedFrom", boundOf(answer, "advancedFrom"), answer).toBe(from);
    check.observe("advance-bounds-format", formOf((answer.body as { advancedTo?: unknown }).advancedTo));
    check.observe("clock-id-in-answers", "id" in embedded(answer) ? "`id` of `testClock`" : "elsewhere");
  }),

  rule("test-clocks/advance-of-nothing-triggers-nothing", async (check) => {
    const clock = await givenClock(check);
    const answer = check.succeeded(await requestAdvance(clock, clock.at + 40 * DAY));
    check.expect.field("triggeredEvents", answer.field("triggeredEvents"), answer).toBe([]);
  }),

  /** All have the same name. */
  rule("test-clocks/advance-moves-one-clock", async (check) => {
    const given = { merchant: await check.merchant(), name: check.name("namesake") };
    const [first, moved, last] = [
      await givenClock(check, given),
      await givenClock(check, given),
      await givenClock(check, given),
    ];
    await advance(check, moved, moved.at + 3 * DAY);
    for (const clock of [first, last])
      check.expect.that("time of another clock", await frozenTimeOf(check, clock)).toBe(clock.at);
  }),

  rule("test-clocks/advance-to-equal-instant", async (check) => {
    const clock = await givenClock(check);
    await notLater(check, clock, written(clock.at));
    await advance(check, clock, clock.at + DAY);
    await notLater(check, clock, written(clock.at + DAY));
  }),
  refuses(
    "test-clocks/advance-to-earlier-instant",
    (at) => earlier(at),
    (check, answer) => {
      check.expect(answer).toAnswer(400);
    },
    lessThanASecondEarlier,
  ),
  refuses(
    "test-clocks/advance-to-equal-instant-elsewhere",
    (at) => respelledTimestamp(written(at)),
    (_check, answer, to) => {
      expectRefusal(answer, `the clock's own time, written as ${to}`);
    },
  ),
  rule("test-clocks/advance-refusal-has-no-code", async (check) => {
    const clock = await givenClock(check);
    await advance(check, clock, clock.at + DAY);
    for (const to of [clock.at + DAY, clock.at]) codeless(check, await requestAdvance(clock, to));
  }),
  rule("test-clocks/advance-refusal-moves-nothing", async (check) => {
    const clock = await givenClock(check);
    const frozenTime = clock.at + 5 * DAY;
    await advance(check, clock, frozenTime);
    for (const to of [written(frozenTime), written(frozenTime - DAY), written(clock.at), "xyz"]) {
      const answer = await requestAdvance(clock, to);
      requireRefused(answer, "an invalid advance");
      const read = check.succeeded(await readClock(clock));
      check.expect
        .that(`the status after a refused advance to ${to}`, read.field("status"), read)
        .toDifferFrom("advancing");
      check.expect
        .that(`time of the clock after a refused advance to ${to}`, await frozenTimeOf(check, clock), answer)
        .toBe(frozenTime);
    }
    for (const key of invalidKeys(clock.merchant)) {
      const caller = { ...clock.merchant, api: check.as(key) };
      const answer = await requestAdvance({ id: clock.id, merchant: caller }, frozenTime + DAY);
      requireRefused(answer, "an invalid advance");
      check.expect
        .that(
          "time of the clock after an advance with another merchant's key",
          await frozenTimeOf(check, clock),
          answer,
        )
        .toBe(frozenTime);
    }
    const completed = await ifPossible(() => givenCompleted(check));
    // Whether a completed clock can be read is open.
    const ended = completed === null ? null : await ifPossible(() => frozenTimeOf(check, completed));
    if (completed === null || ended === null) return;
    const answer = await requestAdvance(completed, Math.max(ended, Date.now()) + 20 * DAY);
    requireRefused(answer, "an invalid advance");
    check.expect
      .that("time of a completed clock after a refused advance", await frozenTimeOf(check, completed), answer)
      .toBe(ended);
  }),

  rule("test-clocks/advance-without-an-instant", async (check) => {
    const clock = await givenClock(check);
    await advance(check, clock, clock.at + HOUR);
    const answer = await clock.merchant.api.advanceTestClock({ path: { id: clock.id }, json: {} });
    check.expect(answer).toAnswer(...REFUSED);
  }),
  rule("test-clocks/advance-to-no-date", async (check) => {
    const clock = await givenClock(check);
    await advance(check, clock, clock.at + HOUR);
    await check.property({
      effort: 0.5,
      from: noDates({ required: true }),
      examples: someNoDates({ required: true }),
      holds: async (frozenTime) => {
        const answer = await clock.merchant.api.advanceTestClock({
          path: { id: clock.id },
          json: { frozenTime },
        });
        check.expect(answer).toAnswer(...REFUSED);
      },
    });
  }),

  /** Sends several advances to one time concurrently, over sockets. */
  rule("test-clocks/advance-concurrently", { socket: true }, async (check) => {
    for (let round = 0; round < 3; round += 1) {
      const clock = await givenClock(check);
      const to = clock.at + 2 * DAY;
      const answers = await Promise.all(Array.from({ length: 6 }, () => requestAdvance(clock, to)));
      await untilReady(check, clock, to);
      const accepted = answers.filter((answer) => answer.succeeded);
      if (accepted.length === 0)
        throw new Inconclusive(`no advance was accepted: ${answers[0]?.summary ?? ""}`);
      requireAdvanced(check, accepted);
      check.expect.that("the number of accepted advances to one time", accepted.length, accepted[1]).toBe(1);
    }
  }),

  /** Several clients advance a clock, one of which is cut. Each accepted advance must start where another one ended. */
  rule("test-clocks/advance-concurrently-apart", async (check) => {
    for (let round = 0; round < 3; round += 1) {
      const clock = await givenClock(check);
      const advanceBy = (days: number, by: ClockId = clock) => ({
        operation: clock.at + days * DAY,
        send: () => requestAdvance(by, clock.at + days * DAY),
      });
      const cut = advanceBy(8, { ...clock, merchant: cutting(clock.merchant) });
      const clients = [
        [advanceBy(4), advanceBy(6)],
        [advanceBy(2), advanceBy(7)],
        [advanceBy(1), cut],
        [advanceBy(5)],
      ];
      const order = fc.shuffledSubarray(clients, { minLength: clients.length });
      const [drawn = clients] = fc.sample(order, { seed: check.seed + round, numRuns: 1 });
      const history = await record(drawn, (_to, answer) => answer as Advance);
      await untilReady(check, clock, clock.at + 8 * DAY);
      requireAdvanced(
        check,
        history.flatMap(({ observed }) => (observed?.succeeded ? [observed] : [])),
      );
      await expectSet(
        check,
        {
          initial: clock.at,
          accepted: (at, to, answer) => {
            if (answer === null) return to > at ? to : null;
            const advanced = answer as Advance;
            return boundOf(advanced, "advancedFrom") === at && to > at
              ? boundOf(advanced, "advancedTo")
              : null;
          },
          inWords: (to) => `an advance to ${written(to)}`,
          requests: "overlapping advances of a clock",
        },
        history,
        () => frozenTimeOf(check, clock),
      );
    }
  }),

  /** The same advance succeeds for a clock that is not completed. */
  rule("test-clocks/advance-completed", async (check) => {
    const completed = await givenCompleted(check);
    const running = await givenClock(check, { merchant: completed.merchant });
    // Request a later time, because an earlier one is refused for another reason. Not every target lets a completed clock be read.
    const completedAt = await ifPossible(() => frozenTimeOf(check, completed));
    const to = Math.max(running.at, completed.at, completedAt ?? 0) + 20 * DAY;
    check.succeeded(await requestAdvance(running, to));
    const answer = await requestAdvance(completed, to);
    if (completedAt === null && answer.status === 400 && !isCompleted(answer))
      throw new Inconclusive(
        "the time of the completed clock cannot be read; it may be beyond the requested time",
      );
    check.expect(answer).toRefuse({ status: 400, code: "TEST_CLOCK_COMPLETED" });
  }),
] satisfies readonly RuleCheck[];

/**
 * If a clock keeps its time until an advance is processed, several advances may be accepted (`clock-instant-in-answers`).
 * @throws Inconclusive if several were, and an answer does not show the new time of the clock
 */
function requireAdvanced(check: Check, accepted: readonly Advance[]): void {
  const stays = (answer: Advance): boolean =>
    parseTimestamp(embedded(answer)["frozenTime"]) !== boundOf(answer, "advancedTo");
  if (accepted.length < 2 || !accepted.some(stays)) return;
  check.observe("clock-advance-while-advancing", `${accepted.length} concurrent advances were accepted`);
  throw new Inconclusive("an advance was answered before the clock had the new time");
}

/** Expects that a time is refused as not later. */
async function notLater(check: Check, clock: Pick<GivenClock, "merchant" | "id">, to: string): Promise<void> {
  check.expect(await requestAdvance(clock, to)).toAnswer(400);
}

/** Expects a clock to show the time of an accepted advance, epoch ms. */
async function expectTime(
  check: Check,
  { at, ...clock }: ClockId & { at: number },
  answer: Advance,
): Promise<void> {
  await untilReady(check, clock, at);
  const shown = await frozenTimeOf(check, clock);
  check.expect
    .that("time of the clock", writtenExactly(shown), answer)
    .toSatisfy(writtenExactly(at), () => isShownAs(shown, at));
}

/** Advances a clock several times. */
function moves(
  id: RuleId,
  judge: (
    check: Check,
    answer: Advance,
    step: { clock: GivenClock; from: number; to: number },
  ) => void | Promise<void>,
): RuleCheck {
  return rule(id, (check) =>
    check.property({
      effort: 0.4,
      from: fc.array(forward(), { minLength: 1, maxLength: 3 }),
      examples: [[HOUR / 1_000, DAY / 1_000, 40 * (DAY / 1_000)]],
      shares: { "advanced again": 0.2 },
      classesOf: (steps) => (steps.length > 1 ? ["advanced again"] : []),
      holds: async (steps) => {
        const clock = await givenClock(check);
        let from = clock.at;
        for (const seconds of steps) {
          const to = from + seconds * 1_000;
          await judge(check, await advance(check, clock, to), { clock, from, to });
          from = to;
        }
      },
    }),
  );
}

/**
 * A clock that shows milliseconds, and the time. A target may drop or refuse the fraction.
 * @returns null if it does
 */
async function givenExact(check: Check): Promise<{ clock: ClockId; at: number } | null> {
  const clock = await givenClock(check);
  const at = clock.at + 1_500;
  const answer = await requestAdvance(clock, writtenExactly(at));
  if (!answer.succeeded) return null;
  await untilReady(check, clock, at);
  return (await frozenTimeOf(check, clock)) === at ? { clock, at } : null;
}

/**
 * Uses times less than a second before that of the clock. However a target rounds them, they are not later. Their order as strings differs: "Z"
 * sorts after ".".
 */
async function lessThanASecondEarlier(check: Check): Promise<void> {
  const whole = await givenClock(check);
  const exact = await givenExact(check);
  if (exact !== null) await notLater(check, exact.clock, written(exact.at));
  for (const { clock, at } of [{ clock: whole, at: whole.at }, ...(exact === null ? [] : [exact])])
    for (const ms of [1, 499, 999]) {
      const answer = await requestAdvance(clock, writtenExactly(at - ms));
      expectRefusal(answer, `a time ${ms} ms before that of the clock`);
    }
}

/** The same advance to a time one second later succeeds. */
function refuses(
  id: RuleId,
  times: (at: number) => fc.Arbitrary<string>,
  judge: (check: Check, answer: Advance, to: string) => void,
  also?: (check: Check) => Promise<void>,
): RuleCheck {
  return rule(id, async (check) => {
    await also?.(check);
    const clock = await givenClock(check);
    const at = clock.at + 10 * DAY;
    await advance(check, clock, at);
    await check.property({
      effort: 0.5,
      from: times(at),
      holds: async (to) => judge(check, await requestAdvance(clock, to), to),
    });
    check.succeeded(await requestAdvance(clock, at + 1_000));
  });
}

function earlier(at: number): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constant(1), fc.integer({ min: 1, max: 86_400 }), fc.integer({ min: 1, max: 30 * 86_400 }))
    .map((seconds) => written(at - seconds * 1_000));
}
