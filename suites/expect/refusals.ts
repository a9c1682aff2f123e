import { type Answer, type Check, Inconclusive, Violation } from "../kit.ts";
import { isRefusal, NOT_ABOUT_THE_REQUEST } from "../fixtures/reading.ts";
import type { Advance } from "../fixtures/test-clocks.ts";

/** Statuses that do not show whether the content of the request is accepted. */
const NOT_ABOUT_ACCEPTANCE = [...NOT_ABOUT_THE_REQUEST, 409, 502, 503, 504];

/**
 * Expects a refusal. Other rules judge its status and body.
 * @throws Violation if the request was accepted, or the answer is not a refusal
 * @throws Inconclusive if the reason may be something other than the parameters
 */
export function expectRefusal(answer: Answer, fault: string): void {
  if (isRefusal(answer)) return;
  const { status } = answer;
  if (NOT_ABOUT_THE_REQUEST.includes(status) || [502, 503, 504].includes(status)) {
    throw new Inconclusive(
      `${answer.what} answered ${answer.summary}, which does not show whether the target refuses ${fault}`,
    );
  }
  throw new Violation({
    expected: `${answer.what} to refuse ${fault}`,
    actual: `it answered ${answer.summary}`,
    exchange: answer.exchange.sequence,
    symptom: answer.hasNot("refusal"),
  });
}

/** Requires a refusal, which another rule judges. @throws Inconclusive if the request was accepted */
export function requireRefused(answer: Answer, what: string): void {
  if (answer.succeeded) throw new Inconclusive(`${what} was accepted; another rule judges that`);
}

const VALIDATION_STATUSES = [400, 422];

/** Whether the status is that of a validation refusal. */
export const isInvalid = ({ status }: Answer): boolean => VALIDATION_STATUSES.includes(status);

/**
 * For documented values that may exceed a limit of the target. Returns the answer if they were accepted, null if they were refused as
 * invalid. An accepted run counts for the class "accepted".
 * @throws Inconclusive for any other refusal
 */
export function ifAccepted<B>(
  check: Check,
  answer: Answer<B>,
  reach: (className: string) => void,
): Answer<B> | null {
  if (isInvalid(answer)) return null;
  const accepted = check.succeeded(answer);
  reach("accepted");
  return accepted;
}

/**
 * Expects success. Other rules judge its status, and server errors.
 * @throws Violation if the request was refused
 * @throws Inconclusive if the target was busy, lacked funds, or reported a conflict with another request
 */
export function expectAcceptance(answer: Answer, what: string): void {
  if (answer.succeeded) return;
  if (NOT_ABOUT_ACCEPTANCE.includes(answer.status)) {
    throw new Inconclusive(
      `${answer.what} answered ${answer.summary}, which does not show whether the target accepts ${what}`,
    );
  }
  throw new Violation({
    expected: `${answer.what} to accept ${what}`,
    actual: `it answered ${answer.summary}`,
    exchange: answer.exchange.sequence,
    symptom: answer.hasNot("success"),
  });
}

/**
 * Expects that a request whose key another merchant has used was refused for the key: as a duplicate if keys are global, or as invalid if a
 * key is bound to its first request. The counterpart has its own key.
 * @throws Inconclusive if the counterpart is refused as well
 */
export async function expectSpentElsewhere(
  check: Check,
  refused: Answer,
  counterpart: () => Promise<Answer>,
): Promise<void> {
  check.succeeded(await counterpart());
  if (!VALIDATION_STATUSES.includes(refused.status))
    check.expect(refused).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
}

/** Permits a success or any refusal. @throws Inconclusive if the target was busy */
export function expectAnyRefusal(check: Check, answer: Answer): void {
  if (!answer.succeeded && !isRefusal(answer)) check.succeeded(answer);
}

/**
 * Judges a refusal and, if it is not the expected one, sends the counterpart, which differs in one thing. If that succeeds, this thing was
 * the reason.
 * @throws Inconclusive if the counterpart is refused as well
 */
export async function withCounterpart(
  check: Check,
  refused: Answer,
  judge: () => void,
  counterpart: () => Promise<Answer>,
): Promise<void> {
  try {
    judge();
  } catch (error) {
    // If the invalid request was accepted, no counterpart is needed.
    if (error instanceof Violation && isRefusal(refused)) check.succeeded(await counterpart());
    throw error;
  }
}

/** Expects an `error` without a code. The code may be absent or null (`clock-refusal-without-code`). */
export function codeless(check: Check, answer: Advance): void {
  // Another rule judges whether it is 400. Other statuses may have a code.
  if (answer.status !== 400) throw new Inconclusive(`it was not refused with 400: ${answer.summary}`);
  const body = answer.body as { error?: unknown; code?: unknown };
  check.expect.field("error", body.error, answer).toSatisfy("present", (value) => value !== undefined);
  check.expect.field("code", body.code, answer).toBeOneOf([undefined, null]);
  check.observe("clock-refusal-without-code", body.code === null ? "`code` null" : "no `code`");
}
