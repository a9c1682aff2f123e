import { catalogue, catalogueVersions, type Rule } from "../spec/index.ts";
import { UsageError } from "./profile/usage-error.ts";

/** The version in which a rule came that does not say otherwise. */
export const FIRST_CATALOGUE: string = catalogueVersions[0] ?? "";

/** The version of the catalogue that a run judges when none is named: the newest. */
export const CATALOGUE_VERSION: string = catalogueVersions.at(-1) ?? "";

/**
 * The rules as they were in a version of the catalogue: those that came later are left out.
 * @throws UsageError for a version that is none, with those that are
 */
export function catalogueAt(
  version: string = CATALOGUE_VERSION,
  whole: { readonly rules: readonly Rule[]; readonly versions: readonly string[] } = {
    rules: catalogue,
    versions: catalogueVersions,
  },
): readonly Rule[] {
  const { rules, versions } = whole;
  const place = versions.indexOf(version);
  if (place < 0) {
    throw new UsageError(
      `--catalogue ${version}: the catalogue has no such version; allowed: ${versions.join(", ")}`,
    );
  }
  return rules.filter(({ since }) => since === undefined || versions.indexOf(since) <= place);
}
