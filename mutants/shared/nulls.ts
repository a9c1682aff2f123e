import type { RuleId } from "../../spec/index.ts";
import { acceptingNull } from "../faults/requests.ts";
import type { Mutant, Named } from "../mutant.ts";

/**
 * A mutant that accepts null for a required parameter of an operation. It uses the value of an earlier request, or `value` (§4).
 */
export const takingNull = (
  violates: RuleId,
  operation: string,
  field: string,
  value?: unknown,
): Named[string] => ({
  violates: [violates],
  summary: `${operation} accepts null as the required field ${field}.`,
  wrap: acceptingNull(operation, field, value),
});

/** Mutants for each of these parameters of a creation. `id` begins their ids, and `rules` maps each to the rule on its type. */
export const takingNulls = (
  id: string,
  operation: string,
  rules: Readonly<Record<string, RuleId>>,
): readonly Mutant[] =>
  Object.entries(rules).map(([field, violates]) => ({
    id: `${id}-takes-null-as-${field.replaceAll("_", "-").toLowerCase()}`,
    ...takingNull(violates, operation, field),
  }));
