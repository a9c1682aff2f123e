import { connectPart } from "../connect/parts.ts";
import type { Placed } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { byId, named, type Replace } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { overview } from "./parts.ts";

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

const GROWTH = "growth-delta-is-the-change-in-percent";
const gained = ({ value, previous_value: previous }: Body): number => Number(value) - Number(previous);
const increase = as<Placed>("its increase", (_usual, { holder }) => gained(holder));
const share = as<Placed>(
  "the share of the value that was gained",
  (_usual, { holder }) => (gained(holder) / Number(holder["value"])) * 100,
);
const grown = where("with a delta", ({ holder }: Placed) => holder["delta"] !== null);

export const mutants = named({
  ...byId([
    overview.gives("top_growth[].value", GROWTH, increase),
    overview.gives("top_growth[].previous_value", GROWTH, constantly(0), grown),
    overview.gives("top_growth[].delta", GROWTH, share, grown),
  ]),
  "overview-growth-since-another-year": {
    violates: ["overview/growth-delta-is-the-change-in-percent"],
    summary: "The leaders by growth are compared with an empty reference.",
    replace: growing((leaders) => leaders.map((one) => ({ ...one, previous_value: 0, delta: null }))),
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
