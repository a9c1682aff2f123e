import { rule, type RuleCheck } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import {
  areDaysApart,
  areMonthsApart,
  edgesFrom,
  END_STYLES,
  isYearBefore,
} from "../expect/overview-calendar.ts";
import {
  fullQueries,
  type FullQuery,
  overviewIfAdmitted,
  spelt,
  type Windows,
  windowsOf,
} from "../fixtures/overviews.ts";

/** The windows of an overview where months and years end (§4.6), by the time of a merchant that control moves. */
export default [
  /** By the reading of the end under which both adjoin. */
  onEdges("overview/windows-on-calendar-edges", "previous_period", (windows, { range }) =>
    END_STYLES.some(
      (style) =>
        style.previousEnd(windows.previousTo.at) === windows.from.at &&
        isLong(windows.from.at, style.end(windows.to.at), range),
    ),
  ),

  /** Both bounds, in any reading of the end. */
  onEdges(
    "overview/previous-year-on-calendar-edges",
    "previous_year",
    ({ from, to, previousFrom, previousTo }) =>
      isYearBefore(from.at, previousFrom.at) &&
      END_STYLES.some((style) => isYearBefore(style.end(to.at), style.previousEnd(previousTo.at))),
  ),
];

function onEdges(
  id: RuleId,
  comparison: FullQuery["comparison"],
  fits: (windows: Windows, query: FullQuery) => boolean,
): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await check.ownMerchant({ connectMode: "marketplace" });
    const queries = fullQueries({ weeks: false }).filter((query) => query.comparison === comparison);
    for (const edge of edgesFrom(new Date().getUTCFullYear() + 1)) {
      const to = `${edge}:00:30Z`;
      await check.control.call("moveWallClock", { path: { accountId: merchant.accountId }, json: { to } });
      for (const query of queries) {
        const overview = await overviewIfAdmitted(check, query, merchant.api);
        if (overview === null) continue;
        const windows = windowsOf(overview);
        check.expect
          .that(`the windows on ${edge.slice(0, 10)}`, spelt(windows), overview)
          .toSatisfy(`those of ${query.range} with ${comparison}`, () => fits(windows, query));
      }
    }
  });
}

function isLong(from: number, end: number, range: FullQuery["range"]): boolean {
  if (range === "30d") return areDaysApart(from, end, 30);
  return areMonthsApart(from, end, range === "6m" ? 6 : 12);
}
