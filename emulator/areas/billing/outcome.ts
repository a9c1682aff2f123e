import type { State } from "../../kernel/state.ts";
import type { Write } from "../../kernel/table.ts";
import { nextOutcome } from "../common/outcomes.ts";
import type { Subscription } from "../subscriptions/record.ts";

const none = "";

/** The outcome that control prepared for the customer's next payment, or for the account's; approved by default. */
export function nextPaymentOutcome(
  state: State,
  { accountId, customerId }: Subscription,
): { approved: boolean; writes: readonly Write[] } {
  const own = nextOutcome(state, accountId, `payment:${customerId}`, none);
  const { outcome, writes } =
    own.outcome === none ? nextOutcome(state, accountId, "payment", "approved") : own;
  return { approved: outcome === "approved", writes };
}
