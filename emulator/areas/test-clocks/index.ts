import { json, only, validationFailed } from "../../kernel/answers.ts";
import { firstRefusal } from "../../kernel/guards.ts";
import { put, remove } from "../../kernel/table.ts";
import type { Context, Decide, Decision, Effects, Operation } from "../../kernel/types.ts";
import type { BillingParts } from "../billing/parts.ts";
import { activate } from "../billing/transitions.ts";
import { operationsOn, present, together } from "../common/deciders.ts";
import { type Subscription, subscriptions } from "../billing/records.ts";
import type { ClockRoute, TestClockParts } from "./parts.ts";
import { type TestClock, testClocks } from "./record.ts";
import { parseTimestamp } from "./guards.ts";

export { createTestClockParts, type TestClockParts } from "./parts.ts";

/** Creates the decision of a route: the guards, then `act`. */
const decide =
  (parts: TestClockParts, route: ClockRoute, act: (context: Context) => Decision): Decide =>
  (context) => {
    const { refusals, lookups, invalidStatus } = parts;
    const input = { ...context, parts: { refusals, lookups, invalidStatus, fields: route.fields } };
    return firstRefusal(route.guards, input) ?? act(context);
  };

const bodyOf = ({ command }: Context) => (command.body ?? {}) as Record<string, string | null | undefined>;

const atOf = (context: Context, field: string): number => parseTimestamp(String(bodyOf(context)[field]));

const newClock = (context: Context, frozenTime: number): TestClock => ({
  id: context.ids.id("clock_"),
  ...context.command.caller,
  name: bodyOf(context)["name"] ?? null,
  frozenTime,
  status: "ready",
  createdAt: context.now,
  updatedAt: context.now,
});

/** `POST /test-clocks` */
const decideCreation = (parts: TestClockParts): Decide =>
  decide(parts, parts.routes.create, (context) => {
    const clock = newClock(context, atOf(context, "frozenTime"));
    return {
      writes: [put(testClocks, clock)],
      answer: json(parts.routes.create.status, present(parts.presenter, clock)),
    };
  });

/** `GET /test-clocks` */
const decideList = (parts: TestClockParts): Decide =>
  decide(parts, parts.routes.list, (context) => {
    const { state } = context;
    const { listed } = parts;
    const data = parts.select(context).map((clock) => ({
      ...present(parts.presenter, clock),
      subscriptions: listed.subscriptions(state, clock).map((one) => present(listed.subscription, one)),
      customers: listed.customers(state, clock).map((one) => present(listed.customer, one)),
    }));
    return only(json(parts.routes.list.status, { data }));
  });

/** Acts on the clock in the path. The guards have checked that it exists. */
const withClock =
  (parts: TestClockParts, act: (context: Context, clock: TestClock) => Decision) =>
  (context: Context): Decision => {
    const clock = parts.lookups.clock(context);
    return clock === undefined ? only(parts.refusals.clockNotFound()) : act(context, clock);
  };

/** `GET /test-clocks/{id}` */
const decideRetrieval = (parts: TestClockParts): Decide =>
  decide(
    parts,
    parts.routes.retrieve,
    withClock(parts, (_context, clock) =>
      only(json(parts.routes.retrieve.status, present(parts.presenter, clock))),
    ),
  );

/** `DELETE /test-clocks/{id}` */
const decideDeletion = (parts: TestClockParts): Decide =>
  decide(
    parts,
    parts.routes.delete,
    withClock(parts, ({ state }, clock) => ({
      ...together(parts.detach(state, clock), { writes: [remove(testClocks, clock.id)] }),
      answer: json(parts.routes.delete.status, { id: clock.id, deleted: true }),
    })),
  );

/** `POST /test-clocks/{id}/attach` */
const decideAttachment = (parts: TestClockParts): Decide =>
  decide(
    parts,
    parts.routes.attach,
    withClock(parts, (context, clock) => {
      const subscription = parts.lookups.subscription(context);
      const customer = parts.lookups.customer(context);
      const customerSubscriptions =
        customer === undefined ? [] : parts.subscriptionsToAttach(context.state, customer);
      const all = new Map<string, Subscription>(
        [...(subscription === undefined ? [] : [subscription]), ...customerSubscriptions].map((one) => [
          one.id,
          one,
        ]),
      );
      const attached = [
        ...(customer === undefined ? [] : [{ type: "customer", id: customer.id }]),
        ...[...all.keys()].map((id) => ({ type: "subscription", id })),
      ];
      return {
        ...together(
          ...(customer === undefined ? [] : [parts.attachCustomer(customer, clock.id)]),
          ...[...all.values()].map((one) => parts.attach(one, clock.id)),
        ),
        answer: json(parts.routes.attach.status, { testClock: present(parts.presenter, clock), attached }),
      };
    }),
  );

/** Moves a clock, and answers when the timers that became due have run. */
function advance(
  parts: TestClockParts,
  billing: BillingParts,
  context: Context,
  plan: { clock: TestClock; to: number; status: number; before: Effects; fields: [string, string] },
): Decision {
  const { clock, to, status, before, fields } = plan;
  const from = clock.frozenTime;
  if (!parts.isLater(to, from)) return only(parts.refusals.notLater(...fields));
  if (!parts.isBounded(from, to)) {
    const error = { rule: "max", field: fields[0], message: "One advance spans ten years at most" };
    return only(validationFailed(parts.invalidStatus, [error]));
  }
  const { state, now, ids } = context;
  const moved = parts.advanced(clock, to, now);
  // Pending activations take effect before time moves on.
  const pending = state
    .find(subscriptions, "clock", clock.id)
    .filter((one) => one.activationPending)
    .map((one) => activate({ billing, state, now: from, ids }, one).effects);
  return {
    ...together(before, ...pending, { writes: [put(testClocks, moved)] }),
    answer: json(status, {}),
    advance: {
      clock: clock.id,
      to,
      answer: (after, ran) =>
        json(status, present(parts.answer, { parts, state: after, clock: moved, from, to, ran })),
    },
  };
}

/** `POST /test-clocks/{id}/advance` */
const decideAdvance = (parts: TestClockParts, billing: BillingParts): Decide =>
  decide(
    parts,
    parts.routes.advance,
    withClock(parts, (context, clock) =>
      advance(parts, billing, context, {
        clock,
        to: atOf(context, "frozenTime"),
        status: parts.routes.advance.status,
        before: {},
        fields: ["frozenTime", "the time at which the clock stands"],
      }),
    ),
  );

/** `POST /test-clocks/simulate` */
const decideSimulation = (parts: TestClockParts, billing: BillingParts): Decide =>
  decide(parts, parts.routes.simulate, (context) => {
    const subscription = parts.lookups.subscription(context);
    if (subscription === undefined) return only(parts.refusals.subscriptionNotFound());
    const from =
      bodyOf(context)["startFrom"] === undefined
        ? parts.simulationStart(subscription)
        : atOf(context, "startFrom");
    const clock = newClock(context, from);
    return advance(parts, billing, context, {
      clock,
      to: atOf(context, "advanceTo"),
      status: parts.routes.simulate.status,
      before: together({ writes: [put(testClocks, clock)] }, parts.attach(subscription, clock.id)),
      fields: ["advanceTo", "startFrom"],
    });
  });

const operation = operationsOn("checkout", "testClocks");
const clocks = "/v1/test-helpers/test-clocks";

/** The routes of test clocks (§4.8). */
export const testClockOperations = (parts: TestClockParts, billing: BillingParts): Operation[] => [
  operation("createTestClock", `POST ${clocks}`, decideCreation(parts)),
  operation("listTestClocks", `GET ${clocks}`, decideList(parts)),
  operation("simulateTestClock", `POST ${clocks}/simulate`, decideSimulation(parts, billing)),
  operation("retrieveTestClock", `GET ${clocks}/:id`, decideRetrieval(parts)),
  operation("deleteTestClock", `DELETE ${clocks}/:id`, decideDeletion(parts)),
  operation("attachTestClock", `POST ${clocks}/:id/attach`, decideAttachment(parts)),
  operation("advanceTestClock", `POST ${clocks}/:id/advance`, decideAdvance(parts, billing)),
];
