import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { earlier, type Length, type Window } from "../../emulator/areas/connect/periods.ts";
import { type Condition, derived, where } from "../faults/fields.ts";
import { DAY } from "../faults/values.ts";
import { type Mutant, part } from "../mutant.ts";
import { overview, period, points } from "./parts.ts";

type Range = keyof OverviewParts["lengths"];

type Comparison = keyof OverviewParts["references"];

/** A mutant whose windows of a range have another length. */
const lasting = (range: Range, length: Length): Mutant => {
  const words = Object.entries(length).map(([unit, count]) => `${count} ${unit}`);
  return derived({
    words: `overview ${range} lasts ${words.join()}`,
    sentence: `A window of ${range} lasts ${words.join()}`,
    violates: [`overview/window-of-${range === "30d" ? "30-days" : range.replace("m", "-months")}`],
    replace: part(["connect", "overview", "lengths"], () => ({ [range]: length })),
  });
};

/** A mutant whose reference is another window, for windows of any length or of some. */
const referring =
  (comparison: Comparison, rule: string) =>
  (how: string, change: (window: Window) => Window, when?: Condition<Length>): Mutant =>
    derived({
      words: `overview ${comparison} ${how}`,
      sentence: `The ${comparison} ${how}`,
      only: when?.only,
      violates: [`overview/${rule}`],
      replace: part(["connect", "overview", "references"], (references) => ({
        [comparison]: (window: Window, length: Length) => {
          const usual = references[comparison](window, length);
          return when?.when(length) === false ? usual : change(usual);
        },
      })),
    });

const contiguous = referring("previous_period", "previous-period-is-contiguous");
const asLong = referring("previous_period", "previous-period-has-the-same-length");
const yearBefore = referring("previous_year", "previous-year-starts-a-year-earlier");
const yearBeforeEnd = referring("previous_year", "previous-year-ends-a-year-earlier");

const inDays = where("for thirty days", (length: Length) => "days" in length);
const inSixMonths = where("for six months", (length: Length) => "months" in length && length.months === 6);

const shifted =
  (by: number) =>
  ({ from, to }: Window): Window => ({ from: from + by, to: to + by });

const allButTwo = points("without the last two", (usual) => usual.slice(0, -2));
const allButTheFirst = points("without the first", (usual) => usual.slice(1));
const lastThree = points("the last three", (usual) => usual.slice(-3));
const firstTwice = points("with the first twice", (usual) => [...usual.slice(0, 1), ...usual]);
const sixMonths = period("for six months", { range: "6m", granularity: "month" });

export const mutants: readonly Mutant[] = [
  lasting("30d", { days: 31 }),
  lasting("30d", { days: 29 }),
  lasting("6m", { months: 5 }),
  lasting("6m", { days: 180 }),
  lasting("12m", { months: 11 }),
  lasting("12m", { days: 360 }),
  contiguous("is a day earlier", shifted(-DAY)),
  contiguous("is a day earlier", shifted(-DAY), inSixMonths),
  contiguous("is a day later", shifted(DAY), inDays),
  asLong("starts a day later", ({ from, to }) => ({ from: from + DAY, to })),
  asLong("lasts five months", ({ to }) => ({ from: earlier(to, { months: 5 }), to }), inSixMonths),
  yearBefore("starts a day later", ({ from, to }) => ({ from: from + DAY, to })),
  yearBefore(
    "starts a year earlier",
    ({ from, to }) => ({ from: earlier(from, { months: 12 }), to }),
    inDays,
  ),
  yearBeforeEnd("ends a day earlier", ({ from, to }) => ({ from, to: to - DAY })),
  yearBeforeEnd(
    "ends a month later",
    ({ from, to }) => ({ from, to: earlier(to, { months: -1 }) }),
    inSixMonths,
  ),
  overview.gives("gross_volume.points", "gross-volume-point-per-step", allButTwo),
  overview.gives("gross_volume.points", "gross-volume-point-per-step", allButTheFirst, sixMonths),
  overview.gives("new_accounts.points", "new-accounts-point-per-step", lastThree),
  overview.gives("new_accounts.points", "new-accounts-point-per-step", firstTwice, sixMonths),
];
