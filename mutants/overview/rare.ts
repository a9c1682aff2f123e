import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { objectsIn, rare } from "../shared/rare.ts";

const seeing = (
  id: string,
  violates: RuleId,
  summary: string,
  when: (body: Body) => boolean,
  change: (body: Body) => void,
): Mutant => rare({ id, violates, summary, operation: "retrieveOverview", when, change });

const inside = (body: Body, name: string): Body => {
  const value = body[name];
  return isObject(value) ? value : {};
};
const asked =
  (member: string, word: string) =>
  (body: Body): boolean =>
    inside(body, "period")[member] === word;
const fell = (body: Body): boolean => objectsIn(body, "top_volume").some(({ delta }) => Number(delta) < 0);
const hasReference = (body: Body): boolean =>
  objectsIn(body, "top_volume").some(({ previous_value: previous }) => Number(previous) > 0);

/** Overviews that are wrong for some questions alone (§2.9). */
export const rareOverviewMutants: readonly Mutant[] = [
  seeing(
    "overview-weeks-without-dates",
    "overview/gross-volume-point-date",
    "By week the points of the volume have no dates.",
    asked("granularity", "week"),
    (body) => {
      for (const point of objectsIn(inside(body, "gross_volume"), "points")) delete point["date"];
    },
  ),
  seeing(
    "overview-days-of-accounts-by-text",
    "overview/new-accounts-point-value",
    "By day the points of new accounts are text.",
    asked("granularity", "day"),
    (body) => {
      for (const point of objectsIn(inside(body, "new_accounts"), "points"))
        point["value"] = String(point["value"]);
    },
  ),
  seeing(
    "overview-previous-period-by-day-alone",
    "overview/period-previous-from",
    "Against the previous period the reference has no beginning.",
    asked("comparison", "previous_period"),
    (body) => delete inside(body, "period")["previous_from"],
  ),
  seeing(
    "overview-half-year-ends-with-offset",
    "overview/period-to-utc",
    "The window of six months ends at an instant with another offset.",
    asked("range", "6m"),
    (body) => {
      const period = inside(body, "period");
      period["to"] = String(period["to"]).replace(/(Z|\+00:?00)$/, "+01:00");
    },
  ),
  seeing(
    "overview-month-called-1m",
    "overview/period-range-documented",
    "Thirty days are told as a month.",
    asked("range", "30d"),
    (body) => (inside(body, "period")["range"] = "1m"),
  ),
  seeing(
    "overview-falling-delta-as-text",
    "overview/top-volume-entry-delta",
    "The delta of a leader that fell is text.",
    fell,
    (body) => {
      for (const leader of objectsIn(body, "top_volume").filter(({ delta }) => Number(delta) < 0))
        leader["delta"] = `${String(leader["delta"])} %`;
    },
  ),
  seeing(
    "overview-leader-with-reference-nameless",
    "overview/top-growth-entry-previous-value",
    "A leader by growth with a reference does not tell it.",
    hasReference,
    (body) => {
      for (const leader of objectsIn(body, "top_growth")) delete leader["previous_value"];
    },
  ),
  seeing(
    "overview-previous-total-null-when-some",
    "overview/gross-volume-previous-total",
    "Where the reference holds something, its total is text.",
    hasReference,
    (body) => {
      const volume = inside(body, "gross_volume");
      volume["previous_total"] = String(volume["previous_total"]);
    },
  ),
];
