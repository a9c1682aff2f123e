import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { textOf } from "../../harness/reported.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { soon } from "../fixtures/reading.ts";

/** States that nothing follows, so that they stay as control set them. The order of the others is open. */
const FINAL = ["succeeded", "failed", "canceled"];

/** What a state that does not stay may have become. */
const shownFor = (state: string): readonly string[] => (FINAL.includes(state) ? [state] : [state, ...FINAL]);

/** What a final state may still be shown as: when it shows is open. */
const EARLIER = ["pending", "processing"];

/** Expects the state that control has set in what an answer shows, within the consistency deadline. */
export async function expectState<B>(
  check: Check,
  wanted: {
    readonly state: string;
    readonly read: () => Promise<Answer<B>>;
    /** Undefined if the answer does not show the object, which another rule judges. */
    readonly stateIn: (answer: Answer<B>) => unknown;
  },
): Promise<void> {
  const { state, read, stateIn } = wanted;
  const known = shownFor(state);
  const answer = check.succeeded(
    await soon(check, {
      read,
      holds: (one) => one.succeeded && known.includes(textOf(stateIn(one))),
    }),
  );
  const shown = stateIn(answer);
  if (shown !== undefined) check.expect.field("status", shown, answer).toBeOneOf([...known, ...EARLIER]);
}

/** Runs `work` for each state that control can set. @throws Inconclusive if it can set none */
export async function eachSettable(
  states: readonly string[],
  work: (state: string) => Promise<void>,
): Promise<void> {
  let reached = 0;
  for (const state of states) {
    try {
      await work(state);
      reached += 1;
    } catch (error) {
      // Which moves are possible is open.
      if (!(error instanceof Inconclusive)) throw error;
    }
  }
  if (reached === 0) throw new Inconclusive("control set none of the states");
}
