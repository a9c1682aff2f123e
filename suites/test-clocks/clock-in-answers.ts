import { pointed } from "../../spec/json.ts";
import { type Answer, type Check, Inconclusive, type Merchant, rule, type RuleCheck } from "../kit.ts";
import { givenOwnCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { CLOCK_NAMES } from "../fixtures/created-objects.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { DAY, HOUR, timestampOf, parseTimestamp, written } from "../fixtures/times.ts";
import {
  advance,
  attach,
  embedded,
  type GivenClock,
  givenClock,
  givenClockFor,
  readClock,
  withinPeriod,
} from "../fixtures/test-clocks.ts";
import { attaches, holds, listClocks, listedClock } from "../fixtures/test-clock-lists.ts";
import { simulate } from "../fixtures/simulations.ts";

/** No other check of the account may create and delete clocks meanwhile. */
const ALONE = { alone: true };

/** The clock in answers and in the list (§2.11, §4.8). A target need not show every member there. */
export default [
  /** Another clock was created later and has another time. */
  rule("test-clocks/attach-shows-the-clock", async (check) => {
    const subscription = await givenSubscription(check);
    const { merchant } = subscription;
    const clock = await named(check, { merchant, at: await withinPeriod(check, subscription) });
    await givenClock(check, { merchant, at: clock.at + DAY });
    const answer = check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
    sameClock(check, answer, embedded(answer), known(clock, [clock.at]));
  }),

  /** Attaches a customer after the clock was advanced. */
  rule("test-clocks/attach-shows-the-advanced", async (check) => {
    const customer = await givenOwnCustomer(check);
    const clock = await givenClock(check, { merchant: customer.merchant });
    const moved = clock.at + 2 * DAY;
    await advance(check, clock, moved);
    const answer = check.succeeded(await attach(clock, { customerId: customer.id }));
    sameClock(check, answer, embedded(answer), known(clock, [moved]));
  }),

  /** Advances the clock twice. Another clock was created later. */
  rule("test-clocks/advance-shows-the-clock", async (check) => {
    const clock = await named(check, {});
    await givenClock(check, { merchant: clock.merchant, at: clock.at + 20 * DAY });
    for (const [from, to] of [
      [clock.at, clock.at + 2 * DAY],
      [clock.at + 2 * DAY, clock.at + 5 * DAY],
    ] as const) {
      const answer = await advance(check, clock, to);
      const shown = embedded(answer);
      sameClock(check, answer, shown, known(clock, [to, from]));
      observeTimestamp(check, shown, to);
    }
  }),

  /** Starts in the future, so that the time differs from any other. */
  rule("test-clocks/simulate-shows-the-clock", async (check) => {
    const name = check.name("simulation");
    const subscription = await givenSubscription(check);
    const from = await withinPeriod(check, subscription);
    const to = from + 2 * DAY;
    const dates = { startFrom: written(from), advanceTo: written(to) };
    const answer = check.succeeded(await simulate(check, subscription, { ...dates, name }));
    const shown = embedded(answer);
    const { id } = shown;
    if (typeof id !== "string")
      throw new Inconclusive(
        "the answer does not report the clock's id, so its other members cannot be compared",
      );
    const read = check.succeeded(await readClock({ merchant: subscription.merchant, id }));
    const { accountId } = read.body;
    sameClock(check, answer, shown, { id, accountId, name, possibleTimes: [to, from] });
    observeTimestamp(check, shown, to);
  }),

  /** The clocks are in the future, so that their times differ from any other. */
  rule("test-clocks/list-gives-the-created", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const clocks: GivenClock[] = [];
    for (const [index, days] of [3, 8].entries())
      clocks.push(await named(check, { merchant, at: Date.now() + days * DAY }, index));
    for (const clock of clocks) {
      const listed = await listedClock(check, merchant, clock.id);
      sameClock(check, undefined, listed, known(clock, [clock.at]));
    }
  }),
  rule("test-clocks/list-shows-the-advanced", ALONE, async (check) => {
    const clock = await givenClock(check, { merchant: await check.ownMerchant() });
    const to = clock.at + 3 * DAY + HOUR;
    await advance(check, clock, to);
    const { frozenTime } = await listedClock(
      check,
      clock.merchant,
      clock.id,
      (listed) => parseTimestamp(listed["frozenTime"]) === to,
    );
    check.expect
      .that("frozenTime of the listed clock after an advance", timestampOf("frozenTime", frozenTime))
      .toBe(to);
  }),

  rule("test-clocks/list-names-each-once", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    for (const days of [0, 1]) await givenClock(check, { merchant, at: Date.now() + days * DAY });
    const { clocks, answer } = await listClocks(check, merchant);
    check.expect.that("the duplicate ids in the list", repeated(clocks.map(({ id }) => id)), answer).toBe([]);
  }),
  rule("test-clocks/list-shows-attachments-once", ALONE, async (check) => {
    const subscription = await givenSubscription(check);
    const clock = await givenClockFor(check, subscription);
    const shows = attaches("subscriptions", subscription.id);
    const listed = await listedClock(check, clock.merchant, clock.id, shows);
    const entries = entriesWith(listed["subscriptions"], subscription.id);
    check.expect.that("how often the listed clock shows the subscription", entries).toBe(1);
    if (!check.has("port.createCustomer")) return;
    const customer = await givenOwnCustomer(check, clock.merchant);
    const other = await givenClock(check, { merchant: clock.merchant });
    check.succeeded(await attach(other, { customerId: customer.id }));
    const { customers } = await listedClock(
      check,
      clock.merchant,
      other.id,
      attaches("customers", customer.id),
    );
    check.expect
      .that("how often the listed clock shows the customer", entriesWith(customers, customer.id))
      .toBe(1);
  }),
  rule("test-clocks/attach-names-each-once", async (check) => {
    const { attached } = await givenClockFor(check, await givenSubscription(check));
    const entries = attached.field("attached");
    const all: readonly unknown[] = Array.isArray(entries) ? entries : [];
    const names = all.map((entry) => JSON.stringify(entry));
    check.observe("attached-types", JSON.stringify(all.map((entry) => pointed(entry, "/type"))));
    check.expect.that("the duplicate entries of attached", repeated(names), attached).toBe([]);
  }),
] satisfies readonly RuleCheck[];

/** A clock with a name that faults change, if the target accepts it. */
async function named(
  check: Check,
  given: { merchant?: Merchant; at?: number },
  index = 0,
): Promise<GivenClock> {
  const name = `${check.name("clock")} ${CLOCK_NAMES[(check.seed + index) % CLOCK_NAMES.length]}`;
  return (await ifPossible(() => givenClock(check, { ...given, name }))) ?? givenClock(check, given);
}

interface Known {
  readonly id: string;
  readonly name: unknown;
  readonly accountId: unknown;
  /** The times that it may have, epoch ms. */
  readonly possibleTimes: readonly number[];
}

/** A clock as its creation was answered, and its possible times. */
const known = ({ id, created }: GivenClock, possibleTimes: readonly number[]): Known => ({
  id,
  name: created.body.name,
  accountId: created.body.accountId,
  possibleTimes,
});

/** Compares the members that an answer shows. @throws Inconclusive if there is none to compare */
function sameClock(
  check: Check,
  answer: Answer<unknown> | undefined,
  shown: Readonly<Record<string, unknown>>,
  { possibleTimes, ...reported }: Known,
): void {
  const present = Object.entries(reported).filter(([name]) => shown[name] !== undefined);
  if (present.length === 0 && shown["frozenTime"] === undefined)
    throw new Inconclusive("the answer shows no member of the clock that can be compared");
  for (const [name, value] of present)
    check.expect.that(`${name} of the clock`, shown[name], answer).toBe(value);
  if (shown["frozenTime"] === undefined) return;
  const reportedTime = timestampOf("frozenTime", shown["frozenTime"]);
  check.expect
    .that("frozenTime of the clock", written(reportedTime), answer)
    .toBeOneOf(possibleTimes.map(written));
}

function observeTimestamp(check: Check, { frozenTime }: Readonly<Record<string, unknown>>, to: number): void {
  const observed =
    frozenTime === undefined
      ? "none"
      : timestampOf("frozenTime", frozenTime) === to
        ? "the new time"
        : "the time before";
  check.observe("clock-instant-in-answers", observed);
}

const repeated = (names: readonly unknown[]): readonly unknown[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

const entriesWith = (entries: unknown, id: string): number =>
  Array.isArray(entries) ? entries.filter((entry) => holds([entry], id)).length : 0;
