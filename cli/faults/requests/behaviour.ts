import type { FaultyProxy } from "../fault.ts";
import { type ParsedRequest, parseRequest, rewriteRequest } from "../messages.ts";
import { operationOf } from "../routes.ts";

/** A request that a proxy has received and may forward to the unchanged target. */
export interface Passing {
  /** Null for a route that is not in the contract. */
  readonly operation: string | null;
  readonly parsed: ParsedRequest;
  /** Forwards the request, or another one. */
  readonly forward: (parsed?: ParsedRequest) => Promise<Response>;
}

/** How a faulty target answers a request. Created for each target, so it can keep state. */
export type Behaviour = (passing: Passing) => Promise<Response>;

/** Limits a stateless behaviour to the requests of one operation. */
export const at =
  (operation: string, behaviour: Behaviour): (() => Behaviour) =>
  () =>
  (passing) =>
    passing.operation === operation ? behaviour(passing) : passing.forward();

/** A proxy with this behaviour. It counts every exchange as changed, unless it forwarded the request once, unchanged, and returned the answer. */
export function behaving(behaviour: Behaviour): FaultyProxy {
  let changed = 0;
  return {
    changed: () => changed,
    wrap: (handler) => async (request) => {
      const parsed = await parseRequest(request);
      const unchanged: Response[] = [];
      const forward: Passing["forward"] = async (other) => {
        if (other !== undefined) return handler(await rewriteRequest(request, parsed, other));
        const answer = await handler(request.clone());
        unchanged.push(answer);
        return answer;
      };
      try {
        const answer = await behaviour({ operation: operationOf(request)?.id ?? null, parsed, forward });
        if (unchanged.length !== 1 || unchanged[0] !== answer) changed += 1;
        return answer;
      } catch (fault) {
        changed += 1;
        throw fault;
      }
    },
  };
}
