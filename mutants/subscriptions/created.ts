import type { Subscription } from "../../emulator/areas/subscriptions/record.ts";
import type { Parts } from "../../emulator/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { storing } from "../shared/billing.ts";
import { leading, refusal } from "./parts.ts";

type Create = Parts["subscriptions"]["create"];

function creating(parts: Parts, change: (usual: Create) => Partial<Create>): Parts {
  const { create } = parts.subscriptions;
  return { ...parts, subscriptions: { ...parts.subscriptions, create: { ...create, ...change(create) } } };
}

/** Creations with a field that has no effect, and here it has. */
const creatingWith = (
  parts: Parts,
  asked: (body: Body) => boolean,
  change: (subscription: Subscription) => Partial<Subscription>,
): Parts => {
  let isSelected = false;
  return {
    ...creating(parts, ({ order }) => ({
      order: (context) => {
        isSelected = isObject(context.command.body) && asked(context.command.body);
        return order(context);
      },
    })),
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

function showingPayment(parts: Parts, success: (approved: boolean) => unknown): Parts {
  return creating(parts, ({ paymentStatus }) => ({
    paymentStatus: { ...paymentStatus, success: ({ approved }) => success(approved) },
  }));
}

/** Mutants of the rules that `suites/subscriptions/created.ts` judges. */
export const subscriptionsCreatedMutants: readonly Mutant[] = [
  leading(
    {
      id: "subscription-unpaid-though-approved",
      violates: "subscriptions/approved-creation-is-active",
      summary: "A paid subscription is unpaid.",
    },
    {
      createdPaid: "unpaid",
    },
  ),
  leading(
    {
      id: "subscription-past-due-at-creation",
      violates: "subscriptions/declined-creation-is-unpaid",
      summary: "A declined creation is past due.",
    },
    {
      createdDeclined: "past_due",
    },
  ),
  leading(
    {
      id: "subscription-active-in-its-trial",
      violates: "subscriptions/trial-creation-is-trialing",
      summary: "A trial is active.",
    },
    {
      createdTrialing: "active",
    },
  ),
  mutant(
    {
      id: "subscription-success-in-words",
      violates: "subscriptions/approved-creation-tells-success",
      summary: "The success of a payment is reported as a string.",
    },
    (parts) => showingPayment(parts, (approved) => (approved ? "approved" : false)),
  ),
  mutant(
    {
      id: "subscription-success-though-declined",
      violates: "subscriptions/declined-creation-tells-failure",
      summary: "A declined first payment is reported as a success.",
    },
    (parts) => showingPayment(parts, () => true),
  ),
  mutant(
    {
      id: "subscription-refused-when-declined",
      violates: "subscriptions/declined-creation-is-created",
      summary: "A creation whose payment is declined returns 402.",
    },
    (parts) =>
      finishing(parts, "createSubscription", (answer) => {
        const status = isObject(answer.body) ? answer.body["paymentStatus"] : undefined;
        return isObject(status) && status["success"] === false ? { ...answer, status: 402 } : answer;
      }),
  ),
  mutant(
    {
      id: "subscription-without-period-start",
      violates: "subscriptions/has-current-period-start",
      summary: "A subscription lacks the start of its period.",
    },
    (parts) => {
      const { currentPeriodStart: _left, ...presenter } = parts.subscriptions.retrieve.presenter;
      return {
        ...parts,
        subscriptions: {
          ...parts.subscriptions,
          retrieve: { ...parts.subscriptions.retrieve, presenter },
        },
      };
    },
  ),
  mutant(
    {
      id: "subscription-created-with-its-end",
      violates: "subscriptions/create-ignores-cancel-at-period-end",
      summary: "cancelAtPeriodEnd in a creation schedules a cancellation.",
      subtle: true,
    },
    (parts) =>
      creatingWith(
        parts,
        (body) => body["cancelAtPeriodEnd"] === true,
        ({ periodEnd }) => ({ cancelAt: periodEnd }),
      ),
  ),
  mutant(
    {
      id: "subscription-created-paused",
      violates: "subscriptions/create-ignores-pause-until",
      summary: "pauseUntil in a creation pauses the subscription.",
      subtle: true,
    },
    (parts) =>
      creatingWith(
        parts,
        (body) => body["pauseUntil"] !== undefined,
        ({ status }) => ({ status: "paused", pausedFrom: status }),
      ),
  ),
  mutant(
    {
      id: "subscription-created-with-trial-days",
      violates: "subscriptions/create-ignores-trial-days",
      summary: "trial_days in a creation gives a trial.",
      subtle: true,
    },
    (parts) =>
      creating(parts, ({ order }) => ({
        order: (context) => {
          const days = isObject(context.command.body) ? context.command.body["trial_days"] : undefined;
          const usual = order(context);
          return typeof days === "number" ? { ...usual, trialDays: days } : usual;
        },
      })),
  ),
  mutant(
    {
      id: "subscription-creation-strict",
      violates: "subscriptions/create-ignores-unknown-fields",
      summary: "A creation refuses unknown fields.",
    },
    (parts) =>
      creating(parts, ({ guards }) => ({
        guards: [{ name: "strict", refuse: ({ command }) => refusal(command.body) }, ...guards],
      })),
  ),
];
