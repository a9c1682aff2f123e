import { contractOperations } from "../../harness/contract.ts";
import type { OperationState } from "../../harness/results.ts";
import type { OperationMap } from "../targets/operation-map.ts";
import type { Question } from "./questions.ts";

/**
 * Proposes to leave out the sections of which no route is there; nothing where no section is there at all. `knowsCheckout`: without it,
 * routes of the checkout host may be at a URL that is not given.
 */
export function notOfferedQuestion(
  { operations, otherService }: OperationMap,
  { knowsCheckout }: { readonly knowsCheckout: boolean },
): readonly Question[] {
  const sections = [...new Set(operations.map(({ section }) => section))].sort();
  const absent = sections
    .map((section) => operations.filter((one) => one.section === section))
    .filter((members) => isAbsent(members) && (knowsCheckout || !members.some(isOnCheckout)));
  if (otherService !== null || absent.length === 0) return [];
  const areas = [...new Set(absent.flat().map(areaOf))].sort();
  const named = absent.flatMap(([first]) =>
    first === undefined ? [] : [`§${first.section} ${first.title}`],
  );
  return [
    {
      path: ["notOffered"],
      what: `No route is there of ${named.join("; ")}. Leave them out if you never offer them.`,
      example: areas,
      rules: 0,
    },
  ];
}

/** What `init` asks for; the routes of other methods are taken to be as those beside them. */
const ASKED = ["GET", "POST"];

/** Whether a method may be asked without a change to what `init` did not make. */
export const isAsked = ({ method }: { readonly method: string }): boolean => ASKED.includes(method);

/** An unknown id may be answered like an unknown path: that shows no route, and hides none beside one that is absent. */
function isAbsent(members: readonly OperationState[]): boolean {
  return (
    members.some(({ state }) => state === "absent") &&
    members.every(
      ({ state, answer, method }) =>
        state === "absent" || (state === "untried" && (answer !== null || !ASKED.includes(method))),
    )
  );
}

const isOnCheckout = ({ operation }: OperationState): boolean =>
  contractOperations.get(operation)?.host === "checkout";

function areaOf({ operation }: OperationState): string {
  return contractOperations.get(operation)?.servedRule?.split("/")[0] ?? "";
}
