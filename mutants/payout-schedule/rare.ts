import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import { connectMutant } from "../connect/mutant.ts";
import type { Mutant } from "../mutant.ts";

type Next = PayoutScheduleParts["replace"]["next"];

const inForce =
  (change: (usual: Next) => Next) =>
  ({ replace }: PayoutScheduleParts): Partial<PayoutScheduleParts> => ({
    replace: { ...replace, next: change(replace.next) },
  });

/** Schedules that are wrong after what was in force before (§4.6). */
export const rareScheduleMutants: readonly Mutant[] = [
  connectMutant(
    {
      id: "schedule-enabled-kept-with-the-same-cadence",
      violates: "payout-schedule/posting-again-replaces-enabled",
      summary: "Posted again with its cadence, a disabled schedule stays disabled.",
      subtle: true,
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(enabled === undefined && before.cadence === cadence ? { enabled: before.enabled } : {}),
    })),
  ),
  connectMutant(
    {
      id: "schedule-enabled-by-turning-weekly",
      violates: "payout-schedule/enabled-false-is-kept",
      summary: "A schedule that turns from daily to weekly is enabled, whatever it says.",
      subtle: true,
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(before.cadence === "daily" && cadence === "weekly" ? { enabled: true } : {}),
    })),
  ),
  connectMutant(
    {
      id: "schedule-disabled-keeps-its-cadence",
      violates: "payout-schedule/posting-again-replaces-cadence",
      summary: "While a schedule is disabled, its cadence cannot be replaced.",
      subtle: true,
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(before.cadence !== null && !before.enabled ? { cadence: before.cadence } : {}),
    })),
  ),
  connectMutant(
    {
      id: "schedule-toggled-by-repetition",
      violates: "payout-schedule/posting-the-same-changes-nothing",
      summary: "The same schedule posted a second time is switched off.",
      subtle: true,
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => {
      const posted = next(before, cadence, enabled);
      const isSame = before.cadence === posted.cadence && before.enabled === posted.enabled;
      return isSame ? { ...posted, enabled: !posted.enabled } : posted;
    }),
  ),
  connectMutant(
    {
      id: "schedule-fixed-after-two-posts",
      violates: "payout-schedule/posting-again-replaces-cadence",
      summary: "After two changes of the cadence a third one is not taken.",
      subtle: true,
    },
    "payoutSchedule",
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
