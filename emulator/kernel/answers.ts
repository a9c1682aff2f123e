import type { Answer } from "./request.ts";
import type { Decision } from "./types.ts";

/** One failed rule on one field (§7.1). */
export interface FieldError {
  rule: string;
  field: string;
  message: string;
}

/** A failed rule; the message is that of the document unless given. */
export const fieldError = (
  rule: string,
  field: string,
  message = `${rule} validation failed`,
): FieldError => ({ rule, field, message });

/** An answer with a JSON body. */
export const json = (status: number, body: unknown): Answer => ({ status, body });

/** An answer `{message}`. */
export const message = (status: number, text: string): Answer => json(status, { message: text });

/** The documented shape of a validation refusal (§7.1). */
export const validationFailed = (status: number, errors: readonly FieldError[]): Answer =>
  json(status, { errors });

/** An answer that carries a literal code to branch on (§7.1, §7.2), with further fields when the document lists some. */
export const coded = (
  status: number,
  code: string,
  text: string,
  details: Readonly<Record<string, unknown>> = {},
): Answer => json(status, { code, message: text, ...details });

/** A decision that answers and changes nothing. */
export const only = (answer: Answer): Decision => ({ answer });
