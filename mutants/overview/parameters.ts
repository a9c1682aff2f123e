import type { OverviewParts } from "../../emulator/areas/connect/overview.ts";
import type { Granularity, Range } from "../../emulator/areas/connect/periods.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { changes, isObject, type Lie, mutant } from "../shared/answers.ts";
import { overviewing } from "./parts.ts";

const DAY_MS = 86_400_000;

const looking = (said: Lie, change: (usual: OverviewParts) => Partial<OverviewParts>): Mutant =>
  mutant(said, (parts) => overviewing(parts, change));

/** A parameter that is stated as its default, whatever was asked for. */
const stating = (parameter: "range" | "granularity" | "comparison", value: string): Mutant =>
  changes(
    {
      operations: ["retrieveOverview"],
      status: 200,
      objects: ({ period }) => (isObject(period) ? [period] : []),
    },
    {
      id: `overview-always-states-the-default-${parameter}`,
      kills: `overview/${parameter}-as-asked` as RuleId,
      lie: `The ${parameter} of the overview is stated as ${value}, whatever it is.`,
      subtle: true,
    },
    (period) => {
      period[parameter] = value;
    },
  );

const defaulting = (parameter: "range" | "granularity" | "comparison", value: string): Mutant =>
  looking(
    {
      id: `overview-default-${parameter}-other`,
      kills: `overview/${parameter}-by-default` as RuleId,
      lie: `Without a ${parameter} the overview takes ${value}.`,
    },
    ({ defaults }) => ({ defaults: { ...defaults, [parameter]: value } }),
  );

const excluding = (id: string, kills: RuleId, range: Range, granularity: Granularity): Mutant =>
  looking(
    {
      id,
      kills,
      lie: `The granularity ${granularity} with ${range} is refused.`,
      subtle: id !== "overview-no-months-of-a-year",
    },
    ({ compatible }) => ({
      compatible: { ...compatible, [range]: compatible[range].filter((one) => one !== granularity) },
    }),
  );

const including = (id: string, kills: RuleId, range: Range, granularity: Granularity): Mutant =>
  looking(
    { id, kills, lie: `The granularity ${granularity} with ${range} is answered.`, subtle: true },
    ({ compatible }) => ({ compatible: { ...compatible, [range]: [...compatible[range], granularity] } }),
  );

/** Queries that the overview takes or answers otherwise than documented (§4.6). */
export const overviewParameterMutants: readonly Mutant[] = [
  stating("range", "12m"),
  stating("granularity", "month"),
  stating("comparison", "previous_year"),
  defaulting("range", "6m"),
  defaulting("granularity", "week"),
  defaulting("comparison", "previous_period"),
  excluding("overview-no-days-of-a-month", "overview/day-with-30d-admitted", "30d", "day"),
  excluding("overview-no-months-of-half-a-year", "overview/month-with-6m-admitted", "6m", "month"),
  excluding("overview-no-months-of-a-year", "overview/month-with-12m-admitted", "12m", "month"),
  excluding("overview-no-weeks-of-half-a-year", "overview/week-admitted-with-every-range", "6m", "week"),
  including("overview-days-of-half-a-year", "overview/day-with-6m-refused", "6m", "day"),
  including("overview-days-of-a-year", "overview/day-with-12m-refused", "12m", "day"),
  including("overview-months-of-a-month", "overview/month-with-30d-refused", "30d", "month"),
];

const lasting = (
  id: string,
  kills: RuleId,
  lengths: Partial<OverviewParts["lengths"]>,
  lie: string,
): Mutant =>
  looking({ id, kills, lie, subtle: id !== "overview-year-of-360-days" }, (usual) => ({
    lengths: { ...usual.lengths, ...lengths },
  }));

type Reference = OverviewParts["references"]["previous_year"];

const referring = (
  said: Lie,
  comparison: keyof OverviewParts["references"],
  change: (usual: Reference) => Reference,
): Mutant =>
  looking(said, ({ references }) => ({
    references: { ...references, [comparison]: change(references[comparison]) },
  }));

/** Points are left out of a figure that goes by weeks. */
const losingSteps = (figure: "gross_volume" | "new_accounts", rule: string): Mutant =>
  changes(
    { operations: ["retrieveOverview"], status: 200 },
    {
      id: `overview-${rule}-loses-weeks`,
      kills: `overview/${rule}-point-per-step` as RuleId,
      lie: `By weeks, the figure ${figure} has three points too few.`,
      subtle: true,
      when: ({ period }) => isObject(period) && period["granularity"] === "week",
    },
    (body) => {
      const told = body[figure];
      if (isObject(told) && Array.isArray(told["points"])) told["points"] = told["points"].slice(3);
    },
  );

/** Windows and references at other places than documented (§2.9, §4.6). */
export const overviewWindowMutants: readonly Mutant[] = [
  lasting(
    "overview-month-of-31-days",
    "overview/window-of-30-days",
    { "30d": { days: 31 } },
    "The window of thirty days has thirty-one.",
  ),
  lasting(
    "overview-half-year-of-180-days",
    "overview/window-of-6-months",
    { "6m": { days: 180 } },
    "The window of six months has 180 days.",
  ),
  lasting(
    "overview-year-of-360-days",
    "overview/window-of-12-months",
    { "12m": { days: 360 } },
    "The window of twelve months has 360 days.",
  ),
  referring(
    {
      id: "overview-previous-period-with-a-gap",
      kills: "overview/previous-period-is-contiguous",
      lie: "A day lies between the reference and the window.",
      subtle: true,
    },
    "previous_period",
    (usual) => (window, length) => {
      const { from, to } = usual(window, length);
      return { from: from - DAY_MS, to: to - DAY_MS };
    },
  ),
  referring(
    {
      id: "overview-previous-period-overlaps",
      kills: "overview/previous-period-is-contiguous",
      lie: "The reference and the window share a day.",
      subtle: true,
    },
    "previous_period",
    (usual) => (window, length) => {
      const { from, to } = usual(window, length);
      return { from: from + DAY_MS, to: to + DAY_MS };
    },
  ),
  referring(
    {
      id: "overview-previous-period-a-day-short",
      kills: "overview/previous-period-has-the-same-length",
      lie: "The reference is a day shorter than the window.",
      subtle: true,
    },
    "previous_period",
    (usual) => (window, length) => {
      const { from, to } = usual(window, length);
      return { from: from + DAY_MS, to };
    },
  ),
  referring(
    {
      id: "overview-previous-year-from-364-days",
      kills: "overview/previous-year-starts-a-year-earlier",
      lie: "For thirty days the year before begins 52 weeks earlier.",
      subtle: true,
    },
    "previous_year",
    (usual) => (window, length) => ({
      ...usual(window, length),
      ...("days" in length ? { from: window.from - 364 * DAY_MS } : {}),
    }),
  ),
  referring(
    {
      id: "overview-previous-year-to-364-days",
      kills: "overview/previous-year-ends-a-year-earlier",
      lie: "For thirty days the year before ends 52 weeks earlier.",
      subtle: true,
    },
    "previous_year",
    (usual) => (window, length) => ({
      ...usual(window, length),
      ...("days" in length ? { to: window.to - 364 * DAY_MS } : {}),
    }),
  ),
  losingSteps("gross_volume", "gross-volume"),
  losingSteps("new_accounts", "new-accounts"),
];
