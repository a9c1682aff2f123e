import { isoUtc } from "../../kernel/clock.ts";
import type { Guard } from "../../kernel/guards.ts";
import { maxLength, orNull, required, text } from "../../kernel/rules.ts";
import type { State } from "../../kernel/state.ts";
import type { Context, Effects, Ran } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { kinds } from "../billing/schedule.ts";
import { newestFirst, type Presenter, present, stored, times } from "../common/deciders.ts";
import { customerPresenter } from "../customers/index.ts";
import type { Customer } from "../customers/record.ts";
import { subscriptionPresenter } from "../billing/present.ts";
import type { Subscription } from "../billing/records.ts";
import {
  attachedTo,
  detachAll,
  follow,
  followAs,
  subscriptionsOf,
  type TestClock,
  testClocks,
} from "./record.ts";
import {
  type ClockInput,
  createClockLookups,
  createClockRefusals,
  knownClock,
  knownCustomer,
  knownSubscription,
  liveKey,
  running,
  somethingNamed,
  validation,
  timestamp,
} from "./guards.ts";

/** The outcome of an advance. */
interface Advanced {
  parts: TestClockParts;
  state: State;
  clock: TestClock;
  from: number;
  to: number;
  ran: Ran;
}

/** The replaceable parts of a route. */
export interface ClockRoute {
  fields: readonly FieldSpec[];
  guards: readonly Guard<ClockInput>[];
  status: number;
}

type RouteName = "create" | "list" | "retrieve" | "delete" | "attach" | "advance" | "simulate";

/** The replaceable parts of test clocks (§2.11, §4.8, §7.9). */
export interface TestClockParts {
  routes: Record<RouteName, ClockRoute>;
  /** The status of a validation refusal, which the document leaves open. */
  invalidStatus: number;
  refusals: ClockInput["parts"]["refusals"];
  lookups: ClockInput["parts"]["lookups"];
  /** Whether a time is later than the current or start time of a clock. */
  isLater: (to: number, from: number) => boolean;
  /** Whether a span is short enough for one advance. */
  isBounded: (from: number, to: number) => boolean;
  /** The clocks in the caller's list. */
  select: (context: Context) => readonly TestClock[];
  presenter: Presenter<TestClock>;
  listed: {
    subscriptions: (state: State, clock: TestClock) => readonly Subscription[];
    customers: (state: State, clock: TestClock) => readonly Customer[];
    subscription: Presenter<Subscription>;
    customer: Presenter<Customer>;
  };
  /** Attaches a subscription. */
  attach: (subscription: Subscription, clockId: string | null) => Effects;
  /** Attaches a customer, without its subscriptions. */
  attachCustomer: (customer: Customer, clockId: string | null) => Effects;
  /** The subscriptions that are attached together with a customer. */
  subscriptionsToAttach: (state: State, customer: Customer) => readonly Subscription[];
  /** Detaches everything from a clock that is deleted. */
  detach: (state: State, clock: TestClock) => Effects;
  /** The default start time of a simulation. */
  simulationStart: (subscription: Subscription) => number;
  /** The clock after an advance, before its timers run. */
  advanced: (clock: TestClock, to: number, now: number) => TestClock;
  /** The names of timers in `triggeredEvents`, by kind. Timers without a name are not reported. */
  triggered: Record<string, string>;
  answer: Presenter<Advanced>;
}

const timeField = (field: string): FieldSpec => ({ field, rules: [required, text, timestamp] });

const nameField: FieldSpec = { field: "name", rules: [orNull(text), orNull(maxLength(255))] };

const createRoutes = (): TestClockParts["routes"] => ({
  create: { fields: [timeField("frozenTime"), nameField], guards: [liveKey, validation], status: 201 },
  list: { fields: [], guards: [liveKey], status: 200 },
  retrieve: { fields: [], guards: [liveKey, knownClock], status: 200 },
  delete: { fields: [], guards: [liveKey, knownClock], status: 200 },
  attach: {
    fields: [
      { field: "subscriptionId", rules: [text] },
      { field: "customerId", rules: [text] },
    ],
    guards: [liveKey, knownClock, running, validation, somethingNamed, knownSubscription, knownCustomer],
    status: 200,
  },
  advance: {
    fields: [timeField("frozenTime")],
    guards: [liveKey, knownClock, running, validation],
    status: 200,
  },
  simulate: {
    fields: [
      { field: "subscriptionId", rules: [required, text] },
      timeField("advanceTo"),
      { field: "startFrom", rules: [text, timestamp] },
      nameField,
    ],
    guards: [liveKey, validation, knownSubscription],
    status: 200,
  },
});

/** The longest advance, ms: about ten years. */
const longest = 10 * 366 * 86_400_000;

const presenter = (): Presenter<TestClock> => ({
  ...stored<TestClock>("id", "accountId", "name"),
  ...times<TestClock>("frozenTime"),
  status: (clock) => clock.status,
  ...times<TestClock>("createdAt", "updatedAt"),
});

/** Test clocks as documented. */
export function createTestClockParts(): TestClockParts {
  return {
    routes: createRoutes(),
    invalidStatus: 422,
    refusals: createClockRefusals(),
    lookups: createClockLookups(),
    isLater: (to, from) => to > from,
    isBounded: (from, to) => to - from <= longest,
    select: newestFirst(testClocks),
    presenter: presenter(),
    listed: {
      subscriptions: (state, clock) => attachedTo(state, clock).subscriptions,
      customers: (state, clock) => attachedTo(state, clock).customers,
      subscription: subscriptionPresenter(),
      customer: customerPresenter(),
    },
    attach: follow,
    attachCustomer: followAs,
    subscriptionsToAttach: subscriptionsOf,
    detach: detachAll,
    simulationStart: (subscription) => subscription.periodStart,
    advanced: (clock, to, now) => ({ ...clock, frozenTime: to, status: "ready", updatedAt: now }),
    triggered: {
      [kinds.reminder]: "subscription/billing.upcoming",
      [kinds.due]: "subscription/billing.due",
      [kinds.trialEnd]: "subscription/trial.ended",
      [kinds.retry]: "subscription/payment.retry",
      [kinds.cancellation]: "subscription/cancellation.due",
    },
    answer: {
      testClock: ({ clock, parts }) => present(parts.presenter, clock),
      triggeredEvents: ({ ran, parts }) =>
        ran.flatMap(({ kind, subject }) => {
          const event = parts.triggered[kind];
          return event === undefined ? [] : [{ event, subscriptionId: subject }];
        }),
      advancedFrom: ({ from }) => isoUtc(from),
      advancedTo: ({ to }) => isoUtc(to),
    },
  };
}
