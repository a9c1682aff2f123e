import type { Check, ReceivedEvent, RuleCheck, RuleId } from "./kit.ts";
import { ruleIdOf } from "../spec/index.ts";
import { emitted, emittedOnce, notEmitted, stepOf } from "./scenarios/scenario-events.ts";
import { isLaterCycles } from "./scenarios/later-cycles.ts";
import { ifReachable, isNew, onScenario } from "./scenarios/scenario-rules.ts";
import { explains, TWICE } from "./model/billing.ts";
import { hostedPage, hostedTrial } from "./scenarios/hosted-pages.ts";
import { voidedInvoice } from "./scenarios/invoices.ts";
import { quantityChange } from "./scenarios/quantity-changes.ts";
import type { Scenario } from "./scenarios/recorder.ts";
import {
  AFTERWARDS,
  automaticRetry,
  calledRetry,
  creation,
  DECLINED_LATER,
  declinedLater,
  declinedTwice,
  renewal,
  RENEWED,
  RETRIED_LATER,
  RETRIED_WITHOUT_EFFECT,
  retriedCreation,
  retriedUnpaid,
  retriedRenewalWithoutEffect,
  retriedWithoutEffect,
  SETTLED_LATER,
  SEVERAL,
  unpaidCreation,
} from "./scenarios/renewals.ts";
import {
  canceledFrom,
  pausedAgain,
  pausedPastDue,
  pausedTrial,
  pausedWhenDue,
  unsettledWhenDue,
} from "./scenarios/states.ts";
import {
  immediateCancellation,
  pause,
  scheduledCancellation,
  scheduledTrial,
  trial,
} from "./scenarios/trials-and-cancellations.ts";

type RunScenario = (check: Check) => Promise<Scenario>;
type Where = (event: ReceivedEvent, scenario: Scenario) => boolean;

/** A step of a scenario, or "ever" for all of its steps, and a condition for its events. */
interface Occasion {
  readonly scenario: RunScenario;
  readonly step: string;
  readonly where?: Where | undefined;
}

/** The occasions of each rule. The target must reach the first one; the others are judged if it does. */
type Cells = Readonly<Partial<Record<RuleId, readonly (readonly Occasion[])[]>>>;

/** What is judged of an event: that an occasion emits it, that it emits it once, and that it does not emit it. */
interface Row {
  readonly emits?: Cells;
  readonly once?: Cells;
  readonly never?: Cells;
}

const EVER = "ever";
const REMINDED = "advanced past the reminder";
const DUE = "canceled when due";

/** Steps of scenarios, as occasions. */
function at(
  scenarios: RunScenario | readonly RunScenario[],
  steps: string | readonly string[],
  where?: Where,
): readonly Occasion[] {
  return [scenarios].flat().flatMap((scenario) => [steps].flat().map((step) => ({ scenario, step, where })));
}

const status =
  (word: string): Where =>
  ({ data }) =>
    data["status"] === word;

const ofLaterCycle: Where = (event, scenario) => isLaterCycles(scenario)(event);

const notAfterwards: Where = (event, { steps }) =>
  steps.find(({ name }) => name === AFTERWARDS)?.events.includes(event) !== true;

/**
 * Whether an event reports the failure of a payment request that the same step reports as completed. If an earlier payment was declined,
 * its failure must have been reported before: an intent may be reused, and the event could be a late one.
 */
const completedAfterFailure: Where = (event, { steps }) => {
  const index = steps.findIndex(({ events }) => events.includes(event));
  const { paymentIntentId, orderId } = event.data;
  const completed = steps[index]?.events.some(
    ({ type, data }) =>
      type === "payment.completed" &&
      data["orderId"] === orderId &&
      data["paymentIntentId"] === paymentIntentId,
  );
  const before = steps.slice(0, index);
  const owed = before.some(({ transition }) => transition === "declined" || transition === "created unpaid");
  const isFailureReported = before.some(({ events }) => events.some(({ type }) => type === event.type));
  return completed === true && typeof paymentIntentId === "string" && (!owed || isFailureReported);
};

/** The pauses of all scenarios, or their ends. */
const eachPause = (step: "paused" | "resumed") => [
  at([pause, pausedTrial, pausedPastDue], step),
  at(pausedAgain, `${step} again`),
];

/** Which steps of a subscription's scenarios emit which events (§4.8, §6.1). An event of a payment must report a new one. */
const TABLE: Readonly<Record<string, Row>> = {
  "subscription.created": {
    emits: {
      "subscription-events/created-when-declined": [at(unpaidCreation, "created", status("unpaid"))],
      "subscription-events/created-when-trialing": [at([trial, hostedTrial], "created", status("trialing"))],
    },
    once: {
      "subscription-events/created-once": [
        at([creation, unpaidCreation, trial, hostedPage, hostedTrial, renewal], "created"),
        at([automaticRetry, calledRetry, retriedCreation], "created"),
        at([pause, scheduledCancellation, immediateCancellation], "created"),
      ],
    },
  },
  "checkout.session.completed": {
    never: { "subscription-events/no-session-completed": [at([hostedPage, hostedTrial], EVER)] },
  },
  "subscription.trial_ending": {
    emits: { "subscription-events/trial-ending-at-creation": [at([trial, pausedTrial], "created")] },
    once: { "subscription-events/trial-ending-once": [at(trial, "created")] },
    never: {
      "subscription-events/no-trial-ending-from-page": [at(hostedTrial, EVER)],
      "subscription-events/no-trial-ending-without-trial": [at(renewal, EVER)],
    },
  },
  "subscription.activated": {
    emits: {
      "subscription-events/activated-by-automatic-retry": [
        at(automaticRetry, "retried"),
        at(declinedTwice, RETRIED_LATER),
        at(retriedUnpaid, "retried"),
      ],
      "subscription-events/activated-by-retry-payment": [
        at(calledRetry, "retried"),
        at(declinedLater, SETTLED_LATER),
      ],
      "subscription-events/activated-from-unpaid": [at(retriedCreation, "retried")],
    },
    once: {
      "subscription-events/activated-once": [at([calledRetry, automaticRetry, retriedCreation], "retried")],
    },
    never: {
      "subscription-events/not-activated-at-creation": [
        at([creation, unpaidCreation, trial, hostedPage, hostedTrial], "created"),
      ],
      "subscription-events/not-activated-when-declined": [
        at(retriedWithoutEffect, RETRIED_WITHOUT_EFFECT),
        at(retriedRenewalWithoutEffect, RETRIED_WITHOUT_EFFECT),
      ],
      "subscription-events/not-activated-at-trial-end": [at(trial, EVER)],
    },
  },
  "subscription.updated": {
    emits: { "subscription-events/updated-on-paid-renewal": [at(renewal, RENEWED)] },
    once: { "subscription-events/updated-once-a-renewal": [at(renewal, RENEWED)] },
    never: {
      "subscription-events/not-updated-when-declined": [
        at(calledRetry, "declined"),
        at(unpaidCreation, "created"),
        at(retriedWithoutEffect, RETRIED_WITHOUT_EFFECT),
      ],
      "subscription-events/not-updated-on-quantity-change": [at(quantityChange, EVER, notAfterwards)],
    },
  },
  "subscription.past_due": {
    emits: {
      "subscription-events/past-due-when-declined": [
        at(calledRetry, "declined", status("past_due")),
        at(declinedLater, DECLINED_LATER, status("past_due")),
      ],
    },
    once: { "subscription-events/past-due-once": [at(calledRetry, "declined")] },
  },
  "subscription.paused": {
    emits: { "subscription-events/paused-on-pause": eachPause("paused") },
    once: { "subscription-events/paused-once": [at([pause, pausedTrial], "paused")] },
  },
  "subscription.resumed": {
    emits: { "subscription-events/resumed-on-resume": eachPause("resumed") },
    once: { "subscription-events/resumed-once": [at([pause, pausedTrial], "resumed")] },
  },
  "subscription.canceled": {
    emits: {
      "subscription-events/canceled-when-due": [
        at([scheduledCancellation, scheduledTrial], DUE, status("canceled")),
        at([...unsettledWhenDue, pausedWhenDue], DUE, status("canceled")),
      ],
      /** The scenario ends past the end of the period. */
      "subscription-events/canceled-when-immediate": [
        at([immediateCancellation, ...canceledFrom], "canceled immediately", status("canceled")),
      ],
    },
  },
  "payment.completed": {
    emits: {
      "subscription-events/payment-completed-at-creation": [at(creation, "created")],
      "subscription-events/payment-completed-on-renewal": [at(renewal, RENEWED)],
      "subscription-events/payment-completed-by-automatic-retry": [
        at(automaticRetry, "retried"),
        at(declinedTwice, RETRIED_LATER),
        at(retriedUnpaid, "retried"),
      ],
      "subscription-events/payment-completed-by-retry-payment": [
        at([calledRetry, retriedCreation], "retried"),
      ],
      "test-clocks/advance-replays-the-due-date": [at(renewal, RENEWED)],
    },
    never: {
      /** A declined automatic retry is not judged, because a further retry may succeed within the same advance. */
      "subscription-events/payment-completed-not-when-declined": [
        at(calledRetry, "declined"),
        at(unpaidCreation, "created"),
        at(retriedWithoutEffect, RETRIED_WITHOUT_EFFECT),
      ],
    },
  },
  "payment.failed": {
    emits: {
      "subscription-events/payment-failed-at-creation": [at(unpaidCreation, "created")],
      "subscription-events/payment-failed-on-renewal": [
        at(calledRetry, "declined"),
        at(declinedLater, DECLINED_LATER),
      ],
      "subscription-events/payment-failed-by-automatic-retry": [at(declinedTwice, "declined again")],
    },
    never: {
      "subscription-events/payment-failed-not-when-approved": [
        at(renewal, EVER),
        at([automaticRetry, calledRetry, retriedCreation], "retried", completedAfterFailure),
        at(trial, "past the trial's end", completedAfterFailure),
      ],
    },
  },
  "invoice.created": {
    never: {
      "invoices/no-invoice-created-at-creation": [at(creation, "created")],
      "invoices/no-invoice-created-at-renewal": [at(renewal, [REMINDED, RENEWED, SEVERAL])],
    },
  },
  "invoice.finalized": {
    emits: {
      /** The step ends before the due date. */
      "invoices/finalized-three-days-before": [at(renewal, REMINDED, ofLaterCycle)],
      "test-clocks/advance-replays-the-reminder": [at(renewal, REMINDED)],
    },
    never: {
      /** The steps end more than a day before, in any time zone. */
      "invoices/not-finalized-before-d-minus-3": [at(renewal, "advanced before the reminder", ofLaterCycle)],
      "invoices/trial-invoice-not-before-trial-end": [
        at(trial, ["two days before the trial ends", "before the trial's end"], ofLaterCycle),
      ],
    },
  },
  "invoice.paid": {
    emits: {
      "invoices/paid-at-creation": [at(creation, "created")],
      "invoices/paid-on-the-due-date": [at(renewal, RENEWED)],
      "invoices/paid-by-automatic-retry": [at(automaticRetry, "retried"), at(declinedTwice, RETRIED_LATER)],
      "invoices/paid-by-retry-payment": [at(calledRetry, "retried")],
    },
    never: {
      "invoices/not-paid-before-due": [
        at(renewal, [REMINDED, "advanced before the due date"]),
        at(voidedInvoice, "voided"),
      ],
      "invoices/not-paid-when-declined": [
        at(calledRetry, "declined"),
        at(unpaidCreation, "created"),
        at(retriedWithoutEffect, RETRIED_WITHOUT_EFFECT),
      ],
    },
  },
  "invoice.voided": { emits: { "invoices/voided-by-call": [at(voidedInvoice, "voided")] } },
};

type Judge = (
  occasion: Omit<Occasion, "scenario"> & { readonly scenario: Scenario },
  type: string,
  where: (event: ReceivedEvent) => boolean,
) => void;

const JUDGES: Readonly<Record<keyof Row, Judge>> = {
  emits: ({ scenario, step }, type, where) => void emitted(scenario, step, type, where),
  /** Not at later steps either, unless their transitions cause it, too. */
  once: ({ scenario, step }, type) => {
    emittedOnce(scenario, step, type);
    const after = scenario.steps.slice(scenario.steps.indexOf(stepOf(scenario, step)) + 1);
    for (const { name, transition } of after)
      if (!explains(transition, type)) notEmitted(scenario, name, type);
  },
  /** By then the step's own events have arrived and a settling time has passed. */
  never: ({ scenario, step }, type, where) => notEmitted(scenario, step, type, where),
};

/** The checks of an area's rules in the table. */
export function emissionRules(area: string): readonly RuleCheck[] {
  return Object.entries(TABLE).flatMap(([type, row]) =>
    (Object.keys(row) as (keyof Row)[]).flatMap((kind) =>
      Object.entries(row[kind] ?? {})
        .filter(([id]) => id.startsWith(`${area}/`))
        .map(([id, occasions]) => onOccasions(ruleIdOf(id), type, occasions.flat(), JUDGES[kind])),
    ),
  );
}

/** A rule that is judged on the first occasion, and on the others that the target reaches. */
function onOccasions(
  id: RuleId,
  type: string,
  [first, ...others]: readonly Occasion[],
  judge: Judge,
): RuleCheck {
  if (first === undefined) throw new Error(`${id} has no occasion`);
  const judged = (scenario: Scenario, { step, where }: Occasion): void =>
    judge(
      { scenario, step },
      type,
      (event) => isNewPayment(event, scenario, step) && (where === undefined || where(event, scenario)),
    );
  return onScenario(id, first.scenario, async (check, scenario) => {
    judged(scenario, first);
    for (const other of others) {
      const reached = await ifReachable(check, other.scenario);
      if (reached?.steps.some(({ name }) => name === other.step || other.step === EVER) === true)
        judged(reached, other);
    }
  });
}

/** Whether an event is not a late repetition of an earlier payment. */
function isNewPayment(event: ReceivedEvent, scenario: Scenario, step: string): boolean {
  if (step === EVER || !TWICE.includes(event.type)) return true;
  return isNew(event.type === "invoice.paid" ? "invoiceId" : "orderId", step)(event, scenario);
}
