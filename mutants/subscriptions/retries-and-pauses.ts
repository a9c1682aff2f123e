import { named, perEmulator } from "../mutant.ts";
import { changingSuccess, finishing, isObject } from "../shared/answers.ts";
import { acting, actParts, decliningAgain, withEventMember, storing, timing } from "../shared/billing.ts";
import { leading, strict } from "./parts.ts";

export const mutants = named({
  "subscription-stays-active-when-declined-again": {
    violates: ["subscriptions/declined-renewal-is-past-due"],
    summary: "A declined renewal leaves the subscription active if an earlier one was settled.",
    replace: decliningAgain((effects) => ({
      ...effects,
      writes: storing(effects.writes, () => ({ status: "active" })),
    })),
  },
  "subscription-unpaid-after-renewal": {
    violates: ["subscriptions/declined-renewal-is-past-due"],
    summary: "A declined renewal leads to unpaid.",
    replace: leading({
      renewalDeclined: "unpaid",
    }),
  },
  "subscription-past-due-after-automatic-retry": {
    violates: ["subscriptions/automatic-retry-activates"],
    summary: "A successful automatic retry leaves the subscription past due.",
    replace: timing("retry", (effects) => ({
      ...effects,
      writes: storing(effects.writes, () => ({ status: "past_due" })),
    })),
  },
  "subscription-past-due-after-a-later-retry": {
    violates: ["subscriptions/automatic-retry-activates"],
    summary: "An automatic retry that succeeds after one that was declined leaves the subscription past due.",
    replace: perEmulator(() => {
      const retried = new Set<string>();
      return timing("retry", (effects, context) => {
        const { subject } = context.timer;
        const isLater = retried.has(subject);
        retried.add(subject);
        return isLater
          ? { ...effects, writes: storing(effects.writes, () => ({ status: "past_due" })) }
          : effects;
      });
    }),
  },
  "subscription-stays-past-due": {
    violates: ["subscriptions/retry-payment-activates-past-due"],
    summary: "A past-due subscription stays so after a successful retry.",
    replace: timing("activation", (effects, _context, one) => (one?.status === "past_due" ? {} : effects)),
  },
  "subscription-stays-unpaid": {
    violates: ["subscriptions/retry-payment-activates-unpaid"],
    summary: "An unpaid subscription stays so after a successful retry.",
    replace: timing("activation", (effects, _context, one) => (one?.status === "unpaid" ? {} : effects)),
  },
  "subscription-retry-accepted": {
    violates: ["subscriptions/retry-payment-answers-200"],
    summary: "A retry returns 202.",
    replace: actParts("retryPayment", () => ({ status: 202 })),
  },
  "subscription-retry-answers-active": {
    violates: ["subscriptions/retry-payment-answers-past-due"],
    summary: "The answer to a retry reports the subscription as active.",
    replace: actParts("retryPayment", ({ presenter }) => ({
      presenter: { ...presenter, status: () => "active" },
    })),
  },
  "subscription-retry-announces-nothing": {
    violates: ["subscriptions/retry-payment-announces-activation"],
    summary: "The answer to a retry does not announce the activation.",
    replace: actParts("retryPayment", ({ presenter }) => ({
      presenter: { ...presenter, subscriptionActivationPending: () => false },
    })),
  },
  "subscription-retry-without-announcement": {
    violates: ["subscriptions/retry-payment-announces-activation"],
    summary: "The answer to a retry has no `subscriptionActivationPending`.",
    replace: changingSuccess("retryPayment", (body) => delete body["subscriptionActivationPending"]),
  },
  "subscription-retry-strict": strict("subscriptions/retry-ignores-unknown-fields", "retryPayment"),
  "subscription-pause-strict": strict("subscriptions/pause-ignores-unknown-fields", "pause"),
  "subscription-resume-strict": strict("subscriptions/resume-ignores-unknown-fields", "resume"),
  "subscription-pause-reported-as-active": {
    violates: ["subscriptions/pause-status-agrees-with-event"],
    summary: "A pause is reported with the previous status.",
    replace: withEventMember("subscription.paused", "status", ({ previous }) => previous.status),
  },
  "subscription-resumption-reported-as-paused": {
    violates: ["subscriptions/resume-status-agrees-with-event"],
    summary: "A resumption is reported with the previous status.",
    replace: withEventMember("subscription.resumed", "status", ({ previous }) => previous.status),
  },
  "subscription-pause-until-a-date": {
    violates: ["subscriptions/pause-ignores-pause-until"],
    summary: "A pause with pauseUntil reports its resumption ahead.",
    replace: acting("pause", (usual, input) => {
      const acted = usual(input);
      if (input.body["pauseUntil"] === undefined) return acted;
      const events = acted.effects.events ?? [];
      const resumed = events.map((event) => ({ ...event, type: "subscription.resumed" }));
      return { ...acted, effects: { ...acted.effects, events: [...events, ...resumed] } };
    }),
  },
  "subscription-resumed-active": {
    violates: ["subscriptions/resume-status-agrees-with-event"],
    summary: "A resumption always makes the subscription active, and reports the status before the pause.",
    replace: acting("resume", (usual, input) => {
      const acted = usual(input);
      const writes = storing(acted.effects.writes, () => ({ status: "active" }));
      return { ...acted, effects: { ...acted.effects, writes } };
    }),
  },
  "subscription-active-by-a-declined-retry": {
    violates: ["subscriptions/declined-retry-does-not-activate"],
    summary: "A retry of an unpaid subscription activates it although it is declined.",
    replace: acting("retryPayment", (usual, input) => {
      const acted = usual(input);
      if (acted.payment?.approved !== false) return acted;
      const writes = storing(acted.effects.writes, () => ({ status: "active" }));
      return { ...acted, effects: { ...acted.effects, writes } };
    }),
  },
  "subscription-retry-of-unpaid-accepted": {
    violates: ["subscriptions/retry-payment-answers-200"],
    summary: "A retry of an unpaid subscription returns 202.",
    replace: finishing("retryPayment", (answer) =>
      answer.status === 200 && isObject(answer.body) && answer.body["status"] === "unpaid"
        ? { ...answer, status: 202 }
        : answer,
    ),
  },
});
