import type { Granularity } from "../../emulator/areas/connect/periods.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { overviewing, shown } from "./parts/overview.ts";
import { answering, variant } from "./parts/variant.ts";

const BOUNDS = ["from", "to", "previous_from", "previous_to"];

/** The parts with the reported bounds of both windows changed. */
const bounds = (change: (bound: string, name: string) => string): Replace =>
  shown((body) => {
    const { period } = body;
    if (!isObject(period)) return;
    for (const name of BOUNDS) period[name] = change(String(period[name]), name);
  });

/** The parts with the dates of all points changed. */
const points = (change: (date: string, at: number) => string): Replace =>
  shown((body) => {
    for (const name of ["gross_volume", "new_accounts"]) {
      const series = body[name];
      const all = isObject(series) ? series["points"] : undefined;
      if (!Array.isArray(all)) continue;
      for (const [at, point] of all.filter(isObject).entries())
        point["date"] = change(String(point["date"]), at);
    }
  });

function* previousValues(body: Body): Iterable<{ readonly at: Body; readonly name: string }> {
  for (const figure of ["gross_volume", "new_accounts"]) {
    const series = body[figure];
    for (const at of isObject(series) ? objectsIn(series["points"]) : []) yield { at, name: "previous" };
  }
  for (const leaders of ["top_volume", "top_growth"])
    for (const at of objectsIn(body[leaders])) yield { at, name: "previous_value" };
}

const objectsIn = (list: unknown): readonly Body[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Other choices at the open points in `spec/areas/overview.yaml`: windows and their steps. */
export const overviewWindowsVariants: readonly Variant[] = [
  variant(
    "nothing-before-is-null",
    ["overview-folding", "overview-empty-reference"],
    "Where the reference has nothing an overview reports null in place of zero",
    answering(["retrieveOverview"], 200, (body) => {
      for (const { name, at } of previousValues(body)) if (at[name] === 0) at[name] = null;
    }),
  ),
  variant(
    "windows-end-now",
    "overview-window-anchor",
    "A window ends with the moment of the request",
    overviewing(({ references }) => {
      const earlierBy = (length: Parameters<typeof references.previous_period>[1], to: number): number =>
        references.previous_period({ from: to, to }, length).from;
      // The millisecond of the request itself belongs to the window.
      return { window: (length, now) => ({ from: earlierBy(length, now + 1), to: now + 1 }) };
    }),
  ),
  variant(
    "windows-of-complete-steps",
    "overview-window-anchor",
    "A window ends with the last complete day or month",
    overviewing(({ window }) => ({
      window: (length, now) => {
        const today = Math.floor(now / 86_400_000) * 86_400_000;
        const midnight = "days" in length ? today : today - (new Date(today).getUTCDate() - 1) * 86_400_000;
        return window(length, midnight - 1);
      },
    })),
  ),
  {
    // Beside windows of days, its last step would be a whole one.
    alone: true,
    ...variant(
      "windows-with-a-step-of-now",
      "overview-window-anchor",
      "A window has the complete days or months that its range asks for, and what has passed of the current one",
      overviewing(({ references }) => ({
        window: (length, now) => {
          const today = Math.floor(now / 86_400_000) * 86_400_000;
          const start = "days" in length ? today : today - (new Date(today).getUTCDate() - 1) * 86_400_000;
          return { from: references.previous_period({ from: start, to: start }, length).from, to: now + 1 };
        },
      })),
    ),
  },
  variant(
    "windows-end-with-the-request",
    ["overview-window-anchor", "overview-instant-form"],
    "A window ends with the moment of the request, which belongs to it; the period before ends a millisecond before it begins",
    inOrder(
      overviewing(({ references }) => ({
        window: (length, now) => ({
          from: references.previous_period({ from: now, to: now }, length).from,
          to: now,
        }),
        within: ({ from, to }, at) => at >= from && at <= to,
      })),
      shown(({ period }) => {
        if (isObject(period) && period["comparison"] === "previous_period")
          period["previous_to"] = new Date(Date.parse(String(period["previous_to"])) - 1).toISOString();
      }),
    ),
  ),
  variant(
    "thirty-days-end-with-the-month",
    "overview-window-anchor",
    "A window of thirty days ends with the month, as the others do",
    overviewing(({ window }) => ({
      window: (length, now) => {
        const { to } = window({ months: 1 }, now);
        return "days" in length ? { from: to - length.days * 86_400_000, to } : window(length, now);
      },
    })),
  ),
  variant(
    "whole-weeks-only",
    "overview-step-count",
    "By weeks there is a point for each whole week; the total is still that of the window",
    shown(({ period, ...body }) => {
      if (!isObject(period) || period["granularity"] !== "week") return;
      const length = Date.parse(String(period["to"])) - Date.parse(String(period["from"]));
      for (const name of ["gross_volume", "new_accounts"]) {
        const series = body[name];
        const all = isObject(series) ? series["points"] : undefined;
        if (Array.isArray(all)) all.splice(Math.floor(length / (7 * 86_400_000)));
      }
    }),
  ),
  variant(
    "cut-steps-are-no-steps",
    "overview-step-count",
    "What a window cuts off a step belongs to the step before",
    overviewing(({ steps }) => ({
      steps: (window, granularity) => {
        const all = steps(window, granularity);
        const last = all.at(-1) ?? window.from;
        const length: Record<Granularity, number> = { day: 1, week: 7, month: 28 };
        const whole = window.to - last >= length[granularity] * 86_400_000;
        return whole || all.length < 2 ? all : all.slice(0, -1);
      },
    })),
  ),
  variant(
    "surplus-of-the-reference-untold",
    "overview-folding",
    "What happened in the reference after its last step goes into the total alone",
    overviewing(({ fold }) => ({
      // A step beyond the window's: it counts, and no point shows it.
      fold: (referenceSteps, steps, at) =>
        referenceSteps.length > steps.length && at >= (referenceSteps[steps.length] ?? Infinity)
          ? steps.length
          : fold(referenceSteps, steps, at),
    })),
  ),
  variant(
    "windows-of-days",
    "overview-instant-form",
    "The bounds of the windows are calendar dates",
    bounds((bound) => bound.slice(0, 10)),
  ),
  variant(
    "windows-with-their-end",
    "overview-instant-form",
    "The end of a window belongs to it",
    bounds((bound, name) => (name.endsWith("to") ? new Date(Date.parse(bound) - 1).toISOString() : bound)),
  ),
  variant(
    "points-are-instants",
    "overview-point-dates",
    "The date of a point is a time",
    points((date) => `${date}T00:00:00Z`),
  ),
  variant(
    "points-have-names",
    "overview-point-dates",
    "The date of a point is the name of its step",
    points((date, at) => `${date.slice(0, 4)}, step ${at + 1}`),
  ),
];
