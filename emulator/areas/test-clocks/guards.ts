import type { Rule, FieldSpec } from "../../kernel/validate.ts";
import { fieldError, json, validationFailed } from "../../kernel/answers.ts";
import { type Guard, guard } from "../../kernel/guards.ts";
import type { Answer } from "../../kernel/request.ts";
import type { Context } from "../../kernel/types.ts";
import { findOwn, ownRecord, refuseBody } from "../common/deciders.ts";
import { customers } from "../customers/record.ts";
import { subscriptions } from "../billing/records.ts";
import { testClocks } from "./record.ts";

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Parses a date or time in ISO 8601, in UTC unless it has an offset. Epoch milliseconds; NaN if it is invalid. */
export function parseTimestamp(text: string): number {
  const [, year, month, dayOfMonth, offset] = shape.exec(text) ?? [];
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (year === undefined || Number(dayOfMonth) > lastDay) return Number.NaN;
  return Date.parse(text.includes("T") && offset === undefined ? `${text}Z` : text);
}

/** The first and the last time of a test clock. Our choice, since §8 names no limits. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** An existing time between these limits. */
export const timestamp: Rule = {
  name: "date",
  accepts: (value) => {
    const at = typeof value === "string" ? parseTimestamp(value) : Number.NaN;
    return at >= earliest && at <= latest;
  },
};

const refusal = (status: number, code: string, error: string): Answer => json(status, { error, code });

/** The refusals of the test clock routes as documented (§7.9). */
export const createClockRefusals = () => ({
  /** The refusal of a live key. */
  notAvailable: () => refusal(403, "TEST_CLOCK_NOT_AVAILABLE", "Test clocks take test keys only"),
  completed: () => refusal(400, "TEST_CLOCK_COMPLETED", "The test clock is completed"),
  /** The refusal of a time that is not later than another. */
  notLater: (field: string, other: string): Answer =>
    json(400, { error: `${field} has to be later than ${other}` }),
  clockNotFound: () => refusal(404, "TEST_CLOCK_NOT_FOUND", "No such test clock"),
  subscriptionNotFound: () => refusal(404, "SUBSCRIPTION_NOT_FOUND", "No such subscription"),
  customerNotFound: () => refusal(404, "CUSTOMER_NOT_FOUND", "No such customer"),
});

const named = ({ command }: Context, field: string): string => {
  const value = (command.body as Record<string, unknown> | undefined)?.[field];
  return typeof value === "string" ? value : "";
};

/** How the routes find the objects in a request. Objects of other merchants are not found. */
export const createClockLookups = () => ({
  clock: findOwn(testClocks),
  subscription: (context: Context) => ownRecord(context, subscriptions, named(context, "subscriptionId")),
  customer: (context: Context) => ownRecord(context, customers, named(context, "customerId")),
});

/** The input of the guards of a test clock route. */
export interface ClockInput extends Context {
  parts: {
    refusals: ReturnType<typeof createClockRefusals>;
    lookups: ReturnType<typeof createClockLookups>;
    fields: readonly FieldSpec[];
    invalidStatus: number;
  };
}

type ClockGuard = Guard<ClockInput>;

const has = ({ command }: Context, field: string): boolean =>
  (command.body as Record<string, unknown> | undefined)?.[field] !== undefined;

/** Refuses a live key. */
export const liveKey: ClockGuard = guard("liveKey", ({ command, parts }) =>
  command.caller.mode === "live" ? parts.refusals.notAvailable() : undefined,
);

/** Refuses a body that breaks the rules of the route's fields. */
export const validation: ClockGuard = guard("validation", ({ command, parts }) =>
  refuseBody(command.body, parts),
);

/** Refuses an attachment that names neither a subscription nor a customer. */
export const somethingNamed: ClockGuard = guard("somethingNamed", (input) => {
  if (has(input, "subscriptionId") || has(input, "customerId")) return undefined;
  const error = fieldError("requiredWithout", "subscriptionId", "Give subscriptionId, customerId or both");
  return validationFailed(input.parts.invalidStatus, [error]);
});

/** Refuses an unknown clock in the path. */
export const knownClock: ClockGuard = guard("clock", (input) =>
  input.parts.lookups.clock(input) === undefined ? input.parts.refusals.clockNotFound() : undefined,
);

/** Refuses a completed clock. */
export const running: ClockGuard = guard("completed", (input) =>
  input.parts.lookups.clock(input)?.status === "completed" ? input.parts.refusals.completed() : undefined,
);

/** Refuses an unknown subscription in the body. */
export const knownSubscription: ClockGuard = guard("subscription", (input) =>
  has(input, "subscriptionId") && input.parts.lookups.subscription(input) === undefined
    ? input.parts.refusals.subscriptionNotFound()
    : undefined,
);

/** Refuses an unknown customer in the body. */
export const knownCustomer: ClockGuard = guard("customer", (input) =>
  has(input, "customerId") && input.parts.lookups.customer(input) === undefined
    ? input.parts.refusals.customerNotFound()
    : undefined,
);
