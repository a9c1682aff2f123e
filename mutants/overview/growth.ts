import { connectPart } from "../connect/parts.ts";
import type { Placed } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { alsoViolating, byId, named } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { overview } from "./parts.ts";

/** Other leaders, if there are any. */
const leaders = (words: string, change: (leaders: readonly Body[]) => readonly Body[]) =>
  as(words, (usual) => {
    const all = Array.isArray(usual) ? usual.filter(isObject) : [];
    return all.length === 0 ? usual : change(all);
  });
const firstTwice = leaders("the first twice if they are fewer than four", (all) =>
  all.length < 4 ? [...all.slice(0, 1), ...all] : all,
);
const withSomebody = leaders("three at most and an unknown vendor", (all) => [
  ...all.slice(0, 3),
  { ...all[0], account: "acct_0000000000000000" },
]);
const withoutReference = leaders("compared with nothing", (all) =>
  all.map((one) => ({ ...one, previous_value: 0, delta: null })),
);

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
    alsoViolating(
      overview.gives("top_growth[].delta", GROWTH, share, grown),
      "overview/agrees-with-its-request",
    ),
    overview.gives("top_growth", GROWTH, withoutReference),
    overview.gives("top_growth", "leaders-are-distinct", firstTwice),
    overview.gives("top_volume", "leaders-are-distinct", firstTwice),
    overview.gives("top_growth", "leaders-are-vendors", withSomebody),
  ]),
  "overview-growth-led-by-the-least": {
    violates: ["overview/top-growth-prefers-the-grown"],
    summary: "The leaders by growth are the vendors that grew the least.",
    replace: connectPart("overview", ({ leaders }) => ({
      leaders: { ...leaders, growth: (all) => leaders.growth(all).toReversed() },
    })),
  },
});
