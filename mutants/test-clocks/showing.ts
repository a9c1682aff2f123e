import type { Parts } from "../../emulator/index.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, finishing, isObject, mutant } from "../shared/answers.ts";

/** Changes the body of an operation's successes. */
export const showing = (
  fault: { id: string; violates: RuleId; summary: string; subtle?: boolean },
  operation: string,
  change: (body: Body) => void,
): Mutant =>
  mutant(fault, (parts) =>
    finishing(parts, operation, (answer) => {
      if (answer.status >= 300 || !isObject(answer.body)) return answer;
      const body = structuredClone(answer.body);
      change(body);
      return { ...answer, body };
    }),
  );

/** Changes what a successful decision of one operation writes. */
export const deciding = (
  parts: Parts,
  operationId: string,
  change: (decision: Decision) => Decision,
): Parts => ({
  ...parts,
  transact: (decide, commit, served) =>
    parts.transact(() => (served === operationId ? change(decide()) : decide()), commit, served),
});
