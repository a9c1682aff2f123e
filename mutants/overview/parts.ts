import { bodyFaults, type Placed } from "../faults/answers.ts";
import { type Condition, where } from "../faults/fields.ts";
import { as } from "../faults/values.ts";
import { type Body, isObject } from "../shared/answers.ts";

export const overview = bodyFaults("overview", "retrieveOverview", "overview/");

/** Overviews whose period has these values. */
export const period = (words: string, values: Readonly<Record<string, string>>): Condition<Placed> =>
  where(words, ({ body: { period: shown } }) =>
    Object.entries(values).every(([name, value]) => isObject(shown) && shown[name] === value),
  );

/** A sum that is wrong unless it is zero. */
export const oneMore = as("one more", (sum) => (sum === 0 ? sum : Number(sum) + 1));

/** Other points of a figure. */
export const points = (words: string, change: (points: readonly Body[]) => readonly Body[]) =>
  as(words, (usual) => (Array.isArray(usual) ? change(usual as Body[]) : usual));
