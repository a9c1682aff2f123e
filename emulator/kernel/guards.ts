import { only } from "./answers.ts";
import type { Answer } from "./request.ts";
import type { Decision } from "./types.ts";

/** A reason to refuse. Mutants and variants find it by its name; its position in a list is its precedence. */
export interface Guard<Input> {
  readonly name: string;
  /** The refusal, which may have effects such as events; undefined if the reason does not apply. */
  refuse: (input: Input) => Decision | undefined;
}

/** Creates a guard whose refusal only answers. */
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
