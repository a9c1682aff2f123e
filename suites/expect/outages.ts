import { type Answer, type Check, textOf } from "../kit.ts";
import { codeOf } from "../fixtures/money-movements.ts";

/** Expects that a key without an effect is not reported as used (§7.6). */
export function expectUnspent(check: Check, answer: Answer): void {
  check.expect
    .that("the code for a key whose request had no effect", codeOf(answer), answer)
    .toDifferFrom("E_DUPLICATE_OPERATION");
}

/** The documented statuses of the codes of outages (§7.7). */
const OUTAGES: Readonly<Record<string, 502 | 503>> = {
  E_CONNECT_PRICING_UNAVAILABLE: 503,
  E_CONNECT_AVAILABILITY_DELAY_UNSET: 503,
  E_SSO_UNAVAILABLE: 503,
  E_SERVICE_UNAVAILABLE: 503,
  E_IDENTITY_UNAVAILABLE: 503,
  E_CONNECT_ONBOARDING_UNSUPPORTED: 502,
  E_REFERENTIAL_COUNTRY_MISSING: 502,
};

/**
 * Expects the documented refusal. A proxy may return a 504, but not with the code of an outage.
 * @throws Inconclusive if the target could not answer
 */
export function expectOutage(check: Check, answer: Answer, code: string): void {
  const reported = OUTAGES[textOf(codeOf(answer))];
  if (reported !== undefined)
    check.expect.that(`the status of ${answer.what} with its code`, answer.status, answer).toBe(reported);
  check.expect(answer).toRefuse({ status: OUTAGES[code] ?? 503, code });
}
