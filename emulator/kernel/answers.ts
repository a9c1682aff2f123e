import type { Answer } from "./request.ts";
import type { Decision } from "./types.ts";

/** A validation rule that a field breaks (§7.1). */
export interface FieldError {
  rule: string;
  field: string;
  message: string;
}

/** Creates the error of a field. By default, the message is the documented one. */
export const fieldError = (
  rule: string,
  field: string,
  message = `${rule} validation failed`,
): FieldError => ({ rule, field, message });

/** An answer with a JSON body. */
export const json = (status: number, body: unknown): Answer => ({ status, body });

/** An answer with the body `{ message }`. */
export const message = (status: number, text: string): Answer => json(status, { message: text });

/** The documented shape of a validation refusal (§7.1). */
export const validationFailed = (status: number, errors: readonly FieldError[]): Answer =>
  json(status, { errors });

/** An answer with a code that clients branch on (§7.1, §7.2), and with further fields if the document lists some. */
export const coded = (
  status: number,
  code: string,
  text: string,
  details: Readonly<Record<string, unknown>> = {},
): Answer => json(status, { code, message: text, ...details });

/** A decision that only answers. */
export const only = (answer: Answer): Decision => ({ answer });
