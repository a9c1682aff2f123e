import { UsageError } from "../../harness/profile/usage-error.ts";
import { near } from "../near.ts";

/** @throws UsageError for an id that none of them has, with those that come closest */
export function named<T extends { readonly id: string }>(
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
