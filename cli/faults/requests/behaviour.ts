import type { FaultyProxy } from "../fault.ts";
import { type ParsedRequest, parseRequest, rewriteRequest } from "../messages.ts";
import { operationOf } from "../routes.ts";

/** A request that a proxy received for the unchanged target. */
export interface Passing {
  /** Null for a route that the contract does not name. */
  readonly operation: string | null;
  readonly method: string;
  readonly parsed: ParsedRequest;
  /** Forwards the request, or another one. */
  readonly forward: (parsed?: ParsedRequest) => Promise<Response>;
}

/** The answer of a faulty target to one request; the unchanged target's answer if `changed` is false. */
interface Outcome {
  readonly answer: Response;
  readonly changed: boolean;
}

/** How a faulty target handles requests. Created for each target, so it can keep state. */
export type Behaviour = (passing: Passing) => Promise<Outcome>;

export const unchanged = async (passing: Passing): Promise<Outcome> => ({
  answer: await passing.forward(),
  changed: false,
});

/** Limits a behaviour to the requests of one operation. */
export const at =
  (operation: string, behaviour: Behaviour): Behaviour =>
  (passing) =>
    passing.operation === operation ? behaviour(passing) : unchanged(passing);

/** A proxy with this behaviour. */
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
