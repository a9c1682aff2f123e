import { overlapping, tornMutants } from "../connect/races.ts";
import { lockedForEver, repeatedAgain, staleAgain } from "../faults/cut-requests.ts";
import { inOrder, named, perEmulator } from "../mutant.ts";
import { replacing } from "../payout-schedule/parts.ts";
import { authenticating } from "../shared/authentication.ts";

/** How recently a key must have been issued to survive its replacement, ms. */
const JUST_ISSUED_MS = 50;

export const mutants = named({
  ...tornMutants({
    "activations-at-once-each-set": ["activation/concurrent-activations-set-one-mode", "activateConnect"],
    "links-at-once-each-begin": ["onboarding/concurrent-same-key-is-one-session", "createOnboardingLink"],
  }),
  "schedules-at-once-are-mixed": {
    violates: ["payout-schedule/concurrent-replacements-are-whole"],
    summary:
      "Simultaneous replacements of the payout schedule leave the cadence of one and the switch of the other.",
    replace: perEmulator(() => {
      const { isOverlapping, replace } = overlapping("replacePayoutSchedule");
      let last = false;
      const mixed = replacing(({ next: usual }) => ({
        next: (before, cadence, enabled) => {
          const schedule = usual(before, cadence, isOverlapping() ? last : enabled);
          last = schedule.enabled;
          return schedule;
        },
      }));
      return inOrder(replace, mixed);
    }),
  },
  "earlier-schedule-wins": {
    violates: ["payout-schedule/overlapping-replacements-have-an-order"],
    summary: "A replacement that overlapped another one is applied again after later ones.",
    wrap: staleAgain("replacePayoutSchedule", () => true),
  },
  "cut-link-repeated-again": {
    violates: ["onboarding/concurrent-same-key-is-one-session"],
    summary: "The repetition of a link whose client gave up begins another session.",
    wrap: repeatedAgain(/\/onboarding_links$/),
  },
  "cut-link-locks-its-key": {
    violates: ["onboarding/concurrent-same-key-is-one-session"],
    summary: "The key of a link whose client gave up stays in progress.",
    wrap: lockedForEver(/\/onboarding_links$/),
  },
  "keys-at-once-all-work": {
    violates: ["authentication/concurrent-regenerations-leave-one-key"],
    summary: "A regeneration does not end a key that was just issued.",
    replace: authenticating(({ issue, revoke }) => {
      const issued = new Map<string, number>();
      return {
        issue: (mode, ids) => {
          const key = issue(mode, ids);
          issued.set(key, performance.now());
          return key;
        },
        revoke: (key) => {
          const age = performance.now() - (issued.get(key.id) ?? -Infinity);
          return age < JUST_ISSUED_MS ? [] : revoke(key);
        },
      };
    }),
  },
});
