import { type Check, Inconclusive, type Merchant, NeedMissing } from "../kit.ts";
import {
  advancePastDue,
  around,
  type Due,
  dueAt,
  dueOf,
  type GivenClock,
  givenClockFor,
  periodOf,
  frozenTimeOf,
  requestAdvance,
} from "../fixtures/test-clocks.ts";
import {
  approveAgain,
  callFor,
  declineNext,
  type GivenCustomer,
  givenCustomer,
  givenPrice,
  type GivenSubscription,
  type Reading,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import { otherCurrency } from "../fixtures/values.ts";
import { DAY, HOUR, longestPeriodLike, parseTimestamp, SECOND } from "../fixtures/times.ts";
import { advances, created, createdStep, type History, scenario, step } from "./acts.ts";
import { advanceUntilRetried, SETTLED } from "./automatic-retries.ts";
import { type Recorder, recorder, type Scenario } from "./recorder.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** The scenario of a renewal: also the billing date that the target reports, and another subscription. */
export interface Renewals extends Scenario {
  readonly due: Due;
  /** Another subscription of the customer without a clock; null if the customer may have only one. */
  readonly bystander: string | null;
  /** The final time of the clock. */
  readonly end: number;
  /** Longer than any period of the target, estimated from the reported ones, ms. */
  readonly longestPeriod: number;
}

/** The minimum number of renewals in the advance over several periods. */
export const PERIODS = 3;
/** The minimum number of renewals in the advance after that. */
const FURTHER_PERIODS = 4;
/** The names of the steps: past the due date, over several periods, and over further ones. */
export const RENEWED = "advanced past the due date";
export const SEVERAL = "advanced over several periods";
export const FURTHER = "advanced over further periods";
const has = (status: string) => (reading: Reading) => reading.status === status;

/** A paid creation. */
export const creation = scenario("a paid creation", begun);

/** A paid creation, its reminder, its renewal, and two advances over several more periods. */
export function renewal(check: Check): Promise<Renewals> {
  return check.once("scenario of renewals", async (maker) => {
    const { customer, log, subscription } = await begun(maker);
    const bystander = await joined(maker, log, customer);
    const due = await dueOf(maker, subscription);
    const times = around(due);
    const clock = await givenClockFor(maker, subscription);
    const go = advances(maker, clock, { log, subscription });
    await go("advanced before the reminder", "nothing", times.beforeReminder);
    await go("advanced past the reminder", "reminded", times.afterReminder);
    await go("advanced before the due date", "nothing", times.beforeDue);
    const inNextPeriod = ({ end }: Reading): boolean => end === null || end > due.last;
    await go(RENEWED, "renewed", times.afterDue, { until: inNextPeriod });
    const { start, end: firstEnd } = await periodOf(maker, subscription);
    const next = nextDue(log, due, firstEnd - start);
    const longestPeriod = longestPeriodLike(Math.max(firstEnd - start, next.first - due.first)) + DAY;
    const several = next.last + (PERIODS - 1) * longestPeriod + HOUR;
    await go(SEVERAL, "repeated", several, { count: PERIODS });
    const end = several + FURTHER_PERIODS * longestPeriod;
    await go(FURTHER, "repeated", end, { count: FURTHER_PERIODS });
    return { ...log.scenario(subscription), due, bystander, end, longestPeriod };
  });
}

/** When the next period is billed: as the renewal reports, or one period later. */
function nextDue(log: Recorder, before: Due, period: number): Due {
  const reading = log.steps.at(-1)?.after;
  const event = log.events("subscription.updated").at(-1);
  const end = parseTimestamp(event?.data["currentPeriodEnd"]) ?? reading?.end ?? before.last + period;
  return dueAt(end, parseTimestamp(event?.data["nextBillingDate"]));
}

/** A paid creation and its renewal, at a price in another currency. @throws NeedMissing if no route creates prices */
export const otherCurrencyRenewal = scenario("a renewal in another currency", async (maker) => {
  const customer = await givenCustomer(maker);
  const priceId = await givenPrice(maker, customer.merchant, false, otherCurrency(maker));
  if (priceId === null) throw new NeedMissing("port.createPrice");
  const log = await recorder(maker, customer);
  const history = { log, subscription: await created(maker, log, { customer, priceId }) };
  await renewedAfterwards(maker, history, await givenClockFor(maker, history.subscription));
  return history;
});

/** A paid creation, a declined renewal, and a successful automatic retry. */
export const automaticRetry = scenario("an automatic retry", async (maker) => {
  const history = await declinedRenewal(maker);
  await approveAgain(maker, history.subscription.customer);
  await retriedBySelf(maker, history);
  await renewedAfterwards(maker, history, history.clock);
  return history;
});

/** A declined renewal, and a successful retry-payment call before any automatic retry. */
export const calledRetry = scenario("a called retry", async (maker) => {
  const history = await declinedRenewal(maker);
  await approveAgain(maker, history.subscription.customer);
  await retry(maker, history);
  await renewedAfterwards(maker, history, history.clock);
  return history;
});

/** The steps of renewals that are declined after a settlement, and of the calls that settle them. */
export const DECLINED_LATER = ["declined a second time", "declined a third time"] as const;
export const SETTLED_LATER = ["settled a second time", "settled a third time"] as const;

/**
 * A declined renewal that retry-payment settles, and the same for the next two renewals. While the last activation is pending, the clock goes on
 * for a second. The customer's other subscription is older.
 */
export const declinedLater = scenario("renewals that are declined after a settlement", async (maker) => {
  const history = await declinedRenewal(maker, begunAfterAnother);
  const { log, subscription, clock } = history;
  await approveAgain(maker, subscription.customer);
  await retry(maker, history);
  for (const [index, name] of DECLINED_LATER.entries()) {
    const { status, end, nextBilling } = await readSubscription(maker, subscription);
    const due = end === null ? null : dueAt(end, nextBilling);
    if (status !== "active" || due === null || due.first <= (await frozenTimeOf(maker, clock)))
      throw new Inconclusive("the settled subscription reports no renewal in the future of its clock");
    await decline(maker, history, name, due);
    // The rules judge what is missing. There may be nothing to settle.
    if (log.steps.at(-1)?.after?.status !== "past_due") break;
    await approveAgain(maker, subscription.customer);
    await retry(maker, history, {
      name: SETTLED_LATER[index],
      ...(index === 0
        ? {}
        : { meanwhile: async () => requestAdvance(clock, (await frozenTimeOf(maker, clock)) + SECOND) }),
    });
  }
  return history;
});

/** The automatic retry that settles the debt after an earlier one was declined. */
export const RETRIED_LATER = "retried later";

/** A declined renewal, a declined automatic retry, and a successful one if the target retries again. The number of retries is open. */
export const declinedTwice = scenario("a declined retry", async (maker) => {
  const history = await declinedRenewal(maker);
  const { customer } = history.subscription;
  await declineNext(maker, customer);
  await step(history, ["declined again", "own retry declined"], () =>
    advanceUntilRetried(maker, history, ["payment.failed", ...SETTLED]),
  );
  await approveAgain(maker, customer);
  await ifPossible(() => retriedLater(maker, history));
  return history;
});

async function retriedLater(check: Check, history: Awaited<ReturnType<typeof declinedRenewal>>) {
  const { log } = history;
  const { events = [], after } = log.steps.at(-1) ?? {};
  // Another retry may have followed within the same step.
  if (after?.status !== "past_due" || events.some(({ type }) => SETTLED.includes(type))) return;
  await retriedBySelf(check, history, RETRIED_LATER);
}

/** A successful automatic retry, as a step. */
async function retriedBySelf(
  check: Check,
  history: Parameters<typeof advanceUntilRetried>[1],
  name = "retried",
): Promise<void> {
  await step(history, [name, "retried"], () => advanceUntilRetried(check, history, SETTLED), {
    until: has("active"),
  });
}

/** A creation whose first payment is declined, and a successful automatic retry. A target need not retry a first payment. */
export const retriedUnpaid = scenario("an automatic retry of a first payment", async (maker) => {
  const history = await createdUnpaid(maker);
  const { log, subscription } = history;
  await approveAgain(maker, subscription.customer);
  if (log.steps.at(-1)?.after?.status !== "unpaid")
    throw new Inconclusive("the subscription is not unpaid; another rule judges that");
  const clock = await givenClockFor(maker, subscription);
  const due = dueAt((await periodOf(maker, subscription)).start);
  await retriedBySelf(maker, { ...history, clock, due });
  return history;
});

/** A creation whose first payment is declined. */
export const unpaidCreation = scenario("an unpaid creation", createdUnpaid);

/** The retry-payment call that is declined as well. */
export const RETRIED_WITHOUT_EFFECT = "retried, declined";

/** The same creation, and a retry-payment call that is declined as well. */
export const retriedWithoutEffect = scenario("a called declined retry", (maker) =>
  retriedInVain(maker, createdUnpaid),
);

/** The same for a subscription whose renewal was declined. */
export const retriedRenewalWithoutEffect = scenario("a called declined retry of a renewal", (maker) =>
  retriedInVain(maker, declinedRenewal),
);

async function retriedInVain(check: Check, begin: (check: Check) => Promise<History>): Promise<History> {
  if (!check.ports.bound("retryPayment")) throw new NeedMissing("port.retryPayment");
  const history = await begin(check);
  const { subscription } = history;
  // If the call requests no payment, the prepared decline must not affect another customer's payment.
  if (subscription.customer.id === null) throw new NeedMissing("port.createCustomer");
  await declineNext(check, subscription.customer);
  const work = () => callFor(check, subscription, "retryPayment");
  await step(history, [RETRIED_WITHOUT_EFFECT, "retry declined"], work);
  return history;
}

/** The same creation, and a successful retry-payment call. */
export const retriedCreation = scenario("a creation that is paid later", async (maker) => {
  const history = await createdUnpaid(maker);
  await approveAgain(maker, history.subscription.customer);
  await retry(maker, history);
  return history;
});

export async function createdUnpaid(check: Check): Promise<History> {
  const customer = await givenCustomer(check);
  const log = await recorder(check, customer);
  await declineNext(check, customer);
  const wanted = { customer, quantity: 3 };
  return { log, subscription: await createdStep(check, log, wanted, { transition: "created unpaid" }) };
}

async function retry(
  check: Check,
  history: History,
  {
    name = "retried",
    meanwhile,
  }: { readonly name?: string | undefined; readonly meanwhile?: () => Promise<unknown> } = {},
): Promise<void> {
  if (!check.ports.bound("retryPayment")) throw new NeedMissing("port.retryPayment");
  const work = async () => {
    const called = await callFor(check, history.subscription, "retryPayment");
    await meanwhile?.();
    return called;
  };
  await step(history, [name, "retried"], work, { until: has("active") });
}

/** A subscription whose renewal was just declined, and another one of the same customer. */
export async function declinedRenewal(check: Check, begin = begunBeforeAnother) {
  const { log, subscription } = await begin(check);
  const due = await dueOf(check, subscription);
  const clock = await givenClockFor(check, subscription);
  const history = { log, subscription, clock, due };
  await advances(check, clock, history)("reminded", "reminded", around(due).afterReminder);
  await decline(check, history, "declined", due);
  return history;
}

/** A renewal that is declined, as a step. */
async function decline(
  check: Check,
  history: History & { readonly clock: GivenClock },
  name: string,
  due: Due,
): Promise<void> {
  await declineNext(check, history.subscription.customer);
  const work = async () => (await advancePastDue(check, history.clock, due)).answer;
  await step(history, [name, "declined"], work, { until: has("past_due") });
}

/** The renewal after another transition. */
export const AFTERWARDS = "renewed after that";

/** The next renewal by the dates that the subscription reports; none if it is not active or reports no dates. */
export async function renewedAfterwards(check: Check, history: History, clock: GivenClock): Promise<void> {
  if (!check.ports.bound("retrieveSubscription")) return;
  const { status, end, nextBilling } = await readSubscription(check, history.subscription);
  if (status !== "active" || end === null) return;
  const due = dueAt(end, nextBilling);
  if (due.first <= (await frozenTimeOf(check, clock))) return;
  await advances(check, clock, history)(AFTERWARDS, "renewed", around(due).afterDue);
}

/** A paid creation, the beginning of a scenario. */
export async function begun(
  check: Check,
  { quantity = 1, merchant }: { readonly quantity?: number; readonly merchant?: Merchant | undefined } = {},
): Promise<History & { readonly customer: GivenCustomer }> {
  const customer = await givenCustomer(check, merchant);
  const log = await recorder(check, customer);
  return { customer, log, subscription: await created(check, log, { customer, quantity }) };
}

/** As above, followed by another subscription of the customer. */
async function begunBeforeAnother(check: Check): ReturnType<typeof begun> {
  const history = await begun(check);
  await joined(check, history.log, history.customer);
  return history;
}

/** As above, after another subscription of the customer if the customer may have two. */
export async function begunAfterAnother(
  check: Check,
  create: (log: Recorder, customer: GivenCustomer) => Promise<GivenSubscription> = (log, customer) =>
    created(check, log, { customer }),
): ReturnType<typeof begun> {
  const customer = await givenCustomer(check);
  const log = await recorder(check, customer);
  await joined(check, log, customer);
  const subscription = await ifPossible(() => create(log, customer));
  if (subscription !== null) return { customer, log, subscription };
  const other = await givenCustomer(check);
  const alone = await recorder(check, other);
  return { customer: other, log: alone, subscription: await create(alone, other) };
}

/** Creates another subscription of the customer. Null if it is refused: the number of subscriptions per customer is open. */
async function joined(check: Check, log: Recorder, customer: GivenCustomer): Promise<string | null> {
  const other = await ifPossible(() => created(check, log, { customer }, "joined by another"));
  if (other !== null) log.own(other.id);
  return other?.id ?? null;
}
