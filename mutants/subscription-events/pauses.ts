import { byId, named } from "../named.ts";
import type { RuleId } from "../../spec/index.ts";
import { type Fault, type Mutant, type Replace, perEmulator } from "../mutant.ts";
import { acting, withoutEvents, withEventMember } from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";
import { changingMember, ofFirst } from "./parts.ts";

const PAUSED = "subscription.paused";

const RESUMED = "subscription.resumed";

/** The event of the second pause or resumption of a subscription reports the new status as the previous one. */
const fromItself = (event: string): Replace =>
  perEmulator(() => {
    const known = new Set<string>();
    return changingMember(event, "previousStatus", (facts, usual) => {
      const { id, status } = facts.subscription;
      if (known.has(id)) return status;
      known.add(id);
      return usual(facts);
    });
  });

/** A mutant that does not report the second pause or resumption of a subscription. */
const again = (act: "pause" | "resume", violates: RuleId, event: string): Mutant => ({
  id: `subscription-second-${act}-untold`,
  violates: [violates],
  summary: `The second ${act} of a subscription is not reported.`,
  replace: perEmulator(() => {
    const known = new Set<string>();
    return acting(act, (usual, input) => {
      const acted = usual(input);
      const { id } = input.subscription;
      if (known.has(id)) return { ...acted, effects: withoutEvents(acted.effects, event) };
      known.add(id);
      return acted;
    });
  }),
});

function pausedNotEmitted(fault: Omit<Fault, "violates">, state: string): Mutant {
  return {
    ...fault,
    violates: ["subscription-events/paused-on-pause"],
    replace: acting("pause", (usual, input) => {
      const acted = usual(input);
      return input.subscription.status === state
        ? { ...acted, effects: withoutEvents(acted.effects, "subscription.paused") }
        : acted;
    }),
  };
}

export const mutants = named({
  ...occurrenceMutants(PAUSED, {
    "event-paused-again-on-resumption": {
      violates: ["subscription-events/paused-once"],
      summary: "A resumption reports the pause again.",
      extra: "resumed",
    },
    "event-paused-untold": { violates: ["subscription-events/paused-on-pause"], missing: "paused" },
    "event-paused-twice": { violates: ["subscription-events/paused-once"], extra: "paused" },
  }),
  "event-paused-from-paused": {
    violates: ["subscription-events/paused-has-previous-status"],
    summary: "A pause reports the new status as the previous one.",
    replace: changingMember(PAUSED, "previousStatus", ({ subscription }) => subscription.status),
  },
  ...occurrenceMutants(RESUMED, {
    "event-resumed-untold": { violates: ["subscription-events/resumed-on-resume"], missing: "resumed" },
    "event-resumed-twice": { violates: ["subscription-events/resumed-once"], extra: "resumed" },
  }),
  "event-resumed-from-active": {
    violates: ["subscription-events/resumed-has-previous-status"],
    summary: "A resumption reports the new status as the previous one.",
    replace: changingMember(RESUMED, "previousStatus", ({ subscription }) => subscription.status),
  },
  "event-paused-of-the-first": {
    violates: ["subscription-events/paused-on-pause"],
    summary: "A pause of a customer's later subscription names the first one.",
    replace: ofFirst(PAUSED),
  },
  "event-resumed-of-the-first": {
    violates: ["subscription-events/resumed-on-resume"],
    summary: "A resumption of a customer's later subscription names the first one.",
    replace: ofFirst(RESUMED),
  },
  "event-paused-from-paused-again": {
    violates: ["subscription-events/paused-has-previous-status"],
    summary: "The second pause of a subscription reports the new status as the previous one.",
    replace: fromItself(PAUSED),
  },
  "event-resumed-from-active-again": {
    violates: ["subscription-events/resumed-has-previous-status"],
    summary: "The second resumption of a subscription reports the new status as the previous one.",
    replace: fromItself(RESUMED),
  },
  ...byId([again("pause", "subscription-events/paused-on-pause", "subscription.paused")]),
  ...byId([again("resume", "subscription-events/resumed-on-resume", "subscription.resumed")]),
  ...byId([
    pausedNotEmitted(
      { id: "subscription-trialing-paused-untold", summary: "A pause of a trial is not reported." },
      "trialing",
    ),
  ]),
  ...byId([
    pausedNotEmitted(
      {
        id: "subscription-past-due-paused-untold",
        summary: "A pause of a past-due subscription is not reported.",
      },
      "past_due",
    ),
  ]),
  "subscription-paused-as-if-active": {
    violates: ["subscription-events/paused-has-previous-status"],
    summary: "Every pause reports active as the previous status.",
    replace: withEventMember("subscription.paused", "previousStatus", () => "active"),
  },
});
