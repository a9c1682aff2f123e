import { compatibilityOf, type OverviewQuery, overviewGrid } from "../../generators/index.ts";
import type { Api, SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { type Bound, boundOf, canCover, END_STYLES, isLong } from "./calendar.ts";

export type Overview = Answer<SuccessBody<"retrieveOverview">>;

/** Asks for an overview; the default merchant's without `api`. */
export async function overviewOf(
  check: Check,
  query: OverviewQuery = {},
  api: Api = check.api,
): Promise<Overview> {
  return api.retrieveOverview({ query: { ...query } });
}

/** A query that names everything and that goes together by the document. */
export type FullQuery = Required<OverviewQuery>;

/** All such queries, months and days only, or weeks too. */
export function fullQueries(options: { weeks: boolean }): readonly FullQuery[] {
  return overviewGrid().filter(
    (query): query is FullQuery =>
      query.range !== undefined &&
      query.granularity !== undefined &&
      query.comparison !== undefined &&
      (query.granularity === "week" ? options.weeks : compatibilityOf(query) === "compatible"),
  );
}

/**
 * An overview, or null where the target refuses weeks with this range: which ranges go with weeks is open.
 * @throws Inconclusive for any other refusal
 */
export async function overviewIfAdmitted(
  check: Check,
  query: OverviewQuery,
  api: Api = check.api,
): Promise<Overview | null> {
  const overview = await overviewOf(check, query, api);
  return query.granularity === "week" && overview.status === 422 ? null : check.succeeded(overview);
}

/** The two windows of an overview. */
export interface Windows {
  readonly from: Bound;
  readonly to: Bound;
  readonly previousFrom: Bound;
  readonly previousTo: Bound;
}

/** @throws Inconclusive when one of the four is no date: its form is for other rules */
export function windowsOf(overview: Overview): Windows {
  const period = overview.field("period");
  const bound = (name: "from" | "to" | "previous_from" | "previous_to"): Bound => {
    const read = boundOf(period[name]);
    if (read === null) throw new Inconclusive(`period.${name} is no date, so no window can be read from it`);
    return read;
  };
  return {
    from: bound("from"),
    to: bound("to"),
    previousFrom: bound("previous_from"),
    previousTo: bound("previous_to"),
  };
}

/** Whether the points of an overview can hold its whole window: what is in none of them is in the total all the same. */
export function holdsWindow(
  overview: Overview,
  { range, granularity }: Pick<FullQuery, "range" | "granularity">,
  points: number,
): boolean {
  const { from, to } = windowsOf(overview);
  const ends = END_STYLES.map((style) => style.end(to.at)).filter((end) => isLong(from.at, end, range));
  return canCover({ from: from.at, end: Math.max(to.at, ...ends) }, granularity, points);
}

/** In words, for failures. */
export function spelt({ from, to, previousFrom, previousTo }: Windows): string {
  return `from ${from.text} to ${to.text}, reference from ${previousFrom.text} to ${previousTo.text}`;
}
