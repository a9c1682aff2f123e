import { validationFailed } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";

/** A refusal of a well-formed request, with its reason. */
export const refusedField = (field: string, rule: string, reason: string): Answer =>
  validationFailed(422, [{ rule, field, message: reason }]);
