import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Facts, withEventMember, notEmitting, type Step, alsoEmitting } from "../shared/billing.ts";

/** An event is reported at a moment of which it is no consequence. */
export const misplaced = (fault: Fault, event: string, step: Step): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) => alsoEmitting(parts, event, step));

export const ACTIVATED = "subscription.activated";

export const UPDATED = "subscription.updated";

/** A moment whose event does not come. */
export const notEmitted = (fault: Omit<Fault, "summary">, event: string, steps: readonly Step[]): Mutant =>
  mutant({ ...fault, summary: `${event} is not reported at the steps ${steps.join(", ")}.` }, (parts) =>
    notEmitting(parts, event, ...steps),
  );

/** A moment that is reported by an event of another moment, or once too often. */
export const emitted = (fault: Omit<Fault, "summary">, event: string, steps: readonly Step[]): Mutant =>
  mutant(
    { ...fault, summary: `${event} is reported at the steps ${steps.join(", ")}, under an id of its own.` },
    (parts) => alsoEmitting(parts, event, ...steps),
  );

/** An event with another value in one member. */
export const changingMember = (
  fault: Fault,
  event: string,
  member: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Mutant => mutant(fault, (parts) => withEventMember(parts, event, member, value));

export const CREATED = "subscription.created";

/** One member of an event is different under a condition. */
export const changedWhen = (
  fault: Fault,
  [event, member]: readonly [string, string],
  when: (facts: Facts) => boolean,
  instead: (value: unknown) => unknown = () => undefined,
): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) =>
    withEventMember(parts, event, member, (facts, usual) =>
      when(facts) ? instead(usual(facts)) : usual(facts),
    ),
  );
