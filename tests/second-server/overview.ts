/** The activity overview (§2.9, §4.6): whole UTC days or months, the reference period folded on. */
import type { Vendor } from "./connect-types.ts";
import { fault, refuseFaults } from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { greenwich } from "./text.ts";

const DAY = 86_400_000;

interface Step {
  from: number;
  to: number;
}

const month = (ms: number, shift: number): number => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift, 1);
};

/** The same time of another year; 29 February becomes 1 March. */
const yearBefore = (ms: number): number => {
  const d = new Date(ms);
  return Date.UTC(d.getUTCFullYear() - 1, d.getUTCMonth(), d.getUTCDate());
};

function steps(from: number, to: number, granularity: string): Step[] {
  const found: Step[] = [];
  for (let start = from; start < to;) {
    const end = granularity === "month" ? month(start, 1) : start + (granularity === "week" ? 7 : 1) * DAY;
    found.push({ from: start, to: Math.min(end, to) });
    start = end;
  }
  return found;
}

function choose(query: URLSearchParams, name: string, choices: string[], fallback: string): string {
  const value = query.get(name) ?? fallback;
  if (!choices.includes(value)) refuseFaults(422, [fault(name, "enum")]);
  return value;
}

interface Happening {
  atMs: number;
  value: number;
}

const sum = (all: readonly Happening[], { from, to }: Step): number =>
  all.reduce((total, { atMs, value }) => (atMs >= from && atMs < to ? total + value : total), 0);

function series(
  all: readonly Happening[],
  now: readonly Step[],
  before: readonly Step[],
): Record<string, unknown> {
  const points = now.map((step, index) => {
    const reference = before[index];
    return {
      previous: reference === undefined ? 0 : sum(all, reference),
      value: sum(all, step),
      date: greenwich(step.from),
    };
  });
  const total = (pick: "value" | "previous") => points.reduce((all_, point) => all_ + point[pick], 0);
  return { points, previous_total: total("previous"), total: total("value") };
}

/** Folds the reference period onto as many steps as the period has. */
function fold(from: number, to: number, like: readonly Step[], granularity: string): Step[] {
  const made = steps(from, to, granularity).slice(0, like.length);
  const last = made.at(-1);
  if (last !== undefined) last.to = to;
  return made;
}

function overview({ books, request: { query }, now }: Call): Record<string, unknown> {
  const range = choose(query, "range", ["30d", "6m", "12m"], "12m");
  const granularity = choose(query, "granularity", ["day", "week", "month"], "month");
  const comparison = choose(query, "comparison", ["previous_period", "previous_year"], "previous_year");
  const misfit = range === "30d" ? granularity === "month" : granularity === "day";
  if (misfit) refuseFaults(422, [fault("granularity", "compatible_with_range")]);
  const midnight = Math.floor(now / DAY) * DAY + DAY;
  const months = range === "6m" ? 6 : 12;
  const to = range === "30d" ? midnight : month(now, 1);
  const from = range === "30d" ? to - 30 * DAY : month(to, -months);
  const contiguous = comparison === "previous_period";
  const previousTo = contiguous ? from : yearBefore(to);
  const previousFrom = !contiguous
    ? yearBefore(from)
    : range === "30d"
      ? from - 30 * DAY
      : month(from, -months);

  const here = steps(from, to, granularity);
  const there = fold(previousFrom, previousTo, here, granularity);
  const charges = [...books.charges.values()];
  const volume = charges.map((charge) => ({
    atMs: charge.capturedMs,
    value: charge.gross,
    vendor: charge.vendor,
  }));
  const vendors = books.vendors.filter((vendor) => !vendor.deleted);
  const ranked = vendors
    .map((vendor) => rank(vendor, volume, { from, to }, { from: previousFrom, to: previousTo }))
    .filter((entry) => entry.value > 0);
  return {
    top_growth: ranked.toSorted((a, b) => (b.delta ?? -Infinity) - (a.delta ?? -Infinity)).slice(0, 4),
    top_volume: ranked.toSorted((a, b) => b.value - a.value).slice(0, 4),
    new_accounts: series(
      vendors.map((vendor) => ({ atMs: vendor.createdMs, value: 1 })),
      here,
      there,
    ),
    gross_volume: series(volume, here, there),
    period: {
      previous_to: greenwich(previousTo),
      previous_from: greenwich(previousFrom),
      to: greenwich(to),
      from: greenwich(from),
      comparison,
      granularity,
      range,
    },
    currency: "XAF",
    object: "connect_overview",
  };
}

function rank(vendor: Vendor, volume: readonly (Happening & { vendor: string })[], here: Step, there: Step) {
  const own = volume.filter((charge) => charge.vendor === vendor.id);
  const value = sum(own, here);
  const previous = sum(own, there);
  return {
    delta: previous === 0 ? null : ((value - previous) / previous) * 100,
    previous_value: previous,
    value,
    country: vendor.country,
    name: vendor.name,
    account: vendor.id,
  };
}

export const overviewRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/connect/overview",
    unauthorizedForm: "code",
    answer: (call) => ({ status: 200, body: overview(call) }),
  },
];
