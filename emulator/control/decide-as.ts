import type { Engine } from "../kernel/engine.ts";
import type { Answer, Command } from "../kernel/request.ts";
import type { Operation } from "../kernel/types.ts";

/** Decides a documented operation like a request of `caller`, without HTTP and without an idempotency key. */
export function decideAs(
  engine: Engine,
  operation: Operation,
  given: Pick<Command, "caller" | "params"> & { readonly body?: unknown },
): Answer {
  const { caller, params, body } = given;
  const { operationId } = operation;
  const command = { operationId, caller, params, query: {}, headers: {}, body };
  return engine.act(caller.accountId, (context) => {
    const decision = operation.decide({ ...context, command });
    return { ...decision, result: decision.answer };
  });
}
