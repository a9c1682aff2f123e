import { nextInvoice } from "../../emulator/areas/billing/charge.ts";
import { type Mutant, named } from "../mutant.ts";
import { acting, DAY, type Facts } from "../shared/billing.ts";
import { timer, worded } from "../faults/events.ts";
import { both, where } from "../faults/fields.ts";
import { constantly, moved } from "../faults/values.ts";
import {
  afterPastDue,
  canceled,
  cancellation,
  due,
  immediate,
  newStatus,
  ofFirst,
  ofOwing,
  ofPastDue,
  ofPaused,
  ofTrials,
  ofUnpaid,
  oldStatus,
  scheduled,
} from "./parts.ts";

const notActive = where("unless it is active", ({ subscription }: Facts) => subscription.status !== "active");
const wasNotActive = where("unless it was active", ({ previous }: Facts) => previous.status !== "active");
const inLaterPeriods = where("in later periods", ({ subscription }: Facts) => subscription.cycle > 0);
const afterIssue = where(
  "after the issue of the next invoice",
  ({ state, previous }: Facts) => nextInvoice(state, previous) !== undefined,
);
const toBeCanceled = where(
  "for subscriptions to be canceled",
  ({ subscription }: Pick<Facts, "subscription">) => subscription.cancelAt !== null,
);

export const mutants: readonly Mutant[] = [
  canceled.missing("canceled-twice-when-scheduled", "cancellationDue"),
  canceled.extra("canceled-twice-when-scheduled", "cancellationDue"),
  canceled.missing("canceled-when-immediate", "canceledImmediately"),
  canceled.extra("canceled-once-when-immediate", "canceledImmediately"),
  canceled.gives("status", "at-scheduling", constantly("canceled"), scheduled),
  canceled.gives("status", "at-scheduling", constantly("active"), scheduled),
  canceled.gives("effectiveDate", "at-scheduling-agrees-with-cancel-at", moved(3 * DAY)),
  canceled.gives("effectiveDate", "at-scheduling-agrees-with-cancel-at", moved(DAY), inLaterPeriods),
  canceled.gives("effectiveDate", "at-scheduling-agrees-with-cancel-at", moved(2 * DAY), ofTrials),
  canceled.gives("effectiveDate", "at-scheduling-agrees-with-cancel-at", moved(3 * DAY), afterIssue),
  canceled.drops("effectiveDate", "at-scheduling-has-effective-date"),
  canceled.drops("effectiveDate", "at-scheduling-has-effective-date", notActive),
  canceled.gives("status", "when-due", oldStatus, due),
  canceled.drops("completedAt", "when-due-has-completed-at"),
  canceled.drops("completedAt", "when-due-has-completed-at", wasNotActive),
  canceled.gives("previousStatus", "when-due-has-previous-status", newStatus),
  canceled.gives("previousStatus", "when-due-has-previous-status", constantly("active")),
  ...[ofTrials, ofUnpaid, ofPastDue, ofPaused, toBeCanceled].map((which) =>
    canceled.missingAfter("canceled-when-immediate", cancellation("immediate", which)),
  ),
  ...[ofTrials, ofPastDue, ofPaused].map((which) =>
    canceled.twiceAfter("canceled-once-when-immediate", cancellation("immediate", which)),
  ),
  canceled.gives("subscriptionId", "when-immediate", ofFirst),
  canceled.gives("status", "when-immediate", constantly("past_due"), both(immediate, afterPastDue)),
  canceled.missingAfter("canceled-at-scheduling", cancellation("scheduled", ofPastDue)),
  canceled.missingAfter("canceled-at-scheduling", cancellation("scheduled", ofTrials)),
  ...[ofOwing, ofPaused, ofTrials].map((which) =>
    canceled.missingAfter(
      "canceled-when-due",
      worded("when a cancellation is due", timer("cancellation", which)),
    ),
  ),
  ...named({
    "subscription-ends-three-days-early": {
      violates: [
        "subscription-events/canceled-when-due-not-earlier",
        "subscriptions/scheduled-cancel-stays-until-due",
      ],
      summary: "A scheduled cancellation takes effect three days before its date.",
      replace: acting("cancel", (usual, input) => {
        const acted = usual(input);
        const timers = (acted.effects.timers ?? []).map((change) =>
          change.do === "schedule" && change.timer.kind === "subscription.cancellation"
            ? { ...change, timer: { ...change.timer, at: change.timer.at - 3 * DAY } }
            : change,
        );
        return { ...acted, effects: { ...acted.effects, timers } };
      }),
    },
  }),
];
