import { type Body, isObject } from "../shared/answers.ts";
import type { Mutant, Replace } from "../mutant.ts";
import { changingAnswer } from "../connect/parts.ts";
import { type Condition, derived, kebab } from "../faults/fields.ts";

type Figure = "gross_volume" | "new_accounts";

/** A mutant that changes the points of a figure in some overviews. */
export const pointsFault = (
  figure: Figure,
  rule: string,
  how: string,
  change: (points: readonly Body[]) => readonly Body[],
  where?: Condition<Body>,
): Mutant =>
  derived({
    words: `overview ${figure} ${how}`,
    sentence: `The points of ${figure} ${how}`,
    only: where?.only,
    violates: [`overview/${rule}`],
    replace: pointing(figure, change, where?.when),
  });

/** A mutant whose sum of a figure is one more than its points, if it is not zero. */
export const sumFault = (
  figure: Figure,
  total: "total" | "previous_total",
  where?: Condition<Body>,
): Mutant =>
  derived({
    words: `overview ${figure} ${total} one more`,
    sentence: `The ${total} of ${figure} is one more than the sum of its points`,
    only: where?.only,
    violates: [`overview/${kebab(`${figure} ${total}`)}-is-the-sum`],
    replace: changingAnswer("overview", ({ [figure]: series, period }) => {
      if (!isObject(series) || !isObject(period) || series[total] === 0) return;
      if (where?.when(period) !== false) series[total] = Number(series[total]) + 1;
    }),
  });

/** Changes the points of a figure in some answers. */
const pointing = (
  figure: string,
  change: (points: readonly Body[]) => readonly Body[],
  when: (period: Body) => boolean = () => true,
): Replace =>
  changingAnswer("overview", ({ [figure]: series, period }) => {
    if (!isObject(series) || !isObject(period) || !Array.isArray(series["points"]) || !when(period)) return;
    series["points"] = change(series["points"] as Body[]);
  });
