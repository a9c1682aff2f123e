import type { RuleResult } from "../../harness/results.ts";
import type { Drawing } from "./drawing.ts";
import { eventTimeline } from "./events.ts";
import { moneyChange } from "./money.ts";
import { raceSequence } from "./race.ts";

/** The drawings that explain a violation: concurrent requests, events over time, money before and after. */
export function drawingsOf(rule: RuleResult): readonly Drawing[] {
  // A passive rule is judged on exchanges of other checks, which overlap by chance.
  if (rule.violation === null || rule.kind === "passive") return [];
  return [raceSequence(rule), eventTimeline(rule), moneyChange(rule)].filter((one) => one !== null);
}
