import { validationFailed } from "../../kernel/answers.ts";
import type { Answer } from "../../kernel/request.ts";
import { type FieldSpec, validate } from "../../kernel/validate.ts";

/** Refuses a body that breaks the rules of its fields (§7.1). */
export function refuseBody(
  body: unknown,
  { fields, invalidStatus }: { fields: readonly FieldSpec[]; invalidStatus: number },
): Answer | undefined {
  const errors = validate(body, fields);
  return errors.length === 0 ? undefined : validationFailed(invalidStatus, errors);
}
