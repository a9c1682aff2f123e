import type { EventDraft } from "../../kernel/events.ts";
import { present } from "../common/present.ts";
import type { Facts } from "./facts.ts";
import type { BillingParts } from "./parts.ts";
import type { Step } from "./steps.ts";

/** The events of a step, with data computed from `facts`. */
export function emit(billing: BillingParts, step: Step, facts: Facts): EventDraft[] {
  const { accountId, mode } = facts.subscription;
  return billing.steps[step].map((type) => {
    const data = billing.eventData[type];
    if (data === undefined) throw new Error(`Nobody knows the data of ${type}`);
    return {
      type,
      accountId,
      mode,
      envelope: "subscription",
      data: present(data, facts),
      to: billing.recipients(facts),
      at: billing.emittedAt(facts),
    };
  });
}
