import { UsageError } from "../../harness/profile/usage-error.ts";
import { aliases } from "../../mutants/aliases.ts";
import { variants } from "../../mutants/index.ts";
import type { Mutant, Variant } from "../../mutants/mutant.ts";
import { near } from "../suggest.ts";

/**
 * The mutant of these that is called so, or was before it was merged or renamed.
 * @throws UsageError for an id that none of them has, with those that come closest
 */
export function namedMutant(all: readonly Mutant[], id: string): Mutant {
  const current = Object.hasOwn(aliases, id) ? aliases[id] : undefined;
  return named(all, current ?? id, "mutant");
}

/** @throws UsageError for an id that no variant has, with those that come closest */
export function namedVariant(id: string): Variant {
  return named(variants, id, "variant");
}

function named<T extends { readonly id: string }>(
  all: readonly T[],
  id: string,
  what: "mutant" | "variant",
): T {
  const found = all.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const closest = near(
    id,
    all.map((entry) => entry.id),
  );
  throw new UsageError(`there is no ${what} "${id}"${closest}; \`payconform mutants --list\` names them all`);
}
