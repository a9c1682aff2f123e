import { perEmulator, type Replace } from "../mutant.ts";
import { type Body, changingObjects, changingSuccess } from "../shared/answers.ts";

/** From the second answer that shows an object on, one of its fields is another: as if a cache or a job had written it. */
export const drifting = (
  operation: string,
  field: string,
  change: (value: unknown) => unknown,
  objects?: (body: Body) => readonly Body[],
): Replace =>
  perEmulator(() => {
    const shown = new Set<unknown>();
    const selector = { operations: [operation], status: 200, ...(objects === undefined ? {} : { objects }) };
    return changingObjects(selector, (body) => {
      const id = body["id"] ?? body["account"];
      if (shown.has(id)) body[field] = change(body[field]);
      shown.add(id);
    });
  });

/** Every nth success of an operation has another body, whatever its request. */
export const changingEvery = (nth: number, operation: string, change: (body: Body) => void): Replace =>
  perEmulator(() => {
    let count = 0;
    return changingSuccess(operation, change, () => {
      count += 1;
      return count % nth === 0;
    });
  });

/** A franc less than it is. */
export const aFrancShort = (body: Body): void => {
  body["amount"] = Number(body["amount"]) - 1;
};
