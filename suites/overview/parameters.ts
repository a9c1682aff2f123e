import type { OverviewQuery } from "../../generators/index.ts";
import { type Answer, type Check, numberOf, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { fullQueries, overviewIfAdmitted, overviewOf } from "../fixtures/overviews.ts";

const DAYS: OverviewQuery = { range: "30d", granularity: "day" };
const RANGES = ["30d", "6m", "12m"] as const;
const MONTHS: OverviewQuery = { range: "12m", granularity: "month" };

/** The queries that an overview accepts, and the parameters that its answer repeats (§4.6). */
export default [
  states("overview/range-as-asked", "range"),
  states("overview/granularity-as-asked", "granularity"),
  states("overview/comparison-as-asked", "comparison"),

  defaultsTo("overview/range-by-default", "range", "12m"),
  defaultsTo("overview/granularity-by-default", "granularity", "month", ({ range }) => range !== "6m"),
  defaultsTo(
    "overview/granularity-of-six-months-by-default",
    "granularity",
    "month",
    ({ range }) => range === "6m",
  ),
  defaultsTo("overview/comparison-by-default", "comparison", "previous_year"),

  admits("overview/day-with-30d-admitted", MONTHS, [{ range: "30d", granularity: "day" }]),
  admits("overview/month-with-6m-admitted", DAYS, [{ range: "6m", granularity: "month" }]),
  admits("overview/month-with-12m-admitted", DAYS, [{ range: "12m", granularity: "month" }]),
  /** Queries weeks with every range. A refusal must be the documented one for incompatible parameters. */
  rule("overview/week-admitted", async (check) => {
    check.succeeded(await overviewOf(check, MONTHS));
    const refused: Answer[] = [];
    for (const range of RANGES) {
      const overview = await overviewOf(check, { range, granularity: "week" });
      check.expect(overview).toAnswer(200, 422);
      check.observe("overview-week-ranges", `${range}: ${overview.status}`);
      if (overview.status !== 422) continue;
      isIncompatible(check, overview);
      refused.push(overview);
    }
    check.expect
      .that("the number of ranges that accept weeks", RANGES.length - refused.length, refused[0])
      .toSatisfy("at least one", (count) => numberOf(count) > 0);
  }),

  refuses(
    "overview/day-with-6m-refused",
    { range: "6m", granularity: "day" },
    { range: "30d", granularity: "day" },
  ),
  refuses(
    "overview/day-with-12m-refused",
    { range: "12m", granularity: "day" },
    { range: "30d", granularity: "day" },
  ),
  refuses(
    "overview/month-with-30d-refused",
    { range: "30d", granularity: "month" },
    { range: "6m", granularity: "month" },
  ),
];

/** Queries that omit parameters and are valid with the documented defaults. */
const PARTIAL: readonly OverviewQuery[] = [
  {},
  { range: "12m" },
  { range: "6m" },
  { granularity: "month" },
  { comparison: "previous_period" },
  { comparison: "previous_year" },
  { range: "12m", granularity: "month" },
  { range: "6m", granularity: "month" },
  { range: "30d", granularity: "day" },
  { range: "12m", comparison: "previous_period" },
  { range: "6m", comparison: "previous_period" },
  { granularity: "month", comparison: "previous_period" },
];

/** Queries every valid combination of parameters, weeks included, and queries that omit some. */
function states(id: RuleId, parameter: keyof OverviewQuery): RuleCheck {
  return rule(id, async (check) => {
    const partial = PARTIAL.filter((query) => query[parameter] !== undefined);
    for (const query of [...fullQueries({ weeks: true }), ...partial]) {
      const overview = await overviewIfAdmitted(check, query);
      if (overview === null) continue;
      const period = overview.field("period");
      check.expect.field(`period.${parameter}`, period[parameter], overview).toBe(query[parameter]);
    }
  });
}

/** Omits the parameter, with any combination of the others. */
function defaultsTo(
  id: RuleId,
  parameter: keyof OverviewQuery,
  value: string,
  concerns: (query: OverviewQuery) => boolean = () => true,
): RuleCheck {
  return rule(id, async (check) => {
    check.succeeded(await overviewOf(check, MONTHS));
    for (const query of PARTIAL) {
      if (query[parameter] !== undefined || !concerns(query)) continue;
      const overview = await overviewOf(check, query);
      check.expect(overview).toAnswer(200);
      check.expect.field(`period.${parameter}`, overview.field("period")[parameter], overview).toBe(value);
    }
    if (parameter !== "granularity") return;
    const short = await overviewOf(check, { range: "30d" });
    const chosen = short.succeeded ? short.field("period").granularity : "refused";
    check.observe("overview-default-granularity-30d", `${short.status} ${textOf(chosen)}`);
  });
}

/** Queries with both comparisons, right after another valid query. */
function admits(id: RuleId, counterpart: OverviewQuery, queries: readonly OverviewQuery[]): RuleCheck {
  return rule(id, async (check) => {
    check.succeeded(await overviewOf(check, counterpart));
    for (const query of queries) {
      for (const comparison of ["previous_period", "previous_year"] as const) {
        check.expect(await overviewOf(check, { ...query, comparison })).toAnswer(200);
      }
    }
  });
}

/** The same granularity is valid with another range. If the refused range is the default, also omits it. */
function refuses(id: RuleId, query: OverviewQuery, counterpart: OverviewQuery): RuleCheck {
  return rule(id, async (check) => {
    const { range, ...others } = query;
    const queries = [query, { ...query, comparison: "previous_period" as const }];
    for (const each of range === "12m" ? [...queries, others] : queries) {
      const { comparison } = each as OverviewQuery;
      check.succeeded(
        await overviewOf(check, { ...counterpart, ...(comparison === undefined ? {} : { comparison }) }),
      );
      const refused: Answer = await overviewOf(check, each);
      check.expect(refused).toRefuse({ status: 422 });
      isIncompatible(check, refused);
    }
  });
}

function isIncompatible(check: Check, refused: Answer): void {
  const { errors } = refused.body as { errors?: unknown };
  const first = Array.isArray(errors)
    ? (errors[0] as { rule?: unknown } | null | undefined)?.rule
    : undefined;
  check.expect.that("errors[0].rule", first, refused).toBe("compatible_with_range");
}
