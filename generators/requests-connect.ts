import * as fc from "fast-check";
import type { components } from "../spec/generated/openapi.ts";
import { type Classified, classified } from "./classified.ts";

type Schemas = components["schemas"];

/** The query of the overview (§4.6). Absent parameters have their defaults. */
export interface OverviewQuery {
  readonly range?: "30d" | "6m" | "12m";
  readonly granularity?: "day" | "week" | "month";
  readonly comparison?: "previous_period" | "previous_year";
}

/** The documented default of each parameter of the overview. */
const OVERVIEW_DEFAULTS = { range: "12m", granularity: "month", comparison: "previous_year" } as const;

/** All queries of the overview, with each parameter absent or present: 4 x 4 x 3. */
export function overviewGrid(): OverviewQuery[] {
  const ranges = [undefined, "30d", "6m", "12m"] as const;
  const granularities = [undefined, "day", "week", "month"] as const;
  const comparisons = [undefined, "previous_period", "previous_year"] as const;
  return ranges.flatMap((range) =>
    granularities.flatMap((granularity) =>
      comparisons.map((comparison) => ({
        ...(range === undefined ? {} : { range }),
        ...(granularity === undefined ? {} : { granularity }),
        ...(comparison === undefined ? {} : { comparison }),
      })),
    ),
  );
}

/**
 * Whether range and granularity are compatible (§4.6), including defaults. `open` if the document does not say: for weeks, and for a default
 * that is incompatible with the other value, where a target may refuse the query or choose another default.
 */
export function compatibilityOf(query: OverviewQuery): "compatible" | "incompatible" | "open" {
  const range = query.range ?? OVERVIEW_DEFAULTS.range;
  const granularity = query.granularity ?? OVERVIEW_DEFAULTS.granularity;
  if (granularity === "week") return "open";
  const fits = granularity === "day" ? range === "30d" : range !== "30d";
  if (fits) return "compatible";
  return query.range === undefined || query.granularity === undefined ? "open" : "incompatible";
}

/** The body of a payout schedule (§4.6). */
export type PayoutScheduleRequest = Pick<Schemas["PayoutScheduleRequest"], "cadence"> &
  Partial<Schemas["PayoutScheduleRequest"]>;

/** Payout schedules, with and without `enabled`. */
export function payoutScheduleRequests(): Classified<PayoutScheduleRequest> {
  const values: fc.Arbitrary<PayoutScheduleRequest> = fc.record(
    { cadence: fc.constantFrom("daily" as const, "weekly" as const), enabled: fc.boolean() },
    { requiredKeys: ["cadence"], noNullPrototype: true },
  );
  return classified(values, {
    daily: ({ cadence }) => cadence === "daily",
    weekly: ({ cadence }) => cadence === "weekly",
    "enabled by default": ({ enabled }) => enabled === undefined,
    disabled: ({ enabled }) => enabled === false,
  });
}
