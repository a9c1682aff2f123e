import type { Check } from "../check.ts";
import { runProperty, runsOf } from "../property.ts";
import { Violation } from "../verdicts.ts";
import type { Execution, ExecutionOptions } from "./context.ts";

/** Runs the properties of a check, numbered from 1. A recorded case is tried first. */
export function propertyRunner(
  options: Pick<ExecutionOptions, "session" | "rule" | "signal"> &
    Pick<Execution, "shares" | "found" | "transcript"> & {
      readonly seed: number;
      /** The deadline of the check with that many more runs of a property, monotonic ms. */
      readonly deadlineFor: (runs: number) => number;
    },
): Check["property"] {
  const { session, rule, seed, signal, deadlineFor, shares, found, transcript } = options;
  let properties = 0;
  return async (property) => {
    properties += 1;
    const number = properties;
    const { recorded } = session;
    const again = recorded?.rule === rule.id && recorded.case.property === number ? recorded.case : null;
    try {
      const holds: typeof property.holds = (value, reach) => {
        transcript.beginCase();
        return property.holds(value, reach);
      };
      const reached = await runProperty(
        { ...property, holds },
        {
          seed,
          runs: session.runs,
          signal,
          deadlineAt: deadlineFor(runsOf(property, session.runs)),
          onViolation: (violation) => {
            found.violation = violation;
            transcript.keepCase();
          },
          ...(again === null ? {} : { recorded: again }),
        },
      );
      Object.assign(shares, reached);
    } catch (error) {
      if (error instanceof Violation && error !== found.violation) transcript.keepCase();
      if (error instanceof Violation && error.recorded !== null)
        error.recorded = { ...error.recorded, property: number };
      throw error;
    }
  };
}
