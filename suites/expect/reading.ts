import type { Check, Eventually } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { isObject } from "../../spec/json.ts";

/**
 * Reads an acknowledged object until it is found, for as long as the profile permits a target to be inconsistent.
 * @throws Violation of basis "deadline" when it is never found
 */
export function found<B>(check: Check, what: string, read: () => Promise<Answer<B>>): Promise<Answer<B>> {
  return check.eventually({
    expected: `${what} to be found`,
    subject: ({ operation }) => `what ${operation} finds`,
    withinMs: check.profile.deadlines.consistencyMs,
    read,
    holds: (answer) => answer.status !== 404,
    show: (answer) => answer.summary,
  });
}

/**
 * Reads back the precondition of a check. Another rule judges that it can be found.
 * @throws Inconclusive when it cannot be read
 */
export async function readBack<B>(check: Check, read: () => Promise<Answer<B>>): Promise<Answer<B>> {
  return check.succeeded(await asPrecondition(() => found(check, "what was created", read)));
}

/**
 * The reading once the condition is true, or at the target's deadline; the caller judges it. `subject`: what waits of other checks
 * have in common with this one; without it, the wait is always a full one.
 */
export function soon<T>(
  check: Check,
  wanted: Pick<Eventually<T>, "read" | "holds"> & { readonly subject?: string },
): Promise<T> {
  const { read, holds, subject = null } = wanted;
  return check.eventually({
    expected: "what is read to be up to date",
    subject,
    withinMs: check.profile.deadlines.consistencyMs,
    read,
    holds,
    orLast: true,
  });
}

/** A precondition of a check, which another rule judges. @throws Inconclusive instead of a Violation */
export async function asPrecondition<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    // What is waited for is the same cause, whichever check waits for it.
    throw new Inconclusive(error.message, error.symptom?.kind === "wait" ? error.symptom : null);
  }
}

/** A member of a body, or undefined where the body is no JSON object or has no such member. */
export function memberOf({ read }: Answer, name: string): unknown {
  return read.kind === "json" && isObject(read.value) ? read.value[name] : undefined;
}

/** An amount as text, regardless of its type, which another rule judges. */
export function amountText(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : JSON.stringify(value);
}

/** A code in lowercase: casing is another rule's matter. */
export function code(value: unknown): string {
  return String(value).toLowerCase();
}

/** Whether a time is reported at all, where its form is open: a text or a number. */
export function isReported(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}
