import { UsageError } from "../../harness/profile/usage-error.ts";
import { variants } from "../../variants/index.ts";
import type { Mutant } from "../../mutants/mutant.ts";
import type { Variant } from "../../variants/variant.ts";
import { suggest } from "../../harness/profile/suggest.ts";

/** @throws UsageError for an unknown id, with the closest known ones */
export function namedMutant(all: readonly Mutant[], id: string): Mutant {
  return named(all, id, "mutant");
}

/** @throws UsageError for an unknown id, with the closest known ones */
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
  const closest = suggest(
    id,
    all.map((entry) => entry.id),
  );
  throw new UsageError(`there is no ${what} "${id}"${closest} \`payconform mutants --list\` lists them all.`);
}
