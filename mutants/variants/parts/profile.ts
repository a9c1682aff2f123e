import type { Description } from "../../mutant.ts";

/** The profile with other names for open fields; those of `without` are not known. */
export const naming =
  (names: Readonly<Record<string, string>>, without: readonly string[] = []) =>
  (usual: Description): Description => ({
    ...usual,
    fields: Object.fromEntries(
      Object.entries({ ...usual.fields, ...names }).filter(([name]) => !without.includes(name)),
    ),
  });
