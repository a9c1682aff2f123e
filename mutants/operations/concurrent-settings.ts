import { overlapping, tornMutants } from "../connect/races.ts";
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
