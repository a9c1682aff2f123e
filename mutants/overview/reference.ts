import { changingAnswer, connectPart } from "../connect/parts.ts";
import { named } from "../mutant.ts";
import { isObject, objectsIn } from "../shared/answers.ts";
import { summing } from "./parts.ts";

export const mutants = named({
  "overview-volume-reference-one-more": {
    violates: ["overview/gross-volume-previous-total-is-the-sum"],
    summary: "The reference total of the gross volume is a franc more than that of its points.",
    replace: summing("gross_volume", "previous_total"),
  },
  "overview-volume-reference-one-more-a-year-ago": {
    violates: ["overview/gross-volume-previous-total-is-the-sum"],
    summary: "The volume of a year ago is a franc more in total than in the points.",
    replace: summing("gross_volume", "previous_total", ({ comparison }) => comparison === "previous_year"),
  },
  "overview-accounts-reference-one-more": {
    violates: ["overview/new-accounts-previous-total-is-the-sum"],
    summary: "There was one new account more in total than in the points.",
    replace: summing("new_accounts", "previous_total"),
  },
  "overview-accounts-reference-one-more-of-months": {
    violates: ["overview/new-accounts-previous-total-is-the-sum"],
    summary: "Over six months there was one new account more in total than in the points.",
    replace: summing("new_accounts", "previous_total", ({ range }) => range === "6m"),
  },
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
