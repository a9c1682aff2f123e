import type { Check } from "../../harness/check.ts";
import { rule, type RuleCheck } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { edgesFrom, END_STYLES, isLong, isReferenceYearBefore } from "../expect/overview-calendar.ts";
import {
  fullQueries,
  type FullQuery,
  overviewIfAdmitted,
  spelt,
  type Windows,
  windowsOf,
} from "../fixtures/overviews.ts";
import { DAY } from "../fixtures/times.ts";

/** The windows of an overview where months and years end (§4.6), by the time of a merchant that control moves. */
export default [
  /** By the reading of the end under which both adjoin. */
  onEdges("overview/windows-on-calendar-edges", "previous_period", {
    expected: ({ range }) => `a window of ${range}, and a reference that ends where the window begins`,
    fits: (windows, { range }) =>
      END_STYLES.some(
        (style) =>
          style.previousEnd(windows.previousTo.at) === windows.from.at &&
          isLong(windows.from.at, style.end(windows.to.at), range),
      ),
  }),

  /** In any reading of the end. */
  onEdges("overview/previous-year-on-calendar-edges", "previous_year", {
    expected: () => "a window, and a reference that begins and ends one year earlier",
    fits: (windows, { range }) => isReferenceYearBefore(windows, range),
    observe: (check, { previousFrom, previousTo }, edge) => {
      if (edge.slice(5, 10) !== "02-29") return;
      const days = Math.round((previousTo.at - previousFrom.at) / DAY);
      check.observe("overview-leap-days", `30d on 29 February: a reference of ${days} days`);
    },
  }),
];

function onEdges(
  id: RuleId,
  comparison: FullQuery["comparison"],
  {
    expected,
    fits,
    observe,
  }: {
    readonly expected: (query: FullQuery) => string;
    readonly fits: (windows: Windows, query: FullQuery) => boolean;
    /** With the windows of thirty days. */
    readonly observe?: (check: Check, windows: Windows, edge: string) => void;
  },
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
          .that(`the overview of ${query.range} on ${edge.slice(0, 10)}`, spelt(windows), overview)
          .toSatisfy(expected(query), () => fits(windows, query));
        if (query.range === "30d") observe?.(check, windows, edge);
      }
    }
  });
}
