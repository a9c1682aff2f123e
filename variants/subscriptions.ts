import { invoices, subscriptions } from "../emulator/areas/billing/records.ts";
import { message, only, validationFailed } from "../emulator/kernel/answers.ts";
import { inOrder, named, part, perEmulator } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, type Body, finishing, isObject } from "../mutants/shared/answers.ts";
import { acting, actParts, billing, DAY } from "../mutants/shared/billing.ts";
import { everyRoute, midnight, rebound, rewriting, servedBelow } from "./parts.ts";

const WRAPPED = /^\/v1\/(subscriptions|invoices|customers)\/?/;

const OUTPUTS = ["Subscription", "retryPayment", "changeQuantity", "Invoice", "createCustomer"];

const isWrapped = (name: string): boolean =>
  !name.startsWith("checkout") && !name.startsWith("list") && OUTPUTS.some((word) => name.includes(word));

const DATES = ["currentPeriodStart", "currentPeriodEnd", "trialStart", "trialEnd", "nextBillingDate"];

const toTheDay = (body: Body): void => {
  for (const name of DATES) if (typeof body[name] === "string") body[name] = body[name].slice(0, 10);
};

const ACTS = [
  "cancelSubscription",
  "pauseSubscription",
  "resumeSubscription",
  "retryPayment",
  "changeQuantity",
];

/** Other choices at the open points in `spec/areas/subscriptions.yaml`. */
export const variants = named<Variant>({
  "clocks-refuse-unknown-fields": {
    openPoints: ["void-unknown-fields"],
    what: "Test clocks and the voiding of invoices refuse unknown fields",
    replace: (parts) => {
      const strict = (known: readonly string[]) => (body: unknown) =>
        isObject(body) ? Object.keys(body).filter((name) => !known.includes(name)) : [];
      const refuse = (names: readonly string[]) =>
        names.length === 0
          ? undefined
          : only(
              validationFailed(
                422,
                names.map((field) => ({ rule: "unknown", field, message: "unknown validation failed" })),
              ),
            );
      const clocks = everyRoute((route) => {
        const unknown = strict(route.fields.map(({ field }) => field));
        return {
          guards: [
            ...route.guards,
            { name: "unknown", refuse: ({ command }) => refuse(unknown(command.body)) },
          ],
        };
      })(parts);
      const { void: usual } = clocks.invoices;
      const guard = {
        name: "unknown",
        refuse: ({ context }: { context: { command: { body: unknown } } }) =>
          refuse(strict([])(context.command.body)),
      };
      return {
        ...clocks,
        invoices: { ...clocks.invoices, void: { ...usual, guards: [...usual.guards, guard] } },
      };
    },
  },
  "retried-unpaid-is-active": {
    openPoints: ["retry-of-unpaid-answer"],
    what: "The retry of an unpaid subscription returns the active subscription",
    replace: actParts("retryPayment", ({ presenter }) => ({
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
  },
  "not-canceling-is-refused": {
    openPoints: ["cancel-immediately-false"],
    what: "`cancelImmediately` must be true or absent",
    replace: actParts("cancel", ({ fields }) => ({
      fields: fields.map((spec) =>
        spec.field === "cancelImmediately"
          ? { ...spec, rules: [...spec.rules, { name: "accepted", accepts: (value) => value === true }] }
          : spec,
      ),
    })),
  },
  "subscriptions-have-problems": {
    openPoints: ["subscription-refusals"],
    what: "Operations that a subscription's status does not permit are refused with 400 and a problem document",
    replace: inOrder(
      ...ACTS.map((operation) =>
        finishing(operation, (answer) =>
          answer.status === 409 ? { ...answer, status: 400, body: { problem: answer.body } } : answer,
        ),
      ),
    ),
  },
  "acts-are-accepted": {
    openPoints: ["subscription-routes"],
    what: "A pause, a resumption, a void and an immediate cancellation return 202",
    replace: (parts) =>
      ["pauseSubscription", "resumeSubscription", "voidInvoice"].reduce(
        (changed, operation) =>
          finishing(operation, (answer) => (answer.status === 200 ? { ...answer, status: 202 } : answer))(
            changed,
          ),
        finishing("cancelSubscription", (answer) =>
          answer.status === 200 && isObject(answer.body) && answer.body["status"] === "canceled"
            ? { ...answer, status: 202 }
            : answer,
        )(parts),
      ),
  },
  "subscriptions-report-days": {
    openPoints: ["subscription-fields"],
    what: "The times of a subscription are calendar dates",
    replace: inOrder(
      answering(["createSubscription"], 201, toTheDay),
      answering(["retrieveSubscription"], 200, toTheDay),
    ),
  },
  "trials-end-where-they-begin": {
    openPoints: ["subscription-fields"],
    what: "A subscription without a trial reports the beginning of its period as the end of one",
    replace: inOrder(
      ...[201, 200].map((status) =>
        answering(["createSubscription", "retrieveSubscription"], status, (body) => {
          body["trialEnd"] ??= body["currentPeriodStart"];
        }),
      ),
    ),
  },
  "retries-of-unpaid-answer-by-chance": {
    openPoints: ["retry-of-unpaid-answer"],
    what: "Every second retry of an unpaid subscription returns the active subscription",
    replace: perEmulator(() => {
      let count = 0;
      return actParts("retryPayment", ({ presenter }) => {
        const isAhead = (status: string): boolean => status === "unpaid" && count % 2 === 0;
        return {
          presenter: {
            ...presenter,
            status: (acted) => {
              if (acted.subscription.status === "unpaid") count += 1;
              return isAhead(acted.subscription.status) ? "active" : presenter["status"]?.(acted);
            },
            subscriptionActivationPending: (acted) =>
              !isAhead(acted.subscription.status) && acted.subscription.activationPending,
          },
        };
      });
    }),
  },
  "subscriptions-under-a-member": {
    openPoints: ["subscription-fields"],
    what: "Subscriptions, invoices and customers are wrapped in a member",
    alone: true,
    wrap: (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const lists = request.method === "GET" && /^\/v1\/(invoices|customers|subscriptions)$/.test(pathname);
      if (!WRAPPED.test(pathname) || lists) return handler(request);
      return rewriting(handler, (body, status) => (status < 300 && isObject(body) ? { it: body } : body))(
        request,
      );
    },
    describe: rebound((binding, name) =>
      isWrapped(name) && binding.outputs !== undefined
        ? {
            ...binding,
            outputs: Object.fromEntries(
              Object.entries(binding.outputs).map(([output, pointer]) => [output, `/it${pointer}`]),
            ),
          }
        : binding,
    ),
  },
  "agreements-and-bills": {
    openPoints: ["subscription-routes"],
    what: "The routes call subscriptions agreements, and invoices bills",
    alone: true,
    wrap: (handler) =>
      servedBelow("/v1/agreements", "/v1/subscriptions")(servedBelow("/v1/bills", "/v1/invoices")(handler)),
    describe: rebound((binding) => ({
      ...binding,
      path: binding.path
        .replace(/^\/v1\/subscriptions(?=\/)/, "/v1/agreements")
        .replace(/^\/v1\/invoices/, "/v1/bills"),
    })),
  },
  "one-retry": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested once more, on the second day",
    replace: billing(() => ({ retries: [1.5 * DAY] })),
  },
  "retries-twice-a-day": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested again a day later, and twice a day for a week",
    replace: billing(() => ({ retries: [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7].map((days) => days * DAY) })),
  },
  "retries-after-a-week": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested again a week later, and then five days after that",
    replace: billing(() => ({ retries: [7 * DAY, 12 * DAY] })),
  },
  "no-retries": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested again only by retry-payment",
    replace: billing(() => ({ retries: [] })),
  },
  "canceled-at-the-end-of-the-day": {
    openPoints: ["cancellation-dates"],
    what: "A cancellation is scheduled for the last second of the day on which the period ends",
    replace: billing(({ cancellationDate }) => ({
      cancellationDate: (subscription, now, all) =>
        midnight(cancellationDate(subscription, now, all)) + DAY - 1000,
    })),
  },
  "pauses-move-the-period": {
    openPoints: ["paused-billing"],
    what: "A resumption moves the period by the length of the pause",
    replace: acting("resume", (usual, input) => {
      const { subscription: paused, billingContext } = input;
      const away = billingContext.now - (paused.pausedAt ?? billingContext.now);
      const moved = {
        ...paused,
        anchor: paused.anchor + away,
        periodStart: paused.periodStart + away,
        periodEnd: paused.periodEnd + away,
      };
      const owes = paused.pausedFrom === "unpaid" || paused.pausedFrom === "past_due";
      const issued = billingContext.state
        .find(invoices, "subscription", paused.id)
        .some(({ status, dueAt }) => status === "open" && dueAt === paused.periodEnd);
      // Invoices that are issued or owed keep their dates, and so does a cancellation.
      return usual(
        owes || issued || paused.cancelAt !== null || paused.trialEnd !== null
          ? input
          : { ...input, subscription: moved },
      );
    }),
  },
  "changes-are-prorated": {
    openPoints: ["quantity-change-proration"],
    what: "A change of quantity adds a share of the price to the next invoice",
    replace: (parts) => {
      // Items are replaced, never modified, so a change is recognised by identity and charged once.
      const owed = new WeakMap<object, number>();
      const prorated = billing(({ amount }) => ({
        amount: (state, items) => {
          const share = owed.get(items) ?? 0;
          return amount(state, items) + share;
        },
      }))(parts);
      return acting("changeQuantity", (usual, input) => {
        const acted = usual(input);
        owed.set(acted.subscription.items, 100);
        return acted;
      })(prorated);
    },
  },
  "trials-pay-nothing": {
    openPoints: ["trial-first-payment"],
    what: "The creation of a trialing subscription reports a payment of zero",
    replace: answering(["createSubscription"], 201, (body: Body) => {
      if (body["status"] === "trialing") body["paymentStatus"] ??= { success: true, amount: 0 };
    }),
  },
  "everything-can-be-voided": {
    openPoints: ["void-conditions"],
    what: "Paid invoices can be voided too",
    replace: part(["invoices", "void"], () => ({ guards: [] })),
  },
  "one-subscription-a-customer": {
    openPoints: ["subscriptions-of-one-customer"],
    what: "A customer has one subscription until it has ended",
    replace: part(["subscriptions", "create"], ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "another",
          refuse: ({ state, command }) => {
            const { customerId } = command.body as { customerId: string };
            const live = state
              .find(subscriptions, "customer", customerId)
              .some(({ status }) => status !== "canceled");
            return live ? only(message(409, "The customer has a subscription")) : undefined;
          },
        },
      ],
    })),
  },
  "canceled-with-notice": {
    openPoints: ["cancellation-dates"],
    what: "A cancellation is scheduled for the end of the next period",
    replace: billing(({ cancellationDate }) => ({
      cancellationDate: (subscription, now, all) =>
        subscription.trialEnd !== null && subscription.trialEnd > now
          ? cancellationDate(subscription, now, all)
          : all.periodStart(subscription.anchor, subscription.cycle + 2),
    })),
  },
});
