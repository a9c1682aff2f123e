import { changingAnswer, connectPart } from "../connect/parts.ts";
import { byId, named } from "../mutant.ts";
import { isObject, objectsIn } from "../shared/answers.ts";
import { oneMore, overview, period } from "./parts.ts";

const aYearAgo = period("of a year ago", { comparison: "previous_year" });
const ofSixMonths = period("over six months", { range: "6m" });

export const mutants = named({
  ...byId([
    overview.gives("gross_volume.previous_total", "gross-volume-previous-total-is-the-sum", oneMore),
    overview.gives(
      "gross_volume.previous_total",
      "gross-volume-previous-total-is-the-sum",
      oneMore,
      aYearAgo,
    ),
    overview.gives("new_accounts.previous_total", "new-accounts-previous-total-is-the-sum", oneMore),
    overview.gives(
      "new_accounts.previous_total",
      "new-accounts-previous-total-is-the-sum",
      oneMore,
      ofSixMonths,
    ),
  ]),
  "overview-accounts-without-reference": {
    violates: ["overview/created-vendor-counts-in-the-reference"],
    summary: "The reference of the new accounts is always empty.",
    replace: changingAnswer("overview", ({ new_accounts: series }) => {
      if (!isObject(series)) return;
      series["previous_total"] = 0;
      for (const point of objectsIn(series, "points")) point["previous"] = 0;
    }),
  },
  "overview-folds-onto-the-last-step": {
    violates: ["overview/reference-is-folded-onto-the-step"],
    summary: "The whole reference is folded onto the last step.",
    replace: connectPart("overview", () => ({ fold: (_reference, steps) => steps.length - 1 })),
  },
  "overview-folds-backwards": {
    violates: ["overview/reference-is-folded-onto-the-step"],
    summary: "The reference is folded onto the steps from their end.",
    replace: connectPart("overview", ({ fold }) => ({
      fold: (reference, steps, at) => steps.length - 1 - fold(reference, steps, at),
    })),
  },
  "overview-folds-a-step-late": {
    violates: ["overview/reference-is-folded-onto-the-step"],
    summary: "The reference is folded onto the step after its own.",
    replace: connectPart("overview", ({ fold }) => ({
      fold: (reference, steps, at) => Math.min(fold(reference, steps, at) + 1, steps.length - 1),
    })),
  },
});
