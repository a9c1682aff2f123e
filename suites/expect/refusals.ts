import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import type { Advance } from "../fixtures/test-clocks.ts";

/** Refusals for the current state or the funds, not for the request's parameters. */
const NOT_ABOUT_THE_REQUEST = [402, 408, 429];
/** Statuses that show neither an acceptance nor a refusal for the content of the request. */
const NOT_ABOUT_ACCEPTANCE = [...NOT_ABOUT_THE_REQUEST, 409, 502, 503, 504];

/**
 * Whether a target refused a request for its content. Its counterpart was accepted just before with the same key, so even a 401
 * or a 403 answers the one difference.
 */
export function isRefusal(answer: Answer): boolean {
  return answer.status >= 400 && answer.status < 500 && !NOT_ABOUT_THE_REQUEST.includes(answer.status);
}

/**
 * The request was refused. Other rules judge the status and body. @throws Violation when it was accepted, or the answer is no
 * refusal @throws Inconclusive when the refusal has another reason than the request's parameters
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

/** A refusal is the precondition of a check; another rule judges it. @throws Inconclusive when the request was accepted */
export function requireRefused(answer: Answer, what: string): void {
  if (answer.succeeded) throw new Inconclusive(`${what} was accepted; another rule judges that`);
}

const VALIDATION_STATUSES = [400, 422];

/** Whether a request was refused as invalid, by the status. */
export const isInvalid = ({ status }: Answer): boolean => VALIDATION_STATUSES.includes(status);

/**
 * For values that the document permits, but for which a target may have limits: its answer if it accepted them, null if it
 * refused them as invalid. Reaches the class "accepted".
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
 * The request was accepted. Other rules judge the success status and server errors. @throws Violation when it was refused
 * @throws Inconclusive when the target was too busy, out of funds, or at odds with another request
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
 * A request with an idempotency key that another merchant used was refused for the key: as a duplicate if keys are global, or
 * as invalid if they are bound to their first request. The counterpart has its own key. @throws Inconclusive when the
 * counterpart is refused as well
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

/** A request that may be accepted or refused for any reason; a busy target shows nothing. @throws Inconclusive */
export function expectAnyRefusal(check: Check, answer: Answer): void {
  if (!answer.succeeded && !isRefusal(answer)) check.succeeded(answer);
}

/**
 * A refusal with its counterpart, which differs in one thing: if the refusal is not the expected one, the counterpart shows
 * whether this difference was the reason. @throws Inconclusive when the counterpart is refused as well
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
    // An accepted invalid request needs no counterpart.
    if (error instanceof Violation && isRefusal(refused)) check.succeeded(await counterpart());
    throw error;
  }
}

/** An `error`, and no code: absent and null are both permitted (`clock-refusal-without-code`). */
export function codeless(check: Check, answer: Advance): void {
  // The document says nothing about other statuses; another rule judges that it is 400.
  if (answer.status !== 400) throw new Inconclusive(`it is not refused with 400: ${answer.summary}`);
  const body = answer.body as { error?: unknown; code?: unknown };
  check.expect.that("error", body.error, answer).toSatisfy("there", (value) => value !== undefined);
  check.expect.that("code", body.code, answer).toBeOneOf([undefined, null]);
  check.observe("clock-refusal-without-code", body.code === null ? "`code` null" : "no `code`");
}
