import type { Check, Eventually } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { textOf } from "../../harness/reported.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { isObject } from "../../spec/json.ts";

/**
 * Reads an object until it is found, within the profile's consistency deadline.
 * @throws Violation of basis "deadline" if it is not found
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

/** Reads back the precondition of a check. Another rule judges whether it is found. @throws Inconclusive if it is not */
export async function readBack<B>(check: Check, read: () => Promise<Answer<B>>): Promise<Answer<B>> {
  return check.succeeded(await asPrecondition(() => found(check, "the created object", read)));
}

/**
 * Reads until the condition is true. At the deadline returns the last reading, which the caller judges.
 * @param subject identifies the wait. If another check has already waited for the same subject without success, this one waits less
 */
export function soon<T>(
  check: Check,
  wanted: Pick<Eventually<T>, "read" | "holds"> & { readonly subject?: string },
): Promise<T> {
  const { read, holds, subject = null } = wanted;
  return check.eventually({
    expected: "an up-to-date reading",
    subject,
    withinMs: check.profile.deadlines.consistencyMs,
    read,
    holds,
    orLast: true,
  });
}

/** Waits for a precondition, which another rule judges. @throws Inconclusive instead of a Violation */
export async function asPrecondition<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    // Keep the symptom: all checks that wait for this fail for the same cause.
    throw new Inconclusive(error.message, error.symptom?.kind === "wait" ? error.symptom : null);
  }
}

/** A member of a body; undefined if the body is not a JSON object or has no such member. */
export function memberOf({ read }: Answer, name: string): unknown {
  return read.kind === "json" && isObject(read.value) ? read.value[name] : undefined;
}

/** A code in lowercase. Other rules judge its casing and its type. */
export function code(value: unknown): string {
  return textOf(value).toLowerCase();
}

/** Whether a time is reported at all, as a string or a number, because its form is open. */
export function isReported(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}
