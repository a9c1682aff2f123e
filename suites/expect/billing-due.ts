import type { Answer, Check } from "../kit.ts";
import { BILLING_DUE, triggered } from "../fixtures/test-clocks.ts";

/** Expects that an advance or a simulation across a due date reports `billing.due` for each subscription. */
export function expectBillingDue(
  check: Check,
  answer: Answer<{ triggeredEvents?: unknown }>,
  ...subscriptions: readonly { readonly id: string }[]
): void {
  const entries = triggered(answer.field("triggeredEvents"));
  for (const { id } of subscriptions)
    check.expect
      .that("triggeredEvents across a due date", entries, answer)
      .toSatisfy(`a list with ${BILLING_DUE} for ${id}`, () =>
        entries.some((entry) => entry.event === BILLING_DUE && entry.subscriptionId === id),
      );
}
