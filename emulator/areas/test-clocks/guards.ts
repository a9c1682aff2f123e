import { json, only, validationFailed } from "../../kernel/answers.ts";
import type { Guard } from "../../kernel/guards.ts";
import { owns } from "../../kernel/merchants.ts";
import type { Answer } from "../../kernel/request.ts";
import type { Context, Decision } from "../../kernel/types.ts";
import { type FieldSpec, validate } from "../../kernel/validate.ts";
import { type Customer, customers } from "../customers/record.ts";
import { type Subscription, subscriptions } from "../subscriptions/record.ts";
import { type TestClock, testClocks } from "./record.ts";

/** The refusals of the test clock routes (§7.9), each replaceable. */
export interface ClockRefusals {
  /** A live key. */
  notAvailable: () => Answer;
  completed: () => Answer;
  /** A time that is not later than another. */
  notLater: (field: string, other: string) => Answer;
  clockNotFound: () => Answer;
  subscriptionNotFound: () => Answer;
  customerNotFound: () => Answer;
}

const refusal = (status: number, code: string, error: string): Answer => json(status, { error, code });

/** The refusals as documented. */
export const createClockRefusals = (): ClockRefusals => ({
  notAvailable: () => refusal(403, "TEST_CLOCK_NOT_AVAILABLE", "Test clocks take test keys only"),
  completed: () => refusal(400, "TEST_CLOCK_COMPLETED", "The test clock is completed"),
  notLater: (field, other) => json(400, { error: `${field} has to be later than ${other}` }),
  clockNotFound: () => refusal(404, "TEST_CLOCK_NOT_FOUND", "No such test clock"),
  subscriptionNotFound: () => refusal(404, "SUBSCRIPTION_NOT_FOUND", "No such subscription"),
  customerNotFound: () => refusal(404, "CUSTOMER_NOT_FOUND", "No such customer"),
});

/** How the routes find the objects that a request names; those of other merchants are not found. */
export interface ClockLookups {
  clock: (context: Context) => TestClock | undefined;
  subscription: (context: Context) => Subscription | undefined;
  customer: (context: Context) => Customer | undefined;
}

const named = ({ command }: Context, field: string): string => {
  const value = (command.body as Record<string, unknown> | undefined)?.[field];
  return typeof value === "string" ? value : "";
};

/** The lookups as documented. */
export const createClockLookups = (): ClockLookups => ({
  clock: ({ state, command }) => {
    const clock = state.get(testClocks, command.params["id"] ?? "");
    return clock !== undefined && owns(command.caller, clock) ? clock : undefined;
  },
  subscription: (context) => {
    const found = context.state.get(subscriptions, named(context, "subscriptionId"));
    return found !== undefined && owns(context.command.caller, found) ? found : undefined;
  },
  customer: (context) => {
    const found = context.state.get(customers, named(context, "customerId"));
    return found !== undefined && owns(context.command.caller, found) ? found : undefined;
  },
});

/** What the guards of a test clock route look at. */
export interface ClockInput extends Context {
  parts: {
    refusals: ClockRefusals;
    lookups: ClockLookups;
    fields: readonly FieldSpec[];
    invalidStatus: number;
  };
}

type ClockGuard = Guard<ClockInput>;

const guard = (name: string, refuse: (input: ClockInput) => Answer | undefined): ClockGuard => ({
  name,
  refuse: (input): Decision | undefined => {
    const answer = refuse(input);
    return answer === undefined ? undefined : only(answer);
  },
});

const has = ({ command }: Context, field: string): boolean =>
  (command.body as Record<string, unknown> | undefined)?.[field] !== undefined;

/** Only test keys see test clocks. */
export const liveKey = guard("liveKey", ({ command, parts }) =>
  command.caller.mode === "live" ? parts.refusals.notAvailable() : undefined,
);

/** The body is as the route's fields say. */
export const validation = guard("validation", ({ command, parts }) => {
  const errors = validate(command.body, parts.fields);
  return errors.length === 0 ? undefined : validationFailed(parts.invalidStatus, errors);
});

/** An attachment names something. */
export const somethingNamed = guard("somethingNamed", (input) => {
  if (has(input, "subscriptionId") || has(input, "customerId")) return undefined;
  const error = {
    rule: "requiredWithout",
    field: "subscriptionId",
    message: "Give subscriptionId, customerId or both",
  };
  return validationFailed(input.parts.invalidStatus, [error]);
});

/** The clock that the path names exists. */
export const knownClock = guard("clock", (input) =>
  input.parts.lookups.clock(input) === undefined ? input.parts.refusals.clockNotFound() : undefined,
);

/** The clock that the path names is not completed. */
export const running = guard("completed", (input) =>
  input.parts.lookups.clock(input)?.status === "completed" ? input.parts.refusals.completed() : undefined,
);

/** The subscription that the body names exists. */
export const knownSubscription = guard("subscription", (input) =>
  has(input, "subscriptionId") && input.parts.lookups.subscription(input) === undefined
    ? input.parts.refusals.subscriptionNotFound()
    : undefined,
);

/** The customer that the body names exists. */
export const knownCustomer = guard("customer", (input) =>
  has(input, "customerId") && input.parts.lookups.customer(input) === undefined
    ? input.parts.refusals.customerNotFound()
    : undefined,
);
