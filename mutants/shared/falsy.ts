import { takingAs } from "../faults/requests.ts";
import { kebab } from "../faults/fields.ts";
import type { Mutant } from "../mutant.ts";
import { type RuleId } from "../../spec/index.ts";

/** A mutant that overlooks a field which it refuses, if its value is falsy. */
export const overlookingFalsy = (
  id: string,
  violates: RuleId,
  route: string | RegExp,
  field: string,
): Mutant => ({
  id: `${id}-overlooks-a-falsy-${kebab(field)}`,
  violates: [violates],
  summary: `The field ${field} is ignored if it is zero or false.`,
  wrap: takingAs(route, field, { these: [0, false] }),
});
