import * as fc from "fast-check";
import { type Check, Inconclusive, textOf } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import {
  approveAgain,
  callFor,
  declineNext,
  givenCustomer,
  givenSubscription,
} from "../fixtures/subscriptions.ts";
import {
  advancePastDue,
  advanceUnlessCompleted,
  around,
  attach,
  type Due,
  givenClock,
  givenClockFor,
} from "../fixtures/test-clocks.ts";
import { DAY, lastDays } from "../fixtures/times.ts";
import { together } from "../fixtures/together.ts";
import type { Occurrence } from "../model/neighbours.ts";
import { created, type History } from "./acts.ts";
import { dueIn, type Member, type Passage, World } from "./neighbours.ts";
import { recorder, type Scenario } from "./recorder.ts";
import { createdTrialing } from "./trials-and-cancellations.ts";
import { isLaterCycles } from "./later-cycles.ts";

/** A subscription to which features happen one after another, among its neighbours. */
interface Life extends History {
  readonly check: Check;
  readonly world: World;
  /** The invoices that were voided before they were paid. */
  readonly voided: Set<string>;
}

/** What is judged of a life. */
export interface Interleaved extends Scenario {
  /** The names of what happened. */
  readonly plan: string;
  readonly voided: ReadonlySet<string>;
  /** What each step did to the subscription and its neighbours. */
  readonly passages: readonly Passage[];
  /** The end of the period in which it ended, epoch ms. */
  readonly endedIn: number;
}

/** The steps that all lives have at their end. */
const LAST_RENEWAL = "advanced past the last due date";
export const ENDED = "canceled immediately";
export const AFTERWARDS = "advanced after the end";

type Feature = (life: Life) => Promise<unknown>;

const subjectOf = ({ world }: Life): Member => world.members[0] as Member;

type Asked = Exclude<Extract<Occurrence, { accepted: boolean }>["do"], "cancel">;

/** Sends a request about the subscription, as a step. */
const asked =
  (port: string, what: Asked, inputs: Readonly<Record<string, unknown>> = {}): Feature =>
  (life) =>
    life.world.step({
      name: what,
      do: () => callFor(life.check, life.subscription, port, { inputs }),
      occurs: (member, done) =>
        member === subjectOf(life) ? { do: what, accepted: done.answer.succeeded } : { do: "nothing" },
    });

/** Whether the last step issued an invoice that is neither paid nor voided. */
function isIssued(life: Life): boolean {
  const { name, events = [] } = life.log.steps.at(-1) ?? {};
  const open = openInvoice(life);
  const issued = events.filter(({ type }) => type === "invoice.finalized");
  if (name !== "remind" || !issued.some(({ data }) => data["invoiceId"] === open)) return false;
  life.world.invoices.set(open, subjectOf(life));
  return true;
}

/** Cancels the subscription immediately, as a step. */
async function ended(life: Life): Promise<void> {
  const { check, subscription, world } = life;
  const issued = isIssued(life);
  await world.step({
    name: ENDED,
    do: () => callFor(check, subscription, "cancelSubscription", { inputs: { cancelImmediately: true } }),
    occurs: (member, { answer }) =>
      member === subjectOf(life) ? { do: "cancel", accepted: answer.succeeded, issued } : { do: "nothing" },
  });
}

/** Advances the clock as a step, if the time is in its future. */
async function goTo(life: Life, name: string, to: number): Promise<void> {
  const { check, world } = life;
  const { clock, now } = subjectOf(life);
  if (clock !== null && to > now)
    await world.pass(name, [clock, to], () => advanceUnlessCompleted(check, clock, to));
}

function nextDue(life: Life): Due {
  const due = dueIn(subjectOf(life).reading);
  if (due === null) throw new Inconclusive("the subscription reports no period");
  return due;
}

/** The last issued invoice of the subscription that is neither the first one, nor paid, nor voided. */
function openInvoice({ log, voided, world, subscription }: Life): string | null {
  const paid = new Set(log.events("invoice.paid").map(({ data }) => data["invoiceId"]));
  const issued = log.events("invoice.finalized").filter(isLaterCycles(log));
  const open = issued
    .filter(({ data }) => [undefined, subscription.customerId].includes(data["customerId"] as string))
    .map(({ data }) => data["invoiceId"])
    .findLast((id) => !paid.has(id) && !voided.has(textOf(id)) && !world.invoices.has(id));
  return typeof open === "string" ? open : null;
}

const aboutInvoice =
  (port: "payInvoice" | "voidInvoice", what: "pay" | "void"): Feature =>
  async (life) => {
    const { check, subscription } = life;
    const invoiceId = openInvoice(life);
    if (invoiceId === null) return;
    const { answer } = await life.world.step({
      name: what,
      do: () => check.ports.call(port, { inputs: { invoiceId }, key: subscription.merchant.testKey }),
      occurs: (member, done) =>
        member === subjectOf(life) ? { do: what, accepted: done.answer.succeeded } : { do: "nothing" },
    });
    if (what === "void" && answer.succeeded) life.voided.add(invoiceId);
  };

const FEATURES: Readonly<Record<string, Feature>> = {
  pause: asked("pauseSubscription", "pause"),
  resume: asked("resumeSubscription", "resume"),
  schedule: asked("cancelSubscription", "schedule"),
  retry: asked("retryPayment", "retry"),
  quantity: asked("changeQuantity", "quantity", { quantity: 2 }),
  sibling: ({ check, log, world, subscription }) =>
    world.step({
      name: "sibling",
      do: async () => {
        const { id, created: made } = await givenSubscription(check, { customer: subscription.customer });
        log.own(id);
        return made;
      },
      occurs: () => ({ do: "nothing" }),
    }),
  remind: async (life) => goTo(life, "remind", around(nextDue(life)).afterReminder),
  void: aboutInvoice("voidInvoice", "void"),
  // Which invoices can be voided is open; a refusal voids none.
  "void of a paid invoice": async (life) => {
    const { check, log, subscription, world } = life;
    const invoiceId = log
      .events("invoice.paid")
      .findLast(({ data }) => data["subscriptionId"] === subscription.id)?.data["invoiceId"];
    if (typeof invoiceId !== "string") return;
    world.invoices.set(invoiceId, subjectOf(life));
    await world.step({
      name: "void of a paid invoice",
      do: () =>
        check.ports.call("voidInvoice", { inputs: { invoiceId }, key: subscription.merchant.testKey }),
      occurs: (member, { answer }) =>
        member === subjectOf(life) ? { do: "void", accepted: answer.succeeded } : { do: "nothing" },
    });
  },
  pay: aboutInvoice("payInvoice", "pay"),
  due: async (life) => goTo(life, "due", around(nextDue(life)).afterDue),
  declined: async (life) => {
    const { check, world, subscription } = life;
    const { customer } = subscription;
    const subject = subjectOf(life);
    const { clock } = subject;
    const due = nextDue(life);
    if (clock === null || due.first <= subject.now) return;
    await declineNext(check, customer);
    world.pays(customer, false);
    // Not beyond the due date, because an automatic retry may follow.
    await ifPossible(() =>
      world.pass("declined", [clock, around(due).due], () => advancePastDue(check, clock, due)),
    );
    await approveAgain(check, customer);
    const { events = [] } = world.passages.findLast(({ member }) => member === subject) ?? {};
    const isUsed = events.some(({ type }) => type === "payment.failed");
    world.pays(customer, isUsed || !check.has("control.setNextPaymentOutcome") ? true : null);
  },
  // The clock changes before the retry has taken effect.
  "moved retry": async (life) => {
    const { check, world, subscription } = life;
    const subject = subjectOf(life);
    const { clock, now } = subject;
    if (clock === null || !check.ports.bound("retryPayment")) return;
    const next = await givenClock(check, { merchant: clock.merchant, at: now + 1_000 });
    await world.step({
      name: "moved retry",
      do: async () => {
        const retried = await callFor(check, subscription, "retryPayment");
        check.succeeded(await attach(next, { subscriptionId: subscription.id }));
        return retried;
      },
      occurs: (member, { answer }) =>
        member === subject ? { do: "retry", accepted: answer.succeeded } : { do: "nothing" },
    });
    Object.assign(subject, { clock: next, now: next.at });
  },
  detach: async (life) => {
    const { check, world } = life;
    const subject = subjectOf(life);
    const { clock, now } = subject;
    if (clock === null) return;
    await world.step({
      name: "detach",
      do: () => clock.merchant.api.deleteTestClock({ path: { id: clock.id } }),
      occurs: () => ({ do: "nothing" }),
    });
    // The neighbour on this clock stays in real time.
    for (const member of world.members) if (member.clock === clock) world.free(member);
    const next = await givenClock(check, { merchant: clock.merchant, at: now + 1_000 });
    check.succeeded(await attach(next, { subscriptionId: life.subscription.id }));
    Object.assign(subject, { clock: next, now: next.at });
  },
};

/** Begins with a trial, instead of a paid period. */
const TRIAL = "trial";
/** Ends with a retry and a cancellation that follows immediately, before the retry has taken effect. */
const ABRUPT = "end";
/** Ends before the next due date. */
const UNBILLED = "end of what is issued";

/** What is pending meets all that may happen before it takes effect: a cancellation, a debt, a pause, an issued invoice, a trial. A renewal follows. */
const USUAL: readonly (readonly string[])[] = [
  ["remind", "pause", "resume", "due", "schedule", "quantity", "detach"],
  ["schedule", "sibling", "pause", "resume", "retry", "due"],
  ["remind", "schedule", "due"],
  ["declined", "quantity", "sibling", "retry"],
  ["declined", "pause", "resume", "detach", "retry"],
  ["declined", "moved retry"],
  ["declined", "schedule", "retry"],
  ["declined", ABRUPT],
  ["declined", UNBILLED],
  ["pause", "due", "resume"],
  ["pause", "resume", "quantity", "remind", UNBILLED],
  ["pause", "quantity", "detach", "resume"],
  ["remind", "pause", "void", "resume"],
  ["void of a paid invoice", "remind", "void", "retry", "due"],
  ["remind", "quantity", "pay", "due", "declined", "pay"],
  ["remind", "sibling", "detach", "declined", "void"],
  [TRIAL, "schedule", "quantity"],
  [TRIAL, "pause", "resume", "detach", "due", "declined"],
];
/** How many more are drawn by the seed: those of many in which most pairs meet that have not met before. */
const DRAWN = 3;
const CANDIDATES = 60;

const pairsOf = (plan: readonly string[]): readonly string[] =>
  plan.flatMap((one, at) => plan.slice(at + 1).map((other) => `${one} ${other}`));

/** Each feature meets as many others as possible, in both orders. */
function drawnPlans(seed: number): readonly (readonly string[])[] {
  const candidates = fc.sample(fc.shuffledSubarray(Object.keys(FEATURES), { minLength: 5, maxLength: 6 }), {
    numRuns: CANDIDATES,
    seed,
  });
  const met = new Set(USUAL.flatMap(pairsOf));
  return Array.from({ length: DRAWN }, () => {
    const newIn = (plan: readonly string[]): number => pairsOf(plan).filter((pair) => !met.has(pair)).length;
    const best = candidates.reduce((one, other) => (newIn(other) > newIn(one) ? other : one));
    for (const pair of pairsOf(best)) met.add(pair);
    return best;
  });
}

/** Lives in which features meet in different orders, each until some time after an immediate cancellation. Most begin on the last day of a month. */
export function interleavedLives(check: Check): Promise<readonly Interleaved[]> {
  return check.once("interleaved lives of subscriptions", async (maker) => {
    maker.require("events");
    for (const port of ["cancelSubscription", "retrieveSubscription"]) maker.require(`port.${port}`);
    const recorded = await together(
      maker,
      [...USUAL, ...drawnPlans(maker.seed)].map(
        (plan, at) => () =>
          ifPossible(() =>
            lived(maker, {
              plan,
              sibling: (at + maker.seed) % 2 === 0 ? "clock" : "real time",
              from: [null, ...lastDays()][at % (1 + lastDays().length)] ?? null,
            }),
          ),
      ),
    );
    const lives = recorded.flatMap((life) => (life?.received === true ? [life] : []));
    if (lives.length === 0) throw new Inconclusive("no life of a subscription could be recorded");
    return lives;
  });
}

async function lived(
  check: Check,
  {
    plan,
    sibling,
    from,
  }: {
    readonly plan: readonly string[];
    readonly sibling: "clock" | "real time";
    /** When it begins, if control can move time; null for now. */
    readonly from: string | null;
  },
): Promise<Interleaved> {
  const merchant = await check.ownMerchant();
  const isMoved = from !== null && merchant.own && check.has("control.moveWallClock");
  if (isMoved)
    await check.control.call("moveWallClock", {
      path: { accountId: merchant.accountId },
      json: { to: from },
    });
  const customer = await givenCustomer(check, merchant);
  const log = await recorder(check, customer);
  const subscription = await (plan[0] === TRIAL
    ? createdTrialing(check, log, customer)
    : created(check, log, { customer }));
  const world = new World(check, log);
  if (isMoved) world.ahead = Date.parse(from) - Date.now();
  await world.populate(subscription, { clock: await givenClockFor(check, subscription), sibling });
  const life: Life = { check, log, subscription, world, voided: new Set() };
  // What the profile does not bind is left out.
  for (const name of plan) await ifPossible(() => FEATURES[name]?.(life) ?? Promise.resolve());
  const { status } = subjectOf(life).reading;
  const isAbrupt = plan.includes(ABRUPT);
  if (status !== "canceled" && !isAbrupt && !plan.includes(UNBILLED))
    await goTo(life, LAST_RENEWAL, around(nextDue(life)).afterDue);
  if (isAbrupt) await ifPossible(() => callFor(check, subscription, "retryPayment"));
  await ended(life);
  const { end } = subjectOf(life).reading;
  for (const name of ["retry", "resume"]) await ifPossible(() => FEATURES[name]?.(life) ?? Promise.resolve());
  await goTo(life, AFTERWARDS, Math.max(end ?? 0, subjectOf(life).now) + 40 * DAY);
  await world.outlive(customer.merchant);
  return {
    ...log.scenario(subscription),
    ...{ plan: plan.join(", "), voided: life.voided, passages: world.passages, endedIn: end ?? Infinity },
  };
}

/** The life in words, for a violation. */
export const livedThrough = ({ plan, steps }: Interleaved): string =>
  `after ${plan} (${steps.map(({ name, after }) => `${name}: ${textOf(after?.status ?? "-")}`).join("; ")})`;
