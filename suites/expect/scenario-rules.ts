import type { Check } from "../../harness/check.ts";
import type { ReceivedEvent } from "../../harness/inbox/event.ts";
import { type RuleCheck, type RuleOptions, rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { explains } from "../model/billing.ts";
import type { Story } from "../scenarios/recorder.ts";
import { stepOf, told, toldOnce, untold } from "./scenario-events.ts";

/** Scenarios take long on targets that settle slowly; each wait has its own deadline. */
export const PATIENT: RuleOptions = { deadlineMs: 300_000 };

type Tell<S extends Story> = (check: Check) => Promise<S>;

/** A rule that is judged on a scenario: recorded once, for all rules that look at it. */
export function ofStory<S extends Story>(
  id: RuleId,
  tell: Tell<S>,
  judge: (check: Check, story: S) => void | Promise<void>,
): RuleCheck {
  return rule(id, async (check) => judge(check, await tell(check)), PATIENT);
}

/** A moment is reported by an event of this name. */
export function tells<S extends Story>(
  id: RuleId,
  tell: Tell<S>,
  step: string,
  type: string,
  where?: (event: ReceivedEvent, story: S) => boolean,
): RuleCheck {
  return ofStory(id, tell, (_check, story) => {
    told(story, step, type, where === undefined ? undefined : (event) => where(event, story));
  });
}

/**
 * The same moment of other lives as well, as far as the target can be brought to live them; no later step of a
 * life reports it again.
 */
export function tellsOnce(
  id: RuleId,
  tell: Tell<Story>,
  step: string,
  type: string,
  others: readonly (readonly [Tell<Story>, string])[] = [],
): RuleCheck {
  return ofStory(id, tell, async (check, story) => {
    once(story, step, type);
    for (const [other, moment] of others) {
      const told = await ifLived(check, other);
      if (told !== null) once(told, moment, type);
    }
  });
}

/** One event at a step, and none at the later steps whose moments do not bring it about. */
function once(story: Story, step: string, type: string): void {
  toldOnce(story, step, type);
  const after = story.steps.slice(story.steps.indexOf(stepOf(story, step)) + 1);
  for (const { name, moment } of after) if (!explains(moment, type)) untold(story, name, type);
}

/** A scenario, or null where the target does not let it happen: then others are judged alone. */
export async function ifLived<S extends Story>(check: Check, tell: Tell<S>): Promise<S | null> {
  try {
    return await tell(check);
  } catch (error) {
    if (error instanceof NeedMissing || error instanceof Inconclusive) return null;
    throw error;
  }
}

/** Those of the scenarios that the target lets happen. */
export async function* lived<S extends Story>(check: Check, tells: readonly Tell<S>[]): AsyncGenerator<S> {
  for (const tell of tells) {
    const story = await ifLived(check, tell);
    if (story !== null) yield story;
  }
}

/**
 * The step's own events came, and a settling time passed; or the scenario went on after the step, and all of it is
 * looked at ("ever"). Steps of other lives as well, as far as the target can be brought to live them.
 */
export function tellsNo<S extends Story>(
  id: RuleId,
  tell: Tell<S>,
  step: string,
  type: string,
  where?: (event: ReceivedEvent, story: Story) => boolean,
  others: readonly (readonly [Tell<Story>, string, typeof where?])[] = [],
): RuleCheck {
  return ofStory(id, tell, async (check, story) => {
    const none = (each: Story, at: string, which: typeof where): void => {
      untold(each, at, type, which === undefined ? undefined : (event) => which(event, each));
    };
    none(story, step, where);
    for (const [other, at, which] of others) {
      const told = await ifLived(check, other);
      if (told !== null) none(told, at, which);
    }
  });
}

/** Events that are about what no earlier step reported: a late repetition of an earlier payment is none. */
export function isNew(key: "invoiceId" | "orderId", before: string) {
  return (event: ReceivedEvent, story: Story): boolean => {
    const known = new Set<unknown>();
    for (const step of story.steps) {
      if (step.name === before) break;
      for (const earlier of step.events) if (earlier.type === event.type) known.add(earlier.data[key]);
    }
    return !known.has(event.data[key]);
  };
}
