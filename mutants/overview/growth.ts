import { connectPart } from "../connect/parts.ts";
import { named, type Replace } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";

type Change = (leaders: readonly Body[]) => readonly Body[];

/** Changes the leaders of one list in every overview that has any. */
const leading = (name: "top_volume" | "top_growth", change: Change): Replace =>
  finishing("retrieveOverview", (answer) => {
    const { [name]: all } = isObject(answer.body) ? answer.body : {};
    const leaders = Array.isArray(all) ? all.filter(isObject) : [];
    if (leaders.length === 0) return answer;
    return { ...answer, body: { ...(answer.body as Body), [name]: change(leaders) } };
  });

const growing = (change: Change): Replace => leading("top_growth", change);

/** Repeats the first leader if there are fewer than four. */
const twice: Change = (leaders) => (leaders.length < 4 ? [...leaders.slice(0, 1), ...leaders] : leaders);

export const mutants = named({
  "overview-growth-value-is-the-difference": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The value of a leader by growth is its increase.",
    replace: growing((leaders) =>
      leaders.map((one) => ({ ...one, value: Number(one["value"]) - Number(one["previous_value"]) })),
    ),
  },
  "overview-growth-previous-is-empty": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "A leader by growth has no previous value although its delta is reported.",
    replace: growing((leaders) =>
      leaders.map((one) => (one["delta"] === null ? one : { ...one, previous_value: 0 })),
    ),
  },
  "overview-growth-since-another-year": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The leaders by growth are compared with an empty reference.",
    replace: growing((leaders) => leaders.map((one) => ({ ...one, previous_value: 0, delta: null }))),
  },
  "overview-growth-delta-against-the-value": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The delta of a leader by growth is the share of its value that was gained.",
    replace: growing((leaders) =>
      leaders.map((one) => {
        const [value, previous] = [Number(one["value"]), Number(one["previous_value"])];
        return { ...one, delta: one["delta"] === null ? null : ((value - previous) / value) * 100 };
      }),
    ),
  },
  "overview-growth-led-twice-by-one": {
    violates: ["overview/leaders-are-distinct"],
    summary: "If fewer than four vendors lead by growth, the first one is listed twice.",
    replace: growing(twice),
  },
  "overview-volume-led-twice-by-one": {
    violates: ["overview/leaders-are-distinct"],
    summary: "If fewer than four vendors lead by volume, the first one is listed twice.",
    replace: leading("top_volume", twice),
  },
  "overview-growth-led-by-somebody": {
    violates: ["overview/leaders-are-vendors"],
    summary: "The leaders contain an unknown vendor.",
    replace: growing((leaders) => [
      ...leaders.slice(0, 3),
      { ...leaders[0], account: "acct_0000000000000000" },
    ]),
  },
  "overview-growth-led-by-the-least": {
    violates: ["overview/top-growth-prefers-the-grown"],
    summary: "The leaders by growth are the vendors that grew the least.",
    replace: connectPart("overview", ({ leaders }) => ({
      leaders: { ...leaders, growth: (all) => leaders.growth(all).toReversed() },
    })),
  },
});
