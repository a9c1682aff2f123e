import type { OverviewQuery } from "../../generators/index.ts";
import type { Api } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { boundOf, END_STYLES } from "./calendar.ts";
import { type FullQuery, type Overview, overviewIfAdmitted, overviewOf, windowsOf } from "./reading.ts";

const DAYS: FullQuery = { range: "30d", granularity: "day", comparison: "previous_period" };
const MONTHS: FullQuery = { range: "12m", granularity: "month", comparison: "previous_year" };
/** Which ranges weeks go with is open: the first that the target admits is taken. */
const WEEKS: readonly FullQuery[] = (["6m", "30d", "12m"] as const).map((range) => ({
  range,
  granularity: "week",
  comparison: "previous_year",
}));

/** One overview for each step that an act of now shows in, with its query. */
export async function overviewsOfEachStep(
  check: Check,
  api: Api,
): Promise<readonly { readonly query: FullQuery; readonly overview: Overview }[]> {
  const read = [{ query: DAYS, overview: check.succeeded(await overviewOf(check, DAYS, api)) }];
  for (const query of WEEKS) {
    const overview = await overviewIfAdmitted(check, query, api);
    if (overview === null) continue;
    read.push({ query, overview });
    break;
  }
  return [...read, { query: MONTHS, overview: check.succeeded(await overviewOf(check, MONTHS, api)) }];
}

export type FigureName = "gross_volume" | "new_accounts";

export interface Point {
  readonly date: unknown;
  readonly value: number;
  readonly previous: number;
}

/** A figure as a target states it; a step without reference has none, told by null or by zero. */
export interface Figure {
  readonly total: number;
  readonly previousTotal: number;
  readonly points: readonly Point[];
}

/** @throws Inconclusive when it is no figure: its form is for other rules */
export function figureOf(overview: Overview, name: FigureName): Figure {
  const figure = (overview.body as Readonly<Record<string, unknown>>)[name] as Partial<
    Record<"total" | "previous_total" | "points", unknown>
  > | null;
  const points = figure?.points;
  if (!Array.isArray(points)) throw new Inconclusive(`the overview shows no list of points of ${name}`);
  return {
    total: numberIn(figure?.total, `${name}.total`),
    previousTotal: numberIn(figure?.previous_total ?? 0, `${name}.previous_total`),
    points: (points as readonly Partial<Record<keyof Point, unknown> | null>[]).map((point, index) => ({
      date: point?.date,
      value: numberIn(point?.value, `the value of point ${index} of ${name}`),
      previous: numberIn(point?.previous ?? 0, `the reference of point ${index} of ${name}`),
    })),
  };
}

function numberIn(value: unknown, what: string): number {
  if (typeof value === "number") return value;
  throw new Inconclusive(`${what} is no number`);
}

/** @throws Inconclusive when the overview is refused */
export async function readFigure(
  check: Check,
  api: Api,
  query: OverviewQuery,
  name: FigureName,
): Promise<Figure & { readonly overview: Overview }> {
  const overview = check.succeeded(await overviewOf(check, query, api));
  return { overview, ...figureOf(overview, name) };
}

/** A reading that something was added to: the query, what it answered before, and the total that it has to come to. */
export interface Raised {
  readonly query: OverviewQuery;
  readonly before: Overview;
  readonly figure: FigureName;
  readonly total: number;
  /** Whether what was done then shows in the window. */
  readonly cover: Cover;
  /** How long it may take, ms; what the profile lets a target be inconsistent without it. */
  readonly withinMs?: number;
}

/**
 * Reads until a figure's total is what it has to be, for as long as the profile lets a target be inconsistent.
 * @throws Violation of basis "deadline"
 * @throws Inconclusive when a new day has begun meanwhile: then the window moved, and its figures with it; or when nothing
 * shows in a window that may have ended before
 */
export async function readUntil(
  check: Check,
  api: Api,
  raised: Raised,
): Promise<Figure & { readonly overview: Overview }> {
  const { query, before, figure, total } = raised;
  let last = figureOf(before, figure).total;
  try {
    return await check.eventually({
      expected: `${figure}.total over ${query.range} by ${query.granularity} to be ${total}`,
      withinMs: raised.withinMs ?? check.profile.deadlines.consistencyMs,
      read: async () => {
        const read = await readFigure(check, api, query, figure);
        if (dayOf(read.overview) !== dayOf(before))
          throw new Inconclusive("a new day began while the overview was read");
        last = read.total;
        return read;
      },
      holds: (read) => read.total === total,
      show: (read) => String(read.total),
    });
  } catch (error) {
    const nothing = last === figureOf(before, figure).total;
    if (error instanceof Violation && nothing && raised.cover === "perhaps") throw notCovered(before);
    throw error;
  }
}

const dayOf = (overview: Overview): number => Math.floor(windowsOf(overview).from.at / 86_400_000);

export function valuesOf(points: readonly Point[]): readonly number[] {
  return points.map(({ value }) => value);
}

/** Whether an act of now shows in a window by every reading of its end, or by some. */
export type Cover = "surely" | "perhaps";

/** A window that ends so near to now moves along with it, ms. */
const MOVING_MS = 60_000;

/**
 * Whether an act of now shows in the window, by the target's own clock.
 * @throws Inconclusive when the window ends before now or begins after: an act of now does not show in it
 */
export function coversNow(overview: Overview, now: number): Cover {
  const { from, to } = windowsOf(overview);
  if (from.at > now || !END_STYLES.some((style) => style.end(to.at) > now)) throw notCovered(overview);
  return to.at > now || now - to.at <= MOVING_MS ? "surely" : "perhaps";
}

/** Nothing can be known from a window in which nothing of now shows. */
export function notCovered(overview: Overview): Inconclusive {
  const { from, to } = windowsOf(overview);
  return new Inconclusive(`the window goes from ${from.text} to ${to.text}, so nothing of now shows in it`);
}

/**
 * The steps that may be that of now: a step is dated by its beginning or by its end. Null where dates are no dates.
 */
export function pointOfNow(points: readonly Point[], now: number): readonly number[] | null {
  const dates = points.map(({ date }) => boundOf(String(date))?.at ?? Number.NaN);
  if (dates.some(Number.isNaN)) return null;
  const begun = dates.filter((date) => date <= now);
  const ending = dates.filter((date) => date >= now);
  const latest = dates.indexOf(Math.max(...begun));
  const next = dates.indexOf(Math.min(...ending));
  return [latest, next].filter((step) => step >= 0);
}
