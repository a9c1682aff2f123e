import type { Check, ReceivedEvent, RuleCheck, RuleId, RuleOptions } from "../kit.ts";
import { rule, textOf } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import type { Scenario } from "./recorder.ts";
import { RENEWED, renewal, SEVERAL } from "./renewals.ts";
import { eventsOf, expectAsMany, givenEvent } from "./scenario-events.ts";

/** Scenarios take long on targets that settle slowly. Each wait has its own deadline. */
export const PATIENT: RuleOptions = { deadlineMs: 300_000 };

type RunScenario<S extends Scenario> = (check: Check) => Promise<S>;

/** A rule that is judged on a scenario, which is recorded once for all its rules. */
export function onScenario<S extends Scenario>(
  id: RuleId,
  runScenario: RunScenario<S>,
  judge: (check: Check, scenario: S) => void | Promise<void>,
): RuleCheck {
  return rule(id, PATIENT, async (check) => judge(check, await runScenario(check)));
}

/** Rules that are judged on one scenario. */
export const on =
  <S extends Scenario>(runScenario: RunScenario<S>) =>
  (id: RuleId, judge: (check: Check, scenario: S) => void | Promise<void>): RuleCheck =>
    onScenario(id, runScenario, judge);

/** A scenario; null if the target cannot reach it. */
export const ifReachable = <S extends Scenario>(
  check: Check,
  runScenario: RunScenario<S>,
): Promise<S | null> => ifPossible(() => runScenario(check));

/** The scenarios that the target can reach. */
export async function* possibleScenarios<S extends Scenario>(
  check: Check,
  candidates: readonly RunScenario<S>[],
): AsyncGenerator<S> {
  for (const runScenario of candidates) {
    const scenario = await ifReachable(check, runScenario);
    if (scenario !== null) yield scenario;
  }
}

/** Matches events whose object no earlier step reported. A late repetition of an earlier payment does not match. */
export function isNew(key: "invoiceId" | "orderId", before: string) {
  return (event: ReceivedEvent, scenario: Scenario): boolean => {
    const known = new Set<unknown>();
    for (const step of scenario.steps) {
      if (step.name === before) break;
      for (const earlier of step.events) if (earlier.type === event.type) known.add(earlier.data[key]);
    }
    return !known.has(event.data[key]);
  };
}

/** Expects one invoice or order for a paid renewal, however often it is reported, and several for several renewals. */
export const repeatsShareId = (id: RuleId, type: string, key: "invoiceId" | "orderId"): RuleCheck =>
  onScenario(id, renewal, (check, scenario) => {
    const what = key === "invoiceId" ? "invoices" : "orders";
    const isOwn = (step: string) => (event: ReceivedEvent) => isNew(key, step)(event, scenario);
    const different = (step: string): number =>
      new Set(eventsOf(scenario, step, type, isOwn(step)).map(({ data }) => data[key])).size;
    givenEvent(scenario, RENEWED, type, isOwn(RENEWED));
    check.expect.that(`the number of ${what} of one paid renewal`, different(RENEWED)).toBe(1);
    const periods = new Set(
      eventsOf(scenario, SEVERAL, "subscription.updated").map(({ data }) => textOf(data["currentPeriodEnd"])),
    ).size;
    expectAsMany(`the number of ${what} of ${periods} paid renewals`, {
      reported: different(SEVERAL),
      happened: periods,
    });
  });
