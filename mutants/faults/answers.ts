import { type AnswerSelector, type Body, changingObjects } from "../shared/answers.ts";
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
      changingObjects(selector, (object) => {
        const changed = value(object[field], object);
        if (changed === undefined) delete object[field];
        else object[field] = changed;
      }),
  });
