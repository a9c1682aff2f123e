import { only } from "./answers.ts";
import type { Answer } from "./request.ts";
import type { Decision } from "./types.ts";

/** One reason to refuse. Its name is how a variant finds it; its place in the list is its precedence. */
export interface Guard<Input> {
  readonly name: string;
  /** The refusal, with whatever it leaves behind, or nothing when this reason does not apply. */
  refuse: (input: Input) => Decision | undefined;
}

/** A guard whose refusal is an answer and changes nothing. */
export const guard = <Input>(name: string, refuse: (input: Input) => Answer | undefined): Guard<Input> => ({
  name,
  refuse: (input) => {
    const answer = refuse(input);
    return answer === undefined ? undefined : only(answer);
  },
});

/** The refusal of the first guard that refuses. */
export function firstRefusal<Input>(guards: readonly Guard<Input>[], input: Input): Decision | undefined {
  for (const guard of guards) {
    const refusal = guard.refuse(input);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
