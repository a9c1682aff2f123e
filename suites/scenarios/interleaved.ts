import * as fc from "fast-check";
import { type Check, Inconclusive, textOf } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import {
  approveAgain,
  callFor,
  declineNext,
  givenCustomer,
  givenSubscription,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import {
  advanceUnlessCompleted,
  around,
  attach,
  deleteClock,
  type Due,
  dueAt,
  frozenTimeOf,
  type GivenClock,
  givenClock,
  givenClockFor,
} from "../fixtures/test-clocks.ts";
import { DAY } from "../fixtures/times.ts";
import { together } from "../fixtures/together.ts";
import type { Transition } from "../model/billing.ts";
import { created, type History } from "./acts.ts";
import { recorder, type Scenario } from "./recorder.ts";
import { createdTrialing } from "./trials-and-cancellations.ts";
import { isLaterCycles } from "./scenario-events.ts";

/** A subscription to which features happen one after another. */
interface Life extends History {
  readonly check: Check;
  clock: GivenClock;
  /** Whether all that happened leaves the next renewal as documented. */
  isOrdinary: boolean;
  /** The invoices that were voided before they were paid. */
  readonly voided: Set<string>;
}

/** What is judged of a life. */
export interface Interleaved extends Scenario {
  /** The names of what happened. */
  readonly plan: string;
  readonly voided: ReadonlySet<string>;
  /** Whether the renewal before the end is documented: nothing that happened changes it. */
  readonly renews: boolean;
  /** The end of the period in which it ended, epoch ms. */
  readonly endedIn: number;
}

/** The steps that all lives have at their end. */
export const LAST_RENEWAL = "advanced past the last due date";
export const ENDED = "canceled immediately";
export const AFTERWARDS = "advanced after the end";

type Feature = (life: Life) => Promise<unknown>;

const asked =
  (port: string, name: string): Feature =>
  ({ check, log, subscription }) =>
    log.act({
      ...{ name, transition: "nothing", subject: () => subscription },
      do: () => callFor(check, subscription, port),
    });

/** Advances the clock as a step, if the time is in its future. */
async function goTo(life: Life, name: string, to: number, transition: Transition = "nothing"): Promise<void> {
  const { check, log, subscription, clock } = life;
  if (to <= (await frozenTimeOf(check, clock))) return;
  await log.act({
    ...{ name, transition, subject: () => subscription },
    do: () => advanceUnlessCompleted(check, clock, to),
  });
}

async function nextDue({ check, subscription }: Life): Promise<Due> {
  const { end, nextBilling } = await readSubscription(check, subscription);
  if (end === null) throw new Inconclusive("the subscription reports no period");
  return dueAt(end, nextBilling);
}

/** The last issued invoice that is neither the first one, nor paid, nor voided. */
function openInvoice({ log, voided }: Life): string | null {
  const paid = new Set(log.events("invoice.paid").map(({ data }) => data["invoiceId"]));
  const issued = log.events("invoice.finalized").filter(isLaterCycles(log));
  const open = issued
    .map(({ data }) => data["invoiceId"])
    .findLast((id) => !paid.has(id) && !voided.has(textOf(id)));
  return typeof open === "string" ? open : null;
}

const aboutInvoice =
  (port: "payInvoice" | "voidInvoice", name: string): Feature =>
  async (life) => {
    const { check, log, subscription } = life;
    const invoiceId = openInvoice(life);
    if (invoiceId === null) return;
    life.isOrdinary = false;
    const { answer } = await log.act({
      ...{ name, transition: "nothing" },
      do: () => check.ports.call(port, { inputs: { invoiceId }, key: subscription.merchant.testKey }),
    });
    if (port === "voidInvoice" && answer.succeeded) life.voided.add(invoiceId);
  };

/** A feature after which the next renewal is open. */
const unusual =
  (feature: Feature): Feature =>
  async (life) => {
    life.isOrdinary = false;
    await feature(life);
  };

const renewed: Feature = async (life) => {
  const { status } = await readSubscription(life.check, life.subscription);
  const isRenewal = life.isOrdinary && status === "active";
  await goTo(life, "due", around(await nextDue(life)).afterDue, isRenewal ? "renewed" : "nothing");
};

const FEATURES: Readonly<Record<string, Feature>> = {
  pause: unusual(asked("pauseSubscription", "pause")),
  resume: unusual(asked("resumeSubscription", "resume")),
  schedule: unusual(asked("cancelSubscription", "schedule")),
  retry: asked("retryPayment", "retry"),
  quantity: ({ check, log, subscription }) =>
    log.act({
      ...{ name: "quantity", transition: "quantity changed", subject: () => subscription },
      do: () => callFor(check, subscription, "changeQuantity", { inputs: { quantity: 2 } }),
    }),
  sibling: async ({ check, log, subscription }) => {
    const { id } = await givenSubscription(check, { customer: subscription.customer });
    log.own(id);
  },
  remind: async (life) => goTo(life, "remind", around(await nextDue(life)).afterReminder),
  void: aboutInvoice("voidInvoice", "void"),
  pay: aboutInvoice("payInvoice", "pay"),
  due: renewed,
  declined: unusual(async (life) => {
    await declineNext(life.check, life.subscription.customer);
    await renewed(life);
    await approveAgain(life.check, life.subscription.customer);
  }),
  detach: async (life) => {
    const { check, clock, subscription } = life;
    const at = await frozenTimeOf(check, clock);
    await deleteClock(check, clock);
    life.clock = await givenClock(check, { merchant: clock.merchant, at: at + 1_000 });
    check.succeeded(await attach(life.clock, { subscriptionId: subscription.id }));
  },
};

/** Begins with a trial, instead of a paid period. */
const TRIAL = "trial";
/** Ends with a retry and a cancellation that follows immediately, before the retry has taken effect. */
const ABRUPT = "end";

/** Features that meet in real life. */
const USUAL: readonly (readonly string[])[] = [
  ["schedule", "pause", "due"],
  ["pause", "due", "resume"],
  ["remind", "void", "retry", "due"],
  ["remind", "pay", "due"],
  ["declined", "schedule", "due"],
  ["remind", "pause", "void", "resume"],
  ["sibling", "quantity", "detach"],
  ["due", "detach", "retry"],
  [TRIAL, "schedule", "due"],
  [TRIAL, "pause", "resume", "due"],
  [TRIAL, "detach", "due"],
  ["declined", ABRUPT],
];
/** How many more are drawn by the seed. */
const DRAWN = 4;

/** Lives in which features meet in different orders, each until some time after an immediate cancellation. */
export function interleavedLives(check: Check): Promise<readonly Interleaved[]> {
  return check.once("interleaved lives of subscriptions", async (maker) => {
    maker.require("events");
    for (const port of ["cancelSubscription", "retrieveSubscription"]) maker.require(`port.${port}`);
    const drawn = fc.sample(fc.shuffledSubarray(Object.keys(FEATURES), { minLength: 3, maxLength: 5 }), {
      numRuns: DRAWN,
      seed: maker.seed,
    });
    const recorded = await together(
      maker,
      [...USUAL, ...drawn].map((plan) => () => ifPossible(() => lived(maker, plan))),
    );
    const lives = recorded.filter((life) => life !== null);
    if (lives.length === 0) throw new Inconclusive("no life of a subscription could be recorded");
    return lives;
  });
}

async function lived(check: Check, plan: readonly string[]): Promise<Interleaved> {
  const customer = await givenCustomer(check);
  const log = await recorder(check, customer);
  const subscription = await (plan[0] === TRIAL
    ? createdTrialing(check, log, customer)
    : created(check, log, { customer }));
  const clock = await givenClockFor(check, subscription);
  const life: Life = { check, log, subscription, clock, isOrdinary: true, voided: new Set() };
  // What the profile does not bind is left out.
  for (const name of plan) await ifPossible(() => FEATURES[name]?.(life) ?? Promise.resolve());
  const before = await readSubscription(check, subscription);
  const isAbrupt = plan.includes(ABRUPT);
  const renews = life.isOrdinary && before.status === "active";
  if (before.status !== "canceled" && !isAbrupt)
    await goTo(life, LAST_RENEWAL, around(await nextDue(life)).afterDue, renews ? "renewed" : "nothing");
  await log.act({
    ...{ name: ENDED, transition: "canceled immediately", subject: () => subscription },
    until: ({ status }) => status === "canceled",
    do: async () => {
      if (isAbrupt) await ifPossible(() => callFor(check, subscription, "retryPayment"));
      return callFor(check, subscription, "cancelSubscription", { inputs: { cancelImmediately: true } });
    },
  });
  const { end } = await readSubscription(check, subscription);
  for (const name of ["retry", "resume"]) await ifPossible(() => FEATURES[name]?.(life) ?? Promise.resolve());
  await goTo(life, AFTERWARDS, Math.max(end ?? 0, await frozenTimeOf(check, life.clock)) + 40 * DAY);
  return {
    ...log.scenario(subscription),
    ...{ plan: plan.join(", "), voided: life.voided, renews, endedIn: end ?? Infinity },
  };
}

/** The life in words, for a violation. */
export const livedThrough = ({ plan, steps }: Interleaved): string =>
  `after ${plan} (${steps.map(({ name, after }) => `${name}: ${textOf(after?.status ?? "-")}`).join("; ")})`;
