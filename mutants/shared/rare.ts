import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, finishing, isObject, mutant } from "./answers.ts";

/** A fault that shows in some successes of an operation alone: `change` is called where `when` holds of the body. */
export interface Rare {
  readonly id: string;
  readonly violates: RuleId;
  readonly summary: string;
  readonly operation: string;
  readonly when: (body: Body) => boolean;
  readonly change: (body: Body) => void;
}

/** The mutant of a rare fault. */
export function rare({ operation, when, change, ...fault }: Rare): Mutant {
  return mutant({ ...fault, subtle: true }, (parts) =>
    finishing(parts, operation, (answer) => {
      if (answer.status >= 300 || !isObject(answer.body) || !when(answer.body)) return answer;
      const body = structuredClone(answer.body);
      change(body);
      return { ...answer, body };
    }),
  );
}

/** The objects in a member that is a list. */
export const objectsIn = (body: Body, name: string): readonly Body[] => {
  const list = body[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
};
