import { isDeepStrictEqual } from "node:util";
import { contractOperations } from "../../../harness/contract.ts";
import { excuseOf } from "../excuse.ts";
import type { Fault, FaultyProxy } from "../fault.ts";
import { type Reply, parseReply, rewriteReply } from "../messages.ts";
import { operationOf } from "../routes.ts";
import { operators, type SpoiledAnswer } from "./operators.ts";
import { answerExcuses } from "./permitted.ts";
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
  const names = location?.path ?? [];
  const path = location === null ? null : `/${names.join("/")}`;
  return {
    id: [operation, status, path, operator.name].filter((part) => part !== null).join(" "),
    side: "answer",
    operation,
    status,
    path,
    operator: operator.name,
    group: groupOf(operation, status),
    excuse: excuseOf(answerExcuses, spoiled, { operator: operator.name, operation, path: names }),
    proxy: () => spoiling(spoiled),
  };
}

/** The group of an answer in tables: the resource of the operation, and whether the answer is a refusal, a reading or a change. */
function groupOf(operation: string, status: number): string {
  const { path = "", tags = [], method } = contractOperations.get(operation) ?? {};
  const resource = tags[0] === "Connect" ? `Connect ${path.split("/")[3] ?? ""}` : (tags[0] ?? "");
  return `${resource}: ${status >= 300 ? "refusals" : method === "GET" ? "readings" : "changes"}`;
}

/** A proxy that changes the answers to which the fault applies, and counts them. */
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
