import { contractOperations } from "../../../harness/contract.ts";
import { excuseOf } from "../excuse.ts";
import type { Fault } from "../fault.ts";
import { behaving } from "./behaviour.ts";
import { absentRoute, applyTwice, loseAnswer } from "./effects.ts";
import { forget, forgetEarlier } from "./forget.ts";
import { ignore, misapply } from "./ignore.ts";
import type { Use } from "./objects.ts";
import type { Misbehaviour, RequestOperator } from "./operator.ts";
import { requestExcuses } from "./permitted.ts";
import { refuse } from "./refuse.ts";

/** Every operator, in the order of the table. */
export const requestOperators: readonly RequestOperator[] = [
  absentRoute,
  refuse,
  ignore,
  misapply,
  forget,
  forgetEarlier,
  applyTwice,
  loseAnswer,
];

/** Every fault in the handling of requests, at the contract's operations, parameters and relations between operations. */
export function requestFaults(uses: readonly Use[]): readonly Fault[] {
  const operations = [...contractOperations.keys()].sort();
  return requestOperators.flatMap((operator) =>
    operations.flatMap((operation) =>
      operator
        .faults(
          operation,
          uses.filter(({ user }) => user === operation),
        )
        .map((misbehaviour) => faultOf(operator.name, misbehaviour)),
    ),
  );
}

function faultOf(operator: string, misbehaviour: Misbehaviour): Fault {
  const { operation, parameter, detail, group, behave } = misbehaviour;
  const path = parameter?.path.join("/");
  return {
    id: [`${operation}:`, operator, path, detail && `(${detail})`].filter(Boolean).join(" "),
    side: "request",
    operation,
    status: null,
    path: path ?? null,
    operator,
    group,
    excuse: excuseOf(requestExcuses, misbehaviour, { operator, operation, path: parameter?.path ?? [] }),
    proxy: () => behaving(behave()),
  };
}
