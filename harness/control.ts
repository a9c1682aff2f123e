import { control as controlDocument } from "../spec/index.ts";
import { type Operation, operationsOf } from "./contract.ts";
import type { Answer } from "./http/answer.ts";
import { readBody } from "./event.ts";
import type { RequestParts } from "./http/client.ts";
import type { WireAnswer } from "./http/wire.ts";
import { Inconclusive, NeedMissing } from "./verdicts.ts";

export const controlOperations: ReadonlyMap<string, Operation> = operationsOf(controlDocument, "control");

/** Calls the target's control. Bodies are as spec/control/protocol.yaml says. */
export interface ControlClient {
  /**
   * The answer's body.
   * @throws NeedMissing if the target does not offer the operation
   * @throws Inconclusive if control refuses
   */
  readonly call: (operationId: string, parts?: RequestParts) => Promise<unknown>;
}

export function createControl(options: {
  offered: ReadonlySet<string>;
  send: (operation: Operation, parts: RequestParts) => Promise<Answer>;
}): ControlClient {
  return {
    call: async (operationId, parts = {}) => {
      const operation = controlOperations.get(operationId);
      if (operation === undefined) throw new Error(`the control protocol has no operation ${operationId}`);
      if (!options.offered.has(operationId)) throw new NeedMissing(`control.${operationId}`);
      const answer = await options.send(operation, parts);
      if (!answer.succeeded)
        throw new Inconclusive(
          `control refused ${operationId}: ${withoutIds(answer.what, parts)} answered ${answer.summary}`,
        );
      return answer.read.kind === "json" ? answer.read.value : null;
    },
  };
}

/** The method and path of a request, with names for its ids, so that the same refusal of other objects reads the same. */
function withoutIds(what: string, { path = {} }: RequestParts): string {
  return Object.entries(path).reduce(
    (shown, [name, value]) => shown.replaceAll(`/${encodeURIComponent(value)}`, `/{${name}}`),
    what,
  );
}

/** The names of the operations that control describes; null if the answer is not a description. */
export function offeredOperations(answer: Pick<WireAnswer, "status" | "body">): readonly string[] | null {
  const read = readBody(answer.body);
  if (answer.status < 200 || answer.status > 299 || read.kind !== "json") return null;
  const { operations } = (read.value ?? {}) as { operations?: unknown };
  return Array.isArray(operations)
    ? operations.filter((name): name is string => typeof name === "string")
    : null;
}
