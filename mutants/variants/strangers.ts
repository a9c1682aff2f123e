import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { attachedTo } from "../../emulator/areas/test-clocks/follow.ts";
import type { Parts } from "../../emulator/index.ts";
import { json, message, only } from "../../emulator/kernel/answers.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Variant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { actParts, billing, telling } from "../shared/billing.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";
import { routing } from "./parts/test-clocks.ts";

/** Events of some operations that are told no sooner than a clock is advanced. */
const held = (parts: Parts, operations: readonly string[], type: string): Parts => {
  const kept: EventDraft[] = [];
  return {
    ...parts,
    transact: (decide, commit, operation) =>
      parts.transact(
        () => {
          const decision = decide();
          const events = decision.events ?? [];
          if (operation === "advanceTestClock")
            return { ...decision, events: [...kept.splice(0), ...events] };
          if (!operations.includes(operation)) return decision;
          kept.push(...events.filter((event) => event.type === type));
          return { ...decision, events: events.filter((event) => event.type !== type) };
        },
        commit,
        operation,
      ),
  };
};

const DATES = ["currentPeriodStart", "currentPeriodEnd", "trialStart", "trialEnd", "nextBillingDate"];

const toTheDay = (body: Body): void => {
  for (const name of DATES) if (typeof body[name] === "string") body[name] = body[name].slice(0, 10);
};

const subscribing: readonly Variant[] = [
  variant(
    "first-invoices-told-late",
    ["event-order", "connect-event-delivery"],
    "A first cycle's invoice is finalized at the creation, and told when time is moved",
    (parts) =>
      held(telling(parts, "invoice.finalized", "createdPaid"), ["createSubscription"], "invoice.finalized"),
  ),
  variant(
    "early-payments-renew",
    "paid-ahead-of-the-date",
    "A renewal that is paid through its invoice's link is told as an update at once",
    (parts) => telling(parts, "subscription.updated", "linkPaid"),
  ),
  variant(
    "subscriptions-tell-days",
    "subscription-fields",
    "Instants of a subscription are read as calendar dates",
    (parts) =>
      answering(
        answering(parts, ["createSubscription"], 201, toTheDay),
        ["retrieveSubscription"],
        200,
        toTheDay,
      ),
  ),
  variant(
    "trials-end-where-they-begin",
    "subscription-fields",
    "A subscription without a trial tells the beginning of its period as the end of one",
    (parts) =>
      [201, 200].reduce(
        (changed, status) =>
          answering(changed, ["createSubscription", "retrieveSubscription"], status, (body) => {
            body["trialEnd"] ??= body["currentPeriodStart"];
          }),
        parts,
      ),
  ),
  variant(
    "one-subscription-a-customer",
    "subscriptions-of-one-customer",
    "A customer has one subscription until it has ended",
    (parts) => {
      const { create } = parts.subscriptions;
      const guards: typeof create.guards = [
        ...create.guards,
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
      ];
      return { ...parts, subscriptions: { ...parts.subscriptions, create: { ...create, guards } } };
    },
  ),
  variant(
    "canceled-with-notice",
    "cancellation-dates",
    "A cancellation is scheduled for the end of the period after the present one",
    (parts) =>
      billing(parts, ({ cancellationDate }) => ({
        cancellationDate: (subscription, now, all) =>
          subscription.trialEnd !== null && subscription.trialEnd > now
            ? cancellationDate(subscription, now, all)
            : all.periodStart(subscription.anchor, subscription.cycle + 2),
      })),
  ),
  variant(
    "retries-of-unpaid-answer-by-chance",
    "retry-of-unpaid-answer",
    "Each second retry of an unpaid subscription is answered with the active one",
    (parts) => {
      let count = 0;
      return actParts(parts, "retryPayment", ({ presenter }) => {
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
    },
  ),
];

const timekeeping: readonly Variant[] = [
  variant(
    "five-clocks-a-page",
    "clock-list-paging",
    "Clocks are listed as remittances are, the oldest first, five a page",
    (parts) =>
      finishing(parts, "listTestClocks", (answer) => {
        const { data } = isObject(answer.body) ? answer.body : {};
        if (answer.status !== 200 || !Array.isArray(data)) return answer;
        const meta = { total: data.length, page: 1, limit: 5, pages: Math.ceil(data.length / 5) };
        return { ...answer, body: { data: data.toReversed().slice(0, 5) as unknown[], meta } };
      }),
  ),
  variant(
    "pairs-belong-together",
    "clock-attachment-conditions",
    "A subscription that is attached beside a customer has to be the customer's",
    (parts) =>
      routing(parts, "attach", ({ guards }) => ({
        guards: [
          ...guards,
          {
            name: "pair",
            refuse: (input) => {
              const { lookups } = input.parts;
              const [subscription, customer] = [lookups.subscription(input), lookups.customer(input)];
              return subscription !== undefined &&
                customer !== undefined &&
                subscription.customerId !== customer.id
                ? only(message(400, "The subscription is not the customer's"))
                : undefined;
            },
          },
        ],
      })),
  ),
  variant(
    "clocks-end-with-their-subscriptions",
    "clock-transitions",
    "A clock is completed once all of its subscriptions have ended",
    (parts) =>
      routing(parts, "advance", ({ guards }) => ({
        guards: [
          ...guards,
          {
            name: "ended",
            refuse: (input) => {
              const clock = input.parts.lookups.clock(input);
              const held = clock === undefined ? [] : attachedTo(input.state, clock).subscriptions;
              return held.length > 0 && held.every(({ status }) => status === "canceled")
                ? only(json(400, { error: "The test clock is completed", code: "TEST_CLOCK_COMPLETED" }))
                : undefined;
            },
          },
        ],
      })),
  ),
  {
    ...wireVariant(
      "advances-processed-later",
      ["clock-instant-in-answers", "clock-advance-while-advancing", "advance-settling"],
      "An advance is answered where the clock stands, and processed later: until then another one is accepted as well",
      (handler) => {
        /** Until when a clock is read where it stood, and the answer to its advance. */
        const pending = new Map<
          string,
          { readonly until: number; readonly body: Body; readonly asked: string }
        >();
        return async (request) => {
          const [, id = "", act] = /\/test-clocks\/(clock_[^/?]+)(?:\/(\w+))?$/.exec(request.url) ?? [];
          const moving = pending.get(id);
          const isMoving = moving !== undefined && moving.until > performance.now();
          if (request.method === "GET" && act === undefined && isMoving) {
            const answer = await handler(request);
            if (answer.status !== 200) return answer;
            return Response.json({
              ...((await answer.json()) as Body),
              ...(moving.body["testClock"] as Body),
            });
          }
          if (act !== "advance" || request.method !== "POST") return handler(request);
          const asked = await request.clone().text();
          const answer = await handler(request);
          if (answer.status === 400 && isMoving && moving.asked === asked) return Response.json(moving.body);
          if (answer.status !== 200) return answer;
          const body = (await answer.json()) as Body;
          const clock = isObject(body["testClock"]) ? body["testClock"] : {};
          const stood = { ...body, testClock: { ...clock, frozenTime: body["advancedFrom"] } };
          pending.set(id, { until: performance.now() + PROCESSING_MS, body: stood, asked });
          return Response.json(stood);
        };
      },
    ),
    // Beside variants that change what is read of a clock it would show neither.
    alone: true,
  },
];

/** For how long an advance is processed, ms of real time. */
const PROCESSING_MS = 60;

/**
 * What conforming servers do with subscriptions and test clocks that readers of the rules thought of, and the emulator does not
 * (§4.8, §4.9, §6.1).
 */
export const strangerVariants: readonly Variant[] = [...subscribing, ...timekeeping];
