import { type Check, NothingToJudge, rule, textOf } from "../kit.ts";
import {
  type Bound,
  boundOf,
  edgesFrom,
  END_STYLES,
  isLong,
  isReferenceYearBefore,
  lengthOfReference,
  LONGEST,
} from "../fixtures/overview-calendar.ts";
import {
  fullQueries,
  type FullQuery,
  type Overview,
  overviewIfAdmitted,
  spelt,
  type Windows,
  windowsOf,
} from "../fixtures/overviews.ts";
import { figureOf } from "../fixtures/overview-points.ts";
import { DAY, MINUTE } from "../fixtures/times.ts";

/** The windows of an overview at the ends of months and years (§4.6). Control moves the merchant's clock there. */
export default [
  /** Reads `to` and `previous_to` in the same way. In one of these readings, the reference ends where the window begins. */
  rule("overview/windows-on-calendar-edges", async (check) => {
    for await (const each of onEdges(check, { comparison: "previous_period", weeks: false }))
      judge(check, each, {
        expected: `a window of ${each.query.range}, and a reference that is as long and ends where the window begins`,
        holds: (windows) =>
          lengthOfReference(windows, each.query.range) !== null &&
          END_STYLES.some(
            (style) =>
              style.previousEnd(windows.previousTo.at) === windows.from.at &&
              isLong(windows.from.at, style.end(windows.to.at), each.query.range),
          ),
      });
  }),

  /**
   * Compares the reference in every reading of the end. Windows by week count only if none of them is aligned to weeks, because then the
   * reference is aligned too.
   */
  rule("overview/previous-year-on-calendar-edges", async (check) => {
    const byWeeks: OnEdge[] = [];
    const others = new Map<string, Windows>();
    for await (const each of onEdges(check, { comparison: "previous_year", weeks: true })) {
      if (each.query.granularity === "week") byWeeks.push(each);
      else {
        judge(check, each, isYearEarlier(each));
        others.set(nameOf(each), each.windows);
        if (each.query.range === "30d") observeLeapDay(check, each);
      }
    }
    if (byWeeks.every((each) => isSameWindow(each.windows, others.get(nameOf(each)))))
      for (const each of byWeeks) judge(check, each, isYearEarlier(each));
  }),

  /** The dates of both series, if they are dates: in which form, and of which end of their step, is open. */
  rule("overview/points-on-calendar-edges", async (check) => {
    let judged = 0;
    for await (const each of onEdges(check, { comparison: "previous_year", weeks: false }))
      for (const figure of ["gross_volume", "new_accounts"] as const) {
        const { points } = figureOf(each.overview, figure);
        const dates = points.map(({ date }) => boundOf(textOf(date))?.at ?? Number.NaN);
        if (dates.length === 0 || dates.some(Number.isNaN)) continue;
        judged += 1;
        check.expect
          .that(
            `the dates of ${figure} of ${nameOf(each)}`,
            points.map(({ date }) => date),
            each.overview,
          )
          .toSatisfy(`one for each ${each.query.granularity}`, () => areSteps(dates, each));
      }
    if (judged === 0) throw new NothingToJudge("no series has dates");
  }),
];

/** Whether dates are different, at most a step apart, and at most a step outside the window. */
function areSteps(dates: readonly number[], { query, windows }: OnEdge): boolean {
  const step = LONGEST[query.granularity];
  const sorted = dates.toSorted((one, other) => one - other);
  const isApart = (date: number, index: number): boolean => {
    const before = sorted[index - 1];
    return before === undefined || (date > before && date - before <= step);
  };
  const isNear = (date: number): boolean =>
    date >= windows.from.at - step - DAY && date <= windows.to.at + step + DAY;
  return sorted.every(isApart) && sorted.every(isNear);
}

/** An overview, read at the end of a month or year. */
interface OnEdge {
  readonly edge: string;
  readonly query: FullQuery;
  readonly overview: Overview;
  readonly windows: Windows;
}

async function* onEdges(
  check: Check,
  { comparison, weeks }: { readonly comparison: FullQuery["comparison"]; readonly weeks: boolean },
): AsyncGenerator<OnEdge> {
  const { accountId, api } = await check.ownMerchant({ connectMode: "marketplace" });
  const queries = fullQueries({ weeks }).filter((query) => query.comparison === comparison);
  for (const edge of edgesFrom(new Date().getUTCFullYear() + 1)) {
    const to = `${edge}:00:30Z`;
    await check.control.call("moveWallClock", { path: { accountId }, json: { to } });
    for (const query of queries) {
      const overview = await overviewIfAdmitted(check, query, api);
      if (overview !== null) yield { edge, query, overview, windows: windowsOf(overview) };
    }
  }
}

interface Expected {
  readonly expected: string;
  readonly holds: (windows: Windows) => boolean;
}

function judge(check: Check, each: OnEdge, { expected, holds }: Expected): void {
  check.expect
    .that(`the overview of ${nameOf(each)} by ${each.query.granularity}`, spelt(each.windows), each.overview)
    .toSatisfy(expected, () => holds(each.windows));
}

const isYearEarlier = ({ query }: OnEdge): Expected => ({
  expected: "a window, and a reference that begins and ends one year earlier",
  holds: (windows) => isReferenceYearBefore(windows, query.range),
});

const nameOf = ({ query, edge }: OnEdge): string => `${query.range} on ${edge.slice(0, 10)}`;

/** A window may end at the time of the request, so bounds that differ by little are the same. */
function isSameWindow({ from, to }: Windows, other: Windows | undefined): boolean {
  const isNear = (one: Bound, another: Bound): boolean => Math.abs(one.at - another.at) < MINUTE;
  return other !== undefined && isNear(from, other.from) && isNear(to, other.to);
}

function observeLeapDay(check: Check, { edge, windows }: OnEdge): void {
  if (edge.slice(5, 10) !== "02-29") return;
  const days = Math.round((windows.previousTo.at - windows.previousFrom.at) / DAY);
  check.observe("overview-leap-days", `30d on 29 February: a reference of ${days} days`);
}
