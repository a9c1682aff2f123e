import { contractOperations } from "../../harness/contract.ts";
import { missing, type Supplies } from "../../harness/judge/needs.ts";
import type { AbsentSection, OperationState, RunResult } from "../../harness/results.ts";
import { wasAsked } from "../../reports/console/operation-map.ts";
import { catalogue } from "../../spec/index.ts";

/** A section without routes, and whether it is on the checkout host. */
export interface AbsentSectionOfHost extends AbsentSection {
  readonly isOnCheckout: boolean;
}

/**
 * Areas without routes of their own, and the areas whose routes their rules use, beside the `operationArea` of each rule. The first is the
 * one under whose section they are listed.
 */
const BORROWED_ROUTES = {
  charges: ["vendors"],
  "connect-events": ["vendors", "allocations"],
  "connect-guards": ["vendors", "allocations"],
  "connect-targets": ["vendors", "allocations"],
  invoices: ["subscriptions"],
  onboarding: ["vendors"],
  "subscription-events": ["subscriptions"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

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
  const absent = sections.flatMap((section) => {
    const members = operations.filter((one) => one.section === section);
    const [first] = members;
    const asked = members.filter((one) => knowsCheckout || !isOnCheckout(one));
    const judged = onlyAsked ? asked.filter(wasAsked) : asked;
    if (first === undefined || (asked.length > 0 && !isAbsent(judged))) return [];
    return [
      {
        name: `§${section} ${first.title}`,
        areas: [...new Set(members.map(areaOf))],
        isOnCheckout: members.some(isOnCheckout),
      },
    ];
  });
  const own = new Set(absent.flatMap(({ areas }) => areas));
  return absent.map((section) => ({
    ...section,
    areas: section.areas.flatMap((area) => [area, ...dependents(area, own)]),
  }));
}

/** The areas that are listed under an area, if no route that their rules use is there. */
function dependents(under: string, absent: ReadonlySet<string>): readonly string[] {
  return Object.entries(BORROWED_ROUTES)
    .filter(([, [first]]) => first === under)
    .map(([area]) => area)
    .filter((area) => routesOf(area).every((used) => absent.has(used)));
}

/** The areas with routes whose routes the rules of an area use. */
function routesOf(area: string): readonly string[] {
  const borrowed = (BORROWED_ROUTES as Readonly<Record<string, readonly string[]>>)[area];
  if (borrowed === undefined) return [area];
  const others = catalogue.flatMap((rule) => (rule.area === area ? (rule.operationArea ?? []) : []));
  return [...borrowed, ...[...new Set(others)].flatMap(routesOf)];
}

/** These sections without the areas of which a run can judge a rule at other routes: those to which the profile binds ports. */
export function withoutJudged<Section extends AbsentSection>(
  sections: readonly Section[],
  supplies: Supplies,
): readonly Section[] {
  const { ports } = supplies.profile;
  // A guess is a request to a documented route.
  const own = { ...supplies, guessedPorts: new Set<string>() };
  const judged = new Set(
    catalogue
      .filter(
        ({ needs }) =>
          needs.some((need) => need.startsWith("port.") && ports[need.slice("port.".length)] !== undefined) &&
          missing(needs, own).length === 0,
      )
      .map(({ area }) => area),
  );
  return sections
    .map((section) => ({ ...section, areas: section.areas.filter((area) => !judged.has(area)) }))
    .filter(({ areas }) => areas.length > 0);
}

/** The methods of the requests that `doctor` sends. They assume that routes of other methods exist if the others of their section do. */
const ASKED = ["GET", "POST"];

/** Whether requests with a method change no object that existed before. */
export const isAsked = ({ method }: { readonly method: string }): boolean => ASKED.includes(method);

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

/** The areas of which a run judged a rule that needs a port: their routes are others than the documented ones. */
function judgedByPorts({ rules }: Pick<RunResult, "rules">): ReadonlySet<string> {
  const judged = new Set(
    rules
      .filter(({ verdict }) => verdict === "passed" || verdict === "violated" || verdict === "unstable")
      .map(({ id }) => id),
  );
  return new Set(
    catalogue
      .filter(({ id, needs }) => judged.has(id) && needs.some((need) => need.startsWith("port.")))
      .map(({ area }) => area),
  );
}

/** The sections without routes whose rules this run was to judge, without the areas that it judged at routes which the profile binds. */
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
  const judged = judgedByPorts({ rules });
  return absentSections(operations, { knowsCheckout: true, onlyAsked: true })
    .map(({ name, areas }) => ({
      name,
      areas: areas.filter((area) => open.has(area) && !judged.has(area)),
    }))
    .filter(({ areas }) => areas.length > 0);
}
