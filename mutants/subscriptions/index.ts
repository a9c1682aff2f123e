import type { ActInput } from "../../emulator/areas/subscriptions/act.ts";
import type { Subscription } from "../../emulator/areas/subscriptions/record.ts";
import type { Parts } from "../../emulator/index.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, finishing, isObject, mutant } from "../shared/answers.ts";
import { acting, actParts, billing, saying, storing, timing } from "../shared/billing.ts";

type Statuses = Parts["billing"]["statuses"];
type Acts = Parameters<typeof actParts>[1];

const leading = (id: string, kills: RuleId, lie: string, statuses: Partial<Statuses>): Mutant =>
  mutant({ id, kills, lie }, (parts) =>
    billing(parts, (usual) => ({ statuses: { ...usual.statuses, ...statuses } })),
  );

const DOCUMENTED: readonly string[] = [
  "customerId",
  "items",
  "trialDays",
  "cancelImmediately",
  "reason",
  "quantity",
  "priceId",
];
const unknownIn = (body: unknown): boolean =>
  isObject(body) && Object.keys(body).some((name) => !DOCUMENTED.includes(name));
const refusal = (body: unknown) =>
  unknownIn(body) ? only(json(422, { message: "Unknown field" })) : undefined;

/** A request about a subscription that refuses unknown fields. */
const strict = (id: string, kills: RuleId, act: Acts): Mutant =>
  mutant({ id, kills, lie: `${act} refuses unknown fields.`, subtle: true }, (parts) =>
    actParts(parts, act, ({ guards }) => ({
      guards: [{ name: "strict", refuse: ({ body }: ActInput) => refusal(body) }, ...guards],
    })),
  );

/** Creations with a field that has no effect, and here it has. */
const creatingWith = (
  parts: Parts,
  asked: (body: Body) => boolean,
  change: (subscription: Subscription) => Partial<Subscription>,
): Parts => {
  let meant = false;
  const { create } = parts.subscriptions;
  return {
    ...parts,
    subscriptions: {
      ...parts.subscriptions,
      create: {
        ...create,
        order: (context) => {
          meant = isObject(context.command.body) && asked(context.command.body);
          return create.order(context);
        },
      },
    },
    transact: (decide, commit, operationId) => {
      meant = false;
      const decision = decide();
      const changed =
        meant && operationId === "createSubscription"
          ? { ...decision, writes: storing(decision.writes, change) }
          : decision;
      return parts.transact(() => changed, commit, operationId);
    },
  };
};

/** An immediate cancellation that does nothing in one state. */
const unending = (id: string, kills: RuleId, state: string, when: (one: Subscription) => boolean): Mutant =>
  mutant(
    {
      id,
      kills,
      lie: `An immediate cancellation leaves a subscription that is ${state} as it is.`,
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) =>
        input.body["cancelImmediately"] === true && when(input.subscription)
          ? { subscription: input.subscription, effects: {} }
          : usual(input),
      ),
  );

const created: readonly Mutant[] = [
  leading(
    "subscription-unpaid-though-approved",
    "subscriptions/approved-creation-is-active",
    "A paid subscription is unpaid.",
    {
      createdPaid: "unpaid",
    },
  ),
  leading(
    "subscription-past-due-at-creation",
    "subscriptions/declined-creation-is-unpaid",
    "A declined creation is past due.",
    {
      createdDeclined: "past_due",
    },
  ),
  leading(
    "subscription-active-in-its-trial",
    "subscriptions/trial-creation-is-trialing",
    "A trial is active.",
    {
      createdTrialing: "active",
    },
  ),
  mutant(
    {
      id: "subscription-success-in-words",
      kills: "subscriptions/approved-creation-tells-success",
      lie: "A payment that went through is told as a word.",
    },
    (parts) => showingPayment(parts, (approved) => (approved ? "approved" : false)),
  ),
  mutant(
    {
      id: "subscription-success-though-declined",
      kills: "subscriptions/declined-creation-tells-failure",
      lie: "A declined first payment is told as a success.",
    },
    (parts) => showingPayment(parts, () => true),
  ),
  mutant(
    {
      id: "subscription-refused-when-declined",
      kills: "subscriptions/declined-creation-is-created",
      lie: "A creation whose payment is declined is answered 402.",
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
      kills: "subscriptions/has-current-period-start",
      lie: "A subscription does not tell when its period started.",
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
      kills: "subscriptions/create-ignores-cancel-at-period-end",
      lie: "cancelAtPeriodEnd in a creation schedules a cancellation.",
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
      kills: "subscriptions/create-ignores-pause-until",
      lie: "pauseUntil in a creation pauses the subscription.",
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
      kills: "subscriptions/create-ignores-trial-days",
      lie: "trial_days in a creation gives a trial.",
      subtle: true,
    },
    (parts) => {
      const { create } = parts.subscriptions;
      return {
        ...parts,
        subscriptions: {
          ...parts.subscriptions,
          create: {
            ...create,
            order: (context) => {
              const days = isObject(context.command.body) ? context.command.body["trial_days"] : undefined;
              const order = create.order(context);
              return typeof days === "number" ? { ...order, trialDays: days } : order;
            },
          },
        },
      };
    },
  ),
  mutant(
    {
      id: "subscription-creation-strict",
      kills: "subscriptions/create-ignores-unknown-fields",
      lie: "A creation refuses fields that it does not know.",
    },
    (parts) => {
      const { create } = parts.subscriptions;
      const guards: typeof create.guards = [
        { name: "strict", refuse: ({ command }) => refusal(command.body) },
        ...create.guards,
      ];
      return { ...parts, subscriptions: { ...parts.subscriptions, create: { ...create, guards } } };
    },
  ),
];

const owing: readonly Mutant[] = [
  leading(
    "subscription-unpaid-after-renewal",
    "subscriptions/declined-renewal-is-past-due",
    "A declined renewal leads to unpaid.",
    {
      renewalDeclined: "unpaid",
    },
  ),
  mutant(
    {
      id: "subscription-past-due-after-automatic-retry",
      kills: "subscriptions/automatic-retry-activates",
      lie: "An automatic retry that goes through leaves the subscription past due.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "retry", (effects) => ({
        ...effects,
        writes: storing(effects.writes, () => ({ status: "past_due" })),
      })),
  ),
  mutant(
    {
      id: "subscription-stays-past-due",
      kills: "subscriptions/retry-payment-activates-past-due",
      lie: "A past-due subscription stays so after a successful retry.",
    },
    (parts) =>
      timing(parts, "activation", (effects, _context, one) => (one?.status === "past_due" ? {} : effects)),
  ),
  mutant(
    {
      id: "subscription-stays-unpaid",
      kills: "subscriptions/retry-payment-activates-unpaid",
      lie: "An unpaid subscription stays so after a successful retry.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "activation", (effects, _context, one) => (one?.status === "unpaid" ? {} : effects)),
  ),
  mutant(
    {
      id: "subscription-retry-accepted",
      kills: "subscriptions/retry-payment-answers-200",
      lie: "A retry is answered 202.",
    },
    (parts) => actParts(parts, "retryPayment", () => ({ status: 202 })),
  ),
  mutant(
    {
      id: "subscription-retry-answers-active",
      kills: "subscriptions/retry-payment-answers-past-due",
      lie: "The answer to a retry says that the subscription is active.",
    },
    (parts) =>
      actParts(parts, "retryPayment", ({ presenter }) => ({
        presenter: { ...presenter, status: () => "active" },
      })),
  ),
  mutant(
    {
      id: "subscription-retry-announces-nothing",
      kills: "subscriptions/retry-payment-announces-activation",
      lie: "The answer to a retry does not announce the activation.",
    },
    (parts) =>
      actParts(parts, "retryPayment", ({ presenter }) => ({
        presenter: { ...presenter, subscriptionActivationPending: () => false },
      })),
  ),
  strict("subscription-retry-strict", "subscriptions/retry-ignores-unknown-fields", "retryPayment"),
];

const paused: readonly Mutant[] = [
  strict("subscription-pause-strict", "subscriptions/pause-ignores-unknown-fields", "pause"),
  strict("subscription-resume-strict", "subscriptions/resume-ignores-unknown-fields", "resume"),
  mutant(
    {
      id: "subscription-pause-told-as-active",
      kills: "subscriptions/pause-status-agrees-with-event",
      lie: "A pause is told with the status before it.",
    },
    (parts) => saying(parts, "subscription.paused", "status", ({ previous }) => previous.status),
  ),
  mutant(
    {
      id: "subscription-resumption-told-as-paused",
      kills: "subscriptions/resume-status-agrees-with-event",
      lie: "A resumption is told with the status before it.",
    },
    (parts) => saying(parts, "subscription.resumed", "status", ({ previous }) => previous.status),
  ),
  mutant(
    {
      id: "subscription-pause-until-a-date",
      kills: "subscriptions/pause-ignores-pause-until",
      lie: "A pause with pauseUntil tells its resumption ahead.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "pause", (usual, input) => {
        const acted = usual(input);
        if (input.body["pauseUntil"] === undefined) return acted;
        const events = acted.effects.events ?? [];
        const resumed = events.map((event) => ({ ...event, type: "subscription.resumed" }));
        return { ...acted, effects: { ...acted.effects, events: [...events, ...resumed] } };
      }),
  ),
];

const ended: readonly Mutant[] = [
  unending(
    "subscription-active-unending",
    "subscriptions/immediate-cancel-from-active",
    "active",
    (one) => one.status === "active" && one.cancelAt === null,
  ),
  unending(
    "subscription-paused-unending",
    "subscriptions/immediate-cancel-from-paused",
    "paused",
    (one) => one.pausedFrom !== null,
  ),
  unending(
    "subscription-trialing-unending",
    "subscriptions/immediate-cancel-from-trialing",
    "trialing",
    (one) => one.status === "trialing",
  ),
  unending(
    "subscription-unpaid-unending",
    "subscriptions/immediate-cancel-from-unpaid",
    "unpaid",
    (one) => one.status === "unpaid",
  ),
  unending(
    "subscription-past-due-unending",
    "subscriptions/immediate-cancel-from-past-due",
    "past due",
    (one) => one.status === "past_due",
  ),
  unending(
    "subscription-scheduled-unending",
    "subscriptions/immediate-cancel-after-scheduling",
    "to be canceled already",
    (one) => one.cancelAt !== null,
  ),
  mutant(
    {
      id: "subscription-end-put-off",
      kills: "subscriptions/cancel-ignores-cancel-at-period-end",
      lie: "cancelAtPeriodEnd puts an immediate cancellation off.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) =>
        usual(
          input.body["cancelAtPeriodEnd"] === true
            ? { ...input, body: { ...input.body, cancelImmediately: false } }
            : input,
        ),
      ),
  ),
  strict("subscription-cancel-strict", "subscriptions/cancel-ignores-unknown-fields", "cancel"),
  mutant(
    {
      id: "subscription-cancel-accepted",
      kills: "subscriptions/scheduled-cancel-answers-200",
      lie: "A scheduled cancellation is answered 202.",
    },
    (parts) =>
      finishing(parts, "cancelSubscription", (answer) =>
        isObject(answer.body) && typeof answer.body["cancelAt"] === "string"
          ? { ...answer, status: 202 }
          : answer,
      ),
  ),
  mutant(
    {
      id: "subscription-cancel-without-date",
      kills: "subscriptions/scheduled-cancel-sets-cancel-at",
      lie: "A scheduled cancellation is answered without its date.",
    },
    (parts) =>
      actParts(parts, "cancel", ({ presenter }) => ({ presenter: { ...presenter, cancelAt: () => null } })),
  ),
  mutant(
    {
      id: "subscription-canceled-when-scheduled",
      kills: "subscriptions/scheduled-cancel-keeps-status",
      lie: "A scheduled cancellation takes the rights at once.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) => {
        const acted = usual(input);
        return {
          ...acted,
          effects: {
            ...acted.effects,
            writes: storing(acted.effects.writes, () => ({ status: "canceled" })),
          },
        };
      }),
  ),
  mutant(
    {
      id: "subscription-cancellation-forgotten",
      kills: "subscriptions/scheduled-cancel-ends-when-due",
      lie: "A scheduled cancellation never takes effect.",
    },
    (parts) => timing(parts, "cancellation", () => ({})),
  ),
  mutant(
    {
      id: "subscription-renewed-though-canceled",
      kills: "subscriptions/scheduled-cancel-is-not-renewed",
      lie: "The period after a cancellation that is due is billed all the same.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) => {
        const acted = usual(input);
        const timers = (acted.effects.timers ?? []).filter(
          (change) => change.do !== "cancel" || change.kind !== "subscription.due",
        );
        return { ...acted, effects: { ...acted.effects, timers } };
      }),
  ),
  mutant(
    {
      id: "subscription-unpaid-when-settled",
      kills: "subscriptions/moves-as-documented",
      lie: "A debt that is settled leaves the subscription unpaid.",
      subtle: true,
    },
    (parts) => billing(parts, ({ statuses }) => ({ statuses: { ...statuses, settled: "unpaid" } })),
  ),
];

function showingPayment(parts: Parts, success: (approved: boolean) => unknown): Parts {
  const { create } = parts.subscriptions;
  return {
    ...parts,
    subscriptions: {
      ...parts.subscriptions,
      create: {
        ...create,
        paymentStatus: { ...create.paymentStatus, success: ({ approved }) => success(approved) },
      },
    },
  };
}

/** Subscriptions that move otherwise than documented (§3, §4.9). */
export const subscriptionMutants: readonly Mutant[] = [...created, ...owing, ...paused, ...ended];
