import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import type { Replace } from "../mutant.ts";
import { type Facts, withEventMember } from "../shared/billing.ts";

export const ACTIVATED = "subscription.activated";

export const UPDATED = "subscription.updated";

/** Changes one member of an event. */
export const changingMember = (
  event: string,
  member: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Replace => withEventMember(event, member, value);

export const CREATED = "subscription.created";

/** Changes one member of an event under a condition. */
export const changedWhen = (
  [event, member]: readonly [string, string],
  when: (facts: Facts) => boolean,
  instead: (value: unknown) => unknown = () => undefined,
): Replace =>
  withEventMember(event, member, (facts, usual) => (when(facts) ? instead(usual(facts)) : usual(facts)));

/** An event that names its customer's first subscription. */
export const ofFirst = (event: string): Replace =>
  withEventMember(
    event,
    "subscriptionId",
    ({ state, subscription }) =>
      state.find(subscriptions, "customer", subscription.customerId)[0]?.id ?? subscription.id,
  );
