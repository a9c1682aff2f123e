import {
  type AnswerSelector,
  type Body,
  changingObjects,
  changingSuccess,
  isObject,
  objectsIn,
} from "../shared/answers.ts";
import { type FieldFaults, fieldFaults } from "./fields.ts";

/**
 * Mutants of the fields of the selected objects.
 * @param name of an object: "created intent"
 * @param rules how the ids of its rules begin: "payment-intents/"
 */
export const answerFaults = (name: string, selector: AnswerSelector, rules: string): FieldFaults<Body> =>
  fieldFaults<Body>({
    name,
    of: `a ${name}`,
    rules,
    change: (field, value) =>
      changingObjects(selector, (object) => set(object, field, value(object[field], object))),
  });

/** Where a field at a path is. */
export interface Placed {
  readonly body: Body;
  /** The object that has the field. */
  readonly holder: Body;
}

/** Mutants of what is anywhere in the successes of an operation: "period.from", "leaders[].value", "data[-1].fee" of the last entry. */
export const bodyFaults = (name: string, operation: string, rules: string): FieldFaults<Placed> =>
  fieldFaults<Placed>({
    name,
    of: `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`,
    rules,
    change: (path, value) =>
      changingSuccess(operation, (body) => {
        const steps = path.split(".");
        const field = steps.pop() ?? "";
        for (const holder of holdersAt(body, steps))
          set(holder, field, value(holder[field], { body, holder }));
      }),
  });

function holdersAt(body: Body, steps: readonly string[]): readonly Body[] {
  return steps.reduce<readonly Body[]>(
    (holders, step) =>
      holders.flatMap((holder) => {
        const [name = "", entry] = step.split("[");
        if (entry === undefined) return [holder[name]].filter(isObject);
        const entries = objectsIn(holder, name);
        return entry === "]" ? entries : entries.slice(-1);
      }),
    [body],
  );
}

function set(holder: Body, field: string, value: unknown): void {
  if (value === undefined) delete holder[field];
  else holder[field] = value;
}
