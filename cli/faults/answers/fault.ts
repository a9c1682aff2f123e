import { isDeepStrictEqual } from "node:util";
import { contractOperations } from "../../../harness/contract.ts";
import type { Fault, FaultyProxy } from "../fault.ts";
import { resourceOf } from "../groups.ts";
import { type Reply, parseReply, rewriteReply } from "../messages.ts";
import { operationOf } from "../routes.ts";
import { operators, type SpoiledAnswer } from "./operators.ts";
import { excuseOf } from "./permitted.ts";
import type { Surface } from "./locations.ts";

/** Every fault that applies to an observed answer. */
export function answerFaults(surfaces: readonly Surface[]): readonly Fault[] {
  return surfaces.flatMap(({ operation, status, locations }) =>
    operators.flatMap((operator) =>
      [null, ...locations]
        .filter((location) => operator.fits(location, status))
        .map((location) => faultOf({ operation, status, location, operator })),
    ),
  );
}

function faultOf(spoiled: SpoiledAnswer): Fault {
  const { operation, status, location, operator } = spoiled;
  const path = location === null ? null : `/${location.path.join("/")}`;
  return {
    id: [operation, status, path, operator.name].filter((part) => part !== null).join(" "),
    side: "answer",
    operation,
    status,
    path,
    operator: operator.name,
    group: `${resourceOf(operation)}: ${kindOfAnswer(operation, status)}`,
    excuse: excuseOf(spoiled),
    proxy: () => spoiling(spoiled),
  };
}

function kindOfAnswer(operation: string, status: number): string {
  if (status >= 300) return "refusals";
  return contractOperations.get(operation)?.method === "GET" ? "readings" : "changes";
}

/** Changes the answers that the fault applies to, and counts the changed ones. */
function spoiling({ operation, status, location, operator }: SpoiledAnswer): FaultyProxy {
  let changed = 0;
  let earlier: Reply | null = null;
  return {
    changed: () => changed,
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      if (operationOf(request)?.id !== operation || answer.status !== status) return answer;
      const reply = await parseReply(answer);
      if (reply === null) return answer;
      const spoiled = operator.spoil(reply, location, earlier);
      earlier = reply;
      if (isDeepStrictEqual(spoiled, reply)) return answer;
      changed += 1;
      return rewriteReply(answer, reply, spoiled);
    },
  };
}
