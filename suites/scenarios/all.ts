import type { Check } from "../../harness/check.ts";
import {
  hostedPage,
  hostedTrial,
  immediateCancellation,
  linkedInvoice,
  pause,
  quantityChange,
  scheduledCancellation,
  scheduledTrial,
  trial,
  unpaidTrial,
  voidedInvoice,
} from "./ends.ts";
import {
  automaticRetry,
  calledRetry,
  declinedTwice,
  renewal,
  retriedCreation,
  retriedInVain,
} from "./renewals.ts";
import { canceledFrom, pausedAgain, pausedTrial, scheduledPastDue, scheduledUnpaid } from "./states.ts";
import type { Story } from "./recorder.ts";

type Stories = readonly ((check: Check) => Promise<Story>)[];

/** Lives in which every name of an event comes at every moment that reports it. */
export const EVENTFUL: Stories = [
  renewal,
  automaticRetry,
  calledRetry,
  declinedTwice,
  retriedCreation,
  retriedInVain,
  pause,
  scheduledCancellation,
  immediateCancellation,
  trial,
  voidedInvoice,
];

/** Everything that a subscription is brought to live through. */
export const LIVES: Stories = [
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
