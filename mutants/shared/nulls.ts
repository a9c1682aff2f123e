import type { RuleId } from "../../spec/index.ts";
import { kebab } from "../faults/fields.ts";
import { acceptingNull } from "../faults/requests.ts";
import type { Mutant } from "../mutant.ts";

/**
 * A mutant that accepts null for a required parameter of an operation. It uses the value of an earlier request, or `value` (§4).
 */
export const takesNull = (operation: string, field: string, violates: RuleId, value?: unknown): Mutant => ({
  id: kebab(`${operation} takes null as ${field}`),
  violates: [violates],
  summary: `${operation} accepts null as the required field ${field}.`,
  wrap: acceptingNull(operation, field, value),
});
