import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import type { Advance } from "../fixtures/test-clocks.ts";

/** Refusals that say something about the moment or the funds, not about the request's parameters. */
const NOT_ABOUT_THE_REQUEST = [402, 408, 429];
/** Answers that keep a request from being accepted, and from being refused for what it says. */
const NOT_ABOUT_ACCEPTANCE = [...NOT_ABOUT_THE_REQUEST, 409, 502, 503, 504];

/**
 * Whether a target turned a request down for what it says. Its twin was accepted just before with the same key, so even a
 * 401 or a 403 is an answer to the one thing that differs.
 */
export function isRefusal(answer: Answer): boolean {
  return answer.status >= 400 && answer.status < 500 && !NOT_ABOUT_THE_REQUEST.includes(answer.status);
}

/**
 * The request was turned down. With which status and words is for other rules.
 * @throws Violation when it was accepted, or answered with anything that is no refusal
 * @throws Inconclusive when something else than the request's parameters was in the way
 */
export function expectRefusal(answer: Answer, fault: string): void {
  if (isRefusal(answer)) return;
  const { status } = answer;
  if (NOT_ABOUT_THE_REQUEST.includes(status) || [502, 503, 504].includes(status)) {
    throw new Inconclusive(`${answer.what} was kept from judging ${fault}: ${answer.summary}`);
  }
  throw new Violation({
    expected: `${answer.what} to refuse ${fault}`,
    actual: `it answered ${answer.summary}`,
    exchange: answer.exchange.sequence,
  });
}

const VALIDATION_STATUSES = [400, 422];

/** Whether a request was refused as invalid, by the status. */
export const isInvalid = ({ status }: Answer): boolean => VALIDATION_STATUSES.includes(status);

/**
 * For values that are valid as far as the document shows, but that a target may have limits for: its answer when it took
 * them, null when it refused them as invalid. Reaches the class "accepted".
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
 * The request was taken. With which success status is for another rule, and that no answer is a crash.
 * @throws Violation when it was turned down
 * @throws Inconclusive when the target was too busy, out of funds, or at odds with another request
 */
export function expectAcceptance(answer: Answer, what: string): void {
  if (answer.succeeded) return;
  if (NOT_ABOUT_ACCEPTANCE.includes(answer.status)) {
    throw new Inconclusive(`${answer.what} was kept from judging ${what}: ${answer.summary}`);
  }
  throw new Violation({
    expected: `${answer.what} to accept ${what}`,
    actual: `it answered ${answer.summary}`,
    exchange: answer.exchange.sequence,
  });
}

/**
 * A request under an idempotency key that another merchant spent was refused for the key: as a duplicate where keys are
 * everybody's, or as invalid where they are bound to their first request. The twin has a key of its own.
 * @throws Inconclusive when the twin is refused as well
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

/** A request that may be taken or turned down, whatever for; that the target was busy says nothing. @throws Inconclusive */
export function expectAnyRefusal(check: Check, answer: Answer): void {
  if (!answer.succeeded && !isRefusal(answer)) check.succeeded(answer);
}

/**
 * A refusal with its twin, which differs in one thing: where something else came than what was expected, the twin says whether
 * that one thing was what was refused.
 * @throws Inconclusive when the twin is refused as well
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
    // What was taken although it is at fault needs no twin.
    if (error instanceof Violation && isRefusal(refused)) check.succeeded(await counterpart());
    throw error;
  }
}

/** An `error`, and no code that says anything: absent and null are both permitted (`clock-refusal-without-code`). */
export function codeless(check: Check, answer: Advance): void {
  // Of other statuses nothing is said; that it is 400 is for another rule.
  if (answer.status !== 400) throw new Inconclusive(`it is not refused with 400: ${answer.summary}`);
  const body = answer.body as { error?: unknown; code?: unknown };
  check.expect.that("error", body.error, answer).toSatisfy("there", (value) => value !== undefined);
  check.expect.that("code", body.code, answer).toBeOneOf([undefined, null]);
  check.observe("clock-refusal-without-code", body.code === null ? "`code` null" : "no `code`");
}
