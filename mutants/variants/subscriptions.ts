import { invoices } from "../../emulator/areas/invoices/record.ts";
import type { SubscriptionStatus } from "../../emulator/areas/subscriptions/record.ts";
import type { Parts } from "../../emulator/index.ts";
import { json, message, only } from "../../emulator/kernel/answers.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import type { Variant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { acting, actParts, billing, DAY, storing, timing } from "../shared/billing.ts";
import { answering, variant } from "./parts/variant.ts";

const ACTS = [
  "cancelSubscription",
  "pauseSubscription",
  "resumeSubscription",
  "retryPayment",
  "changeQuantity",
];

/** Midnight of an instant's day in UTC. */
const midnight = (instant: number): number => Math.floor(instant / DAY) * DAY;

const calendar: readonly Variant[] = [
  variant(
    "one-retry",
    "automatic-retry-schedule",
    "A declined payment is requested once more, on the second day",
    (parts) => billing(parts, () => ({ retries: [1.5 * DAY] })),
  ),
  variant(
    "retries-twice-a-day",
    "automatic-retry-schedule",
    "A declined payment is requested again a day later, and twice a day for a week",
    (parts) => billing(parts, () => ({ retries: [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7].map((days) => days * DAY) })),
  ),
  variant(
    "retries-after-a-week",
    "automatic-retry-schedule",
    "A declined payment is requested again a week later, and then five days after that",
    (parts) => billing(parts, () => ({ retries: [7 * DAY, 12 * DAY] })),
  ),
  variant(
    "no-retries",
    "automatic-retry-schedule",
    "A declined payment is not requested again until somebody asks for it",
    (parts) => billing(parts, () => ({ retries: [] })),
  ),
  variant(
    "due-in-the-evening",
    "due-date",
    "What falls due on a day falls due at a quarter to midnight",
    (parts) =>
      billing(parts, () => ({
        dueDate: ({ periodEnd }) => Math.max(periodEnd, midnight(periodEnd) + DAY - 900_000),
      })),
  ),
  variant(
    "reminded-in-the-morning",
    "due-date",
    "Reminders are sent at five in the morning of the third day before",
    (parts) => billing(parts, () => ({ reminderDate: (due) => midnight(due - 3 * DAY) + (5 / 24) * DAY })),
  ),
  variant(
    "canceled-at-the-end-of-the-day",
    "cancellation-dates",
    "A cancellation is scheduled for the last second of the day on which the period ends",
    (parts) =>
      billing(parts, ({ cancellationDate }) => ({
        cancellationDate: (subscription, now, all) =>
          midnight(cancellationDate(subscription, now, all)) + DAY - 1000,
      })),
  ),
  variant(
    "months-run-over",
    "period-length",
    "A month that lacks the day ends on the first of the next one",
    (parts) =>
      billing(parts, () => ({
        periodStart: (anchor, cycle) => {
          const from = new Date(anchor);
          const [year, month, date] = [from.getUTCFullYear(), from.getUTCMonth() + cycle, from.getUTCDate()];
          const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
          const begins = date > lastDay ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, date);
          return begins + (anchor - midnight(anchor));
        },
      })),
  ),
  variant(
    "invoiced-when-due",
    "invoice-issue",
    "A reminder that lies before the beginning of a clock is not sent: the due date invoices",
    (parts) => {
      const begun = new Map<string, number>();
      const { advanced } = parts.testClocks;
      const counting: Parts = {
        ...parts,
        testClocks: {
          ...parts.testClocks,
          advanced: (clock, to, now) => {
            begun.set(clock.id, clock.frozenTime);
            return advanced(clock, to, now);
          },
        },
      };
      return timing(counting, "reminder", (effects, { timer }, subscription) =>
        timer.at <= (begun.get(subscription?.clockId ?? "") ?? -Infinity) ? ({} satisfies Effects) : effects,
      );
    },
  ),
];

const pauses: readonly Variant[] = [
  variant("paused-is-on-hold", "paused-status", "The paused state is called on_hold", (parts) =>
    billing(parts, ({ statuses }) => ({
      statuses: { ...statuses, paused: "on_hold" as unknown as SubscriptionStatus },
    })),
  ),
  variant(
    "pauses-are-a-flag",
    "paused-status",
    "A paused subscription keeps its state, and tells the pause beside it",
    (parts) =>
      acting(parts, "pause", (usual, input) => {
        const acted = usual(input);
        const { status } = input.subscription;
        return {
          subscription: { ...acted.subscription, status },
          effects: {
            ...acted.effects,
            writes: storing(acted.effects.writes, () => ({ status })),
            events: (acted.effects.events ?? []).map((event) => ({
              ...event,
              data: { ...event.data, status },
            })),
          },
        };
      }),
  ),
  variant(
    "pauses-move-the-period",
    "paused-billing",
    "A resumption moves the period by the length of the pause",
    (parts) =>
      acting(parts, "resume", (usual, input) => {
        const { subscription: paused, moment } = input;
        const away = moment.now - (paused.pausedAt ?? moment.now);
        const moved = {
          ...paused,
          anchor: paused.anchor + away,
          periodStart: paused.periodStart + away,
          periodEnd: paused.periodEnd + away,
        };
        const owes = paused.pausedFrom === "unpaid" || paused.pausedFrom === "past_due";
        const issued = moment.state
          .find(invoices, "subscription", paused.id)
          .some(({ status, dueAt }) => status === "open" && dueAt === paused.periodEnd);
        // What is owed or issued already keeps its date, and so does a cancellation.
        return usual(
          owes || issued || paused.cancelAt !== null || paused.trialEnd !== null
            ? input
            : { ...input, subscription: moved },
        );
      }),
  ),
];

const quantities: readonly Variant[] = [
  variant(
    "changes-are-prorated",
    "quantity-change-proration",
    "A change of quantity adds a share of the price to the next invoice",
    (parts) => {
      // Items are never changed in place: the changed ones are known by their identity, and pay their share once.
      const owed = new WeakMap<object, number>();
      const prorated = billing(parts, ({ amount }) => ({
        amount: (state, items) => {
          const share = owed.get(items) ?? 0;
          return amount(state, items) + share;
        },
      }));
      return acting(prorated, "changeQuantity", (usual, input) => {
        const acted = usual(input);
        owed.set(acted.subscription.items, 100);
        return acted;
      });
    },
  ),
];

const answers: readonly Variant[] = [
  variant(
    "retried-unpaid-is-active",
    "retry-of-unpaid-answer",
    "The retry of an unpaid subscription is answered with the active one",
    (parts) =>
      actParts(parts, "retryPayment", ({ presenter }) => ({
        presenter: {
          ...presenter,
          status: (acted) =>
            acted.payment?.approved === true && acted.subscription.status === "unpaid"
              ? "active"
              : presenter["status"]?.(acted),
          subscriptionActivationPending: (acted) =>
            acted.subscription.status !== "unpaid" && acted.subscription.activationPending,
        },
      })),
  ),
  variant(
    "declined-retries-are-402",
    "retry-payment-outcomes",
    "A retry that is declined again is refused; one where nothing is owed succeeds",
    (parts) =>
      finishing(
        actParts(parts, "retryPayment", ({ guards }) => ({
          guards: guards.filter(({ name }) => name !== "nothingOwed"),
        })),
        "retryPayment",
        (answer) => {
          const { paymentStatus } = isObject(answer.body) ? answer.body : {};
          return isObject(paymentStatus) && paymentStatus["success"] === false
            ? { ...answer, ...message(402, "Declined") }
            : answer;
        },
      ),
  ),
  variant(
    "not-canceling-is-refused",
    "cancel-immediately-false",
    "cancelImmediately is true or absent",
    (parts) =>
      actParts(parts, "cancel", ({ fields }) => ({
        fields: fields.map((spec) =>
          spec.field === "cancelImmediately"
            ? { ...spec, rules: [...spec.rules, { name: "accepted", accepts: (value) => value === true }] }
            : spec,
        ),
      })),
  ),
  variant(
    "acts-are-patient",
    ["subscription-other-moves", "subscription-refusals"],
    "Pausing twice and resuming what runs change nothing, and are no errors",
    (parts) =>
      (["pause", "resume"] as const).reduce(
        (changed, act) =>
          actParts(changed, act, ({ guards, act: usual }) => ({
            guards: guards.filter(({ name }) => name !== "paused" && name !== "running"),
            act: (input) =>
              (input.subscription.pausedFrom === null) === (act === "resume")
                ? { subscription: input.subscription, effects: {} }
                : usual(input),
          })),
        parts,
      ),
  ),
  variant(
    "second-cancellations-refused",
    "subscription-other-moves",
    "A cancellation that is scheduled already is not scheduled again",
    (parts) =>
      actParts(parts, "cancel", ({ guards }) => ({
        guards: [
          ...guards,
          {
            name: "scheduled",
            refuse: ({ subscription, body }) =>
              subscription.cancelAt !== null && body["cancelImmediately"] !== true
                ? only(json(409, { problem: "The cancellation is scheduled" }))
                : undefined,
          },
        ],
      })),
  ),
  variant(
    "subscriptions-have-problems",
    "subscription-refusals",
    "What a subscription does not do is refused with 400 and a problem",
    (parts) =>
      ACTS.reduce(
        (changed, operation) =>
          finishing(changed, operation, (answer) =>
            answer.status === 409 ? { ...answer, status: 400, body: { problem: answer.body } } : answer,
          ),
        parts,
      ),
  ),
  variant(
    "acts-are-accepted",
    "subscription-routes",
    "A pause, a resumption, a void and an immediate cancellation are answered 202",
    (parts) =>
      ["pauseSubscription", "resumeSubscription", "voidInvoice"].reduce(
        (changed, operation) =>
          finishing(changed, operation, (answer) =>
            answer.status === 200 ? { ...answer, status: 202 } : answer,
          ),
        finishing(parts, "cancelSubscription", (answer) =>
          answer.status === 200 && isObject(answer.body) && answer.body["status"] === "canceled"
            ? { ...answer, status: 202 }
            : answer,
        ),
      ),
  ),
  variant(
    "trials-pay-nothing",
    "trial-first-payment",
    "The creation of a trialing subscription tells of a payment of nothing",
    (parts) =>
      answering(parts, ["createSubscription"], 201, (body: Body) => {
        if (body["status"] === "trialing") body["paymentStatus"] ??= { success: true, amount: 0 };
      }),
  ),
  variant("everything-can-be-voided", "void-conditions", "Paid invoices can be voided too", (parts) => ({
    ...parts,
    invoices: { ...parts.invoices, void: { ...parts.invoices.void, guards: [] } },
  })),
];

/** Open points about subscriptions and their calendar (§3, §4.8, §4.9). */
export const subscriptionVariants: readonly Variant[] = [...calendar, ...pauses, ...quantities, ...answers];
