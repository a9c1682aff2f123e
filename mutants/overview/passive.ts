import type { Placed } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { as, asText, constantly } from "../faults/values.ts";
import type { Mutant } from "../mutant.ts";
import { objectsIn } from "../shared/answers.ts";
import { overview, period } from "./parts.ts";

const east = as("with another offset", (time) => String(time).replace(/(Z|\+00:?00)$/, "+01:00"));
const percentage = as("a percentage", (delta) => `${String(delta)} %`);
const fallen = where("of leaders that fell", ({ holder }: Placed) => Number(holder["delta"]) < 0);
const referred = where("if there is a reference", ({ body }: Placed) =>
  objectsIn(body, "top_volume").some(({ previous_value: previous }) => Number(previous) > 0),
);
const halfYear = period("over six months", { range: "6m" });
const byWeek = period("by week", { granularity: "week" });
const byDay = period("by day", { granularity: "day" });
const thirtyDays = period("over thirty days", { range: "30d" });
const previousPeriod = period("against the previous period", { comparison: "previous_period" });

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  overview.drops("gross_volume.points[].date", "gross-volume-point-date", byWeek),
  overview.gives("new_accounts.points[].value", "new-accounts-point-value", asText, byDay),
  overview.drops("period.previous_from", "period-previous-from", previousPeriod),
  overview.gives("period.to", "period-to-utc", east, halfYear),
  overview.gives("period.range", "period-range-documented", constantly("1m"), thirtyDays),
  overview.gives("top_volume[].delta", "top-volume-entry-delta", percentage, fallen),
  overview.drops("top_growth[].previous_value", "top-growth-entry-previous-value", referred),
  overview.gives("gross_volume.previous_total", "gross-volume-previous-total", asText, referred),
];
