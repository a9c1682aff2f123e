import { only, validationFailed } from "../../emulator/kernel/answers.ts";
import { inOrder, type Variant, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, type Body, finishing, isObject } from "../shared/answers.ts";
import { actParts } from "../shared/billing.ts";
import { rebound, servedBelow } from "./parts/profile.ts";
import { everyRoute } from "./parts/test-clocks.ts";
import { rewriting } from "./parts/answers.ts";

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

/** Other choices at the open points in `spec/areas/subscriptions.yaml`: what routes accept and answer. */
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
});
