import type { AbsentSectionOfHost } from "../targets/absent-sections.ts";
import type { Question } from "./questions.ts";

/** Asks whether sections without routes are never offered. Skips those of the checkout host while its URL is unknown. */
export function notOfferedQuestion(
  absent: readonly AbsentSectionOfHost[],
  { knowsCheckout }: { readonly knowsCheckout: boolean },
): readonly Question[] {
  const proposed = absent.filter((section) => knowsCheckout || !section.isOnCheckout);
  if (proposed.length === 0) return [];
  return [
    {
      path: ["notOffered"],
      what: `The target has no route of ${proposed.map(({ name }) => name).join("; ")}. Leave them out if you never offer them.`,
      example: proposed.flatMap(({ areas }) => areas).sort(),
      rules: 0,
    },
  ];
}
