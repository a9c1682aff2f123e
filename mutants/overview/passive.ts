import { named, type Replace } from "../mutant.ts";
import { type Body, changingSuccess, isObject, objectsIn } from "../shared/answers.ts";

const seeing = (when: (body: Body) => boolean, change: (body: Body) => void): Replace =>
  changingSuccess("retrieveOverview", change, when);

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

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "overview-weeks-without-dates": {
    violates: ["overview/gross-volume-point-date"],
    summary: "By week the points of the gross volume have no dates.",
    replace: seeing(asked("granularity", "week"), (body) => {
      for (const point of objectsIn(inside(body, "gross_volume"), "points")) delete point["date"];
    }),
  },
  "overview-days-of-accounts-by-text": {
    violates: ["overview/new-accounts-point-value"],
    summary: "By day the values of new accounts are strings.",
    replace: seeing(asked("granularity", "day"), (body) => {
      for (const point of objectsIn(inside(body, "new_accounts"), "points"))
        point["value"] = String(point["value"]);
    }),
  },
  "overview-previous-period-by-day-alone": {
    violates: ["overview/period-previous-from"],
    summary: "Compared with the previous period, the reference has no start.",
    replace: seeing(
      asked("comparison", "previous_period"),
      (body) => delete inside(body, "period")["previous_from"],
    ),
  },
  "overview-half-year-ends-with-offset": {
    violates: ["overview/period-to-utc"],
    summary: "The window of six months ends at a time with another offset.",
    replace: seeing(asked("range", "6m"), (body) => {
      const period = inside(body, "period");
      period["to"] = String(period["to"]).replace(/(Z|\+00:?00)$/, "+01:00");
    }),
  },
  "overview-month-called-1m": {
    violates: ["overview/period-range-documented"],
    summary: "Thirty days are reported as a month.",
    replace: seeing(asked("range", "30d"), (body) => (inside(body, "period")["range"] = "1m")),
  },
  "overview-falling-delta-as-text": {
    violates: ["overview/top-volume-entry-delta"],
    summary: "The delta of a leader that fell is a string.",
    replace: seeing(fell, (body) => {
      for (const leader of objectsIn(body, "top_volume").filter(({ delta }) => Number(delta) < 0))
        leader["delta"] = `${String(leader["delta"])} %`;
    }),
  },
  "overview-leader-with-reference-nameless": {
    violates: ["overview/top-growth-entry-previous-value"],
    summary: "A leader by growth lacks its previous value when there is one.",
    replace: seeing(hasReference, (body) => {
      for (const leader of objectsIn(body, "top_growth")) delete leader["previous_value"];
    }),
  },
  "overview-previous-total-null-when-some": {
    violates: ["overview/gross-volume-previous-total"],
    summary: "The previous total of the gross volume is a string when it is not zero.",
    replace: seeing(hasReference, (body) => {
      const volume = inside(body, "gross_volume");
      volume["previous_total"] = String(volume["previous_total"]);
    }),
  },
});
