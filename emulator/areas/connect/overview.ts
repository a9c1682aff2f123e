import { guard } from "../../kernel/guards.ts";
import { fieldError, json, validationFailed } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Decision } from "../../kernel/types.ts";
import { present } from "../common/deciders.ts";
import type { ConnectGuard, ConnectInput, Leader, Occurrence, OverviewParts } from "./parts.ts";
import {
  type Comparison,
  type Granularity,
  type Range,
  type Window,
  comparisons,
  earlier,
  granularities,
  ranges,
  stepAt,
  stepsOf,
  windowOf,
} from "./periods.ts";
import { charges } from "./records.ts";
import { vendors } from "./vendor.ts";
import { currencyOf } from "../account/wallets.ts";

type Name = "range" | "granularity" | "comparison";

const chosen = ({ command, parts }: ConnectInput, name: Name): string =>
  command.query[name]?.at(-1) ?? parts.overview.defaults[name];

const knownGuard = (name: Name): ConnectGuard =>
  guard(name, (input) =>
    input.parts.overview.choices[name].includes(chosen(input, name))
      ? undefined
      : validationFailed(422, [fieldError("enum", name)]),
  );

const compatibleGuard: ConnectGuard = guard("compatible", (input) => {
  const allowed = input.parts.overview.compatible[chosen(input, "range") as Range] as
    readonly string[] | undefined;
  const granularity = chosen(input, "granularity");
  if (allowed === undefined || allowed.includes(granularity)) return undefined;
  const range = chosen(input, "range");
  return validationFailed(422, [
    fieldError(
      "compatible_with_range",
      "granularity",
      `The granularity ${granularity} does not go with the range ${range}`,
    ),
  ]);
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function overview(input: ConnectInput): Decision {
  const { state, command, now, parts } = input;
  const rules = parts.overview;
  const range = chosen(input, "range") as Range;
  const granularity = chosen(input, "granularity") as Granularity;
  const comparison = chosen(input, "comparison") as Comparison;
  const length = rules.lengths[range];
  const window = rules.window(length, now);
  const reference = rules.references[comparison](window, length);
  const steps = rules.steps(window, granularity);
  const referenceSteps = rules.steps(reference, granularity);

  const series = (occurrences: readonly Occurrence[]) => {
    const values = steps.map(() => 0);
    const previous = steps.map(() => 0);
    for (const { at, value } of occurrences) {
      if (rules.within(window, at)) values[stepAt(steps, at)] = (values[stepAt(steps, at)] ?? 0) + value;
      if (!rules.within(reference, at)) continue;
      const step = rules.fold(referenceSteps, steps, at);
      previous[step] = (previous[step] ?? 0) + value;
    }
    return {
      total: rules.total(values),
      previous_total: rules.total(previous),
      points: steps.map((start, step) => ({
        date: isoUtc(start).slice(0, 10),
        value: values[step],
        previous: previous[step],
      })),
    };
  };

  const volume = rules.volume(state, command.caller);
  const leaders = figures(input, volume, window, reference);
  const shown = (some: readonly Leader[]) =>
    some.slice(0, rules.leaders.size).map((leader) => present(rules.leader, leader));
  return {
    answer: json(200, {
      object: "connect_overview",
      currency: currencyOf(state, command.caller.accountId),
      period: {
        range,
        granularity,
        comparison,
        from: isoUtc(window.from),
        to: isoUtc(window.to),
        previous_from: isoUtc(reference.from),
        previous_to: isoUtc(reference.to),
      },
      gross_volume: series(volume),
      new_accounts: series(rules.newAccounts(state, command.caller)),
      top_volume: shown(rules.leaders.volume(leaders)),
      top_growth: shown(rules.leaders.growth(leaders)),
    }),
  };
}

/** The figures of each vendor that has some. */
function figures(
  { state, parts }: ConnectInput,
  volume: readonly Occurrence[],
  window: Window,
  reference: Window,
): readonly Leader[] {
  const { within, delta } = parts.overview;
  const byVendor = new Map<string, { value: number; previous: number }>();
  for (const { at, value, vendor } of volume) {
    const known = byVendor.get(vendor) ?? { value: 0, previous: 0 };
    byVendor.set(vendor, {
      value: known.value + (within(window, at) ? value : 0),
      previous: known.previous + (within(reference, at) ? value : 0),
    });
  }
  return [...byVendor].flatMap(([id, { value, previous }]) => {
    const vendor = state.get(vendors, id);
    const counts = vendor !== undefined && (value > 0 || previous > 0);
    return counts ? [{ vendor, value, previous, delta: delta(value, previous) }] : [];
  });
}

/** The overview as documented, computed from the captured charges and the vendors. */
export const createOverviewParts = (): OverviewParts => ({
  guards: [knownGuard("range"), knownGuard("granularity"), knownGuard("comparison"), compatibleGuard],
  act: overview,
  defaults: { range: "12m", granularity: "month", comparison: "previous_year" },
  choices: { range: ranges, granularity: granularities, comparison: comparisons },
  compatible: { "30d": ["day", "week"], "6m": ["week", "month"], "12m": ["week", "month"] },
  lengths: { "30d": { days: 30 }, "6m": { months: 6 }, "12m": { months: 12 } },
  window: windowOf,
  references: {
    previous_period: ({ from }, length) => ({ from: earlier(from, length), to: from }),
    previous_year: ({ from, to }) => ({
      from: earlier(from, { months: 12 }),
      to: earlier(to, { months: 12 }),
    }),
  },
  steps: stepsOf,
  fold: (referenceSteps, steps, at) => Math.min(stepAt(referenceSteps, at), steps.length - 1),
  volume: (state, caller) =>
    state
      .find(charges, "owner", ownerOf(caller))
      .flatMap(({ capturedAt, amount, vendor }) =>
        capturedAt === null ? [] : [{ at: capturedAt, value: amount, vendor }],
      ),
  newAccounts: (state, caller) =>
    state
      .find(vendors, "owner", ownerOf(caller))
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ id, createdAt }) => ({ at: createdAt, value: 1, vendor: id })),
  within: ({ from, to }, at) => at >= from && at < to,
  total: sum,
  delta: (value, previous) =>
    previous === 0 ? null : Math.round(((value - previous) / previous) * 10_000) / 100,
  leaders: {
    size: 4,
    volume: (all) => all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value),
    growth: (all) =>
      all
        .filter(({ value }) => value > 0)
        .sort((a, b) => (b.delta ?? -Infinity) - (a.delta ?? -Infinity) || b.value - a.value),
  },
  leader: {
    account: ({ vendor }) => vendor.id,
    name: ({ vendor }) => vendor.name,
    country: ({ vendor }) => vendor.country,
    value: ({ value }) => value,
    previous_value: ({ previous }) => previous,
    delta: ({ delta }) => delta,
  },
});
