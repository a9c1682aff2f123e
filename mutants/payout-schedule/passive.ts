import { named } from "../mutant.ts";
import { changingSuccess } from "../shared/answers.ts";

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "schedule-disabled-has-no-cadence": {
    violates: ["payout-schedule/cadence-documented"],
    summary: "A disabled schedule has the cadence `none`.",
    replace: changingSuccess(
      "replacePayoutSchedule",
      (body) => (body["cadence"] = "none"),
      ({ enabled }) => enabled === false,
    ),
  },
  "schedule-disabled-by-number": {
    violates: ["payout-schedule/enabled"],
    summary: "A disabled schedule is read with `enabled` 0.",
    replace: changingSuccess(
      "retrievePayoutSchedule",
      (body) => (body["enabled"] = 0),
      ({ enabled, cadence }) => enabled === false && cadence !== null,
    ),
  },
});
