import { isWatched, type RuleResult } from "../../harness/results.ts";
import type { Drawing } from "./drawing.ts";
import { eventTimeline } from "./events.ts";
import { moneyChange } from "./money.ts";
import { raceSequence } from "./race.ts";

/** The drawings that explain a violation: concurrent requests, events over time, money before and after. */
export function drawingsOf(rule: RuleResult): readonly Drawing[] {
  // Without a check, a rule is judged on exchanges of other checks, which overlap by chance.
  if (rule.violation === null || isWatched(rule)) return [];
  return [raceSequence(rule), eventTimeline(rule), moneyChange(rule)].filter((one) => one !== null);
}
