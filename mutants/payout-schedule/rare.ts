import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import { liesAbout } from "../connect/lies.ts";
import type { Mutant } from "../mutant.ts";

const { subtle } = liesAbout("payoutSchedule");

type Next = PayoutScheduleParts["replace"]["next"];

const inForce =
  (change: (usual: Next) => Next) =>
  ({ replace }: PayoutScheduleParts): Partial<PayoutScheduleParts> => ({
    replace: { ...replace, next: change(replace.next) },
  });

/** Schedules that are wrong after what was in force before (§4.6). */
export const rareScheduleMutants: readonly Mutant[] = [
  subtle(
    "schedule-enabled-kept-with-the-same-cadence",
    "payout-schedule/posting-again-replaces-enabled",
    "Posted again with its cadence, a disabled schedule stays disabled.",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(enabled === undefined && before.cadence === cadence ? { enabled: before.enabled } : {}),
    })),
  ),
  subtle(
    "schedule-enabled-by-turning-weekly",
    "payout-schedule/enabled-false-is-kept",
    "A schedule that turns from daily to weekly is enabled, whatever it says.",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(before.cadence === "daily" && cadence === "weekly" ? { enabled: true } : {}),
    })),
  ),
  subtle(
    "schedule-disabled-keeps-its-cadence",
    "payout-schedule/posting-again-replaces-cadence",
    "While a schedule is disabled, its cadence cannot be replaced.",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(before.cadence !== null && !before.enabled ? { cadence: before.cadence } : {}),
    })),
  ),
  subtle(
    "schedule-toggled-by-repetition",
    "payout-schedule/posting-the-same-changes-nothing",
    "The same schedule posted a second time is switched off.",
    inForce((next) => (before, cadence, enabled) => {
      const posted = next(before, cadence, enabled);
      const isSame = before.cadence === posted.cadence && before.enabled === posted.enabled;
      return isSame ? { ...posted, enabled: !posted.enabled } : posted;
    }),
  ),
  subtle(
    "schedule-fixed-after-two-posts",
    "payout-schedule/posting-again-replaces-cadence",
    "After two changes of the cadence a third one is not taken.",
    (usual) => {
      const changes = new Map<string, number>();
      return inForce((next) => (before, cadence, enabled) => {
        const made = changes.get(before.id) ?? 0;
        if (before.cadence === null || before.cadence === cadence) return next(before, cadence, enabled);
        changes.set(before.id, made + 1);
        return next(before, made >= 2 ? before.cadence : cadence, enabled);
      })(usual);
    },
  ),
];
