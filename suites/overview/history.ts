import { type Check, NothingToJudge, numberOf, rule, textOf } from "../kit.ts";
import { boundOf } from "../fixtures/overview-calendar.ts";
import { leadersOf } from "../fixtures/overview-leaders.ts";
import { figureOf, type FigureName, type Point } from "../fixtures/overview-points.ts";
import {
  type FullQuery,
  fullQueries,
  type Overview,
  overviewIfAdmitted,
  spelt,
  windowsOf,
} from "../fixtures/overviews.ts";
import { soon } from "../fixtures/reading.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { between, givenOverviewHistory, type OverviewHistory, sumOf } from "../scenarios/overview-history.ts";

/** What a window, or its reference, must show of a series. */
interface Sum {
  readonly total: number;
  /** What happened, in order. */
  readonly values: readonly number[];
}

/** Overviews of a marketplace whose whole history is known (§2.9, §4.6). */
export default [
  /** Judges each valid combination of parameters, where nothing happened near a bound of its windows. */
  rule("overview/adds-up-over-a-history", PATIENT, async (check) => {
    const history = await givenOverviewHistory(check);
    let judged = 0;
    for (const query of fullQueries({ weeks: true })) {
      const overview = await read(check, history, query);
      if (overview === null) continue;
      const sums = sumsOf(history, overview);
      if (sums === null) continue;
      judged += 1;
      for (const name of ["gross_volume", "new_accounts"] as const)
        judgeSeries(check, { overview, query, name, ...sums[name] });
      judgeLeaders(check, history, overview);
    }
    if (judged === 0) throw new NothingToJudge("something happened near a bound of every window");
  }),
];

type Sums = Readonly<Record<FigureName, { readonly window: Sum; readonly reference: Sum }>>;

/** Null if something happened near a bound. */
function sumsOf({ captures, creations }: OverviewHistory, overview: Overview): Sums | null {
  const { from, to, previousFrom, previousTo } = windowsOf(overview);
  const all = { gross_volume: captures, new_accounts: creations };
  const sums = Object.entries(all).map(([name, counted]) => {
    const [window, reference] = [
      between(counted, from.at, to.at),
      between(counted, previousFrom.at, previousTo.at),
    ];
    const sum = (some: typeof window): Sum => ({
      total: sumOf(some ?? []),
      values: (some ?? []).map(({ value }) => value),
    });
    return window === null || reference === null
      ? null
      : ([name, { window: sum(window), reference: sum(reference) }] as const);
  });
  return sums.includes(null) ? null : (Object.fromEntries(sums.filter((one) => one !== null)) as Sums);
}

/** The overview once it shows the totals, or at the deadline; null if the target refuses weeks with this range. */
function read(check: Check, history: OverviewHistory, query: FullQuery): Promise<Overview | null> {
  return soon(check, {
    read: () => overviewIfAdmitted(check, query, history.merchant.api),
    holds: (overview) => {
      const sums = overview === null ? null : sumsOf(history, overview);
      return (
        overview === null ||
        sums === null ||
        (["gross_volume", "new_accounts"] as const).every(
          (name) => figureOf(overview, name).total === sums[name].window.total,
        )
      );
    },
  });
}

function judgeSeries(
  check: Check,
  {
    overview,
    query,
    name,
    window,
    reference,
  }: {
    readonly overview: Overview;
    readonly query: FullQuery;
    readonly name: FigureName;
    readonly window: Sum;
    readonly reference: Sum;
  },
): void {
  const { total, previousTotal, points } = figureOf(overview, name);
  const what = `of ${name} by ${query.granularity} (${spelt(windowsOf(overview))})`;
  check.expect.that(`the total ${what}`, total, overview).toBe(window.total);
  check.expect.that(`the total of the reference ${what}`, previousTotal, overview).toBe(reference.total);
  const inOrder = ordered(points);
  if (inOrder === null) return;
  const values = inOrder.map(({ value }) => value).filter((value) => value !== 0);
  check.expect
    .that(`the values of the points ${what}, in the order of their dates`, values, overview)
    .toSatisfy(`those of what happened, ${window.values.join(", ")}, or sums of some in a row`, () =>
      areRuns(values, window.values),
    );
}

/** The points in the order of their dates; null if these are no dates. */
function ordered(points: readonly Point[]): readonly Point[] | null {
  const dated = points.map((point) => ({ point, at: boundOf(textOf(point.date))?.at }));
  if (dated.some(({ at }) => at === undefined)) return null;
  return dated.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)).map(({ point }) => point);
}

/** Whether these are sums of values that follow each other, each of which is in one sum. */
function areRuns(sums: readonly number[], values: readonly number[]): boolean {
  const left = [...values];
  for (const sum of sums) {
    let rest = sum;
    while (rest > 0) rest -= left.shift() ?? Infinity;
    if (rest !== 0) return false;
  }
  return left.length === 0;
}

/** Compares each leader by volume with the charges of its vendor. */
function judgeLeaders(check: Check, { captures }: OverviewHistory, overview: Overview): void {
  const { from, to, previousFrom, previousTo } = windowsOf(overview);
  for (const { account, value, previous_value: previous, delta } of leadersOf(overview, "top_volume")) {
    const own = captures.filter(({ acct }) => acct === account);
    const [now, before] = [
      sumOf(between(own, from.at, to.at) ?? []),
      sumOf(between(own, previousFrom.at, previousTo.at) ?? []),
    ];
    const what = `of ${textOf(account)} (${spelt(windowsOf(overview))})`;
    check.expect.that(`the volume ${what}`, value, overview).toBe(now);
    check.expect.that(`the volume in the reference ${what}`, previous ?? 0, overview).toBe(before);
    if (before === 0) continue;
    const change = ((now - before) / before) * 100;
    check.expect
      .that(`the delta ${what}`, delta, overview)
      .toSatisfy(`${change}, with a tolerance of less than one`, (shown) => {
        return Math.abs(numberOf(shown ?? Number.NaN) - change) < 1;
      });
  }
}
