import { named, part, type PartChange, perEmulator, type Replace } from "../mutant.ts";
import { type Subscription, subscriptions } from "../../emulator/areas/billing/records.ts";
import type { Parts } from "../../emulator/index.ts";
import { type Body, changingSuccess, finishing, isObject } from "../shared/answers.ts";
import { storing } from "../shared/billing.ts";
import { leading, refusal } from "./parts.ts";

type Create = Parts["subscriptions"]["create"];

const creating = (change: PartChange<Create>): Replace => part(["subscriptions", "create"], change);

/** Gives an effect to a field of creations that has none. */
const creatingWith =
  (asked: (body: Body) => boolean, change: (subscription: Subscription) => Partial<Subscription>): Replace =>
  (parts) => {
    let isSelected = false;
    return {
      ...creating(({ order }) => ({
        order: (context) => {
          isSelected = isObject(context.command.body) && asked(context.command.body);
          return order(context);
        },
      }))(parts),
      transact: (decide, commit, operationId) => {
        isSelected = false;
        const decision = decide();
        const changed =
          isSelected && operationId === "createSubscription"
            ? { ...decision, writes: storing(decision.writes, change) }
            : decision;
        return parts.transact(() => changed, commit, operationId);
      },
    };
  };

const showingPayment = (success: (approved: boolean) => unknown): Replace =>
  part(["subscriptions", "create", "paymentStatus"], () => ({
    success: ({ approved }) => success(approved),
  }));

export const mutants = named({
  "payment-successful-for-paying-customers": {
    violates: ["subscriptions/declined-creation-tells-failure"],
    summary:
      "The answer to a declined creation shows success if another subscription of the customer is active.",
    replace: perEmulator(() => {
      let isKnown = false;
      return part(["subscriptions", "create"], ({ order, paymentStatus }) => ({
        order: (context) => {
          const { customerId } = context.command.body as Body;
          isKnown = context.state
            .find(subscriptions, "customer", String(customerId))
            .some(({ status }) => status === "active");
          return order(context);
        },
        paymentStatus: { ...paymentStatus, success: ({ approved }) => approved || isKnown },
      }));
    }),
  },
  "subscription-unpaid-though-approved": {
    violates: ["subscriptions/approved-creation-is-active"],
    summary: "A paid subscription is unpaid.",
    replace: leading({
      createdPaid: "unpaid",
    }),
  },
  "subscription-past-due-at-creation": {
    violates: ["subscriptions/declined-creation-is-unpaid"],
    summary: "A declined creation is past due.",
    replace: leading({
      createdDeclined: "past_due",
    }),
  },
  "subscription-active-in-its-trial": {
    violates: ["subscriptions/trial-creation-is-trialing"],
    summary: "A trial is active.",
    replace: leading({
      createdTrialing: "active",
    }),
  },
  "subscription-success-in-words": {
    violates: ["subscriptions/approved-creation-tells-success"],
    summary: "The success of a payment is reported as a string.",
    replace: showingPayment((approved) => (approved ? "approved" : false)),
  },
  "subscription-success-absent": {
    violates: [
      "subscriptions/approved-creation-tells-success",
      "subscriptions/declined-creation-tells-failure",
    ],
    summary: "The answer to a creation has no `paymentStatus.success`.",
    replace: showingPayment(() => undefined),
  },
  "subscription-payment-status-absent": {
    violates: [
      "subscriptions/approved-creation-tells-success",
      "subscriptions/declined-creation-tells-failure",
    ],
    summary: "The answer to a creation has no `paymentStatus`.",
    replace: changingSuccess("createSubscription", (body) => delete body["paymentStatus"]),
  },
  "subscription-success-though-declined": {
    violates: ["subscriptions/declined-creation-tells-failure"],
    summary: "A declined first payment is reported as a success.",
    replace: showingPayment(() => true),
  },
  "subscription-refused-when-declined": {
    violates: ["subscriptions/declined-creation-is-created"],
    summary: "A creation whose payment is declined returns 402.",
    replace: finishing("createSubscription", (answer) => {
      const status = isObject(answer.body) ? answer.body["paymentStatus"] : undefined;
      return isObject(status) && status["success"] === false ? { ...answer, status: 402 } : answer;
    }),
  },
  "subscription-refused-when-declined-again": {
    violates: ["subscriptions/declined-creation-tells-failure"],
    summary: "After a declined creation, the next one of the same emulator that is declined returns 402.",
    replace: perEmulator(() => {
      let wasDeclined = false;
      return finishing("createSubscription", (answer) => {
        const payment = isObject(answer.body) ? answer.body["paymentStatus"] : undefined;
        const isDeclined = isObject(payment) && payment["success"] === false;
        const isSecond = wasDeclined && isDeclined;
        wasDeclined = isDeclined;
        return isSecond ? { ...answer, status: 402 } : answer;
      });
    }),
  },
  "subscription-without-period-start": {
    violates: ["subscriptions/has-current-period-start"],
    summary: "A subscription lacks the start of its period.",
    replace: (parts) => {
      const { currentPeriodStart: _left, ...presenter } = parts.subscriptions.retrieve.presenter;
      return part(["subscriptions", "retrieve"], () => ({ presenter }))(parts);
    },
  },
  "subscription-created-with-its-end": {
    violates: ["subscriptions/create-ignores-cancel-at-period-end"],
    summary: "cancelAtPeriodEnd in a creation schedules a cancellation.",
    replace: creatingWith(
      (body) => body["cancelAtPeriodEnd"] === true,
      ({ periodEnd }) => ({ cancelAt: periodEnd }),
    ),
  },
  "subscription-created-paused": {
    violates: ["subscriptions/create-ignores-pause-until"],
    summary: "pauseUntil in a creation pauses the subscription.",
    replace: creatingWith(
      (body) => body["pauseUntil"] !== undefined,
      ({ status }) => ({ status: "paused", pausedFrom: status }),
    ),
  },
  "subscription-created-with-trial-days": {
    violates: ["subscriptions/create-ignores-trial-days"],
    summary: "trial_days in a creation gives a trial.",
    replace: creating(({ order }) => ({
      order: (context) => {
        const days = isObject(context.command.body) ? context.command.body["trial_days"] : undefined;
        const usual = order(context);
        return typeof days === "number" ? { ...usual, trialDays: days } : usual;
      },
    })),
  },
  "subscription-creation-strict": {
    violates: ["subscriptions/create-ignores-unknown-fields"],
    summary: "A creation refuses unknown fields.",
    replace: creating(({ guards }) => ({
      guards: [{ name: "strict", refuse: ({ command }) => refusal(command.body) }, ...guards],
    })),
  },
});
