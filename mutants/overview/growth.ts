import type { Replace } from "../mutant.ts";
import { named } from "../named.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";

/** Changes the leaders by growth in every overview that has some. */
const growing = (change: (leaders: readonly Body[]) => readonly Body[]): Replace =>
  finishing("retrieveOverview", (answer) => {
    const { top_growth: all } = isObject(answer.body) ? answer.body : {};
    const leaders = Array.isArray(all) ? all.filter(isObject) : [];
    if (leaders.length === 0) return answer;
    return { ...answer, body: { ...(answer.body as Body), top_growth: change(leaders) } };
  });

export const mutants = named({
  "overview-growth-value-is-the-difference": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The value of a leader by growth is its increase.",
    subtle: true,
    replace: growing((leaders) =>
      leaders.map((one) => ({ ...one, value: Number(one["value"]) - Number(one["previous_value"]) })),
    ),
  },
  "overview-growth-previous-is-empty": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "A leader by growth has no previous value where its delta is reported.",
    subtle: true,
    replace: growing((leaders) =>
      leaders.map((one) => (one["delta"] === null ? one : { ...one, previous_value: 0 })),
    ),
  },
  "overview-growth-since-another-year": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The leaders by growth are compared with an empty reference.",
    subtle: true,
    replace: growing((leaders) => leaders.map((one) => ({ ...one, previous_value: 0, delta: null }))),
  },
  "overview-growth-delta-against-the-value": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The delta of a leader by growth is the share of its value that was gained.",
    subtle: true,
    replace: growing((leaders) =>
      leaders.map((one) => {
        const [value, previous] = [Number(one["value"]), Number(one["previous_value"])];
        return { ...one, delta: one["delta"] === null ? null : ((value - previous) / value) * 100 };
      }),
    ),
  },
  "overview-growth-led-by-somebody": {
    violates: ["overview/leaders-are-vendors"],
    summary: "The leaders contain an unknown vendor.",
    subtle: true,
    replace: growing((leaders) => [
      ...leaders.slice(0, 3),
      { ...leaders[0], account: "acct_0000000000000000" },
    ]),
  },
});
