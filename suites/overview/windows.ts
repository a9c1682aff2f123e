import { type Check, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { isBareDate } from "../../harness/timestamps.ts";
import {
  END_STYLES,
  type EndStyle,
  isLong,
  isReferenceYearBefore,
  isYearBefore,
  lengthOfReference,
  stepCounts,
} from "../fixtures/overview-calendar.ts";
import { figureOf } from "../fixtures/overview-points.ts";
import {
  type FullQuery,
  fullQueries,
  type Overview,
  overviewIfAdmitted,
  spelt,
  type Windows,
  windowsOf,
} from "../fixtures/overviews.ts";

/**
 * The window of an overview and its reference (§2.9, §4.6). The document does not say where a window ends and how `to` is written. Some
 * reading of the end must match the length and the position of both windows.
 */
export default [
  windowOf("overview/window-of-30-days", "30d", "thirty days"),
  windowOf("overview/window-of-6-months", "6m", "six months"),
  windowOf("overview/window-of-12-months", "12m", "twelve months"),

  /** Judges contiguity with the reading of the end that gives the window its length. */
  judged("overview/previous-period-is-contiguous", contiguousQueries(), (check, overview, query) => {
    const windows = windowsOf(overview);
    const styles = END_STYLES.filter((style) => hasLength(windows, style, query.range));
    check.expect
      .that(`the reference (${spelt(windows)})`, spelt(windows), overview)
      .toSatisfy("the window right before, without a gap and without an overlap", () =>
        styles.some((style) => adjoins(windows, style)),
      );
    check.observe("overview-instant-form", `to is ${isBareDate(windows.to.text) ? "a date" : "a time"}`);
    const [style] = styles;
    if (style !== undefined) check.observe("overview-window-anchor", `${query.range}: to is ${style.name}`);
  }),

  judged("overview/previous-period-has-the-same-length", contiguousQueries(), (check, overview, query) => {
    const windows = windowsOf(overview);
    const length = lengthOfReference(windows, query.range);
    check.expect
      .that("the reference", spelt(windows), overview)
      .toSatisfy(`as long as the window, ${query.range}`, () => length !== null);
    check.observe("overview-reference-length", `${query.range}: ${length ?? ""}`);
  }),

  judged("overview/previous-year-starts-a-year-earlier", yearQueries(), (check, overview, { range }) => {
    const windows = windowsOf(overview);
    const { from, previousFrom } = windows;
    check.expect
      .field("period.previous_from", previousFrom.text, overview)
      .toSatisfy(
        `one year before ${from.text}`,
        () => isYearBefore(from.at, previousFrom.at) || isReferenceYearBefore(windows, range),
      );
  }),

  /** Judges every reading of the end. */
  judged("overview/previous-year-ends-a-year-earlier", yearQueries(), (check, overview, { range }) => {
    const windows = windowsOf(overview);
    const { to, previousTo } = windows;
    check.expect
      .field("period.previous_to", previousTo.text, overview)
      .toSatisfy(
        `one year before ${to.text}`,
        () =>
          END_STYLES.some((style) => isYearBefore(style.end(to.at), style.previousEnd(previousTo.at))) ||
          isReferenceYearBefore(windows, range),
      );
  }),

  pointPerStep("overview/gross-volume-point-per-step", "gross_volume"),
  pointPerStep("overview/new-accounts-point-per-step", "new_accounts"),
];

/**
 * Queries the previous period, whose end is written like the window's. Judges the length with the reading of the end that makes the two
 * windows adjacent.
 */
function windowOf(id: RuleId, range: FullQuery["range"], length: string): RuleCheck {
  const queries = contiguousQueries().filter((query) => query.range === range);
  return judged(id, queries, (check, overview) => {
    const windows = windowsOf(overview);
    check.expect
      .that("the window", spelt(windows), overview)
      .toSatisfy(`${length} long`, () =>
        END_STYLES.some((style) => adjoins(windows, style) && hasLength(windows, style, range)),
      );
  });
}

/** Accepts every permitted way to count partial steps at the ends of the window. */
function pointPerStep(id: RuleId, figure: "gross_volume" | "new_accounts"): RuleCheck {
  return judged(id, fullQueries({ weeks: true }), (check, overview, query) => {
    const { from, to } = windowsOf(overview);
    const { points } = figureOf(overview, figure);
    const allowed = new Set(
      END_STYLES.filter(
        (style) => query.granularity === "week" || isLong(from.at, style.end(to.at), query.range),
      ).flatMap((style) =>
        [style.end(to.at), to.at].flatMap((end) => [...stepCounts(from.at, end, query.granularity)]),
      ),
    );
    check.expect
      .that(
        `the number of points of ${figure} for ${query.range} by ${query.granularity}`,
        points.length,
        overview,
      )
      .toBeOneOf([...allowed]);
    check.observe("overview-step-count", `${query.range} by ${query.granularity}: ${points.length}`);
    const [point] = points;
    if (point !== undefined) check.observe("overview-point-dates", formOf(point.date));
  });
}

function judged(
  id: RuleId,
  queries: readonly FullQuery[],
  judge: (check: Check, overview: Overview, query: FullQuery) => void,
): RuleCheck {
  return rule(id, async (check) => {
    for (const query of queries) {
      const overview = await overviewIfAdmitted(check, query);
      if (overview !== null) judge(check, overview, query);
    }
  });
}

/** By days and months only: windows by week may be aligned to weeks. */
function contiguousQueries(): readonly FullQuery[] {
  return fullQueries({ weeks: false }).filter((query) => query.comparison === "previous_period");
}

function yearQueries(): readonly FullQuery[] {
  return fullQueries({ weeks: false }).filter((query) => query.comparison === "previous_year");
}

function adjoins({ from, previousTo }: Windows, style: EndStyle): boolean {
  return style.previousEnd(previousTo.at) === from.at;
}

function hasLength({ from, to }: Windows, style: EndStyle, range: FullQuery["range"]): boolean {
  return isLong(from.at, style.end(to.at), range);
}

function formOf(date: unknown): string {
  return textOf(date).replace(/\d/g, "0");
}
