import { contractOperations } from "../../harness/contract.ts";
import type { AbsentSection, OperationState, RunResult } from "../../harness/results.ts";

/** A section without routes, and whether it is on the checkout host. */
export interface AbsentSectionOfHost extends AbsentSection {
  readonly isOnCheckout: boolean;
}

/** Areas without routes of their own, by the area whose routes their rules use. */
const DEPENDENT_AREAS: Readonly<Record<string, readonly string[]>> = {
  subscriptions: ["invoices", "subscription-events"],
  vendors: ["charges", "connect-events", "connect-guards", "connect-targets", "onboarding"],
};

/**
 * The sections without any route. Without `knowsCheckout`, the routes of the checkout host count as absent, although they may exist at a
 * URL that is not given. With `onlyAsked`, routes to which no request was sent are ignored.
 */
export function absentSections(
  operations: readonly OperationState[],
  { knowsCheckout, onlyAsked = false }: { readonly knowsCheckout: boolean; readonly onlyAsked?: boolean },
): readonly AbsentSectionOfHost[] {
  const sections = [...new Set(operations.map(({ section }) => section))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  return sections.flatMap((section) => {
    const members = operations.filter((one) => one.section === section);
    const [first] = members;
    const asked = members.filter((one) => knowsCheckout || !isOnCheckout(one));
    const judged = onlyAsked ? asked.filter(wasAsked) : asked;
    if (first === undefined || (asked.length > 0 && !isAbsent(judged))) return [];
    const areas = members.map(areaOf).flatMap((area) => [area, ...(DEPENDENT_AREAS[area] ?? [])]);
    return [
      {
        name: `§${section} ${first.title}`,
        areas: [...new Set(areas)],
        isOnCheckout: members.some(isOnCheckout),
      },
    ];
  });
}

/** The methods of the requests that `init` sends. It assumes that routes of other methods exist if the others of their section do. */
const ASKED = ["GET", "POST"];

/** Whether requests with a method change no object that existed before. */
export const isAsked = ({ method }: { readonly method: string }): boolean => ASKED.includes(method);

const wasAsked = ({ state, answer }: OperationState): boolean => state !== "untried" || answer !== null;

/** Whether all routes are absent. An answer that may mean an unknown id rather than an unknown path counts as absent only beside an absent one. */
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

/** The sections without routes whose rules this run was to judge. */
export function sectionsToLeaveOut(
  operations: readonly OperationState[],
  { rules }: Pick<RunResult, "rules">,
): readonly AbsentSection[] {
  // Most runs have none and need not load the contract here.
  if (!operations.some(({ state }) => state === "absent")) return [];
  const open = new Set(
    rules
      .filter(({ verdict }) => verdict !== "not_applicable" && verdict !== "passed")
      .map(({ area }) => area),
  );
  return absentSections(operations, { knowsCheckout: true, onlyAsked: true })
    .map(({ name, areas }) => ({ name, areas: areas.filter((area) => open.has(area)) }))
    .filter(({ areas }) => areas.length > 0);
}
