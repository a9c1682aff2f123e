import { contractOperations, type Operation } from "../../harness/contract.ts";
import { createExecution } from "../../harness/engine/execution.ts";
import { planRun } from "../../harness/engine/plan.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Session } from "../../harness/session/session.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { checks } from "../../suites/index.ts";

/** A route that only a request with side effects can test. */
export interface RouteTrial {
  readonly operation: Operation;
  /** Sends the request of its rule. `onAnswer` is not called when the setup of that request fails. */
  readonly send: (onAnswer: (answer: Answer) => Promise<void>) => Promise<void>;
}

/** The routes that only a request with side effects can test, in the areas of the selected rules. */
export function routeTrials(session: Session, patterns: readonly string[]): readonly RouteTrial[] {
  const { served, judged } = planRun({ checks, patterns });
  const areas = new Set(judged.map(({ area }) => area));
  return [...contractOperations.values()].flatMap((operation) => {
    const known = served.get(operation.id);
    if (operation.method === "GET" || known === undefined || !areas.has(known.rule.area)) return [];
    const send: RouteTrial["send"] = async (onAnswer) => {
      const { check, cleanUp } = createExecution({
        session,
        rule: known.rule,
        signal: session.closing,
        attempt: 1,
        served,
        trying: [operation.id],
      });
      try {
        await known.check.judge({
          ...check,
          expectServed: async (_operation, ask) => onAnswer(await ask()),
        });
      } catch (error) {
        const setupFailed =
          error instanceof NeedMissing || error instanceof Inconclusive || error instanceof Violation;
        if (!setupFailed) throw error;
      } finally {
        await cleanUp();
      }
    };
    return [{ operation, send }];
  });
}
