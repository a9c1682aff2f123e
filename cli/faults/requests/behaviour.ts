import type { FaultyProxy } from "../fault.ts";
import { type ParsedRequest, parseRequest, rewriteRequest } from "../messages.ts";
import { operationOf } from "../routes.ts";

/** One request on its way to a sound target. */
export interface Passing {
  /** Null for a route that the contract does not name. */
  readonly operation: string | null;
  readonly method: string;
  readonly parsed: ParsedRequest;
  /** Sends the request on, or another one instead. */
  readonly forward: (parsed?: ParsedRequest) => Promise<Response>;
}

/** What a faulty target answers to one request; the sound target's answer where `changed` is false. */
interface Outcome {
  readonly answer: Response;
  readonly changed: boolean;
}

/** What a faulty target does with requests. Made afresh for every target, so it may remember. */
export type Behaviour = (passing: Passing) => Promise<Outcome>;

export const unchanged = async (passing: Passing): Promise<Outcome> => ({
  answer: await passing.forward(),
  changed: false,
});

/** Concerns only the requests to one operation. */
export const at =
  (operation: string, behaviour: Behaviour): Behaviour =>
  (passing) =>
    passing.operation === operation ? behaviour(passing) : unchanged(passing);

/** A proxy whose target behaves so. */
export function behaving(behaviour: Behaviour): FaultyProxy {
  let changed = 0;
  return {
    changed: () => changed,
    wrap: (handler) => async (request) => {
      const parsed = await parseRequest(request);
      try {
        const outcome = await behaviour({
          operation: operationOf(request)?.id ?? null,
          method: request.method,
          parsed,
          forward: async (other = parsed) =>
            handler(other === parsed ? request.clone() : await rewriteRequest(request, parsed, other)),
        });
        if (outcome.changed) changed += 1;
        return outcome.answer;
      } catch (fault) {
        changed += 1;
        throw fault;
      }
    },
  };
}
