import { contractOperations } from "../../harness/contract.ts";
import type { OperationState } from "../../harness/results.ts";
import type { OperationMap } from "../targets/operation-map.ts";
import type { Question } from "./questions.ts";

/** A documented section of which no route is there. */
export interface AbsentSection {
  /** With its title. */
  readonly name: string;
  /** Areas whose rules ask its routes. */
  readonly areas: readonly string[];
  readonly isOnCheckout: boolean;
}

/** Areas without routes of their own, by the area whose routes their rules ask. */
const ASKED_AT: Readonly<Record<string, readonly string[]>> = {
  subscriptions: ["invoices", "subscription-events"],
  vendors: ["charges", "connect-events", "connect-guards", "connect-targets", "onboarding"],
};

/**
 * The sections of which no route is there. Without `knowsCheckout`, the routes of the checkout host count as absent, though
 * they may be at a URL that is not given.
 */
export function absentSections(
  { operations }: OperationMap,
  { knowsCheckout }: { readonly knowsCheckout: boolean },
): readonly AbsentSection[] {
  const sections = [...new Set(operations.map(({ section }) => section))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  return sections.flatMap((section) => {
    const members = operations.filter((one) => one.section === section);
    const [first] = members;
    const asked = members.filter((one) => knowsCheckout || !isOnCheckout(one));
    if (first === undefined || (asked.length > 0 && !isAbsent(asked))) return [];
    const areas = members.map(areaOf).flatMap((area) => [area, ...(ASKED_AT[area] ?? [])]);
    return [
      {
        name: `§${section} ${first.title}`,
        areas: [...new Set(areas)],
        isOnCheckout: members.some(isOnCheckout),
      },
    ];
  });
}

/** Proposes to leave out sections for good; not those that may be on a checkout host whose URL is not given. */
export function notOfferedQuestion(
  absent: readonly AbsentSection[],
  { knowsCheckout }: { readonly knowsCheckout: boolean },
): readonly Question[] {
  const proposed = absent.filter((section) => knowsCheckout || !section.isOnCheckout);
  if (proposed.length === 0) return [];
  return [
    {
      path: ["notOffered"],
      what: `No route is there of ${proposed.map(({ name }) => name).join("; ")}. Leave them out if you never offer them.`,
      example: proposed.flatMap(({ areas }) => areas).sort(),
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
