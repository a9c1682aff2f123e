import { invoicesOf } from "../../emulator/areas/billing/charge.ts";
import { invoices, type Subscription, subscriptions } from "../../emulator/areas/billing/records.ts";
import { voided } from "../../emulator/areas/billing/transitions.ts";
import { together } from "../../emulator/areas/common/deciders.ts";
import { customers } from "../../emulator/areas/customers/record.ts";
import { message } from "../../emulator/kernel/answers.ts";
import { guard } from "../../emulator/kernel/guards.ts";
import type { State } from "../../emulator/kernel/state.ts";
import { put } from "../../emulator/kernel/table.ts";
import { inOrder, type Named, named, part, perEmulator } from "../mutant.ts";
import {
  acting,
  actParts,
  also,
  billing,
  cancelingTimers,
  isLastOfItsMonth,
  siblingsOf,
  storing,
  timing,
  withoutEvents,
} from "../shared/billing.ts";
import { clocks } from "../shared/clocks.ts";
import { committing } from "../shared/committing.ts";

/** The subscriptions of other customers with the same address. */
const namesakes = (state: State, { id, customerId, accountId }: Subscription): readonly Subscription[] => {
  const email = state.get(customers, customerId)?.email;
  return state
    .all(subscriptions)
    .filter((one) => one.accountId === accountId && one.id !== id && one.customerId !== customerId)
    .filter((one) => state.get(customers, one.customerId)?.email === email);
};

/** An act on a subscription is also refused in some states. */
const refused = (
  act: Parameters<typeof actParts>[0],
  isRefused: (one: Subscription) => boolean,
  summary: string,
): Named[string] => ({
  violates: ["subscriptions/accepted-whatever-came-before"],
  summary,
  replace: actParts(act, ({ guards }) => ({
    guards: [
      ...guards,
      guard("state", ({ subscription }) =>
        isRefused(subscription) ? message(409, "Not in this state") : undefined,
      ),
    ],
  })),
});

export const mutants = named({
  "no-pause-of-a-debt": refused(
    "pause",
    ({ status }) => status === "past_due",
    "A pause of a subscription that owes a payment is refused.",
  ),
  "no-pause-before-an-end": refused(
    "pause",
    ({ cancelAt }) => cancelAt !== null,
    "A pause of a subscription whose cancellation is scheduled is refused.",
  ),
  "no-resumption-of-a-debt": refused(
    "resume",
    ({ pausedFrom }) => pausedFrom === "past_due",
    "A resumption of a subscription that owed a payment when it was paused is refused.",
  ),
  "no-end-of-the-renewed": refused(
    "cancel",
    ({ cycle }) => cycle > 1,
    "A cancellation of a subscription that was renewed is refused.",
  ),
  "resumption-revives-the-canceled": {
    violates: ["subscriptions/ended-whatever-came-before"],
    summary: "A resumption makes a canceled subscription active again.",
    replace: actParts("resume", ({ act, guards }) => ({
      guards: guards.map((usual) => ({
        ...usual,
        refuse: (input) => (input.subscription.status === "canceled" ? undefined : usual.refuse(input)),
      })),
      act: (input) => {
        if (input.subscription.status !== "canceled") return act(input);
        const subscription = { ...input.subscription, status: "active" as const };
        return { subscription, effects: { writes: [put(subscriptions, subscription)] } };
      },
    })),
  },
  "no-renewal-from-the-last-day-of-a-month": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary: "A subscription that began on the last day of a month is renewed once only.",
    replace: timing("due", (effects, _context, one) =>
      one !== undefined && one.cycle > 0 && isLastOfItsMonth(one.createdAt) ? {} : effects,
    ),
  },
  "quantity-change-skips-a-renewal": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary: "A subscription whose quantity was changed is not renewed.",
    replace: perEmulator(() => {
      const changed = new Set<string>();
      const change = acting("changeQuantity", (usual, input) => {
        changed.add(input.subscription.id);
        return usual(input);
      });
      return inOrder(
        change,
        timing("due", (effects, _context, one) => (changed.has(one?.id ?? "") ? {} : effects)),
      );
    }),
  },
  "voided-invoice-stays-due": {
    violates: ["invoices/voided-is-not-charged"],
    summary: "A voided invoice is still charged on its due date.",
    replace: committing("voidInvoice", (decision) => ({ ...decision, writes: [] })),
  },
  "no-renewal-after-a-void": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary: "After a period whose invoice was voided, an active subscription is not renewed.",
    replace: timing("due", (effects) =>
      (effects.events ?? []).length === 0 ? { ...effects, timers: [] } : effects,
    ),
  },
  "pause-by-address": {
    violates: ["subscriptions/neighbours-are-left-alone"],
    summary: "A pause also pauses the subscriptions of customers with the same address.",
    replace: acting("pause", (usual, input) => {
      const acted = usual(input);
      const { status, pausedAt, pausedFrom } = acted.subscription;
      const others = namesakes(input.context.state, input.subscription);
      const writes = others.map((one) => put(subscriptions, { ...one, status, pausedAt, pausedFrom }));
      return also(acted, { writes });
    }),
  },
  "scheduling-moves-siblings": {
    violates: ["subscriptions/neighbours-are-left-alone"],
    summary:
      "A scheduled cancellation ends the period of the customer's other subscriptions at its date, too.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      const { cancelAt } = acted.subscription;
      if (cancelAt === null) return acted;
      const others = siblingsOf(input.context.state, input.subscription);
      const writes = others.map((one) => put(subscriptions, { ...one, periodEnd: cancelAt + 60_000 }));
      return also(acted, { writes });
    }),
  },
  "cancellation-stops-siblings": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary: "An immediate cancellation also cancels the renewals of the customer's other subscriptions.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      if (input.body["cancelImmediately"] !== true) return acted;
      const others = siblingsOf(input.context.state, input.subscription);
      return also(acted, cancelingTimers(others));
    }),
  },
  "void-takes-siblings-invoices": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary: "Voiding an invoice silently voids the issued invoices of the customer's other subscriptions.",
    replace: part(["invoices", "void"], ({ act }) => ({
      act: (input) => {
        const acted = act(input);
        const { state } = input.context;
        const open = siblingsOf(state, input.subscription)
          .flatMap((one) => invoicesOf(state, one))
          .filter(({ status }) => status === "open");
        return also(acted, { writes: open.map((one) => put(invoices, { ...one, status: "void" })) });
      },
    })),
  },
  "deleted-clock-keeps-the-second": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary:
      "After its clock is deleted, a subscription that is not the first on it is not renewed in real time.",
    replace: clocks(({ detach }) => ({
      detach: (state, clock) => {
        const others = state.find(subscriptions, "clock", clock.id).slice(1);
        return together(detach(state, clock), cancelingTimers(others));
      },
    })),
  },
  "quantity-change-forgets-the-cancellation": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "After a change of quantity, a scheduled cancellation does not take effect.",
    replace: acting("changeQuantity", (usual, input) => {
      return also(usual(input), cancelingTimers([input.subscription], "subscription.cancellation"));
    }),
  },
  ...Object.fromEntries(
    (
      [
        ["resume", "resumption", "A resumption"],
        ["changeQuantity", "quantity-change", "A change of quantity"],
      ] as const
    ).map(([act, id, words]) => [
      `${id}-takes-back-the-cancellation`,
      {
        violates: ["subscriptions/moves-whatever-came-before"],
        summary: `${words} takes a scheduled cancellation back.`,
        replace: acting(act, (usual, { subscription, ...input }) =>
          also(
            usual({ ...input, subscription: { ...subscription, cancelAt: null, canceledAt: null } }),
            cancelingTimers([subscription], "subscription.cancellation"),
          ),
        ),
      },
    ]),
  ),
  "decline-by-address": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "Payments of a customer are declined while one with the same address owes one.",
    replace: billing(({ outcome }) => ({
      outcome: (state, subscription) => {
        const usual = outcome(state, subscription);
        const isOwing = namesakes(state, subscription).some(({ status }) => status === "past_due");
        return isOwing ? { ...usual, approved: false } : usual;
      },
    })),
  },
  "scheduled-debt-is-not-activated": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "A retry that settles a subscription whose quantity was changed meanwhile does not activate it.",
    replace: perEmulator(() => {
      const changed = new Set<string>();
      return inOrder(
        acting("changeQuantity", (usual, input) => {
          if (input.subscription.status === "past_due") changed.add(input.subscription.id);
          return usual(input);
        }),
        acting("retryPayment", (usual, input) => {
          const acted = usual(input);
          if (!changed.has(input.subscription.id)) return acted;
          const writes = storing(acted.effects.writes, () => ({ activationPending: false }));
          return { ...acted, effects: { ...acted.effects, writes } };
        }),
      );
    }),
  },
  "cancellation-after-a-pause-voids-nothing": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "The cancellation of a subscription that was paused once voids no invoice.",
    replace: perEmulator(() => {
      const paused = new Set<string>();
      return inOrder(
        acting("pause", (usual, input) => {
          paused.add(input.subscription.id);
          return usual(input);
        }),
        acting("cancel", (usual, input) => {
          const acted = usual(input);
          return paused.has(input.subscription.id)
            ? { ...acted, effects: withoutEvents(acted.effects, "invoice.voided") }
            : acted;
        }),
      );
    }),
  },
  "issued-cycle-charged-though-canceled": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "A scheduled cancellation after the invoice was issued does not stop its payment.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      const isIssued = invoicesOf(input.billingContext.state, input.subscription).some(
        ({ status }) => status === "open",
      );
      if (!isIssued || input.body["cancelImmediately"] === true) return acted;
      const { timers, writes, ...others } = acted.effects;
      return {
        ...acted,
        effects: {
          ...withoutEvents(others, "invoice.voided"),
          timers: (timers ?? []).filter((change) => change.do !== "cancel"),
          writes: (writes ?? []).filter(({ table }) => table.name !== invoices.name),
        },
      };
    }),
  },
  "attachment-drops-the-pending-activation": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "A subscription that is attached to a clock before its activation takes effect stays past due.",
    replace: clocks(({ attach }) => ({
      attach: (subscription, clockId) =>
        together(attach(subscription, clockId), {
          timers: [{ do: "cancel", subject: `${subscription.id}/activation` }],
        }),
    })),
  },
  "renewed-canceled-at-its-first-period": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "A cancellation is scheduled for the end of the first period, also after a renewal.",
    replace: billing(({ periodStart }) => ({
      cancellationDate: ({ createdAt, interval }) => periodStart(createdAt, 1, interval),
    })),
  },
  "unpaid-at-renewals-after-a-trial": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "A declined renewal of a subscription that began with a trial makes it unpaid.",
    replace: timing("due", (effects, _context, one) =>
      one?.trialEnd == null
        ? effects
        : {
            ...effects,
            writes: storing(effects.writes, ({ status }) =>
              status === "past_due" ? { status: "unpaid" } : {},
            ),
          },
    ),
  },
  "paused-trial-is-activated": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "The end of a trial that was paused once activates the subscription.",
    replace: perEmulator(() => {
      const paused = new Set<string>();
      return inOrder(
        acting("pause", (usual, input) => {
          paused.add(input.subscription.id);
          return usual(input);
        }),
        timing("trialEnd", (effects, _context, one) => {
          const paid = (effects.events ?? []).find(({ type }) => type === "payment.completed");
          if (paid === undefined || !paused.has(one?.id ?? "")) return effects;
          const activated = { ...paid, type: "subscription.activated" };
          return { ...effects, events: [...(effects.events ?? []), activated] };
        }),
      );
    }),
  },
  "voided-debt-is-retried": {
    violates: ["invoices/voided-is-not-charged"],
    summary: "The void of an owed invoice stops neither its retry nor its payment.",
    replace: committing("voidInvoice", (decision) =>
      (decision.timers ?? []).some((change) => change.do === "cancel")
        ? { ...decision, writes: [], timers: [] }
        : decision,
    ),
  },
  "void-refused-but-reported": {
    violates: ["subscriptions/moves-whatever-came-before"],
    summary: "The void of an invoice that is paid is refused, and reported nevertheless.",
    replace: part(["invoices", "void"], ({ guards }) => ({
      guards: guards.map((guard) => ({
        ...guard,
        refuse: (input) => {
          const refusal = guard.refuse(input);
          const { billingContext, subscription, invoice } = input;
          return refusal === undefined
            ? undefined
            : { ...refusal, events: voided(billingContext, subscription, invoice).effects.events ?? [] };
        },
      })),
    })),
  },
});
