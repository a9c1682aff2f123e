import type { Subscription } from "../../emulator/areas/billing/records.ts";
import { byId, family, type Fault, type Mutant, named } from "../mutant.ts";
import { changingSuccess, finishing, isObject } from "../shared/answers.ts";
import {
  acting,
  actParts,
  canceling,
  type Change,
  isIn,
  storing,
  timing,
  withoutTimers,
} from "../shared/billing.ts";
import { strict } from "./parts.ts";

/** A mutant whose immediate cancellation does nothing in one state. */
const unending = (
  fault: Omit<Fault, "summary">,
  state: string,
  when: (one: Subscription) => boolean,
): Mutant => ({
  ...fault,
  summary: `An immediate cancellation does not change a subscription that is ${state}.`,
  replace: acting("cancel", (usual, input) =>
    input.body["cancelImmediately"] === true && when(input.subscription)
      ? { subscription: input.subscription, effects: {} }
      : usual(input),
  ),
});

const atOnce: Change = (effects) => ({
  ...effects,
  writes: storing(effects.writes, () => ({ status: "canceled" })),
});

export const mutants = named({
  "cancellation-immediate-with-any-flag": {
    violates: ["subscriptions/scheduled-cancel-sets-cancel-at"],
    summary: "A cancellation with `cancelImmediately` false is immediate.",
    replace: acting("cancel", (usual, input) =>
      usual({
        ...input,
        body: { ...input.body, ...("cancelImmediately" in input.body ? { cancelImmediately: true } : {}) },
      }),
    ),
  },
  ...byId([
    unending(
      { id: "subscription-active-unending", violates: ["subscriptions/immediate-cancel-from-active"] },
      "active",
      (one) => one.status === "active" && one.cancelAt === null,
    ),
    unending(
      { id: "subscription-paused-unending", violates: ["subscriptions/immediate-cancel-from-paused"] },
      "paused",
      (one) => one.pausedFrom !== null,
    ),
    unending(
      { id: "subscription-trialing-unending", violates: ["subscriptions/immediate-cancel-from-trialing"] },
      "trialing",
      (one) => one.status === "trialing",
    ),
    unending(
      { id: "subscription-unpaid-unending", violates: ["subscriptions/immediate-cancel-from-unpaid"] },
      "unpaid",
      (one) => one.status === "unpaid",
    ),
    unending(
      { id: "subscription-past-due-unending", violates: ["subscriptions/immediate-cancel-from-past-due"] },
      "past due",
      (one) => one.status === "past_due",
    ),
    unending(
      {
        id: "subscription-scheduled-unending",
        violates: ["subscriptions/immediate-cancel-after-scheduling"],
      },
      "to be canceled already",
      (one) => one.cancelAt !== null,
    ),
  ]),
  "subscription-end-put-off": {
    violates: ["subscriptions/cancel-ignores-cancel-at-period-end"],
    summary: "cancelAtPeriodEnd postpones an immediate cancellation.",
    replace: acting("cancel", (usual, input) =>
      usual(
        input.body["cancelAtPeriodEnd"] === true
          ? { ...input, body: { ...input.body, cancelImmediately: false } }
          : input,
      ),
    ),
  },
  "subscription-cancel-strict": strict("subscriptions/cancel-ignores-unknown-fields", "cancel"),
  "subscription-cancel-accepted": {
    violates: ["subscriptions/scheduled-cancel-answers-200"],
    summary: "A scheduled cancellation returns 202.",
    replace: finishing("cancelSubscription", (answer) =>
      isObject(answer.body) && typeof answer.body["cancelAt"] === "string"
        ? { ...answer, status: 202 }
        : answer,
    ),
  },
  "subscription-cancel-without-date": {
    violates: ["subscriptions/scheduled-cancel-sets-cancel-at"],
    summary: "The answer to a scheduled cancellation lacks its date.",
    replace: actParts("cancel", ({ presenter }) => ({ presenter: { ...presenter, cancelAt: () => null } })),
  },
  "subscription-read-without-its-cancellation": {
    violates: ["subscriptions/scheduled-cancel-keeps-cancel-at"],
    summary: "A retrieved subscription with a scheduled cancellation has no cancelAt.",
    replace: changingSuccess("retrieveSubscription", (body) => (body["cancelAt"] = null)),
  },
  "subscription-cancel-absent-date": {
    violates: ["subscriptions/scheduled-cancel-sets-cancel-at"],
    summary: "The answer to a scheduled cancellation has no field for its date.",
    replace: changingSuccess("cancelSubscription", (body) => delete body["cancelAt"]),
  },
  "subscription-read-absent-cancellation": {
    violates: ["subscriptions/scheduled-cancel-keeps-cancel-at"],
    summary: "A retrieved subscription has no field for the date of its cancellation.",
    replace: changingSuccess("retrieveSubscription", (body) => delete body["cancelAt"]),
  },
  "subscription-canceled-when-scheduled": {
    violates: ["subscriptions/scheduled-cancel-keeps-status"],
    summary: "A scheduled cancellation takes effect immediately.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      return {
        ...acted,
        effects: {
          ...acted.effects,
          writes: storing(acted.effects.writes, () => ({ status: "canceled" })),
        },
      };
    }),
  },
  "subscription-cancellation-forgotten": {
    violates: ["subscriptions/scheduled-cancel-ends-when-due"],
    summary: "A scheduled cancellation never takes effect.",
    replace: timing("cancellation", () => ({})),
  },
  "subscription-renewed-though-canceled": {
    violates: ["subscriptions/scheduled-cancel-is-not-renewed"],
    summary: "The period after a cancellation is still billed.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      const timers = (acted.effects.timers ?? []).filter(
        (change) => change.do !== "cancel" || change.kind !== "subscription.due",
      );
      return { ...acted, effects: { ...acted.effects, timers } };
    }),
  },
  ...family(
    {
      "subscription-trialing-canceled-when-scheduled": "trialing",
      "subscription-unpaid-canceled-when-scheduled": "unpaid",
      "subscription-past-due-canceled-when-scheduled": "past_due",
    },
    (status) => ({
      violates: ["subscriptions/scheduled-cancel-keeps-status"],
      summary: `A scheduled cancellation of a subscription that is ${status.replace("_", " ")} takes effect immediately.`,
      replace: canceling([false, isIn(status)], atOnce),
    }),
  ),
  "subscription-past-due-scheduling-accepted": {
    violates: ["subscriptions/scheduled-cancel-answers-200"],
    summary: "Scheduling a cancellation of a past-due subscription returns 202.",
    replace: finishing("cancelSubscription", (answer) =>
      answer.status === 200 && isObject(answer.body) && answer.body["status"] === "past_due"
        ? { ...answer, status: 202 }
        : answer,
    ),
  },
  "subscription-trialing-cancellation-forgotten": {
    violates: ["subscriptions/scheduled-cancel-ends-when-due"],
    summary: "A scheduled cancellation of a trial never takes effect.",
    replace: canceling([false, isIn("trialing")], withoutTimers),
  },
  ...family(
    {
      "subscription-unpaid-cancellation-forgotten": "unpaid",
      "subscription-past-due-cancellation-forgotten": "past_due",
    },
    (status) => ({
      violates: ["subscriptions/scheduled-cancel-ends-when-due"],
      summary: `A scheduled cancellation does not take effect while the subscription is ${status}.`,
      replace: timing("cancellation", (effects, _context, subscription) =>
        subscription?.status === status ? {} : effects,
      ),
    }),
  ),
});
