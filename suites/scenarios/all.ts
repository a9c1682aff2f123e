import type { Check } from "../kit.ts";
import {
  immediateCancellation,
  pause,
  scheduledCancellation,
  scheduledTrial,
  trial,
  unpaidTrial,
} from "./trials-and-cancellations.ts";
import { quantityChange } from "./quantity-changes.ts";
import { linkedInvoice, voidedInvoice } from "./invoices.ts";
import { hostedTrial, hostedPage } from "./hosted-pages.ts";
import {
  automaticRetry,
  calledRetry,
  declinedTwice,
  renewal,
  retriedCreation,
  retriedWithoutEffect,
} from "./renewals.ts";
import { canceledFrom, pausedAgain, pausedTrial, scheduledPastDue, scheduledUnpaid } from "./states.ts";
import type { Scenario } from "./recorder.ts";

type Scenarios = readonly ((check: Check) => Promise<Scenario>)[];

/** Scenarios that together emit every event, at every transition that emits it. */
export const EVENTFUL: Scenarios = [
  renewal,
  automaticRetry,
  calledRetry,
  declinedTwice,
  retriedCreation,
  retriedWithoutEffect,
  pause,
  scheduledCancellation,
  immediateCancellation,
  trial,
  voidedInvoice,
];

/** Every scenario of a subscription. */
export const ALL_SCENARIOS: Scenarios = [
  ...EVENTFUL,
  unpaidTrial,
  hostedPage,
  hostedTrial,
  linkedInvoice,
  quantityChange,
  pausedAgain,
  pausedTrial,
  scheduledTrial,
  scheduledUnpaid,
  scheduledPastDue,
  ...canceledFrom,
];
