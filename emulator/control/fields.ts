import { fieldError, validationFailed } from "../kernel/answers.ts";
import { type Answer, type Mode, modes } from "../kernel/request.ts";
import { oneOf, text } from "../kernel/rules.ts";
import type { FieldSpec } from "../kernel/validate.ts";

/** A word in a valid body, in lowercase. */
export const wordIn = <Word extends string>(body: Readonly<Record<string, unknown>>, field: string): Word =>
  (body[field] as string).toLowerCase() as Word;

/** An optional environment. */
export const modeField: FieldSpec = { field: "mode", rules: [text, oneOf(modes)] };

/** The environment in a request. Default: test. */
export const modeIn = (value: unknown): Mode =>
  typeof value === "string" && value.toLowerCase() === "live" ? "live" : "test";

/** A refusal of a well-formed request, with its reason. */
export const refusedField = (field: string, rule: string, reason?: string): Answer =>
  validationFailed(422, [fieldError(rule, field, reason)]);
