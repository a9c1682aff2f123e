import type { Mutant } from "../mutant.ts";
import { changesSuccess } from "../shared/answers.ts";

/** Mutants that break a passive rule in some answers only. */
export const payoutSchedulePassiveMutants: readonly Mutant[] = [
  changesSuccess(
    {
      id: "schedule-disabled-has-no-cadence",
      violates: "payout-schedule/cadence-documented",
      summary: "A disabled schedule has the cadence `none`.",
      when: ({ enabled }) => enabled === false,
      subtle: true,
    },
    "replacePayoutSchedule",
    (body) => (body["cadence"] = "none"),
  ),
  changesSuccess(
    {
      id: "schedule-disabled-by-number",
      violates: "payout-schedule/enabled",
      summary: "A disabled schedule is read with `enabled` 0.",
      when: ({ enabled, cadence }) => enabled === false && cadence !== null,
      subtle: true,
    },
    "retrievePayoutSchedule",
    (body) => (body["enabled"] = 0),
  ),
];
