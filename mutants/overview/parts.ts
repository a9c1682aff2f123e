import { type Body, isObject } from "../shared/answers.ts";
import type { Replace } from "../mutant.ts";
import { changingAnswer } from "../connect/parts.ts";

/** Changes the sums of a figure if they are not zero. */
export const summing = (
  figure: string,
  total: "total" | "previous_total",
  when: (period: Body) => boolean = () => true,
): Replace =>
  changingAnswer("overview", ({ [figure]: series, period }) => {
    if (!isObject(series) || !isObject(period) || series[total] === 0 || !when(period)) return;
    series[total] = Number(series[total]) + 1;
  });

/** Changes the points of a figure in some answers. */
export const pointing = (
  figure: string,
  change: (points: readonly Body[]) => readonly Body[],
  when: (period: Body) => boolean = () => true,
): Replace =>
  changingAnswer("overview", ({ [figure]: series, period }) => {
    if (!isObject(series) || !isObject(period) || !Array.isArray(series["points"]) || !when(period)) return;
    series["points"] = change(series["points"] as Body[]);
  });
