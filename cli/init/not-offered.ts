import type { AbsentSectionOfHost } from "../targets/absent-sections.ts";
import type { Question } from "./questions.ts";

/** Proposes to leave out sections for good; not those that may be on a checkout host whose URL is not given. */
export function notOfferedQuestion(
  absent: readonly AbsentSectionOfHost[],
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
