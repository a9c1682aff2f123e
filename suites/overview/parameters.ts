import type { OverviewQuery } from "../../generators/index.ts";
import { type Answer, type Check, numberOf, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { overviewOf } from "../fixtures/overviews.ts";

const DAYS: OverviewQuery = { range: "30d", granularity: "day" };
const RANGES = ["30d", "6m", "12m"] as const;
const MONTHS: OverviewQuery = { range: "12m", granularity: "month" };

/** The queries that an overview accepts and refuses (§4.6). */
export default [
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
    const short = await overviewOf(check, { range: "30d" });
    const chosen = short.succeeded ? short.field("period").granularity : "refused";
    check.observe("overview-default-granularity-30d", `${short.status} ${textOf(chosen)}`);
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
